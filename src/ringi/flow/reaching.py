"""Where a step really leads, settled before anybody is asked and looked at again before the call.

A tool of the house may say (in its `_meta`) that an argument is looked up: a recipient in Slack, a spreadsheet in
Google. It is then replaced by what it means – one user id, one link – so that what is approved has nothing left to be
looked up, and whom or what that is stands in the approval beside the people of the directory.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from ringi.errors import Conflict, RingiError
from ringi.hands import bindings
from ringi.hands.tools import Catalog, Hands, Tool

if TYPE_CHECKING:
    from ringi.flow.execution import Run

RESOLVES = "ringi/resolves"
SECONDS = 120.0
"""For one look-up with all its patience."""
Entry = dict[str, Any]


async def settle(
    hands: Hands,
    catalog: Catalog,
    steps: list[dict[str, Any]],
    requester: str,
    known: str = "",
    done: tuple[str, ...] = (),
) -> tuple[list[dict[str, Any]], list[Entry]]:
    """The steps with every destination written out, and what each of them is. Steps that ran stay as they ran.

    Args:
        requester: identity of whoever asked.
        known: their Slack user id, where that is in the books.

    Raises:
        RingiError: nobody, nothing, or more than one (`RINGI-453` to `469`).
    """
    settled, found = [], dict[str, Entry]()
    for step in steps:
        tool = catalog.tool(step["tool"])
        if tool is None or step["stepId"] in done:
            settled.append(step)
            continue
        given, entries = await reached(hands, catalog, tool, step["toolInput"], requester, known)
        settled.append({**step, "toolInput": given} if entries else step)
        found.update((one["id"], one) for one in entries)
    return settled, [found[key] for key in sorted(found)]


async def reached(
    hands: Hands, catalog: Catalog, tool: Tool, given: dict[str, Any], requester: str, known: str = ""
) -> tuple[dict[str, Any], list[Entry]]:
    """The arguments with their destinations written out, and who or what those are."""
    entries: list[Entry] = []
    for name, resolver in resolved_by(tool).items():
        value = given.get(name)
        if not isinstance(value, str) or bindings.is_binding(value):
            continue
        arguments: dict[str, Any] = {"value": value}
        if name == "recipient":
            arguments["known"] = _in_directory(catalog, value, known)
        outcome = await hands.call(f"{tool.server}.{resolver}", arguments, key="", timeout=SECONDS, requester=requester)
        if outcome.status != "completed":
            raise RingiError(outcome.code or "RINGI-404", **outcome.values)
        told = outcome.result
        if not told["via"]:
            continue
        given = {**given, name: told["value"]}
        entries.append({"id": told["value"], **_who(catalog, told), "via": told["via"]})
    return given, entries


def resolved_by(tool: Tool) -> dict[str, str]:
    """Which arguments are looked up, and by which tool. Only what comes with the house is believed in this."""
    said = tool.meta.get(RESOLVES)
    return {str(name): str(one) for name, one in said.items()} if tool.bundled and isinstance(said, dict) else {}


async def rechecked(
    hands: Hands, catalog: Catalog, tool: Tool, step: dict[str, Any], given: dict[str, Any], run: Run
) -> tuple[dict[str, Any], list[Entry]]:
    """The arguments as they may be sent, and who or what was only known now; that is for the step's own approval.

    Args:
        step: as it was approved, with its bindings.
        given: its arguments, every binding filled in.

    Raises:
        Conflict: a destination that was approved now means somebody or something else (`RINGI-467`).
    """
    looked_up, services = resolved_by(tool), of_services(run.people)
    if not looked_up and not services:
        return given, []
    settled, now = await reached(hands, catalog, tool, given, run.requester)
    written = {value for value in step["toolInput"].values() if isinstance(value, str)}
    shown = [one for one in services if one["id"] in written]
    literal = [name for name in looked_up if isinstance(step["toolInput"].get(name), str)]
    same = {one["id"] for one in now if any(settled.get(name) == one["id"] for name in literal)}
    kept = [one for one in now if one["id"] in same]
    if any(settled[name] != given[name] for name in literal) or _in_order(shown) != _in_order(kept):
        raise Conflict("RINGI-467", approved=_named(shown), now=_named(kept))
    return settled, [one for one in now if one["id"] not in same]


def together(people: list[Entry], reached: list[Entry]) -> list[Entry]:
    """Who and what a plan names: as the services say where they were asked, else as the directory says."""
    asked = {one["id"] for one in reached}
    return _in_order([*(one for one in people if one["id"] not in asked), *reached])


def of_services(people: list[Entry]) -> list[Entry]:
    """Of what an approval has resolved, what a service was asked about."""
    return [one for one in people if one.get("via")]


def _in_directory(catalog: Catalog, value: str, known: str) -> list[str]:
    """The Slack ids that the company's directory has for a recipient: by its own id, or by a name, of all namesakes."""
    if value == "requester":
        return [one for one in (known,) if one]
    person = catalog.person(value)
    found = [person] if person else [one for one in catalog.people if _folded(value) in _names(one)]
    return [one.slack_user_id for one in found if one.slack_user_id and one.active]


def _names(person: Any) -> set[str]:
    return {_folded(one) for one in (person.name, *person.names)}


def _folded(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _who(catalog: Catalog, told: dict[str, Any]) -> dict[str, str]:
    """Somebody as the directory knows them, and as the service does where that is not the same."""
    person = catalog.person(told["value"])
    if person is None:
        return {"name": told["name"], "department": ""}
    same = not told["name"] or _folded(told["name"]) in _names(person)
    return {"name": person.name if same else f"{person.name} / {told['name']}", "department": person.department}


def _in_order(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda one: str(one["id"]))


def _named(entries: list[Entry]) -> str:
    return ", ".join(f"{one['name']} ({one['id']}, {one['via']})" for one in entries) or "—"
