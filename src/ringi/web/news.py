"""What just happened, for everybody who watches: commits and live-only ticks, handed from any thread to the event loop.

Carries ids only; a watcher reads what it may see through the desk. A slow watcher is told less, never held in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

from ringi.facts.vocabulary import EventClass
from ringi.flow.drafts import Heard, together
from ringi.flow.office import Office
from ringi.store.transaction import Committed

TICKS = 200
QUIET = frozenset(
    {
        EventClass.TEXT_DELTA,
        EventClass.REASONING_DELTA,
        EventClass.PLAN_DELTA,
        EventClass.TOOL_ARGS,
        EventClass.TOOL_PROGRESS,
        EventClass.TOOL_OUTPUT_DELTA,
        EventClass.METRIC_CHANGED,
        EventClass.DIAGNOSTIC_CHANGED,
        EventClass.STATE_DELTA,
    }
)
"""Facts that change nothing in a list of sessions; a stream of them must not make every page fetch its lists."""


class Watcher:
    """One open stream: which tasks changed since it last looked, and the newest ticks."""

    def __init__(self, task_id: str) -> None:
        self.task_id = task_id
        self.changed: dict[str, int] = {}
        self.ticks: list[dict[str, Any]] = []
        self.drafts: dict[str, Heard] = {task_id: Heard()} if task_id else {}
        """The tasks of which it also hears the text that is being written, and how far it has heard it."""
        self.woken = asyncio.Event()
        self.doubted = False
        """Whether somebody's rights have changed since its own were asked for: nothing more is told before they are."""

    def wants(self, task_id: str) -> bool:
        return not self.task_id or task_id == self.task_id

    def hears(self, task_id: str) -> bool:
        """Whether it also wants the live-only ticks of this task."""
        return self.wants(task_id)

    def tick(self, task_id: str, fact: dict[str, Any]) -> None:
        """Of steps the newest ticks count; of a text all, so what waits of it is kept as one."""
        if fact["type"] == EventClass.TEXT_DELTA:
            heard = self.drafts.get(task_id)
            fact = (heard.news(fact) if heard is not None else None) or {}
            joined = together(self.ticks[-1], fact) if fact and self.ticks and _is_text(self.ticks[-1]) else None
            if joined is not None:
                self.ticks[-1] = joined
                fact = {}
        elif not self.hears(task_id):
            fact = {}
        if fact:
            self.ticks = [*self.ticks[-TICKS:], fact]
        if self.ticks:
            self.woken.set()

    async def wait(self, seconds: float) -> bool:
        """True when there is something new; False when only the time has passed."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), seconds)
        self.woken.clear()
        return bool(self.changed or self.ticks or self.doubted)

    def take(self) -> tuple[dict[str, int], list[dict[str, Any]]]:
        changed, self.changed = self.changed, {}
        ticks, self.ticks = self.ticks, []
        return changed, ticks


def _is_text(fact: dict[str, Any]) -> bool:
    return bool(fact["type"] == EventClass.TEXT_DELTA)


class Listener(Protocol):
    """Somebody who needs the facts themselves: the workbench's live side."""

    def wants(self, committed: Committed) -> bool:
        """Asked on the thread of the commit, so that what concerns nobody costs nothing."""

    def committed(self, committed: Committed) -> None:
        """Told on the event loop."""

    def close(self) -> None:
        """Nothing more will come."""


class News:
    """Listens to one office and wakes its watchers. `close` ends every stream, so that stopping never waits for one."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.closed = False
        self._watchers: set[Watcher] = set()
        self._listeners: list[Listener] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._stops: list[Callable[[], None]] = []

    def start(self) -> None:
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._stops = [self.office.store.subscribe(self._committed), self.office.on_tick(self._ticked)]

    def close(self) -> None:
        """Let every watcher go. Safe to call twice."""
        self.closed = True
        for stop in self._stops:
            stop()
        self._stops = []
        for watcher in self._watchers:
            watcher.woken.set()
        for listener in self._listeners:
            listener.close()

    def tell(self, listener: Listener) -> None:
        """From now on this one hears of every commit that it wants."""
        self._listeners.append(listener)

    @contextlib.asynccontextmanager
    async def watching(self, task_id: str = "", watcher: Watcher | None = None) -> AsyncIterator[Watcher]:
        watcher = watcher or Watcher(task_id)
        self._watchers.add(watcher)
        self.catch_up(watcher, task_id)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    def _committed(self, committed: Committed) -> None:
        changed: dict[str, int] = {}
        quiet: set[str | None] = set()
        if self._watchers:
            changed = dict.fromkeys(committed.touched, 0)
            loud = {fact.thread_id for fact, _ in committed.facts if fact.type not in QUIET}
            quiet = {fact.thread_id for fact, _ in committed.facts} - loud
            for fact, sequence in committed.facts:
                if fact.thread_id:
                    changed[fact.thread_id] = sequence
        listeners = [listener for listener in self._listeners if listener.wants(committed)]
        if changed or listeners or committed.people:  # the loop is woken once
            self._later(self._told, committed, listeners, changed, quiet)

    def _ticked(self, task_id: str, fact: dict[str, Any]) -> None:
        if self._watchers:
            self._later(self._tick, task_id, fact)

    def _later(self, act: Callable[..., None], *arguments: Any) -> None:
        if self._loop is None:
            return
        # The loop may be closing while a last commit comes in from a thread; nobody is left to be told then.
        with contextlib.suppress(RuntimeError):
            if threading.get_ident() == self._thread:
                self._loop.call_soon(act, *arguments)
            else:
                self._loop.call_soon_threadsafe(act, *arguments)

    def _told(
        self, committed: Committed, listeners: list[Listener], changed: dict[str, int], quiet: set[str | None]
    ) -> None:
        if committed.people:
            self.doubt()
        for listener in listeners:
            listener.committed(committed)
        if changed:
            self._changed(changed, quiet)

    def doubt(self) -> None:
        """Who may do what has changed: every stream asks for its right again before it tells anything more."""
        for watcher in self._watchers:
            watcher.doubted = True
            watcher.woken.set()

    @property
    def watched(self) -> bool:
        return bool(self._watchers)

    def _changed(self, changed: dict[str, int], quiet: set[str | None]) -> None:
        listed = {task_id: sequence for task_id, sequence in changed.items() if task_id not in quiet}
        for watcher in self._watchers:
            if not (listed or watcher.task_id):
                continue
            told = changed if watcher.task_id else listed
            mine = {task_id: sequence for task_id, sequence in told.items() if watcher.wants(task_id)}
            if mine:
                watcher.changed.update(mine)
                watcher.woken.set()

    def _tick(self, task_id: str, fact: dict[str, Any]) -> None:
        for watcher in self._watchers:
            watcher.tick(task_id, fact)

    def catch_up(self, watcher: Watcher, task_id: str) -> None:
        """What is written so far of a text that somebody begins to watch in the middle."""
        draft = self.office.drafts.get(task_id)
        so_far = draft.so_far() if draft is not None else None
        if so_far is not None:
            watcher.tick(task_id, so_far)
