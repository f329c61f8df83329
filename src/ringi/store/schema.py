"""The tables as they are now, for reads and for comparison: `tables.tasks.c.title`.

What makes them is in `migrations`; a test holds the two against each other. The hot path does not come here.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint, text

from ringi.store.columns import key, link, maybe, octets, stamp, whole, words

metadata = MetaData()

_open = text("state = 'open'")
_live = text("state = 'live'")


class tables:
    """Every table by its name. The first ten are the seed's, the others ours."""

    tenants = Table(
        "tenants",
        metadata,
        key(),
        words("name"),
        words("slug", unique=True),
        maybe("agent_id"),
        maybe("vault_id"),
        maybe("environment_id"),
        stamp("created_at"),
        stamp("updated_at"),
        octets("seal", nullable=True),
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
        words("source", "channel"),
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
        maybe("rejection_reason"),
        maybe("rejected_by"),
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
        maybe("rejection_reason"),
        maybe("rejected_by"),
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
        maybe("cancelled_by"),
        maybe("cancelled_at"),
        maybe("started_at"),
        maybe("completed_at"),
        octets("seal", nullable=True),
    )
    slack_messages = Table(
        "slack_messages",
        metadata,
        key(),
        link("task_id", "tasks.id"),
        words("card_type"),
        words("channel"),
        words("message_ts"),
        maybe("subject_id"),
        Column("version", Integer, nullable=True),
        maybe("shown"),
        maybe("shown_at"),
        words("state", "live"),
        stamp("created_at"),
        octets("seal", nullable=True),
    )
    audit_logs = Table(
        "audit_logs",
        metadata,
        key(),
        link("tenant_id", "tenants.id"),
        words("timestamp"),
        words("actor_type"),
        maybe("actor_id"),
        words("action"),
        words("resource_type"),
        maybe("resource_id"),
        words("details", "{}"),
        octets("seal", nullable=True),
    )
    settings = Table(
        "settings",
        metadata,
        key(),
        link("tenant_id", "tenants.id"),
        words("config", "{}"),
        stamp("updated_at"),
        maybe("updated_by"),
        octets("seal", nullable=True),
    )
    integrations = Table(
        "integrations",
        metadata,
        key(),
        link("tenant_id", "tenants.id"),
        words("provider"),
        words("status", "disconnected"),
        words("credentials", "{}"),
        words("metadata", "{}"),
        maybe("connected_at"),
        stamp("updated_at"),
        octets("seal", nullable=True),
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
        octets("seal", nullable=True),
        UniqueConstraint("tenant_id", "tool_name"),
    )

    requests = Table(
        "requests",
        metadata,
        key(),
        link("tenant_id", "tenants.id"),
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
        octets("records", nullable=True),
        whole("epoch", 0),
        words("erased", ""),
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
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
    users = Table(
        "users",
        metadata,
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
        octets("seal", nullable=True),
        words("key_seen_by", ""),
        UniqueConstraint("tenant_id", "name"),
        UniqueConstraint("tenant_id", "slack_user_id"),
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
        words("confirmed", "{}"),
        octets("seal", nullable=True),
        UniqueConstraint("tenant_id", "server", "tool"),
    )
    workers = Table("workers", metadata, key(), words("token"), whole("pid"), words("started_at"))
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
    )
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
    slack_teams = Table(
        "slack_teams",
        metadata,
        key("team_id"),
        words("enterprise_id", ""),
        link("tenant_id", "tenants.id"),
        words("name"),
        words("bot_user_id"),
        words("app_id"),
        words("installed_by"),
        whole("active", 1),
        words("created_at"),
        words("updated_at"),
        octets("seal", nullable=True),
    )
    oauth_states = Table(
        "oauth_states", metadata, key("state"), words("provider"), words("expires_at"), words("created_at")
    )
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
        whole("waiting", 0),
        words("waiting_since", ""),
        octets("seal", nullable=True),
        UniqueConstraint("tenant_id", "user_id", "source", "session_id"),
    )
    foreign_events = Table(
        "foreign_events", metadata, key("thread_id"), key("event_id"), whole("sequence"), words("digest")
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
        octets("seal", nullable=True),
    )
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
        octets("seal", nullable=True),
        UniqueConstraint("issuer", "subject"),
    )
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
        whole("format", 0),
        octets("incoming", nullable=True),
    )
    heads = Table(
        "heads",
        metadata,
        Column("number", Integer, primary_key=True, autoincrement=False),
        words("made_at"),
        octets("summary"),
        octets("link"),
    )
    schema_version = Table("schema_version", metadata, whole("version"))


# The prototype's.
Index("idx_tasks_tenant", tables.tasks.c.tenant_id)
Index("idx_tasks_status", tables.tasks.c.status)
Index("idx_prompts_task", tables.prompts.c.task_id)
Index("idx_processes_task", tables.processes.c.task_id)
Index("idx_executions_task", tables.executions.c.task_id)
Index("idx_slack_messages_task", tables.slack_messages.c.task_id)
# The seed's version 2.
Index("idx_audit_logs_tenant_ts", tables.audit_logs.c.tenant_id, tables.audit_logs.c.timestamp.desc())
Index("idx_audit_logs_action", tables.audit_logs.c.action)
Index("idx_settings_tenant", tables.settings.c.tenant_id, unique=True)
Index("idx_integrations_tenant_provider", tables.integrations.c.tenant_id, tables.integrations.c.provider, unique=True)
Index("idx_tasks_created_at", tables.tasks.c.created_at.desc())
Index("idx_executions_process", tables.executions.c.process_id)
# Ours.
Index("uq_prompts_task_version", tables.prompts.c.task_id, tables.prompts.c.version, unique=True)
Index("uq_processes_task_version", tables.processes.c.task_id, tables.processes.c.version, unique=True)
Index("idx_prompts_status", tables.prompts.c.status)
Index("idx_processes_status", tables.processes.c.status)
Index("idx_executions_status", tables.executions.c.status)
Index("idx_requests_session", tables.requests.c.session_id, tables.requests.c.status)
Index("idx_requests_created_at", tables.requests.c.created_at)
Index("idx_comments_task", tables.comments.c.task_id)
Index(
    "uq_approvals_open",
    tables.approvals.c.kind,
    tables.approvals.c.subject_id,
    tables.approvals.c.version,
    unique=True,
    sqlite_where=_open,
    postgresql_where=_open,
)
Index("idx_approvals_open", tables.approvals.c.opened_at, sqlite_where=_open, postgresql_where=_open)
Index("idx_approvals_task", tables.approvals.c.task_id)
Index("idx_approvals_subject", tables.approvals.c.subject_id)
Index("idx_decisions_task", tables.decisions.c.task_id)
Index("idx_artifacts_task", tables.artifacts.c.task_id)
Index(
    "uq_slack_messages_subject",
    tables.slack_messages.c.task_id,
    tables.slack_messages.c.card_type,
    tables.slack_messages.c.subject_id,
    unique=True,
)
Index(
    "uq_slack_messages_live",
    tables.slack_messages.c.task_id,
    tables.slack_messages.c.card_type,
    unique=True,
    sqlite_where=_live,
    postgresql_where=_live,
)
Index("idx_slack_messages_place", tables.slack_messages.c.channel, tables.slack_messages.c.message_ts)
Index("idx_slack_threads_place", tables.slack_threads.c.channel, tables.slack_threads.c.thread_ts)
Index("idx_slack_posts_task", tables.slack_posts.c.task_id)
Index("idx_slack_deliveries_state", tables.slack_deliveries.c.state)
Index("idx_slack_notices_approval", tables.slack_notices.c.approval_id)
Index("idx_slack_notices_unsettled", tables.slack_notices.c.settled_at)
Index("idx_foreign_sessions_updated", tables.foreign_sessions.c.tenant_id, tables.foreign_sessions.c.updated_at)
Index(
    "idx_foreign_sessions_waiting",
    tables.foreign_sessions.c.tenant_id,
    tables.foreign_sessions.c.waiting,
    tables.foreign_sessions.c.waiting_since,
    sqlite_where=tables.foreign_sessions.c.waiting > 0,
    postgresql_where=tables.foreign_sessions.c.waiting > 0,
)
Index("idx_control_keys_session", tables.control_keys.c.session_id)
Index("idx_control_requests_thread", tables.control_requests.c.thread_id, tables.control_requests.c.state)
Index("idx_identities_user", tables.identities.c.user_id)
Index("idx_managed_sessions_execution", tables.managed_sessions.c.execution_id)
