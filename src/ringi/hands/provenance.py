"""Where the value of a tool's argument may come from, and which arguments of an approved write break that.

Bindings are where an attacker gets in: text that a tool read must not choose who is written to. Pure; the flow asks
`late_bound` before each write and, if anything is named, stops and shows a person the real value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.reach import RECIPIENTS, is_recipient
from ringi.hands.tools import JsonObject, Tool

__all__ = ["RECIPIENTS", "is_recipient", "late_bound"]


def late_bound(step: Mapping[str, Any], tool: Tool, *, trusted: Collection[str] = ()) -> list[str]:
    """The arguments of a write that are only known at run time although they had to be known at the gate.

    Args:
        step: the approved step, with its bindings.
        tool: what it calls. A tool that only reads is never named.
        trusted: ids of the steps whose results count as a `trusted` source.
    """
    given = step.get("toolInput")
    if tool.effect == "read" or not isinstance(given, dict):
        return []
    schema = tool.input_schema.get("properties")
    properties: Mapping[str, Any] = schema if isinstance(schema, dict) else {}
    return [
        name
        for name, value in given.items()
        if _breaks(_allowed(tool, name, value, properties.get(name)), value, trusted)
    ]


def _allowed(tool: Tool, name: str, value: Any, schema: Any) -> str:
    """Where the value may come from. Who is reached has to be written in the plan, unless the tool says otherwise."""
    declared = tool.meta.get("ringi/provenance")
    if isinstance(declared, dict) and name in declared:
        return str(declared[name])
    return "literal" if is_recipient(name) or _reaches(value) or _may_reach(value, schema, tool.input_schema) else "any"


def _reaches(value: Any) -> bool:
    """Whether a bound recipient hides deeper inside a written object."""
    if bindings.is_binding(value):
        return False
    if isinstance(value, dict):
        return any((is_recipient(key) and _bound(inner)) or _reaches(inner) for key, inner in value.items())
    return isinstance(value, list) and any(_reaches(inner) for inner in value)


def _may_reach(value: Any, schema: Any, root: JsonObject) -> bool:
    """Whether something that is bound as a whole would bring its own recipient along, by the tool's schema."""
    if bindings.is_binding(value):
        return any(is_recipient(name) for one in _parts(schema, root) for name in one)
    if isinstance(value, dict):
        found = list(_parts(schema, root))
        return any(
            _may_reach(inner, [one[key] for one in found if key in one], root)
            for key, inner in value.items()
            if _bound(inner)
        )
    return isinstance(value, list) and any(_may_reach(inner, schema, root) for inner in value)


def _parts(schema: Any, root: JsonObject) -> Iterator[JsonObject]:
    """The properties of every object in this part of a schema, behind its references and choices too."""
    waiting, seen = [schema], set[str]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            if isinstance(properties := one.get("properties"), dict):
                yield properties
            reference = one.get("$ref")
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                waiting.append(_referred(reference, root))
            waiting += one.values()


def _referred(reference: str, root: JsonObject) -> Any:
    found: Any = root
    for part in reference.removeprefix("#").split("/")[1:]:
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
    return found


def _breaks(allowed: str, value: Any, trusted: Collection[str]) -> bool:
    if allowed == "any":
        return False
    if allowed == "trusted":
        return bool(_sources(value) - set(trusted))
    return _bound(value)  # literal, request, and whatever is not understood


def _bound(value: Any) -> bool:
    return next(bindings.find(value), None) is not None


def _sources(value: Any) -> set[str]:
    try:
        return bindings.references(value)
    except Invalid:
        return {""}
