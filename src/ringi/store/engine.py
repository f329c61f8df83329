"""The two databases behind one face: how each connects, begins, locks a row and writes a placeholder.

Only the driver is used here. SQLAlchemy stays on the side of schema, migrations and reads, because opening the
store and claiming the first job must be quick.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from ringi.errors import RingiError, Unavailable
from ringi.store import wide

Row = Mapping[str, Any]
Params = Sequence[Any]

BUSY_SECONDS = 30.0
"""How long a writer waits for another process's transaction before it says so."""


class Busy(Exception):
    """Another process is writing just now."""


class Clash(Exception):
    """Rows that cannot stand beside each other, or beside those that are there."""


class Connection(Protocol):
    """One connection of either driver. Statements use `?`; rows are read by column name."""

    for_update: str
    """Suffix that locks the selected row until the transaction ends (SQLite locks the whole file already)."""
    inline: bool
    """A commit is quick enough to be run on the event loop's own thread."""

    def begin(self) -> None: ...
    def look(self) -> None:
        """Begin to read: one view of everything until the commit, without keeping anybody from writing."""
        ...

    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def in_transaction(self) -> bool: ...
    def lost(self) -> bool:
        """The other end is gone: nothing more can be done with this connection."""
        ...

    def generation(self) -> int:
        """Another number than before, if anybody else may have committed since."""
        ...

    def execute(self, sql: str, params: Params = ()) -> int:
        """Run one statement; the number of rows it touched."""
        ...

    def columns(self, table: str) -> list[tuple[str, bool]]:
        """The columns of a table, and whether the database fills them in when they are not given."""
        ...

    def many(self, sql: str, rows: Iterable[Params]) -> int: ...
    def apart(self, sql: str, rows: Sequence[Params]) -> int:
        """The same for rows of which no two are about the same record: they may be written in any order."""
        ...

    def one(self, sql: str, params: Params = ()) -> Row | None: ...
    def all(self, sql: str, params: Params = ()) -> list[Row]: ...
    def together(self, wanted: Mapping[str, tuple[str, ...] | None]) -> dict[str, list[Row]]:
        """Rows of several tables as they stand at one moment: all, or those that have one of some values in a column
        (its name first)."""
        ...

    def close(self) -> None: ...


def explain(error: BaseException, where: str) -> RingiError | None:
    """What a driver's error means to a person, or None when it is a fault of ours."""
    text = str(error).lower()
    if "disk is full" in text or "no space left" in text or "disk i/o error" in text:
        return Unavailable("RINGI-506", where=where)
    if "readonly" in text or "read-only" in text or "unable to open" in text:
        return Unavailable("RINGI-505", where=where)
    if "malformed" in text or "not a database" in text:
        return Unavailable("RINGI-502", where=where)
    if "locked" in text or "busy" in text or "deadlock" in text:
        return Unavailable("RINGI-508", where=where)
    if any(base.__module__ == "psycopg" and base.__name__ in _UNREACHED for base in type(error).__mro__):
        return Unavailable("RINGI-509", reason=(str(error).strip().splitlines() or [type(error).__name__])[0])
    return None


NOT_WRITTEN = frozenset({"RINGI-505", "RINGI-506", "RINGI-508"})
"""The disk or a neighbour would not have it: nothing was written, and the same may be tried again."""
PASSING = NOT_WRITTEN | {"RINGI-509"}
"""The store could not be had just now: nobody's work has failed by that."""
_UNREACHED = ("OperationalError", "InterfaceError")
"""psycopg's own words for a server that is gone; known by name, because SQLite's users need not have it installed."""


class FilesInPlace:
    """The database file and its write-ahead log, as they were opened: a name may be given to another file meanwhile."""

    def __init__(self, path: Path) -> None:
        self._names = (str(path), f"{path}-wal")
        self._opened: list[tuple[int, int]] = []

    def check(self) -> None:
        """Raises unless both names still lead to the files that are open here."""
        try:
            found = [(one.st_dev, one.st_ino) for one in map(os.stat, self._names)]
        except OSError:
            found = []
        if not self._opened and found:
            self._opened = found  # the log is made by the first transaction
        if not found or found != self._opened:
            raise Unavailable("RINGI-760", where=self._names[0])


class SqliteConnection:
    """WAL, `synchronous=FULL` (an acknowledged commit has reached the disk), foreign keys on."""

    for_update = ""
    inline = True

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(
                f"file:{_quoted(path)}?mode={'ro' if readonly else 'rw'}",
                uri=True,
                timeout=10.0 if readonly else 0.0,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA foreign_keys = ON")
            if readonly:
                self._db.execute("PRAGMA query_only = ON")
            else:
                self._wal()
                self._db.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            raise explain(error, str(path)) or error from error
        self._files = FilesInPlace(path) if not readonly else None
        self._writing = self._db.cursor()  # reads get a cursor each: one that is not read to its end stays open

    def _wal(self) -> None:
        for _ in waiting():
            try:
                mode = self._db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                continue
            if mode == "wal":
                return
            raise Unavailable("RINGI-505", where=str(self.path))
        raise Unavailable("RINGI-508", where=str(self.path))

    def begin(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise Busy from error
            raise

    def look(self) -> None:
        self._db.execute("BEGIN")

    def commit(self) -> None:
        """Refused where the file is not the one that was opened: what goes into a deleted one is lost with it."""
        if self._files is None:
            self._db.execute("COMMIT")
            return
        self._files.check()
        self._db.execute("COMMIT")
        self._files.check()

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def lost(self) -> bool:
        return False

    def generation(self) -> int:
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def columns(self, table: str) -> list[tuple[str, bool]]:
        return [(row["name"], row["dflt_value"] is not None) for row in self.all(f"PRAGMA table_info({table})")]

    def execute(self, sql: str, params: Params = ()) -> int:
        return self._writing.execute(sql, params).rowcount

    def many(self, sql: str, rows: Iterable[Params]) -> int:
        try:
            return self._writing.executemany(sql, rows).rowcount
        except sqlite3.IntegrityError as error:
            raise Clash(str(error)) from error

    def apart(self, sql: str, rows: Sequence[Params]) -> int:
        if len(rows) < wide.WIDTHS[-1]:
            return self.many(sql, rows)
        try:
            return sum(self._writing.execute(*few).rowcount for few in wide.in_few(sql, rows))
        except sqlite3.IntegrityError as error:
            raise Clash(str(error)) from error

    def one(self, sql: str, params: Params = ()) -> Row | None:
        row: Row | None = self._db.execute(sql, params).fetchone()
        return row

    def all(self, sql: str, params: Params = ()) -> list[Row]:
        return self._db.execute(sql, params).fetchall()

    def together(self, wanted: Mapping[str, tuple[str, ...] | None]) -> dict[str, list[Row]]:
        return {table: self.all(*_select(table, "*", given)) for table, given in wanted.items()}

    def close(self) -> None:
        self._db.close()


class PostgresConnection:
    """psycopg 3, one statement at a time, prepared on the server after first use."""

    for_update = " FOR UPDATE"
    inline = False

    def __init__(self, url: str, *, readonly: bool = False) -> None:
        import psycopg
        from psycopg.rows import dict_row

        self.url = url.replace("postgresql+psycopg://", "postgresql://")
        self._begun = 0
        try:
            self._db = psycopg.connect(self.url, autocommit=True, row_factory=dict_row, prepare_threshold=2)
        except psycopg.OperationalError as error:
            raise Unavailable("RINGI-509", reason=str(error).strip().splitlines()[0]) from error
        if readonly:
            self._db.execute("SET default_transaction_read_only = on")

    def begin(self) -> None:
        self._db.execute("BEGIN")

    def look(self) -> None:
        self._db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def generation(self) -> int:
        self._begun += 1  # many machines write: nothing is known from one transaction to the next
        return self._begun

    def columns(self, table: str) -> list[tuple[str, bool]]:
        sql = "SELECT column_name, column_default FROM information_schema.columns WHERE table_name = ?"
        return [(row["column_name"], row["column_default"] is not None) for row in self.all(sql, (table,))]

    def rollback(self) -> None:
        if self.in_transaction():
            self._db.execute("ROLLBACK")

    def in_transaction(self) -> bool:
        from psycopg.pq import TransactionStatus

        return self._db.info.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)

    def lost(self) -> bool:
        return bool(self._db.closed)

    def execute(self, sql: str, params: Params = ()) -> int:
        return self._db.execute(_percent(sql), params).rowcount

    def many(self, sql: str, rows: Iterable[Params]) -> int:
        with self._db.cursor() as cursor:
            cursor.executemany(_percent(sql), rows)
            return cursor.rowcount

    apart = many

    def one(self, sql: str, params: Params = ()) -> Row | None:
        return self._db.execute(_percent(sql), params).fetchone()

    def all(self, sql: str, params: Params = ()) -> list[Row]:
        return list(self._db.execute(_percent(sql), params).fetchall())

    def together(self, wanted: Mapping[str, tuple[str, ...] | None]) -> dict[str, list[Row]]:
        """In one statement: between two of them others may commit."""
        parts, params, found = [], [], {table: [] for table in wanted}  # type: ignore[var-annotated]
        for table, given in wanted.items():
            sql, values = _select(f"{table} t", f"'{table}' AS table_name, row_to_json(t)::text AS row_text", given)
            parts.append(sql)
            params += values
        for row in self.all(" UNION ALL ".join(parts), params):
            found[row["table_name"]].append(_from_json(row["row_text"]))
        return found

    def close(self) -> None:
        self._db.close()


@lru_cache(maxsize=512)
def _percent(sql: str) -> Any:
    """The same statement with psycopg's placeholders."""
    return sql.replace("%", "%%").replace("?", "%s")


def _quoted(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgresql+psycopg://", "postgres://"))


def sqlite_path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else url)


def connect(url: str, *, readonly: bool = False) -> Connection:
    return (
        PostgresConnection(url, readonly=readonly)
        if is_postgres(url)
        else SqliteConnection(sqlite_path(url), readonly=readonly)
    )


def waiting(seconds: float = BUSY_SECONDS) -> Iterator[None]:
    """Yields at growing, slightly uneven intervals until the time is up: fair enough between fifty processes."""
    deadline = time.monotonic() + seconds
    pause = 0.0005
    while True:
        yield
        if time.monotonic() > deadline:
            return
        time.sleep(pause * (0.5 + (time.perf_counter_ns() % 1000) / 1000))
        pause = min(pause * 1.5, 0.02)


def _select(table: str, columns: str, given: tuple[str, ...] | None) -> tuple[str, list[str]]:
    if given is None:
        return f"SELECT {columns} FROM {table}", []
    name, *values = given
    one = "= ?" if len(values) == 1 else f"IN ({', '.join('?' * len(values))})"
    return f"SELECT {columns} FROM {table} WHERE {name} {one}", values


_OCTETS = frozenset({"seal", "head", "records", "link", "threads_sum", "audits_sum", "authority_sum", "incoming"})


def _from_json(text: str) -> Row:
    """A row that PostgreSQL has spelt as JSON; its bytes come as `\\x…`."""
    row: dict[str, Any] = json.loads(text)
    for name in _OCTETS & row.keys():
        if row[name] is not None:
            row[name] = bytes.fromhex(row[name][2:])
    return row


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    connection = connect(url, readonly=True)
    try:
        yield connection
    finally:
        connection.close()
