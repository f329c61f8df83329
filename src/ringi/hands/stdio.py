"""MCP over a child's pipes, for servers that may hang, die, babble or never stop talking.

A transport for `mcp.Client`, written because a line has to be bounded, the process tree has to be gone afterwards, and
the reason of a death has to be known. Opened and closed by `connections` only.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

from ringi.hands.pace import BYTES_AT_ONCE, BYTES_PER_SECOND, LARGE, Pace, shared_effort
from ringi.hands.processes import Child
from ringi.hands.whereabouts import executable

if TYPE_CHECKING:
    from asyncio import StreamReader

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.client._transport import TransportStreams

    from ringi.hands.config import Server

MAX_LINE = 50_000_000
"""A result of 20 MB travels twice in a reply, as data and as text."""
MAX_LISTED_LINE = 4_000_000
"""The same while no result is waited for, only what a server says about itself."""
LARGE_ANSWERS = frozenset({"tools/call", "resources/read"})
_HEARD = frozenset({"notifications/progress", "notifications/cancelled", "notifications/subscriptions/acknowledged"})
"""Messages without an answer that somebody here listens to; all others (logs, changes of lists) end at the pipe."""
MAX_BABBLE = 1_000_000
"""Bytes that are no message at all, in a row, before a server is given up."""
TOO_LARGE, GARBLED = -32_090, -32_091
"""Codes of the errors that we put in the place of a reply that came but cannot be used."""
PATIENCE = 1.0
_UNASKED = 10_000
"""Bytes of a message that was not asked for that count as one more message."""
_EDGE = 4_096
_ID_FIRST = re.compile(rb'^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,')
_ID_LAST = re.compile(rb'"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')


@dataclass(slots=True)
class Wire:
    """What is known about one connection besides its messages."""

    on_end: Callable[[], None] = lambda: None
    """Called when the other side has gone."""
    hurry: bool = False
    """It was given up: no time to say goodbye."""
    babble: int = 0
    """Bytes received since the last message that were none."""
    reason: str = ""
    """Why it ended, if that is known."""
    pid: int = 0
    statuses: list[tuple[int, str]] = field(default_factory=list)
    """(status, content type) of each HTTP answer, in order."""
    too_large: bool = False
    received: int = 0
    """Bytes of messages that have come."""
    large_answers: set[int | str] = field(default_factory=set)
    """Requests on their way whose answers may be large."""

    @property
    def longest_line(self) -> int:
        return MAX_LINE if self.large_answers else MAX_LISTED_LINE


@dataclass(frozen=True, slots=True)
class Line:
    """One line of output; of an overlong one only both edges are kept."""

    data: bytes
    cut: bool = False


@asynccontextmanager
async def child_streams(server: Server, wire: Wire) -> AsyncIterator[TransportStreams]:
    """Start the server's process and speak with it; on the way out its whole tree is ended."""
    child = await Child.start((executable(server) or server.command, *server.args), server.env, server.cwd)
    wire.pid = child.pid
    to_session, from_child = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_child, from_session = anyio.create_memory_object_stream[SessionMessage](0)
    ended = False
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(child.listen_to_stderr)
            tasks.start_soon(_read, child, to_session, wire)
            tasks.start_soon(_write, child, from_session, to_session, wire)
            try:
                yield from_child, to_child
            finally:
                with anyio.CancelScope(shield=True):
                    await child.end(0.2 if wire.hurry else PATIENCE)
                ended = True
                tasks.cancel_scope.cancel()
    finally:
        if not ended:
            child.abandon()
        for stream in (to_session, from_child, to_child, from_session):
            stream.close()


async def _read(child: Child, out: MemoryObjectSendStream[SessionMessage | Exception], wire: Wire) -> None:
    async with out:
        pace, bulk = Pace(), Pace(BYTES_PER_SECOND, BYTES_AT_ONCE)
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, ConnectionError):
            async for line in lines(child.stdout, lambda: wire.longest_line):
                wire.received += len(line.data)
                await bulk.take(len(line.data))
                message = await _message_in_turn(line) if len(line.data) > LARGE else _message(line)
                if message is None:
                    wire.babble += max(1, len(line.data))
                    if wire.babble > MAX_BABBLE or line.cut:
                        wire.reason = "it does not speak MCP"
                        break
                    continue
                wire.babble = 0
                if isinstance(message, types.JSONRPCNotification | types.JSONRPCRequest):
                    await pace.take(1 + len(line.data) // _UNASKED)
                    if isinstance(message, types.JSONRPCNotification) and message.method not in _HEARD:
                        continue
                elif message.id is not None:
                    wire.large_answers.discard(message.id)
                await out.send(SessionMessage(message))
        await _explain(child, wire)
    wire.on_end()
    with suppress(ConnectionError):  # whoever is stuck writing must be able to finish and leave
        while await child.stdout.read(2**16):
            pass


async def _explain(child: Child, wire: Wire) -> None:
    """Say why the output ended, before anybody who waits is told that it has."""
    if not wire.reason and await child.gone(0.5):
        words = await child.last_words()
        wire.reason = f"exit {child.exit_code}" + (f": {words}" if words else "")


async def _write(
    child: Child,
    messages: MemoryObjectReceiveStream[SessionMessage],
    out: MemoryObjectSendStream[SessionMessage | Exception],
    wire: Wire,
) -> None:
    try:
        async with messages:
            async for one in messages:
                if isinstance(one.message, types.JSONRPCRequest) and one.message.method in LARGE_ANSWERS:
                    wire.large_answers.add(one.message.id)
                text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
                child.stdin.write(text.encode() + b"\n")
                await child.stdin.drain()
    except (OSError, RuntimeError):
        await _explain(child, wire)
        out.close()  # so that a waiting request learns of it
        wire.on_end()


async def lines(reader: StreamReader, longest: Callable[[], int] = lambda: MAX_LINE) -> AsyncIterator[Line]:
    """The child's output line by line, in bounded memory however long a line is; how long a whole one may be is asked
    when it begins.
    """
    kept: list[bytes] = []
    size, tail, limit = 0, b"", longest()
    while chunk := await reader.read(2**18):
        *whole, rest = chunk.split(b"\n")
        if not size:
            limit = longest()
        for part in whole:
            if size + len(part) > limit:
                yield Line(b"".join(kept)[:_EDGE] + b"\n" + (tail + part)[-_EDGE:], cut=True)
            else:
                yield Line(b"".join([*kept, part]))
            kept, size, tail, limit = [], 0, b"", longest()
        size += len(rest)
        if size > limit:
            kept = [b"".join(kept)[:_EDGE] or rest[:_EDGE]]
            tail = (tail + rest)[-_EDGE:]
        else:
            kept.append(rest)


async def _message_in_turn(line: Line) -> types.JSONRPCMessage | None:
    async with shared_effort().turn() as effort:
        with effort.spending():
            return _message(line)


def _message(line: Line) -> types.JSONRPCMessage | None:
    """The message on a line; an error for whoever waits if it is a ruined reply; None if it is no message."""
    if line.cut:
        head, _, end = line.data.partition(b"\n")
        found = _ID_FIRST.search(head) or _ID_LAST.search(end)
        return _instead(int(found[1]), TOO_LARGE, "the answer is too large") if found else None
    try:
        return types.jsonrpc_message_adapter.validate_json(line.data, by_name=False)
    except ValueError:
        pass
    ruined = _parsed(line.data)
    if isinstance(ruined, dict) and isinstance(ruined.get("id"), int) and "method" not in ruined:
        return _instead(ruined["id"], GARBLED, "the answer is no JSON-RPC reply")
    return None


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _instead(number: int, code: int, text: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=text))
