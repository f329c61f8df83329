"""Who comes in at `/v1`: a browser with its cookie, this machine's command line, or a program with a user's own key."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ringi.errors import Invalid
from ringi.web.door import Visitor
from ringi.web.site import BODY_LIMIT, Site, body_of, strict_json

SAFE = ("GET", "HEAD")


async def known(site: Site, request: Request) -> Visitor:
    """The person behind a request. A browser that writes has to prove that our own page sends it."""
    visitor = await site.known_visitor(request, programs=True)
    if visitor.session and request.method not in SAFE:
        site.door.check_origin(request.headers, visitor.session)
    return visitor


async def body(request: Request, limit: int = BODY_LIMIT) -> dict[str, Any]:
    """The one JSON object of a request; nothing at all counts as an empty one."""
    return _object(request, await body_of(request, limit))


def _object(request: Request, octets: bytes) -> dict[str, Any]:
    if not octets:
        return {}
    if _kind(request) != "application/json":
        raise Invalid("RINGI-657", reason=_kind(request)[:60] or "no content type")
    found = strict_json(octets)
    _no_wild_numbers(found)
    return found


def _no_wild_numbers(found: dict[str, Any]) -> None:
    for name, value in found.items():
        if isinstance(value, int) and abs(value) >= 2**53:
            raise Invalid("RINGI-823", value=name[:40], what="-(2^53-1)..2^53-1")


async def delivery(site: Site, visitor: Visitor, request: Request) -> dict[str, Any]:
    """A delivery of facts: one object, or a fact per line. Its bytes are counted before they are read."""
    octets = await body_of(request)
    site.quotas.take(visitor, "bytes", len(octets))
    if _kind(request) != "application/x-ndjson":
        return _object(request, octets)
    facts: list[Any] = []
    for line in octets.split(b"\n"):
        if line.strip():
            facts.append(_line(line))
    names = ("session", "title", "source")
    return {"facts": facts, **{name: request.query_params[name] for name in names if name in request.query_params}}


def _line(line: bytes) -> Any:
    """The object of a line. What is none stays text: the intake refuses it by its number, with all the others."""
    try:
        return strict_json(line)
    except Invalid:
        return line[:60].decode("utf-8", "replace")


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
