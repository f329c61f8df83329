"""A policy in the agent's own place in Slack while a model writes it: it grows, and is gone when the card has it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from modelled import USUAL, open_with, running
from slackhouse import CHANNEL, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import Workplace

from ringi.projection import disagreements
from ringi.testing.models import ModelDouble, call, held

POLICY = (
    "Look the number up for <@U0OTHER> and <!channel>, then [send](https://evil.example) it to E001 & nobody else. "
    "Keep a copy of what was sent."
)


@pytest.fixture
def model() -> Iterator[ModelDouble]:
    with running(ModelDouble()) as served:
        served.usually({**USUAL, "policy": held(call("policy", content=POLICY), 8)})
        yield served


@pytest.fixture
async def house(tmp_path: Path, model: ModelDouble) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = open_with(Workplace(tmp_path / "home", url), model.settings("anthropic"))
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


def im(house: SlackHouse) -> str:
    return house.double.teams[TEAM].im(REQUESTER).id


def drafts(house: SlackHouse) -> list[dict[str, Any]]:
    return [one for one in house.double.messages(im(house)) if "streaming_state" in one]


async def until(true: Callable[[], Any]) -> None:
    for _ in range(12_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


async def test_it_grows_pings_nobody_and_is_gone_when_the_card_has_it(house: SlackHouse, model: ModelDouble) -> None:
    thread = await house.double.dm(REQUESTER, "send the number to E001")
    await until(lambda: drafts(house) and "evil" in drafts(house)[0]["text"] and model.holding)
    shown = drafts(house)[0]
    assert "Look the number up" in shown["text"] and "Writing the policy (a draft" in shown["text"]
    assert "<" not in shown["text"] and "@" not in shown["text"] and "[" not in shown["text"]
    assert shown["thread_ts"] == thread
    noted = [{"message_ts": shown["ts"]}]  # as soon as Slack's answer has come
    await until(lambda: house.workplace.rows("SELECT message_ts FROM slack_posts") == noted)
    model.go_on()
    await house.settled()
    assert drafts(house) == []
    assert [one["card"] for one in house.cards(thread, im(house))] == ["task", "prompt"]
    assert "nobody else" in str(house.card(thread, "prompt", im(house))["message"]["attachments"])
    assert house.workplace.rows("SELECT * FROM slack_posts") == []
    assert house.double.errors == []


async def test_a_process_that_ended_meanwhile_leaves_nothing_standing(house: SlackHouse, model: ModelDouble) -> None:
    thread = await house.double.dm(REQUESTER, "send the number to E001")
    await until(lambda: drafts(house) and model.holding)
    before = drafts(house)[0]["ts"]
    await house.stop()
    house.workplace.rows("SELECT 1")
    assert [one["ts"] for one in drafts(house)] == [before]
    model.usually({"policy": USUAL["policy"]})
    await house.start()
    await house.settled()
    assert drafts(house) == []
    assert [one["card"] for one in house.cards(thread, im(house))] == ["task", "prompt"]


@pytest.mark.parametrize("trouble", [{"error": "not_agent_app"}, {"lost": True}, {"drop": True}], ids=str)
async def test_without_a_stream_the_card_comes_all_the_same(
    house: SlackHouse, model: ModelDouble, trouble: dict[str, Any]
) -> None:
    house.double.fail_next("chat.startStream", **trouble)
    thread = await house.double.dm(REQUESTER, "send the number to E001")
    await until(lambda: model.holding)
    model.go_on()
    await house.settled()
    assert drafts(house) == []
    assert [one["card"] for one in house.cards(thread, im(house))] == ["task", "prompt"]


async def test_a_channel_gets_cards_only(house: SlackHouse, model: ModelDouble) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "send the number to E001")
    await until(lambda: model.holding)
    model.go_on()
    await house.settled()
    assert not any("streaming_state" in one for one in house.double.messages(CHANNEL))
    assert [one["card"] for one in house.cards(thread)] == ["task", "prompt"]
