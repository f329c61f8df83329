"""The double itself: a server on loopback that checks what it is sent, answers by script, and keeps what was asked."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from aiohttp import web

from ringi.testing.models import anthropic, openai
from ringi.testing.models.replies import Reply, prose
from ringi.testing.models.seen import Json, Seen
from ringi.testing.serving import on_loopback

KEY = "sk-double-0123456789abcdefghij"
Answer = Reply | Callable[[Seen], Reply]


class ModelDouble:
    """Model providers on loopback. Only `key` is let in; what is not scripted is refused and said."""

    def __init__(self, key: str = KEY) -> None:
        self.key = key
        self.address = ""
        self.seen: list[Seen] = []
        self.cache: set[str] = set()
        self._script: deque[Answer] = deque()
        self._usual: dict[str, Answer] = {"": prose("yes")}
        self._runner: web.AppRunner | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gone = asyncio.Event()
        self._held: list[asyncio.Event] = []

    async def start(self, port: int = 0) -> str:
        self._loop = asyncio.get_running_loop()
        app = web.Application(client_max_size=16 * 1024**2)
        app.router.add_post("/v1/messages", self._anthropic)
        app.router.add_post("/v1/chat/completions", self._openai)
        self._runner, self.address = await on_loopback(app, port)
        return self.address

    async def stop(self) -> None:
        self._gone.set()
        if self._runner is not None:
            await self._runner.cleanup()

    def script(self, *answers: Answer) -> None:
        """The next answers, in order; they come before what is usual."""
        self._script.extend(answers)

    def usually(self, answers: Mapping[str, Answer]) -> None:
        """What is answered to a request that offers this tool, as often as it comes; under "" to one that offers none,
        such as `ringi doctor` asks.
        """
        self._usual.update(answers)

    def go_on(self) -> None:
        """From any thread: answers that were held (`held`) are written to their end."""
        for one in tuple(self._held):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(one.set)

    @property
    def holding(self) -> int:
        """How many answers wait in the middle."""
        return len(self._held)

    def settings(self, provider: Literal["anthropic", "openai", "xai", "ollama", "compatible"]) -> dict[str, str]:
        """What `Settings(models=…)` needs to reach this double as that provider."""
        url = self.address if provider == "anthropic" else f"{self.address}/v1"
        return {f"{provider}_key": self.key, f"{provider}_url": url}

    def _known(self, request: web.Request, key: str = "") -> bool:
        """By a bearer token, as every SDK sends its key today; Anthropic's own header from before is still taken."""
        given = key or request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), self.key.encode())

    def _next(self, seen: Seen) -> Reply | None:
        answer = self._script.popleft() if self._script else None
        if answer is None:
            answer = next((self._usual[name] for name in seen.offered or ("",) if name in self._usual), None)
        return answer(seen) if callable(answer) else answer

    # -- Anthropic -----------------------------------------------------------------------------------------------

    async def _anthropic(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        if not self._known(request, request.headers.get("x-api-key", "")):
            return _anthropic_fault("authentication")
        refused = anthropic.refused(body, request.headers.get("anthropic-version", ""))
        if refused:
            return web.json_response(refused[1], status=refused[0])
        self.seen.append(Seen("anthropic", body))
        reply = self._next(self.seen[-1])
        if reply is None:
            return web.json_response(anthropic.error("invalid_request_error", "nothing is scripted"), status=400)
        if reply.fault:
            return _anthropic_fault(reply.fault, reply.retry_after)
        usage = anthropic.counted(body, self.cache)
        if reply.input_tokens:
            usage = {**usage, "input_tokens": reply.input_tokens}
        if not body.get("stream"):
            return await self._whole(reply, anthropic.whole(body, reply, usage, len(self.seen)))
        stream = (
            f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"
            for event in anthropic.events(body, reply, usage, len(self.seen))
        )
        return await self._stream(request, reply, stream)

    # -- OpenAI --------------------------------------------------------------------------------------------------

    async def _openai(self, request: web.Request) -> web.StreamResponse:
        body = await _body(request)
        if not self._known(request):
            return _openai_fault("authentication")
        refused = openai.refused(body)
        if refused:
            return web.json_response(refused[1], status=refused[0])
        self.seen.append(Seen("openai", body))
        reply = self._next(self.seen[-1])
        if reply is None:
            return web.json_response(openai.error("invalid_request_error", None, "nothing is scripted"), status=400)
        if reply.fault:
            return _openai_fault(reply.fault, reply.retry_after)
        usage = openai.usage_of(body, reply, json.dumps(body, ensure_ascii=False))
        if not body.get("stream"):
            return await self._whole(reply, openai.whole(body, reply, usage, len(self.seen)))
        stream = (
            f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"
            for chunk in openai.chunks(body, reply, usage, len(self.seen))
        )
        return await self._stream(request, reply, stream, "data: [DONE]\n\n")

    # -- the wire ------------------------------------------------------------------------------------------------

    async def _whole(self, reply: Reply, document: Json) -> web.Response:
        if reply.way == "silent":
            await self._gone.wait()
        return web.json_response(document)

    async def _stream(
        self, request: web.Request, reply: Reply, events: Iterable[str], last: str = ""
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream", "cache-control": "no-cache"})
        await response.prepare(request)
        with contextlib.suppress(ConnectionResetError):
            if reply.way == "silent":
                await self._gone.wait()
            for number, event in enumerate(events):
                if number and number == reply.hold_after:
                    await self._hold()
                await response.write(event.encode())
            if reply.way == "dropped":
                assert request.transport is not None
                request.transport.abort()
            elif last and reply.way != "overloaded_midway":
                await response.write(last.encode())
        return response

    async def _hold(self) -> None:
        self._held.append(told := asyncio.Event())
        try:
            waits = [asyncio.ensure_future(one.wait()) for one in (told, self._gone)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for one in waits:
                one.cancel()
        finally:
            self._held.remove(told)


async def _body(request: web.Request) -> Any:
    try:
        return await request.json()
    except ValueError:
        return None


def _anthropic_fault(fault: str, retry_after: str = "") -> web.Response:
    status, kind, message = anthropic.FAULTS[fault]
    headers = {"request-id": "req_double", **({"retry-after": retry_after} if retry_after else {})}
    return web.json_response(anthropic.error(kind, message), status=status, headers=headers)


def _openai_fault(fault: str, retry_after: str = "") -> web.Response:
    status, kind, code, message = openai.FAULTS[fault]
    headers = {"x-request-id": "req_double", **({"retry-after": retry_after} if retry_after else {})}
    return web.json_response(openai.error(kind, code, message), status=status, headers=headers)
