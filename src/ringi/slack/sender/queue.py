"""The queue: one lane per workspace and method, each inside its tier. What is wanted last of a thing is what is sent.

Decisions leave first, the one just taken before older ones; then endings, new gates, progress. A refusal for coming
too often is waited out and never reaches a caller.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ringi.slack.sender.calls import Caller, Json, Later, NotKnown, Refusal, Unreached
from ringi.slack.sender.limits import CHANNEL_PAUSE, Allowance, Time, tier_of

DECISION, ENDING, GATE, PROGRESS, TICK = range(5)
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
AT_ONCE = 8
ONCE_ONLY = frozenset({"chat.postMessage", "chat.postEphemeral", "chat.startStream", "chat.appendStream"})
"""Doing it twice is not the same as doing it once."""

Lane = tuple[str, str]


class Answer(NamedTuple):
    data: Json
    tag: Any
    """What the caller had put beside the arguments that were really sent."""


@dataclass(slots=True)
class Wanted:
    """One call that has not left yet."""

    team: str
    method: str
    arguments: Json
    urgency: int
    key: Any
    tag: Any
    before: Callable[[], Awaitable[None]] | None
    future: asyncio.Future[Answer]
    since: float
    order: int
    attempts: int = 0
    not_before: float = 0.0
    also: list[asyncio.Future[Answer]] = field(default_factory=list)

    @property
    def channel(self) -> str:
        return str(self.arguments.get("channel", "")) if self.method == "chat.postMessage" else ""

    @property
    def rank(self) -> tuple[int, float]:
        """Of decisions on cards the newest first: whoever just took one is looking. All else in its order."""
        newest_first = self.urgency == DECISION and self.method == "chat.update"
        return (self.urgency, -self.since if newest_first else self.order)


class _Lane:
    """What is wanted of one method in one workspace."""

    def __init__(self, method: str) -> None:
        self.allowance = Allowance(tier_of(method))
        self.waiting: list[Wanted] = []
        self.under_way: set[Any] = set()
        """Keys of what has left and is not answered yet."""
        self.sending = 0
        self.paused = 0.0
        self.channels: dict[str, float] = {}
        self.busy: set[str] = set()
        self.woken = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None

    def next(self, now: float) -> tuple[Wanted | None, float | None]:
        """Who may leave now, or else how long nobody may; None when something under way decides that."""
        if now < self.paused:
            return None, self.paused - now
        if self.sending >= AT_ONCE:
            return None, None
        urgent, other = self.allowance.wait(now, urgent=True), self.allowance.wait(now)
        best: Wanted | None = None
        soonest: float | None = None
        for one in self.waiting:
            wait = self._wait(one, now, urgent if one.urgency == DECISION else other)
            if wait is None:
                continue
            if wait > 0:
                soonest = wait if soonest is None else min(soonest, wait)
            elif best is None or one.rank < best.rank:
                best = one
        return best, soonest

    def _wait(self, one: Wanted, now: float, allowed: float | None) -> float | None:
        if allowed is None or one.key in self.under_way or one.channel in self.busy:
            return None
        return max(allowed, one.not_before - now, self.channels.get(one.channel, 0.0) - now)

    def begin(self, one: Wanted, now: float) -> None:
        self.waiting.remove(one)
        self.sending += 1
        self.allowance.begin(now)
        if one.key is not None:
            self.under_way.add(one.key)
        if one.channel:
            self.busy.add(one.channel)
            self.channels[one.channel] = now + CHANNEL_PAUSE

    def end(self, one: Wanted, now: float) -> None:
        self.sending -= 1
        self.allowance.end(now)
        self.under_way.discard(one.key)
        self.busy.discard(one.channel)
        self.woken.set()

    def of(self, key: Any) -> Wanted | None:
        return next((one for one in self.waiting if one.key == key), None) if key is not None else None


class Outbox:
    """Everything that is on its way to Slack."""

    def __init__(self, caller: Caller, clock: Time) -> None:
        self.caller = caller
        self.clock = clock
        self.calls: Counter[str] = Counter()
        """Calls made, by method; `ratelimited` counts the answers that came too often."""
        self._lanes: dict[Lane, _Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._order = 0
        self._closed = False

    # -- what is wanted ------------------------------------------------------------------------------------------

    def put(
        self,
        team: str,
        method: str,
        arguments: Json,
        *,
        urgency: int = PROGRESS,
        key: Any = None,
        tag: Any = None,
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[asyncio.Future[Answer], bool]:
        """Ask for a call. With a key that waits already it takes that one's place; then the future is that one's too,
        and the second value is False.
        """
        if self._closed:
            raise Unreached("RINGI-727")
        lane = self._lane(team, method)
        now = self.clock.now()
        known = lane.of(key)
        if known is not None:
            self._renew(lane, known, arguments, urgency, tag)
            return known.future, False
        self._order += 1
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        lane.waiting.append(Wanted(team, method, arguments, urgency, key, tag, before, future, now, self._order))
        self._wake(lane, team, method)
        return future, True

    def renew(self, team: str, method: str, arguments: Json, *, urgency: int, key: Any, tag: Any) -> bool:
        """Take the place of what waits under this key. False when nothing does: it has left, or was never asked for."""
        lane = self._lane(team, method)
        known = lane.of(key)
        if known is not None:
            self._renew(lane, known, arguments, urgency, tag)
        return known is not None

    def _renew(self, lane: _Lane, known: Wanted, arguments: Json, urgency: int, tag: Any) -> None:
        """The newest wish wins, and keeps its turn; a more urgent one is as old as it is."""
        if urgency < known.urgency:
            known.since = self.clock.now()
        known.arguments, known.tag, known.urgency = arguments, tag, urgency
        lane.woken.set()

    def forget(self, team: str, method: str, key: Any) -> None:
        """What waited under this key is not wanted any more."""
        lane = self._lane(team, method)
        known = lane.of(key)
        if known is not None:
            lane.waiting.remove(known)
            self._settle(known, None, asyncio.CancelledError())

    def drop(self, team: str, error: Exception, channel: str = "") -> None:
        """Nothing can be sent to this workspace, or to this channel of it: whoever waits is told."""
        for (name, _), lane in self._lanes.items():
            gone = [one for one in lane.waiting if channel in ("", one.arguments.get("channel"))]
            if name == team and gone:
                lane.waiting = [one for one in lane.waiting if one not in gone]
                for one in gone:
                    self._settle(one, None, error)

    async def now(self, team: str, method: str, arguments: Json) -> Json:
        """Straight to Slack, past the queue but not past the counting: for what is lost after three seconds."""
        lane = self._lane(team, method)
        self.calls[method] += 1
        lane.allowance.begin(self.clock.now())
        try:
            return await self.caller.call(team, method, arguments)
        except Later as later:
            self._limited(lane, later)
            raise Unreached("RINGI-724", method=method, error=later.error, attempts=1) from later
        except NotKnown as lost:
            raise Unreached("RINGI-726", method=method, error=str(lost)) from lost
        finally:
            lane.allowance.end(self.clock.now())
            lane.woken.set()

    # -- the state of things -------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        return not any(lane.waiting or lane.sending for lane in self._lanes.values())

    @property
    def sending(self) -> int:
        return sum(lane.sending for lane in self._lanes.values())

    @property
    def waiting(self) -> int:
        return sum(len(lane.waiting) for lane in self._lanes.values())

    async def close(self) -> None:
        """Let what has left come to its end; what has not is found again at the next start."""
        self._closed = True
        for lane in self._lanes.values():
            gone, lane.waiting = lane.waiting, []
            for one in gone:
                self._settle(one, None, Unreached("RINGI-727"))
            lane.woken.set()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.caller.close()

    # -- the lanes -----------------------------------------------------------------------------------------------

    def _lane(self, team: str, method: str) -> _Lane:
        found = self._lanes.get((team, method))
        if found is None:
            found = self._lanes[team, method] = _Lane(method)
        return found

    def _wake(self, lane: _Lane, team: str, method: str) -> None:
        lane.woken.set()
        if lane.runner is None or lane.runner.done():
            lane.runner = self._spawn(self._run(lane))

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, lane: _Lane) -> None:
        while lane.waiting:
            lane.woken.clear()
            now = self.clock.now()
            one, wait = lane.next(now)
            if one is None:
                await self._until(lane, wait)
                continue
            lane.begin(one, now)
            self._spawn(self._send(lane, one))

    async def _until(self, lane: _Lane, wait: float | None) -> None:
        """Until the time has come, or something has changed."""
        if wait is None:
            await lane.woken.wait()
            return
        ways = [asyncio.ensure_future(self.clock.sleep(wait)), asyncio.ensure_future(lane.woken.wait())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _send(self, lane: _Lane, one: Wanted) -> None:
        arguments, tag = one.arguments, one.tag
        answer: Json | None = None
        error: Exception | None = None
        again = False
        try:
            if one.before is not None:
                await one.before()
            self.calls[one.method] += 1
            answer = await self.caller.call(one.team, one.method, arguments)
        except Later as later:
            again = self._again(lane, one, later)
            error = Unreached("RINGI-724", method=one.method, error=later.error, attempts=one.attempts)
        except NotKnown as lost:
            again = one.method not in ONCE_ONLY and self._again(lane, one, Later(str(lost)))
            error = Unreached(
                "RINGI-726" if one.method in ONCE_ONLY else "RINGI-724",
                method=one.method,
                error=str(lost),
                attempts=one.attempts,
            )
        except Exception as other:
            error = other
        lane.end(one, self.clock.now())
        if again and not self._closed:
            self._back(lane, one)
        else:
            self._settle(one, Answer(answer, tag) if answer is not None else None, error)

    def _again(self, lane: _Lane, one: Wanted, later: Later) -> bool:
        """When it may be tried again; being told to wait costs no attempt."""
        if later.seconds is not None:
            self._limited(lane, later)
            return True
        one.attempts += 1
        if one.attempts >= len(PAUSES):
            return False
        one.not_before = self.clock.now() + PAUSES[one.attempts - 1]
        return True

    def _limited(self, lane: _Lane, later: Later) -> None:
        self.calls["ratelimited"] += later.error == "ratelimited"
        if later.seconds is not None:
            lane.paused = max(lane.paused, self.clock.now() + later.seconds)

    def _back(self, lane: _Lane, one: Wanted) -> None:
        newer = lane.of(one.key)
        if newer is not None:
            newer.also += [one.future, *one.also]
            newer.not_before = max(newer.not_before, one.not_before)
            newer.attempts = max(newer.attempts, one.attempts)
        else:
            lane.waiting.append(one)
        self._wake(lane, one.team, one.method)

    def _settle(self, one: Wanted, answer: Answer | None, error: BaseException | None) -> None:
        for future in (one.future, *one.also):
            if future.done():
                continue
            if answer is not None:
                future.set_result(answer)
            elif isinstance(error, asyncio.CancelledError):
                future.cancel()
            else:
                future.set_exception(error or Refusal("unknown"))
                with contextlib.suppress(BaseException):
                    future.exception()  # whoever does not look at it has said that it does not matter
