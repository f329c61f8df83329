"""Administration in the browser: overview, tasks, users, tools, integrations, audit. Plain forms over the Desk.

Who may see or change what is decided by the Desk alone; the pages only leave out what would be refused.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ringi.errors import RingiError, Unavailable
from ringi.flow.people import ROLES
from ringi.store.overview import GROUPS
from ringi.web.admin import audited
from ringi.web.admin.overview import drawn
from ringi.web.decision import Me
from ringi.web.door import Visitor
from ringi.web.layout import shown_error
from ringi.web.lists import lists
from ringi.web.marks import core, did
from ringi.web.site import Site, language
from ringi.words import say
from ringi.words.confirmation import argument_words, confirmed_words
from ringi.words.errors import message

if TYPE_CHECKING:
    from ringi.web.pages import Form, Pages

SEARCH = ("text", "group", "requester", "since", "until", "before")
AUDIT = ("action", "actor", "since", "until", "before")
SECTIONS = ("overview", "tasks", "users", "tools", "integrations", "audit")
LOOKS = ("approver", "admin", "auditor", "developer")
"""Who finds these pages in the menu."""
EXPORT_PAGE = 500
FOREIGN_PAGE = 50
_UNSAID = {"reason": "–", "company": "–", "now": "–"}
"""What a connection that fails does not keep about why: words of the other side have no place in the records."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula."""


class Admin:
    """The routes, beside the other pages."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self.site = site
        self.pages = pages

    def routes(self) -> list[Route]:
        return [
            Route("/admin", self.overview),
            Route("/admin/tasks", self.tasks),
            Route("/admin/users", self.users),
            Route("/admin/users", self.users_do, methods=["POST"]),
            Route("/admin/tools", self.tools),
            Route("/admin/tools", self.tools_do, methods=["POST"]),
            Route("/admin/integrations", self.integrations),
            Route("/admin/integrations", self.integrations_do, methods=["POST"]),
            Route("/admin/audit", self.audit),
            Route("/admin/audit", self.verify, methods=["POST"]),
            Route("/admin/audit.jsonl", self.export),
            Route("/admin/audit.csv", self.export),
        ]

    # -- looking -------------------------------------------------------------------------------------------------

    async def overview(self, request: Request) -> Response:
        days = request.query_params.get("days", "14")
        visitor = await self.site.known_visitor(request)
        given = {"days": int(days) if days in ("7", "14", "30", "90") else 14}
        found = await self.site.call(visitor, "figures", given)
        figures = await self.site.apart(lambda: drawn(found, language(request)))
        return await self._answer(request, visitor, "overview", figures=figures, days=given["days"])

    async def tasks(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        if request.query_params.get("kind") == "foreign":
            return await self._foreign(request, visitor)
        given = _given(request, SEARCH)
        try:
            found, wrong = await self._with_choices(visitor, "search", given, "requesters"), None
        except RingiError as error:
            found, wrong = {"tasks": [], "more": False, "requesters": []}, error
        return await self._answer(
            request,
            visitor,
            "tasks",
            error=wrong,
            found=found,
            given=given,
            groups=GROUPS,
            older=_older("/admin/tasks", given, found["tasks"], "task_id", found["more"]),
        )

    async def _foreign(self, request: Request, visitor: Visitor) -> Response:
        """Sessions of other runtimes, the newest first."""
        given = {**_given(request, ("before",)), "kind": "foreign", "limit": FOREIGN_PAGE}
        try:
            found, wrong = await self.site.call(visitor, "sessions", given), None
        except RingiError as error:
            found, wrong = {"sessions": [], "before": None}, error
        listed = lists({}, {}, datetime.now(UTC), language(request), FOREIGN_PAGE, found).tasks
        older = urlencode({"kind": "foreign", "before": found["before"] or ""})
        return await self._answer(
            request, visitor, "tasks", error=wrong, others=listed, older=f"?{older}" if found["before"] else ""
        )

    async def users(self, request: Request) -> Response:
        return await self._users(request)

    async def _users(self, request: Request, **more: Any) -> Response:
        visitor = await self.site.known_visitor(request)
        found = await self.site.call(visitor, "users", {})
        return await self._answer(request, visitor, "users", users=found["users"], all_roles=ROLES, **more)

    async def tools(self, request: Request) -> Response:
        return await self._tools(request)

    async def _tools(self, request: Request, **more: Any) -> Response:
        visitor = await self.site.known_visitor(request)
        found = await self.site.call(visitor, "tools", {})
        lang = language(request)
        problems = [message(one["code"], lang, one["values"]) for one in found["problems"]]
        return await self._answer(
            request,
            visitor,
            "tools",
            tools=found["tools"],
            problems=problems,
            servers=found["servers"],
            of_tools=partial(_of_tools, lang),
            confirmed_words=partial(confirmed_words, lang=lang),
            argument_words=partial(argument_words, lang=lang),
            **more,
        )

    async def integrations(self, request: Request) -> Response:
        return await self._integrations(request)

    async def _integrations(self, request: Request, **more: Any) -> Response:
        visitor = await self.site.known_visitor(request)
        found = await self.site.call(visitor, "integrations", {})
        lang = language(request)
        servers = [
            {**one, "problem": message(one["code"], lang, one["values"]) if one["code"] else ""}
            for one in found["servers"]
        ]
        services = [
            {**one, "problem": shown_error(RingiError(one["trouble"], provider=one["shown"], **_UNSAID), lang)}
            if one["trouble"]
            else {**one, "problem": None}
            for one in found["services"]
        ]
        return await self._answer(
            request,
            visitor,
            "integrations",
            services=services,
            servers=servers,
            mind=_mind(found["mind"], lang),
            offers=self.site.door.offers,
            n=lambda key, /, **values: say("connect", key, lang, **values),
            **more,
        )

    async def audit(self, request: Request) -> Response:
        return await self._audit(request)

    async def _audit(self, request: Request, **more: Any) -> Response:
        visitor = await self.site.known_visitor(request)
        given = _given(request, AUDIT)
        lang = language(request)
        wrong = more.pop("error", None)
        try:
            found = await self._with_choices(visitor, "audit_log", given, "actions")
        except RingiError as error:
            if error.http_status == 403:
                raise
            found, wrong = {"entries": [], "more": False, "actions": []}, error
        narrowed = urlencode({name: value for name, value in given.items() if name != "before"})
        return await self._answer(
            request,
            visitor,
            "audit",
            error=wrong,
            found=found,
            lines=[audited.line(one, lang) for one in found["entries"]],
            did=partial(did, lang=lang),
            given=given,
            narrowed=narrowed,
            older=_older("/admin/audit", given, found["entries"], "id", found["more"]),
            **more,
        )

    async def _with_choices(self, visitor: Visitor, operation: str, given: dict[str, Any], name: str) -> dict[str, Any]:
        """A page of a list, and what it can be narrowed to, which only the first page of one says."""
        found = await self.site.call(visitor, operation, given)
        if given.get("before"):
            found[name] = (await self.site.call(visitor, operation, {"limit": 1}))[name]
        return found

    async def export(self, request: Request) -> Response:
        """Everything that the filters leave, as lines of JSON or as a table; read page by page while it is sent."""
        visitor = await self.site.known_visitor(request)
        given = _given(request, AUDIT)
        await self.site.call(visitor, "audit_log", {**given, "limit": 1})  # refused before the first byte, if at all
        as_csv = request.url.path.endswith(".csv")
        kind = "text/csv; charset=utf-8" if as_csv else "application/jsonl; charset=utf-8"
        name = "ringi-audit.csv" if as_csv else "ringi-audit.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return StreamingResponse(self._exported(visitor, given, as_csv), media_type=kind, headers=headers)

    async def _exported(self, visitor: Visitor, given: dict[str, Any], as_csv: bool) -> AsyncIterator[bytes]:
        if as_csv:
            yield "\ufeff".encode()  # spreadsheets take a file without it for something else than UTF-8
            yield _line(
                ("id", "timestamp", "actor_type", "actor_id", "action", "resource_type", "resource_id", "details")
            )
        more = True
        while more:
            found = await self.site.call(visitor, "audit_log", {**given, "limit": EXPORT_PAGE})
            for entry in found["entries"]:
                yield _row(entry) if as_csv else json.dumps(entry, ensure_ascii=False).encode() + b"\n"
            more = found["more"]
            if more:
                given = {**given, "before": found["entries"][-1]["id"]}

    # -- acting --------------------------------------------------------------------------------------------------

    async def users_do(self, request: Request) -> Response:
        visitor, form = await self.pages.posted(request)
        act = form.get("act", "")
        name = form.get("name", "").strip()
        roles = [role for role in ROLES if form.get(f"role-{role}")]
        calls: dict[str, tuple[str, dict[str, Any]]] = {
            "add": ("user_add", {"name": name, "roles": roles, "display_name": form.get("display_name", "").strip()}),
            "roles": ("user_roles", {"name": name, "roles": roles}),
            "key": ("user_key", {"name": name}),
            "invite": ("user_invite", {"name": name, "email": form.get("email", "")}),
            "activate": ("user_active", {"name": name, "active": True}),
            "deactivate": ("user_active", {"name": name, "active": False}),
        }
        if act not in calls:
            return RedirectResponse("/admin/users", 303)
        try:
            done = await self.site.call(visitor, *calls[act])
        except RingiError as error:
            return await self._users(request, error=error, typed=form)
        if "key" in done:  # shown once, so on the answer itself and not behind a redirect
            return await self._users(request, key=done["key"], key_of=done["name"])
        return RedirectResponse("/admin/users?saved=1", 303)

    async def tools_do(self, request: Request) -> Response:
        visitor, form = await self.pages.posted(request)
        tool, act = form.get("tool", ""), form.get("act", "")
        try:
            if act == "trust":
                said = {name: True for name in ("reads", "repeatable", "labels") if form.get(f"confirm-{name}")}
                content = [key.removeprefix("content-") for key in form if key.startswith("content-")]
                await self.site.call(visitor, "tool_trust", {"tool": tool, **said, "content": content})
            elif act in ("allow", "forbid"):
                await self.site.call(visitor, "tool_permit", {"tool": tool, "allowed": act == "allow"})
        except RingiError as error:
            return await self._tools(request, error=error)
        return RedirectResponse("/admin/tools?saved=1", 303)

    async def integrations_do(self, request: Request) -> Response:
        visitor, form = await self.pages.posted(request)
        try:
            done = await self.site.call(visitor, "integration_disconnect", {"provider": form.get("provider", "")})
            if done.get("revoked") is False:
                raise Unavailable(done["code"], **done["values"])
        except RingiError as error:
            return await self._integrations(request, error=error)
        return RedirectResponse("/admin/integrations?saved=1", 303)

    async def verify(self, request: Request) -> Response:
        visitor, _ = await self.pages.posted(request)
        try:
            found = await self.site.call(visitor, "verified", {})
        except RingiError as error:
            return await self._audit(request, error=error)
        return await self._audit(request, verified=found)

    # -- putting together ----------------------------------------------------------------------------------------

    async def _answer(
        self, request: Request, visitor: Visitor, section: str, *, error: RingiError | None = None, **context: Any
    ) -> Response:
        lang = language(request)
        page = await self.pages.page_for(request, visitor, lang)
        blank: dict[str, Any] = {"typed": _blank(), "key": "", "key_of": "", "verified": None}
        return page.answer(
            f"admin/{section}.html",
            error=error,
            **{**blank, **context},
            **framed(page.me, section, lang),
            lists=await self.pages.beside(visitor, lang, 1),
            saved=bool(request.query_params.get("saved")),
            done="",
            fragment="",
        )


def framed(me: Me, section: str, lang: str) -> dict[str, Any]:
    """What the frame of these pages needs: its places for whoever may look at them, its words, where one is."""
    return {
        "section": section,
        "sections": SECTIONS,
        "looks": me.has(*LOOKS),
        "heading": core("thing.settings", lang) if section == "settings" else say("admin", section, lang),
        "a": lambda key, /, **values: say("admin", key, lang, **values),
    }


def _mind(found: dict[str, Any], lang: str) -> dict[str, Any]:
    """Who judges, for the page: the model's own name, or what keeps it from judging."""
    problem = shown_error(RingiError(found["code"], **found["values"]), lang) if found["code"] else None
    return {"model": str(found["name"]).partition("model:")[2], "problem": problem}


def _of_tools(lang: str, key: str, /, **values: Any) -> str:
    return say("tools_admin", key, lang, **values)


def _blank() -> Form:
    return {}


def _given(request: Request, names: tuple[str, ...]) -> dict[str, Any]:
    asked = request.query_params
    return {name: asked[name].strip()[:200] for name in names if asked.get(name, "").strip()}


def _older(path: str, given: dict[str, Any], rows: list[dict[str, Any]], column: str, more: bool) -> str:
    """The address of the next page, by a cursor: what is new meanwhile moves nothing."""
    return f"{path}?{urlencode({**given, 'before': rows[-1][column]})}" if more and rows else ""


def _row(entry: dict[str, Any]) -> bytes:
    names = ("id", "timestamp", "actor_type", "actor_id", "action", "resource_type", "resource_id")
    return _line((*(entry[name] for name in names), json.dumps(entry["details"], ensure_ascii=False)))


def _line(values: tuple[Any, ...]) -> bytes:
    kept = io.StringIO()
    csv.writer(kept).writerow([_harmless(str(value or "")) for value in values])
    return kept.getvalue().encode("utf-8", "replace")


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
