"""Tasks that wait at their plan gate, made by the real transitions: what the latency and parked benchmarks stand on."""

from __future__ import annotations

import asyncio

from ringi.cli.bench.ours import Clerk, in_flight
from ringi.flow.office import Office
from ringi.flow.worker import Worker

AT_ONCE = 64


async def _to_plan(clerk: Clerk) -> tuple[str, str]:
    """One task, asked for and brought to its plan gate: the open approval and its digest."""
    task_id = await clerk.ask()
    policy = await clerk.shown(task_id)
    assert policy is not None
    await clerk.approve(*policy)
    plan = await clerk.shown(task_id)
    assert plan is not None
    return plan


async def park(office: Office, count: int) -> list[tuple[str, str]]:
    """Bring `count` tasks to their plan gate and leave them there. The worker must not be running yet."""
    worker, clerk = Worker(office), Clerk(office)
    await worker.start()
    parked: list[tuple[str, str]] = []

    async def one() -> None:
        parked.append(await _to_plan(clerk))

    try:
        await in_flight(count, min(AT_ONCE, max(count, 1)), one)
    finally:
        clerk.close()
        await worker.stop()
        office.stopping = False
    return parked


def park_all(office: Office, count: int) -> list[tuple[str, str]]:
    return asyncio.run(park(office, count))
