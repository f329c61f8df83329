"""Makes the punches of one person in one month, always the same ones: a hash of person and month is the only seed.

Today plays no part, so a month reads the same however far the 24-month window has moved on. `reports` cuts at today.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from hashlib import shake_128

from ringi.servers.hr import months
from ringi.servers.hr.company import BY_ID, Employee, Habit
from ringi.servers.hr.days import Day
from ringi.servers.hr.holidays import DayType, month_days
from ringi.servers.hr.overtime import PRESCRIBED_DAY, STATUTORY_DAY

_BYTES = 6
"""Random bytes per day: how it goes, clock-in, overtime (two), weekend, length."""
_BUSY_SEASON = {"営業部": (3, 9), "経理部": (1, 4, 7, 10), "人事部": (3, 4), "総務部": (6, 12)}
_EXACT: dict[str, dict[int, tuple[int, int]]] = {
    "E005": {3: (67 * 60, 0), 10: (63 * 60 + 15, 0)},
    "E016": {3: (92 * 60, 8 * 60), 10: (92 * 60, 8 * 60)},
    "E018": {8: (84 * 60, 0), 9: (98 * 60 + 30, 6 * 60), 10: (72 * 60, 0)},
    "E029": {4: (45 * 60, 0), 10: (45 * 60, 0)},
}
"""Months that come out at exactly (overtime, statutory-holiday) minutes: 45 and 100 to the minute, over 60, 80, 100."""
_DAY_OFF_ODDS = {Habit.CALM: 0, Habit.STEADY: 8, Habit.BUSY: 28, Habit.HEAVY: 44}
"""Out of 256: how often somebody works on a Saturday."""
_NEVER = frozenset({(12, 31), (1, 1), (1, 2)})
_Occasion = Callable[[date, DayType], Day | None]


def _nth(day: date) -> int:
    """Which Thursday (or any weekday) of its month a day is."""
    return (day.day + 6) // 7


def _release_night(day: date, kind: DayType) -> Day | None:
    if day.weekday() == 3 and _nth(day) == 2 and kind is DayType.WORKDAY:
        return Day(day, kind, 600, 1590, ((720, 780), (1140, 1170)))  # 10:00 to 2:30 the next day
    return None


def _saturday_maintenance(day: date, kind: DayType) -> Day | None:
    if day.weekday() == 5 and _nth(day) == 1 and day.month % 2:
        return Day(day, kind, 1200, 1620)  # Saturday 20:00 to Sunday 3:00
    return None


def _sunday_hotline(day: date, kind: DayType) -> Day | None:
    if day.weekday() == 6 and _nth(day) == 3 and day.month % 2 == 0:
        return Day(day, kind, 1080, 1530, ((1260, 1290),))  # Sunday 18:00 to Monday 1:30
    return None


def _forgotten_clock_out(day: date, kind: DayType) -> Day | None:
    if day.weekday() == 2 and _nth(day) == 2 and kind is DayType.WORKDAY:
        return Day(day, kind, 536)
    return None


_OCCASIONS: dict[str, _Occasion] = {
    "E007": _forgotten_clock_out,
    "E013": _release_night,
    "E017": _saturday_maintenance,
    "E039": _sunday_hotline,
}


@lru_cache(maxsize=8192)
def month_of(employee_id: str, month: date) -> tuple[Day, ...]:
    """The days of the month on which somebody punched or was on leave, in order."""
    employee = BY_ID[employee_id]
    if employee.entry_date > months.last_day(month):
        return ()
    if employee.retire_date is not None and employee.retire_date < month:
        return ()
    dice = shake_128(f"ringi sample company {employee_id} {months.text(month)}".encode()).digest(_BYTES * 31)
    exact = _EXACT.get(employee_id, {}).get(month.month)
    if exact is not None:
        return _exact_month(employee, month, dice, *exact)
    occasion = _OCCASIONS.get(employee_id)
    low, high = employee.habit.value
    if month.month in _BUSY_SEASON.get(employee.department, ()):
        low, high = low + 15, high + 45
    odds = _DAY_OFF_ODDS[employee.habit]
    days = []
    for day, kind in month_days(month)[_employed(employee, month)]:
        at = (day.day - 1) * _BYTES
        made = occasion(day, kind) if occasion else None
        if made is None and kind is DayType.WORKDAY:
            made = _workday(employee.start, day, dice[at : at + _BYTES], low, high)
        elif made is None and odds:
            made = _day_off(employee, day, kind, dice[at : at + _BYTES], odds)
        if made is not None:
            days.append(made)
    return tuple(days)


def _employed(employee: Employee, month: date) -> slice:
    """The part of the month between joining and leaving."""
    first = employee.entry_date.day - 1 if months.of(employee.entry_date) == month else 0
    retire = employee.retire_date
    return slice(first, retire.day if retire and months.of(retire) == month else 31)


def _shift(start: int, day: date, kind: DayType, early: int, work: int) -> Day:
    """A day of `work` minutes, begun up to ten minutes early; a long one has an hour off after three hours."""
    begin = start - early % 11
    if work <= 360:
        return Day(day, kind, begin, begin + work)
    pause = start + 180
    return Day(day, kind, begin, begin + work + 60, ((pause, pause + 60),))


def _workday(start: int, day: date, dice: bytes, low: int, high: int) -> Day:
    chance = dice[0]
    if chance < 10:
        return Day(day, DayType.WORKDAY)  # paid leave
    if chance < 14:
        return _shift(start, day, DayType.WORKDAY, dice[1], 240 + dice[5] % 150)  # left early
    made = low + (dice[2] * 256 + dice[3]) * (high - low + 1) // 65536
    whole = _shift(start, day, DayType.WORKDAY, dice[1], PRESCRIBED_DAY + made)
    return whole._replace(clock_out=None, breaks=()) if chance == 255 else whole


def _day_off(employee: Employee, day: date, kind: DayType, dice: bytes, odds: int) -> Day | None:
    """Work on a day off: rare, more often for the busy, and on public holidays for support."""
    if kind is DayType.STATUTORY_HOLIDAY:
        odds //= 3
    elif employee.department == "カスタマーサポート部" and day.weekday() != 5:
        odds += 60
    if dice[4] >= odds or (day.month, day.day) in _NEVER:
        return None
    return _shift(employee.start, day, kind, dice[1], 180 + dice[5] * 5 % 330)


def _exact_month(employee: Employee, month: date, dice: bytes, overtime: int, on_holiday: int) -> tuple[Day, ...]:
    """A month whose figures are known beforehand. Nobody works on a Saturday in it and every workday has its 8 h, so
    the 40 h week adds nothing to what is over 8 h a day, and the days' shares are the month's overtime."""
    workdays = [index for index, (_, kind) in enumerate(month_days(month)) if kind is DayType.WORKDAY]
    each, left = divmod(overtime, len(workdays))
    shares = {index: each + (1 if place < left else 0) for place, index in enumerate(workdays)}
    for one, other in zip(workdays[::2], workdays[1::2], strict=False):
        moved = dice[one * _BYTES] % 50
        shares[one] += moved
        shares[other] -= moved
    days = []
    for index, (day, kind) in enumerate(month_days(month)):
        if index in shares:
            days.append(_shift(employee.start, day, kind, dice[index * _BYTES + 1], STATUTORY_DAY + shares[index]))
        elif on_holiday and kind is DayType.STATUTORY_HOLIDAY and _nth(day) == 2:
            days.append(_shift(employee.start, day, kind, dice[index * _BYTES + 1], on_holiday))
    return tuple(days)
