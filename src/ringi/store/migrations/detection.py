"""What kind of database this is, read over the plain driver: nothing is written, and SQLAlchemy is not needed.

Called on every opening of the store, so the usual answer (it is current) costs two small reads.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from ringi.errors import Conflict, Invalid, RingiError

CURRENT = 11

VERSION_1: dict[str, frozenset[str]] = {
    "tenants": frozenset({"id", "name", "slug"}),
    "tasks": frozenset({"id", "tenant_id", "title", "status", "slack_channel", "slack_thread_ts", "created_at"}),
    "prompts": frozenset({"id", "task_id", "version", "content", "status", "created_at"}),
    "processes": frozenset({"id", "task_id", "prompt_id", "version", "steps", "status", "created_at"}),
    "executions": frozenset({"id", "task_id", "process_id", "status", "current_step", "results"}),
    "slack_messages": frozenset({"id", "task_id", "card_type", "channel", "message_ts"}),
    "tool_permissions": frozenset({"id", "tenant_id", "tool_name", "allowed"}),
}
"""By these columns a table is the prototype's, and not another program's of the same name."""
VERSION_2: dict[str, frozenset[str]] = {
    "tasks": frozenset({"source"}),
    "prompts": frozenset({"rejection_reason", "rejected_by"}),
    "processes": frozenset({"rejection_reason", "rejected_by"}),
    "executions": frozenset({"cancelled_by", "cancelled_at"}),
    "audit_logs": frozenset({"id", "tenant_id", "timestamp", "action", "details"}),
    "settings": frozenset({"id", "tenant_id", "config"}),
    "integrations": frozenset({"id", "tenant_id", "provider", "status"}),
}
VERSION_3 = ("requests", "threads", "facts", "approvals", "jobs")
VERSION_4 = (*VERSION_3, "slack_threads", "slack_posts", "slack_deliveries", "slack_teams")
VERSION_5 = (*VERSION_4, "foreign_sessions", "foreign_events", "snapshots", "control_keys", "control_requests")
VERSION_6 = (*VERSION_5, "managed_sessions", "managed_events")
VERSION_9 = (*VERSION_6, "seals", "heads")
OURS = {
    3: VERSION_3,
    4: VERSION_4,
    5: VERSION_5,
    6: VERSION_6,
    7: VERSION_6,
    8: VERSION_6,
    **dict.fromkeys((9, 10, 11), VERSION_9),
}
"""By these tables a version from 3 on is ours, and not the prototype's own next one."""


def current_version(connection: Any) -> int:
    """The version the database itself claims, by a single read; 0 when it claims none."""
    if isinstance(connection, sqlite3.Connection):
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    if "schema_version" not in table_names(connection):
        return 0
    return _highest(connection, "schema_version", "version") or 0


def detect(connection: Any, where: str = "") -> int:
    """Which version this is; 0 when it is empty. Refuses what is not ours and what a newer Ringi made."""
    names = table_names(connection)
    claimed = current_version(connection)
    if not names and claimed == 0:
        return 0
    # A copy made through a text dump has lost its user_version, but not its version table.
    version = claimed or _version_table(connection, names)
    if version in OURS and names.issuperset(OURS[version]):
        return version
    _must_be_ours(connection, names, claimed, where)
    if version >= min(OURS):
        # A 3 without our tables is the prototype's own next version: as unknown to us as any later one.
        raise Conflict("RINGI-501", where=where, found=version, known=CURRENT)
    if version > 0:
        return version
    return 2 if _has(connection, names, VERSION_2) else 1


def _must_be_ours(connection: Any, names: frozenset[str], claimed: int, where: str) -> None:
    ours = names & VERSION_1.keys()
    if not ours:
        raise _not_ours(where, names, claimed)
    for known in (VERSION_1, VERSION_2):
        for table in sorted(names & known.keys()):
            if known is VERSION_2 and table in VERSION_1:
                continue
            missing = known[table] - column_names(connection, table)
            if missing:
                raise _not_ours(where, {f"{table} ({', '.join(sorted(missing))}?)"}, claimed)


def _not_ours(where: str, names: frozenset[str] | set[str], claimed: int) -> RingiError:
    shown = sorted(names)[:8] or [f"user_version {claimed}"]
    return Invalid("RINGI-503", where=where, found=", ".join(shown))


def _has(connection: Any, names: frozenset[str], known: dict[str, frozenset[str]]) -> bool:
    return all(table in names and columns <= column_names(connection, table) for table, columns in known.items())


def _version_table(connection: Any, names: frozenset[str]) -> int:
    """The highest whole number in any table that by its name keeps versions or migrations."""
    found = 0
    for table in sorted(names - VERSION_1.keys()):
        if "version" not in table.lower() and "migration" not in table.lower():
            continue
        for column in sorted(column_names(connection, table) & {"version", "schema_version", "version_num"}):
            found = max(found, _highest(connection, table, column) or 0)
    return found


def _highest(connection: Any, table: str, column: str) -> int | None:
    versions = [row[0] for row in rows(connection, f'SELECT "{column}" FROM "{table}"')]
    whole = [int(v) for v in versions if isinstance(v, int) or (isinstance(v, str) and v.isascii() and v.isdigit())]
    return max(whole, default=None)


def table_names(connection: Any) -> frozenset[str]:
    if isinstance(connection, sqlite3.Connection):
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    else:
        sql = (
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        )
    return frozenset(row[0] for row in rows(connection, sql))


def column_names(connection: Any, table: str) -> frozenset[str]:
    if isinstance(connection, sqlite3.Connection):
        return frozenset(row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)))
    sql = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = %s"
    return frozenset(row[0] for row in rows(connection, sql, (table,)))


def rows(connection: Any, sql: str, params: tuple[Any, ...] = ()) -> list[Any]:
    """Rows read by position, whatever row factory the connection was given."""
    if isinstance(connection, sqlite3.Connection):
        return connection.execute(sql, params).fetchall()
    from psycopg.rows import tuple_row

    with connection.cursor(row_factory=tuple_row) as cursor:
        return list(cursor.execute(sql, params).fetchall())
