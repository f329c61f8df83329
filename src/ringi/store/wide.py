"""One statement for many rows, where SQLite would otherwise be begun and ended once for each: a sixth less work."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

VARIABLES = 900
"""Of one statement; every SQLite takes 999."""
WIDTHS = (64, 32, 16, 8, 4, 2)
"""Rows of one statement: few enough lengths to keep all of them prepared."""
UPDATE_FROM = sqlite3.sqlite_version_info >= (3, 33)

_INSERT = re.compile(r"INSERT INTO \w+ \([^()]*\) VALUES (\((?:\?, )*\?\))")
_UPDATE = re.compile(r"UPDATE (\w+) SET ((?:\w+ = \?(?:, )?)+) WHERE ((?:\w+ = \?(?: AND )?)+)")
_DELETE = re.compile(r"DELETE FROM \w+ WHERE \w+ = \?")


@lru_cache(maxsize=512)
def widened(sql: str, rows: int) -> str | None:
    """The statement for so many rows at once, its values row by row; None when it cannot be said so."""
    if found := _INSERT.fullmatch(sql):
        return f"{sql}{f', {found[1]}' * (rows - 1)}"
    if _DELETE.fullmatch(sql):
        return f"{sql.removesuffix('= ?')}IN ({', '.join('?' * rows)})"
    if UPDATE_FROM and (found := _UPDATE.fullmatch(sql)):
        table, columns, conditions = found.groups()
        names = columns.replace(" = ?", "").split(", ")
        keys = conditions.replace(" = ?", "").split(" AND ")
        row = f"({', '.join('?' * (len(names) + len(keys)))})"
        settings = ", ".join(f"{name} = v.column{number}" for number, name in enumerate(names, 1))
        same = " AND ".join(f"{table}.{key} = v.column{number}" for number, key in enumerate(keys, len(names) + 1))
        return f"UPDATE {table} SET {settings} FROM (VALUES {', '.join([row] * rows)}) AS v WHERE {same}"
    return None


def in_few(sql: str, rows: Sequence[Sequence[Any]]) -> Iterator[tuple[str, Sequence[Any]]]:
    """The statements that do the same as `sql` for every row, in the order of the rows."""
    done, left = 0, len(rows)
    most = VARIABLES // max(1, len(rows[0])) if rows else 0
    for width in WIDTHS:
        while left >= width <= most:
            wide = widened(sql, width)
            if wide is None:
                break
            yield wide, list(chain.from_iterable(rows[done : done + width]))
            done, left = done + width, left - width
    for row in rows[done:]:
        yield sql, row
