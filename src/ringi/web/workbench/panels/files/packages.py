"""A workbook's package, opened for its first rows, whatever was put into it.

A few kilobytes unpack to millions of elements, and openpyxl makes an object of each. So every part is read only so far,
what a table does not need is not read at all, and texts, rows and cells are taken one by one.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import SubElement, iterparse

PARTS = 1_000
"""Members of a package."""
DIRECTORY = 512 * 1024
"""Bytes of a package's list of members."""
WHOLE = 256 * 1024
"""Bytes of a part that is read whole: the workbook, its relations, styles and content types."""
TEXTS = 2 * 1024 * 1024
"""Bytes of the texts that sheets share; those beyond are not shown."""
SHEET = 768 * 1024
"""Bytes of one sheet that are read for its first rows."""
PIECES = 5
"""Parts of a cell: its formula, its value, its text."""
FORMULA = 200
"""Letters of a formula that is said once for many cells. A longer one is shown where it is said."""
_NAMES = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Unreadable(Exception):
    """The file cannot be shown as a table; the argument is a key of our words."""


class TooMuch(Exception):
    """More of a part than is read for a preview."""


class _Bytes(io.BytesIO):
    """The file. Its list of members is read in one piece, whose length the file itself says."""

    listed = False

    def read(self, size: int | None = -1, /) -> bytes:
        if not self.listed and (size is None or size > DIRECTORY):
            raise TooMuch
        return super().read(size)


class _Cut(io.RawIOBase):
    """A stream that ends loudly after so many bytes."""

    def __init__(self, source: Any, limit: int) -> None:
        self._source, self._left = source, limit

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        wanted = min(size if size >= 0 else self._left + 1, self._left + 1)
        got: bytes = self._source.read(wanted)
        self._left -= len(got)
        if self._left < 0:
            raise TooMuch
        return got

    def close(self) -> None:
        self._source.close()
        super().close()


class Package(zipfile.ZipFile):
    """A package whose parts are read only so far."""

    def __init__(self, body: bytes) -> None:
        file = _Bytes(body)
        super().__init__(file)
        file.listed = True
        if len(self.filelist) > PARTS:
            raise TooMuch
        if any(one.flag_bits & 1 for one in self.filelist):
            raise Unreadable("locked_file")

    def open(self, name: Any, mode: Any = "r", pwd: Any = None, *, force_zip64: bool = False) -> Any:
        stream = super().open(name, mode, pwd, force_zip64=force_zip64)
        inner = name.filename if isinstance(name, zipfile.ZipInfo) else str(name)
        limit = SHEET if "worksheets/" in inner else TEXTS if "haredStrings" in inner else WHOLE
        return _Cut(stream, limit)


class _Texts(list[str]):
    """The texts that sheets share, as far as they were read."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index) if -1 < index < len(self) else "…"


def _texts(source: Any) -> _Texts:
    """Without the readings above letters and without styles, which make openpyxl an object for each piece."""
    found = _Texts()
    try:
        for _, node in iterparse(source):
            if node.tag == f"{_NAMES}si":
                found.append(_plain(node).replace("x005F_", ""))
                node.clear()
    except TooMuch:
        pass
    return found


def _plain(node: Any) -> str:
    pieces = [*node.findall(f"{_NAMES}t"), *node.findall(f"{_NAMES}r/{_NAMES}t")]
    return "".join(one.text or "" for one in pieces)


def sheets(package: Package) -> list[Any]:
    """The sheets of a package, none of them looked through yet."""
    reader = _reader()(io.BytesIO(_EMPTY), read_only=True, keep_links=False)
    reader.archive.close()
    reader.archive, reader.valid_files = package, package.namelist()
    reader.read()
    return [one for one in reader.wb.worksheets if hasattr(one, "_get_source")]


def beginning(page: Any, rows: int, columns: int) -> Iterator[tuple[Any, ...]]:
    """The first rows, each as its values; rows that are left out in the file are empty. Nothing else is looked at."""
    from openpyxl.worksheet._reader import WorkSheetParser

    book = page.parent
    formats = {"date_formats": book._date_formats, "timedelta_formats": book._timedelta_formats}
    at = 0
    with page._get_source() as source:
        parser = WorkSheetParser(source, page._shared_strings, epoch=book.epoch, **formats)
        for _, element in iterparse(source):
            if element.tag != f"{_NAMES}row":
                continue
            _lightened(element, columns)
            row: Any = element
            number, cells = parser.parse_row(row)
            element.clear()
            while at < min(number - 1, rows):
                at += 1
                yield ()
            if number > rows:
                return
            if number > at:
                at = number
                yield _placed(cells, columns)
            if at >= rows:
                return


def _placed(cells: list[dict[str, Any]], columns: int) -> tuple[Any, ...]:
    row = [None] * columns
    for cell in cells:
        if 0 < cell["column"] <= columns:
            row[cell["column"] - 1] = cell["value"]
    return tuple(row)


def _lightened(row: Any, columns: int) -> None:
    """Only what is shown of a row: so many cells, their texts without styles, no long formula for many cells."""
    del row[columns:]
    for cell in row:
        del cell[PIECES:]
        for part in cell:
            if part.tag == f"{_NAMES}is":
                text = _plain(part)
                part.clear()
                SubElement(part, f"{_NAMES}t").text = text
            elif len(part.text or "") > FORMULA:
                part.attrib.pop("t", None)


@lru_cache(maxsize=1)
def _reader() -> Any:
    """openpyxl's reader, which does not look through a sheet before somebody wants its rows."""
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet
    from openpyxl.xml.constants import SHARED_STRINGS

    class Page(ReadOnlyWorksheet):  # type: ignore[misc, unused-ignore]
        def _get_size(self) -> None:
            """How large it says it is does not matter: only its beginning is read."""

    class Reader(ExcelReader):
        def read_strings(self) -> None:
            self.shared_strings = _Texts()
            package: Any = self.package
            part = package.find(SHARED_STRINGS)
            if part is not None:
                with self.archive.open(part.PartName[1:]) as source:
                    self.shared_strings = _texts(source)

        def read_properties(self) -> None:
            """Who wrote it and when is not shown."""

        read_custom = read_theme = read_properties

        def read_worksheets(self) -> None:
            parser: Any = self.parser
            parser.defined_names = type(parser.defined_names)()  # nobody is shown them
            for sheet, relation in parser.find_sheets():
                if relation.target in self.valid_files and "chartsheet" not in relation.Type:
                    page = Page(self.wb, sheet.name, relation.target, self.shared_strings)
                    vars(self.wb)["_sheets"].append(page)

    return Reader


def _empty_package() -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w"):
        pass
    return body.getvalue()


_EMPTY = _empty_package()
