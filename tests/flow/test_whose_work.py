"""Who sees what, and that everybody's own is found however much of other people's there is."""

from __future__ import annotations

import asyncio
from typing import Any

from workplace import Workplace

from ringi.flow.worker import Worker
from ringi.minds import Brief
from ringi.testing.minds import ScriptedMind


def test_a_requester_sees_their_own_queue_and_nobody_elses(workplace: Workplace) -> None:
    workplace.open()
    workplace.add("bo", "requester")
    for text in ("first", "the salary of E001"):
        workplace.desk().call("ask", text=text, session="s")
    for text in ("mine", "mine too"):
        workplace.desk("bo").call("ask", text=text, session="t")
    assert [one["text"] for one in workplace.desk("bo").call("queue")["queued"]] == ["mine too"]
    assert len(workplace.desk().call("queue")["queued"]) == 2


def test_a_session_is_found_by_the_name_it_was_given(workplace: Workplace) -> None:
    workplace.open()
    for text in ("first", "second"):
        workplace.desk().call("ask", text=text, session="s1")
    for name in ("s1", "cli:s1"):
        assert [one["text"] for one in workplace.desk().call("queue", session=name)["queued"]] == ["second"]
    assert workplace.desk().call("queue", session="1")["queued"] == []


async def test_what_stopped_is_shown_to_its_requester_behind_a_hundred_others(workplace: Workplace) -> None:
    class Broken(ScriptedMind):
        async def policy(self, brief: Brief) -> Any:
            raise ValueError("no")

    await asyncio.to_thread(workplace.open, mind=Broken())
    await asyncio.to_thread(workplace.add, "bo", "requester")
    desk, bo = workplace.desk(), workplace.desk("bo")

    def ask_many() -> str:
        for number in range(101):
            desk.call("ask", text=f"{number}")
        return str(bo.call("ask", text="mine")["task_id"])

    mine = await asyncio.to_thread(ask_many)
    assert workplace.office is not None
    workplace.office.log.disabled = True
    worker = Worker(workplace.office)
    await worker.start()
    await worker.parked(mine)
    await worker.stop()
    workplace.office.log.disabled = False
    seen = await asyncio.to_thread(bo.call, "inbox")
    assert [one["task_id"] for one in seen["attention"]] == [mine]


def test_what_is_mine_to_decide_is_found_behind_what_is_not(workplace: Workplace) -> None:
    workplace.open()
    workplace.add("bo", "approver")
    workplace.set("self_approval", False)
    for number in range(3):
        workplace.ask(f"{number}")
    theirs = workplace.desk("bo").call("ask", text="theirs")["task_id"]
    workplace.carry_on(theirs)
    seen = workplace.desk().call("inbox", limit=2, mine=True)["approvals"]
    assert [one["task_id"] for one in seen] == [theirs]
    assert len(workplace.desk().call("inbox", limit=2)["approvals"]) == 2
