"""Snapshots held against the facts: what is kept to be quick must be what the whole history says.

Called by `disagreements`, and so by `ringi db verify`. A snapshot of another format is never read, so it is let be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ringi.facts.foreign import given_back
from ringi.store.engine import Connection, reading
from ringi.store.verify import PAGE, Disagreement

_KEPT = "SELECT thread_id, sequence, format FROM snapshots ORDER BY thread_id, sequence"
_FACTS = (
    "SELECT f.sequence, f.header, p.payload FROM facts f LEFT JOIN fact_payloads p"
    " ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE f.thread_id = ? AND f.sequence > ? AND f.sequence <= ? ORDER BY f.sequence LIMIT ?"
)
_STATE = "SELECT state FROM snapshots WHERE thread_id = ? AND sequence = ?"


def spoilt(url: str) -> Iterator[Disagreement]:
    """Every snapshot that says something else than its thread's facts."""
    with reading(url) as db:
        db.look()
        try:
            rows = db.all(_KEPT)
            if not rows:
                return
            from ringi.projection.workbench.fresh import FORMAT

            threads: dict[str, list[int]] = {}
            for row in rows:
                if row["format"] == FORMAT:
                    threads.setdefault(row["thread_id"], []).append(row["sequence"])
            for thread_id, sequences in threads.items():
                yield from _of(db, thread_id, sequences)
        finally:
            db.rollback()


def _of(db: Connection, thread_id: str, sequences: list[int]) -> Iterator[Disagreement]:
    from ringi.projection import workbench
    from ringi.projection.workbench.folding import public

    state: dict[str, Any] = workbench.new(thread_id)
    after = 0
    for sequence in sequences:
        while facts := db.all(_FACTS, (thread_id, after, sequence, PAGE)):
            for row in facts:
                payload = json.loads(row["payload"]) if row["payload"] is not None else None
                state = workbench.fold(state, given_back(json.loads(row["header"]), row["sequence"], payload))
                after = row["sequence"]
        kept = db.one(_STATE, (thread_id, sequence))
        try:
            same = kept is not None and public(workbench.hydrate(kept["state"])) == public(state)
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            yield Disagreement("snapshot.differs", thread_id, str(sequence))
