"""Webhooks out: outputs of chosen surfaces, each sent with an id and a signature, in order, tried again a few times.

A receiver that is gone costs nobody else anything: its line is bounded, and what fell out of it is said once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable

import aiohttp

from ringi.channels import signing
from ringi.channels.config import Hook
from ringi.clock import ulid
from ringi.spectra.shapes import Output, Port
from ringi.words import say

WAITING = 500
PATIENCE = (0.0, 1.0, 5.0, 30.0)
"""Seconds before each try of one message."""
_ANSWER = aiohttp.ClientTimeout(total=15)


class Telling:
    """One receiver."""

    def __init__(self, hook: Hook, port: Port, told: Callable[[str], None], *, lang: str) -> None:
        self._hook, self._port, self._told, self._lang = hook, port, told, lang
        self._line: deque[tuple[str, bytes]] = deque()
        self._more = asyncio.Event()
        self._failing = False
        self.up: bool | None = None

    async def run(self) -> None:
        deaf = self._port.listen(self._heard)
        try:
            async with aiohttp.ClientSession(timeout=_ANSWER) as session:
                while True:
                    await self._more.wait()
                    self._more.clear()
                    while self._line:
                        self._settled(await self._sent(session, *self._line.popleft()))
        finally:
            deaf()

    def _heard(self, shown: Output) -> None:
        if shown.surface not in self._hook.surfaces:
            return
        told = {"id": ulid(), "surface": shown.surface, "data": shown.data}
        if len(self._line) >= WAITING:
            self._line.popleft()
            self._settled(False)
        self._line.append((told["id"], json.dumps(told, ensure_ascii=False, default=str).encode()))
        self._more.set()

    def _settled(self, arrived: bool) -> None:
        if not arrived and not self._failing:
            self._told(say("channels", "hook_gone", self._lang, name=self._hook.name))
        self._failing, self.up = not arrived, arrived

    async def _sent(self, session: aiohttp.ClientSession, delivery: str, body: bytes) -> bool:
        """Signed anew at each try: the moment is part of it. The id stays, so that a receiver knows it again."""
        for pause in PATIENCE:
            await asyncio.sleep(pause)
            stamp = str(int(time.time()))
            headers = {
                "Content-Type": "application/json",
                "X-Spectra-Delivery": delivery,
                signing.TIME: stamp,
                signing.SIGNATURE: signing.signature(self._hook.secret, stamp, body),
            }
            try:
                async with session.post(self._hook.url, data=body, headers=headers, allow_redirects=False) as answer:
                    if answer.status < 500 and answer.status != 429:
                        return answer.status < 300
            except (aiohttp.ClientError, TimeoutError):
                continue
        return False
