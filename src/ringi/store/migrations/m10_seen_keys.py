"""Migration 10: which administrator has seen a person's sign-in key, because they renewed it.

Frozen with its release. The column begins empty, so that no seal has to be made anew.
"""

from __future__ import annotations

from sqlalchemy import Connection

from ringi.store.migrations.m2_mvp import add_columns

ADDED = (("users", "key_seen_by", "TEXT NOT NULL DEFAULT ''"),)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 9. No table is set aside for it."""
    add_columns(connection, ADDED)
    return []
