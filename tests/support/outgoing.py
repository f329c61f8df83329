"""An office, the Slack double and the sender between them, on a clock that the test holds in its hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from heard import Heard
from slack_sdk.web.async_client import AsyncWebClient
from workplace import LOOK_AND_SEND, Workplace

from ringi.cli.bench.held import Held
from ringi.flow import gates, intake, people
from ringi.flow.worker import Worker
from ringi.slack.sender import Sender, track
from ringi.store.transaction import Tx
from ringi.testing.slack import Clock, Double

__all__ = ["CHANNEL", "TEAM", "Held", "House", "slack_house"]
TEAM, CHANNEL = "T0RINGI", "C0SOUMU"
Json = dict[str, Any]


class House:
    """One workspace with people, tasks and cards."""

    def __init__(self, place: Workplace, double: Double, clock: Clock) -> None:
        self.place = place
        self.double = double
        self.clock = clock
        assert place.office is not None
        self.office = place.office
        self.heard = Heard(place)
        self.worker: Worker | None = None
        self.sender = self.new_sender()

    def new_sender(self) -> Sender:
        return Sender(self.office, self.client, clock=self.clock)

    def client(self, team: str) -> AsyncWebClient:
        return AsyncWebClient(token=self.double.bot_token(team), base_url=self.double.api_url)

    async def ask(self, text: str = "please", channel: str = CHANNEL) -> str:
        """A request in a thread of its own, as the app takes it."""
        ts = await self.double.post("U0REQUESTER", channel, text)

        def submit(tx: Tx) -> str:
            actor = people.enter(tx, "aki", "cli")
            where = {"slack_channel": channel, "slack_thread_ts": ts}
            session = f"{TEAM}/{channel}/{ts}"
            made = intake.submit(tx, actor, text, source="channel", session=session, **where)
            track(tx, made["task_id"], TEAM, channel, ts)
            return str(made["task_id"])

        return await self.office.store.awrite(submit)

    async def decide(self, task_id: str, decision: str = "approve", reason: str = "") -> None:
        def decide(tx: Tx) -> None:
            row = tx.one("SELECT id, digest FROM approvals WHERE task_id = ? AND state = 'open'", (task_id,))
            assert row is not None
            actor = people.enter(tx, "aki", "cli")
            gates.decide(tx, actor, row["id"], decision, reason=reason, digest=row["digest"])

        await self.office.store.awrite(decide)

    @asynccontextmanager
    async def working(self) -> AsyncIterator[Worker]:
        worker = self.worker = Worker(self.office)
        await worker.start()
        try:
            yield worker
        finally:
            await worker.stop()
            self.worker = None
            self.office.stopping = False

    async def until(self, true: Callable[[], bool], *, idle: bool = False) -> None:
        """Let time pass, but only while nobody is at work; with `idle` also when nothing waits to be sent. Of a tool
        that is being used nobody knows how long it takes: time passes beside it, but not as soon.
        """
        calm, told = 0, -1
        for _ in range(100_000):
            if true():
                return
            await asyncio.sleep(0.001)
            calm = calm + 1 if self.sender.resting and told == self.heard.times else 0
            told = self.heard.times
            at_work = self.worker is not None and bool(self.worker._active or self.worker._waiting)
            enough = calm >= (200 if at_work and not idle else 5)
            if enough and (idle or not self.sender.quiet) and isinstance(self.clock, Held):
                await self.clock.step()
                calm = 0
        raise AssertionError("it never came to that")

    async def settled(self) -> None:
        await self.until(lambda: self.heard.everything)
        await asyncio.sleep(0.01)
        await self.until(lambda: self.sender.quiet)

    async def through(self, task_id: str, state: str) -> None:
        """Until the task is at that word, and its cards say so."""
        await self.until(lambda: self.place.state(task_id) == state)
        await self.settled()

    def thread(self, task_id: str) -> list[Json]:
        """Our messages in a task's thread, as Slack keeps them."""
        row = self.place.rows("SELECT channel, thread_ts FROM slack_threads WHERE task_id = ?", task_id)[0]
        found = self.double.messages(row["channel"], row["thread_ts"])
        return [one for one in found if one.get("metadata", {}).get("event_type") == "ringi_card"]

    def cards(self, task_id: str) -> list[tuple[str, int, str]]:
        """(card, version, words) of every card in the thread."""
        shown = []
        for one in self.thread(task_id):
            told = one["metadata"]["event_payload"]
            shown.append((told["card"], told["version"], one["text"]))
        return shown

    def methods(self) -> list[str]:
        return [kept.method for kept in self.double.calls]

    def refusals(self) -> list[str]:
        return [str(kept.answer.get("error")) for kept in self.double.calls if not kept.answer.get("ok")]

    async def restart(self) -> None:
        """Another process takes over, which knows only what is on the books."""
        await self.sender.stop()
        self.sender = self.new_sender()
        await self.sender.start()


@asynccontextmanager
async def slack_house(tmp_path: Path, url: str = "", **how: Any) -> AsyncIterator[House]:
    place = Workplace(tmp_path / "home", url or f"sqlite:///{tmp_path / 'ringi.db'}")
    clock = how.pop("clock", None) or Held()
    place.open(steps=how.pop("steps", LOOK_AND_SEND), **how)
    double = Double(clock=clock)
    await double.start()
    house = House(place, double, clock)
    try:
        yield house
    finally:
        await house.sender.stop()
        await double.stop()
        place.close()
