"""What is connected, as plain data: tools with their schemas and classes, people and departments a request may name.

Stands below the rooms, because a mind plans with it, the hands act by it and the flow pins it. Nothing here talks to a
server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Effect = Literal["read", "write"]
JsonObject = dict[str, Any]

SURFACES = frozenset({"web", "cli", "slack", "api", "ag_ui", "mcp", "console", "discord", "webhook"})
"""What a person's identity in the records begins with: where they came in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What another's server says about its tool, and what `ringi.toml` says of it. Only the file's word counts; the
    server's is proposed to an administrator.
    """

    reads: bool = False
    repeatable: bool = False
    destructive: bool = False
    """Said by either: this narrows, so it is believed."""
    content: tuple[str, ...] = ()
    labels: JsonObject = field(default_factory=dict)
    file_reads: bool = False
    file_writes: bool = False
    file_repeatable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One MCP tool as it was listed by its server."""

    name: str
    server: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject | None = None
    title: str = ""
    effect: Effect = "write"
    """`read` only where the house, `ringi.toml` or an administrator says so; a server's hint is only a claim."""
    destructive: bool = False
    """It says itself that it destroys, or `ringi.toml` says so: a person is asked just before each call."""
    idempotent: bool = False
    """Calling it again with the same idempotency key changes nothing more. Said by the same as `effect`."""
    content: tuple[str, ...] = ()
    """Paths of arguments that may be filled in at run time without a person being asked (`hands.content`)."""
    claims: Claims | None = None
    """What another's server says of it; None for what comes with the house."""
    meta: JsonObject = field(default_factory=dict)
    """The tool's `_meta`: `ringi/keywords` (list of words in any language), `ringi/labels` ({argument or output field:
    [ja, en, zh]}; of another's server only once they are confirmed)."""
    place: str = ""
    """Where its server is, as `ringi.toml` says it; empty for what runs in this process."""
    whereabouts: Mapping[str, str] = field(default_factory=dict)
    """Where and how its server really runs, without secrets (`hands.whereabouts`); empty in this process. Its digest is
    part of every approved one beside `schema_hash`, and of what was accepted of the server."""
    schema_hash: str = ""
    """SHA-256 over name, server and its place, input schema, and the class and provenance that the server claims: part
    of every approved digest."""
    description_hash: str = ""
    bundled: bool = False
    """Comes with the house and runs in its process: as trusted as the code around it."""

    @property
    def company(self) -> tuple[str, str]:
        """Id and name of the company whose books it reads; empty for all others. Only the house's own may say it."""
        whose = self.meta.get("ringi/whose") if self.bundled else None
        return (str(whose.get("company", "")), str(whose.get("name", ""))) if isinstance(whose, dict) else ("", "")

    @property
    def asks_about_late_values(self) -> bool:
        """Whether a value that is only known at run time may do something here: in every write, and in a read by
        another's server, which leaves the house.
        """
        return self.effect == "write" or self.claims is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody whom a request may name. Comes from the servers' `directory` resources, never from a guess."""

    id: str
    name: str
    names: tuple[str, ...] = ()
    """Other spellings: kana, romaji, Chinese."""
    department: str = ""
    slack_user_id: str = ""
    active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Department:
    """A department under the name the tools take, and what else people call it."""

    name: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why something that was configured is not in the catalog. The others are not taken down by it."""

    server: str
    code: str
    values: JsonObject = field(default_factory=dict)

    def message(self, lang: str = "en") -> str:
        from ringi.words.errors import message

        return message(self.code, lang, self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one server stands: what a page says of it beside its tools."""

    server: str
    kind: str
    """`memory`, `stdio` or `http`."""
    state: Literal["up", "down"]
    reason: str = ""
    """Why it is down, or why it was the last time; without secrets."""
    failures: int = 0
    """How often in a row it could not be reached, or died soon after it was."""
    again_in: float = 0.0
    """Seconds until it is tried again by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """All that is connected: what can be done, and whom and what it can be done with."""

    tools: tuple[Tool, ...] = ()
    people: tuple[Person, ...] = ()
    departments: tuple[Department, ...] = ()
    problems: tuple[Problem, ...] = ()
    servers: tuple[Standing, ...] = ()
    _named: dict[str, Tool] = field(init=False, repr=False, compare=False)
    """Asked for at every step of every plan."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", {tool.name: tool for tool in reversed(self.tools)})

    def tool(self, name: str) -> Tool | None:
        """The first one of this name."""
        return self._named.get(name)

    def person(self, identity: str) -> Person | None:
        return next((one for one in self.people if identity in (one.id, one.slack_user_id)), None)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)
