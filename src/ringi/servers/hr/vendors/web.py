"""Asking a service outside: one question at a time from a few, its limits kept, and what went wrong said in our words.

Only reads are asked here, so a question may be asked again. A vendor's file says what its answers mean.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ringi.errors import Refused, Unavailable
from ringi.striking import strike

if TYPE_CHECKING:
    import aiohttp

AT_ONCE = 4
TRIES = 3
WORTH_WAITING = 20.0
"""Seconds that a call waits for a limit to pass; beyond that a person is told when."""
BLOCKED = 600.0
"""Seconds for which a service that has shut us out is left alone."""
PATIENCE = 30.0
LARGEST = 16 * 1024 * 1024


class Nothing(Exception):
    """The service has no such thing (404)."""


class Service:
    """One service with one account; what it said of its limits is remembered between questions."""

    def __init__(
        self,
        vendor: str,
        base: str,
        token: Callable[[], Awaitable[str]],
        on_refused: Callable[[str], Awaitable[None]],
        *,
        now: Callable[[], float] = time.time,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            token: the present access token; may raise a `RingiError` that says why there is none.
            on_refused: told of a token that the service does not take: gets a new one, or raises why there is none.
        """
        self.vendor = vendor
        self._base = base.rstrip("/")
        self._token = token
        self._on_refused = on_refused
        self._now = now
        self._pause = pause
        self._blocked_until = 0.0
        self._spent_until = 0.0

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        """A connection for the questions of one answer."""
        import aiohttp

        waits = aiohttp.ClientTimeout(total=PATIENCE)
        connector = aiohttp.TCPConnector(limit=AT_ONCE)
        async with aiohttp.ClientSession(timeout=waits, trust_env=True, connector=connector) as session:
            yield Line(self, session)

    async def ask(self, session: aiohttp.ClientSession, path: str, given: Mapping[str, str]) -> Any:
        refused = tries = limited = 0
        while True:
            await self._allowed()
            token = await self._token()
            try:
                status, headers, body = await self._once(session, path, given, token)
            except (OSError, TimeoutError, ValueError) as error:
                tries += 1
                if tries >= TRIES:
                    raise Unavailable("RINGI-433", vendor=self.vendor, reason=type(error).__name__) from None
                await self._pause(0.5 * 2**tries)
                continue
            if status == 200:
                return body
            if status == 401:
                refused += 1
                if refused > 1:
                    raise Refused("RINGI-432", provider=self.vendor, reason=said(body, token))
                await self._on_refused(token)
                continue
            if status == 429:
                limited += 1
                seconds = _seconds(headers, self._now())
                self._spent_until = self._now() + seconds
                if limited > TRIES:  # its clock or its header is not to be trusted
                    raise Unavailable("RINGI-434", vendor=self.vendor, minutes=max(1, round(seconds / 60)))
                continue
            if status == 403:
                self._blocked_until = self._now() + BLOCKED
                raise Refused("RINGI-435", vendor=self.vendor, minutes=round(BLOCKED / 60), reason=said(body, token))
            if status == 404:
                raise Nothing(path)
            tries += 1
            if status < 500 or tries >= TRIES:
                raise Unavailable("RINGI-433", vendor=self.vendor, reason=f"HTTP {status} {said(body, token)}".strip())
            await self._pause(0.5 * 2**tries)

    async def _allowed(self) -> None:
        """Waits a moment for a limit to pass; a block is not knocked at, because every knock makes it longer."""
        now = self._now()
        if now < self._blocked_until:
            minutes = max(1, round((self._blocked_until - now) / 60))
            raise Refused("RINGI-435", vendor=self.vendor, minutes=minutes, reason="HTTP 403")
        wait = self._spent_until - now
        if wait > WORTH_WAITING:
            raise Unavailable("RINGI-434", vendor=self.vendor, minutes=max(1, round(wait / 60)))
        if wait > 0:
            await self._pause(wait)

    async def _once(
        self, session: aiohttp.ClientSession, path: str, given: Mapping[str, str], token: str
    ) -> tuple[int, Mapping[str, str], Any]:
        import aiohttp

        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        try:
            async with session.get(self._base + path, params=given, headers=headers, allow_redirects=False) as answer:
                body = await answer.content.read(LARGEST + 1)
                if len(body) > LARGEST:
                    raise ValueError("too large")
                try:
                    return answer.status, answer.headers, json.loads(body or b"null")
                except ValueError:
                    if answer.status == 200:
                        raise
                    return answer.status, answer.headers, None
        except aiohttp.ClientError as error:
            # Its text holds addresses and headers; its kind says enough.
            raise OSError(type(error).__name__) from None


class Line:
    """Questions to one service."""

    def __init__(self, service: Service, session: aiohttp.ClientSession) -> None:
        self._service = service
        self._session = session
        self._few = asyncio.Semaphore(AT_ONCE)

    async def get(self, path: str, **given: Any) -> Any:
        """The answer, as JSON.

        Raises:
            Nothing: there is no such thing.
            RingiError: why there is no answer (`RINGI-432` to `435`).
        """
        async with self._few:
            return await self._service.ask(self._session, path, {key: _text(value) for key, value in given.items()})


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def said(body: Any, token: str) -> str:
    """What a service says went wrong, in one short line; some say with it all that they were sent."""
    if not isinstance(body, dict):
        return ""
    body = strike(body, (token,))
    found = [str(body[name]) for name in ("error", "error_description", "message") if isinstance(body.get(name), str)]
    errors = body.get("errors")
    for one in errors if isinstance(errors, list) else []:
        messages = one.get("messages") if isinstance(one, dict) else None
        found += [str(text) for text in messages] if isinstance(messages, list) else []
    return " / ".join(found)[:200]


def _seconds(headers: Mapping[str, str], now: float) -> float:
    """How long to wait, by whichever header says so; a minute when none does."""
    for name in ("Retry-After", "X-Ratelimit-Reset"):
        text = headers.get(name, "").strip()
        try:
            number = float(text)
        except ValueError:
            try:
                number = datetime.fromisoformat(text).timestamp()
            except ValueError:
                continue
        return max(1.0, number - now if number > 1_000_000_000 else number)
    return 60.0
