"""Names of new things, in the forms Slack gives them. Counted, not drawn, so that two runs of a test read alike."""

from __future__ import annotations

import hashlib
import itertools

from ringi.testing.slack.clock import Clock


class Ids:
    def __init__(self, clock: Clock, first: int = 1, salt: str = "") -> None:
        self.clock = clock
        self._salt = salt
        self._numbers = itertools.count(first)
        self._last = 0

    def new(self, letter: str) -> str:
        """`V…`, `Ev…`: an encoded id."""
        return f"{letter}0{next(self._numbers):08X}"

    def ts(self) -> str:
        """A message timestamp: seconds and microseconds, never the same twice, always later than the one before."""
        self._last = max(int(self.clock.now() * 1_000_000), self._last + 1)
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"

    def secret(self, form: str) -> str:
        """Something long to be used once: a ticket, a trigger, a code, a token."""
        number = next(self._numbers)
        return form.format(number, hashlib.sha256(f"{self._salt}{form}/{number}".encode()).hexdigest()[:32])

    def trigger(self) -> str:
        return self.secret("{0:d}.1000.{1}")
