"""Roblox: its servers call us. `POST /roblox/say` brings what players said, `GET /roblox/show` waits for what to show.

Always the public. One bearer key per SPECTRA; what players see is what was posted to them, and the chat only if the
configuration says so.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from ringi.channels.config import Roblox
from ringi.channels.crowd import Crowd
from ringi.channels.door import TooMany, said
from ringi.channels.limits import Limit
from ringi.channels.signing import same
from ringi.channels.texts import bounded, cleaned, sender
from ringi.errors import Invalid, Refused
from ringi.spectra.shapes import Input, Outcome, Output, Port

TEXT = 200
"""Characters of one message of a player: as many as Roblox's own chat takes."""
SHOWN = 100
"""Lines that a server which comes late still gets."""
LONGEST_WAIT = 20
WAITERS = 200
LINE = 1000


class RobloxChannel:
    def __init__(self, config: Roblox, port: Port, crowd: Crowd) -> None:
        self._config, self._crowd = config, crowd
        self._lines: deque[dict[str, Any]] = deque(maxlen=SHOWN)
        self._last = 0
        self._more = asyncio.Event()
        self._waiting = 0
        self._servers, self._players = Limit(60, 600), Limit(5, 30)
        self.close: Callable[[], None] = port.listen(self._heard) if config.show_chat else lambda: None

    async def say(self, request: web.Request) -> web.Response:
        """`{"player": {"id": 1, "name": "…"}, "text": "…"}`."""
        self._known(request)
        told = said(await request.read())
        player = told.get("player")
        text = cleaned(told.get("text"), TEXT)
        number = player.get("id") if isinstance(player, dict) else None
        if not text or not isinstance(player, dict) or not isinstance(number, int) or isinstance(number, bool):
            raise Invalid("RINGI-396")
        self._in_time(self._players.wait(str(number)))
        spoken = f"{sender(player.get('name'), 20)} ({number}): {text}"
        heard = Input(source="roblox", authority="public", surface="chat", text=spoken)
        if not self._crowd.hear(heard, str(number)):
            raise TooMany("RINGI-395", seconds=10)
        return web.json_response({"taken": True}, status=202)

    async def show(self, request: web.Request) -> web.Response:
        """Lines after `after`, or as soon as there is one; none after `wait` seconds. `next` is the next `after`."""
        self._known(request)
        after, wait = _number(request, "after"), min(_number(request, "wait"), LONGEST_WAIT)
        if after > self._last:  # of an earlier start of ours
            after = 0
        if after == self._last and wait and self._waiting < WAITERS:
            self._waiting += 1
            try:
                await asyncio.wait_for(self._more.wait(), wait)
            except TimeoutError:
                pass
            finally:
                self._waiting -= 1
        lines = [line for line in self._lines if line["n"] > after]
        return web.json_response({"lines": lines, "next": self._last})

    async def post(self, text: str, arguments: Mapping[str, Any]) -> Outcome:
        line = cleaned(text, LINE)
        if not line:
            return Outcome(status="fail", cause="empty post")
        self._put(line)
        return Outcome(status="done", output=f"roblox line {self._last}")

    def _heard(self, shown: Output) -> None:
        if shown.surface == "chat" and isinstance(shown.data, str) and (line := cleaned(shown.data, LINE)):
            self._put(line)

    def _put(self, line: str) -> None:
        self._last += 1
        self._lines.append({"n": self._last, "text": bounded(line, LINE)})
        self._more.set()
        self._more = asyncio.Event()

    def _known(self, request: web.Request) -> None:
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        if not same(self._config.key, given.strip()) or kind.lower() != "bearer":
            raise Refused("RINGI-399")
        self._in_time(self._servers.wait(sender(request.headers.get("Roblox-Id"))))

    def _in_time(self, wait: float) -> None:
        if wait:
            raise TooMany("RINGI-395", seconds=wait)


def _number(request: web.Request, name: str) -> int:
    found = request.query.get(name, "0")
    if not (found.isascii() and found.isdigit() and len(found) < 12):
        raise Invalid("RINGI-396")
    return int(found)
