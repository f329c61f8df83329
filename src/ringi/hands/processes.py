"""A child process with everything it starts: made in a group of its own, ended as a tree.

Used by `stdio` only. Ending is a matter of escalation: close its input, ask, then kill; whatever happens to the caller,
nothing that we started is left behind.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

_POLL = 0.01
_STDERR_TAIL = 4_000
_NICENESS = 10
"""How far what others wrote stands back behind our own process when both want the processor."""


class Child:
    """One running child. `start` makes it, `end` takes it and its descendants down."""

    def __init__(self, transport: asyncio.SubprocessTransport, protocol: subprocess.SubprocessStreamProtocol) -> None:
        loop = asyncio.get_running_loop()
        process = subprocess.Process(transport, protocol, loop)
        assert process.stdin and process.stdout and process.stderr, "started with three pipes"
        self.stdin, self.stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self.pid: int = process.pid
        self._transport = transport
        self._tail = b""
        self._silent = asyncio.Event()

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str] | None, cwd: str = "") -> Child:
        """Start it in a new session and at a lower priority than ours; without an `env` it gets our own.

        Raises:
            OSError: there is no such command or directory, or it may not be run.
            ValueError: a part of the command cannot be passed on.
        """
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.subprocess_exec(
            lambda: subprocess.SubprocessStreamProtocol(limit=2**16, loop=loop),
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=None if env is None else dict(env),
            cwd=cwd or None,
            start_new_session=True,
        )
        child = cls(transport, protocol)
        _stand_back(child.pid)
        return child

    @property
    def exit_code(self) -> int | None:
        return self._transport.get_returncode()

    async def listen_to_stderr(self) -> None:
        """Keep the last words, which usually say why a server died; the rest is nobody's business."""
        while chunk := await self._stderr.read(2**16):
            self._tail = (self._tail + chunk)[-_STDERR_TAIL:]
        self._silent.set()

    async def last_words(self) -> str:
        """What it said last to stderr; for a moment what is still on its way is waited for."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._silent.wait(), 0.2)
        return said_last(self._tail.decode("utf-8", "replace"))

    async def end(self, patience: float) -> None:
        """Close its input, wait `patience` seconds for it to go, ask it to, then kill whatever is left of the tree."""
        # Beside the loop: all processes of the machine are gone through, and many servers may end at once.
        tree = {self.pid, *await asyncio.to_thread(descendants, self.pid)}
        try:
            self.stdin.close()
            if not await self.gone(patience):
                tree |= await asyncio.to_thread(descendants, self.pid)
                _signal_all(self.pid, tree, signal.SIGTERM)
                await self.gone(patience)
                tree |= await asyncio.to_thread(descendants, self.pid)
        finally:
            _signal_all(self.pid, tree, signal.SIGKILL)
        await self.gone(2.0)
        self._transport.close()

    def abandon(self) -> None:
        """For when the event loop itself is going away: kill, and free the pipes."""
        _signal_all(self.pid, {self.pid} | descendants(self.pid), signal.SIGKILL)
        self._transport.close()

    async def gone(self, seconds: float) -> bool:
        """Whether it exits within that time. Polled: `wait()` also waits for pipes that a grandchild may hold open."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self.exit_code is None:
            if loop.time() >= end:
                return False
            await asyncio.sleep(_POLL)
        return True


def descendants(pid: int) -> set[int]:
    """All processes below `pid`, also those that left its group. Empty where the system does not tell (no `/proc`)."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The command's name may contain spaces and brackets; what follows the last bracket does not.
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found: set[int] = set()
    todo = [pid]
    while todo:
        for child in children.get(todo.pop(), ()):
            if child not in found:
                found.add(child)
                todo.append(child)
    return found


def _stand_back(group: int) -> None:
    """Let the processes of a group, and all they start, have what processor time ours leave over.

    Linux may share the time among sessions first (`autogroup`) and heed priorities only inside of one; then the
    session's own is lowered as well.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PGRP, group, _NICENESS)
    with suppress(OSError):
        Path(f"/proc/{group}/autogroup").write_text(str(_NICENESS))


def _signal_all(group: int, pids: set[int], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
    for pid in pids - {group}:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def said_last(text: str) -> str:
    """The line that says why: the last one, as most programs have it. npm says it first and then where its log is."""
    lines = [line.strip() for line in text.strip().splitlines()]
    npm = [line for line in lines if line.lower().startswith(("npm error", "npm err!"))]
    if npm:
        return " ".join([npm[0], *(line.split(None, 2)[-1] for line in npm[1:2])])
    return lines[-1] if lines else ""
