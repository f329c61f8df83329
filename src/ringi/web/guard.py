"""Around every request: the right host, headers that let nothing foreign in, and no error that is not one of ours."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringi.errors import NotFound, RingiError, Unavailable
from ringi.web.door import Door, SignedOut
from ringi.web.layout import plain_page, shown_error
from ringi.web.signing.limits import retry_after
from ringi.web.site import language, local

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class WrongMethod(NotFound):
    """There is such a place, but not for this."""

    http_status = 405


class Guard:
    """The outermost layer. Whatever goes wrong inside becomes an answer with a code; the details go to the log."""

    def __init__(self, app: ASGIApp, door: Door, log: logging.Logger) -> None:
        self.app = app
        self.door = door
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False
        connection = HTTPConnection(scope)

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.door.over_tls(connection):
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        try:
            self.door.check_host(connection.headers)
            await self.app(scope, receive, guarded)
        except RingiError as error:
            await told(Request(scope), error, self.door)(scope, receive, guarded)
        except (asyncio.CancelledError, ClientDisconnect):
            # The server stops, or whoever was sending has left: nobody is there to be told, and nothing went wrong.
            if not begun:
                await told(Request(scope), Unavailable("RINGI-666"), self.door)(scope, receive, guarded)
        except Exception:
            self.log.exception("%s %s", scope["method"], scope["path"])
            if begun:
                raise
            await told(Request(scope), RingiError("RINGI-100"), self.door, status=500)(scope, receive, guarded)


def told(request: Request, error: RingiError, door: Door, status: int = 0) -> Response:
    """An error as its reader needs it: JSON for a program, a page for a person."""
    answer = _told(request, error, door, status)
    answer.headers.update(retry_after(error))
    return answer


def _told(request: Request, error: RingiError, door: Door, status: int) -> Response:
    lang = language(request)
    status = status or error.http_status
    if request.url.path.startswith(("/api/", "/v1/")) or request.url.path in ("/healthz", "/mcp"):
        return JSONResponse({"error": error.as_dict(lang)}, status, headers={"Cache-Control": "no-store"})
    if isinstance(error, SignedOut):
        return signed_out(request, error, door, lang)
    return plain_page(lang, "error.html", request.url.path, status, error=shown_error(error, lang))


def signed_out(request: Request, error: RingiError, door: Door, lang: str) -> Response:
    """Says how to get in.

    A link from another site arrives without our strict cookie although the person is signed in; so the first answer to
    such a navigation is a page of ours that asks for the same address again, this time from here.
    """
    foreign = request.headers.get("sec-fetch-site") == "cross-site"
    navigates = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
    if foreign and navigates and "key" not in request.query_params:
        return plain_page(lang, "again.html", local(request.url.path))
    wrong = shown_error(error, lang) if error.code != "RINGI-650" else None
    path = "/" if "key" in request.query_params or request.url.path.startswith("/signin") else request.url.path
    return plain_page(
        lang,
        "signin.html",
        path,
        error.http_status,
        error=wrong,
        form_token=door.form_token(""),
        back=path,
        offers=door.offers,
        here=door.is_here(request),
    )


def handlers(door: Door) -> dict[Any, Any]:
    """What Starlette calls for its own exceptions and ours."""

    async def ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, RingiError)
        return told(request, error, door)

    async def theirs(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            return told(request, WrongMethod("RINGI-663", method=request.method[:10]), door)
        return told(request, NotFound("RINGI-659", what=request.url.path[:100]), door, status=error.status_code)

    return {RingiError: ours, HTTPException: theirs}
