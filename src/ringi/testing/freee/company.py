"""The companies in the double: the sample company's people and punches, in freee's words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from ringi.servers.hr import company as sample
from ringi.servers.hr import months, overtime
from ringi.servers.hr.days import Day, stamp
from ringi.servers.hr.holidays import DayType
from ringi.servers.hr.punches import month_of

Json = dict[str, Any]
PATTERNS = {
    DayType.WORKDAY: "normal_day",
    DayType.PRESCRIBED_HOLIDAY: "prescribed_holiday",
    DayType.STATUTORY_HOLIDAY: "legal_holiday",
}
_ID = 1_000
_GROUP = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """One employee as freee has them; `like` says whose punches they have in the sample company."""

    id: int
    num: str
    display_name: str
    department: str
    entry_date: date
    like: str
    retire_date: date | None = None
    email: str = ""
    closing_day: int | None = 31
    """None: freee calculates no pay for them, so that nothing is ever closed."""
    pay_day: int | None = 25
    month_of_pay_day: str | None = "next_month"

    def listed(self) -> Json:
        """An entry of `companies/{id}/employees`."""
        return {
            "id": self.id,
            "num": self.num,
            "display_name": self.display_name,
            "entry_date": self.entry_date.isoformat(),
            "retire_date": self.retire_date.isoformat() if self.retire_date else None,
            "user_id": self.id + 50_000,
            "email": self.email or None,
            "payroll_calculation": self.closing_day is not None,
            "closing_day": self.closing_day,
            "pay_day": self.pay_day,
            "month_of_pay_day": self.month_of_pay_day,
        }

    def belongs(self) -> Json:
        """An entry of `employee_group_memberships`, with what nobody here needs to know, as freee sends it."""
        group = {
            "start_date": self.entry_date.isoformat(),
            "end_date": None,
            "group_id": _GROUP + len(self.department),
            "group_code": f"g{len(self.department)}",
            "group_name": self.department,
            "level": 1,
            "position_name": None,
            "main_duty": True,
            "boss_id": None,
        }
        return {
            "id": self.id,
            "num": self.num,
            "display_name": self.display_name,
            "entry_date": self.entry_date.isoformat(),
            "retire_date": self.retire_date.isoformat() if self.retire_date else None,
            "user_id": self.id + 50_000,
            "login_email": self.email or None,
            "birth_date": "1990-01-01",
            "gender": "unselected",
            "payroll_calculation": self.closing_day is not None,
            "group_memberships": [group] if self.department else [],
        }

    def period(self, paid: date) -> tuple[date, date]:
        """The days that are paid in a month."""
        closed = months.shift(paid, -1 if self.month_of_pay_day == "next_month" else 0)
        return self._closing(months.shift(closed, -1)) + timedelta(days=1), self._closing(closed)

    def _closing(self, month: date) -> date:
        return min(months.last_day(month), month + timedelta(days=(self.closing_day or 31) - 1))


@dataclass(slots=True, kw_only=True)
class Company:
    """A company of the account that signs in, with the account's part in it."""

    id: int
    name: str
    role: str = "company_admin"
    staff: list[Staff] = field(default_factory=list)
    not_closed: set[tuple[int, int, int]] = field(default_factory=set)
    """(employee, year, month of payment) of which there is nothing."""
    calculating: set[tuple[int, int, int]] = field(default_factory=set)
    """… of which freee answers with nulls, because it is at it."""

    def me(self) -> Json:
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role,
            "external_cid": f"{self.id:010d}",
            "employee_id": self.staff[0].id if self.staff else None,
            "display_name": self.staff[0].display_name if self.staff else None,
        }

    def summary(self, one: Staff, year: int, month: int, today: date, *, daily: bool) -> Json | None:
        """A work record summary; None where there is none."""
        start, end = one.period(date(year, month, 1))
        gone = one.retire_date is not None and one.retire_date < start
        if one.closing_day is None or end < one.entry_date or gone or start > today:
            return None
        if (one.id, year, month) in self.not_closed:
            return None
        days = _days(one.like, start, end, today)
        told: Json = {
            "year": year,
            "month": month,
            "start_date": start.isoformat(),
            "end_date": end.isoformat(),
            **_totals(one.like, start, end, today),
            "multi_hourly_wages": [],
            "work_records": [_record(day) for day in days] if daily else [],
        }
        if (one.id, year, month) in self.calculating:
            told = {name: None if name.startswith(("total_", "num_", "work_days")) else at for name, at in told.items()}
        return told


def usual(company_id: int = 10_700_001, name: str = "株式会社サンプル") -> Company:
    """The sample company; support is closed on the 15th, everybody else at the end of the month."""
    return Company(id=company_id, name=name, staff=list(_staff(sample.EMPLOYEES)))


def crowd(count: int, company_id: int = 10_700_009, name: str = "株式会社多人数") -> Company:
    """A company of this many: the sample's people over and over, under other numbers."""
    few = list(_staff(sample.EMPLOYEES))
    staff = [
        replace(
            few[n % len(few)], id=20_000 + n, num=f"N{n:05d}", display_name=f"社員 {n:05d}", email=f"n{n}@example.com"
        )
        for n in range(count)
    ]
    return Company(id=company_id, name=name, staff=staff)


def _staff(people: Iterable[sample.Employee]) -> Iterator[Staff]:
    for one in people:
        yield Staff(
            id=_ID + one.number,
            num=one.employee_id,
            display_name=one.name,
            department=one.department,
            entry_date=one.entry_date,
            retire_date=one.retire_date,
            email=one.email,
            like=one.employee_id,
            closing_day=15 if one.department == "カスタマーサポート部" else 31,
        )


def _days(like: str, start: date, end: date, today: date) -> list[Day]:
    found = [day for month in months.span(months.of(start), months.of(end)) for day in month_of(like, month)]
    return [day for day in found if start <= day.date <= min(end, today)]


@lru_cache(maxsize=8192)
def _totals(like: str, start: date, end: date, today: date) -> Json:
    """freee's own names for what a month adds up to; a week that began before it is counted from its Sunday."""
    since = start - timedelta(days=(start.weekday() + 1) % 7 + 1)
    counted = overtime.count_days(_days(like, since, end, today))
    count = overtime.total(one for one in counted if start <= one.date <= end)
    days = _days(like, start, end, today)
    short = 0
    leave = sum(day.on_leave for day in days)
    return {
        "work_days": len(days) - leave,
        "total_work_mins": count.work,
        "total_normal_work_mins": count.work - count.within_statutory - count.statutory_overtime,
        "total_excess_statutory_work_mins": count.within_statutory,
        "total_overtime_except_normal_work_mins": count.statutory_overtime,
        "total_overtime_within_normal_work_mins": 0,
        "total_prescribed_holiday_work_mins": count.prescribed_holiday,
        "total_holiday_work_mins": count.statutory_holiday,
        "total_latenight_work_mins": count.night,
        "num_absences": 0,
        "num_paid_holidays": leave,
        "num_paid_holidays_left": 10,
        "num_paid_holidays_and_hours": {"days": leave, "hours": 0},
        "total_lateness_and_early_leaving_mins": short,
    }


def _record(day: Day) -> Json:
    came, left = stamp(day.date, day.clock_in), stamp(day.date, day.clock_out)
    return {
        "date": day.date.isoformat(),
        "day_pattern": PATTERNS[day.type],
        "clock_in_at": _written(came),
        "clock_out_at": _written(left),
        "break_records": [
            {"clock_in_at": _written(stamp(day.date, start)), "clock_out_at": _written(stamp(day.date, end))}
            for start, end in day.breaks
        ],
        "work_record_segments": [{"clock_in_at": _written(came), "clock_out_at": _written(left)}] if left else [],
        "is_absence": False,
        "paid_holidays": [{"days": 1.0}] if day.on_leave else [],
        "lateness_mins": 0,
        "early_leaving_mins": 0,
        "total_latenight_work_mins": sum(overtime.night_minutes(*stretch) for stretch in day.worked()),
        "note": "",
    }


def _written(moment: str | None) -> str | None:
    return None if moment is None else f"{moment.replace(' ', 'T')}:00.000+09:00"
