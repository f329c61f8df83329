"""What a policy says will be written, as data, and what a plan writes beyond it.

A policy is approved before its plan is made. Its writes, with the values that say whom, where, which or how much, are
part of its digest; the gate holds the plan against them and marks every write that they do not cover. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ringi.catalog import Catalog, JsonObject, Tool
from ringi.hands import bindings
from ringi.hands.content import Keys, covers, schemas_at
from ringi.hands.reach import is_named_target

TITLE_LIMIT = 60
TEXT_LIMIT = 200
"""Characters of a text that may still say whom or where, when its name does not say so; a longer one is content."""
_LEFT_OUT = object()
Value = tuple[Keys, Any]


def list_writes(calls: Sequence[Mapping[str, Any]], catalog: Catalog) -> list[JsonObject]:
    """The calls that write, as steps whose input has only what says whom, where, which or how much."""
    found: list[JsonObject] = []
    for call in calls:
        name = str(call.get("tool", ""))
        tool = catalog.tool(name)
        if tool is not None and tool.effect == "read":
            continue
        number = len(found) + 1
        title = str(call.get("title") or (tool.title if tool else "") or name)[:TITLE_LIMIT]
        targets = _targets(call.get("toolInput"), tool, ())
        found.append(
            {
                "stepId": f"write-{number}",
                "order": number,
                "title": title,
                "tool": name,
                "toolInput": {} if targets is _LEFT_OUT else targets,
            }
        )
    return found


def find_excess(
    writes: Sequence[Mapping[str, Any]], steps: Sequence[Mapping[str, Any]], catalog: Catalog, done: Sequence[str] = ()
) -> list[JsonObject]:
    """The steps of a plan that write what its policy does not name, each with the reason.

    A write of the policy covers one step: the same tool, with no value of its own. `why` is `tool` where the policy
    does not use it, `values` where it is called with others (at `paths`), `again` where it is called more often. Steps
    in `done` have run and use up what covers them.
    """
    allowed = [(str(one["tool"]), set(_values(one["toolInput"], catalog))) for one in writes]
    planned = [
        (str(step["stepId"]), str(step["tool"]), set(_values(one["toolInput"], catalog)))
        for step in steps
        for one in list_writes([step], catalog)
    ]
    covered = _match(
        [
            [at for at, (tool, values) in enumerate(allowed) if tool == name and given <= values]
            for _, name, given in planned
        ]
    )
    return [
        {"stepId": step_id, **_reason(name, given, allowed)}
        for at, (step_id, name, given) in enumerate(planned)
        if at not in covered and step_id not in done
    ]


def _reason(name: str, given: set[Value], allowed: Sequence[tuple[str, set[Value]]]) -> JsonObject:
    same = [values for tool, values in allowed if tool == name]
    if not same:
        return {"why": "tool"}
    nearest = min((given - values for values in same), key=len)
    if not nearest:
        return {"why": "again"}
    return {"why": "values", "paths": sorted({".".join(keys) for keys, _ in nearest})}


def _match(choices: Sequence[Sequence[int]]) -> set[int]:
    """Which of these can be given one of their choices each, no choice to two of them (augmenting paths)."""
    holder: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for choice in choices[one]:
            if choice in tried:
                continue
            tried.add(choice)
            if choice not in holder or place(holder[choice], tried):
                holder[choice] = one
                return True
        return False

    for one in range(len(choices)):
        place(one, set())
    return set(holder.values())


def _targets(value: Any, tool: Tool | None, keys: Keys) -> Any:
    """The part of an input that says whom, where, which or how much; `_LEFT_OUT` when there is none."""
    if bindings.is_binding(value):
        return _LEFT_OUT  # known at run time: asked about then, with the real value
    if isinstance(value, dict):
        inner = {str(key): _targets(one, tool, (*keys, str(key))) for key, one in value.items()}
        kept = {key: one for key, one in inner.items() if one is not _LEFT_OUT}
        return kept or _LEFT_OUT
    if isinstance(value, list | tuple):
        parts = [part for one in value if (part := _targets(one, tool, keys)) is not _LEFT_OUT]
        return parts or _LEFT_OUT
    return value if _decides(value, tool, keys) else _LEFT_OUT


def _decides(value: Any, tool: Tool | None, keys: Keys) -> bool:
    if value is None or value == "" or not keys:
        return False
    if tool is not None and tool.content and covers(tool.content, keys, tool.input_schema, text=isinstance(value, str)):
        return False
    if isinstance(value, bool) or (isinstance(value, str) and (len(value) > TEXT_LIMIT or "\n" in value)):
        # A key that the schema does not name is data itself, whatever stands behind it.
        return is_named_target(keys[-1]) or tool is None or schemas_at(tool.input_schema, keys) is None
    return True


def _values(given: Any, catalog: Catalog, keys: Keys = ()) -> Iterator[Value]:
    """Every value with its place; a person is one value, by whichever of their ids."""
    if isinstance(given, dict):
        for key, one in given.items():
            yield from _values(one, catalog, (*keys, str(key)))
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _values(one, catalog, keys)
    else:
        person = catalog.person(given) if isinstance(given, str) else None
        yield keys, person.id if person else given
