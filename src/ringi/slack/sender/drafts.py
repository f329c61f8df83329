"""A policy while a model writes it, as a message that grows in the agent's own place; gone once the card has it whole.

Cards are drawn whole from the facts and never from this. That a stream was begun is written down before it leaves, so
that one whose process died is taken away by the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from ringi import clock
from ringi.errors import RingiError
from ringi.flow.drafts import Draft
from ringi.slack.cards.text import escape
from ringi.slack.sender import keeping, lookup
from ringi.slack.sender.calls import Json, Refusal
from ringi.slack.sender.keeping import DRAFT, Place, Slot
from ringi.slack.sender.queue import GATE, TICK, Outbox
from ringi.slack.sender.standing import Standing
from ringi.store.writer import Store
from ringi.words import say

PACE = 1.0
"""Seconds between two pieces: a model writes faster than anybody reads, and Slack counts the calls."""
MOST = 10_000
"""Characters that are shown of it; Slack takes 12,000 of Markdown."""
WRITING = "policy_writing"
_PLAIN = str.maketrans({"*": "∗", "~": "∼", "`": "ˋ", "[": "［", "]": "］", "@": "＠"})
"""What would be a link, a mention or paint in Markdown: a draft has neither."""


@dataclass(slots=True)
class Growing:
    """One message that grows."""

    place: Place
    lang: str
    slot: Slot
    draft: Draft
    ts: str = ""
    message: str = ""
    """Which text it shows; one that begins anew is another."""
    sent: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Drafts:
    """All that are being written just now. `heard` and `looked` are told by the sender, on its loop."""

    def __init__(self, store: Store, outbox: Outbox, writing: Mapping[str, Draft], log: logging.Logger) -> None:
        self._store = store
        self._outbox = outbox
        self._writing = writing
        self._log = log
        self._growing: dict[str, Growing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._cannot: set[str] = set()
        """Workspaces whose app may not stream: found out once."""

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def heard(self, standing: Standing, run_id: str) -> None:
        """Something more was written of a task's policy."""
        place, draft = standing.place, self._writing.get(standing.place.task_id)
        own = place.channel.startswith("D") and place.thread_ts and place.team not in self._cannot
        if draft is None or not own or place.task_id in self._growing:
            return
        lang = standing.view["lang"] or place.lang or "ja"
        self._growing[place.task_id] = one = Growing(place, lang, (DRAFT, f"{run_id}.{clock.ulid()}"), draft)
        self._spawn(self._grow(one))

    def looked(self, standing: Standing) -> None:
        """The task stands so now: when its policy is not being written any more, nothing of the draft stays."""
        one = self._growing.get(standing.place.task_id)
        if one is not None and standing.view["state"] != WRITING:
            one.over.set()

    async def recover(self) -> None:
        """Take away what an earlier process was writing when it ended."""
        for place, slot, ts in await self._store.aread(keeping.drafts_left):
            self._spawn(self._gone(Growing(place, "", slot, Draft("", ""), ts)))

    async def stop(self) -> None:
        """What stands in Slack is taken away at the next start."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- one of them ---------------------------------------------------------------------------------------------

    async def _grow(self, one: Growing) -> None:
        place = one.place
        try:
            await self._began(one)
            while not one.over.is_set():
                more = self._more(one)
                if more:
                    await self._call(one, "chat.appendStream", {"ts": one.ts, "markdown_text": more})
                await self._pause(one)
        except Refusal as refusal:
            if refusal.error not in ("stopped_by_user", "message_not_found", "message_not_in_streaming_state"):
                self._cannot.add(place.team)  # it does without: the card comes all the same
                self._log.info("slack: chat.startStream: %s", refusal.error)
            await one.over.wait()
        except RingiError as error:
            self._log.info("slack: %s", error.code)
            await one.over.wait()
        finally:
            self._growing.pop(place.task_id, None)
        await self._gone(one)

    async def _began(self, one: Growing) -> None:
        place, slot = one.place, one.slot
        await self._store.awrite(lambda tx: keeping.intend(tx, place.task_id, slot), place.tenant_id)
        head = f"_{say('slack_app', 'drafting', one.lang)}_\n\n"
        begun: Json = {"thread_ts": place.thread_ts, "markdown_text": head + self._more(one)}
        answer = await self._call(one, "chat.startStream", begun)
        one.ts = ts = str(answer["ts"])
        await self._store.awrite(lambda tx: keeping.draft_posted(tx, place, slot, ts), place.tenant_id)

    async def _call(self, one: Growing, method: str, arguments: Json, urgency: int = TICK) -> Json:
        given = {"channel": one.place.channel, **arguments}
        future, _ = self._outbox.put(one.place.team, method, given, urgency=urgency)
        return (await future).data

    def _more(self, one: Growing) -> str:
        """What is new since the last piece. A text that was begun anew follows below a line."""
        tick = one.draft.so_far()
        if tick is None:
            return ""
        text = shown(tick["payload"]["delta"])
        begun = bool(one.message) and tick["messageId"] != one.message
        before = "" if begun else one.sent
        one.message, one.sent = tick["messageId"], text
        more = text[len(before) :]
        return f"\n\n---\n\n{more}" if begun and more else more

    async def _pause(self, one: Growing) -> None:
        ways = [asyncio.ensure_future(self._outbox.clock.sleep(PACE)), asyncio.ensure_future(one.over.wait())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()

    async def _gone(self, one: Growing) -> None:
        """Stopped and taken away. What nobody knows the name of is looked for by what Slack says of it."""
        place, slot = one.place, one.slot
        try:
            known = [one.ts] if one.ts else await lookup.streams_in(self._outbox, place)
            others = {other.ts for other in self._growing.values() if other is not one}
            for ts in [ts for ts in known if ts not in others]:
                with contextlib.suppress(Refusal):  # stopped by itself, or by its reader
                    await self._call(one, "chat.stopStream", {"ts": ts}, GATE)
                with contextlib.suppress(Refusal):  # somebody has taken it away
                    await self._call(one, "chat.delete", {"ts": ts}, GATE)
        except (Refusal, RingiError) as error:
            self._log.info("slack: draft of task %s: %s", place.task_id, error)
            return  # the next start tries again
        await self._store.awrite(lambda tx: keeping.draft_gone(tx, place, slot), place.tenant_id)


def shown(text: str) -> str:
    """Text that nobody has approved: it pings nobody, links nowhere, and every piece of it is the same in the whole."""
    return escape(text.translate(_PLAIN))[:MOST]
