"""Checks strangers' answers against strangers' schemas in a process of its own.

A check is counted in steps and may still take seconds. In a thread it would hold Python's one lock, and all requests
would stand still meanwhile. Each `connections.Link` has its own, so a server whose answers are costly to check delays
its own answers alone. This module is also what runs on the other side of the pipe (`serve`).
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio import IncompleteReadError
from contextlib import suppress
from typing import BinaryIO

from ringi.hands.processes import Child
from ringi.hands.schemas import Found, flaws
from ringi.hands.tools import JsonObject

MOST_SECONDS = 30.0
"""How long one check may take; longer is too costly, whatever it would say."""
IDLE_SECONDS = 300.0
"""How long the process is kept for the next answer."""
_HEADER = 8
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from ringi.hands.checker import serve; serve()"


class Checker:
    """The checking process of one server: started when it is first needed, ended when idle or closed."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._turn = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def first_flaw(self, schema: JsonObject, answer: bytes, most: int) -> list[Found]:
        """What breaks the schema first, as `schemas.flaws` says it; empty when the answer fits.

        Args:
            schema: the server's own.
            answer: what is checked, as JSON.
            most: steps that the check may take.
        """
        async with self._turn:
            if self._idle is not None:
                self._idle.cancel()
            child, self._child = self._child, None
            answered = False
            try:
                child = child or await _start()
                question = json.dumps([schema, most]).encode()
                told = await asyncio.wait_for(_exchange(child, question, answer), MOST_SECONDS)
                answered = not self._closed
            except (OSError, IncompleteReadError):  # not to be had, or killed: by the system for its memory, or by hand
                return [("schema_cost", "", {})]
            finally:
                if answered:
                    self._child = child
                    self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._let_go)
                elif child is not None:  # it died, or is still busy with what nobody waits for
                    child.abandon()
            return [(rule, path, values) for rule, path, values in json.loads(told)]

    async def close(self) -> None:
        """End the process; returns when it is gone."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._let_go()
        if self._ending:
            await asyncio.wait(set(self._ending))

    def _let_go(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            task = asyncio.create_task(child.end(1.0))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)


async def _start() -> Child:
    return await Child.start((sys.executable, "-I", "-c", _START, json.dumps(sys.path)), None)


async def _exchange(child: Child, *frames: bytes) -> bytes:
    for frame in frames:
        child.stdin.write(len(frame).to_bytes(_HEADER, "big"))
        child.stdin.write(frame)
    await child.stdin.drain()
    size = int.from_bytes(await child.stdout.readexactly(_HEADER), "big")
    return await child.stdout.readexactly(size)


def serve() -> None:
    """Answer checks until the pipe is closed."""
    with suppress(EOFError, BrokenPipeError):
        while True:
            schema, most = json.loads(_frame(sys.stdin.buffer))
            value = json.loads(_frame(sys.stdin.buffer).decode("utf-8", "surrogatepass"))
            found = json.dumps(flaws(schema, value, limit=1, holes=False, most=most)).encode()
            sys.stdout.buffer.write(len(found).to_bytes(_HEADER, "big") + found)
            sys.stdout.buffer.flush()


def _frame(source: BinaryIO) -> bytes:
    header = source.read(_HEADER)
    if len(header) < _HEADER:
        raise EOFError
    return source.read(int.from_bytes(header, "big"))
