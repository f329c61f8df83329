"""Plays a performance into a session: brings it what is due, and hears what people press meanwhile.

Waiting for the next fact and waiting for a press are one wait, so the two can never miss each other. Where it plays
to is a `Stage`: the Desk for `ringi demo`, a list in tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ringi.testing.scenarios.answers import Request, answer
from ringi.testing.scenarios.library import Wire
from ringi.testing.scenarios.performance import Performance

BATCH = 500
"""Facts in one delivery."""
LISTENING = 20.0
"""Seconds of one wait for presses, when nothing else is due."""


class Stage(Protocol):
    """Where a performance takes place."""

    def post(self, facts: list[Wire]) -> None:
        """Bring these into the session."""

    def asked(self, seconds: float) -> list[Request]:
        """What people have pressed; comes back as soon as there is something, and after `seconds` at the latest."""


def play(
    performance: Performance,
    stage: Stage,
    clock: Callable[[], float],
    *,
    stay: bool = False,
    saw: Callable[[], None] = lambda: None,
) -> None:
    """Until the recording is over and, with `stay`, for as long as anybody may still press something.

    Without `stay` a question that only a person can settle is left open at the end, as it stands.
    """
    while True:
        facts = performance.advance(clock())
        for start in range(0, len(facts), BATCH):
            stage.post(facts[start : start + BATCH])
        saw()
        seconds = performance.wait(clock())
        if seconds is None and not stay:
            return
        for request in stage.asked(LISTENING if seconds is None else min(seconds, LISTENING)):
            stage.post(answer(performance, request, clock()))
            saw()
