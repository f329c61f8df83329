"""The worker: takes the jobs that transitions queued, one process at a time, woken by the commit itself.

The job's row is the truth: it is deleted by the transition it led to, so whatever is left after a crash is simply run
again. A claim lives in memory only and dies with its process; a job whose row is gone is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ringi import clock
from ringi.errors import RingiError
from ringi.flow import locks
from ringi.flow.execution import Superseded
from ringi.flow.judging import judge
from ringi.flow.runner import execute
from ringi.store.engine import Row
from ringi.store.moves import Lost
from ringi.store.transaction import Committed, Job, Tx

if TYPE_CHECKING:
    from ringi.flow.office import Office

AT_ONCE = 64
GRACE = 5.0
_PAUSES = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)

Handler = Callable[["Office", Job], Awaitable[None]]
HANDLERS: dict[str, Handler] = {"extract": judge, "policy": judge, "plan": judge, "execute": execute}


def job_of(row: Row) -> Job:
    return Job(row["id"], row["kind"], row["task_id"], row["subject_id"], json.loads(row["payload"]))


class Worker:
    """Runs jobs on the present event loop until it is stopped. The caller holds the worker lock."""

    def __init__(self, office: Office, only: str = "") -> None:
        self.office = office
        self._only = only
        """In the foreground: the one task whose work is done here. Others' work is not begun and then abandoned."""
        self._waiting: deque[Job] = deque()
        self._known: set[str] = set()
        self._active: dict[str, tuple[Job, asyncio.Task[None]]] = {}
        self._failures: dict[str, int] = {}
        self._watchers: list[tuple[str, asyncio.Future[None]]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._unsubscribe: Callable[[], None] = lambda: None
        self._bell: socket.socket | None = None
        self.claimed = 0

    async def start(self) -> None:
        """Take up what is on the books; from then on every commit wakes us."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self.office.working = True
        self._unsubscribe = self.office.store.subscribe(self._committed)
        self.office.token = clock.ulid()
        await self.office.store.awrite(self._take_over)
        # Listen first, then look: what another process queues in between rings.
        bell = locks.listen(self.office.home)
        self._loop.add_reader(bell, self._rung, bell)
        self._bell = bell
        await self._look()

    def _take_over(self, tx: Tx) -> None:
        """From now on no other worker of this database may start a step, wherever it keeps its lock."""
        row: dict[str, Any] = {"token": self.office.token, "pid": os.getpid(), "started_at": tx.now}
        if tx.one("SELECT id FROM workers WHERE id = 'worker'") is None:
            tx.insert("workers", id="worker", **row)
        else:
            tx.set("workers", "worker", **row)

    async def stop(self) -> None:
        """Let running steps finish for a moment; what is cut off then is found again at the next start."""
        self.office.stopping = True
        self.office.working = False
        self._unsubscribe()
        if self._bell is not None and self._loop is not None:
            self._loop.remove_reader(self._bell)
            self._bell.close()
            locks.doorbell(self.office.home).unlink(missing_ok=True)
            self._bell = None
        running = [task for _, task in self._active.values()]
        if running:
            _, late = await asyncio.wait(running, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # -- waking --------------------------------------------------------------------------------------------------

    def _committed(self, committed: Committed) -> None:
        if not committed.jobs and not committed.stopped and not self._watchers:
            return
        if threading.get_ident() == self._thread:
            self._take(committed)
        elif self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._take, committed)

    def _take(self, committed: Committed) -> None:
        # What was stopped first: a steer ends the old work and queues the new in one transition.
        for task_id in committed.stopped:
            self._stop_task(task_id)
        for job in committed.jobs:
            self._put(job)
        self._pump()
        self._settle()

    def _rung(self, bell: socket.socket) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                bell.recv(16)
        assert self._loop is not None
        self._look_task = self._loop.create_task(self._look())

    async def _look(self) -> None:
        """Read the books: another process may have queued work, or ended what we are at."""
        rows = await self.office.store.awrite(lambda tx: tx.all("SELECT * FROM jobs ORDER BY id"))
        on_books = {row["id"] for row in rows}
        for job_id, (job, _) in list(self._active.items()):
            if job_id not in on_books:
                self._stop_job(job)
        for row in rows:
            self._put(job_of(row))
        self._pump()
        self._settle()

    def _put(self, job: Job) -> None:
        if job.id not in self._known and self._only in ("", job.task_id):
            self._known.add(job.id)
            self._waiting.append(job)

    def _stop_task(self, task_id: str) -> None:
        self._waiting = deque(job for job in self._waiting if job.task_id != task_id)
        for job, _ in list(self._active.values()):
            if job.task_id == task_id:
                self._stop_job(job)

    def _stop_job(self, job: Job) -> None:
        _, task = self._active[job.id]
        if task is not asyncio.current_task():
            task.cancel()

    # -- running -------------------------------------------------------------------------------------------------

    def _pump(self) -> None:
        while self._waiting and len(self._active) < AT_ONCE and not self.office.stopping:
            job = self._waiting.popleft()
            self.claimed += 1
            assert self._loop is not None
            self._active[job.id] = (job, self._loop.create_task(self._run(job)))

    async def _run(self, job: Job) -> None:
        again = 0.0
        try:
            await HANDLERS[job.kind](self.office, job)
        except Lost:
            # The record was moved by somebody else meanwhile: this work is no longer wanted.
            await self._drop(job)
        except asyncio.CancelledError:
            pass
        except Superseded:
            # Another worker has taken over: leave everything to it.
            self.office.log.error("another process works on this database now; this one stops working")
            self.office.stopping = True
        except Exception as error:
            again = self._pause(job, error)
        finally:
            del self._active[job.id]
            if again:
                assert self._loop is not None
                self._loop.call_later(again, self._retry, job)
            else:
                self._known.discard(job.id)
                self._failures.pop(job.id, None)
            self._pump()
            self._settle()

    async def _drop(self, job: Job) -> None:
        with contextlib.suppress(RingiError):
            await self.office.store.awrite(lambda tx: tx.finish(job))

    def _pause(self, job: Job, error: Exception) -> float:
        """The store or the disk would not have it. The job stays on the books and is tried again, ever more slowly."""
        failures = self._failures[job.id] = self._failures.get(job.id, 0) + 1
        self.office.log.error("job %s %s: %s: %s", job.kind, job.subject_id, type(error).__name__, error)
        return _PAUSES[min(failures, len(_PAUSES)) - 1]

    def _retry(self, job: Job) -> None:
        self._waiting.append(job)
        self._pump()

    # -- waiting for a task --------------------------------------------------------------------------------------

    def busy(self, task_id: str) -> bool:
        return any(job.task_id == task_id for job in self._waiting) or any(
            job.task_id == task_id for job, _ in self._active.values()
        )

    async def parked(self, task_id: str) -> None:
        """Until nothing is being done for this task: it waits for a person, or has ended."""
        if not self.busy(task_id):
            return
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._watchers.append((task_id, future))
        await future

    def _settle(self) -> None:
        for task_id, future in list(self._watchers):
            if not self.busy(task_id):
                self._watchers.remove((task_id, future))
                if not future.done():
                    future.set_result(None)
