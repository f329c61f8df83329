"""JMESPath over a tool's answer with a bound: each visit is counted, and so is what a path makes of what it visits.

A path of a few words can double a value at every word (`[@, @] | [@, @] | …`). The doubled value costs nothing until
it is written out, so its written size is known for everything that a path makes. Pure; called by `bindings`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ringi.hands.effort import Effort, TooCostly

VISITS = 1_000_000
"""Places of earlier answers that the paths of one step may visit."""
MOST_WRITTEN = 12_000_000
"""How large, in values and quarters of texts, anything may be that a path makes: the largest answer has as many."""
_STRAIGHT = frozenset({"field", "subexpression", "index", "index_expression", "identity", "current", "literal"})
"""What leads to one place and makes nothing."""


def search(path: Any, value: Any, options: Any, effort: Effort) -> Any:
    """What a parsed path finds in a value.

    Raises:
        TooCostly: it visits too much, or makes too much.
    """
    from jmespath.visitor import TreeInterpreter

    if _is_straight(path):
        return TreeInterpreter(options).visit(path, value)
    return _counting()(options, effort).visit(path, value)


def _is_straight(node: Any) -> bool:
    return node["type"] in _STRAIGHT and all(_is_straight(one) for one in node["children"])


@lru_cache(maxsize=1)
def _counting() -> Any:
    from jmespath.visitor import TreeInterpreter

    class Counting(TreeInterpreter):  # type: ignore[misc]
        """The library's interpreter, with an end."""

        def __init__(self, options: Any, effort: Effort) -> None:
            super().__init__(options)
            self._effort = effort
            self._sizes: dict[int, tuple[int, Any]] = {}

        def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
            self._effort.spend()
            found = super().visit(node, *args, **kwargs)
            if type(found) in (list, dict) and node["type"] not in _STRAIGHT:
                self._written(found)
            return found

        def _written(self, value: Any) -> int:
            """The size of a value as it would be written out. A list or object is kept beside its size, so that no
            other can take its identity.
            """
            if isinstance(value, str):
                return 1 + len(value) // 4
            if not isinstance(value, dict | list):
                return 1
            known = self._sizes.get(id(value))
            if known is not None:
                return known[0]
            self._effort.spend(1 + len(value))
            inside = value.values() if isinstance(value, dict) else value
            size = 1 + sum(self._written(one) for one in inside)
            if size > MOST_WRITTEN:
                raise TooCostly
            self._sizes[id(value)] = (size, value)
            return size

    return Counting
