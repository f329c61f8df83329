"""The canary that proves the gate, and the hands over plain functions that users test their own set-ups with."""

from __future__ import annotations

import asyncio

import pytest

from ringi.hands.canary import CANARY, CanaryHands
from ringi.hands.tools import Hands
from ringi.hands.validation import checked_plan
from ringi.testing.tools import FunctionHands, ReplyLost

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


async def _greet(name: str) -> dict[str, str]:
    """Greet somebody."""
    await asyncio.sleep(0)
    return {"text": f"Hello {name}"}


async def _sleep(name: str) -> None:
    await asyncio.sleep(3600)


def _fail(name: str) -> None:
    raise ValueError("no")


def _lose(name: str) -> None:
    raise ReplyLost


@pytest.fixture
def hands() -> FunctionHands:
    return FunctionHands(
        {
            "upper": (lambda name: name.upper(), "read", False, SCHEMA),
            "greet": (_greet, "write", True, SCHEMA),
            "sleep": (_sleep, "write", False, SCHEMA),
            "fail": (_fail, "write", False, SCHEMA),
            "lose": (_lose, "write", False, SCHEMA),
        }
    )


async def test_plain_functions_are_tools(hands: FunctionHands) -> None:
    catalog = await hands.catalog()
    greet = catalog.tool("greet")
    assert greet is not None
    assert (greet.description, greet.effect, greet.idempotent) == ("Greet somebody.", "write", True)
    assert len({tool.schema_hash for tool in catalog}) == 5
    outcome = await hands.call("greet", {"name": "Aki"}, key="k", timeout=1, requester="cli:aki")
    assert outcome.result == {"text": "Hello Aki"}
    assert [(call.tool, call.key, call.requester) for call in hands.calls] == [("greet", "k", "cli:aki")]


@pytest.mark.parametrize(
    ("tool", "status", "code"),
    [
        ("upper", "completed", ""),
        ("fail", "failed", "RINGI-312"),
        ("lose", "unknown", "RINGI-315"),
        ("sleep", "unknown", "RINGI-314"),
        ("none", "failed", "RINGI-310"),
    ],
)
async def test_functions_end_as_tools_do(hands: FunctionHands, tool: str, status: str, code: str) -> None:
    outcome = await hands.call(tool, {"name": "x"}, key="k", timeout=0.05)
    assert (outcome.status, outcome.code) == (status, code)


async def test_cancelling_a_function_goes_through(hands: FunctionHands) -> None:
    call = asyncio.create_task(hands.call("sleep", {"name": "x"}, key="k", timeout=60))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


async def test_the_canary_can_be_planned_and_counts_every_call_that_gets_through(hands: FunctionHands) -> None:
    canary: CanaryHands = CanaryHands(hands)
    protocol: Hands = canary
    catalog = await protocol.catalog()
    tool = catalog.tool(CANARY)
    assert tool is not None and (tool.effect, tool.idempotent) == ("write", False)
    assert checked_plan([{"stepId": "s", "tool": CANARY, "toolInput": {}, "description": "sing"}], catalog)
    assert (await protocol.call("upper", {"name": "a"}, key="1", timeout=1)).result == "A"
    assert canary.calls == []
    assert (await protocol.call(CANARY, {"note": "hi"}, key="2", timeout=1)).status == "completed"
    assert canary.calls == ["2"]
    await protocol.close()
