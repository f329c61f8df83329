"""Managed sessions beside a running worker: a stop leaves them to the next start, many at once share one agent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from managing import Managed, double, managed

from ringi.flow.worker import Worker
from ringi.testing.managed import Turn, agents

__all__ = ["double", "managed"]


async def until(true: Any) -> None:
    async with asyncio.timeout(120):
        while not true():  # noqa: ASYNC110 - what is waited for happens in another thread
            await asyncio.sleep(0.02)


async def test_a_worker_that_stops_while_the_model_thinks_leaves_the_session_to_the_next(managed: Managed) -> None:
    task_id = await asyncio.to_thread(managed.begin, agents.at_call(2, Turn(stop="stall")))
    await asyncio.to_thread(managed.decided, task_id)
    assert managed.office is not None
    worker = Worker(managed.office)
    await worker.start()
    await until(lambda: managed.double.sessions and managed.double.session.stalled)
    await worker.stop()
    assert await asyncio.to_thread(managed.state, task_id) == "running"
    session = managed.double.session
    assert "user.interrupt" not in session.kinds() and session.archived_at is None

    def think_on() -> None:
        session.stalled = False
        session._run(agents.follows, 1)

    other = Worker(managed.office)
    await other.start()
    try:
        await until(lambda: session.listeners)
        managed.double.agent = agents.follows
        managed.double.soon(think_on)
        await asyncio.wait_for(other.parked(task_id), 120)
    finally:
        await other.stop()
    assert await asyncio.to_thread(managed.state, task_id) == "completed"
    assert managed.looked == 1 and len(managed.sent) == 1
    assert len(managed.double.sessions) == 1 and session.kinds().count("user.message") == 1


async def test_many_runs_of_a_new_tenant_at_once_make_one_agent(managed: Managed) -> None:
    tasks = [await asyncio.to_thread(managed.begin)]
    tasks += [await asyncio.to_thread(managed.at_plan) for _ in range(3)]
    for task_id in tasks:
        await asyncio.to_thread(managed.decided, task_id)
    assert managed.office is not None
    worker = Worker(managed.office)
    await worker.start()
    try:
        for task_id in tasks:
            await asyncio.wait_for(worker.parked(task_id), 120)
    finally:
        await worker.stop()
    assert {await asyncio.to_thread(managed.state, task_id) for task_id in tasks} == {"completed"}
    assert len(managed.double.agents) == len(managed.double.environments) == 1
    assert len(managed.double.sessions) == 4 and len(managed.sent) == 4
