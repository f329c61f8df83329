"""What was told is on the page where one looks for it: stopped runs, limits, rules, versions, changes, evidence."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest

from ringi.flow.standing import _of
from ringi.projection import workbench
from ringi.web.lists import lists
from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say

Wire = dict[str, Any]
RUN = {"runId": "r", "turnId": "t"}


def folded(*facts: Wire) -> dict[str, Any]:
    state = workbench.new("S1")
    for number, fact in enumerate(facts, 1):
        at = f"2026-11-16T10:00:{number:02d}Z"
        state = workbench.fold(state, {"sessionId": "S1", "sequence": number, "timestamp": at, **fact})
    return state


def shown(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return unescape("".join(one.html for one in regions()[region](state, lang, role)))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def listed(state: Wire, lang: str) -> str:
    """The word that a list of sessions says of it."""
    found = _of(state)
    one = {"id": "S1", "title": "T", "status": found.status, "pending": len(found.asked), "updated_at": ""}
    made = lists({}, {}, datetime(2026, 11, 16, tzinfo=UTC), lang, 20, {"sessions": [one]})
    (row,) = made.tasks
    assert len(made.mine) == (1 if found.asked else 0)  # in the inbox exactly while somebody is waited for
    return row.words


STARTED: Wire = {"type": "run.started", **RUN, "payload": {"status": "accepted"}}
ASKED: Wire = {
    "type": "action.required",
    **RUN,
    "actionId": "a",
    "owner": "policy",
    "payload": {"actionType": "tool_approval", "title": "Push to production?", "tool": "deploy.push"},
}
HALF: Wire = {"type": "text.delta", **RUN, "messageId": "m", "payload": {"text": "I have started the bui"}}
STOPPED: Wire = {"type": "run.finished", **RUN, "phase": "cancelled", "payload": {"status": "cancelled"}}


@pytest.mark.parametrize("lang", LANGS)
def test_a_stopped_run_asks_nobody_and_answers_no_more(lang: str) -> None:
    state = folded(STARTED, ASKED, HALF, STOPPED)
    assert listed(state, lang) == say("workbench", "run_cancelled", lang)
    assert say("workbench", "run_cancelled", lang) in shown("head", state, lang)
    card = shown("decide", state, lang, "admin")
    assert "Push to production?" in card and say("workbench_told", "stale_asked_why", lang) in card
    assert "<form" not in card and say("workbench", "settled", lang) not in card
    thread = shown("thread", state, lang)
    assert say("workbench_told", "text_left", lang) in thread
    assert say("workbench", "being_answered", lang) not in thread


SESSIONS: dict[str, tuple[Wire, ...]] = {
    "a teammate asks": (
        STARTED,
        {"type": "agent.spawned", **RUN, "agentId": "g", "payload": {"runtimeEntity": "external_task"}},
        {**ASKED, "agentId": "g"},
    ),
    "a teammate asks in a run of its own": (
        STARTED,
        {"type": "agent.spawned", **RUN, "agentId": "g", "payload": {"agentName": "G"}},
        {**ASKED, "agentId": "g", "runId": "other"},
    ),
    "its run ended with the question": (
        STARTED,
        ASKED,
        {"type": "run.finished", **RUN, "payload": {"status": "completed"}},
    ),
    "nothing has run": ({"type": "session.opened", "payload": {"title": "Board"}},),
    "closed": (STARTED, {"type": "session.closed", "payload": {}}),
    "stopped": (STARTED, ASKED, STOPPED),
    "streaming": (STARTED, HALF),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SESSIONS)
def test_the_list_says_of_a_session_what_its_top_says(name: str, lang: str) -> None:
    state = folded(*SESSIONS[name])
    found = re.search(r'<p class="status-line">(.*?)</p>', shown("head", state, lang), re.DOTALL)
    assert found is not None and words(found[1]).startswith(listed(state, lang))
