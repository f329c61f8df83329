"""Putting a whole file in place of another so that a reader, a crash or a full disk never meets half of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path


def sync_directory(directory: Path) -> None:
    """A new name is only as durable as the directory it stands in."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def replace(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """The file is either as it was or as given, whenever the power goes; raises OSError and leaves it as it was."""
    _in_place(path, pieces, wait=True)
    sync_directory(path.parent)


def put(path: Path, data: bytes) -> None:
    """The same without waiting for the disk: whole for whoever reads, and after a crash of ours."""
    _in_place(path, [data], wait=False)


def _in_place(path: Path, pieces: Iterable[bytes | memoryview], *, wait: bool) -> None:
    temporary, fd = _beside(path)
    try:
        try:
            for piece in pieces:
                write_all(fd, piece)
            if wait:
                os.fsync(fd)
        finally:
            os.close(fd)
        temporary.rename(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _beside(path: Path) -> tuple[Path, int]:
    """A new file next to it. Commands may write there too: a link that one of them left under that name leads nowhere,
    or it would choose what we write into, and stand in the file's place afterwards.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    return temporary, os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)


def write_all(fd: int, data: bytes | memoryview) -> None:
    """All of it, also where the kernel takes it in pieces."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
