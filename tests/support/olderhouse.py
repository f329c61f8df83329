"""A data directory of an earlier release, in the middle of its work: approvals of every kind wait, jobs are queued, the
tools of another's server are pinned. `tests/store/older_house.tar.xz` is one, made once and never again.

    python tests/support/olderhouse.py make /tmp/ringi-older older_house.tar.xz

makes such a directory with the code it is run with, through the Desk; `unpack` lays the kept one out for a test, and
`OlderHouse` is that directory as its people use it.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office, open_office
from ringi.minds import Mind
from ringi.settings import Settings
from ringi.testing.minds import ScriptedMind

KEPT = Path(__file__).parents[1] / "store" / "older_house.tar.xz"
SERVER = Path(__file__).parents[1] / "hands" / "servers" / "ledger.py"
TODAY = date(2026, 11, 18)
OVERTIME = "2026年10月の営業部の残業時間を調べて"
REQUESTER, APPROVER, ADMIN, DEVELOPER = "mai", "ken", "aki", "dan"
COMMAND = "ringi-test-ledger"
SECRET = "ledger-test-token-0001"
TOKENS = {"access_token": "older-house-test-token-0001", "token_type": "Bearer"}
Steps = list[dict[str, Any]]


def step(number: int, tool: str, /, **tool_input: Any) -> dict[str, Any]:
    named = {"stepId": f"step-{number}", "order": number, "tool": tool}
    return {**named, "toolInput": tool_input, "description": f"{tool} {number}"}


def posting(amount: int) -> Steps:
    """Look, then post exactly this: the amount says which request it belongs to."""
    entry = step(2, "post_entry", account="4100", amount=amount, text="October")
    return [step(1, "read_balance", account="4100"), entry]


def handing_on(amount: int) -> Steps:
    """The text of the entry comes from what was read."""
    words = {"$text": "of {step-1: owner}"}
    return [step(1, "read_balance", account="4100"), step(2, "post_entry", account="4100", amount=amount, text=words)]


CLOSING = [step(1, "close_book", book="2026-10")]
ENTRIES = {"plan": 10, "late": 20, "unknown": 30, "ready": 40, "killed": 50, "ended": 60}
"""Amounts of the entries, by the request that asks for it."""


class OlderHouse:
    """One data directory and its people. `calls` is what the ledger really did."""

    def __init__(self, home: Path) -> None:
        self.home, self.outside = home, home.parent / "outside"
        """`outside`: the home directory of the ledger's machine."""
        self.office: Office | None = None
        self.environ: dict[str, str] = {}
        """What else the environment has at the next opening."""
        self._desks: list[LocalDesk] = []

    def open(self, mind: Mind | None = None, url: str = "") -> OlderHouse:
        bin_ = self.outside / "bin"
        bin_.mkdir(parents=True, exist_ok=True)
        command = bin_ / COMMAND
        if not command.exists():
            command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SERVER}"\n')
            command.chmod(0o755)
        environ = {"PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(self.outside), "LEDGER_TOKEN": SECRET} | self.environ
        settings = Settings(self.home, database_url=url, today=TODAY, user=ADMIN, environ=environ)
        self.office = open_office(settings, mind=mind)
        return self

    def desk(self, name: str = ADMIN) -> LocalDesk:
        assert self.office is not None
        desk = LocalDesk(self.office, name, "cli", "", self._desks[0].reads if self._desks else None)
        self._desks.append(desk)
        return desk

    def close(self) -> None:
        for desk in self._desks:
            desk.close()
        self._desks.clear()
        if self.office is not None:
            self.office.close()
            self.office = None

    def calls(self) -> list[dict[str, Any]]:
        """What the ledger was made to do, in its order."""
        book = self.outside / "ledger.jsonl"
        return [json.loads(line) for line in book.read_text("utf-8").splitlines()] if book.exists() else []

    def tasks(self) -> list[str]:
        """Every request, oldest first."""
        assert self.office is not None
        rows = self.office.store.write(
            lambda tx: tx.all("SELECT id FROM requests WHERE source <> 'spectra' ORDER BY id")
        )
        return [str(row["id"]) for row in rows]

    def state(self, task_id: str) -> str:
        return str(self.desk().call("show", id=task_id)["state"])

    # -- what people do ------------------------------------------------------------------------------------------

    def ask(self, text: str, *, work: bool = True, session: str = "") -> str:
        task_id = str(self.desk(REQUESTER).call("ask", text=text, session=session)["task_id"])
        if work:
            self.desk().carry_on(task_id)
        return task_id

    def waiting(self, task_id: str) -> list[dict[str, Any]]:
        shown = self.desk(APPROVER).call("show", id=task_id)["approvals"]
        return [one for one in shown if one["state"] == "open"]

    def approve(self, task_id: str, *, work: bool = True, who: str = APPROVER) -> str:
        """Decide the one thing that waits, as it is shown."""
        (gate,) = self.waiting(task_id)
        self.desk(who).call("decide", decision="approve", approval_id=gate["id"], digest=gate["digest"])
        if work:
            self.desk().carry_on(task_id)
        return self.state(task_id)


def unpack(folder: Path) -> OlderHouse:
    """The kept directory, laid out under `folder`."""
    with tarfile.open(KEPT) as archive:
        archive.extractall(folder, filter="data")
    return OlderHouse(folder / "home")


# -- how it was made -------------------------------------------------------------------------------------------------


def settle_in(house: OlderHouse) -> None:
    """People with their roles, settings, the ledger's server, a permission, a secret."""
    owner = house.desk()
    owner.call("whoami")
    for name, roles in ((APPROVER, ["approver"]), (REQUESTER, ["requester"]), (DEVELOPER, ["developer"])):
        owner.call("user_add", name=name, roles=roles)
    for key, value in (("self_approval", False), ("max_versions", 7), ("l4_timeout_seconds", 240)):
        owner.call("settings_set", key=key, value=value)
    env = {"TARGET": "books", "LEDGER_TOKEN": "${LEDGER_TOKEN}"}
    owner.call("server_add", name="ledger", table={"command": COMMAND, "env": env})
    owner.call("tool_permit", tool="post_entry", allowed=True, most={"amount": 1000})
    owner.call("tool_permit", tool="send_slack_dm", allowed=False)
    owner.call("server_signed_in", name="ledger", kept=TOKENS)


def at_plan(house: OlderHouse, steps: Steps, text: str) -> str:
    """A request whose plan waits, as the mind of this script makes it."""
    assert house.office is not None
    house.close()
    house.open(ScriptedMind(steps=steps, title=text, policy=f"{text}: read the balance, then act.", summary="Done."))
    task_id = house.ask(text)
    assert house.approve(task_id) == "plan_pending", house.state(task_id)
    return task_id


def make_ledger_work(house: OlderHouse) -> None:
    ended = at_plan(house, posting(ENTRIES["ended"]), "Post October, which is done")
    assert house.approve(ended) == "completed"
    at_plan(house, posting(ENTRIES["plan"]), "Post October, whose plan waits")
    at_plan(house, handing_on(ENTRIES["late"]), "Post October with the owner's name")
    closing = at_plan(house, CLOSING, "Close the book of October")
    assert house.approve(closing) == "step_pending"
    lost = at_plan(house, posting(ENTRIES["unknown"]), "Post October, whose answer is lost")
    (house.outside / "lose-answer").touch()
    assert house.approve(lost) == "outcome_unknown"
    ready = at_plan(house, posting(ENTRIES["ready"]), "Post October, approved and not begun")
    house.approve(ready, work=False)


def make_overtime_work(house: OlderHouse) -> None:
    house.close()
    house.open()
    assert house.state(house.ask(OVERTIME)) == "policy_pending"
    begun = house.ask(OVERTIME)
    house.approve(begun, work=False)
    assert house.state(house.ask("残業時間を調べて")) == "asking"
    house.ask(OVERTIME, work=False)
    first = house.ask(OVERTIME, work=False, session="month-end")
    second = house.ask(OVERTIME, work=False, session="month-end")
    assert (house.state(first), house.state(second)) == ("received", "queued")


def be_killed(house: OlderHouse) -> None:
    """The process ends in the middle of a call that must not be made twice."""
    killed = at_plan(house, posting(ENTRIES["killed"]), "Post October, in the middle of a crash")
    (house.outside / "kill-caller").touch()
    house.approve(killed)


async def ask_as_spectra(house: OlderHouse, work: Path) -> None:
    """SPECTRA asks for one command, and is gone before it is answered."""
    from ringi.spectra.acting import Acting, ShellRules
    from ringi.spectra.gate import Book
    from ringi.spectra.running import Spectra
    from ringi.spectra.shapes import Input
    from ringi.testing.driving import ScriptedDriver, command, goals

    assert house.office is not None
    acting = Acting(work, environ=dict(house.office.settings.environ), shell=ShellRules(sandbox="off"), lang="en")
    book = Book(house.office, work, DEVELOPER, "en")
    script = ScriptedDriver([goals("Books"), command("touch closed")])
    spectra = Spectra(work, mind=script, hands=acting, approvals=book, lang="en", user=DEVELOPER)
    spectra.hear(Input(source="console", authority="developer", surface="chat", text="Close the books"))
    running = asyncio.create_task(spectra.run())
    async with asyncio.timeout(60):
        while spectra.asked is None:  # noqa: ASYNC110 - nobody rings for it
            await asyncio.sleep(0.01)
    os._exit(0)
    await running


def main(what: str, folder: Path, into: Path) -> None:
    house = OlderHouse(folder / "home")
    if what == "make":
        house.open()
        settle_in(house)
        make_ledger_work(house)
        make_overtime_work(house)
        house.close()
        for part in ("be_killed", "spectra", "pack"):
            subprocess.run([sys.executable, __file__, part, str(folder), str(into)], check=False)
    elif what == "be_killed":
        be_killed(house.open())
    elif what == "spectra":
        (folder / "work").mkdir()
        asyncio.run(ask_as_spectra(house.open(), folder / "work"))
    elif what == "pack":
        pack(folder, into)


def pack(folder: Path, into: Path, names: Sequence[str] = ("home", "outside", "work")) -> None:
    """Everything but what belongs to a running process, with nobody's name in it."""
    import sqlite3

    with sqlite3.connect(folder / "home" / "ringi.db") as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("VACUUM")

    def nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        left_out = entry.name.endswith((".lock", ".sock", "/bin")) or "/bin/" in entry.name or entry.issym()
        return None if left_out else entry

    with tarfile.open(into, "w:xz") as archive:
        for name in names:
            archive.add(folder / name, name, filter=nobody)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
