"""The Sender: hears of every commit and every tick, and lets `cards` look at the tasks they are about.

Also the one door through which all other calls of ours go to Slack (`say`, and `now` for what cannot wait).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

from slack_sdk.errors import SlackApiError

from ringi.flow.office import Office
from ringi.slack import rendering
from ringi.slack.sender import keeping
from ringi.slack.sender.calls import Caller, ClientOf, Json, Refusal
from ringi.slack.sender.cards import TICK_SECONDS, Cards
from ringi.slack.sender.drafts import Drafts
from ringi.slack.sender.limits import Time, Wall
from ringi.slack.sender.queue import DECISION, GATE, PROGRESS, Answer, Outbox
from ringi.slack.sender.standing import Labels, Slots, Standing
from ringi.store.transaction import Committed

SWEEP_SECONDS = 30.0
"""How often the records are asked whether any card is behind: other processes commit too."""
LABELS_WAIT = 10.0
KEPT = 2_000
"""Threads held in memory; those that are up to date go first."""


class Sender:
    """One per process that talks to Slack. `start` repairs what an earlier process left behind."""

    def __init__(
        self, office: Office, client_of: ClientOf, *, clock: Time | None = None, slots: Slots | None = None
    ) -> None:
        self.office = office
        self.clock: Time = clock or Wall()
        self.outbox = Outbox(Caller(client_of), self.clock)
        self.cards = Cards(office.store, self.outbox, slots or rendering.slots, office.log, self._mark)
        self.drafts = Drafts(office.store, self.outbox, office.drafts, office.log)
        self._dirty: dict[str, None] = {}
        self._elsewhere: set[str] = set()
        """Tasks that have no cards in Slack."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stops: list[Callable[[], None]] = []
        self._pump: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._eased = asyncio.Event()

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stops = [self.office.store.subscribe(self._committed), self.office.on_tick(self._ticked)]
        # Cards do without for a while where the tools are slow to answer; from then on they have them.
        await asyncio.wait({self._aside(self._learn_labels())}, timeout=LABELS_WAIT)
        await self.drafts.recover()
        await self.sweep()
        self._sweeper = self._loop.create_task(self._sweeping())

    async def stop(self) -> None:
        """What has left is waited for; what has not is found again at the next start."""
        for stop in self._stops:
            stop()
        self._stops = []
        self._loop = None
        for task in (self._sweeper, *self._others):
            if task is not None:
                task.cancel()
        await asyncio.gather(*(one for one in (self._sweeper, *self._others) if one), return_exceptions=True)
        self._dirty.clear()
        if self._pump is not None:
            await asyncio.gather(self._pump, return_exceptions=True)
        await self.drafts.stop()
        await self.outbox.close()
        await self.cards.finish()

    # -- the door ------------------------------------------------------------------------------------------------

    def say(
        self, team: str, method: str, arguments: Json, *, urgency: int, key: str | None = None
    ) -> asyncio.Future[Json]:
        """Ask for a call: 0 as soon as may be, 1 soon, 2 when there is room. Of those with one key the last is made.

        The answer, or `SlackApiError` when Slack refused, or `Unreached` when it was given up.
        """
        level = {0: DECISION, 1: GATE}.get(urgency, PROGRESS)
        inner, _ = self.outbox.put(team, method, arguments, urgency=level, key=("say", key) if key else None)
        outer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        inner.add_done_callback(lambda done: _hand_on(done, outer))
        return outer

    async def now(self, team: str, method: str, arguments: Json) -> Json:
        """Straight: a trigger lives three seconds."""
        try:
            return await self.outbox.now(team, method, arguments)
        except Refusal as refusal:
            raise _original(refusal) from refusal

    def kept_out(self, team: str, channel: str = "") -> bool:
        """Whether Slack has refused us there (without a channel: anywhere), so that for a while nothing is sent."""
        return any(one == team and where in ("", channel or where) for one, where in self.cards.closed)

    def again(self, team: str, channel: str = "") -> None:
        """The app was let in again (invited, reinstalled, taken out of the archive): what is behind catches up."""
        self.cards.reopen(team, channel)
        self._aside(self.sweep())

    def look(self, task_id: str) -> None:
        """Whether this task's cards are as they would be drawn now: names and labels change without a fact."""
        self._elsewhere.discard(task_id)
        self._mark(task_id)

    async def settled(self) -> None:
        """Until nothing is left to be done."""
        while not self.quiet:
            self._eased.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._eased.wait(), 0.02)

    @property
    def labels(self) -> Labels:
        return self.cards.labels

    @property
    def quiet(self) -> bool:
        return self.resting and self.outbox.idle and not self.cards.busy and not self.drafts.busy

    @property
    def resting(self) -> bool:
        """Nothing is being worked on just now; what waits, waits for its time."""
        pumping = self._pump is not None and not self._pump.done()
        return not (self._dirty or pumping or self.outbox.sending or self.cards.working)

    # -- hearing -------------------------------------------------------------------------------------------------

    def _committed(self, committed: Committed) -> None:
        tasks = {fact.thread_id for fact, _ in committed.facts if fact.thread_id} | committed.touched
        if tasks:
            self._later(self._heard, tasks)

    def _ticked(self, task_id: str, fact: Json) -> None:
        self._later(self._tick, task_id, fact)

    def _later(self, act: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None:
            # The loop may be closing while a last commit comes in from a thread; the next start sees it.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act, *arguments)

    def _heard(self, tasks: set[str]) -> None:
        for task_id in sorted(tasks):
            self._mark(task_id)

    def _tick(self, task_id: str, fact: Json) -> None:
        """Live progress: the newest of each call, shown no oftener than every few seconds. Cards are drawn whole: text
        that comes in pieces is not theirs.
        """
        standing = self.cards.standing.get(task_id)
        if standing is not None and fact["type"] == "text.delta":
            self.drafts.heard(standing, str(fact["runId"]))
        if standing is None or fact["type"] != "tool.progress":
            return
        standing.heard[str(fact["toolCallId"])] = {key: _whole(value) for key, value in fact["payload"].items()}
        if not standing.ticking:
            standing.ticking = True
            self._aside(self._show_ticks(standing))

    async def _show_ticks(self, standing: Standing) -> None:
        wait = standing.next_tick - self.clock.now()
        if wait > 0:
            await self.clock.sleep(wait)
        standing.ticking = False
        standing.ticks |= standing.heard
        standing.heard.clear()
        standing.next_tick = self.clock.now() + TICK_SECONDS
        self._mark(standing.place.task_id)

    # -- looking -------------------------------------------------------------------------------------------------

    async def _learn_labels(self) -> None:
        """What tools call their arguments; cards do without when the tools cannot be asked."""
        try:
            await asyncio.to_thread(import_module, "ringi.hands.mcp_hands")  # a second's work the first time
            catalog = await self.office.hands.catalog()
        except Exception as error:
            self.office.log.warning("labels: %s: %s", type(error).__name__, error)
            return
        self.cards.labels = {
            tool.name: labels for tool in catalog if isinstance(labels := tool.meta.get("ringi/labels"), dict)
        }

    async def sweep(self) -> None:
        """Ask the records which cards are behind, and look at those."""
        for task_id in await self.office.store.aread(keeping.behind):
            self._elsewhere.discard(task_id)
            self._mark(task_id)

    async def _sweeping(self) -> None:
        while True:
            await self.clock.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception as error:  # the store may be busy or the disk full; the next sweep comes
                self.office.log.warning("slack: %s", error)

    def _mark(self, task_id: str) -> None:
        self._eased.set()
        if self._loop is None or task_id in self._elsewhere:
            return
        self._dirty[task_id] = None
        if self._pump is None or self._pump.done():
            self._pump = self._loop.create_task(self._look())

    async def _look(self) -> None:
        while self._dirty:
            task_id = next(iter(self._dirty))
            del self._dirty[task_id]
            try:
                if not await self.cards.look(task_id):
                    self._forget_elsewhere()
                    self._elsewhere.add(task_id)
                elif (standing := self.cards.standing.get(task_id)) is not None:
                    self.drafts.looked(standing)
            except Exception as error:  # one task's trouble is not the others'; the sweep comes back to it
                self.office.log.error("slack: task %s: %s: %s", task_id, type(error).__name__, error)
        self._trim()
        self._eased.set()

    def _forget_elsewhere(self) -> None:
        if len(self._elsewhere) > 10 * KEPT:
            self._elsewhere.clear()

    def _trim(self) -> None:
        standing = self.cards.standing
        if len(standing) <= KEPT:
            return
        for task_id, one in list(standing.items()):
            upto = one.place.shown_sequence >= one.view["sequence"]
            if upto and not (one.queued or one.posting or one.unsure or one.looking or one.refused):
                del standing[task_id]
            if len(standing) <= KEPT // 2:
                return

    def _aside(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)
        return task


def _whole(value: Any) -> Any:
    """Three, not three point nought: people read it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _original(refusal: Refusal) -> Exception:
    cause = refusal.__cause__
    return cause if isinstance(cause, SlackApiError) else SlackApiError(refusal.error, {"error": refusal.error})  # type: ignore[no-untyped-call]


def _hand_on(done: asyncio.Future[Answer], outer: asyncio.Future[Json]) -> None:
    if outer.done():
        return
    if done.cancelled():
        outer.cancel()
        return
    error = done.exception()
    if error is None:
        outer.set_result(done.result().data)
        return
    outer.set_exception(_original(error) if isinstance(error, Refusal) else error)
    outer.exception()  # whoever does not look at it has said that it does not matter
