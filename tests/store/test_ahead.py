"""While a commit is on its way, the next ones are worked out beside it: and nothing of that is believed before it is
true. SQLite only, because with PostgreSQL nothing is known from one transaction to the next.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from small_rows import fact, request, tenant

from ringi.errors import Unavailable
from ringi.facts.chain import verify_chain
from ringi.store.migrations import upgrade
from ringi.store.moves import Lost
from ringi.store.transaction import Tx
from ringi.store.writer import SPLIT, Store

GENEROUS = 60.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path}/ringi.db"
    upgrade(url)
    opened = Store(url, tmp_path, "tenant")

    def begin(tx: Tx) -> None:
        tenant(tx)
        for number in range(4):
            request(tx, f"R{number}")
        tx.open_thread("thread", "session")

    opened.write(begin)
    yield opened
    opened.close()


class Gate:
    """Stands before the commit. `arrived`: somebody waits there; `open` lets it through, or has it fail."""

    def __init__(self, store: Store) -> None:
        self.arrived, self.opened = threading.Event(), threading.Event()
        self.failure: Exception | None = None
        self._through, store._db.commit = store._db.commit, self._commit  # type: ignore[method-assign]

    def _commit(self) -> None:
        if not self.opened.is_set():
            self.arrived.set()
            assert self.opened.wait(GENEROUS)
            if self.failure is not None:
                raise self.failure
        self._through()

    def open(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.opened.set()


@asynccontextmanager
async def away(store: Store, first: Callable[[Tx], Any]) -> AsyncIterator[tuple[Gate, asyncio.Task[Any]]]:
    """`first` is worked out, written, and held up before its commit, in another thread."""
    gate = Gate(store)
    store._pace = 1.0  # a disk that is better not waited for
    waiting = asyncio.create_task(store.awrite(first))
    await asyncio.to_thread(gate.arrived.wait, GENEROUS)
    yield gate, waiting


def to_asking(subject: str, runs: list[str] | None = None) -> Callable[[Tx], str]:
    def transition(tx: Tx) -> str:
        if runs is not None:
            runs.append(subject)
        tx.move("requests", subject, "received", "asking")
        tx.tell(fact(1))
        return subject

    return transition


def states(store: Store) -> dict[str, str]:
    return store.write(lambda tx: {row["id"]: row["status"] for row in tx.all("SELECT id, status FROM requests")})


async def until(so: Callable[[], bool], turns: int = 100_000) -> None:
    for _ in range(turns):
        if so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def turned(store: Store, count: int) -> None:
    """So many are worked out ahead."""
    await until(lambda: len(store._ahead.batch) == count)


async def test_the_next_is_worked_out_meanwhile_and_answered_only_when_it_is_on_disk(store: Store) -> None:
    runs: list[str] = []
    async with away(store, to_asking("R0")) as (gate, first):
        second = asyncio.create_task(store.awrite(to_asking("R1", runs)))
        await turned(store, 1)
        assert runs == ["R1"] and not first.done() and not second.done()
        gate.open()
        assert await first == "R0" and await second == "R1"
    assert runs == ["R1"], "worked out once"
    assert states(store) == {"R0": "asking", "R1": "asking", "R2": "received", "R3": "received"}


async def test_what_rests_on_a_commit_that_failed_is_worked_out_anew(store: Store) -> None:
    def back(tx: Tx) -> str:
        tx.move("requests", "R0", "asking", "received")
        return "back"

    runs: list[str] = []
    async with away(store, to_asking("R0")) as (gate, first):
        rests = asyncio.create_task(store.awrite(back))
        beside = asyncio.create_task(store.awrite(to_asking("R1", runs)))
        await turned(store, 2)
        gate.open(sqlite3.OperationalError("database or disk is full"))
        with pytest.raises(Unavailable) as said:
            await first
        assert said.value.code == "RINGI-506"
        with pytest.raises(Lost):
            await rests
        assert await beside == "R1"
    assert runs == ["R1", "R1"], "once before the failure and once after it"
    assert states(store)["R0"] == "received" and states(store)["R1"] == "asking"


async def test_whoever_lost_ahead_is_told_by_what_is_really_there(store: Store) -> None:
    """The second press loses against the first; when the first then fails, the second is the one."""
    async with away(store, to_asking("R0")) as (gate, first):
        second = asyncio.create_task(store.awrite(to_asking("R0")))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not second.done(), "nobody is told that they lost before the winner is on disk"
        gate.open(sqlite3.OperationalError("disk I/O error"))
        with pytest.raises(Unavailable):
            await first
        assert await second == "R0"
    assert states(store)["R0"] == "asking"


async def test_another_process_came_between(store: Store) -> None:
    other = Store(store.url, store.home, "tenant")
    runs: list[str] = []
    try:
        async with away(store, to_asking("R0")) as (gate, first):
            second = asyncio.create_task(store.awrite(to_asking("R1", runs)))
            await turned(store, 1)
            store._mind.acquire()  # nobody here gets on with it …
            gate.open()
            await asyncio.to_thread(other.write, to_asking("R1"))
            store._mind.release()  # … before the other process has moved the same request
            assert await first == "R0"
            with pytest.raises(Lost):
                await second
        assert runs == ["R1", "R1"]
    finally:
        other.close()


async def test_a_thread_that_writes_takes_along_what_was_worked_out(store: Store) -> None:
    async with away(store, to_asking("R0")) as (gate, first):
        second = asyncio.create_task(store.awrite(to_asking("R1")))
        await turned(store, 1)
        thread = asyncio.create_task(asyncio.to_thread(store.write, lambda tx: tx.row("requests", "R1")))
        await until(lambda: bool(store._pending))
        gate.open()
        row = await thread
        assert row is not None and row["status"] == "asking"
        assert [await first, await second] == ["R0", "R1"]


async def test_what_has_to_be_read_waits_and_leaves_nothing_half_known(store: Store) -> None:
    def reads_after_writing(tx: Tx) -> int:
        tx.move("requests", "R1", "received", "asking")
        tx.tell(fact(2))
        return len(tx.all("SELECT id FROM requests WHERE status = 'asking'"))

    async with away(store, to_asking("R0")) as (gate, first):
        reading = asyncio.create_task(store.awrite(reads_after_writing))
        behind = asyncio.create_task(store.awrite(to_asking("R2")))
        for _ in range(50):
            await asyncio.sleep(0)
        assert store._known.states["requests", "R1"] == "received", "as if it had not begun"
        assert not store._ahead.batch, "who came later stays behind"
        gate.open()
        assert await first == "R0" and await reading == 2 and await behind == "R2"


async def test_looks_never_mix_what_is_ahead_with_what_is_there(store: Store) -> None:
    def look(tx: Tx) -> tuple[str, int]:
        row = tx.row("requests", "R1")
        assert row is not None
        return row["status"], len(tx.all("SELECT id FROM requests WHERE status = 'asking'"))

    async with away(store, to_asking("R0")) as (gate, first):
        second = asyncio.create_task(store.awrite(to_asking("R1")))
        await turned(store, 1)
        seen = asyncio.create_task(store.aread(look))
        gate.open()
        assert await seen == ("asking", 2)
        await asyncio.gather(first, second)


async def test_many_go_in_two_halves_and_the_chain_has_no_gap(store: Store) -> None:
    """Coroutines, threads, losers and a second process all at once."""
    other = Store(store.url, store.home, "tenant")
    chance = random.Random(4)
    before, store._pace = store.commits, 1.0  # a disk for which two waits are less than one
    assert await asyncio.gather(*(store.awrite(lambda tx, n=n: n) for n in range(SPLIT))) == list(range(SPLIT))  # type: ignore[misc]
    assert store.commits == before + 2
    told: list[int] = []

    def one(number: int, fails: bool, reads: bool) -> Callable[[Tx], int]:
        def transition(tx: Tx) -> int:
            tx.tell(fact(number))
            if reads:
                tx.all("SELECT COUNT(*) FROM facts")
            if fails:
                raise Lost("tasks", "x", "a", "b")
            return number

        return transition

    async def walk(hand: int) -> None:
        for step in range(12):
            number, fails = hand * 100 + step, chance.random() < 0.1
            transition = one(number, fails, chance.random() < 0.1)
            if hand % 10 == 9:
                where = other if chance.random() < 0.3 else store
                going: Any = asyncio.to_thread(where.write, transition)
            else:
                going = store.awrite(transition)
            if fails:
                with pytest.raises(Lost):
                    await going
            else:
                assert await going == number
                told.append(number)

    try:
        await asyncio.gather(*(walk(hand) for hand in range(2 * SPLIT)))
    finally:
        other.close()
    sql = (
        "SELECT f.sequence, f.header, p.salt, p.payload, f.commitment, f.hash FROM facts f"
        " JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence ORDER BY f.sequence"
    )
    read: Any = store.write(lambda tx: tx.all(sql))
    found: list[Any] = [tuple(row) for row in read]
    assert [row[0] for row in found] == list(range(1, len(told) + 1))
    assert verify_chain(found) == []
