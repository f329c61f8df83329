"""What changes in the conversations: messages written, rewritten and removed, and the app told of it as Slack would."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections import defaultdict
from typing import TYPE_CHECKING

from ringi.testing.slack import messages, payloads
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json

if TYPE_CHECKING:
    from ringi.testing.slack.changes import Changes
    from ringi.testing.slack.clock import Clock
    from ringi.testing.slack.company import Channel, Team
    from ringi.testing.slack.ids import Ids


class Writing(ABC):
    """The part of the double that keeps the conversations."""

    clock: Clock
    ids: Ids
    changes: Changes
    echo: bool

    def __init__(self) -> None:
        self.versions: dict[tuple[str, str], list[Json]] = defaultdict(list)

    @abstractmethod
    def tell_app(self, team: Team, inner: Json) -> None: ...

    def write(self, team: Team, channel: Channel, given: Json, *, only_for: str = "", quiet: bool = False) -> Json:
        """A new message of the app's."""
        ts = self.ids.ts()
        message = messages.by_app(team, messages.dress(given, self.ids.new("")))
        message["ts"] = ts
        if given.get("thread_ts"):
            message["thread_ts"] = str(given["thread_ts"])
            root = messages.find(channel, message["thread_ts"])
            message["parent_user_id"] = root["user"] if root else ""
        if only_for:
            message["ephemeral_for"] = only_for
        channel.messages.append(message)
        self._after_writing(team, channel, message)
        if self.echo and not only_for and not quiet:
            self.tell_app(team, payloads.message_event(channel, message))
        return message

    def _after_writing(self, team: Team, channel: Channel, message: Json) -> None:
        thread = message.get("thread_ts", "")
        if thread and not message.get("ephemeral_for"):
            messages.count_replies(channel, thread)
        if not message.get("ephemeral_for"):
            team.status.pop(f"{channel.id}:{thread}", None)
        self.changes.tell()

    def rewrite(self, team: Team, channel: Channel, message: Json, given: Json) -> None:
        """Other contents for a message; what is not given stays as it was, as chat.update documents."""
        previous = copy.deepcopy(message)
        self.versions[channel.id, message["ts"]].append(previous)
        fresh = messages.dress(given, self.ids.new(""))
        for part in ("blocks", "attachments", "metadata"):
            if given.get(part) is not None:
                message[part] = fresh[part]
                if not message[part]:
                    del message[part]
        if given.get("text") is not None or given.get("markdown_text"):
            message["text"] = fresh["text"]
        if given.get("markdown_text"):
            message["blocks"] = fresh["blocks"]
        message["edited"] = {"user": team.bot, "ts": self.ids.ts()}
        self.changes.tell()
        if self.echo and not message.get("ephemeral_for"):
            self._tell_of_change(team, channel, message, previous, deleted=False)

    def remove(self, team: Team, channel: Channel, message: Json) -> None:
        channel.messages.remove(message)
        if message.get("thread_ts"):
            messages.count_replies(channel, message["thread_ts"])
        self.changes.tell()
        if self.echo and not message.get("ephemeral_for"):
            self._tell_of_change(team, channel, message, message, deleted=True)

    @abstractmethod
    def _tell_of_change(self, team: Team, channel: Channel, message: Json, before: Json, *, deleted: bool) -> None: ...

    def permalink(self, team: Team, channel: Channel, message: Json) -> str:
        link = f"https://{team.domain}.slack.com/archives/{channel.id}/p{message['ts'].replace('.', '')}"
        if message.get("thread_ts", message["ts"]) != message["ts"]:
            link += f"?thread_ts={message['thread_ts']}&cid={channel.id}"
        return link

    def show_status(self, team: Team, channel: str, thread_ts: str, words: str, loading: list[str]) -> None:
        """What the app says it is doing; gone when it writes, says nothing, or after two minutes."""
        key = f"{channel}:{thread_ts}"
        if words:
            until = self.clock.now() + most("status.seconds")
            team.status[key] = {"words": words, "loading": list(loading), "until": until}
        else:
            team.status.pop(key, None)
        self.changes.tell()
