"""Rows as Google takes them: every text is a text, whatever it begins with; in parts that are not too large. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from ringi.errors import Invalid
from ringi.servers.common.naming import printable
from ringi.servers.common.sheets import Cell

Json = dict[str, Any]
MAX_CELLS, MAX_TEXT, MAX_COLUMNS = 10_000_000, 50_000, 18_278
PART = 1_500_000
"""Bytes of one write; Google advises to stay below two megabytes."""
_EXACT_INT = 2**53


def check(header: Sequence[str], rows: Sequence[Sequence[Cell]], taken: int = 0) -> int:
    """How many columns there are; raises `RINGI-455` when Google could not hold it."""
    width = len(header) or max((len(row) for row in rows), default=0)
    for number, row in enumerate([header, *rows]):
        if len(row) > width:
            raise Invalid("RINGI-455", reason=f"row {number}: {len(row)} cells in {width} columns")
        for cell in row:
            if isinstance(cell, str) and len(cell) > MAX_TEXT:
                raise Invalid("RINGI-455", reason=f"row {number}: a text of {len(cell)} characters (≤ {MAX_TEXT})")
    if width > MAX_COLUMNS:
        raise Invalid("RINGI-455", reason=f"{width} columns (≤ {MAX_COLUMNS})")
    if taken + max(1, width) * (len(rows) + 2) > MAX_CELLS:
        raise Invalid("RINGI-455", reason=f"{width} × {len(rows)} cells (≤ {MAX_CELLS} in a spreadsheet)")
    return width


def plain(value: Cell) -> str | int | float | bool:
    """A value that arrives as what it is. A number that is no exact number in a sheet stays the text it was."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return printable(value)
    if (isinstance(value, float) and not math.isfinite(value)) or abs(value) > _EXACT_INT:
        return str(value)
    return value


def row_data(row: Sequence[Cell], *, bold: bool = False) -> Json:
    return {"values": [_cell(plain(value), bold) for value in row]}


def _cell(value: str | int | float | bool, bold: bool) -> Json:
    """Never a `formulaValue`: what looks like a formula is somebody's text."""
    if value == "" and isinstance(value, str):
        return {}
    kind = "boolValue" if isinstance(value, bool) else "stringValue" if isinstance(value, str) else "numberValue"
    told: Json = {"userEnteredValue": {kind: value}}
    return {**told, "userEnteredFormat": {"textFormat": {"bold": True}}} if bold else told


def parts(rows: Sequence[Json]) -> Iterator[list[Json]]:
    """The rows in as few parts as fit into one write each; there is always at least one."""
    part: list[Json] = []
    size = 0
    for row in rows:
        length = len(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace")) + 1
        if part and size + length > PART:
            yield part
            part, size = [], 0
        part.append(row)
        size += length
    yield part
