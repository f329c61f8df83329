"""Where the value of a tool's argument may come from, and which arguments of an approved write break that.

Bindings are where an attacker gets in: text that a tool read must not choose who is written to. Pure; the flow asks
`late_bound` before each write and, if anything is named, stops and shows a person the real value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.tools import JsonObject, Tool

RECIPIENTS = frozenset({"recipient", "recipients", "recipient_id", "recipient_ids", "to_user", "to_users"})
"""Arguments that say who is reached. Unless its tool says otherwise, such a value has to be written in the plan."""


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


def recipient_values(given: Any, at: str = "", named: bool = False) -> Iterator[tuple[str, Any]]:
    """Every literal inside an argument that says who is reached, with its path."""
    if bindings.is_binding(given):
        return
    if isinstance(given, dict):
        for key, value in given.items():
            yield from recipient_values(value, f"{at}.{key}" if at else key, named or key in RECIPIENTS)
    elif isinstance(given, list):
        for index, value in enumerate(given):
            yield from recipient_values(value, f"{at}[{index}]", named)
    elif named and given is not None:
        yield at, given


def _allowed(tool: Tool, name: str, value: Any, schema: Any) -> str:
    declared = tool.meta.get("ringi/provenance")
    if isinstance(declared, dict) and name in declared:
        return str(declared[name])
    return "literal" if name in RECIPIENTS or _reaches(value) or _may_reach(schema, value) else "any"


def _reaches(value: Any) -> bool:
    """Whether a bound recipient hides deeper inside a written object."""
    if bindings.is_binding(value):
        return False
    if isinstance(value, dict):
        return any((key in RECIPIENTS and _bound(inner)) or _reaches(inner) for key, inner in value.items())
    return isinstance(value, list) and any(_reaches(inner) for inner in value)


def _may_reach(schema: Any, value: Any) -> bool:
    """Whether something that is bound as a whole would bring its own recipient along, by the tool's schema."""
    return bindings.is_binding(value) and _names(schema, 0)


def _names(schema: Any, depth: int) -> bool:
    if not isinstance(schema, dict) or depth > 8:
        return False
    properties = schema.get("properties")
    if isinstance(properties, dict) and (
        RECIPIENTS & set(properties) or any(_names(inner, depth + 1) for inner in properties.values())
    ):
        return True
    return _names(schema.get("items"), depth + 1)


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


def shown(step: Mapping[str, Any], arguments: JsonObject, names: Collection[str]) -> JsonObject:
    """The real values of the arguments that a person is asked about, in the order of the step."""
    return {name: arguments[name] for name in step.get("toolInput", {}) if name in names and name in arguments}
