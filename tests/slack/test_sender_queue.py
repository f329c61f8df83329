"""The one door to Slack: within its limits, the newest wish, the most urgent first, and nothing done twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from outgoing import CHANNEL, TEAM, Held
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from ringi.slack.sender.calls import Caller, Refusal, Unreached
from ringi.slack.sender.queue import DECISION, ENDING, GATE, PROGRESS, Outbox
from ringi.testing.slack import Double


class Desk:
    """An outbox, and the Slack it sends to, on a clock held in the hand."""

    def __init__(self) -> None:
        self.clock = Held()
        self.double = Double(clock=self.clock)
        self.outbox = Outbox(Caller(self.client), self.clock)
        self.begun = self.clock.now()

    def client(self, team: str) -> AsyncWebClient:
        return AsyncWebClient(token=self.double.bot_token(team), base_url=self.double.api_url)

    def post(self, text: str, channel: str = CHANNEL, **how: Any) -> asyncio.Future[Any]:
        return self.outbox.put(TEAM, "chat.postMessage", {"channel": channel, "text": text}, **how)[0]

    def update(self, ts: str, text: str, **how: Any) -> asyncio.Future[Any]:
        arguments = {"channel": CHANNEL, "ts": ts, "text": text}
        return self.outbox.put(TEAM, "chat.update", arguments, **how)[0]

    async def rest(self) -> None:
        """Until nothing is left; time goes on whenever nobody is at work."""
        for _ in range(20_000):
            if self.outbox.idle:
                return
            await asyncio.sleep(0.001)
            if not self.outbox.sending and not self.outbox.idle:
                await self.clock.step()
        raise AssertionError("it does not end")

    def texts(self, method: str = "") -> list[str]:
        return [one.arguments["text"] for one in self.double.calls if method in ("", one.method)]

    def times(self, method: str) -> list[float]:
        return [round(one.time - self.begun, 3) for one in self.double.calls if one.method == method]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    await made.double.start()
    yield made
    await made.outbox.close()
    await made.double.stop()


async def written(desk: Desk, text: str = "first") -> str:
    future = desk.post(text)
    await desk.rest()
    return str((await future).data["ts"])


async def test_the_last_wish_for_a_card_is_the_one_that_is_sent(desk: Desk) -> None:
    ts = await written(desk)
    futures = [desk.update(ts, f"state {number}", key="card") for number in range(50)]
    await desk.rest()
    assert desk.texts("chat.update") == ["state 49"]
    assert {(await one).data["text"] for one in futures} == {"state 49"}


async def test_a_wish_that_comes_while_the_call_is_under_way_is_sent_after_it(desk: Desk) -> None:
    ts = await written(desk)
    first = desk.update(ts, "a", key="card")
    await asyncio.sleep(0)  # the lane starts
    await asyncio.sleep(0)
    assert desk.outbox.sending == 1
    desk.update(ts, "b", key="card")
    await desk.rest()
    assert desk.texts("chat.update") == ["a", "b"]
    assert (await first).data["text"] == "a"
    assert desk.double.messages(CHANNEL)[-1]["text"] == "b"


async def test_decisions_leave_before_endings_gates_and_progress(desk: Desk) -> None:
    ts = await written(desk)
    for number in range(6):  # uses up what may leave at once
        desk.update(ts, f"before {number}")
    for name, urgency in (("progress", PROGRESS), ("gate", GATE), ("ending", ENDING), ("decision", DECISION)):
        desk.update(ts, name, urgency=urgency, key=name)
    await desk.rest()
    sent = [text for text in desk.texts("chat.update") if "before" not in text]
    assert sent == ["decision", "ending", "gate", "progress"]


async def test_a_decision_that_was_just_taken_does_not_wait_behind_a_backlog_of_older_ones(desk: Desk) -> None:
    ts = await written(desk)
    for number in range(100):
        desk.update(ts, f"older {number}", urgency=DECISION)
    while desk.clock.now() - desk.begun < 30:
        await asyncio.sleep(0.001)
        if not desk.outbox.sending:
            await desk.clock.step()
    taken = desk.clock.now()
    future = desk.update(ts, "just now", urgency=DECISION)
    while not future.done():
        await asyncio.sleep(0.001)
        if not desk.outbox.sending:
            await desk.clock.step()
    assert desk.clock.now() - taken < 3
    assert len(desk.texts("chat.update")) < 60


async def test_two_hundred_updates_are_never_refused_for_coming_too_often(desk: Desk) -> None:
    ts = await written(desk)
    for number in range(200):
        desk.update(ts, str(number))
    await desk.rest()
    assert desk.double.errors == []
    assert desk.outbox.calls["chat.update"] == 200
    assert desk.times("chat.update")[-1] <= 60 * 200 / 50 * 1.02


async def test_a_channel_gets_one_message_a_second_and_the_others_do_not_wait_for_it(desk: Desk) -> None:
    for number in range(4):
        desk.post(f"here {number}")
    desk.post("there", channel="C0GENERAL")
    await desk.rest()
    assert desk.double.errors == []
    by_text = dict(zip(desk.texts(), desk.times("chat.postMessage"), strict=True))
    assert [by_text[f"here {number}"] for number in range(4)] == [0.0, 1.0, 2.0, 3.0]
    assert by_text["there"] == 0.0


async def test_slack_s_own_word_on_when_to_come_again_is_obeyed(desk: Desk) -> None:
    ts = await written(desk)
    desk.double.fail_next("chat.update", "ratelimited", retry_after=17)
    future = desk.update(ts, "again")
    while not desk.outbox.calls["ratelimited"]:  # noqa: ASYNC110 - the answer is on its way
        await asyncio.sleep(0.001)
    other = desk.update(ts, "another")
    await desk.rest()
    assert (await future).data["text"] == "again"
    assert (await other).data["ok"]
    first, *later = desk.times("chat.update")
    assert all(at >= first + 17 for at in later)
    assert desk.outbox.calls["ratelimited"] == 1


@pytest.mark.parametrize("trouble", [{"status": 503}, {"drop": True}, {"lost": True}, {"error": "internal_error"}])
async def test_an_update_is_repeated_until_it_is_answered(desk: Desk, trouble: dict[str, Any]) -> None:
    ts = await written(desk)
    desk.double.fail_next("chat.update", **trouble, times=3)
    future = desk.update(ts, "finally")
    await desk.rest()
    assert (await future).data["text"] == "finally"
    assert desk.outbox.calls["chat.update"] == 4


@pytest.mark.parametrize("trouble", [{"status": 503}, {"drop": True}, {"lost": True}])
async def test_a_message_whose_answer_never_came_is_not_posted_again(desk: Desk, trouble: dict[str, Any]) -> None:
    desk.double.fail_next("chat.postMessage", **trouble)
    future = desk.post("once")
    await desk.rest()
    with pytest.raises(Unreached) as told:
        await future
    assert told.value.code == "RINGI-726"
    assert desk.outbox.calls["chat.postMessage"] == 1


async def test_trouble_without_an_end_is_given_up_and_said(desk: Desk) -> None:
    ts = await written(desk)
    desk.double.fail_next("chat.update", status=500, times=100)
    future = desk.update(ts, "never")
    await desk.rest()
    with pytest.raises(Unreached) as told:
        await future
    assert (told.value.code, desk.outbox.calls["chat.update"]) == ("RINGI-724", 7)
    assert all(told.value.message(lang) and told.value.next_step(lang) for lang in ("ja", "en", "zh"))


async def test_a_refusal_is_handed_to_whoever_asked(desk: Desk) -> None:
    future = desk.update("1.0", "nothing there")
    await desk.rest()
    with pytest.raises(Refusal) as told:
        await future
    assert told.value.error == "message_not_found"
    assert isinstance(told.value.__cause__, SlackApiError)


async def test_what_is_straight_counts_against_the_same_limit(desk: Desk) -> None:
    ts = await written(desk)
    for number in range(40):
        await desk.outbox.now(TEAM, "chat.update", {"channel": CHANNEL, "ts": ts, "text": f"straight {number}"})
    for number in range(40):
        desk.update(ts, f"queued {number}")
    await desk.rest()
    assert desk.double.errors == []


async def test_whoever_waits_for_a_closed_workspace_is_told(desk: Desk) -> None:
    ts = await written(desk)
    futures = [desk.update(ts, str(number)) for number in range(20)]
    desk.outbox.drop(TEAM, Refusal("token_revoked"))
    assert [type(one.exception()) for one in futures[3:]] == [Refusal] * 17
