"""The server: one address for the token endpoint, Sheets and Drive. Start it, point the settings at it, look inside."""

from __future__ import annotations

import asyncio
import copy
import json
import secrets
import time
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from ringi.testing.google import drive, spreadsheets
from ringi.testing.google.books import Book, Sheet
from ringi.testing.google.faults import Fault, Faults
from ringi.testing.google.quota import Quota
from ringi.testing.google.refusal import DENIED, NOT_FOUND, Json, OAuthRefusal, Refusal
from ringi.testing.google.tokens import DRIVE_FILE, SHEETS, Grant, Tokens
from ringi.testing.serving import on_loopback

MAX_BODY = 10_000_000
OWNER = "soumu@sample-kk.example"


class Double:
    """Google for one app. `ahead` moves its clock, `fail_next` orders trouble, `books` is what there is."""

    def __init__(self) -> None:
        self.later = 0.0
        self.tokens = Tokens(self.now)
        self.quota = Quota(self.now)
        self.faults = Faults()
        self.books: dict[str, Book] = {}
        self.calls: list[tuple[str, int]] = []
        """Every call by the name of its method, with the status it was answered with (0: no answer)."""
        self.person = OWNER
        """Who sits at the browser when the page asks for permission."""
        self.url = ""
        self._runner: web.AppRunner | None = None

    def now(self) -> float:
        return time.time() + self.later

    def ahead(self, seconds: float) -> None:
        self.later += seconds

    async def pause(self, seconds: float) -> None:
        """In place of a sleep: the double's clock goes on, nobody waits."""
        self.ahead(seconds)
        await asyncio.sleep(0)

    def fail_next(self, method: str, **trouble: Any) -> None:
        """Order trouble: `fail_next("spreadsheets.batchUpdate", lost=True)`; see `Fault`."""
        self.faults.add(method, Fault(**trouble))

    async def start(self) -> str:
        app = web.Application(client_max_size=4 * MAX_BODY)
        app.router.add_get("/o/oauth2/v2/auth", self._page)
        app.router.add_post("/token", self._token)
        app.router.add_post("/revoke", self._revoke)
        app.router.add_route("*", "/{path:.*}", self._api)
        self._runner, self.url = await on_loopback(app)
        return self.url

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    # -- what there is -----------------------------------------------------------------------------------------------

    def make(self, title: str, *, owner: str = OWNER, by_app: bool = True, sheet: str = "Sheet1") -> Book:
        """A spreadsheet, as if it had always been there."""
        made = datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        book = Book(id="1" + secrets.token_urlsafe(32), title=title, owner=owner, created=made, by_app=by_app)
        book.sheets.append(Sheet(id=0, title=sheet))
        self.books[book.id] = book
        return book

    def book(self, identity: str, grant: Grant, *, write: bool) -> Book:
        """The spreadsheet, for somebody who may see it (and change it)."""
        found = self.books.get(identity)
        if found is None:
            raise Refusal(404, NOT_FOUND)
        if DRIVE_FILE not in grant.scopes and SHEETS not in grant.scopes:
            raise Refusal(
                403, "Request had insufficient authentication scopes.", reason="ACCESS_TOKEN_SCOPE_INSUFFICIENT"
            )
        if SHEETS not in grant.scopes and not found.by_app:
            raise Refusal(404, NOT_FOUND)
        who = grant.email
        if who not in (found.owner, *found.editors, *(() if write else found.readers)):
            raise Refusal(403, DENIED)
        if found.mime != "application/vnd.google-apps.spreadsheet":
            raise Refusal(400, "This operation is not supported for this document")
        return found

    def changed(self, book: Book) -> Book:
        """A copy to work on; `self.books[book.id] = copy` takes it."""
        return copy.deepcopy(book)

    # -- the endpoints -----------------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        try:
            code = self.tokens.authorize(request.query, self.person)
        except OAuthRefusal as refusal:
            return web.json_response(refusal.body, status=refusal.status)
        query = {"code": code, "scope": request.query["scope"], "state": request.query.get("state", "")}
        from urllib.parse import urlencode

        raise web.HTTPFound(f"{request.query['redirect_uri']}?{urlencode(query)}")

    async def _token(self, request: web.Request) -> web.StreamResponse:
        given = {key: str(value) for key, value in (await request.post()).items()}
        return await self._answered(request, "token", lambda: self.tokens.exchange(given))

    async def _revoke(self, request: web.Request) -> web.StreamResponse:
        given = {**request.query, **{key: str(value) for key, value in (await request.post()).items()}}

        def act() -> Json:
            if not self.tokens.revoke(given.get("token", "")):
                raise OAuthRefusal("invalid_token", "Token expired or revoked")
            return {}

        return await self._answered(request, "revoke", act)

    async def _api(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        path, query = request.path, dict(request.query)
        for room in (spreadsheets, drive):
            found = room.route(request.method, path)
            if found is not None:
                name, act, parts = found
                write = request.method != "GET" and not name.endswith(".search")

                def work(act: Any = act, parts: tuple[str, ...] = parts, write: bool = write) -> Json:
                    grant = self.tokens.check(request.headers.get("Authorization", ""))
                    self.quota.take(grant.email, write=write)
                    if len(raw) > MAX_BODY:
                        raise Refusal(413, f"Request payload size exceeds the limit: {MAX_BODY} bytes.")
                    return dict(act(self, grant, parts, query, _body(raw)))

                return await self._answered(request, name, work, drive_shape=room is drive)
        return web.Response(
            status=404, text="<html><title>Error 404 (Not Found)!!1</title></html>", content_type="text/html"
        )

    async def _answered(
        self, request: web.Request, name: str, work: Any, *, drive_shape: bool = False
    ) -> web.StreamResponse:
        fault = self.faults.next(name)
        headers: dict[str, str] = {}
        try:
            if fault is not None and fault.drop:
                return self._gone(request, name)
            if fault is not None and fault.status:
                self._trouble(request, fault)
            body, status = work(), 200
        except Refusal as refusal:
            body, status, headers = refusal.answer(drive=drive_shape), refusal.status, refusal.headers
        except OAuthRefusal as refusal:
            body, status = refusal.body, refusal.status
        if fault is not None and fault.lost:
            return self._gone(request, name)
        self.calls.append((name, status))
        if fault is not None and fault.garbled:
            return web.Response(status=502, text="<html><title>502</title></html>", content_type="text/html")
        return web.json_response(body, status=status, headers=headers)

    def _trouble(self, request: web.Request, fault: Fault) -> None:
        headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
        if fault.status == 401:
            self.tokens.end_access(request.headers.get("Authorization", "").partition(" ")[2] or "-")
            self.tokens.check(request.headers.get("Authorization", ""))
        words = {403: "Rate Limit Exceeded", 429: "Quota exceeded for quota metric 'Write requests'"}
        raise Refusal(
            fault.status, words.get(fault.status, "Internal error encountered."), reason=fault.reason, headers=headers
        )

    def _gone(self, request: web.Request, name: str) -> web.StreamResponse:
        self.calls.append((name, 0))
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=499)


def _body(raw: bytes) -> Json:
    if not raw:
        return {}
    try:
        found = json.loads(raw)
    except ValueError:
        raise Refusal(400, "Invalid JSON payload received. Unexpected token.") from None
    if not isinstance(found, dict):
        raise Refusal(400, "Invalid JSON payload received.")
    return found
