"""users.*, usergroups.* and team.*: who there is."""

from __future__ import annotations

from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import APP, Person, Team
from ringi.testing.slack.methods.conversations import page
from ringi.testing.slack.refusal import Json, Refusal


@method("users.info")
async def info(call: Call) -> Json:
    (user,) = call.required("user")
    person = call.team.people.get(str(user))
    if person is None:
        raise Refusal("user_not_found")
    return {"user": shape(call, person)}


@method("users.list")
async def list_(call: Call) -> Json:
    chosen, more = page(call, list(call.team.people.values()), 1000)
    return {"members": [shape(call, one) for one in chosen], "cache_ts": int(call.double.clock.now()), **more}


@method("users.lookupByEmail")
async def lookup_by_email(call: Call) -> Json:
    (email,) = call.required("email")
    for person in call.team.people.values():
        if person.email.casefold() == str(email).casefold() and not person.deleted and not person.bot:
            return {"user": shape(call, person)}
    raise Refusal("users_not_found")


@method("usergroups.users.list")
async def usergroup_users(call: Call) -> Json:
    (group,) = call.required("usergroup")
    if group not in call.team.usergroups:
        raise Refusal("no_such_subteam")
    return {"users": list(call.team.usergroups[group])}


@method("team.info")
async def team_info(call: Call) -> Json:
    team = call.team
    return {"team": {"id": team.id, "name": team.name, "domain": team.domain, "email_domain": "", "icon": {}}}


def shape(call: Call, person: Person) -> Json:
    """A person as users.info tells of them: the address only with its own scope, the language only when asked for."""
    team: Team = call.team
    profile: Json = {
        "real_name": person.real_name,
        "display_name": "" if person.bot else person.real_name,
        "real_name_normalized": person.real_name,
        "display_name_normalized": "" if person.bot else person.real_name,
        "team": person.team or team.id,
    }
    if person.bot:
        profile["api_app_id"] = APP
        profile["bot_id"] = team.bot_id
    elif call.token and "users:read.email" in call.token.scopes:
        profile["email"] = person.email
    user: Json = {
        "id": person.id,
        "team_id": person.team or team.id,
        "is_stranger": bool(person.team) and person.team != team.id,
        "name": person.name,
        "deleted": person.deleted,
        "real_name": person.real_name,
        "tz": "Asia/Tokyo",
        "tz_label": "Japan Standard Time",
        "tz_offset": 32400,
        "profile": profile,
        "is_admin": person.admin,
        "is_owner": person.admin,
        "is_primary_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_bot": person.bot,
        "is_app_user": False,
        "updated": 1,
    }
    if call.given("include_locale") in (True, 1, "1", "true"):
        user["locale"] = person.locale
    return user
