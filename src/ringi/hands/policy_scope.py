"""What a policy says will be written, as data, and what a plan writes beyond it.

A policy is approved before its plan is made. Its writes, with every value that is not confirmed as content, are part of
its digest; the gate holds the plan against them and marks each write that is not the same. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ringi.catalog import Catalog, JsonObject, Person, Tool
from ringi.errors import Invalid
from ringi.facts.canonical import plain, spelt
from ringi.hands import bindings
from ringi.hands.content import Keys, covers
from ringi.hands.late_limits import KEY

TITLE_LIMIT = 60
_CONTENT = object()


def list_writes(calls: Sequence[Mapping[str, Any]], catalog: Catalog) -> list[JsonObject]:
    """The calls that write, as steps whose input has all but what was confirmed as content."""
    found: list[JsonObject] = []
    for call in calls:
        name = str(call.get("tool", ""))
        tool = catalog.tool(name)
        if tool is not None and tool.effect == "read":
            continue
        number = len(found) + 1
        title = str(call.get("title") or (tool.title if tool else "") or name)[:TITLE_LIMIT]
        given = call.get("toolInput")
        targets = _targets(given if isinstance(given, dict) else {}, tool, ())
        found.append({"stepId": f"write-{number}", "order": number, "title": title, "tool": name, "toolInput": targets})
    return found


def find_excess(
    scope: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], catalog: Catalog, done: Sequence[str] = ()
) -> list[JsonObject]:
    """The steps of a plan that write what its policy does not name, each with the reason.

    A write of the policy covers one step: the same tool, with the same values in the same places. A value that is known
    at run time only is asked about then, unless the plan sets it a limit: that is seen on the plan alone. Steps in
    `done` have run and use up what covers them. `why` is one of

    - `tool`: the policy does not use that tool, or it is another one by now;
    - `values`: it is called with other values (at `paths`), fewer included;
    - `person`: an id means somebody else by now;
    - `again`: it is called more often.
    """
    people = {str(one.get("id")): one for one in scope.get("people") or ()}
    allowed = [(str(one["tool"]), _same(one["toolInput"], people, catalog)) for one in scope.get("writes") or ()]
    left, found = list(allowed), []
    for step in steps:
        for one in list_writes([step], catalog):
            name, given = str(one["tool"]), _same(one["toolInput"], people, catalog)
            at = next((at for at, (tool, values) in enumerate(left) if tool == name and _covers(values, given)), None)
            if step.get(KEY):
                why: JsonObject = {"why": "values", "paths": sorted(step[KEY])}
            elif at is None:
                why = _reason(name, given, allowed)
            else:
                why = _changed(one, scope, people, catalog)
            if at is not None:
                del left[at]
            if why and step["stepId"] not in done:
                found.append({"stepId": str(step["stepId"]), **why})
    return found


def tool_entries(writes: Sequence[Mapping[str, Any]], catalog: Catalog) -> list[JsonObject]:
    """Which tools these are: whose, with which schema, where they run."""
    tools = [tool for name in sorted({str(one["tool"]) for one in writes}) if (tool := catalog.tool(name)) is not None]
    return [_tool_entry(tool) for tool in tools]


def person_entries(writes: Sequence[Mapping[str, Any]], catalog: Catalog) -> list[JsonObject]:
    """Whom the values mean, by whichever of their ids."""
    found: dict[str, JsonObject] = {}
    for text in _texts([one["toolInput"] for one in writes]):
        person = catalog.person(text)
        if person is not None:
            found[text] = _person_entry(text, person)
    return [found[text] for text in sorted(found)]


def _changed(
    write: JsonObject, scope: Mapping[str, Any], people: Mapping[str, JsonObject], catalog: Catalog
) -> JsonObject:
    """Why a write that reads the same is another one by now; empty when it is not."""
    tool = catalog.tool(write["tool"])
    bound = next((one for one in scope.get("tools") or () if one.get("name") == write["tool"]), None)
    if tool is not None and bound is not None and bound != _tool_entry(tool):
        return {"why": "tool"}
    for one in person_entries([write], catalog):
        if one["id"] in people and people[one["id"]] != one:
            return {"why": "person"}
    return {}


def _tool_entry(tool: Tool) -> JsonObject:
    return {"name": tool.name, "server": tool.server, "schema": tool.schema_hash}


def _person_entry(identity: str, person: Person) -> JsonObject:
    slack = {"slack": person.slack_user_id} if person.slack_user_id else {}
    return {"id": identity, "name": person.name, "department": person.department, **slack}


def _reason(name: str, given: Any, allowed: Sequence[tuple[str, Any]]) -> JsonObject:
    same = [values for tool, values in allowed if tool == name]
    if not same:
        return {"why": "tool"}
    differing = [
        sorted(key for key in {**values, **given} if not _covers(values.get(key), given.get(key))) for values in same
    ]
    nearest = min(differing, key=len)
    return {"why": "values", "paths": nearest} if nearest else {"why": "again"}


def _covers(allowed: Any, given: Any) -> bool:
    """Whether two values are the same to the letter; a value that a person will be asked about is covered by any."""
    if bindings.is_binding(given):
        return True
    if type(allowed) is dict and type(given) is dict:
        return allowed.keys() == given.keys() and all(_covers(allowed[key], given[key]) for key in allowed)
    if type(allowed) is list and type(given) is list:
        return len(allowed) == len(given) and all(map(_covers, allowed, given))
    return spelt(plain(allowed)) == spelt(plain(given))


def _targets(value: Any, tool: Tool | None, keys: Keys) -> Any:
    """An input without what was confirmed as content; `_CONTENT` where nothing else is in it."""
    if bindings.is_binding(value):
        return _bound(value, tool, keys)
    if isinstance(value, dict):
        inner = {str(key): _targets(one, tool, (*keys, str(key))) for key, one in value.items() if one is not None}
        return {key: one for key, one in inner.items() if one is not _CONTENT}
    if keys and _is_content(tool, keys, text=isinstance(value, str)):
        return _CONTENT
    if isinstance(value, list | tuple):
        return [one for one in (_targets(one, tool, keys) for one in value) if one is not _CONTENT]
    return value


def _bound(binding: JsonObject, tool: Tool | None, keys: Keys) -> Any:
    """A value that is known at run time only, as the plan has it; a text without places is known now."""
    if _is_content(tool, keys, text=bindings.TEXT in binding):
        return _CONTENT
    try:
        parts = bindings.pieces(binding)
    except Invalid:
        return dict(binding)
    return "".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else dict(binding)


def _is_content(tool: Tool | None, keys: Keys, *, text: bool) -> bool:
    return tool is not None and bool(tool.content) and covers(tool.content, keys, tool.input_schema, text=text)


def _same(given: Any, people: Mapping[str, JsonObject], catalog: Catalog) -> Any:
    """The value with one id for everybody whom the policy names, by whichever of their ids."""
    if isinstance(given, dict):
        return {key: _same(one, people, catalog) for key, one in given.items()}
    if isinstance(given, list):
        return [_same(one, people, catalog) for one in given]
    person = catalog.person(given) if isinstance(given, str) else None
    if person is None:
        return given
    named = (one for one in people.values() if one["id"] in (person.id, person.slack_user_id))
    return person.id if any(one.get("slack", "") == person.slack_user_id for one in named) else given


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return [value] if isinstance(value, str) else []
