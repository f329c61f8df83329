"""Who and what there is in the double before anything happens: one workspace of the sample company; others join it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ringi.testing.slack.refusal import Json

APP = "A0RINGI"
BOT_SCOPES = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "users:read",
    "users:read.email",
)
"""What a token gets: what the manifest asks for and nothing else, so that a call that it forgot is refused here too."""


@dataclass(slots=True)
class Person:
    id: str
    name: str
    real_name: str
    locale: str = "ja-JP"
    email: str = ""
    admin: bool = False
    bot: bool = False
    deleted: bool = False
    team: str = ""
    """The workspace of somebody who is only here through a shared channel; empty means this one."""


@dataclass(slots=True)
class Channel:
    id: str
    name: str
    members: set[str]
    im_user: str = ""
    private: bool = False
    archived: bool = False
    messages: list[Json] = field(default_factory=list)

    @property
    def kind(self) -> str:
        if self.im_user:
            return "im"
        return "group" if self.private else "channel"

    @property
    def shown_name(self) -> str:
        """As interaction payloads name it."""
        if self.im_user:
            return "directmessage"
        return "privategroup" if self.private else self.name


@dataclass(slots=True)
class Team:
    """One workspace: its people and channels, and what the installed app has left in it."""

    id: str
    name: str
    domain: str
    bot: str = "U0BOT"
    bot_id: str = "B0RINGI"
    people: dict[str, Person] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    usergroups: dict[str, list[str]] = field(default_factory=dict)
    modals: dict[str, list[Json]] = field(default_factory=dict)
    homes: dict[str, Json] = field(default_factory=dict)
    status: dict[str, Json] = field(default_factory=dict)
    sessions: dict[str, Json] = field(default_factory=dict)
    prompts: dict[str, list[Json]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    installed: bool = True

    def im(self, user: str) -> Channel:
        """The direct conversation between the app and a person, opened when there is none."""
        for channel in self.channels.values():
            if channel.im_user == user:
                return channel
        channel = Channel(id=f"D{user[1:]}", name=user, members={user, self.bot}, im_user=user)
        self.channels[channel.id] = channel
        return channel

    def add_person(self, id: str, name: str, real_name: str, **more: Any) -> Person:
        person = Person(id=id, name=name, real_name=real_name, **more)
        person.email = person.email or f"{name}@{self.domain}.example"
        self.people[id] = person
        return person

    def add_channel(self, id: str, name: str, *, bot: bool = True, private: bool = False) -> Channel:
        """A channel with every person of the workspace in it, and the app when `bot`."""
        members = {person.id for person in self.people.values() if bot or not person.bot}
        self.channels[id] = Channel(id=id, name=name, members=members, private=private)
        return self.channels[id]


def sample() -> Team:
    """The workspace everybody starts with."""
    team = Team(id="T0RINGI", name="サンプル株式会社", domain="sample-kk")
    team.add_person("U0REQUESTER", "tanaka", "田中 さくら")
    team.add_person("U0APPROVER", "suzuki", "鈴木 健一")
    team.add_person("U0ADMIN", "sato", "佐藤 美咲", admin=True)
    team.add_person("U0OTHER", "wilson", "Emma Wilson", locale="en-US")
    team.add_person("U0CHINESE", "wang", "王 芳", locale="zh-CN")
    team.add_person(team.bot, "ringi", "Ringi", bot=True)
    team.add_channel("C0SOUMU", "総務")
    team.add_channel("C0GENERAL", "general")
    return team
