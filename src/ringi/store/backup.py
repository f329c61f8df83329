"""Copies of the store: one consistent file while Ringi runs, and the way back. SQLite only; PostgreSQL has pg_dump.

Called by `ringi db backup` and `ringi db restore`. Nothing that exists is ever overwritten.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ringi import clock
from ringi.errors import Conflict, Invalid, NotFound, Unavailable
from ringi.store.engine import is_postgres, sqlite_path
from ringi.store.migrations.detection import detect
from ringi.store.migrations.opening import connect_file, inspect_file, is_empty, quick_check, speaking

SIDECARS = ("-journal", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Copied:
    """A finished copy."""

    path: Path
    version: int
    size: int
    kept: Path | None = None
    """Where the file that a restore replaced can be found."""


def backup(store: str | Path, target: str | Path) -> Copied:
    """A copy of the store as it is at one moment, on disk and checked. Work may go on meanwhile."""
    source, target = _file(store), Path(target)
    if not source.exists():
        raise NotFound("RINGI-514", where=str(source))
    if os.path.lexists(target):
        raise Conflict("RINGI-512", where=str(target))
    version = _accepted(source)
    with speaking(str(target)), _partial(target) as partial:
        _read(source, lambda connection: _copy(connection, partial))
        _place(partial, target)
    return Copied(target, version, target.stat().st_size)


def restore(source: str | Path, home_db: str | Path) -> Copied:
    """Put a backup in the store's place. What was there is kept beside it under a name with the time."""
    source, target = Path(source), _file(home_db)
    if not source.exists():
        raise NotFound("RINGI-514", where=str(source))
    version = _accepted(source)
    with speaking(str(target)):
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _nobody_working(target), _partial(target) as partial:
            inspect_file(source, lambda connection: _copy(connection, partial))
            _nobody_connected(target)
            kept = _keep(target)
            partial.replace(target)
            _sync(target.parent)
    return Copied(target, version, target.stat().st_size, kept)


def _file(store: str | Path) -> Path:
    if is_postgres(str(store)):
        raise Invalid("RINGI-507")
    return sqlite_path(str(store))


def _accepted(path: Path) -> int:
    """The version of a file that an upgrade would take; anything else is refused, and not touched."""

    def look(connection: sqlite3.Connection) -> int:
        version = detect(connection, str(path))
        quick_check(connection, str(path))
        return version

    version = 0 if is_empty(path) else inspect_file(path, look)
    if version == 0:
        raise Invalid("RINGI-503", where=str(path), found="–")
    return version


def _read(source: Path, copy: Callable[[sqlite3.Connection], None]) -> None:
    """Read our own store under SQLite's locks, since it may be written to meanwhile."""
    with closing(connect_file(source, "mode=rw")) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
        else:
            copy(connection)
            return
    inspect_file(source, copy)  # where we may not write (read-only media), nobody of ours can


def _copy(source: sqlite3.Connection, partial: Path) -> None:
    with closing(connect_file(partial, "mode=rw")) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete without companions
        quick_check(copy, str(partial))
    _sync(partial)


@contextmanager
def _partial(target: Path) -> Iterator[Path]:
    """A file of our own next to the target, readable by its owner only, gone afterwards unless it was put in place."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent)
    os.close(descriptor)
    partial = Path(name)
    try:
        yield partial
    finally:
        for suffix in ("", *SIDECARS):
            _beside(partial, suffix).unlink(missing_ok=True)


def _place(partial: Path, target: Path) -> None:
    """Give the finished copy its name; unlike a rename, a link never replaces a file that came in between."""
    try:
        target.hardlink_to(partial)
    except FileExistsError:
        raise Conflict("RINGI-512", where=str(target)) from None
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise Conflict("RINGI-512", where=str(target)) from None
        partial.rename(target)
    _sync(target.parent)


@contextmanager
def _nobody_working(target: Path) -> Iterator[None]:
    """Holds the worker's lock, so that no server runs on the file while it changes, and none starts."""
    shared = Path(f"{target}.worker.lock")  # of data directories elsewhere, if there ever were any
    with ExitStack() as locks:
        for path in (target.parent / "worker.lock", *([shared] if shared.exists() else ())):
            lock = locks.enter_context(path.open("a"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Conflict("RINGI-513", where=str(target)) from None
        yield


def _nobody_connected(target: Path) -> None:
    """Leaving WAL mode needs the file for oneself, and gathers all of it in one file. A damaged file is let be."""
    if is_empty(target):
        return
    with closing(connect_file(target, "mode=rw")) as connection:
        try:
            connection.execute("PRAGMA busy_timeout = 1000")
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise Conflict("RINGI-513", where=str(target)) from None
            raise
        except sqlite3.DatabaseError:
            return
        if mode == "wal":
            raise Unavailable("RINGI-508", where=str(target))


def _keep(target: Path) -> Path | None:
    """The replaced file under a name of its own. It keeps the old name too, until the new one takes it in one move."""
    if not target.exists():
        return None
    moment = clock.now().translate(str.maketrans("", "", "-:."))
    kept = target.with_name(f"{target.name}.before-restore-{moment}")
    for suffix in SIDECARS:
        with contextlib.suppress(FileNotFoundError):
            _beside(target, suffix).rename(_beside(kept, suffix))
    try:
        kept.hardlink_to(target)
    except FileExistsError:
        raise Conflict("RINGI-512", where=str(kept)) from None
    except OSError:
        target.rename(kept)
    return kept


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
