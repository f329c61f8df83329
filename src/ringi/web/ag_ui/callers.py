"""Who calls: whoever the door knows by a cookie or by this machine's key, or a person's own key as bearer."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request

from ringi.web.ag_ui.thread import SURFACE
from ringi.web.door import SignedOut, Visitor
from ringi.web.site import Site


async def caller(site: Site, request: Request) -> Visitor:
    """The person, here by AG-UI. A browser has to prove that our own page sends it; a program brings a key."""
    try:
        visitor = await site.known_visitor(request)
    except SignedOut:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise
        visitor = await site.apart(lambda: _by_key(site, request, key.strip()))
    if visitor.session and request.method != "GET":
        site.door.check_origin(request.headers, visitor.session)
    return replace(visitor, surface=SURFACE)


def _by_key(site: Site, request: Request, key: str) -> Visitor:
    user = site.door.keyholder(key, here=False)
    if user is None:
        site.door.tried(request)
        raise SignedOut("RINGI-650")
    return Visitor(name=str(user["name"]), surface=SURFACE, tenant_id=str(user["tenant_id"]))
