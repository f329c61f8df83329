"""What was told is on the page where one looks for it: stopped runs, limits, rules, versions, changes, evidence."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from told_facts import Wire, folded, shown

from ringi.flow.standing import _of
from ringi.web.lists import lists
from ringi.web.workbench.panels.bodies import foreign_difference
from ringi.words import LANGS, say

RUN = {"runId": "r", "turnId": "t"}


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def listed(state: Wire, lang: str) -> str:
    """The word that a list of sessions says of it."""
    found = _of(state)
    one = {"id": "S1", "title": "T", "status": found.status, "pending": len(found.asked), "updated_at": ""}
    (row,) = lists({}, {}, datetime(2026, 11, 16, tzinfo=UTC), lang, 20, {"sessions": [one]}).tasks
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
    assert say("workbench", "outcome_unknown", lang) not in words(thread)


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


# -- what is on the panels -----------------------------------------------------------------------------------------


def artifact(what: str, /, **payload: Any) -> Wire:
    return {"type": f"artifact.{what}", **RUN, "artifactId": "d", "payload": payload}


DECK = (
    STARTED,
    artifact("created", title="Q3 deck", kind="document", status="ready"),
    artifact("version.created", version=1, versionId="v1", title="first"),
    artifact("version.created", version=2, versionId="v2", title="with costs"),
)


@pytest.mark.parametrize("lang", LANGS)
def test_a_failed_export_stands_with_its_reason_and_the_artifact_is_as_good_as_it_was(lang: str) -> None:
    failed = artifact("failed", exportId="e", error={"message": "font missing"}, operation="export")
    state = folded(*DECK, artifact("export.started", exportId="e", format="pdf"), failed)
    html = shown("artifacts", state, lang)
    head = words(html.partition("</header>")[0])
    assert "Q3 deck" in head and say("workbench", "status_failed", lang) not in head
    assert "font missing" in html and "notice bad" not in html
    assert "first" in html and "with costs" in html


def test_a_difference_that_came_along_is_what_comparing_shows() -> None:
    ready = {"from": "v1", "to": "v2", "diffRef": "blob://d12", "diffPreview": "@@ -1 +1 @@\n-4 %\n+5 %\n same"}
    state = folded(*DECK, artifact("diff.ready", **ready))
    found = foreign_difference(state, "d", "v1", "v2")
    assert [(one.kind, one.text) for one in found.lines] == [("removed", "4 %"), ("added", "5 %"), ("same", " same")]
    ways = re.findall(r'href="[^"]*/artifacts/d/diff\?([^"]*)"', shown("artifacts", state))
    assert ways == ["version=v2&with=v1"]  # one way to it, where the versions are
    numbered = folded(*DECK, artifact("diff.ready", **{**ready, "from": 1, "to": 2}))
    assert foreign_difference(numbered, "d", "v1", "v2").lines
    other = foreign_difference(state, "d", "v2", "v1")  # nobody told what is different that way round
    assert not other.lines and other.why
    alone = folded(STARTED, artifact("created", title="N"), artifact("diff.ready", diffPreview="+5 %"))
    assert foreign_difference(alone, "d", "", "").lines and "/artifacts/d/diff?" in shown("artifacts", alone)


@pytest.mark.parametrize("lang", LANGS)
def test_rules_told_of_one_teammate_stand_under_its_name(lang: str) -> None:
    rules = {"night": {"mode": "read_only", "budget": "100 JPY", "hours": "22–06"}, "sandbox": "none", "Day": "ask"}
    state = folded(
        {"type": "agent.spawned", "agentId": "night", "payload": {"agentName": "Night watch", "status": "idle"}},
        {"type": "agent.spawned", "agentId": "d1", "payload": {"agentName": "Day", "status": "idle"}},
        {"type": "team.changed", "payload": {"teamName": "movers", "teamPolicy": rules}},
    )
    html = shown("policy", state, lang)
    cards = {words(one.partition("</header>")[0]): words(one) for one in html.split("<article")[1:]}
    (night,) = (one for name, one in cards.items() if "Night watch" in name)
    assert "100 JPY" in night and "22–06" in night and say("workbench_panels", "rule.read_only", lang) in night
    assert any("Day" in name for name in cards)
    assert any(say("workbench_panels", "for_everyone", lang) in name for name in cards)


LIMITS = {"queueReason": "provider_overload", "retryableOverload": True, "providerConcurrencyGroup": "tier-2"}


@pytest.mark.parametrize("lang", LANGS)
def test_what_makes_things_wait_is_told_while_it_does_and_kept_for_who_looks_into_it(lang: str) -> None:
    held = {**LIMITS, "status": "retrying", "providerParallelBudget": 4, "queuedTurnCount": 3}
    state = folded(STARTED, {"type": "run.status", **RUN, "phase": "waiting", "payload": held})
    line = words(shown("tasks", state, lang))
    reason = say("workbench_told", "queue.provider_overload", lang)
    waiting = say("workbench_told", "limit_waiting", lang, n=3)
    shared = say("workbench_told", "limit_at_a_time", lang, name="tier-2", n=4)
    assert [one for one in (reason, waiting, shared) if one not in line] == []
    assert say("workbench_told", "limit_overloaded", lang) in line
    inside = words(shown("diagnostics", state, lang, "developer"))
    assert [one for one in (reason, "tier-2", say("workbench", "yes", lang)) if one not in inside] == []
    over = folded(
        STARTED,
        {"type": "run.status", **RUN, "payload": {**LIMITS, "status": "retrying"}},
        {"type": "run.finished", **RUN, "payload": {"status": "completed"}},
    )
    assert "tier-2" not in shown("tasks", over, lang) and reason not in shown("tasks", over, lang)
    assert "tier-2" in shown("diagnostics", over, lang, "developer")


@pytest.mark.parametrize("lang", LANGS)
def test_evidence_stands_as_it_was_told_and_a_reference_without_a_fact_leads_nowhere(lang: str) -> None:
    review = {"reviewId": "v", "reviewer": "judge", "verdict": "passed", "evidenceRefs": ["e", "ev-missing"]}
    state = folded(
        {"type": "evidence.changed", "evidenceId": "e", "payload": {"kind": "citation", "status": "verified"}},
        {"type": "evidence.changed", "evidenceId": "f", "payload": {"kind": "citation", "status": "peer reviewed"}},
        {"type": "review.completed", "payload": review},
    )
    told = words(shown("evidence", state, lang))
    assert say("workbench_told", "status.verified", lang) in told and "peer reviewed" in told
    assert say("workbench", "run_unknown", lang) not in told
    lane = words(shown("review", state, lang))
    assert f"ev-missing {say('workbench_states', 'fallback.unavailable', lang)}" in lane
    assert lane.count(say("workbench_states", "fallback.unavailable", lang)) == 1


def test_what_was_remembered_is_shown_only_where_it_is_asked_for() -> None:
    writes = [{"id": "y", "title": "Prefers yen"}, {"id": "h", "title": "hidden one", "visible": False}]
    told = {"type": "context.changed", "payload": {"memoryWrites": writes, "contextRefs": ["a file"]}}
    for role in ("admin", "developer", "requester"):
        html = shown("memory", folded(STARTED, told), "en", role)
        assert "a file" in html and "Prefers yen" not in html and "hidden one" not in html
    asked = {"type": "permission.changed", "owner": "policy", "payload": {"memoryWrites": "visible"}}
    html = shown("memory", folded(STARTED, told, asked))
    assert "Prefers yen" in html and "hidden one" not in html


def test_a_handoff_that_names_nobody_is_unknown_and_nobody_owns_the_work() -> None:
    state = folded(STARTED, {"type": "agent.handoff", **RUN, "agentId": "zz", "payload": {"to": None}})
    lane = words(shown("handoff", state))
    assert "zz" not in lane and say("workbench_panels", "current_owner", "en") not in lane
    assert say("workbench", "run_unknown", "en") in lane
