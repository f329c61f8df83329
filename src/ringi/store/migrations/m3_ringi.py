"""Migration 3: what Ringi adds to the seed: requests, facts and their threads, approvals, jobs, people, tool pins.

Frozen with its release. Facts are append-only by trigger on both databases; only their payloads can be erased.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    text,
)

from ringi.store.columns import key, link, maybe, octets, whole, words
from ringi.store.migrations import m1_prototype
from ringi.store.migrations.m2_mvp import add_columns

ADDED = (
    ("tenants", "environment_id", "TEXT"),
    ("slack_messages", "subject_id", "TEXT"),
    ("slack_messages", "version", "INTEGER"),
)
INDEXES_ON_OLD_TABLES = (
    ("UNIQUE INDEX", "uq_prompts_task_version", "prompts", "task_id, version"),
    ("UNIQUE INDEX", "uq_processes_task_version", "processes", "task_id, version"),
    ("INDEX", "idx_prompts_status", "prompts", "status"),
    ("INDEX", "idx_processes_status", "processes", "status"),
    ("INDEX", "idx_executions_status", "executions", "status"),
)

metadata = MetaData()

requests = Table(
    "requests",
    metadata,
    key(),
    Column("tenant_id", Text, ForeignKey(m1_prototype.tenants.c.id), nullable=False),
    words("session_id"),
    words("source"),
    words("requester"),
    words("user_id"),
    words("text"),
    words("lang", ""),
    words("status", "received"),
    maybe("behind"),
    maybe("reason"),
    maybe("suggestion"),
    words("slack_channel", ""),
    words("slack_thread_ts", ""),
    words("created_at"),
    words("updated_at"),
)
Index("idx_requests_session", requests.c.session_id, requests.c.status)
Index("idx_requests_created_at", requests.c.created_at)

deliveries = Table(
    "deliveries", metadata, key(), words("tenant_id"), link("request_id", "requests.id"), words("received_at")
)

comments = Table(
    "comments",
    metadata,
    key(),
    words("task_id"),
    words("layer"),
    whole("version"),
    words("kind"),
    words("text"),
    maybe("question"),
    words("made_by"),
    words("made_at"),
)
Index("idx_comments_task", comments.c.task_id)

threads = Table(
    "threads",
    metadata,
    key(),
    words("tenant_id"),
    words("session_id"),
    words("origin"),
    whole("last_sequence"),
    octets("head"),
    words("created_at"),
)

facts = Table(
    "facts",
    metadata,
    Column("thread_id", Text, ForeignKey("threads.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    words("type"),
    words("timestamp"),
    words("header"),
    octets("commitment"),
    octets("hash"),
)

fact_payloads = Table(
    "fact_payloads",
    metadata,
    key("thread_id"),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    octets("salt", nullable=True),
    maybe("payload"),
    maybe("erased_at"),
    maybe("erased_by"),
)

approvals = Table(
    "approvals",
    metadata,
    key(),
    words("tenant_id"),
    words("task_id"),
    words("kind"),
    words("subject_id"),
    whole("version"),
    words("digest"),
    words("route"),
    words("requester"),
    words("shown"),
    words("state", "open"),
    words("opened_at"),
    maybe("decided_at"),
    maybe("decided_by"),
)
_open = text("state = 'open'")
Index(
    "uq_approvals_open",
    approvals.c.kind,
    approvals.c.subject_id,
    approvals.c.version,
    unique=True,
    sqlite_where=_open,
    postgresql_where=_open,
)
Index("idx_approvals_open", approvals.c.opened_at, sqlite_where=_open, postgresql_where=_open)
Index("idx_approvals_task", approvals.c.task_id)
Index("idx_approvals_subject", approvals.c.subject_id)

decisions = Table(
    "decisions",
    metadata,
    key(),
    link("approval_id", "approvals.id", nullable=True),
    words("task_id"),
    words("user_id"),
    words("identity"),
    maybe("on_behalf_by"),
    words("surface"),
    words("decision"),
    maybe("reason"),
    words("digest"),
    words("decided_at"),
)
Index("idx_decisions_task", decisions.c.task_id)

jobs = Table(
    "jobs",
    metadata,
    key(),
    words("kind"),
    words("task_id"),
    words("subject_id"),
    words("payload", "{}"),
    whole("attempts", 0),
    maybe("not_before"),
    words("dedupe_key", unique=True),
    words("created_at"),
)

artifacts = Table(
    "artifacts",
    metadata,
    key(),
    words("task_id"),
    maybe("execution_id"),
    maybe("step_id"),
    words("kind"),
    words("title"),
    words("media_type"),
    words("sha256"),
    whole("size"),
    words("path"),
    words("created_at"),
)
Index("idx_artifacts_task", artifacts.c.task_id)

users = Table(
    "users",
    metadata,
    key(),
    words("tenant_id"),
    words("name"),
    words("display_name"),
    words("roles"),
    maybe("slack_user_id", unique=True),
    maybe("key_hash", unique=True),
    words("locale", ""),
    whole("active", 1),
    words("created_at"),
    words("updated_at"),
    UniqueConstraint("tenant_id", "name"),
)

tool_pins = Table(
    "tool_pins",
    metadata,
    key(),
    words("tenant_id"),
    words("server"),
    words("tool"),
    words("schema_hash"),
    words("description_hash"),
    words("effect"),
    words("state"),
    words("pinned_at"),
    words("updated_at"),
    UniqueConstraint("tenant_id", "server", "tool"),
)

workers = Table("workers", metadata, key(), words("token"), whole("pid"), words("started_at"))
schema_version = Table("schema_version", metadata, whole("version"))

APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER facts_no_update BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END",
        "CREATE TRIGGER facts_no_delete BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION ringi_refuse_fact_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'facts are append-only'; END $$",
        "CREATE TRIGGER facts_no_change BEFORE UPDATE OR DELETE ON facts"
        " FOR EACH ROW EXECUTE FUNCTION ringi_refuse_fact_change()",
        "CREATE TRIGGER facts_no_truncate BEFORE TRUNCATE ON facts"
        " FOR EACH STATEMENT EXECUTE FUNCTION ringi_refuse_fact_change()",
    ),
}


def set_aside(connection: Connection, ours: Iterable[str]) -> list[tuple[str, str]]:
    """Rename tables that stand where ours will (the prototype's own version table, for one), with all their rows."""
    present = set(inspect(connection).get_table_names())
    moved = []
    for name in sorted(present & set(ours)):
        new, count = f"{name}_before_ringi", 1
        while new in present:
            new, count = f"{name}_before_ringi_{count}", count + 1
        connection.exec_driver_sql(f"ALTER TABLE {name} RENAME TO {new}")
        moved.append((name, new))
    return moved


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours. Returns which tables were set aside for it, by old and new name."""
    moved = set_aside(connection, metadata.tables)
    add_columns(connection, ADDED)
    metadata.create_all(connection, checkfirst=False)
    for kind, name, table, columns in INDEXES_ON_OLD_TABLES:
        connection.exec_driver_sql(f"CREATE {kind} IF NOT EXISTS {name} ON {table} ({columns})")
    for statement in APPEND_ONLY[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    return moved
