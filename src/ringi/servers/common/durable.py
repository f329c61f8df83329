"""Writing so that it is still there after a crash: files whole by rename, lines by append, one writer at a time.

No format lives here. `sheets` and `outbox` are built on it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ringi.private_files import private_folder


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold `path` as a lock, against other threads and other processes alike."""
    private_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def sync(path: Path) -> None:
    """Wait until a file, or a directory's list of files, is on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def settle(temporary: Path, target: Path) -> None:
    """Put a finished file in its place: it is there whole or not at all."""
    sync(temporary)
    temporary.replace(target)
    sync(target.parent)


def write(target: Path, content: bytes) -> None:
    """Write a small file whole."""
    private_folder(target.parent)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        settle(temporary, target)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def append_line(target: Path, line: bytes) -> None:
    """Add one line. When the disk is full nothing stays of it; half a line left by a crash is closed off first."""
    private_folder(target.parent)
    fresh = not target.exists()
    handle = os.open(target, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        content = (b"\n" if torn else b"") + line + b"\n"
        try:
            if os.write(handle, content) != len(content):
                raise OSError("only part of the line could be written")
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)
    if fresh:
        sync(target.parent)
