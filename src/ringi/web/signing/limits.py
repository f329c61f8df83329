"""How often somebody may try: a bucket of tries that fills up again with time. In memory, bounded, on a given clock."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from ringi.errors import Refused

KEPT = 10_000
"""How many callers are remembered; who was quiet longest is forgotten first, and has a full bucket again by then."""


class TooOften(Refused):
    """Not now, but soon."""

    http_status = 429

    @property
    def seconds(self) -> int:
        return int(self.values["seconds"])


class Buckets:
    """`burst` tries at once, and one more every `every` seconds."""

    def __init__(self, burst: int, every: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._every = every
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """One try; refused when the bucket is empty."""
        left = self._filled(who)
        if left < 1:
            raise TooOften("RINGI-912", seconds=math.ceil((1 - left) * self._every))
        self._keep(who, left - 1)

    def give_back(self, who: str) -> None:
        """The try was a good one, and does not count."""
        self._keep(who, min(self._burst, self._filled(who) + 1))

    def _filled(self, who: str) -> float:
        left, at = self._left.get(who, (float(self._burst), self._now()))
        return min(self._burst, left + (self._now() - at) / self._every)

    def _keep(self, who: str, left: float) -> None:
        self._left[who] = (left, self._now())
        self._left.move_to_end(who)
        while len(self._left) > KEPT:
            self._left.popitem(last=False)
