"""Which scope each method asks of a bot token. Documented method by method; a list means that one of them is enough."""

from __future__ import annotations

from ringi.testing.slack.company import Channel
from ringi.testing.slack.refusal import Refusal
from ringi.testing.slack.tokens import Token

NEEDED: dict[str, str] = {
    "chat.postMessage": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.startStream": "chat:write",
    "chat.appendStream": "chat:write",
    "chat.stopStream": "chat:write",
    "users.info": "users:read",
    "users.list": "users:read",
    "users.lookupByEmail": "users:read.email",
    "usergroups.users.list": "usergroups:read",
    "team.info": "team:read",
    "assistant.threads.setStatus": "assistant:write",
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "assistant.threads.setTitle": "assistant:write",
    "agents.sessions.setStatus": "chat:write",
    "agents.sessions.rename": "chat:write",
    "conversations.open": "im:write",
}
BY_CHANNEL = {"conversations.replies": "history", "conversations.history": "history"}
READ_BY_CHANNEL = {"conversations.info": "read", "conversations.members": "read"}
EVENTS = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
}
"""Events that are only sent to an app that may read what they tell."""
AREAS = {"channel": "channels", "group": "groups", "im": "im"}


def check(token: Token, method: str) -> None:
    """The scope that does not depend on what the call is about."""
    if method in NEEDED:
        need(token, NEEDED[method])


def check_channel(token: Token, method: str, channel: Channel) -> None:
    """Reading a conversation asks for the scope of its kind."""
    what = BY_CHANNEL.get(method) or READ_BY_CHANNEL.get(method)
    if what:
        need(token, f"{AREAS[channel.kind]}:{what}")


def may_hear(token: Token | None, event: str) -> bool:
    return event not in EVENTS or (token is not None and EVENTS[event] in token.scopes)


def need(token: Token, scope: str) -> None:
    if scope not in token.scopes:
        raise Refusal("missing_scope", needed=scope, provided=",".join(sorted(token.scopes)))
