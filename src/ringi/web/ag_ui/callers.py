"""Who calls: whoever may come in at `/v1` (a cookie, this machine's key, a person's own key), here by AG-UI."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request

from ringi.web.ag_ui.thread import SURFACE
from ringi.web.door import Visitor
from ringi.web.site import Site
from ringi.web.v1.entering import known


async def caller(site: Site, request: Request) -> Visitor:
    return replace(await known(site, request), surface=SURFACE)
