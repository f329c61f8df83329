"""The agent's own place in Slack: greeting and suggested prompts, the status while it works, Slack's own stop button.

Today's events (`app_home_opened` of the messages tab) and the older assistant's both come here. What an app may not use
is found out once per workspace and then left alone.
"""

from __future__ import annotations

import asyncio
from typing import Any

from ringi.errors import RingiError, Unavailable
from ringi.flow import config
from ringi.slack import cards
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person, Place
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.notes import FAILED, reason_of
from ringi.store.tenancy import within
from ringi.words import say

Json = dict[str, Any]
TITLE = 200
"""Characters of a session's title, as Slack documents."""
_NOT_OURS = frozenset(
    {"not_agent_app", "not_allowed_token_type", "unknown_method", "missing_scope", "feature_not_enabled"}
)


class Container:
    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._cannot: set[tuple[str, str]] = set()
        self._greeted: set[tuple[str, str]] = set()
        self._shown: dict[str, str] = {}
        self._pending: set[asyncio.Task[None]] = set()

    # -- coming in -----------------------------------------------------------------------------------------------

    async def opened(self, delivery: Delivery, event: Json) -> None:
        """Somebody opened the messages tab: prompts are pinned there; the greeting comes when nothing was said yet."""
        person = await self._counter.person(delivery.team_id, str(event["user"]))
        channel = str(event.get("channel") or "")
        if person is None or not channel:
            return
        if (delivery.team_id, channel) not in self._greeted and await self._empty(person, channel):
            await self._greet(person, channel)
        self._greeted.add((delivery.team_id, channel))
        await self._prompts(person, channel)

    async def started(self, delivery: Delivery, event: Json) -> None:
        """The older assistant's way to say that a thread was opened."""
        thread = event.get("assistant_thread") or {}
        channel, thread_ts = str(thread.get("channel_id") or ""), str(thread.get("thread_ts") or "")
        person = await self._counter.person(delivery.team_id, str(thread.get("user_id") or ""))
        if person is None or not channel:
            return
        await self._greet(person, channel, thread_ts)
        await self._prompts(person, channel, thread_ts)

    async def _empty(self, person: Person, channel: str) -> bool:
        try:
            arguments = {"channel": channel, "limit": 1}
            answer = await self._counter.sender.say(person.team_id, "conversations.history", arguments, urgency=2)
        except FAILED:
            return False
        return not answer.get("messages")

    async def _greet(self, person: Person, channel: str, thread_ts: str = "") -> None:
        with within(person.tenant_id):
            settings = await self._counter.office.store.awrite(config.read)
        text = cards.greeting(str(settings["name"]), lang=person.lang)
        where: Json = {"channel": channel, **({"thread_ts": thread_ts} if thread_ts else {})}
        await self._quietly(person.team_id, "chat.postMessage", {**where, "text": text})

    async def _prompts(self, person: Person, channel: str, thread_ts: str = "") -> None:
        prompts = cards.suggested_prompts(lang=person.lang)
        where: Json = {"channel_id": channel, **({"thread_ts": thread_ts} if thread_ts else {})}
        await self._quietly(person.team_id, "assistant.threads.setSuggestedPrompts", {**where, "prompts": prompts})

    # -- while it works ------------------------------------------------------------------------------------------

    def thinking(self, person: Person, place: Place, title: str) -> None:
        """Shown until the first card is there; the session is called after what was asked."""
        words = {"status": say("slack_app", "thinking", person.lang)}
        self._later(
            place.team_id, "assistant.threads.setStatus", {**_thread(place), **words}, f"status:{place.session}"
        )
        self.status(place, "processing", title)

    def status(self, place: Place, status: str, title: str = "") -> None:
        """Tell Slack where the session stands: while it is processing, Slack shows its own stop button."""
        if self._shown.get(place.session) == status:
            return
        self._shown[place.session] = status
        if len(self._shown) > 10_000:
            self._shown.pop(next(iter(self._shown)))
        arguments = {**_thread(place), "status": status, **({"title": title[:TITLE]} if title else {})}
        self._later(place.team_id, "agents.sessions.setStatus", arguments, f"session:{place.session}")

    async def stopped(self, delivery: Delivery, event: Json) -> None:
        """Slack's stop button: the task under way in that thread is cancelled, if this person may."""
        counter = self._counter
        channel, thread_ts = str(event.get("channel") or ""), str(event.get("thread_ts") or "")
        source = "agent_container" if channel.startswith("D") else "channel"
        place = Place(delivery.team_id, channel, thread_ts, source)
        person = await counter.person(delivery.team_id, str(event.get("user") or ""))
        standing = await counter.standing(place)
        if person is None or standing is None:
            return
        self._shown.pop(place.session, None)
        if not standing.active:
            self.status(place, "active")
            return
        try:
            await counter.do(lambda: counter.desk(person, delivery).call("cancel", task_id=standing.task_id))
            self.status(place, "active")
        except Unavailable:
            raise
        except RingiError as error:
            await counter.notes.refuse(person, error, channel, thread_ts)

    # -- small ---------------------------------------------------------------------------------------------------

    def _later(self, team: str, method: str, arguments: Json, key: str) -> None:
        task = asyncio.get_running_loop().create_task(self._quietly(team, method, arguments, key))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    async def _quietly(self, team: str, method: str, arguments: Json, key: str | None = None) -> None:
        if (team, method) in self._cannot:
            return
        try:
            await self._counter.sender.say(team, method, arguments, urgency=1, key=key)
        except asyncio.CancelledError:
            if key is None or (task := asyncio.current_task()) is None or task.cancelling():
                raise  # else a newer one took its place
        except FAILED as error:
            why = reason_of(error)
            if why in _NOT_OURS:
                self._cannot.add((team, method))
            self._counter.log.info("slack: %s: %s", method, why)

    async def settled(self) -> None:
        await asyncio.gather(*self._pending, return_exceptions=True)

    async def stop(self) -> None:
        for task in tuple(self._pending):
            task.cancel()
        await self.settled()


def _thread(place: Place) -> Json:
    return {"channel_id": place.channel, "thread_ts": place.thread_ts}
