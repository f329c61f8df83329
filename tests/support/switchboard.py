"""Every call that leaves the house goes through here to its double: counted in order, and one of them broken.

Real sockets on loopback, one per service. A call is one connection with one request, so that the Nth call of a service
is known before it comes; `broken` says what happened to which, because a fault that never came about proves nothing.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import socket
import struct
import threading
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ports import held_port

KINDS = (*("refused", "drop", "reset", "401", "403", "429", "429 after", "500", "slow", "garbage", "truncated"),)
"""Nobody listens; hung up unheard; done, and hung up; four refusals; broken; done, and no answer comes; done, and what
comes is no answer; done, and the answer breaks off.
"""
SLACK = {"401": "invalid_auth", "403": "missing_scope"}


@dataclass(frozen=True, slots=True)
class Call:
    """One request that left the house."""

    service: str
    number: int
    """The how-manieth of its service, from 0."""
    line: str
    """Method and path."""


class Line:
    """The socket of one service."""

    def __init__(self, board: Switchboard, name: str, upstream: str) -> None:
        parts = urlsplit(upstream)
        self.board, self.name = board, name
        self.host, self.port = parts.hostname or "", parts.port or 0
        self.count = 0
        self.server: asyncio.Server | None = None
        self._held = held_port()
        self.own_port = self._held.getsockname()[1]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.own_port}"

    async def open(self) -> None:
        if self.server is None:
            listener = socket.create_server(("127.0.0.1", self.own_port), backlog=64)
            self.server = await asyncio.start_server(self._serve, sock=listener, limit=16 * 1024**2)

    def leave(self) -> None:
        self.shut()
        self._held.close()

    def shut(self) -> None:
        """From now on nobody listens here; what is under way goes on."""
        if self.server is not None:
            self.server.close()
            self.server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._one(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(_length(head))
        call = Call(self.name, self.count, b" ".join(head.split(b" ", 2)[:2]).decode().partition("?")[0])
        self.count += 1
        fault = self.board.meets(call)
        self.board.calls.append(call)
        if not fault:
            await self._relay(call, head, body, reader, writer)
        elif fault == "drop":
            _abort(writer)
        elif fault in ("401", "403", "429", "429 after", "500"):
            writer.write(_refusal(self.name, fault, _echo(head, body) if self.board.echoing else b""))
            await writer.drain()
        else:
            await self._after_it_was_done(fault, await self._whole(call, head, body), reader, writer)

    async def _after_it_was_done(
        self, fault: str, answer: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if fault == "reset":
            _abort(writer)
        elif fault == "slow":
            while await reader.read(65536):  # until the caller has had enough
                pass
        else:
            writer.write(_garbage() if fault == "garbage" else _half(answer))
            await writer.drain()

    async def _whole(self, call: Call, head: bytes, body: bytes) -> bytes:
        """What the service really answers; of a stream only what comes at once."""
        up, to = await self._up(head, body)
        try:
            if call.line.endswith("/stream"):
                return await up.readuntil(b"\r\n\r\n") + await up.read(10)
            return await up.read()
        finally:
            to.close()

    async def _up(self, head: bytes, body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        up, to = await asyncio.open_connection(self.host, self.port, limit=16 * 1024**2)
        first, _, rest = head.partition(b"\r\n")
        kept = [one for one in rest.split(b"\r\n") if one and not one.lower().startswith(b"connection:")]
        to.write(b"\r\n".join([first, *kept, b"Connection: close", b"", b""]) + body)
        await to.drain()
        return up, to

    async def _relay(
        self, call: Call, head: bytes, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        up, to = await self._up(head, body)
        gone = asyncio.ensure_future(reader.read(1))
        try:
            held = b""
            if not call.line.endswith("/stream"):
                held = await up.read()
                self.board.answered(self)
            writer.write(held)
            await writer.drain()
            while not held:
                part = asyncio.ensure_future(up.read(65536))
                await asyncio.wait({part, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not part.done() or not part.result():
                    part.cancel()
                    return
                writer.write(part.result())
                await writer.drain()
        finally:
            gone.cancel()
            to.close()


class Switchboard:
    """The lines of all services, on an event loop of their own."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.broken: list[tuple[Call, str]] = []
        self.lines: dict[str, Line] = {}
        self.echoing = False
        """Whether who refuses a call says all that came with it, credentials included, as a careless gateway does."""
        self._fault: tuple[str, int, str, bool] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def line(self, name: str, upstream: str) -> str:
        """The address under which a service is called instead."""
        found = self.lines[name] = Line(self, name, upstream)
        self._run(found.open())
        return found.address

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def close(self) -> None:
        async def all_shut() -> None:
            for one in self.lines.values():
                one.leave()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)

        self._run(all_shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(120)
        self._loop.close()

    # -- trouble -------------------------------------------------------------------------------------------------

    def break_at(self, service: str, number: int, kind: str, *, lasting: bool = False) -> None:
        """The Nth call of a service from its beginning; `lasting`: and all that come after, until it is mended."""
        assert kind in KINDS, kind
        self._fault = (service, number, kind, lasting or kind == "refused")
        self._run(self._shut_early(self.lines[service]))

    def break_next(self, service: str, kind: str, *, lasting: bool = False) -> None:
        self.break_at(service, self.lines[service].count, kind, lasting=lasting)

    def mend(self) -> None:
        self._fault = None

        async def opened() -> None:
            for one in self.lines.values():
                await one.open()

        self._run(opened())

    async def _shut_early(self, line: Line) -> None:
        self.answered(line)

    def answered(self, line: Line) -> None:
        """Before the last answer goes out: whoever calls next must find nobody."""
        if self._fault is None or self._fault[2] != "refused" or self._fault[0] != line.name:
            return
        if line.count >= self._fault[1] and line.server is not None:
            line.shut()
            self.broken.append((Call(line.name, line.count, "refused"), "refused"))

    def meets(self, call: Call) -> str:
        """What goes wrong with this call; empty for nothing."""
        if self._fault is None or self._fault[0] != call.service or self._fault[2] == "refused":
            return ""
        _, number, kind, lasting = self._fault
        if call.number == number or (lasting and call.number > number):
            self.broken.append((call, kind))
            return kind
        return ""


def _length(head: bytes) -> int:
    for one in head.split(b"\r\n"):
        name, _, value = one.partition(b":")
        assert name.lower() != b"transfer-encoding", head
        if name.lower() == b"content-length":
            return int(value)
    return 0


def _abort(writer: asyncio.StreamWriter) -> None:
    """A reset, not an orderly end."""
    link = writer.get_extra_info("socket")
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def _answer(status: str, body: bytes, *headers: str, kind: str = "application/json") -> bytes:
    told = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join([*told, *headers, "", ""]).encode() + body


def _echo(head: bytes, body: bytes) -> bytes:
    """What was sent, by its bare values and those of the credentials first: nothing beside them says what they are."""
    lines = [one.partition(b":") for one in head.split(b"\r\n")[1:] if one]
    first = [value.split()[-1] for name, _, value in lines if name.lower() in (b"authorization", b"x-api-key")]
    return b" ".join([b"", *first, *(base64.b64encode(one) for one in first), body[:2_000]])


def _refusal(service: str, kind: str, echo: bytes = b"") -> bytes:
    """As the service would say it; `echo` is said with it, wherever there are words."""
    told = echo.decode("utf-8", "replace")
    if service == "slack" and kind in SLACK:
        more = {"response_metadata": {"messages": [told]}, "detail": told} if told else {}
        return _answer("200 OK", json.dumps({"ok": False, "error": SLACK[kind], **more}).encode())
    after = ("Retry-After: 1",) if kind == "429 after" else ()
    status = kind.split()[0]
    words = {"401": "Unauthorized", "403": "Forbidden", "429": "Too Many Requests", "500": "Internal Server Error"}
    line = f"{status} {words[status]}"
    words[status] += told
    said: dict[str, dict[str, Any]] = {
        "slack": {"ok": False, "error": "ratelimited"},
        "freee": {"status_code": int(status), "errors": [{"type": "status", "messages": [words[status]]}]},
        "google": {"error": {"code": int(status), "message": words[status], "status": "DOUBLE"}},
    }
    body = said.get(service, {"type": "error", "error": {"type": _ANTHROPIC[status], "message": words[status]}})
    if status == "500":
        return _answer(line, b"<html>oops" + echo + b"</html>", kind="text/html")
    return _answer(line, json.dumps(body).encode(), *after)


_ANTHROPIC = {
    "401": "authentication_error",
    "403": "permission_error",
    "429": "rate_limit_error",
    "500": "api_error",
}


def _garbage() -> bytes:
    return _answer("200 OK", "<html>\u00a1 captive portal ! \x00</html>".encode("latin-1"))


def _half(answer: bytes) -> bytes:
    head, _, body = answer.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n" + body[: len(body) // 2]
