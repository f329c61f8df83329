"""A store from before confirmations keeps what was accepted, and nothing of it counts as confirmed."""

from __future__ import annotations

import pytest
from prototype_files import fetch
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from test_migration_6 import version_5

from ringi.store import migrations
from ringi.store.migrations import m3_ringi, m6_managed

pytestmark = pytest.mark.unmade
PIN = (
    "INSERT INTO tool_pins (id, tenant_id, server, tool, schema_hash, description_hash, effect, state, pinned_at,"
    " updated_at) VALUES ('p', 'default', 'shop', 'price', 'a', 'b', 'read', 'trusted', 't', 't')"
)


def test_what_was_accepted_stays_accepted_and_unconfirmed(database_url: str) -> None:
    version_5(database_url, [])
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        m6_managed.apply(connection)
        connection.execute(m3_ringi.schema_version.update(), {"version": 6})
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 6")
        connection.exec_driver_sql(PIN)
    assert migrations.look(database_url) == 6
    assert migrations.upgrade(database_url).changed
    assert fetch(database_url, "SELECT tool, effect, confirmed FROM tool_pins") == [("price", "read", "{}")]
    assert not migrations.upgrade(database_url).changed
