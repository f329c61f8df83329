"""Another client's projection of the same stream beside ours, field by field where a field means something. Pure.

Only the parts that the other projection has are compared; how it lays out the rest is its own affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

ROWS: dict[str, tuple[str, ...]] = {
    "messages": ("role", "text", "final", "agentId"),
    "tools": ("name", "state", "attempt", "agentId"),
    "actions": ("type", "state", "agentId"),
    "tasks": ("status", "attempt", "agentId"),
    "agents": ("status", "name", "parentAgentId"),
    "board": ("status", "assignee"),
    "artifacts": ("kind", "status", "version"),
    "evidence": ("kind", "status", "verdict", "packRef"),
    "reviews": ("status", "verdict"),
    "handoffs": ("from", "to", "status"),
    "notifications": ("status", "agentId"),
}
"""Parts that are rows with ids, and the fields of a row that mean the same in every client."""
ONE: dict[str, tuple[str, ...]] = {
    "run": ("id", "status"),
    "session": ("status",),
    "team": ("owner", "phase"),
}
PARTS = (*ROWS, *ONE, "queue")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the two say different things."""

    path: str
    ours: Any
    theirs: Any

    def as_dict(self) -> Json:
        return {"path": self.path, "ours": self.ours, "theirs": self.theirs}


def differences(ours: Json, theirs: Json) -> Iterator[Difference]:
    for part, fields in ROWS.items():
        if part in theirs:
            yield from _rows(part, rows_of(ours.get(part)), rows_of(theirs[part]), fields)
    for part, fields in ONE.items():
        if part in theirs:
            yield from _fields(part, ours.get(part) or {}, _row(theirs[part]), fields)
    if "queue" in theirs:
        mine, other = ours.get("queue") or {}, _row(theirs["queue"])
        for name, fields in (("items", ("status", "position")), ("steers", ("status",))):
            if name in other:
                yield from _rows(f"queue.{name}", rows_of(mine.get(name)), rows_of(other[name]), fields)


def rows_of(part: Any) -> dict[str, Json]:
    """Rows by their ids, whether the part is a list or an object."""
    if isinstance(part, dict):
        return {str(key): _row(row) for key, row in part.items()}
    found = {}
    for number, row in enumerate(part if isinstance(part, list) else ()):
        found[str(_row(row).get("id", f"#{number}"))] = _row(row)
    return found


def _row(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _rows(part: str, ours: dict[str, Json], theirs: dict[str, Json], fields: tuple[str, ...]) -> Iterator[Difference]:
    for key in ours.keys() | theirs.keys():
        path = f"{part}.{key}"
        if key not in theirs:
            yield Difference(path, "there", "missing")
        elif key not in ours:
            yield Difference(path, "missing", "there")
        else:
            yield from _fields(path, ours[key], theirs[key], fields)
    if part in ("messages", "notifications") and list(ours) != list(theirs) and ours.keys() == theirs.keys():
        yield Difference(f"{part} (order)", list(ours)[:20], list(theirs)[:20])


def _fields(path: str, ours: Json, theirs: Json, fields: tuple[str, ...]) -> Iterator[Difference]:
    for name in fields:
        mine, other = ours.get(name), theirs.get(name)
        if mine != other and not (_nothing(mine) and _nothing(other)):
            yield Difference(f"{path}.{name}", mine, other)


def _nothing(value: Any) -> bool:
    """Absent, null and empty say the same."""
    return value is None or value == ""
