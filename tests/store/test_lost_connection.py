"""A database server that drops its connections, or is away for a while: said clearly, and over when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ringi.errors import Unavailable
from ringi.store import batches
from ringi.store.migrations import upgrade
from ringi.store.reads import Reads
from ringi.store.transaction import Tx
from ringi.store.writer import Store

pytestmark = pytest.mark.postgres


@pytest.fixture
def store(postgres_url: str, tmp_path: Path) -> Iterator[Store]:
    upgrade(postgres_url)
    opened = Store(postgres_url, tmp_path, "tenant")
    yield opened
    opened.close()


def drop_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


def look(tx: Tx) -> Any:
    row = tx.one("SELECT 1 AS one")
    return row["one"] if row else None


def test_a_connection_dropped_while_idle_is_nobodys_trouble(store: Store) -> None:
    assert store.write(look) == 1
    reads = Reads(store.url, "tenant")
    assert reads.users() == []
    drop_connections(store.url)
    assert store.write(look) == 1
    assert reads.users() == []
    reads.close()


async def test_a_connection_dropped_in_a_transaction_fails_that_one_only(store: Store) -> None:
    def unlucky(tx: Tx) -> Any:
        drop_connections(store.url)
        return look(tx)

    with pytest.raises(Unavailable) as caught:
        await store.awrite(unlucky)
    assert caught.value.code == "RINGI-509"
    assert await asyncio.wait_for(store.awrite(look), 120) == 1


async def test_while_the_server_is_away_everybody_is_told_and_afterwards_nobody_has_to_restart(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(url: str) -> Any:
        raise Unavailable("RINGI-509", reason="connection refused")

    with monkeypatch.context() as patch:
        patch.setattr(batches, "connect", away)
        drop_connections(store.url)
        for _ in range(2):
            with pytest.raises(Unavailable):
                await asyncio.wait_for(store.awrite(look), 120)
            with pytest.raises(Unavailable):
                await asyncio.to_thread(store.write, look)
    assert await asyncio.wait_for(store.awrite(look), 120) == 1
    assert await asyncio.to_thread(store.write, look) == 1
