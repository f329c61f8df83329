"""Shared by the tests of the hands: how to start the servers of this folder, and proof that nothing is left of them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.processes import descendants

HERE = Path(__file__).parent


def stdio(script: str, *args: str, name: str = "", **more: Any) -> Server:
    """The configuration of one of our own scripts, run by this Python."""
    env = {"PATH": os.environ.get("PATH", ""), **more.pop("env", {})}
    file = next(path for path in (HERE / f"{script}.py", HERE / "servers" / f"{script}.py") if path.exists())
    return Server(name=name or script, command=sys.executable, args=(str(file), *args), env=env, **more)


@asynccontextmanager
async def hands_on(*servers: Server, **more: Any) -> AsyncIterator[McpHands]:
    """Hands on these servers; afterwards no process of theirs is alive."""
    before = descendants(os.getpid())
    hands = McpHands(servers, data_dir=Path("/nonexistent"), **more)
    try:
        yield hands
    finally:
        await hands.close()
    assert await all_gone(descendants(os.getpid()) - before)


def said(notes: Path) -> list[str]:
    """What a server has written down so far."""
    return notes.read_text().splitlines() if notes.exists() else []


async def all_gone(pids: set[int], seconds: float = 60.0) -> bool:
    """Whether all these processes are gone; a zombie that nobody has collected yet is as dead as any."""
    for _ in range(int(seconds * 100)):
        if not any(_running(pid) for pid in pids):
            return True
        await asyncio.sleep(0.01)
    return False


def _running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
