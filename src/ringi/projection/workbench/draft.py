"""A state while one fact is being folded into it: copied where it is touched, and nowhere else.

So what a fact does not touch stays the very same object, and the state that was given is never altered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.shape import State

Json = dict[str, Any]
Active = Callable[[Json], bool]


class Draft:
    __slots__ = ("_own", "noted", "state")

    def __init__(self, state: State) -> None:
        self.state: State = {**state}
        self._own: set[str] = set()
        self.noted = ""
        """Why the fact at hand did not count, if so."""

    # -- owning ------------------------------------------------------------------------------------------------------

    def table(self, name: str) -> Json:
        """A keyed part of the state, to be written to."""
        if name not in self._own:
            self.state[name] = {**self.state[name]}
            self._own.add(name)
        table: Json = self.state[name]
        return table

    def rows(self, name: str) -> list[Any]:
        """A list of the state, to be written to."""
        if name not in self._own:
            self.state[name] = [*self.state[name]]
            self._own.add(name)
        rows: list[Any] = self.state[name]
        return rows

    # -- counting ----------------------------------------------------------------------------------------------------

    def count(self, name: str, by: int = 1) -> None:
        counts = self.table("counts")
        counts[name] = counts.get(name, 0) + by

    def evicted(self, name: str, how_many: int = 1) -> None:
        counts = self.table("counts")
        before = counts["evicted"]
        counts["evicted"] = {**before, name: before.get(name, 0) + how_many}

    # -- writing -----------------------------------------------------------------------------------------------------

    def append(self, name: str, row: Any, limit: int) -> None:
        """One more row at the end of a list; the oldest fall out."""
        rows = self.rows(name)
        rows.append(row)
        self.count(name)
        over = len(rows) - limit
        if over > 0:
            del rows[:over]
            self.evicted(name, over)

    def put(self, name: str, key: str, row: Json, limit: int, active: Active | None = None) -> None:
        """A row under its key; when there are too many, the oldest that are over fall out, in one go."""
        table = self.table(name)
        known = key in table
        table[key] = row
        if known:
            return
        self.count(name)
        if len(table) > limit + limit // 4:
            self._make_room(name, table, limit, active)

    def _make_room(self, name: str, table: Json, limit: int, active: Active | None) -> None:
        over = len(table) - limit
        gone: list[str] = []
        for key, row in table.items():
            if over <= len(gone):
                break
            if active is None or not active(row):
                gone.append(key)
        still = len(table) - len(gone) - windows.ACTIVE
        if still > 0:
            spare = [key for key in table if key not in set(gone)]
            gone += spare[:still]
        for key in gone:
            del table[key]
        if gone:
            self.evicted(name, len(gone))


def shared(before: State, after: State) -> None:
    """Whatever a handler wrote down again as it was becomes the object that it was. `after` is the draft's own."""
    for name, value in after.items():
        old = before.get(name)
        if value is old or name in ("counts", "external"):
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            same = _same_rows(old, value)
        else:
            same = isinstance(value, list) and isinstance(old, list) and _same_items(old, value)
        if same and old is not None and len(value) == len(old):
            after[name] = old


def _same_rows(old: Json, value: Json) -> bool:
    """Put the old row in the place of an equal one; whether all of them are old ones."""
    same = True
    for key, row in value.items():
        known = old.get(key)
        if row is not known:
            if row == known and key in old:
                value[key] = known
            else:
                same = False
    return same


def _same_items(old: list[Any], value: list[Any]) -> bool:
    if len(old) != len(value) or (len(old) > 1 and value[0] is old[1]):
        return False  # something was added; the rest are the old ones as they are
    same = True
    for at, row in enumerate(value):
        if row is not old[at]:
            if row == old[at]:
                value[at] = old[at]
            else:
                same = False
    return same


def upsert(rows: list[Any], row: Json, key: str = "id") -> bool:
    """Put a row in the place of the one with the same key, else at the end. Whether it was new."""
    for at in range(len(rows) - 1, -1, -1):
        if rows[at].get(key) == row[key]:
            rows[at] = row
            return False
    rows.append(row)
    return True


def bounded(rows: list[Any], limit: int) -> list[Any]:
    return rows if len(rows) <= limit else rows[len(rows) - limit :]
