"""What waits for a runtime or a SPECTRA, held against its seals before it is handed out, and settled under them.

Used by `control_requests`, `spoken` and `foreign`, inside their transitions.
"""

from __future__ import annotations

from collections.abc import Sequence

from ringi.store.engine import Row
from ringi.store.seals import Tampered
from ringi.store.transaction import Tx, dumps


def verify_waiting(tx: Tx, waiting: Sequence[Row]) -> list[Row]:
    """Of what waits, what was really asked for here. A row that Ringi did not write is set aside with the reason; so is
    every row while the books of all that waits do not agree, since one that was done may have been put back.
    """
    if not waiting:
        return []
    books = tx.incoming("control_requests")
    good, bad = ({row["id"]: row for row in rows} for rows in (books.good, books.bad))
    found = [good[row["id"]] for row in waiting if row["id"] in good]
    for row in waiting:
        if row["id"] in bad:
            _set_aside(tx, row["id"])
    if books.whole:
        return found
    for row in found:
        settle(tx, row, "failed", dumps({"error": "RINGI-532"}))
    return []


def settle(tx: Tx, waiting: Row, state: str, answer: str = "") -> None:
    """Move on what was held against its seal just now."""
    tx.supersede("control_requests", waiting, state=state, answer=answer, updated_at=tx.now)


def settle_named(tx: Tx, request_id: str, thread_id: str, state: str, answer: str = "") -> None:
    """The same for what is known by its id. One that is not as it was sealed is set aside."""
    where = "id = ? AND thread_id = ? AND state IN ('open', 'taken')"
    values = {"state": state, "answer": answer, "updated_at": tx.now}
    try:
        tx.amend("control_requests", where, (request_id, thread_id), **values)
    except Tampered:
        _set_aside(tx, request_id)


def _set_aside(tx: Tx, request_id: str) -> None:
    """As it is found, without a seal of ours: `verify` goes on naming it."""
    sql = "UPDATE control_requests SET state = 'failed', answer = ?, updated_at = ? WHERE id = ?"
    tx.aside(sql, (dumps({"error": "RINGI-531"}), tx.now, request_id))
