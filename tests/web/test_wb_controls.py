"""Each of the seed's nineteen controls has its place on a session's page, is pressed there, and reaches its owner.

The forms are filled in and sent as a browser without a script would; the session's runtime takes what was asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from livehouse import told
from webhouse import House, house, small_hands, small_mind

from ringi.flow.control_table import RULES
from ringi.flow.exporting import verified
from ringi.web.workbench.panels.offers import of_teammate
from ringi.words import LANGS, say

HERE = Path(__file__).parents[2]
TABS = ("decide", "artifacts", "evidence", "team", "diagnostics")
DIGEST = "d" * 64


def action(key: str, kind: str, **more: Any) -> dict[str, Any]:
    body = {"type": kind, "title": f"Question {key}", "digest": DIGEST, **more}
    return told("action.required", body, actionId=key)


FACTS = [
    told("session.opened", {"title": "Every control"}),
    told("run.started", {"status": "streaming"}),
    told("agent.spawned", {"agentName": "Worker", "status": "running", "role": "worker"}, agentId="w1"),
    told("agent.spawned", {"agentName": "Second", "status": "running", "role": "worker"}, agentId="w2"),
    told("agent.spawned", {"agentName": "Idle one", "status": "idle", "role": "worker"}, agentId="w3"),
    told("team.changed", {"board": [{"id": "b1", "title": "Item", "status": "open"}]}),
    told("artifact.created", {"title": "Sheet", "kind": "sheet"}, artifactId="x1"),
    told("artifact.version.created", {"version": 1, "versionId": "x1/v1"}, artifactId="x1"),
    told("artifact.version.created", {"version": 2, "versionId": "x1/v2"}, artifactId="x1"),
    told("evidence.changed", {"kind": "trace", "status": "ready", "title": "Trace"}, evidenceId="e1"),
    told("queue.changed", {"items": [{"id": "t1", "text": "Next", "status": "queued", "position": 1}]}),
    told("tool.started", {"name": "look", "title": "Look"}, toolCallId="c1"),
    told("tool.failed", {"error": "closed", "retryable": True}, toolCallId="c1"),
    action("q1", "tool_approval"),
    action("q2", "tool_approval"),
    action("q3", "clarification"),
]
PLACES: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "send": ("decide", {"mode": "send", "text": "now"}, {"text": "now"}),
    "queue": ("decide", {"mode": "queue", "text": "later"}, {"text": "later"}),
    "steer": ("decide", {"mode": "steer", "text": "left"}, {"text": "left"}),
    "interrupt": ("decide", {}, {"run_id": "run-1"}),
    "delegate": ("team", {"text": "do it", "agent_id": "w1"}, {"text": "do it", "agent_id": "w1"}),
    "assign": ("team", {"to": "w1"}, {"work_item_id": "b1", "to": "w1"}),
    "continue_agent": ("team", {"text": "go on"}, {"agent_id": "w1", "text": "go on"}),
    "wait": ("team", {}, {"agent_ids": ["w1", "w2"]}),
    "stop": ("team", {}, {"agent_id": "w1"}),
    "close": ("team", {}, {"agent_id": "w3"}),
    "request_review": ("artifacts", {"reviewer": "w2", "text": "sums"}, {"target": "x1", "reviewer": "w2"}),
    "approve": ("decide", {}, {"action_id": "q1", "digest": DIGEST}),
    "reject": ("decide", {"reason": "no"}, {"action_id": "q2", "reason": "no"}),
    "answer": ("decide", {"text": "May"}, {"action_id": "q3", "text": "May"}),
    "edit": ("decide", {"text": "Another"}, {"patch": {"queueId": "t1", "text": "Another"}}),
    "retry": ("decide", {}, {"of": "c1"}),
    "rollback": ("artifacts", {}, {"artifact_id": "x1", "to": "x1/v1"}),
    "export": ("artifacts", {}, {"artifact_id": "x1"}),
}
"""Where a control stands (its tab), what a person fills in there, and what the runtime then gets."""


class Forms(HTMLParser):
    """The forms of a page: where each goes, what it sends as it stands, and whether it can be pressed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self._form: dict[str, Any] | None = None
        self._off = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = {"action": said.get("action", ""), "fields": {}, "names": set(), "can": False}
            self.found.append(self._form)
        elif tag == "fieldset" and "disabled" in said:
            self._off += 1
        elif self._form is not None and tag in ("input", "select", "textarea") and "name" in said:
            self._form["names"].add(said["name"])
            sent = said.get("type") not in ("radio", "checkbox") or "checked" in said
            if sent and tag == "input":
                self._form["fields"][said["name"]] = said.get("value", "on")
        elif self._form is not None and tag == "button" and "disabled" not in said and not self._off:
            self._form["can"] = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "fieldset" and self._off:
            self._off -= 1

    def of(self, control: str, wanted: dict[str, Any]) -> list[dict[str, Any]]:
        """Those of one control that are about what is wanted."""
        ways = (f"/team/{control}", f"/controls/{control}")
        mine = [one for one in self.found if one["action"].endswith(ways)]
        if control in ("send", "queue", "steer"):
            mine = [one for one in self.found if one["action"].endswith("/compose") and "mode" in one["names"]]
        ids = {name: value for name, value in wanted.items() if name in ("agent_id", "action_id", "run_id", "to")}
        fits = [one for one in mine if all(one["fields"].get(name, value) == value for name, value in ids.items())]
        return sorted(fits, key=lambda one: -sum(name in one["fields"] for name in ids))  # the one that names it first


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("nineteen"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture(scope="module")
def session(up: House) -> str:
    return str(up.desk().call("post_facts", facts=FACTS, session="every-control")["session"])


def taken(up: House, session: str) -> list[dict[str, Any]]:
    """What the runtime finds to do; it is connected by asking."""
    return list(up.desk().call("take_controls", session=session)["requests"])


def forms(up: House, session: str, tab: str, cookie: str = "") -> Forms:
    return Forms(up.page(f"/s/{session}?panel={tab}", cookie).text)


def gone(up: House, session: str) -> None:
    """The runtime has not asked for a long time."""
    sql = "UPDATE runtime_links SET seen_at = '2020-01-01T00:00:00.000Z' WHERE thread_id = ?"
    up.office.store.write(lambda tx: tx.aside(sql, (session,)))


def test_the_table_here_is_the_seeds() -> None:
    assert {*PLACES, "open_detail"} == set(RULES) and len(RULES) == 19


@pytest.mark.parametrize("control", PLACES)
def test_a_control_is_pressed_on_the_page_and_reaches_its_owner(up: House, session: str, control: str) -> None:
    taken(up, session)
    tab, filled, wanted = PLACES[control]
    (form, *_) = [one for one in forms(up, session, tab).of(control, wanted) if set(filled) <= one["names"]]
    assert form["can"], form
    answer = up.post(form["action"], given={**form["fields"], **filled})
    assert answer.status in (200, 303), answer.text
    (request,) = taken(up, session)
    assert request["control"] == control
    assert wanted.items() <= request["body"].items()


def test_what_is_read_is_opened_and_the_record_is_taken_away_whole(up: House, session: str) -> None:
    assert up.page(f"/s/{session}/detail/tool/c1").status == 200
    page = up.page(f"/s/{session}?panel=evidence").text
    assert f'href="/s/{session}/export"' in page
    found = up.page(f"/s/{session}/export")
    assert "attachment" in found.headers["content-disposition"]
    exported = found.json()
    assert [one["sequence"] for one in exported["facts"]] == list(range(1, len(FACTS) + 1))
    assert verified(exported) == []
    exported["facts"][3]["payload"] = exported["facts"][3]["payload"].replace("Second", "Secund")
    assert verified(exported)
    up.add("nobody", "requester")
    assert up.page(f"/s/{session}/export", up.cookie(up.desk().call("user_key", name="nobody")["key"])).status == 404


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_may_not_ask_is_offered_nothing_and_who_owns_it_is(up: House, session: str, lang: str) -> None:
    taken(up, session)
    for name, role in (("ada", "auditor"), ("dev", "developer")):
        cookie = up.cookie(up.add(f"{name}-{lang}", role))
        shown = [one for tab in TABS for one in forms(up, session, tab, cookie).found if "/team/" in one["action"]]
        assert shown == []
        mine = up.desk(f"{name}-{lang}").call("post_facts", facts=FACTS, session=f"mine-{name}")["session"]
        up.desk(f"{name}-{lang}").call("take_controls", session=mine)
        assert [one for one in forms(up, mine, "team", cookie).of("stop", {}) if one["can"]]


def test_a_whole_session_is_closed_on_its_page_and_once_it_is_closed_no_more(up: House) -> None:
    session = str(up.desk().call("post_facts", facts=FACTS, session="to-be-closed")["session"])
    taken(up, session)
    page = up.page(f"/s/{session}").text
    (form,) = [one for one in Forms(page).of("close", {}) if "agent_id" not in one["names"]]
    assert form["can"] and "The record stays" in page  # what it does is said before anybody presses it
    assert up.post(form["action"], given={"reason": "done with it"}).status == 200
    (request,) = taken(up, session)
    assert (request["control"], request["body"]) == ("close", {"reason": "done with it"})
    assert "Close the session" in up.page(f"/s/{session}").text  # asked is not done
    up.desk().call("post_facts", facts=[told("session.closed", {})], session="to-be-closed")
    after = up.page(f"/s/{session}").text
    assert "Close the session" not in after and f">{say('workbench', 'session_closed', 'en')}</span>" in after


def test_while_its_owner_is_away_a_control_stands_there_and_says_that_it_is_unavailable(
    up: House,
) -> None:
    session = str(up.desk().call("post_facts", facts=FACTS, session="left-alone")["session"])
    taken(up, session)
    gone(up, session)
    for control in ("delegate", "assign", "continue_agent", "wait", "stop", "close", "interrupt", "rollback"):
        tab, _, wanted = PLACES[control]
        page = up.page(f"/s/{session}?panel={tab}").text
        standing = Forms(page).of(control, wanted)
        assert standing and not any(one["can"] for one in standing), control
        assert "Runtime not connected" in page
        assert control == "interrupt" or "Unavailable: the runtime is not connected" in page
    page = up.page(f"/s/{session}").text
    for control in ("approve", "reject", "answer", "retry", "edit", "send", "queue", "steer"):
        standing = Forms(page).of(control, PLACES[control][2])
        assert standing and not any(one["can"] for one in standing), control
    assert say("workbench", "away_answer", "en") in page and say("workbench", "mode_off_away", "en") in page
    taken(up, session)
    page = up.page(f"/s/{session}").text
    assert all(Forms(page).of(control, PLACES[control][2])[0]["can"] for control in ("approve", "answer", "send"))
    assert say("workbench", "away_answer", "en") not in page
    gone(up, session)
    told_ = up.post(f"/s/{session}/team/stop", given={"agent_id": "w1"})
    assert 'data-outcome="unavailable"' in told_.text and "RINGI-812" in told_.text
    controls = up.desk().call("session", id=session)["controls"]
    assert [name for name, one in controls.items() if one["available"]] == ["export", "open_detail"]


def test_the_reference_and_the_description_have_all_of_them() -> None:
    from ringi.web.v1.openapi import described

    reference = (HERE / "docs/reference/api.md").read_text("utf-8")
    paths = described()["paths"]
    for name, rule in RULES.items():
        assert f"| `{name}` | {rule.boundary} |" in reference
        assert any(path.endswith(f"/controls/{name}") for path in paths), name


@pytest.mark.parametrize("known_by", [{"source": "human"}, {"role": "human"}, {"role": "Human"}])
def test_a_person_on_the_team_is_offered_to_nobody_to_be_stopped(known_by: dict[str, str]) -> None:
    assert of_teammate({"id": "mika", "status": "running", **known_by}) == ()
    assert of_teammate({"id": "worker", "status": "running", "role": "reviewer"}) == ("continue_agent", "wait", "stop")
