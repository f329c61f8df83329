"""Tools as people accepted them. A tool that has changed since is neither planned with nor called until an admin has
looked; nor is one that a server offers only since it was accepted.

A tool is accepted with the server that an admin adds, by the first approval of a plan that uses it, or by name. What an
admin confirms about it (`hands.confirmation`) is kept with that and counts for exactly that tool.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ringi import clock
from ringi.errors import NotFound, Refused
from ringi.facts.redact import redact
from ringi.flow.people import Actor
from ringi.hands.confirmation import NOTHING, Confirmation, apply_confirmation, read_confirmation
from ringi.hands.tools import Catalog, Tool
from ringi.hands.whereabouts import told, whereabouts_digest
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

WHOLE = "*"
"""In the place of a tool's name: the server was accepted with all it offered. No tool is called that."""
PLACE = "@"
"""The same for where and how a server ran when something of it was accepted: the digest stands where a tool has its
schema's, what it was where a tool has its description's."""
CARRIED = "carried"
"""State of a place that nobody looked at: it was there when the first release that binds it came, and the tools of the
server were as they had been accepted, command and address included."""
KEPT_TEXT, KEPT_SCHEMA = 8_000, 32_000
"""Characters of what was accepted that the audit log keeps, so that a later change can be seen."""
_PINS = (
    "SELECT server, tool, schema_hash, description_hash, confirmed, state, pinned_at FROM tool_pins WHERE tenant_id = ?"
)
_PINS_OF_ONE = f"{_PINS} AND (tool IN (?, ?) OR (tool IN ('*', '@') AND server = ?)) ORDER BY id"
_ALL = f"{_PINS} ORDER BY id"


@dataclass(frozen=True, slots=True)
class Pins:
    """What was accepted here."""

    tools: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """(server, schema, description) by the tool's name."""
    whole: frozenset[str] = frozenset()
    """Servers that were accepted with all they offered: what they offer besides is new."""
    own: dict[tuple[str, str], tuple[str, str, str]] = field(default_factory=dict)
    """Of `tools`, by server and plain name: which of two servers has the plain name may change from start to start."""
    places: dict[str, str] = field(default_factory=dict)
    """The digest of where a server ran when it was accepted, by its name; none of one from before that was kept."""
    confirmations: dict[tuple[str, str], Confirmation] = field(default_factory=dict)
    """What was confirmed about the same, as it was accepted."""

    def allow(self, tool: Tool) -> bool:
        """Whether it is what was accepted. Those that come with the house change with the house: whoever upgraded it
        has looked at them, and what was approved before stays bound to their schema all the same.
        """
        pin = self.own.get((tool.server, _plain(tool.name, tool.server))) or self.tools.get(tool.name)
        if not self.at_its_place(tool):
            return False
        if pin is None:
            return tool.server not in self.whole
        return pin == _now(tool) or (tool.bundled and pin[0] == tool.server)

    def at_its_place(self, tool: Tool) -> bool:
        """Whether its server runs where it ran when it was accepted."""
        return tool.bundled or self.places.get(tool.server) in (None, whereabouts_digest(tool.whereabouts))

    def confirmation(self, tool: Tool) -> Confirmation:
        """What was confirmed about this tool; nothing of one that has changed since."""
        key = (tool.server, _plain(tool.name, tool.server))
        return (
            self.confirmations.get(key, NOTHING)
            if self.own.get(key) == _now(tool) and self.at_its_place(tool)
            else NOTHING
        )

    def confirmed(self, catalog: Catalog) -> Catalog:
        """The catalogue as it counts here: every tool with what was confirmed about it, and no more."""
        if not self.confirmations:
            return catalog
        return replace(catalog, tools=tuple(apply_confirmation(tool, self.confirmation(tool)) for tool in catalog))


def pin(tx: Tx, tools: list[dict[str, Any]]) -> None:
    """Remember the tools of a plan that was just approved, if this is the first time."""
    for tool in tools:
        known = tx.settled(
            "tool_pins",
            "SELECT id FROM tool_pins WHERE tenant_id = ? AND server = ? AND tool = ?",
            (tx.tenant_id, tool["server"], tool["name"]),
        )
        if not known and "description" in tool:
            _insert(tx, tool["server"], tool["name"], tool["schema"], tool["description"], tool["effect"])
        if tool.get("place") and _place_row(tx, tool["server"]) is None:
            _insert(tx, tool["server"], PLACE, tool["place"], dumps(tool["whereabouts"]), "")


def pinned(tx: Tx) -> Pins:
    rows = tx.settled("tool_pins", _ALL, (tx.tenant_id,))
    pins = [(row["tool"], _pin(row)) for row in rows if row["tool"] not in (WHOLE, PLACE)]
    return Pins(
        tools=dict(pins),
        confirmations={
            (row["server"], _plain(row["tool"], row["server"])): read_confirmation(json.loads(row["confirmed"]))
            for row in rows
            if row["confirmed"] != "{}"
        },
        own={(pin[0], _plain(name, pin[0])): pin for name, pin in pins},
        whole=frozenset(row["server"] for row in rows if row["tool"] == WHOLE),
        places={row["server"]: row["schema_hash"] for row in rows if row["tool"] == PLACE},
    )


def unplaced(pins: Pins, catalog: Catalog) -> list[Tool]:
    """One tool of each server that was accepted before it was kept where it runs, and that is as it was accepted."""
    found = {
        tool.server: tool
        for tool in catalog
        if tool.whereabouts and tool.server not in pins.places and pins.own.get(_key(tool)) == _now(tool)
    }
    return list(found.values())


def carry_over(tx: Tx, tools: Sequence[Tool]) -> None:
    """Keep where the servers of these tools run now: what follows is held against it. Their command and address are
    inside what was accepted, and the same; their environment, headers and program could not be compared before.
    """
    for tool in tools:
        if _place_row(tx, tool.server) is None:
            _insert_place(tx, tool, CARRIED)


def known(tx: Tx, tool: str) -> bool:
    """Whether a tool that is not connected now has been approved, allowed or forbidden here before."""
    name = (tx.tenant_id, tool)
    return bool(
        tx.settled("tool_pins", "SELECT 1 AS one FROM tool_pins WHERE tenant_id = ? AND tool = ?", name)
        or tx.settled(
            "tool_permissions", "SELECT 1 AS one FROM tool_permissions WHERE tenant_id = ? AND tool_name = ?", name
        )
    )


def changed(pins: Pins, catalog: Catalog) -> set[str]:
    """Tools in quarantine: not what was accepted before."""
    return {tool.name for tool in catalog if not pins.allow(tool)}


def check_call(tx: Tx, tool: Tool, approved_at: str = "") -> None:
    """Refuses a tool that is not what was accepted, at the moment of its call.

    Args:
        approved_at: of an approval that does not say itself where the server ran, when it was given. A place that an
            administrator has accepted since then is not the one it was given for.

    Raises:
        Refused: the tool has changed (`RINGI-677`), or where its server runs (`RINGI-417`).
    """
    row = _place_row(tx, tool.server) if tool.whereabouts else None
    if row is not None:
        since = bool(approved_at) and row["state"] != CARRIED and row["pinned_at"] > approved_at
        if since or row["schema_hash"] != whereabouts_digest(tool.whereabouts):
            raise Refused("RINGI-417", server=tool.server, **told(_described(row), tool.whereabouts))
    if quarantined(tx, tool):
        raise Refused("RINGI-677", tool=tool.name)
    if row is None and tool.whereabouts:
        carry_over(tx, [tool])


def quarantined(tx: Tx, tool: Tool) -> bool:
    """Whether one tool is not what was accepted."""
    rows = _rows_of(tx, tool)
    if _elsewhere(rows, tool):
        return True
    mine = _own(rows, tool) or [row for row in rows if row["tool"] == tool.name]
    if not mine:
        return any(row["tool"] == WHOLE for row in rows)
    pin = _pin(mine[-1])
    return pin != _now(tool) and not (tool.bundled and pin[0] == tool.server)


def confirmed(tx: Tx, tool: Tool) -> Tool:
    """One tool as it counts at this moment: with what was confirmed about exactly this one."""
    if tool.claims is None:
        return tool
    rows = _rows_of(tx, tool)
    own = [row for row in _own(rows, tool) if _pin(row) == _now(tool) and not _elsewhere(rows, tool)]
    return apply_confirmation(tool, read_confirmation(json.loads(own[-1]["confirmed"])) if own else NOTHING)


def _rows_of(tx: Tx, tool: Tool) -> Sequence[Row]:
    plain = _plain(tool.name, tool.server)
    return tx.settled("tool_pins", _PINS_OF_ONE, (tx.tenant_id, plain, f"{tool.server}.{plain}", tool.server))


def _own(rows: Sequence[Row], tool: Tool) -> list[Row]:
    return [row for row in rows if row["tool"] not in (WHOLE, PLACE) and row["server"] == tool.server]


def _elsewhere(rows: Sequence[Row], tool: Tool) -> bool:
    """Whether its server runs somewhere else than when it was accepted."""
    place = next((row["schema_hash"] for row in rows if row["tool"] == PLACE), None)
    return not tool.bundled and place not in (None, whereabouts_digest(tool.whereabouts))


def _pin(row: Row) -> tuple[str, str, str]:
    return row["server"], row["schema_hash"], row["description_hash"]


def _plain(name: str, server: str) -> str:
    """A tool's name as its server calls it."""
    return name.removeprefix(f"{server}.") if server else name


def _key(tool: Tool) -> tuple[str, str]:
    return tool.server, _plain(tool.name, tool.server)


def _place_row(tx: Tx, server: str) -> Any:
    rows = tx.settled("tool_pins", f"{_PINS} AND server = ? AND tool = '@'", (tx.tenant_id, server))
    return rows[0] if rows else None


def _described(row: Any) -> dict[str, str]:
    """Where a server ran when it was accepted, in words."""
    found: dict[str, str] = json.loads(row["description_hash"])
    return found


def place_of(tx: Tx, server: str) -> dict[str, str] | None:
    """Where a server ran when it was accepted; None when that was not kept."""
    row = _place_row(tx, server)
    return _described(row) if row is not None else None


def _now(tool: Tool) -> tuple[str, str, str]:
    return tool.server, tool.schema_hash, tool.description_hash


def trust(tx: Tx, actor: Actor, tool: Tool | None, name: str, confirmation: Confirmation = NOTHING) -> dict[str, Any]:
    """An admin has looked at the tool as it is now, and says what counts of what it claims."""
    if tool is None:
        raise NotFound("RINGI-136", tool=name[:80])
    before = (tx.tenant_id, name)
    was = tx.one("SELECT 1 AS one FROM tool_pins WHERE tenant_id = ? AND tool = ?", before)
    _accept(tx, actor, tool, confirmation)
    return {"tool": name, "trusted": True, "was_pinned": was is not None, "confirmed": confirmation.as_dict()}


def accept_server(tx: Tx, actor: Actor, server: str, tools: Sequence[Tool], *, at_once: bool = True) -> list[str]:
    """An admin takes a server with all it offers now; with `at_once` off, nothing of it before it was looked at."""
    before = pinned(tx)
    tx.remove("tool_pins", "tenant_id = ? AND server = ? AND tool = ?", (tx.tenant_id, server, WHOLE))
    _insert(tx, server, WHOLE, "", "", "")
    for tool in tools if at_once else ():
        _accept(tx, actor, tool, before.confirmation(tool))
    if tools and not at_once:
        _accept_place(tx, tools[0])
    return [tool.name for tool in tools]


def forget_server(tx: Tx, server: str) -> None:
    """It was removed: should one of that name come again, it is accepted anew."""
    tx.remove("tool_pins", "tenant_id = ? AND server = ?", (tx.tenant_id, server))


def audited_as(tool: str) -> str:
    """Under which id the audit log keeps what was accepted of a tool."""
    return f"tool:{tool}"


def _accept(tx: Tx, actor: Actor, tool: Tool, confirmation: Confirmation) -> None:
    tx.remove("tool_pins", "tenant_id = ? AND tool = ?", (tx.tenant_id, tool.name))
    kept = dumps(confirmation.as_dict())
    _insert(tx, tool.server, tool.name, tool.schema_hash, tool.description_hash, tool.effect, confirmed=kept)
    _accept_place(tx, tool)
    schema = json.dumps(tool.input_schema, ensure_ascii=False)
    details = {
        "tool": tool.name,
        "server": tool.server,
        "place": redact(tool.place),
        "trusted": True,
        "schema": tool.schema_hash,
        "confirmed": confirmation.as_dict(),
        "description": tool.description[:KEPT_TEXT],
        "input_schema": tool.input_schema if len(schema) <= KEPT_SCHEMA else None,
    }
    who = {"actor_type": "user", "actor_id": actor.identity}
    tx.audit("settings.updated", "settings", audited_as(tool.name), details=details, **who)


def _accept_place(tx: Tx, tool: Tool) -> None:
    if not tool.whereabouts:
        return
    tx.remove("tool_pins", "tenant_id = ? AND server = ? AND tool = ?", (tx.tenant_id, tool.server, PLACE))
    _insert_place(tx, tool)


def _insert_place(tx: Tx, tool: Tool, state: str = "trusted") -> None:
    found = tool.whereabouts
    _insert(tx, tool.server, PLACE, whereabouts_digest(found), dumps(dict(found)), "", state)


def _insert(
    tx: Tx,
    server: str,
    tool: str,
    schema: str,
    description: str,
    effect: str,
    state: str = "trusted",
    confirmed: str = "{}",
) -> None:
    tx.insert(
        "tool_pins",
        id=clock.ulid(),
        tenant_id=tx.tenant_id,
        server=server,
        tool=tool,
        schema_hash=schema,
        description_hash=description,
        effect=effect,
        state=state,
        confirmed=confirmed,
        pinned_at=tx.now,
        updated_at=tx.now,
    )
