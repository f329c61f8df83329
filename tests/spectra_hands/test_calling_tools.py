"""SPECTRA calls MCP tools like everything else does: permitted at that moment, once, and stopped when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from spectrahouse import lets_pass
from workplace import Workplace

from ringi.catalog import Catalog
from ringi.errors import Refused
from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Tool
from ringi.minds.intending import Situation
from ringi.spectra.acting import Acting, Described
from ringi.spectra.acting.tooling import permitted
from ringi.spectra.rules import read as read_rules
from ringi.spectra.shapes import Action, Outcome
from ringi.testing.driving import ScriptedDriver


class Notes:
    """What the server was asked, as it saw it."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.begun = asyncio.Event()
        self.cancelled = asyncio.Event()

    def build(self) -> Any:
        from mcp.server import MCPServer
        from mcp_types import ToolAnnotations

        server = MCPServer("bench")
        reads = ToolAnnotations(read_only_hint=True)

        @server.tool(annotations=reads)
        async def look(what: str) -> dict[str, Any]:
            """Looks something up."""
            self.seen.append(what)
            return {"found": what, "evil": "\x1b[2J\u202e"}

        @server.tool()
        async def slow() -> str:
            """Takes for ever."""
            self.begun.set()
            try:
                await asyncio.sleep(300)
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
            return "never"

        @server.tool()
        async def refuse() -> str:
            """Says no."""
            raise ValueError("the ledger is closed")

        return server


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
async def tools(notes: Notes) -> AsyncIterator[McpHands]:
    hands = McpHands(
        (Server(name="bench", effects={"look": "read"}),),
        data_dir=Path("/nonexistent"),
        in_process={"bench": notes.build},
    )
    yield hands
    await hands.close()


async def called(acting: Acting, tool: str, **arguments: Any) -> Outcome:
    action = Action(kind="tool", summary="", impact="", tool=tool, arguments=arguments)
    return await acting.run(action, lambda _: None)


async def test_an_answer_comes_as_text_that_harms_nobody(tools: McpHands, notes: Notes, tmp_path: Path) -> None:
    acting = Acting(tmp_path, tools, environ={})
    outcome = await called(acting, "look", what="the number")
    assert outcome.status == "done"
    assert '"found": "the number"' in outcome.output
    assert "\x1b" not in outcome.output
    assert notes.seen == ["the number"]
    assert acting.weigh(Action(kind="tool", summary="", impact="", tool="look")).risk == "low"
    assert acting.weigh(Action(kind="tool", summary="", impact="", tool="slow")).risk == "medium"


async def test_what_was_approved_of_a_tool_does_not_run_on_another_of_its_name(
    tools: McpHands, notes: Notes, tmp_path: Path
) -> None:
    acting = Acting(tmp_path, tools, environ={})
    look = Action(kind="tool", summary="look", impact="-", tool="look", arguments={"what": "a"})
    assert acting.tool_as(look) == ""  # nobody has listed anything yet
    await tools.catalog()
    driver = Described(ScriptedDriver([look]), acting)
    now = Situation(summary="", trigger="plan", today=date(2026, 11, 17), lang="en", catalog=Catalog())
    shown = await driver.intend(now)
    assert isinstance(shown, Action) and shown.tool_as
    assert (await acting.run(shown, lambda _: None)).status == "done"
    changed = replace(shown, tool_as="0" * 64)
    outcome = await acting.run(changed, lambda _: None)
    assert (outcome.status, notes.seen) == ("fail", ["a"]) and "changed" in outcome.cause
    grant = 'tool = "look"\nuntil = "2099-01-01"\n'
    rules = read_rules(f'[grants.a]\n{grant}schema = "{shown.tool_as}"\n')
    assert lets_pass(rules, shown) and not lets_pass(rules, changed)


async def test_what_goes_wrong_is_said_and_nothing_is_sent_that_does_not_fit(
    tools: McpHands, notes: Notes, tmp_path: Path
) -> None:
    acting = Acting(tmp_path, tools, environ={})
    refused = await called(acting, "refuse")
    assert refused.status == "fail"
    assert "refuse" in refused.cause
    assert (await called(acting, "nothing")).cause == "no such tool: nothing"
    assert (await called(acting, "look", whom="x")).cause.startswith("look does not take these arguments")
    assert (await called(Acting(tmp_path, environ={}), "look", what="x")).cause == "no such tool: look"
    assert notes.seen == []


async def test_stopping_reaches_the_call_itself(tools: McpHands, notes: Notes, tmp_path: Path) -> None:
    running = asyncio.ensure_future(called(Acting(tmp_path, tools, environ={}), "slow"))
    await notes.begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    async with asyncio.timeout(120):
        await notes.cancelled.wait()


async def test_a_tool_is_called_only_while_it_is_permitted(
    tools: McpHands, notes: Notes, tmp_path: Path, workplace: Workplace
) -> None:
    """Forbidden, outside its limits, or not what was accepted: asked of the records at the moment of the call."""
    workplace.open(hands=tools)
    assert workplace.office is not None
    store = workplace.office.store
    acting = Acting(tmp_path, tools, environ={}, permit=permitted(store))
    assert (await called(acting, "look", what="one")).status == "done"
    from ringi.flow import permissions, pins

    store.write(lambda tx: permissions.keep(tx, "look", True, {"properties": {"what": {"enum": ["one"]}}}))
    outside = await called(acting, "look", what="two")
    assert outside.status == "fail"
    assert "look" in outside.cause
    store.write(lambda tx: permissions.keep(tx, "look", False, None))
    assert (await called(acting, "look", what="one")).status == "fail"
    assert notes.seen == ["one"]
    pinned = {"server": "bench", "name": "slow", "schema": "other", "description": "other", "effect": "write"}
    store.write(lambda tx: pins.pin(tx, [pinned]))
    slow = (await tools.catalog()).tool("slow")
    assert isinstance(slow, Tool)
    with pytest.raises(Refused) as caught:
        await permitted(store)(slow, {})
    assert caught.value.code == "RINGI-677"
