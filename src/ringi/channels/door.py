"""The one small HTTP server of the channels that are called from outside: Roblox and webhooks. Loopback by default.

It knows nothing about what they say: it bounds bodies, answers what is wrong in one shape, and tells no caller more.
"""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from ringi.errors import RingiError

BODY = 16 * 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class TooMany(RingiError):
    """They came too often."""

    http_status = 429


class Door:
    """Serves the given paths until closed."""

    def __init__(self, host: str, port: int, *, lang: str) -> None:
        self._host, self._port, self._lang = host, port, lang
        self._app = web.Application(client_max_size=BODY, middlewares=[self._answered])
        self._runner: web.AppRunner | None = None
        self.address = ""

    def add(self, method: str, path: str, handler: Handler) -> None:
        self._app.router.add_route(method, path, handler)

    async def open(self) -> None:
        self._runner = web.AppRunner(self._app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._port).start()
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except RingiError as error:
            wait = {"Retry-After": str(math.ceil(error.values.get("seconds", 1)))} if error.http_status == 429 else {}
            return web.json_response(error.as_dict(self._lang), status=error.http_status, headers=wait)
        except web.HTTPException as error:
            return web.json_response({"code": f"HTTP-{error.status}"}, status=error.status)


def said(body: bytes) -> dict[str, Any]:
    """The object that a caller sent; anything else is an empty one, which no handler accepts."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
