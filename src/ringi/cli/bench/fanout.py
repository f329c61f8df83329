"""`ringi bench fanout`: from a fact being told until 200 streams have it, and what that costs, against a bare loop.

Ours: committed at full durability, folded, drawn and sent to every stream of the workbench. Bare: a Starlette that puts
the same fact into a queue per client. One of the 200 is a real Chromium on the real page; the others are sockets.
"""

from __future__ import annotations

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
ALONE = 1000
"""Facts that are told while nobody listens: what telling them costs by itself."""
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
        for side in found:
            with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
                found[side].append(_side(Path(folder), side, f"r{number}", args.count or EVENTS))

    def ratio(name: str, to: str = "bare") -> float:
        pairs = zip(found["ours"], found[to], strict=True)
        return float(statistics.median(ours[name] / other[name] for ours, other in pairs))

    p99, cpu, whole, batched = (ratio(name) for name in ("p99", "cpu", "whole", "batched"))
    kept = ratio("whole", "keeping")
    answer = {
        "sides": found,
        "p99_ratio": p99,
        "cpu_ratio": cpu,
        "whole_ratio": whole,
        "batched_ratio": batched,
        "kept_ratio": kept,
        "goals": GOALS,
        "met": p99 <= GOALS["p99"] and cpu <= GOALS["cpu"],
        "browser": Browser.there(),
    }
    heads = ["", "p50 ms", "p99 ms", "most ms", "Chromium p50", "p99 ms"]
    rows = [[*heads, f"CPU s per {MANY} × {FEW}", "telling alone", "together", f"together, {BATCH} at a time"]]
    for side, all_ in found.items():
        names = ("p50", "p99", "max", "chromium_p50", "chromium_p99")
        middle = [statistics.median(one[name] for one in all_) for name in names]
        cpus = [statistics.median(one[name] for one in all_) for name in ("cpu", "storing", "whole", "batched")]
        rows.append([side, *(f"{1000 * value:.1f}" for value in middle), *(f"{value:.2f}" for value in cpus)])
    verdict = (
        f"p99 {p99:.2f}× the bare loop (goal ≤ {GOALS['p99']:g}), CPU {cpu:.2f}× (goal ≤ {GOALS['cpu']:g});"
        f" {CLIENTS} streams at {RATE:g} facts/s, CPU of the server process at {STREAMING:g} facts/s\n"
        "telling a fact (ours: checked, chained and committed, SQLite FULL) is measured with nobody listening and"
        f" taken off; with it the process takes {whole:.2f}×, and {batched:.2f}× when the runtime tells {BATCH} facts"
        f" at a time; {kept:.2f}× of a bare loop that keeps what it tells (a row and a commit for each fact)."
        " Times are with it. Ours folds and draws, bare only sends"
        + ("" if Browser.there() else "\nno Chromium here: all streams were sockets")
    )
    return told(args, f"fact → received by {CLIENTS} streams (median of {rounds} rounds)", rows, answer, verdict)


def _side(home: Path, side: str, name: str, events: int) -> dict[str, Any]:
    child = Child(side, home)
    try:
        session = child.do("open", name=name, count=20)["session"]
        child.do("emit", name=name, count=50, rate=STREAMING)  # warm
        storing = child.do("emit", name=name, count=ALONE, rate=STREAMING)["cpu"] * MANY / ALONE
        path = f"/api/stream?sessions={session}&lang=en" if side == "ours" else "/stream"
        ages, seen = _times(child, session, side, path, name, events) if side != "keeping" else ([math.nan], [])
        whole = _spent(child, path, name, 1)
        batched = _spent(child, path, name, BATCH)
        chromium = {f"chromium_{word}": value for word, value in figures(seen or [math.nan]).items()}
        cpu = {"cpu": whole - storing, "storing": storing, "whole": whole, "batched": batched}
        return {**figures(ages + seen), **chromium, **cpu}
    finally:
        child.close()


def _times(child: Child, session: str, side: str, path: str, name: str, events: int) -> tuple[list[float], list[float]]:
    """Seconds from telling to having: of every socket, and of the browser, where it stands on the page."""
    with Browser.opened() as browser:
        page = browser.show(child, session, side) if browser is not None else None
        readers = Sockets(child.address, path, child.key, CLIENTS - bool(browser))
        child.do("emit", name=name, count=20, rate=RATE)  # warm
        readers.wait(20)
        readers.ages.clear()
        if page is not None:
            page.evaluate(WATCH)
        child.do("emit", name=name, count=events, rate=RATE)
        readers.wait(20 + events)
        seen: list[float] = page.evaluate("window.ages") if page is not None else []
        while page is not None and len(seen) < events:
            page.wait_for_timeout(50)
            seen = page.evaluate("window.ages")
        readers.close()
        return readers.ages, seen


def _spent(child: Child, path: str, name: str, batch: int) -> float:
    """CPU seconds of the server while so many facts go to a few streams."""
    readers = Sockets(child.address, path, child.key, FEW)
    before = child.do("spent")["cpu"]
    child.do("emit", name=name, count=MANY, rate=STREAMING, batch=batch)
    readers.wait(MANY)
    cpu = child.do("spent")["cpu"] - before
    readers.close()
    return float(cpu)
