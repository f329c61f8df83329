"""How the benchmarks tell what they measured: aligned columns for people, one document for programs."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import statistics
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any


def arguments(argv: Sequence[str] | None = None) -> Namespace:
    """What may be said to a benchmark: which one, `--json`, `--rounds N` and `--count N`."""
    parser = ArgumentParser(prog="ringi bench")
    parser.add_argument(
        "name",
        choices=("pipeline", "latency", "parked", "slack", "hydrate", "fanout", "paint", "settle", "tools", "spectra"),
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--count", type=int)
    return parser.parse_args(argv)


def figures(values: Sequence[float]) -> dict[str, float]:
    """Median, 95th and 99th percentile, least and most."""
    ordered = sorted(values)
    p95, p99 = (ordered[round(share * (len(ordered) - 1))] for share in (0.95, 0.99))
    return {"p50": statistics.median(ordered), "p95": p95, "p99": p99, "min": ordered[0], "max": ordered[-1]}


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }


def told(args: Namespace, title: str, rows: list[list[str]], answer: dict[str, Any], verdict: str) -> int:
    """Print it. A goal that was missed is said, and is no failure: a benchmark is not a test."""
    answer = {**answer, "machine": machine()}
    if args.json:
        sys.stdout.write(json.dumps(answer) + "\n")
        return 0
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [title, *("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)]
    lines += [verdict, "met" if answer["met"] else "NOT MET", " · ".join(f"{k} {v}" for k, v in machine().items())]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
