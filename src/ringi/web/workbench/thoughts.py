"""Reasoning in detail: only where the session's policy allows it and the person who looks has asked for it.

That a thought is there stands in the page for everybody who may see it; its words are fetched, so that what is drawn
once for many never holds them. The wish is this person's in this browser, like a width: never a fact.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ringi.errors import NotFound, Refused
from ringi.projection.workbench import reasoning_allowed
from ringi.web.door import Visitor
from ringi.web.layout import html, missing
from ringi.web.site import Site, language, local
from ringi.web.workbench.drawing import NOTHING, Item, State, draw, memo, slices

if TYPE_CHECKING:
    from ringi.web.workbench.shell import Shell

COOKIE = "ringi_reasoning"
YEAR = 365 * 24 * 3600


def allowed(state: State) -> bool:
    """Whether policy lets anybody read thoughts here."""
    return bool(memo.of(("thoughts-allowed",), slices(state, "permissions", "team"), partial(_allowed, state)))


def _allowed(state: State) -> bool:
    team: Item = state.get("team") or NOTHING
    told: dict[str, Any] = {
        "permissions": state.get("permissions") or {},
        "team": {"policy": team.get("policy") or {}},
    }
    return reasoning_allowed(told)


def wanted(request: Request, visitor: Visitor) -> bool:
    """Whether this person has asked for thoughts in this browser; another who signs in here has not."""
    return request.cookies.get(COOKIE, "") == _mark(visitor)


def _mark(visitor: Visitor) -> str:
    return visitor.name.encode("utf-8").hex()[:200]


class Thoughts:
    """The switch, and what it lets a person fetch."""

    def __init__(self, site: Site, shell: Shell) -> None:
        self.site = site
        self.shell = shell

    def routes(self) -> list[Route]:
        return [
            Route("/reasoning/{choice}", self.choose),
            Route("/s/{session_id}/thoughts/{key:path}", self.thought),
        ]

    async def choose(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        choice = request.path_params["choice"]
        if choice not in ("on", "off"):
            raise missing(choice)
        answer = RedirectResponse(local(request.query_params.get("back", "/")), 303)
        if choice == "on":
            answer.set_cookie(COOKIE, _mark(visitor), max_age=YEAR, samesite="lax", httponly=True, path="/")
        else:
            answer.delete_cookie(COOKIE, path="/")
        return answer

    async def thought(self, request: Request) -> Response:
        """The words of one thought, as far as they have come."""
        visitor = await self.site.known_visitor(request)
        _, opened = await self.shell.opened(visitor, request.path_params["session_id"])
        if not wanted(request, visitor) or not allowed(opened.state):
            raise Refused("RINGI-940")
        key = request.path_params["key"]
        found: Item = (opened.state.get("thoughts") or NOTHING).get(key) or NOTHING
        if not found:
            raise NotFound("RINGI-941")
        return html(draw("thought.html", language(request), text=str(found.get("text") or "")))
