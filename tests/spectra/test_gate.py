"""The gate on the books: the same approvals as everything else, decided once, by developers, wherever they are."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from spectrahouse import House
from workplace import Workplace

from ringi.errors import RingiError
from ringi.flow import snapshots
from ringi.projection import workbench
from ringi.spectra.gate import Book, action_of, two_lines, whole
from ringi.spectra.shapes import Action
from ringi.store.reads import Reads
from ringi.testing.driving import ScriptedDriver

LIST = Action(kind="command", summary="ls を実行\n別の行", impact="読む\nだけ", command="ls", task_id="G1-T1")
RISK = {"level": "low"}


async def opened(work: Workplace, tmp_path: Path) -> Book:
    assert work.office is not None
    book = Book(work.office, tmp_path, "aki", "ja")
    await book.begin("部屋を片付ける")
    return book


async def test_rule_13_an_approval_is_two_lines_and_bound_to_exactly_the_action(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    asked = await book.ask(LIST, RISK)
    assert asked.lines == ("$ ls – ls を実行 別の行", "読む だけ") == two_lines(LIST)
    shown = workplace.desk().call("show", id=book.task_id)
    (row,) = shown["approvals"]
    assert action_of(row["shown"]["action"]) == LIST and row["shown"]["action"] == whole(LIST)
    assert shown["state"] == "action_pending"
    other = await book.ask(Action(**{**whole(LIST), "command": "rm -r ."}), RISK)
    assert other.digest != asked.digest


async def test_rule_14_the_first_answer_on_any_surface_wins_and_the_second_is_told_who(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    asked = await book.ask(LIST, RISK)
    rung = asyncio.Event()
    stop = book.wake(rung.set)
    web = workplace.desk("aki", "web")
    web.call("decide", decision="approve", approval_id=asked.id, digest=asked.digest)
    await asyncio.wait_for(rung.wait(), 120)
    stop()
    assert (await book.settled(asked.id)).answer == "y" and (await book.settled(asked.id)).by == "web:aki"
    with pytest.raises(RingiError) as second:
        await book.answer(asked.id, False, "", "console:aki")
    assert second.value.code == "RINGI-211" and second.value.values["who"] == "web:aki"


async def test_c14_only_developers_answer(workplace: Workplace, tmp_path: Path) -> None:
    book = await opened(workplace.open(), tmp_path)
    workplace.desk().call("user_add", name="hana", roles=["requester", "approver", "admin"])
    asked = await book.ask(LIST, RISK)
    for by in ("web:hana", "discord:hana", "web:nobody", "console:aki nobody"):
        with pytest.raises(RingiError):
            await book.answer(asked.id, True, "", by)
    with pytest.raises(RingiError) as refused:
        workplace.desk("hana").call("decide", decision="approve", approval_id=asked.id, digest=asked.digest)
    assert refused.value.code == "RINGI-201"
    assert (await book.settled(asked.id)).answer == "open"


async def test_nothing_waits_for_ever_behind_a_session_and_nobody_is_told_of_a_fault(
    workplace: Workplace, tmp_path: Path
) -> None:
    """SPECTRA is spoken to while it runs: a request in its queue would never begin, or be taken for SPECTRA itself."""
    book = await opened(workplace.open(), tmp_path)
    workplace.add("ken", "approver")
    ken = workplace.desk("ken", "web")
    for control in ("send", "queue", "steer"):
        with pytest.raises(RingiError, match=r"RINGI-811|RINGI-990"):
            ken.call("control", control=control, session=book.task_id, key=control, body={"text": "tidy up"})
    assert len(workplace.rows("SELECT id FROM requests")) == 1


async def test_no_may_carry_a_reason_or_none(workplace: Workplace, tmp_path: Path) -> None:
    book = await opened(workplace.open(), tmp_path)
    first, second = await book.ask(LIST, RISK), await book.ask(LIST, RISK)
    await book.answer(first.id, False, "", "console:aki")
    await book.answer(second.id, False, "まだ早い", "discord:aki")
    assert [(one.answer, one.why) for one in [await book.settled(first.id), await book.settled(second.id)]] == [
        ("n", ""),
        ("n", "まだ早い"),
    ]


async def test_c4_what_the_rules_allow_and_what_a_developer_typed_leave_the_same_records(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    await book.allow(Action(kind="reply", summary="答える", impact="なし", text="はい"), RISK)
    await book.allow(LIST, RISK, by="console:aki")
    shown = workplace.desk().call("show", id=book.task_id)
    assert [row["identity"] for row in shown["decisions"]] == ["rule:auto", "console:aki"]
    assert [row["state"] for row in shown["approvals"]] == ["approved", "approved"]
    assert shown["state"] == "driving"


async def test_a_session_is_taken_up_again_and_a_cancelled_one_is_not(workplace: Workplace, tmp_path: Path) -> None:
    book = await opened(workplace.open(), tmp_path)
    again = await opened(workplace, tmp_path)
    assert again.task_id == book.task_id and await book.going()
    await book.ask(LIST, RISK)
    workplace.desk().call("cancel", task_id=book.task_id)
    assert not await book.going()
    anew = await opened(workplace, tmp_path)
    assert anew.task_id != book.task_id


async def test_a_session_that_was_stopped_is_not_said_to_drive_itself(workplace: Workplace, tmp_path: Path) -> None:
    book = await opened(workplace.open(), tmp_path)
    desk = workplace.desk()

    def states() -> set[str]:
        listed = {one["state"] for one in desk.call("tasks")["tasks"]}
        return listed | {desk.call("show", id=book.task_id)["state"], replayed(workplace, book.task_id)["state"]}

    assert states() == {"driving"}
    asked = await book.ask(LIST, RISK)
    await book.pause("stopped")
    assert states() == {"action_pending"}
    desk.call("decide", decision="reject", approval_id=asked.id, digest=asked.digest)
    assert states() == {"paused"}
    assert (await opened(workplace, tmp_path)).task_id == book.task_id
    assert states() == {"driving"}


def replayed(work: Workplace, task_id: str) -> dict[str, Any]:
    """The fold of all its facts, as a replay shows it."""
    told = work.desk().call("facts", task_id=task_id)["facts"]
    return dict(work.desk().call("show", id=task_id, at=told[-1]["sequence"]))


async def test_an_action_that_was_changed_in_the_records_cannot_be_approved_or_taken_up(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    asked = await book.ask(LIST, RISK)
    assert await book.found(asked.id) == (LIST, asked)
    assert workplace.office is not None
    store, shown = workplace.office.store, workplace.rows("SELECT shown FROM approvals")[0]["shown"]
    ls, rm = '"command":"ls"', '"command":"rm -r ."'
    store.write(lambda tx: tx.amend("approvals", "id = ?", (asked.id,), shown=shown.replace(ls, rm)))
    assert rm in workplace.rows("SELECT shown FROM approvals")[0]["shown"]
    with pytest.raises(RingiError) as refused:
        workplace.desk().call("decide", decision="approve", approval_id=asked.id, digest=asked.digest)
    assert refused.value.code == "RINGI-213" and await book.found(asked.id) is None
    store.write(lambda tx: tx.amend("approvals", "id = ?", (asked.id,), shown=shown))
    await book.answer(asked.id, True, "", "console:aki")


EVENTS: list[dict[str, Any]] = [
    {"time": "t", "type": "input", "source": "console", "surface": "chat", "text": "やあ"},
    {"time": "t", "type": "intent", "action": "G1-T1を実行"},
    {"time": "t", "type": "exec", "command": "ls", "status": "done", "output": "a\nb", "approval": "y"},
    {"time": "t", "type": "exec", "command": "false", "status": "fail", "output": "", "approval": "y"},
    {"time": "t", "type": "output", "surface": "chat", "data": "[G1-T1] DONE 一"},
    {"time": "t", "type": "output", "surface": "cli", "data": "a\nb"},
    {
        "time": "t",
        "type": "output",
        "surface": "task",
        "data": {
            "goals": [
                {
                    "id": "G1",
                    "name": "目標",
                    "status": "active",
                    "tasks": [{"id": "G1-T1", "name": "一", "status": "active"}],
                }
            ]
        },
    },
    {"time": "t", "type": "output", "surface": "inspector", "data": {"phase": "idle"}},
    {"time": "t", "type": "output", "surface": "vitals", "data": {"cpu": {"percent": 3.5, "load1": None}}},
    {"time": "t", "type": "goal_done", "goal": {"id": "G1", "name": "目標", "status": "done", "tasks": []}},
]


async def test_each_event_becomes_a_fact_once_and_the_page_shows_the_session(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    lines = list(enumerate(EVENTS, 1))
    assert await book.tell(lines[:4], 0) == 4
    assert await book.tell(lines, 4) == len(lines)
    again = Book(book.office, tmp_path, "aki", "ja")
    assert await again.begin("x") == len(lines), "after a restart it is known what was told"
    state = workplace.desk().call("state", id=book.task_id)["state"]
    assert [one["text"] for one in state["messages"]] == ["部屋を片付ける", "やあ", "[G1-T1] DONE 一"]
    assert sorted(tool["state"] for tool in state["tools"].values()) == ["output-available", "output-error"]
    assert any("G1-T1 一" in one["title"] for one in state["tasks"].values())


async def test_c14_an_owner_of_a_privileged_channel_answers_as_the_developer_who_named_them(
    workplace: Workplace, tmp_path: Path
) -> None:
    book = await opened(workplace.open(), tmp_path)
    asked = await book.ask(LIST, RISK)
    await book.answer(asked.id, True, "", "discord:123456")
    assert (await book.settled(asked.id)).by == "discord:123456"
    (decision,) = workplace.rows("SELECT user_id FROM decisions WHERE task_id = ?", book.task_id)
    assert decision["user_id"] == workplace.desk().user_id, "somebody with the developer role stands for it"


async def test_a_long_session_that_nobody_has_watched_is_folded_before_somebody_opens_it(house: House) -> None:
    await house.start(ScriptedDriver([]))
    for n in range(2_300):
        house.it.told(f"line {n}")
    sql = "SELECT sequence FROM snapshots ORDER BY sequence"
    await house.until(lambda: [row["sequence"] for row in house.work.rows(sql)][-1:] == [2_000])
    assert house.work.office is not None
    store = house.work.office.store
    with closing(Reads(store.url, store.tenant_id)) as reads:
        (task,) = house.work.rows("SELECT id FROM tasks")
        state = snapshots.state_of(reads, task["id"])
        whole = workbench.fold_all(workbench.new(task["id"]), reads.facts(task["id"], 0, 10_000))
        assert state == whole, "and it is the same"
