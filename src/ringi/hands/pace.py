"""How fast a server may speak: what comes faster waits in its own pipe, so a flood costs its sender alone."""

from __future__ import annotations

import asyncio
from time import monotonic

MESSAGES_PER_SECOND = 200.0
"""Messages that answer nothing (progress, logs, changes): more than any screen shows."""
BURST = 400.0
BYTES_PER_SECOND, BYTES_AT_ONCE = 4e6, 5e7
"""Of all that comes: the largest answer at once, but not one after the other."""


class Pace:
    """A measure that fills with time. Taking from an empty one waits."""

    def __init__(self, per_second: float = MESSAGES_PER_SECOND, burst: float = BURST) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._seen = monotonic()

    async def take(self, amount: float = 1.0) -> None:
        """Wait until so much may come again."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second) - amount
        self._seen = now
        if self._left < 0:
            await asyncio.sleep(-self._left / self._per_second)
