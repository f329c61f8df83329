"""Tables out of files: a workbook, comma-separated lines, a list of JSON objects. Pure over bytes, and bounded.

A hostile file costs no more than a large one: `packages` bounds what is read of a workbook. A formula is a text like
any other.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.etree.ElementTree import ParseError

from ringi.web.workbench.panels.files import packages
from ringi.web.workbench.panels.files.packages import TooMuch, Unreadable

ROWS = 200
COLUMNS = 40
CELL = 300
SHEETS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The beginning of a table, every cell as the text that is shown."""

    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    """Columns that hold only numbers below their first row."""
    sheets: tuple[str, ...] = ()
    sheet: int = 0
    more_rows: bool = False
    more_columns: bool = False
    more_sheets: int = 0
    headed: bool = False
    """Whether the first row names the columns."""
    formulas: bool = False


def workbook(body: bytes, sheet: str | int = 0, *, rows: int = ROWS) -> Table:
    """One sheet of an `.xlsx` file: the one of this name or number, or the first when there is none such."""
    try:
        with packages.Package(body) as package:
            return _sheet(package, sheet, rows)
    except (Unreadable, MemoryError):
        raise
    except TooMuch as error:
        raise Unreadable("too_large_to_show") from error
    except Exception as error:  # a broken package breaks its reader in more ways than can be named
        raise Unreadable("unreadable_file") from error


def _sheet(package: packages.Package, wanted: str | int, limit: int) -> Table:
    pages = packages.sheets(package)
    if not pages:
        raise Unreadable("no_sheets")
    names = [str(one.title) for one in pages]
    number = names.index(wanted) if wanted in names else wanted if isinstance(wanted, int) else 0
    number = number if 0 <= number < len(pages) else 0
    found: list[tuple[Any, ...]] = []
    cut = False
    try:
        for row in packages.beginning(pages[number], limit + 1, COLUMNS + 1):
            found.append(row)
    except (TooMuch, ParseError):
        if not found:
            raise
        cut = True
    shown = tuple(names[:SHEETS])
    return made(found, sheets=shown, sheet=number, more_sheets=len(names) - len(shown), limit=limit, cut=cut)


def separated(text: str, limit: int = ROWS) -> Table:
    """Lines of values between commas, semicolons or tabs, whichever the first line has most of."""
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        found = [
            tuple(row) for row in islice(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), limit + 1)
        ]
    except csv.Error as error:
        raise Unreadable("unreadable_file") from error
    return made(found, limit=limit)


def objects(value: Any, limit: int = ROWS) -> Table | None:
    """A list of flat objects as a table; nothing else is one."""
    rows = value if isinstance(value, list) else None
    if isinstance(value, Mapping):
        if (found := _columned(value, limit)) is not None:
            return found
        lists = [one for one in value.values() if isinstance(one, list) and one and isinstance(one[0], Mapping)]
        rows = lists[0] if len(lists) == 1 else None
    if not rows or not all(isinstance(one, Mapping) for one in rows):
        return None
    read = rows[: limit + 1]
    if any(isinstance(cell, (list, Mapping)) for row in read for cell in row.values()):
        return None
    names = list(dict.fromkeys(name for row in read for name in row))[: COLUMNS + 1]
    cells = [tuple(map(str, names)), *(tuple(row.get(name) for name in names) for row in read)]
    return made(cells, headed=True, limit=limit)


def _columned(value: Mapping[str, Any], limit: int) -> Table | None:
    """A table that says its columns and its rows apart, as most tools write one."""
    columns, rows = value.get("columns") or value.get("headers"), value.get("rows") or value.get("data")
    if not isinstance(columns, list) or not columns or not isinstance(rows, list):
        return None
    read = rows[: limit + 1]
    names = [
        str(one.get("name") or one.get("title") or "") if isinstance(one, Mapping) else str(one) for one in columns
    ]
    if not all(isinstance(row, list) and not any(isinstance(cell, (list, Mapping)) for cell in row) for row in read):
        return None
    return made([tuple(names), *map(tuple, read)], headed=True, limit=limit)


def made(
    found: Sequence[tuple[Any, ...]],
    *,
    sheets: tuple[str, ...] = (),
    sheet: int = 0,
    more_sheets: int = 0,
    limit: int = ROWS,
    cut: bool = False,
    headed: bool | None = None,
) -> Table:
    """A table of what was read, cut to what is shown."""
    while found and not any(cell not in (None, "") for cell in found[-1]):
        found = found[:-1]
    width = max((_width(row) for row in found), default=0)
    kept = [row[: min(width, COLUMNS)] for row in found[:limit]]
    rows = tuple(tuple(shown(cell) for cell in _filled(row, min(width, COLUMNS))) for row in kept)
    below = kept[1:]
    numbers = frozenset(
        column
        for column in range(min(width, COLUMNS))
        if below and all(_number(row[column : column + 1]) for row in below)
    )
    top = kept[0] if kept else ()
    return Table(
        rows=rows,
        numbers=numbers,
        sheets=sheets,
        sheet=sheet,
        more_sheets=more_sheets,
        more_rows=cut or len(found) > limit,
        more_columns=width > COLUMNS,
        headed=headed if headed is not None else bool(below) and all(isinstance(cell, str) and cell for cell in top),
        formulas=any(_is_formula(cell) for row in kept for cell in row),
    )


def _width(row: Sequence[Any]) -> int:
    return max((number + 1 for number, cell in enumerate(row) if cell not in (None, "")), default=0)


def _filled(row: Sequence[Any], width: int) -> Iterable[Any]:
    return (*row, *(None,) * (width - len(row)))


def _number(cells: Sequence[Any]) -> bool:
    cell = cells[0] if cells else None
    if isinstance(cell, str):
        return cell.replace(".", "", 1).lstrip("-").isdecimal()
    return cell is None or (isinstance(cell, (int, float)) and not isinstance(cell, bool))


def _is_formula(cell: Any) -> bool:
    return (isinstance(cell, str) and cell.startswith("=")) or hasattr(cell, "ref")


def shown(cell: Any) -> str:
    """A cell as text. A formula stays what it says; it is never worked out."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return f"{cell:.10g}"
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time() else f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, (date, time)):
        return cell.isoformat()
    text = str(getattr(cell, "text", "") or "") if hasattr(cell, "ref") else str(cell)
    return text if len(text) <= CELL else f"{text[:CELL]}…"
