"""The player: what is due when on a clock of its own, what waits for a person, and what a press changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from ringi.facts.conformance import check_lines
from ringi.facts.vocabulary import Control
from ringi.testing.scenarios.answers import Request, answer
from ringi.testing.scenarios.library import NAMES, scenario
from ringi.testing.scenarios.performance import Performance
from ringi.testing.scenarios.player import LISTENING, play

Wire = dict[str, Any]
BEGAN = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)


class Hall:
    """A stage in memory with a clock that only moves when the player waits."""

    def __init__(self, press: Callable[[Hall], list[Request]] = lambda hall: []) -> None:
        self.now = 100.0
        self.facts: list[Wire] = []
        self.told_at: list[float] = []
        self.waits = 0
        self._press = press

    def post(self, facts: list[Wire]) -> None:
        self.facts += facts
        self.told_at += [self.now] * len(facts)

    def asked(self, seconds: float) -> list[Request]:
        self.waits += 1
        if seconds == LISTENING and self.waits > 800:
            raise KeyboardInterrupt  # nothing comes any more: the person at the terminal ends it
        found = self._press(self)
        if not found:
            self.now += seconds
        return found

    def kinds(self) -> list[str]:
        return [fact["type"] for fact in self.facts]

    def of(self, kind: str) -> list[Wire]:
        return [fact for fact in self.facts if fact["type"] == kind]


def performed(name: str, speed: float = 1.0, lang: str = "ja", hall: Hall | None = None) -> tuple[Performance, Hall]:
    hall = hall or Hall()
    performance = Performance(scenario(name, lang), mark="t", speed=speed, began=BEGAN, now=hall.now)
    play(performance, hall, lambda: hall.now)
    return performance, hall


def once(action: str, control: str, **body: Any) -> Callable[[Hall], list[Request]]:
    """Presses one thing as soon as it is asked for."""
    done: list[str] = []

    def press(hall: Hall) -> list[Request]:
        asked = [fact for fact in hall.of("action.required") if fact["actionId"] == action]
        if asked and not done:
            done.append(action)
            return [Request("r-1", control, {"action_id": action, **body}, "user:aoki")]
        return []

    return press


def violations(hall: Hall) -> list[Any]:
    return list(check_lines(json.dumps(fact) for fact in hall.facts))


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_at_speed_nought_everything_is_there_at_once(name: str) -> None:
    performance, hall = performed(name, 0)
    assert performance.over and hall.now == 100.0
    assert hall.kinds() == [fact["type"] for fact in scenario(name).facts]
    assert violations(hall) == []


def test_facts_come_in_the_recorded_time_divided_by_the_speed() -> None:
    recorded = [datetime.fromisoformat(fact["timestamp"]) for fact in scenario("solo").facts]
    length = (recorded[-1] - recorded[0]).total_seconds()
    for speed in (1.0, 4.0):
        _, hall = performed("solo", speed)
        told = [moment - hall.told_at[0] for moment in hall.told_at]
        wanted = [(moment - recorded[0]).total_seconds() / speed for moment in recorded]
        assert told == pytest.approx(wanted, abs=1e-6) and told[-1] == pytest.approx(length / speed)


def test_a_question_waits_its_seconds_before_it_goes_on_by_itself() -> None:
    _, hall = performed("remote", 2)
    asked = hall.told_at[hall.kinds().index("action.required")]
    settled = hall.told_at[hall.kinds().index("action.resolved")]
    assert settled - asked == pytest.approx(15 / 2)
    (fact,) = hall.of("action.resolved")
    assert fact["payload"]["by"] == "demo:auto"


def test_times_inside_the_facts_move_along() -> None:
    _, hall = performed("team")
    assert all(fact["timestamp"] >= "2026-11-16T09:00" for fact in hall.facts)
    receipts = next(fact for fact in hall.of("action.required") if fact["actionId"] == "q-receipts")
    assert receipts["payload"]["expiresAt"] > receipts["timestamp"]
    assert "2026-10-30T" not in json.dumps([fact["payload"] for fact in hall.facts])


def test_played_twice_it_is_two_sessions() -> None:
    first = Performance(scenario("solo"), mark="a", began=BEGAN)
    second = Performance(scenario("solo"), mark="b", began=BEGAN)
    assert first.session != second.session
    assert first.advance(10)[0]["sessionId"] == first.session


def test_ctrl_c_leaves_what_was_told() -> None:
    def stop(hall: Hall) -> list[Request]:
        if len(hall.facts) > 50:
            raise KeyboardInterrupt
        return []

    hall = Hall(stop)
    with pytest.raises(KeyboardInterrupt):
        performed("team", 1, hall=hall)
    assert 50 < len(hall.facts) < 325 and violations(hall) == []


# -- decisions ---------------------------------------------------------------------------------------------------------


def test_an_approval_is_told_in_the_name_of_whoever_pressed() -> None:
    hall = Hall(once("q-plan", "approve", digest="9f3a2c17" * 8))
    performance, _ = performed("team", 10, hall=hall)
    settled = next(fact for fact in hall.of("action.resolved") if fact["actionId"] == "q-plan")
    assert settled["payload"]["by"] == "user:aoki" and settled["payload"]["controlRequestId"] == "r-1"
    assert settled["payload"]["state"] == "approved"
    assert len([fact for fact in hall.of("action.resolved") if fact["actionId"] == "q-plan"]) == 1
    assert "q-plan" not in performance.went_on and violations(hall) == []


def decisions() -> list[tuple[str, str]]:
    found = []
    for name in NAMES:
        asked = [fact["actionId"] for fact in scenario(name).facts if fact["type"] == "action.required"]
        found += [(name, action) for action in asked if action in scenario(name).cues]
    return found


@pytest.mark.parametrize(("name", "action"), decisions())
def test_a_refusal_takes_the_other_way_and_breaks_no_rule(name: str, action: str) -> None:
    hall = Hall(once(action, "reject", reason="不要です"))
    performance = Performance(scenario(name), mark="t", speed=50, began=BEGAN, now=hall.now)
    with pytest.raises(KeyboardInterrupt):
        play(performance, hall, lambda: hall.now, stay=True)
    settled = next(fact for fact in hall.of("action.resolved") if fact["actionId"] == action)
    assert settled["payload"]["state"] == "rejected" and settled["payload"]["reason"] == "不要です"
    assert settled["payload"]["by"] == "user:aoki"
    assert violations(hall) == []
    assert performance.state["actions"][action]["state"] == "rejected"


def test_what_was_refused_is_not_done() -> None:
    performance, hall = performed("team", 50, hall=Hall(once("q-post", "reject", reason="明日にします")))
    posted = performance.state["tools"]["call-post"]
    assert posted["state"] == "output-error"
    assert not [fact for fact in hall.of("tool.result") if fact["toolCallId"] == "call-post"]
    assert performance.state["external"]["closed"] is False


def test_a_refused_plan_comes_back_as_a_new_version() -> None:
    performance, hall = performed("team", 50, hall=Hall(once("q-plan", "reject", reason="順番を変えて")))
    assert performance.state["actions"]["q-plan-2"]["version"] == 2
    assert performance.state["actions"]["q-plan-2"]["by"] == "demo:auto"
    assert performance.over and len(hall.facts) > 300


def test_an_answer_is_told_as_it_was_given() -> None:
    press = once("q-split", "answer", input={"sales": 70, "development": 30})
    _, hall = performed("team", 50, hall=Hall(press))
    settled = next(fact for fact in hall.of("action.resolved") if fact["actionId"] == "q-split")
    assert settled["payload"]["state"] == "answered"
    assert settled["payload"]["answer"] == {"sales": 70, "development": 30}


def test_what_only_a_person_can_settle_stays_open_and_is_carried_on_when_one_does() -> None:
    performance, hall = performed("team", 0)
    assert list(performance.open) == ["q-publish"]
    hall.post(answer(performance, Request("r-9", "approve", {"action_id": "q-publish"}, "user:aoki"), hall.now))
    hall.post(performance.advance(hall.now))
    assert not performance.open and hall.kinds()[-1] == "run.finished"
    assert performance.state["artifacts"]["a-report"]["exports"] and violations(hall) == []


def test_a_second_press_is_told_that_it_is_settled() -> None:
    performance, hall = performed("remote", 0)
    told = answer(performance, Request("r-2", "approve", {"action_id": "act-bank"}, "user:aoki"), hall.now)
    assert [fact["type"] for fact in told] == ["diagnostic.changed"]
    assert told[0]["phase"] == "failed" and told[0]["payload"]["controlRequestId"] == "r-2"


# -- the other controls ------------------------------------------------------------------------------------------------


def half(name: str = "team") -> tuple[Performance, Hall]:
    """In the middle of the work, with everything running."""
    hall = Hall()
    performance = Performance(scenario(name), mark="t", speed=1, began=BEGAN, now=hall.now)
    while "call-stock-1" not in performance.state["tools"] or performance.open == ():
        hall.now += 1
        hall.post(performance.advance(hall.now))
    return performance, hall


def press(performance: Performance, hall: Hall, control: str, **body: Any) -> list[str]:
    told = answer(performance, Request("r-1", control, body, "user:aoki"), hall.now)
    hall.post(told)
    return [fact["type"] for fact in told]


def carried_on(performance: Performance, hall: Hall) -> None:
    play(performance, hall, lambda: hall.now)
    assert violations(hall) == []


def test_every_control_is_answered_and_breaks_no_rule() -> None:
    bodies: dict[str, Wire] = {
        "send": {"text": "11月も"},
        "queue": {"text": "11月も"},
        "steer": {"text": "千円単位で"},
        "interrupt": {},
        "delegate": {"text": "確認"},
        "assign": {"work_item_id": "w-fixed", "to": "青木 沙織"},
        "continue_agent": {"agent_id": "expense@closing", "text": "続けて"},
        "wait": {"agent_ids": ["sales@closing"]},
        "stop": {"agent_id": "stock@closing"},
        "close": {"agent_id": "sales@closing"},
        "request_review": {"target": "a-balances", "reviewer": "checker@closing"},
        "approve": {"action_id": "q-receipts"},
        "reject": {"action_id": "q-receipts", "reason": "不要"},
        "answer": {"action_id": "q-split", "input": {"sales": 50, "development": 50}},
        "edit": {"artifact_id": "a-balances"},
        "retry": {"of": "task-stock"},
        "rollback": {"to": "a-balances/v1"},
        "export": {"artifact_id": "a-balances"},
        "open_detail": {"kind": "tool", "ref": "call-sales-1"},
    }
    assert set(bodies) == {control.value for control in Control}
    for control, body in bodies.items():
        performance, hall = half()
        told = press(performance, hall, control, **body)
        assert bool(told) == (control != "open_detail"), control
        assert performance.state["sequence"] and violations(hall) == [], control


def test_a_stopped_teammate_does_nothing_more_and_leaves_nothing_open() -> None:
    performance, hall = half()
    before = len(hall.facts)
    press(performance, hall, "stop", agent_id="expense@closing")
    assert performance.state["agents"]["expense@closing"]["status"] == "killed"
    assert performance.state["actions"]["q-receipts"]["state"] == "withdrawn"
    carried_on(performance, hall)
    later = [fact for fact in hall.facts[before:] if fact.get("agentId") == "expense@closing"]
    assert {fact["type"] for fact in later} <= {
        "run.finished",
        "tool.failed",
        "action.resolved",
        "agent.changed",
        "task.changed",
    }
    assert performance.over


def test_an_interrupted_run_holds_still_and_goes_on() -> None:
    performance, hall = half()
    assert press(performance, hall, "interrupt") == ["run.finished"]
    hall.now += 100
    assert performance.wait(hall.now) is None and performance.advance(hall.now) == []
    assert press(performance, hall, "retry") == ["run.started"]
    carried_on(performance, hall)
    assert performance.over


def test_a_steer_is_taken_while_work_runs_and_refused_when_none_does() -> None:
    performance, hall = half()
    press(performance, hall, "steer", text="千円単位で")
    assert performance.state["queue"]["steers"][-1]["status"] == "accepted"
    idle, quiet = performed("solo", 0)
    press(idle, quiet, "steer", text="やはり全社で")
    assert idle.state["queue"]["steers"][-1]["status"] == "rejected"


def test_a_request_is_queued_while_work_runs_and_answered_plainly_when_none_does() -> None:
    performance, hall = half()
    press(performance, hall, "send", text="11月も")
    assert [item["text"] for item in performance.state["queue"]["items"]] == ["11月も"]
    idle, quiet = performed("solo", 0)
    press(idle, quiet, "send", text="11月も")
    assert idle.state["messages"][-2]["text"] == "11月も"
    assert "記録の再生" in idle.state["messages"][-1]["text"] and violations(quiet) == []


def test_a_card_moves_only_by_the_fact_that_answers() -> None:
    """AU21"""
    performance, hall = half()
    press(performance, hall, "assign", work_item_id="w-fixed", to="青木 沙織")
    assert performance.state["board"]["w-fixed"]["assignee"] == "青木 沙織"
    assert hall.facts[-1]["payload"]["controlRequestId"] == "r-1"


def test_what_waits_in_line_can_be_reworded_and_taken_out() -> None:
    performance, hall = half()
    press(performance, hall, "queue", text="11月も")
    (item,) = performance.state["queue"]["items"]
    press(performance, hall, "edit", patch={"queueId": item["id"], "text": "12月も"})
    assert [one["text"] for one in performance.state["queue"]["items"]] == ["12月も"]
    press(performance, hall, "edit", patch={"queueId": item["id"], "remove": True})
    assert [one for one in performance.state["queue"]["items"] if one["status"] == "queued"] == []
    assert press(performance, hall, "edit", patch={"queueId": item["id"]}) == ["diagnostic.changed"]
