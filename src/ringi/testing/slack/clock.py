"""The double's time: the machine's, a faster one, or one that stands still until it is told to go on.

Every deadline, rate window and retry of the double is measured with it, so that no test has to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import time


class Clock:
    """`Clock()` runs with the machine, `Clock(speed=20)` twenty times as fast, `Clock(speed=0)` only by `forward`."""

    def __init__(self, start: float | None = None, speed: float = 1.0) -> None:
        self.speed = speed
        self._start = time.time() if start is None else start
        self._origin = time.monotonic()
        self._added = 0.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        """Seconds since 1970, as Slack's timestamps count them."""
        return self._start + (time.monotonic() - self._origin) * self.speed + self._added

    async def sleep(self, seconds: float) -> None:
        """Wait until that much of this clock's time has passed."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            real = left / self.speed if self.speed else None
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), real)

    async def forward(self, seconds: float) -> None:
        """Let time jump, and let everybody who waited for it take notice before this returns."""
        self._added += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        for _ in range(5):
            await asyncio.sleep(0)
