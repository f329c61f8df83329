"""The store: runs transitions, commits them in groups, and tells the listeners what was committed.

Any process may transact. Inside one process transitions that arrive together share one commit: each runs in its own
savepoint, so that a lost compare-and-set takes nobody else with it. Nothing is acknowledged before it is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, TypeVar

from ringi.errors import Unavailable
from ringi.store.engine import Busy, Clash, Connection, connect, explain, is_postgres, waiting
from ringi.store.gathered import Gathered
from ringi.store.known import Known, Memory, NotKnown
from ringi.store.tenancy import PRESENT
from ringi.store.transaction import Committed, Tx

T = TypeVar("T")
MEMORY = Memory()
Transition = Callable[[Tx], T]
Listener = Callable[[Committed], None]

BATCH = 256
"""More transitions than this in one commit would make the first of them wait too long."""
SLOW = 0.003
"""Seconds: a commit that takes longer is better not waited for by everybody else on the event loop."""
SCRUB_SECONDS = 2.0
"""How long readers are waited for when the log is to be emptied."""


class _Waiting(Generic[T]):
    """A transition on its way, and what came of it."""

    __slots__ = ("committed", "done", "error", "future", "result", "tenant_id", "transition")

    def __init__(self, transition: Transition[T], tenant_id: str, future: asyncio.Future[T] | None = None) -> None:
        self.transition = transition
        self.tenant_id = tenant_id
        self.future = future
        self.result: T | None = None
        self.error: BaseException | None = None
        self.committed: Committed | None = None
        self.done = False


class Store:
    """One open database. `write` for plain code, `awrite` for coroutines; both return only what is on disk."""

    def __init__(self, url: str, home: Path, tenant_id: str) -> None:
        self.url = url
        self.home = home
        self.tenant_id = tenant_id
        self._db: Connection = connect(url)
        self._gone = False
        """The connection cannot be used any more; the next transaction begins with a fresh one."""
        self._known = Known()
        self._gathered = Gathered()
        self.gathering = self._db.inline
        """Whether what a commit writes is gathered; else statement by statement, a savepoint for each transition."""
        self._lock = threading.Lock()
        self._pending: deque[_Waiting[Any]] = deque()
        self._ticks: dict[asyncio.AbstractEventLoop, list[_Waiting[Any]]] = {}
        self._away: set[asyncio.AbstractEventLoop] = set()
        # A thread of its own: those of the loop may all be waiting for the very lock that this commit holds.
        self._committer = ThreadPoolExecutor(1, thread_name_prefix="commit")
        self._listeners: list[Listener] = []
        self._pace = 0.0
        """Seconds that a commit takes of late."""
        self.commits = 0

    # -- the two ways in -----------------------------------------------------------------------------------------

    def write(self, transition: Transition[T], tenant: str = "") -> T:
        """Run one transition and wait until it is on disk. Threads that come together share a commit.

        `tenant` is whose work it is; without it, that of the job or call that is being carried out.
        """
        mine: _Waiting[T] = _Waiting(transition, tenant or PRESENT.get() or self.tenant_id)
        self._pending.append(mine)
        with self._lock:
            if not mine.done:
                batch: list[_Waiting[Any]] = []
                while self._pending and len(batch) < BATCH:
                    batch.append(self._pending.popleft())
                if mine not in batch:
                    batch.append(mine)
                    self._pending.remove(mine)
                self._run(batch)
        self._tell(mine)
        if mine.error is not None:
            raise mine.error
        return mine.result  # type: ignore[return-value]

    async def awrite(self, transition: Transition[T], tenant: str = "") -> T:
        """The same from a coroutine. All that is written in one turn of the event loop shares a commit."""
        loop = asyncio.get_running_loop()
        mine: _Waiting[T] = _Waiting(transition, tenant or PRESENT.get() or self.tenant_id, loop.create_future())
        tick = self._ticks.get(loop)
        if tick is not None:
            tick.append(mine)
        else:
            self._ticks[loop] = [mine]
            if loop not in self._away:
                loop.call_soon(self._flush, loop)
        assert mine.future is not None
        # A commit under way cannot be called back: a cancelled waiter stops waiting, the transition still happens.
        return await mine.future

    async def aread(self, look: Transition[T], tenant: str = "") -> T:
        """What the records say now, in one view. Needs no turn of its own among the writers.

        While a commit of ours is on its way, what is known may be that commit ahead of the disk; whoever acts on it
        comes back with a compare-and-set behind the same commit.
        """
        tenant = tenant or PRESENT.get() or self.tenant_id
        if asyncio.get_running_loop() in self._away:
            with contextlib.suppress(NotKnown):
                return look(Tx(MEMORY, tenant, self._known))
        if not self._db.inline or self._gone or not self._lock.acquire(blocking=False):
            return await self.awrite(look, tenant)
        try:
            return self._look(look, tenant)
        except Exception as error:
            self._known.forget()
            said = explain(error, self.url)
            if said is None:
                raise
            raise said from error
        finally:
            self._roll_back()
            self._lock.release()

    def _look(self, look: Transition[T], tenant: str) -> T:
        db = self._db
        self._known.begin(db.generation())
        with contextlib.suppress(NotKnown):
            return look(Tx(MEMORY, tenant, self._known))
        db.look()
        self._known.begin(db.generation())
        return look(Tx(db, tenant, self._known))

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take the next batch. Where the disk is slow another thread waits for it, so that the loop is free for others;
        where it is quick, that would only cost. All who wait go together: half of them at a time would make the loop's
        waiting shorter, but twice as many waits for the disk.
        """
        waiting = self._ticks.pop(loop, None)
        if waiting is None:
            return
        batch, left = waiting[:BATCH], waiting[BATCH:]
        if left:
            self._ticks[loop] = left
        if self._begun_inline(batch):
            if self._pace > SLOW:
                self._away.add(loop)
                self._committer.submit(self._commit_away, batch, loop)
                return
            self._commit(batch)
            self._lock.release()
            self._settle(batch)
        else:
            loop.run_in_executor(None, self._run_later, batch, loop)
        if left:
            loop.call_soon(self._flush, loop)

    def _begun_inline(self, batch: list[_Waiting[Any]]) -> bool:
        """Whether the batch could be run at once; then the lock is held until it is committed."""
        if not self._db.inline or not self._lock.acquire(blocking=False):
            return False
        try:
            self._transact(batch, wait=False)
        except Busy:
            self._lock.release()
            return False
        return True

    def _commit_away(self, batch: list[_Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._commit(batch)
        finally:
            self._lock.release()
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
                loop.call_soon_threadsafe(self._came_back, batch, loop)

    def _came_back(self, batch: list[_Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        self._away.discard(loop)
        self._flush(loop)
        self._settle(batch)

    def _run_later(self, batch: list[_Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._run(batch)
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            loop.call_soon_threadsafe(self._settle, batch)

    def _settle(self, batch: list[_Waiting[Any]]) -> None:
        for one in batch:
            self._tell(one)
            future = one.future
            if future is None or future.done():
                continue
            if one.error is not None:
                future.set_exception(one.error)
            else:
                future.set_result(one.result)

    # -- the commit ----------------------------------------------------------------------------------------------

    def _run(self, batch: list[_Waiting[Any]]) -> None:
        """Run a batch in one transaction, from beginning to end."""
        self._transact(batch, wait=True)
        self._commit(batch)

    def _transact(self, batch: list[_Waiting[Any]], *, wait: bool) -> None:
        """Begin, run every transition, write what they gathered: all but the commit. Raises `Busy` only when it may not
        wait and nothing was begun.
        """
        try:
            self._begin(wait)
        except Busy:
            raise
        except Exception as error:
            self._fail(batch, error)
            return
        try:
            self._known.begin(self._db.generation())
            for one in batch:
                if self.gathering:
                    self._gather_one(one)
                else:
                    self._run_one(one, savepoint=len(batch) > 1)
            if self._gathered:
                self._gathered.write(self._db)
        except Exception as error:
            self._rescue(batch, error)

    def _rescue(self, batch: list[_Waiting[Any]], error: Exception) -> None:
        """What a batch wrote would not go down. Two of it may want what only one can have: then each is run by itself,
        so that the database says which of them it was. Whatever else it is, nobody was saved.
        """
        try:
            self._undo()
            if not isinstance(error, Clash):
                raise error
            self._begin(True)
            self._known.begin(self._db.generation())
            for one in batch:
                if one.error is None:
                    self._run_one(one, savepoint=True)
        except Exception as worse:
            self._undo()
            self._fail(batch, worse)

    def _commit(self, batch: list[_Waiting[Any]]) -> None:
        """Bring a batch to the disk; what failed on the way is already done with."""
        if batch[0].done:
            return
        try:
            if all(one.error is not None for one in batch):
                self._db.rollback()
            else:
                begun = time.perf_counter()
                self._db.commit()
                self._pace += 0.2 * (time.perf_counter() - begun - self._pace)
                self.commits += 1
        except Exception as error:
            self._undo()
            self._fail(batch, error)
            return
        for one in batch:
            one.done = True

    def _begin(self, wait: bool) -> None:
        for _ in waiting() if wait else (None,):
            try:
                if self._gone:
                    self._reconnect()
                try:
                    self._db.begin()
                except Exception:
                    if not self._db.lost():
                        raise
                    # It went away while nothing was under way: nobody needs to hear of it.
                    self._reconnect()
                    self._db.begin()
            except Busy:
                if not wait:
                    raise
                continue
            return
        raise Unavailable("RINGI-508", where=self.url)

    def _gather_one(self, one: _Waiting[Any]) -> None:
        tx = Tx(self._db, one.tenant_id, self._known, self._gathered)
        try:
            one.result = one.transition(tx)
            one.committed = tx.close()
        except BaseException as error:
            one.result = one.committed = None
            if tx.half_written() or not self._db.in_transaction():
                raise
            self._known.forget()
            one.error = explain(error, self.url) or error
            tx.undo()

    def _run_one(self, one: _Waiting[Any], *, savepoint: bool) -> None:
        db = self._db
        if savepoint:
            db.execute("SAVEPOINT transition")
        tx = Tx(db, one.tenant_id, self._known)
        try:
            one.result = one.transition(tx)
            one.committed = tx.close()
        except BaseException as error:
            self._known.forget()
            one.error = explain(error, self.url) or error
            one.result = one.committed = None
            if not db.in_transaction():
                # The database itself gave up the whole transaction (a full disk): nobody in this batch was saved.
                raise
            if savepoint:
                db.execute("ROLLBACK TO SAVEPOINT transition")
        if savepoint:
            db.execute("RELEASE SAVEPOINT transition")

    def _reconnect(self) -> None:
        self._known.forget()
        with contextlib.suppress(Exception):
            self._db.close()
        self._gone = True  # until there is another one
        self._db = connect(self.url)
        self._gone = False

    def _undo(self) -> None:
        self._known.forget()
        self._gathered.clear()
        self._roll_back()

    def _roll_back(self) -> None:
        try:
            self._db.rollback()
        except Exception:
            # The connection is gone with its transaction; a fresh one finds the store as it was before.
            self._gone = True

    def _fail(self, batch: list[_Waiting[Any]], error: Exception) -> None:
        said = explain(error, self.url) or error
        for one in batch:
            one.error = one.error or said
            one.result = one.committed = None
            one.done = True

    # -- listeners -----------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Be told of every commit of this process, after it. Returns the way to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, one: _Waiting[Any]) -> None:
        if one.committed is not None:
            for listener in tuple(self._listeners):
                listener(one.committed)

    def scrub(self) -> bool:
        """Bring the write-ahead log home and empty it, so that nothing overwritten stays in it. False when somebody is
        reading just now, or when the log is a server's and not ours to empty.
        """
        if not self._db.inline:
            return False
        for _ in waiting(SCRUB_SECONDS):
            with self._lock:
                row = self._db.one("PRAGMA wal_checkpoint(TRUNCATE)")
            if row is not None and row["busy"] == 0:
                return True
        return False

    def close(self) -> None:
        self._committer.shutdown()
        with self._lock:
            self._db.close()

    @property
    def postgres(self) -> bool:
        return is_postgres(self.url)
