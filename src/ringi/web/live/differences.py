"""What has to be sent so that a page which shows one drawing shows the next: pure, keyed, in the order of the page.

A page applies the entries one after the other: `html` null takes the part away, else it is put behind `after` (null: at
the beginning of its region). What is not mentioned stays as and where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any, Protocol


class Drawn(Protocol):
    """A part of the page, as `ringi.web.workbench.parts` draws it."""

    @property
    def region(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def print(self) -> str: ...
    @property
    def html(self) -> str: ...


Regions = Mapping[str, Sequence[Drawn]]
Entry = dict[str, Any]


def entry(part: Drawn, after: str | None) -> Entry:
    return {"region": part.region, "key": part.key, "print": part.print, "html": part.html, "after": after}


def gone(region: str, key: str) -> Entry:
    return {"region": region, "key": key, "html": None}


def between(old: Regions, new: Regions) -> list[Entry]:
    """The entries that lead from one drawing of a session to another."""
    found: list[Entry] = []
    for region in [*new, *(name for name in old if name not in new)]:
        before, now = old.get(region, ()), new.get(region, ())
        if before is not now and not (len(before) == len(now) and all(map(is_, before, now))):
            found += _in_region(region, before, now)
    return found


def whole(regions: Regions) -> list[Entry]:
    """Everything, each part behind the one before it."""
    found: list[Entry] = []
    for parts in regions.values():
        after: str | None = None
        for part in parts:
            found.append(entry(part, after))
            after = part.key
    return found


def _in_region(region: str, old: Sequence[Drawn], new: Sequence[Drawn]) -> list[Entry]:
    before = {part.key: part for part in old}
    staying = {part.key for part in new}
    found = [gone(region, key) for key in before if key not in staying]
    # Kept parts that come in the order in which they stood need not be moved; one that comes early is.
    standing = iter([key for key in before if key in staying])
    expected = next(standing, None)
    moved: set[str] = set()
    after: str | None = None
    for part in new:
        was = before.get(part.key)
        while expected is not None and expected in moved:
            expected = next(standing, None)
        if was is None:
            found.append(entry(part, after))
        elif part.key != expected:
            moved.add(part.key)
            found.append(entry(part, after))
        else:
            expected = next(standing, None)
            if was is not part and was.print != part.print:
                found.append(entry(part, after))
        after = part.key
    return found
