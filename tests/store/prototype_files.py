"""Databases as the prototype left them: the seed's statements by hand, filled with every state, on either database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any

from ringi.store.engine import is_postgres, sqlite_path

NOW = "DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))"

VERSION_1 = f"""
CREATE TABLE tenants (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, agent_id TEXT, vault_id TEXT,
    created_at TEXT NOT NULL {NOW}, updated_at TEXT NOT NULL {NOW});
CREATE TABLE tasks (
    id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants(id), title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '', priority TEXT NOT NULL DEFAULT 'medium',
    task_type TEXT NOT NULL DEFAULT 'standard', status TEXT NOT NULL DEFAULT 'extracted',
    slack_channel TEXT NOT NULL, slack_thread_ts TEXT NOT NULL,
    created_at TEXT NOT NULL {NOW}, updated_at TEXT NOT NULL {NOW});
CREATE INDEX idx_tasks_tenant ON tasks(tenant_id);
CREATE INDEX idx_tasks_status ON tasks(status);
CREATE TABLE prompts (
    id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(id), version INTEGER NOT NULL DEFAULT 1,
    content TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT 'generating',
    approved_by TEXT, approved_at TEXT, created_at TEXT NOT NULL {NOW});
CREATE INDEX idx_prompts_task ON prompts(task_id);
CREATE TABLE processes (
    id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(id), prompt_id TEXT NOT NULL REFERENCES prompts(id),
    version INTEGER NOT NULL DEFAULT 1, steps TEXT NOT NULL DEFAULT '[]', status TEXT NOT NULL DEFAULT 'generating',
    approved_by TEXT, approved_at TEXT, created_at TEXT NOT NULL {NOW});
CREATE INDEX idx_processes_task ON processes(task_id);
CREATE TABLE executions (
    id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(id),
    process_id TEXT NOT NULL REFERENCES processes(id), session_id TEXT, status TEXT NOT NULL DEFAULT 'pending',
    current_step INTEGER NOT NULL DEFAULT 0, results TEXT NOT NULL DEFAULT '[]', error TEXT,
    started_at TEXT, completed_at TEXT);
CREATE INDEX idx_executions_task ON executions(task_id);
CREATE TABLE slack_messages (
    id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(id), card_type TEXT NOT NULL,
    channel TEXT NOT NULL, message_ts TEXT NOT NULL, created_at TEXT NOT NULL {NOW});
CREATE INDEX idx_slack_messages_task ON slack_messages(task_id);
CREATE TABLE tool_permissions (
    id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants(id), tool_name TEXT NOT NULL,
    allowed INTEGER NOT NULL DEFAULT 1, constraints TEXT NOT NULL DEFAULT '{{}}',
    created_at TEXT NOT NULL {NOW}, updated_at TEXT NOT NULL {NOW}, UNIQUE (tenant_id, tool_name));
"""

VERSION_2 = f"""
ALTER TABLE tasks ADD COLUMN source TEXT NOT NULL DEFAULT 'channel';
ALTER TABLE prompts ADD COLUMN rejection_reason TEXT;
ALTER TABLE prompts ADD COLUMN rejected_by TEXT;
ALTER TABLE processes ADD COLUMN rejection_reason TEXT;
ALTER TABLE processes ADD COLUMN rejected_by TEXT;
ALTER TABLE executions ADD COLUMN cancelled_by TEXT;
ALTER TABLE executions ADD COLUMN cancelled_at TEXT;
CREATE TABLE IF NOT EXISTS audit_logs (
    id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants(id), timestamp TEXT NOT NULL,
    actor_type TEXT NOT NULL, actor_id TEXT, action TEXT NOT NULL, resource_type TEXT NOT NULL, resource_id TEXT,
    details TEXT NOT NULL DEFAULT '{{}}');
CREATE INDEX IF NOT EXISTS idx_audit_logs_tenant_ts ON audit_logs(tenant_id, timestamp DESC);
CREATE INDEX IF NOT EXISTS idx_audit_logs_action ON audit_logs(action);
CREATE TABLE IF NOT EXISTS settings (
    id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants(id), config TEXT NOT NULL DEFAULT '{{}}',
    updated_at TEXT NOT NULL {NOW}, updated_by TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS idx_settings_tenant ON settings(tenant_id);
CREATE TABLE IF NOT EXISTS integrations (
    id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL REFERENCES tenants(id), provider TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'disconnected', credentials TEXT NOT NULL DEFAULT '{{}}',
    metadata TEXT NOT NULL DEFAULT '{{}}', connected_at TEXT, updated_at TEXT NOT NULL {NOW});
CREATE UNIQUE INDEX IF NOT EXISTS idx_integrations_tenant_provider ON integrations(tenant_id, provider);
CREATE INDEX IF NOT EXISTS idx_tasks_created_at ON tasks(created_at DESC);
CREATE INDEX IF NOT EXISTS idx_executions_process ON executions(process_id);
"""

STEPS = [
    {
        "stepId": "step-1",
        "order": 1,
        "tool": "list_employees",
        "toolInput": {"department": None, "status": "active"},
        "description": "従業員一覧を取得する",
        "expectedOutput": "従業員のリスト",
    }
]
RESULTS = [
    {
        "stepId": "step-1",
        "tool": "list_employees",
        "status": "completed",
        "result": {"count": 42, "average": 1.5},
        "duration_ms": 800,
        "started_at": "2026-04-18T14:35:00Z",
        "completed_at": "2026-04-18T14:35:00.800Z",
    }
]
AT = "2026-04-18T14:3{0}:00.123+00:00"


def statements(script: str) -> list[str]:
    return [one.strip() for one in script.split(";") if one.strip()]


def insert(table: str, **row: Any) -> str:
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(map(literal, row.values()))})"


def literal(value: Any) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def task(name: str, status: str, **row: Any) -> str:
    place = {"slack_channel": "C01", "slack_thread_ts": f"17133.{name}"}
    return insert(
        "tasks",
        **{
            "id": f"T-{name}",
            "tenant_id": "default",
            "title": f"{name} の残業確認",
            "description": "先月分",
            "status": status,
            **place,
            "created_at": AT.format(0),
            "updated_at": AT.format(9),
            **row,
        },
    )


def prompt(name: str, version: int, status: str, **row: Any) -> str:
    row = {"id": f"P-{name}-{version}", "task_id": f"T-{name}", "content": f"方針 {name} v{version}", **row}
    return insert("prompts", **row, version=version, status=status, created_at=AT.format(1))


def process(name: str, version: int, status: str, prompt_version: int = 1, **row: Any) -> str:
    row = {"id": f"Q-{name}-{version}", "task_id": f"T-{name}", "steps": json.dumps(STEPS, ensure_ascii=False), **row}
    return insert(
        "processes",
        **row,
        prompt_id=f"P-{name}-{prompt_version}",
        version=version,
        status=status,
        created_at=AT.format(2),
    )


def execution(name: str, number: int, status: str, **row: Any) -> str:
    row = {"id": f"X-{name}-{number}", "task_id": f"T-{name}", "process_id": f"Q-{name}-1", **row}
    return insert("executions", **row, status=status, results=json.dumps(RESULTS), current_step=1)


def planned(name: str, status: str) -> list[str]:
    """A task whose policy and plan are both approved."""
    return [
        task(name, status),
        prompt(name, 1, "approved", approved_by="U1", approved_at=AT.format(1)),
        process(name, 1, "approved", approved_by="U1", approved_at=AT.format(2)),
    ]


ROWS_1 = [
    insert("tenants", id="default", name="HR AI Agent", slug="default", created_at=AT.format(0)),
    # Every task state, every policy and plan state, every execution state.
    task("writing", "extracted"),
    prompt("writing", 1, "generating", content=""),
    task("asking", "extracted", slack_channel="", slack_thread_ts=""),
    prompt("asking", 1, "rejected"),
    prompt("asking", 2, "pending_approval"),
    task("planning", "extracted"),
    prompt("planning", 1, "approved", approved_by="U1", approved_at=AT.format(1)),
    process("planning", 1, "rejected"),
    process("planning", 2, "generating", steps="[]"),
    task("gate", "extracted"),
    prompt("gate", 1, "approved", approved_by="U1", approved_at=AT.format(1)),
    process("gate", 1, "pending_approval"),
    *planned("starting", "running"),
    execution("starting", 1, "pending"),
    *planned("running", "running"),
    execution("running", 1, "failed", error="timeout", started_at=AT.format(3), completed_at=AT.format(4)),
    execution("running", 2, "running", started_at=AT.format(5)),
    *planned("done", "completed"),
    execution("done", 1, "completed", started_at=AT.format(3), completed_at=AT.format(4)),
    *planned("broken", "failed"),
    execution("broken", 1, "failed", error="boom", started_at=AT.format(3), completed_at="yesterday"),
    task("dropped", "cancelled"),
    prompt("dropped", 1, "pending_approval"),
    *planned("stopped", "cancelled"),
    execution("stopped", 1, "cancelled", started_at=AT.format(3)),
    task("idle", "extracted", created_at="not a time"),
    insert("slack_messages", id="M1", task_id="T-done", card_type="task", channel="C01", message_ts="1.2"),
    insert("tool_permissions", id="TP1", tenant_id="default", tool_name="send_slack_dm", allowed=0),
]
ROWS_2 = [
    "UPDATE prompts SET rejection_reason = '範囲が広すぎます', rejected_by = 'U2' WHERE status = 'rejected'",
    "UPDATE processes SET rejection_reason = 'DM 不要', rejected_by = 'U2' WHERE status = 'rejected'",
    f"UPDATE executions SET cancelled_by = 'U3', cancelled_at = '{AT.format(6)}' WHERE status = 'cancelled'",
    "UPDATE tasks SET source = 'agent_container' WHERE id = 'T-done'",
    insert(
        "audit_logs",
        id="A1",
        tenant_id="default",
        timestamp=AT.format(0),
        actor_type="system",
        action="task.created",
        resource_type="task",
        resource_id="T-done",
    ),
    insert("settings", id="S1", tenant_id="default", config='{"name": "HR AI Agent"}', updated_by="U1"),
    insert("integrations", id="I1", tenant_id="default", provider="freee", credentials='{"sealed": "x"}'),
]


def run(url: str, script: Iterable[str]) -> None:
    """Statements as the prototype would run them, each on its own."""
    if is_postgres(url):
        import psycopg

        with psycopg.connect(url, autocommit=True) as server:
            for one in script:
                server.execute(one.replace(NOW, "DEFAULT ''").encode())
        return
    with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as file:
        for one in script:
            file.execute(one)


def fetch(url: str, query: str) -> list[tuple[Any, ...]]:
    if is_postgres(url):
        import psycopg

        with psycopg.connect(url) as server:
            return server.execute(query.encode()).fetchall()
    with closing(sqlite3.connect(sqlite_path(url))) as file:
        return file.execute(query).fetchall()


def make(url: str, version: int, mark: str = "columns") -> None:
    """A prototype's database of this version, which says so by `user_version`, a `table`, or only its `columns`."""
    script = statements(VERSION_1)
    if version == 2:
        script += statements(VERSION_2)
    script += ROWS_1 + (ROWS_2 if version == 2 else [])
    if mark == "user_version":
        script.append(f"PRAGMA user_version = {version}")
    elif mark == "table":
        script.append("CREATE TABLE schema_version (version INTEGER NOT NULL, applied_at TEXT)")
        script += [insert("schema_version", version=one, applied_at=AT.format(0)) for one in range(1, version + 1)]
    run(url, script)


TABLES_1 = ("tenants", "tasks", "prompts", "processes", "executions", "slack_messages", "tool_permissions")
TABLES_2 = (*TABLES_1, "audit_logs", "settings", "integrations")


def columns(url: str, table: str) -> list[str]:
    if is_postgres(url):
        query = f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' ORDER BY 1"
    else:
        query = f"SELECT name FROM pragma_table_info('{table}') ORDER BY 1"
    return [name for (name,) in fetch(url, query)]


def everything(url: str, tables: Iterable[str], like: dict[str, Any] | None = None) -> dict[str, Any]:
    """All rows of these tables; with `like`, only by the columns that were there then."""
    found = {}
    for table in tables:
        names = list(like[table]["columns"]) if like else columns(url, table)
        rows = fetch(url, f"SELECT {', '.join(names)} FROM {table} ORDER BY id")
        found[table] = {"columns": names, "rows": rows}
    return found
