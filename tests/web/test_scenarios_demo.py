"""`ringi demo` through the real intake: a session of its own, seen by the Desk, whose presses reach the player."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from counter import Counter, counter, plain_environment

from ringi.cli.performing import DeskStage
from ringi.testing.scenarios.answers import answer
from ringi.testing.scenarios.library import NAMES, scenario
from ringi.testing.scenarios.performance import Performance

__all__ = ["counter", "plain_environment"]

PLAN = {"action_id": "q-plan", "digest": "9f3a2c17" * 8}


class Caller:
    """As much of a call as a stage needs: somebody who asks the desk."""

    def __init__(self, counter: Counter) -> None:
        self._desk = counter._desk(None, "")  # type: ignore[arg-type]

    def ask_desk(self, operation: str, /, **arguments: Any) -> dict[str, Any]:
        return self._desk.call(operation, **arguments)


def staged(counter: Counter, name: str = "team", speed: float = 1000) -> tuple[Caller, Performance, DeskStage]:
    """A performance that has just begun, connected as the runtime of its session."""
    call = Caller(counter)
    performance = Performance(scenario(name), mark="t", speed=speed, began=datetime.now(UTC))
    return call, performance, DeskStage(call, performance.session)  # type: ignore[arg-type]


def until_asked(performance: Performance, stage: DeskStage, action: str) -> float:
    now = 0.0
    while not performance.is_open(action):
        now += 0.001
        stage.post(performance.advance(now))
    assert stage.asked(0) == []
    return now


def test_the_long_session_comes_in_whole_and_a_second_time_is_another_one(counter: Counter) -> None:
    counter.workplace.open()
    first = counter.json("demo", "--team", "--speed", "0", "--lang", "ja")
    assert first["facts"] == len(scenario("team").facts) and first["open"] == ["q-publish"]
    second = counter.json("demo", "--team", "--speed", "0", "--lang", "en")
    assert second["session"] != first["session"]
    call = Caller(counter)
    shown = call.ask_desk("state", id=first["session"])
    assert shown["state"]["title"] == "10月の月次決算" and shown["state"]["counts"]["facts"] == first["facts"]
    assert len(shown["surfaces"]) == 21
    listed = {one["id"]: one for one in call.ask_desk("sessions", kind="foreign")["sessions"]}
    assert set(listed) == {first["session"], second["session"]}


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_comes_in(counter: Counter, name: str) -> None:
    counter.workplace.open()
    told = counter.json("demo", "--scenario", name, "--speed", "0")
    assert told["facts"] == len(scenario(name).facts) and told["session"]


def test_what_is_said_names_the_place_and_what_went_on_by_itself(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("demo", "--scenario", "remote", "--speed", "0", "--lang", "en")
    assert said.code == 0 and "/s/" in said.out and "demo:auto" in said.out and "Sign in to the bank" in said.out


def test_the_list_has_every_scenario(counter: Counter) -> None:
    counter.workplace.open()
    assert [one["name"] for one in counter.json("demo", "--list")["scenarios"]] == list(NAMES)
    assert "九種の問い" in counter("demo", "--list", "--lang", "ja").out


def test_a_wrong_name_or_speed_is_refused_with_its_code(counter: Counter) -> None:
    counter.workplace.open()
    assert counter.refused("demo", "--scenario", "../secrets") == (3, "RINGI-930")
    for speed in ("-1", "1001", "nan"):
        assert counter.refused("demo", f"--speed={speed}") == (2, "RINGI-931")
    assert counter.refused("demo", "--speed", "fast") == (2, "RINGI-604")


def test_a_press_reaches_the_player_and_is_settled_by_its_fact(counter: Counter) -> None:
    counter.workplace.open()
    call, performance, stage = staged(counter)
    now = until_asked(performance, stage, "q-plan")
    asked = call.ask_desk("control", control="approve", session=stage.session, key="k-1", body=PLAN)
    assert asked["status"] == "requested"
    assert call.ask_desk("state", id=stage.session)["state"]["actions"]["q-plan"]["state"] == "open"
    (request,) = stage.asked(30)
    assert request.control == "approve" and request.by
    stage.post(answer(performance, request, now))
    action = call.ask_desk("state", id=stage.session)["state"]["actions"]["q-plan"]
    assert action["state"] == "approved" and action["by"] == request.by != "demo:auto"
    done = call.ask_desk("control_request", session=stage.session, request=asked["request_id"])
    assert done["status"] == "done"


def test_what_cannot_be_done_fails_and_is_said(counter: Counter) -> None:
    counter.workplace.open()
    call, performance, stage = staged(counter)
    now = until_asked(performance, stage, "q-plan")
    body = {"of": "nothing"}
    asked = call.ask_desk("control", control="retry", session=stage.session, key="k-1", body=body)
    (request,) = stage.asked(30)
    stage.post(answer(performance, request, now))
    failed = call.ask_desk("control_request", session=stage.session, request=asked["request_id"])
    assert failed["status"] == "failed"
