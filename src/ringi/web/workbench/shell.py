"""`/s/{id}`: the page of any session, ours or another runtime's, and the small requests its parts make.

The middle of one of our own tasks is drawn for the person who looks (`web.thread`, `web.decision`), out of the fold of
its facts that every surface draws from; everything else on the page comes from the session's workbench state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ringi.errors import RingiError
from ringi.flow import attaching
from ringi.flow.desk import LocalDesk
from ringi.web import marks
from ringi.web.door import Visitor
from ringi.web.layout import Page, html, missing
from ringi.web.lists import listed
from ringi.web.live import source
from ringi.web.render import TaskPage
from ringi.web.site import THEME_COOKIE, THEMES, Site, language, local
from ringi.web.times import size
from ringi.web.workbench import details, sent, thoughts
from ringi.web.workbench.acting import Acting
from ringi.web.workbench.bench import PANELS, bench
from ringi.web.workbench.composer import composer, speaking
from ringi.web.workbench.drawing import AWAY, asks, draw, freshen, role_of
from ringi.words import say

if TYPE_CHECKING:
    from ringi.web.pages import Pages

YEAR = 365 * 24 * 3600
QUEUED_FROM = ("web", "cli")
"""Sources whose sessions a request can be put behind from here."""
FOUND = 12
SECTION_WORDS = {"team": "roster", "policy": "team_policy"}
"""What the sections of the team are called where their regions are called otherwise."""
SCRIPT_WORDS = (
    "sending sent unreachable refused remove file_large file_many files_again form_missing form_number form_whole"
    " form_least form_most form_json tab_unread tab_stale tab_pin tab_unpin tab_close"
)


async def of_task(
    site: Site,
    desk: LocalDesk,
    request: Request,
    page: Page,
    shown: dict[str, Any],
    task: TaskPage,
    *,
    composed: bool = False,
) -> dict[str, Any]:
    """What the page of one of our own tasks shows besides the task itself."""
    # A session of SPECTRA may be of any length: whoever had to fold much leaves a snapshot for the next.
    store = site.office.store if (shown.get("request") or {}).get("source") == "spectra" else None
    opened = await site.apart(partial(source.opened, desk.reads, task.id, store))
    now = datetime.now(UTC)
    role = role_of(page.me.roles)
    panel = request.query_params.get("panel", "")
    drawn = await site.apart(lambda: bench(opened.state, task.id, page.lang, role, now, own=True, panel=panel))
    session = str((shown.get("request") or {}).get("session_id") or "")
    from_, _, name = session.partition(":")
    waiting = (await site.ask(desk, "queue", session=session))["queued"] if session else []
    behind = [
        {
            "id": one["id"],
            "text": one["text"],
            "position": number,
            "may": page.me.has("admin") or page.me.is_(str(one["requester"])),
        }
        for number, one in enumerate(waiting, 1)
        if one["id"] != task.id
    ]
    speaks = drawn.driven and task.state not in marks.ENDED and page.me.has("developer")
    ways = (
        speaking(task.id, page.lang, away=bool(shown["view"]["paused"]))
        if speaks
        else composer(
            task.id,
            page.lang,
            own=True,
            active=task.state not in marks.ENDED,
            steer="steer" in task.may,
            party=page.me.has("approver", "admin")
            or page.me.is_(str((shown.get("request") or {}).get("requester") or "")),
            queued=behind,
            queues=from_ in QUEUED_FROM and bool(name),
        )
    )
    decisions = sum(one.may for one in task.cards) + bool(task.question and task.question.may)
    decisions += bool(task.unknown and "resolve" in task.may) + bool(task.failure and "retry" in task.may)
    return {
        "task": task,
        "bench": drawn,
        "composer": ways,
        "speaks": speaks,
        "head_title": f"{task.title} · {task.words}",
        "deciding": task.needs_me,
        "thinking": False,
        "decisions": decisions,
        "composed": composed,
        **common(page.lang),
    }


def common(lang: str) -> dict[str, Any]:
    return {
        "panels": PANELS,
        "sections": {name: say("workbench_panels", SECTION_WORDS.get(name, name), lang) for name in PANELS["team"]},
        "accepted": ",".join(attaching.KINDS),
        "file_limit": size(attaching.LIMIT, lang),
        "file_count": attaching.MOST,
        "bench_words": json.dumps({key: _script_word(key, lang) for key in SCRIPT_WORDS.split()}),
    }


def _script_word(key: str, lang: str) -> str:
    """A word for the page's scripts; its places are filled in there."""
    if key == "remove":
        return say("web", "remove", lang)
    return say("workbench", "control_sent" if key == "sent" else key, lang)


class Shell:
    """The routes of the workbench's pages."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self.site = site
        self.pages = pages

    def routes(self) -> list[Route]:
        return [
            Route("/s/{session_id}", self.session),
            Route("/s/{session_id}/fragment", self.fragment),
            Route("/s/{session_id}/older", self.older),
            Route("/s/{session_id}/detail/{kind}/{ref:path}", self.detail),
            Route("/tabs", self.tabs),
            Route("/find", self.find),
            Route("/theme/{name}", self.choose_theme),
            *Acting(self.site, self).routes(),
            *thoughts.Thoughts(self.site, self).routes(),
        ]

    # -- the page ------------------------------------------------------------------------------------------------

    async def session(self, request: Request) -> Response:
        return await self.drawn(request, "wb/session.html")

    async def fragment(self, request: Request) -> Response:
        return await self.drawn(request, "task_parts.html")

    async def drawn(
        self,
        request: Request,
        template: str,
        *,
        error: RingiError | None = None,
        typed: Mapping[str, str] | None = None,
        composed: bool = False,
    ) -> Response:
        visitor = await self.site.known_visitor(request)
        reads = self.site.reads.of(visitor.tenant_id)
        desk = self.site.desk(visitor).for_one_page()
        session, own = await self.site.apart(partial(desk.seen, request.path_params["session_id"]))
        at = _whole(request.query_params.get("at", ""))
        if own and at:  # the past has a page of its own
            return RedirectResponse(f"/s/{session}/replay?at={at}", 303)
        if own:
            request.path_params["task_id"] = session
            return await self.pages.task_page(request, template, error=error, typed=typed, composed=composed, desk=desk)
        opened = await self.site.apart(partial(source.opened, reads, session))
        lang = language(request)
        page = await self.pages.page_for(request, visitor, lang, desk)
        role = role_of(page.me.roles, owns=await self.site.apart(partial(desk.owns, session)))
        panel = request.query_params.get("panel", "")
        now = datetime.now(UTC)
        then = sent.standing(await self._replayed(visitor, session, at), (), title=opened.title) if at else None
        state = then if then is not None else await self._standing(visitor, session, opened)
        drawn = await self.site.apart(lambda: bench(state, session, lang, role, now, own=False, panel=panel, at=at))
        may, away, goes = asks(role) and not at, state.get("link") == AWAY, drawn.running
        ways = composer(session, lang, own=False, active=goes, steer=goes, may=may, away=away)
        return page.answer(
            template,
            error=error,
            lists=await self.pages.beside(visitor, lang, 20, desk=desk),
            task=None,
            bench=drawn,
            composer=ways,
            head_title=drawn.title or say("workbench", "untitled", lang),
            deciding=bool(drawn.pending),
            thinking=thoughts.wanted(request, visitor),
            decisions=drawn.pending,
            typed=typed or {},
            composed=composed,
            done=request.query_params.get("done", ""),
            fragment=f"/s/{session}/fragment",
            **common(lang),
        )

    async def opened(self, visitor: Visitor, some_id: str) -> tuple[str, source.Opened]:
        """The thread that an id means and its state, if this person may look at it."""
        reads = self.site.reads.of(visitor.tenant_id)
        session = await self.site.visible(visitor, some_id)
        return session, await self.site.apart(partial(source.opened, reads, session))

    async def _standing(self, visitor: Visitor, session: str, opened: source.Opened) -> Mapping[str, Any]:
        """The state with what people have sent and its owner has not yet confirmed."""
        reads = self.site.reads.of(visitor.tenant_id)

        def look() -> Mapping[str, Any]:
            return sent.standing(opened.state, sent.waiting(reads, session), sent.link(reads, session), opened.title)

        return await self.site.apart(look)

    async def _replayed(self, visitor: Visitor, session: str, at: int) -> Mapping[str, Any]:
        found = await self.site.call(visitor, "state", {"id": session, "at": at})
        state: Mapping[str, Any] = found["state"]
        return state

    # -- on demand -----------------------------------------------------------------------------------------------

    async def older(self, request: Request) -> Response:
        """Messages from before the window, as parts of the thread."""
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        given = {"id": request.path_params["session_id"], "before": _whole(request.query_params.get("before", ""))}
        found = await self.site.call(visitor, "window", given)
        drawn = await self.site.apart(lambda: details.older(given["id"], found, lang))
        return html(freshen(drawn, datetime.now(UTC), lang))

    async def detail(self, request: Request) -> Response:
        """One thing whole, when somebody opens it."""
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        path = request.path_params
        given = {"id": path["session_id"], "kind": path["kind"], "ref": path["ref"]}
        found = await self.site.call(visitor, "detail", given)
        return html(await self.site.apart(lambda: details.detail(found, lang)))

    # -- tabs, search, theme -------------------------------------------------------------------------------------

    async def tabs(self, request: Request) -> Response:
        """How the sessions stand that somebody keeps open."""
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        wanted = [one for one in request.query_params.get("ids", "").split(",") if one][:20]
        desk = self.site.desk(visitor).for_one_page()
        found = await self.site.apart(lambda: {**desk.these(wanted), **desk.others(wanted)})
        known = {one.task_id: one for one in listed(found, datetime.now(UTC), lang)}
        told = []
        for one in wanted:
            stands = known.get(one)
            if stands is None:
                told.append({"id": one, "gone": True})
            else:
                told.append(
                    {
                        "id": one,
                        "title": stands.title,
                        "tone": stands.tone,
                        "words": stands.words,
                        "updated": stands.updated_at,
                        "running": stands.tone == "running",
                        "stale": stands.state == "suspended",
                    }
                )
        return JSONResponse({"sessions": told}, headers={"Cache-Control": "no-store"})

    async def find(self, request: Request) -> Response:
        """Sessions that have these words in what was asked, their title or their requester: the newest, however old."""
        visitor = await self.site.known_visitor(request)
        lang, now = language(request), datetime.now(UTC)
        wanted = request.query_params.get("q", "")[:200]
        desk = self.site.desk(visitor).for_one_page()
        found = await self.site.apart(lambda: {**desk.found(wanted, FOUND), **desk.others(text=wanted, limit=FOUND)})
        drawn = draw("found.html", lang, found=listed(found, now, lang)[:FOUND])
        return html(freshen(drawn, now, lang))

    async def choose_theme(self, request: Request) -> Response:
        """Light, dark, or as the system says; back to a page of ours."""
        name = request.path_params["name"]
        if name not in (*THEMES, "auto"):
            raise missing(name)
        answer = RedirectResponse(local(request.query_params.get("back", "/")), 303)
        if name == "auto":
            answer.delete_cookie(THEME_COOKIE, path="/")
        else:
            answer.set_cookie(THEME_COOKIE, name, max_age=YEAR, samesite="lax", path="/")
        return answer


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
