"""What the app asks of Slack: scopes, events, the command and the shortcut. The manifest and the doctor read this."""

from __future__ import annotations

SCOPES: dict[str, str] = {
    "app_mentions:read": "app_mention",
    "assistant:write": "assistant.threads.setStatus, setSuggestedPrompts",
    "channels:history": "message.channels, conversations.replies",
    "channels:read": "conversations.info",
    "chat:write": "chat.postMessage, chat.update, chat.postEphemeral, agents.sessions.setStatus",
    "commands": "/ringi",
    "groups:history": "message.groups, conversations.replies",
    "groups:read": "conversations.info",
    "im:history": "message.im, conversations.replies",
    "im:read": "conversations.info",
    "im:write": "conversations.open",
    "users:read": "users.info, users.list",
    "users:read.email": "users.lookupByEmail",
}
"""Bot scopes, each with what needs it. Nothing is asked for that nothing needs."""
EVENTS = (
    "agent_session_stopped",
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "tokens_revoked",
)
COMMAND = "/ringi"
SHORTCUT = "ask_ringi"
EVENTS_PATH = "/slack/events"
INSTALL_PATH = "/slack/install"
REDIRECT_PATH = "/slack/oauth_redirect"
