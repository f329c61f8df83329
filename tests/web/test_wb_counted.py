"""The number on the tab of decisions is what this person can settle: the same live, after a reload, for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from livehouse import opening, post, told
from webhouse import House, house, small_hands, small_mind

BADGE = re.compile(r'<b class="badge" data-decisions([^>]*)>(\d+)</b>')


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("home"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def counted(up: House, session: str, cookie: str = "") -> tuple[bool, int]:
    found = BADGE.search(up.page(f"/s/{session}", cookie).text)
    assert found is not None
    return "hidden" not in found[1], int(found[2])


def test_whoever_may_not_decide_is_not_told_that_something_waits_for_them(up: House) -> None:
    rin = up.cookie(up.add("rin", "requester"))
    task = up.desk("rin").call("ask", text="please")["task_id"]
    up.until(task, "policy_pending")
    assert counted(up, task, rin) == (False, 0)
    assert counted(up, task) == (True, 1)


def test_of_another_runtimes_questions_those_count_that_this_person_can_settle(up: House) -> None:
    up.add("oda", "requester")
    facts = [
        *opening("Two questions"),
        told("action.required", payload={"actionType": "tool_approval", "title": "Buy"}, actionId="a"),
        told("action.required", payload={"actionType": "clarification", "title": "Which?"}, actionId="b"),
    ]
    session = post(up, "counted", facts, "oda")
    assert counted(up, session) == (True, 2)
    oda = up.cookie(up.desk().call("user_key", name="oda")["key"])
    assert counted(up, session, oda) == (True, 1)
