"""The standard's checks on artifacts, evidence, restoring, tasks, context and ids (AU10, AU11, AU13–AU16, AU22–AU24,
AU26, AU28).
"""

from __future__ import annotations

import pytest
from workbench_facts import Stream, Wire, codes, told, without_notes

from ringi.projection.workbench import attention, hydrate, snapshot, surfaces


def test_au10_an_artifact_is_one_thing_whatever_happens_to_it() -> None:
    t = Stream()
    state = told([t("run.started", run="r"), t("artifact.created", {"title": "Sheet"}, run="r", artifact="x")])
    assert state["artifacts"]["x"]["kind"] == "unknown" and state["artifacts"]["x"]["status"] == "unknown"
    body = "cell;" * 3_000
    state = told(
        [
            t(
                "artifact.updated",
                {"artifactKind": "table", "status": "updating", "content": body},
                run="r",
                artifact="x",
            ),
            t("artifact.version.created", {"version": 2, "readRef": "a://x/2"}, run="r", artifact="x"),
            t("artifact.preview.ready", {"preview": "A | B"}, run="r", artifact="x"),
            t("artifact.diff.ready", {"diffRef": "a://x/1..2"}, run="r", artifact="x"),
            t("artifact.export.started", {"exportId": "e", "format": "pdf"}, run="r", artifact="x"),
            t("artifact.export.completed", {"exportId": "e", "ref": "a://x.pdf"}, run="r", artifact="x"),
        ],
        state,
    )
    (row,) = state["artifacts"].values()
    assert (row["kind"], row["status"], row["version"], row["preview"]) == ("table", "ready", 2, "A | B")
    assert row["diffRef"] == "a://x/1..2" and row["exports"][0]["status"] == "completed"
    assert "cell;" not in str(state["messages"]) and "cell;" not in str(state["process"]) and "cell;" not in str(row)
    state = told([t("artifact.failed", {"error": "disk", "version": 3}, run="r", artifact="x")], state)
    row = state["artifacts"]["x"]
    assert (row["status"], row["version"], row["readRef"], row["error"]) == ("failed", 2, "a://x/2", "disk")
    state = told([t("artifact.deleted", {}, run="r", artifact="x")], state)
    assert state["artifacts"]["x"]["status"] == "deleted" and state["artifacts"]["x"]["readRef"] == "a://x/2"
    again = told([t("artifact.updated", {"title": "?"}, run="r", artifact="x")], state)
    assert again["artifacts"] is state["artifacts"] and codes(again) == ["artifact_after_deleted"]


def test_au10_an_adapter_with_one_event_for_everything_is_enough() -> None:
    t = Stream()
    state = told([t("artifact.changed", {"artifactKind": "report", "artifactStatus": "ready"}, artifact="x")])
    assert (state["artifacts"]["x"]["kind"], state["artifacts"]["x"]["status"]) == ("report", "ready")


def test_au11_evidence_is_exported_beside_the_text_and_everything_cites_the_same_pack() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", run="r"),
            t("text.delta", {"delta": "so "}, run="r", message="m"),
            t("evidence.changed", {"status": "exporting", "kind": "trace"}, run="r", evidence="e"),
            t("text.delta", {"delta": "far"}, run="r", message="m"),
        ]
    )
    assert state["messages"][0]["text"] == "so far" and state["evidence"]["e"]["status"] == "exporting"
    refs = {"packRef": "pack://1", "replayRef": "replay://1", "reviewRef": "review://1", "status": "ready"}
    state = told(
        [
            t("evidence.changed", refs, run="r", evidence="e"),
            t("review.completed", {"reviewId": "v", "verdict": "passed", "evidenceRefs": ["e"]}, run="r"),
        ],
        state,
    )
    shown = surfaces(state)
    assert shown["timeline_evidence"]["replays"][0]["packRef"] == "pack://1"
    assert shown["review_lane"]["packs"] == {"e": "pack://1"} and state["reviews"]["v"]["refs"] == ["e"]
    assert state["evidence"]["e"]["reviewRef"] == "review://1"


def test_au11_without_evidence_nothing_has_passed() -> None:
    t = Stream()
    state = told([t("run.started", run="r"), t("run.finished", run="r")])
    shown = surfaces(state)
    assert shown["timeline_evidence"]["evidenceState"] == "unavailable" and shown["timeline_evidence"]["evidence"] == []
    assert shown["review_lane"]["state"] == "unavailable" and "passed" not in str(shown)
    requested = told([t("review.requested", {"reviewId": "v", "reviewer": "ren"})], state)
    assert requested["reviews"]["v"]["verdict"] == "unavailable"


def test_au13_a_late_answer_to_an_earlier_opening_changes_nothing() -> None:
    t = Stream()
    state = told([t("session.hydrated", {"activationToken": 2, "stage": 3, "version": 7})])
    late = told([t("session.hydrated", {"activationToken": 1, "stage": 5, "title": "old"})], state)
    assert without_notes(late) == without_notes(state) and codes(late) == ["stale_hydration"]
    lower = told([t("session.hydrated", {"activationToken": 2, "stage": 4, "version": 6})], state)
    assert without_notes(lower) == without_notes(state)
    back = told([t("session.hydrated", {"activationToken": 3, "stage": 1, "version": 7})], state)
    assert back["session"]["hydration"]["stage"] == 1


def test_au13_stages_only_go_on_and_an_older_window_is_ignored() -> None:
    t = Stream()
    seen = []
    state = told([t("session.opened", {"title": "Old"})])
    for stage in (1, 2, 1, 4, 3):
        state = told([t("session.hydrated", {"activationToken": 1, "stage": stage})], state)
        seen.append(state["session"]["hydration"]["stage"])
    assert seen == [1, 2, 2, 4, 4]
    newer = {"version": 5, "messages": [{"id": "m", "role": "assistant", "text": "new"}]}
    state = told([t("messages.snapshot", newer)], state)
    older = {"version": 4, "messages": [{"id": "m", "role": "assistant", "text": "old"}]}
    assert told([t("messages.snapshot", older)], state)["messages"] is state["messages"]


def test_au13_a_window_of_history_does_not_erase_what_is_pending() -> None:
    t = Stream()
    state = told(
        [
            t("action.required", {"actionType": "clarification"}, action="a"),
            t("tool.failed", {"error": "x"}, tool="c"),
            t("text.delta", {"delta": "being said"}, message="live"),
            t("messages.snapshot", {"messages": [{"id": "m0", "role": "user", "content": "hi"}]}),
        ]
    )
    assert state["actions"]["a"]["state"] == "open" and state["tools"]["c"]["state"] == "output-error"
    assert [row["id"] for row in state["messages"]] == ["live", "m0"]


def test_au14_evidence_is_a_reference_until_somebody_opens_it() -> None:
    t = Stream()
    body = "trace " * 5_000
    state = told([t("evidence.changed", {"kind": "trace", "packRef": "pack://1", "payload": body}, evidence="e")])
    assert state["evidence"]["e"]["packRef"] == "pack://1" and "trace trace" not in str(state["evidence"])


def test_au15_a_retry_stands_beside_the_attempt_that_failed() -> None:
    t = Stream()
    for numbered in (True, False):
        facts = [
            t(
                "task.changed",
                {"status": status, **({"attempt": attempt} if numbered else {}), **more},
                task=f"k{numbered}",
            )
            for status, attempt, more in (
                ("running", 1, {}),
                ("failed", 1, {"error": "timeout"}),
                ("retrying", 2, {}),
                ("running", 2, {}),
            )
        ]
        state = told(facts)
        task = state["tasks"][f"k{numbered}"]
        assert (task["attempt"], task["status"], task["attention"]) == (2, "running", False)
        assert task["attempts"][0]["status"] == "failed" and task["attempts"][0]["reason"] == "timeout"
        assert [line["words"]["status"] for line in state["timeline"]] == ["running", "failed", "retrying", "running"]


def test_au15_a_run_that_is_begun_again_keeps_how_it_ended() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", run="r"),
            t("run.failed", {"error": "overload", "retryable": True}, run="r"),
            t("run.started", run="r"),
        ]
    )
    assert (state["run"]["attempt"], state["run"]["status"], state["run"]["endedAt"]) == (2, "submitted", "")
    assert state["run"]["attempts"][0]["error"] == "overload"


@pytest.mark.parametrize("word", ["blocked", "quota_exceeded", "waiting_resource"])
def test_au16_what_is_held_up_is_blocked_and_not_running(word: str) -> None:
    t = Stream()
    state = told([t("run.started", run="r"), t("run.status", {"runtimeStatus": word, "queueReason": "quota"}, run="r")])
    status = surfaces(state)["runtime_status"]
    assert status["state"] == "blocked" and status["lines"] == ["quota"]
    assert state["run"]["status"] not in ("tool_running", "streaming", "failed")
    state = told([t("task.changed", {"status": word, "reason": "no seat"}, task="k")], state)
    if word == "blocked":
        assert state["tasks"]["k"]["status"] == "blocked" and state["tasks"]["k"]["blocker"] == "no seat"
    state = told([t("tool.started", {"tool": "x"}, run="r", tool="c")], state)
    assert "blocked" not in state["run"] and state["run"]["status"] == "tool_running"


def test_au22_a_background_teammate_is_one_teammate() -> None:
    t = Stream()
    job = {"runtimeEntity": "automation_job", "title": "Watch", "schedule": "hourly"}
    facts = [t("agent.changed", {"agentName": "Watch", "status": "idle"}, agent="w")]
    for status, more in (
        ("scheduled", {}),
        ("sleeping", {"lastRun": "run://1"}),
        ("waking", {"wake": {"reason": "17:00"}}),
        ("running", {}),
    ):
        facts.append(t("task.changed", {**job, "status": status, **more}, task="job", agent="w"))
    state = told(facts)
    assert list(state["agents"]) == ["w"] and list(state["tasks"]) == ["job"]
    shown = surfaces(state)["background_teammate"]
    (agent,), (task,) = shown["agents"], shown["jobs"]
    assert agent["background"]["wake"] == {"reason": "17:00"} and agent["background"]["lastRun"] == "run://1"
    assert agent["background"]["status"] == task["status"] == "running" and "parentAgentId" not in agent


def test_au23_a_remote_teammate_ends_only_by_its_own_word() -> None:
    t = Stream()
    around = {"agent": "bank", "task": "k"}
    remote = {"runtimeEntity": "external_task", "remoteTaskId": "rt"}
    facts = [
        t("agent.spawned", {**remote, "agentName": "Bank", "remote": {"cardRef": "c"}, "status": "running"}, **around),
        t("task.changed", {**remote, "status": "working"}, **around),
        t("agent.changed", {**remote, "status": "idle"}, **around),
    ]
    state = told(facts)
    agent = state["agents"]["bank"]
    assert agent["status"] == "idle" and agent["remote"]["status"] == "working" and not agent["remote"]["terminal"]
    for need, what in (("input_required", "input"), ("auth_required", "auth")):
        asked = told([t("task.changed", {**remote, "status": need}, **around)], state)
        shown = surfaces(asked)
        assert shown["hitl"]["state"] == "needs-input" and shown["hitl"]["needs"][0]["needs"] == what
        assert shown["remote_teammate"]["state"] == "needs-input" and asked["agents"]["bank"]["status"] == "needs_input"
    state = told([t("task.changed", {**remote, "status": "completed"}, **around)], state)
    assert state["agents"]["bank"]["remote"]["terminal"] is True and state["tasks"]["k"]["status"] == "completed"


def test_au24_compaction_is_a_boundary_and_nothing_pending_is_lost() -> None:
    t = Stream()
    facts = [
        t("run.started", run="r"),
        t("action.required", {"actionType": "clarification"}, run="r", action="a"),
        t("evidence.changed", {"kind": "trace", "packRef": "p"}, run="r", evidence="e"),
        t("reasoning.delta", {"delta": "thinking"}, run="r"),
        t("context.compaction.started", {}, run="r"),
        t("context.compaction.completed", {"summary": "so far", "resume": {"cursor": 9}}, run="r"),
    ]
    state = told(facts)
    (boundary,) = state["context"]["compactions"]
    assert (boundary["state"], boundary["summary"], boundary["resume"]) == ("completed", "so far", {"cursor": 9})
    assert state["messages"] == [] and state["actions"]["a"]["state"] == "open" and "e" in state["evidence"]
    assert [part["kind"] for part in state["process"]].count("context_event") == 1


IDS = {
    "runId": "r",
    "turnId": "tu",
    "taskId": "k",
    "agentId": "g",
    "parentSessionId": "ps",
    "parentThreadId": "pt",
    "sessionId": "s",
    "threadId": "t",
}
CARRIED: dict[str, tuple[Wire, str, str]] = {
    "tool.started": ({"tool": "x", "traceId": "tr", "attemptId": "at"}, "toolCallId", "tools"),
    "action.required": ({"actionType": "approval", "stepId": "st"}, "actionId", "actions"),
    "artifact.created": ({"artifactKind": "code", "traceId": "tr"}, "artifactId", "artifacts"),
    "evidence.changed": ({"kind": "trace", "replayRef": "rp"}, "evidenceId", "evidence"),
    "task.changed": ({"status": "running", "attemptId": "at", "remoteTaskId": "rt"}, "taskId", "tasks"),
}


@pytest.mark.parametrize("kind", CARRIED)
def test_au26_every_id_is_kept_and_survives_a_snapshot(kind: str) -> None:
    payload, own, table = CARRIED[kind]
    t = Stream()
    fact = {**t(kind, payload), **IDS, own: "own"}
    extra = {name: value for name, value in payload.items() if name.endswith(("Id", "Ref"))}
    state = hydrate(snapshot(told([fact])))
    row, line = state[table]["own"], state["timeline"][0]["ref"]
    for name, value in {**IDS, own: "own", **extra}.items():
        assert row[name] == value and line[name] == value, name


def test_au26_a_runs_ids_are_on_its_status() -> None:
    t = Stream()
    fact = {**t("run.started", {"traceId": "tr"}), "runId": "r", "turnId": "tu", "taskId": "k"}
    run = hydrate(snapshot(told([fact])))["run"]
    assert (run["id"], run["turnId"], run["taskId"], run["traceId"]) == ("r", "tu", "k", "tr")


def test_au28_what_needs_somebody_stands_above_what_runs() -> None:
    t = Stream()
    words = ["running", "completed", "failed", "permission_required", "queued", "plan_ready", "needs-input"]
    state = told([t("task.changed", {"status": word}, task=word) for word in words])
    shown = [row["status"] for row in surfaces(state)["task_capsule"]["items"]]
    assert shown == ["needs_input", "plan_ready", "permission_required", "failed", "running", "queued", "completed"]
    state = told([t("agent.changed", {"status": word, "agentName": word}, agent=word) for word in words], state)
    assert [row["status"] for row in attention(state["agents"].values())][:4] == shown[:4]
    assert surfaces(state)["task_capsule"]["state"] == "needs-input"


def test_au10_an_export_and_a_difference_keep_their_own_files() -> None:
    t = Stream()
    made = {"title": "Sheet", "version": 2, "readRef": "r://sheet", "size": 48_390, "preview": "a;b"}
    state = told(
        [
            t("artifact.version.created", made, artifact="x"),
            t("artifact.diff.ready", {"preview": "-a\n+b", "diffRef": "r://diff", "size": 5}, artifact="x"),
            t(
                "artifact.export.completed",
                {"format": "pdf", "version": 2, "readRef": "r://pdf", "size": 88_210, "status": "completed"},
                artifact="x",
            ),
        ]
    )
    row = state["artifacts"]["x"]
    assert (row["readRef"], row["size"], row["preview"]) == ("r://sheet", 48_390, "a;b")
    assert (row["diffPreview"], row["diffRef"], row["status"]) == ("-a\n+b", "r://diff", "ready")
    assert [(one["readRef"], one["size"]) for one in row["exports"]] == [("r://pdf", 88_210)]
    assert [(one["version"], one["readRef"], one["size"]) for one in row["versions"]] == [(2, "r://sheet", 48_390)]


def test_what_was_there_before_a_run_is_nobodys_doing() -> None:
    t = Stream()
    before = [
        t("artifact.created", {"title": "Old"}, artifact="x"),
        t("evidence.changed", {"kind": "audit"}, evidence="e"),
        t("context.changed", {"refs": [{"id": "d", "title": "Book"}]}),
    ]
    state = told([*before, t("run.started", run="r"), t("artifact.created", {"title": "New"}, run="r", artifact="y")])
    assert [part["key"] for part in state["process"]] == ["status:r", "artifact:y"]
    assert set(state["artifacts"]) == {"x", "y"} and state["evidence"]["e"] and state["context"]["refs"]


def test_an_item_of_the_board_is_no_row_of_the_process() -> None:
    t = Stream()
    item = t("task.changed", {"runtimeEntity": "work_item", "workItemId": "w", "title": "Count"}, run="r")
    state = told([t("run.started", run="r"), item, t("task.changed", {"status": "running"}, run="r", task="k")])
    assert [part["key"] for part in state["process"]] == ["status:r", "task:k"]
    assert state["board"]["w"]["title"] == "Count"


@pytest.mark.parametrize(
    "plan",
    [
        {"plan": ["Read", {"id": "2", "title": "Write"}]},
        {"plan": {"steps": ["Read", {"id": "2", "title": "Write"}]}},
        {"steps": ["Read", {"stepId": "2", "text": "Write"}]},
    ],
)
def test_a_plan_to_be_decided_on_brings_its_steps(plan: Wire) -> None:
    t = Stream()
    state = told([t("action.required", {"actionType": "plan_decision", "title": "Plan", **plan}, action="a")])
    assert [one["title"] for one in state["actions"]["a"]["plan"]] == ["Read", "Write"]
    other = told([t("action.required", {"actionType": "clarification", **plan}, action="b")])
    assert "plan" not in other["actions"]["b"]
