"""A worker that is woken at awkward moments: nothing is forgotten, nothing is stopped by mistake, no place is lost."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_live_worker import live
from workplace import Workplace

from ringi.flow import intake, people
from ringi.flow.office import open_office
from ringi.flow.worker import AT_ONCE, Worker
from ringi.settings import Settings
from ringi.store.transaction import Tx


async def test_requests_taken_back_before_their_work_began_leave_room_for_others(workplace: Workplace) -> None:
    workplace.open()

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        desk = workplace.desk()

        def change_their_mind() -> None:
            for _ in range(AT_ONCE + 1):
                desk.call("cancel", task_id=desk.call("ask", text="oops")["task_id"])

        others = threading.Thread(target=change_their_mind)
        others.start()
        others.join()  # the event loop has no turn meanwhile: all of it arrives at once
        task_id = (await call("ask", text="real work"))["task_id"]
        await worker.parked(task_id)
        assert (await call("show", id=task_id))["state"] == "policy_pending"

    await live(workplace, story)


async def test_what_is_queued_while_the_books_are_read_is_not_stopped(workplace: Workplace) -> None:
    workplace.open()

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        assert workplace.office is not None

        def submit(tx: Tx) -> str:
            return str(intake.submit(tx, people.enter(tx, "aki", "cli"), "hello")["task_id"])

        look = asyncio.ensure_future(worker._look())
        task_id = await workplace.office.store.awrite(submit)
        await look
        await worker.parked(task_id)
        assert (await call("show", id=task_id))["state"] == "policy_pending"

    await live(workplace, story)


async def test_a_ring_is_answered_although_the_store_failed_at_that_moment(workplace: Workplace) -> None:
    workplace.open()

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        assert workplace.office is not None
        store = workplace.office.store
        asked: list[int] = []
        seen = asyncio.Event()
        real = store.awrite

        async def failing_once(transition: Any, tenant: str = "") -> Any:
            asked.append(1)
            if len(asked) == 1:
                raise sqlite3.OperationalError("disk I/O error")
            rows = await real(transition, tenant)
            seen.set()
            return rows

        store.awrite = failing_once  # type: ignore[method-assign]
        worker._look_soon(0)
        await seen.wait()
        store.awrite = real  # type: ignore[method-assign]
        assert len(asked) == 2

    await live(workplace, story)


async def test_the_tools_are_loaded_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ringi.hands

    office = open_office(Settings(tmp_path, user="aki"))
    threads: list[int] = []

    class Notes:
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
            if name == "ringi.hands.mcp_hands":
                threads.append(threading.get_ident())

    if "ringi.hands.mcp_hands" in sys.modules:
        monkeypatch.setattr(ringi.hands, "mcp_hands", sys.modules["ringi.hands.mcp_hands"], raising=False)
        monkeypatch.delitem(sys.modules, "ringi.hands.mcp_hands")
    monkeypatch.setattr(sys, "meta_path", [Notes(), *sys.meta_path])
    try:
        await office.ready()
        assert office.hands is not None
    finally:
        await office.put_down()
        office.close()
    assert len(threads) == 1 and threading.get_ident() not in threads
