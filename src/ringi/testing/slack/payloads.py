"""The shapes in which Slack tells an app what happened: events, presses, submitted modals, commands, shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringi.testing.slack import messages
from ringi.testing.slack.company import APP, Channel, Team
from ringi.testing.slack.methods.apps import authorization
from ringi.testing.slack.refusal import Json
from ringi.testing.slack.wording import rich

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double

VERIFICATION = "verification-token-nobody-should-use"


def event(double: Double, team: Team, inner: Json) -> Json:
    """An event in the envelope of the Events API."""
    context = double.ids.secret("4-{1}")
    double.event_contexts[context] = team.id
    return {
        "token": VERIFICATION,
        "team_id": team.id,
        "context_team_id": team.id,
        "context_enterprise_id": None,
        "api_app_id": APP,
        "event": inner,
        "type": "event_callback",
        "event_id": double.ids.new("Ev"),
        "event_time": int(double.clock.now()),
        "authorizations": [authorization(team.id, team.bot)],
        "is_ext_shared_channel": False,
        "event_context": context,
    }


def message_event(channel: Channel, message: Json) -> Json:
    """What a new message looks like to those who listen to the channel."""
    return {
        **_with_rich_text(messages.told(message, metadata=True)),
        "channel": channel.id,
        "event_ts": message["ts"],
        "channel_type": channel.kind,
    }


def _with_rich_text(message: Json) -> Json:
    """People's messages come with their text a second time, as a block; the page has no use for that."""
    if "bot_id" not in message:
        message.setdefault("blocks", rich(message["text"], f"r{message['ts']}"))
    return message


def mention_event(channel: Channel, message: Json) -> Json:
    kept = ("user", "text", "ts", "thread_ts", "parent_user_id", "client_msg_id", "team", "blocks")
    whole = _with_rich_text(dict(message))
    held = {key: whole[key] for key in kept if key in whole}
    return {"type": "app_mention", **held, "channel": channel.id, "event_ts": message["ts"]}


def changed_event(double: Double, channel: Channel, message: Json, previous: Json, *, deleted: bool) -> Json:
    """An edited or removed message."""
    ts = double.ids.ts()
    common: Json = {
        "type": "message",
        "hidden": True,
        "channel": channel.id,
        "previous_message": messages.told(previous, metadata=True),
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.kind,
    }
    if deleted:
        return {**common, "subtype": "message_deleted", "deleted_ts": message["ts"]}
    return {**common, "subtype": "message_changed", "message": messages.told(message, metadata=True)}


def interaction(double: Double, team: Team, user: str, kind: str) -> Json:
    """What every interaction payload begins with, trigger included."""
    person = team.people[user]
    return {
        "type": kind,
        "user": {"id": user, "username": person.name, "name": person.name, "team_id": team.id},
        "api_app_id": APP,
        "token": VERIFICATION,
        "trigger_id": double.triggers.new(team.id, user),
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def press_on_message(double: Double, team: Team, user: str, channel: Channel, message: Json, found: Json) -> Json:
    """block_actions on a message; blocks inside an attachment name that attachment as their container."""
    container: Json = {
        "type": "message",
        "message_ts": message["ts"],
        "channel_id": channel.id,
        "is_ephemeral": bool(message.get("ephemeral_for")),
    }
    if found["attachment"]:
        container.update(type="message_attachment", attachment_id=found["attachment"], is_app_unfurl=False)
    if message.get("thread_ts"):
        container["thread_ts"] = message["thread_ts"]
    out: Json = {
        **interaction(double, team, user, "block_actions"),
        "container": container,
        "channel": {"id": channel.id, "name": channel.shown_name},
        "state": {"values": {}},
        "response_url": double.hooks.new(team.id, channel.id, user, message["ts"]),
        "actions": [found["action"]],
    }
    if not message.get("ephemeral_for"):
        out["message"] = messages.told(message, metadata=True)
    return out


def press_in_view(double: Double, team: Team, user: str, view: Json, action: Json) -> Json:
    return {
        **interaction(double, team, user, "block_actions"),
        "container": {"type": "view", "view_id": view["id"]},
        "view": view,
        "actions": [action],
    }


def command(double: Double, team: Team, user: str, channel: Channel, name: str, text: str) -> Json:
    return {
        "token": VERIFICATION,
        "team_id": team.id,
        "team_domain": team.domain,
        "channel_id": channel.id,
        "channel_name": channel.shown_name,
        "user_id": user,
        "user_name": team.people[user].name,
        "command": name,
        "text": text,
        "api_app_id": APP,
        "is_enterprise_install": "false",
        "response_url": double.hooks.new(team.id, channel.id, user, ""),
        "trigger_id": double.triggers.new(team.id, user),
    }


def message_shortcut(double: Double, team: Team, user: str, channel: Channel, message: Json, callback: str) -> Json:
    return {
        **interaction(double, team, user, "message_action"),
        "action_ts": double.ids.ts(),
        "callback_id": callback,
        "channel": {"id": channel.id, "name": channel.shown_name},
        "message_ts": message["ts"],
        "message": messages.told(message, metadata=True),
        "response_url": double.hooks.new(team.id, channel.id, user, message["ts"]),
    }
