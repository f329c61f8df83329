"""The mark of a session of another runtime that may wait for a person, by which an inbox finds it.

Set in the transaction of a delivery that asks; lowered only by a look at the fold (`waiting`), never by guessing.
"""

from __future__ import annotations

from typing import Any

from ringi.store.transaction import Tx

JsonObject = dict[str, Any]

ASKS, PRESSES = 1, 2
"""Ranks: it asks something; something that it asks is of high risk."""
HIGH = ("high", "critical")
_RISK_NAMES = ("risk", "severity", "riskLevel")
_MARK = "UPDATE foreign_sessions SET waiting = ?, waiting_since = ? WHERE thread_id = ?"
_SETTLE = "UPDATE foreign_sessions SET waiting = ? WHERE thread_id = ?"


def mark_waiting(tx: Tx, row: JsonObject, wires: list[JsonObject]) -> None:
    """Notes that a delivery asks a person something; costs nothing where it was known."""
    rank = max((_rank_of(wire) for wire in wires if wire["type"] == "action.required"), default=0)
    if rank > row["waiting"]:
        tx.gather(_MARK, [(rank, row["waiting_since"] if row["waiting"] else tx.now, row["thread_id"])])


def _rank_of(wire: JsonObject) -> int:
    payload = wire.get("payload") or {}
    said = {str(payload.get(name) or "").strip().lower() for name in _RISK_NAMES}
    return PRESSES if said.intersection(HIGH) else ASKS


def settle_mark(tx: Tx, row: JsonObject, rank: int) -> None:
    """Lowers it to what a look has found, unless something has been told since."""
    if tx.head(row["thread_id"]) == row["last_sequence"]:
        tx.aside(_SETTLE, (rank, row["thread_id"]))
