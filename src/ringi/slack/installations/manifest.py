"""The app's manifest, as Slack's "From a manifest" takes it: scopes, events, command, shortcut, today's agent view."""

from __future__ import annotations

from typing import Any

from ringi.slack.cards.home import suggested_prompts
from ringi.slack.installations.abilities import (
    COMMAND,
    EVENTS,
    EVENTS_PATH,
    REDIRECT_PATH,
    SCOPES,
    SHORTCUT,
)
from ringi.words import say

NAME_LIMIT, DISPLAY_LIMIT, DESCRIPTION_LIMIT = 35, 80, 140


def manifest(name: str, lang: str, url: str = "", *, rotation: bool = False) -> dict[str, Any]:
    """The manifest as a document.

    Args:
        name: what the app is called in the workspace.
        lang: language of the descriptions; the suggested prompts follow it too.
        url: where Slack reaches this server; empty means Socket Mode, which needs no address.
        rotation: tokens that expire. Only for apps that are installed by OAuth.
    """
    base = url.rstrip("/")
    reached = {"url": f"{base}{EVENTS_PATH}"} if base else {}
    asked = {"request_url": f"{base}{EVENTS_PATH}"} if base else {}
    redirect = {"redirect_urls": [f"{base}{REDIRECT_PATH}"]} if base else {}
    about = say("slack_setup", "about", lang)
    return {
        "display_information": {
            "name": name[:NAME_LIMIT],
            "description": about[:DESCRIPTION_LIMIT],
            "background_color": "#1264a3",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": name[:DISPLAY_LIMIT], "always_online": True},
            "agent_view": {
                "agent_description": say("slack_setup", "agent", lang),
                "suggested_prompts": suggested_prompts(lang=lang),
            },
            "slash_commands": [
                {
                    "command": COMMAND,
                    "description": say("slack_setup", "command", lang),
                    "usage_hint": say("slack_setup", "command_hint", lang),
                    "should_escape": True,
                    **reached,
                }
            ],
            "shortcuts": [
                {
                    "name": say("slack_setup", "shortcut", lang),
                    "type": "message",
                    "callback_id": SHORTCUT,
                    "description": say("slack_setup", "shortcut_about", lang),
                }
            ],
        },
        "oauth_config": {**redirect, "scopes": {"bot": sorted(SCOPES)}},
        "settings": {
            "event_subscriptions": {**asked, "bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True, **asked},
            "org_deploy_enabled": False,
            "socket_mode_enabled": not base,
            "token_rotation_enabled": rotation,
        },
    }
