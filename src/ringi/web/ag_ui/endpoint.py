"""`POST /ag-ui`: a stock AG-UI client asks, watches and decides. The work is ours and goes on without the client.

A run of theirs is a stretch of our task: from its input to the next decision this person has to take, or to the end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ringi.errors import Invalid, RingiError
from ringi.flow.desk import PARKED
from ringi.projection import fold_all
from ringi.web.ag_ui.callers import caller
from ringi.web.ag_ui.capabilities import capabilities
from ringi.web.ag_ui.endings import ending, state_of
from ringi.web.ag_ui.ingest import ingested
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.reading import Asked, read
from ringi.web.ag_ui.replay import AT_ONCE, replayed
from ringi.web.ag_ui.shapes import Event
from ringi.web.ag_ui.thread import Thread, Way
from ringi.web.ag_ui.verify import Finding, Gate
from ringi.web.ag_ui.writing import STREAM_HEADERS, refused, written
from ringi.web.api import Right
from ringi.web.door import Visitor
from ringi.web.signing.limits import retry_after
from ringi.web.site import Site, body_of, language, strict_json

HEARTBEAT = 15.0
Handler = Callable[[Request], Awaitable[Response]]


def routes(site: Site) -> list[Route]:
    async def run(request: Request) -> Response:
        visitor = await caller(site, request)
        asked = read(await json_body(request))
        return StreamingResponse(
            _Run(site, request, visitor, asked).told(), media_type="text/event-stream", headers=STREAM_HEADERS
        )

    async def about(request: Request) -> Response:
        await caller(site, request)
        return JSONResponse(capabilities(language(request)), headers={"Cache-Control": "no-store"})

    return [
        Route("/ag-ui", told_plainly(run), methods=["POST"]),
        Route("/ag-ui", told_plainly(about), methods=["GET"]),
        Route("/ag-ui/sessions/{session_id}", told_plainly(partial(replayed, site)), methods=["GET"]),
        Route("/ag-ui/ingest", told_plainly(partial(ingested, site)), methods=["POST"]),
    ]


def told_plainly(handler: Handler) -> Handler:
    """A program is told what is wrong in JSON, whatever the address looks like to a browser."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except RingiError as error:
            said = {"error": error.as_dict(language(request))}
            headers = {"Cache-Control": "no-store", **retry_after(error)}
            return JSONResponse(said, error.http_status, headers=headers)

    return answered


async def json_body(request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Invalid("RINGI-657", reason=kind[:60] or "no content type")
    return strict_json(await body_of(request))


class _Run:
    """One run of the protocol, from its RUN_STARTED to its end."""

    def __init__(self, site: Site, request: Request, visitor: Visitor, asked: Asked) -> None:
        self._site = site
        self._request = request
        self._visitor = visitor
        self._asked = asked
        self._lang = language(request)
        self._out = Outward(asked.thread_id, asked.run_id, asked.messages)
        self._gate = Gate(self._refused)

    def _refused(self, finding: Finding, event: Event) -> Event:
        return refused(self._site.office.log, self._lang, finding, event)

    def _sent(self, events: Iterable[Event], number: str = "") -> bytes:
        """What passes the gate; the last event of a fact carries its number, so that it is seen whole or not at all."""
        passed = list(self._gate.passed(events))
        return b"".join(written(one, number if one is passed[-1] else "") for one in passed)

    async def told(self) -> AsyncIterator[bytes]:
        yield self._sent(self._out.begin())
        try:
            thread = await self._thread()
            way = await self._site.apart(partial(thread.take, self._asked))
            async for chunk in self._followed(thread, way):
                yield chunk
        except RingiError as error:
            yield self._sent([*self._out.close(), await self._error(error)])
        except Exception:
            self._site.office.log.exception("ag-ui: %s", self._asked.run_id[:64])
            yield self._sent([*self._out.close(), await self._error(RingiError("RINGI-100"))])

    async def _thread(self) -> Thread:
        labels = await self._site.labels()
        return Thread(self._site.desk(self._visitor), self._asked.thread_id, self._lang, labels)

    async def _error(self, error: RingiError) -> Event:
        """What was refused and why. Nothing was changed."""
        said = f"{error.message(self._lang)} {error.next_step(self._lang)}".strip()
        return {"type": "RUN_ERROR", "message": said, "code": error.code}

    async def _followed(self, thread: Thread, way: Way) -> AsyncIterator[bytes]:
        site, task_id = self._site, way.task_id
        reads = site.reads.of(self._visitor.tenant_id)
        after, view, seen = self._after(way), None, 0
        right = Right(site, self._request, self._may(task_id), caller)
        async with site.news.watching(task_id) as watcher:
            while not site.news.closed and not self._gate.closed:
                await right.ask(watcher)
                while facts := await site.apart(partial(reads.facts, task_id, seen, AT_ONCE)):
                    body, view = await site.aside(partial(self._page, facts, view, after, way))
                    seen = facts[-1]["sequence"]
                    way = replace(way, known=way.known and seen < after)
                    if body:
                        yield body
                _, ticks = watcher.take()
                for tick in ticks:
                    yield self._sent(self._out.events(tick))
                if view is None or view["state"] in PARKED:
                    scene, waiting = await site.apart(partial(thread.looked_at, task_id))
                    last = ending(self._out, scene, waiting, follow=self._asked.follow)
                    if last is not None and int(scene.view["sequence"]) == seen:
                        yield self._sent(last, f"{task_id}:{seen}")
                        return
                    if last is not None:
                        continue  # something happened between the two looks
                if not await watcher.wait(HEARTBEAT):
                    yield b": still here\n\n"
        if not self._gate.closed:
            yield self._sent([*self._out.close(), await self._error(RingiError("RINGI-666"))])

    def _may(self, task_id: str) -> Callable[[Visitor], Awaitable[None]]:
        async def look(visitor: Visitor) -> None:
            await self._site.visible(visitor, task_id)

        return look

    def _page(self, facts: list[Event], view: Event | None, after: int, way: Way) -> tuple[bytes, Event]:
        """What a page of facts tells, beside the event loop, and the task as it stands after them."""
        view = fold_all(facts, view)
        self._out.prime(one for one in facts if one["sequence"] <= after)
        body = b""
        if facts[-1]["sequence"] >= after and way.known:
            self._out.state = state_of(view)
            body = self._sent(self._out.snapshots())
        for fact in facts:
            if fact["sequence"] > after:
                body += self._sent(self._out.events(fact), f"{way.task_id}:{fact['sequence']}")
        return body, view

    def _after(self, way: Way) -> int:
        """From where: the client's own word on what it has seen of this task, else what the desk says."""
        task_id, _, number = self._request.headers.get("last-event-id", "").rpartition(":")
        if way.known and task_id == way.task_id and number.isascii() and number.isdigit() and len(number) < 16:
            return min(int(number), way.after)
        return way.after
