"""One worker per database, wherever its data directories are: who holds the place, and how others wake the holder.

The worker lock (`locks`) keeps one worker per data directory. A database that lies elsewhere may be shared by several:
its own place is a lock file beside a SQLite file, an advisory lock and a channel of a PostgreSQL server. Both are let
go of by the kernel or the server when the holder is gone, so nobody has to guess whether it still lives.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from pathlib import Path
from typing import Any, Protocol

from ringi.errors import Conflict, Unavailable
from ringi.store.engine import explain, is_postgres, sqlite_path, waiting
from ringi.store.transaction import Tx

PATIENCE = 2.0
"""Seconds for which a command of another data directory may be about to finish."""
CHANNEL = "ringi_worker"
_PLACE = 0x52494E4749
"""The number of the worker's place among a PostgreSQL database's advisory locks."""
_HOLDER = (
    "SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database"
    " WHERE datname = current_database()) AND l.classid = %s AND l.objid = %s"
)


class Hold(Protocol):
    """The database's one place for a worker."""

    def acquire(self, patience: float = PATIENCE) -> None:
        """Take the place, or say who has it (`Conflict`)."""
        ...

    def release(self) -> None: ...

    def fileno(self) -> int:
        """What to watch to be woken through the database; -1 when there is nothing."""
        ...

    def heard(self) -> None:
        """Take in what woke us. Raises when the place is lost."""
        ...


def hold_of(url: str, home: Path) -> Hold:
    if is_postgres(url):
        return ServerHold(url)
    path = sqlite_path(url).resolve()
    return AtHome() if path.parent == home.resolve() else FileHold(path)


def bell_of(url: str, home: Path) -> Path:
    """Where the worker of this database listens on this machine: the same for all data directories that share it."""
    path = home.resolve() / "worker" if is_postgres(url) else sqlite_path(url).resolve()
    return path.with_name("worker.sock") if path.parent == home.resolve() else Path(f"{path}.worker.sock")


def ring_through(tx: Tx, url: str) -> None:
    """Wake the holder with this very commit, from whatever machine; SQLite's holder is rung by its bell afterwards."""
    if is_postgres(url):
        tx.aside(f"NOTIFY {CHANNEL}")


def held(url: str, home: Path) -> bool:
    """Whether somebody has the place just now."""
    hold = hold_of(url, home)
    try:
        hold.acquire(0.0)
    except Conflict:
        return True
    hold.release()
    return False


class AtHome:
    """The database lies in the data directory: whoever has the worker lock has the place."""

    def acquire(self, patience: float = PATIENCE) -> None:
        """Nothing more to take."""

    def release(self) -> None:
        """Nothing to let go of."""

    def fileno(self) -> int:
        return -1

    def heard(self) -> None:
        """Nobody rings here."""


class FileHold(AtHome):
    """A lock file beside the SQLite file, with the holder's name in it."""

    def __init__(self, path: Path) -> None:
        self.path = Path(f"{path}.worker.lock")
        self._fd: int | None = None

    def acquire(self, patience: float = PATIENCE) -> None:
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unavailable("RINGI-505", where=str(self.path), reason=error.strerror) from error
        for _ in waiting(patience):
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            os.ftruncate(fd, 0)
            os.write(fd, _name().encode())
            self._fd = fd
            return
        who = os.read(fd, 200).decode("utf-8", "replace")
        os.close(fd)
        raise Conflict("RINGI-515", who=who or "?")

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


class ServerHold:
    """An advisory lock of a connection that does nothing else but listen; the server frees it when the holder dies."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._db: Any = None

    def acquire(self, patience: float = PATIENCE) -> None:
        import psycopg

        self.release()
        try:
            db = psycopg.connect(
                self.url.replace("postgresql+psycopg://", "postgresql://"), autocommit=True, application_name=_name()
            )
            for _ in waiting(patience):
                row = db.execute("SELECT pg_try_advisory_lock(%s)", (_PLACE,)).fetchone()
                if row is not None and row[0]:
                    db.execute(f"LISTEN {CHANNEL}".encode())
                    self._db = db
                    return
            holder = db.execute(_HOLDER, (_PLACE >> 32, _PLACE & 0xFFFFFFFF)).fetchone()
            db.close()
        except psycopg.Error as error:
            raise explain(error, self.url) or error from error
        raise Conflict("RINGI-515", who=holder[0] if holder else "?")

    def release(self) -> None:
        if self._db is not None:
            with contextlib.suppress(Exception):
                self._db.close()
            self._db = None

    def fileno(self) -> int:
        return int(self._db.fileno()) if self._db is not None else -1

    def heard(self) -> None:
        self._db.pgconn.consume_input()
        while self._db.pgconn.notifies():
            pass


def _name() -> str:
    return f"{socket.gethostname()[:40]} (process {os.getpid()})"
