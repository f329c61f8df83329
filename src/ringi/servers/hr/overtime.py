"""Japanese overtime law as pure functions over punched days. Integer minutes only; no clock, no company, no wording.

Readings, each held by a test:

- Overtime (法定時間外) is work over 8 h a day, and work over 40 h a week that was not already over 8 h on its day. The
  week begins on Sunday. Work on a prescribed holiday counts under the same two limits, so that the 60 h include it as
  far as it is over them; work on a statutory holiday counts under neither and stands by itself.
- A week that straddles two months is counted whole. Each minute over 40 h belongs to the day on which it was worked,
  so months add up: none is lost at the turn of a month and none is counted twice.
- Work that runs past midnight belongs to the day it began on. A statutory holiday alone is a calendar day: the part
  worked on it is holiday work, and what runs on after it belongs to the day after.
- 45, 60, 360 and 720 h look at overtime; 100 h and the 80 h averages at overtime plus statutory-holiday work. The
  limits of 45, 60, 80, 360 and 720 h are passed by exceeding them, the one of 100 h by reaching it (未満).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from ringi.servers.hr import months
from ringi.servers.hr.days import MIDNIGHT, Day
from ringi.servers.hr.holidays import DayType, day_type

PRESCRIBED_DAY = 450
"""The company's own working day: 7 h 30 min."""
STATUTORY_DAY = 480
STATUTORY_WEEK = 2400
LIMIT_45, LIMIT_60, LIMIT_80, LIMIT_100 = 45 * 60, 60 * 60, 80 * 60, 100 * 60
LIMIT_YEAR_360, LIMIT_YEAR_720 = 360 * 60, 720 * 60
MONTHS_OVER_45 = 6
"""Months of a year in which a special clause lets somebody pass 45 h."""
YEAR_BEGINS = 4
"""The agreement's year begins with April."""
_NIGHTS = tuple((day * MIDNIGHT - 120, day * MIDNIGHT + 300) for day in range(3))


class DayCount(NamedTuple):
    """What one date adds. `night` overlaps the others; the rest are disjoint, except where a field says so."""

    date: date
    work: int
    within_statutory: int = 0
    """Over the prescribed 7 h 30 min of a workday but within 8 h and 40 h (法定内残業)."""
    statutory_overtime: int = 0
    """Over 8 h or 40 h on a workday."""
    prescribed_holiday: int = 0
    """All work on a prescribed holiday (所定休日)."""
    prescribed_holiday_overtime: int = 0
    """The part of `prescribed_holiday` that is over 8 h or 40 h."""
    statutory_holiday: int = 0
    night: int = 0
    """Worked between 22:00 and 5:00."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The sum of days: a month, or several."""

    work: int = 0
    within_statutory: int = 0
    statutory_overtime: int = 0
    prescribed_holiday: int = 0
    prescribed_holiday_overtime: int = 0
    statutory_holiday: int = 0
    night: int = 0

    @property
    def overtime(self) -> int:
        """What the 45, 60, 360 and 720 h limits look at."""
        return self.statutory_overtime + self.prescribed_holiday_overtime

    @property
    def overtime_and_holiday(self) -> int:
        """What the 100 h limit and the 80 h averages look at."""
        return self.overtime + self.statutory_holiday

    @property
    def over_60(self) -> int:
        """Minutes of one month that are paid at 50 %."""
        return max(0, self.overtime - LIMIT_60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A limit that was passed in `month`, with every number that was used to say so."""

    code: str
    month: date
    used: int
    limit: int
    numbers: tuple[tuple[date, int], ...]
    """Month by month, what `used` was summed from (for `45h-months`: the months that passed 45 h)."""

    @property
    def detail(self) -> str:
        """The sum in figures, the same in every language."""
        terms = " + ".join(f"{months.text(month)} {months.hours(minutes)}" for month, minutes in self.numbers)
        if self.code == "45h-months":
            return f"{terms}: {self.used} > {self.limit}"
        if self.code == "80h-average":
            used, limit = months.hours(self.used), months.hours(LIMIT_80)
            return f"{terms} = {used} > {len(self.numbers)} × {limit}"
        total = f" = {months.hours(self.used)}" if len(self.numbers) > 1 else ""
        return f"{terms}{total} {'>=' if self.code == '100h' else '>'} {months.hours(self.limit)}"


FLAGS = ("45h", "60h", "80h-average", "100h", "360h-year", "720h-year", "45h-months")


def night_minutes(start: int, end: int) -> int:
    return sum(max(0, min(end, dawn) - max(start, dusk)) for dusk, dawn in _NIGHTS)


def count_days(days: Iterable[Day], type_of: Callable[[date], DayType] = day_type) -> list[DayCount]:
    """Classify punched days, given in order and from a Sunday on, so that a week's 40 h are counted from its start."""
    ordinary: dict[date, int] = {}
    holiday: dict[date, int] = {}
    night: dict[date, int] = {}
    for day in days:
        for start, end in day.worked():
            for owner, on_holiday, piece in _split(day, start, end, type_of):
                kept = holiday if on_holiday else ordinary
                kept[owner] = kept.get(owner, 0) + piece[1] - piece[0]
                night[owner] = night.get(owner, 0) + night_minutes(*piece)
    counted = []
    week, week_minutes = None, 0
    for owner in sorted(ordinary.keys() | holiday.keys()):
        sunday = owner - timedelta(days=(owner.weekday() + 1) % 7)
        if sunday != week:
            week, week_minutes = sunday, 0
        minutes = ordinary.get(owner, 0)
        within_day = min(minutes, STATUTORY_DAY)
        over = minutes - within_day + max(0, within_day - max(0, STATUTORY_WEEK - week_minutes))
        week_minutes += within_day
        counted.append(_day_count(owner, type_of(owner), minutes, over, holiday.get(owner, 0), night[owner]))
    return counted


def _day_count(day: date, kind: DayType, minutes: int, over: int, holiday: int, night: int) -> DayCount:
    if kind is DayType.WORKDAY:
        within = max(0, minutes - over - PRESCRIBED_DAY)
        return DayCount(day, minutes + holiday, within, over, 0, 0, holiday, night)
    return DayCount(day, minutes + holiday, 0, 0, minutes, over, holiday, night)


def _split(
    day: Day, start: int, end: int, type_of: Callable[[date], DayType]
) -> list[tuple[date, bool, tuple[int, int]]]:
    """Cut a stretch of work at midnight and say to which date, and whether to a statutory holiday, each piece goes."""
    pieces = []
    while start < end:
        offset = start // MIDNIGHT
        stop = min(end, (offset + 1) * MIDNIGHT)
        calendar = day.date + timedelta(days=offset) if offset else day.date
        on_holiday = (type_of(calendar) if offset else day.type) is DayType.STATUTORY_HOLIDAY
        runs_on = day.type is DayType.STATUTORY_HOLIDAY
        pieces.append((calendar if on_holiday or runs_on else day.date, on_holiday, (start, stop)))
        start = stop
    return pieces


def total(counts: Iterable[DayCount | Count]) -> Count:
    sums = [0] * 7
    for one in counts:
        sums[0] += one.work
        sums[1] += one.within_statutory
        sums[2] += one.statutory_overtime
        sums[3] += one.prescribed_holiday
        sums[4] += one.prescribed_holiday_overtime
        sums[5] += one.statutory_holiday
        sums[6] += one.night
    return Count(
        work=sums[0],
        within_statutory=sums[1],
        statutory_overtime=sums[2],
        prescribed_holiday=sums[3],
        prescribed_holiday_overtime=sums[4],
        statutory_holiday=sums[5],
        night=sums[6],
    )


def year_of(month: date) -> date:
    """The first month of the agreement's year that `month` belongs to."""
    return date(month.year if month.month >= YEAR_BEGINS else month.year - 1, YEAR_BEGINS, 1)


def flags(month: date, history: Mapping[date, Count]) -> list[Flag]:
    """The limits passed in `month`. `history` holds it and the months before it in which the person was employed."""
    here = history[month]
    found = []
    for code, limit in (("45h", LIMIT_45), ("60h", LIMIT_60)):
        if here.overtime > limit:
            found.append(
                Flag(code=code, month=month, used=here.overtime, limit=limit, numbers=((month, here.overtime),))
            )
    found += _average(month, history)
    if here.overtime_and_holiday >= LIMIT_100:
        used = here.overtime_and_holiday
        found.append(Flag(code="100h", month=month, used=used, limit=LIMIT_100, numbers=((month, used),)))
    year = [(one, history[one].overtime) for one in months.span(year_of(month), month) if one in history]
    used = sum(minutes for _, minutes in year)
    for code, limit in (("360h-year", LIMIT_YEAR_360), ("720h-year", LIMIT_YEAR_720)):
        if used > limit:
            found.append(Flag(code=code, month=month, used=used, limit=limit, numbers=tuple(year)))
    over = tuple((one, minutes) for one, minutes in year if minutes > LIMIT_45)
    if len(over) > MONTHS_OVER_45 and here.overtime > LIMIT_45:
        found.append(Flag(code="45h-months", month=month, used=len(over), limit=MONTHS_OVER_45, numbers=over))
    return found


def _average(month: date, history: Mapping[date, Count]) -> Sequence[Flag]:
    """The worst average of 2 to 6 months up to `month`, if it is over 80 h. A span needs every one of its months."""
    numbers: list[tuple[date, int]] = []
    worst: list[tuple[date, int]] = []
    worst_sum = 0
    for back in range(6):
        one = months.shift(month, -back)
        if one not in history:
            break
        numbers.insert(0, (one, history[one].overtime_and_holiday))
        used = sum(minutes for _, minutes in numbers)
        if back and used > LIMIT_80 * len(numbers) and (not worst or used * len(worst) > worst_sum * len(numbers)):
            worst, worst_sum = list(numbers), used
    if not worst:
        return ()
    return (Flag(code="80h-average", month=month, used=worst_sum, limit=LIMIT_80 * len(worst), numbers=tuple(worst)),)
