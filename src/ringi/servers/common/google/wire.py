"""One call to Google and what came of it: again after a pause where that is safe, a coded error where it is not.

Knows tokens, quotas and error shapes; what is asked for is in `books`.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp

from ringi.errors import Invalid, NotFound, Refused, RingiError, Unavailable
from ringi.servers.common.accounts import Account
from ringi.striking import strike

Json = dict[str, Any]
Pause = Callable[[float], Awaitable[None]]
SHEETS, DRIVE = "https://sheets.googleapis.com", "https://www.googleapis.com"
PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before each further try; together more than the minute after which a quota begins anew."""
LONGEST = 90.0
SECONDS = 60.0
"""How long one answer may take."""
MAX_ANSWER = 20_000_000
_SLOWER = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"})
_SCOPE = frozenset({"ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientPermissions", "SERVICE_DISABLED"})


class Lost(Exception):
    """No answer came to something that must not simply be done again: it may have happened or not."""


class Wire:
    """The connection of one tool call. `pause` stands for `asyncio.sleep`, so that tests need not wait."""

    def __init__(self, account: Account, session: aiohttp.ClientSession, pause: Pause = asyncio.sleep) -> None:
        self._account, self._session, self._pause = account, session, pause
        self.sheets, self.drive = account.bases or (SHEETS, DRIVE)

    async def get(self, url: str, **params: str) -> Json:
        return await self._ask("GET", url, params, None, once=False)

    async def send(self, method: str, url: str, body: Json, *, once: bool = False, **params: str) -> Json:
        """A write. Unless `once`, it has to be one that does no more when it is done twice.

        Raises:
            Lost: `once`, and nobody knows whether it was done.
        """
        return await self._ask(method, url, params, body, once=once)

    async def wait(self) -> None:
        """A moment, before one looks what became of something."""
        await self._pause(PAUSES[0] + random.random())

    async def _ask(self, method: str, url: str, params: dict[str, str], body: Json | None, *, once: bool) -> Json:
        token, renewed, trouble = await self._account.token(), False, Unavailable("RINGI-450")
        for pause in (*PAUSES, None):
            status, headers, data = await self._one(method, url, params, body, token)
            if status == 401 and not renewed:
                # The token ended on the way or was taken back: whoever keeps it is told, and gives another or raises.
                renewed = True
                await self._account.refused(token)
                token = await self._account.token()
                status, headers, data = await self._one(method, url, params, body, token)
            if status == 200 and data is not None:
                return data
            error = strike(_error(data), (token,))
            reasons = _reasons(error)
            if status == 429 or (status == 403 and reasons & _SLOWER):
                trouble = Unavailable("RINGI-451")
            elif status == -1:
                trouble = Unavailable("RINGI-450")
            elif status == 0 or status == 200 or status >= 500:
                if once:
                    raise Lost
                trouble = Unavailable("RINGI-450")
            else:
                raise _refusal(status, error, reasons)
            if pause is not None:
                await self._pause(_seconds(headers, pause))
        raise trouble

    async def _one(
        self, method: str, url: str, params: dict[str, str], body: Json | None, token: str
    ) -> tuple[int, dict[str, str], Json | None]:
        """(status, headers, JSON); -1 when nobody was reached, 0 when no answer came."""
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        told = {"Authorization": f"Bearer {token}", "Content-Type": "application/json; charset=utf-8"}
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        try:
            async with self._session.request(
                method, url, params=params, data=content, headers=told, timeout=timeout, allow_redirects=False
            ) as answer:
                text = await answer.content.read(MAX_ANSWER + 1)
                while not answer.content.at_eof() and len(text) <= MAX_ANSWER:
                    text += await answer.content.read(MAX_ANSWER + 1)
                headers = {name.lower(): value for name, value in answer.headers.items()}
                status = answer.status
        except aiohttp.ClientConnectorError:
            return -1, {}, None
        except (aiohttp.ClientError, TimeoutError, OSError):
            return 0, {}, None
        try:
            data = json.loads(text)
        except ValueError:
            data = None
        return status, headers, data if isinstance(data, dict) else None


def _error(data: Json | None) -> Json:
    error = (data or {}).get("error")
    return error if isinstance(error, dict) else {}


def _reasons(error: Json) -> set[str]:
    """Why, by every name that either of the two shapes has for it."""
    found = {str(error.get("status", ""))}
    for one in (*(error.get("errors") or ()), *(error.get("details") or ())):
        if isinstance(one, dict):
            found.add(str(one.get("reason", "")))
    return found


def _refusal(status: int, error: Json, reasons: set[str]) -> RingiError:
    words = str(error.get("message", ""))[:300]
    if status == 401:
        return Refused("RINGI-452")
    if status == 404:
        return NotFound("RINGI-453")
    if status == 413 or "limit of" in words or "more than the maximum" in words:
        return Invalid("RINGI-455", reason=words)
    if "protected cell or object" in words:
        return Refused("RINGI-454", reason=words)
    if status == 403:
        return Refused("RINGI-469" if reasons & _SCOPE else "RINGI-454", reason=words)
    return Invalid("RINGI-459", reason=words or f"HTTP {status}")


def _seconds(headers: dict[str, str], pause: float) -> float:
    """As long as Google says, within reason; else longer each time, and not all at the same moment."""
    try:
        return min(LONGEST, max(0.0, float(headers["retry-after"])))
    except (KeyError, ValueError):
        return pause + random.random()
