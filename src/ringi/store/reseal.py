"""Every seal of a store made anew: once after an upgrade, at each change of the key, and when an administrator says so.

Works in the transaction of its caller, table by table. What is there is taken as it is; whoever wants it checked first
does so before (`seal_checks.find`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ringi.store.engine import Connection, Row
from ringi.store.seals import (
    AUTHORITY,
    INCOMING,
    LOG,
    NOTHING,
    RECORDS,
    SINGLE,
    TOLD,
    Seals,
    Sums,
    counts,
    kept,
    key_column,
    number_of,
    pack,
    thread_text,
    told_digest,
)

PAGE = 2_000


def holds_rows(db: Connection) -> bool:
    """Whether there is anything in the store that a seal could be missing from."""
    return any(db.one(f"SELECT 1 AS one FROM {table} LIMIT 1") for table in ("threads", "users", LOG))


def pages(db: Connection, table: str, key: str = "id") -> Iterator[list[Row]]:
    """All rows of a table, in the order of their keys, some at a time."""
    after = ""
    while rows := db.all(f"SELECT * FROM {table} WHERE {key} > ? ORDER BY {key} LIMIT ?", (after, PAGE)):
        yield rows
        after = rows[-1][key]


def write(db: Connection, seals: Seals, *, trust: bool) -> Sums:
    """Seal all there is. Returns the sums of the whole store. With `trust` what is gone counts as erased."""
    sums = Sums()
    for table in AUTHORITY:
        for _, seal in _write_table(db, seals, table):
            sums.authority += 1
            sums.authority_sum += number_of(seal)
    for _, seal in _write_table(db, seals, LOG):
        sums.audits += 1
        sums.audits_sum += number_of(seal)
    records: dict[str, list[int]] = {}
    for table, column in RECORDS.items():
        for row, seal in _write_table(db, seals, table):
            total = records.setdefault(row[column], [0, 0])
            total[0] += 1
            total[1] += number_of(seal)
    _write_threads(db, seals, records, sums, trust=trust)
    sums.add(write_incoming(db, seals))
    return sums


def write_incoming(db: Connection, seals: Seals) -> Sums:
    """Seal what was delivered, and what else has a seal by itself."""
    sums = Sums()
    for table in INCOMING:
        for row, seal in _write_table(db, seals, table):
            if counts(table, row):
                sums.add_incoming(table, 1, number_of(seal))
    for table in SINGLE:
        for _ in _write_table(db, seals, table):
            pass
    return sums


def set_aside(db: Connection, now: str) -> None:
    """Nothing that waits to be acted on is: nobody can tell how it came there."""
    db.execute(
        "UPDATE slack_deliveries SET state = 'refused', error = 'RINGI-531', done_at = ? WHERE state = 'new'", (now,)
    )
    db.execute(
        "UPDATE control_requests SET state = 'failed', answer = ?, updated_at = ? WHERE state IN ('open', 'taken')",
        ('{"error":"RINGI-531"}', now),
    )


def _write_table(db: Connection, seals: Seals, table: str) -> Iterator[tuple[Row, bytes]]:
    key = key_column(table)
    for rows in pages(db, table, key):
        sealed = [(row, seals.row(table, row)) for row in rows]
        db.many(f"UPDATE {table} SET seal = ? WHERE {key} = ?", [(kept(table, one), row[key]) for row, one in sealed])
        yield from sealed


def _write_threads(db: Connection, seals: Seals, records: dict[str, list[int]], sums: Sums, *, trust: bool) -> None:
    for rows in pages(db, "threads"):
        changes: list[tuple[Any, ...]] = []
        for row in rows:
            packed = pack(*records[row["id"]]) if row["id"] in records else NOTHING
            erased = _erased(db, row["id"]) if trust else row["erased"]
            fixed = thread_text(row["id"], row["tenant_id"], row["origin"], row["created_at"], row["session_id"])
            seal = seals.thread(fixed, row["last_sequence"], bytes(row["head"]), packed, row["epoch"], erased)
            changes.append((bytearray(packed), erased, bytearray(seal), row["id"]))
            sums.threads += 1
            sums.threads_sum += number_of(seal)
        db.many("UPDATE threads SET records = ?, erased = ?, seal = ? WHERE id = ?", changes)


def _erased(db: Connection, thread_id: str) -> str:
    """What was erased of a thread before seals said so."""
    from ringi.store.transaction import dumps

    rows = db.all(
        "SELECT MAX(sequence) AS upto, erased_at, erased_by FROM fact_payloads WHERE thread_id = ?"
        " AND payload IS NULL AND erased_at IS NOT NULL GROUP BY erased_at, erased_by ORDER BY 1",
        (thread_id,),
    )
    left = told_digest(db.together({table: (RECORDS[table], thread_id) for table in TOLD})) if rows else ""
    return dumps([[row["upto"], row["erased_at"], row["erased_by"], left] for row in rows]) if rows else ""
