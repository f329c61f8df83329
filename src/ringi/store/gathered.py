"""What the transitions of one commit write, kept together until somebody reads it or the commit comes.

Written then table by table, all rows of a kind at once: the same rows in the same commit for half the work, and a
transition that fails has written nothing that would have to be taken back. Only where one process at a time can write
(SQLite, under its write lock), because there the compare-and-set is decided by what is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ringi.store.engine import Connection, Params, Row
from ringi.store.moves import STATE_COLUMN
from ringi.store.seals import Sums, ThreadHead

FACT = "INSERT INTO facts (thread_id, sequence, type, timestamp, header, commitment, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
PAYLOAD = "INSERT INTO fact_payloads (thread_id, sequence, salt, payload) VALUES (?, ?, ?, ?)"
NEW_HEAD = "UPDATE threads SET last_sequence = ?, head = ?, records = ?, epoch = ?, erased = ?, seal = ? WHERE id = ?"
DONE = "DELETE FROM jobs WHERE id = ?"

_PARENTS = ("tenants", "users", "requests", "tasks", "prompts", "processes", "executions", "threads", "approvals")
"""Tables that others refer to, in the order in which they refer to each other; all others come after them."""
_TABLES = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)")

Subject = tuple[str, str]
Change = tuple[str, dict[str, Any]]
"""The state that a record was in before (empty: whatever), and its columns as they are to be."""


@lru_cache(maxsize=512)
def tables_of(sql: str) -> frozenset[str]:
    """The tables that a statement is about."""
    return frozenset(_TABLES.findall(sql))


@lru_cache(maxsize=512)
def rank(sql: str) -> int:
    table = sql.split(" ", 3)[2]
    return _PARENTS.index(table) if table in _PARENTS else len(_PARENTS)


@lru_cache(maxsize=512)
def change_sql(table: str, columns: tuple[str, ...], *, compared: bool) -> str:
    compare = f" AND {STATE_COLUMN.get(table, 'status')} = ?" if compared else ""
    return f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ?{compare}"


def head_row(thread_id: str, head: ThreadHead) -> tuple[Any, ...]:
    """A thread's new head as `NEW_HEAD` takes it."""
    octets = bytearray(head.head), bytearray(head.records), bytearray(head.seal)
    return head.sequence, octets[0], octets[1], head.epoch, head.erased, octets[2], thread_id


def _holds(row: Row | None, about: str) -> bool:
    """Whether a record, as far as it is known, has this id in one of its columns."""
    return row is None or about in (row.values() if isinstance(row, dict) else tuple(row))


class Gathered:
    """Rows to be added, records to be changed, threads' new heads, jobs that are done with."""

    __slots__ = ("changes", "done", "heads", "rows", "sums", "writing")

    def __init__(self) -> None:
        self.rows: dict[str, list[Params]] = {}
        self.changes: dict[Subject, Change] = {}
        self.heads: dict[str, ThreadHead] = {}
        self.done: dict[str, str] = {}
        """The ids of jobs by what they were for: a new one for the same must not meet the old one."""
        self.sums = Sums()
        """What all of it adds to the sums of the store; stays until the commit, also when the rest has been written."""
        self.writing = False
        """Being written; still so after it failed, when nobody can tell how much of it is there."""

    def __bool__(self) -> bool:
        return bool(self.rows or self.changes or self.heads or self.done)

    def add(self, sql: str, row: Params) -> None:
        rows = self.rows.get(sql)
        if rows is None:
            self.rows[sql] = [row]
        else:
            rows.append(row)

    def more(self, sql: str, rows: list[Any]) -> None:
        """The same for many; the list is taken over."""
        there = self.rows.get(sql)
        if there is None:
            self.rows[sql] = rows
        else:
            there += rows

    def change(self, table: str, subject_id: str, before: str, values: dict[str, Any]) -> None:
        """A record's columns are to be these; what was to be changed in it already is changed along with them."""
        earlier = self.changes.get((table, subject_id))
        if earlier is not None:
            before, values = earlier[0] or before, {**earlier[1], **values}
        self.changes[table, subject_id] = (before, values)

    def join(self, other: Gathered) -> None:
        """Everything that another one holds, behind what is here."""
        mine = self.rows
        for sql, rows in other.rows.items():
            if sql in mine:
                mine[sql] += rows
            else:
                mine[sql] = rows
        for subject, change in other.changes.items():
            if subject in self.changes:
                self.change(*subject, *change)
            else:
                self.changes[subject] = change
        self.heads |= other.heads
        self.done |= other.done
        self.sums.add(other.sums)

    def concerns(self, sql: str, about: str, rows: Mapping[Subject, Row]) -> bool:
        """Whether a statement is about something that is not written yet. `about` is an id that every row it asks for
        holds; `rows` are the records as they will be, as far as they are known.
        """
        asked = tables_of(sql)
        if (self.heads and "threads" in asked) or (self.done and "jobs" in asked):
            return True
        for one, added in self.rows.items():
            if tables_of(one) & asked and (not about or any(about in row for row in added)):
                return True
        for subject in self.changes:
            if subject[0] in asked and (not about or about == subject[1] or _holds(rows.get(subject), about)):
                return True
        return False

    def write(self, db: Connection) -> None:
        """Bring it all to the database, and be empty."""
        self.writing = True
        for sql in sorted(self.rows, key=rank):
            write = db.apart if sql.startswith("INSERT") else db.many
            write(sql, self.rows[sql])
        for (sql, compared), rows in self._changes().items():
            if db.apart(sql, rows) != len(rows) and compared:
                raise AssertionError(f"a record was not as it was known to be: {sql}")
        if self.heads:
            db.apart(NEW_HEAD, [head_row(thread, head) for thread, head in self.heads.items()])
        if self.done:
            db.apart(DONE, [(job_id,) for job_id in self.done.values()])
        self._empty()

    def _changes(self) -> dict[tuple[str, bool], list[Params]]:
        found: dict[tuple[str, bool], list[Params]] = {}
        for (table, subject_id), (before, values) in self.changes.items():
            compared = bool(before)
            sql = change_sql(table, tuple(values), compared=compared)
            row = (*values.values(), subject_id, before) if compared else (*values.values(), subject_id)
            found.setdefault((sql, compared), []).append(row)
        return found

    def clear(self) -> None:
        self._empty()
        self.sums = Sums()

    def _empty(self) -> None:
        self.rows = {}
        self.changes, self.heads, self.done = {}, {}, {}
        self.writing = False
