"""What waits for a person stays in the inbox, however much is newer, and leaves it when it is settled."""

from __future__ import annotations

import random
from typing import Any

import pytest
from workplace import Workplace

from ringi.errors import Invalid
from ringi.flow.inbox_cursor import read_cursor
from ringi.store import session_reads

JsonObject = dict[str, Any]


@pytest.fixture
def place(workplace: Workplace) -> Workplace:
    workplace.open()
    workplace.add("mei", "requester")
    workplace.add("ken", "approver")
    return workplace


def asks(action: str = "a", risk: str = "", **more: Any) -> JsonObject:
    payload = {"actionType": "tool_approval", "title": f"May I? {action}", **({"risk": risk} if risk else {}), **more}
    return {"type": "action.required", "runId": "r", "actionId": action, "payload": payload}


def settles(action: str = "a", **more: Any) -> JsonObject:
    return {"type": "action.resolved", "runId": "r", "actionId": action, "payload": {"state": "approved"}, **more}


def post(place: Workplace, session: str, *facts: JsonObject, who: str = "mei") -> str:
    found = place.desk(who).call("post_facts", facts=list(facts), session=session, title=session)
    return str(found["session"])


def asked(place: Workplace, who: str = "ken", **more: Any) -> list[str]:
    return [one["title"] for one in place.desk(who).call("inbox", **more)["questions"]]


def test_a_high_risk_question_stays_on_top_whatever_is_newer(place: Workplace) -> None:
    post(place, "first", asks())
    post(place, "risky", asks(risk="high"))
    for number in range(25):
        post(place, f"newer {number}", asks(risk="low"))
        post(place, f"quiet {number}", {"type": "run.started", "runId": "r"})
    assert asked(place, limit=3) == ["risky", "first", "newer 0"]
    found = place.desk("ken").call("inbox", limit=3)
    assert (found["questions_total"], found["questions"][0]["risk"]) == (27, "high")


def test_every_waiting_thing_is_reached_page_by_page_and_once(place: Workplace) -> None:
    names = [f"s{number}" for number in range(23)]
    for name in names:
        post(place, name, asks(risk="high" if name in ("s7", "s20") else ""))
    seen: list[str] = []
    after = ""
    for _ in range(100):
        page = place.desk("ken").call("inbox", limit=4, after=after)
        seen += [one["title"] for one in page["questions"]]
        after = page["next"]
        if not after:
            break
    assert seen == ["s7", "s20", *(name for name in names if name not in ("s7", "s20"))]


def test_an_approver_finds_what_is_theirs_behind_any_number_that_is_not(place: Workplace) -> None:
    place.set("self_approval", False)
    for number in range(6):
        place.carry_on(place.desk("ken").call("ask", text=f"own {number}")["task_id"])
    waiting = place.desk("mei").call("ask", text="of another")["task_id"]
    place.carry_on(waiting)
    found = place.desk("ken").call("inbox", limit=3)["approvals"]
    assert found[0]["task_id"] == waiting and found[0]["may_decide"] and len(found) == 3
    seen, after = set(), ""
    while True:
        page = place.desk("ken").call("inbox", limit=3, after=after)
        seen |= {one["task_id"] for one in page["approvals"]}
        after = page["next"]
        if not after:
            break
    assert len(seen) == 7


def test_a_question_for_an_approver_is_found_behind_any_number_for_others(place: Workplace) -> None:
    for number in range(9):
        post(place, f"for admins {number}", asks(risk="high", route={"roles": ["admin"]}))
    post(place, "for approvers", asks())
    found = place.desk("ken").call("inbox", limit=3)["questions"]
    assert (found[0]["title"], found[0]["may"]) == ("for approvers", True)
    assert [one["may"] for one in found[1:]] == [False] * 3


def test_a_settled_question_leaves_and_its_mark_goes(place: Workplace) -> None:
    session = post(place, "one", asks(risk="high"), asks("b"))
    post(place, "one", settles())
    assert asked(place) == ["one"]
    post(place, "one", settles("b"))
    assert asked(place) == []
    assert place.office is not None
    assert session_reads.count_waiting(place.desk().reads) == 0
    post(place, "one", asks("c"))
    assert asked(place) == ["one"], "it asks again"
    place.desk().call("erase", task_id=session, reason="x")
    assert asked(place) == []


def test_the_inbox_says_the_same_as_the_session_itself_whatever_was_told(place: Workplace) -> None:
    """Refused, doubled, late and repeated words: what the fold calls open is in the inbox, and nothing else is."""
    chance = random.Random(5)
    tricks: list[Any] = [
        lambda action: asks(action, risk=chance.choice(["", "low", "high", "strange"])),
        lambda action: asks(action, digest="d1"),
        lambda action: settles(action),
        lambda action: settles(action, owner="model"),
        lambda action: settles(action, payload={"state": "approved", "digest": "d2"}),
        lambda action: {"type": "run.failed", "runId": "r"},
        lambda action: {"type": "run.started", "runId": "r"},
    ]
    for number in range(60):
        facts = [chance.choice(tricks)(chance.choice("ab")) for _ in range(chance.randrange(1, 7))]
        for start in range(0, len(facts), 2):
            post(place, f"s{number}", *facts[start : start + 2])
        if chance.random() < 0.3:
            asked(place)
    every = place.desk("ken").call("sessions", limit=200, kind="foreign")["sessions"]
    waiting = {one["title"] for one in every if one["pending"]}
    assert 10 < len(waiting) < 60
    assert set(asked(place)) == waiting


@pytest.mark.parametrize("after", ["x", "AAAA", "W10=", "bnVsbA==", "WzEsMiwzXQ==", "é", "a" * 2000])
def test_a_place_that_inbox_did_not_write_is_refused(after: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_cursor(after)
    assert refused.value.code == "RINGI-823"
