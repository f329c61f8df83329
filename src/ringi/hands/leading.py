"""Whether a path of a binding can lead anywhere, by what the earlier tool says it answers with. Pure.

A field that no answer has would be filled in as a blank long after somebody approved it. Only what the schema surely
excludes is found; where it leaves room, or says nothing, the path is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ringi.hands.bindings import Reference, compiled
from ringi.hands.tools import Catalog

Schema = Mapping[str, Any]
Node = Mapping[str, Any]
ANYTHING: Schema = {}
DEPTH = 24
NAMES = 30
_PLAIN = frozenset({"string", "integer", "number", "boolean"})
_SAME = frozenset({"sort_by", "sort", "reverse", "to_array"})
"""Functions that give back what they were given, as far as fields go."""


class Nowhere(Exception):
    """No answer has this field; `known` are those that stand in its place."""

    def __init__(self, field: str, known: Sequence[str]) -> None:
        super().__init__(field)
        self.field, self.known = field, tuple(known)


def nowhere(path: str, schema: Schema | None) -> Nowhere | None:
    """The first field of a path that the schema of the answer excludes; None when there is none, or nobody can say."""
    if not schema:
        return None
    from jmespath.exceptions import JMESPathError

    try:
        _Way(schema).along(compiled(path).parsed, schema, 0)
    except Nowhere as found:
        return found
    except (JMESPathError, RecursionError, ValueError, KeyError, TypeError, AttributeError):
        return None  # whether it is a path at all is looked at elsewhere
    return None


def blanks(taken: Iterable[Reference], earlier: Mapping[str, str], catalog: Catalog) -> Iterator[dict[str, str]]:
    """What of these would come out blank, in the words of a flaw. `earlier`: steps with the names of their tools."""
    for part in taken:
        tool = catalog.tool(earlier.get(part.step, ""))
        if tool is not None and (found := nowhere(part.path, tool.output_schema)):
            known = ", ".join(found.known[:NAMES]) or "–"
            yield {"source": part.step, "path_text": part.path, "field": found.field, "known": known}


class _Way:
    def __init__(self, root: Schema) -> None:
        self.root = root

    def along(self, node: Node, at: Schema, depth: int) -> Schema:
        """What the schema says about the value that this part of a path leads to."""
        if depth > DEPTH:
            return ANYTHING
        go = getattr(self, f"_{node['type']}", None)
        found: Schema = go(node, self.plain(at), depth + 1) if go is not None else ANYTHING
        return found

    def plain(self, schema: Any) -> Schema:
        """Without references, and without the null that a value may also be."""
        for _ in range(DEPTH):
            if not isinstance(schema, Mapping):
                return ANYTHING
            reference = schema.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/$defs/"):
                schema = (self.root.get("$defs") or {}).get(reference.removeprefix("#/$defs/"))
                continue
            ways = schema.get("anyOf") or schema.get("oneOf")
            if not isinstance(ways, list):
                return schema if "allOf" not in schema else ANYTHING
            real = [one for one in ways if not (isinstance(one, Mapping) and one.get("type") == "null")]
            schema = real[0] if len(real) == 1 else ANYTHING
        return ANYTHING

    # -- the kinds of nodes --------------------------------------------------------------------------------------

    def _field(self, node: Node, at: Schema, depth: int) -> Schema:
        name, properties = str(node["value"]), at.get("properties")
        if at.get("type") == "array" or at.get("type") in _PLAIN:
            raise Nowhere(name, ())
        if not isinstance(properties, Mapping) or not properties:
            return ANYTHING
        if name in properties:
            return self.plain(properties[name])
        if at.get("patternProperties") or at.get("additionalProperties"):
            return ANYTHING
        raise Nowhere(name, list(properties))

    def _identity(self, node: Node, at: Schema, depth: int) -> Schema:
        return at

    _current = _identity

    def _subexpression(self, node: Node, at: Schema, depth: int) -> Schema:
        for child in node["children"]:
            at = self.along(child, at, depth)
        return at

    _pipe = _subexpression

    def _index_expression(self, node: Node, at: Schema, depth: int) -> Schema:
        whole = self.along(node["children"][0], at, depth)
        return self._items(whole) if node["children"][1]["type"] == "index" else whole

    def _flatten(self, node: Node, at: Schema, depth: int) -> Schema:
        whole = self.along(node["children"][0], at, depth)
        inner = self._items(whole)
        return inner if inner.get("type") == "array" else whole

    def _projection(self, node: Node, at: Schema, depth: int) -> Schema:
        whole, each = node["children"][:2]
        inner = self._items(self.along(whole, at, depth))
        return {"type": "array", "items": self.along(each, inner, depth)}

    def _filter_projection(self, node: Node, at: Schema, depth: int) -> Schema:
        whole, each, condition = node["children"]
        inner = self._items(self.along(whole, at, depth))
        self.along(condition, inner, depth)
        return {"type": "array", "items": self.along(each, inner, depth)}

    def _multi_select_list(self, node: Node, at: Schema, depth: int) -> Schema:
        for child in node["children"]:
            self.along(child, at, depth)
        return ANYTHING

    def _multi_select_dict(self, node: Node, at: Schema, depth: int) -> Schema:
        made = {str(one["value"]): self.along(one["children"][0], at, depth) for one in node["children"]}
        return {"type": "object", "properties": made}

    def _or_expression(self, node: Node, at: Schema, depth: int) -> Schema:
        """One of them is enough: the others may be meant for another tool's answer."""
        first: Nowhere | None = None
        for child in node["children"]:
            try:
                self.along(child, at, depth)
                return ANYTHING
            except Nowhere as found:
                first = first or found
        raise first or Nowhere("", ())

    def _and_expression(self, node: Node, at: Schema, depth: int) -> Schema:
        for child in node["children"]:
            self.along(child, at, depth)
        return ANYTHING

    _comparator = _and_expression
    _not_expression = _and_expression

    def _function_expression(self, node: Node, at: Schema, depth: int) -> Schema:
        children = node["children"]
        if node["value"] == "not_null":
            return self._or_expression(node, at, depth)
        given = [self.along(one, at, depth) for one in children if one["type"] != "expref"]
        for one in children:
            if one["type"] == "expref" and given:
                self.along(one["children"][0], self._items(given[0]), depth)
        return given[0] if node["value"] in _SAME and given else ANYTHING

    def _items(self, at: Schema) -> Schema:
        return self.plain(at.get("items"))
