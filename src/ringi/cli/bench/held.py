"""A clock that goes on only when it is told to, to the next moment for which somebody waits.

Minutes of Slack's limits then pass in seconds, and the same way every time. The benchmark and the tests hold it.
"""

from __future__ import annotations

import asyncio
import heapq

from ringi.testing.slack import Clock


class Held(Clock):
    def __init__(self) -> None:
        super().__init__(start=1_800_000_000.0, speed=0)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    async def sleep(self, seconds: float) -> None:
        self._count += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self.now() + seconds, self._count, future))
        await future

    async def step(self) -> bool:
        """Go on to the next moment that matters; False when nobody waits for any."""
        while self._waiting and self._waiting[0][2].done():
            heapq.heappop(self._waiting)
        if not self._waiting:
            return False
        at = self._waiting[0][0]
        await self.forward(max(0.0, at - self.now()))
        while self._waiting and self._waiting[0][0] <= at:
            future = heapq.heappop(self._waiting)[2]
            if not future.done():
                future.set_result(None)
        return True
