"""The guard in front of Slack's HTTP path: nothing reaches Bolt that Slack did not sign just now, once.

Bolt alone answers 500 to an odd timestamp, falls over a body that is not UTF-8, and logs what it refuses. Here every
refusal is a short answer, and a line in the log that says why and nothing of what was sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

WINDOW = 300
"""Seconds that a signature is good for, either way: Slack's own rule."""
LARGEST = 1024 * 1024
"""Bytes. The largest view is 250 kB; what comes with it is far from a megabyte."""
PATIENCE = 10.0
"""Seconds for a body to arrive. Slack gives up after three."""
REMEMBERED = 20_000
"""Signatures at most; older ones go first. The durable inbox knows the rest."""


class Refusal(Exception):
    """Why a delivery is not let in; the words are ours alone."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class Guard:
    """An ASGI application around Bolt's."""

    def __init__(
        self,
        inner: Asgi,
        secret: str,
        log: logging.Logger,
        *,
        path: str = "/slack/events",
        now: Callable[[], float] = time.time,
    ) -> None:
        self._inner = inner
        self._secret = secret.encode()
        self._log = log
        self._path = path
        self._now = now
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._under_way: dict[str, asyncio.Event] = {}
        self.refused: dict[str, int] = {}
        """How many were not let in, by reason."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != self._path:
            await self._inner(scope, receive, send)
            return
        try:
            if scope["method"] != "POST":
                raise Refusal(405, "method")
            stamp, signature = self._headers(scope)
            body = await self._body(scope, receive)
            self._check(stamp, signature, body)
        except Refusal as refusal:
            self._note(refusal.why)
            await _answer(send, refusal.status)
            return
        await self._once(f"{stamp}:{signature}", scope, body, send)

    def _note(self, why: str) -> None:
        """Count it; said at the 1st, 2nd, 4th, 8th … time, so that nobody can fill the log."""
        count = self.refused[why] = self.refused.get(why, 0) + 1
        if count & (count - 1) == 0:
            self._log.warning("slack: a delivery was refused: %s (%d so far)", why, count)

    def _headers(self, scope: Scope) -> tuple[str, str]:
        found: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.lower(), []).append(value)
        stamps, signatures = found.get(b"x-slack-request-timestamp", []), found.get(b"x-slack-signature", [])
        if not stamps or not signatures:
            raise Refusal(401, "unsigned")
        if len(stamps) > 1 or len(signatures) > 1:
            raise Refusal(401, "signed twice")
        stamp, signature = stamps[0].decode("latin-1"), signatures[0].decode("latin-1")
        if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= 12):
            raise Refusal(401, "timestamp")
        if abs(self._now() - int(stamp)) > WINDOW:
            raise Refusal(401, "stale")
        length = (found.get(b"content-length") or [b"0"])[0]
        if not length.isdigit() or int(length) > LARGEST:
            raise Refusal(413, "too large")
        return stamp, signature

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise Refusal(400, "broken off")
                    body += message.get("body", b"")
                    if len(body) > LARGEST:
                        raise Refusal(413, "too large")
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise Refusal(408, "too slow") from None

    def _check(self, stamp: str, signature: str, body: bytes) -> None:
        signed = hmac.new(self._secret, b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
        if not self._secret or not hmac.compare_digest(f"v0={signed}".encode(), signature.encode("latin-1")):
            raise Refusal(401, "signature")
        try:
            body.decode()
        except UnicodeDecodeError:
            raise Refusal(400, "not UTF-8") from None

    # -- once ----------------------------------------------------------------------------------------------------

    async def _once(self, mark: str, scope: Scope, body: bytes, send: Send) -> None:
        """The same signature again is the same delivery: said to be received, not handed on. One that we failed to
        take may come again.
        """
        while (other := self._under_way.get(mark)) is not None:
            await other.wait()
        if mark in self._seen:
            self._note("replay")
            await _answer(send, 200)
            return
        self._under_way[mark] = asyncio.Event()
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._inner(scope, _given(body), watched)
        except Exception as error:
            # The text of an error may hold what was sent; its kind does not.
            self._log.error("slack: a delivery failed: %s", type(error).__name__)
            if status == 500:
                await _answer(send, 500)
        finally:
            if status < 300:
                self._remember(mark)
            self._under_way.pop(mark).set()

    def _remember(self, mark: str) -> None:
        now = self._now()
        self._seen[mark] = now
        while self._seen:
            oldest, at = next(iter(self._seen.items()))
            if len(self._seen) <= REMEMBERED and at >= now - 2 * WINDOW:
                break
            del self._seen[oldest]


def _given(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _answer(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
