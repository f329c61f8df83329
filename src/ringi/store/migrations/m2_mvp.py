"""Migration 2: the seed's additions for its MVP (data model §4.2). Frozen: never edited again.

The seed's own statements fail when run twice; files that got only half of them exist, so each is looked for first.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, ForeignKey, Index, MetaData, Table, Text, inspect

from ringi.store.columns import key, maybe, stamp, words
from ringi.store.migrations import m1_prototype

ADDED = (
    ("tasks", "source", "TEXT NOT NULL DEFAULT 'channel'"),
    ("prompts", "rejection_reason", "TEXT"),
    ("prompts", "rejected_by", "TEXT"),
    ("processes", "rejection_reason", "TEXT"),
    ("processes", "rejected_by", "TEXT"),
    ("executions", "cancelled_by", "TEXT"),
    ("executions", "cancelled_at", "TEXT"),
)

metadata = MetaData()


def _tenant() -> Column[str]:
    return Column("tenant_id", Text, ForeignKey(m1_prototype.tenants.c.id), nullable=False)


audit_logs = Table(
    "audit_logs",
    metadata,
    key(),
    _tenant(),
    words("timestamp"),
    words("actor_type"),
    maybe("actor_id"),
    words("action"),
    words("resource_type"),
    maybe("resource_id"),
    words("details", "{}"),
)

settings = Table(
    "settings", metadata, key(), _tenant(), words("config", "{}"), stamp("updated_at"), maybe("updated_by")
)

integrations = Table(
    "integrations",
    metadata,
    key(),
    _tenant(),
    words("provider"),
    words("status", "disconnected"),
    words("credentials", "{}"),
    words("metadata", "{}"),
    maybe("connected_at"),
    stamp("updated_at"),
)

INDEXES = (
    Index("idx_audit_logs_tenant_ts", audit_logs.c.tenant_id, audit_logs.c.timestamp.desc()),
    Index("idx_audit_logs_action", audit_logs.c.action),
    Index("idx_settings_tenant", settings.c.tenant_id, unique=True),
    Index("idx_integrations_tenant_provider", integrations.c.tenant_id, integrations.c.provider, unique=True),
)
INDEXES_ON_OLD_TABLES = (
    ("idx_tasks_created_at", "tasks", "created_at DESC"),
    ("idx_executions_process", "executions", "process_id"),
)


def add_columns(connection: Connection, added: tuple[tuple[str, str, str], ...]) -> None:
    """`ALTER TABLE … ADD COLUMN` for those that are missing; the table and its rows stay where they are."""
    present = {table: {column["name"] for column in inspect(connection).get_columns(table)} for table, _, _ in added}
    for table, column, definition in added:
        if column not in present[table]:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} {definition}")


def apply(connection: Connection) -> None:
    """Make whatever of version 2 is not there yet."""
    add_columns(connection, ADDED)
    metadata.create_all(connection, checkfirst=True)
    for index in INDEXES:
        index.create(connection, checkfirst=True)
    for name, table, columns in INDEXES_ON_OLD_TABLES:
        connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {name} ON {table} ({columns})")
