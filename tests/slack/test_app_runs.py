"""Runs in Slack: cancelled, failed and retried, checked step by step, and with an outcome that nobody knows."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from slackhouse import ADMIN, APPROVER, CHANNEL, OTHER, REQUESTER, SlackHouse, house
from workplace import LOOK_AND_SEND, MESSAGE, OBJECT, step

from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

__all__ = ["house"]
Json = dict[str, Any]


async def at_plan(house: SlackHouse) -> str:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
    return thread


def state(house: SlackHouse) -> str:
    return house.workplace.state(house.requests()[0]["id"])


async def test_a_run_is_cancelled_from_its_card_by_the_requester_and_not_by_others(house: SlackHouse) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def look() -> Json:
        reached.set()
        await held.wait()
        return {"n": 1}

    house.office._hands = house.workplace.hands(functions={"look": (look, "read", True, OBJECT)})
    thread = await at_plan(house)
    await house.double.press(APPROVER, CHANNEL, house.card(thread, "process")["ts"], "approve_process")
    await reached.wait()
    await house.app.settled()
    await house.sender.settled()
    card = house.card(thread, "execution")
    assert card["buttons"] == ["cancel_execution"]
    await house.double.press(OTHER, CHANNEL, card["ts"], "cancel_execution")
    await house.app.settled()
    await house.sender.settled()
    assert state(house) == "running" and len(house.notes(OTHER)) == 1
    await house.press(REQUESTER, card, "cancel_execution")
    assert state(house) == "cancelled"
    assert house.card(thread, "execution")["buttons"] == []
    await house.double.press(APPROVER, CHANNEL, card["ts"], "cancel_execution", late=True)
    await house.settled()
    assert len(house.notes(APPROVER)) == 1


async def test_a_failed_run_is_retried_on_the_same_card(house: SlackHouse) -> None:
    house.workplace.break_look = True
    thread = await at_plan(house)
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    failed = house.card(thread, "execution")
    assert state(house) == "failed" and failed["buttons"] == ["retry_execution"]
    house.workplace.break_look = False
    await house.press(REQUESTER, failed, "retry_execution")
    assert state(house) == "completed"
    assert house.card(thread, "execution")["ts"] == failed["ts"]
    await house.double.press(APPROVER, CHANNEL, failed["ts"], "retry_execution", late=True)
    await house.settled()
    assert house.workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
    assert "古く" in house.notes(APPROVER)[0]


async def test_a_plan_that_could_not_be_made_is_tried_again(house: SlackHouse) -> None:
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND, plan=ValueError("no paper"))
    thread = await at_plan(house)
    card = house.card(thread, "process")
    assert state(house) == "plan_failed" and card["buttons"][0] == "retry_process"
    house.office._mind = house.office.given_mind = ScriptedMind(steps=LOOK_AND_SEND)
    await house.press(REQUESTER, card, "retry_process")
    assert state(house) == "plan_pending"


async def test_a_step_that_asks_a_human_waits_for_its_check(house: SlackHouse) -> None:
    checked = [LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    house.office._mind = house.office.given_mind = ScriptedMind(steps=checked)
    thread = await at_plan(house)
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    card = house.card(thread, "execution")
    assert state(house) == "step_pending" and "approve_step" in card["buttons"]
    assert house.workplace.sent == []
    await house.press(OTHER, card, "approve_step")
    assert house.workplace.sent == [] and len(house.notes(OTHER)) == 1
    await house.press(ADMIN, card, "approve_step")
    assert state(house) == "completed" and len(house.workplace.sent) == 1


async def test_a_step_can_be_approved_and_refused_in_words_too(house: SlackHouse) -> None:
    house.office._mind = house.office.given_mind = ScriptedMind(
        steps=[{**LOOK_AND_SEND[0], "requiresHumanCheck": True}, LOOK_AND_SEND[1]]
    )
    thread = await at_plan(house)
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    await house.double.post(APPROVER, CHANNEL, "却下: 今日は見ないでください", thread)
    await house.settled()
    assert state(house) == "failed" and house.workplace.looked == 0
    await house.press(APPROVER, house.card(thread, "execution"), "retry_execution")
    await house.double.post(APPROVER, CHANNEL, "承認", thread)
    await house.settled()
    assert state(house) == "completed"


async def test_a_step_is_refused_with_a_reason_from_its_card(house: SlackHouse) -> None:
    house.office._mind = house.office.given_mind = ScriptedMind(
        steps=[LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    )
    thread = await at_plan(house)
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    await house.press(APPROVER, house.card(thread, "execution"), "reject_step")
    await house.submit(APPROVER, rejection_reason_input="宛先が違います")
    assert state(house) == "failed" and house.workplace.sent == []


@pytest.mark.parametrize(("button", "then"), [("done", "completed"), ("failed", "failed"), ("retry", "completed")])
async def test_somebody_says_what_became_of_a_lost_reply(house: SlackHouse, button: str, then: str) -> None:
    lost = True

    def send(recipient: str, text: str) -> Json:
        if lost:
            raise ReplyLost
        return {"sent": True}

    house.office._hands = house.workplace.hands(functions={"send": (send, "write", False, MESSAGE)})
    house.office._mind = house.office.given_mind = ScriptedMind(
        steps=[step(1, "look"), step(2, "send", recipient="E001", text="hi")]
    )
    thread = await at_plan(house)
    await house.press(APPROVER, house.card(thread, "process"), "approve_process")
    card = house.card(thread, "execution")
    assert state(house) == "outcome_unknown"
    lost = False
    await house.press(REQUESTER, card, f"resolve_execution_{button}")
    assert state(house) == "outcome_unknown" and len(house.notes(REQUESTER)) == 1
    await house.press(APPROVER, card, f"resolve_execution_{button}")
    assert state(house) == then
