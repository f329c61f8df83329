"""conversations.*: opening a direct one, and reading what is in one."""

from __future__ import annotations

from typing import Any

from ringi.testing.slack import messages
from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import Channel, Team
from ringi.testing.slack.refusal import Json, Refusal


@method("conversations.open")
async def open_(call: Call) -> Json:
    if call.given("channel"):
        channel = call.channel()
    else:
        users = call.given("users") or ""
        names = [str(one).strip() for one in (users if isinstance(users, list) else str(users).split(","))]
        if len(names) != 1:
            raise Refusal("method_not_supported_for_channel_type")
        person = call.team.people.get(names[0])
        if person is None:
            raise Refusal("user_not_found")
        if person.bot:
            raise Refusal("cannot_dm_bot")
        if person.deleted:
            raise Refusal("user_disabled")
        channel = call.team.im(person.id)
    whole = call.given("return_im") is True
    return {"channel": shape(call.team, channel) if whole else {"id": channel.id}}


@method("conversations.info")
async def info(call: Call) -> Json:
    call.required("channel")
    return {"channel": shape(call.team, call.channel())}


@method("conversations.list")
async def list_(call: Call) -> Json:
    held = [one for one in call.team.channels.values() if not one.im_user]
    chosen, more = page(call, held, 100)
    return {"channels": [shape(call.team, one) for one in chosen], **more}


@method("conversations.members")
async def members(call: Call) -> Json:
    call.required("channel")
    chosen, more = page(call, sorted(call.channel().members), 100)
    return {"members": chosen, **more}


@method("conversations.history")
async def history(call: Call) -> Json:
    call.required("channel")
    channel = call.channel(member=True)
    held = [one for one in channel.messages if one.get("thread_ts", one["ts"]) == one["ts"]]
    return _read(call, [one for one in reversed(held) if not one.get("ephemeral_for")])


@method("conversations.replies")
async def replies(call: Call) -> Json:
    _, ts = call.required("channel", "ts")
    channel = call.channel(member=True)
    held = messages.thread_of(channel, str(ts))
    if not held:
        raise Refusal("thread_not_found")
    return _read(call, held)


def _read(call: Call, held: list[Json]) -> Json:
    """One page of messages between `oldest` and `latest`, with metadata when asked for."""
    oldest, latest = _time(call, "oldest", "0"), _time(call, "latest", "inf")
    inclusive = call.given("inclusive") in (True, 1, "1", "true")
    within = [
        one
        for one in held
        if oldest < float(one["ts"]) < latest or (inclusive and float(one["ts"]) in (oldest, latest))
    ]
    metadata = call.given("include_all_metadata") in (True, 1, "1", "true")
    chosen, more = page(call, within, 15 if call.double.tiers.distributed else 100)
    has_more = bool(more["response_metadata"]["next_cursor"])
    return {"messages": [messages.told(one, metadata=metadata) for one in chosen], "has_more": has_more, **more}


def _time(call: Call, name: str, otherwise: str) -> float:
    try:
        return float(call.given(name) or otherwise)
    except (TypeError, ValueError):
        raise Refusal(f"invalid_ts_{name}") from None


def page(call: Call, held: list[Any], usual: int) -> tuple[list[Any], Json]:
    """A slice by cursor and limit, and where the next one begins."""
    try:
        limit = max(1, min(1000, int(call.given("limit") or usual)))
        start = int(str(call.given("cursor") or "0").removeprefix("next:"))
    except ValueError:
        raise Refusal("invalid_cursor") from None
    following = f"next:{start + limit}" if start + limit < len(held) else ""
    return held[start : start + limit], {"response_metadata": {"next_cursor": following}}


def shape(team: Team, channel: Channel) -> Json:
    if channel.im_user:
        return {"id": channel.id, "created": 1, "is_im": True, "user": channel.im_user, "is_archived": False}
    return {
        "id": channel.id,
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": not channel.private,
        "is_group": channel.private,
        "is_im": False,
        "is_mpim": False,
        "is_private": channel.private,
        "is_archived": channel.archived,
        "is_general": channel.name == "general",
        "is_member": team.bot in channel.members,
        "created": 1,
        "creator": next((one.id for one in team.people.values() if one.admin), team.bot),
        "context_team_id": team.id,
        "num_members": len(channel.members),
    }
