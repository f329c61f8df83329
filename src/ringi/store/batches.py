"""Batches of transitions at one connection: begun, worked out, written, committed.

What is worked out ahead of its turn rests on what is known, and on a commit that is still on its way: it is written
when that has arrived, or worked out anew if it failed or anybody else has committed in between.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ringi.errors import Unavailable
from ringi.store.engine import Busy, Clash, Connection, Row, connect, explain, waiting
from ringi.store.gathered import Gathered
from ringi.store.known import Known, Memory, NotKnown
from ringi.store.seal_ledger import SealLedger
from ringi.store.seals import Sums
from ringi.store.transaction import Committed, Tx

T = TypeVar("T")
MEMORY = Memory()
Transition = Callable[[Tx], T]


class Waiting(Generic[T]):
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


class Ahead:
    """Transitions that were worked out before their turn at the database, and what they are going to write."""

    __slots__ = ("batch", "gathered", "generation", "loop")

    def __init__(self, generation: int = -1, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.batch: list[Waiting[Any]] = []
        self.gathered = Gathered()
        self.generation = generation
        """Of the database that they took to be there; of another one they know nothing."""
        self.loop = loop


class Batches:
    """One connection, what is known of the database behind it, and what is to be written to it."""

    def __init__(self, url: str, ledger: SealLedger) -> None:
        self.url = url
        self._db: Connection = connect(url)
        self.ledger = ledger
        self._gone = False
        """The connection cannot be used any more; the next transaction begins with a fresh one."""
        self._known = Known()
        self._gathered = Gathered()
        self.gathering = self._db.inline
        """Whether what a commit writes is gathered; else statement by statement, a savepoint for each transition."""
        self._mind = threading.Lock()
        """Held by whoever works out transitions, and so may change what is known. Taken before the other lock."""
        self._lock = threading.Lock()
        """Held by whoever uses the connection, until what was begun is committed."""
        self._ahead = Ahead()
        self._spoilt = False
        """A commit failed: what is known, and all that was worked out from it, is not what is there."""
        self._pace = 0.0
        """Seconds that a commit takes of late."""
        self.commits = 0

    def open_secrets_with(self, open_secrets: Callable[[str, Sequence[Row]], tuple[str, ...]]) -> None:
        """From now on transitions know the values of a tenant's vault (`Tx.secrets`)."""
        self._known.open_secrets = open_secrets

    def _worked_out(self, one: Waiting[Any], ahead: Ahead) -> bool:
        known = self._known
        known.note()
        try:
            tx = Tx(MEMORY, one.tenant_id, known, self.ledger, ahead.gathered, gather=True)
            one.result = one.transition(tx)
            one.committed = tx.close()
            known.keep()
        except NotKnown:
            one.result = None
            known.take_back()
            return False
        except BaseException as error:
            one.result = None
            one.error = explain(error, self.url) or error
            known.take_back()
        ahead.batch.append(one)
        return True

    def _transact(self, batch: list[Waiting[Any]], *, wait: bool) -> None:
        """Begin, run every transition, write what they gathered: all but the commit. The batch begins with what was
        worked out ahead. Raises `Busy` only when it may not wait and nothing was begun.
        """
        try:
            self._begin(wait)
        except Busy:
            raise
        except Exception as error:
            self._ahead, self._spoilt = Ahead(), True
            self._fail(batch, error)
            return
        try:
            for one in batch[self._from_ahead() :]:
                if self.gathering:
                    self._gather_one(one)
                else:
                    self._run_one(one, savepoint=len(batch) > 1)
            if self._gathered:
                self._gathered.write(self._db)
            self._write_ledger()
        except Exception as error:
            self._rescue(batch, error)

    def _write_ledger(self) -> None:
        """What the batch changed of the sums, and its link of the chain."""
        sums = self._gathered.sums
        if sums:
            self._gathered.sums = Sums()
            self.ledger.write(self._db, sums, self._known.generation)

    def _from_ahead(self) -> int:
        """How many were worked out ahead and still stand, now that it is known what is there."""
        ahead, self._ahead = self._ahead, Ahead()
        generation = self._db.generation()
        stands = not self._spoilt and generation == ahead.generation
        if self._spoilt:
            self._known.forget()
            self._spoilt = False
        self._known.begin(generation)
        if self._db.inline:
            self._known.learn(self._db)
        if stands:
            self._gathered = ahead.gathered
            return len(ahead.batch)
        for one in ahead.batch:
            one.result = one.error = one.committed = None
        if ahead.batch:
            self._known.forget()
        return 0

    def _rescue(self, batch: list[Waiting[Any]], error: Exception) -> None:
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
                one.error = None  # who lost may have lost to somebody who is not there now
                self._run_one(one, savepoint=True)
            self._write_ledger()
        except Exception as worse:
            self._undo()
            self._fail(batch, worse)

    def _commit(self, batch: list[Waiting[Any]]) -> None:
        """Bring a batch to the disk; what failed on the way is already done with."""
        if batch[0].done:
            return
        try:
            if all(one.error is not None for one in batch):
                self._db.rollback()
            else:
                begun = time.perf_counter()
                self._db.commit()
                self.ledger.committed()
                self._pace += 0.2 * (time.perf_counter() - begun - self._pace)
                self.commits += 1
        except Exception as error:
            # Perhaps in a thread beside the one that works out the next ones from what is known.
            self._spoilt = True
            self.ledger.forget()
            self._roll_back()
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

    def _gather_one(self, one: Waiting[Any]) -> None:
        tx = Tx(self._db, one.tenant_id, self._known, self.ledger, self._gathered, gather=True)
        try:
            one.result = one.transition(tx)
            one.committed = tx.close()
        except BaseException as error:
            one.result = one.committed = None
            if tx.half_written() or not self._db.in_transaction():
                raise
            if tx.wrote():
                self._known.forget()
            one.error = explain(error, self.url) or error
            tx.undo()

    def _run_one(self, one: Waiting[Any], *, savepoint: bool) -> None:
        db = self._db
        if savepoint:
            db.execute("SAVEPOINT transition")
        tx = Tx(db, one.tenant_id, self._known, self.ledger, self._gathered)
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
        self.ledger.forget()
        with contextlib.suppress(Exception):
            self._db.close()
        self._gone = True  # until there is another one
        self._db = connect(self.url)
        self._gone = False

    def _undo(self) -> None:
        self._known.forget()
        self._gathered.clear()
        self.ledger.forget()
        self._roll_back()

    def _roll_back(self) -> None:
        try:
            self._db.rollback()
        except Exception:
            # The connection is gone with its transaction; a fresh one finds the store as it was before.
            self._gone = True

    def _fail(self, batch: list[Waiting[Any]], error: Exception) -> None:
        said = explain(error, self.url) or error
        for one in batch:
            one.error = one.error or said
            one.result = one.committed = None
            one.done = True
