"""Work in the foreground, when no server runs: take the worker lock, carry a task on until it waits or ends, let go.

Ctrl-C is a cancel, never an abandonment: the first one goes to the caller, who cancels through the desk and comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ringi.errors import Conflict
from ringi.facts.envelope import to_wire
from ringi.flow import locks
from ringi.flow.office import Office
from ringi.flow.worker import Worker
from ringi.store.transaction import Committed

Told = Callable[[dict[str, Any]], None]


def carry_on(office: Office, task_id: str, on_fact: Told | None = None) -> None:
    """Returns when nothing more is being done for the task, here or by whoever holds the lock."""
    lock = locks.WorkerLock(office.home)
    if not lock.acquire():
        # Somebody else is at work: tell them, and wait for our turn. What they leave undone is done here.
        locks.ring(office.bell)
        lock.acquire(wait=True)
    try:
        asyncio.run(_carry_on(office, task_id, on_fact))
    finally:
        lock.release()


async def _carry_on(office: Office, task_id: str, on_fact: Told | None) -> None:
    stop_telling = _tell(office, task_id, on_fact)
    worker = Worker(office, only=task_id)
    try:
        await worker.start()
        await worker.parked(task_id)
        if worker.retired:
            raise Conflict("RINGI-516", task=task_id)
    finally:
        await worker.stop()
        await office.put_down()
        stop_telling()


def _tell(office: Office, task_id: str, on_fact: Told | None) -> Callable[[], None]:
    if on_fact is None:
        return lambda: None

    def committed(news: Committed) -> None:
        for fact, sequence in news.facts:
            if fact.thread_id == task_id:
                on_fact({**to_wire(fact), "sequence": sequence})

    def ticked(about: str, fact: dict[str, Any]) -> None:
        if about == task_id:
            on_fact(fact)

    stops = (office.store.subscribe(committed), office.on_tick(ticked))

    def stop_telling() -> None:
        for stop in stops:
            stop()

    return stop_telling
