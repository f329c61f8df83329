"""`ringi bench tools`: what a tool call costs through our hands, with every check, over a bare `mcp` client.

The same server and the same call, in this process and over a child's pipes, in turns of a few calls each so that a busy
moment of the machine falls on both sides. Ours: the permission and the quarantine are looked up (as inside the runner's
own transaction, from what the store knows), the input is checked against the schema, the call is made and its answer
read and checked. The transaction itself, with its commit, is `ringi bench pipeline`'s.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ringi.cli.bench.ours import open_for_bench
from ringi.cli.bench.tables import figures, told
from ringi.flow import permissions, pins
from ringi.flow.office import Office
from ringi.hands.config import INHERITED, Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Tool
from ringi.hands.validation import checked_input
from ringi.store.transaction import Tx

CALLS = 2_000
TURN = 25
WARM = 100
RATIO, MORE = 1.3, 1.5
TOOL = "book"
GIVEN = {"customer": "C-1042", "amount": 3, "note": "two boxes, before noon"}


def build() -> Any:
    """A server with one plain tool: a few arguments in, a few fields out."""
    from mcp.server import MCPServer

    server: MCPServer[Any] = MCPServer("bench", log_level="CRITICAL")

    @server.tool(name=TOOL)
    async def book(customer: str, amount: int, note: str = "") -> dict[str, Any]:
        """Book something."""
        return {"customer": customer, "amount": amount, "booked": True, "note": note}

    return server


def main(args: Namespace) -> int:
    calls = max(TURN, args.count or CALLS)
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        found = asyncio.run(_measured(Path(folder), calls))
    rows = [["", "bare ms", "ours ms", "more ms", "ratio"]]
    answer: dict[str, Any] = {"unit": "ms", "calls": calls, "goal": {"ratio": RATIO, "more_ms": MORE}}
    for place, (bare, ours) in found.items():
        more, ratio = ours["p50"] - bare["p50"], ours["p50"] / bare["p50"]
        answer[place] = {"bare": bare, "ours": ours, "more_ms": round(more, 3), "ratio": round(ratio, 2)}
        rows.append([place, f"{bare['p50']:.3f}", f"{ours['p50']:.3f}", f"{more:+.3f}", f"{ratio:.2f}"])
    answer["met"] = all(one["ratio"] <= RATIO and one["more_ms"] <= MORE for one in (answer["memory"], answer["stdio"]))
    verdict = f"medians (goal: at most {RATIO}× and +{MORE} ms)"
    return told(args, "one tool call, over a bare MCP client", rows, answer, verdict)


async def _measured(folder: Path, calls: int) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
    import os

    env = {name: os.environ[name] for name in (*INHERITED, "PYTHONPATH") if name in os.environ}
    child = Server(name="bench", command=sys.executable, args=("-m", "ringi.cli.bench.tools"), env=env)
    office = open_for_bench(folder)
    try:
        return {
            "memory": await _compared(office, Server(name="bench"), build(), calls),
            "stdio": await _compared(office, child, _stdio(child), calls),
        }
    finally:
        office.close()


def _stdio(server: Server) -> Any:
    from mcp.client.stdio import StdioServerParameters, stdio_client

    return stdio_client(StdioServerParameters(command=server.command, args=list(server.args), env=dict(server.env)))


async def _compared(
    office: Office, server: Server, target: Any, calls: int
) -> tuple[dict[str, float], dict[str, float]]:
    from mcp import Client

    hands = McpHands([server], data_dir=office.home, in_process={"bench": build})
    try:
        tool = (await hands.catalog()).tool(TOOL)
        assert tool is not None
        async with Client(target) as client:
            await client.list_tools()

            async def bare() -> None:
                reply = await client.call_tool(TOOL, GIVEN)
                assert not reply.is_error

            ours = _ours(await office.store.aread(lambda tx: _looked_up(tx, tool)), hands, tool)
            for act in (bare, ours):
                await _timed(act, WARM)
            took: dict[bool, list[float]] = {True: [], False: []}
            for turn in range(2 * (calls // TURN)):
                took[turn % 2 == 0] += await _timed(bare if turn % 2 == 0 else ours, TURN)
        return figures(took[True]), figures(took[False])
    finally:
        await hands.close()


def _looked_up(tx: Tx, tool: Tool) -> Tx:
    """The first look, which asks the database; every further one is answered from what is known."""
    permissions.check_call(tx, tool.name, GIVEN)
    assert not pins.quarantined(tx, tool)
    return tx


def _ours(tx: Tx, hands: McpHands, tool: Tool) -> Callable[[], Awaitable[None]]:
    """A call as the runner makes it, but for what it writes down."""

    async def call() -> None:
        latest = hands.latest()
        now = latest.tool(tool.name) if latest is not None else None
        assert now is not None and now.schema_hash == tool.schema_hash
        given = checked_input(now, GIVEN, step="step-1")
        permissions.check_call(tx, tool.name, given)
        assert not pins.quarantined(tx, now)
        outcome = await hands.call(tool.name, given, key="bench", timeout=30.0, requester="bench")
        assert outcome.status == "completed", outcome

    return call


async def _timed(act: Callable[[], Awaitable[None]], times: int) -> list[float]:
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        await act()
        took.append(1000 * (time.perf_counter() - begun))
    return took


if __name__ == "__main__":
    build().run("stdio")
