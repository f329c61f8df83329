"""How often somebody may come: so many at once, and then as fast as the bucket fills. Keeps the newest senders only."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 2000


class Limit:
    def __init__(self, burst: int, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = float(burst), a_minute / 60, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """0 when they may come now; else after how many seconds."""
        now = self._clock()
        left, at = self._buckets.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate
