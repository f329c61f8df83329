"""The double itself: a server on loopback with freee's consent page, token endpoint and HR API."""

from __future__ import annotations

import html
import itertools
import time
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from ringi.testing.freee.company import Company, Staff, usual
from ringi.testing.freee.oauth import Denied, OAuth
from ringi.testing.serving import on_loopback

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
HOURLY = 10_000
BLOCKED = 600.0
"""Seconds for which whoever asks too fast gets nothing but 403."""


class Double:
    """A freee on loopback. `hourly` and `burst` (questions in one second) are its limits; `now` its clock."""

    def __init__(
        self,
        *companies: Company,
        today: date | None = None,
        now: Callable[[], float] = time.time,
        hourly: int = HOURLY,
        burst: int = 1_000,
    ) -> None:
        self.companies = {one.id: one for one in companies or (usual(),)}
        self.now = now
        self.oauth = OAuth(now=now)
        self.asked: list[tuple[str, str]] = []
        """(method, path) of everything that was asked of the API and the token endpoint, in order."""
        self.faults: list[tuple[str, int, dict[str, Any], dict[str, str]]] = []
        """Answers to give instead, once each: (part of the path, status, body, headers); status 0 hangs up."""
        self._today = today
        self._hourly = hourly
        self._burst = burst
        self._spent: list[float] = []
        self._blocked_until = 0.0
        self._numbers = itertools.count(1)
        self._runner: web.AppRunner | None = None
        self.address = ""

    @property
    def environment(self) -> dict[str, str]:
        """What to set so that Ringi speaks with this freee."""
        return {
            "RINGI_FREEE_CLIENT_ID": self.oauth.client_id,
            "RINGI_FREEE_CLIENT_SECRET": self.oauth.client_secret,
            "RINGI_FREEE_ACCOUNTS_URL": f"{self.address}/public_api",
            "RINGI_FREEE_API_URL": f"{self.address}/hr",
        }

    def today(self) -> date:
        return self._today or date.today()

    # -- a server ------------------------------------------------------------------------------------------------

    async def start(self, port: int = 0) -> None:
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/public_api/authorize", self._consent)
        app.router.add_post("/public_api/authorize", self._consented)
        app.router.add_post("/public_api/token", self._token)
        app.router.add_post("/public_api/revoke", self._give_back)
        api = "/hr/api/v1"
        app.router.add_get(f"{api}/users/me", self._me)
        app.router.add_get(f"{api}/companies/{{company_id}}/employees", self._employees)
        app.router.add_get(f"{api}/employee_group_memberships", self._memberships)
        app.router.add_get(f"{api}/employees/{{employee_id}}/work_record_summaries/{{year}}/{{month}}", self._summary)
        self._runner, self.address = await on_loopback(app, port)

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Double:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def fail(
        self, part: str, status: int, *, times: int = 1, body: dict[str, Any] | None = None, **headers: str
    ) -> None:
        """Answer the next questions whose path has `part` in it like this; with status 0 hang up instead."""
        shape = body if body is not None else _shape(status, "double")
        for _ in range(times):
            self.faults.append((part, status, shape, {key.replace("_", "-"): value for key, value in headers.items()}))

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.asked.append((request.method, request.path))
        fault = next((one for one in self.faults if one[0] in request.path), None)
        if fault is not None:
            self.faults.remove(fault)
            _, status, body, headers = fault
            if status == 0:
                if request.transport is not None:
                    request.transport.close()
                raise web.HTTPServiceUnavailable
            return web.json_response(body, status=status, headers=headers)
        limited = self._limited() if request.path.startswith("/hr/") else None
        answer = limited or await handler(request)
        answer.headers["X-Request-Id"] = f"double-{next(self._numbers)}"
        if request.path.startswith("/hr/"):
            answer.headers.update(self._budget())
        return answer

    # -- limits --------------------------------------------------------------------------------------------------

    def _limited(self) -> web.Response | None:
        now = self.now()
        self._spent = [at for at in self._spent if at > now - 3600]
        if now < self._blocked_until or sum(at > now - 1 for at in self._spent) >= self._burst:
            self._blocked_until = max(self._blocked_until, now + BLOCKED)
            return _refusal(403, "アクセスが制限されています。")
        if len(self._spent) >= self._hourly:
            return _refusal(429, "リクエスト数の上限を超えました。")
        self._spent.append(now)
        return None

    def _budget(self) -> dict[str, str]:
        left = max(0, self._hourly - len(self._spent))
        reset = int((self._spent[0] if self._spent else self.now()) + 3600)
        return {
            "X-Ratelimit-Limit": str(self._hourly),
            "X-Ratelimit-Remaining": str(left),
            "X-Ratelimit-Reset": str(reset),
        }

    # -- signing in ----------------------------------------------------------------------------------------------

    async def _consent(self, request: web.Request) -> web.Response:
        asked = request.query
        wrong = self._unusable(dict(asked))
        if wrong:
            return web.Response(status=400, text=wrong)
        kept = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in asked.items()
        )
        choices = "".join(
            f'<option value="{one.id}">{html.escape(one.name)}</option>' for one in self.companies.values()
        )
        page = (
            '<!doctype html><html lang="ja"><meta charset="utf-8"><title>freee (double)</title>'
            '<meta name="viewport" content="width=device-width">'
            f'<h1>freee (double)</h1><form method="post" action="/public_api/authorize">{kept}'
            f'<p><label>事業所 <select name="company_id">{choices}</select></label></p>'
            '<p><button name="answer" value="allow">許可する</button> '
            '<button name="answer" value="deny">許可しない</button></p></form></html>'
        )
        return web.Response(text=page, content_type="text/html")

    async def _consented(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        wrong = self._unusable(form)
        if wrong:
            return web.Response(status=400, text=wrong)
        back = {"state": form["state"]} if form.get("state") else {}
        if form.get("answer") == "deny":
            given = {"error": "access_denied", "error_description": "The resource owner denied the request.", **back}
        else:
            company = int(form.get("company_id") or next(iter(self.companies)))
            code = self.oauth.code(company, form["redirect_uri"], form.get("code_challenge", ""))
            given = {"code": code, **back}
        return web.Response(status=302, headers={"Location": f"{form['redirect_uri']}?{urlencode(given)}"})

    def _unusable(self, asked: dict[str, str]) -> str:
        if asked.get("client_id") != self.oauth.client_id or asked.get("response_type") != "code":
            return "invalid_client"
        uri = asked.get("redirect_uri", "")
        if not uri or (self.oauth.redirect_uris and uri not in self.oauth.redirect_uris):
            return "The redirect URI is not registered."
        if asked.get("code_challenge") and asked.get("code_challenge_method") != "S256":
            return "invalid_request"
        return ""

    async def _token(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        try:
            return web.json_response(self.oauth.token(form))
        except Denied as denied:
            return web.json_response(denied.answer, status=denied.status)

    async def _give_back(self, request: web.Request) -> web.Response:
        try:
            self.oauth.give_back({name: str(value) for name, value in (await request.post()).items()})
            return web.json_response({})
        except Denied as denied:
            return web.json_response(denied.answer, status=denied.status)

    # -- the API -------------------------------------------------------------------------------------------------

    def _bearer(self, request: web.Request) -> web.Response | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.oauth.holder(token) is not None:
            return None
        return _refusal(401, "ログインをして下さい。")

    def _company(self, request: web.Request, company_id: str) -> Company | web.Response:
        """The company that is asked about, if the account may: freee says 403 when none is named."""
        refused = self._bearer(request)
        if refused is not None:
            return refused
        found = self.companies.get(int(company_id)) if company_id.isdigit() else None
        if found is None or found.role != "company_admin":
            return _refusal(403, "アクセスする権限がありません。")
        return found

    async def _me(self, request: web.Request) -> web.Response:
        refused = self._bearer(request)
        if refused is not None:
            return refused
        return web.json_response({"id": 1, "companies": [one.me() for one in self.companies.values()]})

    async def _employees(self, request: web.Request) -> web.Response:
        company = self._company(request, request.match_info["company_id"])
        if isinstance(company, web.Response):
            return company
        page = _page(request, _listed(request, company.staff))
        return page if isinstance(page, web.Response) else web.json_response([one.listed() for one in page])

    async def _memberships(self, request: web.Request) -> web.Response:
        company = self._company(request, request.query.get("company_id", ""))
        if isinstance(company, web.Response):
            return company
        if not request.query.get("base_date"):
            return _refusal(400, "base_date を指定してください。")
        page = _page(request, _listed(request, company.staff))
        if isinstance(page, web.Response):
            return page
        return web.json_response({"employee_group_memberships": [one.belongs() for one in page]})

    async def _summary(self, request: web.Request) -> web.Response:
        company = self._company(request, request.query.get("company_id", ""))
        if isinstance(company, web.Response):
            return company
        named = request.match_info
        one = next((one for one in company.staff if str(one.id) == named["employee_id"]), None)
        year, month = int(named["year"]), int(named["month"])
        daily = request.query.get("work_records") == "true"
        told = company.summary(one, year, month, self.today(), daily=daily) if one is not None else None
        return _refusal(404, "指定された勤怠が見つかりません。") if told is None else web.json_response(told)


def _listed(request: web.Request, staff: list[Staff]) -> list[Staff]:
    everybody = request.query.get("with_no_payroll_calculation") == "true"
    return [one for one in staff if everybody or one.closing_day is not None]


def _page(request: web.Request, staff: list[Staff]) -> list[Staff] | web.Response:
    limit, offset = request.query.get("limit", "50"), request.query.get("offset", "0")
    if not (limit.isdigit() and offset.isdigit() and 1 <= int(limit) <= 100):
        return _refusal(400, "limit は 1 から 100 で指定してください。")
    return staff[int(offset) : int(offset) + int(limit)]


def _shape(status: int, text: str) -> dict[str, Any]:
    return {"status_code": status, "errors": [{"type": "status", "messages": [text]}]}


def _refusal(status: int, text: str) -> web.Response:
    return web.json_response(_shape(status, text), status=status)
