"""Files and folders with people's data in them: for their owner alone, whatever the machine's usual mode is."""

from __future__ import annotations

import os
from pathlib import Path

FILE, FOLDER = 0o600, 0o700


def private_folder(path: Path) -> None:
    """Makes the folder and those above it that are missing; what was there stays as its owner has set it."""
    if path.is_dir():
        return
    private_folder(path.parent)
    path.mkdir(mode=FOLDER, exist_ok=True)


def open_private(path: str, flags: int) -> int:
    """The `opener` of a file that only its owner reads; one that was there before is narrowed."""
    fd = os.open(path, flags | os.O_CLOEXEC, FILE)
    try:
        os.fchmod(fd, FILE)
    except PermissionError:  # somebody else's file that we may write to
        pass
    except BaseException:
        os.close(fd)
        raise
    return fd
