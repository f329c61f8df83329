"""Migration 6: the sessions in which a managed executor carries approved plans out, and what was heard in them.

Frozen with its release. Nothing of what was there is touched: it only adds tables.
"""

from __future__ import annotations

from sqlalchemy import Connection, Index, MetaData, Table

from ringi.store.columns import key, maybe, whole, words
from ringi.store.migrations.m3_ringi import set_aside

metadata = MetaData()

managed_sessions = Table(
    "managed_sessions",
    metadata,
    key(),
    words("tenant_id"),
    words("task_id"),
    words("execution_id"),
    words("state", "open"),
    words("why", ""),
    whole("waited_ms", 0),
    words("created_at"),
    words("updated_at"),
)
Index("idx_managed_sessions_execution", managed_sessions.c.execution_id)

managed_events = Table(
    "managed_events",
    metadata,
    key("session_id"),
    key("event_id"),
    words("kind"),
    words("state"),
    maybe("step_id"),
    maybe("call_id"),
    words("seen_at"),
)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 5. Returns which tables were set aside for it, by old and new name."""
    moved = set_aside(connection, metadata.tables)
    metadata.create_all(connection, checkfirst=False)
    return moved
