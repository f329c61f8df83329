"""Who may use the double of a running Ringi: its page only with the key that was printed, everything only by loopback's
own names. What is pressed on the page is a real decision for the Ringi behind it.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.typedefs import Middleware

NAMES = ("127.0.0.1", "localhost", "[::1]")
PERSONS = ("/page/", "/_double/")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def guard(key: str) -> Middleware:
    """A middleware; without a key (in tests) only the host is looked at."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host.rpartition(":")[0] not in NAMES and request.host not in NAMES:
            return web.Response(status=421)  # a name that somebody else's DNS made to point here
        if not key or not (request.path == "/" or request.path.startswith(PERSONS)):
            return await handler(request)
        cookie = f"ringi_double_{request.url.port}"  # cookies do not know ports
        if request.path == "/" and _same(request.query.get("key", ""), key):
            answer = web.HTTPSeeOther("/")
            answer.set_cookie(cookie, key, httponly=True, samesite="Strict")
            raise answer
        if not _same(request.cookies.get(cookie, ""), key):
            return web.Response(status=403, text="403")
        return await handler(request)

    return guarded


def _same(given: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), key.encode())
