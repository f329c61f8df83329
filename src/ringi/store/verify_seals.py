"""Every seal of a store held against what it seals: which row is not as it was sealed, which are missing or too many.

Part of `verify`, in one view of the store. Without the key nothing of this can be known, and that is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ringi.errors import RingiError
from ringi.store.engine import Connection, Row
from ringi.store.reseal import PAGE, holds_rows, pages
from ringi.store.seal_checks import describe_seal, head_of, is_sealed, seal_of
from ringi.store.seals import (
    AUTHORITY,
    INCOMING,
    LOG,
    RECORDS,
    SINGLE,
    SIZE,
    TOLD,
    WHOLE,
    Seals,
    StoreState,
    counts,
    key_column,
    link,
    number_of,
    state_of,
    told_digest,
    unpack,
)
from ringi.store.vault_keys import Key, Keys

Found = tuple[str, str, str]
"""(rule, thread or row, detail)"""


def find(db: Connection, keys: Keys, *, whole: bool = True) -> Iterator[Found]:
    """All that is not as it was sealed; without `whole`, only who decides and what may run."""
    row = db.one("SELECT * FROM seals WHERE id = 'store'")
    if row is None:
        if holds_rows(db):
            yield "seal.store", "", "there are no seals; expected one of the whole store"
        return
    state = state_of(row)
    key = _key(keys, state.key)
    if key is None:
        yield "seal.key", "", f"expected key {state.key}, which is not in {keys.where}"
        return
    seals = Seals(key)
    if seals.store(state) != bytes(row["seal"]):
        yield "seal.store", "", f"commit {state.number}: the seal of the whole store is not its own"
    yield from _tables(db, seals, AUTHORITY, (state.authority, state.authority_sum), "who decides and what may run")
    if whole:
        yield from _tables(db, seals, (LOG,), (state.audits, state.audits_sum), "entries of the audit log")
        yield from _threads(db, seals, state)
        if state.format:
            yield from _incoming(db, seals, state)
        yield from chain(db, state)


def _key(keys: Keys, key_id: str) -> Key | None:
    keys.may_make = False  # it would be another one than that of the seals
    try:
        return next((key for key in keys.all(fresh=True) if key.id == key_id), None)
    except RingiError:
        return None


def _row(seals: Seals, table: str, row: Row) -> tuple[int, str]:
    """The seal as a number, and what is wrong with it."""
    expected, fits = seal_of(seals, table, row)
    wrong = "" if fits else f"expected seal {expected.hex()[:16] or '-'}, found {describe_seal(row['seal'])}"
    return (number_of(expected) if expected else 0), wrong


def _tables(
    db: Connection, seals: Seals, tables: tuple[str, ...], expected: tuple[int, int], what: str
) -> Iterator[Found]:
    count = total = 0
    for table in tables:
        key = key_column(table)
        for rows in pages(db, table, key):
            for row in rows:
                number, wrong = _row(seals, table, row)
                count, total = count + 1, total + number
                if wrong:
                    yield f"seal.{table}", str(row[key]), wrong
    if count != expected[0]:
        yield "seal.missing", ", ".join(tables), f"{what}: {expected[0]} rows expected, {count} found"
    elif total % WHOLE != expected[1]:
        yield "seal.replayed", ", ".join(tables), f"{what}: not the {count} rows that were sealed last"


def _incoming(db: Connection, seals: Seals, state: StoreState) -> Iterator[Found]:
    """What was delivered and is acted on later; and rows that are sealed each by itself."""
    for table in (*INCOMING, *SINGLE):
        count = total = 0
        key = key_column(table)
        for rows in pages(db, table, key):
            for row in rows:
                number, wrong = _row(seals, table, row)
                if wrong:
                    yield f"seal.{table}", str(row[key]), wrong
                elif table in INCOMING and counts(table, row):
                    count, total = count + 1, total + number
        if table in INCOMING:
            wanted, summed = state.incoming_of(table)
            states = ", ".join(sorted(INCOMING[table]))
            if count != wanted:
                yield "seal.missing", table, f"{states}: {wanted} rows expected, {count} found as they were sealed"
            elif total % WHOLE != summed:
                yield "seal.replayed", table, f"{states}: not the {count} rows that were sealed last"


def _threads(db: Connection, seals: Seals, state: StoreState) -> Iterator[Found]:
    """Heads, what was erased, and the sealed rows of each task."""
    wrong: list[Found] = []
    records = _records(db, seals, wrong)
    yield from wrong
    count = total = 0
    for rows in pages(db, "threads"):
        for row in rows:
            head = head_of(row)
            expected = seals.thread(head.fixed, head.sequence, head.head, head.records, head.epoch, head.erased)
            count, total = count + 1, total + number_of(expected)
            sealed_so = is_sealed(seals, head)
            if not sealed_so:
                detail = f"expected seal {expected.hex()[:16]}, found {head.seal.hex()[:16] or '-'}"
                yield "seal.threads", row["id"], f"at {head.sequence}: {detail}"
            if head.epoch > state.epoch:
                yield (
                    "seal.replayed",
                    row["id"],
                    f"sealed at change {head.epoch} of people and settings, now {state.epoch}",
                )
            there, summed = records.pop(row["id"], (0, 0))
            wanted, sealed = unpack(head.records)
            if there != wanted:
                yield "seal.missing", row["id"], f"{wanted} sealed records expected, {there} found"
            elif summed % WHOLE != sealed:
                yield "seal.replayed", row["id"], f"not the {there} records that were sealed last"
            if sealed_so:
                yield from _erasure(db, row["id"], head.erased)
    for task_id in records:
        yield "seal.missing", task_id, "records without the thread that seals them"
    if count != state.threads:
        yield "seal.missing", "threads", f"{state.threads} threads expected, {count} found"
    elif total % WHOLE != state.threads_sum:
        yield "seal.replayed", "threads", f"not the {count} heads that were sealed last"


def _records(db: Connection, seals: Seals, wrong: list[Found]) -> dict[str, tuple[int, int]]:
    """By task: how many sealed rows there are, and their sum."""
    found: dict[str, tuple[int, int]] = {}
    for table, column in RECORDS.items():
        for rows in pages(db, table):
            for row in rows:
                number, problem = _row(seals, table, row)
                count, total = found.get(row[column], (0, 0))
                found[row[column]] = (count + 1, total + number)
                if problem:
                    wrong.append((f"seal.{table}", str(row["id"]), problem))
    return found


def _erasure(db: Connection, thread_id: str, sealed: str) -> Iterator[Found]:
    """What is gone was erased by somebody whom the seal names, and what was erased is gone."""
    erasures = [tuple(one) for one in json.loads(sealed)] if sealed else []
    rows = db.all(
        "SELECT f.sequence, p.erased_at, p.erased_by, CASE WHEN p.payload IS NULL THEN 1 ELSE 0 END AS gone"
        " FROM facts f"
        " LEFT JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
        " WHERE f.thread_id = ? AND (p.payload IS NULL OR p.erased_at IS NOT NULL) ORDER BY f.sequence",
        (thread_id,),
    )
    for row in rows:
        by = next((one for one in erasures if row["sequence"] <= one[0]), None)
        if by is None or (row["erased_at"], row["erased_by"]) != (by[1], by[2]) or not row["gone"]:
            expected = f"erased {by[1]} by {by[2]}" if by else "a payload: nobody erased it"
            yield "seal.erased", thread_id, f"fact {row['sequence']}: expected {expected}"
    if erasures:
        left = told_digest(db.together({table: (RECORDS[table], thread_id) for table in TOLD}))
        if left != erasures[-1][3]:
            yield "seal.erased", thread_id, f"its runs: expected {erasures[-1][3][:16]}, found {left[:16]}"


def chain(db: Connection, state: StoreState) -> Iterator[Found]:
    """The chain over all heads, from the first commit to the last."""
    number, previous = 0, bytes(SIZE)
    while rows := db.all("SELECT * FROM heads WHERE number > ? ORDER BY number LIMIT ?", (number, PAGE)):
        for row in rows:
            if row["number"] != number + 1:
                yield "seal.heads", str(number + 1), f"expected a link, found {row['number']} after {number}"
            elif link(previous, bytes(row["summary"])) != bytes(row["link"]):
                yield "seal.heads", str(row["number"]), "the link does not follow from the one before"
            number, previous = row["number"], bytes(row["link"])
    if number != state.number or previous != state.link:
        yield "seal.heads", str(number), f"expected the sealed link of commit {state.number}"


def compare_kept(db: Connection, kept: list[Mapping[str, Any]]) -> Iterator[Found]:
    """Heads that were kept elsewhere: the store must still have each of them. This alone shows that all of it, with
    its seals, was put back to an earlier day."""
    row = db.one("SELECT store, number FROM seals WHERE id = 'store'")
    for one in kept:
        number = one["number"]
        if row is None or row["store"] != one["store"]:
            found = row["store"] if row is not None else "-"
            yield "heads.store", str(number), f"expected store {one['store']}, found {found}"
        elif number > row["number"]:
            yield "heads.rollback", str(number), f"kept at {one['at']}; the store ends at {row['number']}"
        else:
            there = db.one("SELECT link FROM heads WHERE number = ?", (number,))
            found = bytes(there["link"]).hex() if there is not None else "-"
            if found != one["link"]:
                yield "heads.rollback", str(number), f"expected link {one['link'][:16]}, found {found[:16]}"
