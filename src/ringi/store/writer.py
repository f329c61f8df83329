"""The store: runs transitions, commits them in groups, and tells the listeners what was committed.

Any process may transact. Inside one process transitions that arrive together share one commit: each runs in its own
savepoint, so that a lost compare-and-set takes nobody else with it. Nothing is acknowledged before it is on disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from ringi.errors import Unavailable
from ringi.store.engine import Busy, Connection, connect, explain, is_postgres, waiting
from ringi.store.known import Known
from ringi.store.transaction import Committed, Tx

T = TypeVar("T")
Transition = Callable[[Tx], T]
Listener = Callable[[Committed], None]

BATCH = 256
"""More transitions than this in one commit would make the first of them wait too long."""


class _Waiting(Generic[T]):
    """A transition on its way, and what came of it."""

    __slots__ = ("committed", "done", "error", "future", "result", "transition")

    def __init__(self, transition: Transition[T], future: asyncio.Future[T] | None = None) -> None:
        self.transition = transition
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
        self._known = Known()
        self._lock = threading.Lock()
        self._pending: deque[_Waiting[Any]] = deque()
        self._ticks: dict[asyncio.AbstractEventLoop, list[_Waiting[Any]]] = {}
        self._listeners: list[Listener] = []
        self.commits = 0

    # -- the two ways in -----------------------------------------------------------------------------------------

    def write(self, transition: Transition[T]) -> T:
        """Run one transition and wait until it is on disk. Threads that come together share a commit."""
        mine: _Waiting[T] = _Waiting(transition)
        self._pending.append(mine)
        with self._lock:
            if not mine.done:
                batch: list[_Waiting[Any]] = []
                while self._pending and len(batch) < BATCH:
                    batch.append(self._pending.popleft())
                if mine not in batch:
                    batch.append(mine)
                    self._pending.remove(mine)
                self._run(batch, wait=True)
        self._tell(mine)
        if mine.error is not None:
            raise mine.error
        return mine.result  # type: ignore[return-value]

    async def awrite(self, transition: Transition[T]) -> T:
        """The same from a coroutine. All that is written in one turn of the event loop shares a commit."""
        loop = asyncio.get_running_loop()
        mine: _Waiting[T] = _Waiting(transition, loop.create_future())
        tick = self._ticks.get(loop)
        if tick is None:
            self._ticks[loop] = [mine]
            loop.call_soon(self._flush, loop)
        else:
            tick.append(mine)
        assert mine.future is not None
        # A commit under way cannot be called back: a cancelled waiter stops waiting, the transition still happens.
        return await mine.future

    async def aread(self, look: Transition[T]) -> T:
        """What the records say now, in one view. Needs no turn of its own among the writers."""
        if not self._db.inline or not self._lock.acquire(blocking=False):
            return await self.awrite(look)
        db = self._db
        try:
            db.look()
            self._known.begin(db.generation())
            return look(Tx(db, self.tenant_id, self._known))
        except Exception as error:
            self._known.forget()
            said = explain(error, self.url)
            if said is None:
                raise
            raise said from error
        finally:
            db.rollback()
            self._lock.release()

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        batch = self._ticks.pop(loop)
        if self._db.inline and self._lock.acquire(blocking=False):
            try:
                self._run(batch, wait=False)
            except Busy:
                pass
            finally:
                self._lock.release()
            if batch[0].done:
                self._settle(batch)
                return
        loop.run_in_executor(None, self._run_later, batch, loop)

    def _run_later(self, batch: list[_Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._run(batch, wait=True)
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

    def _run(self, batch: list[_Waiting[Any]], *, wait: bool) -> None:
        """Run a batch in one transaction. Raises `Busy` only when it may not wait and nothing was begun."""
        db = self._db
        try:
            self._begin(wait)
        except Busy:
            raise
        except Exception as error:
            self._fail(batch, error)
            return
        try:
            self._known.begin(db.generation())
            if len(batch) == 1:
                self._run_one(batch[0], savepoint=False)
                if batch[0].error is not None:
                    db.rollback()
                    batch[0].done = True
                    return
            else:
                for one in batch:
                    self._run_one(one, savepoint=True)
            db.commit()
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
                self._db.begin()
            except Busy:
                if not wait:
                    raise
                continue
            return
        raise Unavailable("RINGI-508", where=self.url)

    def _run_one(self, one: _Waiting[Any], *, savepoint: bool) -> None:
        db = self._db
        if savepoint:
            db.execute("SAVEPOINT transition")
        tx = Tx(db, self.tenant_id, self._known)
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

    def _undo(self) -> None:
        self._known.forget()
        try:
            self._db.rollback()
        except Exception:
            # The connection is gone with its transaction; a fresh one finds the store as it was before.
            self._db = connect(self.url)

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

    def reader(self) -> Connection:
        """A read-only connection of one's own."""
        return connect(self.url, readonly=True)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @property
    def postgres(self) -> bool:
        return is_postgres(self.url)
