"""Tools as people accepted them. A tool that has changed since is neither planned with nor called until an admin has
looked; nor is one that a server offers only since it was accepted.

A tool is accepted with the server that an admin adds, by the first approval of a plan that uses it, or by name.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ringi import clock
from ringi.errors import NotFound
from ringi.facts.redact import redact
from ringi.flow.people import Actor
from ringi.hands.tools import Catalog, Tool
from ringi.store.transaction import Tx

WHOLE = "*"
"""In the place of a tool's name: the server was accepted with all it offered. No tool is called that."""
KEPT_TEXT, KEPT_SCHEMA = 8_000, 32_000
"""Characters of what was accepted that the audit log keeps, so that a later change can be seen."""
_PINS = "SELECT server, tool, schema_hash, description_hash FROM tool_pins WHERE tenant_id = ?"
_PINS_OF_ONE = f"{_PINS} AND (tool IN (?, ?) OR (tool = '*' AND server = ?)) ORDER BY id"
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

    def allow(self, tool: Tool) -> bool:
        """Whether it is what was accepted. Those that come with the house change with the house: whoever upgraded it
        has looked at them, and what was approved before stays bound to their schema all the same.
        """
        pin = self.own.get((tool.server, _plain(tool.name, tool.server))) or self.tools.get(tool.name)
        if pin is None:
            return tool.server not in self.whole
        return pin == _now(tool) or (tool.bundled and pin[0] == tool.server)


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


def pinned(tx: Tx) -> Pins:
    rows = tx.settled("tool_pins", _ALL, (tx.tenant_id,))
    pins = [
        (row["tool"], (row["server"], row["schema_hash"], row["description_hash"]))
        for row in rows
        if row["tool"] != WHOLE
    ]
    return Pins(
        tools=dict(pins),
        own={(pin[0], _plain(name, pin[0])): pin for name, pin in pins},
        whole=frozenset(row["server"] for row in rows if row["tool"] == WHOLE),
    )


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


def quarantined(tx: Tx, tool: Tool) -> bool:
    """The same about one tool, at the moment of its call."""
    plain = _plain(tool.name, tool.server)
    names = (plain, f"{tool.server}.{plain}")
    rows = tx.settled("tool_pins", _PINS_OF_ONE, (tx.tenant_id, *names, tool.server))
    own = [row for row in rows if row["tool"] != WHOLE and row["server"] == tool.server]
    mine = own or [row for row in rows if row["tool"] == tool.name]
    if not mine:
        return any(row["tool"] == WHOLE for row in rows)
    row = mine[-1]
    pin = (row["server"], row["schema_hash"], row["description_hash"])
    return pin != _now(tool) and not (tool.bundled and pin[0] == tool.server)


def _plain(name: str, server: str) -> str:
    """A tool's name as its server calls it."""
    return name.removeprefix(f"{server}.") if server else name


def _now(tool: Tool) -> tuple[str, str, str]:
    return tool.server, tool.schema_hash, tool.description_hash


def trust(tx: Tx, actor: Actor, tool: Tool | None, name: str) -> dict[str, Any]:
    """An admin has looked at the tool as it is now."""
    if tool is None:
        raise NotFound("RINGI-136", tool=name[:80])
    before = (tx.tenant_id, name)
    was = tx.one("SELECT 1 AS one FROM tool_pins WHERE tenant_id = ? AND tool = ?", before)
    _accept(tx, actor, tool)
    return {"tool": name, "trusted": True, "was_pinned": was is not None}


def accept_server(tx: Tx, actor: Actor, server: str, tools: Sequence[Tool], *, at_once: bool = True) -> list[str]:
    """An admin takes a server with all it offers now; with `at_once` off, nothing of it before it was looked at."""
    tx.db.execute(
        "DELETE FROM tool_pins WHERE tenant_id = ? AND server = ? AND tool = ?", (tx.tenant_id, server, WHOLE)
    )
    _insert(tx, server, WHOLE, "", "", "")
    for tool in tools if at_once else ():
        _accept(tx, actor, tool)
    return [tool.name for tool in tools]


def forget_server(tx: Tx, server: str) -> None:
    """It was removed: should one of that name come again, it is accepted anew."""
    tx.db.execute("DELETE FROM tool_pins WHERE tenant_id = ? AND server = ?", (tx.tenant_id, server))


def audited_as(tool: str) -> str:
    """Under which id the audit log keeps what was accepted of a tool."""
    return f"tool:{tool}"


def _accept(tx: Tx, actor: Actor, tool: Tool) -> None:
    tx.db.execute("DELETE FROM tool_pins WHERE tenant_id = ? AND tool = ?", (tx.tenant_id, tool.name))
    _insert(tx, tool.server, tool.name, tool.schema_hash, tool.description_hash, tool.effect)
    schema = json.dumps(tool.input_schema, ensure_ascii=False)
    details = {
        "tool": tool.name,
        "server": tool.server,
        "place": redact(tool.place),
        "trusted": True,
        "schema": tool.schema_hash,
        "description": tool.description[:KEPT_TEXT],
        "input_schema": tool.input_schema if len(schema) <= KEPT_SCHEMA else None,
    }
    who = {"actor_type": "user", "actor_id": actor.identity}
    tx.audit("settings.updated", "settings", audited_as(tool.name), details=details, **who)


def _insert(tx: Tx, server: str, tool: str, schema: str, description: str, effect: str) -> None:
    tx.insert(
        "tool_pins",
        id=clock.ulid(),
        tenant_id=tx.tenant_id,
        server=server,
        tool=tool,
        schema_hash=schema,
        description_hash=description,
        effect=effect,
        state="trusted",
        pinned_at=tx.now,
        updated_at=tx.now,
    )
