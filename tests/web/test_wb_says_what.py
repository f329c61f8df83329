"""Every line and card of a session says what it is about: what is held to what, what was done, to whom, how often."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from told_facts import Wire, folded, shown

from ringi.projection import workbench
from ringi.web.live.source import drawer
from ringi.web.workbench import parts
from ringi.web.workbench.bench import bench
from ringi.web.workbench.panels import bodies
from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say

START: Wire = {"type": "run.started", "runId": "r"}
END: Wire = {"type": "run.finished", "runId": "r", "payload": {"status": "completed"}}


def text(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown(region, state, lang, role)))


# -- what a plan can be answered with --------------------------------------------------------------------------------


def asked(kind: str, **more: Any) -> Wire:
    payload = {"actionType": kind, "title": "The whole plan", "plan": ["Buy", "Install"], **more}
    return {"type": "action.required", "runId": "r", "actionId": "p", "payload": payload}


@pytest.mark.parametrize("kind", ["plan_decision", "teammate_plan_decision"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_plan_can_be_approved_rejected_or_sent_back_for_changes(kind: str, lang: str) -> None:
    card = shown("decide", folded(START, asked(kind)), lang)
    controls = re.findall(r'data-control="(\w+)"', card)
    assert controls == ["approve", "answer", "reject"]
    changes = card[card.index('data-control="answer"') : card.index('data-control="reject"')]
    assert 'name="choice" value="changes_requested"' in changes and 'name="text"' in changes and "required" in changes
    assert say("workbench", "ask_changes", lang) in card
    assert "changes_requested" not in shown("decide", folded(START, asked("tool_approval")), lang)


def test_a_plan_sent_back_is_settled_as_returned() -> None:
    settled = {"type": "action.resolved", "runId": "r", "actionId": "p", "payload": {"state": "changes_requested"}}
    assert say("workbench", "outcome_returned", "en") in text("decide", folded(START, asked("plan_decision"), settled))


def test_what_its_owner_says_is_different_stands_on_the_card() -> None:
    patch = "--- v1\n+++ v2\n@@ -1 +1 @@\n-Buy two\n+Buy three\n Install"
    card = shown("decide", folded(START, asked("plan_decision", diff=patch)))
    assert "<del>" in card and "Buy two" in card and "<ins>" in card and "Buy three" in card
    assert "@@" not in card and "--- v1" not in card and say("workbench", "difference_told", "en") in card


# -- what the work is held to ----------------------------------------------------------------------------------------

SESSION = {"type": "permission.changed", "runId": "r", "payload": {"sandbox": "read_only", "mode": "ask"}}
CALL = (
    {"type": "tool.started", "runId": "r", "toolCallId": "w", "payload": {"tool": "fs.write"}},
    {"type": "tool.failed", "runId": "r", "toolCallId": "w", "payload": {"error": "outside the workspace"}},
    {
        "type": "permission.changed",
        "runId": "r",
        "toolCallId": "w",
        "payload": {"sandbox": "read_only", "approval": "denied", "escalation": "requested"},
    },
)


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_session_is_held_to_and_who_asks_for_more_stand_beside_the_composer(lang: str) -> None:
    said = text("context", folded(START, SESSION), lang)
    words = f"{say('workbench_panels', 'p.sandbox', lang)}: {say('workbench_panels', 'rule.read_only', lang)}"
    more = say("workbench", "more_wanted", lang)
    assert words in said and more not in said
    assert f"{more}: fs.write" in text("context", folded(START, SESSION, *CALL), lang)
    answered = {**CALL[2], "payload": {"escalation": "denied"}}
    assert more not in text("context", folded(START, SESSION, *CALL, answered), lang)
    assert text("context", folded(START), lang).strip() == ""


@pytest.mark.parametrize("over", [False, True])
def test_a_call_says_what_held_it_back_and_that_more_was_asked_for(over: bool) -> None:
    said = text("thread" if over else "process", folded(START, *CALL, *([END] if over else [])))
    for words in ("fs.write", "Sandbox: read only", "Approval: not allowed", "Asks for more rights"):
        assert words in said, words


def test_a_permission_is_named_by_whom_it_is_for() -> None:
    said = text("memory", folded(START, SESSION, *CALL), role="admin")
    permissions = said[said.index(say("workbench_panels", "permissions", "en")) :]
    assert "this session" in permissions and "fs.write" in permissions and "More rights asked for" in permissions


# -- the timeline ----------------------------------------------------------------------------------------------------


def lines(*facts: Wire, lang: str = "en") -> list[str]:
    """What the timeline says, oldest first, without the numbers and times."""
    found = [one.html for one in regions()["timeline"](folded(*facts), lang, "approver") if one.key.startswith("line-")]
    words = [re.search(r'class="line-words">(.*?)<span class="line-when', one, re.DOTALL) for one in found]
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", one[1]))).strip() for one in words[::-1] if one]


def queue(**payload: Any) -> Wire:
    return {"type": "queue.changed", "payload": payload}


def test_four_changes_of_the_queue_are_four_different_lines() -> None:
    one, two = {"id": "1", "text": "Letter 1"}, {"id": "2", "text": "Letter 2"}
    said = lines(
        queue(items=[one, two]),
        queue(items=[{**one, "status": "started"}, two]),
        queue(items=[{**two, "status": "removed"}]),
        queue(steer={"id": "s", "text": "Shorter", "status": "pending"}),
        queue(steer={"id": "s", "text": "Shorter", "status": "rejected"}),
    )
    assert said == [
        "Queue changed 2 waiting",
        "Queue changed Letter 1 Started",
        "Queue changed Letter 2 Removed",
        "Steer: waiting for confirmation Shorter",
        "Steer: not taken in Shorter",
    ]


def test_a_line_names_the_tool_the_artifact_its_format_and_from_whom_to_whom() -> None:
    said = lines(
        {"type": "tool.started", "toolCallId": "c", "payload": {"tool": "fs.write"}},
        {"type": "tool.args", "toolCallId": "c", "payload": {"args": {"path": "x"}}},
        {"type": "artifact.created", "artifactId": "d", "payload": {"title": "Deck", "status": "ready"}},
        {"type": "artifact.export.started", "artifactId": "d", "payload": {"format": "pdf"}},
        {"type": "artifact.preview.ready", "artifactId": "d", "payload": {"preview": "…"}},
        {"type": "agent.spawned", "agentId": "bill", "payload": {"agentName": "Billing"}},
        {"type": "agent.handoff", "agentId": "front", "payload": {"from": "front", "to": "bill", "status": "returned"}},
        {"type": "permission.changed", "agentId": "bill", "payload": {"sandbox": "read_only"}},
    )
    assert said[1] == "Tool input fs.write"
    assert said[3] == "Export started Deck pdf" and said[4] == "Excerpt ready Deck"
    assert said[6] == "Handoff front → Billing Handed back"
    assert said[7] == "Permission changed Billing Sandbox: read only"


# -- a run that is over ----------------------------------------------------------------------------------------------


def of(kind: str, agent: str, **payload: Any) -> Wire:
    return {"type": kind, "runId": "r", "agentId": agent, "taskId": f"k-{agent}", "payload": payload}


def test_a_run_of_teammates_counts_their_work_and_not_steps_that_nobody_took() -> None:
    state = folded(
        START,
        of("agent.spawned", "pro", agentName="Pro", status="running"),
        of("worker.notification", "pro", status="completed", summary="First round"),
        of("worker.notification", "pro", status="completed", summary="Second round"),
        {"type": "review.requested", "runId": "r", "payload": {"reviewId": "rv", "reviewer": "pro"}},
        {"type": "agent.handoff", "runId": "r", "payload": {"from": "pro", "to": "con", "status": "accepted"}},
        END,
    )
    summary = re.search(r"<summary>(.*?)</summary>", shown("thread", state), re.DOTALL)
    assert summary is not None
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", summary[1]))
    assert "2 reports · 1 handoff · 1 review · 6 s" in said and "step" not in said


def test_a_task_of_the_run_itself_is_nobody_elses_and_a_review_is_called_one() -> None:
    turn = {
        "taskId": "i",
        "runId": "r",
        "payload": {"title": "Index", "runtimeEntity": "agent_turn", "status": "running"},
    }
    said = text("process", folded(START, {"type": "task.changed", **turn}))
    assert "Task Index" in said and say("workbench", "part_agent_task", "en") not in said
    review = {"reviewId": "rv1", "reviewer": "judge", "target": {"artifactId": "d"}}
    state = folded(
        START,
        {"type": "artifact.created", "runId": "r", "artifactId": "d", "payload": {"title": "Deck"}},
        {"type": "review.requested", "runId": "r", "payload": review},
    )
    said = text("process", state)
    assert "Review Deck" in said and "rv1" not in said


def test_where_a_handoff_resumes_is_a_name_and_a_team_that_is_done_has_nobody_running() -> None:
    state = folded(
        of("agent.spawned", "front", agentName="Reception"),
        {"type": "agent.handoff", "payload": {"from": "front", "to": "x", "resumeTarget": "front"}},
        {"type": "team.changed", "payload": {"teamPhase": "active", "teamActiveCount": 3}},
    )
    assert "Resumes at Reception" in text("handoff", state)
    running = say("workbench_panels", "team_counts", "en", active=3, queued="–", budget="–")
    assert running in text("team", state)
    done = {"type": "team.changed", "sessionId": "S1", "sequence": 9, "payload": {"teamPhase": "done"}}
    assert running not in text("team", workbench.fold(state, done))


# -- artifacts -------------------------------------------------------------------------------------------------------


def test_a_table_that_names_its_columns_and_rows_apart_is_shown_as_a_table() -> None:
    preview = {"columns": ["Dept", {"name": "Hours"}], "rows": [["Sales", 45.5], ["Dev", 12]]}
    made: Wire = {"type": "artifact.created", "artifactId": "t", "payload": {"title": "Hours", "preview": preview}}
    table = bodies.foreign(folded(made), "t").look.table
    assert table is not None and table.headed and table.rows == (("Dept", "Hours"), ("Sales", "45.5"), ("Dev", "12"))
    ragged = {**made, "payload": {**made["payload"], "preview": {"columns": ["a"], "rows": [{"a": [1]}]}}}
    assert bodies.foreign(folded(ragged), "t").look.kind == "text"


def test_a_question_about_an_artifact_that_nobody_has_told_of_says_so() -> None:
    asks = {
        "type": "action.required",
        "actionId": "a",
        "artifactId": "quote",
        "payload": {"actionType": "artifact_review"},
    }
    gone = say("workbench", "artifact_gone", "en")
    assert gone in text("decide", folded(asks)) and 'data-panel="artifacts"' not in shown("decide", folded(asks))
    made = {"type": "artifact.created", "artifactId": "quote", "payload": {"title": "The quote"}}
    assert gone not in text("decide", folded(made, asks)) and "The quote" in text("decide", folded(made, asks))


# -- what cannot be drawn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_a_region_that_cannot_be_drawn_says_so_and_the_others_stand(
    lang: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("status")

    monkeypatch.setitem(parts.regions(), "graph", broken)
    monkeypatch.setattr(logging.getLogger("ringi"), "propagate", True)
    state = folded(START, of("agent.spawned", "a", agentName="Ana"))
    page = bench(state, "S1", lang, "approver", datetime.now(UTC), own=False, panel="team")
    assert say("workbench", "undrawn", lang) in page.region("graph") and "Ana" in page.region("team")
    live = drawer(lang, "approver", without=frozenset())(state)
    assert [one.key for one in live["graph"]] == ["undrawn"] and live["team"]
    assert "region graph of S1: KeyError" in caplog.text


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("prompt", ("方針の承認 v2", "Approval of the policy v2", "方针的批准 v2")),
        ("process", ("計画の承認 v2", "Approval of the plan v2", "计划的批准 v2")),
        ("step", ("ステップの承認 v2", "Approval of a step v2", "步骤的批准 v2")),
        ("clarification", ("質問への回答 v2", "Answer to a question v2", "对提问的回答 v2")),
    ],
)
def test_a_settled_gate_of_ours_says_what_was_decided(kind: str, said: tuple[str, str, str]) -> None:
    from ringi.projection import workbench
    from ringi.web.workbench.parts import drawn

    state = workbench.new("S1")
    body = {"actionType": "plan_decision", "kind": kind, "version": 2, "digest": "d"}
    base = {"sessionId": "s", "threadId": "s", "runId": "r", "timestamp": "2026-10-30T08:00:00Z", "actionId": "a"}
    for number, (name, more) in enumerate((("action.required", {}), ("action.resolved", {"state": "approved"})), 1):
        state = workbench.fold(state, {**base, "type": name, "sequence": number, "payload": {**body, **more}})
    for lang, words in zip(("ja", "en", "zh"), said, strict=True):
        text = "".join(one.html for one in drawn("decide", state, lang, "admin"))
        assert words in text, text


def test_an_object_where_words_were_expected_is_read_as_words() -> None:
    from ringi.projection import workbench
    from ringi.web.workbench.parts import drawn
    from ringi.web.workbench.values import plain

    assert plain({"cron": "0 9 * * 1"}) == "cron: 0 9 * * 1" and plain({"a": {"b": 1}}) == '{"a": {"b": 1}}'
    base = {"sessionId": "s", "threadId": "s", "runId": "r", "timestamp": "2026-10-30T08:00:00Z"}
    state = workbench.new("S1")
    done = {"summary": {"text": "What was said until here"}}
    for number, (kind, body) in enumerate((("run.started", {}), ("context.compaction.completed", done)), 1):
        state = workbench.fold(state, {**base, "type": kind, "sequence": number, "payload": body})
    text = "".join(one.html for name in ("thread", "process") for one in drawn(name, state, "en", "admin"))
    assert "What was said until here" in text and "{" not in text
