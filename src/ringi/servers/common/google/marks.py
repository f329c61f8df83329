"""A spreadsheet as we see it: its tabs, the marks that runs leave in it, and what a person may call it by. Pure."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ringi.errors import Invalid
from ringi.servers.common.naming import one_line

Json = dict[str, Any]
KEY = "ringi-run"
HOST = "docs.google.com"
_ID = re.compile(r"[A-Za-z0-9_-]{25,100}")
_PATH = re.compile(r"/spreadsheets/(?:u/\d+/)?d/([A-Za-z0-9_-]{20,100})(?:/.*)?")


@dataclass(frozen=True, slots=True)
class Book:
    """A spreadsheet as it stands: its tabs with the marks of the runs that wrote to them."""

    id: str
    title: str
    url: str
    tabs: tuple[Json, ...]

    def tab(self, *, title: str = "", number: int = -1) -> Json | None:
        for one in self.tabs:
            told = one["properties"]
            if told.get("sheetId", 0) == number or (title and told.get("title", "").casefold() == title.casefold()):
                return one
        return None

    def link(self, tab: Json) -> str:
        return f"{self.url.partition('?')[0].partition('#')[0]}#gid={tab['properties'].get('sheetId', 0)}"

    def titles(self) -> set[str]:
        """Casefolded, because Google does not tell `Data` from `data`."""
        return {str(one["properties"].get("title", "")).casefold() for one in self.tabs}

    def cells(self) -> int:
        grids = [one["properties"].get("gridProperties") or {} for one in self.tabs]
        return sum(grid.get("rowCount", 0) * grid.get("columnCount", 0) for grid in grids)


@dataclass(frozen=True, slots=True)
class Mark:
    """A run's key as Google can hold it: a text, and a number that only this run would choose."""

    text: str

    @classmethod
    def of(cls, key: str | None, part: str = "") -> Mark:
        seed = f"{key}{part}" if key else secrets.token_hex(16)
        return cls(hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:32])

    @property
    def number(self) -> int:
        """Positive, for a tab and for its mark."""
        return int(self.text[:8], 16) % (2**31 - 1) + 1

    def progress(self, tab: Json | None) -> int | None:
        """How many rows of this run are in a tab; None when its mark is not there."""
        for one in (tab or {}).get("developerMetadata") or ():
            text, _, rows = str(one.get("metadataValue", "")).partition(":")
            if one.get("metadataKey") == KEY and text == self.text:
                return int(rows or 0)
        return None

    def made(self, tab: int, rows: int) -> Json:
        return {
            "createDeveloperMetadata": {
                "developerMetadata": {
                    "metadataId": self.number,
                    "metadataKey": KEY,
                    "metadataValue": f"{self.text}:{rows}",
                    "location": {"sheetId": tab},
                    "visibility": "PROJECT",
                }
            }
        }

    def moved(self, rows: int) -> Json:
        lookup = {"developerMetadataLookup": {"metadataId": self.number}}
        told = {"metadataValue": f"{self.text}:{rows}"}
        return {
            "updateDeveloperMetadata": {"dataFilters": [lookup], "developerMetadata": told, "fields": "metadataValue"}
        }


def linked(text: str) -> str:
    """The id in a link to a spreadsheet, or the id itself; empty when it is a name.

    Raises:
        Invalid: a link to something else (`RINGI-457`).
    """
    given = text.strip()
    if not re.match(r"[a-z]+://", given, re.IGNORECASE):
        return given if _ID.fullmatch(given) and re.search(r"\d", given) else ""
    parts = urlsplit(given)
    match = _PATH.fullmatch(parts.path)
    if parts.scheme != "https" or parts.hostname != HOST or match is None:
        raise Invalid("RINGI-457", link=given[:200])
    return match[1]


def book_name(spreadsheet: str) -> str:
    """A name as Drive keeps it; what cannot be seen in it is gone."""
    name = one_line(spreadsheet)[:200].strip()
    if not name:
        raise Invalid("RINGI-457", link=spreadsheet[:200])
    return name
