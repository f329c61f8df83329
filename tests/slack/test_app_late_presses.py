"""A press that comes late acts on what its card showed, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from slackhouse import ADMIN, APPROVER, CHANNEL, REQUESTER, SlackHouse, house
from workplace import LOOK_AND_SEND, MESSAGE

from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

__all__ = ["house"]
Json = dict[str, Any]


def sending(house: SlackHouse, problem: Exception) -> list[str]:
    """The tool that sends fails so; what it was asked to send."""
    tried: list[str] = []

    def send(recipient: str, text: str) -> Json:
        tried.append(text)
        raise problem

    house.office._hands = house.workplace.hands(functions={"send": (send, "write", False, MESSAGE)})
    return tried


async def asked(house: SlackHouse) -> str:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    return thread


async def ran(house: SlackHouse, thread: str) -> None:
    await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")


def value_of(card: Json, action_id: str) -> str:
    blocks = [block for attachment in card["message"]["attachments"] for block in attachment["blocks"]]
    elements = [element for block in blocks for element in block.get("elements", [])]
    return next(str(one["value"]) for one in elements if one.get("action_id") == action_id)


@pytest.mark.parametrize("verdict", ["retry", "done", "failed"])
async def test_a_verdict_on_one_attempt_is_none_on_the_next(house: SlackHouse, verdict: str) -> None:
    tried = sending(house, ReplyLost())
    thread = await asked(house)
    await ran(house, thread)
    first = house.card(thread, "execution")
    await house.press(APPROVER, first, "resolve_execution_retry")
    assert len(tried) == 2
    pressed = f"resolve_execution_{verdict}"
    await house.double.press(ADMIN, CHANNEL, first["ts"], pressed, value_of(first, pressed), late=True)
    await house.settled()
    assert len(tried) == 2 and house.workplace.state(house.requests()[0]["id"]) == "outcome_unknown"
    assert len(house.notes(ADMIN)) == 1 and "もう一度試み" in house.notes(ADMIN)[0]
    await house.press(ADMIN, house.card(thread, "execution"), "resolve_execution_done")
    assert len(tried) == 2 and house.workplace.state(house.requests()[0]["id"]) == "completed"


async def test_a_late_retry_of_the_reading_runs_nothing_that_failed_after_it(house: SlackHouse) -> None:
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND, extract=ValueError("unreadable"))
    thread = await asked(house)
    card = house.card(thread, "task")
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND)
    await house.press(REQUESTER, card, "retry_task")
    tried = sending(house, ValueError("refused by the bank"))
    await ran(house, thread)
    assert len(tried) == 1
    await house.double.press(REQUESTER, CHANNEL, card["ts"], "retry_task", late=True)
    await house.settled()
    assert len(tried) == 1 and house.workplace.state(house.requests()[0]["id"]) == "failed"
    assert len(house.notes(REQUESTER)) == 1 and "もう今の状態ではありません" in house.notes(REQUESTER)[0]


async def test_a_late_retry_of_the_plan_does_not_retry_the_run(house: SlackHouse) -> None:
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND, plan=ValueError("unwritable"))
    thread = await asked(house)
    await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
    card = house.card(thread, "process")
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND)
    await house.press(REQUESTER, card, "retry_process")
    tried = sending(house, ValueError("refused by the bank"))
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    assert len(tried) == 1
    await house.double.press(REQUESTER, CHANNEL, card["ts"], "retry_process", late=True)
    await house.settled()
    assert len(tried) == 1 and len(house.notes(REQUESTER)) == 1
    await house.press(APPROVER, house.card(thread, "execution"), "retry_execution")
    assert len(tried) == 2
