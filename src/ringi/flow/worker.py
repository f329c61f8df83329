"""The worker: takes the jobs that transitions queued, one process at a time, woken by the commit itself.

The job's row is the truth: it is deleted by the transition it led to, so whatever is left after a crash is simply run
again. A claim lives in memory only and dies with its process; a job whose row is gone is stopped. One that was running
whenever the process died is run alone, and set aside should it die again (`running_jobs`, `watchdog`).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ringi import clock
from ringi.errors import Conflict, RingiError
from ringi.flow import locks
from ringi.flow.execution import Superseded, broken
from ringi.flow.holding import hold_of
from ringi.flow.judging import break_off, judge, language_of
from ringi.flow.runner import execute
from ringi.flow.running_jobs import ALONE, DEATHS, FROZEN, RunningJobs, Suspects
from ringi.flow.second_showing import reopen_hidden
from ringi.flow.watchdog import HeldUp, Watchdog
from ringi.store.engine import Row
from ringi.store.moves import OUTLIVING, Lost
from ringi.store.seals import Tampered, Unsealable
from ringi.store.tenancy import PRESENT
from ringi.store.transaction import Committed, Job, Tx

if TYPE_CHECKING:
    from ringi.flow.office import Office

AT_ONCE = 64
YOUNG = 20_000
"""Objects made before the collector looks for circles among them. Nearly all that a transition makes goes by itself;
looking after every 700, as is usual, finds next to nothing and costs about one instruction in a hundred.
"""
GRACE = 5.0
ALONE_SECONDS = 5.0
"""How long a suspected job has everything to itself. If the process lives then, it was not this job's doing."""
_PAUSES = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
_ON_THE_BOOKS = "SELECT j.*, r.tenant_id FROM jobs j LEFT JOIN requests r ON r.id = j.task_id ORDER BY j.id"

Handler = Callable[["Office", Job], Awaitable[None]]


async def _release(office: Office, job: Job) -> None:
    """Loaded when there is a session to let go of: hardly anybody has one."""
    from ringi.flow.managed.release import release

    await release(office, job)


HANDLERS: dict[str, Handler] = {
    "extract": judge,
    "policy": judge,
    "plan": judge,
    "execute": execute,
    OUTLIVING: _release,
}


@cache
def _settle_in() -> None:
    """Once: a process that works stays, and what it has loaded is not gone through for garbage any more."""
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)


def job_of(row: Row) -> Job:
    return Job(
        row["id"], row["kind"], row["task_id"], row["subject_id"], json.loads(row["payload"]), row["tenant_id"] or ""
    )


def read_jobs(tx: Tx) -> tuple[list[Row], list[str]]:
    """The jobs on the books, each held against its seal; and why others are not carried on."""
    rows: list[Row] = []
    wrong: list[str] = []
    for row in tx.all(_ON_THE_BOOKS):
        try:
            tx.check("jobs", row)
        except (Tampered, Unsealable) as problem:
            wrong.append(f"{row['kind']} {row['id']}: {problem}")
        else:
            rows.append(row)
    return rows, wrong


class Worker:
    """Runs jobs on the present event loop until it is stopped. The caller holds the worker lock."""

    def __init__(self, office: Office, only: str = "", on_retired: Callable[[], None] | None = None) -> None:
        self.office = office
        self.at_once = AT_ONCE
        self.retired = False
        """Another worker has this database now: nothing more is done here."""
        self._on_retired = on_retired
        self._hold = hold_of(office.store.url, office.home)
        self._watched = -1
        self._only = only
        """In the foreground: the one task whose work is done here. Others' work is not begun and then abandoned."""
        self._waiting: deque[Job] = deque()
        self._known: set[str] = set()
        self._active: dict[str, tuple[Job, asyncio.Task[float]]] = {}
        self._failures: dict[str, int] = {}
        self._watchers: list[tuple[str, asyncio.Future[None]]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._unsubscribe: Callable[[], None] = lambda: None
        self._bell: socket.socket | None = None
        self._ready = False
        self._looks: set[asyncio.Task[None]] = set()
        self._notes = RunningJobs(office.home)
        self._suspects = Suspects(office.home)
        self._alone = ""
        """The job that has everything to itself just now."""
        self._watchdog = Watchdog(office.log, self._frozen)
        self.claimed = 0

    async def start(self) -> None:
        """Take up what is on the books; from then on every commit wakes us."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        _settle_in()
        self._hold.acquire()
        self._watch()
        self.office.stopping = False
        self.office.working = True
        self._unsubscribe = self.office.store.subscribe(self._committed)
        self.office.token = clock.ulid()
        await self.office.store.awrite(self._take_over)
        # Listen first, then look: what another process queues in between rings.
        bell = locks.listen(self.office.bell)
        self._loop.add_reader(bell, self._rung, bell)
        self._bell = bell
        left = self._notes.open()
        on_books = {row["id"] for row in await self.office.store.awrite(lambda tx: tx.all("SELECT id FROM jobs"))}
        self._suspects.take(left, on_books)
        self._watchdog.start()
        await reopen_hidden(self.office)
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
            locks.doorbell(self.office.bell).unlink(missing_ok=True)
            self._bell = None
        self._unwatch()
        running = [task for _, task in self._active.values()]
        if running:
            _, late = await asyncio.wait(running, timeout=GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._watchdog.stop()
        self._notes.close()
        self._hold.release()

    # -- the one worker of this database -------------------------------------------------------------------------

    def _watch(self) -> None:
        self._watched = self._hold.fileno()
        if self._watched >= 0 and self._loop is not None:
            self._loop.add_reader(self._watched, self._called)

    def _unwatch(self) -> None:
        if self._watched >= 0 and self._loop is not None:
            self._loop.remove_reader(self._watched)
        self._watched = -1

    def _called(self) -> None:
        """Woken through the database, or told that it has dropped us."""
        try:
            self._hold.heard()
        except Exception:
            self._unwatch()
            self._soon(self._hold_again(0))
        else:
            self._look_soon(0)

    async def _hold_again(self, failures: int) -> None:
        """The database went away and our place with it. Take it again, unless somebody else was quicker."""
        assert self._loop is not None
        try:
            await asyncio.to_thread(self._hold.acquire)
        except Conflict:
            self._retire()
        except Exception as error:
            self.office.log.error("the worker's place: %s: %s", type(error).__name__, error)
            pause = _PAUSES[min(failures, len(_PAUSES) - 1)]
            self._loop.call_later(pause, lambda: self._soon(self._hold_again(failures + 1)))
        else:
            self._watch()
            self._look_soon(0)

    def _retire(self) -> None:
        """Another worker has this database: leave everything to it, and let nobody believe that work is done here."""
        self.office.stopping = True
        self.office.working = False
        if not self.retired:
            self.retired = True
            self.office.log.error("another process works on this database now; this one stops working")
            self._waiting.clear()
            self._settle()
            if self._on_retired is not None:
                self._on_retired()

    def _soon(self, what: Coroutine[Any, Any, None]) -> None:
        if self._loop is None or self.office.stopping:
            what.close()
            return
        task = self._loop.create_task(what)
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

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
        heard: set[bytes] = set()
        with contextlib.suppress(BlockingIOError):
            while True:
                heard.add(bell.recv(64))
        threads = {one.decode("ascii", "replace") for one in heard - {locks.ANYTHING}}
        if threads:
            self._soon(self._touch(threads))
        if locks.ANYTHING in heard:
            self._look_soon(0)

    async def _touch(self, threads: set[str]) -> None:
        """Another process has told something there: whoever watches it here looks now, not at the next heartbeat."""

        def touched(tx: Tx) -> None:
            for one in threads:
                tx.touch(one)

        with contextlib.suppress(RingiError):
            await self.office.store.awrite(touched)

    def _look_soon(self, failures: int) -> None:
        self._soon(self._look_until_seen(failures))

    async def _look_until_seen(self, failures: int) -> None:
        """A ring is not lost because the store would not answer just then: it is looked again, ever more slowly."""
        try:
            await self._look()
        except Exception as error:
            self.office.log.error("look at the books: %s: %s", type(error).__name__, error)
            assert self._loop is not None
            self._loop.call_later(_PAUSES[min(failures, len(_PAUSES) - 1)], self._look_soon, failures + 1)

    async def _look(self) -> None:
        """Read the books: another process may have queued work, or ended what we are at."""
        # What is taken up while the books are being read may have been written after that page.
        before = [job for job, _ in self._active.values()]
        rows, forged = await self.office.store.awrite(read_jobs)
        for why in forged:
            self.office.log.error("not carried on: %s", why)
        on_books = {row["id"] for row in rows}
        for job in before:
            if job.id not in on_books and job.id in self._active:
                self._stop_job(job)
        for row in rows:
            self._put(job_of(row))
        self._pump()
        self._settle()

    def _put(self, job: Job) -> None:
        if job.id not in self._known and self._only in ("", job.task_id):
            self._known.add(job.id)
            if self._suspects.is_suspect(job.id):
                self._waiting.appendleft(job)  # while nothing else has begun
            else:
                self._waiting.append(job)

    def _stop_task(self, task_id: str) -> None:
        self._waiting = deque(job for job in self._waiting if job.task_id != task_id or job.kind == OUTLIVING)
        for job, _ in list(self._active.values()):
            if job.task_id == task_id and job.kind != OUTLIVING:
                self._stop_job(job)

    def _stop_job(self, job: Job) -> None:
        _, task = self._active[job.id]
        if task is not asyncio.current_task():
            task.cancel()

    # -- running -------------------------------------------------------------------------------------------------

    def _pump(self) -> None:
        while self._waiting and len(self._active) < self.at_once and not self.office.stopping and not self._alone:
            job = self._waiting.popleft()
            if self._suspects.is_suspect(job.id) and job.id not in self._suspects.condemned:
                if self._active:
                    self._waiting.appendleft(job)
                    return
                self._begin_alone(job)
            else:
                self._notes.note(job.id)
            self.claimed += 1
            assert self._loop is not None
            task = self._loop.create_task(self._run(job))
            self._active[job.id] = (job, task)
            # Not at the end of its own body: one that is stopped before it has begun never gets there.
            task.add_done_callback(partial(self._ended, job))

    def _begin_alone(self, job: Job) -> None:
        """Nothing else is begun until this job has ended, or has run for long enough to be believed."""
        assert self._loop is not None
        self._alone = job.id
        self._notes.note(job.id, ALONE)
        self.office.log.warning("job %s %s was running when the process died: run alone", job.kind, job.subject_id)
        self._loop.call_later(self._suspects.patience(job.id, ALONE_SECONDS), self._end_alone, job.id)

    def _end_alone(self, job_id: str) -> None:
        if self._alone == job_id:
            self._alone = ""
            self._suspects.clear(job_id)
            self._notes.note(job_id)
            self._pump()

    def _frozen(self, task: asyncio.Task[Any]) -> str:
        """The job that this task carries out, noted as the one that holds everything up. Called by the watchdog."""
        for job, running in list(self._active.values()):
            if running is task:
                self._notes.note(job.id, FROZEN)
                return f"{job.kind} {job.subject_id}"
        return ""

    async def _set_aside(self, job: Job, code: str, **values: Any) -> None:
        """Said on the record with its reason, where a person may have it tried again."""
        self.office.log.error("job %s %s is set aside: %s", job.kind, job.subject_id, RingiError(code, **values))
        if job.kind == OUTLIVING:
            return  # nobody waits for it; it is looked at again at the next start
        request = await self.office.store.aread(lambda tx: tx.row("requests", job.task_id))
        said = f"{code}: {RingiError(code, **values).message(language_of(request) if request else 'en')}"
        if job.kind == "execute":
            await self.office.store.awrite(lambda tx: broken(tx, job, said))
        else:
            await break_off(self.office, job, said)

    async def _run(self, job: Job) -> float:
        """Carry a job out. Seconds until it is tried again; 0 when it is done with."""
        PRESENT.set(job.tenant_id)  # of this task of the loop alone, as long as it lasts
        try:
            if not self._ready:
                await self.office.ready()
                self._ready = True
            await self._carry_out(job)
        except Lost:
            # The record was moved by somebody else meanwhile: this work is no longer wanted.
            await self._drop(job)
        except Superseded:
            self._retire()
        except Exception as error:
            return self._pause(job, error)
        return 0.0

    async def _carry_out(self, job: Job) -> None:
        if job.id in self._suspects.condemned:
            await self._set_aside(job, "RINGI-445", deaths=DEATHS + 1)
            return
        try:
            await HANDLERS[job.kind](self.office, job)
        except HeldUp as error:
            await self._set_aside(job, error.code, **error.values)

    def _ended(self, job: Job, task: asyncio.Task[float]) -> None:
        del self._active[job.id]
        self._notes.forget(job.id)
        if self._alone == job.id:
            self._alone = ""
        again = 0.0 if task.cancelled() else task.result()
        if again:
            assert self._loop is not None
            self._suspects.clear(job.id)
            self._loop.call_later(again, self._retry, job)
        else:
            self._known.discard(job.id)
            self._failures.pop(job.id, None)
            self._suspects.end(job.id)
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
