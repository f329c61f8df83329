"""Values of a step that are only known at run time, and which of them a person is asked about.

Bindings are where an attacker gets in: text that a tool read must not choose who is written to, how much, or where. A
late value stops the run and is shown as it really is, unless its place was confirmed as content or lies within what
the plan itself allows (`late_limits`). Pure: the plan's card, the gate and the runner ask the same function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ringi.catalog import Catalog, JsonObject, Tool
from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.content import Keys, covers
from ringi.hands.late_limits import KEY, within

Place = tuple[str | int, ...]


class LateValue(NamedTuple):
    """One place of a step's input that an earlier result fills."""

    place: Place
    sources: tuple[bindings.Reference, ...]

    @property
    def path(self) -> str:
        """As people read it: `to`, `options.bcc`, `rows[0].name`."""
        text = ""
        for part in self.place:
            text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
        return text

    def as_dict(self, step: Mapping[str, Any]) -> JsonObject:
        sources = [{"step": one.step, "path": one.path} for one in self.sources]
        limit = (step.get(KEY) or {}).get(self.path)
        return {"stepId": step["stepId"], "path": self.path, "from": sources, **({"limit": limit} if limit else {})}


def late_values(step: Mapping[str, Any], tool: Tool) -> list[LateValue]:
    """The values of a step that a person is asked about before it is called, as they come."""
    given = step.get("toolInput")
    if not tool.asks_about_late_values or not isinstance(given, dict):
        return []
    found = [(place, binding, _sources(binding)) for place, binding in _bound(given, ())]
    return [
        LateValue(place, sources or ())
        for place, binding, sources in found
        if sources != () and not covers(tool.content, _keys(place), tool.input_schema, text=bindings.TEXT in binding)
    ]


def asked_values(steps: Sequence[Mapping[str, Any]], catalog: Catalog, done: Sequence[str] = ()) -> list[JsonObject]:
    """The same of a whole plan, as its card names them before anything runs."""
    return [
        late.as_dict(step)
        for step in steps
        if step["stepId"] not in done and (tool := catalog.tool(step["tool"])) is not None
        for late in late_values(step, tool)
    ]


def beyond_limits(step: Mapping[str, Any], tool: Tool, arguments: JsonObject) -> list[LateValue]:
    """The late values that a person is asked about, now that they are known: those which the plan does not allow."""
    limits = step.get(KEY) or {}
    return [
        late
        for late in late_values(step, tool)
        if late.path not in limits or not within(limits[late.path], value_at(arguments, late.place))
    ]


def describe_late(late: Sequence[LateValue]) -> str:
    """Which values were found on the way, each with the step and the path that it came from."""
    return ", ".join(f"{one.path} ← {' + '.join(f'{ref.step}: {ref.path}' for ref in one.sources)}" for one in late)


def value_at(arguments: Any, place: Place) -> Any:
    """The real value of a place, once every binding is filled in."""
    for part in place:
        arguments = arguments[part]
    return arguments


def _bound(value: Any, place: Place) -> Iterator[tuple[Place, JsonObject]]:
    if bindings.is_binding(value):
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _bound(inner, (*place, str(key)))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _bound(inner, (*place, index))


def _keys(place: Place) -> Keys:
    return tuple(part for part in place if isinstance(part, str))


def _sources(binding: JsonObject) -> tuple[bindings.Reference, ...] | None:
    """Where a binding takes its value from: nowhere for a text without places; None when it cannot be read."""
    try:
        return tuple(part for part in bindings.pieces(binding) if isinstance(part, bindings.Reference))
    except Invalid:
        return None
