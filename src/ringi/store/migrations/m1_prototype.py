"""Migration 1: the prototype's seven tables, as they were before the seed's version 2. Frozen: never edited again.

Also completes a file of the prototype that was stopped half-way through making them.
"""

from __future__ import annotations

from sqlalchemy import Connection, Index, MetaData, Table, UniqueConstraint

from ringi.store.columns import key, link, maybe, stamp, whole, words

metadata = MetaData()

tenants = Table(
    "tenants",
    metadata,
    key(),
    words("name"),
    words("slug", unique=True),
    maybe("agent_id"),
    maybe("vault_id"),
    stamp("created_at"),
    stamp("updated_at"),
)

tasks = Table(
    "tasks",
    metadata,
    key(),
    link("tenant_id", "tenants.id"),
    words("title"),
    words("description", ""),
    words("priority", "medium"),
    words("task_type", "standard"),
    words("status", "extracted"),
    words("slack_channel"),
    words("slack_thread_ts"),
    stamp("created_at"),
    stamp("updated_at"),
)

prompts = Table(
    "prompts",
    metadata,
    key(),
    link("task_id", "tasks.id"),
    whole("version", 1),
    words("content", ""),
    words("status", "generating"),
    maybe("approved_by"),
    maybe("approved_at"),
    stamp("created_at"),
)

processes = Table(
    "processes",
    metadata,
    key(),
    link("task_id", "tasks.id"),
    link("prompt_id", "prompts.id"),
    whole("version", 1),
    words("steps", "[]"),
    words("status", "generating"),
    maybe("approved_by"),
    maybe("approved_at"),
    stamp("created_at"),
)

executions = Table(
    "executions",
    metadata,
    key(),
    link("task_id", "tasks.id"),
    link("process_id", "processes.id"),
    maybe("session_id"),
    words("status", "pending"),
    whole("current_step", 0),
    words("results", "[]"),
    maybe("error"),
    maybe("started_at"),
    maybe("completed_at"),
)

slack_messages = Table(
    "slack_messages",
    metadata,
    key(),
    link("task_id", "tasks.id"),
    words("card_type"),
    words("channel"),
    words("message_ts"),
    stamp("created_at"),
)

tool_permissions = Table(
    "tool_permissions",
    metadata,
    key(),
    link("tenant_id", "tenants.id"),
    words("tool_name"),
    whole("allowed", 1),
    words("constraints", "{}"),
    stamp("created_at"),
    stamp("updated_at"),
    UniqueConstraint("tenant_id", "tool_name"),
)

INDEXES = (
    Index("idx_tasks_tenant", tasks.c.tenant_id),
    Index("idx_tasks_status", tasks.c.status),
    Index("idx_prompts_task", prompts.c.task_id),
    Index("idx_processes_task", processes.c.task_id),
    Index("idx_executions_task", executions.c.task_id),
    Index("idx_slack_messages_task", slack_messages.c.task_id),
)


def apply(connection: Connection) -> None:
    """Make whatever of version 1 is not there yet."""
    metadata.create_all(connection, checkfirst=True)
    for index in INDEXES:
        index.create(connection, checkfirst=True)
