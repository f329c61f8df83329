"""One call of Slack's Web API by the SDK, and what came of it in four words: done, refused, later, not known.

The SDK's own retries are off: one of them would post a message twice. Nothing here waits; `queue` decides when.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from ringi.errors import RingiError, Unavailable

Json = dict[str, Any]
ClientOf = Callable[[str], AsyncWebClient | Awaitable[AsyncWebClient]]

SECONDS = 20
"""Longer than Slack ever takes; after that nobody can say whether it was done."""
UNREADABLE = (ValueError, TypeError, AttributeError)
"""What the SDK raises over an answer that is not JSON, not text at all, or not an object."""
HICCUPS = frozenset(
    (
        *("internal_error", "fatal_error", "service_unavailable", "request_timeout", "team_added_to_org"),
        *("streaming_state_conflict", "token_expired"),
    )
)
"""Refusals that pass by themselves."""

_quiet = logging.getLogger("ringi.slack.sdk")
_quiet.setLevel(logging.WARNING)  # below that the SDK writes whole messages into the log


class Refusal(Exception):
    """Slack said no, by one of its own names."""

    def __init__(self, error: str, *, needed: str = "") -> None:
        super().__init__(f"{error}: {needed}" if needed else error)
        self.error = error
        self.needed = needed


class Later(Exception):
    """Too often, or Slack is not well: it was not done, and may be asked again after that many seconds."""

    def __init__(self, error: str, seconds: float | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.seconds = seconds


class NotKnown(Exception):
    """No answer came: it may have been done or not."""


class Unreached(Unavailable, OSError):
    """Given up: Slack was not reached, or nobody knows whether it was."""


class Caller:
    """Calls as whichever workspace it is told to, over one set of connections."""

    def __init__(self, client_of: ClientOf) -> None:
        self._client_of = client_of
        self._session: aiohttp.ClientSession | None = None
        self._clients: dict[str, AsyncWebClient] = {}

    async def close(self) -> None:
        self._clients.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _client(self, team: str) -> AsyncWebClient:
        found = self._client_of(team)
        given = await found if inspect.isawaitable(found) else found
        known = self._clients.get(team)
        if known is None or (known.token, known.base_url) != (given.token, given.base_url):
            if self._session is None:
                self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS))
            known = self._clients[team] = AsyncWebClient(
                token=given.token,
                base_url=given.base_url,
                ssl=given.ssl,
                proxy=given.proxy,
                session=self._session,
                logger=_quiet,
                retry_handlers=[],
            )
        return known

    async def call(self, team: str, method: str, arguments: Json) -> Json:
        """What Slack answered. Raises `Refusal`, `Later` or `NotKnown`."""
        try:
            client = await self._client(team)
        except (RingiError, LookupError) as error:
            if isinstance(error, RingiError) and error.code == "RINGI-756":  # the token is being renewed, not gone
                raise Later(error.code) from error
            raise Refusal("not_installed") from error
        named = getattr(client, method.replace(".", "_"), None)
        try:
            answer = await (named(**arguments) if named else client.api_call(method, json=arguments))
        except SlackApiError as error:
            raise _said(error) from error
        except aiohttp.ClientConnectorError as error:
            raise Later(type(error).__name__) from error  # nobody was reached, so nothing was done
        except (TimeoutError, aiohttp.ClientError, OSError, SlackClientError, *UNREADABLE) as error:
            raise NotKnown(type(error).__name__) from error
        if not isinstance(answer.data, dict):
            raise NotKnown("no object")
        return answer.data


def _said(error: SlackApiError) -> Exception:
    answer: Any = error.response
    status = int(getattr(answer, "status_code", None) or getattr(answer, "status", None) or 0)
    headers = getattr(answer, "headers", None) or {}
    data = getattr(answer, "data", None)
    name = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == 429 or name in ("ratelimited", "rate_limited"):
        return Later("ratelimited", _seconds(headers))
    if name in HICCUPS:
        return Later(name)
    if status >= 500 or not name:
        return NotKnown(f"HTTP {status}")
    return Refusal(name, needed=str(data.get("needed", "")) if isinstance(data, dict) else "")


def _seconds(headers: Any) -> float:
    """The header's own number, whatever its spelling; a second where it is missing or no number."""
    for key, value in headers.items():
        if key.lower() == "retry-after":
            found = value[0] if isinstance(value, list) else value
            try:
                return max(0.0, float(found))
            except ValueError:
                return 1.0
    return 1.0
