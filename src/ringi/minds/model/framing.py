"""What a model is given: the stable part (the catalogue of tools) and what varies (the request and its history). Pure.

Whatever people, tools and servers wrote stands inside a block that is marked as data. Nothing in a block can end it:
the characters that marks are made of are spelt as escapes there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ringi.catalog import Catalog, Person, Tool
from ringi.minds import Brief, JsonObject
from ringi.minds.intending import Situation
from ringi.words import say

PEOPLE = 40
"""Persons of the directory that one request is given at most; a company has ten thousand."""
DESCRIPTION = 1_000
CATALOGUE = 120_000
"""Characters of the catalogue; a larger one is given without its output fields, then with shorter descriptions."""
OUTPUT, LINE, LINES = 2_000, 400, 100
"""Characters of the beginning and of the end of what an action printed, of a line of the log, and how many of them."""
_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def spelt(value: Any) -> str:
    """JSON in which no mark can be written; always the same bytes for the same value."""
    written = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return written.encode("utf-8", "replace").decode().translate(_ESCAPES)


def block(name: str, value: Any) -> str:
    return f'<data name="{name}">\n{spelt(value)}\n</data>'


# -- the stable part -------------------------------------------------------------------------------------------------


def catalogue(catalog: Catalog, *, schemas: bool = True) -> tuple[str, tuple[JsonObject, ...]]:
    """The tools, the same bytes for the same tools in any order; and what had to be left out of them.

    A mind that only reads a request (`schemas=False`) is told what tools there are, not how they are called.
    """
    tools = sorted(catalog.tools, key=lambda tool: (tool.name, tool.server))
    for outputs, length in ((True, DESCRIPTION), (False, DESCRIPTION), (False, 120)):
        text = block("tools", [_tool(tool, schemas, outputs, length) for tool in tools])
        if len(text) <= CATALOGUE:
            break
    else:
        outputs, length = False, 120
    missing: list[JsonObject] = []
    if schemas and not outputs and any(tool.output_schema for tool in tools):
        missing.append({"id": "tools.outputs", "reason": "size"})
    if any(len(tool.description) > length for tool in tools):
        missing.append({"id": "tools.descriptions", "reason": "size"})
    missing += [{"id": f"server.{one.server}", "reason": one.code} for one in catalog.problems]
    return text, tuple(missing)


def _tool(tool: Tool, schemas: bool, outputs: bool, length: int) -> JsonObject:
    told: JsonObject = {"name": tool.name, "effect": tool.effect, "description": tool.description[:length]}
    if schemas:
        told["input"] = tool.input_schema
        origin = tool.meta.get("ringi/provenance")
        if isinstance(origin, dict):
            told["mayComeFrom"] = origin
        if outputs and tool.output_schema:
            told["output"] = tool.output_schema
    return told


# -- what varies -----------------------------------------------------------------------------------------------------


def situation(brief: Brief, lang: str) -> tuple[str, tuple[JsonObject, ...]]:
    """The request and all that was said about it, each in its own block; and whom of the directory it leaves out."""
    day = brief.asked_on or brief.today
    people, left_out = _directory(brief)
    parts = [
        say("model", "today", lang, today=brief.today.isoformat(), weekday=brief.today.isoweekday()),
        say("model", "asked_on", lang, day=day.isoformat()),
        block("request", brief.text),
        block("requester", {"id": brief.requester, "name": brief.requester_name}),
    ]
    if brief.title or brief.description:
        parts.append(block("task", {"title": brief.title, "description": brief.description}))
    departments = [{"name": one.name, "names": list(one.names)} for one in brief.catalog.departments[:100]]
    if people or departments:
        parts.append(block("directory", {"people": people, "departments": departments}))
    if brief.policy:
        parts.append(block("policy", brief.policy))
    if brief.writes:
        approved = [{"tool": one["tool"], "toolInput": one["toolInput"]} for one in brief.writes]
        parts.append(block("policy_writes", approved))
    if brief.steps:
        parts.append(block("previous_plan", list(brief.steps)))
    if brief.done:
        parts += [say("model", "done", lang), block("done", list(brief.done))]
    parts += _history(brief, lang)
    missing = ({"id": "directory", "reason": "size", "count": left_out},) if left_out else ()
    return "\n\n".join(parts), missing


def driving(about: Situation) -> str:
    """All that SPECTRA knows when it decides its next move: only the purpose and the developer's words say what is
    wanted, everything else stands in blocks of its own as what others wrote.
    """
    developer = [one.get("text", "") for one in about.said if one.get("authority") == "developer"]
    public = [one for one in about.said if one.get("authority") != "developer"]
    parts = [
        say("model", "today", about.lang, today=about.today.isoformat(), weekday=about.today.isoweekday()),
        block("situation", about.summary),
        block("purpose", about.purpose),
        block("plan", list(about.goals)),
        block("achieved", [one.get("name") for one in about.achieved]) if about.achieved else "",
        block("task", about.task) if about.task else "",
        block("done", [_shortened(one) for one in about.done]) if about.done else "",
        block("log", [line[:LINE] for line in about.log[-LINES:]]) if about.log else "",
        block("rules", about.rules) if about.rules else "",
        block("public", public) if public else "",
        block("developer", developer) if developer else "",
        block("problem", about.problem) if about.problem else "",
    ]
    return "\n\n".join(filter(None, parts))


def _shortened(done: JsonObject) -> JsonObject:
    """What an action printed, as far as a next move needs it: its beginning and its end."""
    text = str(done.get("output", ""))
    return {**done, "output": text if len(text) <= 2 * OUTPUT else f"{text[:OUTPUT]}\n…\n{text[-OUTPUT:]}"}


def _history(brief: Brief, lang: str) -> list[str]:
    """What people said on the way, in order; the last of it is why there is to be another version."""
    if not brief.comments:
        return []
    told = [
        {
            "kind": one.kind,
            "about": f"{one.layer} v{one.version}",
            "text": one.text,
            **({"question": one.question} if one.question else {}),
            **({"on": one.said_on.isoformat()} if one.said_on else {}),
        }
        for one in brief.comments
    ]
    return [block("history", told), say("model", f"why_{brief.comments[-1].kind}", lang)]


def _directory(brief: Brief) -> tuple[list[JsonObject], int]:
    """Only those who are spoken of, and whoever asks: what is not needed is not given away."""
    said = "\n".join((brief.text, brief.title, brief.description, brief.policy, *(one.text for one in brief.comments)))
    said = f"{said}\n{spelt(list(brief.steps))}".casefold()
    meant = [one for one in brief.catalog.people if _spoken_of(one, said)]
    asking = brief.catalog.person(brief.requester) if brief.requester else None
    found = ([asking] if asking else []) + [one for one in meant if one is not asking]
    return [_person(one) for one in found[:PEOPLE]], max(0, len(found) - PEOPLE)


def _spoken_of(person: Person, said: str) -> bool:
    return any(name and name.casefold() in said for name in _spellings(person))


def _spellings(person: Person) -> Iterable[str]:
    yield from (person.id, person.slack_user_id, person.name, *person.names)
    for name in (person.name, *person.names):
        parts = name.split()
        if len(parts) > 1:
            yield from (part for part in parts if len(part) > 1 and not (part.isascii() and len(part) < 3))


def _person(person: Person) -> JsonObject:
    return {
        "id": person.id,
        "name": person.name,
        "names": list(person.names),
        "department": person.department,
        "active": person.active,
    }
