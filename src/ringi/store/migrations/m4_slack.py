"""Migration 4: what Slack needs: where a task's cards stand, what is on its way, deliveries, notices, workspaces.

Frozen with its release. Card rows of older files name no version, so they are records of the past: never live again.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, ForeignKey, Index, MetaData, Table, Text, UniqueConstraint

from ringi.store.columns import key, maybe, whole, words
from ringi.store.migrations import m1_prototype
from ringi.store.migrations.m2_mvp import add_columns
from ringi.store.migrations.m3_ringi import set_aside

ADDED = (
    ("slack_messages", "shown", "TEXT"),
    ("slack_messages", "shown_at", "TEXT"),
    ("slack_messages", "state", "TEXT NOT NULL DEFAULT 'live'"),
)
INDEXES_ON_OLD_TABLES = (
    "CREATE UNIQUE INDEX uq_slack_messages_subject ON slack_messages (task_id, card_type, subject_id)",
    "CREATE UNIQUE INDEX uq_slack_messages_live ON slack_messages (task_id, card_type) WHERE state = 'live'",
    "CREATE INDEX idx_slack_messages_place ON slack_messages (channel, message_ts)",
)

metadata = MetaData()

slack_threads = Table(
    "slack_threads",
    metadata,
    key("task_id"),
    words("tenant_id"),
    words("team_id"),
    words("channel"),
    words("thread_ts"),
    whole("shown_sequence", 0),
    words("created_at"),
    words("updated_at"),
)
Index("idx_slack_threads_place", slack_threads.c.channel, slack_threads.c.thread_ts)

slack_posts = Table(
    "slack_posts",
    metadata,
    key(),
    words("task_id"),
    maybe("channel"),
    maybe("message_ts"),
    maybe("shown"),
    maybe("shown_at"),
    words("begun_at"),
)
Index("idx_slack_posts_task", slack_posts.c.task_id)

slack_deliveries = Table(
    "slack_deliveries",
    metadata,
    key(),
    words("team_id"),
    words("kind"),
    words("payload"),
    words("state", "new"),
    words("received_at"),
    maybe("done_at"),
    maybe("error"),
)
Index("idx_slack_deliveries_state", slack_deliveries.c.state)

slack_notices = Table(
    "slack_notices",
    metadata,
    key(),
    words("approval_id"),
    words("team_id"),
    words("user_id"),
    words("channel", ""),
    words("message_ts", ""),
    words("sent_at"),
    words("settled_at", ""),
)
Index("idx_slack_notices_approval", slack_notices.c.approval_id)
Index("idx_slack_notices_unsettled", slack_notices.c.settled_at)

slack_teams = Table(
    "slack_teams",
    metadata,
    key("team_id"),
    words("enterprise_id", ""),
    Column("tenant_id", Text, ForeignKey(m1_prototype.tenants.c.id), nullable=False),
    words("name"),
    words("bot_user_id"),
    words("app_id"),
    words("installed_by"),
    whole("active", 1),
    words("created_at"),
    words("updated_at"),
)

oauth_states = Table(
    "oauth_states", metadata, key("state"), words("provider"), words("expires_at"), words("created_at")
)

users = Table(
    "users",
    MetaData(),
    key(),
    words("tenant_id"),
    words("name"),
    words("display_name"),
    words("roles"),
    maybe("slack_user_id"),
    maybe("key_hash", unique=True),
    words("locale", ""),
    whole("active", 1),
    words("created_at"),
    words("updated_at"),
    UniqueConstraint("tenant_id", "name"),
    UniqueConstraint("tenant_id", "slack_user_id"),
)


def _slack_ids_by_tenant(connection: Connection) -> None:
    """A Slack id names a person of one workspace; in another one somebody else may have it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "ALTER TABLE users DROP CONSTRAINT users_slack_user_id_key, ADD UNIQUE (tenant_id, slack_user_id)"
        )
        return
    columns = ", ".join(column.name for column in users.columns)
    connection.exec_driver_sql("ALTER TABLE users RENAME TO users_of_version_3")
    users.create(connection)
    connection.exec_driver_sql(f"INSERT INTO users ({columns}) SELECT {columns} FROM users_of_version_3")
    connection.exec_driver_sql("DROP TABLE users_of_version_3")


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 3. Returns which tables were set aside for it, by old and new name."""
    moved = set_aside(connection, metadata.tables)
    add_columns(connection, ADDED)
    # Nobody wrote such rows since version 2, and those name neither subject nor version.
    connection.exec_driver_sql("UPDATE slack_messages SET state = 'frozen'")
    metadata.create_all(connection, checkfirst=False)
    _slack_ids_by_tenant(connection)
    for statement in INDEXES_ON_OLD_TABLES:
        connection.exec_driver_sql(statement)
    return moved
