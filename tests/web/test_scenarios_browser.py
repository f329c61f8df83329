"""The team session in a real browser: every surface shows something of it, in three languages, and answers a press."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import NEEDED, expect
from demohouse import on_stage
from webhouse import PATIENCE, House, house, small_hands, small_mind, until

from ringi.facts.vocabulary import Surface
from ringi.testing.scenarios.library import Scenario, scenario
from ringi.words import LANGS

pytestmark = NEEDED
PLACES = {
    "composer": "#compose-text",
    "conversation": "[data-region=thread]",
    "inline_process": "[data-region=process]",
    "runtime_status": "[data-region=head]",
    "tool_ui": "[data-region=thread]",
    "hitl": "[data-region=decide]",
    "task_capsule": "[data-region=tasks]",
    "artifact_workspace": "[data-region=artifacts]",
    "timeline_evidence": "[data-region=evidence]",
    "session_tabs": "#tabs",
    "diagnostics": "[data-region=diagnostics]",
    "team_roster": "[data-region=team]",
    "work_board": "[data-region=board]",
    "delegation_graph": "[data-region=graph]",
    "handoff_lane": "[data-region=handoff]",
    "worker_notifications": "[data-region=notices]",
    "review_lane": "[data-region=review]",
    "teammate_transcript": "[data-region=transcripts]",
    "background_teammate": "[data-region=background]",
    "remote_teammate": "[data-region=remote]",
    "team_policy": "[data-region=policy]",
}
"""Where on the page each surface stands."""
TABS = {
    "decide": ("hitl",),
    "artifacts": ("artifact_workspace",),
    "evidence": ("timeline_evidence",),
    "team": (
        *("team_roster", "work_board", "delegation_graph", "handoff_lane", "worker_notifications", "review_lane"),
        *("teammate_transcript", "background_teammate", "remote_teammate", "team_policy"),
    ),
    "diagnostics": ("diagnostics",),
}
"""Under which tab on the right a surface is; the others are always there."""


def told(found: Scenario, kind: str, field: str, **where: Any) -> str:
    """A text of the recording, in its language: what the page must show."""
    for fact in found.facts:
        if fact["type"] == kind and all(fact.get(name) == value for name, value in where.items()):
            value = fact["payload"].get(field)
            if isinstance(value, str):
                return value
    raise LookupError(kind, field, where)


def shown(found: Scenario) -> dict[str, str]:
    """What must be readable on each surface at the end of the recording."""
    lead = told(found, "agent.changed", "agentName", agentId="lead@closing")
    return {
        "conversation": told(found, "text.final", "text", messageId="m-answer"),
        "inline_process": told(found, "action.required", "title", actionId="q-publish"),
        "runtime_status": told(found, "session.opened", "title"),
        "tool_ui": told(found, "tool.started", "title", toolCallId="call-post"),
        "hitl": told(found, "action.required", "title", actionId="q-publish"),
        "task_capsule": told(found, "task.changed", "title", taskId="job-watch"),
        "artifact_workspace": told(found, "artifact.created", "title", artifactId="a-balances"),
        "timeline_evidence": told(found, "evidence.changed", "title", evidenceId="e-pack"),
        "session_tabs": told(found, "session.opened", "title"),
        "diagnostics": told(found, "diagnostic.changed", "message", agentId="stock@closing"),
        "team_roster": told(found, "agent.spawned", "role", agentId="sales@closing"),
        "work_board": next(
            fact["payload"]["blocker"] for fact in reversed(found.facts) if "blocker" in fact.get("payload", {})
        ),
        "delegation_graph": lead,
        "handoff_lane": told(found, "agent.changed", "agentName", agentId="tax@closing"),
        "worker_notifications": told(found, "worker.notification", "summary", agentId="bank@remote"),
        "review_lane": told(found, "review.requested", "agentName"),
        "teammate_transcript": told(found, "agent.spawned", "agentName", agentId="payroll@closing"),
        "background_teammate": told(found, "task.changed", "title", taskId="job-watch"),
        "remote_teammate": told(found, "agent.spawned", "agentName", agentId="bank@remote"),
        "team_policy": lead,
    }


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("demo"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def everything(page: Any) -> None:
    """Opens what is folded, as somebody would who wants to see it all."""
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")


def _shows(page: Any, wanted: dict[str, str]) -> None:
    everything(page)
    for surface, text in wanted.items():
        place = page.locator(PLACES[surface]).first
        expect(place, surface).to_contain_text(text, timeout=PATIENCE * 1000)


def _every_surface(page: Any, wanted: dict[str, str]) -> None:
    page.locator(PLACES["hitl"]).get_by_text(wanted["hitl"]).first.wait_for(state="attached")
    beside = {surface for surfaces in TABS.values() for surface in surfaces}
    _shows(page, {surface: text for surface, text in wanted.items() if surface not in beside})
    for tab, surfaces in TABS.items():
        page.locator(f"#tab-{tab}").click()
        _shows(page, {surface: wanted[surface] for surface in surfaces})
    assert page.locator(PLACES["composer"]).first.is_visible()
    sideways = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert sideways == 0, "nothing needs sideways scrolling"


@pytest.mark.parametrize("lang", LANGS)
def test_every_surface_shows_something_of_the_team_and_an_approval_is_carried_on(
    up: House, browse: Any, lang: str
) -> None:
    wanted = shown(scenario("team", lang))
    assert set(PLACES) == {surface.value for surface in Surface} and set(wanted) | {"composer"} == set(PLACES)
    with on_stage(up, "team", lang, 0) as (performance, session):
        page = browse(f"/s/{session}", lang, 1280)
        _every_surface(page, wanted)
        page.set_viewport_size({"width": 390, "height": 900})
        page.goto(f"{up.base}/s/{session}")
        _every_surface(page, wanted)
        page.reload()  # with nothing unfolded: whoever is about to refuse is not offered to approve
        page.locator("#approve-q-publish").click()
        published = performance.cues["q-publish"]["approve"][-2]["payload"]["text"]
        page.locator(PLACES["conversation"]).get_by_text(published).wait_for()
        page.locator("#approve-q-publish").wait_for(state="detached")
        settled = page.locator("[data-region=decide] .audit").first.inner_text()
        assert "aki" in settled, "the name of whoever pressed, not the demo's"


def test_a_refusal_on_the_page_takes_the_other_way(up: House, browse: Any) -> None:
    with on_stage(up, "team", "en", 0) as (performance, session):
        page = browse(f"/s/{session}", "en")
        page.locator("#refuse-q-publish summary").click()
        page.fill("#reason-q-publish", "Not before Monday")
        page.locator("#refuse-q-publish form button").click()
        kept = performance.cues["q-publish"]["reject"][-2]["payload"]["text"]
        page.locator(PLACES["conversation"]).get_by_text(kept).wait_for()
        assert performance.state["actions"]["q-publish"]["reason"] == "Not before Monday"


def test_the_session_is_watched_live_from_the_first_fact_to_the_last(up: House, browse: Any) -> None:
    found = scenario("team", "ja")
    with on_stage(up, "team", "ja", 30) as (performance, session):
        page = browse(f"/s/{session}", "ja")
        page.locator("[data-region=board]").get_by_text(shown(found)["work_board"]).first.wait_for(state="attached")
        page.locator(PLACES["hitl"]).get_by_text(shown(found)["hitl"]).first.wait_for(state="attached")
        last = told(found, "text.final", "text", messageId="m-compared")
        page.locator(PLACES["conversation"]).get_by_text(last).wait_for(state="attached")
        until(lambda: performance.over)  # a few more facts follow that answer
        assert len(performance.went_on) == 8
        assert "デモの自動判断" in page.locator("[data-region=decide] .audit").first.inner_text()


def test_a_request_written_while_work_waits_stands_in_line(up: House, browse: Any) -> None:
    with on_stage(up, "team", "en", 0) as (performance, session):
        page = browse(f"/s/{session}", "en")
        composer = page.locator(PLACES["composer"]).first
        composer.fill("And November, please")
        page.keyboard.press("Control+Enter")
        page.locator("[data-region=queue]").get_by_text("And November, please").first.wait_for()
        until(lambda: performance.state["queue"]["items"][-1]["text"] == "And November, please")
