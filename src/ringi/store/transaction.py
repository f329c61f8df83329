"""One transition: the record moves by compare-and-set, its facts are appended, the audit entry and the next job are
written. All or none. Plain synchronous code; `store.write` runs it and commits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ringi import clock
from ringi.facts.chain import GENESIS, Sealed, seal
from ringi.facts.envelope import Fact
from ringi.store.engine import Connection, Params, Row
from ringi.store.moves import STATE_COLUMN, TOUCHED, Lost, check_move


@dataclass(frozen=True, slots=True)
class Job:
    """Work that somebody has to carry on with. Claimed in memory by the one worker, deleted by the move it led to."""

    id: str
    kind: str
    task_id: str
    subject_id: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit brought: told to the worker and to the screens, after the fact."""

    facts: tuple[tuple[Fact, int], ...]
    jobs: tuple[Job, ...]
    touched: frozenset[str]
    """Task ids whose records moved."""
    stopped: frozenset[str] = frozenset()
    """Task ids for which nothing more is to be done: whoever works on them stops."""


_FACT = (
    "INSERT INTO facts (thread_id, sequence, type, timestamp, header, commitment, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_PAYLOAD = "INSERT INTO fact_payloads (thread_id, sequence, salt, payload) VALUES (?, ?, ?, ?)"
_HEAD = "SELECT last_sequence, head FROM threads WHERE id = ?"
_NEW_HEAD = "UPDATE threads SET last_sequence = ?, head = ? WHERE id = ?"
_AUDIT = (
    "INSERT INTO audit_logs"
    " (id, tenant_id, timestamp, actor_type, actor_id, action, resource_type, resource_id, details)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_JOB = (
    "INSERT INTO jobs (id, kind, task_id, subject_id, payload, attempts, not_before, dedupe_key, created_at)"
    " VALUES (?, ?, ?, ?, ?, 0, NULL, ?, ?)"
)


def dumps(value: Any) -> str:
    """JSON as the records keep it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def _insert_sql(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


@lru_cache(maxsize=512)
def _move_sql(table: str, columns: tuple[str, ...]) -> str:
    state = STATE_COLUMN.get(table, "status")
    assignments = ", ".join(f"{name} = ?" for name in (state, *columns))
    return f"UPDATE {table} SET {assignments} WHERE id = ? AND {state} = ?"


@lru_cache(maxsize=256)
def _set_sql(table: str, columns: tuple[str, ...]) -> str:
    return f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ?"


class Tx:
    """What a transition may do. Facts are sealed at the end, in the order they were told."""

    def __init__(self, db: Connection, tenant_id: str) -> None:
        self.db = db
        self.tenant_id = tenant_id
        self.now = clock.now()
        self._facts: dict[str, list[Fact]] = {}
        self._told: list[tuple[Fact, int]] = []
        self._jobs: list[Job] = []
        self._stopped: set[str] = set()

    # -- reading -------------------------------------------------------------------------------------------------

    def one(self, sql: str, params: Params = ()) -> Row | None:
        return self.db.one(sql, params)

    def all(self, sql: str, params: Params = ()) -> Sequence[Row]:
        return self.db.all(sql, params)

    def locked(self, table: str, subject_id: str) -> Row | None:
        """The row, held until the transaction ends."""
        return self.db.one(f"SELECT * FROM {table} WHERE id = ?{self.db.for_update}", (subject_id,))

    # -- writing -------------------------------------------------------------------------------------------------

    def insert(self, table: str, **row: Any) -> None:
        self.db.execute(_insert_sql(table, tuple(row)), tuple(row.values()))

    def set(self, table: str, subject_id: str, **values: Any) -> None:
        """Change columns that are not the state (the state only moves)."""
        assert "status" not in values and "state" not in values
        self.db.execute(_set_sql(table, tuple(values)), (*values.values(), subject_id))

    def move(self, table: str, subject_id: str, from_: str, to: str, **values: Any) -> None:
        """Compare-and-set of the state. Raises `Lost` when the record was not in `from_`."""
        check_move(table, from_, to)
        if table in TOUCHED:
            values["updated_at"] = self.now
        if self.db.execute(_move_sql(table, tuple(values)), (to, *values.values(), subject_id, from_)) != 1:
            state = STATE_COLUMN.get(table, "status")
            found = self.db.one(f"SELECT {state} AS state FROM {table} WHERE id = ?", (subject_id,))
            raise Lost(table, subject_id, from_, found["state"] if found else None)

    def open_thread(self, thread_id: str, session_id: str, origin: str = "own") -> None:
        self.insert(
            "threads",
            id=thread_id,
            tenant_id=self.tenant_id,
            session_id=session_id,
            origin=origin,
            last_sequence=0,
            head=GENESIS,
            created_at=self.now,
        )

    def tell(self, *facts: Fact) -> None:
        """Append facts to their threads; their numbers are given when the transition ends."""
        for fact in facts:
            self._facts.setdefault(fact.thread_id or "", []).append(fact)

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
        self.db.execute(
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
                dumps(details or {}),
            ),
        )

    def enqueue(self, kind: str, task_id: str, subject_id: str, payload: dict[str, Any] | None = None) -> None:
        """Queue work in this same transaction. One job of a kind per subject: a second one is the same work."""
        job = Job(clock.ulid(), kind, task_id, subject_id, payload or {})
        key = f"{kind}:{subject_id}"
        self.db.execute(_JOB, (job.id, kind, task_id, subject_id, dumps(job.payload), key, self.now))
        self._jobs.append(job)

    def finish(self, job: Job) -> None:
        """The job is done with; deleted in the transaction of what it led to."""
        self.db.execute("DELETE FROM jobs WHERE id = ?", (job.id,))

    def drop_jobs(self, task_id: str) -> None:
        """Nothing more is to be done for this task."""
        self.db.execute("DELETE FROM jobs WHERE task_id = ?", (task_id,))
        self._jobs = [job for job in self._jobs if job.task_id != task_id]
        self._stopped.add(task_id)

    # -- ending --------------------------------------------------------------------------------------------------

    def close(self) -> Committed:
        """Number, chain and write the facts of this transition under their threads' row locks."""
        for thread_id, facts in self._facts.items():
            head = self.db.one(_HEAD + self.db.for_update, (thread_id,))
            if head is None:
                raise AssertionError(f"thread {thread_id} was never opened")
            sequence: int = head["last_sequence"]
            previous = bytes(head["head"])
            sealed: list[Sealed] = []
            for fact in facts:
                sequence += 1
                one = seal(fact, previous, sequence)
                previous = one.hash
                sealed.append(one)
                self._told.append((fact, sequence))
            self.db.many(
                _FACT,
                [(s.thread_id, s.sequence, s.type, s.timestamp, s.header, s.commitment, s.hash) for s in sealed],
            )
            self.db.many(_PAYLOAD, [(s.thread_id, s.sequence, s.salt, s.payload) for s in sealed])
            self.db.execute(_NEW_HEAD, (sequence, previous, thread_id))
        return Committed(tuple(self._told), tuple(self._jobs), frozenset(self._facts), frozenset(self._stopped))
