"""Months and spans of months: the small arithmetic that the date grammar stands on. No language here."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month, counted from the year 0 so that adding and comparing are plain arithmetic."""

    index: int

    @classmethod
    def of(cls, year: int, month: int) -> Month:
        return cls(year * 12 + month - 1)

    @classmethod
    def at(cls, day: date) -> Month:
        return cls.of(day.year, day.month)

    @property
    def year(self) -> int:
        return self.index // 12

    @property
    def number(self) -> int:
        return self.index % 12 + 1

    @property
    def first_day(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last_day(self) -> date:
        return date(self.year, self.number, calendar.monthrange(self.year, self.number)[1])

    def plus(self, months: int) -> Month:
        return Month(self.index + months)

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.number:02d}"


@dataclass(frozen=True, slots=True)
class Span:
    """From one month to another, both included. `days` when single days were named inside it."""

    first: Month
    last: Month
    days: tuple[date, date] | None = None
    clipped: bool = False
    """The end that was said lies in the future; the span ends with the current month instead."""
    open_end: bool = False
    """Only a beginning was said (4月から)."""
    open_start: bool = False
    """Only an end was said (6月まで)."""

    @property
    def first_day(self) -> date:
        return self.days[0] if self.days else self.first.first_day

    @property
    def last_day(self) -> date:
        return self.days[1] if self.days else self.last.last_day

    def touches(self, other: Span) -> bool:
        """Whether the two make one unbroken stretch of months."""
        return self.first.index <= other.last.index + 1 and other.first.index <= self.last.index + 1

    def joined(self, other: Span) -> Span:
        return Span(min(self.first, other.first), max(self.last, other.last), clipped=self.clipped or other.clipped)


def fiscal_start(year: int) -> Month:
    """年度 begins in April."""
    return Month.of(year, 4)


def fiscal_year(month: Month) -> int:
    return month.year if month.number >= 4 else month.year - 1


def quarter_start(month: Month) -> Month:
    return Month.of(month.year, (month.number - 1) // 3 * 3 + 1)
