"""`ringi bench latency`: from an approval to the start of the next step, with none and with thousands waiting.

The clock runs from before the decision is handed in until the approved tool is really called, so the decision's own
commit (synced), the wake-up, the execution's start and the intent's commit are all inside.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.ours import SCHEMA, check_durable, enter, open_for_bench
from ringi.cli.bench.parking import park_all
from ringi.cli.bench.tables import figures, told
from ringi.flow import gates
from ringi.flow.office import Office
from ringi.flow.worker import Worker
from ringi.store.transaction import Tx
from ringi.testing.tools import FunctionHands

SAMPLES = 200
PARKED = 10_000
ROUNDS = 5
GOAL = 1.5


class Started:
    """Tells when the next tool call begins."""

    def __init__(self) -> None:
        self.at: asyncio.Future[float] | None = None

    def no_op(self, number: int) -> dict[str, Any]:
        if self.at is not None and not self.at.done():
            self.at.set_result(time.perf_counter())
        return {"ok": True, "number": number}

    def hands(self) -> FunctionHands:
        return FunctionHands({"no_op": (self.no_op, "write", False, SCHEMA)}, keep_calls=False)


def main(args: Namespace) -> int:
    parked = args.count or PARKED
    rounds = args.rounds or ROUNDS
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        empty, full = Path(folder) / "empty", Path(folder) / "full"
        _fill(full, parked)
        # Interleaved, so that a busy moment of the machine falls on both sides.
        found: dict[int, list[float]] = {0: [], parked: []}
        for number in range(rounds):
            found[0] += _measure(empty / str(number), SAMPLES // rounds)
            found[parked] += _measure(full, SAMPLES // rounds)
    none, many = figures(found[0]), figures(found[parked])
    ratio = many["p50"] / none["p50"]
    answer = {
        "unit": "ms",
        "samples": len(found[0]),
        "parked": {"0": none, str(parked): many},
        "ratio_p50": round(ratio, 2),
        "goal": GOAL,
        "met": ratio <= GOAL,
    }
    rows = [["parked", "p50 ms", "p99 ms"]]
    rows += [[f"{n:,}", f"{one['p50']:.2f}", f"{one['p99']:.2f}"] for n, one in ((0, none), (parked, many))]
    return told(args, "approve → next step starts", rows, answer, f"ratio {ratio:.2f} (goal ≤ {GOAL})")


def _fill(home: Path, count: int) -> None:
    office = open_for_bench(home)
    park_all(office, count)
    office.close()


def _measure(home: Path, samples: int) -> list[float]:
    """Approve plan after plan on a live worker; milliseconds until the first tool of each is called."""
    started = Started()
    office = open_for_bench(home, hands=started.hands())
    check_durable(office)
    waiting = park_all(office, samples)
    try:
        return asyncio.run(_approve(office, started, waiting))
    finally:
        office.close()


async def _approve(office: Office, started: Started, waiting: list[tuple[str, str]]) -> list[float]:
    worker = Worker(office)
    await worker.start()
    took: list[float] = []
    for approval_id, digest in waiting:

        def decide(tx: Tx, approval_id: str = approval_id, digest: str = digest) -> str:
            return str(gates.decide(tx, enter(tx), approval_id, "approve", digest=digest)["task_id"])

        started.at = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        task_id = await office.store.awrite(decide)
        took.append(1000 * (await started.at - begun))
        await worker.parked(task_id)
    await worker.stop()
    return took
