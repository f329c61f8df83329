"""The process that stands between us and a command: whatever the command starts falls to it, and goes when it goes.

Run as a script by `shell`, never imported, so it needs nothing but the standard library. It ends everything when the
command has ended, when the pipe on its standard input is closed, and so also when we are killed; and when there are
more processes, or more memory is in use, than was allowed.
"""

# ruff: noqa: PTH123, PTH208 - `pathlib` would be half of what starting it costs

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LOOKED = 100
"""Milliseconds between two looks at what a command uses."""
PAGE = resource.getpagesize()
_SUBREAPER, _NO_NEW_PRIVILEGES = 36, 38
"""`prctl`: orphans become our children; nothing may become another user, whom we could not stop."""


def main() -> None:
    status, argv = int(sys.argv[1]), sys.argv[3:]
    processes, memory, largest = (int(one) for one in sys.argv[2].split(","))
    os.set_inheritable(status, False)
    _prepare()
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    awake, rouse = os.pipe()
    os.set_blocking(rouse, False)
    os.set_blocking(awake, False)
    signal.set_wakeup_fd(rouse, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for ignored in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    try:
        child = os.posix_spawnp(
            argv[0],
            argv,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)],
            setsid=True,
            setsigdef=[signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD, signal.SIGXFSZ],
        )
    except OSError as error:
        os.write(status, f"error {error.strerror}".encode())
        return
    _let_go_of_output()
    word = _watch(child, awake, processes, memory)
    if word is not None:
        os.write(status, word.encode())
    _end_all(child)


def _prepare() -> None:
    try:
        prctl = ctypes.CDLL(None).prctl
        prctl(_SUBREAPER, 1, 0, 0, 0)
        prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass  # not Linux: the command's own group is all that can be reached


def _let_go_of_output() -> None:
    """Only the command writes: the pipe must end with it, not with us."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _watch(child: int, awake: int, processes: int, memory: int) -> str | None:
    """Until the command has ended (`exit` and its code; negative = a signal's number), has gone over a limit (`limit`
    and which), or nobody wants it any more (None).
    """
    waiting = select.poll()
    waiting.register(0, select.POLLIN | select.POLLHUP)
    waiting.register(awake, select.POLLIN)
    while True:
        code = _reap(child)
        if code is not None:
            return f"exit {code}"
        heard = {fd for fd, _ in waiting.poll(LOOKED)}
        if over := _over(processes, memory):
            return f"limit {over}"
        if 0 in heard and not os.read(0, 1):
            return None
        if awake in heard:
            os.read(awake, 4096)


def _over(processes: int, memory: int) -> str:
    """Which limit everything below us together has gone over; empty = none."""
    found = _below(os.getpid())
    if len(found) > processes:
        return "processes"
    return "memory" if sum(_private(pid) for pid in found) > memory else ""


def _private(pid: int) -> int:
    """Bytes that a process has for itself alone."""
    try:
        with open(f"/proc/{pid}/statm") as told:
            _, resident, shared, *_ = told.read().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * PAGE


def _reap(child: int) -> int | None:
    """Buries whoever died; the command's code if it was among them."""
    code = None
    while True:
        try:
            pid, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code
        if pid == 0:
            return code
        if pid == child:
            code = os.waitstatus_to_exitcode(ended)


def _end_all(group: int) -> None:
    """Kill everything below us until there is nothing left to bury. Nobody can get away: orphans come to us."""
    while True:
        for pid in _below(os.getpid()):
            _kill(os.kill, pid)
        _kill(os.killpg, group)
        _reap(group)
        try:
            if os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                time.sleep(0.002)
        except ChildProcessError:
            return


def _kill(how: Callable[[int, int], None], pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(pid, signal.SIGKILL)


def _below(pid: int) -> list[int]:
    found: list[int] = []
    todo = [pid]
    while todo:
        at = todo.pop()
        try:
            for task in os.listdir(f"/proc/{at}/task"):
                with open(f"/proc/{at}/task/{task}/children") as listed:
                    children = [int(one) for one in listed.read().split()]
                found += children
                todo += children
        except (OSError, ValueError):
            continue
    return found


if __name__ == "__main__":
    main()
