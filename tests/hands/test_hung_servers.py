"""Tool servers that hang, drip, flood or offer without end: nobody waits for them, and what they say is bounded."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
import pytest
from mcp.shared.message import SessionMessage
from toolbench import hands_on, stdio

from ringi.hands import mcp_hands, pace
from ringi.hands.mcp_hands import McpHands
from ringi.hands.pace import Pace, SharedEffort
from ringi.hands.stdio import Line, Wire, child_streams, lines


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_hands, "LIST_SECONDS", 3.0)
    monkeypatch.setattr(mcp_hands, "START_SECONDS", 3.0)
    monkeypatch.setattr(mcp_hands, "AGAIN_SECONDS", (3_600.0,))


def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The servers that were asked for their list, in order."""
    found: list[str] = []
    real = McpHands._ask_server

    async def noted(self: McpHands, link: Any, limit: float) -> Any:
        found.append(link.server.name)
        return await real(self, link, limit)

    monkeypatch.setattr(McpHands, "_ask_server", noted)
    return found


@pytest.mark.usefixtures("short")
async def test_servers_that_cannot_list_themselves_are_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = asked(monkeypatch)
    ways = ["deaf", "silent", "drip", "endless", "huge", "wide", "babble"]
    async with hands_on(*(stdio("hung", way, name=way) for way in ways)) as hands:
        for _ in range(3):
            found = await hands.catalog()
            assert [(one.server, one.code) for one in found.problems] == [(way, "RINGI-311") for way in ways]
        assert sorted(asks) == sorted(ways)


@pytest.mark.usefixtures("short")
async def test_a_server_that_is_busy_keeps_what_it_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hands_on(stdio("hung", "hang", name="busy")) as hands:
        assert await hands.catalog()
        await _until(lambda: bool(hands.latest() and hands.latest().tool("hang_tool")))  # type: ignore[union-attr]
        calling = asyncio.create_task(hands.call("hang_tool", {}, key="k", timeout=60.0))
        await _until(lambda: bool(hands._links["busy"]._kept and hands._links["busy"]._kept.users))
        monkeypatch.setattr(mcp_hands, "LIST_SECONDS", 600.0)
        found = await hands.catalog()
        assert found.tool("hang_tool") is not None and not found.problems
        calling.cancel()
        await asyncio.wait({calling})


async def test_a_server_that_was_late_is_not_waited_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_hands, "AGAIN_SECONDS", (0.01,))
    async with hands_on(stdio("hung", "hang", name="busy")) as hands:
        assert (await hands.catalog()).tool("hang_tool")
        monkeypatch.setattr(mcp_hands, "LIST_SECONDS", 0.5)
        offer = hands._offers[hands._links["busy"]]
        monkeypatch.setattr(mcp_hands, "PROMPT_SECONDS", 0.01)
        await _busy_for(hands, 0.5)
        await _until(lambda: not offer.overdue)  # it was started again and has listed itself
        monkeypatch.setattr(mcp_hands, "PROMPT_SECONDS", 3_600.0)
        await _busy_for(hands, 60.0)


async def _busy_for(hands: McpHands, seconds: float) -> None:
    """Ask for the catalog while the server hangs in a call of so many seconds."""
    calling = asyncio.create_task(hands.call("hang_tool", {}, key="k", timeout=seconds))
    await _until(lambda: bool(hands._links["busy"]._kept and hands._links["busy"]._kept.users))
    found = await hands.catalog()
    assert found.tool("hang_tool") is not None and not found.problems
    if seconds < 1:
        await calling
    calling.cancel()
    await asyncio.wait({calling})


async def test_a_long_list_is_not_read_at_every_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_hands, "REST_PER_BYTE", 1.0)
    asks = asked(monkeypatch)
    async with hands_on(stdio("hung", "broad", name="broad"), stdio("hung", "large", name="large")) as hands:
        for _ in range(3):
            found = await hands.catalog()
            assert found.tool("broad_799") and found.tool("large_tool") and not found.problems
        assert sorted(asks) == ["broad", "large", "large", "large"]
        hands._offers[hands._links["broad"]].rested_at = 0.0
        await hands.catalog()
        assert asks.count("broad") == 2


@pytest.mark.usefixtures("short")
async def test_a_list_that_is_too_large_is_not_parsed() -> None:
    async with hands_on(stdio("hung", "huge", name="huge")) as hands:
        (problem,) = (await hands.catalog()).problems
        assert problem.values["reason"] == "the answer is too large"


async def test_a_line_that_was_cut_stays_cut_when_longer_ones_are_allowed() -> None:
    reader = asyncio.StreamReader(limit=2**20)
    longest = [10]
    reader.feed_data(b"x" * 20)
    found: list[Line] = []

    async def read() -> None:
        found.extend([line async for line in lines(reader, lambda: longest[0])])

    reading = asyncio.create_task(read())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    longest[0] = 1_000
    reader.feed_data(b"y\n" + b"z" * 20 + b"\n")
    reader.feed_eof()
    await reading
    assert [(line.cut, line.data[-1:]) for line in found] == [(True, b"y"), (False, b"z")]


async def test_log_lines_and_other_unasked_messages_end_at_the_pipe() -> None:
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asks = [("initialize", params), ("ping", None)]
    async with child_streams(stdio("hung", "flood", name="flood"), Wire()) as (heard, said):
        for number, (method, given) in enumerate(asks):
            request = types.JSONRPCRequest(jsonrpc="2.0", id=number, method=method, params=given)
            await said.send(SessionMessage(request))
        for number in range(len(asks)):
            message = await heard.receive()
            assert isinstance(message, SessionMessage)
            assert isinstance(message.message, types.JSONRPCResponse | types.JSONRPCError)
            assert message.message.id == number


async def test_a_flood_waits_in_its_own_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    monkeypatch.setattr("ringi.hands.pace.asyncio.sleep", sleep)
    measure = Pace(per_second=100.0, burst=50.0)
    for _ in range(50):
        await measure.take()
    assert not slept
    for _ in range(200):
        await measure.take()
    assert sum(slept) == pytest.approx(2.0)


async def test_large_messages_of_all_servers_share_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, spent, slept = [0.0], [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    monkeypatch.setattr(pace, "thread_time", lambda: spent[0])
    monkeypatch.setattr("ringi.hands.pace.asyncio.sleep", sleep)
    effort = SharedEffort()

    async def read(seconds: float) -> None:
        async with effort.turn():
            with effort.spending():
                spent[0] += seconds

    await asyncio.gather(*(read(0.5) for _ in range(12)))
    assert spent[0] == 6.0
    assert sum(slept) == pytest.approx((6.0 - 0.5 - pace.AT_ONCE_SECONDS) / pace.SHARE)


async def test_a_flooding_server_still_gets_its_word_in() -> None:
    async with hands_on(stdio("hung", "flood", name="flood")) as hands:
        await _until_listed(hands, "flood_tool")
        assert hands.latest() is not None


async def _until_listed(hands: McpHands, tool: str) -> None:
    for _ in range(600):
        if (await hands.catalog()).tool(tool) is not None:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{tool} was never listed")


async def _until(true: Any) -> None:
    for _ in range(6_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")
