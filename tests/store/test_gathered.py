"""What is gathered for a commit reads, fails and ends exactly as if every statement had been written at once."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ringi import clock
from ringi.facts import chain
from ringi.flow.people import add_user
from ringi.store.migrations import upgrade
from ringi.store.moves import Lost
from ringi.store.transaction import Tx
from ringi.store.vault_keys import GivenKeys
from ringi.store.writer import Store


def fresh(path: Path, *, gathering: bool = True) -> Store:
    path.mkdir()
    url = f"sqlite:///{path / 'ringi.db'}"
    upgrade(url)
    store = Store(url, path, "tenant", GivenKeys("A" * 43))
    store.gathering = gathering
    store.write(lambda tx: tx.insert("tenants", id="tenant", name="t", slug="t", created_at=tx.now, updated_at=tx.now))
    return store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = fresh(tmp_path / "home")
    yield opened
    opened.close()


def asked(number: int) -> Callable[[Tx], None]:
    def transition(tx: Tx) -> None:
        tx.insert(
            "requests",
            id=f"R{number}",
            tenant_id="tenant",
            session_id="cli:x",
            source="cli",
            requester="cli:aki",
            user_id="U1",
            text="依頼",
            created_at=tx.now,
            updated_at=tx.now,
        )
        tx.enqueue("extract", f"R{number}", f"R{number}")
        tx.audit("task.created", "task", f"R{number}", details={"number": number})

    return transition


async def together(store: Store, *transitions: Callable[[Tx], Any]) -> list[Any]:
    before = store.commits
    found = await asyncio.gather(*(store.awrite(one) for one in transitions), return_exceptions=True)
    assert store.commits <= before + 1, "they were meant to share a commit"
    return list(found)


def numbers(store: Store) -> list[str]:
    return store.write(lambda tx: [row["id"] for row in tx.all("SELECT id FROM requests ORDER BY id")])


async def test_a_transition_sees_what_it_and_its_neighbours_have_written(store: Store) -> None:
    def look(tx: Tx) -> tuple[int, str]:
        asked(2)(tx)
        tx.move("requests", "R1", "received", "declined", reason="no")
        row = tx.one("SELECT * FROM requests WHERE reason = ?", ("no",))
        count = tx.one("SELECT COUNT(*) AS n FROM requests")
        assert row is not None and count is not None
        return count["n"], row["status"]

    assert (await together(store, asked(1), look))[1] == (2, "declined")


async def test_a_question_about_one_id_sees_every_row_that_holds_it(store: Store) -> None:
    def look(tx: Tx) -> list[str]:
        tx.move("requests", "R1", "received", "declined")
        sql = "SELECT id FROM requests WHERE session_id = ? AND status = 'received'"
        return [row["id"] for row in tx.all(sql, ("cli:x",), about="cli:x")]

    assert (await together(store, asked(1), asked(2), look))[2] == ["R2"]


async def test_a_transition_that_fails_takes_nobody_with_it_even_after_it_was_read(store: Store) -> None:
    def fails(tx: Tx) -> None:
        asked(2)(tx)
        tx.move("requests", "R1", "received", "declined")
        assert tx.one("SELECT 1 AS one FROM requests WHERE status = 'declined'") is not None
        tx.set("requests", "R1", text="other")
        raise LookupError("no")

    found = await together(store, asked(1), fails, asked(3))
    assert isinstance(found[1], LookupError) and found[0] is found[2] is None
    assert numbers(store) == ["R1", "R3"]
    row = store.write(lambda tx: tx.row("requests", "R1"))
    assert row is not None and (row["status"], row["text"]) == ("received", "依頼")


async def test_of_two_that_want_the_same_one_gets_it_and_the_other_is_told(store: Store) -> None:
    found = await together(store, asked(1), asked(2), asked(1))
    assert found[:2] == [None, None] and isinstance(found[2], sqlite3.IntegrityError)
    assert numbers(store) == ["R1", "R2"]
    jobs = store.write(lambda tx: tx.all("SELECT id FROM jobs"))
    assert len(jobs) == 2


async def test_who_looks_at_the_rows_of_two_that_clash_is_not_blamed_for_it(store: Store) -> None:
    def look(tx: Tx) -> int:
        return len(tx.all("SELECT id FROM requests"))

    found = await together(store, asked(1), asked(1), look, asked(2))
    assert found[0] is None and isinstance(found[1], sqlite3.IntegrityError)
    assert found[2:] == [1, None]
    assert numbers(store) == ["R1", "R2"]


async def test_a_record_is_moved_once_however_many_try_in_one_commit(store: Store) -> None:
    await store.awrite(asked(1))

    def decline(tx: Tx) -> None:
        tx.move("requests", "R1", "received", "declined")

    found = await together(store, decline, decline, decline)
    assert found[0] is None and all(isinstance(one, Lost) for one in found[1:])


async def test_what_has_just_been_closed_makes_room_for_what_is_opened(store: Store) -> None:
    def opened(tx: Tx, approval_id: str) -> None:
        common = {"tenant_id": "tenant", "task_id": "R1", "kind": "step", "subject_id": "E1", "version": 1}
        rest = {"digest": "d", "route": "{}", "requester": "cli:aki", "shown": "{}", "state": "open"}
        tx.insert("approvals", id=approval_id, **common, **rest, opened_at=tx.now)

    def again(tx: Tx) -> None:
        tx.move("approvals", "A1", "open", "approved")
        opened(tx, "A2")

    await store.awrite(lambda tx: opened(tx, "A1"))
    await store.awrite(again)
    rows = store.write(lambda tx: tx.all("SELECT id, state FROM approvals ORDER BY id"))
    assert [tuple(row) for row in rows] == [("A1", "approved"), ("A2", "open")]


async def test_a_job_may_follow_one_of_its_kind_in_the_same_commit(store: Store) -> None:
    def first(tx: Tx) -> Any:
        tx.enqueue("execute", "R1", "E1")
        return tx._jobs[0]

    job = await store.awrite(first)
    await together(store, lambda tx: tx.finish(job), lambda tx: tx.enqueue("execute", "R1", "E1"))
    rows = store.write(lambda tx: tx.all("SELECT id FROM jobs"))
    assert len(rows) == 1 and rows[0]["id"] != job.id


def test_both_ways_of_writing_leave_the_same_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Same ids, times and salts: then the whole database must be the same, hashes and all."""
    from ringi.flow import ending, gates, intake, people
    from ringi.minds import Extracted

    def story(store: Store) -> list[str]:
        counter = itertools.count(1)
        monkeypatch.setattr(clock, "ulid", lambda: f"{next(counter):026d}")
        monkeypatch.setattr(clock, "now", lambda: "2026-11-16T00:00:00.000Z")
        monkeypatch.setattr(chain, "taken", bytes)
        store.write(lambda tx: tx.insert("settings", id="s", tenant_id="tenant", config="{}", updated_at=tx.now))
        store.write(lambda tx: add_user(tx, "aki", ("requester", "approver", "admin")))
        aki = store.write(lambda tx: people.enter(tx, "aki", "cli"))
        said = store.write(lambda tx: intake.submit(tx, aki, "残業を調べて", session="s", delivery_id="d"))
        task = said["task_id"]
        store.write(lambda tx: intake.submit(tx, aki, "次の依頼", session="s"))
        job = store.write(lambda tx: _job(tx, "extract"))
        extracted = Extracted(title="残業", description="", priority="medium", task_type="standard", lang="ja")
        store.write(lambda tx: intake.extracted(tx, job, extracted, "test"))
        policy = store.write(lambda tx: _job(tx, "policy"))
        store.write(lambda tx: gates.policy_ready(tx, policy, "方針", "", "test"))
        shown = store.write(lambda tx: tx.one("SELECT id, digest FROM approvals"))
        assert shown is not None
        reject = {"reason": "違う", "digest": shown["digest"]}
        store.write(lambda tx: gates.decide(tx, aki, shown["id"], "reject", **reject))
        store.write(lambda tx: ending.withdraw(tx, aki, task, reason="やめます"))
        monkeypatch.undo()
        db = sqlite3.connect(store.home / "ringi.db")
        told = [line for line in db.iterdump() if line.startswith("INSERT")]
        # When the store was sealed first is another moment each time.
        dump = [line for line in told if not line.startswith(('INSERT INTO "seals"', 'INSERT INTO "heads"'))]
        db.close()
        return sorted(dump)

    def _job(tx: Tx, kind: str) -> Any:
        from ringi.store.transaction import Job

        row = tx.one("SELECT * FROM jobs WHERE kind = ?", (kind,))
        assert row is not None
        return Job(row["id"], kind, row["task_id"], row["subject_id"], {"turn": ""}, "tenant")

    dumps = []
    created = "2026-11-16T00:00:00.000Z"
    for name, gathering in (("gathered", True), ("plain", False)):
        store = fresh(tmp_path / name, gathering=gathering)
        store.write(lambda tx: tx.amend("tenants", "1 = 1", (), created_at=created, updated_at=created))
        dumps.append(story(store))
        store.close()
    assert len(dumps[0]) > 40
    assert dumps[0] == dumps[1]


async def test_who_lost_to_somebody_who_then_came_to_nothing_is_tried_again(store: Store) -> None:
    """Two want one job, and the second of them had already moved what a third wanted to move."""

    def taken(tx: Tx) -> str:
        tx.enqueue("prompt", "R1", "R1")
        return "first"

    def clashes(tx: Tx) -> None:
        tx.move("requests", "R1", "received", "asking")
        tx.enqueue("prompt", "R1", "R1")

    def wins(tx: Tx) -> str:
        row = tx.row("requests", "R1")
        if row is None or row["status"] != "received":
            raise LookupError("somebody was quicker")
        tx.move("requests", "R1", "received", "declined")
        return "third"

    await store.awrite(asked(1))
    first, second, third = await together(store, taken, clashes, wins)
    assert first == "first" and isinstance(second, Exception)
    assert third == "third", "nobody loses to a winner who is not there"
    row = store.write(lambda tx: tx.row("requests", "R1"))
    assert row is not None and row["status"] == "declined"
