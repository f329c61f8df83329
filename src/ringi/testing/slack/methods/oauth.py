"""oauth.*: a code, or a refresh token, becomes a bot token; both are good once."""

from __future__ import annotations

from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import APP, Team
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json, Refusal
from ringi.testing.slack.tokens import Token


@method("oauth.v2.access")
async def access(call: Call) -> Json:
    name, secret = call.basic
    if (name or call.given("client_id")) != call.double.client_id:
        raise Refusal("invalid_client_id")
    if (secret or call.given("client_secret")) != call.double.client_secret:
        raise Refusal("bad_client_secret")
    if call.given("grant_type") == "refresh_token":
        return _refresh(call)
    return _exchange(call)


def _exchange(call: Call) -> Json:
    tokens = call.double.tokens
    code = str(call.given("code") or "")
    if code not in tokens.codes:
        raise Refusal("invalid_code")
    team_id, user, scopes, redirect, made = tokens.codes.pop(code)
    if call.double.clock.now() > made + most("oauth.code_seconds"):
        raise Refusal("code_expired")
    if redirect and call.given("redirect_uri") and call.given("redirect_uri") != redirect:
        raise Refusal("bad_redirect_uri")
    team = call.double.teams[team_id]
    team.installed = True
    token, refresh = tokens.mint(team_id, team.bot, scopes, rotating=call.double.rotation)
    call.double.hand_out(team_id, token)
    call.double.changes.tell()
    return {**_told(team, token, refresh), "authed_user": {"id": user}}


def _refresh(call: Call) -> Json:
    tokens = call.double.tokens
    old = tokens.refreshes.pop(str(call.given("refresh_token") or ""), None)
    if old is None or old.revoked:
        raise Refusal("invalid_refresh_token")
    team = call.double.teams[old.team]
    token, refresh = tokens.mint(team.id, old.user, old.scopes, rotating=True)
    call.double.hand_out(team.id, token)
    return _told(team, token, refresh)


def _told(team: Team, token: Token, refresh: str) -> Json:
    rotating: Json = {"refresh_token": refresh, "expires_in": most("token.seconds")} if refresh else {}
    return {
        "access_token": token.value,
        "token_type": "bot",
        "scope": ",".join(sorted(token.scopes)),
        "bot_user_id": team.bot,
        "app_id": APP,
        "team": {"id": team.id, "name": team.name},
        "enterprise": None,
        "is_enterprise_install": False,
        **rotating,
    }
