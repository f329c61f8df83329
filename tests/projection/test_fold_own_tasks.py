"""A task of our own house, run for real: its facts alone give the workbench everything there is to show."""

from __future__ import annotations

from typing import Any

from workbench_facts import Stream, codes, told
from workplace import LOOK_AND_SEND, Workplace

from ringi.minds import Question
from ringi.projection.workbench import State, surfaces
from ringi.testing.minds import ScriptedMind


def _state(workplace: Workplace, task_id: str) -> State:
    facts: list[dict[str, Any]] = workplace.desk().call("facts", task_id=task_id)["facts"]
    return told(facts)


def test_a_task_is_whole_from_its_question_to_its_answer(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.ask("先月の残業をまとめて")
    state = _state(workplace, task_id)
    assert [(row["role"], row["text"]) for row in state["messages"]] == [("user", "先月の残業をまとめて")]
    (card,) = surfaces(state)["hitl"]["pending"]
    assert (card["type"], card["kind"], card["version"]) == ("plan_decision", "prompt", 1) and len(card["digest"]) == 64
    assert state["run"]["status"] == "action_required" and state["run"]["layer"] == "L2"
    assert [(plan["kind"], plan["status"]) for plan in state["plans"].values()] == [("policy", "pending_approval")]
    workplace.decide(task_id)
    state = _state(workplace, task_id)
    (card,) = surfaces(state)["hitl"]["pending"]
    assert card["kind"] == "process"
    (plan,) = (plan for plan in state["plans"].values() if plan["kind"] == "process")
    assert [step["tool"] for step in plan["steps"]] == [step["tool"] for step in LOOK_AND_SEND]
    workplace.decide(task_id)
    state = _state(workplace, task_id)
    assert state["title"] and state["run"]["status"] == "completed" and state["run"]["layer"] == "L4"
    assert [(tool["name"], tool["state"]) for tool in state["tools"].values()] == [
        ("look", "output-available"),
        ("send", "output-available"),
    ]
    assert {row["state"] for row in state["actions"].values()} == {"approved"}
    assert all(row["by"] == "cli:aki" for row in state["actions"].values())
    assert state["messages"][-1]["role"] == "assistant" and state["messages"][-1]["final"]
    assert state["runs"][-1]["summary"]["steps"] == 2 and state["process"] == []
    assert state["tasks"][task_id]["status"] == "completed" and codes(state) == []


def test_a_question_of_our_own_and_its_answer(workplace: Workplace) -> None:
    workplace.open(ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="which month?", choices=("2026-10",))))
    task_id = workplace.ask()
    state = _state(workplace, task_id)
    (card,) = surfaces(state)["hitl"]["pending"]
    assert (card["type"], card["explanation"], card["choices"]) == ("clarification", "which month?", ["2026-10"])
    assert state["tasks"][task_id]["status"] == "asking" and surfaces(state)["task_capsule"]["state"] == "needs-input"
    assert state["run"]["status"] == "action_required"


def test_a_task_that_was_taken_back_is_over(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.ask("once")
    workplace.desk().call("withdraw", task_id=task_id, reason="not needed")
    state = _state(workplace, task_id)
    assert surfaces(state)["hitl"]["pending"] == [] and state["tasks"][task_id]["status"] == "cancelled"
    assert state["run"]["endedAt"] and codes(state) == []


def test_a_lost_answer_is_unknown_until_a_person_says_what_happened() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", {"layer": "L4"}, run="r"),
            t("tool.started", {"tool": "send", "stepId": "step-1"}, run="r", tool="c"),
            t("tool.failed", {"tool": "send", "stepId": "step-1", "status": "outcome_unknown"}, run="r", tool="c"),
            t("run.status", {"runtimeStatus": "outcome_unknown"}, run="r", phase="waiting"),
        ]
    )
    assert state["tools"]["c"]["status"] == "outcome_unknown" and state["run"]["status"] == "action_required"
    said = {"runtimeStatus": "resolved", "stepId": "step-1", "verdict": "done", "by": "cli:aki"}
    state = told([t("run.status", said, run="r", phase="acting")], state)
    row = state["tools"]["c"]
    assert (row["state"], row["status"], row["resolvedBy"]) == ("output-available", "completed", "cli:aki")


def test_a_steer_of_our_own_is_told_apart_from_the_next_one() -> None:
    t = Stream()
    steer = {"status": "steered", "layer": "execution", "by": "cli:aki"}
    state = told(
        [
            t("run.started", {"layer": "L4"}, run="r", turn="tu"),
            t("queue.changed", {**steer, "text": "only sales"}, turn="tu", control="steer"),
            t("queue.changed", {**steer, "text": "and payroll"}, turn="tu", control="steer"),
        ]
    )
    assert [(row["text"], row["status"]) for row in state["queue"]["steers"]] == [
        ("only sales", "accepted"),
        ("and payroll", "accepted"),
    ]
    assert state["messages"] == []


def test_a_queued_request_of_our_own_becomes_a_message_when_its_turn_comes() -> None:
    t = Stream()
    moved = {"table": "requests", "id": "k", "status": "queued"}
    queued = t("queue.changed", {"status": "queued", "record": moved, "text": "next", "requester": "cli:aki"}, task="k")
    state = told([queued])
    assert state["messages"] == [] and surfaces(state)["composer"]["queued"][0]["text"] == "next"
    state = told(
        [t("queue.changed", {"status": "promoted", "record": {**moved, "status": "received"}}, task="k")], state
    )
    assert [(row["text"], row["by"]) for row in state["messages"]] == [("next", "cli:aki")]
    assert surfaces(state)["composer"]["queued"] == []
