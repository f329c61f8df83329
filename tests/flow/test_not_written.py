"""What was not written has not happened: a disk that is full for a moment costs no step and invents none."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_live_worker import live
from workplace import Workplace, step

from ringi.flow import runner
from ringi.flow.worker import Worker
from ringi.minds import Finished
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind

FULL = "database or disk is full"


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()


def fail_commits(place: Workplace, when: Callable[[list[dict[str, Any]]], bool], times: int) -> list[int]:
    """The commit that would bring the results to where `when` holds fails so many times."""
    assert place.office is not None
    db = place.office.store._db
    real = db.commit
    failed: list[int] = []

    def commit() -> None:
        import json

        row = db.one("SELECT results FROM executions")
        if row is not None and len(failed) < times and when(json.loads(row["results"])):
            failed.append(1)
            raise sqlite3.OperationalError(FULL)
        real()

    db.commit = commit  # type: ignore[method-assign]
    return failed


def done(results: list[dict[str, Any]], number: int) -> bool:
    return any(one["stepId"] == f"step-{number}" and one["status"] == "completed" for one in results)


@pytest.mark.parametrize("number", [1, 2])
def test_a_result_that_could_not_be_kept_at_first_is_kept_and_no_step_runs_twice(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(runner, "AGAIN", (0.01, 0.01, 0.01))
    task_id = place.at_plan()
    failed = fail_commits(place, lambda results: done(results, number), 3)
    assert place.decide(task_id) == "completed"
    assert len(failed) == 3
    assert place.looked == 1 and len(place.sent) == 1
    place.close()
    assert disagreements(place.url) == []


def test_a_disk_that_stays_full_fails_no_task_and_says_unknown_of_what_it_lost(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "AGAIN", ())
    task_id = place.at_plan()
    place.decided(task_id)
    failed = fail_commits(place, lambda results: done(results, 1), 2)
    place.carry_on(task_id)
    assert len(failed) == 2
    entries = place.show(task_id)["executions"][0]["results"]
    assert [one["status"] for one in entries] == ["running"]  # nothing that was not written is on the record
    assert place.carry_on(task_id) == "completed"
    assert len(place.sent) == 1
    place.close()
    assert disagreements(place.url) == []


def test_a_judgement_is_made_again_when_the_store_would_not_have_it(place: Workplace) -> None:
    assert place.office is not None
    task_id = place.desk().call("ask", text="please")["task_id"]
    db = place.office.store._db
    real = db.commit
    failed: list[int] = []

    def commit() -> None:
        if not failed and db.one("SELECT id FROM prompts") is not None:
            failed.append(1)
            raise sqlite3.OperationalError(FULL)
        real()

    db.commit = commit  # type: ignore[method-assign]
    place.carry_on(task_id)
    assert failed and place.carry_on(task_id) == "policy_pending"
    place.close()


async def test_what_somebody_says_while_the_answer_is_being_written_is_taken_in(workplace: Workplace) -> None:
    writing, go_on = asyncio.Event(), asyncio.Event()

    class Slow(ScriptedMind):
        async def summarise(self, finished: Finished) -> str:
            writing.set()
            await go_on.wait()
            return "done"

    workplace.open(mind=Slow(steps=[step(1, "look")]))

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        task_id = (await call("ask", text="go"))["task_id"]
        for _ in range(2):
            await worker.parked(task_id)
            await asyncio.to_thread(workplace.decided, task_id)
        await writing.wait()
        assert (await call("steer", task_id=task_id, text="send it to Aki as well"))["status"] == "steered"
        go_on.set()
        await worker.parked(task_id)
        shown = await call("show", id=task_id)
        assert shown["state"] == "plan_pending"
        assert [one["version"] for one in shown["processes"]] == [1, 2]

    await live(workplace, story)
