"""`spreadsheets.batchUpdate`: every request is checked on a copy; only when all are right is the copy taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.testing.google.books import MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_METADATA, Area, Book, Sheet
from ringi.testing.google.refusal import PROTECTED, Json, Refusal, invalid

KINDS = ("stringValue", "numberValue", "boolValue", "formulaValue")


class Batch:
    """The requests of one call, on the copy that was made for it."""

    def __init__(self, book: Book, who: str, draw: Callable[[], int]) -> None:
        self.book, self.who, self._draw = book, who, draw
        self._number, self._kind = 0, ""

    def apply(self, requests: list[Json]) -> list[Json]:
        replies = []
        for self._number, request in enumerate(requests):
            if not isinstance(request, dict) or len(request) != 1:
                raise Refusal(
                    400, f"Invalid value at 'requests[{self._number}]': exactly one kind of request is needed"
                )
            ((self._kind, given),) = request.items()
            act = getattr(self, f"_{self._kind}", None)
            if act is None:
                where = f"'requests[{self._number}]'"
                raise Refusal(
                    400, f'Invalid JSON payload received. Unknown name "{self._kind}" at {where}: Cannot find field.'
                )
            replies.append(act(given) or {})
        if self.book.size() > MAX_CELLS:
            raise self._no(
                f"This action would increase the number of cells in the workbook above the limit of {MAX_CELLS} cells."
            )
        return replies

    def _no(self, message: str) -> Refusal:
        return invalid(self._number, self._kind, message)

    def _sheet(self, wanted: Any) -> Sheet:
        found = next((one for one in self.book.sheets if one.id == (wanted or 0)), None)
        if found is None:
            raise self._no(f"No grid with id: {wanted}")
        return found

    # -- sheets ------------------------------------------------------------------------------------------------------

    def _addSheet(self, given: Json) -> Json:
        told = given.get("properties") or {}
        title = told.get("title") or f"Sheet{len(self.book.sheets) + 1}"
        if self.book.named(title):
            raise self._no(f'A sheet with the name "{title}" already exists. Please enter another name.')
        wanted = told.get("sheetId")
        if wanted is not None and (not isinstance(wanted, int) or not 0 <= wanted < 2**31):
            raise self._no("sheetId must be a non-negative integer")
        if wanted is not None and any(one.id == wanted for one in self.book.sheets):
            raise self._no(f"A sheet with the ID {wanted} already exists. Please enter another sheet ID.")
        grid = told.get("gridProperties") or {}
        if grid.get("columnCount", 26) > MAX_COLUMNS:
            raise self._no(f"Grid has more than {MAX_COLUMNS} columns")
        sheet = Sheet(id=self._draw() if wanted is None else wanted, title=title)
        sheet.rows, sheet.columns = grid.get("rowCount", 1000), grid.get("columnCount", 26)
        sheet.frozen = grid.get("frozenRowCount", 0)
        if sheet.frozen and sheet.frozen >= sheet.rows:
            raise self._no("You can't freeze all visible rows on the sheet.")
        self.book.sheets.append(sheet)
        return {"addSheet": {"properties": properties(self.book, sheet)}}

    def _deleteSheet(self, given: Json) -> None:
        sheet = self._sheet(given.get("sheetId"))
        if len(self.book.sheets) == 1:
            raise self._no("You can't remove all the sheets in a document.")
        self.book.sheets.remove(sheet)
        for one in [key for key, value in self.book.metadata.items() if value["location"].get("sheetId") == sheet.id]:
            del self.book.metadata[one]

    def _addProtectedRange(self, given: Json) -> Json:
        told = given["protectedRange"]
        area, sheet = _area(told["range"], self._sheet(told["range"].get("sheetId")))
        editors = tuple((told.get("editors") or {}).get("users") or ())
        sheet.protected.append((area, editors))
        return {"addProtectedRange": {"protectedRange": {**told, "protectedRangeId": self._draw()}}}

    # -- cells -------------------------------------------------------------------------------------------------------

    def _updateCells(self, given: Json) -> None:
        if "userEnteredValue" not in str(given.get("fields", "")).split(",") and given.get("fields") != "*":
            raise self._no("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
        start = given.get("start") or {}
        sheet = self._sheet(start.get("sheetId"))
        self._write(sheet, start.get("rowIndex", 0), start.get("columnIndex", 0), given.get("rows") or [], grow=False)

    def _appendCells(self, given: Json) -> None:
        if not given.get("fields"):
            raise self._no("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
        sheet = self._sheet(given.get("sheetId"))
        self._write(sheet, sheet.last_row(), 0, given.get("rows") or [], grow=True)

    def _write(self, sheet: Sheet, top: int, left: int, rows: list[Json], *, grow: bool) -> None:
        width = max((len(row.get("values") or ()) for row in rows), default=0)
        area = Area(top, left, top + len(rows), left + width)
        if grow:
            sheet.rows, sheet.columns = max(sheet.rows, area.bottom), max(sheet.columns, area.right)
        elif area.bottom > sheet.rows or area.right > sheet.columns:
            raise self._no(
                f"Attempting to write column: {area.right - 1}, beyond the last requested column of: "
                f"{sheet.columns - 1}"
            )
        guard(sheet, area, self.who, self.book)
        for down, row in enumerate(rows):
            for right, cell in enumerate(row.get("values") or ()):
                value = cell.get("userEnteredValue") or {}
                if set(value) - set(KINDS) or len(value) > 1:
                    raise self._no("Invalid ExtendedValue")
                if len(str(value.get("stringValue", ""))) > MAX_CELL:
                    raise self._no(
                        f"Your input contains more than the maximum of {MAX_CELL} characters in a single cell."
                    )
                sheet.put(top + down, left + right, value)

    def _repeatCell(self, given: Json) -> None:
        """Formats are not kept; whether it could be done is."""
        area, sheet = _area(given["range"], self._sheet(given["range"].get("sheetId")))
        guard(sheet, area, self.who, self.book)

    # -- developer metadata ------------------------------------------------------------------------------------------

    def _createDeveloperMetadata(self, given: Json) -> Json:
        told = dict(given["developerMetadata"])
        if not told.get("metadataKey") or told.get("visibility") not in ("DOCUMENT", "PROJECT"):
            raise self._no("Developer metadata must have a key and a visibility")
        number = told.get("metadataId")
        if number is None:
            number = self._draw() or 1
        if not isinstance(number, int) or not 0 < number < 2**31:
            raise self._no("metadataId must be positive")
        if number in self.book.metadata:
            raise self._no(f"Developer metadata with ID {number} already exists.")
        location = dict(told.get("location") or {})
        if "sheetId" in location:
            self._sheet(location["sheetId"])
            location["locationType"] = "SHEET"
        elif location.get("spreadsheet"):
            location["locationType"] = "SPREADSHEET"
        else:
            raise self._no("Developer metadata must have a location")
        beside = [one for one in self.book.metadata.values() if one["location"] == location]
        used = sum(len(one["metadataKey"]) + len(one.get("metadataValue", "")) for one in (*beside, told))
        if used > MAX_METADATA:
            raise self._no("The developer metadata storage limit has been exceeded.")
        self.book.metadata[number] = {**told, "metadataId": number, "location": location}
        return {"createDeveloperMetadata": {"developerMetadata": self.book.metadata[number]}}

    def _updateDeveloperMetadata(self, given: Json) -> Json:
        found = matching(self.book, given.get("dataFilters") or [])
        if not found:
            raise self._no("No developer metadata matched the provided filters.")
        for one in found:
            for name in str(given.get("fields", "")).split(","):
                one[name] = given["developerMetadata"].get(name)
        return {"updateDeveloperMetadata": {"developerMetadata": found}}

    def _deleteDeveloperMetadata(self, given: Json) -> Json:
        found = matching(self.book, [given["dataFilter"]])
        for one in found:
            del self.book.metadata[one["metadataId"]]
        return {"deleteDeveloperMetadata": {"deletedDeveloperMetadata": found}}


def matching(book: Book, filters: list[Json]) -> list[Json]:
    """The metadata that any of the filters means."""
    found = []
    for one in book.metadata.values():
        for wanted in filters:
            lookup = wanted.get("developerMetadataLookup") or {}
            same = all(
                lookup[name] == one.get(name)
                for name in ("metadataId", "metadataKey", "metadataValue")
                if name in lookup
            )
            place = lookup.get("metadataLocation")
            if lookup and same and (not place or place.get("sheetId") == one["location"].get("sheetId")):
                found.append(one)
                break
    return found


def guard(sheet: Sheet, area: Area, who: str, book: Book) -> None:
    """A protected area is the owner's and its editors' alone."""
    for protected, editors in sheet.protected:
        if protected.meets(area) and who != book.owner and who not in editors:
            raise Refusal(400, PROTECTED)


def properties(book: Book, sheet: Sheet) -> Json:
    grid = {"rowCount": sheet.rows, "columnCount": sheet.columns}
    if sheet.frozen:
        grid["frozenRowCount"] = sheet.frozen
    index = book.sheets.index(sheet)
    return {"sheetId": sheet.id, "title": sheet.title, "index": index, "sheetType": "GRID", "gridProperties": grid}


def _area(told: Json, sheet: Sheet) -> tuple[Area, Sheet]:
    bottom, right = told.get("endRowIndex", sheet.rows), told.get("endColumnIndex", sheet.columns)
    return Area(told.get("startRowIndex", 0), told.get("startColumnIndex", 0), bottom, right), sheet
