"""What the panels ask of a session's owner, and what they let one take away: the record with its chain, as one file.

What is shown does not change by asking; the owner's facts change it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ringi import clock
from ringi.errors import Conflict, Invalid, RingiError
from ringi.web.door import Visitor
from ringi.web.layout import shown_error
from ringi.web.site import language
from ringi.web.workbench.panels import bodies
from ringi.words import say

if TYPE_CHECKING:
    from ringi.web.workbench.panels.routes import Panels

TEAM: dict[str, tuple[str, ...]] = {
    "assign": ("work_item_id", "to"),
    "delegate": ("text", "agent_id"),
    "continue_agent": ("agent_id", "text"),
    "wait": (),
    "interrupt": ("agent_id", "task_id", "run_id", "reason"),
    "stop": ("agent_id", "task_id", "reason"),
    "close": ("agent_id", "reason"),
    "request_review": ("target", "reviewer", "text"),
    "rollback": ("artifact_id", "to", "reason"),
    "export": ("artifact_id", "evidence_id"),
    "retry": ("of",),
}
"""What a panel may ask of the session's owner, and with which fields."""
CHOSEN = "agent."
"""Before the id of each teammate that is waited for: a form has a field for every one."""
NOT_THERE = ("RINGI-811", "RINGI-812")


class Asking:
    """The routes of asking and taking away."""

    def __init__(self, panels: Panels) -> None:
        self.panels = panels
        self.site = panels.site

    def routes(self) -> list[Route]:
        return [
            Route("/s/{session_id}/team/{control}", self.ask, methods=["POST"]),
            Route("/s/{session_id}/export", self.export),
        ]

    async def ask(self, request: Request) -> Response:
        visitor, form = await self.panels.pages.posted(request)
        control, session = request.path_params["control"], request.path_params["session_id"]
        if control not in TEAM:
            raise Invalid("RINGI-862", control=control[:40])
        body: dict[str, Any] = {name: form[name] for name in TEAM[control] if form.get(name)}
        if control == "wait":
            body["agent_ids"] = [name.removeprefix(CHOSEN) for name in form if name.startswith(CHOSEN)]
        key = form.get("key", "") or clock.ulid()
        error: RingiError | None = None
        outcome = "failed"
        try:
            given = {"control": control, "session": session, "key": key, "body": body}
            outcome = bodies.answer_of(await self.site.call(visitor, "control", given))
        except Conflict as refused:
            error, outcome = refused, "unavailable" if refused.code in NOT_THERE else "failed"
        except RingiError as refused:
            error = refused
        lang = language(request)
        return await self.panels.answer(
            request,
            visitor,
            "asked.html",
            say("workbench", f"asked_{control}", lang),
            outcome=outcome,
            error=shown_error(error, lang) if error is not None else None,
        )

    async def export(self, request: Request) -> Response:
        """Everything that was recorded of a session, in the form of one page of `GET /v1/sessions/{id}/export`."""
        visitor = await self.site.known_visitor(request)
        session = await self.site.visible(visitor, request.path_params["session_id"])
        first = await self.site.call(visitor, "export", {"id": session})
        headers = {
            "Content-Disposition": f'attachment; filename="ringi-{first["thread"]}.json"',
            "Cache-Control": "no-store",
        }
        return StreamingResponse(self._whole(visitor, first), media_type="application/json", headers=headers)

    async def _whole(self, visitor: Visitor, page: dict[str, Any]) -> AsyncIterator[str]:
        """A page at a time, so that a session of any length fits; what was told meanwhile belongs to it too."""
        head = {name: page[name] for name in ("format", "thread", "previous", "first")}
        yield json.dumps(head)[:-1] + ', "facts": ['
        between = ""
        while True:
            for fact in page["facts"]:
                yield between + json.dumps(fact, ensure_ascii=False)
                between = ",\n"
            if not page["more"]:
                break
            given = {"id": page["thread"], "after": page["sequence"]}
            page = await self.site.call(visitor, "export", given)
        tail = {"head": page["head"], "sequence": page["sequence"], "last": page["last"], "more": False}
        yield "], " + json.dumps(tail)[1:]
