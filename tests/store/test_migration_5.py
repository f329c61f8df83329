"""A store of version 4, with work in it, gets what the workbench needs and keeps every row, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from prototype_files import fetch, insert, run
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from test_migration_4 import AT, ROWS, old_columns, shape, version_3

from ringi.store import migrations
from ringi.store.migrations import m3_ringi, m4_slack, m5_workbench, m6_managed, m9_seals
from ringi.store.migrations.detection import CURRENT
from ringi.store.schema import metadata

pytestmark = pytest.mark.unmade
NEW = frozenset({*m5_workbench.metadata.tables, *m6_managed.metadata.tables, *m9_seals.metadata.tables})


def version_4(url: str, rows: list[str]) -> None:
    """The file as the release before this one made it."""
    version_3(url, ROWS)
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        m4_slack.apply(connection)
        connection.execute(m3_ringi.schema_version.update(), {"version": 4})
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 4")
        for row in rows:
            connection.exec_driver_sql(row)


def kept(url: str) -> dict[str, Any]:
    old = set(metadata.tables) - NEW - {"schema_version"}
    return {name: sorted(map(repr, fetch(url, old_columns(name)))) for name in sorted(old)}


def test_a_version_4_store_is_upgraded_with_every_row_kept(database_url: str) -> None:
    place = {"team_id": "T", "channel": "C1", "thread_ts": "1.0", "created_at": AT, "updated_at": AT}
    version_4(database_url, [insert("slack_threads", task_id="T1", tenant_id="default", **place)])
    assert migrations.look(database_url) == 4
    before = kept(database_url)
    report = migrations.upgrade(database_url)
    assert report.as_dict() == migrations.Report(4, CURRENT).as_dict()
    assert kept(database_url) == before
    assert fetch(database_url, "SELECT version FROM schema_version") == [(CURRENT,)]
    assert not migrations.upgrade(database_url).changed


def test_a_version_4_store_ends_with_the_tables_of_a_new_one(database_url: str) -> None:
    version_4(database_url, [])
    migrations.upgrade(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.connect() as connection:
        assert shape(connection) == {
            name: sorted(column.name for column in table.columns) for name, table in metadata.tables.items()
        }


def test_a_table_that_stands_where_ours_will_is_set_aside_by_5(database_url: str) -> None:
    version_4(database_url, ["CREATE TABLE snapshots (note TEXT)", insert("snapshots", note="mine")])
    report = migrations.upgrade(database_url)
    assert report.set_aside == [("snapshots", "snapshots_before_ringi")]
    assert fetch(database_url, "SELECT note FROM snapshots_before_ringi") == [("mine",)]


def test_an_upgrade_that_fails_leaves_version_4(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    version_4(database_url, [])
    before = kept(database_url)
    real = m5_workbench.apply

    def broken(connection: Any) -> Any:
        real(connection)
        return connection.exec_driver_sql("CREATE INDEX broken ON nowhere (id)")

    monkeypatch.setattr(m5_workbench, "apply", broken)
    with pytest.raises(Exception, match="nowhere"):
        migrations.upgrade(database_url)
    assert migrations.look(database_url) == 4
    assert kept(database_url) == before


def test_a_key_and_an_identity_are_had_once(database_url: str) -> None:
    migrations.upgrade(database_url)
    key = {"tenant_id": "t", "user_id": "u", "key": "k", "control": "send", "session_id": "s", "fingerprint": "f"}
    person = {"tenant_id": "t", "user_id": "u", "issuer": "i", "subject": "s", "created_at": AT}
    for table, row in (("control_keys", {**key, "created_at": AT}), ("identities", person)):
        run(database_url, [insert(table, id="1", **row)])
        with pytest.raises(Exception, match=r"(?i)unique"):
            run(database_url, [insert(table, id="2", **row)])
