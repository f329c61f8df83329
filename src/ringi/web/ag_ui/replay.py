"""`GET /ag-ui/sessions/{id}`: what has happened in a session so far, as AG-UI events; any session, whosever runtime."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ringi.flow import reasoning
from ringi.web.ag_ui.callers import caller
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.verify import Gate
from ringi.web.ag_ui.writing import STREAM_HEADERS, refused, written
from ringi.web.site import Site, language

AT_ONCE = 200
"""Facts that are told in one piece, beside the event loop."""


async def replayed(site: Site, request: Request) -> Response:
    visitor = await caller(site, request)
    session = request.path_params["session_id"]
    found = await site.call(visitor, "export", {"id": session, "limit": 1})  # whether they may see it at all
    thread_id = str(found["thread"])
    reads = site.reads.of(visitor.tenant_id)
    gate = Gate(partial(refused, site.office.log, language(request)))

    wanted = request.query_params.get("reasoning") == "true"
    outward = Outward(thread_id, lang=language(request))
    hidden = reasoning.Hidden()

    def page(after: int) -> tuple[bytes, int]:
        """The next facts as events, and how far they go."""
        facts = reads.facts(thread_id, after, AT_ONCE)
        if wanted:
            facts = reasoning.readable(reads, thread_id, facts, site.office.store)
        else:
            facts = [hidden.passed(fact) for fact in facts]
        pieces: list[bytes] = []
        for fact in facts:
            passed = list(gate.passed(outward.events(fact)))
            number = f"{thread_id}:{fact['sequence']}"
            pieces += (written(event, number if event is passed[-1] else "") for event in passed)
        return b"".join(pieces), facts[-1]["sequence"] if facts else 0

    async def told() -> AsyncIterator[bytes]:
        body, after = await site.aside(partial(page, 0))
        while after:
            if body:
                yield body
            body, after = await site.aside(partial(page, after))
        yield b"".join(written(event) for event in gate.passed(outward.ended()))

    return StreamingResponse(told(), media_type="text/event-stream", headers=STREAM_HEADERS)
