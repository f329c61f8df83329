"""Trigger ids: what a press gives an app to open one modal with, once, within three seconds."""

from __future__ import annotations

from ringi.testing.slack.clock import Clock
from ringi.testing.slack.ids import Ids
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Refusal


class Triggers:
    def __init__(self, clock: Clock, ids: Ids) -> None:
        self.clock = clock
        self.ids = ids
        self._known: dict[str, tuple[str, str, float]] = {}
        self._used: set[str] = set()

    def new(self, team: str, user: str) -> str:
        trigger = self.ids.trigger()
        self._known[trigger] = (team, user, self.clock.now())
        return trigger

    def use(self, trigger: str, team: str) -> str:
        """Whose trigger it is; it can never be used again."""
        known = self._known.get(trigger)
        if known is None or known[0] != team:
            raise Refusal("invalid_trigger_id")
        if trigger in self._used:
            raise Refusal("exchanged_trigger_id")
        if self.clock.now() > known[2] + most("trigger.seconds"):
            raise Refusal("expired_trigger_id")
        self._used.add(trigger)
        return known[1]
