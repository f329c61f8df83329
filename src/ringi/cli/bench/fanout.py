"""`ringi bench fanout`: from a fact being told until 200 streams have it, and what that costs, against a bare loop.

Ours: committed at full durability, folded, drawn and sent to every stream of the workbench. Bare: a Starlette that puts
the same fact into a queue per client. One of the 200 is a real Chromium on the real page; the others are sockets.
"""

from __future__ import annotations

import contextlib
import math
import statistics
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.browser import Browser
from ringi.cli.bench.served import Child
from ringi.cli.bench.sockets import Sockets
from ringi.cli.bench.tables import figures, told

CLIENTS = 200
EVENTS = 200
RATE = 10.0
"""Facts a second while times are taken: each is alone on its way."""
FEW = 20
MANY = 1000
TURN = 100
"""Facts that one side is told before it is another one's turn."""
WARM = 50
STREAMING = 100.0
"""Facts a second while CPU is counted: a model that streams its words."""
BATCH = 10
"""Facts in one request of a runtime that streams: ten requests a second, not a hundred."""
ROUNDS = 3
GOALS = {"p99": 3.0, "cpu": 2.0}
WATCH = """() => {
  const main = document.getElementById("main");
  let last = 0n;
  window.ages = [];
  const read = (text) => {
    const now = performance.timeOrigin + performance.now();
    for (const [, mark] of text.matchAll(/t(\\d{19})/g)) {
      if (BigInt(mark) <= last) continue;
      last = BigInt(mark);
      window.ages.push((now - Number(last / 1000n) / 1000) / 1000);
    }
  };
  new MutationObserver((all) => {
    for (const { target, addedNodes } of all) {
      if (target.data !== undefined) read(target.data);
      for (const node of addedNodes) read(node.textContent);
    }
  }).observe(main, { childList: true, subtree: true, characterData: true });
}"""
"""When each fact stood on the page, by the machine's clock."""


def main(args: Namespace) -> int:
    rounds = args.rounds or ROUNDS
    found: dict[str, list[dict[str, Any]]] = {"ours": [], "bare": [], "keeping": []}
    for number in range(rounds):
        with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder, contextlib.ExitStack() as ends:
            sides = {name: Side(name, Path(folder) / name, f"r{number}", ends) for name in found}
            for name, figures_ in _round(sides, args.count or EVENTS).items():
                found[name].append(figures_)

    def ratio(name: str, to: str = "bare") -> float:
        pairs = zip(found["ours"], found[to], strict=True)
        return float(statistics.median(ours[name] / other[name] for ours, other in pairs))

    p99, whole, cpu, batched = (ratio(name) for name in ("p99", "whole", "cpu", "batched"))
    kept = ratio("whole", "keeping")
    answer = {
        "sides": found,
        "p99_ratio": p99,
        "whole_ratio": whole,
        "cpu_ratio": cpu,
        "batched_ratio": batched,
        "kept_ratio": kept,
        "goals": GOALS,
        "met": p99 <= GOALS["p99"] and whole <= GOALS["cpu"],
        "browser": Browser.there(),
    }
    heads = ["", "p50 ms", "p99 ms", "most ms", "Chromium p50", "p99 ms"]
    rows = [[*heads, f"CPU s per {MANY} × {FEW}", "telling alone", "fan-out alone", f"whole, {BATCH} at a time"]]
    for side, all_ in found.items():
        names = ("p50", "p99", "max", "chromium_p50", "chromium_p99")
        middle = [statistics.median(one[name] for one in all_) for name in names]
        cpus = [statistics.median(one[name] for one in all_) for name in ("whole", "storing", "cpu", "batched")]
        rows.append([side, *(f"{1000 * value:.1f}" for value in middle), *(f"{value:.2f}" for value in cpus)])
    verdict = (
        f"p99 {p99:.2f}× the bare loop (goal ≤ {GOALS['p99']:g}), CPU {whole:.2f}× (goal ≤ {GOALS['cpu']:g});"
        f" {CLIENTS} streams at {RATE:g} facts/s, CPU of the whole server process at {STREAMING:g} facts/s,"
        f" {TURN} facts by turns\n"
        f"{batched:.2f}× when the runtime tells {BATCH} facts at a time; {cpu:.2f}× without telling (ours: checked,"
        " chained and committed, SQLite FULL; measured with nobody listening and taken off);"
        f" {kept:.2f}× of a bare loop that keeps what it tells (a row and a commit for each fact)."
        " Times are with it. Ours folds and draws, bare only sends"
        + ("" if Browser.there() else "\nno Chromium here: all streams were sockets")
    )
    return told(args, f"fact → received by {CLIENTS} streams (median of {rounds} rounds)", rows, answer, verdict)


class Side:
    """One of the servers, with a session that facts are told into."""

    def __init__(self, name: str, home: Path, session: str, ends: contextlib.ExitStack) -> None:
        home.mkdir()
        self.name = name
        self.child = Child(name, home)
        ends.callback(self.child.close)
        self._named = session
        self.session = self.child.do("open", name=session, count=20)["session"]
        self.path = f"/api/stream?sessions={self.session}&lang=en" if name == "ours" else "/stream"
        self.tell(50, STREAMING)  # warm

    def tell(self, count: int, rate: float, batch: int = 1) -> None:
        self.child.do("emit", name=self._named, count=count, rate=rate, batch=batch)

    def spent(self) -> float:
        return float(self.child.do("spent")["cpu"])

    def streams(self, count: int) -> Sockets:
        return Sockets(self.child.address, self.path, self.child.key, count)


def _round(sides: dict[str, Side], events: int) -> dict[str, dict[str, Any]]:
    """Everything once: times one side after the other, CPU by turns, so that what the machine does meanwhile (a busy
    neighbour, another clock speed) falls on all of them alike.
    """
    storing = _spent(sides, 0, 1)
    times = {name: _times(side, events) for name, side in sides.items() if name != "keeping"}
    whole, batched = _spent(sides, FEW, 1), _spent(sides, FEW, BATCH)
    found: dict[str, dict[str, Any]] = {}
    for name in sides:
        ages, seen = times.get(name, ([math.nan], []))
        chromium = {f"chromium_{word}": value for word, value in figures(seen or [math.nan]).items()}
        cpu = {"whole": whole[name], "storing": storing[name], "batched": batched[name]}
        found[name] = {**figures(ages + seen), **chromium, **cpu, "cpu": whole[name] - storing[name]}
    return found


def _times(side: Side, events: int) -> tuple[list[float], list[float]]:
    """Seconds from telling to having: of every socket, and of the browser, where it stands on the page."""
    with Browser.opened() as browser:
        page = browser.show(side.child, side.session, side.name) if browser is not None else None
        readers = side.streams(CLIENTS - bool(browser))
        side.tell(20, RATE)  # warm
        readers.wait(20)
        readers.ages.clear()
        if page is not None:
            page.evaluate(WATCH)
        side.tell(events, RATE)
        readers.wait(20 + events)
        seen: list[float] = page.evaluate("window.ages") if page is not None else []
        while page is not None and len(seen) < events:
            page.wait_for_timeout(50)
            seen = page.evaluate("window.ages")
        readers.close()
        return readers.ages, seen


def _spent(sides: dict[str, Side], clients: int, batch: int) -> dict[str, float]:
    """CPU seconds of each server while so many facts go to a few streams, or to nobody."""
    readers = {name: side.streams(clients) for name, side in sides.items()} if clients else {}
    for side in sides.values():
        side.tell(WARM, STREAMING, batch)  # what opening a stream costs is not what a fact costs
    cpu = dict.fromkeys(sides, 0.0)
    for turn in range(1, MANY // TURN + 1):
        for name, side in sides.items():
            before = side.spent()
            side.tell(TURN, STREAMING, batch)
            if readers:
                readers[name].wait(WARM + turn * TURN)
            cpu[name] += side.spent() - before
    for one in readers.values():
        one.close()
    return cpu
