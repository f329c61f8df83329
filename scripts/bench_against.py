"""Measures this tree against an earlier revision: old, new and old again in turns, medians, spread and ratios.

    python scripts/bench_against.py REV [--pairs 7] [--only pipeline]

Old against old shows how far the machine's own weather goes; a difference within it means nothing.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
COUNT, LEVEL = 600, 50
Figures = dict[str, float]


def main() -> int:
    given = _arguments()
    benches = {name: run for name, run in BENCHES.items() if given.only in ("", name)}
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory(prefix="ringi-against-") as folder:
        old = _unpack(given.revision, Path(folder))
        sides = {"old": old, "new": HERE / "src", "again": old}
        for number in range(given.pairs):
            # Whoever comes first in a round has a colder machine, so the turns change.
            order = list(sides)[number % 3 :] + list(sides)[: number % 3]
            for name, run in benches.items():
                for side in order:
                    for figure, value in run(sides[side], Path(folder) / f"{name}-{number}-{side}").items():
                        found.setdefault(f"{name}: {figure}", {}).setdefault(side, []).append(value)
    for figure, values in found.items():
        _print(figure, values)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--only", default="", choices=["", *BENCHES])
    return parser.parse_args()


def _unpack(revision: str, folder: Path) -> Path:
    """The sources of a revision, beside this tree's."""
    packed = subprocess.run(["git", "archive", revision, "src"], cwd=HERE, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder / "old", filter="data")
    return folder / "old" / "src"


def _print(figure: str, values: dict[str, list[float]]) -> None:
    print(figure)
    for side, label in (("old", "old"), ("new", "new"), ("again", "old again")):
        one = values[side]
        print(f"  {label:9} median {statistics.median(one):9.3f}   {min(one):9.3f} – {max(one):.3f}")
    for side, label in (("new", "new / old"), ("again", "old / old")):
        ratios = [a / b for a, b in zip(values[side], values["old"], strict=True)]
        print(f"  {label:9} median {statistics.median(ratios):9.3f}   {min(ratios):9.3f} – {max(ratios):.3f}")


def _run(source: Path, *words: str) -> tuple[Any, float]:
    """What a process of that tree prints, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "PYTHONPATH": str(source)}
    ran = subprocess.run([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True, check=False, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(ran.stdout), (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def _pipeline(source: Path, folder: Path) -> Figures:
    words = json.dumps({"side": "ours", "home": str(folder), "count": COUNT, "level": LEVEL})
    told, processor = _run(source, "ringi.cli.bench.side", words)
    return {"ms a pipeline": told["seconds"] / COUNT * 1000, "processor ms a pipeline": processor / COUNT * 1000}


def _latency(source: Path, folder: Path) -> Figures:
    told, _ = _run(source, "ringi.cli.bench", "latency", "--json", "--rounds", "1", "--count", "1000")
    return {f"p50 ms, {parked} parked": one["p50"] for parked, one in told["parked"].items()}


def _tools(source: Path, folder: Path) -> Figures:
    told, _ = _run(source, "ringi.cli.bench", "tools", "--json", "--count", "1000")
    return {f"ours p50 ms, {place}": told[place]["ours"]["p50"] for place in ("memory", "stdio")}


BENCHES: dict[str, Callable[[Path, Path], Figures]] = {"pipeline": _pipeline, "latency": _latency, "tools": _tools}

if __name__ == "__main__":
    sys.exit(main())
