"""Another client's projection of the same stream beside ours, field by field where a field means something. Pure.

Only the parts that the other projection has are compared; how it lays out the rest is its own affair. Each difference
is about certain points of the two lists, and breaks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

ROWS: dict[str, tuple[str, ...]] = {
    "messages": ("role", "text", "final", "agentId"),
    "tools": ("name", "state", "attempt", "agentId", "empty"),
    "actions": ("type", "state", "agentId"),
    "tasks": ("status", "attempt", "agentId"),
    "agents": ("status", "name", "parentAgentId"),
    "board": ("status", "assignee"),
    "artifacts": ("kind", "status", "version"),
    "evidence": ("kind", "status", "verdict", "packRef", "replayRef", "reviewRef"),
    "reviews": ("status", "verdict", "reviewer"),
    "handoffs": ("from", "to", "status", "reason"),
    "notifications": ("status", "agentId", "summary"),
    "runs": ("status",),
}
"""Parts that are rows with ids, and the fields of a row that mean the same in every client."""
ONE: dict[str, tuple[str, ...]] = {
    "run": ("id", "status"),
    "session": ("status",),
    "team": ("owner", "phase"),
}
PROCESS = ("kind", "open")
"""Of a part of what goes on, or went on; its number and its run say which one it is."""
ORDERED = frozenset({"messages", "notifications", "process", "archive"})
PARTS = (*ROWS, *ONE, "queue", "process", "archive", "edges")

_POINTS: dict[str, tuple[str, ...]] = {
    "messages": ("S5", "AU4"),
    "messages.role": ("S5", "S13", "AU4", "AU17"),
    "messages.agentId": ("S11", "AU19"),
    "messages (order)": ("S3", "AU3"),
    "tools": ("S6", "AU5"),
    "actions": ("S7", "AU6"),
    "actions.agentId": ("S15", "AU27"),
    "tasks": ("S11",),
    "tasks.attempt": ("S11", "AU15"),
    "agents": ("S11", "S12", "AU17"),
    "agents.parentAgentId": ("S14",),
    "board": ("S11", "S12"),
    "artifacts": ("S9", "AU10"),
    "evidence": ("S10", "AU11"),
    "reviews": ("S10", "AU20"),
    "handoffs": ("S12", "AU19"),
    "notifications": ("S13", "AU17"),
    "notifications (order)": ("S13",),
    "runs": ("S2", "AU1"),
    "run": ("S2", "AU1"),
    "team": ("S12",),
    "queue": ("S8", "AU9"),
    "process": ("S4", "AU3"),
    "process (order)": ("S3", "AU3"),
    "archive": ("S4", "AU3"),
    "archive (order)": ("S3", "AU3"),
    "edges": ("S12", "AU18"),
}
"""What a difference is about: by the part and the field, or else by the part."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the two say different things."""

    path: str
    ours: Any
    theirs: Any
    about: str = ""
    """The part, with the field if it is one field."""

    def as_dict(self) -> Json:
        return {"path": self.path, "ours": self.ours, "theirs": self.theirs}

    @property
    def points(self) -> tuple[str, ...]:
        """The points that it breaks; none where the two lists say nothing about it."""
        return _POINTS.get(self.about) or _POINTS.get(self.about.partition(".")[0], ())


def differences(ours: Json, theirs: Json) -> Iterator[Difference]:
    gone = (ours.get("counts") or {}).get("evicted") or {}
    for part, fields in ROWS.items():
        if part in theirs:
            yield from _rows(part, part, rows_of(ours.get(part)), rows_of(theirs[part]), fields, bool(gone.get(part)))
    for part, fields in ONE.items():
        if part in theirs:
            yield from _fields(part, part, ours.get(part) or {}, _row(theirs[part]), fields)
    if "queue" in theirs:
        mine, other = ours.get("queue") or {}, _row(theirs["queue"])
        for name, fields in (("items", ("status", "position", "text")), ("steers", ("status", "text"))):
            if name in other:
                yield from _rows("queue", f"queue.{name}", rows_of(mine.get(name)), rows_of(other[name]), fields)
    if "process" in theirs:
        gone_part = bool(gone.get("process"))
        yield from _rows(
            "process", "process", parts_of(ours.get("process")), parts_of(theirs["process"]), PROCESS, gone_part
        )
    if "archive" in theirs:
        yield from _archives(_row(ours.get("archive")), _row(theirs["archive"]), gone)
    if "edges" in theirs:
        yield from _edges(ours.get("edges"), theirs["edges"], bool(gone.get("edges")))


def _archives(ours: Json, theirs: Json, gone: Json) -> Iterator[Difference]:
    """What runs that are over have left; ours are the newest, another client may keep more of them."""
    for run in ours:
        mine, other = parts_of(ours[run]), parts_of(theirs.get(run))
        yield from _rows("archive", f"archive.{run}", mine, other, PROCESS, more=True)
    for run in theirs.keys() - ours.keys() if not gone.get("archive") else ():
        yield Difference(f"archive.{run}", "missing", "there", "archive")


def _edges(ours: Any, theirs: Any, more: bool) -> Iterator[Difference]:
    mine, other = (
        {f"{one.get('from')} → {one.get('to')} ({one.get('kind')})": one for one in map(_row, rows)}
        for rows in (ours if isinstance(ours, list) else [], theirs if isinstance(theirs, list) else [])
    )
    yield from _rows("edges", "edges", mine, other, (), more)


def rows_of(part: Any) -> dict[str, Json]:
    """Rows by their ids, whether the part is a list or an object."""
    if isinstance(part, dict):
        return {str(key): _row(row) for key, row in part.items()}
    found = {}
    for number, row in enumerate(part if isinstance(part, list) else ()):
        found[str(_row(row).get("id", f"#{number}"))] = _row(row)
    return found


def parts_of(parts: Any) -> dict[str, Json]:
    """Parts of a process by what every client knows of them: the id of what they are about, and their number."""
    found: dict[str, Json] = {}
    for row in map(_row, parts if isinstance(parts, list) else ()):
        about = _row(row.get("ref"))
        ids = sorted(f"{name}={value}" for name, value in about.items() if name.endswith("Id"))
        named = f"{row.get('sequence')} {','.join(ids)}" if row.get("sequence") else str(row.get("key"))
        while named in found:
            named += "+"
        found[named] = row
    return found


def _row(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _rows(
    part: str, path: str, ours: dict[str, Json], theirs: dict[str, Json], fields: tuple[str, ...], more: bool = False
) -> Iterator[Difference]:
    """`more`: ours are only the newest, so that another client may have others."""
    for key in ours.keys() | theirs.keys():
        at = f"{path}.{key}"
        if key not in theirs:
            yield Difference(at, "there", "missing", part)
        elif key not in ours:
            if not more:
                yield Difference(at, "missing", "there", f"{part}.role" if part == "messages" else part)
        else:
            yield from _fields(at, part, ours[key], theirs[key], fields)
    shared = [key for key in theirs if key in ours]
    if part in ORDERED and [key for key in ours if key in theirs] != shared:
        yield Difference(f"{path} (order)", list(ours)[:20], list(theirs)[:20], f"{part} (order)")


def _fields(path: str, part: str, ours: Json, theirs: Json, fields: tuple[str, ...]) -> Iterator[Difference]:
    for name in fields:
        mine, other = ours.get(name), theirs.get(name)
        if mine != other and not (_nothing(mine) and _nothing(other)):
            yield Difference(f"{path}.{name}", mine, other, f"{part}.{name}")


def _nothing(value: Any) -> bool:
    """Absent, null, empty and no say the same."""
    return value is None or value == "" or value is False
