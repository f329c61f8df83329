"""Migration 7: what an administrator confirmed about a tool, kept with the pin of that tool.

Frozen with its release. Nothing counts as confirmed that was accepted before it.
"""

from __future__ import annotations

from sqlalchemy import Connection

from ringi.store.migrations.m2_mvp import add_columns

ADDED = (("tool_pins", "confirmed", "TEXT NOT NULL DEFAULT '{}'"),)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add the column to a database of version 6. No table is set aside for it."""
    add_columns(connection, ADDED)
    return []
