"""One database, several data directories: one of them works, the others leave it to that one and say so."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from test_live_worker import live
from workplace import Workplace

from ringi.errors import Conflict, RingiError
from ringi.flow.holding import ServerHold
from ringi.flow.worker import Worker
from ringi.store.transaction import Committed
from ringi.store.vault_keys import FILE


def another_home(workplace: Workplace) -> Workplace:
    """A second data directory on the same database, with the same key: without it nothing is decided there."""
    home = workplace.home.parent / "elsewhere"
    home.mkdir(mode=0o700)
    shutil.copy(workplace.home / FILE, home / FILE)
    return Workplace(home, workplace.url)


async def test_a_command_of_another_home_leaves_the_work_to_the_server_that_is_there(
    workplace: Workplace, refused: Callable[..., RingiError]
) -> None:
    workplace.open()
    elsewhere = another_home(workplace)

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        assert workplace.office is not None
        ready, loop = asyncio.Event(), asyncio.get_running_loop()

        def heard(news: Committed) -> None:
            if any(fact.type == "action.required" for fact, _ in news.facts):
                loop.call_soon_threadsafe(ready.set)

        stop = workplace.office.store.subscribe(heard)
        await asyncio.to_thread(elsewhere.open)
        desk = elsewhere.desk()
        task_id = (await asyncio.to_thread(desk.call, "ask", text="three"))["task_id"]
        await ready.wait()
        stop()
        await worker.parked(task_id)
        error = await asyncio.to_thread(refused, "RINGI-515", lambda: desk.carry_on(task_id))
        assert "process" in error.values["who"]
        assert (await asyncio.to_thread(desk.call, "inbox"))["unattended"] == []
        for _ in range(2):
            await asyncio.to_thread(elsewhere.decided, task_id)
            await _until(lambda: elsewhere.state(task_id) in ("plan_pending", "completed"), worker, task_id)
        assert not worker.retired and workplace.office.working

    await live(workplace, story)
    elsewhere.close()


async def _until(holds: Callable[[], bool], worker: Worker, task_id: str) -> None:
    while not await asyncio.to_thread(holds):
        await worker.parked(task_id)


async def test_when_the_server_is_gone_a_command_of_another_home_does_the_work(workplace: Workplace) -> None:
    workplace.open()

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        await worker.parked("nothing")

    await live(workplace, story)
    elsewhere = another_home(workplace)
    await asyncio.to_thread(elsewhere.open)
    assert await asyncio.to_thread(elsewhere.ask) != ""
    elsewhere.close()


@pytest.mark.postgres
async def test_a_worker_that_the_database_dropped_takes_its_place_again_or_says_that_it_is_gone(
    postgres_url: str, tmp_path: Path
) -> None:
    workplace = Workplace(tmp_path / "home", postgres_url)
    await asyncio.to_thread(workplace.open)
    assert workplace.office is not None
    retired = asyncio.Event()
    worker = Worker(workplace.office, on_retired=retired.set)
    await worker.start()
    place = worker._hold
    assert isinstance(place, ServerHold)
    before = place._db
    await asyncio.to_thread(_drop, postgres_url)
    while (place._db is before or worker._watched < 0) and not retired.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert not worker.retired
    with pytest.raises(Conflict):
        await Worker(workplace.office).start()

    def taken(patience: float = 0.0) -> None:
        raise Conflict("RINGI-515", who="another")

    place.acquire = taken  # type: ignore[method-assign]
    await asyncio.to_thread(_drop, postgres_url)
    await asyncio.wait_for(retired.wait(), 120)
    assert worker.retired and not workplace.office.working
    await worker.stop()
    workplace.close()


def _drop(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE '%(process %' AND datname = current_database()"
        )
