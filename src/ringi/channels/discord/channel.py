"""Discord as a channel of SPECTRA: hears, shows the chat, asks for approval where owners can press, and posts.

One line of things to send, in order. What is open is compared with what stands on Discord, so that each approval is
shown once, settled when it is decided anywhere, and shown once more after a restart.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import Any

import aiohttp
import discord

from ringi.channels.config import Discord
from ringi.channels.crowd import Crowd
from ringi.channels.discord.client import Client, Pressed, aim
from ringi.channels.discord.rendering import MOST, asked, harmless, settled
from ringi.channels.discord.standing import Spoken, answer, authority, heard
from ringi.channels.keeping import Kept
from ringi.channels.texts import pieces
from ringi.clock import ulid
from ringi.spectra.saying import approves
from ringi.spectra.shapes import Outcome, Output, Port
from ringi.words import say

WAITING = 200
PATIENCE = (5, 15, 60, 300)
GRACE = 15.0
"""Seconds that a connection may be gone before anybody is told: Discord asks clients to come again now and then."""
_LOST = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)


class DiscordChannel:
    def __init__(
        self, config: Discord, port: Port, crowd: Crowd, kept: Kept, state: Callable[..., None], *, lang: str
    ) -> None:
        self._config, self._port, self._crowd, self._kept, self._lang = config, port, crowd, kept, lang
        self._state = state
        self._lines: deque[str] = deque(maxlen=WAITING)
        self._more = asyncio.Event()
        self._inspector: Mapping[str, Any] = {}
        self._fresh = True
        self._client: Client | None = None
        self._late: asyncio.TimerHandle | None = None
        self._shown: tuple[str, int] | None = None
        """The open approval that stands whole on Discord, and its message."""

    async def run(self) -> None:
        """Until cancelled. What only a developer can mend (a wrong token, a missing right) is said, and ends it."""
        if self._config.api_url:
            aim(self._config.api_url)
        self._inspector = self._port.showing().get("inspector") or {}
        deaf = self._port.listen(self._told)
        try:
            for pause in _pauses():
                if not await self._connected():
                    return
                await asyncio.sleep(pause)
        finally:
            deaf()
            if self._late is not None:
                self._late.cancel()

    async def _connected(self) -> bool:
        """One connection, as long as it lasts; whether to try again."""
        opened = asyncio.Event()

        async def ready() -> None:
            if client.belongs(self._config.channel, self._config.server):
                self._client = client
                self._is_up(True)
                opened.set()
            else:
                self._state("down", say("channels", "wrong_place", self._lang))
                await client.close()

        client = Client(spoken=self._said, pressed=self._pressed, ready=ready, connected=self._is_up)
        sending = asyncio.create_task(self._send(client, opened))
        try:
            async with client:
                started = asyncio.create_task(client.start(self._config.token))
                try:
                    await asyncio.wait({started, sending}, return_when=asyncio.FIRST_COMPLETED)
                    if sending.done():  # else it would be heard and never answered, and nobody would know
                        sending.result()
                    await started
                finally:
                    started.cancel()
                    await asyncio.gather(started, return_exceptions=True)
            return False
        except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as error:
            key = "token" if isinstance(error, discord.LoginFailure) else "intents"
            self._state("down", say("channels", f"discord_{key}", self._lang))
            return False
        except (discord.DiscordException, *_LOST) as error:
            self._state("down", type(error).__name__)
            return True
        finally:
            self._client = None
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    def _is_up(self, up: bool) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if up:
            self._state("up")
        else:
            why = say("channels", "cut_off", self._lang)
            self._late = asyncio.get_running_loop().call_later(GRACE, self._state, "down", why)

    # -- in ------------------------------------------------------------------------------------------------------

    def _said(self, spoken: Spoken) -> None:
        said = heard(self._config, spoken)
        if said is None:
            return
        answered = answer(said.text) if said.authority == "developer" else None
        always = answered is None and said.authority == "developer" and approves(said.text)
        if self._open() is None or not (answered or always):
            self._crowd.hear(said, str(spoken.author))  # without an approval y and n answer what SPECTRA asked in words
        elif self._shown is None or self._shown[1] >= spoken.id or self._open() != self._shown[0]:
            # Only what was to be read here before it was answered.
            self._line(say("channels", "nothing_open", self._lang))
        elif answered is None:
            self._crowd.hear(said, str(spoken.author))
        else:
            self._port.answer(self._shown[0], *answered, by=self._name(spoken.author))

    async def _pressed(self, pressed: Pressed) -> None:
        if authority(self._config, pressed.server, pressed.author) != "developer":
            await pressed.tell(say("channels", "not_yours", self._lang))
        elif self._open() != pressed.approval:
            await pressed.tell(say("channels", "settled_already", self._lang))
        else:
            self._port.answer(pressed.approval, pressed.yes, by=self._name(pressed.author))
            await pressed.accept()

    def _name(self, author: int) -> str:
        return f"discord:{self._config.owners[author]}"

    def _open(self) -> str | None:
        approval = self._inspector.get("approval")
        return str(approval["id"]) if isinstance(approval, Mapping) and approval.get("id") else None

    # -- out -----------------------------------------------------------------------------------------------------

    def _told(self, shown: Output) -> None:
        if shown.surface == "inspector" and isinstance(shown.data, Mapping):
            self._inspector = shown.data
            self._more.set()
        elif shown.surface == "chat" and isinstance(shown.data, str):
            for piece in pieces(shown.data, MOST // 2):
                self._line(harmless(piece))

    def _line(self, text: str) -> None:
        self._lines.append(text)
        self._more.set()

    async def _send(self, client: Client, opened: asyncio.Event) -> None:
        """Sends what waits; stays with a line until it has arrived or was refused."""
        await opened.wait()
        while True:
            await self._approvals(client)
            while self._lines:
                line = self._lines.popleft()
                if line != self._asked_line():
                    await self._tried(partial(client.write, self._config.channel, line))
                await self._approvals(client)
            self._more.clear()
            if not self._lines and not self._behind():
                await self._more.wait()

    def _asked_line(self) -> str:
        """The open approval as the chat has it: here it is a message of its own."""
        approval = self._inspector.get("approval") or {}
        return harmless("\n".join(map(str, approval.get("lines") or ())))

    def _behind(self) -> bool:
        standing, action = self._standing(), self._inspector.get("action") or {}
        if self._fresh and not self._open() and standing and action.get("approval") == standing.get("id"):
            return False  # SPECTRA has just started, and is about to ask for it again
        return self._fresh or standing.get("id") != self._open()

    def _standing(self) -> Mapping[str, Any]:
        found = self._kept.values.get("shown")
        return found if isinstance(found, dict) else {}

    async def _approvals(self, client: Client) -> None:
        """Brings the approval on Discord to what is open now."""
        if not self._behind():
            return
        standing, approval = self._standing(), self._inspector.get("approval")
        self._shown, again = None, self._fresh and standing.get("id") == self._open()
        if standing:
            outcome = self._inspector.get("settled") or {}
            mine = outcome if outcome.get("id") == standing.get("id") else None
            text = say("channels", "asked_again", self._lang) if again else settled(standing["text"], mine, self._lang)
            await self._tried(partial(client.rewrite, self._config.channel, standing["message"], text))
            self._keep(None)
        self._fresh = False
        if isinstance(approval, Mapping) and self._open():
            await self._ask(client, approval)

    async def _ask(self, client: Client, approval: Mapping[str, Any]) -> None:
        name, card = str(approval["id"]), asked(approval, self._lang)
        buttons = name if card.whole else ""
        message = await self._tried(
            partial(client.write, self._config.channel, card.text, approval=buttons, lang=self._lang)
        )
        self._keep({"id": name, "message": message or 0, "text": card.text})
        self._shown = (name, message) if card.whole and message else None

    def _keep(self, shown: dict[str, Any] | None) -> None:
        """What stands on Discord; should the disk not take it, it is asked once more after a restart, and said now."""
        try:
            self._kept.put(shown=shown)
        except OSError as error:
            self._state("down", error.strerror or type(error).__name__)

    async def _tried(self, deed: Callable[..., Awaitable[int | None]]) -> int | None:
        """Until Discord has taken it, or said no. The same nonce each time, so that it is there once."""
        nonce = ulid()[-25:]
        for pause in _pauses():
            try:
                done = await deed(nonce=nonce)
                self._state("up")
                return done
            except _LOST:
                await asyncio.sleep(pause)
            except discord.HTTPException as error:
                self._state("down", f"Discord {error.status}: {harmless(error.text)[:100]}")
                return None
        return None

    async def post(self, text: str, arguments: Mapping[str, Any]) -> Outcome:
        """Exactly the approved text, once, where SPECTRA is configured to speak."""
        client, place = self._client, self._place(arguments)
        if client is None or not client.is_ready():
            return Outcome(status="fail", cause="discord is down")
        if place is None:
            return Outcome(status="fail", cause="not a channel it may post in")
        if not text.strip() or len(text) > MOST:
            return Outcome(status="fail", cause=f"not 1 to {MOST} characters")
        try:
            message = await client.write(place, text, nonce=ulid()[-25:])
        except _LOST as error:
            return Outcome(status="unknown", cause=f"no answer from Discord ({type(error).__name__})")
        except discord.HTTPException as error:
            return Outcome(status="fail", cause=f"Discord {error.status} ({error.code})")
        return Outcome(status="done", output=f"discord message {message}")

    def _place(self, arguments: Mapping[str, Any]) -> int | None:
        allowed = {self._config.channel, *self._config.public}
        usual = min(self._config.public, default=self._config.channel)
        wanted = str(arguments.get("channel", usual))
        return int(wanted) if wanted.isascii() and wanted.isdigit() and int(wanted) in allowed else None


def _pauses() -> Iterator[int]:
    yield from PATIENCE
    while True:
        yield PATIENCE[-1]
