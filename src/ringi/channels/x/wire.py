"""Calls to the X API: signed, with a time limit, and with three ways to end: an answer, a refusal, or nobody knows."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import aiohttp

from ringi.channels.config import X
from ringi.channels.texts import bounded, cleaned
from ringi.channels.x.signing import header

_PATIENCE = aiohttp.ClientTimeout(total=30)
_MOST = 4 * 1024**2


class Lost(Exception):
    """It was sent, or was about to be, and no answer came: nobody knows what X did with it."""


class Said(Exception):
    """X said no."""

    def __init__(self, status: int, detail: str, reset: int = 0) -> None:
        self.status, self.detail, self.reset = status, detail, reset
        super().__init__(f"X {status}: {detail}")


class Wire:
    def __init__(self, config: X) -> None:
        self._config = config
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Wire:
        self._session = aiohttp.ClientSession(timeout=_PATIENCE)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def call(
        self, method: str, path: str, query: Mapping[str, str] | None = None, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """What X answered.

        Raises:
            Said: it refused; `reset` is when a limit ends, in seconds since 1970.
            Lost: there was no answer that could be understood.
        """
        assert self._session is not None
        url, asked = self._config.api_url + path, dict(query or {})
        signed = header(
            method,
            url,
            asked,
            keys=(self._config.api_key, self._config.access_token),
            secrets=(self._config.api_secret, self._config.access_secret),
            nonce=secrets.token_hex(16),
            at=int(time.time()),
        )
        headers = {"Authorization": signed, "User-Agent": "ringi-spectra"}
        try:
            async with self._session.request(
                method, url, params=asked, json=body, headers=headers, allow_redirects=False
            ) as answer:
                told = await _read(answer)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Lost(type(error).__name__) from None
        if answer.status >= 500:
            raise Lost(f"X {answer.status}")
        if answer.status >= 300:
            detail = told.get("detail") or told.get("title") or ""
            raise Said(answer.status, bounded(cleaned(detail), 200), _number(answer.headers.get("x-rate-limit-reset")))
        if not told:
            raise Lost("no JSON")
        return told


async def _read(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    import json

    content = await answer.content.read(_MOST)
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0
