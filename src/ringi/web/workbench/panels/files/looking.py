"""From the bytes of a file to what is shown of it: a table, lines of text, a picture, or why there is nothing. Pure."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any, Literal

from ringi.web.workbench.panels.files import tables
from ringi.web.workbench.panels.files.packages import Unreadable
from ringi.web.workbench.panels.files.tables import Table

FILE_LIMIT = 32 * 1024 * 1024
"""Bytes of a file that is opened for looking at; a larger one can still be downloaded."""
TEXT_BYTES = 128 * 1024
LINES = 400
LINE = 2_000
IMAGE_LIMIT = 8 * 1024 * 1024

IMAGES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
"""Known by how they begin, never by what they are called. A drawing that can hold a script is shown as text."""
_PACKAGE = b"PK\x03\x04"
_ENCODINGS = ("utf-8-sig", "cp932", "gb18030")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is shown of a file."""

    kind: Literal["table", "text", "image", "none"]
    table: Table | None = None
    lines: tuple[str, ...] = ()
    cut: bool = False
    why: str = ""
    """Why nothing is shown: a key of our words."""
    media_type: str = ""


def image_type(body: bytes) -> str:
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in IMAGES.items() if body.startswith(start)), "")


def look(body: bytes, name: str, *, sheet: str | int = 0, rows: int = tables.ROWS) -> Look:
    """The file's beginning, by its content; the name only tells kinds of text apart."""
    if not body:
        return Look(kind="none", why="empty_file")
    if picture := image_type(body):
        small = len(body) <= IMAGE_LIMIT
        return Look(kind="image" if small else "none", media_type=picture, why="" if small else "too_large_to_show")
    try:
        if body.startswith(_PACKAGE):
            return Look(kind="table", table=tables.workbook(body, sheet, rows=rows))
        return _written(body, name, rows)
    except Unreadable as error:
        return Look(kind="none", why=str(error))


def _written(body: bytes, name: str, rows: int) -> Look:
    ending = name.rpartition(".")[2].lower()
    if ending == "json" or body.lstrip()[:1] in (b"{", b"["):
        return _json(body, rows)
    text = decoded(body[:TEXT_BYTES])
    if ending in ("csv", "tsv"):
        return Look(kind="table", table=tables.separated(text, rows), cut=len(body) > TEXT_BYTES)
    return _lines(text, cut=len(body) > TEXT_BYTES)


def _json(body: bytes, rows: int) -> Look:
    """Laid out to be read where it is whole and small enough to be read whole."""
    if len(body) <= TEXT_BYTES * 8:
        try:
            value = json.loads(body)
            found = tables.objects(value, rows)
            if found is not None:
                return Look(kind="table", table=found)
            return _laid_out(value)
        except (ValueError, RecursionError):
            pass  # not JSON after all: shown as it is written
    return _lines(decoded(body[:TEXT_BYTES]), cut=len(body) > TEXT_BYTES)


def _laid_out(value: Any) -> Look:
    """Only as far as it is shown: what is nested deeply grows with every line."""
    found = io.StringIO()
    lines = 0
    for piece in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(value):
        found.write(piece)
        lines += piece.count("\n")
        if lines > LINES:
            break
    return _lines(found.getvalue())


def decoded(body: bytes) -> str:
    """Text in the first encoding that fits. What is plainly no text is not shown as if it were."""
    if b"\0" in body[:4096]:
        raise Unreadable("not_text")
    for encoding in _ENCODINGS:
        try:
            return body.decode(encoding)
        except UnicodeDecodeError as error:
            if error.start >= len(body) - 4 and error.start > 0:  # cut in the middle of a letter
                return body[: error.start].decode(encoding)
    return body.decode("utf-8", "replace")


def _lines(text: str, *, cut: bool = False) -> Look:
    found = text.splitlines()
    lines = tuple(line if len(line) <= LINE else f"{line[:LINE]}…" for line in found[:LINES])
    return Look(kind="text", lines=lines, cut=cut or len(found) > LINES)
