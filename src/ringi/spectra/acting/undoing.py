"""Putting files back as they were before a command: small ones in the working directory, as far as they were kept.

Before a command that may write, each small file is copied once (again only when it has changed); afterwards the copies
of what changed are kept as one undo point under `logs/undo`. What is not kept – large files, links, what lies
elsewhere, `.git` and the like – is said.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from ringi import clock
from ringi.private_files import private_folder

FILES, EACH, ALTOGETHER = 2_000, 1_000_000, 32_000_000
"""Files, bytes of one and bytes of all that are kept."""
POINTS = 20
LEFT_OUT = frozenset(
    {".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".mypy_cache", ".pytest_cache"}
)
WALKED = 20_000
"""Files that are looked at; a directory with more of them is not covered beyond."""
T = TypeVar("T")
Signature = tuple[int, int, int, int]


@dataclass(slots=True)
class Seen:
    """The directory at one moment."""

    files: dict[str, Signature] = field(default_factory=dict)
    beyond: bool = False
    """There is more than is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What one command changed, and what of it can be put back."""

    id: str = ""
    changed: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    """Changed, and not kept."""
    beyond: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came of putting a point back."""

    id: str = ""
    restored: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    """Somebody has changed them since: they are left alone."""


class Undoing:
    """The copies of one directory."""

    def __init__(self, directory: Path, place: str = "logs/undo", own: tuple[str, ...] = ()) -> None:
        self._directory = directory
        self._place = directory / place
        self._skipped = LEFT_OUT | {place.partition("/")[0], *own}
        self._pool: dict[str, tuple[Signature, Path]] = {}
        self._lock = asyncio.Lock()
        self._settling: asyncio.Task[Point] | None = None

    async def before(self) -> Seen:
        """Keeps what is small; returns what the directory looked like."""
        await self._settled()
        return await self._alone(self._kept)

    async def after(self, seen: Seen, command: str) -> Point:
        return await self._alone(lambda: self._compared(seen, command))

    def after_all(self, seen: Seen, command: str) -> None:
        """The same for a command that was stopped: beside whatever comes next, which waits for it."""
        self._settling = asyncio.ensure_future(self.after(seen, command))

    async def restore(self, point_id: str = "") -> Restored | None:
        """Puts a point back, the newest when none is named; None when there is no such point.

        A file that has changed since is not touched: what somebody did afterwards is not ours to throw away.
        """
        await self._settled()
        return await self._alone(lambda: self._put_back(point_id))

    async def _alone(self, work: Callable[[], T]) -> T:
        """Beside the loop, one after the other, and to its end also when nobody waits for it any more."""

        async def worked() -> T:
            async with self._lock:
                return await asyncio.to_thread(work)

        return await asyncio.shield(asyncio.ensure_future(worked()))

    async def _settled(self) -> None:
        settling, self._settling = self._settling, None
        if settling is not None:
            with contextlib.suppress(OSError):
                await settling

    # -- beside the loop -------------------------------------------------------------------------------------------

    def _look(self) -> Seen:
        seen = Seen()
        for root, folders, names in os.walk(self._directory):
            folders[:] = [one for one in sorted(folders) if not self._skips(root, one)]
            for name in sorted(names):
                if self._skips(root, name):
                    continue
                if len(seen.files) >= WALKED:
                    seen.beyond = True
                    return seen
                path = Path(root) / name
                with contextlib.suppress(OSError):
                    found = path.lstat()
                    if stat.S_ISREG(found.st_mode):
                        seen.files[str(path.relative_to(self._directory))] = _signature(found)
        return seen

    def _skips(self, root: str, name: str) -> bool:
        return name in LEFT_OUT or (name in self._skipped and Path(root) == self._directory)

    def _kept(self) -> Seen:
        seen = self._look()
        pool = self._place / "kept"
        if not self._pool:
            shutil.rmtree(pool, ignore_errors=True)  # of an earlier run: nobody knows what they are copies of
        private_folder(pool)
        room = ALTOGETHER - sum(signature[0] for signature, _ in self._pool.values())
        for name in [one for one in self._pool if self._pool[one][0] != seen.files.get(one)]:
            signature, copy = self._pool.pop(name)
            room += signature[0]
            copy.unlink(missing_ok=True)
        for name, signature in seen.files.items():
            if name in self._pool or signature[0] > EACH or signature[0] > room or len(self._pool) >= FILES:
                continue
            copy = pool / clock.ulid()
            with contextlib.suppress(OSError):
                shutil.copyfile(self._directory / name, copy, follow_symlinks=False)
                self._pool[name] = (signature, copy)
                room -= signature[0]
        return seen

    def _compared(self, seen: Seen, command: str) -> Point:
        now = self._look()
        changed = [name for name, signature in seen.files.items() if now.files.get(name) != signature]
        created = [name for name in now.files if name not in seen.files] if not seen.beyond else []
        kept = [name for name in changed if name in self._pool and self._pool[name][0] == seen.files[name]]
        uncovered = tuple(name for name in changed if name not in kept)
        if not kept and not created:
            return Point(uncovered=uncovered, beyond=seen.beyond)
        made = self._place / clock.ulid()
        private_folder(made)
        entries = []
        for number, name in enumerate(kept):
            signature, copy = self._pool.pop(name)
            copy.rename(made / str(number))
            entries.append({"path": name, "copy": str(number), "mode": signature[3], "now": self._digest(name)})
        entries += [{"path": name, "copy": None, "mode": 0, "now": self._digest(name)} for name in created]
        told = {"command": command[:400], "files": entries}
        (made / "point.json").write_text(json.dumps(told, ensure_ascii=False), "utf-8")
        for old in self._points()[:-POINTS]:
            shutil.rmtree(old, ignore_errors=True)
        return Point(id=made.name, changed=tuple(kept), created=tuple(created), uncovered=uncovered, beyond=seen.beyond)

    def _points(self) -> list[Path]:
        """Oldest first."""
        return sorted(one.parent for one in self._place.glob("*/point.json"))

    def _put_back(self, point_id: str) -> Restored | None:
        points = self._points()
        chosen = [one for one in points if one.name == point_id] if point_id else points[-1:]
        if not chosen:
            return None
        (place,) = chosen
        entries = json.loads((place / "point.json").read_text("utf-8"))["files"]
        done: list[str] = []
        refused: list[str] = []
        for entry in entries:
            whole = self._one_back(place, entry)
            (done if whole else refused).append(entry["path"])
        if not refused:
            shutil.rmtree(place, ignore_errors=True)
        return Restored(id=place.name, restored=tuple(done), refused=tuple(refused))

    def _one_back(self, place: Path, entry: dict[str, object]) -> bool:
        name = str(entry["path"])
        path = self._directory / name
        if self._digest(name) != entry["now"] or not self._inside(path):
            return False
        try:
            if entry["copy"] is None:
                path.unlink(missing_ok=True)
                return True
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{clock.ulid()}")
            shutil.copyfile(place / str(entry["copy"]), beside)
            beside.chmod(int(str(entry["mode"])))
            beside.replace(path)
        except OSError:
            return False
        return True

    def _inside(self, path: Path) -> bool:
        """No link on the way leads out of the directory."""
        return path.parent.resolve().is_relative_to(self._directory.resolve()) and not path.is_symlink()

    def _digest(self, name: str) -> str:
        """What is there now: a small file by its content, a large one by its look, nothing as nothing."""
        path = self._directory / name
        try:
            found = path.lstat()
            if not stat.S_ISREG(found.st_mode):
                return "other"
            if found.st_size > EACH:
                return f"{found.st_size} {found.st_mtime_ns}"
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except FileNotFoundError:
            return ""
        except OSError:
            return "other"


def _signature(found: os.stat_result) -> Signature:
    return found.st_size, found.st_mtime_ns, found.st_ino, stat.S_IMODE(found.st_mode)
