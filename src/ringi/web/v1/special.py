"""The few addresses of `/v1` that are more than one call: deliveries, controls with their key, the long poll, files."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ringi.errors import Invalid
from ringi.flow.control_table import RULES
from ringi.web.api import artifact_file
from ringi.web.site import Site, length_of
from ringi.web.v1 import entering
from ringi.web.v1.openapi import described
from ringi.web.v1.speaking import answer, queried
from ringi.web.v1.table import Endpoint

LONGEST = 55
"""Seconds that a runtime may wait for its controls; proxies give up after a minute."""
STEP = 5.0
"""Seconds after which somebody who waits is noted as still there, and what other processes wrote is looked for."""


async def post_facts(site: Site, endpoint: Endpoint, request: Request) -> Response:
    visitor = await entering.known(site, request)
    said = await entering.delivery(site, visitor, request)
    unknown = [name for name in said if name not in endpoint.body]
    if unknown:
        raise Invalid("RINGI-130", operation="post_facts", argument=unknown[0][:40])
    told = await site.deliver(visitor, said, length_of(request))
    return answer(told, 201 if told["opened"] else 200)


async def control(site: Site, endpoint: Endpoint, request: Request) -> Response:
    visitor = await entering.known(site, request)
    given = {**request.path_params, "key": request.headers.get("idempotency-key", "")}
    given["body"] = await entering.body(request)
    told = await site.call(visitor, "control", given)
    repeated = told.pop("repeated")
    headers = {"Idempotency-Replayed": "true"} if repeated else {}
    return answer(told, 202 if told.get("status") == "requested" else 200, **headers)


async def controls(site: Site, endpoint: Endpoint, request: Request) -> Response:
    await entering.known(site, request)
    return answer({"controls": [asdict(one) for one in RULES.values()]})


async def take_controls(site: Site, endpoint: Endpoint, request: Request) -> Response:
    """Answers as soon as there is something to do, or when the time is up."""
    visitor = await entering.known(site, request)
    wait = queried(endpoint, request).get("wait", 0)
    if not 0 <= wait <= LONGEST:
        raise Invalid("RINGI-823", value=str(wait), what=f"wait: 0..{LONGEST}")
    until = time.monotonic() + wait
    session = request.path_params["session"]
    async with site.news.watching(session) as watcher:  # first, so that nothing falls in between
        while True:
            told: dict[str, Any] = await site.call(visitor, "take_controls", {"session": session})
            left = until - time.monotonic()
            if told["requests"] or left <= 0 or site.news.closed or await request.is_disconnected():
                return answer(told)
            await watcher.wait(min(left, STEP))
            watcher.take()
            visitor = await entering.known(site, request)  # a key that was taken away meanwhile takes nothing more


async def artifact_content(site: Site, endpoint: Endpoint, request: Request) -> Response:
    visitor = await entering.known(site, request)
    row = await site.call(visitor, "artifact", {"artifact_id": request.path_params["artifact_id"]})
    response: Response = await site.apart(lambda: artifact_file(site.office.home, row))
    return response


async def openapi(site: Site, request: Request) -> Response:
    await entering.known(site, request)
    return answer(described())
