"""The same decisions while a worker is running, as under `ringi up`: woken by the commit, never stuck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from workplace import OBJECT, Workplace, step

from ringi.flow.worker import Worker
from ringi.store.transaction import Committed


async def live(workplace: Workplace, story: Callable[[Worker, Callable[..., Any]], Any]) -> None:
    assert workplace.office is not None
    worker = Worker(workplace.office)
    await worker.start()

    async def call(operation: str, **arguments: Any) -> Any:
        return await asyncio.to_thread(workplace.desk().call, operation, **arguments)

    try:
        await asyncio.wait_for(story(worker, call), 240)
    finally:
        await worker.stop()


async def test_a_steer_and_an_own_plan_are_taken_up_at_once(workplace: Workplace) -> None:
    workplace.open()

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        task_id = (await call("ask", text="go"))["task_id"]
        await worker.parked(task_id)
        await call("steer", task_id=task_id, text="shorter")
        await worker.parked(task_id)
        assert (await call("show", id=task_id))["state"] == "policy_pending"
        await asyncio.to_thread(workplace.decided, task_id)
        await worker.parked(task_id)
        own = [step(1, "send", recipient="E009", text="mine")]
        assert workplace.office is not None
        workplace.office.loop = asyncio.get_running_loop()
        await call("plan", task_id=task_id, steps=own)
        await worker.parked(task_id)
        await asyncio.to_thread(workplace.decided, task_id)
        await worker.parked(task_id)
        workplace.office.loop = None
        assert (await call("show", id=task_id))["state"] == "completed"

    await live(workplace, story)
    assert [one["recipient"] for one in workplace.sent] == ["E009"]


async def test_a_cancel_reaches_the_running_call(workplace: Workplace) -> None:
    begun, cancelled = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            cancelled.set()

    workplace.open(hands=workplace.hands(functions={"look": (hang, "read", True, OBJECT)}))

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        task_id = (await call("ask", text="go"))["task_id"]
        for _ in range(2):
            await worker.parked(task_id)
            await asyncio.to_thread(workplace.decided, task_id)
        await begun.wait()
        await call("cancel", task_id=task_id)
        await cancelled.wait()
        await worker.parked(task_id)
        assert (await call("show", id=task_id))["state"] == "cancelled"

    await live(workplace, story)
    assert workplace.sent == []


async def test_fifty_tasks_at_once_all_come_to_their_end(workplace: Workplace) -> None:
    workplace.open()
    workplace.set("prompt_approval_required", False)
    workplace.set("process_approval_required", False)

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        ids = [one["task_id"] for one in await asyncio.gather(*(call("ask", text=f"go {n}") for n in range(50)))]
        await asyncio.gather(*(worker.parked(task_id) for task_id in ids))
        for task_id in ids:
            assert (await call("show", id=task_id))["state"] == "completed"

    await live(workplace, story)
    assert workplace.looked == 50 and len(workplace.sent) == 50


async def test_another_process_rings_and_the_worker_looks(workplace: Workplace) -> None:
    """A commit that this process did not make is noticed by the bell alone."""
    from ringi.flow.desk import LocalDesk
    from ringi.flow.office import open_office

    workplace.open()
    assert workplace.office is not None
    elsewhere = open_office(workplace.office.settings, hands=workplace.hands(), mind=workplace.office.mind)
    other = LocalDesk(elsewhere, "aki")

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()

        def heard(news: Committed) -> None:
            if any(fact.type == "action.required" and fact.thread_id == task_id for fact, _ in news.facts):
                loop.call_soon_threadsafe(ready.set)

        assert workplace.office is not None
        stop = workplace.office.store.subscribe(heard)
        task_id = other.call("ask", text="from elsewhere")["task_id"]
        await ready.wait()
        stop()
        assert (await call("show", id=task_id))["state"] == "policy_pending"

    try:
        await live(workplace, story)
    finally:
        other.close()
        elsewhere.close()
