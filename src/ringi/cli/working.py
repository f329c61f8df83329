"""Without a server: the house's work goes on in this process while the console is open, in threads of its own."""

from __future__ import annotations

import asyncio
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ringi.flow.desk import LocalDesk

LOOK_SECONDS = 1.0
"""How often to look whether another process has changed something."""


class Working:
    """Holds the worker lock when it is free, and tells of every change."""

    def __init__(
        self,
        desk: LocalDesk,
        changed: Callable[[], None],
        ticked: Callable[[str, dict[str, Any]], None],
        over: threading.Event,
    ) -> None:
        self._desk = desk
        self._ticked = ticked
        self._changed = changed
        self._over = over
        self._stops: list[Callable[[], None]] = []
        self._worker = threading.Thread(target=self._work, name="ringi-worker", daemon=True)
        self._looker = threading.Thread(target=self._look, name="ringi-look", daemon=True)

    def start(self) -> None:
        office = self._desk.office
        self._stops = [
            office.store.subscribe(lambda _: self._changed()),
            office.on_tick(self._tick),
        ]
        self._worker.start()
        self._looker.start()

    def _tick(self, task_id: str, fact: dict[str, Any]) -> None:
        self._ticked(task_id, fact)
        self._changed()

    def stop(self) -> None:
        """Steps that run are given a moment to finish."""
        self._over.set()
        for stop in self._stops:
            stop()
        self._worker.join(10)

    def _work(self) -> None:
        from ringi.errors import RingiError
        from ringi.flow.locks import WorkerLock

        lock = WorkerLock(self._desk.office.home)
        while not self._over.is_set():
            if not lock.acquire():
                self._over.wait(LOOK_SECONDS)  # somebody else is at work
                continue
            try:
                asyncio.run(self._carry_on())
            except RingiError:
                self._over.wait(LOOK_SECONDS)  # another data directory works on this database: it is only looked at
            finally:
                lock.release()

    async def _carry_on(self) -> None:
        from ringi.flow.worker import Worker

        office = self._desk.office
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._until_over, args=(loop, ended), daemon=True).start()
        worker = Worker(office, on_retired=ended.set)
        await worker.start()
        try:
            await ended.wait()
        finally:
            await worker.stop()
            await office.put_down()

    def _until_over(self, loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
        self._over.wait()
        if not loop.is_closed():
            loop.call_soon_threadsafe(ended.set)

    def _look(self) -> None:
        """What other processes write does not come to our ears; the newest task and decision tell it."""
        from ringi.errors import RingiError

        before: object = None
        while not self._over.wait(LOOK_SECONDS):
            try:
                inbox = self._desk.call("inbox")
                now = (
                    [row["approval_id"] for row in inbox["approvals"]],
                    [(row["id"], row["sequence"]) for row in inbox.get("questions") or ()],
                    [(row["task_id"], row["state"]) for row in inbox.get("attention") or ()],
                    [(row["task_id"], row["updated_at"], row["state"]) for row in self._desk.call("tasks")["tasks"]],
                )
            except RingiError:
                continue
            if before is not None and now != before:
                self._changed()
            before = now
