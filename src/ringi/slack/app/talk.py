"""What is said in Slack: a mention or a direct message asks; in a task's thread it answers, decides or steers.

Talk between people is left alone: only what is addressed to the bot, or what the requester says in their own thread,
means anything here. Decisions in words are bound to the one gate whose card stands in that thread.
"""

from __future__ import annotations

import json
from typing import Any

from ringi.errors import Conflict, RingiError, Unavailable
from ringi.slack.app import binding, replies
from ringi.slack.app.container import Container
from ringi.slack.app.counter import Counter, Standing
from ringi.slack.app.desk import Person, Place
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.replies import Reading
from ringi.words import say

Json = dict[str, Any]


class Talk:
    def __init__(self, counter: Counter, container: Container) -> None:
        self._counter = counter
        self._container = container

    async def said(self, delivery: Delivery, event: Json) -> None:
        """A message that people wrote, mention or not; Slack may tell us of it under either name."""
        team = await self._counter.faces.team(delivery.team_id)
        if team is None:
            return
        bot = str(team["bot_user_id"])
        channel, ts = str(event["channel"]), str(event["ts"])
        private = event.get("channel_type") == "im" or channel.startswith("D")
        source = "agent_container" if private else "channel"
        place = Place(delivery.team_id, channel, str(event.get("thread_ts") or ts), source)
        text = str(event.get("text") or "")
        named, aside = replies.addressed(text, bot)
        named = named or private
        standing = await self._counter.standing(place)
        if event["user"] == bot or (not named and (standing is None or aside)):
            return
        foreign, counter = _foreign(event, delivery.team_id), self._counter
        known = counter.faces.person if foreign else counter.person
        person = await known(delivery.team_id, str(event["user"]))
        if person is None:
            return
        if foreign or person.stranger:
            # Somebody of another workspace in a shared channel: told so when they spoke to us, and nothing happens.
            if named:
                await self._private(person, place, "note_foreign")
            return
        others = [one for one in replies.named(text) if one != bot]
        reading = await self._read(delivery.team_id, replies.plain(text, bot), others)
        self._counter.let_in(place)
        try:
            if standing is None:
                await self._first(delivery, person, place, reading)
            else:
                await self._reply(delivery, person, place, standing, reading, ts, named)
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel, place.thread_ts)

    async def _first(self, delivery: Delivery, person: Person, place: Place, reading: Reading) -> None:
        """Said to us where nothing of ours is: a request, unless it is a decision that lost its thread, or thanks."""
        if reading.kind in ("approve", "reject", "return"):
            await self._private(person, place, "note_nothing")
        elif reading.kind == "empty":
            await self._private(person, place, "what")
        elif reading.kind != "courtesy":
            await self.ask(delivery, person, place, reading.words)

    async def ask(self, delivery: Delivery, person: Person, place: Place, words: str) -> None:
        """A new request; the sender puts up its cards."""
        counter = self._counter
        if not words.strip():
            await counter.notes.tell(person, say("slack_app", "what", person.lang), place.channel, place.thread_ts)
            return
        if place.source == "agent_container":
            self._container.thinking(person, place, words)
        result = await counter.do(lambda: counter.desk(person, delivery).ask_here(words, place))
        if result["status"] == "queued" and not result["duplicate"]:
            note = say("slack_app", "note_queued", person.lang)
            await counter.notes.tell(person, note, place.channel, place.thread_ts)

    # -- in a task's thread --------------------------------------------------------------------------------------

    async def _reply(
        self,
        delivery: Delivery,
        person: Person,
        place: Place,
        standing: Standing,
        reading: Reading,
        ts: str,
        named: bool,
    ) -> None:
        counter, words = self._counter, reading.words
        own, decider = await counter.concerned(person, standing)
        question = standing.question
        if reading.kind == "withdraw" and own and standing.active and not _offered(reading, question):
            # Their own request, before it runs: taken back. One that runs is refused, with the way to stop it.
            await counter.do(lambda: counter.desk(person, delivery).call("withdraw", task_id=standing.task_id))
            return
        if question is not None and words.strip():
            if _decides(reading, question) or (reading.kind == "unclear" and decider and not (named or own)):
                # Nothing can be decided before the question is answered, and a decision is never an answer to it.
                await self._private(person, place, "note_question")
            elif named or own:
                await self._answer(delivery, person, place, question, reading, ts)
            return
        if reading.kind in ("approve", "reject", "return"):
            await self._decide(delivery, person, place, standing, reading, ts)
        elif reading.kind in ("steer", "words", "withdraw"):
            await self._steer_or_ask(delivery, person, place, standing, reading, named=named, own=own)
        elif reading.kind == "unclear" and standing.active and (named or own or decider):
            await self._private(person, place, "note_unclear")
        elif reading.kind == "unclear" and named and not standing.active:
            await self.ask(delivery, person, place, words)
        elif reading.kind == "empty" and named:
            await self._private(person, place, "what")

    async def _answer(
        self, delivery: Delivery, person: Person, place: Place, question: Json, reading: Reading, ts: str
    ) -> None:
        """Words answer a question that stood there when they were written; thanks from before are no answer."""
        counter, approval_id = self._counter, str(question["id"])
        problem = await binding.unseen(counter, person, question, ts, "answer")
        if not problem:
            await counter.do(lambda: counter.desk(person, delivery).answer_to(approval_id, reading.words))
        elif reading.kind != "courtesy":
            await self._private(person, place, problem)

    async def _steer_or_ask(
        self,
        delivery: Delivery,
        person: Person,
        place: Place,
        standing: Standing,
        reading: Reading,
        *,
        named: bool,
        own: bool,
    ) -> None:
        counter = self._counter
        if standing.active and (named or own):
            await counter.do(
                lambda: counter.desk(person, delivery).call("steer", task_id=standing.task_id, text=reading.text)
            )
        elif not standing.active and named:
            await self.ask(delivery, person, place, reading.text)

    async def _decide(
        self, delivery: Delivery, person: Person, place: Place, standing: Standing, reading: Reading, ts: str
    ) -> None:
        """Words are a decision only on the one gate that the thread shows, by somebody who could have seen it."""
        counter = self._counter
        gates = standing.gates
        if not gates and standing.last is not None:
            last = standing.last
            raise Conflict(
                "RINGI-211",
                id=last["id"],
                state=last["state"],
                who=last["decided_by"] or "?",
                when=last["decided_at"] or "?",
            )
        if len(gates) != 1:
            await self._private(person, place, "note_many" if gates else "note_nothing")
            return
        gate = gates[0]
        problem = await binding.unseen(counter, person, gate, ts, reading.kind)
        if problem:
            await self._private(person, place, problem)
            return
        if reading.kind != "approve" and not reading.text:
            await self._private(person, place, "note_reason")
            return
        shown = {"approval_id": str(gate["id"]), "digest": str(gate["digest"])}
        await counter.do(
            lambda: counter.desk(person, delivery).call("decide", decision=reading.kind, reason=reading.text, **shown)
        )

    async def _read(self, team_id: str, bare: str, named: list[str]) -> Reading:
        """What is said, read before the names are in it: a name is nobody's decision."""
        found = replies.read(bare)
        text, words = [await self._with_names(team_id, said, named) for said in (found.text, bare)]
        return Reading(found.kind, text, words)

    async def _with_names(self, team_id: str, words: str, named: list[str]) -> str:
        """People who are named in it by name, as the writer saw them: nobody else knows Slack's ids.

        `named` is whom Slack says the message names; what only looks like it was typed, and stays as it was.
        """
        for user_id in dict.fromkeys(named):
            person = await self._counter.faces.person(team_id, user_id)
            if person is not None and person.name:
                words = replies.call(words, user_id, person.display_name or person.name)
        return words

    # -- small ---------------------------------------------------------------------------------------------------

    async def _private(self, person: Person, place: Place, key: str) -> None:
        text = say("slack_app", key, person.lang)
        await self._counter.notes.tell(person, text, place.channel, place.thread_ts)


def _decides(reading: Reading, question: Json) -> bool:
    """Whether words are a decision where a question is open. One of the choices that it offers is an answer."""
    return reading.kind in ("approve", "reject", "return") and not _offered(reading, question)


def _offered(reading: Reading, question: Json | None) -> bool:
    """Whether the words are one of the choices that an open question offers."""
    choices = (json.loads(str(question["shown"])).get("choices") or ()) if question is not None else ()
    return reading.words.strip() in choices


def _foreign(event: Json, team_id: str) -> bool:
    """Whether the writer belongs to another workspace (Slack Connect)."""
    home = event.get("user_team") or event.get("source_team")
    return bool(home) and home != team_id
