"""What became of a file between two versions: rows of a table, lines of a text. Pure and bounded."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ringi.projection import changes
from ringi.web.workbench.panels.files.looking import Look

SHOWN = 200
"""Changed rows or lines that are shown."""
COMPARED = 1_000
"""Rows of each version that are compared."""
NEAR = 50
"""How many rows further down a changed row is looked for."""
Row = tuple[str, ...]
Kind = Literal["added", "removed", "changed", "same"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell after the change, and before it where it differs."""

    after: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row with what became of it; `number` is its row in the version where it stands."""

    kind: Kind
    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Everything that changed. `why` says why there is nothing to compare: a key of our words."""

    rows: tuple[RowChange, ...] = ()
    lines: tuple[changes.Line, ...] = ()
    head: Row = ()
    same: bool = False
    cut: bool = False
    why: str = ""


def between(before: Look, after: Look) -> Difference:
    if before.kind == after.kind == "table" and before.table and after.table:
        return of_tables(before.table.rows, after.table.rows, cut=before.table.more_rows or after.table.more_rows)
    if before.kind == after.kind == "text":
        lines = changes.of_text("\n".join(before.lines), "\n".join(after.lines))
        cut = before.cut or after.cut or len(lines) > SHOWN
        return Difference(lines=lines[:SHOWN], same=not lines, cut=cut)
    return Difference(why="cannot_compare")


def of_tables(before: Sequence[Row], after: Sequence[Row], *, cut: bool = False) -> Difference:
    """Rows that are new, gone or different. One that changed in some cells is told from a new one by what it keeps."""
    width = max((len(row) for row in (*before, *after)), default=0)
    old, new = ([_wide(row, width) for row in rows] for rows in (before, after))
    head = new[0] if old and new and old[0] == new[0] else ()
    found: list[RowChange] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a_from, a_to, b_from, b_to in matcher.get_opcodes():
        if cut and tag in ("insert", "delete") and (a_to, b_to) == (len(old), len(new)):
            continue  # not gone and not new: one of the two was only read further
        if tag != "equal":
            found += _block(old[a_from:a_to], new[b_from:b_to], a_from, b_from)
    return Difference(rows=tuple(found[:SHOWN]), head=head, same=not found, cut=cut or len(found) > SHOWN)


def _wide(row: Row, width: int) -> Row:
    return (*row, *("",) * (width - len(row)))


def _block(old: list[Row], new: list[Row], a_from: int, b_from: int) -> Iterator[RowChange]:
    """Rows in one place that are not the same any more; in order, one that keeps half of its cells is the same row."""
    at = 0
    for number, row in enumerate(new):
        twin = next((index for index in range(at, min(len(old), at + NEAR)) if _kin(old[index], row)), None)
        if twin is None:
            yield RowChange("added", b_from + number + 1, tuple(Cell(cell) for cell in row))
            continue
        for index in range(at, twin):
            yield RowChange("removed", a_from + index + 1, tuple(Cell(cell) for cell in old[index]))
        pairs = zip(old[twin], row, strict=True)
        cells = tuple(Cell(now, None if was == now else was) for was, now in pairs)
        yield RowChange("changed", b_from + number + 1, cells)
        at = twin + 1
    for index in range(at, len(old)):
        yield RowChange("removed", a_from + index + 1, tuple(Cell(cell) for cell in old[index]))


def _kin(one: Row, other: Row) -> bool:
    filled = [(was, now) for was, now in zip(one, other, strict=True) if was or now]
    return bool(filled) and sum(was == now for was, now in filled) * 2 >= len(filled)
