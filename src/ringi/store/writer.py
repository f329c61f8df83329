"""The store: runs transitions, commits them in groups, and tells the listeners what was committed.

Any process may transact. Inside one process transitions that arrive together share one commit: each runs in its own
savepoint, so that a lost compare-and-set takes nobody else with it. Nothing is acknowledged before it is on disk.

While one batch is on its way to the disk, the next is worked out beside it, from what is known and without the
database (`Ahead`); it is written when the first has arrived, or worked out anew if that failed or anybody else has
committed in between. So a transition may be run more than once, and only what it leaves in its `Tx` counts.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from ringi.store.batches import MEMORY, Ahead, Batches, Transition, Waiting
from ringi.store.engine import Busy, explain, is_postgres, waiting
from ringi.store.gathered import Gathered
from ringi.store.known import NotKnown
from ringi.store.seal_ledger import SealLedger
from ringi.store.tenancy import PRESENT
from ringi.store.transaction import Committed, Tx
from ringi.store.vault_keys import Key, Keys, keys_of

T = TypeVar("T")
Listener = Callable[[Committed], None]

BATCH = 256
"""More transitions than this in one commit would make the first of them wait too long."""
SPLIT = 16
"""As many as this go in two halves, if the disk is worse than slow: one half is worked out while the other waits."""
WAITING = 0.01
"""Seconds: a commit that takes longer is mostly waiting, and two of them cost less than to stand by."""
SLOW = 0.003
"""Seconds: a commit that takes longer is better not waited for by everybody else on the event loop."""
LINGER = 3
"""Turns of the event loop that a crowd is waited for."""
UNWRITTEN = Gathered()
"""Where nothing is gathered: of whoever only looks."""
SCRUB_SECONDS = 2.0
"""How long readers are waited for when the log is to be emptied."""


class Store(Batches):
    """One open database. `write` for plain code, `awrite` for coroutines; both return only what is on disk."""

    def __init__(self, url: str, home: Path, tenant_id: str, keys: Keys | None = None) -> None:
        """`keys` are the vault's, of which the key of the seals is made; without them, the file of the home."""
        super().__init__(url, SealLedger(url, home, keys or keys_of(home, "")))
        self.ledger.open(self._db)
        self.home = home
        self.tenant_id = tenant_id
        self._pending: deque[Waiting[Any]] = deque()
        self._ticks: dict[asyncio.AbstractEventLoop, list[Waiting[Any]]] = {}
        self._away: set[asyncio.AbstractEventLoop] = set()
        # A thread of its own: those of the loop may all be waiting for the very lock that this commit holds.
        self._committer = ThreadPoolExecutor(1, thread_name_prefix="commit")
        self._listeners: list[Listener] = []
        self._crowd = 0
        """How many came together last."""

    # -- the two ways in -----------------------------------------------------------------------------------------

    def write(self, transition: Transition[T], tenant: str = "") -> T:
        """Run one transition and wait until it is on disk. Threads that come together share a commit.

        `tenant` is whose work it is; without it, that of the job or call that is being carried out.
        """
        mine: Waiting[T] = Waiting(transition, tenant or PRESENT.get() or self.tenant_id)
        self._pending.append(mine)
        with self._mind, self._lock:
            if not mine.done:
                batch: list[Waiting[Any]] = []
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
        """The same from a coroutine. All that is written in two turns of the event loop shares a commit."""
        loop = asyncio.get_running_loop()
        mine: Waiting[T] = Waiting(transition, tenant or PRESENT.get() or self.tenant_id, loop.create_future())
        tick = self._ticks.get(loop)
        if tick is not None:
            tick.append(mine)
        else:
            self._ticks[loop] = [mine]
            loop.call_soon(self._linger, loop, LINGER if self._crowd > 1 else 0)
        assert mine.future is not None
        # A commit under way cannot be called back: a cancelled waiter stops waiting, the transition still happens.
        return await mine.future

    async def aread(self, look: Transition[T], tenant: str = "") -> T:
        """What the records say now, in one view. Needs no turn of its own among the writers.

        While a commit of ours is on its way, what is known may be that commit ahead of the disk; whoever acts on it
        comes back with a compare-and-set behind the same commit.
        """
        tenant = tenant or PRESENT.get() or self.tenant_id
        behind = asyncio.get_running_loop() in self._away or bool(self._ahead.batch)
        if behind and not self._spoilt and self._mind.acquire(blocking=False):
            try:
                return look(Tx(MEMORY, tenant, self._known, self.ledger, UNWRITTEN))
            except NotKnown:
                pass
            finally:
                self._mind.release()
        if behind or not self._db.inline or self._gone or not self._lock.acquire(blocking=False):
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
            return look(Tx(MEMORY, tenant, self._known, self.ledger, UNWRITTEN))
        db.look()
        self._known.begin(db.generation())
        return look(Tx(db, tenant, self._known, self.ledger, UNWRITTEN))

    def _linger(self, loop: asyncio.AbstractEventLoop, turns: int) -> None:
        """A few turns more where there is a crowd: those whom the last commit set free are about to write, and two
        crowds that have once come to commit by turns would do so for ever, each paying for pages that the other writes
        as well.
        """
        if turns:
            loop.call_soon(self._linger, loop, turns - 1)
        else:
            self._flush(loop)

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take the next batch. Where the disk is slow another thread waits for it, so that the loop is free for others;
        where it is quick and few wait, that would only cost.
        """
        waiting = self._ticks.pop(loop, [])
        if loop in self._away:
            left = self._beside(waiting, loop)
            if left:
                self._ticks[loop] = left
            return
        if not waiting and not self._ahead.batch:
            return
        batch, left = waiting[:BATCH], waiting[BATCH:]
        self._crowd = len(batch)
        if left:
            self._ticks[loop] = left
            loop.call_soon(self._flush, loop)
        if not self._begun_inline(batch, loop):
            loop.run_in_executor(None, self._run_later, batch)

    def _begun_inline(self, waiting: list[Waiting[Any]], loop: asyncio.AbstractEventLoop) -> bool:
        """Whether the batch could be written at once. It is then committed, or on its way to be."""
        if not self._db.inline or self._ahead.loop not in (None, loop) or not self._mind.acquire(blocking=False):
            return False
        try:
            if not self._lock.acquire(blocking=False):
                return False
            halves = self._pace > WAITING and len(waiting) >= SPLIT and self.gathering and not self._ahead.batch
            split = len(waiting) // 2 if halves else None
            batch, second = [*self._ahead.batch, *waiting[:split]], waiting[split:] if split else []
            away = bool(second or self._ahead.batch) or self._pace > SLOW
            try:
                self._transact(batch, wait=False)
            except Busy:
                self._lock.release()
                return False
            if away:
                self._away.add(loop)
                self._committer.submit(self._commit_away, batch, loop)
                if second:
                    self._ticks[loop] = second + self._ticks.get(loop, [])
                    loop.call_soon(self._flush, loop)
                return True
            self._commit(batch)
            self._lock.release()
        finally:
            self._mind.release()
        self._settle(batch)
        return True

    def _beside(self, waiting: list[Waiting[Any]], loop: asyncio.AbstractEventLoop) -> list[Waiting[Any]]:
        """Work out what came while a commit is on its way; returns those that have to wait for it, beginning with the
        first that needs the database, so that all keep their order.
        """
        if not self.gathering or self._spoilt or not self._mind.acquire(blocking=False):
            return waiting
        try:
            if not self._ahead.batch:
                self._ahead = Ahead(self._known.generation, loop)
            ahead = self._ahead
            if ahead.loop is not loop:
                return waiting
            for number, one in enumerate(waiting):
                if len(ahead.batch) >= BATCH or not self._worked_out(one, ahead):
                    return waiting[number:]
            return []
        finally:
            self._mind.release()

    def _commit_away(self, batch: list[Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._commit(batch)
        finally:
            self._lock.release()
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
                loop.call_soon_threadsafe(self._came_back, batch, loop)

    def _came_back(self, batch: list[Waiting[Any]], loop: asyncio.AbstractEventLoop) -> None:
        self._away.discard(loop)
        self._flush(loop)
        self._settle(batch)

    def _run_later(self, batch: list[Waiting[Any]]) -> None:
        with self._mind, self._lock:
            self._run(batch)
        self._settle_there(batch)

    def _run(self, batch: list[Waiting[Any]]) -> None:
        """Run a batch in one transaction, from beginning to end, behind what was worked out ahead of it."""
        ahead = self._ahead.batch
        whole = [*ahead, *batch]
        if not whole:  # somebody else took along what this was about
            return
        self._transact(whole, wait=True)
        self._commit(whole)
        self._settle_there(ahead)

    def _settle_there(self, batch: list[Waiting[Any]]) -> None:
        """From another thread: every one in the loop in which it is waited for."""
        loops = {one.future.get_loop(): None for one in batch if one.future is not None}
        for loop in loops:
            theirs = [one for one in batch if one.future is not None and one.future.get_loop() is loop]
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
                loop.call_soon_threadsafe(self._settle, theirs)

    def _settle(self, batch: list[Waiting[Any]]) -> None:
        for one in batch:
            self._tell(one)
            future = one.future
            if future is None or future.done():
                continue
            if one.error is not None:
                future.set_exception(one.error)
            else:
                future.set_result(one.result)

    # -- listeners -----------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Be told of every commit of this process, after it. Returns the way to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, one: Waiting[Any]) -> None:
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

    def reseal(self, key: Key, *, trust: bool = False) -> None:
        """Every seal of the store anew under this key of the vault; with `trust`, whatever is there is taken as it is.

        Raises:
            Tampered: something is not as it was sealed (`RINGI-529`).
        """
        with self._mind, self._lock:
            self._spoilt = True  # what was worked out ahead was sealed with the key before
            self.ledger.reseal(self._db, key, trust=trust)

    def close(self) -> None:
        self._committer.shutdown()
        with self._lock:
            self._db.close()

    @property
    def postgres(self) -> bool:
        return is_postgres(self.url)
