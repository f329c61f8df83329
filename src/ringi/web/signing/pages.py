"""Signing in through an identity provider: away with a one-time state, back with a code, in with our own session.

What is remembered between the two is in a sealed cookie of this browser, so that nobody can finish what somebody else
began; the state is in the store as well, and is taken out of it once.
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
        self.site.door.tried(request)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        away = await openid.address(state=state, nonce=nonce, verifier=verifier)
        await self.site.office.store.awrite(lambda tx: _keep(tx, openid.provider.name, state))
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
            secure=self.site.door.over_tls(request.headers),
            path="/signin",
        )
        return answer

    async def finish(self, request: Request) -> Response:
        openid = self._openid(request)
        door = self.site.door
        door.tried(request)
        kept = opened(self.site.door.secret, PURPOSE, request.cookies.get(COOKIE, ""))
        given = request.query_params
        mine = kept.get("provider") == openid.provider.name and hmac.compare_digest(
            str(kept.get("state", "")).encode(), given.get("state", "").encode()
        )
        if not mine or not await self.site.office.store.awrite(
            lambda tx: _take(tx, openid.provider.name, str(kept["state"]))
        ):
            raise SignedOut("RINGI-915")
        if given.get("error"):
            raise Refused("RINGI-916", reason=given["error"][:60])
        proven = await openid.proven(code=given.get("code", ""), nonce=kept["nonce"], verifier=kept["verifier"])
        user = await self._user(openid.provider, proven)
        door.tries.give_back(door.caller(request))
        answer = RedirectResponse(local(str(kept.get("then") or "/")), 303)  # the page that asked who is there
        door.welcome(answer, request.headers, user)
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


def _keep(tx: Tx, provider: str, state: str) -> None:
    tx.db.execute("DELETE FROM oauth_states WHERE expires_at <= ?", (_stamp(time.time()),))
    ends = _stamp(time.time() + LASTS)
    tx.insert("oauth_states", state=_hashed(state), provider=provider, expires_at=ends, created_at=tx.now)


def _take(tx: Tx, provider: str, state: str) -> bool:
    sql = "DELETE FROM oauth_states WHERE state = ? AND provider = ? AND expires_at > ?"
    return tx.db.execute(sql, (_hashed(state), provider, _stamp(time.time()))) == 1


def _hashed(state: str) -> str:
    return hashlib.sha256(b"ringi.signing.state.v1\0" + state.encode()).hexdigest()


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
