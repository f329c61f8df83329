"""`ringi bench pipeline`: whole pipelines per second, ours against the limit and against LangGraph, in one run.

Request → L1 → policy → approve → plan → approve → five no-op tools → summary. Rounds are interleaved, so that a busy
moment of the machine falls on everybody; every side is at full durability, which is checked on its own connection.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ringi.cli.bench.limit import Recording, replay
from ringi.cli.bench.ours import blank, check_durable, copied, open_for_bench, run
from ringi.cli.bench.peer import best_way
from ringi.cli.bench.tables import told

LEVELS = (1, 50)
ROUNDS = 5
COUNTS = {1: 100, 50: 600}
PEER_COUNTS = {1: 20, 50: 100}
GOALS = {"limit": 0.6, "langgraph": 8.0}


def main(args: Namespace) -> int:
    rounds = args.rounds or ROUNDS
    found: dict[str, Any] = {}
    rows = [["at a time", "Ringi /s", "limit /s", "LangGraph /s", "of the limit", "× LangGraph", "spread"]]
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        place = Path(folder)
        template = blank(place / "blank")
        for level in LEVELS:
            measured = _level(place, template, level, rounds, args.count)
            found[str(level)] = measured
            rows.append(
                [
                    str(level),
                    *(f"{measured[side]['median']:.0f}" for side in ("ours", "limit", "langgraph")),
                    f"{measured['of_limit']:.2f}",
                    f"{measured['of_langgraph']:.1f}",
                    f"{measured['ours']['min']:.0f}–{measured['ours']['max']:.0f}",
                ]
            )
    top = found[str(LEVELS[-1])]
    met = top["of_limit"] >= GOALS["limit"] and top["of_langgraph"] >= GOALS["langgraph"]
    verdict = (
        f"at {LEVELS[-1]}: {top['of_limit']:.2f}× the limit (goal ≥ {GOALS['limit']}),"
        f" {top['of_langgraph']:.1f}× LangGraph (goal ≥ {GOALS['langgraph']:g}, {top['way']})\n"
        f"{top['commits']:.1f} commits, {top['rows']:.0f} rows, {top['facts']:.0f} facts and {top['reads']:.0f} reads"
        " a pipeline; no-op functions as tools on both sides; the limit replays our writes without the reads"
    )
    return told(args, "whole pipelines per second", rows, {"levels": found, "goals": GOALS, "met": met}, verdict)


def _level(place: Path, template: Path, level: int, rounds: int, count: int | None) -> dict[str, Any]:
    ours_count = count or COUNTS[level]
    peer_count = max(level, count // 5 if count else PEER_COUNTS[level])
    way_name, way, _ = best_way(place, level)
    sides: dict[str, list[float]] = {"ours": [], "limit": [], "langgraph": []}
    trace: Any = None
    for number in range(rounds):
        at = place / f"{level}-{number}"
        took, trace = _ours(template, at / "ours", ours_count, level)
        sides["ours"].append(ours_count / took)
        sides["limit"].append(ours_count / replay(trace, copied(template, at / "limit") / "ringi.db"))
        sides["langgraph"].append(peer_count / way(at / "peer.db", peer_count, level))
    ratio: Callable[[str], float] = lambda side: statistics.median(  # noqa: E731
        ours / other for ours, other in zip(sides["ours"], sides[side], strict=True)
    )
    return {
        **{name: {"median": statistics.median(v), "min": min(v), "max": max(v)} for name, v in sides.items()},
        "of_limit": ratio("limit"),
        "of_langgraph": ratio("langgraph"),
        "way": way_name,
        "commits": trace.commits / ours_count,
        "rows": trace.rows / ours_count,
        "facts": trace.facts / ours_count,
        "reads": trace.reads / ours_count,
    }


def _ours(template: Path, home: Path, count: int, level: int) -> tuple[float, Any]:
    """Timed without a recorder; the same run again with one gives the trace for the limit."""
    took = _once(copied(template, home), count, level, None)
    recorded: list[Recording] = []
    _once(copied(template, home.with_name("recorded")), count, level, recorded)
    return took, recorded[0].trace


def _once(home: Path, count: int, level: int, recorded: list[Recording] | None) -> float:
    office = open_for_bench(home)
    check_durable(office)
    if recorded is not None:
        recorded.append(Recording(office.store._db))
        office.store._db = recorded[0]
    try:
        return asyncio.run(run(office, count, level))
    finally:
        office.close()
