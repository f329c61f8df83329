"""Connecting a service in the browser: away to its consent page, and back with a code.

What is remembered between the two is in a sealed cookie of this browser: who began, in which workspace, and a secret
that the state is bound to. The session's own cookie is strict and does not come along from another site.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ringi.errors import Refused
from ringi.flow import integrations, people
from ringi.flow.integrations import LASTS
from ringi.flow.people import Actor
from ringi.store.transaction import Tx
from ringi.web.sealing import opened, sealed
from ringi.web.site import Site

PATH = "/connect"
PAGE = "/admin/integrations"
PURPOSE = "ringi.web.connect.v1"


class Connecting:
    """The routes, over one site. `address` is where people reach it."""

    def __init__(self, site: Site, address: str) -> None:
        self.site = site
        self.address = site.office.settings.public_url or address

    def routes(self) -> list[Route]:
        return [Route(PATH + "/{provider}", self.begin), Route(PATH + "/{provider}/callback", self.finish)]

    @property
    def cookie(self) -> str:
        return f"ringi_connect_{self.site.door.port}"

    async def begin(self, request: Request) -> Response:
        visitor = await self.site.known_visitor(request)
        provider = str(request.path_params["provider"])
        if provider == "slack":  # has a door of its own
            return RedirectResponse("/slack/install" if self._installs() else PAGE, 303)
        if not visitor.session:
            raise Refused("RINGI-426", provider=provider[:40])
        began = await integrations.begin(
            self.site.office,
            lambda tx: _enter(tx, visitor.name),
            provider,
            self._redirect(provider),
            tenant=visitor.tenant_id,
        )
        kept = {"provider": provider, "name": visitor.name, "tenant": visitor.tenant_id, "browser": began.browser}
        answer = RedirectResponse(began.address, 303, headers={"Cache-Control": "no-store"})
        # Lax: the way back comes from another site, and has to bring it.
        answer.set_cookie(
            self.cookie,
            sealed(self.site.door.secret, PURPOSE, kept, LASTS),
            max_age=LASTS,
            httponly=True,
            samesite="lax",
            secure=self.site.door.over_tls(request),
            path=PATH,
        )
        return answer

    async def finish(self, request: Request) -> Response:
        provider = str(request.path_params["provider"])
        kept = opened(self.site.door.secret, PURPOSE, request.cookies.get(self.cookie, ""))
        if kept.get("provider") != provider:
            raise Refused("RINGI-426", provider=provider[:40])
        name = str(kept["name"])
        given = {key: request.query_params.get(key, "")[:4096] for key in ("state", "code", "error")}
        await integrations.finish(
            self.site.office,
            lambda tx: _enter(tx, name),
            provider,
            self._redirect(provider),
            given,
            str(kept["browser"]),
            tenant=str(kept["tenant"]),
        )
        answer = RedirectResponse(f"{PAGE}?saved=1", 303, headers={"Cache-Control": "no-store"})
        answer.delete_cookie(self.cookie, httponly=True, samesite="lax", path=PATH)
        return answer

    def _redirect(self, provider: str) -> str:
        return f"{self.address}{PATH}/{provider}/callback"

    def _installs(self) -> bool:
        slack = self.site.office.settings.slack
        return bool(slack.get("client_id") and slack.get("client_secret"))


def _enter(tx: Tx, name: str) -> Actor:
    return people.enter(tx, name, "web")
