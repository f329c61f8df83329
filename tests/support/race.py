"""Many processes, released at a barrier, decide the same thing; exactly one may win, and the others are told who.

    python race.py URL HOME PROCESSES ROUNDS     prints {"rounds", "processes", "winners_per_round": {"1": rounds}, …}

Half of them try to approve, half to reject, so that the winner's word must also be what the records say.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from ringi.errors import RingiError
from ringi.flow import gates, people
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office, open_office
from ringi.flow.worker import Worker
from ringi.projection import disagreements
from ringi.settings import Settings
from ringi.store.transaction import Tx
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands


def open_one(home: str, url: str) -> Office:
    return open_office(
        Settings(home, database_url=url, user="aki"), hands=FunctionHands({}), mind=ScriptedMind(steps=[])
    )


def decide(number: int, approval_id: str, digest: str, decision: str, tx: Tx) -> None:
    gates.decide(tx, people.enter(tx, f"user{number}", "cli"), approval_id, decision, reason="because", digest=digest)


def decider(home: str, url: str, number: int, barrier: Any, approvals: list[tuple[str, str]], told: Any) -> None:
    office = open_one(home, url)
    decision = "approve" if number % 2 else "reject"
    answers = []
    for approval_id, digest in approvals:
        barrier.wait()
        try:
            office.store.write(partial(decide, number, approval_id, digest, decision))
            answers.append(("won", decision, f"cli:user{number}"))
        except RingiError as error:
            answers.append((error.code, decision, error.values.get("who", "")))
    told.put(answers)
    office.close()


def prepare(home: str, url: str, processes: int, rounds: int) -> list[tuple[str, str]]:
    """As many waiting policies as there are rounds, and a user for every process."""
    office = open_one(home, url)
    desk = LocalDesk(office, "aki")
    for number in range(processes):
        desk.call("user_add", name=f"user{number}", roles=["approver"])
    tasks = [desk.call("ask", text=f"round {number}")["task_id"] for number in range(rounds)]

    async def write_policies() -> None:
        worker = Worker(office)
        await worker.start()
        for task_id in tasks:
            await worker.parked(task_id)
        await worker.stop()

    asyncio.run(write_policies())
    rows = desk.call("inbox", limit=1000)["approvals"]
    desk.close()
    office.close()
    assert len(rows) == rounds
    return [(row["approval_id"], row["digest"]) for row in rows]


def main(url: str, home: str, processes: int, rounds: int) -> dict[str, Any]:
    approvals = prepare(home, url, processes, rounds)
    fork = multiprocessing.get_context("fork")
    barrier = fork.Barrier(processes)
    told = fork.Queue()
    workers = [
        fork.Process(target=decider, args=(home, url, number, barrier, approvals, told)) for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    answers = [told.get(timeout=900) for _ in workers]
    for worker in workers:
        worker.join()
    winners, codes, wrong = Counter[str](), Counter[str](), 0
    for index in range(rounds):
        won = [one[index] for one in answers if one[index][0] == "won"]
        winners[str(len(won))] += 1
        codes.update(one[index][0] for one in answers)
        wrong += sum(1 for one in answers if one[index][0] == "RINGI-211" and won and one[index][2] != won[0][2])
    return {
        "processes": processes,
        "rounds": rounds,
        "winners_per_round": dict(winners),
        "answers": dict(codes),
        "told_somebody_else": wrong,
        "disagreements": [one.as_dict() for one in disagreements(url)],
    }


if __name__ == "__main__":
    place = Path(sys.argv[2])
    place.mkdir(parents=True, exist_ok=True)
    sys.stdout.write(json.dumps(main(sys.argv[1], str(place), int(sys.argv[3]), int(sys.argv[4]))) + "\n")
