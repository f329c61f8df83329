"""Every line and card of a session says what it is about: what is held to what, what was done, to whom, how often."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from ringi.projection import workbench
from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say

Wire = dict[str, Any]
START: Wire = {"type": "run.started", "runId": "r"}
END: Wire = {"type": "run.finished", "runId": "r", "payload": {"status": "completed"}}


def folded(*facts: Wire) -> dict[str, Any]:
    state = workbench.new("S1")
    for number, fact in enumerate(facts, 1):
        at = f"2026-11-16T10:00:{number:02d}Z"
        state = workbench.fold(state, {"sessionId": "S1", "sequence": number, "timestamp": at, **fact})
    return state


def html(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return unescape("\n".join(one.html for one in regions()[region](state, lang, role)))


def text(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html(region, state, lang, role)))


# -- what a plan can be answered with --------------------------------------------------------------------------------


def asked(kind: str, **more: Any) -> Wire:
    payload = {"actionType": kind, "title": "The whole plan", "plan": ["Buy", "Install"], **more}
    return {"type": "action.required", "runId": "r", "actionId": "p", "payload": payload}


@pytest.mark.parametrize("kind", ["plan_decision", "teammate_plan_decision"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_plan_can_be_approved_rejected_or_sent_back_for_changes(kind: str, lang: str) -> None:
    card = html("decide", folded(START, asked(kind)), lang)
    controls = re.findall(r'data-control="(\w+)"', card)
    assert controls == ["approve", "answer", "reject"]
    changes = card[card.index('data-control="answer"') : card.index('data-control="reject"')]
    assert 'name="choice" value="changes_requested"' in changes and 'name="text"' in changes and "required" in changes
    assert say("workbench", "ask_changes", lang) in card
    assert "changes_requested" not in html("decide", folded(START, asked("tool_approval")), lang)


def test_a_plan_sent_back_is_settled_as_returned() -> None:
    settled = {"type": "action.resolved", "runId": "r", "actionId": "p", "payload": {"state": "changes_requested"}}
    assert say("workbench", "outcome_returned", "en") in text("decide", folded(START, asked("plan_decision"), settled))


def test_what_its_owner_says_is_different_stands_on_the_card() -> None:
    patch = "--- v1\n+++ v2\n@@ -1 +1 @@\n-Buy two\n+Buy three\n Install"
    card = html("decide", folded(START, asked("plan_decision", diff=patch)))
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
