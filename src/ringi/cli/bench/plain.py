"""The peer of the Slack benchmark: a plain sender that updates a card on every event, in the order of events.

It is an honest one: it sends only cards that the event has changed, never two calls at once, and waits as long as Slack
tells it to. What it lacks is what is measured: limits of its own, newest state, urgency.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Any

from ringi.flow.office import Office
from ringi.projection import fold, new_view
from ringi.slack.rendering import Card, slots
from ringi.slack.sender import keeping
from ringi.slack.sender.calls import Caller, ClientOf, Later
from ringi.slack.sender.limits import Time
from ringi.store.transaction import Committed

Slot = tuple[str, str]


class PlainSender:
    """The same face as the Sender's, as far as the benchmark needs it."""

    def __init__(self, office: Office, client_of: ClientOf, *, clock: Time) -> None:
        self.office = office
        self.clock = clock
        self.calls: Counter[str] = Counter()
        self._caller = Caller(client_of)
        self._events: asyncio.Queue[str] = asyncio.Queue()
        self._outgoing: deque[tuple[keeping.Place, Card]] = deque()
        self._wanted = asyncio.Event()
        self._views: dict[str, dict[str, Any]] = {}
        self._places: dict[str, keeping.Place] = {}
        self._asked: dict[str, dict[Slot, str]] = {}
        self._messages: dict[str, dict[Slot, str]] = {}
        self._sending = False
        self._rendering = False
        self._tasks: list[asyncio.Task[None]] = []
        self._stop: Any = None

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        for row in await self.office.store.aread(lambda tx: tx.all("SELECT task_id FROM slack_threads")):
            await self._known(row["task_id"])

        def heard(committed: Committed) -> None:
            loop.call_soon_threadsafe(self._committed, committed)

        self._stop = self.office.store.subscribe(heard)
        self._tasks = [loop.create_task(self._render()), loop.create_task(self._send())]

    async def stop(self) -> None:
        self._stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._caller.close()

    @property
    def quiet(self) -> bool:
        return self.resting and not self._outgoing

    @property
    def resting(self) -> bool:
        return self._events.empty() and not self._rendering and not self._sending

    def _committed(self, committed: Committed) -> None:
        for task_id in committed.touched:
            self._events.put_nowait(task_id)

    async def _known(self, task_id: str) -> keeping.Place:
        place = self._places.get(task_id)
        if place is None:
            found = await self.office.store.aread(lambda tx: keeping.place_of(tx, task_id))
            assert found is not None
            place = self._places[task_id] = found
            self._views[task_id] = new_view(task_id)
            self._messages[task_id] = {one.slot: one.ts for one in place.messages}
            self._asked[task_id] = {one.slot: one.shown or "" for one in place.messages}
        return place

    async def _render(self) -> None:
        """For every event, what it changed on the cards."""
        while True:
            task_id = await self._events.get()
            self._rendering = True
            place = await self._known(task_id)
            after = self._views[task_id]["sequence"]
            facts = await self.office.store.aread(lambda tx, t=task_id, a=after: keeping.facts_after(tx, t, a))  # type: ignore[misc]
            for fact in facts:
                view = self._views[task_id] = fold(self._views[task_id], fact)
                if fact["sequence"] <= place.shown_sequence:
                    continue
                for card in slots(view, view["lang"] or "ja", str):
                    slot = (card.card_type, card.subject_id)
                    if self._asked[task_id].get(slot) != card.shown:
                        self._asked[task_id][slot] = card.shown
                        self._outgoing.append((place, card))
                        self._wanted.set()
            self._rendering = False

    async def _send(self) -> None:
        while True:
            if not self._outgoing:
                self._wanted.clear()
                await self._wanted.wait()
            self._sending = True
            place, card = self._outgoing[0]
            known = self._messages[place.task_id]
            slot = (card.card_type, card.subject_id)
            method = "chat.update" if slot in known else "chat.postMessage"
            where = {"ts": known[slot]} if slot in known else {"thread_ts": place.thread_ts}
            self.calls[method] += 1
            try:
                answer = await self._caller.call(
                    place.team, method, {"channel": place.channel, **where, **card.payload}
                )
            except Later as later:
                self.calls["ratelimited"] += 1
                self._sending = False
                await self.clock.sleep(later.seconds or 1.0)
                continue
            known[slot] = str(answer["ts"])
            self._outgoing.popleft()
            self._sending = False
