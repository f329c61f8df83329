"""Words count only for what Slack itself has said it shows, and only when they were written after it did."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from slackhouse import APPROVER, CHANNEL, REQUESTER, SlackHouse, slack_house
from workplace import LOOK_AND_SEND, Workplace

from ringi.minds import Question
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind
from ringi.testing.slack import web_api
from ringi.testing.slack.refusal import Refusal

Json = dict[str, Any]


class Slow(ScriptedMind):
    """A mind that plans when it is told to."""

    def __init__(self) -> None:
        super().__init__(steps=LOOK_AND_SEND)
        self.may = asyncio.Event()
        self.asks: list[Question] = []

    async def plan(self, *given: Any, **named: Any) -> Any:
        await self.may.wait()
        if self.asks:
            return self.asks.pop()
        return await super().plan(*given, **named)


@pytest.fixture
async def mind() -> Slow:
    return Slow()


@pytest.fixture
async def house(mind: Slow, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open(mind=mind)
    async with slack_house(workplace, "http") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Slack will not have the card that offers to approve the plan."""
    ask, errors = web_api._ask, [""]

    async def asked(call: Any, value: Any) -> Any:
        told = (call.given("metadata") or {}).get("event_payload") or {}
        if errors[0] and told.get("card") == "process" and "approve_process" in str(call.given("attachments")):
            raise Refusal(errors[0])
        return await ask(call, value)

    monkeypatch.setattr(web_api, "_ask", asked)

    def switch(error: str) -> None:
        errors[0] = error

    return switch


async def until(true: Callable[[], bool]) -> None:
    for _ in range(12_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


async def planning(house: SlackHouse) -> str:
    """The thread of a request whose plan is being written."""
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    ack = await house.double.press(APPROVER, CHANNEL, house.card(thread, "prompt")["ts"], "approve_prompt")
    assert ack.ok
    await until(lambda: [one["card"] for one in house.cards(thread)] == ["task", "prompt", "process"])
    await house.sender.settled()
    return thread


def decided(house: SlackHouse) -> list[str]:
    return [row["decision"] for row in house.workplace.rows("SELECT decision FROM decisions ORDER BY id")]


async def kept_back(house: SlackHouse, user: str, text: str, thread: str) -> Json:
    """Somebody writes while Slack cannot reach us; Slack will tell us of it later."""
    good, house.double.events_url = house.double.events_url, "http://127.0.0.1:9/slack/events"
    ts = await house.double.post(user, CHANNEL, text, thread)
    await house.double.told()
    house.double.events_url = good
    told = [one["payload"] for one in house.double.deliveries if one["payload"].get("event", {}).get("ts") == ts]
    return dict(told[0])


@pytest.mark.parametrize("error", ["invalid_blocks", "an_error_nobody_knows"])
async def test_a_plan_that_slack_would_not_show_is_not_approved_in_words(
    house: SlackHouse, mind: Slow, refuse: Callable[[str], None], error: str
) -> None:
    thread = await planning(house)
    refuse(error)
    mind.may.set()
    await house.settled()
    assert "approve_process" not in house.card(thread, "process")["buttons"]
    await house.double.post(APPROVER, CHANNEL, "承認", thread)
    await house.settled()
    assert decided(house) == ["approve"]
    assert house.workplace.state(house.requests()[0]["id"]) == "plan_pending"
    assert len(house.notes(APPROVER)) == 1


async def test_words_written_before_the_card_showed_the_plan_are_not_about_it(house: SlackHouse, mind: Slow) -> None:
    thread = await planning(house)
    house.double.fail_next("chat.update", status=429, retry_after=100_000)
    mind.may.set()
    await until(lambda: house.workplace.rows("SELECT 1 AS one FROM approvals WHERE state = 'open'") != [])
    await until(lambda: house.sender.outbox.calls["ratelimited"] > 0)
    await house.stop()
    assert house.card(thread, "process")["buttons"] == []
    early = await kept_back(house, APPROVER, "承認", thread)
    await house.start()
    await house.settled()
    assert "approve_process" in house.card(thread, "process")["buttons"]
    await house.double.delivery.once("events_api", early)
    await house.settled()
    assert decided(house) == ["approve"]
    assert "前に書かれた" in house.notes(APPROVER)[0]
    await house.double.post(APPROVER, CHANNEL, "承認", thread)
    await house.settled()
    assert decided(house) == ["approve", "approve"]


@pytest.mark.parametrize("early", ["ありがとうございます", "総務部の分だけにしてください"])
async def test_words_written_before_a_question_was_asked_are_not_its_answer(
    house: SlackHouse, mind: Slow, early: str
) -> None:
    thread = await planning(house)
    mind.asks = [Question(text="誰に送りますか？", choices=("総務部", "人事部"))]
    told = await kept_back(house, REQUESTER, early, thread)
    mind.may.set()
    await house.settled()
    answered = "SELECT text FROM comments WHERE kind = 'answer'"
    await house.double.delivery.once("events_api", told)
    await house.settled()
    assert house.workplace.rows(answered) == []
    await house.double.post(REQUESTER, CHANNEL, "総務部", thread)
    await house.settled()
    assert house.workplace.rows(answered) == [{"text": "総務部"}]
