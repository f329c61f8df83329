"""A worker in a process of its own with work that kills it, or that is killed by hand.

    python poisoned.py HOME URL poison | hand | heal

`poison`: reading a request that says poison kills the process; reading another takes until everything has begun.
`hand`: the process is killed as soon as everything has begun, whatever it is doing. `heal`: everything is read at once.
Prints the state of every task when nothing is left to do.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from ringi.flow import worker as working
from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.flow.worker import Worker
from ringi.minds import Brief
from ringi.settings import Settings
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

LATER = ("ringi.flow.worker", "ringi.store.migrations.carrying_out")
TEXTS = ("first", "poison", "last")


class Poisoned(ScriptedMind):
    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how
        self.began = 0

    async def extract(self, brief: Brief) -> Any:
        self.began += 1
        if self.how != "heal":
            for _ in range(50):  # until all that may run beside has begun
                await asyncio.sleep(0)
            if self.how == "hand" or "poison" in brief.text:
                os.kill(os.getpid(), signal.SIGKILL)
            await asyncio.sleep(0.01)
        return await super().extract(brief)


async def carry_on(office: Any, tasks: list[str]) -> int:
    worker = Worker(office)
    await worker.start()
    for task_id in tasks:
        await worker.parked(task_id)
    await worker.stop()
    return worker.claimed


def main(home: str, url: str, how: str) -> None:
    Path(home).mkdir(exist_ok=True)
    working.ALONE_SECONDS = 600.0
    office = open_office(
        Settings(Path(home), database_url=url, user="aki"), hands=FunctionHands({}), mind=Poisoned(how)
    )
    desk = LocalDesk(office, "aki")
    tasks = [desk.call("ask", text=text, delivery_id=text)["task_id"] for text in TEXTS]
    asyncio.run(carry_on(office, tasks))
    shown = {text: desk.call("show", id=task_id) for text, task_id in zip(TEXTS, tasks, strict=True)}
    desk.close()
    office.close()
    states = {text: one["state"] for text, one in shown.items()}
    sys.stdout.write(json.dumps(states) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
