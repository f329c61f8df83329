"""In which order the arguments of a call are read by whoever decides: who is reached, then what is written to. Pure.

Told from their names, for every surface. Also which columns a table is given, so that they are said once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ringi.hands.reach import is_recipient

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CALLED = frozenset({"id", "name", "title", "url"})
TARGETS = ("spreadsheet", "workbook", "document", "file", "folder", "worksheet", "sheet", "tab")
"""What is written to, the larger before what lies in it."""
_COLUMNS = frozenset({"header", "headers", "columns", "heading", "headings"})
_REST = len(TARGETS) + 2
FEWEST = 3
"""Columns below this are simply said again."""


def rank(name: str) -> int:
    """Where an argument stands among the others: smaller comes first."""
    if is_recipient(name):
        return 0
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _CALLED:
        words.pop()
    last = words[-1] if words else ""
    if last in TARGETS:
        return TARGETS.index(last) + 1
    return _REST - 1 if last in _COLUMNS else _REST


def is_target(name: str) -> bool:
    """Whether it says what is written to."""
    return 0 < rank(name) <= len(TARGETS)


def columns(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The headings that a table is given as they are; empty when there are none, or too few to matter."""
    for name, value in given.items():
        if rank(str(name)) == _REST - 1 and isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value) if len(value) >= FEWEST else ()
    return ()
