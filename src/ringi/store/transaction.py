"""One transition: the record moves by compare-and-set, its facts are appended, the audit entry and the next job are
written. All or none. Plain synchronous code; `store.write` runs it and commits.
"""

from __future__ import annotations

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
from ringi.store.gathered import DONE, FACT, NEW_HEAD, PAYLOAD, Gathered, change_sql
from ringi.store.known import MOST, OWNED, Known, Memory, NotKnown
from ringi.store.moves import OUTLIVING, STATE_COLUMN, TOUCHED, Lost, check_move


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


_HEAD = "SELECT last_sequence, head FROM threads WHERE id = ?"
_THREAD = (
    "INSERT INTO threads (id, tenant_id, session_id, origin, last_sequence, head, created_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_SEALED = "SELECT provider, credentials FROM integrations WHERE tenant_id = ? AND credentials <> '{}' ORDER BY provider"
_PROPOSED = (
    "SELECT f.header, p.payload FROM facts f JOIN fact_payloads p ON p.thread_id = f.thread_id"
    " AND p.sequence = f.sequence WHERE f.thread_id = ? AND f.type = 'plan.final' ORDER BY f.sequence DESC"
)
_ASKED = _PROPOSED.replace("plan.final", "action.required")
_AUDIT = (
    "INSERT INTO audit_logs"
    " (id, tenant_id, timestamp, actor_type, actor_id, action, resource_type, resource_id, details)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_JOB = (
    "INSERT INTO jobs (id, kind, task_id, subject_id, payload, attempts, not_before, dedupe_key, created_at)"
    " VALUES (?, ?, ?, ?, ?, 0, NULL, ?, ?)"
)


dumps = speller(sort_keys=False)
"""JSON as the records keep it."""


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

    def __init__(self, db: Connection, tenant_id: str, known: Known, batch: Gathered | None = None) -> None:
        """With a `batch`, what is written is gathered: here until the transition has ended well, then there."""
        self._db = db
        self._known = known
        self._batch = batch
        self._own = Gathered() if batch is not None else None
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
                self._known.read(table, subject_id, found)
        return found

    def locked(self, table: str, subject_id: str) -> Row | None:
        """The row, held until the transaction ends."""
        lock = self._db.for_update
        if not lock:
            return self.row(table, subject_id)
        return self._db.one(f"SELECT * FROM {table} WHERE id = ?{lock}", (subject_id,))

    def settled(self, table: str, sql: str, params: tuple[Any, ...] = ()) -> Sequence[Row]:
        """The same as `all` for a question about one table that hardly ever changes; asked again when it has."""
        answers = self._known.answers.get(table)
        if answers is None:
            answers = self._known.answers[table] = {}
        found = answers.get((sql, params))
        if found is None:
            if len(answers) > MOST:
                answers.clear()
            found = answers[sql, params] = self.all(sql, params)
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
        if self._own is not None:
            for changed, _ in self._own.changes:
                if changed == table:
                    # In the order in which it was said: what has just been closed may make room for what is opened now.
                    self._bring()
                    break
        self._add(_insert_sql(table, tuple(row)), tuple(row.values()))
        self._known.inserted(self._db, table, row)

    def set(self, table: str, subject_id: str, *, while_: str = "", **values: Any) -> None:
        """Change columns that are not the state (the state only moves).

        With `while_` it is a compare-and-set as well: raises `Lost` when the record was not in that state.
        """
        assert "status" not in values and "state" not in values
        self._people = self._people or table == "users"
        self._change(table, subject_id, while_, values)
        self._known.changed(table, subject_id, values)

    def move(self, table: str, subject_id: str, from_: str, to: str, **values: Any) -> None:
        """Compare-and-set of the state. Raises `Lost` when the record was not in `from_`."""
        check_move(table, from_, to)
        if table in TOUCHED:
            values["updated_at"] = self.now
        values[STATE_COLUMN.get(table, "status")] = to
        self._change(table, subject_id, from_, values)
        self._known.changed(table, subject_id, values)
        self._known.moved(table, subject_id, to)

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
        return self._head(thread_id)[0]

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
        self._add(
            _AUDIT,
            (
                clock.ulid(),
                self.tenant_id,
                self.now,
                actor_type,
                actor_id,
                action,
                resource_type,
                resource_id,
                dumps(
                    {**(details or {}), "as_by": self.behind} if self.behind and actor_type == "user" else details or {}
                ),
            ),
        )

    def enqueue(self, kind: str, task_id: str, subject_id: str, payload: dict[str, Any] | None = None) -> None:
        """Queue work in this same transaction. Of one kind there is at most one job per subject on the books: to queue
        another before the first is done with is a fault of ours, and the database refuses the transition.
        """
        job = Job(clock.ulid(), kind, task_id, subject_id, payload or {}, self.tenant_id)
        key = f"{kind}:{subject_id}"
        if self._own is not None and self._batch is not None and (key in self._own.done or key in self._batch.done):
            self._bring()
        self._add(_JOB, (job.id, kind, task_id, subject_id, dumps(job.payload), key, self.now))
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
        """Number, chain and write the facts of this transition under their threads' row locks."""
        told: list[tuple[Fact, int]] = []
        for thread_id in self._opened:
            self._facts.setdefault(thread_id, [])
        for thread_id, facts in self._facts.items():
            self._append(thread_id, facts, told)
        if self._batch is not None and self._own is not None:
            self._batch.join(self._own)
        if self._savepoint:
            self._db.execute("RELEASE SAVEPOINT transition")
        touched = self._touched.union(self._facts)
        return Committed(tuple(told), tuple(self._jobs), touched, self._stopped, self._people, self._woken)

    def _append(self, thread_id: str, facts: list[Fact], told: list[tuple[Fact, int]]) -> None:
        before, head = self._head(thread_id)
        rows, payloads, head = sealed_rows(thread_id, facts, head, before)
        sequence = before + len(rows)
        told += zip(facts, range(before + 1, sequence + 1), strict=True)
        opened = self._opened.get(thread_id)
        if opened is not None:
            self._add(_THREAD, (thread_id, self.tenant_id, *opened, sequence, bytearray(head), self.now))
        own = self._own
        if own is not None:
            own.more(FACT, rows)
            own.more(PAYLOAD, payloads)
            if opened is None:
                own.heads[thread_id] = (sequence, head)
        else:
            self._db.many(FACT, rows)
            self._db.many(PAYLOAD, payloads)
            if opened is None:
                self._db.execute(NEW_HEAD, (sequence, bytearray(head), thread_id))
        self._known.headed(thread_id, sequence, head)

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

    def _head(self, thread_id: str) -> tuple[int, bytes]:
        """Where the thread stands, under its row lock."""
        if thread_id in self._opened:
            return FIRST - 1, GENESIS
        known = self._known.heads.get(thread_id)
        if known is not None and not self._db.for_update:
            return known
        head = self.one(_HEAD + self._db.for_update, (thread_id,))
        if head is None:
            raise AssertionError(f"thread {thread_id} was never opened")
        return head["last_sequence"], bytes(head["head"])
