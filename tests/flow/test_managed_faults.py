"""Whatever breaks between us and the API: the plan is carried out once, nothing is answered twice, nothing is left."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from managing import Managed, double, managed

__all__ = ["double", "managed"]

CALLS = (
    *("agents.list", "agents.create", "environments.list", "environments.create", "sessions.list", "sessions.create"),
    *("events.stream", "events.list", "events.send", "sessions.archive"),
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long one waits between two tries is not what is proven here."""
    monkeypatch.setattr("ringi.flow.managed.walk.PAUSES", (0.01,) * 5)
    monkeypatch.setattr("ringi.flow.managed.release.PAUSE", 0.01)
    monkeypatch.setattr("ringi.flow.worker._PAUSES", (0.05,))


def carried_out_once(managed: Managed) -> None:
    assert managed.looked == 1 and managed.sent == [{"recipient": "E001", "text": "n = 42"}]
    double = managed.double
    assert len(double.agents) == len(double.environments) == 1
    spoken = [one for one in double.sessions.values() if "user.message" in one.kinds()]
    assert len(spoken) == 1 and spoken[0].kinds().count("user.message") == 1
    assert len(spoken[0].answers()) == 2 and double.twice() == []


@pytest.fixture
def an_hour_goes_by(managed: Managed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever something goes wrong over there, on the clock by which a run waits for its session."""
    happened = managed.double.faults.happened
    late = SimpleNamespace(monotonic=lambda: time.monotonic() + 3600 * len(happened))
    monkeypatch.setattr("ringi.flow.managed.walk.time", late)
    monkeypatch.setattr("ringi.flow.managed.api.PATIENCE", 3.0)


@pytest.mark.parametrize("kind", ["drop", "lost", "500", "429"])
@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_breaks_is_made_good(managed: Managed, call: str, kind: str) -> None:
    if call == "events.stream" and kind == "lost":
        kind = "cut"
    managed.double.faults.add(call, kind)
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert (call, kind) in managed.double.faults.happened
    managed.carry_on(task_id)
    carried_out_once(managed)
    assert len(managed.double.sessions) == 1 and managed.all_closed()


@pytest.mark.parametrize("kind", ["drop", "lost", "500"])
@pytest.mark.parametrize("after", [1, 2])
def test_an_answer_that_breaks_on_its_way_is_given_once(managed: Managed, after: int, kind: str) -> None:
    managed.double.faults.add("events.send", kind, after=after)
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert managed.double.faults.happened == [("events.send", kind)]
    carried_out_once(managed)


def test_a_stream_that_breaks_off_again_and_again_is_taken_up(managed: Managed) -> None:
    managed.double.faults.add("events.stream", "cut", times=3)
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    carried_out_once(managed)


@pytest.mark.parametrize("call", ["sessions.create", "events.stream", "events.list", "events.send"])
def test_a_call_that_nobody_answers_is_given_up_and_made_good(
    managed: Managed, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ringi.flow.managed.api.PATIENCE", 3.0)
    managed.double.faults.add(call, "slow")
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert (call, "slow") in managed.double.faults.happened
    managed.carry_on(task_id)
    carried_out_once(managed)
    assert len(managed.double.sessions) == 1 and managed.all_closed()


def test_a_stream_that_falls_silent_is_opened_again(managed: Managed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringi.flow.managed.api.SILENCE", 3.0)
    managed.double.faults.add("events.stream", "silent")
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert managed.double.faults.happened == [("events.stream", "silent")]
    carried_out_once(managed)


@pytest.mark.usefixtures("an_hour_goes_by")
@pytest.mark.parametrize("call", ["sessions.list", "events.stream", "events.list", "events.send"])
def test_waiting_for_an_answer_is_ended_by_the_time_limit_of_the_run(managed: Managed, call: str) -> None:
    managed.double.faults.add(call, "slow")
    task_id = managed.begin()
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-403") and managed.sent == []
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed", managed.error(task_id)
    assert managed.looked == 1 and managed.sent == [{"recipient": "E001", "text": "n = 42"}]


@pytest.mark.usefixtures("an_hour_goes_by")
def test_a_run_does_not_fail_because_its_session_never_hears_of_the_last_step(managed: Managed) -> None:
    managed.double.faults.add("events.send", "slow", after=2)
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert managed.double.faults.happened == [("events.send", "slow")]
    managed.carry_on(task_id)
    carried_out_once(managed)
    assert managed.all_closed()


@pytest.mark.parametrize(
    ("call", "kind", "code"), [("sessions.create", "401", "RINGI-362"), ("events.send", "403", "RINGI-362")]
)
def test_a_refused_key_is_said_at_once_and_a_retry_goes_on(managed: Managed, call: str, kind: str, code: str) -> None:
    managed.double.faults.add(call, kind)
    task_id = managed.begin()
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith(code) and managed.double.key not in managed.error(task_id)
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed"
    assert managed.sent == [{"recipient": "E001", "text": "n = 42"}] and managed.looked == 1


def test_an_api_that_stays_away_fails_the_run_and_a_retry_goes_on_from_there(managed: Managed) -> None:
    managed.double.faults.add("events.send", "500", after=2, times=50)
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed", "the last answer is of no use to anybody"
    managed.double.faults.waiting.clear()
    managed.double.faults.add("events.send", "500", after=1, times=50)
    other = managed.at_plan()
    assert managed.decide(other) == "failed"
    assert managed.error(other).startswith("RINGI-365")
    managed.double.faults.waiting.clear()
    looked = managed.looked
    managed.desk().call("retry", task_id=other)
    assert managed.carry_on(other) == "completed"
    assert managed.looked == looked and len(managed.sent) == 2


def test_a_session_deleted_over_there_fails_the_run_and_a_retry_takes_another(managed: Managed) -> None:
    managed.double.faults.add("events.send", "404", after=1)
    task_id = managed.begin()
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-363")
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed"
    assert managed.looked == 1 and len(managed.sent) == 1


def test_an_agent_archived_over_there_is_made_again(managed: Managed) -> None:
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed"
    for one in (*managed.double.agents.values(), *managed.double.environments.values()):
        one["archived_at"] = one["created_at"]
    other = managed.at_plan()
    assert managed.decide(other) == "completed", managed.error(other)
    assert len(managed.double.agents) == len(managed.double.environments) == 2
