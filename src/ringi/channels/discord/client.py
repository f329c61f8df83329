"""The connection to Discord: discord.py with nothing switched on that is not needed. Imported only when configured.

It hands over what was said and pressed as plain records, and sends, edits and answers; it decides nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from ringi.channels.discord.rendering import CUSTOM_ID, custom_id
from ringi.channels.discord.standing import Spoken
from ringi.words import say

QUIET = discord.AllowedMentions.none()
logging.getLogger("discord").addHandler(logging.NullHandler())  # its warnings do not belong on a full screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button of ours that somebody pressed."""

    approval: str
    yes: bool
    server: int | None
    author: int
    message: int
    tell: Callable[[str], Awaitable[None]]
    """Says something to this person alone."""
    accept: Callable[[], Awaitable[None]]
    """Shows them that it arrived; what came of it shows on the message itself."""


class Client(discord.Client):
    def __init__(
        self,
        *,
        spoken: Callable[[Spoken], None],
        pressed: Callable[[Pressed], Awaitable[None]],
        ready: Callable[[], Awaitable[None]],
        connected: Callable[[bool], None],
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.message_content = True
        super().__init__(
            intents=intents,
            allowed_mentions=QUIET,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,
        )
        self._spoken, self._pressed, self._opened, self._connected = spoken, pressed, ready, connected

    async def on_ready(self) -> None:
        await self._opened()

    async def on_resumed(self) -> None:
        self._connected(True)

    async def on_disconnect(self) -> None:
        self._connected(False)

    async def on_message(self, message: discord.Message) -> None:
        # An edit is another event, and is not listened to: what counts is what was said at first.
        plain = message.type in (discord.MessageType.default, discord.MessageType.reply)
        robot = message.author.bot or message.author.system or message.webhook_id is not None
        self._spoken(
            Spoken(
                id=message.id,
                server=message.guild.id if message.guild else None,
                channel=message.channel.id,
                author=message.author.id,
                username=message.author.name,
                text=message.content,
                person=plain and not robot,
            )
        )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        found = CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
        if interaction.type is not discord.InteractionType.component or found is None or interaction.message is None:
            return

        async def tell(text: str) -> None:
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=QUIET)

        async def accept() -> None:
            await interaction.response.defer()

        await self._pressed(
            Pressed(
                approval=found["approval"],
                yes=found["answer"] == "y",
                server=interaction.guild_id,
                author=interaction.user.id,
                message=interaction.message.id,
                tell=tell,
                accept=accept,
            )
        )

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Said by the channel; a stack trace would go over the screen."""
        logging.getLogger("discord").exception("in %s", event_method)

    def belongs(self, channel: int, server: int) -> bool:
        found = self.get_channel(channel)
        guild = getattr(found, "guild", None)
        return guild is not None and guild.id == server

    async def write(self, channel: int, text: str, *, nonce: str, approval: str = "", lang: str = "en") -> int:
        """The id of the message. Sent again by discord.py when the answer was lost: the nonce makes it one message."""
        place = self.get_partial_messageable(channel)
        view = _buttons(approval, lang) if approval else None
        if view is None:
            sent = await place.send(text, nonce=nonce, allowed_mentions=QUIET, suppress_embeds=True)
        else:
            sent = await place.send(text, nonce=nonce, allowed_mentions=QUIET, suppress_embeds=True, view=view)
            view.stop()  # presses come to `on_interaction`, also after a restart
        return sent.id

    async def rewrite(self, channel: int, message: int, text: str, *, nonce: str = "") -> None:
        """Changes a message of ours and takes its buttons away; one that is gone is left at that.

        To do it twice changes nothing, so that the nonce is not needed.
        """
        place = self.get_partial_messageable(channel)
        try:
            await place.get_partial_message(message).edit(content=text, view=None, allowed_mentions=QUIET)
        except discord.NotFound:
            return


def _buttons(approval: str, lang: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    styles = {"y": discord.ButtonStyle.success, "n": discord.ButtonStyle.danger}
    for answer, style in styles.items():
        label = say("channels", f"button_{answer}", lang)
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=custom_id(approval, answer)))
    return view


def aim(api_url: str) -> None:
    """Somewhere else than Discord, for tests and for trying: the API and its gateway on one address."""
    Route.BASE = f"{api_url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(api_url.replace("http", "ws", 1) + "/gateway")
