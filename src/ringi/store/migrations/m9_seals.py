"""Migration 9: room for seals. Each sealed row gets one, each thread what its own says, and the store a ledger.

Frozen with its release. Nothing of what was there is touched; what is there is sealed, as it is, when the store is next
opened with its key.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, Integer, MetaData, Table, text

from ringi.store.columns import key, octets, whole, words
from ringi.store.migrations.m3_ringi import set_aside

metadata = MetaData()

SEALED = (
    "requests",
    "executions",
    "approvals",
    "decisions",
    "identities",
    "integrations",
    "settings",
    "slack_teams",
    "tenants",
    "tool_permissions",
    "tool_pins",
    "users",
    "audit_logs",
    "threads",
)

seals = Table(
    "seals",
    metadata,
    key(),
    words("store"),
    words("key"),
    whole("number"),
    whole("epoch"),
    whole("threads"),
    octets("threads_sum"),
    whole("audits"),
    octets("audits_sum"),
    whole("authority"),
    octets("authority_sum"),
    octets("link"),
    words("made_at"),
    octets("seal"),
)

heads = Table(
    "heads",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    words("made_at"),
    octets("summary"),
    octets("link"),
)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 8. Returns which tables were set aside for it, by old and new name."""
    moved = set_aside(connection, metadata.tables)
    metadata.create_all(connection, checkfirst=False)
    kind = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for table in SEALED:
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN seal {kind}"))
    connection.execute(text(f"ALTER TABLE threads ADD COLUMN records {kind}"))
    connection.execute(text("ALTER TABLE threads ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0"))
    connection.execute(text("ALTER TABLE threads ADD COLUMN erased TEXT NOT NULL DEFAULT ''"))
    return moved
