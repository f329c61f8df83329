"""The desk over HTTP, for the command line and for the page's script: operations, event streams, downloads.

Server-sent events are written as plain bytes. An error has the same shape everywhere and never shows a traceback.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ringi.errors import Invalid, NotFound, RingiError
from ringi.flow.desk import PAGE, PARKED
from ringi.flow.keeping import ELSEWHERE
from ringi.projection import fold_all
from ringi.web.door import Visitor
from ringi.web.news import Watcher
from ringi.web.site import Site, body_of, limit_of, strict_json

HEARTBEAT = 15.0
"""Seconds after which a quiet stream says that it is still there."""
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
SERVED = ("application/json", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv")


def sse(data: Any, *, name: str = "", number: int = 0) -> bytes:
    """One event. JSON has no line breaks of its own, so one data line is enough."""
    head = (f"event: {name}\n" if name else "") + (f"id: {number}\n" if number else "")
    return f"{head}data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


def routes(site: Site) -> list[Route]:
    async def healthz(request: Request) -> Response:
        return JSONResponse({"ok": True})

    async def operation(request: Request) -> Response:
        visitor = await site.known_visitor(request)
        if visitor.session:
            site.door.check_origin(request.headers, visitor.session)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Invalid("RINGI-657", reason=kind[:60] or "no content type")
        arguments = strict_json(await body_of(request, limit_of(request.path_params["operation"])))
        for name, value in arguments.items():
            if isinstance(value, int) and abs(value) >= 2**53:
                what = request.path_params["operation"][:40]
                raise Invalid("RINGI-131", operation=what, argument=name[:40], wanted="-(2^53-1)..2^53-1")
        return _json(await site.call(visitor, request.path_params["operation"], arguments))

    async def follow(request: Request) -> Response:
        visitor = await site.known_visitor(request)
        after = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
        task_id = await site.visible(visitor, request.path_params["task_id"])

        async def may(who: Visitor) -> None:
            await site.visible(who, task_id)

        return _stream(_followed(site, visitor.tenant_id, task_id, after, Right(site, request, may)))

    async def events(request: Request) -> Response:
        visitor = await site.known_visitor(request)
        return _stream(_changes(site, visitor, request, everything=await site.sees_all(visitor)))

    async def artifact(request: Request) -> Response:
        visitor = await site.known_visitor(request)
        row = await site.call(visitor, "artifact", {"artifact_id": request.path_params["artifact_id"]})
        response: Response = await site.apart(lambda: artifact_file(site.office.home, row))
        return response

    return [
        Route("/healthz", healthz),
        Route("/api/desk/{operation}", operation, methods=["POST"]),
        Route("/api/follow/{task_id}", follow),
        Route("/api/events", events),
        Route("/artifacts/{artifact_id}", artifact),
    ]


def _json(value: Mapping[str, Any]) -> Response:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


def _stream(events: AsyncIterator[bytes]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=STREAM_HEADERS)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Invalid("RINGI-662", value=text[:40])
    return int(text)


class Right:
    """What a stream was opened with; asked for again with every heartbeat and whenever somebody's rights have changed,
    so that nobody listens on without it.
    """

    def __init__(
        self,
        site: Site,
        request: Request,
        check: Callable[[Visitor], Awaitable[None]],
        caller: Callable[[Site, Request], Awaitable[Visitor]] | None = None,
    ) -> None:
        self._site = site
        self._request = request
        self._check = check
        self._caller = caller or Site.known_visitor
        self._until = _once_more()

    async def ask(self, watcher: Watcher) -> None:
        """Raises what they are refused with, if they have it no more."""
        while watcher.doubted or time.monotonic() >= self._until:
            watcher.doubted = False
            self._until = _once_more()
            await self._check(await self._caller(self._site, self._request))

    async def gone(self, watcher: Watcher) -> bool:
        try:
            await self.ask(watcher)
        except RingiError:
            return True
        return False


def _once_more() -> float:
    """When to ask again, a heartbeat from now at the latest. Streams that were opened together would all ask together,
    and whatever is told meanwhile would wait for all of them.
    """
    return time.monotonic() + HEARTBEAT * (0.5 + random.random() / 2)


async def _followed(site: Site, tenant_id: str, task_id: str, after: int, right: Right) -> AsyncIterator[bytes]:
    """Facts and ticks as they come, until nothing moves by itself any more. Then it says so and ends."""
    reads = site.reads.of(tenant_id)
    view: dict[str, Any] | None = None
    seen = 0
    async with site.news.watching(task_id) as watcher:
        while not (site.news.closed or await right.gone(watcher)):
            while facts := await site.apart(partial(reads.facts, task_id, seen, PAGE)):
                view = fold_all(facts, view)
                seen = facts[-1]["sequence"]
                for fact in facts:
                    if fact["sequence"] > after:
                        yield sse(fact, number=fact["sequence"])
            _, ticks = watcher.take()
            for tick in ticks:
                yield sse(tick)
            if view is None or view["state"] in PARKED:
                yield sse({}, name="end")
                return
            if not await watcher.wait(HEARTBEAT):
                yield b": still here\n\n"


class Seen:
    """Which tasks a person may see, asked once each until their rights are looked at again."""

    def __init__(self, site: Site, visitor: Visitor, *, everything: bool) -> None:
        self._site = site
        self._visitor = visitor
        self._everything = everything
        self._reads = site.reads.of(visitor.tenant_id)
        self._known: dict[str, bool] = {}

    async def again(self, visitor: Visitor) -> None:
        self.anew(everything=await self._site.sees_all(visitor))

    def anew(self, *, everything: bool) -> None:
        """Their rights have been looked at."""
        self._everything = everything
        self._known.clear()

    async def sees(self, task_id: str) -> bool:
        known = self._known
        if task_id not in known and self._everything:
            known[task_id] = await self._site.apart(lambda: self._reads.one("threads", task_id) is not None)
        if task_id not in known:
            try:
                known[task_id] = bool(await self._site.visible(self._visitor, task_id))
            except RingiError:
                known[task_id] = False
        return known[task_id]

    async def told(self, changed: Mapping[str, int], ticks: list[dict[str, Any]]) -> bytes:
        """What of this may be said to them, as events: which tasks changed, and the ticks of steps."""
        mine = {task_id: sequence for task_id, sequence in changed.items() if await self.sees(task_id)}
        events = [sse({"tasks": mine}, name="change")] if mine else []
        events += [sse(tick, name="tick") for tick in ticks if await self.sees(str(tick.get("threadId")))]
        return b"".join(events)


async def _changes(site: Site, visitor: Visitor, request: Request, *, everything: bool) -> AsyncIterator[bytes]:
    """Which tasks that this person may see have changed, for a page to fetch what it shows; and the ticks of steps."""
    seen = Seen(site, visitor, everything=everything)
    right = Right(site, request, seen.again)
    async with site.news.watching() as watcher:  # first, so that nothing falls between the greeting and the news
        yield b"retry: 1000\n" + sse({}, name="hello")
        while not site.news.closed:
            quiet = not await watcher.wait(HEARTBEAT)
            if await right.gone(watcher):
                return
            if quiet:
                yield b": still here\n\n"
            elif told := await seen.told(*watcher.take()):
                yield told


def artifact_file(home: Path, row: Mapping[str, Any]) -> Response:
    """The file to take away: never shown by the browser as a page of ours. What is with Google is opened there."""
    if str(row["path"]).startswith(ELSEWHERE):
        return RedirectResponse(str(row["path"]), status_code=303, headers={"Cache-Control": "private, no-store"})
    path = _file(home, row)
    kind = row["media_type"] if row["media_type"] in SERVED else "application/octet-stream"
    headers = {"Cache-Control": "private, no-store"}
    return FileResponse(path, media_type=kind, filename=_file_name(row, path), headers=headers)


def _file(home: Path, row: Mapping[str, Any]) -> Path:
    """The artifact's file, if it is a plain file inside the data directory."""
    root = home.resolve()
    path = (root / str(row["path"])).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise NotFound("RINGI-661", title=str(row["title"])[:100])
    return path


def _file_name(row: Mapping[str, Any], path: Path) -> str:
    """A name that any system can save under: no separators, nothing that is not seen."""
    name = "".join("_" if ch in '/\\:*?"<>|' or not ch.isprintable() else ch for ch in str(row["title"])).strip(". ")
    if path.suffix and not name.endswith(path.suffix):
        name += path.suffix
    return name[:150] if len(name) <= 150 else name[: 150 - len(path.suffix)] + path.suffix
