"""Gives the rows of a version 1 or 2 file their facts, requests, approvals and jobs, within the upgrade's transaction.

No old row is changed but one kind: an execution that was under way becomes `outcome_unknown`, and a fact says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, text

from ringi import clock
from ringi.facts.chain import GENESIS, Sealed, seal
from ringi.facts.envelope import Fact
from ringi.store.migrations import m3_ringi
from ringi.store.migrations.report import Report
from ringi.store.migrations.retelling import History, Retold, Row, retell
from ringi.store.migrations.retelling import text as as_text

AT_A_TIME = 500
"""Tasks whose rows are held in memory together."""

WRITTEN = (
    *(m3_ringi.threads, m3_ringi.facts, m3_ringi.fact_payloads),
    *(m3_ringi.requests, m3_ringi.approvals, m3_ringi.jobs),
)
_FACT = ("thread_id", "sequence", "type", "timestamp", "header", "commitment", "hash")
_PAYLOAD = ("thread_id", "sequence", "salt", "payload")

REFERENCES = (
    ("tasks", "tenant_id", "tenants"),
    ("prompts", "task_id", "tasks"),
    ("processes", "task_id", "tasks"),
    ("processes", "prompt_id", "prompts"),
    ("executions", "task_id", "tasks"),
    ("executions", "process_id", "processes"),
)


def import_rows(connection: Connection, report: Report) -> None:
    """Retell every task, a few hundred at a time, and note in the report what people should know."""
    now, nobody = clock.now(), _any_tenant(connection)
    for ids in _chunks(_task_ids(connection)):
        rows: dict[Table, list[dict[str, Any]]] = {table: [] for table in WRITTEN}
        for history in _histories(connection, ids):
            tenant_id = as_text((history.task or {}).get("tenant_id")) or nobody
            retold = retell(history, tenant_id, now)
            _gather(rows, history.task_id, tenant_id, retold)
            _note(report, history, retold)
        for table, new in rows.items():
            if new:
                connection.execute(table.insert(), new)
    for execution_id in report.unknown:
        # The one kind of row that changes, because "running" would be a claim that nobody can make any more.
        connection.execute(
            text("UPDATE executions SET status = 'outcome_unknown' WHERE id = :id"), {"id": execution_id}
        )
    report.orphans += _orphans(connection)


def _task_ids(connection: Connection) -> list[str]:
    """Every task, and every task that other rows still speak of."""
    sources = " UNION ".join(f"SELECT task_id AS id FROM {table}" for table in ("prompts", "processes", "executions"))
    return list(connection.execute(text(f"SELECT id FROM tasks UNION {sources} ORDER BY id")).scalars())


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), AT_A_TIME):
        yield ids[start : start + AT_A_TIME]


def _histories(connection: Connection, ids: Sequence[str]) -> Iterable[History]:
    histories = {task_id: History(task_id) for task_id in ids}
    for row in _rows(connection, "tasks", "id", ids, "id"):
        histories[row["id"]].task = row
    for table, order in (("prompts", "version, id"), ("processes", "version, id"), ("executions", "id")):
        for row in _rows(connection, table, "task_id", ids, order):
            getattr(histories[row["task_id"]], table).append(row)
    return histories.values()


def _rows(connection: Connection, table: str, column: str, ids: Sequence[str], order: str) -> Sequence[Row]:
    query = text(f"SELECT * FROM {table} WHERE {column} IN :ids ORDER BY {order}")
    found = connection.execute(query.bindparams(bindparam("ids", expanding=True)), {"ids": ids})
    return [dict(row) for row in found.mappings()]


def _any_tenant(connection: Connection) -> str:
    """For rows whose task is lost, and with it their tenant."""
    return as_text(connection.execute(text("SELECT min(id) FROM tenants")).scalar())


def _gather(rows: dict[Table, list[dict[str, Any]]], task_id: str, tenant_id: str, retold: Retold) -> None:
    sealed = _sealed(retold.facts)
    rows[m3_ringi.threads].append(
        {
            "id": task_id,
            "tenant_id": tenant_id,
            "session_id": retold.session_id,
            "origin": "imported",
            "last_sequence": len(sealed),
            "head": sealed[-1].hash if sealed else GENESIS,
            "created_at": retold.created_at,
        }
    )
    rows[m3_ringi.facts] += [{name: getattr(one, name) for name in _FACT} for one in sealed]
    rows[m3_ringi.fact_payloads] += [{name: getattr(one, name) for name in _PAYLOAD} for one in sealed]
    rows[m3_ringi.requests] += [retold.request] if retold.request else []
    rows[m3_ringi.approvals] += retold.approvals
    rows[m3_ringi.jobs] += retold.jobs


def _sealed(facts: Iterable[Fact]) -> list[Sealed]:
    chain: list[Sealed] = []
    previous = GENESIS
    for sequence, fact in enumerate(facts, start=1):
        chain.append(seal(fact, previous, sequence))
        previous = chain[-1].hash
    return chain


def _note(report: Report, history: History, retold: Retold) -> None:
    report.tasks += history.task is not None
    report.facts += len(retold.facts)
    report.approvals += [row["subject_id"] for row in retold.approvals]
    report.jobs += [row["subject_id"] for row in retold.jobs]
    report.unknown += retold.unknown
    report.left += retold.left
    if retold.stalled:
        report.stalled.append(history.task_id)


def _orphans(connection: Connection) -> list[str]:
    """Rows whose reference leads nowhere: SQLite does not enforce foreign keys unless it is asked to."""
    found: dict[str, None] = {}
    for table, column, target in REFERENCES:
        lost = connection.execute(
            text(f"SELECT id FROM {table} WHERE {column} NOT IN (SELECT id FROM {target}) ORDER BY id")
        ).scalars()
        found.update({f"{table}:{row_id}": None for row_id in lost})
    return list(found)
