"""The limit: what plain sqlite3 needs to write the same rows, bytes and hashes in the same number of commits.

Our own run is recorded at its connection, statement by statement; the writes are then replayed on a fresh file with
nothing else around them. Reads, judgement, validation and serialisation are left out, so nothing can be faster.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringi.store.engine import Connection, Params, Row

_PAYLOAD = b"ringi.payload.v1\0"
_FACT = b"ringi.fact.v1\0"
_FACTS = "INSERT INTO facts "
_PAYLOADS = "INSERT INTO fact_payloads "


@dataclass(slots=True)
class Trace:
    """What a run did at its connection, in order; a transaction that wrote nothing leaves no trace."""

    actions: list[tuple[str, Any]] = field(default_factory=list)
    statements: int = 0
    rows: int = 0
    reads: int = 0
    commits: int = 0
    facts: int = 0


class Recording:
    """A connection that notes what is done on it."""

    def __init__(self, inner: Connection) -> None:
        self._inner = inner
        self.for_update = inner.for_update
        self.inline = inner.inline
        self.trace = Trace()
        self._open: list[tuple[str, Any]] = []
        self._wrote = False

    def begin(self) -> None:
        self._inner.begin()
        self._open, self._wrote = [("BEGIN IMMEDIATE", None)], False

    def look(self) -> None:
        self._inner.look()

    def generation(self) -> int:
        return self._inner.generation()

    def columns(self, table: str) -> list[tuple[str, bool]]:
        return self._inner.columns(table)

    def commit(self) -> None:
        self._inner.commit()
        if self._wrote:
            self.trace.actions += [*self._open, ("COMMIT", None)]
            self.trace.commits += 1
        self._open = []

    def rollback(self) -> None:
        self._inner.rollback()
        self._open = []

    def in_transaction(self) -> bool:
        return self._inner.in_transaction()

    def lost(self) -> bool:
        return self._inner.lost()

    def execute(self, sql: str, params: Params = ()) -> int:
        self._note(sql, tuple(params), 1)
        return self._inner.execute(sql, params)

    def many(self, sql: str, rows: Iterable[Params]) -> int:
        kept = [tuple(row) for row in rows]
        self._note(sql, kept, len(kept))
        return self._inner.many(sql, kept)

    apart = many

    def _note(self, sql: str, params: Any, rows: int) -> None:
        self._open.append((sql, params))
        if "SAVEPOINT" not in sql:
            self._wrote = True
            self.trace.statements += 1
            self.trace.rows += rows
            if sql.startswith(_FACTS):
                self.trace.facts += rows

    def one(self, sql: str, params: Params = ()) -> Row | None:
        self.trace.reads += 1
        return self._inner.one(sql, params)

    def all(self, sql: str, params: Params = ()) -> list[Row]:
        self.trace.reads += 1
        return self._inner.all(sql, params)

    def together(self, wanted: Mapping[str, tuple[str, ...] | None]) -> dict[str, list[Row]]:
        self.trace.reads += len(wanted)
        return self._inner.together(wanted)

    def close(self) -> None:
        self._inner.close()


def replay(trace: Trace, path: Path) -> float:
    """Seconds that plain sqlite3 needs for the recorded writes, hashes computed anew from the same bytes."""
    prepared = _with_bytes(trace)
    db = sqlite3.connect(path, isolation_level=None, timeout=0.0, cached_statements=256)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        execute, many, sha256 = db.execute, db.executemany, hashlib.sha256
        heads: dict[str, bytes] = {}
        begun = time.perf_counter()
        for sql, params, sealed in prepared:
            if sealed is not None:
                rows = []
                for (thread, sequence, kind, at, header), octets, message in sealed:
                    commitment = sha256(message).digest()
                    number = sequence.to_bytes(8, "big")
                    made = sha256(_FACT + heads.get(thread, bytes(32)) + number + commitment + octets).digest()
                    heads[thread] = made
                    rows.append((thread, sequence, kind, at, header, commitment, made))
                many(sql, rows)
            elif params is None:
                execute(sql)
            elif type(params) is list:
                many(sql, params)
            else:
                execute(sql, params)
        took = time.perf_counter() - begun
        _same(db, trace, heads)
        return took
    finally:
        db.close()


def _with_bytes(trace: Trace) -> list[tuple[str, Any, Any]]:
    """The actions with the bytes to be hashed laid out beforehand, so that only hashing is left to do."""
    messages = {
        (thread, sequence): _PAYLOAD + bytes(salt) + payload.encode()
        for sql, params in trace.actions
        if sql.startswith(_PAYLOADS)
        for thread, sequence, salt, payload in (params if type(params) is list else [params])
    }
    prepared: list[tuple[str, Any, Any]] = []
    for sql, params in trace.actions:
        if not sql.startswith(_FACTS):
            prepared.append((sql, params, None))
            continue
        rows = params if type(params) is list else [params]
        sealed = [(row[:5], row[4].encode(), messages[row[0], row[1]]) for row in rows]
        prepared.append((sql, params, sealed))
    return prepared


def _same(db: sqlite3.Connection, trace: Trace, heads: dict[str, bytes]) -> None:
    """The replay must have written what we wrote, to the last hash; else it is the limit of something else."""
    facts = db.execute("SELECT COUNT(*) FROM facts").fetchone()[0]
    written = {thread: bytes(head) for thread, head in db.execute("SELECT id, head FROM threads")}
    if facts != trace.facts or any(written[thread] != head for thread, head in heads.items()):
        raise AssertionError("the replay did not write the same facts")
    if db.execute("PRAGMA synchronous").fetchone()[0] != 2:
        raise AssertionError("the replay was not FULL")
