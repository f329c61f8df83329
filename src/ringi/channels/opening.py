"""All channels of one SPECTRA: opens what is configured, keeps each alive by itself, and carries posts out.

A channel that fails goes down alone, and says so once; nothing is imported for one that is off.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ringi.channels.config import Channels, Discord, X
from ringi.channels.crowd import Crowd
from ringi.channels.keeping import Kept
from ringi.errors import Unavailable
from ringi.spectra.shapes import Outcome, Port
from ringi.words import say

if TYPE_CHECKING:
    from ringi.channels.door import Door

State = Literal["up", "down", "off"]
Post = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
KEPT = "logs/channels"
"""Where they keep what they must still know: beside the logs, where no command of SPECTRA's may write."""


class Open:
    """What is open. `posting` for who acts, `states` for the vitals."""

    def __init__(self, crowd: Crowd, told: Callable[[str], None], lang: str) -> None:
        self.crowd = crowd
        self._told, self.lang = told, lang
        self._states: dict[str, State] = {"discord": "off", "x": "off", "roblox": "off", "webhook": "off"}
        self._posts: dict[str, Post] = {}
        self.door: Door | None = None

    def states(self) -> dict[str, State]:
        return dict(self._states)

    @property
    def channels(self) -> tuple[str, ...]:
        """Where something can be posted."""
        return tuple(self._posts)

    async def post(self, channel: str, text: str, arguments: Mapping[str, Any]) -> Outcome:
        """An approved post. `unknown` when nobody can say whether it arrived."""
        carry = self._posts.get(channel)
        if carry is None:
            return Outcome(status="fail", cause=f"channel {channel[:40]} is off")
        return await carry(text, arguments)

    def posts(self, channel: str, carry: Post) -> None:
        self._posts[channel] = carry

    def setter(self, channel: str) -> Callable[..., None]:
        return partial(self.set, channel)

    def set(self, channel: str, state: State, why: str = "") -> None:
        """Says it when a channel goes down or comes back; the first time up goes without saying."""
        before, self._states[channel] = self._states[channel], state
        if state == "down" and before != "down":
            self._told(say("channels", "down", self.lang, channel=channel, why=why))
        elif state == "up" and before == "down":
            self._told(say("channels", "back", self.lang, channel=channel))


@contextlib.asynccontextmanager
async def opened(
    config: Channels, port: Port, directory: Path, *, lang: str, told: Callable[[str], None]
) -> AsyncIterator[Open]:
    """The configured channels, for as long as the block lasts. `told` says a line of the machine's own in the chat."""
    crowd = Crowd(port, told, lang=lang, waiting=config.waiting, each=config.each)
    channels = Open(crowd, told, lang)
    tasks: list[asyncio.Task[None]] = []
    kept = directory / KEPT
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(crowd.close)
        if config.roblox or config.hooks:
            await _listen(config, port, kept, channels, stack)
        for hook in config.hooks:
            if hook.url:
                from ringi.channels.telling import Telling

                telling = Telling(hook, port, told, lang=lang).run()
                tasks.append(asyncio.create_task(_alone("webhook", telling, channels)))
        if config.discord:
            running = await _discord(config.discord, port, kept, channels)
            tasks += [asyncio.create_task(_alone("discord", running, channels))] if running is not None else []
        if config.x:
            tasks.append(asyncio.create_task(_alone("x", _x(config.x, directory, channels), channels)))
        try:
            yield channels
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _alone(name: str, running: Coroutine[Any, Any, None], channels: Open) -> None:
    """A channel that breaks takes nobody along, and does not go unnoticed."""
    try:
        await running
    except Exception as error:
        logging.getLogger(__name__).exception("channel %s", name)
        channels.set(name, "down", type(error).__name__)


def _x(config: X, directory: Path, channels: Open) -> Coroutine[Any, Any, None]:
    from ringi.channels.x.channel import XChannel

    log, kept = directory / "logs" / "events.jsonl", Kept(directory / KEPT / "x.json")
    channel = XChannel(config, channels.crowd, kept, log, channels.setter("x"), lang=channels.lang)
    channels.posts("x", channel.post)
    return channel.run()


async def _discord(config: Discord, port: Port, kept: Path, channels: Open) -> Coroutine[Any, Any, None] | None:
    """What keeps Discord running; discord.py is a second of reading, so not in the loop's time."""
    try:
        found = await asyncio.to_thread(_imported, "ringi.channels.discord.channel")
    except ImportError:
        error = Unavailable("RINGI-392")
        channels.set("discord", "down", f"{error.message(channels.lang)} {error.next_step(channels.lang)}")
        return None

    state = channels.setter("discord")
    channel = found.DiscordChannel(config, port, channels.crowd, Kept(kept / "discord.json"), state, lang=channels.lang)
    channels.posts("discord", channel.post)
    running: Coroutine[Any, Any, None] = channel.run()
    return running


def _imported(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # discord.py can also do sound, in an old way
        return importlib.import_module(name)


async def _listen(config: Channels, port: Port, kept: Path, channels: Open, stack: contextlib.AsyncExitStack) -> None:
    from ringi.channels.door import Door

    door = Door(config.host, config.port, lang=channels.lang)
    names = []
    if config.roblox:
        from ringi.channels.roblox import RobloxChannel

        roblox = RobloxChannel(config.roblox, port, channels.crowd)
        stack.callback(roblox.close)
        door.add("POST", "/roblox/say", roblox.say)
        door.add("GET", "/roblox/show", roblox.show)
        channels.posts("roblox", roblox.post)
        names.append("roblox")
    if config.hooks:
        from ringi.channels.hooks import Hooks

        door.add("POST", "/hooks/{name}", Hooks(config.hooks, port, channels.crowd, kept / "seen.txt").take)
        names.append("webhook")
    try:
        await door.open()
    except OSError as error:
        for name in names:
            channels.set(name, "down", error.strerror or type(error).__name__)
        return
    stack.push_async_callback(door.close)
    channels.door = door
    for name in names:
        channels.set(name, "up")
