"""How fast a server may speak: what comes faster waits in its own pipe, so a flood costs its sender alone."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import monotonic, thread_time
from weakref import WeakKeyDictionary

MESSAGES_PER_SECOND = 200.0
"""Messages that answer nothing (progress, logs, changes): more than any screen shows."""
BURST = 400.0
BYTES_PER_SECOND, BYTES_AT_ONCE = 4e6, 5e7
"""Of all that comes: the largest answer at once, but not one after the other."""

LARGE = 256 * 1024
"""Bytes of a message from which on reading it is noticed by everybody."""
SHARE, AT_ONCE_SECONDS = 0.05, 1.0
"""Of the event loop's time, for the large messages of all servers together."""


class Pace:
    """A measure that fills with time. Taking from an empty one waits."""

    def __init__(self, per_second: float = MESSAGES_PER_SECOND, burst: float = BURST) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._seen = monotonic()

    async def take(self, amount: float = 1.0) -> None:
        """Wait until so much may come again."""
        self.charge(amount)
        if self._left < 0:
            await asyncio.sleep(-self._left / self._per_second)

    def charge(self, amount: float) -> None:
        """Take so much without waiting; whoever comes next waits for it."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second) - amount
        self._seen = now


class SharedEffort:
    """The time of one event loop that all servers' large messages may take together.

    Making objects of JSON cannot be interrupted, and fifteen megabytes of small ones take half a second. A message that
    comes when the time is used up waits, one after the other; small messages never do.
    """

    def __init__(self) -> None:
        self._pace = Pace(SHARE, AT_ONCE_SECONDS)
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[SharedEffort]:
        """Wait for one's turn and for time that is left."""
        async with self._turn:
            await self._pace.take(0.0)
            yield self

    @contextmanager
    def spending(self) -> Iterator[None]:
        """Charge the processor time that is spent inside."""
        begun = thread_time()
        try:
            yield
        finally:
            self._pace.charge(thread_time() - begun)


_SHARED: WeakKeyDictionary[AbstractEventLoop, SharedEffort] = WeakKeyDictionary()


def shared_effort() -> SharedEffort:
    """The one of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _SHARED:
        _SHARED[loop] = SharedEffort()
    return _SHARED[loop]
