"""Every page and every tab, looked at by axe: its default rules with best practice, and the size of what is pressed.

One browser and one house. Structure and names are the same in both themes, so that only the colours are judged twice;
in the dark one of the texts that stand in the same kinds of elements all the way up, which the same rules colour.
A session's tabs are judged all at once, with none of them hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import AWAY, NEEDED
from livehouse import told
from webhouse import House, house, small_hands, small_mind, step

from ringi.minds import Declined, Question
from ringi.testing.scenarios.library import scenario

pytestmark = NEEDED
RUN = """async ([where, only]) => {
  const root = document.querySelector(where);
  const found = await axe.run(only.length ? { include: alike(root) } : root, {
    resultTypes: ["violations"],
    preload: false,
    ...(only.length ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }),
  });
  return found.violations.map((one) => [one.id, ...one.nodes.slice(0, 4).map((node) => node.html.slice(0, 200))]);

  // Of the texts that the same rules colour, one.
  function alike(root) {
    const state = "open|hidden|disabled|type|lang|role|aria-(selected|pressed|current|invalid|expanded)";
    const styled = new RegExp(`^(class|${state}|data-(active|unread|stale|bad|wrong|thinking))$`);
    const counts = ({ name }) => styled.test(name);
    const said = ({ name, value }) => `${name}=${value}`;
    const kind = (node) => [node.tagName, ...[...node.attributes].filter(counts).map(said)].join();
    const kinds = (node) => (node ? `${kinds(node.parentElement)}>${kind(node)}` : "");
    const found = new Map();
    for (const node of root.querySelectorAll("*")) {
      const says = [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
      if (says && !found.has(kinds(node))) found.set(kinds(node), node);
    }
    return [...found.values()];
  }
}"""
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true })"
EVERY_TAB = "document.querySelectorAll('.panel-body').forEach((one) => { one.hidden = false })"
LAID_OUT = """() => {
  const sheet = new CSSStyleSheet();
  const free = "height: auto !important; max-height: none !important; overflow: visible !important";
  sheet.replaceSync(`.bench > .right { position: static !important; ${free} } .panel-body, .decide { ${free} }`);
  document.adoptedStyleSheets = [sheet];
  window.scrollTo(0, 0);
}"""
"""What one would have to scroll to in the right-hand column is laid out: colours are only judged where they show."""
FILLED = (
    "() => [...document.querySelectorAll('.panel-body')].every((one) => one.innerText.trim() || one.textContent.trim())"
)
LIGHT = {"color_scheme": "light", "reduced_motion": "reduce"}
"""Colours do not change while they are looked at."""
BROKEN = "the ledger is closed"


def fails() -> dict[str, Any]:
    raise ValueError(BROKEN)


@pytest.fixture(scope="module")
def axe() -> str:
    found = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    return (Path(found.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("axe"), hands=small_hands(), mind=small_mind()) as found:
        yield found


class Judge:
    """Shows axe a page in the light and in the dark, and keeps what it finds."""

    def __init__(self, axe: str, page: Any) -> None:
        self.axe, self.page = axe, page
        self.found: list[Any] = []

    def __call__(self, where: str, unfold: bool = True, at: str = "html") -> None:
        if unfold:
            self.page.evaluate(UNFOLD)
        self.page.evaluate(LAID_OUT)
        self.page.evaluate(self.axe)
        self.found += [(where, *one) for one in self.page.evaluate(RUN, [at, []])]
        self.page.emulate_media(color_scheme="dark")
        self.found += [(f"{where}, dark", *one) for one in self.page.evaluate(RUN, [at, ["color-contrast"]])]
        self.page.emulate_media(color_scheme="light")

    def tabs(self, where: str) -> None:
        """A session with all that stands under its tabs."""
        self.page.wait_for_function(FILLED)
        self.page.evaluate(EVERY_TAB)
        self(where)

    def done(self) -> None:
        assert not self.found, "\n".join(map(str, self.found))


@pytest.fixture
def judge(axe: str, browse: Any) -> Iterator[Judge]:
    found = Judge(axe, browse.window(**LIGHT).new_page())
    yield found
    found.done()


def session(up: House, name: str, first: int | None = None) -> str:
    facts = [dict(one) for one in scenario(name, "en").facts][:first]
    return str(up.desk().call("post_facts", facts=facts, session=f"{name}-{first}", title=name)["session"])


def test_before_one_is_signed_in_and_where_nothing_is(up: House, judge: Judge, windows: Any) -> None:
    windows.expect("401", "404")
    judge.page.goto(up.base + "/nowhere")
    judge("a page that is not there")
    judge.page.goto(up.base + "/s/nowhere")
    judge("a session that is not there")
    judge.page.context.clear_cookies()
    judge.page.goto(up.base + "/")
    judge("the door")


def test_the_lists_empty_and_full_and_what_opens_over_them(up: House, judge: Judge) -> None:
    judge.page.goto(up.base + "/")
    judge("an empty inbox")
    up.at_plan("a report, please")
    session(up, "hitl", 16)
    judge.page.reload()
    judge("the inbox")
    for number in range(9):
        up.started(f"errand {number}")
    judge.page.reload()
    judge.page.locator("#rest-newer").wait_for()
    judge("a long inbox")
    judge.page.keyboard.press("?")
    judge.page.locator("#keys").wait_for()
    judge("the keys", unfold=False)


def test_tasks_of_ours_in_every_state(up: House, judge: Judge, tmp_path: Path) -> None:
    policy, plan, ended, done = up.started("one"), up.at_plan("two"), up.started("three"), up.at_plan("four")
    up.desk().call("cancel", task_id=ended)
    up.decide(done)
    up.until(done, "completed")
    changed = up.at_plan("five")
    up.decide(changed, "reject", reason="differently")
    up.until(changed, "plan_pending")
    for task in (policy, plan, ended, changed, done):
        judge.page.goto(f"{up.base}/s/{task}")
        judge.tabs(f"a task: {up.show(task)['state']}") if task is done else judge(f"a task: {up.show(task)['state']}")


@pytest.mark.parametrize(
    ("state", "parts"),
    [
        ("failed", {"mind": small_mind([step(1, "broken")]), "hands": small_hands(broken=(fails, "read", False, {}))}),
        ("declined", {"mind": small_mind(extract=Declined(reason="No tool sends faxes.", suggestion="Ask."))}),
        ("asking", {"mind": small_mind(extract=Question(text="Which month?", choices=("May",)))}),
    ],
)
def test_a_task_that_did_not_go_well(axe: str, windows: Any, tmp_path: Path, state: str, parts: dict[str, Any]) -> None:
    windows.expect(AWAY)  # the house is closed before its window
    with house(tmp_path, **{"hands": small_hands(), **parts}) as up:
        task = str(up.desk().call("ask", text="please")["task_id"])
        if state == "failed":
            for gate in ("policy_pending", "plan_pending"):
                up.until(task, gate)
                up.decide(task)
        up.until(task, state)
        page = windows(**LIGHT).new_page()
        page.goto(up.signin)
        page.goto(f"{up.base}/s/{task}")
        judge = Judge(axe, page)
        judge(state)
        judge.done()


@pytest.mark.parametrize("name", ["team", "hitl"])
def test_a_session_of_another_runtime_with_each_tab_open(up: House, judge: Judge, name: str) -> None:
    found = session(up, name)
    up.desk().call("take_controls", session=found)  # with all that can be pressed while its runtime is there
    judge.page.goto(f"{up.base}/s/{found}?panel=team")
    judge.tabs(name)


def test_sessions_with_little_with_much_and_with_what_is_missing(up: House, judge: Judge) -> None:
    thin = [told("session.opened", {"title": "Thin"}), told("run.started")]
    thin.append(told("review.requested", {"evidenceRefs": ["ev1"]}, reviewId="rv1"))
    up.desk().call("post_facts", facts=thin, session="thin")
    found = str(up.desk().call("post_facts", facts=[told("run.status")], session="thin")["session"])
    judge.page.goto(f"{up.base}/s/{found}")
    judge.tabs("next to nothing")
    for name, first in (("solo", 20), ("queue", None), ("missing", None), ("diagnostics", None), ("interleaved", None)):
        judge.page.goto(f"{up.base}/s/{session(up, name, first)}?panel=diagnostics")
        judge(name)


def test_what_is_looked_into_and_the_past(up: House, judge: Judge) -> None:
    team = session(up, "team")
    judge.page.goto(f"{up.base}/s/{team}/replay?at=40")
    judge("the past")
    judge.page.goto(f"{up.base}/s/{team}?panel=team")
    judge.page.locator(".region-transcripts .row-line a").first.click()
    judge.page.locator("#transcript-viewer li").first.wait_for()
    judge("a transcript", at=".region-transcripts")
    judge.page.goto(f"{up.base}/s/{team}?panel=artifacts")
    judge.page.locator(".artifact a[data-look]").first.click()
    judge.page.locator("#artifact-viewer > *").first.wait_for()
    judge("an artifact", at="#panel-artifacts")


def test_administration(up: House, judge: Judge) -> None:
    up.add("mei", "approver")
    for path in ("", "/tasks", "/users", "/tools", "/integrations", "/audit"):
        judge.page.goto(f"{up.base}/admin{path}")
        judge(f"admin{path}")
    judge.page.goto(f"{up.base}/settings")
    judge("settings")


def test_on_a_telephone(axe: str, browse: Any, up: House) -> None:
    window = browse.window("ja", 390, 740, is_mobile=True, has_touch=True, **LIGHT)
    judge = Judge(axe, window.new_page())
    places = ["/", f"/s/{session(up, 'hitl', 16)}", f"/s/{up.at_plan('six')}", f"/s/{session(up, 'team')}?panel=team"]
    for place in [*places, "/admin", "/admin/audit"]:
        judge.page.goto(up.base + place)
        judge(f"{place} on a telephone", unfold="panel" not in place, at="#panel-team" if "panel" in place else "html")
    judge.done()
