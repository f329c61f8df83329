"""auth.* and apps.*: who the token is, Socket Mode's address, and leaving a workspace."""

from __future__ import annotations

from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import APP
from ringi.testing.slack.refusal import Json, Refusal


@method("api.test")
async def api_test(call: Call) -> Json:
    return {"args": call.arguments}


@method("auth.test")
async def auth_test(call: Call) -> Json:
    team = call.team
    return {
        "url": f"https://{team.domain}.slack.com/",
        "team": team.name,
        "user": team.people[team.bot].name,
        "team_id": team.id,
        "user_id": team.bot,
        "bot_id": team.bot_id,
        "is_enterprise_install": False,
    }


@method("auth.revoke")
async def auth_revoke(call: Call) -> Json:
    if call.given("test") in (True, 1, "1"):
        return {"revoked": False}
    assert call.token is not None
    call.token.revoked = "token_revoked"
    call.double.tell_app(call.team, {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [call.team.bot]}})
    return {"revoked": True}


@method("apps.uninstall")
async def uninstall(call: Call) -> Json:
    client_id, client_secret = call.required("client_id", "client_secret")
    if client_id != call.double.client_id:
        raise Refusal("invalid_client_id")
    if client_secret != call.double.client_secret:
        raise Refusal("bad_client_secret")
    call.double.leave(call.team)
    return {}


@method("apps.connections.open")
async def connections_open(call: Call) -> Json:
    return {"url": call.double.sockets.invite()}


@method("apps.event.authorizations.list")
async def authorizations(call: Call) -> Json:
    (context,) = call.required("event_context")
    team = call.double.event_contexts.get(str(context))
    if team is None:
        raise Refusal("invalid_event_context")
    return {"authorizations": [authorization(team, call.double.teams[team].bot)], "app_id": APP}


@method("apps.manifest.export")
async def export_manifest(call: Call) -> Json:
    (app,) = call.required("app_id")
    if app != APP:
        raise Refusal("app_not_found")
    if call.double.manifest is None:
        raise Refusal("failed_export")
    return {"manifest": call.double.manifest}


def authorization(team: str, bot: str) -> Json:
    return {
        "enterprise_id": None,
        "team_id": team,
        "user_id": bot,
        "is_bot": True,
        "is_enterprise_install": False,
    }
