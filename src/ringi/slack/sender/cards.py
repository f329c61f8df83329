"""Brings a task's cards to what its facts say: posts, updates, freezes, and repairs what went wrong on the way.

Works on one `Standing` per task, kept in memory while the task moves; the store has all that is needed to make it
again. `sender` says when to look.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ringi.errors import RingiError
from ringi.projection import fold_all, new_view
from ringi.slack.sender import keeping, lookup
from ringi.slack.sender.calls import Json, Refusal
from ringi.slack.sender.drawing import language, naming
from ringi.slack.sender.keeping import Message, Slot
from ringi.slack.sender.queue import Answer, Outbox
from ringi.slack.sender.refusals import CHANNEL, GONE, SHAPE, WORKSPACE, code_of
from ringi.slack.sender.standing import Card, Labels, Slots, Standing, contents, due, live, slot_of
from ringi.store.writer import Store
from ringi.words.errors import message as words

BREATH = 2.0
"""Seconds before a post whose answer never came is looked for: it may still be on its way."""
PROBE = 180.0
"""Seconds before something that Slack has refused for good is tried again: trouble ends without a word to us."""
TICK_SECONDS = 3.0


class Cards:
    """All cards of all tasks; `look` at one brings it a step further."""

    def __init__(
        self, store: Store, outbox: Outbox, slots: Slots, log: logging.Logger, changed: Callable[[str], None]
    ) -> None:
        self.store = store
        self.outbox = outbox
        self.log = log
        self.standing: dict[str, Standing] = {}
        self.labels: Labels = {}
        """What tools' arguments and results are called."""
        self.closed: dict[tuple[str, str], float] = {}
        """Workspaces (with an empty channel) and channels that Slack keeps us out of, and when they are tried again."""
        self._slots = slots
        self._changed = changed
        self._tasks: set[asyncio.Task[None]] = set()
        self._said: set[tuple[str, ...]] = set()

        self.working = 0
        """How many of them are writing down what Slack answered, just now."""

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def finish(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- looking -------------------------------------------------------------------------------------------------

    async def look(self, task_id: str) -> bool:
        """Send what is due for this task. False when it has no cards in Slack."""
        standing = self.standing.get(task_id) or await self._opened(task_id)
        if standing is None:
            return False
        place = standing.place
        people = await self._read(standing)
        if self._kept_out(place.team, place.channel):
            return True
        tick = standing.told == standing.view["sequence"]
        standing.told = standing.view["sequence"]
        view = standing.view
        ticks = live(view, standing.ticks)
        cards = self._slots(view, language(view, place.lang), people, labels=self.labels, live=ticks)
        standing.cards = {slot_of(card): card for card in cards}
        if standing.unsure and not standing.looking and not standing.unfindable:
            standing.looking = True
            self._spawn(self._search(standing))
        found = due(standing, cards, now=self.outbox.clock.now(), tick=tick)
        for message in found.current:
            self._let_be(standing, message)
        for message, card, urgency in found.updates:
            self._update(standing, message, card, urgency)
        if found.post is not None:
            self._post(standing, *found.post)
        if found.settled:
            await self._caught_up(standing)
        return True

    async def _opened(self, task_id: str) -> Standing | None:
        place = await self.store.aread(lambda tx: keeping.place_of(tx, task_id))
        if place is None:
            return None
        messages = {one.slot: one for one in place.messages}
        made = Standing(place, messages, new_view(task_id), set(place.unsure), told=-1)
        return self.standing.setdefault(task_id, made)

    async def _read(self, standing: Standing) -> Callable[[str], str]:
        """Bring the view up to date; and what people are called."""
        place, after = standing.place, standing.view["sequence"]
        facts, known = await self.store.aread(
            lambda tx: (keeping.facts_after(tx, place.task_id, after), keeping.names(tx)), place.tenant_id
        )
        if standing.view["sequence"] == after:
            standing.view = fold_all(facts, standing.view)
        if not standing.view["lang"]:
            place.lang = await self.store.aread(lambda tx: keeping.lang_of(tx, place.task_id), place.tenant_id)
        return naming(known)

    async def _caught_up(self, standing: Standing) -> None:
        place, sequence, unkept = standing.place, standing.view["sequence"], standing.unkept
        if place.shown_sequence >= sequence and not unkept:
            return
        moved = await self.store.awrite(
            lambda tx: keeping.caught_up(tx, place.task_id, sequence, unkept), place.tenant_id
        )
        place.shown_sequence = max(place.shown_sequence, sequence)
        standing.messages.update({one.slot: one for one in moved})

    # -- updating ------------------------------------------------------------------------------------------------

    def _update(self, standing: Standing, message: Message, card: Card, urgency: int) -> None:
        place = standing.place
        body = contents(card, plain=card.shown in standing.plain)
        arguments = {"channel": message.channel, "ts": message.ts, **body}
        how: Json = {"urgency": urgency, "key": ("card", message.id), "tag": (card, standing.mark(card))}
        if message.id in standing.queued:
            # What has left already is looked at again when it has been answered.
            self.outbox.renew(place.team, "chat.update", arguments, **how)
            return
        standing.queued.add(message.id)
        future, _ = self.outbox.put(place.team, "chat.update", arguments, **how)
        self._spawn(self._updating(standing, message, future))

    def _let_be(self, standing: Standing, message: Message) -> None:
        """It shows, or is about to show, what it should: an older wish that still waits is not wanted any more."""
        if message.id in standing.queued:
            self.outbox.forget(standing.place.team, "chat.update", ("card", message.id))

    async def _updating(self, standing: Standing, message: Message, future: asyncio.Future[Answer]) -> None:
        place = standing.place
        try:
            answer = await self._answered(future)
            (card, shown), at = answer.tag, moment(answer.data)
            await self.store.awrite(
                lambda tx: keeping.updated(tx, message, shown, at, frozen=card.frozen), place.tenant_id
            )
            message.shown, message.shown_at, message.frozen = shown, at, message.frozen or card.frozen
            self._let_in(place.team, place.channel)
        except asyncio.CancelledError:
            if not future.cancelled():
                raise
        except Refusal as refusal:
            await self._update_refused(standing, message, refusal.error)
        except RingiError as error:
            self._tell(error.code, place.task_id, **error.values)
        except Exception as error:
            self.log.error("slack: %s of task %s: %s: %s", message.slot[0], place.task_id, type(error).__name__, error)
        finally:
            standing.queued.discard(message.id)
            self._written(place.task_id)

    async def _update_refused(self, standing: Standing, message: Message, error: str) -> None:
        place, card = standing.place, standing.cards.get(message.slot)
        if error not in GONE:
            self._refused(standing, card, "chat.update", error)
            return
        if card is not None and (card.frozen or message.frozen):
            # A record that somebody removed is not put back; nothing live is missing.
            shown, at = card.shown, moment({})
            await self.store.awrite(lambda tx: keeping.updated(tx, message, shown, at, frozen=True), place.tenant_id)
            message.shown, message.frozen = shown, True
            return
        self._tell("RINGI-722", place.task_id, card=message.slot[0], error=error, again=message.ts)
        await self.store.awrite(lambda tx: keeping.gone(tx, message), place.tenant_id)
        standing.messages.pop(message.slot, None)

    # -- posting -------------------------------------------------------------------------------------------------

    def _post(self, standing: Standing, card: Card, urgency: int) -> None:
        place, slot = standing.place, slot_of(card)
        how: Json = {"urgency": urgency, "key": ("post", place.task_id, *slot), "tag": (card, standing.mark(card))}
        arguments: Json = {"channel": place.channel, **contents(card, plain=card.shown in standing.plain)}
        if place.thread_ts:
            arguments["thread_ts"] = place.thread_ts
        arguments |= {"unfurl_links": False, "unfurl_media": False}

        async def before() -> None:
            await self.store.awrite(lambda tx: keeping.intend(tx, place.task_id, slot), place.tenant_id)

        if standing.posting is not None:
            if standing.posting == slot:
                self.outbox.renew(place.team, "chat.postMessage", arguments, **how)
            return
        standing.posting = slot
        future, _ = self.outbox.put(place.team, "chat.postMessage", arguments, before=before, **how)
        self._spawn(self._posting(standing, slot, future))

    async def _posting(self, standing: Standing, slot: Slot, future: asyncio.Future[Answer]) -> None:
        place = standing.place
        try:
            answer = await self._answered(future)
            await self._adopt(standing, slot, answer.tag, str(answer.data["ts"]), answer.data.get("channel"))
            self._let_in(place.team, place.channel)
        except Refusal as refusal:
            await self.store.awrite(lambda tx: keeping.give_up(tx, place.task_id, [slot]), place.tenant_id)
            self._refused(standing, standing.cards.get(slot), "chat.postMessage", refusal.error)
        except RingiError as error:
            if error.code == "RINGI-724":
                await self.store.awrite(lambda tx: keeping.give_up(tx, place.task_id, [slot]), place.tenant_id)
            elif error.code != "RINGI-727":
                standing.unsure.add(slot)
            self._tell(error.code, place.task_id, **error.values)
        except Exception as error:
            # It is there, but could not be written down: found again by what it says of itself.
            standing.unsure.add(slot)
            self.log.error("slack: %s of task %s: %s: %s", slot[0], place.task_id, type(error).__name__, error)
        finally:
            standing.posting = None
            self._written(place.task_id)

    async def _answered(self, future: asyncio.Future[Answer]) -> Answer:
        try:
            return await future
        finally:
            self.working += 1

    def _written(self, task_id: str) -> None:
        self.working -= 1
        self._changed(task_id)

    async def _adopt(
        self, standing: Standing, slot: Slot, sent: tuple[Card, str] | None, ts: str, channel: Any = None
    ) -> None:
        """Write down that this message is that card; `sent` is None when nobody knows what it shows."""
        place = standing.place
        card, shown = sent if sent is not None else (None, None)
        version = card.version if card is not None else self._version(standing, slot)
        frozen = card.frozen if card is not None else False
        where = str(channel or place.channel)
        standing.messages[slot] = await self.store.awrite(
            lambda tx: keeping.posted(tx, place.task_id, slot, version, where, ts, shown, frozen=frozen),
            place.tenant_id,
        )

    def _version(self, standing: Standing, slot: Slot) -> int:
        card = standing.cards.get(slot)
        return card.version if card is not None else 1

    # -- repairing -----------------------------------------------------------------------------------------------

    async def _search(self, standing: Standing) -> None:
        """Look for the posts of which nobody knows; take those that are there, and let the others be posted."""
        place = standing.place
        try:
            await self.outbox.clock.sleep(BREATH)
            found = await lookup.cards_in(self.outbox, place)
            for slot in sorted(standing.unsure):
                copies = found.get(slot, [])
                if copies and slot not in standing.messages:
                    await self._adopt(standing, slot, None, copies[0][0])
                if len(copies) > 1:
                    self._tell("RINGI-728", place.task_id, card=slot[0], count=len(copies))
                    for ts, _ in copies[1:]:
                        self.outbox.put(place.team, "chat.delete", {"channel": place.channel, "ts": ts})
            lost = [slot for slot in standing.unsure if slot not in standing.messages]
            await self.store.awrite(lambda tx: keeping.give_up(tx, place.task_id, lost), place.tenant_id)
            standing.unsure.clear()
        except Refusal as refusal:
            # Whether it arrived cannot be found out, so it is not posted again: two live cards are worse than none.
            if refusal.error in CHANNEL | WORKSPACE and not refusal.needed:
                self._close(place.team, place.channel, refusal.error)
            else:
                standing.unfindable = True
                self._tell("RINGI-725", place.task_id, method="conversations.replies", error=str(refusal))
        except RingiError as error:
            self._tell(error.code, place.task_id, **error.values)
        finally:
            standing.looking = False
            if not standing.unsure:
                self._changed(place.task_id)

    def _refused(self, standing: Standing, card: Card | None, method: str, error: str) -> None:
        place = standing.place
        if error in CHANNEL | WORKSPACE:
            self._close(place.team, place.channel, error)
        elif card is None:
            self._tell("RINGI-725", place.task_id, method=method, error=error)
        elif error in SHAPE and card.shown not in standing.plain:
            standing.plain.add(card.shown)
            self._tell("RINGI-723", place.task_id, card=card.card_type, error=error, again=card.shown)
        else:
            standing.refused[card.shown] = self.outbox.clock.now() + PROBE
            self._tell("RINGI-725", place.task_id, method=method, error=error, again=card.shown)

    def _kept_out(self, team: str, channel: str) -> bool:
        now = self.outbox.clock.now()
        return any(self.closed.get((team, where), 0.0) > now for where in ("", channel))

    def _close(self, team: str, channel: str, error: str) -> None:
        whole = error in WORKSPACE
        self.closed[team, "" if whole else channel] = self.outbox.clock.now() + PROBE
        self._tell(code_of(error), team, channel=channel, team=team, error=error)
        self.outbox.drop(team, Refusal(error), "" if whole else channel)

    def reopen(self, team: str, channel: str) -> None:
        """Somebody has let us in again."""
        for one in [one for one in self.closed if one[0] == team and (not channel or one[1] in ("", channel))]:
            del self.closed[one]
        self._said = {one for one in self._said if one[1] != team}
        for standing in self.standing.values():
            if standing.place.team == team:
                standing.unfindable = False
                standing.refused.clear()

    def _let_in(self, team: str, channel: str) -> None:
        """Slack has taken something where it kept us out: should it do so again, that is worth a word."""
        if self.closed.keys() & {(team, ""), (team, channel)}:
            self.reopen(team, channel)

    def _tell(self, code: str, about: str, *, again: str = "", **values: Any) -> None:
        """In the log, once for each thing that it is about."""
        mark = (code, about, again)
        if mark in self._said:
            return
        if len(self._said) > 10_000:
            self._said.clear()
        self._said.add(mark)
        self.log.warning("%s %s", code, words(code, "en", {"task": about, **values}))

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def moment(answer: Json) -> str:
    """When Slack changed a message: by its own clock where it says so, else now. Whole seconds are taken as over."""
    told = str(((answer.get("message") or {}).get("edited") or {}).get("ts") or "")
    try:
        at = float(told)
    except ValueError:
        at = time.time()
    return f"{at + 1 if at.is_integer() else at:.6f}"
