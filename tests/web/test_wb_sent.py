"""What was asked of another runtime stands as asked, on every screen and after a reload, until its owner answers."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from livehouse import opening, post, told
from webhouse import House, house, small_hands, small_mind

from ringi.words import say

NAMES: dict[str, str] = {}
"""What each session is called by its own runtime."""
SENT = say("workbench", "control_sent", "en")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("home"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture
def session(up: House) -> str:
    """A session whose runtime is there, with a turn that waits, a work item and something that runs by itself."""
    facts = [
        *opening("Letters"),
        told("queue.changed", payload={"items": [{"id": "q1", "text": "Letter 1"}, {"id": "q2", "text": "Letter 2"}]}),
        told(
            "task.changed",
            payload={"runtimeEntity": "work_item", "workItemId": "w1", "title": "Desk", "status": "open"},
            taskId="w1",
        ),
        told("agent.spawned", payload={"agentName": "Night watch", "status": "running"}, agentId="night"),
        told("tool.started", payload={"tool": "web.fetch"}, toolCallId="c"),
        told("tool.failed", payload={"error": "gone"}, toolCallId="c"),
    ]
    name = uuid.uuid4().hex
    found = post(up, name, facts)
    NAMES[found] = name
    up.desk().call("take_controls", session=found)
    return found


def ask(up: House, session: str, control: str, **body: Any) -> str:
    wish = {"control": control, "session": session, "key": uuid.uuid4().hex, "body": body}
    return str(up.desk().call("control", **wish)["request_id"])


def read(up: House, session: str, panel: str = "decide", cookie: str = "") -> str:
    return unescape(up.page(f"/s/{session}?panel={panel}", cookie).text)


def row(page: str, key: str) -> str:
    found = re.search(rf'data-key="{re.escape(key)}".*?(?=data-key=|$)', page, re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("patch", "words"), [({"remove": True}, "asked_remove"), ({"text": "A shorter letter"}, "asked_edit")]
)
def test_a_turn_that_should_go_or_change_says_so_and_is_not_asked_for_again(
    up: House, session: str, patch: dict[str, Any], words: str
) -> None:
    assert "<form" in row(read(up, session), "queued-q1")
    ask(up, session, "edit", patch={"queueId": "q1", **patch})
    for cookie in ("", up.cookie(up.add(f"p{uuid.uuid4().hex[:6]}", "approver"))):
        shown = row(read(up, session, cookie=cookie), "queued-q1")
        assert SENT in shown and say("workbench", words, "en") in shown and "<form" not in shown
        assert str(patch.get("text", "")) in shown
        assert "<form" in row(read(up, session, cookie=cookie), "queued-q2")


def test_a_steer_is_an_object_beside_the_run_from_the_moment_it_is_sent(up: House, session: str) -> None:
    asked = ask(up, session, "steer", text="Use the polite form")
    shown = row(read(up, session), f"steer-sent:{asked}")
    assert 'data-status="pending"' in shown and "Use the polite form" in shown
    taken = {"steers": [{"steerId": "st", "text": "Use the polite form", "status": "accepted"}]}
    post(up, NAMES[session], [{**told("queue.changed", payload=taken), "controlRequestId": asked}])
    page = read(up, session)
    assert f"steer-sent:{asked}" not in page and page.count("<bdi>Use the polite form</bdi>") == 1


def test_what_has_a_row_of_its_own_says_there_that_it_was_asked(up: House, session: str) -> None:
    ask(up, session, "assign", work_item_id="w1", to="night")
    ask(up, session, "retry", of="c")
    shown = read(up, session, "team")
    assert SENT in row(shown, "item-w1") and "<form" not in row(shown, "item-w1")
    assert SENT in row(shown, "tool:c") and "<form" not in row(shown, "tool:c")


def test_everything_else_has_a_line_with_what_who_and_for_whom(up: House, session: str) -> None:
    asked = ask(up, session, "continue_agent", agent_id="night", text="Look again")
    line = row(read(up, session), f"asked-{asked}")
    for words in (say("workbench", "asked_continue_agent", "en"), "Night watch", "Look again", "aki", SENT):
        assert words in line, words


def test_what_its_owner_did_not_do_is_told_and_can_be_asked_again(up: House, session: str) -> None:
    asked = ask(up, session, "assign", work_item_id="w1", to="night")
    refused = {
        **told("task.changed", payload={"workItemId": "w1", "runtimeEntity": "work_item"}, taskId="w1"),
        "phase": "failed",
    }
    post(up, NAMES[session], [{**refused, "controlRequestId": asked}])
    page = read(up, session, "team")
    line = row(page, f"asked-{asked}")
    assert say("workbench", "asked_failed", "en") in line and "Desk" in line and SENT not in line
    assert "<form" in row(page, "item-w1")
