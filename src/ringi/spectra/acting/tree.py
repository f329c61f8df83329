"""The last resort when a keeper is gone: finding what a command left by the mark in its environment, and ending it."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from ringi.hands.processes import descendants

SECONDS = 3.0


def marked(name: str, value: str) -> set[int]:
    """Every process that was started with this in its environment. Empty where the system does not tell."""
    wanted = f"{name}={value}".encode()
    found: set[int] = set()
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError, ValueError):
            if wanted in environ.read_bytes().split(b"\0"):
                found.add(int(environ.parent.name))
    return found


async def sweep(name: str, value: str, keeper: int) -> bool:
    """Kills the keeper, all below it and all that bears the mark, until none is left. False when some remain."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SECONDS
    while loop.time() < end:
        left = {pid for pid in marked(name, value) | descendants(keeper) | {keeper} if _alive(pid)}
        if not left:
            return True
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.005)
    return False


def _alive(pid: int) -> bool:
    """Running, and not merely unburied."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] not in "ZX"
    except (OSError, IndexError):
        return False
