"""Files that belong to the situation: the kernel tells when one of them changes, so nobody looks for it.

Only where there is `inotify` (Linux); elsewhere a developer says what has changed.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import struct
from collections.abc import Callable
from pathlib import Path

_CHANGED = 0x0008 | 0x0080 | 0x0040 | 0x0100 | 0x0200
"""Written and closed, moved here, moved away, made, removed."""
_NONBLOCK, _CLOEXEC = os.O_NONBLOCK, os.O_CLOEXEC
_HEAD = struct.Struct("iIII")


def watch(directory: Path, names: tuple[str, ...], changed: Callable[[str], None]) -> Callable[[], None]:
    """Calls `changed` with the name of what was changed. Returns how to stop."""
    if not names:
        return lambda: None
    kernel = ctypes.CDLL(None, use_errno=True)
    if not hasattr(kernel, "inotify_init1"):
        return lambda: None
    fd = kernel.inotify_init1(_NONBLOCK | _CLOEXEC)
    if fd < 0:
        return lambda: None
    folders: dict[int, dict[str, str]] = {}
    for name in names:
        path = directory / name
        watched, inner = (path, "") if path.is_dir() else (path.parent, path.name)
        number = kernel.inotify_add_watch(fd, os.fsencode(watched), _CHANGED)
        if number >= 0:
            folders.setdefault(number, {})[inner] = name
    loop = asyncio.get_running_loop()

    def heard() -> None:
        found = ((folders.get(number, {}), name) for number, name in _events(fd))
        told = (wanted.get(name) or wanted.get("") for wanted, name in found)
        for one in dict.fromkeys(filter(None, told)):  # a thousand files that come together are one piece of news
            changed(one)

    loop.add_reader(fd, heard)

    def stop() -> None:
        loop.remove_reader(fd)
        os.close(fd)

    return stop


def _events(fd: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    try:
        data = os.read(fd, 65_536)
    except BlockingIOError:
        return found
    at = 0
    while at + _HEAD.size <= len(data):
        number, _, _, length = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        name = data[at : at + length].rstrip(b"\0")
        at += length
        found.append((number, os.fsdecode(name)))
    return found
