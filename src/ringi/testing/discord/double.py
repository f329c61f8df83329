"""The double itself: the REST API and the gateway on one port, and what people do there."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from ringi.testing.discord import gateway
from ringi.testing.discord.people import APPLICATION, EPOCH, ROBOT, Json, Message, Person, application, channel
from ringi.testing.discord.rules import Refusal, checked, pinged
from ringi.testing.serving import on_loopback

TOKEN = "MTAwMDA.double.0123456789abcdefghijklmnop"


@dataclass(slots=True)
class Press:
    """A button that somebody pressed, and what the application answered."""

    id: int
    token: str
    message: Message
    at: float = field(default_factory=time.monotonic)
    answer: Json | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def private(self) -> str:
        """What only the one who pressed was told."""
        data = (self.answer or {}).get("data") or {}
        return str(data.get("content", "")) if data.get("flags", 0) & 64 else ""


class Double:
    """Servers with channels, by number: `Double({11: [12, 13]})`."""

    def __init__(self, servers: dict[int, list[int]], token: str = TOKEN) -> None:
        self.token = token
        self.in_time = 3.0
        """Seconds that an application has for its first answer to an interaction; more, for a machine that is busy."""
        self._servers = servers
        self.gateway = gateway.Gateway(token, servers)
        self.messages: list[Message] = []
        self.calls: list[tuple[str, str]] = []
        self._faults: deque[tuple[str, float]] = deque()
        self._nonces: dict[str, Message] = {}
        self._presses: dict[str, Press] = {}
        self._last = 0
        self._runner: web.AppRunner | None = None
        self.address = ""

    async def start(self, port: int = 0) -> str:
        app = web.Application(middlewares=[self._ruled])
        routes = (
            ("GET", "/api/v10/users/@me", self._me),
            ("GET", "/api/v10/oauth2/applications/@me", self._application),
            ("POST", "/api/v10/channels/{channel}/messages", self._post),
            ("PATCH", "/api/v10/channels/{channel}/messages/{message}", self._edit),
            ("POST", "/api/v10/interactions/{id}/{token}/callback", self._callback),
        )
        for method, path, handler in routes:
            app.router.add_route(method, path, handler)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self._runner, self.address = await on_loopback(app, port)
        self.gateway.address = self.address.replace("http", "ws", 1) + "/gateway"
        return self.address

    async def stop(self) -> None:
        await self.gateway.hang_up(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    # -- what people do ------------------------------------------------------------------------------------------

    async def say(
        self, who: Person, channel: int, content: str, *, webhook: int | None = None, server: int | None = None
    ) -> Message:
        """Somebody writes; in a server's channel, or in a direct message when no server has that channel."""
        at = server if server is not None else self._server(channel)
        message = Message(id=self._id(), channel=channel, server=at, author=who, content=content, webhook=webhook)
        self.messages.append(message)
        await self._told("MESSAGE_CREATE", message, who)
        return message

    async def edit(self, message: Message, content: str) -> None:
        message.content, message.edited = content, datetime.now(UTC).isoformat()
        await self._told("MESSAGE_UPDATE", message, message.author)

    async def press(self, who: Person, message: Message, custom_id: str) -> Press:
        """Somebody presses a button; waits for the application's answer."""
        press = Press(self._id(), f"token-{self._id()}", message)
        self._presses[press.token] = press
        told: Json = {
            "id": str(press.id),
            "application_id": str(APPLICATION),
            "type": 3,
            "token": press.token,
            "version": 1,
            "attachment_size_limit": 0,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "locale": "ja",
            "app_permissions": "0",
            "channel_id": str(message.channel),
            "channel": channel(message.channel, message.server or 0),
            "message": message.json(),
            "data": {"component_type": 2, "custom_id": custom_id},
        }
        if message.server is None:
            told["user"] = who.json()
        else:
            told.update(guild_id=str(message.server), member=who.member())
        await self.gateway.tell("INTERACTION_CREATE", told)
        async with asyncio.timeout(60):
            await press.answered.wait()
        return press

    def written(self) -> list[Message]:
        """What the application has said."""
        return [one for one in self.messages if one.author.id == ROBOT.id]

    async def until(self, there: Callable[[], Any]) -> None:
        await self.gateway.until(there)

    def fail_next(self, fault: str, seconds: float = 0.01) -> None:
        """The next call: `limited` (429), `forbidden` (403), `broken` (500), or `lost` (done, but nobody is told)."""
        self._faults.append((fault, seconds))

    # -- the API -------------------------------------------------------------------------------------------------

    @web.middleware
    async def _ruled(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path.startswith("/gateway"):
            return await handler(request)  # type: ignore[no-any-return]
        self.calls.append((request.method, request.path.removeprefix("/api/v10")))
        try:
            self._known(request)
            fault, seconds = self._faults.popleft() if self._faults and request.method != "GET" else ("", 0.0)
            if fault == "limited":
                raise Refusal(429, 0, "You are being rate limited.", retry_after=seconds, **{"global": False})
            if fault == "forbidden":
                raise Refusal(403, 50013, "Missing Permissions")
            if fault == "broken":
                raise Refusal(500, 0, "500: Internal Server Error")
            answer: web.StreamResponse = await handler(request)
            if fault == "lost" and request.transport is not None:
                request.transport.abort()
            headers = {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "1.0"}
            answer.headers.update({**headers, "X-RateLimit-Reset": f"{time.time() + 1:.3f}"})
            answer.headers["X-RateLimit-Bucket"] = f"{request.method}-{request.path.count('/')}"
            return answer
        except Refusal as refused:
            headers = {"Via": "1.1 double"}
            if refused.status == 429:
                headers["Retry-After"] = str(refused.body["retry_after"])
            return _answer(refused.body, status=refused.status, headers=headers)

    def _known(self, request: web.Request) -> None:
        if "/interactions/" in request.path:  # its token is all that is needed
            return
        if request.headers.get("Authorization") != f"Bot {self.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
            raise Refusal(403, 40333, "internal network error")

    async def _me(self, request: web.Request) -> web.Response:
        return _answer({**ROBOT.json(), "verified": True, "mfa_enabled": False, "flags": 0})

    async def _application(self, request: web.Request) -> web.Response:
        return _answer(application())

    async def _post(self, request: web.Request) -> web.Response:
        number = int(request.match_info["channel"])
        if self._server(number) is None:
            raise Refusal(404, 10003, "Unknown Channel")
        body = checked(await _json(request))
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce") and nonce in self._nonces:
            return _answer(self._nonces[nonce].json())
        content = body.get("content") or ""
        message = Message(
            id=self._id(),
            channel=number,
            server=self._server(number),
            author=ROBOT,
            content=content,
            components=body.get("components") or [],
            pinged=pinged(content, body.get("allowed_mentions")),
            flags=body.get("flags") or 0,
        )
        self.messages.append(message)
        if nonce:
            self._nonces[nonce] = message
        await self._told("MESSAGE_CREATE", message, ROBOT)
        self.gateway.changed()
        return _answer(message.json())

    async def _edit(self, request: web.Request) -> web.Response:
        number = int(request.match_info["message"])
        found = next((one for one in self.messages if one.id == number), None)
        if found is None or found.channel != int(request.match_info["channel"]):
            raise Refusal(404, 10008, "Unknown Message")
        if found.author.id != ROBOT.id:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        body = await _json(request)
        self._change(found, checked(body, empty=isinstance(body, dict) and body.get("content") is None))
        return _answer(found.json())

    def _change(self, message: Message, body: Json) -> None:
        if body.get("content") is not None:
            message.content = body["content"]
            message.pinged = ()
        if body.get("components") is not None:
            message.components = body["components"]
        message.edited = datetime.now(UTC).isoformat()
        self.gateway.changed()

    async def _callback(self, request: web.Request) -> web.Response:
        press = self._presses.get(request.match_info["token"])
        if press is None or str(press.id) != request.match_info["id"] or time.monotonic() - press.at > self.in_time:
            raise Refusal(404, 10062, "Unknown interaction")
        if press.answer is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        body = await _json(request)
        kind = body.get("type") if isinstance(body, dict) else None
        if kind not in (4, 5, 6, 7, 9):
            raise Refusal(400, 50035, "Invalid Form Body")
        data = checked(body.get("data") or {}, empty=kind != 4)
        press.answer = body
        if kind == 7:
            self._change(press.message, data)
        press.answered.set()
        told = {"interaction": {"id": str(press.id), "type": 3}, "resource": {"type": kind}}
        return _answer(told)

    # -- numbers and places --------------------------------------------------------------------------------------

    def _id(self) -> int:
        self._last = max(self._last + 1, int(time.time() * 1000 - EPOCH) << 22)
        return self._last

    def _server(self, channel: int) -> int | None:
        return next((number for number, channels in self._servers.items() if channel in channels), None)

    async def _told(self, kind: str, message: Message, who: Person) -> None:
        told = message.json()
        if message.server is not None and message.webhook is None:
            told["member"] = {name: value for name, value in who.member().items() if name != "user"}
        intent = gateway.DIRECT_MESSAGES if message.server is None else gateway.GUILD_MESSAGES
        await self.gateway.tell(kind, told, intent)


async def _json(request: web.Request) -> Any:
    try:
        return await request.json()
    except ValueError:
        return None


def _answer(told: Json, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """As Discord labels it: without a character set."""
    return web.Response(body=json.dumps(told).encode(), status=status, content_type="application/json", headers=headers)
