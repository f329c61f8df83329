"""`logs/events.jsonl`: all that came in, was meant, was done and went out, one line each, only ever added to.

The live file is at most 10 MB. What is older is moved, in whole lines, to numbered files beside it
(`events.000000001.jsonl`: the number of its first line), which are never written again. So every line has one number
for ever, by which it is mirrored.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Unavailable
from ringi.private_files import private_folder
from ringi.spectra import durable

Event = dict[str, Any]

TYPES = ("input", "intent", "exec", "output", "goal_done")
CAP = 10_000_000
KEPT = 100
"""A hundredth of the live file stays when the oldest lines are moved; so moving is rare, and small."""
LONGEST = 1_000_000
"""Bytes of one line; what a command prints is cut long before."""
TAIL = 500
_ARCHIVE = re.compile(r"events\.(\d{9,})\.jsonl")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_GOAL = re.compile(rb'(?<!\\)"id":"G(\d{1,15})["-]')


class EventsFile:
    """The log, open for adding. One process has it (see `running`)."""

    def __init__(self, directory: Path, cap: int = CAP, kept: int | None = None) -> None:
        self.folder = directory / "logs"
        self.path = self.folder / "events.jsonl"
        self.cap = cap
        self.kept = cap // KEPT if kept is None else kept
        self.size = 0
        self.first = 1
        """The number of the live file's first line."""
        self.count = 0
        """Lines in the live file."""
        self.newest = ""
        """The latest moment in the live file: the clock may have been set back since."""
        self._fd = -1
        self._uncut: dict[Path, int] = {}
        """Archives that still have their newest lines too, and where they will end; the oldest first."""

    @property
    def last(self) -> int:
        """The number of the newest line; 0 when there is none."""
        return self.first + self.count - 1

    # -- opening ---------------------------------------------------------------------------------------------------

    def open(self) -> int:
        """Make it ready: finish a move that was cut short, set half a line aside. The highest goal number ever used."""
        try:
            private_folder(self.folder)
            self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            archives = self.archives()
            self._finish_moves(archives)
            live = self.path.read_bytes()
            live = self._whole_lines(live)
            self.first = _after(archives[-1]) if archives else 1
            self.size, self.count = len(live), live.count(b"\n")
            goals = max((_highest(path.read_bytes()) for path in archives), default=0)
        except OSError as error:
            raise Unavailable("RINGI-978", path=str(self.path), reason=error.strerror or str(error)) from error
        self._check(live)
        return max(goals, _highest(live))

    def archives(self) -> list[Path]:
        """Where older lines are, oldest first."""
        found = [path for path in self.folder.iterdir() if _ARCHIVE.fullmatch(path.name)]
        return sorted(found, key=_number)

    def _finish_moves(self, archives: list[Path]) -> None:
        """The newest lines of an archive stand at the beginning of what follows, too: the power went in between."""
        for archive, following in itertools.pairwise([*archives, self.path]):
            moved, after = archive.read_bytes(), following.read_bytes()
            first = after[: after.find(b"\n") + 1]
            at = moved.rfind(first) if first else -1
            while at > 0 and moved[at - 1 : at] != b"\n":
                at = moved.rfind(first, 0, at)
            if at >= 0 and after.startswith(moved[at:]):
                os.truncate(archive, at)

    def _whole_lines(self, live: bytes) -> bytes:
        """Half a line at the end is what a crash left: set aside as it is, and the log goes on after the last whole."""
        end = live.rfind(b"\n") + 1
        torn = live[end:]
        if not torn:
            return live
        if _event(torn) is not None:
            durable.write_all(self._fd, b"\n")
            os.fsync(self._fd)
            return live + b"\n"
        aside = os.open(self.folder / "events.torn", os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            durable.write_all(aside, torn + b"\n")
            os.fsync(aside)
        finally:
            os.close(aside)
        os.ftruncate(self._fd, end)
        os.fsync(self._fd)
        return live[:end]

    def _check(self, live: bytes) -> None:
        for place, line in enumerate(live.splitlines()):
            if (event := _event(line)) is None:
                raise Conflict("RINGI-979", path=str(self.path), line=place + 1)
            self._met(event["time"])

    def _met(self, moment: str) -> None:
        if moment > self.newest and _MOMENT.fullmatch(moment):
            self.newest = moment

    # -- adding ----------------------------------------------------------------------------------------------------

    def append(self, event: Event, *, sync: bool = True) -> int:
        """One line, in one write. Its number. Without `sync` it survives a crash of ours, not one of the machine.

        What cannot be written whole is not there at all: half a line would spoil the next one.
        """
        whole = {"time": clock.now(), **event}
        line = spelt(whole)
        try:
            if self.size + len(line) > self.cap and self.count:
                self._move(len(line))
            self._put(line, sync)
            if sync:
                self._cut_off()
        except OSError as error:
            raise Unavailable("RINGI-980", path=str(self.path), reason=error.strerror or str(error)) from error
        self.size += len(line)
        self.count += 1
        self._met(whole["time"])
        return self.last

    def _put(self, line: bytes, sync: bool) -> None:
        try:
            durable.write_all(self._fd, line)
            if sync:
                os.fdatasync(self._fd)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, self.size)
            raise

    def _move(self, coming: int) -> None:
        """The oldest whole lines become an archive: the file itself under another name, less the newest lines, which
        stay. So it costs the same however much is moved; whatever the moment, every line is somewhere, in its order.
        """
        room = max(0, min(self.kept, self.cap - coming, self.size))
        newest = os.pread(self._fd, room, self.size - room)
        if room < self.size:
            newest = newest[newest.find(b"\n") + 1 :] if b"\n" in newest else b""
        lines = self.count - newest.count(b"\n")
        if not lines:
            newest, lines = b"", self.count
        archive = self.folder / f"events.{self.first:09d}.jsonl"
        self.path.rename(archive)
        durable.put(self.path, newest)
        self._uncut[archive] = self.size - len(newest)
        os.close(self._fd)
        self._fd = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        self.first += lines
        self.count -= lines
        self.size = len(newest)

    def _cut_off(self) -> None:
        """The newest lines are on the disk in what follows: now they leave the end of their archive, not before."""
        if not self._uncut:
            return
        for archive in [*self._uncut][1:]:
            fd = os.open(archive, os.O_RDONLY | os.O_CLOEXEC)
            os.fdatasync(fd)
            os.close(fd)
        os.fdatasync(self._fd)
        for archive, size in self._uncut.items():
            os.truncate(archive, size)
        self._uncut.clear()

    # -- reading ---------------------------------------------------------------------------------------------------

    def tail(self, lines: int = TAIL) -> list[str]:
        """The last lines, read backwards: what a mind is shown after something failed."""
        self._cut_off()
        found: list[str] = []
        for path in (self.path, *reversed(self.archives())):
            found = _last_lines(path, lines - len(found)) + found
            if len(found) >= lines:
                break
        return found

    def latest(self, lines: int = TAIL) -> Iterator[Event]:
        """The same as events; a line of an archive that somebody has spoilt is passed over."""
        return filter(None, (_event(line.encode()) for line in self.tail(lines)))

    def since(self, number: int) -> Iterator[tuple[int, Event]]:
        """Every line after this number, with its own, wherever it is now."""
        self._cut_off()
        starts = [(_number(path), path) for path in self.archives()] + [(self.first, self.path)]
        for place, (start, path) in enumerate(starts):
            if place + 1 < len(starts) and starts[place + 1][0] <= number + 1:
                continue
            with path.open("rb") as file:
                for at, line in enumerate(file, start):
                    if at > number and line.endswith(b"\n") and (event := _event(line)) is not None:
                        yield at, event

    def recent(self) -> Iterator[tuple[int, Event]]:
        """The live file and the newest archive: as far back as is looked at a start."""
        archives = self.archives()
        return self.since(_number(archives[-1]) - 1 if archives else 0)

    def close(self) -> None:
        if self._fd >= 0:
            self._cut_off()
            os.close(self._fd)
            self._fd = -1


def spelt(event: Event) -> bytes:
    """One line of JSON, UTF-8, no BOM; a line is never so long that reading it back is a trouble."""
    line = json.dumps(event, ensure_ascii=False, separators=(",", ":"), default=str).encode("utf-8", "replace")
    if len(line) > LONGEST:
        short = {key: _cut(value) for key, value in event.items()}
        line = json.dumps(short, ensure_ascii=False, separators=(",", ":"), default=str).encode("utf-8", "replace")
    return line + b"\n"


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) < LONGEST // 10 else value[: LONGEST // 10] + "…"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) < LONGEST // 10 else text[: LONGEST // 10] + "…"


def _event(line: bytes) -> Event | None:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or event.get("type") not in TYPES or not isinstance(event.get("time"), str):
        return None
    return event


def _last_lines(path: Path, lines: int) -> list[str]:
    wanted, block = b"", 65_536
    if lines <= 0:
        return []
    with path.open("rb") as file:
        at = file.seek(0, os.SEEK_END)
        while at > 0 and wanted.count(b"\n") <= lines:
            step = min(block, at)
            at -= step
            file.seek(at)
            wanted = file.read(step) + wanted
    found = wanted.decode("utf-8", "replace").split("\n")[:-1]
    return found[-lines:] if at == 0 or len(found) <= lines else found[1:][-lines:]


def _number(path: Path) -> int:
    found = _ARCHIVE.fullmatch(path.name)
    return int(found[1]) if found else 0


def _after(archive: Path) -> int:
    return _number(archive) + archive.read_bytes().count(b"\n")


def _highest(text: bytes) -> int:
    """The highest goal number in a piece of log. What people wrote has its quotes escaped and is passed over."""
    return max((int(found[1]) for found in _GOAL.finditer(text)), default=0)
