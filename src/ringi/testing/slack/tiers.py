"""Rate limits: how often each method may be called, counted on the double's clock.

Documented are the four tiers per minute, method, workspace and app, and one message a second into a channel. That the
minute slides with every call, how large a burst into a channel may be and what a whole workspace takes are assumed.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque

from ringi.testing.slack.clock import Clock
from ringi.testing.slack.refusal import Refusal

PER_MINUTE = {
    1: 1,
    2: 20,
    3: 50,
    4: 100,
}  # documented: "1+", "20+", "50+", "100+"; the double gives no more than the number
TIERS: dict[str, int] = {  # documented, method by method
    "chat.update": 3,
    "chat.delete": 3,
    "chat.postEphemeral": 4,
    "chat.startStream": 2,
    "chat.appendStream": 4,
    "chat.stopStream": 2,
    "conversations.open": 3,
    "conversations.info": 3,
    "conversations.replies": 3,
    "conversations.history": 3,
    "conversations.members": 4,
    "conversations.list": 2,
    "users.info": 4,
    "users.list": 2,
    "users.lookupByEmail": 3,
    "usergroups.users.list": 2,
    "team.info": 3,
    "views.open": 4,
    "views.update": 4,
    "views.push": 4,
    "views.publish": 4,
    "assistant.threads.setSuggestedPrompts": 4,
    "assistant.threads.setTitle": 4,
    "agents.sessions.setStatus": 3,
    "agents.sessions.rename": 3,
    "apps.connections.open": 3,
    "apps.event.authorizations.list": 4,
    "apps.manifest.export": 3,
    "auth.revoke": 3,
}
# Documented as special: chat.postMessage (one a second per channel, "several hundred" a minute per workspace),
# auth.test and chat.getPermalink (hundreds a minute), assistant.threads.setStatus, oauth.v2.access.
SPECIAL_PER_MINUTE = {  # assumed numbers for documented words
    "chat.postMessage": 300,
    "chat.getPermalink": 300,
    "auth.test": 600,
    "assistant.threads.setStatus": 600,
    "oauth.v2.access": 600,
}
READING = ("conversations.history", "conversations.replies")
"""Documented: one a minute, fifteen messages each, for apps sold outside the Marketplace; off unless `distributed`."""
CHANNEL_BURST = 3  # assumed: Slack documents that short bursts above one a second are let through, not how short
WINDOW = 60.0


class Tiers:
    """Who called what in the last minute."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.distributed = False
        self._calls: dict[tuple[str, str], deque[float]] = defaultdict(deque)
        self._channels: dict[tuple[str, str], tuple[float, float]] = {}

    def allowance(self, method: str) -> int:
        """Calls a minute, 0 for no limit."""
        if self.distributed and method in READING:
            return 1
        return SPECIAL_PER_MINUTE.get(method) or PER_MINUTE.get(TIERS.get(method, 0), 0)

    def take(self, method: str, team: str, channel: str = "") -> None:
        """Count a call, or refuse it with the seconds to wait: 429 and Retry-After."""
        now = self.clock.now()
        calls = self._calls[team, method]
        while calls and calls[0] <= now - WINDOW:
            calls.popleft()
        allowance = self.allowance(method)
        if allowance and len(calls) >= allowance:
            raise limited(calls[0] + WINDOW - now)
        if method == "chat.postMessage" and channel:
            self._take_of_channel(team, channel, now)
        calls.append(now)

    def _take_of_channel(self, team: str, channel: str, now: float) -> None:
        left, at = self._channels.get((team, channel), (float(CHANNEL_BURST), now))
        left = min(float(CHANNEL_BURST), left + (now - at))
        if left < 1 - 1e-9:
            self._channels[team, channel] = (left, now)
            raise limited(1 - left)
        self._channels[team, channel] = (max(0.0, left - 1), now)


def limited(seconds: float) -> Refusal:
    wait = max(1, math.ceil(seconds))
    return Refusal("ratelimited", status=429, headers={"Retry-After": str(wait)})
