"""Seals held against what they seal: one row, the records of a task, who decides and what may run.

Used inside transitions, before anything is decided or run (`Tx`), and by `verify` for all of a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ringi.store.engine import Connection, Row
from ringi.store.seals import (
    AUTHORITY,
    INCOMING,
    NOTHING,
    RECORDS,
    WHOLE,
    Seals,
    StoreState,
    Sums,
    Tampered,
    ThreadHead,
    counts,
    kept,
    key_column,
    number_of,
    state_of,
    thread_text,
    unpack,
)

FEW = 256
"""Sealed rows of one task that are all held against their sum before it goes on. A session of SPECTRA has more: there
each row is checked as it is read, and their sum by `verify`."""
LATEST = 64
"""Threads whose seals are asked how far the changes of people and settings had come."""
_HEAD = (
    "SELECT id, tenant_id, session_id, origin, created_at, last_sequence, head, records, epoch, erased, seal"
    " FROM threads WHERE id = ?"
)
_LATEST = f"SELECT MAX(epoch) AS epoch FROM (SELECT epoch FROM threads ORDER BY id DESC LIMIT {LATEST}) latest"


def check_row(seals: Seals, table: str, row: Mapping[str, Any]) -> bytes:
    """The seal of a row, once it is sure that it is the row's.

    Raises:
        Tampered: `RINGI-520`, with the row and the seal that was expected.
    """
    expected, fits = seal_of(seals, table, row)
    if not fits:
        found, wanted = describe_seal(row["seal"]), expected.hex()[:16] or "-"
        raise Tampered("RINGI-520", table=table, id=row[key_column(table)], expected=wanted, found=found)
    return expected


def seal_of(seals: Seals, table: str, row: Mapping[str, Any]) -> tuple[bytes, bool]:
    """The seal that a row must have, and whether it has it. One that no seal can be made of (a column of another type
    than Ringi writes) has none, and never does: it stops nobody else's work.
    """
    try:
        expected = seals.row(table, row)
    except (TypeError, ValueError, OverflowError):
        return b"", False
    return expected, is_seal(row["seal"]) and bytes(row["seal"]) == kept(table, expected)


def is_seal(value: Any) -> bool:
    return isinstance(value, bytes | bytearray | memoryview)


def describe_seal(value: Any) -> str:
    """What stands in the place of a seal, in short."""
    if not is_seal(value):
        return "-" if value is None else type(value).__name__
    return bytes(value).hex()[:16] or "-"


def head_of(row: Row) -> ThreadHead:
    return ThreadHead(
        thread_text(row["id"], row["tenant_id"], row["origin"], row["created_at"], row["session_id"]),
        row["last_sequence"],
        bytes(row["head"]),
        bytes(row["records"] or NOTHING),
        row["epoch"],
        row["erased"],
        bytes(row["seal"] or b""),
    )


def is_sealed(seals: Seals, head: ThreadHead) -> bool:
    return seals.thread(head.fixed, head.sequence, head.head, head.records, head.epoch, head.erased) == head.seal


def read_head(db: Connection, seals: Seals, thread_id: str) -> ThreadHead | None:
    """How far a thread goes, under its row lock, once it is sure that it was sealed so.

    Raises:
        Tampered: `RINGI-524`.
    """
    row = db.one(_HEAD + db.for_update, (thread_id,))
    if row is None:
        return None
    head = head_of(row)
    if not is_sealed(seals, head):
        raise Tampered("RINGI-524", thread=thread_id, sequence=head.sequence)
    return head


def check_records(db: Connection, seals: Seals, task_id: str, count: int, total: int) -> None:
    """All sealed rows of a task are there, each as it was sealed, and its thread is not ahead of who decides.

    `count` and `total` are what the present transition has already added to them.

    Raises:
        Tampered: `RINGI-520`, `RINGI-521`, `RINGI-523`, `RINGI-524` or `RINGI-527`.
    """
    wanted = {table: (column, task_id) for table, column in RECORDS.items()}
    found = db.together({"seals": ("id", "store"), "threads": ("id", task_id), **wanted})
    state, threads = sealed_state(seals, found.pop("seals")), found.pop("threads")
    if not threads:
        return
    head = head_of(threads[0])
    if not is_sealed(seals, head):
        raise Tampered("RINGI-524", thread=task_id, sequence=head.sequence)
    if head.epoch > state.epoch:
        raise Tampered("RINGI-527", thread=task_id, expected=head.epoch, found=state.epoch)
    rows, summed = unpack(head.records)
    if rows > FEW:
        return
    compare(seals, found, rows + count, summed + total, "RINGI-521", task=task_id)


def sealed_state(seals: Seals, rows: list[Row]) -> StoreState:
    """How the whole store stands, once it is sure that it was sealed so."""
    if not rows:
        raise Tampered("RINGI-523", number="-", expected="a row", found="none")
    state = state_of(rows[0])
    if seals.store(state) != bytes(rows[0]["seal"]):
        raise Tampered("RINGI-523", number=state.number, expected="its own seal", found="another")
    return state


def check_authority(db: Connection, seals: Seals, pending: Iterable[Sums]) -> None:
    """Users, roles, keys, settings, pins, permissions and connected services are all there, each as it was sealed.

    Raises:
        Tampered: `RINGI-520`, `RINGI-522` or `RINGI-527`.
    """
    found = db.together({"seals": ("id", "store"), **dict.fromkeys(AUTHORITY)})
    state = sealed_state(seals, found.pop("seals"))
    count, total = state.authority, state.authority_sum
    for one in pending:
        count, total = count + one.authority, total + one.authority_sum
    compare(seals, found, count, total, "RINGI-522")
    latest = db.one(_LATEST)
    if latest is not None and (latest["epoch"] or 0) > state.epoch:
        raise Tampered("RINGI-527", thread="-", expected=latest["epoch"], found=state.epoch)


class Incoming(NamedTuple):
    """What was delivered and waits: rows as they were sealed, rows that are not, and whether the books of all agree."""

    good: list[Row]
    bad: list[Row]
    whole: bool
    """False when rows are missing, or some that were acted on have been put back: nobody can tell which."""


def read_incoming(db: Connection, seals: Seals, table: str, waits: Iterable[str], pending: Iterable[Sums]) -> Incoming:
    """The rows of a table of `INCOMING` that count or wait, each held against its seal and all against their sum."""
    states = sorted({*INCOMING[table], *waits})
    found = db.together({"seals": ("id", "store"), table: ("state", *states)})
    count, total = sealed_state(seals, found["seals"]).incoming_of(table)
    for one in pending:
        more = one.incoming.get(table, (0, 0))
        count, total = count + more[0], total + more[1]
    good: list[Row] = []
    bad: list[Row] = []
    for row in found[table]:
        seal, fits = seal_of(seals, table, row)
        if not fits:
            bad.append(row)
            continue
        good.append(row)
        if counts(table, row):
            count, total = count - 1, total - number_of(seal)
    if count == -1:
        # One too many. If all others make up the sum, this is the one that was done and has been put back.
        back = [row for row in good if counts(table, row) and (total + number_of(row["seal"])) % WHOLE == 0]
        good, bad = [row for row in good if row not in back], [*bad, *back]
        return Incoming(good, bad, len(back) == 1)
    return Incoming(good, bad, count == 0 and total % WHOLE == 0)


def compare(seals: Seals, found: Mapping[str, Iterable[Row]], count: int, total: int, code: str, **values: Any) -> None:
    """Each row against its seal, and all of them against their sum."""
    there = summed = 0
    for table, rows in found.items():
        for row in rows:
            summed += number_of(check_row(seals, table, row))
            there += 1
    if there != count or summed % WHOLE != total % WHOLE:
        raise Tampered(code, expected=count, found=there, **values)
