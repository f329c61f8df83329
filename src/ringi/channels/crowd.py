"""The public at the door: however many speak, so many wait, and a developer never stands behind them.

A developer's words go straight through. The public's are passed on as the loop has room for them (`inspector.queue`);
what comes on top is dropped: said once when that begins, and once with their number when it is over. Nothing here
wakes up by itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from ringi.spectra.shapes import Input, Output, Port
from ringi.words import say

ROOM = 20
"""How many of the public's messages lie before the loop at most; the others wait here."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    said: Input
    sender: str
    passed: asyncio.Future[None] | None = None


class Crowd:
    """What every channel hears goes through the one of its SPECTRA."""

    def __init__(
        self, port: Port, told: Callable[[str], None], *, lang: str, waiting: int = 200, each: int = 20
    ) -> None:
        self._port, self._told, self._lang = port, told, lang
        self._most, self._each = waiting, each
        self._line: deque[_Waiting] = deque()
        self._senders: Counter[str] = Counter()
        self._queue = _queue_of(port.showing().get("inspector"))
        self._lying = 0
        self.dropped = 0
        self._rush = 0
        self._deaf = port.listen(self._heard)

    def close(self) -> None:
        self._deaf()
        for one in self._line:
            if one.passed is not None:
                one.passed.cancel()
        self._line.clear()

    @property
    def waiting(self) -> int:
        return len(self._line)

    def hear(self, said: Input, sender: str = "") -> bool:
        """Takes an input in; whether it was. A developer's always is, at once."""
        if said.authority == "developer":
            self._port.hear(said)
            return True
        who = f"{said.source}:{sender}"
        if len(self._line) >= self._most or self._senders[who] >= self._each:
            self._drop(said.source)
            return False
        self._join(_Waiting(said, who))
        return True

    async def passed_on(self, said: Input, sender: str = "") -> None:
        """Waits until it is before the loop: for who can ask again later, and must not lose anything."""
        passed = asyncio.get_running_loop().create_future()
        self._join(_Waiting(said, f"{said.source}:{sender}", passed))
        await passed

    def _join(self, one: _Waiting) -> None:
        self._line.append(one)
        self._senders[one.sender] += 1
        self._pass_on()

    def _pass_on(self) -> None:
        while self._line and self._queue + self._lying < ROOM:
            one = self._line.popleft()
            self._senders[one.sender] -= 1
            if not self._senders[one.sender]:
                del self._senders[one.sender]
            if one.passed is not None and one.passed.cancelled():
                continue
            self._lying += 1
            self._port.hear(one.said)
            if one.passed is not None:
                one.passed.set_result(None)
        if not self._line and self._rush:
            self._told(say("channels", "dropped", self._lang, count=self._rush))
            self._rush = 0

    def _drop(self, source: str) -> None:
        self.dropped += 1
        self._rush += 1
        if self._rush == 1:
            self._told(say("channels", "dropping", self._lang, source=source))

    def _heard(self, shown: Output) -> None:
        if shown.surface == "inspector":
            self._queue, self._lying = _queue_of(shown.data), 0
            self._pass_on()


def _queue_of(inspector: object) -> int:
    found = inspector.get("queue") if isinstance(inspector, dict) else None
    return found if isinstance(found, int) else 0
