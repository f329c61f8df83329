"""One shell command from start to end: streamed, bounded, timed, and gone with all it started when it is cancelled.

Knows nothing of approvals or tasks. A keeper process (`keeper`) stands between us and the command, so that also what
left its group or its parent can be found and ended.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ringi.spectra.acting import tree
from ringi.spectra.acting.printed import Printed

PIPE = 2**20
CHUNK = 2**16
REST = 0.01
"""Seconds between two looks at the output: whatever floods is held back here, and the loop has time for others."""
TOLD = 0.1
"""Seconds between two pieces for whoever watches."""
KEEPER_SECONDS = 2.0
"""How long the keeper may take to end everything before we do it ourselves."""
MARK = "SPECTRA_ACTION"
_KEEPER = str(Path(__file__).with_name("keeper.py"))
_INT = 4
MEGABYTE = 1_000_000
_TOO_LARGE = (-signal.SIGXFSZ, 128 + signal.SIGXFSZ)
"""How a command ends, or a shell says that one of its own has, when a file grew beyond its limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a command ended, as the machine saw it."""

    exit_code: int | None
    """Negative: the number of the signal that ended it. None: nobody can say."""
    output: str
    printed: int
    """Bytes that it printed in all."""
    timed_out: bool = False
    problem: str = ""
    """Why it could not be started, or what became of it otherwise."""
    limit: str = ""
    """Which limit it has gone over: `processes`, `memory` or `file`; it was ended for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a command and all that it starts may use together; the size is that of one file."""

    processes: int = 500
    memory_mb: int = 4_096
    file_mb: int = 2_048

    def spelt(self) -> str:
        return f"{self.processes},{self.memory_mb * MEGABYTE},{self.file_mb * MEGABYTE}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What to start, and where."""

    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str]
    mark: str
    """Its own id: everything that it starts carries it in its environment."""
    seconds: float
    lang: str = "en"
    limits: Limits = field(default_factory=Limits)


async def run(command: Command, told: Callable[[str], None], stopped: Callable[[Ended], None] | None = None) -> Ended:
    """Runs it to its end. Cancelled or out of time, it returns only when all that it started is gone; of one that was
    cancelled, `stopped` is told how far it had come.
    """
    try:
        running = _Running(command, told)
    except OSError as error:
        return Ended(exit_code=None, output="", printed=0, problem=error.strerror or type(error).__name__)
    timed_out = False
    try:
        async with asyncio.timeout(command.seconds):
            await asyncio.shield(running.over)
    except TimeoutError:
        timed_out = True
    except asyncio.CancelledError:
        await surely(asyncio.ensure_future(running.end()))
        if stopped is not None:
            stopped(running.account(timed_out))
        raise
    await surely(asyncio.ensure_future(running.end()))
    return running.account(timed_out)


async def surely(task: asyncio.Future[None]) -> None:
    """Waits for it to the end, also when it is told to stop waiting; only then it stops."""
    stopped: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            stopped = error
    if stopped is not None:
        raise stopped
    task.result()


class _Running:
    """A command that runs: its keeper, and the pipes to both."""

    def __init__(self, command: Command, told: Callable[[str], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._command = command
        self._told = told
        self.printed = Printed()
        self.over: asyncio.Future[None] = self._loop.create_future()
        self._word = b""
        self._telling: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._start()
        self._loop.add_reader(self._status, self._heard_status)
        self._loop.add_reader(self._output, self._heard_output)

    def _start(self) -> None:
        theirs, self._control = os.pipe()
        self._status, status = os.pipe()
        self._output, output = os.pipe()
        try:
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                with suppress(OSError):
                    fcntl.fcntl(self._output, fcntl.F_SETPIPE_SZ, PIPE)
            os.set_blocking(self._output, False)
            os.set_blocking(self._status, False)
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", _KEEPER, str(status), self._command.limits.spelt(), *self._command.argv],
                stdin=theirs,
                stdout=output,
                stderr=output,
                cwd=self._command.cwd,
                env={**self._command.env, MARK: self._command.mark},
                pass_fds=(status,),
                start_new_session=True,
            )
        except BaseException:
            for fd in (self._control, self._status, self._output):
                os.close(fd)
            raise
        finally:
            for fd in (theirs, status, output):
                os.close(fd)

    # -- what comes in -------------------------------------------------------------------------------------------

    def _heard_status(self) -> None:
        """The keeper's one word; the end of the pipe means that it is gone, and with it everything else."""
        with suppress(BlockingIOError):
            word = os.read(self._status, 4096)
            self._word += word
            if not word:
                self._loop.remove_reader(self._status)
                if not self.over.done():
                    self.over.set_result(None)

    def _heard_output(self) -> None:
        self._loop.remove_reader(self._output)
        if self._take():
            self._resting = self._loop.call_later(REST, self._listen)
        if self._telling is None:
            self._telling = self._loop.call_later(TOLD, self._tell)

    def _listen(self) -> None:
        self._resting = None
        self._loop.add_reader(self._output, self._heard_output)

    def _take(self) -> bool:
        """Takes what is there: of much only the end, the rest goes past us unread. False at its end."""
        waiting = int.from_bytes(fcntl.ioctl(self._output, termios.FIONREAD, bytes(_INT)), sys.byteorder)
        if waiting > 2 * CHUNK:
            self.printed.take(os.read(self._output, CHUNK))  # the beginning, in case nothing has been kept yet
            if gone := _drop(self._output, waiting - 2 * CHUNK):
                self.printed.skip(gone)
        try:
            data = os.read(self._output, CHUNK)
        except BlockingIOError:
            return True
        self.printed.take(data)
        return bool(data)

    def _tell(self) -> None:
        self._telling = None
        if text := self.printed.news(self._command.lang):
            self._told(text)

    # -- the end -------------------------------------------------------------------------------------------------

    async def end(self) -> None:
        """Closes the pipe that the keeper waits at, and returns when it and all below it are gone."""
        os.close(self._control)
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEPER_SECONDS):
                await asyncio.shield(self.over)
        if not self._word or not self.over.done():
            # Somebody shot the keeper, or it was stopped in time: what may be left is known by its mark.
            await tree.sweep(MARK, self._command.mark, self._keeper.pid)
        self._loop.remove_reader(self._status)
        self._loop.remove_reader(self._output)
        for timer in (self._resting, self._telling):
            if timer is not None:
                timer.cancel()
        while not self._drained():
            pass
        if text := self.printed.news(self._command.lang, last=True):
            self._told(text)
        for fd in (self._status, self._output):
            os.close(fd)
        self._keeper.wait()

    def _drained(self) -> bool:
        before = self.printed.count
        return not self._take() or self.printed.count == before

    def account(self, timed_out: bool) -> Ended:
        kind, _, rest = self._word.decode("utf-8", "replace").partition(" ")
        problem = rest if kind == "error" else ""
        code = int(rest) if kind == "exit" else None
        limit = rest if kind == "limit" else "file" if code in _TOO_LARGE else ""
        if code is None and not problem and not timed_out and not limit:
            problem = "killed"
        text = self.printed.text(self._command.lang)
        return Ended(
            exit_code=code,
            output=text,
            printed=self.printed.count,
            timed_out=timed_out,
            problem=problem,
            limit=limit,
        )


def _drop(fd: int, count: int) -> int:
    """Throws so much away without looking at it; the kernel does it where it can."""
    if not hasattr(os, "splice"):
        return 0
    nowhere = os.open(os.devnull, os.O_WRONLY)
    dropped = 0
    try:
        while dropped < count:
            gone = os.splice(fd, nowhere, count - dropped, flags=os.SPLICE_F_NONBLOCK)
            if not gone:
                break
            dropped += gone
    except OSError:
        pass
    finally:
        os.close(nowhere)
    return dropped
