"""A store of version 3, with work in it, gets what Slack needs and keeps every row, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from prototype_files import fetch, insert, run
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.pool import NullPool

from ringi.store import migrations
from ringi.store.migrations import m1_prototype, m2_mvp, m3_ringi, m4_slack
from ringi.store.migrations.detection import CURRENT
from ringi.store.schema import metadata

pytestmark = pytest.mark.unmade
AT = "2026-11-01T00:00:00.000Z"
FACTS = "INSERT INTO facts (thread_id, sequence, type, timestamp, header, commitment, hash)"
ROWS = [
    insert("tenants", id="default", name="x", slug="x", created_at=AT, updated_at=AT),
    insert(
        "tasks",
        id="T1",
        tenant_id="default",
        title="残業",
        slack_channel="C1",
        slack_thread_ts="1.0",
        created_at=AT,
        updated_at=AT,
    ),
    insert("slack_messages", id="M1", task_id="T1", card_type="task", channel="C1", message_ts="1.1", created_at=AT),
    insert("slack_messages", id="M2", task_id="T1", card_type="task", channel="C1", message_ts="1.2", created_at=AT),
    "INSERT INTO threads (id, tenant_id, session_id, origin, last_sequence, head, created_at)"
    f" VALUES ('T1', 'default', 'S', 'own', 1, '', '{AT}')",
    f"{FACTS} VALUES ('T1', 1, 'task.changed', '{AT}', '{{}}', '', '')",
]
SEALS = frozenset({"seal", "records", "epoch", "erased", "confirmed", "waiting", "waiting_since", "key_seen_by"})
"""Columns that came with version 7 and later."""
OLD = ("tenants", "tasks", "threads", "facts", "requests", "users", "approvals", "jobs")


def version_3(url: str, rows: list[str]) -> None:
    """The file as the release before this one made it."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        for step in (m1_prototype.apply, m2_mvp.apply, m3_ringi.apply):
            step(connection)
        connection.execute(m3_ringi.schema_version.insert(), {"version": 3})
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 3")
        for row in rows:
            connection.exec_driver_sql(row)


def kept(url: str) -> dict[str, Any]:
    rows: dict[str, Any] = {name: sorted(map(repr, fetch(url, old_columns(name)))) for name in OLD}
    rows["messages"] = fetch(url, "SELECT id, task_id, card_type, channel, message_ts FROM slack_messages ORDER BY id")
    return rows


def test_a_version_3_store_is_upgraded_with_every_row_kept(database_url: str) -> None:
    version_3(database_url, ROWS)
    assert migrations.look(database_url) == 3
    before = kept(database_url)
    report = migrations.upgrade(database_url)
    assert report.as_dict() == migrations.Report(3, CURRENT).as_dict()
    assert kept(database_url) == before
    assert fetch(database_url, "SELECT version FROM schema_version") == [(CURRENT,)]
    assert fetch(database_url, "SELECT DISTINCT state, shown FROM slack_messages") == [("frozen", None)]
    assert not migrations.upgrade(database_url).changed


def test_a_version_3_store_ends_with_the_tables_of_a_new_one(database_url: str) -> None:
    version_3(database_url, [])
    migrations.upgrade(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.connect() as connection:
        assert shape(connection) == {
            name: sorted(column.name for column in table.columns) for name, table in metadata.tables.items()
        }


def old_columns(table: str) -> str:
    """What a table held before its rows were sealed."""
    names = [column.name for column in metadata.tables[table].columns if column.name not in SEALS]
    return f"SELECT {', '.join(names)} FROM {table}"


def shape(connection: Connection) -> dict[str, list[str]]:
    inspector = inspect(connection)
    return {
        name: sorted(column["name"] for column in inspector.get_columns(name)) for name in inspector.get_table_names()
    }


def test_a_table_that_stands_where_ours_will_is_set_aside(database_url: str) -> None:
    version_3(database_url, ["CREATE TABLE slack_threads (note TEXT)", insert("slack_threads", note="mine")])
    report = migrations.upgrade(database_url)
    assert report.set_aside == [("slack_threads", "slack_threads_before_ringi")]
    assert fetch(database_url, "SELECT note FROM slack_threads_before_ringi") == [("mine",)]


def test_an_upgrade_that_fails_leaves_version_3(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    version_3(database_url, ROWS)
    before = kept(database_url)
    monkeypatch.setattr(m4_slack, "INDEXES_ON_OLD_TABLES", ("CREATE INDEX broken ON nowhere (id)",))
    with pytest.raises(Exception, match="nowhere"):
        migrations.upgrade(database_url)
    assert migrations.look(database_url) == 3
    assert kept(database_url) == before


def test_a_slot_has_one_live_message_and_a_version_one_message(database_url: str) -> None:
    version_3(database_url, ROWS)
    migrations.upgrade(database_url)

    def card(name: str, subject: str, state: str) -> str:
        place = {"task_id": "T1", "card_type": "prompt", "channel": "C1", "message_ts": name}
        return insert("slack_messages", id=name, **place, subject_id=subject, version=1, state=state, created_at=AT)

    run(database_url, [card("M3", "P1", "frozen"), card("M4", "P2", "live")])
    for again in (card("M5", "P3", "live"), card("M6", "P1", "frozen")):
        with pytest.raises(Exception, match=r"(?i)unique"):
            run(database_url, [again])
