"""An older database becomes a current one with nothing lost, on both databases."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prototype_files import (
    ROWS_1,
    TABLES_1,
    TABLES_2,
    VERSION_1,
    VERSION_2,
    columns,
    everything,
    fetch,
    insert,
    make,
    prompt,
    run,
    statements,
    task,
)
from sqlalchemy import Engine, Inspector, create_engine, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ringi.errors import Conflict, Invalid
from ringi.store import migrations
from ringi.store.engine import is_postgres
from ringi.store.migrations.detection import CURRENT
from ringi.store.schema import metadata

pytestmark = pytest.mark.unmade
UNDER_WAY = ["X-running-2", "X-starting-1"]


def engine(url: str) -> Engine:
    return create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)


def shape(url: str) -> dict[str, Any]:
    """Tables, columns, keys, references and indexes, as the database itself tells them."""
    with engine(url).connect() as connection:
        inspector = inspect(connection)
        return {name: table_shape(inspector, name) for name in inspector.get_table_names()}


def table_shape(inspector: Inspector, table: str) -> dict[str, Any]:
    return {
        "columns": {
            one["name"]: (str(one["type"]), one["nullable"], one["default"]) for one in inspector.get_columns(table)
        },
        "key": inspector.get_pk_constraint(table)["constrained_columns"],
        "references": sorted(
            (one["constrained_columns"], one["referred_table"]) for one in inspector.get_foreign_keys(table)
        ),
        "unique": sorted(one["column_names"] for one in inspector.get_unique_constraints(table)),
        "indexes": sorted(
            (one["name"], one["column_names"], bool(one["unique"]), one.get("column_sorting", {}))
            for one in inspector.get_indexes(table)
            if not one.get("duplicates_constraint")
        ),
    }


def test_a_new_database_has_exactly_the_tables_of_the_schema(database_url: str) -> None:
    report = migrations.upgrade(database_url)
    assert (report.found, report.version, report.changed) == (0, CURRENT, True)
    made = shape(database_url)
    assert set(made) == set(metadata.tables)
    if is_postgres(database_url):
        run(database_url, ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"])
    else:
        database_url += ".declared"
    metadata.create_all(engine(database_url))
    assert made == shape(database_url)


def test_the_seed_s_names_are_all_there(database_url: str) -> None:
    migrations.upgrade(database_url)
    made = shape(database_url)
    assert set(TABLES_2) <= set(made)
    names = {name for table in made.values() for name, *_ in table["indexes"]}
    assert names >= {
        *("idx_tasks_tenant", "idx_tasks_status", "idx_tasks_created_at", "idx_prompts_task", "idx_processes_task"),
        *("idx_executions_task", "idx_executions_process", "idx_slack_messages_task", "idx_audit_logs_tenant_ts"),
        *("idx_audit_logs_action", "idx_settings_tenant", "idx_integrations_tenant_provider"),
        *("uq_prompts_task_version", "uq_processes_task_version", "uq_approvals_open", "idx_approvals_open"),
    }


def test_a_time_left_out_by_hand_is_given_by_the_database(database_url: str) -> None:
    migrations.upgrade(database_url)
    run(database_url, [insert("tenants", id="x", name="x", slug="x")])
    [(made,)] = fetch(database_url, "SELECT created_at FROM tenants")
    assert made[10] == "T" and made.endswith("+00:00") and len(made) == 29


def test_upgrading_twice_is_harmless(database_url: str) -> None:
    make(database_url, 2)
    assert migrations.upgrade(database_url).changed
    before, tables = shape(database_url), [name for name in metadata.tables if name != "schema_version"]
    rows = {name: sorted(map(repr, fetch(database_url, f"SELECT * FROM {name}"))) for name in tables}
    again = migrations.upgrade(database_url)
    assert again.as_dict() == migrations.Report(CURRENT, CURRENT).as_dict()
    assert not again.changed
    assert shape(database_url) == before
    assert {name: sorted(map(repr, fetch(database_url, f"SELECT * FROM {name}"))) for name in tables} == rows
    assert fetch(database_url, "SELECT version FROM schema_version") == [(CURRENT,)]


@pytest.mark.parametrize("mark", ["user_version", "table", "columns"])
@pytest.mark.parametrize("version", [1, 2])
def test_every_row_of_an_older_database_is_kept(database_url: str, version: int, mark: str) -> None:
    if mark == "user_version" and is_postgres(database_url):
        mark = "columns"
    make(database_url, version, mark)
    assert migrations.look(database_url) == version
    tables = TABLES_1 if version == 1 else TABLES_2
    before = everything(database_url, tables)
    report = migrations.upgrade(database_url)
    assert (report.found, report.version) == (version, CURRENT)
    assert sorted(report.unknown) == UNDER_WAY
    after = everything(database_url, tables, like=before)
    state = before["executions"]["columns"].index("status")
    for old, new in zip(before["executions"]["rows"], after["executions"]["rows"], strict=True):
        changed = {**dict(enumerate(old)), state: "outcome_unknown"}
        assert new == (tuple(changed.values()) if set(old) & set(UNDER_WAY) else old)
    del before["executions"], after["executions"]
    assert after == before
    if mark == "table":
        assert report.set_aside == [("schema_version", "schema_version_before_ringi")]
        kept = fetch(database_url, "SELECT version FROM schema_version_before_ringi ORDER BY 1")
        assert kept == [(one,) for one in range(1, version + 1)]


def essence(made: dict[str, Any]) -> dict[str, Any]:
    """Without what the prototype's hand could spell otherwise: defaults of times, and `TEXT PRIMARY KEY`."""
    for table in made.values():
        for name, (kind, nullable, default) in table["columns"].items():
            table["columns"][name] = (kind, nullable and name != "id", None if name.endswith("_at") else default)
    return made


@pytest.mark.parametrize("version", [1, 2])
def test_an_upgraded_database_has_the_shape_of_a_new_one(database_url: str, version: int) -> None:
    make(database_url, version)
    migrations.upgrade(database_url)
    upgraded = essence(shape(database_url))
    if is_postgres(database_url):
        run(database_url, ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"])
    else:
        database_url += ".new"
    migrations.upgrade(database_url)
    assert upgraded == essence(shape(database_url))


@pytest.mark.parametrize("applied", range(1, len(statements(VERSION_2))))
def test_a_half_applied_version_2_is_completed(tmp_path: Path, applied: int) -> None:
    url = str(tmp_path / "ringi.db")
    run(url, statements(VERSION_1) + statements(VERSION_2)[:applied] + ROWS_1 + ["PRAGMA user_version = 1"])
    report = migrations.upgrade(url)
    assert (report.found, report.version) == (1, CURRENT)
    assert {"rejection_reason", "rejected_by"} <= set(columns(url, "processes"))
    assert fetch(url, "SELECT count(*) FROM integrations") == [(0,)]


def test_a_half_made_version_1_is_completed(database_url: str) -> None:
    run(database_url, statements(VERSION_1)[:4])
    assert migrations.look(database_url) == 1
    migrations.upgrade(database_url)
    assert set(shape(database_url)) == set(metadata.tables)


def test_a_copy_through_a_text_dump_is_still_current(tmp_path: Path) -> None:
    url = str(tmp_path / "ringi.db")
    migrations.upgrade(url)
    run(url, ["PRAGMA user_version = 0"])
    assert not migrations.upgrade(url).changed


def test_facts_can_neither_be_changed_nor_deleted(database_url: str) -> None:
    make(database_url, 2)
    migrations.upgrade(database_url)
    before = fetch(database_url, "SELECT * FROM facts ORDER BY thread_id, sequence")
    refused = ["UPDATE facts SET type = 'x'", "DELETE FROM facts WHERE sequence = 2"]
    refused += ["TRUNCATE facts"] if is_postgres(database_url) else []
    for statement in refused:
        with pytest.raises(DBAPIError, match="append-only"), engine(database_url).begin() as connection:
            connection.exec_driver_sql(statement)
    assert fetch(database_url, "SELECT * FROM facts ORDER BY thread_id, sequence") == before
    run(database_url, ["UPDATE fact_payloads SET payload = NULL, salt = NULL WHERE sequence = 1"])


def twice(url: str) -> list[str]:
    """One task with versions 1, 2, 2 of its policy (the later one has the smaller id) and plans that refer to them."""
    make(url, 2)
    second = {"content": "later", "task_id": "T-twice"}
    rows = [task("twice", "extracted"), prompt("twice", 1, "rejected"), prompt("twice", 2, "rejected")]
    rows.append(prompt("twice", 2, "approved", id="P-twice-0", **second).replace("14:31", "14:32"))
    rows.append(
        insert(
            "processes", id="Q-twice-1", task_id="T-twice", prompt_id="P-twice-0", version=1, created_at="2026-01-01"
        )
    )
    run(url, rows)
    return rows


def test_a_version_number_that_a_task_has_twice_stops_the_upgrade(database_url: str) -> None:
    twice(database_url)
    before, made = everything(database_url, TABLES_2), shape(database_url)
    with pytest.raises(Conflict) as refusal:
        migrations.upgrade(database_url)
    assert refusal.value.code == "RINGI-504"
    assert refusal.value.values["rows"] == [
        {"table": "prompts", "task_id": "T-twice", "version": 2, "ids": ["P-twice-0", "P-twice-2"]}
    ]
    assert (everything(database_url, TABLES_2), shape(database_url)) == (before, made)


def test_repair_renumbers_in_the_order_of_making_and_keeps_references(database_url: str) -> None:
    twice(database_url)
    report = migrations.upgrade(database_url, repair=True)
    assert report.renumbered == [migrations.Renumbered("prompts", "P-twice-0", "T-twice", 2, 3)]
    rows = fetch(database_url, "SELECT version, id, content FROM prompts WHERE task_id = 'T-twice' ORDER BY version")
    assert rows == [(1, "P-twice-1", "方針 twice v1"), (2, "P-twice-2", "方針 twice v2"), (3, "P-twice-0", "later")]
    assert fetch(database_url, "SELECT prompt_id FROM processes WHERE id = 'Q-twice-1'") == [("P-twice-0",)]


def test_another_program_s_tables_are_refused(database_url: str) -> None:
    run(database_url, ["CREATE TABLE books (id TEXT PRIMARY KEY, version INTEGER)"])
    with pytest.raises(Invalid) as refusal:
        migrations.upgrade(database_url)
    assert refusal.value.code == "RINGI-503"
    assert set(shape(database_url)) == {"books"}


def test_another_program_s_table_of_the_same_name_is_refused(database_url: str) -> None:
    run(database_url, ["CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT, done INTEGER)"])
    with pytest.raises(Invalid) as refusal:
        migrations.upgrade(database_url)
    assert refusal.value.code == "RINGI-503"
    assert set(shape(database_url)) == {"tasks"}


def test_a_database_from_the_future_is_refused(database_url: str) -> None:
    migrations.upgrade(database_url)
    run(database_url, [f"UPDATE schema_version SET version = {CURRENT + 1}"])
    if not is_postgres(database_url):
        run(database_url, [f"PRAGMA user_version = {CURRENT + 1}"])
    with pytest.raises(Conflict) as refusal:
        migrations.upgrade(database_url)
    assert (refusal.value.code, refusal.value.values["found"]) == ("RINGI-501", CURRENT + 1)


def test_of_processes_that_upgrade_at_once_one_does_it_and_all_succeed(database_url: str) -> None:
    make(database_url, 2)
    script = (
        "import sys; from ringi.store import migrations, engine; import ringi.store.migrations.carrying_out;"
        "print('ready', flush=True); sys.stdin.readline(); print(migrations.upgrade(sys.argv[1]).found)"
    )
    others = [
        subprocess.Popen(
            [sys.executable, "-c", script, database_url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for one in others:
        assert one.stdout and one.stdout.readline() == "ready\n"
    for one in others:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()
    found = sorted((one.communicate()[0].strip() for one in others), key=int)
    assert [one.returncode for one in others] == [0, 0, 0, 0]
    assert found == ["2", *[str(CURRENT)] * 3]
    assert fetch(database_url, "SELECT count(*) FROM threads") == [(11,)]


def test_checking_that_the_store_is_current_needs_the_driver_only(tmp_path: Path) -> None:
    url = str(tmp_path / "ringi.db")
    migrations.upgrade(url)
    script = (
        "import sys; from ringi.store import migrations; migrations.upgrade(sys.argv[1]);"
        "print('sqlalchemy' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", script, url], text=True).strip() == "False"
