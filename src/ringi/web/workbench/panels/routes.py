"""What the panels load only when somebody asks: bodies, differences, older lines, one fact, transcripts, the check of
the chain, the past.

Each answer is a fragment for the page's script and, without it, a page of its own. The desk says who may look.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from ringi import clock
from ringi.errors import Invalid, NotFound
from ringi.projection.agreement import agreement
from ringi.store.verify import Chain
from ringi.web.door import Visitor
from ringi.web.layout import html
from ringi.web.site import Site, language
from ringi.web.workbench.drawing import freshen, role_of
from ringi.web.workbench.panels import bodies, past
from ringi.web.workbench.panels.asking import Asking
from ringi.web.workbench.panels.base import draw, known, names_of, rows
from ringi.web.workbench.panels.elsewhere import said
from ringi.web.workbench.panels.files.differences import Difference
from ringi.web.workbench.panels.files.looking import IMAGE_LIMIT, image_type
from ringi.web.workbench.panels.files.tables import COLUMNS
from ringi.web.workbench.panels.then import own_task
from ringi.web.workbench.panels.timeline import GROUPS, group_of, line_html, things_of
from ringi.web.workbench.parts import driven
from ringi.words.workbench_panels import WORDS

if TYPE_CHECKING:
    from ringi.web.pages import Pages

PART = "x-ringi-part"
"""The page's script asks for a fragment with this header."""
LINES = 40
PAGES = 5
"""Pages of facts that are looked through for lines of one kind."""
PAYLOAD = 8_000
SAID = 60
PROBLEMS = 8
AT_ONCE = 2
"""Files that are opened for looking at, at the same time."""
WAITING = 20
"""Files that wait for that; whoever wants one more is told to come back."""
T = TypeVar("T")


class Panels:
    """The routes, over one site."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self.site = site
        self.pages = pages
        self._files: CapacityLimiter | None = None

    def routes(self) -> list[Route]:
        here = "/s/{session_id}"
        return [
            Route(f"{here}/artifacts/{{artifact_id:path}}/preview", self.preview),
            Route(f"{here}/artifacts/{{artifact_id:path}}/diff", self.difference),
            Route(f"{here}/artifacts/{{artifact_id:path}}/image", self.image),
            Route(f"{here}/timeline", self.timeline),
            Route(f"{here}/facts/{{sequence}}", self.fact),
            Route(f"{here}/transcripts/{{agent_id:path}}", self.transcript),
            Route(f"{here}/verify", self.verify),
            Route(f"{here}/replay", self.replay),
            *Asking(self).routes(),
        ]

    async def answer(self, request: Request, visitor: Visitor, template: str, heading: str, **context: Any) -> Response:
        """The fragment alone for the script, a whole page for everybody else."""
        lang = language(request)
        drawn = await self.site.apart(partial(draw, template, lang, **context))
        drawn = freshen(drawn, datetime.now(UTC), lang)
        if PART in request.headers:
            return html(drawn)
        page = await self.pages.page_for(request, visitor, lang)
        lists = await self.pages.beside(visitor, lang, 20)
        session = request.path_params["session_id"]
        return page.answer(
            "wb/panels/alone.html",
            lists=lists,
            body=Markup(drawn),
            heading=heading,
            session=session,
            fragment="",
            back=say_("back_to_session", lang),
        )

    async def _state(self, visitor: Visitor, session: str, at: int = 0) -> tuple[str, dict[str, Any]]:
        """The session's own id and its state; the desk says whether this person may see it."""
        found = await self.site.call(visitor, "state", {"id": session, "at": at})
        return str(found["session"]), found["state"]

    async def _opened(self, work: Callable[[], T], busy: T) -> T:
        """Files are opened on threads of their own, a few at a time: whatever is in one, the desk's are free."""
        self._files = self._files or CapacityLimiter(AT_ONCE)
        found = self._files.statistics()
        if found.borrowed_tokens >= AT_ONCE and found.tasks_waiting >= WAITING:
            return busy
        return await to_thread.run_sync(work, limiter=self._files)

    # -- artifacts ---------------------------------------------------------------------------------------------------

    async def preview(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        session, state = await self._state(visitor, request.path_params["session_id"])
        artifact_id = request.path_params["artifact_id"]
        version, sheet = request.query_params.get("version", ""), request.query_params.get("sheet", "")
        reads, home = self.site.reads.of(visitor.tenant_id), self.site.office.home
        row = await self.site.apart(partial(bodies.own_row, reads, session, artifact_id))
        if row is not None:
            body = await self._opened(partial(bodies.own, home, reads, row, sheet=sheet), bodies.unopened(row))
        else:
            body = bodies.foreign(state, artifact_id, version)
        return await self.answer(
            request,
            visitor,
            "preview.html",
            body.title,
            body=body,
            look=body.look,
            session=session,
            artifact_id=artifact_id,
            columns=COLUMNS,
        )

    async def difference(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        session, state = await self._state(visitor, request.path_params["session_id"])
        artifact_id, other = request.path_params["artifact_id"], request.query_params.get("with", "")
        reads, home = self.site.reads.of(visitor.tenant_id), self.site.office.home
        after = await self.site.apart(partial(bodies.own_row, reads, session, artifact_id))
        before = await self.site.apart(partial(bodies.own_row, reads, session, other))
        if after is not None and before is not None:
            look_at = partial(bodies.own_difference, home, reads, before, after)
            found = await self._opened(look_at, Difference(why=bodies.BUSY))
            title = str(after["title"])
        elif after is None and before is None:
            found = bodies.foreign_difference(state, artifact_id, other, request.query_params.get("version", ""))
            title = bodies.foreign(state, artifact_id).title
        else:
            raise NotFound("RINGI-860", id=other[:64])
        return await self.answer(request, visitor, "difference.html", title, difference=found, title=title)

    async def image(self, request: Request) -> Response:
        """A picture of ours, known by its content; nothing else is ever sent to be shown in place."""
        visitor = await self.site.known_visitor(request)
        session, _ = await self._state(visitor, request.path_params["session_id"])
        reads, home = self.site.reads.of(visitor.tenant_id), self.site.office.home
        artifact_id = request.path_params["artifact_id"]
        row = await self.site.apart(partial(bodies.own_row, reads, session, artifact_id))
        path = await self.site.apart(partial(bodies.file_of, home, row)) if row is not None else None
        if path is None or path.stat().st_size > IMAGE_LIMIT:
            raise NotFound("RINGI-860", id=artifact_id[:64])
        with path.open("rb") as file:
            kind = image_type(file.read(16))
        if not kind:
            raise NotFound("RINGI-860", id=artifact_id[:64])
        return FileResponse(path, media_type=kind, headers={"Cache-Control": "private, no-store"})

    # -- timeline ----------------------------------------------------------------------------------------------------

    async def timeline(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        given = request.path_params["session_id"]
        session, state = await self._state(visitor, given)
        kind = request.query_params.get("kind", "all")
        kind = kind if kind in GROUPS else "all"
        before: int | None = _number(request.query_params.get("before", "0"))
        found: list[dict[str, Any]] = []
        for _ in range(PAGES):
            page = await self.site.call(visitor, "timeline", {"id": session, "before": before or 0, "limit": LINES * 2})
            wanted = [one for one in page["lines"] if kind in ("all", group_of(str(one["type"])))]
            found = [*wanted, *found]
            before = page["before"]
            if before is None or len(found) >= LINES:
                break
        names = things_of(state)
        lines = [
            {
                "html": Markup(line_html(one, names, session, lang)),
                "group": group_of(str(one["type"])),
                "sequence": one["sequence"],
            }
            for one in reversed(found)
        ]
        return await self.answer(
            request,
            visitor,
            "lines.html",
            say_("timeline", lang),
            lines=lines,
            before=before,
            kind=kind,
            groups=GROUPS,
            session=session,
            whole=PART not in request.headers,
        )

    async def fact(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        session = request.path_params["session_id"]
        number = str(_number(request.path_params["sequence"]))
        try:
            found = (await self.site.call(visitor, "detail", {"id": session, "kind": "fact", "ref": number}))["facts"]
        except NotFound:
            await self._state(visitor, session)  # a session that is not there says so itself
            found = []
        fact = found[0] if found else None
        body = (fact or {}).get("payload")
        text = json.dumps(body, ensure_ascii=False, indent=1) if body else ""
        ids = {name: value for name, value in (fact or {}).items() if name.endswith("Id") and isinstance(value, str)}
        kind = str((fact or {}).get("type") or "")
        return await self.answer(
            request,
            visitor,
            "fact.html",
            say_("fact_n", lang).format(n=number),
            fact=fact,
            label=known("line", kind if f"line.{kind}" in WORDS else "unknown", lang),
            ids=ids,
            text=text[:PAYLOAD],
            cut=len(text) > PAYLOAD,
            erased=body == {"erased": True},
        )

    async def transcript(self, request: Request) -> Response:
        """What a teammate said and did lately, out of the facts that carry its id; bounded."""
        visitor = await self.site.known_visitor(request)
        session, state = await self._state(visitor, request.path_params["session_id"])
        agent_id = request.path_params["agent_id"]
        agent = (state.get("agents") or {}).get(agent_id)
        if agent is None:
            raise NotFound("RINGI-861", id=agent_id[:64])
        body = agent.get("transcript") if isinstance(agent.get("transcript"), dict) else {}
        detail = await self.site.call(visitor, "detail", {"id": session, "kind": "agent", "ref": agent_id})
        names = names_of(state)
        lang = language(request)
        told = [_spoken(one, lang) for one in detail["facts"][-SAID:]]
        return await self.answer(
            request,
            visitor,
            "transcript.html",
            str(dict(names).get(agent_id, agent_id)),
            name=str(dict(names).get(agent_id, agent_id)),
            recent=[said(one) for one in rows(body.get("recent"))],
            pending=[said(one) for one in rows(body.get("pending"))],
            lines=[one for one in told if one is not None],
            ref=body.get("ref"),
            more=bool(detail["more"]),
        )

    # -- proof and past ----------------------------------------------------------------------------------------------

    async def verify(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        session, _ = await self._state(visitor, request.path_params["session_id"])
        chain = await self.site.apart(partial(agreement, self.site.office.store.url, session))
        if chain is None:
            raise NotFound("RINGI-104", id=session[:64])
        foreign = await self.site.apart(partial(self._is_foreign, visitor, session))
        problems = broken(chain, lang)
        return await self.answer(
            request,
            visitor,
            "verified.html",
            say_("verify", lang),
            chain=chain,
            head=chain.head.hex(),
            problems=problems[:PROBLEMS],
            more=max(0, len(problems) - PROBLEMS),
            foreign=foreign,
            now=clock.now(),
        )

    def _is_foreign(self, visitor: Visitor, session: str) -> bool:
        from ringi.store import session_reads

        return session_reads.foreign(self.site.reads.of(visitor.tenant_id), session) is not None

    async def replay(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        session, now = await self._state(visitor, request.path_params["session_id"])
        last = int(now.get("sequence") or 0)
        asked = _number(request.query_params.get("at", "") or str(last))
        at = max(1, min(asked, last)) if last else 0
        state = (await self._state(visitor, session, at))[1] if at else now
        page = await self.pages.page_for(request, visitor, lang)
        role = role_of(page.me.roles)
        foreign = await self.site.apart(partial(self._is_foreign, visitor, session))
        own = None if foreign or driven(state) else await own_task(self.site, visitor, page, session, at)
        title = str(now.get("title") or "")
        drawn = await self.site.apart(partial(past.drawn, state, lang, role, at, last, own, title))
        drawn = freshen(drawn, datetime.now(UTC), lang)
        if PART in request.headers:
            return html(drawn)
        lists = await self.pages.beside(visitor, lang, 20)
        return page.answer(
            "wb/panels/replay.html",
            lists=lists,
            body=Markup(drawn),
            heading=title,
            session=session,
            at=at,
            last=last,
            fragment="",
            said=partial(say_, lang=lang),
        )


def say_(key: str, lang: str) -> str:
    from ringi.words import pick

    return pick(WORDS[key], lang)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Invalid("RINGI-662", value=text[:40])
    return int(text)


_SPOKEN = {"text.final": "text", "reasoning.summary": "summary", "tool.started": "tool", "tool.result": "tool"}
_SPOKEN |= {"tool.failed": "tool", "agent.completed": "summary", "worker.notification": "summary"}


def _spoken(fact: dict[str, Any], lang: str) -> dict[str, str] | None:
    """One line of a teammate's transcript out of one fact; most classes are none."""
    kind, payload = str(fact.get("type") or ""), fact.get("payload") or {}
    if kind not in _SPOKEN:
        return None
    text = payload.get(_SPOKEN[kind]) or payload.get("title") or payload.get("name") or payload.get("text") or ""
    return {
        "label": known("line", kind, lang),
        "text": str(text)[:2_000],
        "at": str(fact.get("timestamp") or ""),
        "sequence": str(fact.get("sequence") or ""),
    }


def broken(chain: Chain, lang: str) -> list[str]:
    """Everything that does not hold, in words, by the number of the fact where it shows."""
    found = [
        (one.sequence, say_(f"broken.{one.kind}" if f"broken.{one.kind}" in WORDS else "broken.hash", lang))
        for one in chain.problems
    ]
    found += [(number, say_("broken.missing", lang)) for number in chain.missing]
    at = say_("broken_at", lang)
    told = [at.format(n=number, what=what) for number, what in sorted(found)]
    for one in chain.records:
        head = one.rule == "chain.head"
        told.append(say_("broken.head" if head else "broken.record", lang).format(rule=one.rule))
    return told
