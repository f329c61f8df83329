"""Which jobs are being run at this moment, where a killed process leaves it for the next one to read.

One page of a file in the data directory, mapped into memory: noting a job is writing a few bytes into it, without any
call of the kernel and outside of every transaction. What a process had noted when it died is counted against the jobs
(`suspects`); a process that stops in good order leaves nothing behind.
"""

from __future__ import annotations

import json
import mmap
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SLOTS = 64
"""Jobs that can be noted at once; more than that are run unnoted."""
_SIZE = 64
_EMPTY = bytes(_SIZE)
BESIDE, ALONE, FROZEN = "+", "!", "#"
"""How a job runs: among others, alone because it is suspected, or holding up everything else."""


class NotedJob(NamedTuple):
    """A job that was running when a process died."""

    job_id: str
    how: str


class RunningJobs:
    """The notes of one worker. Without room on the disk nothing is noted, and work goes on."""

    def __init__(self, home: Path) -> None:
        self.path = home / "worker.running"
        self._page: mmap.mmap | None = None
        self._free: list[int] = []
        self._slots: dict[str, int] = {}

    def open(self) -> list[NotedJob]:
        """Begin anew; what the process before has left is given back."""
        with suppress(OSError, ValueError):
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(fd, 0, SLOTS * _SIZE)
                self._page = mmap.mmap(fd, SLOTS * _SIZE)
            finally:
                os.close(fd)
        left = [] if self._page is None else _read(bytes(self._page))
        self._free = list(range(SLOTS)) if self._page is not None else []
        self._slots.clear()
        if left:
            self._clear()
        return left

    def note(self, job_id: str, how: str = BESIDE) -> None:
        """A job is about to run, or runs differently from now on."""
        slot = self._slots.get(job_id)
        if slot is None:
            if not self._free or self._page is None:
                return
            slot = self._slots[job_id] = self._free.pop()
        assert self._page is not None
        self._page[slot * _SIZE : (slot + 1) * _SIZE] = (how + job_id).encode()[:_SIZE].ljust(_SIZE, b"\0")

    def forget(self, job_id: str) -> None:
        """A job has ended, however."""
        slot = self._slots.pop(job_id, None)
        if slot is not None and self._page is not None:
            self._page[slot * _SIZE : (slot + 1) * _SIZE] = _EMPTY
            self._free.append(slot)

    def close(self) -> None:
        """The process stops in good order: what it cuts off is nobody's fault."""
        if self._page is not None:
            self._clear()
            self._page.close()
            self._page = None

    def _clear(self) -> None:
        assert self._page is not None
        self._page[:] = bytes(SLOTS * _SIZE)


def _read(page: bytes) -> list[NotedJob]:
    found = []
    for at in range(0, len(page), _SIZE):
        text = page[at : at + _SIZE].rstrip(b"\0").decode("ascii", "replace")
        if text[:1] in (BESIDE, ALONE, FROZEN) and len(text) > 1:
            found.append(NotedJob(text[1:], text[0]))
    return found


DEATHS = 3
"""Deaths of the process after which a job that was running at all of them is run alone."""


class Suspects:
    """How many deaths of a process each unfinished job has been running at. Written only after a death."""

    def __init__(self, home: Path) -> None:
        self._path = home / "worker.deaths"
        self._deaths: dict[str, int] = {}
        self._cleared: dict[str, int] = {}
        """How often a job has been run alone and nothing happened: each time it is watched for longer."""
        self.condemned: set[str] = set()
        """Jobs at which the process died although they were run alone, or that froze it again."""

    def take(self, left: list[NotedJob], on_books: set[str]) -> None:
        """Count what a death has left. A job that was seen to hold everything up clears the ones beside it."""
        self._load(on_books)
        if not left:
            return
        frozen = {one.job_id for one in left if one.how == FROZEN}
        for one in left:
            if one.job_id not in on_books or (frozen and one.job_id not in frozen):
                continue
            if one.how == ALONE or (one.how == FROZEN and self._deaths.get(one.job_id, 0) >= DEATHS):
                self.condemned.add(one.job_id)
            self._deaths[one.job_id] = max(DEATHS if frozen else 0, self._deaths.get(one.job_id, 0) + 1)
        self._save()

    def is_suspect(self, job_id: str) -> bool:
        return self._deaths.get(job_id, 0) >= DEATHS

    def patience(self, job_id: str, seconds: float) -> float:
        """How long a job is watched alone: ever longer, should it become suspect again."""
        return float(seconds * 8 ** min(self._cleared.get(job_id, 0), 3))

    def clear(self, job_id: str) -> None:
        """It has run alone and the process lives, or it has ended."""
        if self._deaths.pop(job_id, None) is not None:
            self._cleared[job_id] = self._cleared.get(job_id, 0) + 1
            self._save()

    def end(self, job_id: str) -> None:
        """It is over: nothing of it is remembered."""
        self.condemned.discard(job_id)
        if self._deaths.pop(job_id, None) is not None or self._cleared.pop(job_id, None) is not None:
            self._cleared.pop(job_id, None)
            self._save()

    def _load(self, on_books: set[str]) -> None:
        with suppress(OSError, ValueError, TypeError, AttributeError):
            kept = json.loads(self._path.read_text())
            for name, into in (("deaths", self._deaths), ("cleared", self._cleared)):
                into.update({str(key): int(count) for key, count in kept[name].items() if key in on_books})

    def _save(self) -> None:
        with suppress(OSError):
            if not self._deaths and not self._cleared:
                self._path.unlink(missing_ok=True)
                return
            beside = self._path.with_suffix(".new")
            beside.write_text(json.dumps({"deaths": self._deaths, "cleared": self._cleared}))
            beside.chmod(0o600)
            beside.replace(self._path)
