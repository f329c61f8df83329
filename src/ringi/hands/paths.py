"""A JMESPath said in words: which part of an earlier result a plan takes up, for people who decide on it. Pure.

What cannot be said exactly is not said at all (None): the caller then shows the expression itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ringi.words import say
from ringi.words.values import WORDS

Label = Callable[[str], str]
Node = Mapping[str, Any]

_SIGNS = {"eq": "=", "ne": "≠", "lt": "<", "lte": "≤", "gt": ">", "gte": "≥"}
_SAME = frozenset({"to_string", "to_number", "to_array", "not_null"})
DEPTH = 24


class _Unsaid(Exception):
    """There are no words for this part."""


def path_words(path: str, lang: str, label: Label = str, columns: Sequence[str] = ()) -> str | None:
    """`employees[].name` → 従業員それぞれの氏名. Empty for the whole result; None when there are no exact words.

    `columns` are headings that stand above it: a selection of exactly these is not told a second time.
    """
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        return _Speaker(lang, label, columns).said(jmespath.compile(path).parsed, 0)
    except (_Unsaid, JMESPathError, RecursionError, ValueError, TypeError, KeyError, AttributeError):
        return None


class _Speaker:
    def __init__(self, lang: str, label: Label, columns: Sequence[str]) -> None:
        self.lang, self.label, self.columns = lang, label, list(columns)

    def word(self, key: str, **values: Any) -> str:
        return say("values", f"path.{key}", self.lang, **values)

    def said(self, node: Node, depth: int) -> str:
        if depth > DEPTH:
            raise _Unsaid
        speak = getattr(self, f"_{node['type']}", None)
        if speak is None:
            raise _Unsaid
        return str(speak(node, depth + 1))

    def parts(self, node: Node, depth: int) -> list[str]:
        return [self.said(child, depth) for child in node["children"]]

    def of(self, whole: str, part: str) -> str:
        return self.word("of", whole=whole, part=part) if whole and part else whole or part

    # -- the kinds of nodes --------------------------------------------------------------------------------------

    def _identity(self, node: Node, depth: int) -> str:
        return ""

    _current = _identity

    def _field(self, node: Node, depth: int) -> str:
        return self.label(str(node["value"]))

    def _subexpression(self, node: Node, depth: int) -> str:
        whole, part = self.parts(node, depth)
        return self.of(whole, part)

    _pipe = _subexpression

    def _index_expression(self, node: Node, depth: int) -> str:
        whole = self.said(node["children"][0], depth)
        last = node["children"][1]
        if last["type"] == "index":
            at = int(last["value"])
            key = "last" if at == -1 else "nth"
            if at < -1:
                raise _Unsaid
            return self.of(whole, self.word(key, n=at + 1))
        start, stop, step = last["children"] if last["type"] == "slice" else (None, None, 0)
        if start or step is not None or not isinstance(stop, int) or stop < 1:
            raise _Unsaid
        return self.word("first", whole=whole, n=stop) if whole else self.word("first_few", n=stop)

    def _flatten(self, node: Node, depth: int) -> str:
        return self.said(node["children"][0], depth)

    def _projection(self, node: Node, depth: int) -> str:
        whole, part = self.parts(node, depth)
        return self.word("each", whole=whole, part=part) if whole and part else whole or part

    def _filter_projection(self, node: Node, depth: int) -> str:
        whole, part, condition = self.parts(node, depth)
        kept = self.word("where", whole=whole or self.word("items"), condition=condition)
        return self.word("each", whole=kept, part=part) if part else kept

    def _multi_select_list(self, node: Node, depth: int) -> str:
        parts = self.parts(node, depth)
        return self.word("columns") if self.columns and parts == self.columns else self.word("comma").join(parts)

    def _multi_select_dict(self, node: Node, depth: int) -> str:
        return self.word("comma").join(self.said(pair["children"][0], depth) for pair in node["children"])

    def _or_expression(self, node: Node, depth: int) -> str:
        first, second = self.parts(node, depth)
        return self.word("or", first=first, second=second)

    def _and_expression(self, node: Node, depth: int) -> str:
        first, second = self.parts(node, depth)
        return self.word("and", first=first, second=second)

    def _comparator(self, node: Node, depth: int) -> str:
        first, second = self.parts(node, depth)
        return f"{first or self.word('items')} {_SIGNS[node['value']]} {second}"

    def _literal(self, node: Node, depth: int) -> str:
        value = node["value"]
        return self.word("quoted", text=value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def _function_expression(self, node: Node, depth: int) -> str:
        name = str(node["value"])
        children = node["children"]
        if name in _SAME and len(children) == 1:
            return self.said(children[0], depth)
        if name == "hours" and len(children) == 2 and children[1]["type"] == "literal":
            return self.said(children[0], depth)  # how they are written, not another value
        if name == "join" and len(children) == 2 and children[0]["type"] == "literal":
            return self._joined(children, depth)
        if len(children) != 1 or f"path.{name}" not in WORDS or name in _OURS:
            raise _Unsaid
        return self.word(name, what=self.said(children[0], depth) or self.word("items"))

    def _joined(self, children: list[Node], depth: int) -> str:
        between = str(children[0]["value"])
        what = self.said(children[1], depth)
        return what if not between.strip() else self.word("joined", what=what, between=between.strip())


_OURS = frozenset(
    ("of", "each", "nth", "last", "first", "first_few", "where", "items", "comma", "or", "and", "quoted", "joined")
)
"""Keys of ours that are no functions of JMESPath."""
