"""What a person does on the page of a session: sends, queues, steers, and answers what another runtime asks.

The page's script speaks to `/v1` for other runtimes' sessions; these forms do the same without a script. What was typed
comes back with the page when it is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ringi import clock
from ringi.errors import Conflict, RingiError
from ringi.web.door import Visitor
from ringi.web.layout import missing
from ringi.web.signing.limits import retry_after
from ringi.web.site import ASK_LIMIT, Site, body_of, language, strict_json
from ringi.web.workbench import forms
from ringi.web.workbench.composer import MODES
from ringi.words import say

if TYPE_CHECKING:
    from ringi.web.workbench.shell import Shell

CONTROLS = ("approve", "reject", "answer", "retry", "edit")
FIELDS = ("action_id", "shown", "digest", "reason", "text", "of")


async def by_script(
    site: Site, request: Request, act: Callable[[Visitor, Mapping[str, Any]], Awaitable[dict[str, str]]]
) -> Response:
    """What a page's script sends with files beside it; a refusal comes back as it is said in place."""
    visitor = await site.known_visitor(request)
    site.door.check_origin(request.headers, visitor.session, request.headers.get("x-form-token", ""))
    given = strict_json(await body_of(request, ASK_LIMIT))
    try:
        done = await act(visitor, given)
    except RingiError as error:
        answer = {"error": error.as_dict(language(request))}
        headers = {"Cache-Control": "no-store", **retry_after(error)}
        return JSONResponse(answer, error.http_status, headers=headers)
    return JSONResponse(done, headers={"Cache-Control": "no-store"})


def is_json(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def asked(visitor: Visitor, text: str, delivery: str, files: Any, lang: str) -> dict[str, Any]:
    """A request as the desk takes it: the same delivery twice is one request."""
    return {
        "text": text,
        "source": "web",
        "lang": lang if files else "",
        "delivery_id": f"web:{visitor.name}:{delivery[:26]}" if delivery else "",
        "files": files,
    }


def told(to: str, said: str, lang: str) -> dict[str, str]:
    """What the script says, where it goes, and under which name the next message is sent."""
    return {"to": to, "said": say("workbench", said, lang), "delivery": clock.ulid()}


class Acting:
    """The routes that write."""

    def __init__(self, site: Site, shell: Shell) -> None:
        self.site = site
        self.shell = shell

    def routes(self) -> list[Route]:
        return [
            Route("/s/{session_id}/compose", self.compose, methods=["POST"]),
            Route("/s/{session_id}/controls/{control}", self.control, methods=["POST"]),
        ]

    # -- the composer --------------------------------------------------------------------------------------------

    async def compose(self, request: Request) -> Response:
        if is_json(request):
            return await by_script(self.site, request, lambda who, given: self._composed(who, request, given))
        visitor, form = await self.shell.pages.posted(request)
        try:
            done = await self._composed(visitor, request, form)
        except RingiError as error:
            return await self.shell.drawn(request, "wb/session.html", error=error, typed=form, composed=True)
        return RedirectResponse(done["to"], 303)

    async def _composed(self, visitor: Visitor, request: Request, given: Mapping[str, Any]) -> dict[str, str]:
        lang = language(request)
        mode, text = str(given.get("mode") or "send"), str(given.get("text") or "")
        if mode not in MODES:
            raise missing(mode)
        session, opened = await self.shell.opened(visitor, request.path_params["session_id"])
        delivery = str(given.get("delivery_id") or "")[:26]
        if not opened.own:
            key = f"compose-{delivery or clock.ulid()}"
            wish = {"control": mode, "session": session, "key": key, "body": {"text": text}}
            await self.site.call(visitor, "control", wish)
            return told(f"/s/{session}", "control_sent", lang)
        if mode == "steer":
            await self.site.call(visitor, "steer", {"task_id": session, "text": text})
            return told(f"/s/{session}?done=steer", "composed_steer", lang)
        made = await self._asked(visitor, session, mode, text, delivery, given.get("files") or [], lang)
        to = made["task_id"] if mode == "send" else session
        return told(f"/s/{to}", f"composed_{mode}", lang)

    async def _asked(
        self, visitor: Visitor, task_id: str, mode: str, text: str, delivery: str, files: Any, lang: str
    ) -> dict[str, Any]:
        """A request of its own, or one behind the present one in the same session."""
        given = asked(visitor, text, delivery, files, lang)
        if mode == "queue":
            reads = self.site.reads.of(visitor.tenant_id)
            row = await self.site.apart(lambda: reads.one("requests", task_id))
            source, _, name = str((row or {}).get("session_id") or "").partition(":")
            if source not in ("web", "cli") or not name:
                raise Conflict("RINGI-852", mode=say("workbench", "mode_queue", lang))
            given |= {"source": source, "session": name}
        return await self.site.call(visitor, "ask", given)

    # -- answers to another runtime ------------------------------------------------------------------------------

    async def control(self, request: Request) -> Response:
        """One control from a plain form. A form that is not filled in as asked comes back with what is missing."""
        visitor, form = await self.shell.pages.posted(request)
        name = request.path_params["control"]
        if name not in CONTROLS:
            raise missing(name)
        session, opened = await self.shell.opened(visitor, request.path_params["session_id"])
        lang = language(request)
        try:
            body = self._body(name, form, opened.state, lang)
            wish = {"control": name, "session": session, "key": f"form-{clock.ulid()}", "body": body}
            await self.site.call(visitor, "control", wish)
        except RingiError as error:
            return await self.shell.drawn(request, "wb/session.html", error=error, typed=form)
        return RedirectResponse(f"/s/{quote(session)}?done=sent", 303)

    def _body(self, name: str, form: Mapping[str, str], state: Mapping[str, Any], lang: str) -> dict[str, Any]:
        body: dict[str, Any] = {field: form[field] for field in FIELDS if form.get(field)}
        if form.get("queue_id"):
            wish = {"remove": True} if form.get("remove") else {"text": form.get("text", "")}
            return {"patch": {"queueId": form["queue_id"], **wish}}
        if form.get("choice"):
            body["input"] = form["choice"]
        elif any(one.startswith("field.") for one in form):
            action = (state.get("actions") or {}).get(form.get("action_id", ""), {})
            answer, wrong = forms.read(action.get("schema"), form, lang)
            if wrong:
                raise forms.Unfilled(wrong)
            body["input"] = answer
        return body
