"""Which state may follow which, for every record: the only allowed moves, as data.

The seed's states stand; what it left open is closed (`failed`, `cancelled`, `waiting`, `outcome_unknown`).
"""

from __future__ import annotations

from ringi.errors import Conflict


class Lost(Conflict):
    """The record was not in the expected state: somebody moved it first. Nothing was changed."""

    def __init__(self, table: str, subject_id: str, expected: str, found: str | None) -> None:
        super().__init__("RINGI-250", table=table, id=subject_id, expected=expected, found=found or "missing")
        self.found = found


MOVES: dict[str, dict[str, frozenset[str]]] = {
    "requests": {
        "received": frozenset({"accepted", "asking", "declined", "failed", "withdrawn", "queued"}),
        "queued": frozenset({"received", "removed", "withdrawn"}),
        "asking": frozenset({"received", "withdrawn"}),
        "failed": frozenset({"received", "withdrawn"}),
    },
    "tasks": {
        "extracted": frozenset({"running", "cancelled"}),
        "running": frozenset({"completed", "failed", "cancelled"}),
        "failed": frozenset({"running"}),
    },
    "prompts": {
        "generating": frozenset({"pending_approval", "failed", "cancelled"}),
        "pending_approval": frozenset({"approved", "rejected", "cancelled"}),
        "failed": frozenset({"generating", "cancelled"}),
    },
    "processes": {
        "generating": frozenset({"pending_approval", "failed", "cancelled"}),
        "pending_approval": frozenset({"approved", "rejected", "cancelled"}),
        "failed": frozenset({"generating", "cancelled"}),
    },
    "executions": {
        "pending": frozenset({"running", "cancelled", "failed"}),
        "running": frozenset({"completed", "failed", "cancelled", "waiting", "outcome_unknown"}),
        "waiting": frozenset({"running", "cancelled", "failed"}),
        "outcome_unknown": frozenset({"running", "cancelled", "failed"}),
    },
    "approvals": {"open": frozenset({"approved", "rejected", "returned", "withdrawn", "expired"})},
    "slack_messages": {"live": frozenset({"frozen"})},
}

STATE_COLUMN = {"approvals": "state", "slack_messages": "state"}
TOUCHED = frozenset({"tasks", "requests"})
"""Tables that note when they were last changed."""


OUTLIVING = "release"
"""The kind of job that outlives its task: what is open elsewhere is closed, though nothing more is to be done."""


def check_move(table: str, from_: str, to: str) -> None:
    """A move that is not in the table is a fault of ours, never of a person: it stops loudly."""
    if to not in MOVES[table].get(from_, ()):
        raise AssertionError(f"{table}: {from_} → {to} is not a move")
