"""kill -9 during a managed session: it is found again and finished, no tool call is answered twice, no write repeated.

Here at the places that differ from a direct run; `make proof-managed-kill` walks through all of them on both databases.
"""

from __future__ import annotations

import atexit
import json
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nursery import Nursery
from premade import lay_down

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from ringi.projection import disagreements
from ringi.store.engine import reading
from ringi.testing.managed import Double

DRIVER = Path(__file__).parents[1] / "support" / "managed_driver.py"
KINDS = ("before", "after", "api before", "api after")
MOST = 100


@cache
def nursery() -> Nursery:
    found = Nursery(DRIVER)
    atexit.register(found.close)
    return found


@pytest.fixture(scope="module")
def double() -> Iterator[Double]:
    with Double() as one:
        yield one


def drive(double: Double, home: Path, url: str, when: str) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True, parents=True)
    return nursery().run(str(home), lay_down(url), when, double.address, double.key)


def finish(double: Double, home: Path, url: str) -> dict[str, Any]:
    ended = drive(double, home, url, "none")
    assert ended.returncode == 0, ended.stderr
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def check(double: Double, home: Path, url: str, answer: dict[str, Any]) -> None:
    assert answer["state"] == "completed"
    assert disagreements(url) == []
    with reading(url) as db:
        (tenant,) = db.all("SELECT id, agent_id FROM tenants")
        (run,) = db.all("SELECT session_id FROM executions")
        assert db.all("SELECT id FROM jobs") == []
        assert [row["state"] for row in db.all("SELECT state FROM managed_sessions")] == ["closed"]
    effects = Counter((home / "effects").read_text().splitlines())
    assert effects["note 3"] <= 1 and effects["note 4"] <= 1
    ours = [one for one in double.sessions.values() if one.body["metadata"]["ringi_tenant"] == tenant["id"]]
    # One session, made once, told the plan once, every call answered once, and put away.
    assert [one.id for one in ours] == [run["session_id"]]
    kinds = Counter(ours[0].kinds())
    assert kinds["user.message"] == 1 and kinds["agent.custom_tool_use"] == 4
    answered = Counter(event["custom_tool_use_id"] for event in ours[0].answers())
    assert set(answered.values()) == {1} and len(answered) == 4 and double.twice() == []
    assert all(not event["is_error"] for event in ours[0].answers())
    assert ours[0].archived_at is not None
    assert [one for one in double.agents.values() if one["metadata"]["ringi_tenant"] == tenant["id"]] == [
        double.agents[tenant["agent_id"]]
    ]


def walk(double: Double, tmp_path: Path, url_of: Any, kind: str) -> int:
    """Kill at the 1st, 2nd, … commit or call until a run gets through; every kill must really have happened."""
    for number in range(1, MOST):
        home = tmp_path / f"{kind.replace(' ', '-')}-{number}"
        url = url_of(home)
        when = f"api:{number}:{kind.split()[1]}" if " " in kind else f"{kind}:{number}"
        killed = drive(double, home, url, when)
        if killed.returncode == 0:
            assert number > 12, "the walk ended too early to have seen every place"
            check(double, home, url, json.loads(killed.stdout))
            return number - 1
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        check(double, home, url, finish(double, home, url))
    raise AssertionError("the walk did not end")


@pytest.mark.parametrize(("number", "side"), [(1, "after"), (4, "after"), (6, "after"), (7, "before"), (10, "before")])
def test_a_kill_around_a_call_of_the_api_loses_and_repeats_nothing(
    double: Double, tmp_path: Path, side: str, number: int
) -> None:
    """The agent and the session made but not known yet, the plan told, the first answer not given, nor the last."""
    home = tmp_path / "home"
    url = f"sqlite:///{home / 'ringi.db'}"
    killed = drive(double, home, url, f"api:{number}:{side}")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    check(double, home, url, finish(double, home, url))


@pytest.mark.parametrize("step", [2, 3])
@pytest.mark.parametrize("side", ["before", "after"])
def test_a_kill_inside_a_call_is_answered_once(double: Double, tmp_path: Path, step: int, side: str) -> None:
    home = tmp_path / "home"
    url = f"sqlite:///{home / 'ringi.db'}"
    killed = drive(double, home, url, f"call:{step}:{side}")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    check(double, home, url, finish(double, home, url))
    assert ("outcome_unknown" in (home / "acks").read_text()) == (step >= 3)
