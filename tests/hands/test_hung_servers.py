"""Tool servers that hang, drip, flood or offer without end: nobody waits for them, and what they say is bounded."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolbench import hands_on, stdio

from ringi.hands import mcp_hands, pace
from ringi.hands.mcp_hands import McpHands
from ringi.hands.pace import Pace


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
