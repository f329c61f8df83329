"""Drives one task from words to the end in a process of its own, and kills that process where it is told to.

    python driver.py HOME URL KILL
    KILL = none | unsynced | before:N | after:N (the Nth commit) | call:STEP:before|after

Everything that was acknowledged to the caller is appended to HOME/acks; what the tools really did to HOME/effects.
Started again on the same home it goes on where the records say, as a person would.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.settings import Settings
from ringi.store.engine import PostgresConnection, SqliteConnection
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

LATER = ("ringi.flow.carrying", "ringi.flow.runner", "ringi.flow.worker", "ringi.store.migrations.carrying_out")
"""What a nursery loads before the first run: what `main` would come to by itself."""
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}}
STEPS: list[dict[str, Any]] = [
    {"stepId": f"step-{n}", "order": n, "tool": tool, "toolInput": {"text": f"{tool} {n}"}, "description": tool}
    for n, tool in enumerate(("look", "paint", "note", "note"), start=1)
]


def append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Killer:
    """Counts commits and calls, and ends the process at the chosen one."""

    def __init__(self, when: str) -> None:
        self.kind, *rest = when.split(":")
        self.at = int(rest[0]) if rest else 0
        self.side = rest[1] if len(rest) > 1 else ""
        self.commits = 0
        self.armed = False

    def watch(self, connection: type[Any]) -> None:
        commit = connection.commit
        killer = self

        def counted(db: Any) -> None:
            if killer.armed:
                killer.commits += 1
            if killer.kind == "before" and killer.commits == killer.at and killer.armed:
                die()
            commit(db)
            if killer.kind == "after" and killer.commits == killer.at and killer.armed:
                die()

        connection.commit = counted

    def called(self, step: int, side: str) -> None:
        if self.kind == "call" and self.at == step and self.side == side:
            die()


def main(at: str, url: str, when: str, environ: dict[str, str] | None = None) -> None:
    """With an `environ` for it, the plan is carried out in a managed session."""
    home = Path(at)
    killer = Killer(when)
    killer.watch(SqliteConnection)
    killer.watch(PostgresConnection)

    def act(text: str) -> dict[str, Any]:
        tool, number = text.split()
        killer.called(int(number), "before")
        if tool != "look":
            append(home / "effects", text)
        killer.called(int(number), "after")
        return {"done": text}

    hands = FunctionHands(
        {
            "look": (act, "read", True, TEXT),
            "paint": (act, "write", True, TEXT),
            "note": (act, "write", False, TEXT),
        }
    )
    settings = Settings(home, database_url=url, user="aki", environ=environ)
    office = open_office(settings, hands=hands, mind=ScriptedMind(steps=STEPS))
    if when == "unsynced":
        # The counter-proof: a store that does not wait for the disk must be noticed by whoever watches.
        office.store._db.execute("PRAGMA synchronous = OFF")
    desk = LocalDesk(office, "aki")
    if environ is not None:
        desk.call("settings_set", key="executor", value="managed")
    killer.armed = True

    def acknowledged(operation: str, **arguments: Any) -> dict[str, Any]:
        answer = desk.call(operation, **arguments)
        append(home / "acks", json.dumps({"operation": operation, **answer}))
        return answer

    task_id = acknowledged("ask", text="go", delivery_id="only-one")["task_id"]
    for _ in range(20):
        desk.carry_on(task_id)
        shown = desk.call("show", id=task_id)
        state = shown["state"]
        append(home / "acks", json.dumps({"operation": "state", "state": state}))
        if state in ("policy_pending", "plan_pending"):
            gate = next(one for one in shown["approvals"] if one["state"] == "open")
            acknowledged("decide", approval_id=gate["id"], digest=gate["digest"], decision="approve")
        elif state == "outcome_unknown":
            acknowledged("resolve", execution_id=shown["executions"][-1]["id"], verdict="done")
        else:
            break
    desk.close()
    office.close()
    sys.stdout.write(json.dumps({"state": state, "commits": killer.commits, "task_id": task_id}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3])
