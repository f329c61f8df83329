"""Who runs the jobs: one holder of the worker lock per data directory, and the way to wake it from another process.

Any process may transact. The lock is the kernel's (`flock`): a killed holder has let go of it before anybody can ask.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import tempfile
from pathlib import Path

from ringi.errors import Unavailable

_UNIX_PATH_LIMIT = 100

ANYTHING = b"!"
"""What is rung when any of the books may have changed; else the thread's id."""


class WorkerLock:
    """Held by the one process that carries work on."""

    def __init__(self, home: Path) -> None:
        self.path = home / "worker.lock"
        self._fd: int | None = None

    def acquire(self, *, wait: bool = False) -> bool:
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unavailable("RINGI-505", where=str(self.path), reason=error.strerror) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return False
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()}\n".encode())
        self._fd = fd
        return True

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def doorbell(bell: Path) -> Path:
    """Where the holder of the lock listens; a short path, because the kernel allows no long one."""
    if len(str(bell).encode()) <= _UNIX_PATH_LIMIT:
        return bell
    name = hashlib.sha256(str(bell).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"ringi-{os.getuid()}-{name}.sock"


def spectra_bell(home: Path, thread_id: str) -> Path:
    """Where a SPECTRA that uses this data directory hears that something was decided in its session."""
    return home / "spectra" / f"{thread_id}.sock"


def ring(bell: Path, thread_id: str = "") -> bool:
    """Tell the holder that something was committed (in this thread, where only that matters). False: nobody listens."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hand:
            hand.setblocking(False)
            hand.sendto(thread_id.encode() or ANYTHING, str(doorbell(bell)))
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True


def listen(bell: Path) -> socket.socket:
    """Open the bell; only the holder of the worker lock does."""
    path = doorbell(bell)
    path.unlink(missing_ok=True)
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.bind(str(path))
    path.chmod(0o600)
    ear.setblocking(False)
    return ear
