"""What other processes have changed about people: looked at when something is committed here, at most once a second.

What this process changes is told with its commit. Another one's change is found with the next thing that anybody could
be told of; should nothing come, the heartbeat of a stream asks.
"""

from __future__ import annotations

import asyncio
import time

from ringi.store.reads import Record
from ringi.store.transaction import Committed
from ringi.web.site import Site

PAUSE = 1.0


class Elsewhere:
    """A listener of the news."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known: Record | None = None
        self._not_before = 0.0
        self._looking: asyncio.Task[None] | None = None

    def wants(self, committed: Committed) -> bool:
        """Asked on whatever thread the commit was made."""
        return self._site.news.watched and (committed.people or time.monotonic() >= self._not_before)

    def committed(self, committed: Committed) -> None:
        if self._looking is None or self._looking.done():
            self._not_before = time.monotonic() + PAUSE
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        found = await self._site.apart(self._site.door.people)
        before, self._known = self._known, found
        if found != before:  # the first time nobody knows what was before: better to ask once too often
            self._site.news.doubt()

    def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
