"""The page of a session in a real browser: other runtimes' questions, the composer, tabs, keys, and a phone."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import NEEDED, expect, sideways
from webhouse import PATIENCE, House, house, small_hands, small_mind

from ringi.testing import scenarios

pytestmark = NEEDED
RECORDED = Path(scenarios.__file__).parent / "recorded"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("home"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def played(up: House, name: str, first: int | None = None, lang: str = "en") -> str:
    """A session of another runtime, as far as it was recorded; its id."""
    lines = (RECORDED / f"{name}.{lang}.jsonl").read_text("utf-8").splitlines()[:first]
    session = f"{name}-{uuid.uuid4().hex[:8]}"
    facts = [{**json.loads(line), "sessionId": session} for line in lines]
    told: str = up.desk().call("post_facts", facts=facts, session=session, source="demo")["session"]
    connected(up, told)
    return told


def connected(up: House, session: str) -> list[dict[str, Any]]:
    """The session's runtime asks for its work: what people have asked of it since."""
    found: list[dict[str, Any]] = up.desk().call("take_controls", session=session)["requests"]
    return found


def refused_once(up: House, page: Any, session: str, control: str) -> None:
    """Its runtime is not there at the very moment of the next press, which no page can know of."""
    sql = "UPDATE runtime_links SET seen_at = '2020-01-01T00:00:00.000Z' WHERE thread_id = ?"

    def pressed(route: Any) -> None:
        up.office.store.write(lambda tx: tx.aside(sql, (session,)))
        answer = route.fetch()
        connected(up, session)
        route.fulfill(response=answer)

    page.route(f"**/controls/{control}", pressed, times=1)


def tell(up: House, session: str, kind: str, payload: dict[str, Any], **ids: Any) -> None:
    """One more fact of the session's own runtime."""
    known = up.desk().call("session_facts", id=session, numbers="producer")["facts"]
    base = {name: known[-1][name] for name in ("sessionId", "threadId") if name in known[-1]}
    number = max(fact.get("sequence") or 0 for fact in known if fact.get("threadId") == base.get("threadId")) + 1
    fact = {**base, "type": kind, "sequence": number, "timestamp": "2026-10-30T18:00:00Z", "payload": payload, **ids}
    up.desk().call("post_facts", facts=[fact], session=base["sessionId"], source="demo")


# -- decisions of another runtime ------------------------------------------------------------------------------------


def test_an_answer_goes_to_its_owner_and_counts_only_when_the_owner_says_so(up: House, browse: Any) -> None:
    session = played(up, "hitl", 16)
    connected(up, session)
    page = browse(f"/s/{session}")
    card = page.locator('[data-key="card-q-tool"]')
    card.get_by_role("button", name="Approve", exact=True).click()
    # Said by the page that pressed, or by the stream that tells every page: whichever comes first.
    card.get_by_text(re.compile("counts when its owner|Waiting for its owner")).first.wait_for()
    assert page.locator(".audit", has_text="Write the transfer file").count() == 0
    asked = [one for one in connected(up, session) if one["body"].get("action_id") == "q-tool"]
    assert [one["control"] for one in asked] == ["approve"]
    page.reload()
    card.locator(".submitted", has_text="Waiting for its owner to confirm").wait_for()
    assert card.locator("button").count() == 0
    tell(
        up,
        session,
        "action.resolved",
        {"actionType": "tool_approval", "state": "approved", "by": "aki"},
        actionId="q-tool",
        owner="action",
    )
    page.locator(".audit li", has_text="Write the transfer file").wait_for()
    card.wait_for(state="detached")


def test_a_card_drawn_again_while_an_answer_is_on_its_way_says_what_became_of_it(up: House, browse: Any) -> None:
    session = played(up, "hitl", 16)
    page = browse(f"/s/{session}")
    held: list[Any] = []
    page.route("**/controls/approve", lambda route: held.append(route))
    card = page.locator('[data-key="card-q-tool"]')
    with page.expect_request("**/controls/approve"):
        card.get_by_role("button", name="Approve", exact=True).click()
    card.evaluate(
        """(card) => {
            card.replaceWith(card.cloneNode(true));
            document.querySelectorAll("[data-key='card-q-tool'] button").forEach((one) => { one.disabled = false });
            document.dispatchEvent(new CustomEvent("ringi:parts", { detail: { regions: [] } }));
        }"""
    )
    expect(card.get_by_role("button", name="Approve", exact=True)).to_be_disabled(timeout=PATIENCE * 1000)
    held[0].fulfill(status=200, json={})  # nobody else hears of it: only this page can say so
    card.get_by_text("counts when its owner").wait_for()


def test_a_runtime_that_is_not_there_is_said_and_nothing_is_lost(up: House, browse: Any) -> None:
    browse.expect("409")  # its refusal
    session = played(up, "hitl", 16)
    page = browse(f"/s/{session}")
    refused_once(up, page, session, "reject")
    card = page.locator('[data-key="card-q-tool"]')
    card.locator(".refuse summary").click()
    card.locator("textarea").fill("not this month")
    card.locator(".refuse button").click()
    card.locator("[data-said][data-bad]").wait_for()
    assert "RINGI-812" in card.locator("[data-said]").inner_text()
    assert card.locator("textarea").input_value() == "not this month"
    assert card.locator(".refuse button").is_enabled()
    expect(card.locator(".refuse button"), "the keyboard goes on where it was").to_be_focused(timeout=PATIENCE * 1000)


def test_a_form_says_what_is_wrong_where_it_is_wrong_and_sends_numbers_as_numbers(up: House, browse: Any) -> None:
    session = played(up, "hitl", 16)
    connected(up, session)
    page = browse(f"/s/{session}")
    card = page.locator('[data-key="card-q-form"]')
    card.get_by_label("Sales").fill("140")
    card.get_by_label("Development").fill("x")
    card.get_by_role("button", name="Send the answer").click()
    assert card.locator(".field-error", has_text="At most 100").count() == 1
    assert card.locator("[aria-invalid=true]").count() == 2
    assert page.evaluate("document.activeElement.getAttribute('aria-invalid')") == "true"
    card.get_by_label("Sales").fill("60")
    card.get_by_label("Development").fill("40")
    card.get_by_label("Basis").select_option(label="Floor space")
    card.get_by_role("button", name="Send the answer").click()
    card.locator(".submitted, [data-said]", has_text="confirm").first.wait_for()  # sent, or drawn as sent already
    body = next(one["body"] for one in connected(up, session) if one["control"] == "answer")
    assert body["input"] == {"sales": 60, "development": 40, "basis": "Floor space"}


def test_the_same_works_without_a_script(up: House, browse: Any) -> None:
    browse.expect("422")  # a form that is not filled in
    session = played(up, "hitl", 16)
    connected(up, session)
    page = browse(f"/s/{session}", java_script_enabled=False)
    card = page.locator('[data-key="card-q-form"]')
    card.get_by_label("Sales").fill("60")
    card.get_by_label("Development").fill("nonsense")
    card.get_by_role("button", name="Send the answer").click()
    assert "RINGI-853" in page.locator(".notice.bad").inner_text()
    page.locator('[data-key="card-q-tool"]').get_by_role("button", name="Approve", exact=True).click()
    page.locator(".notice.good").wait_for()
    assert "approve" in [one["control"] for one in connected(up, session)]
    page.locator("#compose-text").fill("and then September")
    with page.expect_navigation():
        page.locator("#compose .send").click()
    assert "queue" in [one["control"] for one in connected(up, session)]


# -- live ------------------------------------------------------------------------------------------------------------


def test_a_session_is_told_live_and_folds_when_it_is_over(up: House, browse: Any) -> None:
    session = played(up, "solo", 16)
    page = browse(f"/s/{session}")
    page.locator(".process .tool-row", has_text="Calculate overtime").wait_for()
    lines = (RECORDED / "solo.en.jsonl").read_text("utf-8").splitlines()[16:]
    named = up.desk().call("session_facts", id=session, limit=1)["facts"][0]["sessionId"]
    up.desk().call(
        "post_facts", facts=[{**json.loads(one), "sessionId": named} for one in lines], session=named, source="demo"
    )
    page.locator(".thread .fold", has_text="2 steps").wait_for()
    page.locator(".said-by-assistant .answer", has_text="214 h 30 m").wait_for()
    assert page.locator(".process .tool-row").count() == 0
    page.locator(".thread .fold > details > summary").click()
    page.locator(".thread .fold .tool-row", has_text="Calculate overtime").wait_for()
    assert "1 sheet" in page.locator(".thread .fold > details > summary").first.inner_text()


# -- composer --------------------------------------------------------------------------------------------------------


def test_a_draft_belongs_to_its_session_and_survives_a_reload_and_a_refusal(up: House, browse: Any) -> None:
    browse.expect("409")  # the refusal
    one, other = played(up, "solo"), played(up, "separation")
    page = browse(f"/s/{one}")
    page.locator("#compose-text").fill("half a thought")
    page.goto(f"{up.base}/s/{other}")
    assert page.locator("#compose-text").input_value() == ""
    page.goto(f"{up.base}/s/{one}")
    assert page.locator("#compose-text").input_value() == "half a thought"
    refused_once(up, page, one, "send")
    page.locator("#compose .send").click()
    page.locator("#compose [data-said][data-bad]", has_text="RINGI-812").wait_for()
    page.reload()
    assert page.locator("#compose-text").input_value() == "half a thought"
    connected(up, one)
    page.locator("#compose .send").click()
    page.locator("#compose [data-said]:not([data-bad])", has_text="Sent").wait_for()
    assert page.locator("#compose-text").input_value() == ""
    assert [item["body"]["text"] for item in connected(up, one)] == ["half a thought"]


def test_steer_is_only_there_while_something_runs_and_a_refused_one_comes_back(up: House, browse: Any) -> None:
    idle = browse(f"/s/{played(up, 'solo')}")
    assert idle.locator("#compose [value=steer]").is_disabled()
    assert "nothing is running now" in idle.locator(".mode-whats").inner_text()
    session = played(up, "solo", 14)
    connected(up, session)
    page = browse(f"/s/{session}")
    page.locator(".mode", has_text="Steer").click()
    assert "Changes what is running now" in page.locator(".mode-whats").inner_text()
    page.locator("#compose-text").fill("Sales only")
    page.locator("#compose .send").click()
    page.locator("#compose [data-said]", has_text="Sent").wait_for()
    steer = {"id": "s1", "text": "Sales only", "status": "rejected", "runId": "run-solo", "reason": "too late"}
    tell(up, session, "queue.changed", {"steers": [steer]}, control="steer", runId="run-solo")
    page.locator(".steered-rejected", has_text="too late").wait_for()
    expect(page.locator("#compose-text")).to_have_value("Sales only", timeout=PATIENCE * 1000)


def test_what_is_queued_behind_a_task_of_ours_can_be_changed_and_taken_out(up: House, browse: Any) -> None:
    task_id = up.started("first")
    page = browse(f"/s/{task_id}")
    assert page.locator("#compose [value=queue]").is_checked()
    page.locator("#compose-text").fill("then the second")
    page.locator("#compose .send").click()
    row = page.locator(".queued", has_text="then the second")
    row.wait_for()
    assert "no. 1" in row.inner_text()
    row.locator("summary").click()
    row.locator("textarea").fill("then the third")
    row.get_by_role("button", name="Save").click()
    page.locator(".notice.good").wait_for()
    page.goto(f"{up.base}/s/{task_id}")
    page.locator(".queued", has_text="then the third").get_by_role("button", name="Remove").click()
    page.locator(".notice.good").wait_for()
    assert up.desk().call("queue")["queued"] == []


def test_files_come_with_the_request_and_are_named_beside_it(up: House, browse: Any, tmp_path: Path) -> None:
    browse.expect("422")  # a file that is not taken
    task_id = up.started("first")
    table = tmp_path / "売上.csv"
    table.write_text("month,total\n2026-10,5\n", "utf-8")
    trick = tmp_path / "trick.xlsx"
    trick.write_bytes(b"MZ not a workbook")
    page = browse(f"/s/{task_id}")
    page.locator(".mode", has_text="Send").click()
    page.locator("#compose-text").fill("use this table")
    page.set_input_files("#attach", [str(table), str(trick)])
    for _ in range(2):  # as often as it is opened anew
        page.reload()
        page.locator("#compose [data-said]", has_text="attach them again: 売上.csv, trick.xlsx").wait_for()
        assert page.locator("#compose-text").input_value() == "use this table"
    page.locator(".mode", has_text="Send").click()
    page.set_input_files("#attach", [str(table), str(trick)])
    page.locator("#compose .send").click()
    page.locator("#compose [data-said][data-bad]", has_text="RINGI-851").wait_for()
    assert page.locator("#compose-text").input_value() == "use this table"
    page.get_by_role("button", name="Remove trick.xlsx").click()
    page.locator("#compose .send").click()
    page.wait_for_url(lambda url: task_id not in url)
    made = page.url.rpartition("/")[2].partition("?")[0]
    shown = up.show(made)
    assert shown["request"]["text"] == "use this table"
    page.locator(".entry-request .came-with", has_text="売上.csv").wait_for()
    assert [one["title"] for one in shown["artifacts"]] == ["売上.csv"]
    kept = up.office.home / shown["artifacts"][0]["path"]
    assert kept.read_text("utf-8") == "month,total\n2026-10,5\n"


# -- finding one's way -----------------------------------------------------------------------------------------------


def test_open_sessions_are_kept_as_tabs_in_this_browser_only(up: House, browse: Any) -> None:
    one, other = played(up, "solo", 14), played(up, "separation")
    page = browse(f"/s/{one}")
    page.goto(f"{up.base}/s/{other}")
    page.locator(f'.tab[data-session="{one}"][data-running]').wait_for()
    page.locator(f'.tab[data-session="{one}"] button[aria-pressed]').click()
    page.reload()
    page.locator(f'.tab[data-session="{one}"] button[aria-pressed=true]').wait_for()
    tell(up, one, "session.updated", {"unread": 2})
    page.locator(f'.tab[data-session="{one}"][data-unread]').wait_for()
    page.locator(f'.tab[data-session="{one}"] a').click()
    page.locator(f'#main[data-session="{one}"]').wait_for()
    page.locator(f'.tab[data-session="{one}"][data-active]:not([data-unread])').wait_for()
    assert browse(f"/s/{other}").locator(".tab").count() <= 1, "nobody else sees them"


def test_panels_are_chosen_by_mouse_keyboard_and_address(up: House, browse: Any) -> None:
    page = browse(f"/s/{played(up, 'team')}?panel=team")
    assert page.locator("#panel-team").is_visible() and not page.locator("#panel-decide").is_visible()
    page.locator("#tab-artifacts").click()
    assert (
        page.locator("#panel-artifacts").is_visible()
        and page.locator("#tab-artifacts").get_attribute("aria-selected") == "true"
    )
    page.keyboard.press("ArrowRight")
    assert page.locator("#panel-evidence").is_visible()
    page.locator("[data-hides=right]").click()
    page.reload()
    assert not page.locator("#right").is_visible()
    page.locator("[data-hides=right]").click()
    assert page.locator("#right").is_visible()


def test_the_keyboard_searches_walks_and_explains_itself(up: House, browse: Any) -> None:
    session = played(up, "solo")
    page = browse(f"/s/{session}")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('.side') !== null")
    page.keyboard.press("c")
    assert page.evaluate("document.activeElement.id") == "compose-text"
    page.keyboard.type("/?jk")
    assert page.locator("#compose-text").input_value() == "/?jk", "while somebody types, keys are letters"
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("october")
    page.locator(f"#found a[href='/s/{session}']").first.wait_for()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('.found') !== null")


# -- a phone, and everybody ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_one_card_with_two_large_buttons_and_nothing_sideways(up: House, browse: Any, width: int) -> None:
    session = played(up, "hitl", 16, "ja")
    page = browse("/", "ja", width, 740, is_mobile=True, has_touch=True)
    # What has waited longer stands before it; the rest is folded.
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.locator(f"a[href='/s/{session}']").locator("visible=true").first.tap()
    page.wait_for_url(f"**/s/{session}")
    cards = page.locator("#decide > .decision").all()
    expect(cards[0].locator("h2")).to_be_in_viewport(timeout=PATIENCE * 1000)
    for button in (cards[0].get_by_role("button", name="承認", exact=True), cards[0].locator(".refuse summary")):
        box = button.bounding_box()
        assert box["height"] >= 48 and box["width"] >= 120 and box["y"] > 740 * 0.75 and box["y"] + box["height"] <= 740
    for name in ("hitl", "team", "solo", "interleaved"):
        page.goto(f"{up.base}/s/{played(up, name, None, 'ja')}")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        assert sideways(page) == 0, name


def test_time_goes_by_in_the_head_and_what_is_going_on_follows_what_was_said(up: House, browse: Any) -> None:
    page = browse(f"/s/{up.at_plan()}")
    waited = page.locator(".task-head [data-waited]")
    first = waited.inner_text()
    page.wait_for_function(
        "first => document.querySelector('.task-head [data-waited]').textContent !== first", arg=first
    )
    short = browse(f"/s/{played(up, 'solo', 14)}")
    short.locator(".process > *").first.wait_for()
    assert (
        short.evaluate(
            "document.querySelector('.bench > .process').getBoundingClientRect().top"
            " - document.querySelector('.bench > .thread').getBoundingClientRect().bottom"
        )
        < 40
    )
