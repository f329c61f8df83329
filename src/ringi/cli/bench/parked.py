"""`ringi bench parked`: what waiting costs. Memory and restart time of a fresh process with many tasks parked.

The child opens the store, takes the worker lock and claims the one job that is on the books; it tells how long it took
and how much memory it holds then.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.tables import told

FEW, MANY = 1_000, 100_000
ROUNDS = 5
MEGABYTES, RATIO, CLAIM = 25.0, 1.5, 0.3


def main(args: Namespace) -> int:
    many = args.count or MANY
    rounds = args.rounds or ROUNDS
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        homes = {count: Path(folder) / str(count) for count in (FEW if many > FEW else max(1, many // 100), many)}
        for count, home in homes.items():
            _fill(home, count)
        found: dict[int, list[dict[str, Any]]] = {count: [] for count in homes}
        for _ in range(rounds):
            for count, home in homes.items():
                found[count].append(_child(home))
    few, lots = ({key: statistics.median(one[key] for one in found[count]) for key in _KEYS} for count in homes)
    memory = lots["rss_mb"] - few["rss_mb"]
    ratio = lots["claim_s"] / few["claim_s"]
    met = memory <= MEGABYTES and ratio <= RATIO and lots["claim_s"] <= CLAIM
    rows = [["parked", "memory MB", "open → first claim s", "whole process s"]]
    rows += [
        [f"{count:,}", f"{one['rss_mb']:.1f}", f"{one['claim_s']:.3f}", f"{one['process_s']:.2f}"]
        for count, one in zip(homes, (few, lots), strict=True)
    ]
    verdict = (
        f"memory {memory:+.1f} MB (goal ≤ +{MEGABYTES:g}), restart {ratio:.2f}× (goal ≤ {RATIO}),"
        f" open → claim {lots['claim_s']:.3f} s (goal ≤ {CLAIM})"
    )
    counts = {str(count): one for count, one in zip(homes, (few, lots), strict=True)}
    return told(args, "what waiting costs", rows, {"parked": counts, "met": met, "ratio": round(ratio, 2)}, verdict)


_KEYS = ("rss_mb", "claim_s", "process_s")


def _fill(home: Path, count: int) -> None:
    from ringi.cli.bench.ours import open_for_bench
    from ringi.cli.bench.parking import park_all

    office = open_for_bench(home)
    park_all(office, count)
    office.close()


def _child(home: Path) -> dict[str, Any]:
    _submit(home)
    begun = time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-m", "ringi.cli.bench.parked", str(home)], capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(ran.stdout)
    return {**answer, "process_s": time.perf_counter() - begun}


def _submit(home: Path) -> None:
    """One job on the books, for the child to claim."""
    from ringi.cli.bench.ours import enter, open_for_bench
    from ringi.flow import intake

    office = open_for_bench(home)
    office.store.write(lambda tx: intake.submit(tx, enter(tx), "one job on the books"))
    office.close()


def _resident() -> float:
    """Megabytes this process holds."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


async def _claim(home: Path) -> dict[str, Any]:
    from ringi.cli.bench.ours import open_for_bench
    from ringi.flow.locks import WorkerLock
    from ringi.flow.worker import Worker

    begun = time.perf_counter()
    office = open_for_bench(home)
    lock = WorkerLock(home)
    assert lock.acquire()
    worker = Worker(office)
    await worker.start()
    claimed = time.perf_counter() - begun
    assert worker.claimed >= 1
    memory = _resident()
    await worker.stop()
    office.close()
    lock.release()
    return {"claim_s": claimed, "rss_mb": memory}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_claim(Path(sys.argv[1])))) + "\n")
