"""The pages in a real browser: the whole story in three languages, live, on a phone, in two tabs."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from browsing import AWAY, NEEDED, sideways
from webhouse import OBJECT, PATIENCE, House, house, small_hands, small_mind, step

pytestmark = NEEDED
TODAY = date(2026, 11, 16)
STORY = {
    "ja": {
        "ask": "先月の営業部の残業時間を確認してシートにまとめて",
        "policy": "方針の承認",
        "plan": "計画の承認",
        "approve": "承認",
        "done": "完了",
        "writes": "承認すると変わるもの（1件）",
        "sheet": "スプレッドシート「Ringi レポート",
        "lang": "ja",
    },
    "en": {
        "ask": "Put last month's overtime of the sales department into a sheet",
        "policy": "Approve the policy",
        "plan": "Approve the plan",
        "approve": "Approve",
        "done": "Completed",
        "writes": "What will change (1)",
        "sheet": "into the spreadsheet “Ringi report",
        "lang": "en",
    },
    "zh": {
        "ask": "请统计上个月销售部的加班时间，并写入表格",
        "policy": "审批方针",
        "plan": "审批计划",
        "approve": "批准",
        "done": "已完成",
        "writes": "批准后将改变的内容（1项）",
        "sheet": "写入电子表格“Ringi 报告",
        "lang": "zh-Hans",
    },
}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


def signed_in(up: House, context: Any, path: str = "/") -> Any:
    page = context.new_page()
    page.goto(up.signin)
    if path != "/":
        page.goto(up.base + path)
    return page


# -- the story -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_the_whole_story_is_told_live_in_each_language(tmp_path: Path, windows: Any, lang: str) -> None:
    """The real planner, the real tools: asked, approved twice, run, downloaded, and never reloaded by hand."""
    windows.expect(AWAY)  # the house is closed before its window
    words = STORY[lang]
    with house(tmp_path, today=TODAY) as up:
        context = windows(lang, accept_downloads=True)
        page = signed_in(up, context)
        assert "key=" not in page.url
        page.fill("#ask-text", words["ask"])
        page.click(".composer button.primary")
        page.wait_for_url("**/tasks/*")
        assert page.get_attribute("html", "lang") == words["lang"]

        page.locator(".decision h2", has_text=words["policy"]).wait_for()
        assert words["sheet"] in page.locator(".decision .policy-text").inner_text(), "what will change is on the card"
        page.get_by_role("button", name=words["approve"], exact=True).click()
        page.locator(".decision h2", has_text=words["plan"]).wait_for()
        card = page.locator(".decision")
        assert words["writes"] in card.inner_text()
        assert "write_rows_to_google_sheet" in card.inner_text()
        assert "employees[]" not in card.inner_text(), "bindings are said in words"
        page.get_by_role("button", name=words["approve"], exact=True).click()

        page.locator(".outcome .answer").wait_for()
        page.locator(".task-head .mark", has_text=words["done"]).wait_for()
        with page.expect_download() as download:
            page.locator(".files a").first.click()
        assert download.value.suggested_filename.endswith(".xlsx")
        assert Path(download.value.path()).read_bytes()[:2] == b"PK"
        assert page.title().startswith("(") is False


def test_a_run_shows_each_step_as_it_goes(tmp_path: Path, windows: Any) -> None:
    windows.expect(AWAY)  # the house is closed before its window
    go = threading.Event()

    async def slow() -> dict[str, Any]:
        import asyncio

        await asyncio.get_running_loop().run_in_executor(None, go.wait, PATIENCE)
        return {}

    hands = small_hands(slow=(slow, "read", True, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "look"), step(2, "slow", "Count everything")])) as up:
        task_id = up.at_plan()
        page = signed_in(up, windows(), f"/tasks/{task_id}")
        page.get_by_role("button", name="Approve", exact=True).click()
        running = page.locator(".run-row", has_text="Count everything")
        running.locator("progress").wait_for()
        assert "Running" in running.inner_text()
        call_id = running.get_attribute("data-call")
        tick = up.office.progress(task_id, str(call_id))
        assert tick is not None
        said = page.locator(".tick", has_text="three of four")
        for _ in range(60):  # ticks are not kept: one that comes before the page listens is not seen
            tick(3, 4, "three of four")
            page.wait_for_timeout(500)
            if said.count():
                break
        said.wait_for()
        assert running.locator("progress").get_attribute("value") == "3"
        go.set()
        page.locator(".outcome .answer").wait_for()
        assert page.locator("details[id^=run-]").get_attribute("open") is None, "a finished run folds to one line"
        assert "2 of 2 steps" in page.locator("details[id^=run-] > summary").inner_text()


# -- what must not get lost ------------------------------------------------------------------------------------------


def test_a_reload_keeps_the_approval(up: House, windows: Any) -> None:
    page = signed_in(up, windows(), f"/tasks/{up.at_plan()}")
    digest = page.locator(".decision input[name=digest]").first.input_value()
    page.reload()
    assert page.locator(".decision input[name=digest]").first.input_value() == digest
    assert page.get_by_role("button", name="Approve", exact=True).is_enabled()


def test_a_second_tabs_stale_click_is_explained(up: House, windows: Any) -> None:
    task_id = up.started()
    windows.expect(AWAY, "409")
    context = windows()
    context.route("**/fragment", lambda route: route.abort())  # this tab does not hear of it
    stale = signed_in(up, context, f"/tasks/{task_id}")
    up.add("mei", "approver")
    up.decide(task_id, name="mei")
    up.until(task_id, "plan_pending")
    stale.get_by_role("button", name="Approve", exact=True).click()
    told = stale.locator(".notice.bad")
    told.wait_for()
    assert "mei" in told.inner_text() and re.search(r"\d\d:\d\d:\d\d", told.inner_text())
    assert up.show(task_id)["state"] == "plan_pending"


def test_a_decision_elsewhere_settles_this_page_too(up: House, windows: Any) -> None:
    task_id = up.started()
    page = signed_in(up, windows(), f"/tasks/{task_id}")
    page.locator(".decision h2", has_text="Approve the policy").wait_for()
    up.desk().call("cancel", task_id=task_id)
    page.locator(".task-head .mark", has_text="Cancelled").wait_for()
    assert page.locator(".decision").count() == 0
    page.locator("#inbox-count[data-count='0']").wait_for()


def test_typed_text_and_focus_survive_what_arrives_meanwhile(up: House, windows: Any) -> None:
    task_id = up.started()
    page = signed_in(up, windows(), f"/tasks/{task_id}")
    page.locator(".refuse summary").click()
    reason = page.locator(".refuse textarea")
    reason.fill("because of")
    reason.press("End")
    other = up.started("something else")  # the inbox at the side changes
    page.locator(f".side a[href='/tasks/{other}']").first.wait_for()
    page.locator("#inbox-count[data-count='2']").wait_for()
    page.keyboard.type(" the ledger")
    assert reason.input_value() == "because of the ledger"
    assert page.locator(".refuse").get_attribute("open") is not None


@pytest.mark.parametrize("place", [".home-main", ".side"])
def test_whoever_is_on_a_line_of_a_list_stays_on_it_when_others_come_and_go(
    up: House, windows: Any, place: str
) -> None:
    first, mine, last = (up.started(text) for text in ("one thing", "mine", "a third"))
    page = signed_in(up, windows(), "/" if place == ".home-main" else f"/tasks/{last}")
    line = page.locator(f"{place} a[href='/tasks/{mine}']").first  # in the inbox
    line.focus()
    up.desk().call("cancel", task_id=first)
    page.locator("#inbox-count[data-count='2']").wait_for()
    later = up.started("a fourth")
    page.locator(f"{place} a[href='/tasks/{later}']").first.wait_for()
    page.locator("#inbox-count[data-count='3']").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('href')") == f"/tasks/{mine}"


def test_a_card_that_has_just_arrived_does_not_catch_a_click_meant_for_the_last_one(up: House, windows: Any) -> None:
    task_id = up.started()
    page = signed_in(up, windows(), f"/tasks/{task_id}")
    page.evaluate(
        """() => {
            window.arrived = [];
            new MutationObserver(() => {
                const button = document.querySelector(".decision button.primary");
                const card = document.querySelector("[data-key^=decision-]");
                if (button && card && !window.arrived.some((one) => one[0] === card.dataset.key))
                    window.arrived.push([card.dataset.key, button.disabled]);
            }).observe(document.querySelector(".decide"), { childList: true, subtree: true });
        }"""
    )
    up.decide(task_id)
    page.locator(".decision h2", has_text="Approve the plan").wait_for()
    assert page.evaluate("window.arrived.at(-1)[1]") is True
    page.locator(".decision button.primary:not([disabled])").wait_for()


def test_the_page_catches_up_when_the_server_comes_back(tmp_path: Path, windows: Any, lasting_port: int) -> None:
    """A page that was open through a restart is neither signed out nor stale."""
    windows.expect(AWAY)
    context = windows()
    with house(tmp_path, port=lasting_port, hands=small_hands(), mind=small_mind()) as up:
        task_id = up.started()
        page = signed_in(up, context, f"/tasks/{task_id}")
        page.locator(".decision").wait_for()
    page.locator("#lost").wait_for()
    with house(tmp_path, port=lasting_port, hands=small_hands(), mind=small_mind()) as up:
        up.desk().call("cancel", task_id=task_id)
        page.locator(".task-head .mark", has_text="Cancelled").wait_for()
        page.locator("#lost").wait_for(state="detached")


@pytest.mark.parametrize(("width", "height"), [(1280, 740), (375, 480)])
def test_that_the_server_is_away_is_said_beside_what_one_writes_and_presses(
    tmp_path: Path, windows: Any, width: int, height: int
) -> None:
    windows.expect(AWAY)
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        page = signed_in(up, windows(width=width, height=height), f"/tasks/{up.started()}")
        page.locator(".decision").wait_for()
    page.locator("#lost").wait_for()
    note = page.locator("#lost").bounding_box()
    for place in ("#compose", ".decision .actions"):
        box = page.locator(place).first.bounding_box()
        beside = note["x"] + note["width"] <= box["x"] or box["x"] + box["width"] <= note["x"]
        assert beside or note["y"] + note["height"] <= box["y"] or box["y"] + box["height"] <= note["y"], place


def test_ctrl_and_enter_send_what_was_typed(up: House, windows: Any) -> None:
    page = signed_in(up, windows())
    page.fill("#ask-text", "please")
    page.press("#ask-text", "Control+Enter")
    page.wait_for_url("**/tasks/*")


def test_on_an_ordinary_screen_who_asked_and_the_digest_are_seen_with_the_buttons(up: House, windows: Any) -> None:
    page = signed_in(up, windows("ja", 1280, 900), f"/tasks/{up.at_plan()}")
    top = page.locator(".decide .actions").bounding_box()["y"]
    for seen in (page.locator(".decision code[title]").first, page.get_by_text("依頼者").first):
        box = seen.bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] <= top


# -- every screen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_needs_sideways_scrolling(up: House, windows: Any, width: int) -> None:
    windows.expect("404")
    task_id = up.at_plan("W" * 900)
    up.decide(task_id, "reject", reason="長い理由" * 200)
    up.until(task_id, "plan_pending")
    for lang in ("ja", "en", "zh"):
        page = signed_in(up, windows(lang, width, 740))
        for path in ("/", f"/tasks/{task_id}", "/settings", "/nowhere"):
            page.goto(up.base + path)
            for summary in page.locator("main details:not([open]) > summary").all():
                if summary.is_visible():
                    summary.click()
            assert sideways(page) == 0, (lang, path)


def test_on_a_phone_two_large_buttons_are_at_the_thumb(up: House, windows: Any) -> None:
    page = signed_in(up, windows("ja", 360, 740, is_mobile=True, has_touch=True), f"/tasks/{up.at_plan()}")
    approve = page.get_by_role("button", name="承認", exact=True)
    reject = page.locator(".refuse summary")
    for button in (approve, reject):
        box = button.bounding_box()
        assert box["height"] >= 48 and box["width"] >= 140
        assert box["y"] > 740 * 0.75 and box["y"] + box["height"] <= 740
    reject.tap()
    page.locator(".refuse textarea").fill("もう少し詳しく")
    assert not approve.is_visible(), "while a reason is written there is nothing to approve by mistake"
    page.get_by_role("button", name="却下", exact=True).tap()
    page.locator(".notice.good").wait_for()


def test_the_keyboard_reaches_approve_only_after_what_it_does(up: House, windows: Any) -> None:
    page = signed_in(up, windows(), f"/tasks/{up.at_plan()}")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.keyboard.press("Tab")
    assert "Skip to content" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    for _ in range(240):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "approve":
            break
    assert page.evaluate("document.activeElement.value") == "approve"
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    # A live part may just have been drawn anew under the focus: the ring is there again with the next frame.
    for _ in range(100):
        if page.evaluate(ring) == "solid":
            break
        page.wait_for_timeout(50)
    assert page.evaluate("document.activeElement.value") == "approve"
    assert page.evaluate(ring) == "solid", "focus is always visible"


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_without_a_pointer_one_asks_approves_and_sees_what_came_of_it(up: House, windows: Any, lang: str) -> None:
    page = signed_in(up, windows(lang))
    page.keyboard.press("c")
    page.keyboard.type("please")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/tasks/*")
    again: list[str] = []
    page.on("request", lambda one: again.append(one.url) if one.resource_type == "fetch" else None)
    for gate in ("prompt", "process"):
        up.until(
            page.url.rpartition("/")[2].partition("#")[0], "policy_pending" if gate == "prompt" else "plan_pending"
        )
        page.locator(".decide .actions button.primary:enabled").wait_for()
        page.locator("a.skip[href='#panel-decide']").focus()
        page.keyboard.press("Enter")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.value") == "approve":
                break
        assert page.evaluate("document.activeElement.value") == "approve", "the jump is where one goes on"
        page.keyboard.press("Enter")
        page.wait_for_url("**/tasks/*")
        page.locator("#notice.good:focus").wait_for()
    page.locator(".outcome .answer").wait_for()
    page.wait_for_function("() => document.title.includes(document.querySelector('.task-head .mark').innerText.trim())")
    assert not [one for one in again if re.search(r"/tasks/\w+($|[#?])", one)], (
        "a jump inside the page draws nothing anew"
    )


CONTRAST = """() => {
    const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return [...n.slice(0, 3), n[3] ?? 1]; };
    const light = (c) => c.slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (node) => {
        for (; node; node = node.parentElement) {
            const c = parse(getComputedStyle(node).backgroundColor);
            if (c[3] === 1) return c;
        }
        return [255, 255, 255, 1];
    };
    const bad = [];
    for (const node of document.querySelectorAll("body *")) {
        const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
        if (!own || !node.checkVisibility() || node.closest("option")) continue;
        const style = getComputedStyle(node);
        const [a, b] = [light(parse(style.color)), light(ground(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${node.className} ${node.textContent.trim().slice(0, 40)}`);
    }
    return bad;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_can_be_read_in_both_themes(up: House, windows: Any, scheme: str) -> None:
    first = up.at_plan()
    up.decide(first, "reject", reason="differently")
    up.until(first, "plan_pending")
    page = signed_in(up, windows(color_scheme=scheme))
    for path in ("/", f"/tasks/{first}", "/settings"):
        page.goto(up.base + path)
        for summary in page.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        assert page.evaluate(CONTRAST) == [], path


def test_there_is_no_motion_where_none_is_wanted(up: House, windows: Any) -> None:
    page = signed_in(up, windows(reduced_motion="reduce"))
    longest = """() => Math.max(...[...document.querySelectorAll("*")].map((node) => {
        const style = getComputedStyle(node);
        return Math.max(parseFloat(style.transitionDuration), parseFloat(style.animationDuration)) || 0;
    }))"""
    assert page.evaluate(longest) == 0
    lively = signed_in(up, windows(reduced_motion="no-preference"))
    assert lively.evaluate(longest) <= 0.15


def test_the_language_is_changed_on_the_page_and_stays(up: House, windows: Any) -> None:
    page = signed_in(up, windows(), "/settings")
    page.locator("#menu summary").click()
    page.get_by_role("link", name="日本語").click()
    page.locator("h1", has_text="設定").wait_for()
    page.goto(up.base + "/")
    assert "受信箱" in page.locator("h1").inner_text()


def test_decisions_work_with_scripts_switched_off(up: House, windows: Any) -> None:
    task_id = up.started()
    page = signed_in(up, windows(java_script_enabled=False), f"/tasks/{task_id}")
    page.locator(".refuse summary").click()
    page.locator(".refuse textarea").fill("once more")
    page.locator(".refuse button[value=reject]").click()
    page.locator(".notice.good").wait_for()
    up.until(task_id, "policy_pending", version=2)
    page.reload()
    page.locator("button[value=approve]").click()
    page.locator(".notice.good").wait_for()
    up.until(task_id, "plan_pending")


def test_hostile_text_runs_nothing(up: House, windows: Any) -> None:
    task_id = up.started("<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>")
    page = signed_in(up, windows(), f"/tasks/{task_id}")
    assert "<img src=x" in page.locator(".request").inner_text()
    assert "owned" not in page.title().partition(" · ")[2]
    page.goto(up.base + "/")
    assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0


def test_what_was_typed_at_home_is_kept_until_it_is_taken(up: House, windows: Any) -> None:
    page = signed_in(up, windows())
    page.fill("#ask-text", "count the apples")
    page.reload()
    assert page.input_value("#ask-text") == "count the apples"
    windows.expect(AWAY)
    page.context.set_offline(True)
    page.press("#ask-text", "Control+Enter")
    page.locator("#compose [data-said][data-bad]").wait_for()  # said in place: the page is still there
    page.context.set_offline(False)
    page.goto(up.base)
    assert page.input_value("#ask-text") == "count the apples"
    page.press("#ask-text", "Control+Enter")
    page.wait_for_url("**/tasks/*")
    page.goto(up.base)
    assert page.input_value("#ask-text") == ""
