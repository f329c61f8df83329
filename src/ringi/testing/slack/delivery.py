"""How the app is told: over Socket Mode when it is connected, else by signed HTTP, and again when it did not answer.

Documented: events are tried three times more (at once, after one minute, after five), interactions never; a person
who pressed sees that it failed. A non-2xx answer with `x-slack-no-retry: 1` ends the tries.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import aiohttp

from ringi.testing.slack.limits import most
from ringi.testing.slack.payloads import VERIFICATION
from ringi.testing.slack.refusal import Json

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double

RETRIES = (0.0, 60.0, 300.0)


@dataclass(frozen=True, slots=True)
class Ack:
    """Whether the app took it, what it said, and if not, why not."""

    ok: bool
    body: Any = None
    reason: str = ""
    final: bool = False


class Delivery:
    def __init__(self, double: Double) -> None:
        self.double = double
        self.session: aiohttp.ClientSession | None = None

    async def once(self, kind: str, payload: Json, *, attempt: int = 0, reason: str = "") -> Ack:
        """One try, by the way the app is reachable now."""
        if self.double.sockets.open:
            try:
                body = await self.double.sockets.send(kind, payload, attempt=attempt, reason=reason)
            except TimeoutError:
                return Ack(False, reason="timeout")
            return Ack(True, body)
        if self.double.events_url:
            return await self._by_http(kind, payload, attempt, reason)
        return Ack(False, reason="not_connected")

    async def event(self, payload: Json, first: Ack) -> None:
        """The later tries of an event whose first one failed."""
        ack = first
        for attempt, wait in enumerate(RETRIES, start=1):
            if ack.ok or ack.final:
                return
            await self.double.clock.sleep(wait)
            ack = await self.once("events_api", payload, attempt=attempt, reason=ack.reason)
            self.double.delivered(payload, ack, attempt)

    async def _by_http(self, kind: str, payload: Json, attempt: int, reason: str) -> Ack:
        if kind == "events_api":
            body, content = json.dumps(payload, ensure_ascii=False).encode(), "application/json"
        elif kind == "interactive":
            text = json.dumps(payload, ensure_ascii=False)
            body, content = urlencode({"payload": text}).encode(), "application/x-www-form-urlencoded"
        else:
            body, content = urlencode(payload).encode(), "application/x-www-form-urlencoded"
        headers = {"Content-Type": content, **self.sign(body)}
        if attempt:
            headers |= {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": reason}
        status, answered, text = await self.request(body, headers)
        if not status:
            return Ack(False, reason=text)
        if status >= 300:
            final = answered.get("x-slack-no-retry") == "1"
            return Ack(False, reason="http_error", body=text, final=final)
        try:
            return Ack(True, json.loads(text) if text.strip() else None)
        except json.JSONDecodeError:
            return Ack(True, text)

    async def request(self, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
        """POST to the app and wait three seconds of the double's clock; status 0 when it did not answer."""
        if self.session is None:
            self.session = aiohttp.ClientSession()
        asked = asyncio.ensure_future(self._post(self.session, body, headers))
        late = asyncio.ensure_future(self.double.clock.sleep(most("ack.seconds")))
        try:
            await asyncio.wait({asked, late}, return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                return 0, {}, "http_timeout"
            return asked.result()
        except aiohttp.ClientError:
            return 0, {}, "connection_failed"
        finally:
            late.cancel()
            asked.cancel()

    async def _post(
        self, session: aiohttp.ClientSession, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], str]:
        async with session.post(self.double.events_url, data=body, headers=headers, allow_redirects=False) as answer:
            text = await answer.text(errors="replace")
            return answer.status, {key.lower(): value for key, value in answer.headers.items()}, text

    def sign(self, body: bytes, at: int | None = None, secret: str = "") -> dict[str, str]:
        """The headers by which an app knows that Slack sent it. Signed with the machine's time, by which apps judge."""
        when = str(int(time.time()) if at is None else at)
        key = (secret or self.double.signing_secret).encode()
        digest = hmac.new(key, b"v0:" + when.encode() + b":" + body, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": when, "X-Slack-Signature": f"v0={digest}", "User-Agent": "Slackbot 1.0"}

    async def verify(self) -> bool:
        """url_verification: the app proves that it listens at the address by sending the challenge back."""
        challenge = self.double.ids.secret("{1}")
        given = {"type": "url_verification", "token": VERIFICATION, "challenge": challenge}
        body = json.dumps(given).encode()
        status, _, text = await self.request(body, {"Content-Type": "application/json", **self.sign(body)})
        return status == 200 and challenge in text

    async def close(self) -> None:
        if self.session is not None:
            await self.session.close()
            self.session = None
