"""`ringi bench spectra`: what an idle SPECTRA costs, how soon a word stops a flooding command, what a full log costs.

Idle is a headless process of its own, read from `/proc`. A stop is measured from the developer's word to the end of the
command's last process, while it prints as fast as it can. Adding to a log of 10 MB is held against an empty one.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.tables import figures, told
from ringi.flow.office import open_office
from ringi.settings import Settings
from ringi.spectra.acting import Acting
from ringi.spectra.events_file import CAP, EventsFile
from ringi.spectra.gate import Book
from ringi.spectra.running import Spectra
from ringi.spectra.shapes import Input, Output
from ringi.testing.driving import ScriptedDriver, command, goals

SECONDS = 60
STOPS = 15
STOP_GOAL = 300.0
APPEND_GOAL = 1.3
LINES = 20_000
SYNCED = 400
TURNS = 5
EVENT = {"type": "output", "surface": "chat", "data": "x" * 220}


def main(args: Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        place = Path(folder)
        idle = _idle(place / "idle", args.count or SECONDS)
        stops = figures(asyncio.run(_stops(place / "stops", args.rounds or STOPS)))
        added = _appends(place / "log")
    rows = [
        ["", "measured", "goal"],
        ["idle: wake-ups", f"{idle['wakeups']} in {idle['seconds']} s", "0"],
        ["idle: CPU", f"{idle['cpu_ms']:.0f} ms in {idle['seconds']} s", "0"],
        ["word → command dead, p50", f"{stops['p50']:.0f} ms", f"< {STOP_GOAL:.0f} ms"],
        ["word → command dead, most", f"{stops['max']:.0f} ms", f"< {STOP_GOAL:.0f} ms"],
        ["add a line, empty log", f"{added['empty_us']:.1f} µs", ""],
        ["add a line, 10 MB log", f"{added['full_us']:.1f} µs", f"× {added['ratio']:.2f} (≤ {APPEND_GOAL})"],
        ["… on the disk, empty", f"{added['empty_synced_us']:.0f} µs", ""],
        ["… on the disk, 10 MB", f"{added['full_synced_us']:.0f} µs", f"× {added['ratio_synced']:.2f}"],
    ]
    met = idle["wakeups"] == 0 and stops["max"] < STOP_GOAL and added["ratio"] <= APPEND_GOAL
    answer = {"idle": idle, "stop_ms": stops, "append": added, "met": met}
    return told(args, "SPECTRA", rows, answer, "idle costs nothing, a word stops at once, a full log is as quick")


# -- idle --------------------------------------------------------------------------------------------------------------


def _idle(place: Path, seconds: int) -> dict[str, Any]:
    directory = place / "dir"
    directory.mkdir(parents=True)
    line = [
        sys.executable,
        "-c",
        "import sys; from ringi.cli import main; sys.exit(main())",
        "--home",
        str(place / "home"),
        "spectra",
        "--headless",
    ]
    child = subprocess.Popen([*line, "--dir", str(directory), "--json"], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        assert child.stdout.readline(), "SPECTRA did not start"
        _settled(child.pid)
        cpu, woken = _cpu_ms(child.pid), _switches(child.pid)
        time.sleep(seconds)
        return {
            "seconds": seconds,
            "cpu_ms": _cpu_ms(child.pid) - cpu,
            "wakeups": _switches(child.pid) - woken,
        }
    finally:
        child.terminate()
        child.wait()


def _settled(pid: int) -> None:
    """What starting has left to do is done: nothing has run for a second."""
    before = -1
    while (now := _switches(pid)) != before:
        before = now
        time.sleep(1)


def _cpu_ms(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _switches(pid: int) -> int:
    """How often any of its threads has gone to sleep: each wake-up ends with that."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


# -- a word ------------------------------------------------------------------------------------------------------------


async def _stops(place: Path, rounds: int) -> list[float]:
    directory = place / "dir"
    directory.mkdir(parents=True)
    office = open_office(Settings(place / "home", user="bench"))
    mark = f"spectra-{os.urandom(6).hex()}"
    flood = command(f"yes {mark} | cat", last=False)
    mind = ScriptedDriver([goals("flood"), *([flood] * rounds)])
    hands = Acting(directory, environ=dict(os.environ))
    spectra = Spectra(directory, mind=mind, hands=hands, approvals=Book(office, directory, "bench", "en"), user="bench")
    (directory / "spectra.toml").write_text('[whitelist]\nkinds = ["command"]\n[stuck]\nsame_action = 1000\n')
    flooding, halted = asyncio.Event(), asyncio.Event()

    def heard(output: Output) -> None:
        if output.surface == "cli":
            flooding.set()
        elif output.surface == "inspector" and output.data["phase"] == "halted":
            halted.set()

    spectra.listen(heard)
    running = asyncio.ensure_future(spectra.run())
    await spectra.ready.wait()
    _say(spectra, "flood")
    taken = []
    for _ in range(rounds):
        await flooding.wait()
        await asyncio.sleep(0.2)
        gone = asyncio.get_running_loop().run_in_executor(None, _gone_at, mark)
        begun = time.perf_counter()
        _say(spectra, "stop")
        taken.append((await gone - begun) * 1000)
        await halted.wait()
        halted.clear()
        flooding.clear()
        _say(spectra, "resume")
    spectra.stop()
    await running
    office.close()
    return taken


def _say(spectra: Spectra, text: str) -> None:
    spectra.hear(Input(source="console", authority="developer", surface="chat", text=text))


def _gone_at(mark: str) -> float:
    """When the last process that has this in its command line was gone; whoever stands around the command, too."""
    wanted, tick = mark.encode(), threading.Event()
    while any(wanted in _line(pid) for pid in os.listdir("/proc") if pid.isdigit()):  # noqa: PTH208 - quick
        tick.wait(0.001)
    return time.perf_counter()


def _line(pid: str) -> bytes:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


# -- the log -----------------------------------------------------------------------------------------------------------


def _appends(place: Path) -> dict[str, float]:
    """In turns, so that both have the same neighbours, and over so many lines that moving old ones is in it. Without
    the disk it is our own work that counts (CPU); with it the time that goes by, the middle of five.
    """
    work: dict[str, list[float]] = {"empty": [], "full": []}
    waited: dict[str, list[float]] = {"empty": [], "full": []}
    for turn in range(TURNS):
        for name, size, lines in (("empty", 0, LINES), ("full", CAP - 10_000, 2 * LINES)):
            work[name].append(_added(place / f"{name}{turn}", lines, size, sync=False))
            waited[name].append(_added(place / f"{name}{turn}synced", SYNCED, size, sync=True))
    empty, full = min(work["empty"]), min(work["full"])
    empty_synced, full_synced = statistics.median(waited["empty"]), statistics.median(waited["full"])
    return {
        "empty_us": empty,
        "full_us": full,
        "ratio": full / empty,
        "empty_synced_us": empty_synced,
        "full_synced_us": full_synced,
        "ratio_synced": full_synced / empty_synced,
    }


def _added(place: Path, lines: int, size: int, *, sync: bool) -> float:
    """Microseconds a line."""
    log = EventsFile(place)
    log.open()
    while log.size < size:
        log.append(EVENT, sync=False)
    os.fsync(log._fd)
    now = time.perf_counter if sync else time.process_time
    begun = now()
    for _ in range(lines):
        log.append(EVENT, sync=sync)
    taken = (now() - begun) / lines * 1_000_000
    log.close()
    return taken
