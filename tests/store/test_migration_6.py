"""A store of version 5, with work in it, gets what managed sessions need and keeps every row, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from prototype_files import fetch, insert, run
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from test_migration_4 import AT, old_columns, shape
from test_migration_5 import version_4

from ringi.store import migrations
from ringi.store.migrations import m3_ringi, m5_workbench, m6_managed, m9_seals
from ringi.store.migrations.detection import CURRENT
from ringi.store.schema import metadata

pytestmark = pytest.mark.unmade
NEW = frozenset((*m6_managed.metadata.tables, *m9_seals.metadata.tables))


def version_5(url: str, rows: list[str]) -> None:
    """The file as the release before this one made it."""
    version_4(url, [])
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        m5_workbench.apply(connection)
        connection.execute(m3_ringi.schema_version.update(), {"version": 5})
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 5")
        for row in rows:
            connection.exec_driver_sql(row)


def kept(url: str) -> dict[str, Any]:
    old = set(metadata.tables) - NEW - {"schema_version"}
    return {name: sorted(map(repr, fetch(url, old_columns(name)))) for name in sorted(old)}


def test_a_version_5_store_is_upgraded_with_every_row_kept(database_url: str) -> None:
    version_5(database_url, ["UPDATE tenants SET agent_id = 'agent_1', environment_id = 'env_1'"])
    assert migrations.look(database_url) == 5
    before = kept(database_url)
    assert migrations.upgrade(database_url).as_dict() == migrations.Report(5, CURRENT).as_dict()
    assert kept(database_url) == before
    assert fetch(database_url, "SELECT agent_id, environment_id FROM tenants") == [("agent_1", "env_1")]
    assert not migrations.upgrade(database_url).changed


def test_a_version_5_store_ends_with_the_tables_of_a_new_one(database_url: str) -> None:
    version_5(database_url, [])
    migrations.upgrade(database_url)
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.connect() as connection:
        assert shape(connection) == {
            name: sorted(column.name for column in table.columns) for name, table in metadata.tables.items()
        }


def test_a_table_that_stands_where_ours_will_is_set_aside_by_6(database_url: str) -> None:
    version_5(database_url, ["CREATE TABLE managed_events (note TEXT)", insert("managed_events", note="mine")])
    report = migrations.upgrade(database_url)
    assert report.set_aside == [("managed_events", "managed_events_before_ringi")]
    assert fetch(database_url, "SELECT note FROM managed_events_before_ringi") == [("mine",)]


def test_an_event_of_a_session_is_kept_once(database_url: str) -> None:
    migrations.upgrade(database_url)
    row = {"session_id": "s", "event_id": "e", "kind": "agent.custom_tool_use", "state": "running", "seen_at": AT}
    run(database_url, [insert("managed_events", **row)])
    with pytest.raises(Exception, match=r"(?i)unique"):
        run(database_url, [insert("managed_events", **row)])
