"""A tool server that asks for OAuth: a person signs in once; its token is renewed once, by one, and kept before use."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from test_mcp_http import Running
from toolbench import hands_on

from ringi.cli.signing_in import signed_in
from ringi.errors import RingiError
from ringi.hands.config import Server
from ringi.hands.signing import may_send


class Guarded:
    """An MCP server behind its own authorization server, with the rules of the real ones: PKCE, codes and refresh
    tokens that work once, access tokens that end.
    """

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}
        self.access: set[str] = set()
        self.refresh: set[str] = set()
        self.refreshed = 0
        self.refuses = False
        self.lasts = 3600
        self.tells = False
        self.tokens_at = ""
        """Where it says that its tokens are given, if not here."""
        """Whether it says the token that it was sent."""
        routes = [
            Route("/.well-known/oauth-protected-resource/mcp", self.resource),
            Route("/.well-known/oauth-authorization-server", self.metadata),
            Route("/register", self.register, methods=["POST"]),
            Route("/authorize", self.authorize),
            Route("/token", self.token, methods=["POST"]),
            Route("/mcp", self.mcp, methods=["POST", "GET", "DELETE"]),
        ]
        self.running = Running(Starlette(routes=routes))
        self.base = f"http://127.0.0.1:{self.running.port}"

    @property
    def server(self) -> Server:
        return Server(name="guarded", url=f"{self.base}/mcp", protocol="legacy")

    async def resource(self, request: Request) -> Response:
        return JSONResponse({"resource": f"{self.base}/mcp", "authorization_servers": [f"{self.base}"]})

    async def metadata(self, request: Request) -> Response:
        names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "registration_endpoint": "register"}
        return JSONResponse(
            {
                "issuer": self.base,
                **{name: f"{self.base}/{path}" for name, path in names.items()},
                **({"token_endpoint": self.tokens_at} if self.tokens_at else {}),
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
            }
        )

    async def register(self, request: Request) -> Response:
        return JSONResponse({**await request.json(), "client_id": "client-1"}, 201)

    async def authorize(self, request: Request) -> Response:
        asked = request.query_params
        if self.refuses:
            back = {"error": "access_denied", "state": asked["state"]}
        else:
            code = secrets.token_urlsafe(8)
            self.codes[code] = asked["code_challenge"]
            back = {"code": code, "state": asked["state"]}
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(back)}")

    async def token(self, request: Request) -> Response:
        form = await request.form()
        if form["grant_type"] == "authorization_code":
            proof = base64.urlsafe_b64encode(hashlib.sha256(str(form["code_verifier"]).encode()).digest()).decode()
            if self.codes.pop(str(form["code"]), None) != proof.rstrip("="):
                return JSONResponse({"error": "invalid_grant"}, 400)
        else:
            if str(form["refresh_token"]) not in self.refresh:
                return JSONResponse({"error": "invalid_grant"}, 400)
            self.refresh.remove(str(form["refresh_token"]))
            self.refreshed += 1
        access, refresh = secrets.token_urlsafe(8), secrets.token_urlsafe(8)
        self.access, self.refresh = {access}, {refresh}
        told = {"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": self.lasts}
        return JSONResponse(told)

    async def mcp(self, request: Request) -> Response:
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self.access:
            return Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})
        message = await request.json() if request.method == "POST" else {}
        number, method = message.get("id"), message.get("method")
        if number is None:
            return Response(status_code=202 if message else 405)
        info = {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "g", "version": "1"},
        }
        tools = {"tools": [{"name": "look", "inputSchema": {"type": "object", "properties": {}}}]}
        text = f"seen {next(iter(self.access))}" if self.tells else "seen"
        said = {"initialize": info, "tools/list": tools, "tools/call": {"content": [{"type": "text", "text": text}]}}
        return JSONResponse({"jsonrpc": "2.0", "id": number, "result": said.get(str(method), {})})


class Kept:
    """Where tokens are, for a test."""

    def __init__(self) -> None:
        self.found: dict[str, Any] | None = None

    async def load(self, server: str) -> dict[str, Any] | None:
        return self.found

    async def save(self, server: str, kept: dict[str, Any]) -> None:
        self.found = kept


@pytest.fixture
def guarded() -> Any:
    found = Guarded()
    yield found
    found.running.stop()


async def person_signs_in(guarded: Guarded) -> dict[str, Any]:
    """As in a browser: the address is opened, and whoever is there is sent back."""
    visits: set[asyncio.Task[Any]] = set()

    async def visit(address: str) -> None:
        async with httpx2.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(address)

    kept = await signed_in(guarded.server, lambda address: visits.add(asyncio.create_task(visit(address))), "thanks")
    await asyncio.gather(*visits)
    return kept


async def test_a_server_that_asks_is_used_after_a_person_has_signed_in(guarded: Guarded) -> None:
    keep = Kept()
    async with hands_on(guarded.server, keep=keep) as hands:
        (problem,) = (await hands.catalog()).problems
        assert problem.code == "RINGI-679"
    keep.found = await person_signs_in(guarded)
    async with hands_on(guarded.server, keep=keep) as hands:
        assert (await hands.catalog()).tool("look") is not None
        assert (await hands.call("look", {}, key="k", timeout=120)).result == "seen"
    assert guarded.refreshed == 0


async def test_the_token_of_a_sign_in_is_struck_out_of_what_the_server_says(guarded: Guarded) -> None:
    keep, guarded.tells = Kept(), True
    keep.found = await person_signs_in(guarded)
    keep.found["ends_at"] = 1.0  # so that it is renewed on the way: the new one is known as well
    async with hands_on(guarded.server, keep=keep) as hands:
        assert (await hands.catalog()).tool("look") is not None
        assert (await hands.call("look", {}, key="k", timeout=30)).result == "seen ***"
    assert guarded.refreshed == 1


async def test_a_token_that_has_ended_is_renewed_once_for_all_who_need_it(guarded: Guarded) -> None:
    keep = Kept()
    keep.found = await person_signs_in(guarded)
    first = dict(keep.found)
    async with hands_on(guarded.server, keep=keep) as hands:
        await hands.catalog()
        keep.found["ends_at"] = 1.0
        found = await asyncio.gather(*(hands.call("look", {}, key=str(n), timeout=60) for n in range(5)))
        assert [one.status for one in found] == ["completed"] * 5 and guarded.refreshed == 1
        assert keep.found is not None and keep.found["token"] != first["token"]
        guarded.access = set()  # taken away at the other side
        assert (await hands.call("look", {}, key="k", timeout=60)).status == "completed" and guarded.refreshed == 2
        guarded.access, guarded.refresh = set(), set()
        assert (await hands.call("look", {}, key="k", timeout=60)).status == "failed"
        assert [one.code for one in (await hands.catalog()).problems] == ["RINGI-679"]


async def test_a_token_is_not_sent_to_another_server_of_the_same_name(guarded: Guarded) -> None:
    keep, other = Kept(), Guarded()
    keep.found = await person_signs_in(guarded)
    other.access, other.refresh = guarded.access, guarded.refresh  # it would take it
    try:
        async with hands_on(other.server, keep=keep) as hands:
            assert [one.code for one in (await hands.catalog()).problems] == ["RINGI-679"]
    finally:
        other.running.stop()


async def test_a_server_sends_nobody_who_signs_in_to_where_it_likes(guarded: Guarded) -> None:
    guarded.tokens_at = "http://login.example.com/token"
    with pytest.raises(RingiError, match=r"RINGI-680.*login.example.com"):
        await person_signs_in(guarded)


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("https://login.example.com/token", True),
        ("http://tools.example.com/token", True),  # itself
        ("http://login.example.com/token", False),
        ("https://127.0.0.1/token", False),
        ("https://[::1]/token", False),
        ("https://169.254.169.254/latest", False),
        ("https://10.0.0.7/token", False),
        ("https://db/token", False),
        ("https://x.internal/token", False),
    ],
)
def test_our_own_network_is_not_where_a_server_outside_may_send_us(address: str, may: bool) -> None:
    assert may_send("http://tools.example.com/mcp", httpx2.URL(address)) is may
    assert may_send("http://127.0.0.1:1/mcp", httpx2.URL("http://localhost:2/token"))


async def test_whoever_refuses_or_sends_another_state_signs_nobody_in(guarded: Guarded) -> None:
    guarded.refuses = True
    with pytest.raises(RingiError, match="RINGI-680"):
        await person_signs_in(guarded)

    async def forged(address: str) -> None:
        back = httpx2.URL(address).params["redirect_uri"]
        async with httpx2.AsyncClient(trust_env=False) as browser:
            await browser.get(back, params={"code": "stolen", "state": "another"})

    visits: set[asyncio.Task[Any]] = set()
    with pytest.raises(RingiError, match="RINGI-680"):
        await signed_in(guarded.server, lambda address: visits.add(asyncio.create_task(forged(address))), "thanks")
    await asyncio.gather(*visits)
