"""The routes of `/v1`, made from its table: find out who asks, read the arguments, call the Desk, answer in JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ringi.errors import Invalid, RingiError
from ringi.flow.control_requests import NotConnected
from ringi.web.signing.limits import retry_after
from ringi.web.site import Site, language, limit_of
from ringi.web.v1 import entering, special
from ringi.web.v1.speaking import answer, queried
from ringi.web.v1.table import ENDPOINTS, Endpoint

Handler = Callable[[Site, Endpoint, Request], Awaitable[Response]]


def routes(site: Site) -> list[Route]:
    found = [_route(site, one) for one in ENDPOINTS]
    return [*found, Route("/v1/openapi.json", partial(special.openapi, site), methods=["GET"])]


def _route(site: Site, endpoint: Endpoint) -> Route:
    handler: Handler = getattr(special, endpoint.operation) if endpoint.special else called

    async def answered(request: Request) -> Response:
        try:
            return await handler(site, endpoint, request)
        except NotConnected as error:
            said = {"status": "unavailable", "error": error.as_dict(language(request))}
            return answer(said, error.http_status)
        except RingiError as error:
            return answer({"error": error.as_dict(language(request))}, error.http_status, **retry_after(error))

    return Route(endpoint.path, answered, methods=[endpoint.method], name=f"v1 {endpoint.method} {endpoint.path}")


async def called(site: Site, endpoint: Endpoint, request: Request) -> Response:
    """An operation of the Desk, with its arguments from the path, the query and the body."""
    visitor = await entering.known(site, request)
    given = {**request.path_params, **queried(endpoint, request)}
    writes = request.method not in entering.SAFE
    said = await entering.body(request, limit_of(endpoint.operation)) if writes else {}
    unknown = [name for name in said if name not in endpoint.body]
    if unknown:
        raise Invalid("RINGI-130", operation=endpoint.operation, argument=unknown[0][:40])
    for name in endpoint.needs:
        if not said.get(name):
            raise Invalid("RINGI-132", operation=endpoint.operation, argument=name)
    if endpoint.operation == "ask" and "idempotency-key" in request.headers:
        said["key"] = request.headers["idempotency-key"]
    return answer(await site.call(visitor, endpoint.operation, {**given, **said}))
