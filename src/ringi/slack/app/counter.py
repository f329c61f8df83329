"""What every handler works with: the office, the sender, who people are, private notes, and the threads of tasks.

The Desk is plain blocking code; it runs in a few threads of its own, so that an acknowledgement never waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from ringi.errors import Refused
from ringi.flow import people
from ringi.flow.office import Office
from ringi.projection import fold_all
from ringi.slack.app.desk import Person, Place, SlackDesk
from ringi.slack.app.faces import Faces, Sender
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.notes import Notes
from ringi.store.reads import Reads
from ringi.store.transaction import Tx
from ringi.words import say

Json = dict[str, Any]
T = TypeVar("T")
AT_ONCE = 4
PAGE = 1000
_IN_THREAD = (
    "SELECT s.task_id, s.tenant_id, s.team_id, s.channel, s.thread_ts, s.created_at, s.seal,"
    " r.id, r.status, r.user_id, r.requester, t.status AS task_status FROM slack_threads s"
    " JOIN requests r ON r.id = s.task_id LEFT JOIN tasks t ON t.id = r.id"
    " WHERE s.team_id = ? AND s.channel = ? AND s.thread_ts = ? ORDER BY r.id"
)
_PLACE = ("task_id", "tenant_id", "team_id", "channel", "thread_ts", "created_at", "seal")
_OPEN = "SELECT * FROM approvals WHERE task_id = ? AND state = 'open'"
_LAST = (
    "SELECT * FROM approvals WHERE task_id = ? AND state <> 'open' AND kind <> 'clarification'"
    " ORDER BY decided_at DESC, id DESC LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a thread is about now: its task under way or the newest one, and what is open there."""

    task_id: str
    requester_id: str
    active: bool
    approvals: tuple[Json, ...]
    last: Json | None
    """The gate decided most recently, for whoever comes too late."""

    @property
    def question(self) -> Json | None:
        return next((one for one in self.approvals if one["kind"] == "clarification"), None)

    @property
    def gates(self) -> list[Json]:
        return [one for one in self.approvals if one["kind"] != "clarification"]


class Counter:
    """One for the whole app."""

    def __init__(self, office: Office, sender: Sender, log: logging.Logger) -> None:
        self.office = office
        self.sender = sender
        self.log = log
        self.reads = Reads(office.store.url, office.store.tenant_id)
        self.faces = Faces(office.store, sender)
        self.notes = Notes(sender, log)
        self._entered: set[Person] = set()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="slack")

    def desk(self, person: Person, delivery: Delivery | None = None) -> SlackDesk:
        return SlackDesk(self.office, person, self.reads, delivery)

    async def person(self, team_id: str, user_id: str) -> Person | None:
        """Somebody of an installed workspace. From their first act on they are in the books, whatever comes of it, so
        that an admin finds them there and can say what they may do.
        """
        person = await self.faces.person(team_id, user_id) if user_id else None
        if person is not None and not person.stranger and person not in self._entered:
            with contextlib.suppress(Refused):  # switched off: each act of theirs is refused by itself
                await self.do(self.desk(person).enter)
            self._entered.add(person)
        return person

    async def insider(self, delivery: Delivery, user_id: str, home: str, channel: str) -> Person | None:
        """Somebody of this very workspace. Whoever is of another one (`home`), in a shared channel, is told so."""
        foreign = bool(home) and home != delivery.team_id
        known = self.faces.person if foreign else self.person
        person = await known(delivery.team_id, user_id)
        if person is not None and (foreign or person.stranger):
            await self.notes.tell(person, say("slack_app", "note_foreign", person.lang), channel)
            return None
        return person

    def let_in(self, place: Place) -> None:
        """Somebody speaks to us where we could not speak: we are back, and what is behind there catches up."""
        if self.sender.kept_out(place.team_id, place.channel):
            self.sender.again(place.team_id, place.channel)

    def back(self, team_id: str) -> None:
        """Somebody presses something of ours: we may be let in again where we were not."""
        if self.sender.kept_out(team_id):
            self.sender.again(team_id)

    async def do(self, act: Callable[[], T]) -> T:
        """Run blocking code of the Desk beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    async def standing(self, place: Place) -> Standing | None:
        """What the thread is about; None when it is about nothing of ours."""

        def look(tx: Tx) -> Standing | None:
            rows = tx.all(_IN_THREAD, (place.team_id, place.channel, place.thread_ts))
            if not rows:
                return None
            active = [row for row in rows if _active(row)]
            row = active[0] if active else rows[-1]
            tx.check("slack_threads", {name: row[name] for name in _PLACE})
            last = tx.one(_LAST, (row["id"],))
            return Standing(
                task_id=row["id"],
                requester_id=row["user_id"],
                active=bool(active),
                approvals=tuple(dict(one) for one in tx.all(_OPEN, (row["id"],))),
                last=dict(last) if last else None,
            )

        return await self.office.store.awrite(look)

    async def concerned(self, person: Person, standing: Standing) -> tuple[bool, bool]:
        """(whether they asked for this, whether they may decide at all)."""
        actor = await self.do(self.desk(person).enter)
        return actor.user_id == standing.requester_id, actor.has(*people.DECIDERS)

    def facts(self, task_id: str, tenant_id: str) -> Iterator[Json]:
        """A task's facts in their order (blocking)."""
        reads, after = self.reads.of(tenant_id), 0
        while found := reads.facts(task_id, after, PAGE):
            yield from found
            after = found[-1]["sequence"]

    def view(self, task_id: str, tenant_id: str) -> Json:
        """The task as its facts tell it (blocking)."""
        return fold_all(self.facts(task_id, tenant_id))

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        self.reads.close()


def _active(row: Any) -> bool:
    return row["status"] in ("received", "asking") or (
        row["status"] == "accepted" and row["task_status"] in ("extracted", "running")
    )
