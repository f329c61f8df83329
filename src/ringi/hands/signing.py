"""Signing in to a tool server that asks for OAuth: the flow of the `mcp` library once, by a person; then the token it
gave, fetched anew when it is about to end.

Tokens are kept by whoever gives a `Keep` (the flow's vault). A token may be used for a refresh only once, so refreshing
is done by one at a time, on what is kept at that moment, and what comes back is kept before it is used.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Protocol
from urllib.parse import urljoin

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from ringi.hands.config import Server
from ringi.hands.http import through_proxy

EARLY = 30.0
"""Seconds before its end that a token is taken for ended."""
JsonObject = dict[str, Any]


class Keep(Protocol):
    """Where what a sign-in gave is kept, by the server's name."""

    load: Callable[[str], Awaitable[JsonObject | None]]
    save: Callable[[str, JsonObject], Awaitable[None]]


class Signed(httpx2.Auth):
    """The kept token on each request to one server; for all of its connections."""

    def __init__(self, server: Server, keep: Keep) -> None:
        self._server = server
        self._keep = keep
        self._alone = asyncio.Lock()

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        kept = await self._keep.load(self._server.name)
        if kept is None or _origin(request.url) != _origin(httpx2.URL(kept.get("for") or self._server.url)):
            yield request  # it was given for another place: whoever is here now has to be signed in to anew
            return
        if float(kept.get("ends_at") or 0) < time.time() + EARLY and _refreshable(kept):
            kept = await self._renewed(kept)
        self._lend(request, kept)
        response = yield request
        if response.status_code == 401 and _refreshable(kept):
            renewed = await self._renewed(kept)
            if renewed is not kept:
                self._lend(request, renewed)
                yield request

    def _lend(self, request: httpx2.Request, kept: JsonObject) -> None:
        """The token goes out with the request, and is known from then on wherever the server says it."""
        token = str(kept["token"]["access_token"])
        if token not in self._server.lent:
            self._server.lent.append(token)
        request.headers["Authorization"] = f"Bearer {token}"

    async def _renewed(self, used: JsonObject) -> JsonObject:
        """A new token; or the one that somebody else has fetched meanwhile; or the same, when there is none."""
        async with self._alone:
            kept = await self._keep.load(self._server.name) or used
            if kept["token"]["access_token"] != used["token"]["access_token"]:
                return kept
            client = kept["client"]
            form = {
                "grant_type": "refresh_token",
                "refresh_token": kept["token"]["refresh_token"],
                "client_id": client["client_id"],
                **({"client_secret": client["client_secret"]} if client.get("client_secret") else {}),
                "resource": self._server.url,
            }
            async with httpx2.AsyncClient(timeout=30.0, trust_env=through_proxy(kept["token_url"])) as web:
                answer = await web.post(kept["token_url"], data=form)
            if answer.status_code != 200:
                return used
            fresh = OAuthToken.model_validate_json(answer.content)
            token = {**kept["token"], **fresh.model_dump(mode="json", exclude_none=True)}
            renewed = {**kept, "token": token, "ends_at": _ends(fresh)}
            await self._keep.save(self._server.name, renewed)
            return renewed


class _Kept:
    """What the library's flow keeps, until it has come to its end."""

    def __init__(self) -> None:
        self.token: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.token

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.token = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


async def sign_in(
    server: Server,
    redirect_uri: str,
    go: Callable[[str], Awaitable[None]],
    come_back: Callable[[], Awaitable[AuthorizationCodeResult]],
) -> JsonObject | None:
    """A person signs in; gives back what is to be kept, None when the server did not ask for it.

    Args:
        go: sends the person to this address.
        come_back: what came back to `redirect_uri`.
    """
    kept = _Kept()
    metadata = OAuthClientMetadata.model_validate(
        {
            "client_name": "Ringi",
            "redirect_uris": [redirect_uri],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        }
    )
    provider = OAuthClientProvider(server.url, metadata, kept, go, come_back)
    hello = {"jsonrpc": "2.0", "id": 0, "method": "ping"}
    headers = {**server.headers, "Accept": "application/json, text/event-stream"}
    limit, proxied = httpx2.Timeout(30.0, read=600.0), through_proxy(server.url)

    async def look(request: httpx2.Request) -> None:
        if not may_send(server.url, request.url):
            raise PermissionError(f"the server sends us to {request.url.scheme}://{request.url.host}")

    hooks = {"request": [look]}
    async with httpx2.AsyncClient(auth=provider, timeout=limit, trust_env=proxied, event_hooks=hooks) as web:
        await web.post(server.url, json=hello, headers=headers)
    if kept.token is None or kept.client is None:
        return None
    found = provider.context.oauth_metadata
    return {
        "for": server.url,
        "token": kept.token.model_dump(mode="json", exclude_none=True),
        "client": kept.client.model_dump(mode="json", exclude_none=True),
        "token_url": str(found.token_endpoint) if found is not None else urljoin(server.url, "/token"),
        "ends_at": _ends(kept.token),
    }


def may_send(server: str, address: httpx2.URL) -> bool:
    """Whether a server may send us there while somebody signs in: to itself, or with TLS to somebody outside. Where it
    leads is its own word, and must not be a service of our own network.
    """
    here = httpx2.URL(server)
    if address.host == here.host:
        return True
    if _inner(address.host):
        return _inner(here.host)
    return address.scheme == "https"


def _inner(host: str) -> bool:
    """A name or a number that means another machine, or none, anywhere else."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host.rstrip(".") or host.rstrip(".").endswith((".localhost", ".local", ".internal"))


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _ends(token: OAuthToken) -> float:
    return time.time() + token.expires_in if token.expires_in else 0.0


def _refreshable(kept: JsonObject) -> bool:
    return bool(kept["token"].get("refresh_token") and kept.get("ends_at"))
