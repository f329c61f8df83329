"""Migration 11: room for the seals of what was delivered and is acted on later, and of what says where it belongs.

Frozen with its release. What is there is sealed, as it is, when the store is next opened with its key.
"""

from __future__ import annotations

from sqlalchemy import Connection

from ringi.store.migrations.m2_mvp import add_columns

SEALED = (
    "comments",
    "control_requests",
    "foreign_sessions",
    "jobs",
    "slack_deliveries",
    "slack_messages",
    "slack_posts",
    "slack_threads",
)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 10. No table is set aside for it."""
    kind = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    seals = (("seals", "format", "INTEGER NOT NULL DEFAULT 0"), ("seals", "incoming", kind))
    add_columns(connection, (*((table, "seal", kind) for table in SEALED), *seals))
    return []
