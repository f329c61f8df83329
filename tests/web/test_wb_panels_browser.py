"""The right-hand panels in a real browser: opened on demand, kept while facts arrive, by keyboard and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from browsing import NEEDED, sideways
from livehouse import told
from webhouse import House, house

from ringi.testing.scenarios.library import scenario
from ringi.words import say

pytestmark = NEEDED


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("panels"), today=date(2026, 11, 16)) as found:
        yield found


def brought(up: House, name: str, lang: str = "en", at_most: int = 10_000) -> tuple[str, list[dict[str, Any]]]:
    """A recorded session of another runtime, as far as wanted; and the facts that are left."""
    told = scenario(name, lang)
    facts = [dict(one) for one in told.facts]
    session = f"{name}-{lang}-{at_most}"
    answer = up.desk().call("post_facts", facts=facts[:at_most], session=session, title=told.title)
    return str(answer["session"]), facts[at_most:]


@pytest.fixture(scope="module")
def team(up: House) -> str:
    return brought(up, "team")[0]


def finished(up: House) -> str:
    """A task of ours with a real sheet."""
    task_id = up.started("Put last month's overtime of the sales department into a sheet")
    up.decide(task_id)
    up.until(task_id, "plan_pending")
    up.decide(task_id)
    up.until(task_id, "completed")
    return task_id


# -- artifacts -------------------------------------------------------------------------------------------------------


def test_a_sheet_is_looked_into_beside_the_thread(up: House, browse: Any) -> None:
    page = browse(f"/s/{finished(up)}?panel=artifacts")
    page.click(".artifact a[data-look]")
    page.wait_for_selector("#artifact-viewer table.sheet")
    assert page.evaluate("document.activeElement.id") == "artifact-viewer"
    cells = page.locator("#artifact-viewer table.sheet td").all_inner_texts()
    assert "佐藤 健" in cells and "Employee" in page.locator("#artifact-viewer thead").inner_text()
    assert sideways(page) == 0
    assert page.evaluate("document.getElementById('right').scrollWidth <= document.getElementById('right').clientWidth")


def test_versions_of_anothers_artifact_are_compared_and_a_failure_is_said(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=artifacts")
    page.wait_for_selector(".artifact")
    page.click(".artifact .fold summary >> nth=0")
    page.click(".rail a[href*='/diff']")
    page.wait_for_selector("#artifact-viewer h3")
    assert "What changed since the version before" in page.locator("#artifact-viewer").inner_text()
    assert page.locator(".artifact", has_text="Failed").count() >= 1


# -- evidence, timeline, replay --------------------------------------------------------------------------------------


def test_the_chain_is_verified_by_a_press(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=evidence")
    page.click("a[data-look='verify-said']")
    page.wait_for_selector("#verify-said .checked")
    assert re.search(r"\d+ facts were computed anew", page.locator("#verify-said").inner_text())


def test_older_lines_one_kind_and_one_fact(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=evidence")
    page.wait_for_selector(".region-timeline .line")
    shown = page.locator(".region-timeline .line").count()
    page.click("a[data-lines]")
    page.wait_for_function("n => document.querySelectorAll('.region-timeline .line').length > n", arg=shown)
    numbers = page.evaluate("[...document.querySelectorAll('.region-timeline .line')].map((l) => +l.dataset.sequence)")
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) == len(numbers)
    page.select_option("#timeline-kind", "tool")
    seen = page.evaluate(
        "[...document.querySelectorAll('.region-timeline .line')].filter((one) => one.offsetParent)"
        ".map((one) => one.dataset.group)"
    )
    assert set(seen) == {"tool"}
    link = page.locator(".region-timeline .line:visible a[data-look]").first
    number = link.get_attribute("data-look").removeprefix("detail-")
    link.click()
    page.wait_for_selector(f"#detail-{number} dl")
    link.focus()
    assert page.locator(f".line[data-sequence='{number}'] .exact").is_visible()
    link.click()
    page.wait_for_function("id => !document.getElementById(id).children.length", arg=f"detail-{number}")


def test_one_fact_is_never_open_in_the_process_and_in_the_timeline(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=evidence")
    page.wait_for_selector(".region-timeline .line")
    page.click("details[id^='fold-'] > summary >> nth=1")
    row = page.locator(".proc-tool[data-key^='tool:']:visible").first
    about = row.get_attribute("data-key")
    row.locator("details.tool-more > summary").click()
    link = page.locator(f"a[data-about='{about}']").first
    while not link.count():
        before = page.locator(".region-timeline .line").count()
        page.click("a[data-lines]")
        page.wait_for_function("n => document.querySelectorAll('.region-timeline .line').length > n", arg=before)
    link.click()
    page.wait_for_selector(f"#{link.get_attribute('data-look')} dl")
    assert row.locator("details.tool-more[open]").count() == 0
    row.locator("details.tool-more > summary").click()
    page.wait_for_function("id => !document.getElementById(id).children.length", arg=link.get_attribute("data-look"))
    assert link.get_attribute("aria-expanded") == "false"


def test_the_past_is_walked_through_by_keyboard_and_stays_past(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}/replay?at=40")
    assert "after fact 40 of" in page.locator(".past-bar").inner_text()
    page.focus("#replay-on-1")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.past-bar').innerText.includes('after fact 41 of')")
    assert page.evaluate("document.activeElement.id") == "replay-on-1"
    assert page.evaluate("location.search") == "?at=41"
    page.focus("#replay-slide")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('.past-bar').innerText.includes('after fact 40 of')")
    assert page.evaluate("document.activeElement.id") == "replay-slide"
    pressable = page.locator("fieldset button, fieldset select, fieldset textarea, fieldset input:not([type=hidden])")
    assert all(not one.is_enabled() for one in pressable.all())
    page.click("text=To the present")
    page.wait_for_selector("#right")


def test_the_slider_of_the_past_stays_in_the_hand_while_moments_go_by(team: str, browse: Any) -> None:
    page = browse(f"/s/{team}/replay?at=1")
    box = page.locator("#replay-slide").bounding_box()
    across = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, across)
    page.mouse.down()
    seen = []
    for part in (0.3, 0.6, 0.9):  # held down all the while, as long as each moment takes to come
        before = page.inner_text(".past-bar [role=status]")
        page.mouse.move(box["x"] + box["width"] * part, across, steps=3)
        page.wait_for_function("was => document.querySelector('.past-bar [role=status]').innerText !== was", arg=before)
        seen.append(int(page.input_value("#replay-slide")))
    page.mouse.up()
    assert seen == sorted(set(seen)) and seen[0] > 1
    page.wait_for_function("at => location.search === `?at=${at}`", arg=seen[-1])
    page.click("#replay-first")
    page.wait_for_function("() => location.search === '?at=1'")
    assert page.input_value("#replay-slide") == page.input_value("#replay-at") == "1"


# -- team ------------------------------------------------------------------------------------------------------------


def test_the_team_is_drawn_and_every_node_leads_to_its_card(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=team")
    page.wait_for_selector("svg.graph a.node")
    node = page.locator("svg.graph a.node").nth(1)
    node.focus()
    page.keyboard.press("Enter")
    target = node.get_attribute("href").removeprefix("#")
    assert page.evaluate("location.hash") == f"#{target}" and page.locator(f"#{target}").is_visible()
    for kind in ("spawn", "wait", "handoff", "return"):
        assert page.locator(f"svg.graph .edge-{kind}").count() >= 1, kind
    strokes = page.evaluate(
        "['spawn', 'wait', 'handoff', 'return'].map((kind) => {"
        " const wire = getComputedStyle(document.querySelector(`.graph .edge-${kind} .wire`));"
        " return wire.strokeDasharray + wire.stroke + wire.strokeWidth; })"
    )
    assert len(set(strokes)) == 4
    page.click("#graph-table summary")
    assert page.locator("#graph-table tbody tr").count() > 10


def test_assigning_says_that_nobody_is_there_to_take_it(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=team")
    item = page.locator(".region-board .item", has=page.locator("form")).first
    item.locator("details", has=page.locator("form")).locator("summary").click()
    assert item.locator("form button").is_disabled()
    assert "Unavailable: the runtime is not connected" in item.inner_text()
    assert "Runtime not connected" in page.locator("[data-region=head]").inner_text()
    up.desk().call("take_controls", session=team)  # now somebody is there, and the open page shows it
    page.wait_for_function("button => !button.disabled", arg=item.locator("form button").element_handle())
    item.locator("form button").click()
    page.locator(".region-board .item [role=status]", has_text=say("workbench", "control_sent", "en")).wait_for()
    (asked,) = up.desk().call("take_controls", session=team)["requests"]
    assert asked["control"] == "assign"


def test_what_is_typed_for_a_teammate_and_who_is_waited_for_stays_while_facts_arrive(up: House, browse: Any) -> None:
    session, rest = brought(up, "parallel", "en", 12)
    up.desk().call("take_controls", session=session)
    page = browse(f"/s/{session}?panel=team")
    wait = page.locator("#team-wait")
    wait.locator("summary").click()
    left_out = "expense@closing"
    first = wait.locator(f"input[name='agent.{left_out}']")
    first.uncheck()
    card = page.locator(".region-team .agent", has_text="Stock", has=page.locator("textarea"))
    card.locator("details", has=page.locator("textarea")).locator("summary").click()
    card.locator("textarea").fill("Leave the gifts out")
    up.desk().call("post_facts", facts=rest[:2], session="parallel-en-12")
    page.wait_for_function("n => document.querySelector('main').dataset.sequence !== n", arg="12")
    assert card.locator("textarea").input_value() == "Leave the gifts out" and not first.is_checked()
    wait.locator("button").click()
    page.locator("#queue, .queue").locator(".asked", has_text="Wait for teammates").wait_for()
    (asked,) = up.desk().call("take_controls", session=session)["requests"]
    assert asked["control"] == "wait" and left_out not in asked["body"]["agent_ids"] and asked["body"]["agent_ids"]


def test_a_transcript_is_zoomed_into_on_demand(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=team")
    page.wait_for_selector(".region-transcripts .row-line")
    assert page.locator("#transcript-viewer").inner_text() == ""
    page.locator(".region-transcripts .row-line", has_text="Sales").locator("a").click()
    page.wait_for_selector("#transcript-viewer li")
    assert "Transcript of Sales" in page.locator("#transcript-viewer").inner_text()


def test_what_is_being_read_stays_while_facts_arrive(up: House, browse: Any) -> None:
    session, rest = brought(up, "team", "en", 150)
    page = browse(f"/s/{session}?panel=team")
    page.locator(".region-transcripts .row-line", has_text="Sales").locator("a").click()
    page.wait_for_selector("#transcript-viewer h3")
    page.locator(".region-team .agent .fold summary").first.click()
    opened = page.locator(".region-team details[open]").first.get_attribute("id")
    up.desk().call("post_facts", facts=rest, session="team-en-150")
    page.wait_for_selector(".region-team .agent:has-text('Checker')")
    assert page.locator("#transcript-viewer h3").count() == 1
    assert page.locator(f"#{opened}").get_attribute("open") is not None
    assert "Transcript of Sales" in page.locator("#transcript-viewer").inner_text()


# -- who and where ---------------------------------------------------------------------------------------------------


def test_diagnostics_are_hidden_from_requesters(up: House, chromium: Any) -> None:
    key = up.add("mei", "requester")
    told = scenario("team", "en")
    answer = up.desk("mei").call("post_facts", facts=[dict(one) for one in told.facts], session="mine", title="Mine")
    cookie = up.cookie(key)
    text = up.page(f"/s/{answer['session']}?panel=diagnostics", cookie).text
    assert "Diagnostics are shown to developers" in text and "first_text" not in text


@pytest.mark.parametrize(("lang", "scheme"), [("ja", "dark"), ("en", "light"), ("zh", "dark")])
def test_every_panel_fits_a_phone_in_every_language(up: House, browse: Any, lang: str, scheme: str) -> None:
    session, _ = brought(up, "team", lang)
    page = browse(f"/s/{session}?panel=artifacts", lang, 390, color_scheme=scheme)
    for panel in ("artifacts", "evidence", "team", "diagnostics"):
        page.goto(f"{up.base}/s/{session}?panel={panel}")
        page.wait_for_selector(f"#panel-{panel} .lane-title, #panel-{panel} .card")
        assert sideways(page) == 0, panel
        wide = page.evaluate(
            "p => [...document.querySelectorAll(`#panel-${p} *`)].filter((n) => !n.closest('.scroll, .graph-scroll')"
            " && n.getBoundingClientRect().right > innerWidth + 1).map((n) => n.className.baseVal ?? n.className)",
            panel,
        )
        assert wide == [], panel


def test_the_team_begins_as_a_list_of_its_sections_on_a_phone_only(up: House, team: str, browse: Any) -> None:
    page = browse(f"/s/{team}?panel=team", "en", 390)
    page.locator("#panel-team .section:not([open]) > summary", has_text="Board").wait_for()
    assert page.locator("#panel-team .section[open]").count() == 1
    high = "document.getElementById('panel-team').offsetHeight"
    folded = page.evaluate(high)
    page.locator("#panel-team summary", has_text="Board").first.click()
    page.locator("#panel-team .region-board").wait_for()
    for section in page.locator("#panel-team .section:not([open]) > summary").all()[::-1]:
        if section.is_visible():
            section.click()
    assert folded * 2 < page.evaluate(high)
    wide = browse(f"/s/{team}?panel=team", "en", 1280)
    wide.locator("#panel-team .region-board").wait_for()
    assert wide.locator("#panel-team .section:not([open])").count() == 0
    assert not wide.locator("#panel-team .section > summary").first.is_visible()


def test_a_deep_team_is_scrolled_through_in_its_own_place(up: House, browse: Any) -> None:
    mates = [
        told("agent.spawned", {"agentName": f"Mate {one} " + "x" * 90, "status": "running"}, agentId=f"m{one}")
        | ({"parentAgentId": f"m{one - 1}"} if one else {})
        for one in range(14)
    ]
    session = str(up.desk().call("post_facts", facts=[told("run.started"), *mates], session="deep")["session"])
    page = browse(f"/s/{session}?panel=team")
    page.wait_for_selector("svg.graph a.node")
    wide = "[...document.querySelectorAll('#panel-team > *')].map((one) => one.getBoundingClientRect().right)"
    assert max(page.evaluate(wide)) <= 1280
    assert page.evaluate("document.querySelector('.graph-scroll').scrollWidth") > 392
