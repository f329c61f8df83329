"""What a session's page says of things that went another way than usual: each line true, with a name and a state."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from told_facts import Wire, folded, shown

from ringi.flow.foreign import summarised
from ringi.web.lists import lists
from ringi.web.workbench import forms
from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say


@pytest.mark.parametrize("lang", LANGS)
def test_a_decision_on_what_nobody_asked_never_reads_as_settled(lang: str) -> None:
    state = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "action.resolved", "runId": "r", "actionId": "nope", "payload": {"state": "approved"}},
    )
    said = shown("timeline", state, lang, "admin")
    assert say("workbench_states", "refused_decision", lang) in said
    assert say("workbench_states", "note.action_unknown", lang) in said
    assert say("workbench_panels", "line.action.resolved", lang) not in said
    assert say("workbench", "outcome_approved", lang) not in said


def agent(kind: str, name: str, **payload: Any) -> Wire:
    return {"type": kind, "runId": "r", "agentId": name, "taskId": f"k-{name}", "payload": payload}


@pytest.mark.parametrize("lang", LANGS)
def test_a_teammate_has_one_row_with_its_name_its_state_and_what_it_reported(lang: str) -> None:
    state = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "context.changed", "runId": "r", "payload": {"refs": ["a"]}},
        {"type": "team.changed", "runId": "r", "payload": {"teamPhase": "active"}},
        agent("agent.spawned", "tax", agentName="Tax", status="running", runtimeEntity="subagent_turn"),
        agent("task.changed", "tax", title="Look up the rate", status="running", runtimeEntity="subagent_turn"),
        agent("worker.notification", "tax", status="failed", summary="The rate table is missing"),
        agent("agent.completed", "tax", status="failed"),
        agent("agent.spawned", "law", agentName="Law", status="running"),
        {
            "type": "agent.handoff",
            "runId": "r",
            "payload": {"from": "tax", "to": "law", "status": "accepted", "reason": "needs tax law"},
        },
    )
    rows = [unescape(one.html) for one in regions()["process"](state, lang, "approver")][1:]
    failed, running = say("workbench", "status_failed", lang), say("workbench", "status_running", lang)
    assert len(rows) == 4, rows
    assert "Tax" in rows[0] and "Look up the rate" in rows[0] and failed in rows[0]
    assert "Tax" in rows[1] and "The rate table is missing" in rows[1] and failed in rows[1]
    assert "Law" in rows[2] and running in rows[2]
    assert rows[3].index("Tax") < rows[3].index("Law") and "needs tax law" in rows[3]
    assert say("workbench", "status_accepted", lang) in rows[3]


def test_a_file_that_failed_or_was_deleted_says_so_where_the_work_is_told() -> None:
    state = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "artifact.failed", "runId": "r", "artifactId": "c", "payload": {"title": "Chart", "error": "no data"}},
        {"type": "artifact.created", "runId": "r", "artifactId": "o", "payload": {"title": "Old", "status": "ready"}},
        {"type": "artifact.deleted", "runId": "r", "artifactId": "o", "payload": {}},
    )
    _, chart, old = (unescape(one.html) for one in regions()["process"](state, "en", "approver"))
    assert "Chart" in chart and "Failed" in chart and "no data" in chart
    assert "Old" in old and "Deleted" in old


def test_a_question_says_who_asks_it_once_and_whoever_has_the_work_asks_where_nobody_is_named() -> None:
    asks = {"actionType": "delegated_permission", "title": "Order 40 chairs"}
    state = folded(
        {"type": "run.started", "runId": "r"},
        agent("agent.spawned", "buyer", agentName="Buyer", status="running"),
        {"type": "action.required", "runId": "r", "actionId": "a", "agentId": "buyer", "payload": asks},
    )
    assert "Buyer" in shown("decide", state) and "delegated by" not in shown("decide", state)
    plain = {"actionType": "tool_approval", "title": "Publish"}
    asked = {"type": "action.required", "runId": "r", "actionId": "b", "payload": plain}
    assert say("workbench", "asked_by", "en") not in shown("decide", folded({"type": "run.started"}, asked))
    team = (
        {"type": "team.changed", "payload": {"coordinator": "lead"}},
        {"type": "agent.changed", "agentId": "lead", "payload": {"agentName": "Lead"}},
        asked,
    )
    led = folded(*team)
    assert f"{say('workbench', 'asked_by', 'en')} <b><bdi>Lead" in shown("decide", led)
    handed = {"type": "agent.handoff", "agentId": "buyer", "payload": {"from": "lead", "to": "buyer"}}
    later = folded(*team, agent("agent.changed", "buyer", agentName="Buyer"), handed)
    assert later["team"]["owner"] == "buyer" and "Lead" in shown("decide", later)
    assert "<bdi>Buyer" not in shown("decide", later)


def test_a_form_asks_in_the_order_in_which_its_fields_are_required() -> None:
    schema = {"properties": {name: {"type": "string"} for name in "abcd"}, "required": ["d", "b", "gone"]}
    assert [one.name for one in forms.fields(schema)] == ["d", "b", "a", "c"]


def test_a_refused_steer_goes_with_its_run_and_one_refused_after_the_end_is_still_read() -> None:
    steer = {"steerId": "s", "text": "only October", "status": "rejected", "runId": "r"}
    refused = {"type": "queue.changed", "runId": "r", "payload": {"steers": [steer]}}
    start, end = {"type": "run.started", "runId": "r"}, {"type": "run.finished", "runId": "r"}
    assert "only October" in shown("queue", folded(start, refused))
    assert "only October" not in shown("queue", folded(start, refused, end))
    assert "only October" in shown("queue", folded(start, end, refused))
    assert "only October" not in shown("queue", folded(start, end, refused, {"type": "run.started", "runId": "r2"}))


def test_a_teammate_has_the_same_colour_in_the_thread_as_in_the_roster_and_nothing_but_a_colour() -> None:
    said = {"type": "text.final", "agentId": "lead", "messageId": "m", "payload": {"text": "Done."}}
    for colour, fill in (("#1264A3", True), ('red" onload="x', False)):
        named = {"type": "agent.changed", "agentId": "lead", "payload": {"agentName": "Lead", "colour": colour}}
        state = folded(named, said)
        for region in ("thread", "team"):
            assert ('fill="#1264a3"' in shown(region, state)) == fill, region
            assert "onload" not in shown(region, state)


def test_of_two_questions_each_card_and_each_button_says_to_whoever_listens_which_one_it_is() -> None:
    asked = [
        {"type": "action.required", "actionId": one, "payload": {"actionType": "tool_approval", "title": one}}
        for one in ("first", 'second"><b>')
    ]
    for one in regions()["decide"](folded(*asked), "en", "approver"):
        (named,) = re.findall(r'<section [^>]*aria-labelledby="([^"]+)"', one.html)
        assert f'<h2 id="{named}">' in one.html.replace("&#34;", "&quot;")
        assert one.html.replace("&#34;", "&quot;").count(f'aria-describedby="{named}"') == 2


def test_the_inbox_counts_from_when_it_was_asked_as_the_card_does() -> None:
    asked = [
        {"type": "action.required", "actionId": one, "timestamp": f"2026-11-16T10:00:0{number}Z", "payload": {}}
        for number, one in enumerate("ab")
    ]
    summary = summarised({}, asked)
    later = summarised(summary, [{**asked[0], "timestamp": "2026-11-16T12:00:00Z"}])
    assert later["asked"] == {"a": "2026-11-16T10:00:00Z", "b": "2026-11-16T10:00:01Z"}
    row = {"id": "S1", "title": "T", "pending": 2, "updated_at": "2026-11-16T12:00:00Z"}
    since = min(later["asked"].values())
    shown_ = lists(
        {"questions": [{**row, "waiting_since": since}]}, {}, datetime(2026, 11, 16, 13, tzinfo=UTC), "en", 20
    )
    assert [one.opened_at for one in shown_.mine] == [since]


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_listens_is_told_what_is_asked_and_how_it_ended(lang: str) -> None:
    asked = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "action.required", "runId": "r", "actionId": "a", "payload": {"title": 'Send "it" <now>'}},
    )
    card = next(one.html for one in regions()["decide"](asked, lang, "approver") if one.key == "card-a")
    said = re.search(r'data-announce="([^"]*)"', card)
    assert said is not None and unescape(said[1]).endswith('Send "it" <now>')
    running = folded({"type": "run.started", "runId": "r"})
    assert "data-announce" not in shown("head", running, lang)
    ended = folded({"type": "run.started", "runId": "r"}, {"type": "run.failed", "runId": "r", "payload": {}})
    assert f'data-announce="{say("workbench", "run_failed", lang)}"' in shown("head", ended, lang)


def test_the_files_that_a_call_changed_stand_at_the_call() -> None:
    changed = [{"path": "notes/todo.md", "change": "modified", "additions": 3, "deletions": 1}, {"path": "b.txt"}]
    state = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "tool.result", "runId": "r", "toolCallId": "c", "payload": {"fileChanges": changed}},
    )
    drawn = shown("process", state)
    assert "notes/todo.md" in drawn and "changed" in drawn and "+3 −1" in drawn and "b.txt" in drawn
    assert say("workbench", "no_output", "en") not in drawn
    assert say("workbench", "change_modified", "ja") in shown("process", state, "ja")


def test_a_version_with_a_name_of_its_own_is_not_called_v_twice() -> None:
    asks = {"actionType": "artifact_review", "title": "Look"}
    for version, words in (("v2", "v2"), (2, "v2"), ("draft", "draft")):
        asked = {"type": "action.required", "actionId": "a", "payload": {**asks, "version": version}}
        assert f"<bdi>{words}</bdi>" in shown("decide", folded(asked))


def test_a_remote_that_needs_a_sign_in_says_so_whatever_its_task_said_before() -> None:
    far = {"runtimeEntity": "external_task", "remoteTaskId": "rt"}
    state = folded(
        agent("agent.changed", "shop", **far, agentName="Shop", runtimeStatus="submitted"),
        {"type": "task.changed", "agentId": "shop", "taskId": "rt", "payload": {**far, "runtimeStatus": "working"}},
        agent("agent.changed", "shop", **far, runtimeStatus="auth_required", authNeeds="Sign in to the shop"),
    )
    drawn = shown("remote", state)
    assert say("workbench", "status_auth_required", "en") in drawn and "Sign in to the shop" in drawn
    assert say("workbench", "status_working", "en") not in drawn
    assert say("workbench", "status_working", "en") not in shown("tasks", state)


def test_a_report_of_somebody_nobody_introduced_is_told_under_their_id() -> None:
    report = {"type": "worker.notification", "agentId": "w-7", "taskId": "t", "payload": {"summary": "done"}}
    assert "w-7" in shown("process", folded({"type": "run.started", "runId": "r"}, {**report, "runId": "r"}))


@pytest.mark.parametrize("lang", LANGS)
def test_a_run_that_can_be_gone_on_with_is_not_called_cancelled(lang: str) -> None:
    ended = {"type": "run.finished", "runId": "r", "phase": "interrupted"}
    called = {"type": "tool.started", "runId": "r", "toolCallId": "c", "payload": {"tool": "x"}}
    state = folded({"type": "run.started", "runId": "r"}, called, ended)
    for region in ("head", "thread"):
        drawn = shown(region, state, lang)
        assert say("workbench", "run_interrupted", lang) in drawn
        assert say("workbench", "run_cancelled", lang) not in drawn


def test_a_teammate_s_team_is_named_also_where_nobody_told_of_the_team() -> None:
    told = agent("agent.spawned", "a", agentName="Ann", teamName="north")
    assert '<h3 class="lane-title"><bdi>north</bdi>' in shown("team", folded(told))
    both = shown("team", folded(told, agent("agent.spawned", "b", agentName="Ben", teamName="south")))
    assert "<bdi>north</bdi>" in both and "<bdi>south</bdi>" in both and '<h3 class="lane-title"><bdi>' not in both


def test_progress_says_how_far_it_is_in_figures() -> None:
    called = {"type": "tool.started", "runId": "r", "toolCallId": "c", "payload": {"tool": "scan"}}
    for said, words in (("files", "files"), ("30 of 120 files", ""), ("", "")):
        progress = {"done": 30, "total": 120, **({"words": said} if said else {})}
        moved = {"type": "tool.progress", "runId": "r", "toolCallId": "c", "payload": {"progress": progress}}
        drawn = shown("process", folded({"type": "run.started", "runId": "r"}, called, moved))
        assert words in drawn and drawn.count("30 of 120") == 1


def test_a_review_names_its_reviewer_and_what_it_is_about() -> None:
    state = folded(
        {"type": "artifact.created", "artifactId": "d", "payload": {"title": "Deed"}},
        {"type": "review.requested", "payload": {"reviewId": "r", "reviewerName": "Ito", "target": "d"}},
    )
    assert "<bdi>Ito</bdi>" in shown("review", state) and "Deed" in shown("review", state)
