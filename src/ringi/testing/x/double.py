"""The double itself: a server on loopback that checks what it is sent, by the rules of the API v2."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from ringi.channels.x.length import MOST, weighed
from ringi.channels.x.signing import signature
from ringi.testing.serving import on_loopback

Json = dict[str, Any]
EPOCH = 1_288_834_974_657
KEYS = {"api_key": "key-double", "api_secret": "key-secret", "access_token": "9-double", "access_secret": "own-secret"}
ME = "9"
_PART = re.compile(r'(\w+)="([^"]*)"')


class Refusal(Exception):
    def __init__(self, status: int, title: str, detail: str) -> None:
        self.status = status
        self.body: Json = {"title": title, "detail": detail, "type": "about:blank", "status": status}
        super().__init__(detail)


@dataclass(frozen=True, slots=True)
class Post:
    id: int
    author: str
    text: str
    reply_to: str = ""

    @property
    def at(self) -> float:
        return ((self.id >> 22) + EPOCH) / 1000

    def json(self) -> Json:
        shown = re.sub(r"https?://\S+", "https://t.co/0123456789", self.text)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(self.at))
        text = html.escape(shown, quote=False)
        return {"id": str(self.id), "text": text, "author_id": self.author, "created_at": moment}


@dataclass(slots=True)
class Double:
    """One account (`ME`), those who mention it, and what it posted."""

    posts: list[Post] = field(default_factory=list)
    users: dict[str, str] = field(default_factory=lambda: {ME: "spectra"})
    calls: list[str] = field(default_factory=list)
    page: int = 100
    """The most that one answer brings, so that a test needs no hundreds for a second page."""
    address: str = ""
    _faults: deque[tuple[str, str, int]] = field(default_factory=deque)
    _nonces: set[str] = field(default_factory=set)
    _runner: web.AppRunner | None = None
    _last: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self, port: int = 0) -> str:
        app = web.Application(middlewares=[self._ruled])
        app.router.add_get("/2/users/me", self._who)
        app.router.add_get("/2/users/{id}/mentions", self._mentions)
        app.router.add_get("/2/users/{id}/tweets", self._own)
        app.router.add_post("/2/tweets", self._post)
        self._runner, self.address = await on_loopback(app, port)
        return self.address

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    def mention(self, name: str, text: str, user: str = "") -> Post:
        """Somebody writes a post that mentions the account."""
        number = user or str(100 + len(name) + sum(map(ord, name)))
        self.users[number] = name
        post = Post(self._id(), number, text)
        self.posts.append(post)
        return post

    def own(self) -> list[Post]:
        return [one for one in self.posts if one.author == ME]

    def fail_next(self, path: str, fault: str, reset: int = 0) -> None:
        """The next call of this path: `limited`, `broken`, `lost` (done, no answer) or `dropped` (not done either)."""
        self._faults.append((path, fault, reset))

    async def until(self, there: Callable[[], Any]) -> None:
        async with asyncio.timeout(60):
            while not there():
                await self._changed.wait()

    # -- the API -------------------------------------------------------------------------------------------------

    @web.middleware
    async def _ruled(self, request: web.Request, handler: Any) -> web.StreamResponse:
        fault, reset = "", int(time.time()) + 900
        if self._faults and request.path.endswith(self._faults[0][0]):
            _, fault, given = self._faults.popleft()
            reset = given or reset
        headers = {"x-rate-limit-limit": "300", "x-rate-limit-remaining": "299", "x-rate-limit-reset": str(reset)}
        try:
            self._known(request)
            if fault == "limited":
                headers["x-rate-limit-remaining"] = "0"
                raise Refusal(429, "Too Many Requests", "Too Many Requests")
            if fault == "broken":
                raise Refusal(503, "Service Unavailable", "Service Unavailable")
            if fault == "dropped":
                return self._gone(request)
            answer: web.StreamResponse = await handler(request)
            answer.headers.update(headers)
            return self._gone(request) if fault == "lost" else answer
        except Refusal as refused:
            return web.json_response(refused.body, status=refused.status, headers=headers)
        finally:
            self.calls.append(f"{request.method} {request.path}")
            self._changed.set()
            self._changed = asyncio.Event()

    def _gone(self, request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    def _known(self, request: web.Request) -> None:
        oauth = {name: unquote(value) for name, value in _PART.findall(request.headers.get("Authorization", ""))}
        given = oauth.pop("oauth_signature", "")
        url = f"{self.address}{request.path}"
        secrets = (KEYS["api_secret"], KEYS["access_secret"])
        right = (
            oauth.get("oauth_consumer_key") == KEYS["api_key"]
            and oauth.get("oauth_token") == KEYS["access_token"]
            and abs(time.time() - int(oauth.get("oauth_timestamp", "0"))) < 300
            and oauth.get("oauth_nonce") not in self._nonces
            and signature(request.method, url, {**request.query, **oauth}, secrets) == given
        )
        if not right:
            raise Refusal(401, "Unauthorized", "Unauthorized")
        self._nonces.add(oauth["oauth_nonce"])

    async def _who(self, request: web.Request) -> web.Response:
        return web.json_response({"data": {"id": ME, "name": "SPECTRA", "username": self.users[ME]}})

    async def _mentions(self, request: web.Request) -> web.Response:
        return self._timeline(request, [one for one in self.posts if f"@{self.users[ME]}" in one.text])

    async def _own(self, request: web.Request) -> web.Response:
        return self._timeline(request, self.own())

    def _timeline(self, request: web.Request, posts: list[Post]) -> web.Response:
        """Newest first, after `since_id` or `start_time`, by pages."""
        query, most = request.query, request.query.get("max_results", "10")
        if request.match_info["id"] != ME or not most.isdigit() or not 5 <= int(most) <= 100:
            raise Refusal(400, "Invalid Request", "One or more parameters to your request was invalid.")
        since = int(query.get("since_id", "0"))
        begin = query.get("start_time", "")
        found = [one for one in reversed(posts) if one.id > since and one.json()["created_at"][:19] >= begin[:19]]
        at, size = int(query.get("pagination_token", "0")), min(int(most), self.page)
        page = found[at : at + size]
        meta: Json = {"result_count": len(page)}
        told: Json = {"meta": meta}
        if page:
            meta.update(newest_id=str(page[0].id), oldest_id=str(page[-1].id))
            told["data"] = [one.json() for one in page]
            authors = {one.author for one in page}
            told["includes"] = {"users": [{"id": one, "name": one, "username": self.users[one]} for one in authors]}
        if at + size < len(found):
            meta["next_token"] = str(at + size)
        return web.json_response(told)

    async def _post(self, request: web.Request) -> web.Response:
        try:
            body = await request.json()
            text, reply = body["text"], str((body.get("reply") or {}).get("in_reply_to_tweet_id", ""))
        except (ValueError, KeyError, AttributeError, TypeError):
            raise Refusal(400, "Invalid Request", "One or more parameters to your request was invalid.") from None
        if not text.strip() or weighed(text) > MOST:
            raise Refusal(400, "Invalid Request", "Your Tweet text is too long.")
        if any(one.text == text and one.reply_to == reply for one in self.own()):
            raise Refusal(403, "Forbidden", "You are not allowed to create a Tweet with duplicate content.")
        if reply and not any(str(one.id) == reply for one in self.posts):
            raise Refusal(403, "Forbidden", "You attempted to reply to a Tweet that is deleted or not visible to you.")
        post = Post(self._id(), ME, text, reply)
        self.posts.append(post)
        return web.json_response({"data": {"id": str(post.id), "text": text}}, status=201)

    def _id(self) -> int:
        self._last = max(self._last + 1, int(time.time() * 1000 - EPOCH) << 22)
        return self._last
