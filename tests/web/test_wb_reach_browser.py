"""In a real browser: the ways to send follow the run, a phone reaches every decision, a session opens whole."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import NEEDED, Browse, expect
from webhouse import PATIENCE, House, house, small_hands, small_mind

from ringi.minds import Declined, Question

pytestmark = NEEDED


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("home"), hands=small_hands(), mind=small_mind()) as found:
        yield found


class Runtime:
    """Another runtime: each call is one more fact of its session."""

    def __init__(self, up: House) -> None:
        self.up, self.name, self.number, self.id = up, f"r-{uuid.uuid4().hex[:8]}", 0, ""

    def __call__(self, kind: str, payload: dict[str, Any] | None = None, **ids: str) -> None:
        self.many([(kind, payload or {}, ids)])

    def many(self, told: list[tuple[str, dict[str, Any], dict[str, str]]]) -> None:
        facts = []
        for kind, payload, ids in told:
            self.number += 1
            at = {"sequence": self.number, "timestamp": "2026-10-30T18:00:00Z", "sessionId": self.name}
            facts.append({**at, "threadId": self.name, "type": kind, "payload": payload, **ids})
        self.id = self.up.desk().call("post_facts", facts=facts, session=self.name, source="demo")["session"]
        self.there()

    def there(self) -> None:
        """It asks what it should do: so long it counts as connected."""
        self.up.desk().call("take_controls", session=self.id)

    def away(self) -> None:
        """It has not asked for a long time."""
        sql = "UPDATE runtime_links SET seen_at = '2020-01-01T00:00:00.000Z' WHERE thread_id = ?"
        self.up.office.store.write(lambda tx: tx.aside(sql, (self.id,)))


def sent_by(page: Any, mode: str) -> None:
    expect(page.locator(f"#compose [value={mode}]")).to_be_checked(timeout=PATIENCE * 1000)


def test_the_ways_to_send_follow_another_runtimes_run_and_leave_what_is_typed_alone(up: House, browse: Any) -> None:
    tell = Runtime(up)
    tell("session.opened", {"title": "A long look"})
    page = browse(f"/s/{tell.id}")
    sent_by(page, "send")
    page.locator("#compose-text").fill("half a thought")
    page.evaluate("document.getElementById('compose-text').setSelectionRange(2, 6)")
    tell("run.started", runId="r")
    sent_by(page, "queue")
    page.locator(".mode", has_text="Steer").click()
    page.locator("#compose-text").focus()
    tell("run.status", {"status": "preparing", "detail": "still at it"}, runId="r")
    page.get_by_text("still at it").first.wait_for()
    sent_by(page, "steer")
    tell("run.finished", {"status": "completed"}, runId="r")
    sent_by(page, "send")
    assert page.locator("#compose [value=steer]").is_disabled()
    assert "nothing is running now" in page.locator(".mode-whats").inner_text()
    assert page.locator("#compose-text").input_value() == "half a thought"
    assert page.evaluate("document.activeElement.id") == "compose-text"


def test_while_a_runtime_is_away_nothing_can_be_pressed_and_it_comes_back_by_itself(up: House, browse: Any) -> None:
    tell = Runtime(up)
    asked = {"type": "tool_approval", "title": "Pay the advance", "tool": "bank.pay"}
    tell.many([("session.opened", {"title": "A gap"}, {}), ("run.started", {}, {"runId": "r"})])
    tell("action.required", asked, actionId="a1", runId="r")
    tell.away()
    page = browse(f"/s/{tell.id}")
    approve, send = page.locator("#approve-a1"), page.locator("#compose .send")
    expect(approve).to_be_disabled()
    expect(send).to_be_disabled()
    assert "not connected" in page.locator("#away-a1").inner_text()
    page.locator("#compose-text").fill("half a thought")
    tell.there()
    expect(approve).to_be_enabled(timeout=PATIENCE * 1000)
    expect(send).to_be_enabled()
    expect(page.locator("#away-a1")).to_have_count(0)
    assert page.locator("#compose-text").input_value() == "half a thought"
    approve.click()
    expect(page.locator("[data-key=card-a1] .submitted")).to_be_visible(timeout=PATIENCE * 1000)


def test_the_ways_to_send_to_a_task_of_ours_follow_it_to_its_end(up: House, browse: Any) -> None:
    task = up.at_plan("one more, please")
    page = browse(f"/s/{task}")
    sent_by(page, "queue")
    page.locator("#compose-text").fill("and then")
    page.evaluate("document.getElementById('compose-text').focus()")
    up.decide(task)
    up.until(task, "completed")
    sent_by(page, "send")
    assert page.locator("#compose [value=steer]").is_disabled() and page.locator("#compose [value=queue]").is_disabled()
    assert page.locator("#compose-text").input_value() == "and then"
    assert page.evaluate("document.activeElement.id") == "compose-text"


def asked(tell: Runtime) -> None:
    """Two teammates ask at once."""
    tell.many([("session.opened", {"title": "Desks"}, {}), ("run.started", {}, {"runId": "r"})])
    for name, title in (("buy", "Buy new desks"), ("sell", "Sell the old desks")):
        about = {"actionType": "tool_approval", "title": title, "input": {"desks": 12, "price": "90,000"}}
        tell("action.required", about, runId="r", actionId=name)


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_reaches_every_decision_and_the_buttons_are_those_of_the_card_in_sight(
    up: House, browse: Any, width: int
) -> None:
    tell = Runtime(up)
    asked(tell)
    page = browse(f"/s/{tell.id}", "en", width, 700, is_mobile=True, has_touch=True)
    for name in ("sell", "buy"):
        card = page.locator(f'[data-key="card-{name}"]')
        page.locator(f'[data-card="{name}"]').tap()
        expect(card.locator("h2")).to_be_in_viewport(timeout=PATIENCE * 1000)
        button = card.get_by_role("button", name="Approve")
        expect(button).to_be_in_viewport(ratio=1, timeout=PATIENCE * 1000)
        box, around = button.bounding_box(), card.bounding_box()
        assert box["height"] >= 48 and around["y"] <= box["y"] <= around["y"] + around["height"]
        centre = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert (
            page.evaluate(f"document.elementFromPoint(...{centre})?.closest('[data-key]').dataset.key")
            == f"card-{name}"
        )


@pytest.mark.parametrize("width", [390, 1280])
def test_of_several_decisions_no_buttons_come_away_from_the_end_of_the_card_they_belong_to(
    up: House, browse: Any, width: int
) -> None:
    tell = Runtime(up)
    asked(tell)
    about = {"actionType": "plan_decision", "title": "The whole plan", "plan": [f"Step {n}" for n in range(30)]}
    tell("action.required", about, runId="r", actionId="plan")
    page = browse(f"/s/{tell.id}", "en", width, 700)
    for down in range(0, 1400, 100):
        apart = page.evaluate(
            """(down) => {
              (innerWidth > 860 ? document.getElementById("panel-decide") : document.scrollingElement).scrollTop = down;
              const bottom = (node) => node.getBoundingClientRect().bottom;
              const cards = [...document.querySelectorAll("#decide > .decision")].slice(1);
              return cards.map((card) => Math.round(bottom(card) - bottom(card.querySelector(".actions"))));
            }""",
            down,
        )
        assert len(apart) == 2 and max(apart) <= 20, (down, apart)


def test_the_tab_of_decisions_says_the_same_live_as_after_a_reload(up: House, browse: Any) -> None:
    task = up.started("please")
    page = browse(f"/s/{task}")
    badge = page.locator("[data-decisions]")
    expect(badge).to_have_text("1", timeout=PATIENCE * 1000)
    up.decide(task)
    page.locator("#decide .effects.writes").first.wait_for()
    expect(badge).to_have_text("1", timeout=PATIENCE * 1000)
    up.decide(task)
    up.until(task, "completed")
    expect(badge).to_be_hidden(timeout=PATIENCE * 1000)


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_lies_over_the_composer_of_a_phone(up: House, browse: Any, width: int) -> None:
    tell = Runtime(up)
    asked(tell)
    page = browse(f"/s/{tell.id}", "en", width, 700, is_mobile=True, has_touch=True)
    for chosen in ("#compose-text", "#compose .send", ".mode-whats"):
        page.locator(chosen).scroll_into_view_if_needed()
        over = page.evaluate(
            """(chosen) => {
              const box = document.querySelector(chosen).getBoundingClientRect();
              const at = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
              return at?.closest(".compose") ? "" : at?.outerHTML.slice(0, 200) ?? "nothing";
            }""",
            chosen,
        )
        assert over == "", chosen


@pytest.mark.parametrize("answers", [1, 40])
def test_a_session_opens_with_its_title_and_tabs_and_its_newest_words_in_sight(
    up: House, browse: Any, answers: int
) -> None:
    tell = Runtime(up)
    told: list[tuple[str, dict[str, Any], dict[str, str]]] = [("session.opened", {"title": "Forty answers"}, {})]
    for number in range(answers):
        told.append(("text.final", {"text": f"Answer {number}.\\n\\n" + "Word " * 60}, {"messageId": f"m{number}"}))
    tell.many(told)
    other = Runtime(up)
    other("session.opened", {"title": "Another"})
    page = browse(f"/s/{other.id}")  # with two open there is a row of tabs
    page.goto(f"{up.base}/s/{tell.id}")
    page.locator("#tabs .tab").first.wait_for()
    for chosen in (
        "#tabs .tab",
        "main h1",
        ".status-line",
        f'[data-key="message-m{answers - 1}"] .by',
        "#compose-text",
    ):
        place = page.locator(chosen).first
        expect(place).to_be_in_viewport(ratio=1, timeout=PATIENCE * 1000)
        seen = page.evaluate(
            """(chosen) => {
              const node = document.querySelector(chosen);
              const box = node.getBoundingClientRect();
              const at = document.elementFromPoint(box.x + 4, box.y + box.height / 2);
              return node === at || node.contains(at) || at.contains(node);
            }""",
            chosen,
        )
        assert seen, f"{chosen} is covered"


@pytest.mark.parametrize("height", [500, 620, 699])
def test_in_a_low_window_the_title_and_the_state_stay_in_sight(up: House, browse: Any, height: int) -> None:
    tell = Runtime(up)
    told: list[tuple[str, dict[str, Any], dict[str, str]]] = [("session.opened", {"title": "Forty answers"}, {})]
    told.append(("run.started", {}, {"runId": "r"}))
    for number in range(40):
        told.append(("text.final", {"text": f"Answer {number}.\n\n" + "Word " * 60}, {"messageId": f"m{number}"}))
    tell.many(told)
    page = browse(f"/s/{tell.id}", height=height)
    page.locator('[data-key="message-m39"]').wait_for()
    for chosen in ("main h1", ".status-line .mark"):
        expect(page.locator(chosen).first).to_be_in_viewport(ratio=1, timeout=PATIENCE * 1000)
        assert page.locator(chosen).first.evaluate(
            "(node) => node.contains(document.elementFromPoint(node.getBoundingClientRect().x + 4,"
            " node.getBoundingClientRect().y + node.getBoundingClientRect().height / 2))"
        ), f"{chosen} is covered"


def test_a_new_request_takes_files_shows_them_and_says_when_a_reload_lost_them(up: House, browse: Any) -> None:
    sheet = {"name": "sales.csv", "mimeType": "text/csv", "buffer": b"a;b\n1;2\n"}
    browse.expect("422")  # a file that is not taken
    page = browse("/")
    page.fill("#ask-text", "count the apples")
    page.set_input_files("#attach", [sheet, {**sheet, "name": "old.csv"}])
    expect(page.locator("#attached li")).to_have_count(2)
    page.get_by_role("button", name="Remove old.csv").click()
    expect(page.locator("#attached li bdi")).to_have_text(["sales.csv"])
    page.reload()
    expect(page.locator("[data-said]")).to_contain_text("attach them again: sales.csv")
    assert page.input_value("#ask-text") == "count the apples"
    page.set_input_files("#attach", {**sheet, "name": "tool.exe"})
    page.press("#ask-text", "Control+Enter")
    expect(page.locator("[data-said][data-bad]")).to_contain_text("RINGI-85")  # refused in place, nothing lost
    assert page.input_value("#ask-text") == "count the apples"
    page.get_by_role("button", name="Remove tool.exe").click()
    page.set_input_files("#attach", sheet)
    page.locator("#compose .send").click()
    page.wait_for_url("**/tasks/*")
    expect(page.locator(".entry-request .came-with")).to_contain_text("sales.csv")
    page.goto(up.base)
    assert page.input_value("#ask-text") == "" and page.locator("#attached li").count() == 0


def test_a_long_panel_scrolls_by_itself_and_makes_the_page_no_longer(up: House, browse: Any) -> None:
    tell = Runtime(up)
    told: list[tuple[str, dict[str, Any], dict[str, str]]] = [("session.opened", {"title": "Many reports"}, {})]
    for number in range(40):
        said = {"agentName": f"Mate {number}", "status": "completed", "summary": "Done " * 30}
        told.append(("worker.notification", said, {"agentId": f"a{number}", "taskId": f"k{number}"}))
    tell.many(told)
    page = browse(f"/s/{tell.id}?panel=team")
    page.locator(".region-notices .card").last.wait_for()
    high, foot = page.evaluate(
        "[document.documentElement.scrollHeight,"
        " document.querySelector('main').getBoundingClientRect().bottom + scrollY]"
    )
    assert high <= max(foot, 900) + 2
    expect(page.locator("main h1").first).to_be_in_viewport(timeout=PATIENCE * 1000)


def test_on_a_phone_whatever_a_person_can_do_next_comes_before_the_thread(tmp_path: Any, windows: Any) -> None:
    asking = small_mind(extract=Question(text="Which month?", choices=("2026-10",)))
    with house(tmp_path, hands=small_hands(), mind=asking) as there:
        task_id = there.started("overtime", "asking")
        page = Browse(windows, there)(f"/s/{task_id}", width=390, height=844, is_mobile=True, has_touch=True)
        place = page.get_by_role("button", name="2026-10")
        expect(place).to_be_in_viewport(ratio=1, timeout=PATIENCE * 1000)
        assert "Steer: not at this point" in page.locator(".ways").inner_text()


def test_on_a_phone_why_something_was_declined_comes_before_the_thread(tmp_path: Any, windows: Any) -> None:
    mind = small_mind(extract=Declined(reason="No tool can fly.", suggestion="Ask for overtime."))
    with house(tmp_path, hands=small_hands(), mind=mind) as there:
        task_id = there.started("to the moon", "declined")
        page = Browse(windows, there)(f"/s/{task_id}", width=390, height=844, is_mobile=True, has_touch=True)
        expect(page.get_by_text("No tool can fly.").first).to_be_in_viewport(timeout=PATIENCE * 1000)
        why, thread = (page.locator(name).bounding_box()["y"] for name in ("#decide .decision", ".thread"))
        assert why < thread


def test_however_many_sessions_are_open_their_tabs_are_one_row_with_the_present_one_in_sight(
    up: House, browse: Any
) -> None:
    opened = []
    for number in range(10):
        tell = Runtime(up)
        tell("session.opened", {"title": f"A session with quite a long title, number {number}"})
        opened.append(tell.id)
    page = browse(f"/s/{opened[0]}")
    for one in opened[1:]:
        page.goto(f"{up.base}/s/{one}")
    for one in (opened[-1], opened[0]):
        page.goto(f"{up.base}/s/{one}")
        tab = page.locator("#tabs [data-active]")
        expect(tab).to_be_in_viewport(ratio=0.9, timeout=PATIENCE * 1000)
        assert page.locator("#tabs .tab").count() == 10
        assert page.locator("#tabs").bounding_box()["height"] < 70
