"""kill -9 at every transition, before and after its commit, and inside every call.

Nothing acknowledged is lost, no finished step runs again, and a write that cannot be repeated never runs twice.
"""

from __future__ import annotations

import atexit
import json
import signal
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nursery import Nursery
from premade import lay_down

from ringi.projection import disagreements
from ringi.store.engine import reading

DRIVER = Path(__file__).parents[1] / "support" / "driver.py"
MOST = 60
"""More commits than any run of the driver makes; the walk ends by itself at the last one."""


@cache
def nursery() -> Nursery:
    """One for all the runs: a hundred processes are started here, and starting is not what is proven."""
    found = Nursery(DRIVER)
    atexit.register(found.close)
    return found


def drive(home: Path, url: str, when: str) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True)
    return nursery().run(str(home), lay_down(url), when)


def finish(home: Path, url: str) -> dict[str, Any]:
    """Start again after a kill, and let it come to its end."""
    ended = drive(home, url, "none")
    assert ended.returncode == 0, ended.stderr
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def check(home: Path, url: str, answer: dict[str, Any]) -> None:
    assert answer["state"] == "completed"
    assert disagreements(url) == []
    acks = [json.loads(line) for line in (home / "acks").read_text().splitlines()]
    assert {ack["task_id"] for ack in acks if ack["operation"] == "ask"} == {answer["task_id"]}
    with reading(url) as db:
        decided = {row["approval_id"] for row in db.all("SELECT approval_id FROM decisions")}
        assert len(db.all("SELECT id FROM requests")) == 1
        assert db.all("SELECT id FROM jobs") == []
    assert {ack["approval_id"] for ack in acks if ack["operation"] == "decide"} <= decided
    effects = Counter((home / "effects").read_text().splitlines())
    # A write that can be repeated with its key may be asked for again; one that cannot happens at most once.
    assert effects["note 3"] <= 1 and effects["note 4"] <= 1


def walk(tmp_path: Path, url_of: Any, side: str) -> int:
    """Kill at the 1st, 2nd, … commit until a run gets through; every kill must really have happened."""
    for number in range(1, MOST):
        home = tmp_path / f"{side}-{number}"
        url = url_of(home)
        killed = drive(home, url, f"{side}:{number}")
        if killed.returncode == 0:
            assert number > 10, "the walk ended too early to have seen every transition"
            check(home, url, json.loads(killed.stdout))
            return number - 1
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        check(home, url, finish(home, url))
    raise AssertionError("the walk did not end")


@pytest.mark.parametrize("side", ["before", "after"])
def test_a_kill_at_any_commit_loses_and_repeats_nothing(tmp_path: Path, side: str) -> None:
    kills = walk(tmp_path, lambda home: f"sqlite:///{home / 'ringi.db'}", side)
    assert kills >= 12


@pytest.mark.parametrize("step", [1, 2, 3, 4])
@pytest.mark.parametrize("side", ["before", "after"])
def test_a_kill_inside_a_call_never_repeats_a_write_that_cannot_be(tmp_path: Path, step: int, side: str) -> None:
    home = tmp_path / "home"
    url = f"sqlite:///{home / 'ringi.db'}"
    killed = drive(home, url, f"call:{step}:{side}")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    check(home, url, finish(home, url))
    acks = (home / "acks").read_text()
    assert ("outcome_unknown" in acks) == (step >= 3)
