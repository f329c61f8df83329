"""Carries an approved plan out in a managed session: hears what it asks for, compares, and runs the approved step.

What runs always comes from the plan, never from the session: a call is only compared with the next approved step, by
tool and input. The history over there says what was answered, the records here say what was done; after a restart both
are read, and nothing is done or answered twice.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from ringi.errors import Unavailable
from ringi.flow import config
from ringi.flow.execution import Intent, step_allowed
from ringi.flow.managed import metering, moves, speaking
from ringi.flow.managed.api import Api, Json, Passing, connected
from ringi.flow.managed.hearing import History
from ringi.flow.managed.opening import open_session
from ringi.flow.runner import Halt, Walk
from ringi.hands.tools import Catalog, Tool
from ringi.store.transaction import Tx
from ringi.words.errors import message

REMINDERS = 2
"""How often a session that ends its turn too early is told to go on."""
PAUSES = (0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Seconds between the tries to reach the API; after the last one the run fails, to be retried by a person."""
TICK = 0.5
"""Seconds after which somebody who waits looks whether this process is to stop."""
STOPPED = {"refusal": "RINGI-367", "retries_exhausted": "RINGI-369"}
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


class Stopping(Exception):
    """This process goes down; the session is found again by the next one."""


class ManagedWalk(Walk):
    """One run's way through one session. The parent class does the steps."""

    api: Api
    session_id: str
    names: dict[str, str]
    event: Json | None = None
    """The call of the session that the present step is done for."""
    over: str = ""
    """Which budget is used up; nobody has said yet that it may go on."""

    async def _carry_out(self, catalog: Catalog) -> bool:
        if not self._unfinished():
            return True
        budget = await self.office.store.awrite(lambda tx: config.read(tx)["managed_budget_cents"])
        self.names = speaking.tool_names(step["tool"] for step in self.run.steps)
        if not await self._within_budget(catalog):
            return False
        async with connected(self.office.settings.environ) as self.api:
            known = await self.office.store.awrite(lambda tx: moves.standing(tx, self.run, budget))
            self.waited, self.steps_of = known.waited, known.steps
            try:
                self.session_id = known.session_id or await self._tried(
                    lambda: open_session(self.office, self.run, self.api, known, catalog, self._unfinished())
                )
                return await self._through(catalog)
            except Stopping:
                return False

    async def _through(self, catalog: Catalog) -> bool:
        """Until all steps are done (True) or the run stops. A stream that breaks off is opened again."""
        failures = 0
        while True:
            before = len(self.run.results)
            try:
                done = await self._attend(catalog)
            except Passing as error:
                failures = 1 if len(self.run.results) > before else failures + 1
                await self._pause(failures, error)
            except Unavailable as error:
                if error.code != "RINGI-363":
                    raise
                # Deleted over there. What was done is on record here; a retry goes on from it with a new session.
                await self._commit(lambda tx: moves.gone(tx, self.run, self.session_id))
                raise
            else:
                if done is not None:
                    return done
                failures += 1
                await self._pause(failures, Passing("RINGI-365", reason="stream"))

    async def _pause(self, failures: int, error: Passing) -> None:
        if failures > len(PAUSES):
            raise error
        await self._wait(lambda: asyncio.sleep(PAUSES[failures - 1]))

    async def _tried(self, act: Callable[[], Any]) -> Any:
        """What may be asked for again without harm."""
        failures = 0
        while True:
            try:
                return await self._wait(act)
            except Passing as error:
                failures += 1
                await self._pause(failures, error)

    # -- hearing -------------------------------------------------------------------------------------------------

    async def _attend(self, catalog: Catalog) -> bool | None:
        """One stream, from its opening to its end. None when it broke off."""
        async with AsyncExitStack() as open_here:
            stream = await self._wait(lambda: open_here.enter_async_context(self.api.stream(self.session_id)))
            # Opened first, then listed: what is said in between comes by the stream, and what comes twice is dropped.
            self.history = History(await self._wait(lambda: self.api.history(self.session_id)))
            if self.history.messages == 0:
                await self._speak(speaking.plan_message(self._unfinished(), self.names), 1)
            for event in self.history.unanswered():
                done = await self._asked(event, catalog)
                if done is not None:
                    return done
            done = await self._stands(catalog)
            if done is not None:
                return done
            async for event in self._heard(stream):
                done = await self._hear(event, catalog)
                if done is not None:
                    return done
        return None

    async def _hear(self, event: Json, catalog: Catalog) -> bool | None:
        if not self.history.add(event):
            return None
        if event["id"] in self.history.uses:
            return await self._asked(event, catalog)
        return await self._stands(catalog)

    async def _stands(self, catalog: Catalog) -> bool | None:
        """What follows from how the session stands now: it has stopped, or it is over."""
        if self.history.terminated:
            raise self._halt("RINGI-370", reason=self.history.error or "-")
        reason = self.history.reason
        if reason in STOPPED:
            raise self._halt(STOPPED[reason], reason=self._told() or "-")
        if reason == "budget_reached":
            return await self._beyond(catalog)
        if reason == "requires_action":
            blocked = (self.history.stop or {}).get("event_ids") or []
            if any(one not in self.history.seen for one in blocked):
                return await self._again(catalog)
        if reason == "end_turn":
            if self.history.messages > REMINDERS:
                left = ", ".join(step["stepId"] for step in self._unfinished())
                raise self._halt("RINGI-371", left=left[:200])
            await self._speak(speaking.reminder(self._unfinished()), self.history.messages + 1)
        return None

    async def _again(self, catalog: Catalog) -> bool | None:
        """The session waits for an answer to something that never reached us: look at the whole of it."""
        for event in await self._wait(lambda: self.api.history(self.session_id)):
            if self.history.add(event) and event["id"] in self.history.uses:
                done = await self._asked(event, catalog)
                if done is not None:
                    return done
        return None

    # -- what it costs -------------------------------------------------------------------------------------------

    async def _within_budget(self, catalog: Catalog) -> bool:
        """Before a session is spoken to at all: whether there is anything left to pay it with. If not, a person is
        asked, about the next step as it would run.
        """
        run = self.run
        self.over = await self._commit(lambda tx: metering.over(tx, run.scene.task_id))
        if not self.over:
            return True
        intent, _ = await self._intent(self._unfinished()[0], catalog)
        return await self._allowed(intent, self.over)

    async def _meter(self) -> None:
        """Tell what the session has used so far. That its price is not to be had just now holds nothing up."""
        run, session_id, history = self.run, self.session_id, self.history
        try:
            usage = (await self._wait(lambda: self.api.status(session_id))).get("usage") or {}
        except Passing:
            usage = {}

        def told(tx: Tx) -> None:
            model = run.executor.partition(":")[2]
            metering.tell(tx, run.scene, run.execution_id, session_id, model, history, usage)

        await self._commit(told)
        self.over = await self._commit(lambda tx: metering.over(tx, run.scene.task_id))

    async def _beyond(self, catalog: Catalog) -> bool | None:
        """The session has cost what it may and stands still over there: it goes on where it stopped as soon as a person
        has allowed it more.
        """
        run, session_id = self.run, self.session_id
        await self._meter()
        now = metering.limit_of(await self._wait(lambda: self.api.status(session_id)))
        cents = await self._commit(lambda tx: metering.allowed(tx, run.execution_id, session_id, now))
        if cents is None:
            intent, _ = await self._intent(self._unfinished()[0], catalog)
            await self._ask(intent, self.over or now.why)
            return False
        try:
            await self._wait(lambda: self.api.allow(session_id, cents))
        except Unavailable as error:
            if error.code != "RINGI-364":
                raise
            raise self._halt("RINGI-368") from None  # over there nobody can say what its model costs
        self.history.stop = None
        return None

    def _why_ask(self, intent: Intent, tool: Tool) -> str:
        return self.over or super()._why_ask(intent, tool)

    async def _allowed(self, intent: Intent, why: str) -> bool:
        """A yes to the step for another reason is none to spending more than the task or the day may."""
        run = self.run
        about = "budget_" if why and why == self.over else ""
        if await self._commit(lambda tx: step_allowed(tx, run, intent, about)):
            return True
        await self._ask(intent, why)
        return False

    def _halt(self, code: str, **values: Any) -> Halt:
        return Halt(code, message(code, self.run.lang or "ja", values))

    def _told(self) -> str:
        details = self.history.stop_event.get("stop_details") or {}
        return str(details.get("category") or self.history.error or "")[:60]

    async def _heard(self, stream: AsyncIterator[Json]) -> AsyncIterator[Json]:
        while True:
            try:
                yield await self._wait(lambda: anext(stream))
            except StopAsyncIteration:
                return

    async def _wait(self, what: Callable[[], Awaitable[Any]]) -> Any:
        """Wait for the session, on the time limit of the run; what the steps take is counted by themselves."""
        begun, before = time.monotonic(), self.waited
        task = asyncio.ensure_future(_plainly(what))
        try:
            while not task.done():
                if self.office.stopping:
                    raise Stopping
                left = self._left()
                if left <= 0:
                    raise Halt("RINGI-403", f"{self.run.timeout:g}s")
                await asyncio.wait({task}, timeout=min(TICK, left))
                self.waited = before + time.monotonic() - begun
            if task.result() is _NOTHING:
                raise StopAsyncIteration
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def _left(self) -> float:
        return super()._left() - self.waited

    # -- answering -----------------------------------------------------------------------------------------------

    async def _asked(self, event: Json, catalog: Catalog) -> bool | None:
        """The session calls a tool: the approved step is run and answered, or the session has drifted."""
        if event["id"] in self.history.answered:
            return None
        step_id = self.steps_of.get(event["id"], "")
        done = self.run.entry(step_id) if step_id else None
        if done is not None and done["status"] == "completed":
            # Done before a crash, or said by a person to have happened: it only was not answered yet.
            await self._answer(event, done)
            return True if not self._unfinished() else None
        left = self._unfinished()
        if not left:
            return True
        step = left[0]
        how = self._differs(event, step)
        if how:
            return await self._drift(event, step, how, catalog)
        await self._meter()
        self.event = event
        self.steps_of[event["id"]] = step["stepId"]
        try:
            if not await self._step(step, catalog):
                return False
            # Kept before it is answered: after a crash the answer is given from the record, and nothing runs again.
            went = await self._commit(self._advance(None))
        finally:
            self.event = None
        entry, self.entry, self.artifacts = self.entry, None, []
        if not went:
            return False
        assert entry is not None
        await self._answer(event, entry)
        return True if not self._unfinished() else None

    def _differs(self, event: Json, step: Json) -> str:
        """How a call differs from the step that was approved; empty when it does not."""
        if event["type"] != "agent.custom_tool_use":
            return "kind"
        if event.get("name") != self.names[step["tool"]]:
            named = next((name for name, there in self.names.items() if there == event.get("name")), None)
            return "tool" if named is None else "order"
        asked = speaking.call_digest(step["tool"], event.get("input"))
        if asked and asked == speaking.call_digest(step["tool"], step["toolInput"]):
            return ""
        return "input"

    async def _drift(self, event: Json, step: Json, how: str, catalog: Catalog) -> bool | None:
        intent, _ = await self._intent(step, catalog)
        if how == "input":
            # A session may also have put the real values where the plan has places for them.
            filled = speaking.call_digest(step["tool"], intent.arguments)
            if filled and filled == speaking.call_digest(step["tool"], event.get("input")):
                return await self._asked({**event, "input": step["toolInput"]}, catalog)
        # The name is the session's own word: only what could be a tool's name is shown to anybody.
        named = str(event.get("name") or "")
        named = named if _NAME.fullmatch(named) else "?"
        run, session_id = self.run, self.session_id
        await self._commit(lambda tx: moves.drifted(tx, run, intent, session_id, event, how, named))
        return False

    def _advance(self, intent: Intent | None, tool: Tool | None = None) -> Callable[[Tx], bool | None]:
        advance, event, session_id, waited = super()._advance(intent, tool), self.event, self.session_id, self.waited

        def transition(tx: Tx) -> bool | None:
            went = advance(tx)
            if event is not None and went:
                if intent is not None:
                    moves.heard(tx, session_id, event, "running", intent.step["stepId"], intent.call_id)
                else:
                    moves.heard(tx, session_id, event, "done")
                moves.waited(tx, session_id, waited)
            return went

        return transition

    async def _answer(self, event: Json, entry: Json) -> None:
        answer = speaking.result_of(event["id"], entry, self._whole(entry))
        if self._unfinished():
            await self._send(answer, lambda history: event["id"] in history.answered)
        else:
            try:
                await self._wait(lambda: self.api.send(self.session_id, [answer]))
            except (Unavailable, Halt):
                # All that was approved is done: nobody waits for the session to hear of the last of it. Whoever closes
                # it looks whether it has.
                return
        self.history.answered.add(event["id"])
        session_id = self.session_id
        await self._commit(lambda tx: moves.heard(tx, session_id, event, "answered"))

    async def _speak(self, said: Json, number: int) -> None:
        await self._send(said, lambda history: history.messages >= number)
        self.history.messages = max(self.history.messages, number)
        self.history.stop = None

    async def _send(self, said: Json, arrived: Callable[[History], bool]) -> None:
        """Say something exactly once: after a lost answer the history tells whether it arrived."""
        failures = 0
        while True:
            try:
                await self._wait(lambda: self.api.send(self.session_id, [said]))
                return
            except Passing as error:
                failures += 1
                await self._pause(failures, error)
            if arrived(History(await self._tried(lambda: self.api.history(self.session_id)))):
                return


_NOTHING = object()


async def _plainly(what: Callable[[], Awaitable[Any]]) -> Any:
    """The end of a stream as a value: a task cannot end with `StopAsyncIteration`."""
    try:
        return await what()
    except StopAsyncIteration:
        return _NOTHING
