"""What the company knows on a given day: the punches up to then, and the overtime counted from them month by month.

Counts are cached per person and month. `reports` reads from here; no tool argument is judged here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from ringi.servers.hr import months, overtime
from ringi.servers.hr.company import Employee
from ringi.servers.hr.days import Day
from ringi.servers.hr.overtime import Count
from ringi.servers.hr.punches import month_of

WINDOW = 24


@dataclass(frozen=True, slots=True)
class Ledger:
    """The books as they stand at the end of `today`."""

    today: date

    @property
    def last_month(self) -> date:
        return months.of(self.today)

    @property
    def first_month(self) -> date:
        return months.shift(self.last_month, 1 - WINDOW)

    def days(self, employee: Employee, month: date) -> tuple[Day, ...]:
        """The punched days of a month. Tomorrow has none yet."""
        days = month_of(employee.employee_id, month)
        if month < self.last_month:
            return days
        return tuple(day for day in days if day.date <= self.today)

    def count(self, employee: Employee, month: date) -> Count:
        return _count(employee.employee_id, month, None if month < self.last_month else self.today)

    def employed_in(self, employee: Employee, month: date) -> bool:
        return months.of(employee.entry_date) <= month and (
            employee.retire_date is None or month <= employee.retire_date
        )

    def history(self, employee: Employee, month: date) -> dict[date, Count]:
        """The month and those before it that its limits look back on: five for the averages, or to the year's start.

        It may reach back before the 24 months that can be asked for, so that a month's flags stay what they were when
        the window moves on.
        """
        first = min(overtime.year_of(month), months.shift(month, -5))
        return {one: self.count(employee, one) for one in months.span(first, month) if self.employed_in(employee, one)}


@lru_cache(maxsize=16384)
def _count(employee_id: str, month: date, until: date | None) -> Count:
    """One month's overtime. The week in which it begins is read from its Sunday, and one day more for a Saturday's work
    that ran on into it."""
    since = month - timedelta(days=(month.weekday() + 1) % 7 + 1)
    days = [day for day in month_of(employee_id, months.shift(month, -1)) if day.date >= since]
    days += [day for day in month_of(employee_id, month) if until is None or day.date <= until]
    end = months.shift(month, 1)
    return overtime.total(one for one in overtime.count_days(days) if month <= one.date < end)
