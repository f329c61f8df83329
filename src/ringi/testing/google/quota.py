"""How often one may ask: reads and writes a minute, for the project and for each person, as the documentation says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ringi.testing.google.refusal import Refusal

PER_PROJECT, PER_USER = 300, 60


class Quota:
    """Counts by the minute of the clock; every minute begins anew."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._minute = -1
        self._used: Counter[tuple[str, str]] = Counter()
        self.per_project, self.per_user = PER_PROJECT, PER_USER

    def take(self, who: str, *, write: bool) -> None:
        minute = int(self._now() // 60)
        if minute != self._minute:
            self._minute = minute
            self._used.clear()
        kind = "Write" if write else "Read"
        for whose, limit, name in (("", self.per_project, "per minute"), (who, self.per_user, "per minute per user")):
            if self._used[kind, whose] >= limit:
                raise Refusal(
                    429,
                    f"Quota exceeded for quota metric '{kind} requests' and limit '{kind} requests {name}' of service "
                    "'sheets.googleapis.com' for consumer 'project_number:1'.",
                    reason="RATE_LIMIT_EXCEEDED",
                )
        self._used[kind, ""] += 1
        self._used[kind, who] += 1
