"""Every recorded scenario through the real fold, held against what the acceptance list demands of it (AU…)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from ringi.facts.vocabulary import EventClass, Surface, Topology
from ringi.projection import workbench
from ringi.testing.scenarios.library import NAMES, scenario

State = dict[str, Any]


def folded(name: str, until: int | None = None) -> State:
    return _folded(name, len(scenario(name).facts) if until is None else until)


@cache
def _folded(name: str, until: int) -> State:
    state = workbench.new("S")
    for fact in scenario(name).facts[:until]:
        state = workbench.fold(state, fact)
    return state


def at(name: str, kind: str, nth: int = 1) -> int:
    """How many facts have been told when the nth of this class has."""
    places = [place for place, fact in enumerate(scenario(name).facts, start=1) if fact["type"] == kind]
    return places[nth - 1]


def said(state: State) -> list[str]:
    return [str(message["text"]) for message in state["messages"]]


def users(state: State) -> list[str]:
    return [message["id"] for message in state["messages"] if message["role"] == "user"]


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- alone -------------------------------------------------------------------------------------------------------------


def test_status_is_there_before_the_first_word() -> None:
    """AU1"""
    state = folded("solo", at("solo", "run.status", 3))
    assert state["run"]["status"] == "preparing"
    assert workbench.surfaces(state)["runtime_status"]["state"] not in ("unavailable", "empty")
    assert users(state) == ["m-1"] and len(state["messages"]) == 1


def test_a_solo_run_leaves_answer_sheet_and_evidence_and_folds_its_process() -> None:
    running = folded("solo", at("solo", "tool.progress"))
    assert [part["kind"] for part in running["process"] if part["open"]].count("tool_call") == 1
    state = folded("solo")
    assert state["run"]["status"] == "completed" and state["process"] == []
    assert state["run"]["summary"]["steps"] == 2 and state["run"]["summary"]["artifacts"] == 1
    assert state["artifacts"]["a-sheet"]["kind"] == "table"
    assert state["evidence"]["e-source"]["kind"] == "citation"
    assert state["tools"]["call-1"]["outputRef"] and state["tools"]["call-1"]["size"] == 18240
    assert said(state)[-1].startswith("営業部の10月の残業は合計214時間30分")


def test_reasoning_never_becomes_the_answer_and_prose_proves_nothing() -> None:
    """AU2, AU12"""
    for until in (at("separation", "text.final", 2), None):
        state = folded("separation", until)
        assert "<think>" not in text_of(state["messages"]) and "第12条" not in text_of(state["messages"])
        assert len(state["messages"]) == 2
        for name in ("tools", "actions", "artifacts", "evidence", "reviews", "agents"):
            assert state[name] == {}, name


def test_parts_stand_in_the_order_of_their_numbers() -> None:
    """AU3"""
    until = at("interleaved", "text.delta", 2)
    state = folded("interleaved", until)
    places = [part["sequence"] for part in state["process"]]
    assert places == sorted(places) and len(places) >= 4
    assert {"call-a", "call-b"} <= set(state["tools"])
    over = folded("interleaved")
    assert over["process"] == [] and over["run"]["summary"]["steps"] == 2


def test_a_final_text_replaces_what_was_streamed() -> None:
    """AU4"""
    state = folded("reconciliation")
    found = {message["id"]: message for message in state["messages"]}
    assert found["m-same"]["text"] == "こんにちは" and not found["m-same"]["reconciled"]
    assert found["m-other"]["text"] == "Hello!" and found["m-other"]["reconciled"]
    assert found["m-only"]["text"] == "一度に届いた文です。"
    assert len(state["messages"]) == 4


# -- questions, queue --------------------------------------------------------------------------------------------------


def test_nine_questions_wait_and_are_settled_by_facts_only() -> None:
    """AU6, AU7, AU27"""
    asked = folded("hitl", at("hitl", "action.required", 12))
    assert len({action["type"] for action in asked["actions"].values()}) == 9
    assert all(action["state"] == "open" for action in asked["actions"].values())
    assert asked["actions"]["q-mate"]["agentName"] == "在庫"
    assert asked["actions"]["q-mate"]["respondTo"]["agentId"] == "stock@closing"
    assert asked["actions"]["q-delegated"]["delegatedFrom"] == "lead@closing"
    assert asked["tools"]["call-transfer"]["state"] == "input-available"
    assert "vault://payroll" not in text_of(asked["messages"])
    state = folded("hitl")
    states = {action: row["state"] for action, row in state["actions"].items()}
    assert states["q-tool"] == "approved" and states["q-form"] == "answered" and states["q-artifact"] == "returned"
    assert states["q-refused"] == "rejected" and states["q-late"] == "expired" and states["q-open"] == "open"
    assert state["tools"]["call-advance"]["state"] == "output-error"
    assert state["actions"]["q-tool"]["audit"]["by"] == "demo:auto"


def test_queue_and_steer_are_two_things() -> None:
    """AU9"""
    waiting = folded("queue", at("queue", "queue.changed", 2))
    assert [item["position"] for item in waiting["queue"]["items"]] == [1, 2]
    assert waiting["queue"]["steers"][0]["status"] == "pending" and users(waiting) == ["m-1"]
    state = folded("queue")
    assert {steer["id"]: steer["status"] for steer in state["queue"]["steers"]} == {
        "steer-1": "accepted",
        "steer-2": "rejected",
    }
    assert [item["id"] for item in state["queue"]["items"] if item["status"] == "queued"] == ["turn-3"]


# -- artifacts, evidence -----------------------------------------------------------------------------------------------


def test_one_artifact_keeps_its_versions_and_its_last_confirmed_one() -> None:
    """AU10"""
    first = folded("artifacts", at("artifacts", "artifact.created"))
    assert first["artifacts"]["a-report"]["kind"] == "unknown"
    state = folded("artifacts")
    report = state["artifacts"]["a-report"]
    assert report["kind"] == "report" and report["status"] == "failed" and report["version"] == 2
    assert [one["version"] for one in report["versions"]] == [1, 2]
    assert report["diffRef"] and report["exports"][0]["status"] == "completed"
    assert state["artifacts"]["a-draft"]["status"] == "deleted"
    assert "売上は前月比" not in text_of(state["messages"])


def test_evidence_comes_beside_the_text_and_all_lanes_cite_one_pack() -> None:
    """AU11"""
    exporting = folded("evidence", at("evidence", "text.delta", 2))
    assert exporting["evidence"]["e-pack"]["status"] == "exporting"
    assert exporting["messages"][-1]["text"] == "締めの根拠を"
    state = folded("evidence")
    for one in ("e-pack", "e-replay", "e-review"):
        assert state["evidence"][one]["packRef"] == "pack://2026-10"
    assert state["reviews"]["review-1"]["verdict"] == "passed"
    assert state["evidence"]["e-disputed"]["status"] == "disputed"


# -- recovery, missing, context, diagnostics ---------------------------------------------------------------------------


def test_an_old_session_comes_back_in_stages_and_a_late_answer_changes_nothing() -> None:
    """AU13"""
    before = folded("recovery", at("recovery", "session.hydrated", 4))
    late = folded("recovery", at("recovery", "session.hydrated", 5))
    assert before["session"]["hydration"]["stage"] == 4 == late["session"]["hydration"]["stage"]
    state = folded("recovery")
    assert [message["id"] for message in state["messages"]] == ["m-401", "m-402"]
    assert state["actions"]["q-old"]["state"] == "open" and state["session"]["status"] == "active"


def test_what_is_missing_is_said_and_never_guessed() -> None:
    """AU12, AU16"""
    state = folded("missing")
    assert state["actions"]["q-1"]["type"] == "unknown"
    assert state["artifacts"]["a-1"]["kind"] == "unknown"
    assert state["agents"]["agent-1"]["status"] == "unknown" and state["tasks"]["task-1"]["status"] == "unknown"
    assert state["evidence"]["e-1"].get("verdict", "unavailable") in ("unavailable", "unknown")
    assert state["tools"]["call-1"]["empty"]
    assert state["run"]["blocked"]["reason"] == "quota" and state["run"]["status"] != "tool_running"
    assert state["reviews"] == {} and state["context"]["missing"][0]["id"] == "books"


def test_a_compaction_is_a_boundary_that_loses_nothing_open() -> None:
    """AU24"""
    state = folded("compaction")
    assert [one["state"] for one in state["context"]["compactions"]] == ["completed"]
    assert state["actions"]["q-1"]["state"] == "open" and "e-1" in state["evidence"]
    assert state["context"]["budget"]["used"] == 9000 and len(state["messages"]) == 1
    for name in ("refs", "missing", "retrieval", "memoryWrites", "teamMemory"):
        assert state["context"][name], name


def test_diagnostics_and_metrics_stay_out_of_the_conversation() -> None:
    """AU25"""
    state = folded("diagnostics")
    assert state["metrics"]["first_runtime_status_ms"] == {**state["metrics"]["first_runtime_status_ms"], "value": 184}
    assert state["diagnostics"][0]["code"] == "provider_slow"
    assert said(state) == ["終わりました。"]


def test_the_runtime_profile_s_fixtures_come_out_as_they_say() -> None:
    """AU15, AU31"""
    state = folded("profile")
    action = state["actions"]["action_write_001"]
    assert action["type"] == "tool_approval" and "toolCallId" not in action
    assert state["tasks"]["task-1"]["attempt"] == 2 and state["tasks"]["task-1"]["attempts"][0]["status"] == "failed"
    assert state["evidence"]["evidence-1"]["packRef"] == "pack://run-1"
    assert state["external"]["taskSummary"] == {"failed": 0}


# -- teams -------------------------------------------------------------------------------------------------------------


def test_a_worker_s_note_is_nobody_s_message() -> None:
    """AU17"""
    state = folded("coordinator")
    assert len([agent for agent in state["agents"].values() if agent.get("parentAgentId")]) == 3
    assert users(state) == ["m-1"] and len(state["notifications"]) == 3
    assert all(note["resultRef"] and note["transcriptRef"] for note in state["notifications"])
    assert state["messages"][-1]["agentId"] == "lead@closing"
    assert state["team"]["phase"] == "done"


def test_a_fan_out_shows_everybody_and_a_limit_is_no_failure() -> None:
    """AU15, AU18"""
    state = folded("parallel")
    assert state["agents"]["sales@closing"]["status"] == "completed"
    assert state["agents"]["stock@closing"]["status"] == "running"
    stock = state["tasks"]["task-stock@closing"]
    assert stock["attempt"] == 2 and stock["status"] == "running" and stock["attempts"][0]["status"] == "failed"
    assert state["team"]["budget"]["teamQueuedCount"] == 1 and state["run"]["status"] != "failed"
    assert [note["status"] for note in state["notifications"]] == ["completed", "failed"]
    assert len([edge for edge in state["edges"] if edge["kind"] == "spawn"]) == 3


def test_a_handoff_moves_the_work_and_not_the_words() -> None:
    """AU19"""
    before = folded("handoff", at("handoff", "agent.handoff"))
    moved = folded("handoff", at("handoff", "agent.handoff", 3))
    assert moved["team"]["owner"] == "tax@closing"
    assert moved["messages"][: len(before["messages"])] == before["messages"]
    state = folded("handoff")
    assert state["team"]["owner"] == "lead@closing"
    (lane,) = state["handoffs"]
    assert lane["boundary"] and lane["resume"] == "run-1" and lane["acceptedAt"]
    assert [message.get("agentId") for message in state["messages"][1:]] == [
        "lead@closing",
        "tax@closing",
        "lead@closing",
    ]


def test_a_verdict_is_a_fact_and_its_fixes_are_work() -> None:
    """AU20"""
    first = folded("review", at("review", "review.completed"))
    assert first["reviews"]["review-1"]["verdict"] == "changes_requested"
    assert first["reviews"]["review-1"]["fixes"][0]["id"] == "fix-1"
    state = folded("review")
    assert state["reviews"]["review-2"]["verdict"] == "passed" and state["reviews"]["review-2"]["refs"] == ["e-check-2"]
    assert state["board"]["fix-1"]["title"]


def test_a_board_has_people_agents_and_a_blocked_card() -> None:
    state = folded("board")
    assert state["board"]["w-3"]["status"] == "blocked" and state["board"]["w-3"]["blocker"]
    assert state["board"]["w-1"]["assignee"] == "青木 沙織" and state["board"]["w-1"]["comments"]
    assert state["board"]["w-2"]["assignee"] == "expense@closing"
    assert state["external"]["done"] == 2


def test_a_background_teammate_is_one_teammate_with_a_reason_and_a_record() -> None:
    """AU22"""
    awake = folded("background", at("background", "task.changed", 4))
    assert awake["tasks"]["job-watch"]["wake"]["reason"] and awake["tasks"]["job-watch"]["status"] == "running"
    state = folded("background")
    assert list(state["agents"]) == ["watch@closing"] and list(state["tasks"]) == ["job-watch"]
    assert state["tasks"]["job-watch"]["lastRun"]["ref"] == "run://watch-42"


def test_a_remote_teammate_is_done_when_it_says_so() -> None:
    """AU23"""
    idle = folded("remote", at("remote", "agent.changed"))
    assert idle["agents"]["bank@remote"]["status"] == "idle" and idle["tasks"]["task-bank"]["status"] == "working"
    stuck = folded("remote", at("remote", "action.required"))
    assert stuck["tasks"]["task-bank"]["status"] == "auth_required" and stuck["tasks"]["task-bank"]["attention"]
    assert stuck["actions"]["act-bank"]["agentName"] == "銀行窓口"
    state = folded("remote")
    assert state["tasks"]["task-bank"]["status"] == "completed"
    assert state["tasks"]["task-bank"]["remoteTaskId"] == "rt-7781"


# -- the long one ------------------------------------------------------------------------------------------------------


def test_the_long_session_fills_every_surface_on_its_way() -> None:
    filled: set[str] = set()
    state = workbench.new("S")
    for fact in scenario("team").facts:
        state = workbench.fold(state, fact)
        found = workbench.surfaces(state)
        filled |= {name for name, one in found.items() if one["state"] not in ("unavailable", "unknown", "empty")}
    assert filled == {surface.value for surface in Surface}
    assert set(state["team"]["topology"]) == {topology.value for topology in Topology}
    counted = {fact["type"] for fact in scenario("team").facts}
    assert counted == {kind.value for kind in EventClass}


def test_the_long_session_ends_as_its_story_does() -> None:
    state = folded("team")
    assert users(state) == ["m-old-1", "m-ask", "m-compare"]
    assert [action for action, row in state["actions"].items() if row["state"] == "open"] == ["q-publish"]
    assert state["tasks"]["task-stock"]["attempt"] == 2
    assert state["tasks"]["task-stock"]["attempts"][0]["attemptId"] == "task-stock-1"
    assert "parentSessionId" not in state["session"]
    assert [run["id"] for run in state["runs"]] == ["run-closing", "run-compare", "run-publish"]
    assert state["session"]["status"] == "active" and state["title"] == "10月の月次決算"
    assert {name: row["verdict"] for name, row in state["reviews"].items()} == {
        "review-1": "changes_requested",
        "review-2": "passed",
    }
    assert state["artifacts"]["a-balances"]["version"] == 2 and state["artifacts"]["a-balances"]["status"] == "ready"
    assert state["board"]["w-sign"]["status"] == "blocked"
    assert state["agents"]["tax@closing"]["status"] == "closed"
    assert state["external"]["closed"] is True


@pytest.mark.parametrize("name", NAMES)
def test_a_snapshot_anywhere_and_the_rest_is_the_whole(name: str) -> None:
    """AU29"""
    facts = scenario(name).facts
    whole = workbench.snapshot(folded(name))
    for cut in range(0, len(facts) + 1, max(1, len(facts) // 12)):
        state = workbench.hydrate(workbench.snapshot(folded(name, cut)))
        for fact in facts[cut:]:
            state = workbench.fold(state, fact)
        assert workbench.snapshot(state) == whole, cut


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_twice_changes_nothing(name: str) -> None:
    state = workbench.new("S")
    for fact in scenario(name).facts:
        state = workbench.fold(state, fact)
        state = workbench.fold(state, fact)
    again = workbench.snapshot(state)
    assert json.loads(again).get("messages") == json.loads(workbench.snapshot(folded(name))).get("messages")
    assert {key: state[key] for key in ("actions", "tools", "board", "artifacts", "notifications")} == {
        key: folded(name)[key] for key in ("actions", "tools", "board", "artifacts", "notifications")
    }
