"""`/mcp`: the same five tools for agents elsewhere, over streamable HTTP, as part of a running `ringi up`.

Whoever comes has a user's own key and nothing else counts: no cookie, so no other page can send anything in somebody's
name. Each request stands for itself. The MCP library is loaded when the first one comes.
"""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ringi.errors import Refused, RingiError, Unavailable
from ringi.store.transaction import Committed
from ringi.web.agents.offered import Agent
from ringi.web.door import SignedOut, Visitor, WrongKey
from ringi.web.signing.limits import retry_after
from ringi.web.site import BODY_LIMIT, Site, language

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH = "/mcp"
SURFACE = "mcp"
"""Nobody decides from there, whoever they are."""
_VISITOR = "ringi.visitor"


def routes(site: Site, address: str) -> list[Route]:
    """`address`: where people on this machine find the page."""
    endpoint = Endpoint(site, site.office.settings.public_url.rstrip("/") or address)
    site.news.tell(endpoint)
    return [Route(PATH, endpoint)]


class Endpoint:
    """Serves MCP in each language that is asked for, until the server stops."""

    def __init__(self, site: Site, address: str) -> None:
        self._site = site
        self._address = address
        self._served: dict[str, asyncio.Task[StreamableHTTPSessionManager]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._leave = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        lang = language(request)
        try:
            scope[_VISITOR] = await self._known(request)
            manager = await self._manager(lang)
        except RingiError as error:
            headers = {"Cache-Control": "no-store", **retry_after(error)}
            if isinstance(error, SignedOut):
                headers["WWW-Authenticate"] = 'Bearer realm="ringi"'
            said = JSONResponse({"error": error.as_dict(lang)}, error.http_status, headers)
            await said(scope, receive, send)
            return
        await manager.handle_request(scope, receive, send)

    async def _known(self, request: Request) -> Visitor:
        """The person whose key this is. A browser may only come from our own pages, key or not."""
        site = self._site
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != request.headers.get("host", "").lower():
            raise Refused("RINGI-656")
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise SignedOut("RINGI-686")
        try:
            visitor = await site.check_key(request, lambda: site.door.program(key, SURFACE))
        except WrongKey:
            raise SignedOut("RINGI-686") from None
        site.door.wrote(visitor, request)
        return visitor

    # -- the servers -------------------------------------------------------------------------------------------------

    async def _manager(self, lang: str) -> StreamableHTTPSessionManager:
        if self._leave.is_set():
            raise Unavailable("RINGI-666")
        if lang not in self._served:
            self._served[lang] = asyncio.create_task(self._begin(lang))
        return await asyncio.shield(self._served[lang])

    async def _begin(self, lang: str) -> StreamableHTTPSessionManager:
        # Beside the event loop: it takes a second the first time, and others are at work.
        built = await asyncio.to_thread(importlib.import_module, "ringi.web.agents.server")
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        server = built.build(self._enter, lang)
        manager = StreamableHTTPSessionManager(
            server._lowlevel_server, json_response=True, stateless=True, max_request_body_size=BODY_LIMIT
        )
        ready = asyncio.Event()

        async def run() -> None:
            async with manager.run():
                ready.set()
                await self._leave.wait()

        task = asyncio.create_task(run())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        await ready.wait()
        return manager

    async def _enter(self, ctx: Any) -> Agent:
        """The agent of the person who sent just this request."""
        visitor: Visitor = ctx.request_context.request.scope[_VISITOR]
        return Agent(self._site.desk(visitor).call, lambda: self._address)

    # -- the news ----------------------------------------------------------------------------------------------------

    def wants(self, committed: Committed) -> bool:
        return False

    def committed(self, committed: Committed) -> None:
        """Nothing of it concerns whoever asks by themselves."""

    def close(self) -> None:
        self._leave.set()
