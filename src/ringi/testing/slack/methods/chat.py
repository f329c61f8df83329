"""chat.*: posting, updating, deleting, notes for one person, links to messages."""

from __future__ import annotations

from ringi.testing.slack import messages
from ringi.testing.slack.call import Call, method
from ringi.testing.slack.company import Channel
from ringi.testing.slack.contents import check_message
from ringi.testing.slack.refusal import Json, Refusal


@method("chat.postMessage")
async def post_message(call: Call) -> Json:
    call.required("channel")
    channel = _open_to_app(call)
    check_message(call.arguments, strict=call.double.strict)
    message = call.double.write(call.team, channel, call.arguments)
    return {"channel": channel.id, "ts": message["ts"], "message": messages.told(message, metadata=True)}


@method("chat.update")
async def update(call: Call) -> Json:
    _, ts = call.required("channel", "ts")
    channel = call.channel()
    message = _own(call, channel, str(ts), "cant_update_message")
    if message.get("streaming_state") == "in_progress":
        raise Refusal("streaming_state_conflict")
    check_message(call.arguments, strict=call.double.strict, update=True)
    call.double.rewrite(call.team, channel, message, call.arguments)
    told = messages.told(message, metadata=True)
    return {"channel": channel.id, "ts": message["ts"], "text": message["text"], "message": told}


@method("chat.delete")
async def delete(call: Call) -> Json:
    _, ts = call.required("channel", "ts")
    channel = call.channel()
    message = _own(call, channel, str(ts), "cant_delete_message")
    call.double.remove(call.team, channel, message)
    return {"channel": channel.id, "ts": message["ts"]}


@method("chat.postEphemeral")
async def post_ephemeral(call: Call) -> Json:
    _, user = call.required("channel", "user")
    channel = _open_to_app(call)
    check_message(call.arguments, strict=call.double.strict)
    if user not in channel.members:
        raise Refusal("user_not_in_channel")
    message = call.double.write(call.team, channel, call.arguments, only_for=str(user))
    return {"message_ts": message["ts"]}


@method("chat.getPermalink")
async def get_permalink(call: Call) -> Json:
    _, ts = call.required("channel", "message_ts")
    channel = call.channel()
    message = messages.find(channel, str(ts))
    if message is None:
        raise Refusal("message_not_found")
    return {"channel": channel.id, "permalink": call.double.permalink(call.team, channel, message)}


def _open_to_app(call: Call) -> Channel:
    """A conversation the app may write into."""
    channel = call.channel(member=True)
    if channel.archived:
        raise Refusal("is_archived")
    return channel


def _own(call: Call, channel: Channel, ts: str, otherwise: str) -> Json:
    message = messages.find(channel, ts)
    if message is None or message.get("ephemeral_for"):
        raise Refusal("message_not_found")
    if message.get("bot_id") != call.team.bot_id:
        raise Refusal(otherwise)
    return message
