"""Sheets v4: create, get, batchUpdate, values get, update and append, and the search for developer metadata."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ringi.testing.google.batch import Batch, guard, matching, properties
from ringi.testing.google.books import Area, Book, Sheet, a1, entered, place, shown
from ringi.testing.google.refusal import Json, Refusal
from ringi.testing.google.tokens import Grant

if TYPE_CHECKING:
    from ringi.testing.google.double import Double

Act = Callable[["Double", Grant, tuple[str, ...], dict[str, str], Json], Json]
INPUT = ("RAW", "USER_ENTERED")


def route(method: str, path: str) -> tuple[str, Act, tuple[str, ...]] | None:
    """The method of the API that an address means."""
    for verb, pattern, name, act in _ROUTES:
        match = re.fullmatch(pattern, path)
        if match and verb == method:
            return name, act, tuple(unquote(one) for one in match.groups())
    return None


def _create(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    told = body.get("properties") or {}
    book = double.make(told.get("title") or "Untitled spreadsheet", owner=grant.email)
    sheets = [(one.get("properties") or {}) for one in body.get("sheets") or ()]
    if sheets:
        book.sheets = [
            Sheet(id=one.get("sheetId", number), title=one.get("title") or f"Sheet{number + 1}")
            for number, one in enumerate(sheets)
        ]
    if body.get("developerMetadata"):
        wanted = [{"createDeveloperMetadata": {"developerMetadata": one}} for one in body["developerMetadata"]]
        Batch(book, grant.email, lambda: 1 + len(book.metadata)).apply(wanted)
    return _told(book)


def _get(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    return _told(double.book(parts[0], grant, write=False))


def _batch(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    book = double.changed(double.book(parts[0], grant, write=True))
    requests = body.get("requests")
    if not isinstance(requests, list) or not requests:
        raise Refusal(400, "Must specify at least one request.")
    taken = {one.id for one in book.sheets} | set(book.metadata)

    def draw() -> int:
        number = max(taken, default=0) % 1_000_000_000 + 1
        taken.add(number)
        return number

    replies = Batch(book, grant.email, draw).apply(requests)
    double.books[book.id] = book
    return {"spreadsheetId": book.id, "replies": replies}


def _search(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    book = double.book(parts[0], grant, write=False)
    filters = body.get("dataFilters")
    if not filters:
        raise Refusal(400, "Must specify at least one data filter.")
    found = matching(book, filters)
    return {"matchedDeveloperMetadata": [{"developerMetadata": one} for one in found]} if found else {}


def _values(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    sheet, area = place(double.book(parts[0], grant, write=False), parts[1])
    rows = [
        [shown(sheet.cells.get((row, column))) for column in range(area.left, area.right)]
        for row in range(area.top, area.bottom)
    ]
    for row in rows:
        while row and row[-1] == "":
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    told = {"range": a1(sheet, area), "majorDimension": "ROWS"}
    return {**told, "values": rows} if rows else told


def _update(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    book = double.changed(double.book(parts[0], grant, write=True))
    raw = _option(query)
    values = body.get("values") or []
    sheet, area = place(book, parts[1])
    height, width = len(values), max((len(row) for row in values), default=0)
    whole = (area.bottom - area.top, area.right - area.left)
    if "!" in parts[1] and ":" in parts[1].rpartition("!")[2] and (height > whole[0] or width > whole[1]):
        raise Refusal(
            400, f"Requested writing within range [{parts[1]}], but tried writing to row [{area.top + height}]"
        )
    at = Area(area.top, area.left, area.top + height, area.left + width)
    if at.bottom > sheet.rows or at.right > sheet.columns:
        limits = f"Max rows: {sheet.rows}, max columns: {sheet.columns}"
        raise Refusal(400, f"Range ({a1(sheet, at)}) exceeds grid limits. {limits}")
    return _put(double, grant, book, sheet, at, values, raw)


def _append(double: Double, grant: Grant, parts: tuple[str, ...], query: dict[str, str], body: Json) -> Json:
    book = double.changed(double.book(parts[0], grant, write=True))
    raw = _option(query)
    values = body.get("values") or []
    sheet, area = place(book, parts[1])
    top, width = sheet.last_row(), max((len(row) for row in values), default=0)
    at = Area(top, area.left, top + len(values), area.left + width)
    sheet.rows, sheet.columns = max(sheet.rows, at.bottom), max(sheet.columns, at.right)
    return {"spreadsheetId": book.id, "updates": _put(double, grant, book, sheet, at, values, raw)}


def _put(
    double: Double, grant: Grant, book: Book, sheet: Sheet, at: Area, values: list[list[object]], raw: bool
) -> Json:
    guard(sheet, at, grant.email, book)
    for down, row in enumerate(values):
        for right, value in enumerate(row):
            if value is not None:
                sheet.put(at.top + down, at.left + right, entered(value, raw=raw))
    double.books[book.id] = book
    cells = sum(len(row) for row in values)
    told = {"spreadsheetId": book.id, "updatedRows": len(values), "updatedColumns": at.right - at.left}
    return {**told, "updatedRange": a1(sheet, at) if cells else "", "updatedCells": cells}


def _option(query: dict[str, str]) -> bool:
    option = query.get("valueInputOption", "")
    if option not in INPUT:
        raise Refusal(400, "'valueInputOption' is required but not specified")
    return option == "RAW"


def _told(book: Book) -> Json:
    return {
        "spreadsheetId": book.id,
        "properties": {"title": book.title, "locale": "ja_JP", "timeZone": "Asia/Tokyo"},
        "sheets": [_sheet(book, sheet) for sheet in book.sheets],
        "developerMetadata": [one for one in book.metadata.values() if one["location"].get("spreadsheet")],
        "spreadsheetUrl": f"https://docs.google.com/spreadsheets/d/{book.id}/edit",
    }


def _sheet(book: Book, sheet: Sheet) -> Json:
    told: Json = {"properties": properties(book, sheet)}
    marks = [one for one in book.metadata.values() if one["location"].get("sheetId") == sheet.id]
    return {**told, "developerMetadata": marks} if marks else told


_BOOK = "/v4/spreadsheets/([^/:]+)"
_ROUTES: tuple[tuple[str, str, str, Act], ...] = (
    ("POST", "/v4/spreadsheets", "spreadsheets.create", _create),
    ("GET", _BOOK, "spreadsheets.get", _get),
    ("POST", f"{_BOOK}:batchUpdate", "spreadsheets.batchUpdate", _batch),
    ("POST", f"{_BOOK}/developerMetadata:search", "developerMetadata.search", _search),
    ("POST", f"{_BOOK}/values/(.+):append", "values.append", _append),
    ("GET", f"{_BOOK}/values/(.+)", "values.get", _values),
    ("PUT", f"{_BOOK}/values/(.+)", "values.update", _update),
)
