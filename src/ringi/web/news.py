"""What just happened, for everybody who watches: commits and live-only ticks, handed from any thread to the event loop.

Carries ids only; a watcher reads what it may see through the desk. A slow watcher is told less, never held in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from ringi.flow.office import Office
from ringi.store.transaction import Committed

TICKS = 200


class Watcher:
    """One open stream: which tasks changed since it last looked, and the newest ticks."""

    def __init__(self, task_id: str) -> None:
        self.task_id = task_id
        self.changed: dict[str, int] = {}
        self.ticks: list[dict[str, Any]] = []
        self.woken = asyncio.Event()

    def wants(self, task_id: str) -> bool:
        return not self.task_id or task_id == self.task_id

    async def wait(self, seconds: float) -> bool:
        """True when there is something new; False when only the time has passed."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), seconds)
        self.woken.clear()
        return bool(self.changed or self.ticks)

    def take(self) -> tuple[dict[str, int], list[dict[str, Any]]]:
        changed, self.changed = self.changed, {}
        ticks, self.ticks = self.ticks, []
        return changed, ticks


class News:
    """Listens to one office and wakes its watchers. `close` ends every stream, so that stopping never waits for one."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.closed = False
        self._watchers: set[Watcher] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stops: list[Callable[[], None]] = []

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stops = [self.office.store.subscribe(self._committed), self.office.on_tick(self._ticked)]

    def close(self) -> None:
        """Let every watcher go. Safe to call twice."""
        self.closed = True
        for stop in self._stops:
            stop()
        self._stops = []
        for watcher in self._watchers:
            watcher.woken.set()

    @contextlib.asynccontextmanager
    async def watching(self, task_id: str = "") -> AsyncIterator[Watcher]:
        watcher = Watcher(task_id)
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    def _committed(self, committed: Committed) -> None:
        changed: dict[str, int] = dict.fromkeys(committed.touched, 0)
        for fact, sequence in committed.facts:
            if fact.thread_id:
                changed[fact.thread_id] = sequence
        if changed and self._watchers:
            self._later(self._changed, changed)

    def _ticked(self, task_id: str, fact: dict[str, Any]) -> None:
        if self._watchers:
            self._later(self._tick, task_id, fact)

    def _later(self, act: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None:
            # The loop may be closing while a last commit comes in from a thread; nobody is left to be told then.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act, *arguments)

    def _changed(self, changed: dict[str, int]) -> None:
        for watcher in self._watchers:
            mine = {task_id: sequence for task_id, sequence in changed.items() if watcher.wants(task_id)}
            if mine:
                watcher.changed.update(mine)
                watcher.woken.set()

    def _tick(self, task_id: str, fact: dict[str, Any]) -> None:
        for watcher in self._watchers:
            if watcher.wants(task_id):
                watcher.ticks = [*watcher.ticks[-TICKS:], fact]
                watcher.woken.set()
