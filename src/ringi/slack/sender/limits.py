"""How often a method may be called in a workspace, so that Slack never has to refuse. Pure arithmetic on given times.

Documented: the four tiers a minute, and one message a second into a channel. The minute slides. Used by `queue` only.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Protocol

MINUTE = 60.0
SOON = 1.5
"""Seconds: for an allowance that comes back this soon, none has to be kept free for a decision."""
CHANNEL_PAUSE = 1.0
HAIR = 0.001
"""Seconds too long rather than too short: the last digits of a time are not to be relied on."""


class Time(Protocol):
    """A clock that tests and benchmarks can hold in their hands."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class Wall:
    """The machine's own."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Tier:
    """Calls a minute; how many of them may leave at once; how many are kept for decisions when little is left."""

    a_minute: int
    at_once: int
    kept: int = 1


TIER_1, TIER_2, TIER_3, TIER_4 = Tier(1, 1, 0), Tier(20, 2), Tier(50, 3), Tier(100, 6)
MESSAGES = Tier(240, 8)
"""Documented as "several hundred" a minute for a workspace, beside the one a second of each channel."""
MANY = Tier(300, 10)
"""Documented as special, without a number."""

TIERS: dict[str, Tier] = {
    "chat.postMessage": MESSAGES,
    "chat.update": TIER_3,
    "chat.delete": TIER_3,
    "chat.postEphemeral": TIER_4,
    "chat.startStream": TIER_2,
    "chat.appendStream": TIER_4,
    "chat.stopStream": TIER_2,
    "chat.getPermalink": MANY,
    "conversations.info": TIER_3,
    "conversations.open": TIER_3,
    "conversations.replies": TIER_3,
    "users.info": TIER_4,
    "users.lookupByEmail": TIER_3,
    "usergroups.users.list": TIER_2,
    "views.open": TIER_4,
    "views.push": TIER_4,
    "views.update": TIER_4,
    "views.publish": TIER_4,
    "agents.sessions.setStatus": TIER_3,
    "agents.sessions.rename": TIER_3,
    "assistant.threads.setStatus": MANY,
    "assistant.threads.setSuggestedPrompts": TIER_4,
    "assistant.threads.setTitle": TIER_4,
    "auth.test": MANY,
}


def tier_of(method: str) -> Tier:
    """An unknown method is taken for one of the slower ones."""
    return TIERS.get(method, TIER_2)


class Allowance:
    """What is left of one method in one workspace.

    A call counts from its answer, not from its start: Slack counted it somewhere in between, so that no minute of
    Slack's holds more calls than a minute of ours. Calls are spread over the minute; nobody then waits long for a slot.
    """

    def __init__(self, tier: Tier) -> None:
        self.tier = tier
        self._under_way = 0
        self._answered: deque[float] = deque()
        self._level = float(tier.at_once)
        self._at = 0.0

    def wait(self, now: float, *, urgent: bool = False) -> float | None:
        """Seconds until a call may leave; None when that depends on one that is under way."""
        answered = self._answered
        while answered and answered[0] + MINUTE <= now:
            answered.popleft()
        free = self.tier.a_minute - self._under_way - len(answered)
        soon = bool(answered) and answered[0] + MINUTE - now <= SOON
        short = 1 - free if urgent or soon else 1 + self.tier.kept - free
        if short > len(answered):
            return None
        slot = answered[short - 1] + MINUTE - now if short > 0 else 0.0
        pace = (1 - self._filled(now)) * MINUTE / self.tier.a_minute
        wait = max(slot, pace)
        return wait + HAIR if slot > 0 or pace > HAIR else 0.0

    def begin(self, now: float) -> None:
        self._level, self._at = self._filled(now) - 1, now
        self._under_way += 1

    def end(self, now: float) -> None:
        self._under_way -= 1
        self._answered.append(now)

    def _filled(self, now: float) -> float:
        return min(float(self.tier.at_once), self._level + (now - self._at) * self.tier.a_minute / MINUTE)
