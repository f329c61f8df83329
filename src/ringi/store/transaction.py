"""One transition: the record moves by compare-and-set, its facts are appended, the audit entry and the next job are
written. All or none. Plain synchronous code; `store.write` runs it and commits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ringi import clock
from ringi.facts.canonical import natural, read_back, speller
from ringi.facts.chain import FIRST, GENESIS, sealed_rows
from ringi.facts.envelope import Fact
from ringi.facts.vocabulary import EventClass
from ringi.store.engine import Connection, Params, Row
from ringi.store.gathered import DONE, FACT, NEW_HEAD, PAYLOAD, Gathered, change_sql, head_row
from ringi.store.known import MOST, OWNED, Known, Memory, NotKnown
from ringi.store.moves import OUTLIVING, STATE_COLUMN, TOUCHED, Lost, check_move
from ringi.store.seal_checks import Incoming, check_authority, check_records, check_row, read_head, read_incoming
from ringi.store.seal_ledger import SealLedger
from ringi.store.seals import (
    AUTHORITY,
    FILLED,
    INCOMING,
    LOG,
    LOOSE,
    NOTHING,
    RECORDS,
    SEALED,
    SHORT,
    SINGLE,
    TOLD,
    Seals,
    StoreState,
    Sums,
    ThreadHead,
    counts,
    kept,
    key_column,
    number_of,
    pack,
    thread_text,
    told_digest,
    unpack,
)


class Job(NamedTuple):
    """Work that somebody has to carry on with. Claimed in memory by the one worker, deleted by the move it led to."""

    id: str
    kind: str
    task_id: str
    subject_id: str
    payload: dict[str, Any]
    tenant_id: str = ""
    """In whose name it is carried on with."""


class Committed(NamedTuple):
    """What a commit brought: told to the worker and to the screens, after the fact."""

    facts: tuple[tuple[Fact, int], ...]
    jobs: tuple[Job, ...]
    touched: frozenset[str]
    """Task ids whose records moved."""
    stopped: frozenset[str] = frozenset()
    """Task ids for which nothing more is to be done: whoever works on them stops."""
    people: bool = False
    """Whether who somebody is, or what they may do, has changed: whoever listens is asked for their right again."""
    woken: frozenset[str] = frozenset()
    """Threads of SPECTRA sessions in which something was decided: whoever drives them is rung."""


_THREAD = (
    "INSERT INTO threads (id, tenant_id, session_id, origin, created_at, last_sequence, head, records, epoch, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SEALED = "SELECT provider, credentials FROM integrations WHERE tenant_id = ? AND credentials <> '{}' ORDER BY provider"
_PROPOSED = (
    "SELECT f.header, p.payload FROM facts f JOIN fact_payloads p ON p.thread_id = f.thread_id"
    " AND p.sequence = f.sequence WHERE f.thread_id = ? AND f.type = 'plan.final' ORDER BY f.sequence DESC"
)
_ASKED = _PROPOSED.replace("plan.final", "action.required")
_AUDIT = (
    "INSERT INTO audit_logs"
    " (id, tenant_id, timestamp, actor_type, actor_id, action, resource_type, resource_id, details, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_JOB = (
    "INSERT INTO jobs (id, kind, task_id, subject_id, payload, dedupe_key, created_at, attempts, not_before, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, 0, NULL, ?)"
)


dumps = speller(sort_keys=False)
"""JSON as the records keep it."""
_THREADS = "SELECT FROM threads"
_AUTHORITY = frozenset(AUTHORITY)
_GUARDED = frozenset({"approvals", "executions"})
"""Records by which something is decided or run: they move only while everything stands as it was sealed."""
_ENDS = frozenset({"failed", "cancelled", "outcome_unknown"})
"""States in which nothing is decided and nothing runs: a run whose records were changed can always be stopped."""


@lru_cache(maxsize=256)
def _insert_sql(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


class Tx:
    """What a transition may do. Facts are sealed at the end, in the order they were told."""

    # How nearly every transition is: one that is otherwise says so, the others need not be told when they are made.
    behind = ""
    """The admin who really acts, when somebody acts in another's name; said in all that is recorded of it."""
    _savepoint = False
    _people = False
    _opened: Mapping[str, tuple[str, str]] = MappingProxyType({})
    _stopped: frozenset[str] = frozenset()
    _woken: frozenset[str] = frozenset()
    _touched: frozenset[str] = frozenset()

    def __init__(
        self, db: Connection, tenant_id: str, known: Known, ledger: SealLedger, batch: Gathered, *, gather: bool = False
    ) -> None:
        """With `gather`, what is written is gathered: here until the transition has ended well, then in `batch`."""
        self._db = db
        self._known = known
        self._ledger = ledger
        self._total = batch.sums
        self._batch = batch if gather else None
        self._own = Gathered() if gather else None
        self._sums = self._own.sums if self._own is not None else Sums()
        self._records: dict[str, list[int]] = {}
        """What this transition adds to the sealed rows of each task: how many, and to their sum."""
        self._mine: dict[tuple[str, str], dict[str, Any]] = {}
        """Sealed rows that are held until the transaction ends, as they are now; where others can write meanwhile."""
        self.tenant_id = tenant_id
        self.now = clock.now()
        """One time for all that a transition writes."""
        self._facts: dict[str, list[Fact]] = {}
        self._jobs: list[Job] = []

    @property
    def db(self) -> Connection:
        """The bare connection, for what has no method here. Nothing is known any more once somebody has taken it."""
        self._bring(hold=True)
        self._known.forget()
        self._mine.clear()
        return self._db

    # -- what is gathered ----------------------------------------------------------------------------------------

    def _bring(self, *, hold: bool = False) -> None:
        """Write what is gathered, because somebody looks. What is ours alone can be taken back, if it comes to that;
        with `hold` also what is about to be written straight.
        """
        if self._batch is None or self._own is None:
            return
        if isinstance(self._db, Memory):
            raise NotKnown
        if self._batch:
            self._batch.write(self._db)
        if (self._own or hold) and not self._savepoint:
            self._db.execute("SAVEPOINT transition")
            self._savepoint = True
        if self._own:
            self._own.write(self._db)

    def _look(self, sql: str, about: str) -> None:
        own, batch, rows = self._own, self._batch, self._known.rows
        if (
            own is not None
            and batch is not None
            and (own.concerns(sql, about, rows) or batch.concerns(sql, about, rows))
        ):
            self._bring()

    def _add(self, sql: str, row: Params) -> None:
        if self._own is not None:
            self._own.add(sql, row)
        else:
            self._db.execute(sql, row)

    def _change(self, table: str, subject_id: str, before: str, values: dict[str, Any]) -> None:
        """Write columns of a record; with `before`, only if that is the state it is in."""
        if self._own is not None:
            state = self._known.states.get((table, subject_id))
            if not before or state == before:
                self._own.change(table, subject_id, before, values)
                return
            self._bring(hold=True)
        compared = (before,) if before else ()
        sql = change_sql(table, tuple(values), compared=bool(before))
        if self._db.execute(sql, (*values.values(), subject_id, *compared)) != 1 and before:
            raise self._lost(table, subject_id, before)

    def wrote(self) -> bool:
        """Whether anything may have been written, so that what is known has changed."""
        return self._savepoint or self._own is None or bool(self._own)

    def half_written(self) -> bool:
        """Whether writing what was gathered broke off in the middle: then not this transition alone has failed."""
        return any(one is not None and one.writing for one in (self._own, self._batch))

    def undo(self) -> None:
        """The transition has failed: as if it had never been."""
        self._own = None
        if self._savepoint:
            self._db.execute("ROLLBACK TO SAVEPOINT transition")
            self._db.execute("RELEASE SAVEPOINT transition")

    # -- reading -------------------------------------------------------------------------------------------------

    def one(self, sql: str, params: Params = (), *, about: str = "") -> Row | None:
        """The first row. `about` is an id that every row asked for holds: then nothing else need be written first."""
        self._look(sql, about)
        return self._db.one(sql, params)

    def all(self, sql: str, params: Params = (), *, about: str = "") -> Sequence[Row]:
        self._look(sql, about)
        return self._db.all(sql, params)

    def row(self, table: str, subject_id: str) -> Row | None:
        """The row as it is now, to look at."""
        rows = self._known.rows
        found = rows.get((table, subject_id))
        if found is None:
            found = self.one(f"SELECT * FROM {table} WHERE id = ?", (subject_id,), about=subject_id)
            if found is not None:
                if table in SEALED:
                    check_row(self._seals, table, found)
                self._known.read(table, subject_id, found)
        return found

    def locked(self, table: str, subject_id: str) -> Row | None:
        """The row, held until the transaction ends."""
        lock = self._db.for_update
        if not lock:
            return self.row(table, subject_id)
        if (mine := self._mine.get((table, subject_id))) is not None:
            return mine
        found = self._db.one(f"SELECT * FROM {table} WHERE id = ?{lock}", (subject_id,))
        if found is not None and table in SEALED:
            check_row(self._seals, table, found)
            self._mine[table, subject_id] = dict(found)
        return found

    def settled(self, table: str, sql: str, params: tuple[Any, ...] = ()) -> Sequence[Row]:
        """The same as `all` for a question about one table that hardly ever changes; asked again when it has."""
        answers = self._known.answers.get(table)
        if answers is None:
            answers = self._known.answers[table] = {}
        found = answers.get((sql, params))
        if found is None:
            if len(answers) > MOST:
                answers.clear()
            found = self.all(sql, params)
            if table in SINGLE:
                for row in found:
                    check_row(self._seals, table, row)
            answers[sql, params] = found
        return found

    def secrets(self) -> tuple[str, ...]:
        """The values of this tenant's vault: they have no place in anything that is recorded."""
        open_secrets = self._known.open_secrets
        rows = self.settled("integrations", _SEALED, (self.tenant_id,)) if open_secrets is not None else ()
        return open_secrets(self.tenant_id, rows) if rows and open_secrets is not None else ()

    def all_of(self, table: str, owner: str) -> Sequence[str] | None:
        """The ids of all rows that a task has in one of the tables `OWNED` (a session: in requests), in the order they
        were made; None when that is not known without reading.
        """
        assert table in OWNED
        made = self._known.made.get(owner)
        return None if made is None else made.get(table, ())

    # -- writing -------------------------------------------------------------------------------------------------

    def insert(self, table: str, **row: Any) -> None:
        if table in SEALED:
            row = self._seal_new(table, row)
        if self._own is not None:
            for changed, _ in self._own.changes:
                if changed == table:
                    # In the order in which it was said: what has just been closed may make room for what is opened now.
                    self._bring()
                    break
        self._add(_insert_sql(table, tuple(row)), tuple(row.values()))
        self._known.inserted(self._db, table, row)

    def insert_once(self, table: str, **row: Any) -> bytes | None:
        """The same for a sealed row that may be there already: its seal, or None when one of that key is."""
        assert table in SINGLE or table in INCOMING
        row = {**FILLED.get(table, {}), **row}
        seal = self._seals.row(table, row)
        row["seal"] = bytearray(seal)
        sql = _insert_sql(table, tuple(row)) + " ON CONFLICT DO NOTHING"
        if self.aside(sql, tuple(row.values())) == 0:
            return None
        self._count(table, row, 1, number_of(seal))
        return seal

    def supersede(self, table: str, before: Mapping[str, Any], **values: Any) -> bool:
        """Compare-and-set of a row of `INCOMING` that was held against its seal here: written only while the row is
        that one. False when somebody has moved it on.

        Raises:
            Tampered: the row has been changed since (`RINGI-520`).
        """
        seals = self._seals
        for _ in range(2):
            after = {**before, **values}
            seal = seals.row(table, after)
            names = ", ".join(f"{name} = ?" for name in values)
            sql = f"UPDATE {table} SET {names}, seal = ? WHERE id = ? AND seal = ? AND state = ?"
            compared = (before["id"], bytearray(before["seal"]), before["state"])
            if self.aside(sql, (*values.values(), bytearray(seal), *compared)) == 1:
                self._count_change(table, before, number_of(before["seal"]), after, number_of(seal))
                return True
            found = self._db.one(f"SELECT * FROM {table} WHERE id = ?{self._db.for_update}", (before["id"],))
            if found is None:
                return False
            check_row(seals, table, found)
            if found["state"] != before["state"]:
                return False
            before = found  # sealed anew meanwhile, with another key
        return False

    def set(self, table: str, subject_id: str, *, while_: str = "", **values: Any) -> None:
        """Change columns that are not the state (the state only moves).

        With `while_` it is a compare-and-set as well: raises `Lost` when the record was not in that state.
        """
        assert "status" not in values and "state" not in values
        self._people = self._people or table == "users"
        if table in SEALED:
            self._seal_change(table, subject_id, values)
        self._change(table, subject_id, while_, values)
        self._known.changed(table, subject_id, values)

    def move(self, table: str, subject_id: str, from_: str, to: str, **values: Any) -> None:
        """Compare-and-set of the state. Raises `Lost` when the record was not in `from_`."""
        check_move(table, from_, to)
        if table in TOUCHED:
            values["updated_at"] = self.now
        values[STATE_COLUMN.get(table, "status")] = to
        if table in SEALED:
            self._seal_change(table, subject_id, values, to)
        self._change(table, subject_id, from_, values)
        self._known.changed(table, subject_id, values)
        self._known.moved(table, subject_id, to)

    def amend(self, table: str, where: str, params: Params, **values: Any) -> int:
        """Change columns of every row that a condition finds, where a row is not known by its id; how many there were.

        For what no table of moves says anything about (settings, connected services, what is erased)."""
        key = key_column(table)
        self._people = self._people or table == "users"
        rows = self._found(table, where, params)
        for row in rows:
            changed = {**values}
            if table in SEALED:
                check_row(self._seals, table, row)
                self._seal_change(table, row[key], changed, row=row)
            columns = ", ".join(f"{name} = ?" for name in changed)
            self._db.execute(f"UPDATE {table} SET {columns} WHERE {key} = ?", (*changed.values(), row[key]))
            self._known.changed(table, row[key], changed)
        return len(rows)

    def remove(self, table: str, where: str, params: Params) -> int:
        """Delete every row that a condition finds; how many there were."""
        key = key_column(table)
        rows = self._found(table, where, params)
        for row in rows:
            if table in SEALED:
                self._guard_authority(table)
                self._count(table, row, -1, -number_of(check_row(self._seals, table, row)))
            self._db.execute(f"DELETE FROM {table} WHERE {key} = ?", (row[key],))
            self._known.removed(table, row[key])
        return len(rows)

    def _found(self, table: str, where: str, params: Params) -> Sequence[Row]:
        self._bring(hold=True)
        return self._db.all(f"SELECT * FROM {table} WHERE {where}{self._db.for_update}", params)

    # -- seals ---------------------------------------------------------------------------------------------------

    @property
    def _seals(self) -> Seals:
        ledger = self._ledger
        if ledger.generation == self._known.generation and ledger.current is not None:
            return ledger.current
        return ledger.seals(self._db, self._known.generation)

    def sealed_state(self) -> StoreState:
        """How the whole store was sealed after the last commit."""
        self._ledger.seals(self._db, self._known.generation)
        assert self._ledger.state is not None
        return self._ledger.state

    @property
    def reader(self) -> Connection:
        """The connection, to look at what is there now; nothing is written by it."""
        self._bring()
        return self._db

    def wrote_all_of(self, task_id: str) -> bool:
        """Whether this process wrote all that a task has, and nobody else has written since."""
        return not self._db.for_update and task_id in self._known.made

    def check(self, table: str, row: Mapping[str, Any]) -> None:
        """Refuses a row that is not as it was sealed (`RINGI-520`)."""
        check_row(self._seals, table, row)

    def incoming(self, table: str, *waits: str) -> Incoming:
        """What was delivered and waits to be acted on (in the states `waits`), held against its seals."""
        self._bring()
        return read_incoming(self._db, self._seals, table, waits, (self._total, self._sums))

    def _seal_new(self, table: str, row: dict[str, Any]) -> dict[str, Any]:
        self._guard_authority(table)
        if table == "executions":
            self.check_seals(row["task_id"])
        row = {**FILLED.get(table, {}), **row}
        seal = self._seals.row(table, row)
        self._count(table, row, 1, number_of(seal))
        row["seal"] = bytearray(seal)
        return row

    def _seal_change(
        self, table: str, subject_id: str, values: dict[str, Any], to: str = "", row: Row | None = None
    ) -> None:
        """Adds to the columns the seal of the row that they make. A row that is not there is left to the statement, and
        columns of which the facts tell are not sealed.
        """
        if table in LOOSE and LOOSE[table].issuperset(values):
            return
        if table in _AUTHORITY:
            self._check_authority()
        if row is None:
            row = self.locked(table, subject_id)
            if row is None:
                return
        if table in _GUARDED and to not in _ENDS:
            self.check_seals(row["task_id"])
        if table in TOLD and TOLD[table].issuperset(values):
            if self._db.for_update:
                self._mine[table, subject_id] = {**row, **values}
            return
        seals = self._seals
        before = row["seal"] if table != LOG else check_row(seals, table, row)
        after = {**row, **values}
        seal = seals.row(table, after)
        self._count_change(table, row, number_of(before), after, number_of(seal))
        values["seal"] = kept(table, seal)
        if self._db.for_update:
            self._mine[table, subject_id] = {**after, "seal": seal}

    def _count_change(
        self, table: str, before: Mapping[str, Any], old: int, after: Mapping[str, Any], new: int
    ) -> None:
        if table in INCOMING:
            self._count(table, before, -1, -old)
            self._count(table, after, 1, new)
        else:
            self._count(table, after, 0, new - old)

    def _count(self, table: str, row: Mapping[str, Any], count: int, total: int) -> None:
        column = RECORDS.get(table)
        if column is not None:
            records = self._records.setdefault(row[column], [0, 0])
            records[0] += count
            records[1] += total
        elif table == LOG:
            self._sums.audits += count
            self._sums.audits_sum += total
        elif table in INCOMING:
            if counts(table, row):
                self._sums.add_incoming(table, count, total)
        elif table not in SINGLE:
            self._sums.authority += count
            self._sums.authority_sum += total
            self._sums.epoch = 1

    def _guard_authority(self, table: str) -> None:
        """Before something about who decides or what may run is changed, what is there must be what was sealed."""
        if table in _AUTHORITY:
            self._check_authority()

    def check_seals(self, task_id: str) -> None:
        """Nothing is decided and nothing runs unless the records of its task, and all that says who decides and what
        may run, are as they were sealed. While nobody else commits, what was found so stays so.

        Raises:
            Tampered: with the row, and what was expected.
        """
        self._check_authority()
        known = self._known
        if self._db.for_update or (task_id not in known.made and task_id not in known.trusted):
            self._bring()
            count, total = self._records.get(task_id, (0, 0))
            check_records(self._db, self._seals, task_id, count, total)
            known.trust(task_id)

    def _check_authority(self) -> None:
        seals, ledger = self._seals, self._ledger
        if ledger.checked != self._known.generation:
            self._bring()
            check_authority(self._db, seals, (self._total, self._sums))
            ledger.checked = self._known.generation

    # -- statements ----------------------------------------------------------------------------------------------

    def aside(self, sql: str, params: Params = ()) -> int:
        """A statement on a table of which nothing is remembered between transitions (Slack's own, for one)."""
        self._bring(hold=True)
        return self._db.execute(sql, params)

    def gather(self, sql: str, rows: Sequence[Params]) -> None:
        """The same for many rows of a statement whose outcome nobody waits for: written with the rest, all at once."""
        if self._own is not None:
            self._own.more(sql, list(rows))
        else:
            self._db.many(sql, rows)

    @property
    def alone(self) -> bool:
        """Whether nobody else can write before this transition has ended; if not, what is to stay must be locked."""
        return not self._db.for_update

    def _lost(self, table: str, subject_id: str, expected: str) -> Lost:
        state = STATE_COLUMN.get(table, "status")
        found = self._db.one(f"SELECT {state} AS state FROM {table} WHERE id = ?", (subject_id,))
        return Lost(table, subject_id, expected, found["state"] if found else None)

    def open_thread(self, thread_id: str, session_id: str, origin: str = "own") -> None:
        """A new thread, written with its first facts."""
        self._opened = {**self._opened, thread_id: (session_id, origin)}

    def head(self, thread_id: str) -> int:
        """How far a thread goes, before what this transition tells; nobody else adds to it until it has ended."""
        head = self._head(thread_id)
        assert head is not None, f"thread {thread_id} was never opened"
        return head.sequence

    def touch(self, thread_id: str) -> None:
        """Whoever watches this thread has something to look at, though no fact is told."""
        self._touched |= {thread_id}

    def tell(self, *facts: Fact) -> None:
        """Append facts to their threads; their numbers are given when the transition ends."""
        for fact in facts:
            thread_id = fact.thread_id or ""
            if fact.type is EventClass.PLAN_FINAL:
                self._known.proposed(thread_id, fact.run_id or "", fact.payload)
            told = self._facts.get(thread_id)
            if told is None:
                self._facts[thread_id] = [fact]
            else:
                told.append(fact)

    def audit(
        self,
        action: str,
        resource_type: str,
        resource_id: str | None,
        *,
        actor_type: str = "system",
        actor_id: str | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        told = details or {}
        if self.behind and actor_type == "user":
            told = {**told, "as_by": self.behind}
        row: list[Any] = [
            clock.ulid(),
            self.tenant_id,
            self.now,
            actor_type,
            actor_id,
            action,
            resource_type,
            resource_id,
        ]
        row.append(dumps(told))
        seal = self._seals.entry(row)
        self._sums.audits += 1
        self._sums.audits_sum += number_of(seal)
        row.append(bytearray(seal[:SHORT]))
        self._add(_AUDIT, row)

    def enqueue(self, kind: str, task_id: str, subject_id: str, payload: dict[str, Any] | None = None) -> None:
        """Queue work in this same transaction. Of one kind there is at most one job per subject on the books: to queue
        another before the first is done with is a fault of ours, and the database refuses the transition.
        """
        job = Job(clock.ulid(), kind, task_id, subject_id, payload or {}, self.tenant_id)
        key = f"{kind}:{subject_id}"
        if self._own is not None and self._batch is not None and (key in self._own.done or key in self._batch.done):
            self._bring()
        row: list[Any] = [job.id, kind, task_id, subject_id, dumps(job.payload), key, self.now]
        row.append(bytearray(self._seals.job(row)))
        self._add(_JOB, row)
        self._jobs.append(job)

    def finish(self, job: Job) -> None:
        """The job is done with; deleted in the transaction of what it led to."""
        if self._own is not None:
            self._own.done[f"{job.kind}:{job.subject_id}"] = job.id
        else:
            self._db.execute(DONE, (job.id,))

    def drop_jobs(self, task_id: str) -> None:
        """Nothing more is to be done for this task."""
        self.aside("DELETE FROM jobs WHERE task_id = ? AND kind <> ?", (task_id, OUTLIVING))
        self._jobs = [job for job in self._jobs if job.task_id != task_id or job.kind == OUTLIVING]
        self._stopped |= {task_id}

    def wake(self, thread_id: str) -> None:
        """Whoever drives this session is rung once all of this is on the books."""
        self._woken |= {thread_id}

    # -- ending --------------------------------------------------------------------------------------------------

    def close(self) -> Committed:
        """Number, chain, seal and write the facts of this transition under their threads' row locks."""
        told: list[tuple[Fact, int]] = []
        for thread_id in self._opened:
            self._facts.setdefault(thread_id, [])
        for thread_id, facts in self._facts.items():
            self._append(thread_id, facts, told)
        for thread_id in list(self._records):
            if thread_id not in self._facts and self._head(thread_id) is not None:
                self._append(thread_id, [], told)
        if self._batch is not None and self._own is not None:
            self._batch.join(self._own)
        else:
            self._total.add(self._sums)
        if self._savepoint:
            self._db.execute("RELEASE SAVEPOINT transition")
        touched = self._touched.union(self._facts)
        return Committed(tuple(told), tuple(self._jobs), touched, self._stopped, self._people, self._woken)

    def _append(self, thread_id: str, facts: list[Fact], told: list[tuple[Fact, int]], erased: str = "") -> None:
        before = self._head(thread_id)
        if before is None:
            raise AssertionError(f"thread {thread_id} was never opened")
        rows, payloads, head = sealed_rows(thread_id, facts, before.head, before.sequence)
        sequence = before.sequence + len(rows)
        told += zip(facts, range(before.sequence + 1, sequence + 1), strict=True)
        after = self._sealed_head(thread_id, before, sequence, head, erased or before.erased)
        opened = self._opened.get(thread_id)
        if opened is not None:
            self._sums.threads += 1
            octets = bytearray(after.head), bytearray(after.records), after.epoch, bytearray(after.seal)
            self._add(_THREAD, (thread_id, self.tenant_id, *opened, self.now, sequence, *octets))
        own = self._own
        if own is not None:
            own.more(FACT, rows)
            own.more(PAYLOAD, payloads)
            if opened is None:
                own.heads[thread_id] = after
        else:
            self._db.many(FACT, rows)
            self._db.many(PAYLOAD, payloads)
            if opened is None:
                self._db.execute(NEW_HEAD, head_row(thread_id, after))
        self._known.headed(thread_id, after)

    def asked(self, thread_id: str, action_id: str) -> dict[str, Any]:
        """What a gate was opened with, as its fact tells it; empty when no fact does, or it was erased."""
        for row in self.all(_ASKED, (thread_id,)):
            if read_back(row["header"]).get("actionId") == action_id and row["payload"] is not None:
                found: dict[str, Any] = natural(read_back(row["payload"]))
                return found
        return {}

    def proposal(self, thread_id: str, run_id: str) -> dict[str, Any] | None:
        """What was told for approval in this run, as its newest fact tells it; None when no fact does."""
        found = self._known.plans.get((thread_id, run_id))
        if found is None:
            for row in self.all(_PROPOSED, (thread_id,)):
                if read_back(row["header"]).get("runId") == run_id and row["payload"] is not None:
                    found = read_back(row["payload"])
                    self._known.proposed(thread_id, run_id, found)
                    break
        return found

    def _sealed_head(self, thread_id: str, before: ThreadHead, sequence: int, head: bytes, erased: str) -> ThreadHead:
        """Where the thread stands now, with the sealed rows of its task; and what that adds to all threads."""
        seals, records = self._seals, before.records
        added = self._records.pop(thread_id, None)
        if added is not None:
            count, total = unpack(records)
            records = pack(count + added[0], total + added[1])
        epoch = max(self._ledger.epoch, before.epoch)
        seal = seals.thread(before.fixed, sequence, head, records, epoch, erased)
        self._sums.threads_sum += number_of(seal) - number_of(before.seal)
        return ThreadHead(before.fixed, sequence, head, records, epoch, erased, seal)

    def _head(self, thread_id: str) -> ThreadHead | None:
        """Where the thread stands, under its row lock."""
        opened = self._opened.get(thread_id)
        if opened is not None:
            fixed = thread_text(thread_id, self.tenant_id, opened[1], self.now, opened[0])
            return ThreadHead(fixed, FIRST - 1, GENESIS, NOTHING, 0, "", b"")
        known = self._known.heads.get(thread_id)
        if known is not None and not self._db.for_update:
            return known
        self._look(_THREADS, "")
        return read_head(self._db, self._seals, thread_id)

    def seal_erasure(self, thread_id: str, by: str) -> None:
        """The payloads of a thread, as far as it goes, have been erased: sealed with its head, so that nobody else can
        take something away and call it erased."""
        head = self._head(thread_id)
        if head is None:
            return
        before = json.loads(head.erased) if head.erased else []
        self._bring()
        left = told_digest(self._db.together({table: (RECORDS[table], thread_id) for table in TOLD}))
        self._append(thread_id, [], [], dumps([*before, [head.sequence, self.now, by, left]]))
