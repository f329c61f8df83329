"""Works and sends in a process of its own, and kills that process where it is told to. Slack lives in the parent.

    python sending.py HOME URL API TOKEN THREAD WHEN
    WHEN = none | repair | call-before:N | call-after:N (the Nth call of Slack) | commit-before:N | commit-after:N

`repair` starts the sender alone, waits until it has nothing left to do, and ends. Everything else takes the one request
through a rejected policy, its second version, the plan and the run, from wherever the records say it stands.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient
from workplace import LOOK_AND_SEND, MESSAGE, OBJECT

from ringi.flow import gates, intake, people
from ringi.flow.office import Office, open_office
from ringi.flow.worker import Worker
from ringi.settings import Settings
from ringi.slack.sender import Sender, track
from ringi.slack.sender.calls import Caller
from ringi.store.engine import PostgresConnection, SqliteConnection, connect
from ringi.store.transaction import Tx
from ringi.testing.minds import ScriptedMind
from ringi.testing.slack import Clock
from ringi.testing.tools import FunctionHands

TEAM, CHANNEL = "T0RINGI", "C0SOUMU"
SPEED = 40
_OPEN = "SELECT * FROM approvals WHERE task_id = ? AND state = 'open'"


class Killer:
    def __init__(self, when: str) -> None:
        self.kind, _, at = when.partition(":")
        self.at = int(at or 0)
        self.counts = {"call": 0, "commit": 0}
        self.armed = False

    def before(self, what: str) -> int:
        """The number of this one."""
        self.counts[what] += self.armed
        self._die(f"{what}-before", self.counts[what])
        return self.counts[what]

    def after(self, what: str, number: int) -> None:
        self._die(f"{what}-after", number)

    def _die(self, kind: str, number: int) -> None:
        if self.armed and (kind, number) == (self.kind, self.at):
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        call = Caller.call

        async def called(caller: Caller, team: str, method: str, arguments: dict[str, Any]) -> dict[str, Any]:
            number = self.before("call")
            answer = await call(caller, team, method, arguments)
            self.after("call", number)
            return answer

        Caller.call = called  # type: ignore[assignment, method-assign]
        for connection in (SqliteConnection, PostgresConnection):
            self._watch_commits(connection)

    def _watch_commits(self, connection: Any) -> None:
        commit = connection.commit

        def counted(db: Any) -> None:
            number = self.before("commit")
            commit(db)
            self.after("commit", number)

        connection.commit = counted


async def drive(office: Office, sender: Sender, thread_ts: str) -> None:
    """One request to its end: the first policy is rejected, all else approved."""

    def submit(tx: Tx) -> str:
        actor = people.enter(tx, "aki", "cli")
        session, where = f"{TEAM}/{CHANNEL}/{thread_ts}", {"slack_channel": CHANNEL, "slack_thread_ts": thread_ts}
        made = intake.submit(tx, actor, "please", source="channel", session=session, delivery_id="one", **where)
        track(tx, made["task_id"], TEAM, CHANNEL, thread_ts)
        return str(made["task_id"])

    task_id = await office.store.awrite(submit)

    def decide(tx: Tx) -> None:
        row = tx.one(_OPEN, (task_id,))
        assert row is not None
        first = row["kind"] == "prompt" and row["version"] == 1
        answer, reason = ("reject", "more detail") if first else ("approve", "")
        gates.decide(tx, people.enter(tx, "aki", "cli"), row["id"], answer, reason=reason, digest=row["digest"])

    reader = connect(office.store.url, readonly=True)  # looking on is no commit
    while True:
        await asyncio.sleep(0.02)
        task, gate = reader.one("SELECT status FROM tasks WHERE id = ?", (task_id,)), reader.one(_OPEN, (task_id,))
        if gate is not None:
            await sender.settled()  # a person decides on what is on the card
            await office.store.awrite(decide)
        elif task is not None and task["status"] in ("completed", "failed", "cancelled"):
            assert task["status"] == "completed", task["status"]
            reader.close()
            return


async def main(home: Path, url: str, api: str, token: str, thread_ts: str, when: str) -> None:
    killer = Killer(when)
    killer.watch()
    functions: dict[str, Any] = {
        "look": (lambda: {"n": 42}, "read", True, OBJECT),
        "send": (lambda recipient, text: {"sent": True}, "write", True, MESSAGE),
    }
    hands = FunctionHands(functions, metas={"send": {"ringi/content": ["text"]}})
    office = open_office(
        Settings(home, database_url=url, user="aki"), hands=hands, mind=ScriptedMind(steps=LOOK_AND_SEND)
    )
    killer.armed = True
    client = AsyncWebClient(token=token, base_url=api)
    sender = Sender(office, lambda team: client, clock=Clock(speed=SPEED))
    await sender.start()
    if when != "repair":
        worker = Worker(office)
        await worker.start()
        await drive(office, sender, thread_ts)
        await worker.stop()
    await sender.settled()
    await sender.stop()
    office.close()
    sys.stdout.write(f"{killer.counts['call']} {killer.counts['commit']}\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:7]))
