"""What the store remembers is what the records say: whoever changed them, and whatever went wrong on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from small_rows import request, tenant

from ringi import clock
from ringi.store.known import MOST, MOVING
from ringi.store.migrations import upgrade
from ringi.store.moves import Lost
from ringi.store.transaction import Tx
from ringi.store.writer import Store


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Iterator[Store]:
    upgrade(database_url)
    opened = Store(database_url, tmp_path, "tenant")
    opened.write(tenant)
    opened.write(request)
    yield opened
    opened.close()


@pytest.fixture
def other(store: Store) -> Iterator[Store]:
    """The same database, as another process has it open."""
    opened = Store(store.url, store.home, "tenant")
    yield opened
    opened.close()


def status(tx: Tx) -> str:
    row = tx.locked("requests", "R1")
    assert row is not None
    return str(row["status"])


def test_what_another_process_changed_is_seen(store: Store, other: Store) -> None:
    assert store.write(status) == "received"
    other.write(lambda tx: tx.move("requests", "R1", "received", "declined"))
    assert store.write(status) == "declined"
    with pytest.raises(Lost):
        store.write(lambda tx: tx.move("requests", "R1", "received", "accepted"))


def test_an_answer_from_a_quiet_table_is_asked_again_when_anybody_has_written_there(store: Store, other: Store) -> None:
    def names(tx: Tx) -> list[str]:
        return [row["name"] for row in tx.settled("tenants", "SELECT name FROM tenants")]

    assert store.write(names) == ["t"]
    store.write(lambda tx: tx.set("tenants", "tenant", name="ours"))
    assert store.write(names) == ["ours"]
    other.write(lambda tx: tx.set("tenants", "tenant", name="theirs"))
    assert store.write(names) == ["theirs"]


async def test_a_transition_that_failed_is_not_remembered_by_its_neighbours(store: Store) -> None:
    def broken(tx: Tx) -> None:
        tx.move("requests", "R1", "received", "declined")
        assert status(tx) == "declined"
        raise Lost("requests", "R1", "a", "b")

    answers = await asyncio.gather(
        store.awrite(status), store.awrite(broken), store.awrite(status), return_exceptions=True
    )
    assert isinstance(answers[1], Lost)
    assert (answers[0], answers[2]) == ("received", "received")
    assert store.write(status) == "received"


def test_whoever_takes_the_bare_connection_leaves_nothing_remembered(store: Store) -> None:
    def by_hand(tx: Tx) -> str:
        assert status(tx) == "received"
        tx.db.execute("UPDATE requests SET status = 'failed'")
        return status(tx)

    assert store.write(by_hand) == "failed"
    assert store.write(status) == "failed"


def test_a_row_that_was_just_written_is_the_row_that_would_be_read(store: Store) -> None:
    """Every record that moves: as it is known after it was inserted and moved, against the database's own words."""

    def fill(tx: Tx) -> list[tuple[str, str]]:
        task = {"id": "R1", "tenant_id": "tenant", "title": "t", "description": "", "priority": "low"}
        tx.insert(
            "tasks",
            **task,
            task_type="standard",
            status="extracted",
            source="cli",
            slack_channel="",
            slack_thread_ts="",
            created_at=tx.now,
            updated_at=tx.now,
        )
        made = {"id": "P1", "task_id": "R1", "version": 1, "status": "generating", "created_at": tx.now}
        tx.insert("prompts", **made, content="")
        tx.insert("processes", **{**made, "id": "Q1"}, prompt_id="P1", steps="[]")
        tx.insert("executions", id="E1", task_id="R1", process_id="Q1", status="pending", current_step=0, results="[]")
        opened = {"id": "A1", "tenant_id": "tenant", "task_id": "R1", "kind": "prompt", "subject_id": "P1"}
        texts = {"digest": "d", "route": "{}", "requester": "r", "shown": "{}", "state": "open", "opened_at": tx.now}
        tx.insert("approvals", **opened, version=1, **texts)
        tx.move("prompts", "P1", "generating", "pending_approval", content="方針")
        tx.move("approvals", "A1", "open", "approved", decided_at=tx.now, decided_by="cli:aki")
        tx.move("tasks", "R1", "extracted", "running")
        return [("tasks", "R1"), ("prompts", "P1"), ("processes", "Q1"), ("executions", "E1"), ("approvals", "A1")]

    ids = [*store.write(fill), ("requests", "R1")]
    assert {table for table, _ in ids} >= MOVING

    def both(tx: Tx, table: str, row_id: str) -> tuple[Any, Any]:
        return tx.row(table, row_id), tx.one(f"SELECT * FROM {table} WHERE id = ?", (row_id,))

    for table, row_id in ids:
        known, read = store.write(partial(both, table=table, row_id=row_id))
        assert dict(known) == dict(read), table


def test_a_reader_keeps_the_row_it_was_given(store: Store) -> None:
    def move(tx: Tx) -> tuple[str, str]:
        before = tx.locked("requests", "R1")
        tx.move("requests", "R1", "received", "accepted")
        assert before is not None
        return before["status"], status(tx)

    assert store.write(move) == ("received", "accepted")


def test_memory_is_bounded_however_many_rows_pass(store: Store) -> None:
    def many(tx: Tx) -> None:
        for _ in range(MOST):
            request(tx, clock.ulid())

    for _ in range(3):
        store.write(many)
    store.write(status)
    assert len(store._known.rows) <= MOST + 1


def test_what_is_being_worked_on_is_remembered_however_many_pass(store: Store) -> None:
    def many(tx: Tx) -> None:
        for _ in range(MOST // 2):
            request(tx, clock.ulid())

    for number in range(6):
        store.write(many)
        store.write(lambda tx, n=number: tx.set("requests", "R1", text=f"{n}"))  # type: ignore[misc]
    store.write(status)
    if store._db.inline:
        assert ("requests", "R1") in store._known.rows


def _comment(tx: Tx, comment_id: str, task_id: str) -> None:
    said = {"layer": "policy", "version": 1, "kind": "steer", "text": "x", "made_by": "cli:aki", "made_at": tx.now}
    tx.insert("comments", id=comment_id, task_id=task_id, **said)


def test_what_a_task_has_is_known_only_of_those_that_began_here(store: Store, other: Store) -> None:
    def has(task_id: str) -> Any:
        return store.write(lambda tx: (tx.all_of("comments", task_id), tx.all_of("requests", "cli:x")))

    def begin(tx: Tx) -> Any:
        request(tx, "R2")
        before = tx.all_of("comments", "R2")
        _comment(tx, "C1", "R2")
        return before, list(tx.all_of("comments", "R2") or ())

    assert store.write(begin) == ((), ["C1"])
    # The session was there before: who knows what else it has.
    assert has("R2") == ((("C1",), None) if store._db.inline else (None, None))
    other.write(lambda tx: _comment(tx, "C2", "R2"))
    assert has("R2") == (None, None)
    with pytest.raises(Lost):
        store.write(lambda tx: tx.move("requests", "R1", "asking", "received"))
    assert has("R2") == (None, None)


async def test_writers_in_every_thread_of_the_loop_do_not_starve_a_commit(store: Store) -> None:
    """On a slow disk another thread commits; it must not have to queue behind threads that wait for it."""
    store._pace = 60.0
    loop = asyncio.get_running_loop()
    blocking = [loop.run_in_executor(None, store.write, status) for _ in range(50)]
    waiting = [store.awrite(status) for _ in range(50)]
    assert await asyncio.wait_for(asyncio.gather(*blocking, *waiting), 60) == ["received"] * 100


async def test_a_slow_disk_keeps_every_promise(store: Store, other: Store) -> None:
    """The same commits from another thread: all or none, in order, acknowledged only when they are there."""
    store._pace = 60.0

    def add(number: int) -> Any:
        def run(tx: Tx) -> int:
            request(tx, f"N{number:03}")
            if number % 5 == 0:
                raise Lost("requests", "x", "a", "b")
            return number

        return run

    answers = await asyncio.gather(*(store.awrite(add(number)) for number in range(100)), return_exceptions=True)
    kept = [answer for answer in answers if isinstance(answer, int)]
    assert kept == [number for number in range(100) if number % 5]
    rows = other.write(lambda tx: tx.all("SELECT id FROM requests WHERE id != 'R1' ORDER BY id"))
    assert [row["id"] for row in rows] == [f"N{number:03}" for number in kept]
    assert await store.aread(status) == "received"
