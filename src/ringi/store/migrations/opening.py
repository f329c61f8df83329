"""Looking at a database without touching it: no lock file, no write-ahead log, not a byte, until it is accepted.

Called before an upgrade, a backup and a restore. Every driver error leaves here as one that a person can read.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from ringi.errors import RingiError, Unavailable
from ringi.store.engine import explain

T = TypeVar("T")
WAIT_SECONDS = 120.0
"""How long to wait for another process that is upgrading the same file."""

_MAGIC = b"SQLite format 3\0"
_SIDECARS = ("-journal", "-wal")


@contextmanager
def speaking(where: str) -> Iterator[None]:
    """Driver errors become ours; what is not known is said as it is, under one code."""
    try:
        yield
    except RingiError:
        raise
    except Exception as error:
        cause = getattr(error, "orig", None) or error
        if not isinstance(cause, OSError) and not type(cause).__module__.startswith(("sqlite3", "psycopg")):
            raise
        if isinstance(cause, PermissionError | IsADirectoryError | NotADirectoryError | FileNotFoundError):
            raise Unavailable("RINGI-505", where=where) from error
        raise explain(cause, where) or Unavailable("RINGI-510", where=where, reason=_first_line(cause)) from error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def is_empty(path: Path) -> bool:
    """There is nothing at all yet: no file, or one of no length."""
    with speaking(str(path)):
        return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def inspect_file(path: Path, look: Callable[[sqlite3.Connection], T]) -> T:
    """What `look` finds in this file, which is left byte for byte as it is and gains no companions.

    A file in WAL mode without its log is opened as immutable, since a plain read-only opening would make one. A file
    that a killed process left with a hot journal cannot be read without rolling it back: then a copy is read.
    """
    with speaking(str(path)):
        with path.open("rb") as file:
            header = file.read(100)
        if not header.startswith(_MAGIC) or len(header) < 100:
            raise Unavailable("RINGI-502", where=str(path))
        lonely = header[18] == 2 and not _sidecar(path, "-wal").exists()
        try:
            return _looked(path, "mode=ro&immutable=1" if lonely else "mode=ro", look)
        except sqlite3.Error as error:
            if lonely and _sidecar(path, "-wal").exists():
                return _looked(path, "mode=ro", look)
            if not _unfinished(path, error):
                raise
        with tempfile.TemporaryDirectory(prefix="ringi-look-") as directory:
            copy = Path(directory) / "copy.db"
            shutil.copyfile(path, copy)
            for suffix in _SIDECARS:
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(_sidecar(path, suffix), _sidecar(copy, suffix))
            return _looked(copy, "mode=rw", look)


def _looked(path: Path, how: str, look: Callable[[sqlite3.Connection], T]) -> T:
    connection = connect_file(path, how)
    try:
        return look(connection)
    finally:
        connection.close()


def _unfinished(path: Path, error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    blocked = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    return blocked and any(_sidecar(path, suffix).exists() for suffix in _SIDECARS)


def _sidecar(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def connect_file(path: Path, how: str) -> sqlite3.Connection:
    """A driver connection that begins and commits only when told to. Text that is not UTF-8 does not stop a read."""
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=WAIT_SECONDS, isolation_level=None
    )
    connection.text_factory = lambda octets: octets.decode("utf-8", "replace")
    return connection


def quick_check(connection: sqlite3.Connection, where: str) -> None:
    """Refuse a file whose pages do not hang together, before anything is built on it."""
    found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise Unavailable("RINGI-502", where=where)


def connect_server(url: str) -> Any:
    """A psycopg connection for looking."""
    try:
        import psycopg
    except ImportError:
        raise Unavailable("RINGI-511") from None
    try:
        return psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://"), autocommit=True)
    except psycopg.OperationalError as error:
        raise Unavailable("RINGI-509", reason=_first_line(error)) from error


def public_name(url: str) -> str:
    """The address without its password, for messages and logs."""
    scheme, separator, rest = url.partition("://")
    account, at, host = rest.partition("?")[0].rpartition("@")
    return f"{scheme}{separator}{account.partition(':')[0]}{at}{host}" if separator else url
