"""Tools as people first approved them. A tool that has changed since is not planned with until an admin has looked.

What was approved stays valid or not by its own digest; this is only about what a mind may plan with next.
"""

from __future__ import annotations

from typing import Any

from ringi import clock
from ringi.errors import NotFound
from ringi.flow.people import Actor
from ringi.hands.tools import Catalog, Tool
from ringi.store.transaction import Tx


def pin(tx: Tx, tools: list[dict[str, Any]]) -> None:
    """Remember the tools of a plan that was just approved, if this is the first time."""
    for tool in tools:
        known = tx.settled(
            "tool_pins",
            "SELECT id FROM tool_pins WHERE tenant_id = ? AND server = ? AND tool = ?",
            (tx.tenant_id, tool["server"], tool["name"]),
        )
        if not known and "description" in tool:
            tx.insert(
                "tool_pins",
                id=clock.ulid(),
                tenant_id=tx.tenant_id,
                server=tool["server"],
                tool=tool["name"],
                schema_hash=tool["schema"],
                description_hash=tool["description"],
                effect=tool["effect"],
                state="trusted",
                pinned_at=tx.now,
                updated_at=tx.now,
            )


def pinned(tx: Tx) -> dict[str, tuple[str, str, str]]:
    """(server, schema, description) of every pinned tool by its name."""
    rows = tx.settled("tool_pins", "SELECT * FROM tool_pins WHERE tenant_id = ?", (tx.tenant_id,))
    return {row["tool"]: (row["server"], row["schema_hash"], row["description_hash"]) for row in rows}


def known(tx: Tx, tool: str) -> bool:
    """Whether a tool that is not connected now has been approved, allowed or forbidden here before."""
    name = (tx.tenant_id, tool)
    return bool(
        tx.settled("tool_pins", "SELECT 1 AS one FROM tool_pins WHERE tenant_id = ? AND tool = ?", name)
        or tx.settled(
            "tool_permissions", "SELECT 1 AS one FROM tool_permissions WHERE tenant_id = ? AND tool_name = ?", name
        )
    )


def changed(pins: dict[str, tuple[str, str, str]], catalog: Catalog) -> set[str]:
    """Tools in quarantine: not what was approved before. Those that come with the house change with the house: whoever
    upgraded it has looked at them, and what was approved before stays bound to their schema all the same.
    """
    return {tool.name for tool in catalog if not _as_pinned(tool, pins)}


def _as_pinned(tool: Tool, pins: dict[str, tuple[str, str, str]]) -> bool:
    pin = pins.get(tool.name)
    return pin is None or pin == _now(tool) or (tool.bundled and pin[0] == tool.server)


def _now(tool: Tool) -> tuple[str, str, str]:
    return tool.server, tool.schema_hash, tool.description_hash


def trust(tx: Tx, actor: Actor, tool: Tool | None, name: str) -> dict[str, Any]:
    """An admin has looked at the tool as it is now."""
    if tool is None:
        raise NotFound("RINGI-136", tool=name[:80])
    server, schema, description = _now(tool)
    updated = tx.db.execute(
        "UPDATE tool_pins SET server = ?, schema_hash = ?, description_hash = ?, effect = ?, updated_at = ?"
        " WHERE tenant_id = ? AND tool = ?",
        (server, schema, description, tool.effect, tx.now, tx.tenant_id, name),
    )
    details = {"tool": name, "trusted": True, "schema": schema}
    tx.audit("settings.updated", "settings", None, actor_type="user", actor_id=actor.identity, details=details)
    return {"tool": name, "trusted": True, "was_pinned": bool(updated)}
