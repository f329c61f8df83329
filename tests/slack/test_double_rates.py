"""How often an app may call, what happens when it calls more often, and trouble that a test can order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from doubled import client_of, refused, until
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Clock, Double


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0))
    await double.start()
    yield double
    await double.stop()


async def test_fifty_updates_a_minute_and_not_one_more(double: Double) -> None:
    client = client_of(double)
    ts = (await client.chat_postMessage(channel="C0SOUMU", text="0"))["ts"]
    for number in range(50):
        await client.chat_update(channel="C0SOUMU", ts=ts, text=str(number))
    with pytest.raises(SlackApiError) as raised:
        await client.chat_update(channel="C0SOUMU", ts=ts, text="too much")
    assert raised.value.response.status_code == 429
    assert raised.value.response["error"] == "ratelimited"
    assert raised.value.response.headers["Retry-After"] == "60"
    await double.clock.forward(60)
    await client.chat_update(channel="C0SOUMU", ts=ts, text="again")
    assert double.messages("C0SOUMU")[0]["text"] == "again"
    assert [call.method for call in double.calls].count("chat.update") == 52
    assert double.errors == [{**double.errors[0], "what": "chat.update", "error": "ratelimited", "status": 429}]


async def test_one_message_a_second_into_a_channel_after_a_short_burst(double: Double) -> None:
    client = client_of(double)
    for _ in range(3):
        await client.chat_postMessage(channel="C0SOUMU", text="x")
    assert (await refused(client.chat_postMessage(channel="C0SOUMU", text="x")))["error"] == "ratelimited"
    await client.chat_postMessage(channel="C0GENERAL", text="another channel has its own second")
    await double.clock.forward(1)
    await client.chat_postMessage(channel="C0SOUMU", text="x")
    assert (await refused(client.chat_postMessage(channel="C0SOUMU", text="x")))["error"] == "ratelimited"


async def test_without_tiers_nothing_is_counted(double: Double) -> None:
    double.tiers_on = False
    client = client_of(double)
    for _ in range(120):
        await client.chat_postMessage(channel="C0SOUMU", text="x")
    assert len(double.messages("C0SOUMU")) == 120


async def test_ordered_trouble_comes_as_ordered_and_then_ends(double: Double) -> None:
    client = AsyncWebClient(token=double.bot_token(), base_url=double.api_url, retry_handlers=[])
    double.fail_next("auth.test", "internal_error")
    double.fail_next("auth.test", status=500)
    double.fail_next("auth.test", "ratelimited", retry_after=7)
    double.fail_next("auth.test", drop=True, times=2)
    assert (await refused(client.auth_test()))["error"] == "internal_error"
    with pytest.raises(SlackApiError):
        await client.auth_test()
    with pytest.raises(SlackApiError) as raised:
        await client.auth_test()
    assert raised.value.response.headers["Retry-After"] == "7"
    for _ in range(2):
        with pytest.raises(aiohttp.ClientError):
            await client.auth_test()
    assert (await client.auth_test())["user_id"] == "U0BOT"


async def test_a_lost_answer_leaves_the_message_posted_and_the_app_unsure(double: Double) -> None:
    client = AsyncWebClient(token=double.bot_token(), base_url=double.api_url, retry_handlers=[])
    double.fail_next("chat.postMessage", lost=True)
    metadata = {"event_type": "ringi_card", "event_payload": {"task": "t1"}}
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel="C0SOUMU", text="x", metadata=metadata)
    found = await client.conversations_history(channel="C0SOUMU", include_all_metadata=True)
    assert [one["metadata"] for one in found["messages"]] == [metadata]


async def test_a_call_that_hangs_does_so_until_it_is_given_up(double: Double) -> None:
    client = client_of(double)
    double.fail_next("auth.test", hang=True)
    asked: asyncio.Task[Any] = asyncio.ensure_future(client.auth_test())
    await until(lambda: double.calls)
    assert not asked.done()
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


async def test_a_faster_clock_makes_a_minute_short() -> None:
    double = Double(clock=Clock(speed=600))
    await double.start()
    try:
        client = client_of(double)
        for _ in range(4):
            await client.chat_postMessage(channel="C0SOUMU", text="x")
            await double.clock.sleep(1)
        assert double.errors == []
    finally:
        await double.stop()
