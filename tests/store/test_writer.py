"""Transitions, alone and together: all or none, in order, and never at a neighbour's cost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from small_rows import fact

from ringi.errors import Invalid
from ringi.facts.chain import verify_chain
from ringi.store.migrations import upgrade
from ringi.store.moves import MOVES, Lost
from ringi.store.transaction import Committed, Tx
from ringi.store.writer import Store


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Iterator[Store]:
    upgrade(database_url)
    opened = Store(database_url, tmp_path, "tenant")

    def begin(tx: Tx) -> None:
        tx.insert("tenants", id="tenant", name="t", slug="t", created_at=tx.now, updated_at=tx.now)
        tx.open_thread("thread", "session")

    opened.write(begin)
    yield opened
    opened.close()


def _twice(number: int, tx: Tx) -> None:
    tx.tell(fact(number), fact(number))


def _execute(statement: str, tx: Tx) -> None:
    tx.db.execute(statement)


def rows(store: Store, sql: str) -> list[dict[str, Any]]:
    return [dict(row) for row in store.write(lambda tx: tx.all(sql))]


def test_a_failed_transition_leaves_nothing_behind(store: Store) -> None:
    def broken(tx: Tx) -> None:
        tx.tell(fact(1))
        tx.audit("task.created", "task", "x")
        tx.enqueue("extract", "x", "x")
        raise Invalid("RINGI-101")

    with pytest.raises(Invalid):
        store.write(broken)
    for table in ("facts", "fact_payloads", "audit_logs", "jobs"):
        assert rows(store, f"SELECT * FROM {table}") == []
    assert rows(store, "SELECT last_sequence FROM threads") == [{"last_sequence": 0}]


async def test_what_arrives_together_shares_a_commit_and_a_loser_takes_nobody_along(store: Store) -> None:
    before = store.commits

    def transition(number: int) -> Any:
        def run(tx: Tx) -> int:
            tx.tell(fact(number))
            if number % 3 == 0:
                raise Lost("tasks", "x", "a", "b")
            return number

        return run

    answers = await asyncio.gather(*(store.awrite(transition(n)) for n in range(30)), return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if isinstance(answer, Lost)] == list(range(0, 30, 3))
    assert [answer for answer in answers if not isinstance(answer, Lost)] == [n for n in range(30) if n % 3]
    assert store.commits == before + 1
    kept = rows(store, "SELECT sequence FROM facts ORDER BY sequence")
    assert [row["sequence"] for row in kept] == list(range(1, 21))


def test_threads_that_write_at_once_leave_no_gap_and_no_broken_chain(store: Store) -> None:
    def many() -> None:
        for number in range(25):
            store.write(partial(_twice, number))

    workers = [threading.Thread(target=many) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    found = rows(
        store,
        "SELECT f.sequence, f.header, p.salt, p.payload, f.commitment, f.hash FROM facts f"
        " JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence ORDER BY f.sequence",
    )
    assert [row["sequence"] for row in found] == list(range(1, 401))
    chain = [
        (r["sequence"], r["header"], bytes(r["salt"]), r["payload"], bytes(r["commitment"]), bytes(r["hash"]))
        for r in found
    ]
    assert verify_chain(chain) == []


def test_facts_cannot_be_changed_or_removed(store: Store) -> None:
    store.write(lambda tx: tx.tell(fact(1)))
    for statement in ("UPDATE facts SET type = 'x'", "DELETE FROM facts"):
        with pytest.raises(Exception, match="append-only"):
            store.write(partial(_execute, statement))
    assert len(rows(store, "SELECT * FROM facts")) == 1


def test_listeners_hear_of_a_commit_and_only_of_a_commit(store: Store) -> None:
    heard: list[Committed] = []
    stop = store.subscribe(heard.append)

    def broken(tx: Tx) -> None:
        tx.tell(fact(1))
        raise Invalid("RINGI-101")

    with pytest.raises(Invalid):
        store.write(broken)
    assert heard == []
    store.write(lambda tx: tx.tell(fact(2)))
    assert [(told.payload, sequence) for news in heard for told, sequence in news.facts] == [({"number": 2}, 1)]
    stop()
    store.write(lambda tx: tx.tell(fact(3)))
    assert len(heard) == 1


def test_a_move_that_is_not_in_the_table_stops_loudly(store: Store) -> None:
    with pytest.raises(AssertionError, match="is not a move"):
        store.write(lambda tx: tx.move("tasks", "x", "completed", "running"))
    with pytest.raises(Lost):
        store.write(lambda tx: tx.move("tasks", "missing", "extracted", "running"))


def test_every_state_of_the_seed_can_be_left_or_is_an_end() -> None:
    ends = {"tasks": {"completed", "cancelled"}, "prompts": {"approved", "rejected", "cancelled"}}
    ends |= {"processes": ends["prompts"], "executions": {"completed", "failed", "cancelled"}}
    for table, final in ends.items():
        reached = {to for moves in MOVES[table].values() for to in moves}
        assert reached - set(MOVES[table]) == final


async def test_writers_on_a_crowded_thread_pool_never_keep_out_the_commit_they_wait_for(store: Store) -> None:
    """Many threads of the loop's own pool write while coroutines do: a commit must not need a place in that pool."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(2))
    store._pace = 1.0  # as if the disk were slow, so that commits leave the loop's thread

    async def many() -> None:
        for number in range(20):
            store._pace = 1.0
            await asyncio.gather(*(store.awrite(partial(_twice, number)) for _ in range(12)))

    blocking = [asyncio.to_thread(store.write, partial(_twice, number)) for number in range(60)]
    await asyncio.wait_for(asyncio.gather(many(), *blocking), 60)
    assert rows(store, "SELECT last_sequence AS n FROM threads") == [{"n": 2 * (20 * 12 + 60)}]
