"""That something changed, for those who look on: a number that grows, and waiting for it to grow."""

from __future__ import annotations

import asyncio


class Changes:
    def __init__(self) -> None:
        self.version = 1
        self.closed = False
        self._changed = asyncio.Event()

    def tell(self) -> None:
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        self.closed = True
        self.tell()

    async def after(self, version: int) -> int:
        """The version once it is greater than the one seen."""
        while self.version <= version and not self.closed:
            await self._changed.wait()
        return self.version
