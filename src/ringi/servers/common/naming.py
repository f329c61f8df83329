"""Names that people and plans give, made safe for a file system and for Excel, and never two alike.

Pure text; nothing is looked up on a disk here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

_SHEET_LIMIT = 31
_FILE_BYTES = 200
_NOT_IN_SHEETS = re.compile(r"[\[\]:*?/\\]")
_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*]')
_RESERVED_FILES = re.compile(r"^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """The text without control characters and what cannot be written as UTF-8; line breaks and tabs stay."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """Also without the marks that turn the direction of writing round, so that a name reads as what it is."""
    kept = "".join(one for one in printable(text) if unicodedata.category(one) != "Cf" or one == "\u200d")
    return " ".join(unicodedata.normalize("NFC", kept).split())


def file_stem(name: str) -> str:
    """A file name for a spreadsheet, without its ending; empty when nothing usable is left of it."""
    stem = _NOT_IN_FILES.sub("_", one_line(name)).strip(" .")
    if _RESERVED_FILES.match(stem):
        stem = f"_{stem}"
    while len(stem.encode()) > _FILE_BYTES:
        stem = stem[:-1].rstrip(" .")
    return stem


def sheet_name(name: str) -> str:
    """A name that Excel takes for a sheet; empty when nothing usable is left of it."""
    clean = _cut(_NOT_IN_SHEETS.sub("_", one_line(name)).strip("' "), _SHEET_LIMIT)
    return f"{clean}_" if clean.casefold() == "history" else clean


def free_sheet_name(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or the first of `wanted (2)`, `wanted (3)` … that is free. `taken` holds casefolded names, as Excel
    does not tell `Data` from `data`."""
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        suffix = f" ({number})"
        name = _cut(wanted, _SHEET_LIMIT - len(suffix)) + suffix
    return name


def _cut(text: str, units: int) -> str:
    """At most so many UTF-16 units, the way Excel counts, and no half character."""
    while len(text.encode("utf-16-le")) > 2 * units:
        text = text[:-1]
    return text.rstrip("' ")
