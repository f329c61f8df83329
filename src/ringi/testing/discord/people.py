"""Who and what is in the double, in Discord's words. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
EPOCH = 1_420_070_400_000
APPLICATION = 9_000
BOT = 9_001


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An account. `name` is its own alone; anybody may take any `shown` name."""

    id: int
    name: str
    shown: str = ""
    bot: bool = False

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": self.shown or None,
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
        }

    def member(self) -> Json:
        return {
            "user": self.json(),
            "nick": self.shown or None,
            "avatar": None,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00.000000+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": "0",
        }


ROBOT = Person(id=BOT, name="spectra", bot=True)


@dataclass(slots=True, kw_only=True)
class Message:
    id: int
    channel: int
    server: int | None
    author: Person
    content: str
    webhook: int | None = None
    components: list[Json] = field(default_factory=list)
    pinged: tuple[str, ...] = ()
    """Whom it made a sound at: what it mentions, less what its sender did not allow."""
    flags: int = 0
    edited: str | None = None
    kind: int = 0

    def json(self) -> Json:
        told: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": self.author.json(),
            "content": self.content,
            "timestamp": moment(self.id),
            "edited_timestamp": self.edited,
            "tts": False,
            "mention_everyone": "everyone" in self.pinged,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": self.kind,
            "flags": self.flags,
            "components": self.components,
        }
        if self.server is not None:
            told["guild_id"] = str(self.server)
        if self.webhook is not None:
            told["webhook_id"] = str(self.webhook)
        return told


def moment(snowflake: int) -> str:
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH) / 1000, UTC).isoformat()


def server(number: int, channels: list[int]) -> Json:
    """As GUILD_CREATE brings it."""
    return {
        "id": str(number),
        "name": f"server {number}",
        "icon": None,
        "splash": None,
        "owner_id": "1",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [
            {
                "id": str(number),
                "name": "@everyone",
                "color": 0,
                "hoist": False,
                "position": 0,
                "permissions": "68608",
                "managed": False,
                "mentionable": False,
                "flags": 0,
            }
        ],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "premium_tier": 0,
        "preferred_locale": "ja",
        "nsfw_level": 0,
        "joined_at": "2026-01-01T00:00:00.000000+00:00",
        "large": False,
        "unavailable": False,
        "member_count": 3,
        "voice_states": [],
        "members": [ROBOT.member()],
        "channels": [channel(one, number) for one in channels],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "stickers": [],
        "soundboard_sounds": [],
    }


def channel(number: int, of: int) -> Json:
    return {
        "id": str(number),
        "type": 0,
        "guild_id": str(of),
        "name": f"channel-{number}",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }


def application() -> Json:
    return {
        "id": str(APPLICATION),
        "name": "spectra",
        "icon": None,
        "description": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 1 << 19,
        "owner": Person(id=1, name="owner").json(),
        "team": None,
        "hook": True,
    }
