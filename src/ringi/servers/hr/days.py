"""One person's day at work, as punched. The smallest thing that overtime is counted from; no rule lives here."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from ringi.servers.hr.holidays import DayType

MIDNIGHT = 24 * 60


class Day(NamedTuple):
    """A day with a punch or a leave on it. Times are minutes after the day's midnight; 26:30 is 1590."""

    date: date
    type: DayType
    clock_in: int | None = None
    clock_out: int | None = None
    """None with a clock-in = nobody clocked out: how long the work took is unknown."""
    breaks: tuple[tuple[int, int], ...] = ()

    @property
    def missing(self) -> bool:
        return self.clock_in is not None and self.clock_out is None

    @property
    def on_leave(self) -> bool:
        return self.clock_in is None

    def worked(self) -> list[tuple[int, int]]:
        """The stretches of work, without the breaks. None when the clock-out is missing: it is not guessed."""
        if self.clock_in is None or self.clock_out is None:
            return []
        stretches, begin = [], self.clock_in
        for start, end in self.breaks:
            if begin < start:
                stretches.append((begin, start))
            begin = max(begin, end)
        if begin < self.clock_out:
            stretches.append((begin, self.clock_out))
        return stretches

    def work_minutes(self) -> int:
        return sum(end - start for start, end in self.worked())

    def break_minutes(self) -> int:
        return sum(end - start for start, end in self.breaks)


def stamp(day: date, minute: int | None) -> str | None:
    """A punch as local date and time: minute 1590 of the 5th is `…-06 02:30`."""
    if minute is None:
        return None
    days, rest = divmod(minute, MIDNIGHT)
    return f"{(day + timedelta(days=days)).isoformat()} {rest // 60:02d}:{rest % 60:02d}"
