"""The live page in a real browser: one connection for all tabs, nothing taken away from whoever is at work in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import AWAY, NEEDED
from livehouse import answer, opening, post, said, the_hub, told
from webhouse import House, house, small_hands, small_mind, until

pytestmark = NEEDED
THREAD = '[data-region="thread"], [data-region="process"]'


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("live"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture
def window(browse: Any) -> Any:
    """One window for all tabs of a test."""
    return browse.window()


def shown(context: Any, up: House, session: str) -> Any:
    page = context.new_page()
    page.goto(f"{up.base}/s/{session}")
    return page


def says(page: Any, text: str) -> None:
    """Waits until the thread shows this."""
    page.locator(THREAD).get_by_text(text).first.wait_for(state="attached")


def live(page: Any) -> None:
    """Waits until the stream has brought what pages leave out."""
    page.locator('#main[data-stage="4"]').wait_for(state="attached")


# -- one connection --------------------------------------------------------------------------------------------------


def test_ten_tabs_are_live_over_one_connection(up: House, window: Any) -> None:
    sessions = [post(up, f"tab-{number}", opening(f"Session {number}")) for number in range(5)]
    pages = [shown(window, up, session) for session in sessions * 2]
    for page in pages:
        live(page)
    there = the_hub(up)
    until(lambda: len(there.clients) == 1)
    assert set(next(iter(there.clients)).cursors) == set(sessions)
    for number in range(5):
        post(up, f"tab-{number}", [said(f"tab {number} hears.")])
    for number, page in enumerate(pages):
        says(page, f"tab {number % 5} hears.")
    assert len(there.clients) == 1
    for page in (*pages[5:], *pages[:4]):
        page.close()  # torn down without a word: its lock tells
    until(lambda: [set(one.cursors) for one in tuple(there.clients)] == [{sessions[4]}])
    post(up, "tab-4", [said(" still live")])
    says(pages[4], "still live")


def test_a_second_tab_of_a_session_does_not_cost_the_first_one_anything(up: House, window: Any) -> None:
    session = post(up, "twice", opening())
    first = shown(window, up, session)
    live(first)
    first.evaluate("window.mark = document.querySelector('[data-region=\"head\"]').firstElementChild")
    post(up, "twice", [said("one ")])
    says(first, "one")
    second = shown(window, up, session)
    live(second)
    post(up, "twice", [said("two")])
    says(first, "one two")
    says(second, "one two")
    assert first.evaluate("window.mark === document.querySelector('[data-region=\"head\"]').firstElementChild")


def test_a_browser_without_shared_workers_is_live_too(up: House, window: Any) -> None:
    window.add_init_script("delete window.SharedWorker")
    session = post(up, "alone", opening())
    page = shown(window, up, session)
    live(page)
    post(up, "alone", [said("heard")])
    says(page, "heard")


# -- nothing is taken away -------------------------------------------------------------------------------------------


def test_typed_text_its_selection_and_the_focus_stay_through_a_storm(up: House, window: Any) -> None:
    session = post(up, "storm", opening())
    page = shown(window, up, session)
    live(page)
    field = page.locator("#compose-text")
    field.fill("half a thought")
    field.evaluate("(box) => box.setSelectionRange(2, 6)")
    for number in range(60):
        tool = {"toolCallId": f"t-{number}"}
        post(up, "storm", [said(f"w{number} "), told("tool.started", payload={"name": f"look {number}"}, **tool)])
    says(page, "w59")
    at = page.evaluate(
        "(() => { const at = document.activeElement; return [at.id, at.value, at.selectionStart, at.selectionEnd] })()"
    )
    assert at == ["compose-text", "half a thought", 2, 6]


def test_an_unfinished_word_of_an_input_method_is_waited_for(up: House, window: Any) -> None:
    session = post(up, "ime", opening())
    page = shown(window, up, session)
    live(page)
    page.focus("#compose-text")
    page.evaluate("document.activeElement.dispatchEvent(new CompositionEvent('compositionstart', {bubbles: true}))")
    post(up, "ime", [said("while you write")])
    until(lambda: any(one.cursors.get(session) == 3 for one in tuple(the_hub(up).clients)))
    # Two frames later it would be there, if it did not wait.
    page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))))"
    )
    assert "while you write" not in page.locator("#main").inner_text()
    page.evaluate("document.activeElement.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true}))")
    says(page, "while you write")


def test_what_somebody_selected_in_a_growing_answer_stays_selected(up: House, window: Any) -> None:
    session = post(up, "select", [*opening(), said("Hello world, this is ")])
    page = shown(window, up, session)
    live(page)
    says(page, "Hello world")
    page.evaluate(
        """() => {
          const walk = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const at = walk.currentNode.data.indexOf("Hello world");
            if (at >= 0) return getSelection().setBaseAndExtent(walk.currentNode, at, walk.currentNode, at + 11);
          }
        }"""
    )
    post(up, "select", [said("growing")])
    says(page, "this is growing")
    assert page.evaluate("String(getSelection())") == "Hello world"


# -- late answers ----------------------------------------------------------------------------------------------------


SWITCH = """(address) => {
  const link = Object.assign(document.createElement("a"), { href: address });
  link.dataset.switch = "";
  document.body.append(link);
  link.click();
  link.remove();
}"""


def test_a_late_answer_does_not_overwrite_the_session_that_is_shown(up: House, window: Any) -> None:
    """A → B → A, quickly: B's page comes after A is shown again, and its stream too."""
    one, two = post(up, "late-a", opening("Alpha")), post(up, "late-b", opening("Beta"))
    page = shown(window, up, one)
    live(page)
    held: list[Any] = []
    page.route(f"**/s/{two}", lambda route: held.append(route))
    with page.expect_request(f"**/s/{two}"):
        page.evaluate(SWITCH, f"{up.base}/s/{two}")
    page.locator("#main[aria-busy]").wait_for(state="attached")
    page.evaluate(SWITCH, f"{up.base}/s/{one}")
    page.locator("#main:not([aria-busy])").wait_for(state="attached")
    assert page.locator("#main").get_attribute("data-session") == one
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    post(up, "late-b", [said("of the other")])
    post(up, "late-a", [said("of this one")])
    says(page, "of this one")
    assert page.locator("#main").get_attribute("data-session") == one
    text = page.locator("#main").inner_text()
    assert "Alpha" in text and "of the other" not in text
    page.unroute(f"**/s/{two}")
    page.evaluate(SWITCH, f"{up.base}/s/{two}")
    says(page, "of the other")
    assert page.evaluate("location.pathname") == f"/s/{two}"
    page.go_back()
    says(page, "of this one")


NEXT_CONNECTION = """async () => {
  const { Stream } = await import(new URL(document.body.dataset.worker, location.href));
  const made = [];
  window.EventSource = class extends EventTarget {
    constructor(address) {
      super();
      made.push(Object.assign(this, { address, close() {} }));
    }
    say(kind, data) {
      this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
    }
  };
  const heard = [];
  const hear = (message) => message.kind === "parts" && heard.push([message.token, message.sequence]);
  const stream = new Stream("en");
  const connected = async (count) => {
    while (made.length < count) await new Promise((done) => setTimeout(done, 5));
    made[count - 1].say("hello", { view: "en" });
  };
  stream.join(hear);
  stream.hear(hear, { kind: "watch", session: "A", token: 1, page: 7 });
  await connected(1);
  made[0].say("parts", { session: "A", sequence: 8 });
  stream.hear(hear, { kind: "unwatch", session: "A" });
  stream.hear(hear, { kind: "watch", session: "A", token: 2, page: 8 });
  made[0].say("parts", { session: "A", sequence: 9 });
  await connected(2);
  return { heard, asked: made[1].address };
}"""


def test_what_is_told_while_the_connection_changes_is_told_again_by_the_next(up: House, window: Any) -> None:
    """Away and back at once: the fact that came in between over the old connection was not shown, and is not lost."""
    page = shown(window, up, post(up, "between", opening()))
    found = page.evaluate(NEXT_CONNECTION)
    assert found["heard"] == [[1, 8]]
    assert "page=A%3A8" in found["asked"] and "have=" not in found["asked"]


def test_an_older_drawing_never_replaces_a_newer_one(up: House, window: Any) -> None:
    session = post(up, "older", [*opening(), answer("first")])
    page = shown(window, up, session)
    live(page)
    post(up, "older", [answer("second", "m-2")])
    says(page, "second")
    sequence = int(page.locator("#main").get_attribute("data-sequence"))
    with page.expect_response("**/fragment*"):  # the lists fetch themselves: older or not, the thread is the stream's
        up.desk().call("ask", text="something else")
    assert int(page.locator("#main").get_attribute("data-sequence")) >= sequence
    says(page, "second")


# -- coming back -----------------------------------------------------------------------------------------------------


def test_a_page_goes_on_when_the_server_is_back(windows: Any, tmp_path: Path, lasting_port: int) -> None:
    windows.expect(AWAY)
    context = windows()
    with house(tmp_path, port=lasting_port, hands=small_hands(), mind=small_mind()) as up:
        session = post(up, "back", opening())
        page = context.new_page()
        page.goto(up.signin)
        page.goto(f"{up.base}/s/{session}")
        live(page)
    with house(tmp_path, port=lasting_port, hands=small_hands(), mind=small_mind()) as up:
        until(lambda: any(session in one.cursors for one in tuple(the_hub(up).clients)))
        post(up, "back", [said("here again")])
        says(page, "here again")


OVERTAKEN = """async (address) => {
  const made = [];
  class Source extends EventTarget {
    constructor(address) { super(); this.closed = false; made.push(this); }
    close() { this.closed = true; }
  }
  globalThis.EventSource = Source;
  const { Stream } = await import(address);
  const stream = new Stream("en");
  stream.join(() => {});
  for (let number = 0; number < 3; number += 1) stream.connect();
  const hello = new Event("hello");
  hello.data = '{"view": "1"}';
  made[2].dispatchEvent(hello);
  return made.map((one) => one.closed);
}"""
"""Three connections, each asked for before the one before it was answered."""


def test_no_connection_is_left_over_when_tabs_come_and_go_faster_than_they_are_answered(up: House, window: Any) -> None:
    page = shown(window, up, post(up, "overtaken", opening("Overtaken")))
    live(page)
    address = page.locator("body").get_attribute("data-worker")
    assert page.evaluate(OVERTAKEN, address) == [True, True, False]
