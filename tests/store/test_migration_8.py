"""A store of version 6 whose sessions have asked gets them into the inbox, on both databases."""

from __future__ import annotations

import pytest
from prototype_files import fetch, insert
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from test_migration_4 import AT
from test_migration_6 import version_5

from ringi.store import migrations
from ringi.store.migrations import m3_ringi, m6_managed

pytestmark = pytest.mark.unmade


def version_6(url: str, rows: list[str]) -> None:
    """The file as the release before this one made it."""
    version_5(url, [])
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        m6_managed.apply(connection)
        connection.execute(m3_ringi.schema_version.update(), {"version": 6})
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 6")
        for row in rows:
            connection.exec_driver_sql(row)


def test_sessions_that_asked_are_marked_and_the_others_are_not(database_url: str) -> None:
    about = {"tenant_id": "t", "user_id": "u", "source": "facts", "created_at": AT, "updated_at": AT}
    summaries = {
        "open": '{"pending":["a"],"asked":{},"answered":[]}',
        "settled": '{"pending":[],"asked":{},"answered":["a"]}',
        "quiet": '{"pending":[],"asked":{},"answered":[]}',
        "erased": "{}",
    }
    version_6(
        database_url,
        [
            insert("foreign_sessions", thread_id=name, session_id=name, title=name, summary=summary, **about)
            for name, summary in summaries.items()
        ],
    )
    migrations.upgrade(database_url)
    found = dict(fetch(database_url, "SELECT thread_id, waiting FROM foreign_sessions"))
    assert found == {"open": 2, "settled": 1, "quiet": 0, "erased": 0}
    assert not migrations.upgrade(database_url).changed
