"""One statement for many rows does what the statement does row by row, and says how many there were."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ringi.store import wide
from ringi.store.engine import Clash, SqliteConnection

ADD = "INSERT INTO things (id, name, state) VALUES (?, ?, ?)"
CHANGE = "UPDATE things SET name = ?, state = ? WHERE id = ? AND state = ?"
GONE = "DELETE FROM things WHERE id = ?"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SqliteConnection]:
    sqlite3.connect(tmp_path / "x.db").close()
    opened = SqliteConnection(tmp_path / "x.db")
    opened.execute("CREATE TABLE things (id TEXT PRIMARY KEY, name, state TEXT)")
    yield opened
    opened.close()


def everything(db: SqliteConnection) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in db.all("SELECT id, name, state FROM things ORDER BY id")]


@pytest.mark.parametrize("count", [1, 2, 3, 63, 64, 65, 200])
def test_any_number_of_rows_is_added_changed_and_removed(db: SqliteConnection, count: int) -> None:
    rows = [(f"T{number:03}", bytearray(b"x") if number % 2 else None, "new") for number in range(count)]
    assert db.apart(ADD, rows) == count
    assert everything(db) == [(one, bytes(name) if name else None, state) for one, name, state in rows]
    moved = [(f"name {number}", "old", f"T{number:03}", "new" if number % 5 else "other") for number in range(count)]
    fitting = sum(1 for one in moved if one[3] == "new")
    assert db.apart(CHANGE, moved) == fitting
    assert [row[2] for row in everything(db)] == ["old" if number % 5 else "new" for number in range(count)]
    assert db.apart(GONE, [(f"T{number:03}",) for number in range(0, count, 2)]) == (count + 1) // 2
    assert len(everything(db)) == count // 2


def test_rows_that_clash_are_said_to(db: SqliteConnection) -> None:
    with pytest.raises(Clash):
        db.apart(ADD, [("T1", "a", "new"), ("T2", "b", "new"), ("T1", "c", "new")])


def test_few_statements_take_the_rows_in_their_order() -> None:
    said = list(wide.in_few(ADD, [(number, number, number) for number in range(75)]))
    assert [len(values) // 3 for _, values in said] == [64, 8, 2, 1]
    assert [values[0] for _, values in said] == [0, 64, 72, 74]


def test_no_statement_has_more_values_than_sqlite_takes() -> None:
    columns = 40
    sql = f"INSERT INTO t ({', '.join(f'c{n}' for n in range(columns))}) VALUES ({', '.join('?' * columns)})"
    said = list(wide.in_few(sql, [tuple(range(columns))] * 50))
    assert max(len(values) for _, values in said) <= wide.VARIABLES
    assert sum(len(values) for _, values in said) == 50 * columns


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO NOTHING",
        "INSERT INTO t (a, b) VALUES (?, 'x')",
        "UPDATE t SET a = a + ? WHERE id = ?",
        "UPDATE t SET a = ? WHERE id <> ?",
    ],
)
def test_what_cannot_be_said_at_once_is_said_row_by_row(sql: str) -> None:
    assert wide.widened(sql, 4) is None
    rows = [("a", "b")] * 6
    assert list(wide.in_few(sql, rows)) == [(sql, row) for row in rows]
