"""Facts as a producer writes them who has read the standard and nothing of ours: shown for what they say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from workbench_facts import Stream, told

from ringi.projection.workbench import public, stands

OLD: list[dict[str, Any]] = [
    {"id": "m1", "role": "user", "parts": [{"partId": "1", "type": "user_text", "text": "Old question"}]},
    {
        "id": "m2",
        "role": "assistant",
        "parts": [
            {"partId": "1", "type": "reasoning_detail", "text": "hm, let me see"},
            {"partId": "2", "type": "tool_call", "toolCallId": "c", "toolName": "db.query"},
            {"partId": "3", "type": "assistant_text", "text": "Old "},
            {"partId": "4", "type": "diagnostic", "text": "cache miss"},
            {"partId": "5", "type": "assistant_text", "text": "answer"},
        ],
    },
    {"id": "m3", "role": "assistant", "parts": [{"type": "tool_call", "toolCallId": "d", "toolName": "db.query"}]},
    {"id": "m4", "role": "user", "parts": [{"type": "worker_notification", "text": "All done", "agentId": "w"}]},
    {"id": "m5", "role": "assistant", "text": "<think>why</think>Second"},
]


@pytest.mark.parametrize("kind", ["session.hydrated", "messages.snapshot"])
def test_a_window_of_history_in_parts_has_what_was_said_and_no_more(kind: str) -> None:
    t = Stream()
    state = told([t(kind, {"messages": OLD, "version": 3})])
    said = [(row["role"], row["text"]) for row in state["messages"]]
    assert said == [("user", "Old question"), ("assistant", "Old answer"), ("assistant", "Second")]
    assert [(row["agentId"], row["summary"]) for row in state["notifications"]] == [("w", "All done")]
    assert "let me see" not in json.dumps(public(state)) and state["tools"] == {}


def test_an_older_window_that_comes_late_changes_nothing() -> None:
    t = Stream()
    newer = [{"id": "m1", "role": "user", "text": "New question"}]
    facts = [
        t("session.hydrated", {"messages": newer, "version": 5}),
        t("session.hydrated", {"messages": OLD, "version": 3}),
    ]
    assert [row["text"] for row in told(facts)["messages"]] == ["New question"]


def test_the_files_that_a_call_changed_are_told() -> None:
    t = Stream()
    changed = [{"path": "notes/todo.md", "change": "modified", "additions": 3, "deletions": 1}, "b.txt"]
    state = told(
        [
            t("run.started", run="r"),
            t("tool.started", {"tool": "files.edit"}, run="r", tool="c"),
            t("tool.result", {"fileChanges": changed}, run="r", tool="c"),
        ]
    )
    tool = state["tools"]["c"]
    first, second = tool["fileChanges"]
    assert first == {"path": "notes/todo.md", "change": "modified", "added": 3, "removed": 1}
    assert second == {"path": "b.txt"} and "empty" not in tool
    assert [part["kind"] for part in state["process"]][-1] == "file_change"


def test_a_percentage_is_progress_towards_a_hundred() -> None:
    t = Stream()
    state = told([t("tool.started", tool="c"), t("tool.progress", {"percent": 75}, tool="c")])
    assert state["tools"]["c"]["progress"] == {"done": 75, "total": 100}


def test_a_card_keeps_both_its_artifacts_and_its_evidence() -> None:
    t = Stream()
    item = {"runtimeEntity": "work_item", "workItemId": "w", "artifactRefs": ["art"], "evidenceRefs": ["ev"]}
    assert told([t("task.changed", item, task="w")])["board"]["w"]["refs"] == ["art", "ev"]


def test_references_beside_an_empty_payload_are_context() -> None:
    t = Stream()
    state = told([t("context.changed", refs=["file-a", "file-b"])])
    assert [one["id"] for one in state["context"]["refs"]] == ["file-a", "file-b"]
    budget = {"contextBudget": {"usedTokens": 55, "maxTokens": 200}}
    assert told([t("context.changed", budget)])["context"]["budget"] == {"used": 55, "limit": 200, "unit": "tokens"}


def test_what_a_remote_needs_holds_for_its_task_and_an_idle_tick_changes_neither() -> None:
    t = Stream()
    far = {"runtimeEntity": "external_task", "remoteTaskId": "rt"}
    facts = [
        t("agent.changed", {**far, "agentName": "Shop", "runtimeStatus": "submitted"}, agent="shop"),
        t("task.changed", {**far, "title": "Order paper", "runtimeStatus": "working"}, agent="shop", task="rt"),
        t("agent.changed", {**far, "runtimeStatus": "idle"}, agent="shop"),
    ]
    assert told(facts)["tasks"]["rt"]["status"] == "working"
    facts.append(t("agent.changed", {**far, "runtimeStatus": "auth_required"}, agent="shop"))
    state = told(facts)
    assert state["agents"]["shop"]["remote"]["status"] == "auth_required"
    assert state["tasks"]["rt"]["status"] == "auth_required" and state["tasks"]["rt"]["attention"]


def test_a_teammate_s_call_is_not_the_doing_of_the_run_in_front() -> None:
    t = Stream()
    child = {"thread": "child", "parent_thread": "t", "agent": "c"}
    facts = [
        t("run.started", run="r"),
        t("run.status", run="r", phase="routing"),
        t("agent.spawned", {"agentName": "Child"}, **child),
        t("tool.started", {"tool": "look"}, tool="k", **child),
    ]
    assert told(facts)["run"]["status"] == "routing"
    over = told([*facts, t("run.finished", run="r", phase="cancelled")])
    assert over["tools"]["k"]["state"] == "running"


def test_a_question_is_asked_by_whom_it_names_or_by_whoever_had_the_work_then() -> None:
    t = Stream()
    facts = [
        t("action.required", {"actionType": "clarification", "question": "Which?"}, action="a"),
        t("agent.handoff", {"from": "one", "to": "two"}, agent="two"),
        t("action.required", {"actionType": "clarification", "question": "When?"}, action="b"),
        t("action.required", {"actionType": "delegated_permission", "requestingTeammate": "three"}, action="c"),
    ]
    actions = told(facts)["actions"]
    assert "heldBy" not in actions["a"] and actions["b"]["heldBy"] == "two"
    assert actions["c"]["delegatedFrom"] == "three"


def test_an_interrupted_run_is_not_told_as_cancelled() -> None:
    t = Stream()
    state = told([t("run.started", run="r"), t("run.finished", run="r", phase="interrupted")])
    assert state["run"]["resumable"] and stands(state) == "interrupted"
    assert stands(told([t("run.started", run="q")], state)) == "submitted"


@pytest.mark.parametrize(
    ("phase", "status"), [("completed", "completed"), ("failed", "failed"), ("cancelled", "killed")]
)
def test_a_teammate_ends_as_the_phase_says_where_nothing_else_does(phase: str, status: str) -> None:
    t = Stream()
    state = told([t("agent.spawned", agent="a"), t("agent.completed", agent="a", phase=phase)])
    assert state["agents"]["a"]["status"] == status


@pytest.mark.parametrize("said", [{"status": "canceled"}, {"error": {"code": "cancelled"}}, {"cancellation": True}])
def test_a_call_that_was_cancelled_has_not_failed(said: dict[str, Any]) -> None:
    t = Stream()
    assert told([t("tool.started", tool="c"), t("tool.failed", said, tool="c")])["tools"]["c"]["state"] == "cancelled"


def test_a_board_and_a_roster_may_be_told_as_mappings() -> None:
    t = Stream()
    board = {"w1": {"title": "One", "status": "done"}, "w2": {"title": "Two", "assignee": "bot", "status": "running"}}
    state = told([t("team.changed", {"board": board, "roster": {"bot": {"agentName": "Bot"}}})])
    assert {key: one["status"] for key, one in state["board"].items()} == {"w1": "done", "w2": "running"}
    assert state["agents"]["bot"]["name"] == "Bot"


def test_a_teammate_that_is_a_job_says_itself_why_it_woke() -> None:
    t = Stream()
    job = {"runtimeEntity": "automation_job", "runtimeStatus": "sleeping", "schedule": "0 6 * * *"}
    state = told([t("agent.changed", {**job, "wakeReason": "mail arrived", "lastRunRef": "run-3"}, agent="owl")])
    known = state["agents"]["owl"]["background"]
    assert (known["schedule"], known["wake"], known["lastRun"]) == ("0 6 * * *", "mail arrived", "run-3")
    assert known["status"] == "sleeping"
