"""`ringi bench pipeline`: whole pipelines per second, ours against the limit and against LangGraph, in one run.

Request → L1 → policy → approve → plan → approve → five no-op tools → summary. Rounds are interleaved, so that a busy
moment of the machine falls on everybody; every side has a process of its own and is at full durability, which is
checked on its own connection.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.peer import ways_at
from ringi.cli.bench.tables import told

LEVELS = (1, 50)
ROUNDS = 5
COUNTS = {1: 100, 50: 600}
PEER_COUNTS = {1: 30, 50: 150}
GOALS = {"limit": 0.6, "langgraph": 8.0}
SIDES = ("ours", "limit", "langgraph")


def main(args: Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        levels = [_Level(Path(folder) / str(level), level, args.count) for level in LEVELS]
        for level in levels:
            level.prepare()
        for number in range(args.rounds or ROUNDS):
            for level in levels:
                level.round(number)
        found = {str(level.at_once): level.found() for level in levels}
    top = found[str(LEVELS[-1])]
    met = top["of_limit"] >= GOALS["limit"] and top["of_langgraph"] >= GOALS["langgraph"]
    answer = {"levels": found, "goals": GOALS, "met": met, "tools": "no-op functions on every side"}
    return told(args, "whole pipelines per second (median, least–most)", _rows(found), answer, _verdict(found, top))


def _rows(found: dict[str, Any]) -> list[list[str]]:
    rows = [["at a time", "Ringi", "", "limit", "", "LangGraph", "", "of the limit", "× LangGraph", "over MCP"]]
    for level, one in found.items():
        cells = [f(one[side]) for side in SIDES for f in (_median, _spread)]
        ratios = [f"{one['of_limit']:.2f}", f"{one['of_langgraph']:.1f}", f"{one['over_mcp']:.0f}"]
        rows.append([level, *cells, *ratios])
    return rows


def _median(side: dict[str, float]) -> str:
    return f"{side['median']:.0f}"


def _spread(side: dict[str, float]) -> str:
    return f"{side['min']:.0f}–{side['max']:.0f}"


def _verdict(found: dict[str, Any], top: dict[str, Any]) -> str:
    ways = ", ".join(f"{one['way']} at {level}" for level, one in found.items())
    return (
        f"at {LEVELS[-1]}: {top['of_limit']:.2f}× the limit (goal ≥ {GOALS['limit']}),"
        f" {top['of_langgraph']:.1f}× LangGraph (goal ≥ {GOALS['langgraph']:g})\n"
        f"a pipeline is {top['rows']:.0f} rows, {top['facts']:.0f} of them chained facts, in {top['statements']:.0f}"
        f" statements; {top['our_commits']:.2f} commits at {LEVELS[-1]}, {found[str(LEVELS[0])]['our_commits']:.0f} at"
        f" {LEVELS[0]}; {top['reads']:.0f} reads\n"
        "no-op functions as tools on every side; the limit replays our own statements with plain sqlite3, hashes made"
        f" anew, without the reads, and in {top['commits']:.2f} commits at {LEVELS[-1]}\n"
        f"LangGraph: WAL, synchronous=FULL, durability=sync, in the way that was best for it ({ways})\n"
        "over MCP: Ringi with the same tools behind an MCP server in memory, one round, for information"
    )


class _Level:
    """So many at a time: what each side did in each round."""

    def __init__(self, place: Path, at_once: int, count: int | None) -> None:
        self.place = place
        self.at_once = at_once
        self.count = count or COUNTS[at_once]
        self.peer_count = max(at_once, count // 4) if count else PEER_COUNTS[at_once]
        self.rates: dict[str, list[float]] = {side: [] for side in SIDES}
        self.shape: dict[str, float] = {}
        self.commits: list[float] = []
        self.tried: dict[str, float] = {}
        self.over_mcp = 0.0

    def prepare(self) -> None:
        """Record one run for the limit, find the peer's best way, and look at the tools over MCP."""
        level = {"level": self.at_once}
        self.trace = str(self.place / "trace")
        self.shape = self._child("record", side="ours", count=self.count, trace=self.trace, **level)
        for way in ways_at(self.at_once):
            given = {"count": max(10, self.at_once), "way": way, **level}
            self.tried[way] = given["count"] / self._child(f"try-{way}", side="langgraph", **given)["seconds"]
        self.way = max(self.tried, key=lambda way: self.tried[way])
        few = max(20, self.at_once)
        self.over_mcp = few / self._child("mcp", side="ours", count=few, tools="mcp", **level)["seconds"]

    def round(self, number: int) -> None:
        count, peer, level = self.count, self.peer_count, self.at_once
        ours = self._child(f"ours-{number}", side="ours", count=count, level=level)
        limit = self._child(f"limit-{number}", side="limit", trace=self.trace)
        theirs = self._child(f"peer-{number}", side="langgraph", count=peer, level=level, way=self.way)
        self.commits.append(ours["commits"])
        for side, done, took in (("ours", count, ours), ("limit", count, limit), ("langgraph", peer, theirs)):
            self.rates[side].append(done / took["seconds"])

    def _child(self, name: str, **given: Any) -> Any:
        words = json.dumps({"home": str(self.place / name), **given})
        ran = subprocess.run(
            [sys.executable, "-m", "ringi.cli.bench.side", words], stdout=subprocess.PIPE, text=True, check=True
        )
        return json.loads(ran.stdout)

    def _over(self, side: str) -> float:
        """The median of the rounds' own ratios: each round saw the same weather."""
        return statistics.median(a / b for a, b in zip(self.rates["ours"], self.rates[side], strict=True))

    def found(self) -> dict[str, Any]:
        sides = {
            side: {"median": statistics.median(rates), "min": min(rates), "max": max(rates)}
            for side, rates in self.rates.items()
        }
        return {
            **sides,
            "of_limit": round(self._over("limit"), 3),
            "of_langgraph": round(self._over("langgraph"), 2),
            "over_mcp": self.over_mcp,
            "way": self.way,
            "tried": self.tried,
            **self.shape,
            "our_commits": statistics.median(self.commits),
        }
