"""From what servers list to the catalog: tools with their class and hashes, people and departments, and what is wrong.

Plain data in, plain data out; `mcp_hands` does the asking.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ringi.hands.answers import struck
from ringi.hands.config import BUNDLED, VENDORS, Server
from ringi.hands.confirmation import CONTENT, PROVENANCE, claims_of, unconfirmed
from ringi.hands.schemas import schema_problem
from ringi.hands.tools import Catalog, Department, Effect, JsonObject, Person, Problem, Tool

INTERNAL = "ringi/internal"
"""A tool that a bundled server has for the house alone: it can be called, but nobody can plan with it."""
PEOPLE, DEPARTMENTS = "directory://people", "directory://departments"
MAX_TOOLS = 1_000
MAX_SCHEMA = 256 * 1024
MAX_LISTED = 2 * 1024 * 1024
"""Bytes of all definitions of one server: they are read at every judgement."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}")


@dataclass(slots=True)
class Listing:
    """What one server offers."""

    server: Server
    whereabouts: Mapping[str, str] = field(default_factory=dict)
    """Of the connection that was asked."""
    tools: list[Tool] = field(default_factory=list)
    internal: list[Tool] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    departments: list[Department] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    rest: float = 0.0
    """Seconds for which it counts without asking again; long lists are not read at every judgement."""


@dataclass(frozen=True, slots=True)
class Route:
    """Where a tool of the catalog really is."""

    server: str
    name: str
    tool: Tool


def add_tools(listing: Listing, listed: Iterable[Any]) -> Iterator[int]:
    """Take the server's tools (in the protocol's form) that may be used, as what `ringi.toml` says they are.

    Yields:
        The size of each tool after it was read: a long list is read in parts.
    """
    server = listing.server
    seen: set[str] = set()
    listed_size = 0
    for one in listed:
        seen.add(one.name)
        if server.tools is not None and one.name not in server.tools:
            continue
        size, reason = _measured(one)
        listed_size += size
        if reason := reason or ("size" if listed_size > MAX_LISTED else ""):
            values = {"server": server.name, "tool": one.name[:80], "reason": reason}
            listing.problems.append(Problem(server=server.name, code="RINGI-321", values=values))
        elif reason := schema_problem([one.input_schema, one.output_schema]):
            values = {"server": server.name, "tool": one.name, "reason": reason}
            listing.problems.append(Problem(server=server.name, code="RINGI-438", values=values))
        else:
            made = _tool(one, server, listing.whereabouts)
            (listing.internal if made.bundled and made.meta.get(INTERNAL) is True else listing.tools).append(made)
        yield size
    for name in sorted(((server.tools or frozenset()) | set(server.effects) | set(server.idempotent)) - seen):
        values = {"server": server.name, "tool": name}
        listing.problems.append(Problem(server=server.name, code="RINGI-322", values=values))


def merge(listings: Sequence[Listing], owners: dict[str, str]) -> tuple[Catalog, dict[str, Route]]:
    """One catalog of all listings, and the way to each tool.

    Args:
        owners: which server a plain name belongs to; kept by the caller, so that a name does not move to another
            server just because its own is down for a while.
    """
    routes = {
        f"{tool.server}.{tool.name}": Route(tool.server, tool.name, tool) for one in listings for tool in one.internal
    }
    hidden = set(routes)
    problems = [problem for listing in listings for problem in listing.problems]
    for listing in listings:
        for tool in listing.tools:
            plain_is_free = owners.setdefault(tool.name, tool.server) == tool.server and tool.name not in routes
            name = tool.name if plain_is_free else f"{tool.server}.{tool.name}"
            if name in routes:
                values = {"server": tool.server, "tool": tool.name, "reason": "duplicate"}
                problems.append(Problem(server=tool.server, code="RINGI-321", values=values))
                continue
            routes[name] = Route(tool.server, tool.name, tool if plain_is_free else replace(tool, name=name))
    catalog = Catalog(
        tools=tuple(route.tool for name, route in routes.items() if name not in hidden),
        people=_first((one.id, one) for listing in listings for one in listing.people),
        departments=_first((one.name, one) for listing in listings for one in listing.departments),
        problems=tuple(problems),
    )
    return catalog, routes


def hashed(tool: Tool) -> Tool:
    """The tool with what an approval pins (`schema_hash`) and what a planner should look at again when it changes.

    Where its server is, and where a value may come from, is pinned: nothing approved for one place runs at another, and
    a tool must not loosen after approval what the gate was to ask about. What it
    answers with and the words for people are only looked at again.
    """
    from ringi.facts import digest

    pinned: JsonObject = {
        "name": tool.name,
        "server": tool.server,
        "input_schema": tool.input_schema,
        "effect": tool.effect,
        "idempotent": tool.idempotent,
    }
    if tool.destructive:
        pinned["destructive"] = True
    if tool.place:
        pinned["place"] = tool.place
    if PROVENANCE in tool.meta:
        pinned["provenance"] = tool.meta[PROVENANCE]
    shown = {
        "description": tool.description,
        "title": tool.title,
        "output_schema": tool.output_schema,
        "meta": tool.meta,
    }
    return replace(tool, schema_hash=digest("ringi.tool.v1", pinned), description_hash=digest("ringi.tool.v1", shown))


def read_people(text: str) -> list[Person]:
    """The people of a directory; raises ValueError if it is not one."""
    return [
        Person(
            id=_word(one, "id"),
            name=_word(one, "name"),
            names=_words(one.get("names")),
            department=str(one.get("department") or ""),
            slack_user_id=str(one.get("slack_user_id") or ""),
            active=one.get("active") is not False,
        )
        for one in _objects(text)
    ]


def read_departments(text: str) -> list[Department]:
    """The departments of a directory; raises ValueError if it is not one."""
    return [Department(name=_word(one, "name"), names=_words(one.get("names"))) for one in _objects(text)]


def _tool(one: Any, server: Server, whereabouts: Mapping[str, str] | None = None) -> Tool:
    """The tool as it counts. Approvals pin what the server claims, so that a changed claim is a changed tool."""
    hints = one.annotations
    reads = hints is not None and hints.read_only_hint is True
    destroys = hints is not None and hints.destructive_hint is True
    repeats = hints is not None and hints.idempotent_hint is True
    effect: Effect = server.effects.get(one.name, "read" if reads else "write")
    made = hashed(
        Tool(
            name=one.name,
            server=server.name,
            title=struck(one.title or (hints.title if hints is not None else "") or "", server),
            description=struck(one.description or "", server),
            input_schema=struck(one.input_schema, server),
            output_schema=struck(one.output_schema, server),
            effect=effect,
            destructive=effect == "write" and server.destructive.get(one.name, destroys),
            idempotent=server.idempotent.get(one.name, repeats),
            meta=struck(dict(one.meta or {}), server),
            place=struck(server.place, server),
            whereabouts=whereabouts or {},
            bundled=server.kind == "memory" and server.name in (*BUNDLED, *VENDORS),
        )
    )
    if made.bundled:
        return replace(made, content=tuple(made.meta.get(CONTENT, ())))
    claims = claims_of(
        made.meta,
        reads=reads,
        repeatable=repeats,
        destructive=server.destructive.get(one.name, destroys),
        file_reads=server.effects.get(one.name) == "read",
        file_writes=server.effects.get(one.name) == "write",
        file_repeatable=server.idempotent.get(one.name) is True,
    )
    return unconfirmed(made, claims)


def _measured(one: Any) -> tuple[int, str]:
    """How large a tool's definition is, and why it cannot be used; nothing when it can."""
    if not _NAME.fullmatch(one.name):
        return 0, "name"
    try:
        size = len(json.dumps([one.input_schema, one.output_schema, one.meta, one.description], allow_nan=False))
    except (ValueError, TypeError, RecursionError):
        return 0, "schema"
    return (size, "") if size <= MAX_SCHEMA else (0, "size")


def _first(pairs: Iterable[tuple[str, Any]]) -> tuple[Any, ...]:
    """One per id: who was listed first cannot be replaced by a later server."""
    found: dict[str, Any] = {}
    for identity, one in pairs:
        found.setdefault(identity, one)
    return tuple(found.values())


def _objects(text: str) -> list[JsonObject]:
    data = json.loads(text)
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise ValueError("not a list of objects")
    return data


def _word(one: Mapping[str, Any], key: str) -> str:
    value = one.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"no {key}")
    return value


def _words(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError("names")
    return tuple(value)
