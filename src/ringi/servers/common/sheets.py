"""Tables as real `.xlsx` files: added to, never overwritten, written whole or not at all, and once per idempotency key.

A key is remembered twice: in a small file beside the sheets, and inside the workbook that its rows were written to. The
second is what makes it exact: rows and key reach the disk by the same rename, so a crash cannot part them.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import re
import unicodedata
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ringi.private_files import open_private, private_folder
from ringi.servers.common import durable
from ringi.servers.common.naming import file_stem, free_sheet_name, printable, sheet_name

Cell = str | int | float | bool | None
MAX_ROWS, MAX_COLUMNS, MAX_TEXT = 1_048_575, 16_384, 32_767
_EXACT_INT = 2**53
_KEY_PROPERTY = "ringi-key-"
_FORMULA = ("=", "+", "-", "@", "\t", "\n")
_OURS = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|docProps/(app|core|custom)\.xml|xl/workbook\.xml|xl/_rels/workbook\.xml\.rels"
    r"|xl/(styles|sharedStrings)\.xml|xl/theme/theme1\.xml|xl/worksheets/sheet\d+\.xml"
)
"""The parts of a workbook that survive being read and written again. A chart or a macro would not."""


class Unwritable(ValueError):
    """The rows cannot be written; the text says why and what would be accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What came of it. `sheet` is the name it really got; `created` is true for a new workbook."""

    spreadsheet: str
    sheet: str
    rows_written: int
    path: str
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows that are known to fit, under names that are known to be usable."""

    spreadsheet: str
    sheet: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def table(spreadsheet: str, sheet: str, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Table:
    """Judge what was given before anything is touched."""
    if re.match(r"\s*https?://", spreadsheet, re.IGNORECASE):
        raise Unwritable("No Google account is connected, so a link cannot be written to. Give the spreadsheet a name.")
    stem, name = file_stem(spreadsheet), sheet_name(sheet)
    if not stem:
        raise Unwritable("spreadsheet is empty: give the spreadsheet a name.")
    if not name:
        raise Unwritable("sheet is empty: give the sheet a name.")
    if len(rows) > MAX_ROWS:
        raise Unwritable(f"{len(rows)} rows are too many: a sheet takes {MAX_ROWS} below its header.")
    width = len(header) or MAX_COLUMNS
    if width > MAX_COLUMNS:
        raise Unwritable(f"{width} columns are too many: a sheet takes {MAX_COLUMNS}.")
    for number, row in enumerate(chain((header,), rows)):
        where = f"Row {number}" if number else "The header"
        if len(row) > width:
            raise Unwritable(f"{where} has {len(row)} cells, but there are {width} columns.")
        for cell in row:
            if isinstance(cell, str) and 2 * len(cell) > MAX_TEXT and _units(cell) > MAX_TEXT:
                raise Unwritable(f"{where} has a text of {_units(cell)} characters; a cell takes {MAX_TEXT}.")
    return Table(spreadsheet=stem, sheet=name, header=header, rows=rows)


def _units(text: str) -> int:
    """The length as Excel counts it."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Sheets:
    """The workbooks of one data directory."""

    directory: Path

    def write(self, given: Table, key: str | None, checkpoint: Callable[[], None] = lambda: None) -> Written:
        """Add the table as a new sheet. The same key again gets the first answer and writes nothing.

        `checkpoint` is called now and then and may raise to stop; nothing is left behind then.
        """
        mark = _digest(key)[:32] if key else ""
        with durable.locked(self._lock(given.spreadsheet)):
            return (self._answered(mark) if mark else None) or self._add(given, mark, checkpoint)

    def _lock(self, stem: str) -> Path:
        """One lock for a workbook and its numbered neighbours, which it may have to make way to."""
        return self.directory / ".locks" / f"{_digest(re.sub(r' [(][0-9]+[)]$', '', stem).casefold())[:32]}.lock"

    def _answered(self, mark: str) -> Written | None:
        """The first answer to a key, if its rows really reached a workbook."""
        try:
            known = json.loads((self.directory / ".keys" / f"{mark}.json").read_bytes())
        except FileNotFoundError:
            return None
        answer = Written(**known["answer"])
        if known["done"] or mark in _marks(Path(answer.path)):
            return answer
        return None

    def _remember(self, mark: str, answer: Written, *, done: bool) -> None:
        content = json.dumps({"done": done, "answer": asdict(answer)}, ensure_ascii=False)
        durable.write(self.directory / ".keys" / f"{mark}.json", content.encode())

    def _add(self, given: Table, mark: str, checkpoint: Callable[[], None]) -> Written:
        private_folder(self.directory)
        target = self._target(given.spreadsheet)
        temporary = target.with_name(f".{target.name}.tmp")
        book = _open(target)
        created = not target.exists()
        name = free_sheet_name(given.sheet, {one.casefold() for one in book.sheetnames})
        answer = Written(
            spreadsheet=target.stem, sheet=name, rows_written=len(given.rows), path=str(target), created=created
        )
        try:
            _fill(book.create_sheet(name), given, checkpoint)
            if mark:
                _stamp(book, mark)
            with open(temporary, "wb", opener=open_private) as file:
                book.save(file)
            checkpoint()
            if mark:
                self._remember(mark, answer, done=False)
            durable.settle(temporary, target)
        except BaseException:
            _abandon(book)
            raise
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
        if mark:
            self._remember(mark, answer, done=True)
        return answer

    def _target(self, stem: str) -> Path:
        """The workbook to add to: the one of that name, or the next number when that holds what we could not keep."""
        number = 1
        while True:
            target = self.directory / (f"{stem}.xlsx" if number == 1 else f"{stem} ({number}).xlsx")
            if not target.exists() or _can_be_added_to(target):
                return target
            number += 1


def _can_be_added_to(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return all(_OURS.fullmatch(name) for name in archive.namelist())
    except (zipfile.BadZipFile, OSError):
        return False


def _marks(path: Path) -> set[str]:
    """The keys whose rows are in a workbook, read without opening its sheets."""
    try:
        with zipfile.ZipFile(path) as archive:
            properties = archive.read("docProps/custom.xml").decode("utf-8", "replace")
    except (zipfile.BadZipFile, OSError, KeyError):
        return set()
    return set(re.findall(rf'name="{_KEY_PROPERTY}([0-9a-f]+)"', properties))


def _open(path: Path) -> Any:
    import openpyxl

    return openpyxl.load_workbook(path) if path.exists() else openpyxl.Workbook(write_only=True)


def _abandon(book: Any) -> None:
    """Let the library finish a book that is not wanted any more, into nothing: it then clears away its own files."""
    if book.write_only:
        with suppress(Exception):
            book.save(io.BytesIO())


def _stamp(book: Any, mark: str) -> None:
    from openpyxl.packaging.custom import BoolProperty

    book.custom_doc_props.append(BoolProperty(name=_KEY_PROPERTY + mark, value=True))


def _fill(page: Any, given: Table, checkpoint: Callable[[], None]) -> None:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    for column, width in enumerate(_widths(given), start=1):
        page.column_dimensions[get_column_letter(column)].width = width

    def text(content: str) -> Any:
        """A cell that stays text whatever it looks like: the quote prefix keeps it so even after somebody edits it."""
        cell = WriteOnlyCell(page, content)
        cell.data_type = "s"
        cell.quotePrefix = content.startswith(_FORMULA)
        return cell

    def cell_of(value: Cell) -> Any:
        if isinstance(value, str):
            content = printable(value)
            return text(content) if content.startswith((*_FORMULA, "#")) else content
        if isinstance(value, float) and not math.isfinite(value):
            return text(str(value))
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _EXACT_INT:
            return text(str(value))
        return value

    if given.header:
        page.freeze_panes = "A2"
        bold = Font(bold=True)
        names = [text(printable(name)) for name in given.header]
        for one in names:
            one.font = bold
        page.append(names)
    for number, row in enumerate(given.rows):
        if number % 1000 == 0:
            checkpoint()
        page.append([cell_of(value) for value in row])


def _widths(given: Table) -> list[int]:
    """Columns wide enough for what the first rows hold; a Japanese character takes two places."""
    shown = [given.header, *given.rows[:200]]
    widths = [8] * max(len(row) for row in shown)
    for row in shown:
        for column, value in enumerate(row):
            content = "" if value is None else str(value)[:60]
            places = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in content)
            widths[column] = max(widths[column], min(places + 2, 60))
    return widths
