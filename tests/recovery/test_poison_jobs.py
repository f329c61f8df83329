"""A job that kills or freezes the process: found, run alone, set aside with its reason, and tried again when asked."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nursery import Nursery
from premade import lay_down
from workplace import Workplace

from ringi.flow import doctor, intake, watchdog
from ringi.flow.running_jobs import ALONE, BESIDE, FROZEN, SLOTS, NotedJob, RunningJobs, Suspects
from ringi.flow.worker import Worker, job_of
from ringi.minds import Brief, Extracted
from ringi.store.transaction import Job, Tx
from ringi.testing.minds import ScriptedMind

READ = Extracted(title="please", description="please", lang="en")
POISONED = Path(__file__).parents[1] / "support" / "poisoned.py"


@pytest.fixture(scope="module")
def nursery() -> Any:
    found = Nursery(POISONED)
    yield found
    found.close()


def run(nursery: Nursery, home: Path, url: str, how: str) -> dict[str, str] | None:
    """The states in the end; None when the process was killed on the way."""
    ended = nursery.run(str(home), url, how)
    assert ended.returncode in (0, -signal.SIGKILL, 128 + signal.SIGKILL), ended.stderr
    return json.loads(ended.stdout) if ended.returncode == 0 else None


def test_the_job_that_kills_is_set_aside_and_the_ones_beside_it_are_done(
    nursery: Nursery, workplace: Workplace
) -> None:
    home, url = workplace.home, lay_down(workplace.url)
    deaths = 0
    while (states := run(nursery, home, url, "poison")) is None:
        deaths += 1
        assert deaths <= 4, "it is run beside others three times, and once alone"
    assert states == {"first": "policy_pending", "poison": "unreadable", "last": "policy_pending"}
    workplace.open()
    (poison,) = workplace.rows("SELECT id FROM requests WHERE text = 'poison'")
    assert "RINGI-445" in json.dumps(workplace.show(poison["id"]))
    checks = {one["id"]: one for one in doctor.examine_jobs(workplace.office)}  # type: ignore[arg-type]
    assert not checks["jobs"]["ok"] and checks["jobs"]["code"] == "RINGI-447"
    workplace.desk().call("retry", task_id=poison["id"])
    assert workplace.carry_on(poison["id"]) == "policy_pending"
    assert [one["ok"] for one in doctor.examine_jobs(workplace.office)] == [True]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["policy", "plan", "execute"])
def test_whatever_is_set_aside_says_why_and_can_be_tried_again(workplace: Workplace, kind: str) -> None:
    workplace.open()
    task_id = workplace.desk().call("ask", text="please")["task_id"]
    if kind != "policy":
        workplace.carry_on(task_id)
        if kind == "execute":
            workplace.decide(task_id)
        workplace.decided(task_id)
    else:
        assert workplace.office is not None
        workplace.office.store.write(lambda tx: intake.extracted(tx, _job(tx, task_id), READ, "test"))
    (job,) = workplace.rows("SELECT id, kind FROM jobs WHERE task_id = ?", task_id)
    assert job["kind"] == kind
    notes = RunningJobs(workplace.home)
    notes.open()
    notes.note(job["id"], ALONE)
    workplace.carry_on(task_id)
    shown = json.dumps(workplace.show(task_id))
    assert "RINGI-445" in shown and not workplace.sent
    assert [one["ok"] for one in doctor.examine_jobs(workplace.office)] == [False]  # type: ignore[arg-type]
    workplace.desk().call("retry", task_id=task_id)
    state = workplace.carry_on(task_id)
    assert state == {"policy": "policy_pending", "plan": "plan_pending", "execute": "completed"}[kind]
    assert [one["ok"] for one in doctor.examine_jobs(workplace.office)] == [True]  # type: ignore[arg-type]


def _job(tx: Tx, task_id: str) -> Job:
    (row,) = tx.all("SELECT j.*, '' AS tenant_id FROM jobs j WHERE task_id = ?", (task_id,))
    return job_of(row)


def test_three_kills_by_hand_condemn_nobody(nursery: Nursery, workplace: Workplace) -> None:
    home, url = workplace.home, lay_down(workplace.url)
    for _ in range(3):
        assert run(nursery, home, url, "hand") is None
    assert run(nursery, home, url, "heal") == dict.fromkeys(("first", "poison", "last"), "policy_pending")
    assert not (home / "worker.deaths").exists()
    workplace.open()


class Freezing(ScriptedMind):
    async def extract(self, brief: Brief) -> Any:
        while "freeze" in brief.text:
            pass
        return await super().extract(brief)


async def test_a_job_that_holds_up_everything_is_interrupted(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "FREEZE_SECONDS", 2.0)
    workplace.open(mind=Freezing())
    assert workplace.office is not None
    worker = Worker(workplace.office)
    frozen = workplace.desk().call("ask", text="freeze")["task_id"]
    other = workplace.desk().call("ask", text="please")["task_id"]
    await worker.start()
    await worker.parked(frozen)
    await worker.parked(other)
    await worker.stop()
    assert (workplace.state(frozen), workplace.state(other)) == ("unreadable", "policy_pending")
    assert "RINGI-446" in str(workplace.rows("SELECT reason FROM requests WHERE id = ?", frozen))


def test_what_a_process_was_doing_when_it_died_is_read_by_the_next(tmp_path: Path) -> None:
    notes = RunningJobs(tmp_path)
    assert notes.open() == []
    for name in ("one", "two", "three"):
        notes.note(name)
    notes.note("two", ALONE)
    notes.forget("three")
    after = RunningJobs(tmp_path)
    assert set(after.open()) == {NotedJob("one", BESIDE), NotedJob("two", ALONE)}
    assert RunningJobs(tmp_path).open() == []


def test_a_good_ending_leaves_nothing_and_more_jobs_than_there_is_room_for_are_run_unnoted(tmp_path: Path) -> None:
    notes = RunningJobs(tmp_path)
    notes.open()
    for number in range(SLOTS + 5):
        notes.note(f"job-{number}")
    for number in range(SLOTS + 5):
        notes.forget(f"job-{number}")
    notes.note("again")
    notes.close()
    assert RunningJobs(tmp_path).open() == []


def test_a_damaged_note_condemns_nobody(tmp_path: Path) -> None:
    (tmp_path / "worker.running").write_bytes(b"\xff" * 5_000)
    (tmp_path / "worker.deaths").write_text("{")
    suspects = Suspects(tmp_path)
    suspects.take(RunningJobs(tmp_path).open(), {"one"})
    assert not suspects.is_suspect("one") and not suspects.condemned


def test_one_that_was_seen_to_freeze_clears_the_others_and_is_run_alone_at_once(tmp_path: Path) -> None:
    def started(*left: NotedJob) -> Suspects:
        found = Suspects(tmp_path)
        found.take(list(left), {"one", "two"})
        return found

    first = started(NotedJob("one", BESIDE), NotedJob("two", FROZEN))
    assert first.is_suspect("two") and not first.is_suspect("one") and not first.condemned
    assert started(NotedJob("two", FROZEN)).condemned == {"two"}


def test_a_suspect_that_survives_is_cleared_and_watched_for_longer_next_time(tmp_path: Path) -> None:
    def started(*left: NotedJob) -> Suspects:
        found = Suspects(tmp_path)
        found.take(list(left), {"one"})
        return found

    for _ in range(3):
        found = started(NotedJob("one", BESIDE))
    assert found.is_suspect("one") and found.patience("one", 5.0) == 5.0
    found.clear("one")
    assert not found.is_suspect("one") and started().patience("one", 5.0) == 40.0
    found.end("one")
    assert not (tmp_path / "worker.deaths").exists()


async def test_nothing_else_is_begun_while_a_suspect_runs(workplace: Workplace) -> None:
    beside: list[int] = []
    gone_on = asyncio.Event()

    class Watching(ScriptedMind):
        async def extract(self, brief: Brief) -> Any:
            if brief.text == "suspect":
                for _ in range(20):
                    await asyncio.sleep(0)
                beside.append(len(worker._active))
                gone_on.set()
            return await super().extract(brief)

    workplace.open(mind=Watching())
    assert workplace.office is not None
    tasks: dict[str, str] = {
        text: workplace.desk().call("ask", text=text)["task_id"] for text in ("one", "suspect", "two")
    }
    (job,) = workplace.rows("SELECT id FROM jobs WHERE task_id = ?", tasks["suspect"])
    for _ in range(3):
        Suspects(workplace.home).take([NotedJob(job["id"], BESIDE)], {job["id"]})
    worker = Worker(workplace.office)
    await worker.start()
    wait: Callable[[str], Any] = worker.parked
    for task_id in tasks.values():
        await wait(task_id)
    await worker.stop()
    assert gone_on.is_set() and beside == [1]
    assert {workplace.state(one) for one in tasks.values()} == {"policy_pending"}
