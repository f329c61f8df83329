"""How often somebody may try: a bucket of tries that fills up again with time. In memory, bounded, on a given clock."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from ringi.errors import Refused, RingiError

KEPT = 10_000
"""How many callers are remembered; who was quiet longest is forgotten first, and has a full bucket again by then."""


class TooOften(Refused):
    """Not now, but soon."""

    http_status = 429

    @property
    def seconds(self) -> int:
        return int(self.values["seconds"])


def retry_after(error: RingiError) -> dict[str, str]:
    """The header that says when to come again, for every answer that refuses somebody who came too often."""
    return {"Retry-After": str(error.seconds)} if isinstance(error, TooOften) else {}


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

    def is_empty(self, who: str) -> bool:
        """The next try would be refused."""
        return self._filled(who) < 1

    def _filled(self, who: str) -> float:
        left, at = self._left.get(who, (float(self._burst), self._now()))
        return min(self._burst, left + (self._now() - at) / self._every)

    def _keep(self, who: str, left: float) -> None:
        self._left[who] = (left, self._now())
        self._left.move_to_end(who)
        while len(self._left) > KEPT:
            self._left.popitem(last=False)
