"""Signing in through an identity provider: away with a one-time state, back with a code, in with our own session.

What is remembered between the two is in a sealed cookie of this browser, so that nobody can finish what somebody else
began. A click on the button is no try and writes nothing; that a sign-in has come back is noted, so that it does once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ringi.errors import NotFound, Refused
from ringi.flow import identities
from ringi.store.tenancy import workspace_of_team
from ringi.store.transaction import Tx
from ringi.web.door import SignedOut
from ringi.web.sealing import opened, sealed
from ringi.web.signing.openid import OpenId, Proven
from ringi.web.signing.providers import Provider
from ringi.web.site import Site, local

LASTS = 600
"""Seconds in which a sign-in that was begun must be finished."""
THEN_LIMIT = 500
COOKIE = "ringi_signing"
PURPOSE = "ringi.web.signing.v1"
_SPEND = (
    "INSERT INTO oauth_states (state, provider, expires_at, created_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (state) DO NOTHING"
)
SLACK_USER, SLACK_TEAM = "https://slack.com/user_id", "https://slack.com/team_id"


class Signing:
    """The routes, over one site and the providers it is configured with."""

    def __init__(self, site: Site, providers: dict[str, Provider]) -> None:
        self.site = site
        self.openids = {name: OpenId(provider) for name, provider in providers.items()}

    def routes(self) -> list[Route]:
        return [
            Route("/signin/{provider}", self.begin),
            Route("/signin/{provider}/callback", self.finish),
            Route("/api/link", self.link, methods=["POST"]),
        ]

    async def link(self, request: Request) -> Response:
        """For `ringi link`: a new address that signs this machine's owner in once."""
        visitor = await self.site.known_visitor(request)
        door = self.site.door
        if visitor.surface != "cli" or visitor.as_user or visitor.from_house:
            raise Refused("RINGI-923", who=visitor.as_user or visitor.name)
        return JSONResponse({"key": door.links.make(door.owner)}, headers={"Cache-Control": "no-store"})

    async def begin(self, request: Request) -> Response:
        openid = self._openid(request)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        away = await openid.address(state=state, nonce=nonce, verifier=verifier)
        kept = {"provider": openid.provider.name, "state": state, "nonce": nonce, "verifier": verifier}
        kept["then"] = local(request.query_params.get("then", "/"))[:THEN_LIMIT]
        answer = RedirectResponse(away, 303, headers={"Cache-Control": "no-store"})
        # Lax: the provider's redirect back comes from another site, and has to bring it.
        answer.set_cookie(
            COOKIE,
            sealed(self.site.door.secret, PURPOSE, kept, LASTS),
            max_age=LASTS,
            httponly=True,
            samesite="lax",
            secure=self.site.door.over_tls(request),
            path="/signin",
        )
        return answer

    async def finish(self, request: Request) -> Response:
        openid = self._openid(request)
        door = self.site.door
        kept = opened(self.site.door.secret, PURPOSE, request.cookies.get(COOKIE, ""))
        given = request.query_params
        mine = kept.get("provider") == openid.provider.name and hmac.compare_digest(
            str(kept.get("state", "")).encode(), given.get("state", "").encode()
        )
        if not mine:
            raise SignedOut("RINGI-915")
        door.exchanges.take(door.caller(request))
        if not await self.site.office.store.awrite(lambda tx: _spend(tx, openid.provider.name, str(kept["state"]))):
            raise SignedOut("RINGI-915")
        if given.get("error"):
            raise Refused("RINGI-916", reason=given["error"][:60])
        proven = await openid.proven(code=given.get("code", ""), nonce=kept["nonce"], verifier=kept["verifier"])
        user = await self._user(openid.provider, proven)
        answer = RedirectResponse(local(str(kept.get("then") or "/")), 303)  # the page that asked who is there
        door.welcome(answer, request, user)
        answer.delete_cookie(COOKIE, httponly=True, samesite="lax", path="/signin")
        return answer

    async def _user(self, provider: Provider, proven: Proven) -> dict[str, Any]:
        store = self.site.office.store
        if provider.name == "slack":
            team, person = str(proven.claims.get(SLACK_TEAM) or ""), str(proven.claims.get(SLACK_USER) or "")
            tenant = await self.site.apart(lambda: workspace_of_team(store, team)) if team and person else ""
            if not tenant:
                raise Refused("RINGI-918", who=proven.email or person[:40] or "?")
            name = proven.name
            return await store.awrite(
                lambda tx: identities.come_in_from_slack(tx, person, shown_name=name), tenant=tenant
            )
        return await store.awrite(
            lambda tx: identities.come_in(
                tx,
                issuer=proven.issuer,
                subject=proven.subject,
                email=proven.email,
                shown_name=proven.name,
                domains=provider.domains,
            )
        )

    def _openid(self, request: Request) -> OpenId:
        name = request.path_params["provider"]
        if name not in self.openids:
            raise NotFound("RINGI-913", provider=name[:40])
        return self.openids[name]


def _spend(tx: Tx, provider: str, state: str) -> bool:
    """Notes that a sign-in comes back, until it could not any more; false when it has come back before."""
    tx.aside("DELETE FROM oauth_states WHERE expires_at <= ?", (_stamp(time.time()),))
    return tx.aside(_SPEND, (_hashed(state), provider, _stamp(time.time() + LASTS), tx.now)) == 1


def _hashed(state: str) -> str:
    return hashlib.sha256(b"ringi.signing.state.v1\0" + state.encode()).hexdigest()


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
