"""AU31: the runtime profile's six fixtures, written from its description, mapped onto the envelope and folded."""

from __future__ import annotations

from typing import Any

import pytest
from workbench_facts import told, whole

from ringi.facts.envelope import from_wire, to_wire
from ringi.projection.workbench import surfaces

BASE = {
    "timestamp": "2026-05-17T09:00:00+00:00",
    "sessionId": "session_001",
    "threadId": "thread_001",
    "turnId": "turn_001",
    "owner": "runtime",
    "scope": "run",
    "phase": "accepted",
}
FIXTURES: dict[str, list[dict[str, Any]]] = {
    "submit-turn": [
        {
            **BASE,
            "type": "run.started",
            "sequence": 1,
            "runId": "turn_001",
            "payload": {"runtimeEntity": "agent_turn", "runtimeStatus": "accepted", "traceId": "trace_001"},
        }
    ],
    "tool-approval": [
        {
            **BASE,
            "type": "action.required",
            "sequence": 7,
            "actionId": "action_write_001",
            "owner": "policy",
            "scope": "action_request",
            "phase": "waiting",
            "payload": {
                "actionType": "tool_permission",
                "toolName": "write_file",
                "decisionKind": "allow_or_deny",
                "scope": {"path": "README.md"},
            },
        }
    ],
    "task-retry": [
        {
            **BASE,
            "type": "task.changed",
            "sequence": 32,
            "taskId": "task_001",
            "owner": "task",
            "scope": "task",
            "phase": "failed",
            "payload": {
                "status": "failed",
                "attempt": 1,
                "attemptId": "attempt_001",
                "retryable": True,
                "failureCategory": "tool_failed",
            },
        }
    ],
    "routing-single-candidate": [
        {
            **BASE,
            "type": "run.status",
            "sequence": 3,
            "runId": "turn_001",
            "phase": "routing",
            "payload": {"candidateCount": 1, "model": "gpt-5.4", "routingReason": "explicit_default"},
        }
    ],
    "evidence-export": [
        {
            **BASE,
            "type": "evidence.changed",
            "sequence": 58,
            "evidenceId": "evidence_001",
            "owner": "evidence",
            "scope": "evidence",
            "phase": "producing",
            "payload": {"packRef": "pack_001", "replayRef": "replay_001", "status": "ready"},
        }
    ],
    "thread-read-snapshot": [
        {
            **BASE,
            "type": "session.hydrated",
            "sequence": 60,
            "owner": "session",
            "phase": "hydrating",
            "payload": {"stage": 3},
        },
        {
            **BASE,
            "type": "task.changed",
            "sequence": 61,
            "taskId": "task_001",
            "owner": "task",
            "scope": "task",
            "phase": "hydrating",
            "payload": {
                "status": "completed",
                "attempts": [{"attempt": 1, "status": "failed"}, {"attempt": 2, "status": "completed"}],
                "taskSummary": {"failed": 0, "completed": 1},
            },
        },
    ],
}


@pytest.mark.parametrize("name", FIXTURES)
def test_au31_every_fixture_is_a_fact_of_ours(name: str) -> None:
    for wire in FIXTURES[name]:
        assert to_wire(from_wire(wire)) == wire
    state = told(FIXTURES[name])
    assert state["diagnostics"] == [] and state["sequence"] == FIXTURES[name][-1]["sequence"]


def test_au31_a_submitted_turn_has_a_status_and_its_trace() -> None:
    state = told(FIXTURES["submit-turn"])
    assert state["run"]["status"] == "submitted" and state["run"]["phase"] == "accepted"
    assert state["run"]["traceId"] == "trace_001" and state["messages"] == []


def test_au31_an_approval_without_a_call_says_that_the_call_is_unavailable() -> None:
    state = told(FIXTURES["tool-approval"])
    (row,) = surfaces(state)["hitl"]["pending"]
    assert (row["id"], row["type"], row["toolName"]) == ("action_write_001", "tool_approval", "write_file")
    assert row["scope"] == {"path": "README.md"} and row["choices"] == ["allow_or_deny"]
    assert row["toolCall"] == "unavailable" and state["tools"] == {}


def test_au31_a_failed_attempt_can_be_tried_again() -> None:
    task = told(FIXTURES["task-retry"])["tasks"]["task_001"]
    assert (task["status"], task["attempt"], task["retryable"]) == ("failed", 1, True)
    assert task["failureCategory"] == "tool_failed" and task["attention"]


def test_au31_a_route_with_one_candidate_is_a_status_and_no_choice() -> None:
    run = told(FIXTURES["routing-single-candidate"])["run"]
    assert (run["status"], run["candidateCount"], run["model"]) == ("routing", 1, "gpt-5.4")
    assert run["routingReason"] == "explicit_default"


def test_au31_exported_evidence_has_no_review_that_nobody_made() -> None:
    state = told(FIXTURES["evidence-export"])
    row = state["evidence"]["evidence_001"]
    assert (row["packRef"], row["replayRef"]) == ("pack_001", "replay_001") and "reviewRef" not in row
    assert surfaces(state)["review_lane"]["state"] == "unavailable" and "passed" not in whole(state)


def test_au31_a_read_thread_has_both_attempts_and_one_task() -> None:
    state = told(FIXTURES["thread-read-snapshot"])
    (task,) = state["tasks"].values()
    assert task["status"] == "completed" and [one["status"] for one in task["attempts"]] == ["failed", "completed"]
    assert task["attempt"] == 2 and task["summary"]["failed"] == 0 and not task["attention"]
