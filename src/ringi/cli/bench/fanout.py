"""`ringi bench fanout`: from a fact being told until 200 streams have it, and what that costs, against a bare loop.

Ours: committed at full durability, folded, drawn and sent to every stream of the workbench. Bare: a Starlette that puts
the same fact into a queue per client. One of the 200 is a real Chromium on the real page; the others are sockets.
"""

from __future__ import annotations

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
ALONE = 300
"""Facts that are told while nobody listens: what telling them costs by itself."""
STREAMING = 100.0
"""Facts a second while CPU is counted: a model that streams its words."""
ROUNDS = 3
GOALS = {"p99": 3.0, "cpu": 2.0}


def main(args: Namespace) -> int:
    rounds = args.rounds or ROUNDS
    found: dict[str, list[dict[str, Any]]] = {"ours": [], "bare": []}
    for number in range(rounds):
        for side in found:
            with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
                found[side].append(_side(Path(folder), side, f"r{number}", args.count or EVENTS))
    p99 = statistics.median(a["p99"] / b["p99"] for a, b in zip(found["ours"], found["bare"], strict=True))
    cpu = statistics.median(a["cpu"] / b["cpu"] for a, b in zip(found["ours"], found["bare"], strict=True))
    whole = statistics.median(a["whole"] / b["whole"] for a, b in zip(found["ours"], found["bare"], strict=True))
    met = p99 <= GOALS["p99"] and cpu <= GOALS["cpu"]
    answer = {
        "sides": found,
        "p99_ratio": p99,
        "cpu_ratio": cpu,
        "goals": GOALS,
        "met": met,
        "browser": Browser.there(),
    }
    rows = [["", "p50 ms", "p99 ms", "most ms", f"CPU s per {MANY} × {FEW}", "telling alone", "together"]]
    for side, all_ in found.items():
        middle = [statistics.median(one[name] for one in all_) for name in ("p50", "p99", "max")]
        cpus = [statistics.median(one[name] for one in all_) for name in ("cpu", "storing", "whole")]
        rows.append([side, *(f"{1000 * value:.1f}" for value in middle), *(f"{value:.2f}" for value in cpus)])
    verdict = (
        f"p99 {p99:.2f}× the bare loop (goal ≤ {GOALS['p99']:g}), CPU {cpu:.2f}× (goal ≤ {GOALS['cpu']:g});"
        f" {CLIENTS} streams at {RATE:g} facts/s, CPU of the server process at {STREAMING:g} facts/s\n"
        "telling a fact (ours: checked, chained and committed, SQLite FULL) is measured with nobody listening and"
        f" taken off; with it the process takes {whole:.2f}×. Times are with it. Ours folds and draws, bare only sends"
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
        with Browser.opened() as browser:
            if browser is not None:
                browser.show(child, session, side)
            readers = Sockets(child.address, path, child.key, CLIENTS - bool(browser))
            child.do("emit", name=name, count=20, rate=RATE)  # warm
            readers.wait(20)
            readers.ages.clear()
            child.do("emit", name=name, count=events, rate=RATE)
            readers.wait(20 + events)
            ages = figures(readers.ages)
            readers.close()
        readers = Sockets(child.address, path, child.key, FEW)
        before = child.do("spent")["cpu"]
        child.do("emit", name=name, count=MANY, rate=STREAMING)
        readers.wait(MANY)
        cpu = child.do("spent")["cpu"] - before
        readers.close()
        return {**ages, "cpu": cpu - storing, "storing": storing, "whole": cpu}
    finally:
        child.close()
