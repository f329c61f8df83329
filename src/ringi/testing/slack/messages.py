"""Messages as the double keeps them, and as Slack's API tells of them.

Kept is what was sent, plus what Slack adds (ids of blocks and attachments, author, times). What the API answers
differs in small things, as it does at Slack: colours lose their `#`, metadata is only told when asked for.
"""

from __future__ import annotations

import copy
from typing import Any

from ringi.testing.slack.company import APP, Channel, Team
from ringi.testing.slack.elements import INPUTS, PRESSABLE, held
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json

CONTENTS = ("text", "blocks", "attachments", "metadata")
OURS = ("ephemeral_for", "reactions_by")


def dress(contents: Json, salt: str) -> Json:
    """What was sent, with every block and attachment given the id by which a press will name it; new ids each time."""
    message: Json = copy.deepcopy({key: contents[key] for key in CONTENTS if contents.get(key) is not None})
    text = message.get("text")
    message["text"] = str(text)[: most("post.text")] if text is not None else ""
    if contents.get("markdown_text"):
        message["text"] = str(contents["markdown_text"])
        message["blocks"] = [{"type": "markdown", "text": message["text"]}]
    name_blocks(message.get("blocks"), salt)
    for place, attachment in enumerate(message.get("attachments", [])):
        attachment.setdefault("id", place + 1)
        attachment.setdefault("fallback", "[no preview available]")
        name_blocks(attachment.get("blocks"), f"{salt}.{place}")
    return message


def name_blocks(blocks: Any, salt: str) -> None:
    """Give ids to the blocks and elements that came without."""
    for place, block in enumerate(blocks or []):
        block.setdefault("block_id", f"b{salt}.{place}")
        for at, element in enumerate(held(block)):
            if isinstance(element, dict) and element.get("type") in PRESSABLE | INPUTS:
                element.setdefault("action_id", f"a{salt}.{place}.{at}")


def by_app(team: Team, message: Json) -> Json:
    """The fields that say that the app wrote it."""
    return {
        "type": "message",
        "user": team.bot,
        "bot_id": team.bot_id,
        "app_id": APP,
        "team": team.id,
        "bot_profile": {
            "id": team.bot_id,
            "app_id": APP,
            "user_id": team.bot,
            "name": team.people[team.bot].real_name,
            "deleted": False,
            "team_id": team.id,
        },
        **message,
    }


def find(channel: Channel, ts: str) -> Json | None:
    return next((one for one in channel.messages if one["ts"] == ts), None)


def thread_of(channel: Channel, ts: str) -> list[Json]:
    """The message and its replies, oldest first, without what only one person sees."""
    return [
        one
        for one in channel.messages
        if (one["ts"] == ts or one.get("thread_ts") == ts) and not one.get("ephemeral_for")
    ]


def told(message: Json, *, metadata: bool = False) -> Json:
    """The message in the API's form."""
    out = copy.deepcopy({key: value for key, value in message.items() if key not in OURS})
    if not metadata:
        out.pop("metadata", None)
    for attachment in out.get("attachments", []):
        if isinstance(attachment.get("color"), str):
            attachment["color"] = attachment["color"].removeprefix("#")
    return out


def count_replies(channel: Channel, thread_ts: str) -> None:
    """Bring the figures on a thread's first message up to date."""
    root = find(channel, thread_ts)
    if root is None:
        return
    replies = [one for one in thread_of(channel, thread_ts) if one is not root]
    root["thread_ts"] = thread_ts
    root["reply_count"] = len(replies)
    root["reply_users"] = sorted({one["user"] for one in replies})
    root["reply_users_count"] = len(root["reply_users"])
    if replies:
        root["latest_reply"] = replies[-1]["ts"]
