"""Which days are days off: Sunday by law, Saturday, public holidays and the turn of the year by the company's rules.

Public holidays are computed from the holiday act (fixed days, Mondays, equinoxes, substitutes), so no table runs out.
"""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

from ringi.servers.hr import months


class DayType(StrEnum):
    """What kind of day it is for the law."""

    WORKDAY = "workday"
    PRESCRIBED_HOLIDAY = "prescribed_holiday"
    """Off by the company's rules; work on it counts under the ordinary 8 h and 40 h limits."""
    STATUTORY_HOLIDAY = "statutory_holiday"
    """The one day a week the law demands; work on it has its own premium and never counts as overtime."""


_FIXED = ((1, 1), (2, 11), (2, 23), (4, 29), (5, 3), (5, 4), (5, 5), (8, 11), (11, 3), (11, 23))
_MONDAYS = ((1, 2), (7, 3), (9, 3), (10, 2))
"""(month, which Monday): coming of age, sea, respect for the aged, sports."""
_MOVED = {
    2020: {(7, 20): (7, 23), (10, 12): (7, 24), (8, 11): (8, 10)},
    2021: {(7, 19): (7, 22), (10, 11): (7, 23), (8, 11): (8, 8)},
}
"""The two Olympic years in which parliament moved three holidays."""
_NEW_YEAR = frozenset({(12, 29), (12, 30), (12, 31), (1, 1), (1, 2), (1, 3)})


def _monday(year: int, month: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(-first.weekday()) % 7 + 7 * (nth - 1))


def _equinoxes(year: int) -> tuple[date, date]:
    """The astronomical approximation in use for 1980–2099, in millionths of a day to stay with integers."""
    n = year - 1980
    spring = (20_843_100 + 242_194 * n) // 1_000_000 - n // 4
    autumn = (23_248_800 + 242_194 * n) // 1_000_000 - n // 4
    return date(year, 3, spring), date(year, 9, autumn)


@lru_cache(maxsize=64)
def public_holidays(year: int) -> frozenset[date]:
    """The public holidays of a year under the act as it stands since 2020."""
    named = {date(year, month, day) for month, day in _FIXED}
    named |= {_monday(year, month, nth) for month, nth in _MONDAYS}
    named |= set(_equinoxes(year))
    for (month, day), to in _MOVED.get(year, {}).items():
        named.discard(date(year, month, day))
        named.add(date(year, *to))
    days = set(named)
    for holiday in sorted(named):
        if holiday.weekday() == 6:  # made up for on the next day that is not a holiday itself
            while holiday in days:
                holiday += timedelta(days=1)
            days.add(holiday)
    for holiday in sorted(named):  # a day between two holidays becomes one
        between = holiday + timedelta(days=1)
        if between + timedelta(days=1) in named and between not in days and between.weekday() != 6:
            days.add(between)
    return frozenset(days)


def day_type(day: date) -> DayType:
    weekday = day.weekday()
    if weekday == 6:
        return DayType.STATUTORY_HOLIDAY
    if weekday == 5 or (day.month, day.day) in _NEW_YEAR or day in public_holidays(day.year):
        return DayType.PRESCRIBED_HOLIDAY
    return DayType.WORKDAY


@lru_cache(maxsize=128)
def month_days(month: date) -> tuple[tuple[date, DayType], ...]:
    """The days of a month in order, each with its type."""
    count = (months.shift(month, 1) - month).days
    days = (month + timedelta(days=index) for index in range(count))
    return tuple((day, day_type(day)) for day in days)
