"""What the panels say of values from outside: in words where we have them, once, and only while it is so."""

from __future__ import annotations

from typing import Any

import pytest
from panelstates import agent, full

from ringi.web.workbench.panels import REGIONS
from ringi.words import LANGS


def drawn(state: Any, region: str, lang: str = "en") -> str:
    return "\n".join(one.html for one in REGIONS[region](state, lang, "admin"))


def test_an_overload_told_once_is_said_only_while_something_waits_or_is_tried_again() -> None:
    state = full()
    quiet = {"teamQueuedCount": 0, "retryableOverload": True}
    state["queue"], state["tasks"], state["run"] = {"items": [], "steers": [], "facts": quiet}, {}, None
    assert "tried again" not in drawn(state, "team")
    lined_up = {**state["queue"], "items": [{"id": "q", "status": "queued"}]}
    assert "tried again" not in drawn({**state, "queue": lined_up}, "team")
    for waits in (
        {"queue": {**state["queue"], "facts": {**quiet, "teamQueuedCount": 1}}},
        {"run": {"id": "r", "status": "retrying"}},
        {"tasks": {"k": {"id": "k", "status": "queued"}}},
    ):
        assert "tried again" in drawn({**state, **waits}, "team"), waits


@pytest.mark.parametrize("lang", LANGS)
def test_rules_and_budgets_are_said_in_words(lang: str) -> None:
    state = full()
    state["team"] = {
        **state["team"],
        "policy": {
            "approval": "ask_for_writes",
            "sandbox": "workspace-write",
            "planMode": True,
            "budget": {"used": 1200, "limit": 4000, "unit": "JPY"},
        },
        "budget": {"teamParallelBudget": 3, "teamActiveCount": 0},
    }
    state["permissions"] = {
        "x": {"agentId": "lead@c", "mode": "read", "approval": "approved", "delegatedFrom": "tax@c", "at": ""}
    }
    text = drawn(state, "policy", lang) + drawn(state, "memory", lang)
    for raw in ("ask_for_writes", "workspace", "teamParallelBudget", ">true<", ">approved<", ">tax@c<"):
        assert raw not in text.replace("in the workspace", ""), raw
    assert "1,200" in text and "4,000" in text


def test_a_rule_that_nobody_knows_stands_as_its_owner_wrote_it() -> None:
    state = full()
    state["team"] = {**state["team"], "policy": {"approval": "only-on-fridays"}}
    assert "only-on-fridays" in drawn(state, "policy")


def test_a_report_says_its_usage_in_words_and_leads_to_the_conversation() -> None:
    state = full()
    state["agents"] = {"a@c": agent("a@c", "A", "completed")}
    state["notifications"] = [
        {
            "id": "n",
            "agentId": "a@c",
            "agentName": "A",
            "status": "completed",
            "summary": "Done",
            "usage": {"input": 5200, "output": 380},
            "transcriptRef": "transcript://a",
        }
    ]
    text = drawn(state, "notices")
    assert "in 5,200 · out 380" in text and "/transcripts/a%40c" in text


def test_where_there_is_nothing_inside_no_look_is_offered() -> None:
    state = full()
    chart = {"id": "c", "kind": "image", "title": "Chart", "status": "failed", "error": "Not drawn", "sequence": 1}
    state["artifacts"] = {"c": {**chart, "versions": [], "exports": []}}
    text = drawn(state, "artifacts")
    assert "Not drawn</bdi></p>" in text and "Look inside" not in text
    state["artifacts"] = {"c": {**chart, "versions": [], "exports": [], "preview": "a;b"}}
    assert "Look inside" in drawn(state, "artifacts")


def test_a_diagnostic_names_each_place_once_and_not_the_session_itself() -> None:
    state = full()
    ref = {"sessionId": "s-1", "threadId": "s-1", "runId": "r-9", "turnId": "r-9"}
    state["diagnostics"] = [{"code": "x", "severity": "warning", "text": "Slow", "at": "", "ref": ref}]
    text = drawn(state, "diagnostics")
    assert text.count("r-9") == 1 and "s-1" not in text


def test_a_handoff_that_came_back_says_both_reasons() -> None:
    state = full()
    state["handoffs"] = [
        {"id": "h", "from": "lead@c", "to": "tax@c", "status": "resumed", "reason": "Tax", "returnReason": "Judged"}
    ]
    text = drawn(state, "handoff")
    assert "Tax" in text and "Why it came back" in text and "Judged" in text


def test_a_line_of_the_timeline_says_nothing_twice() -> None:
    state = full()
    line = {"sequence": 1, "at": "", "type": "review.requested", "words": {"status": "requested"}, "ref": {}}
    state["timeline"] = [line]
    assert drawn(state, "timeline").count("Review asked for") == 1
