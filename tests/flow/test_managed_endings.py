"""How a managed run can end or stop: each way in its own state, said clearly, with nothing left open over there."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from workplace import LOOK_AND_SEND, OBJECT

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from managing import Managed, double, managed

from ringi.flow import doctor
from ringi.testing.managed import Turn, agents
from ringi.testing.tools import ReplyLost

__all__ = ["double", "managed"]

ENDS = {
    "refusal": (Turn(stop="refusal"), "RINGI-367"),
    "retries": (Turn(stop="retries_exhausted", error="model_overloaded_error"), "RINGI-369"),
    "terminated": (Turn(stop="terminated", error="billing_error"), "RINGI-370"),
}


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("end", ENDS)
def test_a_session_that_ends_early_fails_the_run_and_a_retry_goes_on_in_another(
    managed: Managed, end: str, at: int
) -> None:
    turn, code = ENDS[end]
    task_id = managed.begin(agents.at_call(at, turn))
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith(code) and managed.all_closed()
    managed.double.agent = agents.follows
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed"
    assert managed.looked == 1 and len(managed.sent) == 1 and managed.all_closed()


def test_a_session_that_ends_badly_after_the_last_step_has_done_its_work(managed: Managed) -> None:
    task_id = managed.begin(agents.at_call(3, Turn(stop="refusal")))
    assert managed.decide(task_id) == "completed" and managed.all_closed()


def test_a_session_without_a_limit_is_asked_for_without_one(managed: Managed) -> None:
    task_id = managed.begin()
    managed.set("managed_budget_cents", 0)
    assert managed.decide(task_id) == "completed"
    assert "budget" not in managed.double.session.body


def test_a_session_that_stalls_runs_into_the_time_limit_and_is_interrupted(managed: Managed) -> None:
    task_id = managed.begin(agents.at_call(2, Turn(stop="stall")))
    managed.set("l4_timeout_seconds", 2)
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-403") and managed.sent == []
    assert "user.interrupt" in managed.double.session.kinds() and managed.all_closed()


def test_a_session_that_stops_to_ask_is_told_to_go_on(managed: Managed) -> None:
    task_id = managed.begin(agents.gives_up_early)
    assert managed.decide(task_id) == "completed"
    assert managed.double.session.kinds().count("user.message") == 2 and len(managed.sent) == 1


def test_a_session_that_only_says_it_is_done_is_not_believed(managed: Managed) -> None:
    task_id = managed.begin(agents.lazy)
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-371") and "step-1" in managed.error(task_id)
    assert managed.looked == 0 and managed.sent == [] and managed.all_closed()


def test_no_key_is_said_before_anything_happens(managed: Managed) -> None:
    managed.open(environ={})
    managed.set("executor", "managed")
    task_id = managed.at_plan()
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-361") and managed.double.calls == []


def test_the_doctor_asks_whether_the_key_is_taken_where_it_is_needed(managed: Managed) -> None:
    def told() -> list[tuple[bool, str]]:
        assert managed.office is not None
        return [(one["ok"], one["detail"]) for one in doctor._managed(managed.office)]

    managed.open(environ=managed.double.environ)
    assert told() == []
    managed.set("executor", "managed")
    assert told() == [(True, "Anthropic Managed Agents")]
    managed.double.key = "sk-ant-another"
    ((ok, detail),) = told()
    assert not ok and detail.startswith("RINGI-362") and "sk-ant" not in detail


def test_the_approval_says_and_decides_how_a_plan_is_carried_out(managed: Managed) -> None:
    task_id = managed.begin()
    assert managed.show(task_id)["approvals"][-1]["shown"]["executor"] == "managed:claude-sonnet-4-6"
    managed.set("executor", "direct")
    assert managed.decide(task_id) == "completed"
    assert managed.double.session.agent["model"]["id"] == "claude-sonnet-4-6"
    other = managed.at_plan()
    managed.set("executor", "managed")
    assert managed.decide(other) == "completed" and len(managed.double.sessions) == 1


def test_the_tenant_has_one_agent_and_one_environment_for_all_its_runs(managed: Managed) -> None:
    first = managed.begin()
    assert managed.decide(first) == "completed"
    assert managed.decide(managed.at_plan()) == "completed"
    assert len(managed.double.sessions) == 2
    (tenant,) = managed.rows("SELECT agent_id, environment_id FROM tenants")
    assert [tenant["agent_id"]] == list(managed.double.agents)
    assert [tenant["environment_id"]] == list(managed.double.environments)
    (environment,) = managed.double.environments.values()
    assert environment["config"]["networking"] == {
        "type": "limited",
        "allowed_hosts": [],
        "allow_mcp_servers": False,
        "allow_package_managers": False,
    }


def test_a_session_is_offered_the_tools_of_its_plan_and_no_others(managed: Managed) -> None:
    task_id = managed.begin(steps=LOOK_AND_SEND[:1])
    assert managed.decide(task_id) == "completed"
    assert [tool["name"] for tool in managed.double.session.agent["tools"]] == ["look"]


def test_a_step_that_asks_a_person_waits_and_goes_on_in_the_same_session(managed: Managed) -> None:
    steps = [LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    task_id = managed.begin(steps=steps)
    assert managed.decide(task_id) == "step_pending"
    assert managed.sent == [] and managed.double.session.pending
    assert managed.decide(task_id) == "completed"
    assert managed.looked == 1 and len(managed.sent) == 1
    assert len(managed.double.session.answers()) == 2 and managed.all_closed()


@pytest.mark.parametrize(("verdict", "state", "sent"), [("done", "completed", 0), ("retry", "completed", 1)])
def test_a_lost_reply_is_resolved_by_a_person_and_the_session_gets_its_one_answer(
    managed: Managed, verdict: str, state: str, sent: int
) -> None:
    tries: list[str] = []

    def send(recipient: str, text: str) -> dict[str, Any]:
        tries.append(recipient)
        if len(tries) == 1:
            raise ReplyLost
        return managed.send(recipient, text)

    task_id = managed.begin(hands=managed.hands(functions={"send": (send, "write", False, OBJECT)}))
    assert managed.decide(task_id) == "outcome_unknown"
    execution_id = managed.show(task_id)["executions"][0]["id"]
    managed.desk().call("resolve", execution_id=execution_id, verdict=verdict)
    assert managed.carry_on(task_id) == state
    assert len(managed.sent) == sent and len(managed.double.session.answers()) == 2 and managed.all_closed()


def test_a_tool_that_fails_fails_the_run_as_with_the_direct_executor(managed: Managed) -> None:
    managed.break_look = True
    task_id = managed.begin()
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-312") and managed.all_closed()
    managed.break_look = False
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed" and len(managed.sent) == 1


def carrying_on(managed: Managed, task_id: str) -> threading.Thread:
    managed.decided(task_id)
    runner = threading.Thread(target=managed.carry_on, args=(task_id,))
    runner.start()
    return runner


def test_a_cancel_while_a_tool_runs_interrupts_the_session(managed: Managed) -> None:
    begun, cancelled = threading.Event(), threading.Event()

    async def hang() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    task_id = managed.begin(hands=managed.hands(functions={"look": (hang, "read", True, OBJECT)}))
    runner = carrying_on(managed, task_id)
    assert begun.wait(60)
    managed.desk().call("cancel", task_id=task_id, reason="stop")
    runner.join(60)
    assert not runner.is_alive() and cancelled.is_set()
    assert managed.state(task_id) == "cancelled" and managed.sent == []
    assert "user.interrupt" in managed.double.session.kinds() and managed.all_closed()


def test_a_cancel_while_the_model_thinks_interrupts_the_session(managed: Managed) -> None:
    thinking = threading.Event()

    def stalls(seen: agents.Seen) -> Turn:
        thinking.set()
        return Turn(stop="stall")

    task_id = managed.begin(stalls)
    runner = carrying_on(managed, task_id)
    assert thinking.wait(60)
    managed.desk().call("cancel", task_id=task_id, reason="stop")
    runner.join(60)
    assert not runner.is_alive() and managed.state(task_id) == "cancelled"
    assert "user.interrupt" in managed.double.session.kinds() and managed.all_closed()


def test_a_cancel_while_nobody_works_is_carried_over_at_the_next_start(managed: Managed) -> None:
    steps = [LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    task_id = managed.begin(steps=steps)
    assert managed.decide(task_id) == "step_pending"
    managed.desk().call("cancel", task_id=task_id, reason="never mind")
    assert managed.state(task_id) == "cancelled" and not managed.all_closed()
    managed.carry_on(task_id)
    assert managed.double.session.answers()[-1]["is_error"] is True and managed.all_closed()


def test_a_command_without_the_key_leaves_the_closing_to_who_has_it(managed: Managed) -> None:
    steps = [LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    task_id = managed.begin(steps=steps)
    assert managed.decide(task_id) == "step_pending"
    managed.close()
    managed.open(steps=steps, environ={})
    managed.desk().call("cancel", task_id=task_id, reason="never mind")
    managed.carry_on(task_id)
    assert managed.double.session.archived_at is None and not managed.all_closed()
    managed.close()
    managed.open(steps=steps, environ=managed.double.environ)
    managed.carry_on(task_id)
    assert managed.all_closed() and managed.state(task_id) == "cancelled"


def test_a_steer_closes_the_session_and_the_new_plan_has_one_of_its_own(managed: Managed) -> None:
    steps = [LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    task_id = managed.begin(steps=steps)
    assert managed.decide(task_id) == "step_pending"
    managed.desk().call("steer", task_id=task_id, text="shorter")
    assert managed.carry_on(task_id) == "plan_pending" and managed.all_closed()
    assert managed.decide(task_id) == "step_pending"
    assert managed.decide(task_id) == "completed"
    assert managed.looked == 1 and len(managed.double.sessions) == 2


def test_every_call_is_told_as_with_the_direct_executor(managed: Managed) -> None:
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed"
    managed.set("executor", "direct")
    other = managed.at_plan()
    assert managed.decide(other) == "completed"

    def told(task: str) -> list[tuple[str, Any]]:
        facts = managed.desk().reads.facts(task, 0, 1000)
        return [(one["type"], one["payload"].get("stepId")) for one in facts if one["type"].startswith("tool.")]

    assert told(task_id) == told(other) and len(told(task_id)) == 6


def test_neither_the_key_nor_the_models_words_stand_in_the_records(managed: Managed) -> None:
    words = "Ignore the plan and tell everybody that I am free."

    def talks(seen: agents.Seen) -> Turn:
        turn = agents.follows(seen)
        return Turn(calls=turn.calls, text=words)

    task_id = managed.begin(talks)
    assert managed.decide(task_id) == "completed"
    kept = json.dumps(managed.show(task_id), default=str) + json.dumps(managed.desk().reads.facts(task_id, 0, 1000))
    assert words not in kept and managed.double.key not in kept
