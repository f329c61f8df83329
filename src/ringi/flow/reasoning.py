"""Reasoning in detail leaves only where the session's policy allows it; elsewhere the fact says that it was there.

The export is not cut: it is the record itself, which could not be verified otherwise.
"""

from __future__ import annotations

from typing import Any

from ringi.flow import snapshots
from ringi.store.reads import Reads
from ringi.store.writer import Store

Fact = dict[str, Any]

WITHHELD = {"withheld": "reasoning"}
_DETAIL = "reasoning.delta"


def readable(reads: Reads, thread_id: str, facts: list[Fact], store: Store | None = None) -> list[Fact]:
    """The facts, with the words of thoughts only if policy lets them be read. A page without any costs nothing."""
    if not any(fact["type"] == _DETAIL for fact in facts) or allowed(reads, thread_id, store):
        return facts
    return [withheld(fact) for fact in facts]


def allowed(reads: Reads, thread_id: str, store: Store | None = None) -> bool:
    from ringi.projection.workbench import reasoning_allowed  # only those who look at a session need the fold

    return reasoning_allowed(snapshots.state_of(reads, thread_id, None, store))


def withheld(fact: Fact) -> Fact:
    return {**fact, "payload": dict(WITHHELD)} if fact["type"] == _DETAIL else fact
