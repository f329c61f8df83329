"""`POST /ag-ui/ingest`: another agent's AG-UI events become facts of a session of its own, as they come.

Taken as server-sent events or as JSON lines, for as long as the producer sends. What was kept stays kept, and a second
delivery of the same events adds nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ringi.errors import Invalid
from ringi.facts.canonical import digest
from ringi.facts.conformance import INLINE_LIMIT
from ringi.facts.redact import redact
from ringi.web.ag_ui.callers import caller
from ringi.web.ag_ui.inward import Inward, Wire
from ringi.web.ag_ui.lines import Line, Splitter
from ringi.web.ag_ui.verify import Verifier
from ringi.web.door import Visitor
from ringi.web.site import Site, TooLarge

BATCH = 500
EVENT_LIMIT = 1024 * 1024
TOTAL_LIMIT = 256 * 1024 * 1024
PREVIEW = 2_000
FINDINGS = 100
_DOMAIN = "ringi.ag-ui.v1"


async def ingested(site: Site, request: Request) -> Response:
    """What was taken in, and what of it broke the protocol's own rules."""
    visitor = await caller(site, request)
    taking = _Taking(site, visitor, request.query_params.get("session", ""), request.query_params.get("title", ""))
    splitter, size = Splitter(), 0
    async for piece in request.stream():
        size += len(piece)
        site.quotas.take(visitor, "bytes", len(piece))
        for line in splitter.fed(piece):
            await taking.take(line)
        if size > TOTAL_LIMIT or splitter.waiting > EVENT_LIMIT:
            await taking.post()
            raise TooLarge("RINGI-651", limit=(EVENT_LIMIT if size <= TOTAL_LIMIT else TOTAL_LIMIT) // 1024 // 1024)
        await taking.post()
    for line in splitter.ended():
        await taking.take(line)
    await taking.finish()
    return JSONResponse(taking.told, headers={"Cache-Control": "no-store"})


class _Taking:
    """One delivery on its way into a foreign session."""

    def __init__(self, site: Site, visitor: Visitor, session: str, title: str) -> None:
        self._site = site
        self._visitor = visitor
        self._session = session
        self._title = title
        self._inward = Inward(now=str)
        self._verifier = Verifier()
        self._facts: list[Wire] = []
        self._said: Counter[str] = Counter()
        self.told: dict[str, Any] = {"session": "", "events": 0, "accepted": 0, "duplicates": 0, "findings": []}

    async def take(self, line: Line) -> None:
        event = await self._event(line)
        self.told["events"] += 1
        facts = self._inward.facts(event)
        for rule, detail in self._verifier.follow(event):
            if len(self.told["findings"]) < FINDINGS:
                self.told["findings"].append({"line": line.number, "rule": rule, "detail": detail})
        for number, fact in enumerate(facts):
            self._facts.append(self._known(fitted(fact), f"ag-ui:{line.id[:150]}:{number}" if line.id else ""))
        if len(self._facts) >= BATCH:
            await self.post()

    def _known(self, fact: Wire, event_id: str = "") -> Wire:
        """By what a second delivery of it is known: the producer's own word, else what it says and how many times this
        request has said so. It goes in by many posts, and what is said twice is two events through all of them.
        """
        if not event_id and "eventId" in fact:
            return fact
        try:
            seal = "" if event_id else digest(_DOMAIN, redact(fact))
        except Invalid:
            return fact  # the desk says what is wrong with it
        if seal:
            self._said[seal] += 1
            event_id = f"ag-ui#{seal}#{self._said[seal]}"
        return {**fact, "eventId": event_id}

    async def _event(self, line: Line) -> dict[str, Any]:
        try:
            event = json.loads(line.text)
            if not isinstance(event, dict):
                raise ValueError(type(event).__name__)
        except (ValueError, RecursionError) as error:
            await self.post()
            raise Invalid("RINGI-900", line=line.number, reason=str(error)[:100]) from None
        return event

    async def post(self) -> None:
        if not self._facts:
            return
        facts, self._facts = self._facts, []
        named = (
            self._session
            or self._inward.thread_id
            or next((str(one["threadId"]) for one in facts if "threadId" in one), "")
        )
        given = {"facts": facts, "session": named, "title": self._title, "source": "ag_ui"}
        found = await self._site.call(self._visitor, "post_facts", given)
        self.told["session"] = self._session = found["session"]
        self.told["accepted"] += found["accepted"]
        self.told["duplicates"] += found["duplicates"]

    async def finish(self) -> None:
        self._facts += (self._known(fitted(fact)) for fact in self._inward.ended())
        await self.post()


def fitted(fact: Wire) -> Wire:
    """A body too large for a fact is cut to its beginning, and says how large it was."""
    body = json.dumps(fact.get("payload", {}), ensure_ascii=False, separators=(",", ":"))
    size = len(body.encode("utf-8", "surrogatepass"))
    if size <= INLINE_LIMIT:
        return fact
    return {**fact, "payload": {"truncated": True, "size": size, "preview": body[:PREVIEW]}}
