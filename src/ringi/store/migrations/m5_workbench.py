"""Migration 5: what the workbench needs: sessions of other runtimes, snapshots, keyed controls, identities.

Frozen with its release. Nothing of what was there is touched: it only adds tables.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, Index, Integer, MetaData, Table, UniqueConstraint

from ringi.store.columns import key, maybe, whole, words
from ringi.store.migrations.m3_ringi import set_aside

metadata = MetaData()

foreign_sessions = Table(
    "foreign_sessions",
    metadata,
    key("thread_id"),
    words("tenant_id"),
    words("user_id"),
    words("session_id"),
    words("title", ""),
    words("source"),
    words("summary", "{}"),
    words("created_at"),
    words("updated_at"),
    UniqueConstraint("tenant_id", "user_id", "source", "session_id"),
)
Index("idx_foreign_sessions_updated", foreign_sessions.c.tenant_id, foreign_sessions.c.updated_at)

foreign_events = Table(
    "foreign_events",
    metadata,
    key("thread_id"),
    key("event_id"),
    whole("sequence"),
    words("digest"),
)

snapshots = Table(
    "snapshots",
    metadata,
    key("thread_id"),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    whole("format"),
    words("state"),
    words("made_at"),
)

control_keys = Table(
    "control_keys",
    metadata,
    key(),
    words("tenant_id"),
    words("user_id"),
    words("key"),
    words("control"),
    words("session_id"),
    words("fingerprint"),
    words("answer", ""),
    words("created_at"),
    UniqueConstraint("tenant_id", "user_id", "key"),
)
Index("idx_control_keys_session", control_keys.c.session_id)

control_requests = Table(
    "control_requests",
    metadata,
    key(),
    words("tenant_id"),
    words("thread_id"),
    words("control"),
    words("body", "{}"),
    words("asked_by"),
    words("state", "open"),
    words("answer", ""),
    words("created_at"),
    words("updated_at"),
)
Index("idx_control_requests_thread", control_requests.c.thread_id, control_requests.c.state)

runtime_links = Table("runtime_links", metadata, key("thread_id"), words("tenant_id"), words("seen_at"))

identities = Table(
    "identities",
    metadata,
    key(),
    words("tenant_id"),
    words("user_id"),
    words("issuer"),
    words("subject"),
    maybe("email"),
    words("created_at"),
    UniqueConstraint("issuer", "subject"),
)
Index("idx_identities_user", identities.c.user_id)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 4. Returns which tables were set aside for it, by old and new name."""
    moved = set_aside(connection, metadata.tables)
    metadata.create_all(connection, checkfirst=False)
    return moved
