"""Spreadsheets as the double keeps them: sheets of cells, protected ranges, developer metadata. Pure data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ringi.testing.google.refusal import Json, Refusal

Cell = Json
"""A `userEnteredValue`: one of stringValue, numberValue, boolValue, formulaValue."""
MAX_CELLS = 10_000_000
MAX_CELL = 50_000
MAX_COLUMNS = 18_278
MAX_METADATA = 30_000
_A1 = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})(?::([A-Za-z]{1,3})([1-9][0-9]{0,6}))?")


@dataclass(slots=True)
class Area:
    """Rows and columns from (inclusive) to (exclusive)."""

    top: int
    left: int
    bottom: int
    right: int

    def meets(self, other: Area) -> bool:
        return (
            self.top < other.bottom and other.top < self.bottom and self.left < other.right and other.left < self.right
        )


@dataclass(slots=True)
class Sheet:
    id: int
    title: str
    rows: int = 1000
    columns: int = 26
    frozen: int = 0
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    protected: list[tuple[Area, tuple[str, ...]]] = field(default_factory=list)
    """Areas with the e-mail addresses of those who may edit them."""

    def last_row(self) -> int:
        """How many rows have something in them, counted to the last one."""
        return 1 + max((row for row, _ in self.cells), default=-1)

    def put(self, row: int, column: int, value: Cell | None) -> None:
        if value:
            self.cells[row, column] = value
        else:
            self.cells.pop((row, column), None)

    def table(self) -> list[list[Any]]:
        """What a person would see, without the empty end."""
        height = self.last_row()
        width = 1 + max((column for _, column in self.cells), default=-1)
        return [[shown(self.cells.get((row, column))) for column in range(width)] for row in range(height)]


@dataclass(slots=True)
class Book:
    """One spreadsheet, which is also a file of Drive."""

    id: str
    title: str
    owner: str
    created: str
    sheets: list[Sheet] = field(default_factory=list)
    metadata: dict[int, Json] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    """Drive's `appProperties`: seen by the app that made them."""
    editors: set[str] = field(default_factory=set)
    readers: set[str] = field(default_factory=set)
    by_app: bool = True
    """Made or opened by the app, so that `drive.file` reaches it."""
    trashed: bool = False
    mime: str = "application/vnd.google-apps.spreadsheet"

    def sheet(self, wanted: Any) -> Sheet | None:
        return next((one for one in self.sheets if one.id == wanted or one.title == wanted), None)

    def named(self, title: str) -> Sheet | None:
        """Google does not tell `Data` from `data`."""
        return next((one for one in self.sheets if one.title.casefold() == title.casefold()), None)

    def size(self) -> int:
        return sum(one.rows * one.columns for one in self.sheets)


def shown(value: Cell | None) -> Any:
    """A cell as `values.get` answers it with UNFORMATTED_VALUE; a formula is what it was told to be."""
    if not value:
        return ""
    return next(iter(value.values()))


def entered(value: Any, *, raw: bool) -> Cell | None:
    """What a value of the values API becomes. Only USER_ENTERED reads it as if it were typed; null leaves the cell."""
    if value is None or value == "":
        return {}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    if not isinstance(value, str):
        raise Refusal(400, f"Invalid values: {type(value).__name__} is no cell")
    if len(value) > MAX_CELL:
        raise Refusal(400, f"Your input contains more than the maximum of {MAX_CELL} characters in a single cell.")
    if raw:
        return {"stringValue": value}
    if value.startswith("="):
        return {"formulaValue": value}
    number = re.fullmatch(r"[+-]?\d+(\.\d+)?", value)
    return {"numberValue": float(value)} if number else {"stringValue": value}


def column_number(letters: str) -> int:
    found = 0
    for one in letters.upper():
        found = found * 26 + ord(one) - 64
    return found - 1


def place(book: Book, text: str) -> tuple[Sheet, Area]:
    """A range in A1 notation; a name alone is the whole sheet."""
    name, bang, cells = text.rpartition("!")
    bare = name if bang else text
    title = bare[1:-1].replace("''", "'") if bare[:1] == bare[-1:] == "'" and len(bare) > 1 else bare
    match = _A1.fullmatch(cells if bang else text)
    sheet = book.named(title) if bang else book.named(title) or (book.sheets[0] if match else None)
    if sheet is None:
        raise Refusal(400, f"Unable to parse range: {text}")
    if not bang and book.named(title):
        return sheet, Area(0, 0, sheet.rows, sheet.columns)
    if match is None:
        raise Refusal(400, f"Unable to parse range: {text}")
    top, left = int(match[2]) - 1, column_number(match[1])
    bottom = int(match[4]) if match[4] else top + 1
    right = column_number(match[3]) + 1 if match[3] else left + 1
    if bottom > sheet.rows or right > sheet.columns:
        limits = f"Max rows: {sheet.rows}, max columns: {sheet.columns}"
        raise Refusal(400, f"Range ({text}) exceeds grid limits. {limits}")
    return sheet, Area(top, left, bottom, right)


def a1(sheet: Sheet, area: Area) -> str:
    def cell(row: int, column: int) -> str:
        letters, column = "", column + 1
        while column:
            column, rest = divmod(column - 1, 26)
            letters = chr(65 + rest) + letters
        return f"{letters}{row + 1}"

    title = sheet.title if re.fullmatch(r"[A-Za-z0-9_]+", sheet.title) else "'" + sheet.title.replace("'", "''") + "'"
    return f"{title}!{cell(area.top, area.left)}:{cell(area.bottom - 1, area.right - 1)}"
