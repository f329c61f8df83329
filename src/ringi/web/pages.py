"""The pages: inbox first, one task, settings, sign-in. Rendered here, so that every decision works without a script.

A form answers with a redirect; when the desk refuses, the same page comes back, says why and keeps what was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ringi import clock
from ringi.errors import Invalid, RingiError
from ringi.flow.config import EXECUTORS
from ringi.flow.desk import LocalDesk
from ringi.web import render
from ringi.web.admin.pages import Admin, framed
from ringi.web.decision import Me
from ringi.web.door import SignedOut, Visitor
from ringi.web.layout import Page, missing
from ringi.web.lists import Lists, lists
from ringi.web.site import LANG_COOKIE, Site, body_of, language, local, theme_of
from ringi.web.workbench import acting, shell
from ringi.web.workbench.panels.routes import Panels
from ringi.words import LANGS

TASKS = 50
SIDE = 20
YEAR = 365 * 24 * 3600
Form = dict[str, str]

# What each form may send on to the desk: operation → fields.
FORMS: dict[str, tuple[str, ...]] = {
    "decide": ("approval_id", "decision", "reason", "digest"),
    "answer": ("text", "approval_id"),
    "steer": ("text",),
    "withdraw": ("reason",),
    "cancel": ("reason",),
    "retry": ("of",),
    "resolve": ("execution_id", "call_id", "verdict", "note"),
    "queue_edit": ("text",),
    "queue_remove": (),
}
WITHOUT_TASK = frozenset({"decide", "resolve"})
"""Operations that name something narrower than the task themselves."""


def _kept(**places: str) -> dict[str, str]:
    """What of an address says which page of a list is shown."""
    return {name: value for name, value in places.items() if value}


async def form_of(request: Request) -> Form:
    """The fields of a posted form, each once."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Invalid("RINGI-657", reason=kind[:60] or "no content type")
    body = await body_of(request)
    try:
        fields = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=100)
    except UnicodeDecodeError:
        raise Invalid("RINGI-657", reason="not UTF-8") from None
    except ValueError:  # the only other thing that a form can have too much of
        raise Invalid("RINGI-657", reason="too many fields") from None
    # Browsers send line breaks as CR LF; the records keep LF.
    return {name: values[-1].replace("\r\n", "\n") for name, values in fields.items()}


class Pages:
    """The routes, over one site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/inbox", self.home),
            Route("/fragment", self.home_fragment),
            Route("/ask", self.ask, methods=["POST"]),
            Route("/tasks/{task_id}", self.task),
            Route("/tasks/{task_id}/fragment", self.task_fragment),
            Route("/tasks/{task_id}/{operation}", self.act, methods=["POST"]),
            Route("/settings", self.settings),
            Route("/settings", self.settings_set, methods=["POST"]),
            Route("/signin", self.sign_in, methods=["POST"]),
            Route("/signout", self.sign_out, methods=["POST"]),
            Route("/lang/{lang}", self.choose_language),
            *shell.Shell(self.site, self).routes(),
            *Panels(self.site, self).routes(),
            *Admin(self.site, self).routes(),
        ]

    # -- looking -------------------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        if "key" in request.query_params:
            if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                # Another site's page must not choose as whom its visitor is signed in here: ask the visitor.
                raise SignedOut("RINGI-650")
            return await self._enter(request, request.query_params["key"], request.query_params.get("then", "/"))
        return await self._home(request, "home.html")

    async def home_fragment(self, request: Request) -> Response:
        return await self._home(request, "home_parts.html")

    async def _home(
        self,
        request: Request,
        template: str,
        *,
        error: RingiError | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        before, after = request.query_params.get("before", "")[:26], request.query_params.get("after", "")[:800]
        desk = self.site.desk(visitor).for_one_page()
        page = await self.page_for(request, visitor, lang, desk)
        beside = await self.beside(visitor, lang, TASKS, before, desk, after=after)
        return page.answer(
            template,
            error=error,
            lists=beside,
            before=before,
            delivery=clock.ulid(),
            typed=typed or {},
            fragment=f"/fragment?{urlencode(kept)}" if (kept := _kept(before=before, after=after)) else "/fragment",
            **shell.common(lang),
        )

    async def task(self, request: Request) -> Response:
        return await self.task_page(request, "task.html")

    async def task_fragment(self, request: Request) -> Response:
        return await self.task_page(request, "task_parts.html")

    async def task_page(
        self,
        request: Request,
        template: str,
        *,
        error: RingiError | None = None,
        typed: Mapping[str, str] | None = None,
        composed: bool = False,
        desk: LocalDesk | None = None,
    ) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        desk = desk or self.site.desk(visitor).for_one_page()
        page = await self.page_for(request, visitor, lang, desk)
        shown = await self.site.ask(desk, "show", id=request.path_params["task_id"])
        labels = await self.site.labels()
        now = datetime.now(UTC)
        drawn = await self.site.apart(lambda: render.task_page(shown, page.me, now, lang, labels))
        beside = await self.beside(visitor, lang, SIDE, desk=desk)
        laid_out = await shell.of_task(self.site, desk, request, page, shown, drawn, composed=composed)
        return page.answer(
            template,
            error=error,
            lists=beside,
            typed=typed or {},
            done=request.query_params.get("done", ""),
            fragment=f"/tasks/{drawn.id}/fragment",
            **laid_out,
        )

    async def beside(
        self,
        visitor: Visitor,
        lang: str,
        limit: int,
        before: str = "",
        desk: LocalDesk | None = None,
        *,
        after: str = "",
    ) -> Lists:
        """What every page has at its side; `desk` is the page's own, where it has one. `before`: older tasks; `after`:
        the next page of the inbox.
        """
        asked = desk or self.site.desk(visitor).for_one_page()

        def look() -> Lists:
            inbox, tasks = asked.call("inbox", after=after), asked.call("tasks", limit=limit, before=before)
            foreign = asked.call("sessions", limit=limit, before=before, kind="foreign")
            return lists(inbox, tasks, datetime.now(UTC), lang, limit, foreign)

        return await self.site.apart(look)

    async def page_for(self, request: Request, visitor: Visitor, lang: str, desk: LocalDesk | None = None) -> Page:
        asked = desk or self.site.desk(visitor).for_one_page()
        who, config = await self.site.apart(lambda: (asked.call("whoami"), asked.call("settings")["config"]))
        return Page(
            lang=lang,
            me=Me.of(who),
            tenant=str(config.get("name") or ""),
            token=self.site.door.form_token(visitor.session),
            theme=theme_of(request),
            path=request.url.path if request.method == "GET" else "/",
        )

    # -- acting --------------------------------------------------------------------------------------------------

    async def posted(self, request: Request) -> tuple[Visitor, Form]:
        visitor = await self.site.known_visitor(request)
        form = await form_of(request)
        self.site.door.check_origin(request.headers, visitor.session, form.get("form_token", ""))
        return visitor, form

    async def ask(self, request: Request) -> Response:
        """A new request: from the page's script, with files, or from the form alone."""
        lang = language(request)
        if acting.is_json(request):
            return await acting.by_script(self.site, request, lambda who, given: self._asked(who, given, lang))
        visitor, form = await self.posted(request)
        try:
            done = await self._asked(visitor, form, lang)
        except RingiError as error:
            return await self._home(request, "home.html", error=error, typed=form)
        return RedirectResponse(done["to"], 303)

    async def _asked(self, visitor: Visitor, given: Mapping[str, Any], lang: str) -> dict[str, str]:
        text, delivery = str(given.get("text") or ""), str(given.get("delivery_id") or "")
        wish = acting.asked(visitor, text, delivery, given.get("files") or [], lang)
        made = await self.site.call(visitor, "ask", wish)
        return acting.told(f"/tasks/{made['task_id']}", "composed_send", lang)

    async def act(self, request: Request) -> Response:
        """A decision, an answer, a change of course: whatever stands in `FORMS`."""
        visitor, form = await self.posted(request)
        operation, task_id = request.path_params["operation"], request.path_params["task_id"]
        if operation not in FORMS:
            raise missing(operation)
        given: dict[str, Any] = {name: form.get(name, "") for name in FORMS[operation]}
        if operation not in WITHOUT_TASK:
            given["task_id"] = task_id
        try:
            if operation == "answer" and not given["approval_id"]:
                raise Invalid("RINGI-665")
            if operation == "decide":
                await self._check_gate(visitor, task_id, given)
            await self.site.call(visitor, operation, given)
        except RingiError as error:
            return await self.task_page(request, "task.html", error=error, typed=form)
        did = form.get("decision") if operation == "decide" else operation
        return RedirectResponse(f"/tasks/{quote(task_id)}?done={quote(did or operation)}", 303)

    async def _check_gate(self, visitor: Visitor, task_id: str, given: dict[str, Any]) -> None:
        """A decision names one approval of this very task and carries what the page showed of it."""
        approval_id = given["approval_id"]
        if not approval_id.isprintable() or not given["digest"].strip():
            raise Invalid("RINGI-665")
        reads = self.site.reads.of(visitor.tenant_id)
        row = await self.site.apart(lambda: reads.one("approvals", approval_id))
        if row is None or row["task_id"] != task_id:
            raise Invalid("RINGI-665")

    # -- settings ------------------------------------------------------------------------------------------------

    async def settings(self, request: Request) -> Response:
        return await self._settings(request)

    async def _settings(
        self, request: Request, *, error: RingiError | None = None, typed: Mapping[str, str] | None = None
    ) -> Response:
        visitor = await self.site.known_visitor(request)
        lang = language(request)
        page = await self.page_for(request, visitor, lang)
        found = await self.site.call(visitor, "settings", {})
        beside = await self.beside(visitor, lang, SIDE)
        rows = [
            {
                "key": key,
                "value": value,
                "meaning": found["meaning"][key][LANGS.index(lang)],
                "choices": EXECUTORS if key == "executor" else (),
            }
            for key, value in found["config"].items()
            if key in found["meaning"]
        ]
        return page.answer(
            "settings.html",
            error=error,
            rows=rows,
            lists=beside,
            typed=typed or {},
            done=request.query_params.get("done", ""),
            saved=False,
            fragment="",
            **framed(page.me, "settings", lang),
        )

    async def settings_set(self, request: Request) -> Response:
        visitor, form = await self.posted(request)
        try:
            await self.site.call(visitor, "settings_set", {"key": form.get("key", ""), "value": form.get("value", "")})
        except RingiError as error:
            return await self._settings(request, error=error, typed=form)
        return RedirectResponse("/settings?done=settings", 303)

    # -- coming and going ----------------------------------------------------------------------------------------

    async def sign_in(self, request: Request) -> Response:
        form = await form_of(request)
        self.site.door.check_origin(request.headers, "", form.get("form_token", ""))
        return await self._enter(request, form.get("key", ""), form.get("then", "/"))

    async def _enter(self, request: Request, key: str, then: str = "/") -> Response:
        """Turns a key into a cookie; the address without the key is what stays in the browser: a page of ours."""
        door = self.site.door
        key = key.strip()
        if door.links.spent(key):
            if await self.site.visitor(request) is not None:
                return RedirectResponse(local(then), 303)  # the printed address once more, in the browser that used it
            raise SignedOut("RINGI-911")
        user = await self.site.check_key(request, lambda: door.guest(key, here=door.is_here(request)))
        answer = RedirectResponse(local(then), 303)
        door.welcome(answer, request, user)
        return answer

    async def sign_out(self, request: Request) -> Response:
        """Ends the session itself, not only this browser's memory of it: what others hear by a copy ends with it."""
        visitor, _ = await self.posted(request)
        await self.site.office.store.awrite(lambda tx: self.site.door.leave(tx, visitor))
        self.site.news.doubt()
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(self.site.door.cookie, httponly=True, samesite="strict", path="/")
        return answer

    async def choose_language(self, request: Request) -> Response:
        """Sets the reader's language and goes back to a page of ours, never elsewhere."""
        lang, back = request.path_params["lang"], request.query_params.get("back", "/")
        if lang not in LANGS:
            raise missing(lang)
        answer = RedirectResponse(local(back), 303)
        answer.set_cookie(LANG_COOKIE, lang, max_age=YEAR, samesite="lax", path="/")
        return answer
