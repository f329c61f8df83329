"""The workbench state of a thread: the nearest snapshot and the facts after it, never the whole history.

A snapshot is only saved time: lost, of another format or cut short, the facts are folded again. Whoever folds past a
thousand facts leaves one; of old ones only every tenth is kept, for replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from ringi import clock
from ringi.errors import Invalid
from ringi.store import session_reads
from ringi.store.reads import Reads
from ringi.store.transaction import Tx
from ringi.store.writer import Store

State = dict[str, Any]

EVERY = 1_000
"""Facts between two snapshots."""
TAIL = 250
"""Whoever had to fold more than this leaves the newest state as well, so that the next one need not."""
PAGE = 1_000
RECENT = 10
SPARSE = 10 * EVERY
_KEEP = (
    "INSERT INTO snapshots (thread_id, sequence, format, state, made_at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (thread_id, sequence) DO UPDATE SET format = excluded.format, state = excluded.state,"
    " made_at = excluded.made_at"
)
_THIN = "DELETE FROM snapshots WHERE thread_id = ? AND sequence < ? AND sequence % ? <> 0"


def state_of(reads: Reads, thread_id: str, at: int | None = None, store: Store | None = None) -> State:
    """The state after the fact `at` (the newest, when it is not said). With a store, what was folded is kept there."""
    last = session_reads.length(reads, thread_id)
    if at is not None and not 1 <= at <= last:
        raise Invalid("RINGI-820", sequence=at, last=last)
    until = last if at is None else at
    state, sequence = _nearest(reads, thread_id, until)
    begun = sequence
    while sequence < until and (facts := reads.facts(thread_id, sequence, min(PAGE, until - sequence))):
        state, marks = followed(state, facts)
        sequence = facts[-1]["sequence"]
        if store is not None:
            for number, marked in marks:
                keep(store, thread_id, number, marked)
    if store is not None and at is None and sequence - begun > TAIL and sequence % EVERY:
        keep(store, thread_id, sequence, state)
    return state


def ahead(store: Store, thread_id: str) -> bool:
    """Fold the next thousand facts that nobody has folded yet, so that whoever looks first need not. Whether there are
    more of them.
    """
    from ringi.projection.workbench.fresh import FORMAT

    with closing(Reads(store.url, store.tenant_id)) as reads:
        last = session_reads.length(reads, thread_id)
        found = session_reads.snapshot_before(reads, thread_id, last, FORMAT)
        until = ((found[0] if found else 0) // EVERY + 1) * EVERY
        if until <= last:
            state_of(reads, thread_id, until, store)
        return until + EVERY <= last


def followed(state: State, facts: Sequence[Mapping[str, Any]]) -> tuple[State, list[tuple[int, State]]]:
    """The state after these facts, and as it was after each fact at which a snapshot is kept."""
    from ringi.projection import workbench  # only those who look at a session need the fold

    marks: list[tuple[int, State]] = []
    done = 0
    for at, fact in enumerate(facts, start=1):
        if fact["sequence"] % EVERY == 0:
            state, done = workbench.fold_all(state, facts[done:at]), at
            marks.append((fact["sequence"], state))
    return workbench.fold_all(state, facts[done:]), marks


def _nearest(reads: Reads, thread_id: str, until: int) -> tuple[State, int]:
    from ringi.projection import workbench
    from ringi.projection.workbench.fresh import FORMAT

    found = session_reads.snapshot_before(reads, thread_id, until, FORMAT)
    if found is not None:
        try:
            return workbench.hydrate(found[1]), found[0]
        except (ValueError, KeyError, TypeError):
            pass  # a spoilt one: the facts say it all again
    return workbench.new(thread_id), 0


def keep(store: Store, thread_id: str, sequence: int, state: State) -> None:
    """Leave a snapshot for whoever comes next. Nothing is lost when it cannot be left."""
    from ringi.projection import workbench

    text, form = workbench.snapshot(state), state["format"]

    def write(tx: Tx) -> None:
        # What has been erased meanwhile (all of a thread at once) is not remembered again.
        sql = "SELECT erased_at FROM fact_payloads WHERE thread_id = ? AND sequence = ?"
        row = tx.one(sql, (thread_id, sequence))
        if row is None or row["erased_at"] is not None:
            return
        tx.aside(_KEEP, (thread_id, sequence, form, text, clock.now()))
        tx.aside(_THIN, (thread_id, sequence, EVERY))
        tx.aside(_THIN, (thread_id, sequence - RECENT * EVERY, SPARSE))

    store.write(write)


def forget(tx: Tx, thread_id: str) -> None:
    """What was said in it must not live on in snapshots."""
    tx.aside("DELETE FROM snapshots WHERE thread_id = ?", (thread_id,))
