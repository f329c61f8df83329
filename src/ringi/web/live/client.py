"""One open connection: what is on its way to it, and how much of that may wait.

Whoever reads too slowly is not waited for and not remembered for: their queue is let go, they are told so (`again`) and
get the whole as it is then.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from ringi.web.api import sse
from ringi.web.news import Watcher

QUEUE_BYTES = 1024 * 1024
QUEUE_EVENTS = 512


class Client(Watcher):
    """A stream to one browser or program. Everything here happens on the event loop."""

    def __init__(self, *, lists: bool) -> None:
        super().__init__("")
        self.lists = lists
        """Whether it also hears which tasks have changed, for the lists beside the page."""
        self.cursors: dict[str, int] = {}
        """What has been handed to the connection, by session."""
        self.left = False
        self._timer: asyncio.TimerHandle | None = None
        self._queue: deque[tuple[str, int, bytes]] = deque()
        self._size = 0
        self._behind: dict[str, Callable[[], tuple[int, bytes]]] = {}

    def wants(self, task_id: str) -> bool:
        return self.lists

    def hears(self, task_id: str) -> bool:
        return self.lists or task_id in self.cursors

    async def wait(self, seconds: float) -> bool:
        """True when there is something new or somebody has left; False when only the time has passed."""
        if not self.woken.is_set():
            self._wake_in(seconds)
            await self.woken.wait()
        self.woken.clear()
        return bool(self._queue or self._behind or self.changed or self.ticks or self.left or self.doubted)

    def _wake_in(self, seconds: float) -> None:
        """One timer that stands through many events: this is waited for at every event of every stream."""
        loop = asyncio.get_running_loop()
        if self._timer is not None and self._timer.when() <= loop.time() + seconds:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(seconds, self._rung)

    def _rung(self) -> None:
        self._timer = None
        self.woken.set()

    def leave(self) -> None:
        self.left = True
        if self._timer is not None:
            self._timer.cancel()
        self.woken.set()

    def give(self, session: str, sequence: int, event: bytes, whole: Callable[[], tuple[int, bytes]]) -> None:
        """Something new of a session. `whole` draws all of it, should this reader have fallen behind."""
        if session in self._behind:
            return
        if self._size + len(event) > QUEUE_BYTES or len(self._queue) >= QUEUE_EVENTS:
            self._behind[session] = whole
            self.drop(session)
        else:
            self._queue.append((session, sequence, event))
            self._size += len(event)
        self.woken.set()

    def begin(self, session: str, sequence: int, event: bytes) -> None:
        """The first that is sent of a session, however large: it is one drawing, and bounded as such."""
        self._queue.append((session, sequence, event))
        self.woken.set()

    def drop(self, session: str) -> bool:
        """What waits to be sent of a session is not sent; whether there was anything."""
        kept = deque(one for one in self._queue if one[0] != session)
        dropped = len(kept) < len(self._queue)
        self._queue, self._size = kept, sum(len(one[2]) for one in kept)
        return dropped

    def forget(self, session: str) -> None:
        self.cursors.pop(session, None)
        self._behind.pop(session, None)
        self.drafts.pop(session, None)

    def taken(self) -> bytes:
        """All that waits, as one piece for the socket; each event with the cursor of every session on this stream."""
        pieces: list[bytes] = []
        queue, self._queue, self._size = self._queue, deque(), 0
        for session, sequence, event in queue:
            if event:
                self.cursors[session] = sequence
                pieces += (self._id(), event)
        behind, self._behind = self._behind, {}
        for session, whole in behind.items():
            sequence, event = whole()
            pieces.append(sse({"session": session}, name="again"))
            self.cursors[session] = sequence
            pieces += (self._id(), event)
        return b"".join(pieces)

    def _id(self) -> bytes:
        return f"id: {','.join(f'{session}:{at}' for session, at in self.cursors.items())}\n".encode()
