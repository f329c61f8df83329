"""`GET /ag-ui/sessions/{id}`: what has happened in a session so far, as AG-UI events; any session, whosever runtime."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ringi.flow.desk import PAGE
from ringi.web.ag_ui.callers import caller
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.verify import Gate
from ringi.web.ag_ui.writing import STREAM_HEADERS, refused, written
from ringi.web.site import Site, language


async def replayed(site: Site, request: Request) -> Response:
    visitor = await caller(site, request)
    session = request.path_params["session_id"]
    found = await site.call(visitor, "export", {"id": session, "limit": 1})  # whether they may see it at all
    thread_id = str(found["thread"])
    reads = site.reads.of(visitor.tenant_id)
    gate = Gate(partial(refused, site.office.log, language(request)))

    async def told() -> AsyncIterator[bytes]:
        outward, after = Outward(thread_id), 0
        while facts := await site.apart(partial(reads.facts, thread_id, after, PAGE)):
            after = facts[-1]["sequence"]
            for fact in facts:
                passed = list(gate.passed(outward.events(fact)))
                for event in passed:
                    yield written(event, f"{thread_id}:{fact['sequence']}" if event is passed[-1] else "")
        for event in gate.passed(outward.ended()):
            yield written(event)

    return StreamingResponse(told(), media_type="text/event-stream", headers=STREAM_HEADERS)
