"""Answers to what is asked of the company: judges the arguments, then fills the records. Pure apart from its caches.

Whatever cannot be answered is raised as `Unusable`, in words that tell an agent what to give instead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ringi.servers.hr import months, overtime
from ringi.servers.hr.company import BY_ID, DEPARTMENTS, EMPLOYEES, Employee
from ringi.servers.hr.days import Day, stamp
from ringi.servers.hr.holidays import DayType
from ringi.servers.hr.ledger import Ledger
from ringi.servers.hr.overtime import PRESCRIBED_DAY, Count, Flag, night_minutes
from ringi.servers.hr.records import (
    Attendance,
    AttendanceRow,
    DayRow,
    EmployeeList,
    EmployeeRow,
    FlagRow,
    MonthRow,
    Overtime,
    OvertimeRow,
    Rules,
    Status,
    WithoutFigures,
)

Line = dict[str, int | str]
"""The fields of a record, or some of them."""


class Unusable(ValueError):
    """The arguments cannot be used; the text says what can be."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The months and people a tool was asked about, once they are known to make sense."""

    ledger: Ledger
    first: date
    last: date
    department: str | None
    people: tuple[Employee, ...]

    def period(self) -> dict[str, str | bool | None]:
        """The fields of `records.Period`."""
        first, last = months.text(self.first), months.text(self.last)
        end, today = months.last_day(self.last), self.ledger.today
        return {
            "period": first if first == last else f"{first}/{last}",
            "from_month": first,
            "to_month": last,
            "period_start": self.first.isoformat(),
            "period_end": min(end, today).isoformat(),
            "in_progress": today < end,
            "department": self.department,
        }

    def dates(self, first: date, last: date) -> dict[str, str]:
        """The days of these months, as far as they have come."""
        return {
            "start_date": first.isoformat(),
            "end_date": min(months.last_day(last), self.ledger.today).isoformat(),
        }

    def months_of(self, employee: Employee) -> list[date]:
        return [one for one in months.span(self.first, self.last) if self.ledger.employed_in(employee, one)]


def ask(
    ledger: Ledger, from_month: str, to_month: str, department: str | None, employee_ids: list[str] | None
) -> Asked:
    """Read the arguments the tools share. People who were not employed in the period are left out."""
    first, last = span(from_month, to_month, ledger.first_month, ledger.last_month)
    chosen = _people(department, employee_ids)
    asked = Asked(ledger, first, last, department, chosen)
    today = ledger.today
    people = tuple(one for one in chosen if asked.months_of(one) and one.entry_date <= today)
    return Asked(ledger, first, last, department, people)


def span(from_month: str, to_month: str, earliest: date, latest: date) -> tuple[date, date]:
    """The first and the last month that are asked for."""
    first, last = _month("from_month", from_month), _month("to_month", to_month)
    if first > last:
        raise Unusable(f"from_month {from_month} is after to_month {to_month}: give the earlier month first.")
    if first < earliest or last > latest:
        known = f"{months.text(earliest)} to {months.text(latest)}"
        raise Unusable(f"{from_month} to {to_month} is outside the months on record: {known}.")
    return first, last


def _month(argument: str, given: str) -> date:
    try:
        return months.parse(given)
    except ValueError:
        raise Unusable(f"{argument} {given!r} is not a month: write it as YYYY-MM, such as 2026-03.") from None


def _people(department: str | None, employee_ids: list[str] | None) -> tuple[Employee, ...]:
    """Both filters apply. An empty list of ids is nobody, not everybody: it may come from an earlier step's result."""
    known = [one.name for one in DEPARTMENTS]
    if department is not None and department not in known:
        raise Unusable(f"There is no department {department!r}. Known departments: {', '.join(known)}.")
    if employee_ids is not None:
        strange = [one for one in employee_ids if one not in BY_ID]
        if strange:
            ids = f"{EMPLOYEES[0].employee_id} to {EMPLOYEES[-1].employee_id}"
            raise Unusable(
                f"Unknown employee ids: {', '.join(map(repr, strange[:10]))}. Known ids are {ids}; "
                "list_employees gives them with names."
            )
    wanted = None if employee_ids is None else set(employee_ids)
    return tuple(
        one
        for one in EMPLOYEES
        if (department is None or one.department == department) and (wanted is None or one.employee_id in wanted)
    )


def list_employees(ledger: Ledger, department: str | None, status: Status) -> EmployeeList:
    rows = []
    for one in _people(department, None):
        if one.entry_date > ledger.today:
            continue
        row = _employee(one, ledger.today)
        if status in ("all", row.status):
            rows.append(row)
    return EmployeeList(
        as_of=ledger.today.isoformat(), department=department, status=status, count=len(rows), employees=rows
    )


def _employee(one: Employee, today: date) -> EmployeeRow:
    return EmployeeRow(
        employee_id=one.employee_id,
        name=one.name,
        kana=one.kana,
        romaji=one.romaji,
        department=one.department,
        status="active" if one.employed_on(today) else "retired",
        entry_date=one.entry_date.isoformat(),
        retire_date=one.retire_date.isoformat() if one.retire_date else None,
        slack_user_id=one.slack_user_id,
        email=one.email,
    )


def list_attendance(asked: Asked) -> Attendance:
    rows, day_rows = [], []
    for one in asked.people:
        days = [day for month in asked.months_of(one) for day in asked.ledger.days(one, month)]
        lines = [_day(one, day) for day in days]
        rows.append(_attendance(asked, one, days, lines))
        day_rows += lines
    return attendance_of(asked.period(), rows, day_rows)


def attendance_of(
    period: dict[str, str | bool | None],
    rows: Sequence[AttendanceRow],
    days: Sequence[DayRow],
    without: Sequence[WithoutFigures] = (),
) -> Attendance:
    total = sum(row.work_minutes for row in rows)
    return Attendance.model_validate(
        period
        | {
            "count": len(rows),
            "day_count": len(days),
            "total_work_minutes": total,
            "total_hours": months.hours(total),
            "without_figures_count": len(without),
            "without_figures": list(without),
            "employees": list(rows),
            "days": list(days),
        }
    )


def _day(one: Employee, day: Day) -> DayRow:
    stretches = day.worked()
    work = sum(end - start for start, end in stretches)
    return DayRow(
        employee_id=one.employee_id,
        name=one.name,
        romaji=one.romaji,
        department=one.department,
        date=day.date.isoformat(),
        day_type=day.type.value,
        status="missing_clock_out" if day.missing else "paid_leave" if day.on_leave else "worked",
        clock_in=stamp(day.date, day.clock_in),
        clock_out=stamp(day.date, day.clock_out),
        break_minutes=day.break_minutes(),
        work_minutes=None if day.missing else work,
        work_hours=None if day.missing else months.hours(work),
        night_minutes=None if day.missing else sum(night_minutes(*stretch) for stretch in stretches),
    )


def _attendance(asked: Asked, one: Employee, days: list[Day], lines: list[DayRow]) -> AttendanceRow:
    work = sum(line.work_minutes or 0 for line in lines)
    shortages = [
        PRESCRIBED_DAY - (line.work_minutes or 0)
        for line in lines
        if line.status == "worked" and line.day_type == "workday" and (line.work_minutes or 0) < PRESCRIBED_DAY
    ]
    at_work = [day for day in days if not day.on_leave]
    return AttendanceRow(
        employee_id=one.employee_id,
        name=one.name,
        romaji=one.romaji,
        department=one.department,
        **asked.dates(asked.first, asked.last),
        work_days=len(at_work),
        work_hours=months.hours(work),
        work_minutes=work,
        night_minutes=sum(line.night_minutes or 0 for line in lines),
        prescribed_holiday_days=sum(day.type is DayType.PRESCRIBED_HOLIDAY for day in at_work),
        statutory_holiday_days=sum(day.type is DayType.STATUTORY_HOLIDAY for day in at_work),
        paid_leave_days=sum(day.on_leave for day in days),
        short_days=len(shortages),
        shortage_minutes=sum(shortages),
        missing_punches=sum(day.missing for day in days),
    )


def calculate_overtime(asked: Asked, threshold_hours: float | None) -> Overtime:
    reports = [_overtime(asked, one) for one in asked.people]
    return overtime_of(asked.period(), reports, threshold_hours, _RULES)


def overtime_of(
    period: dict[str, str | bool | None],
    reports: Sequence[tuple[OvertimeRow, list[MonthRow], list[FlagRow]]],
    threshold_hours: float | None,
    rules: Rules,
    without: Sequence[WithoutFigures] = (),
) -> Overtime:
    """The answer about everybody who was looked at; only those at or over the threshold are listed."""
    threshold = None if threshold_hours is None else _minutes(threshold_hours)
    kept = [one for one in reports if threshold is None or one[0].overtime_minutes >= threshold]
    total = sum(row.overtime_minutes for row, _, _ in kept)
    checked = sum(row.overtime_minutes for row, _, _ in reports)
    flags = [flag for _, _, found in kept for flag in found]
    return Overtime.model_validate(
        period
        | {
            "threshold_minutes": threshold,
            "count": len(kept),
            "checked_count": len(reports),
            "total_overtime_minutes": total,
            "total_hours": months.hours(total),
            "checked_overtime_minutes": checked,
            "checked_hours": months.hours(checked),
            "flag_count": len(flags),
            "without_figures_count": len(without),
            "without_figures": list(without),
            "employees": [row for row, _, _ in kept],
            "monthly": [line for _, lines, _ in kept for line in lines],
            "flags": flags,
            "rules": rules,
        }
    )


def _minutes(hours: float) -> int:
    """The smallest whole number of minutes that is not below the threshold."""
    return math.ceil(Decimal(str(hours)) * 60)


def _overtime(asked: Asked, one: Employee) -> tuple[OvertimeRow, list[MonthRow], list[FlagRow]]:
    ledger = asked.ledger
    read = [
        Read(
            month=month,
            history=ledger.history(one, month),
            dates=asked.dates(month, month),
            missing=sum(day.missing for day in ledger.days(one, month)),
        )
        for month in asked.months_of(one)
    ]
    return rows_of(_who(one), read, several=asked.first != asked.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One person's month as the books have it, with what its limits look back on."""

    month: date
    history: Mapping[date, Count]
    dates: dict[str, str]
    missing: int = 0
    looks_back: bool = True


def rows_of(who: Line, read: Sequence[Read], *, several: bool) -> tuple[OvertimeRow, list[MonthRow], list[FlagRow]]:
    """One person's lines: of the whole period, of each month, of each limit passed."""
    lines, found = [], []
    counts: dict[date, Count] = {}
    year: int | None = None
    for one in read:
        counts[one.month] = count = one.history[one.month]
        flags = overtime.flags(one.month, one.history)
        found += flags
        since = overtime.year_of(one.month)
        year = sum(one.history[past].overtime for past in one.history if past >= since) if one.looks_back else None
        lines.append(
            MonthRow.model_validate(
                who
                | one.dates
                | _figures(count, count.over_60, one.missing)
                | {
                    "month": months.text(one.month),
                    "year_overtime_minutes": year,
                    "flags": ", ".join(flag.code for flag in flags),
                }
            )
        )
    peak = max(counts, key=lambda month: (counts[month].overtime, month))
    total = overtime.total(counts.values())
    row = OvertimeRow.model_validate(
        who
        | {"start_date": read[0].dates["start_date"], "end_date": read[-1].dates["end_date"]}
        | _figures(total, sum(line.over_60_minutes for line in lines), sum(line.missing_punches for line in lines))
        | {
            "months": len(lines),
            "peak_month": months.text(peak),
            "peak_overtime_minutes": counts[peak].overtime,
            "year_overtime_minutes": year,
            "flags": _summary(found, several=several),
        }
    )
    return row, lines, [_flag(who, flag) for flag in found]


def _who(one: Employee) -> Line:
    return {"employee_id": one.employee_id, "name": one.name, "romaji": one.romaji, "department": one.department}


def _figures(count: Count, over_60: int, missing: int) -> dict[str, int | str]:
    """The fields of `records.OvertimeFigures`. Passing 60 h is a matter of each month, so a span is given the sum."""
    return {
        "overtime_hours": months.hours(count.overtime),
        "overtime_minutes": count.overtime,
        "within_statutory_minutes": count.within_statutory,
        "statutory_overtime_minutes": count.statutory_overtime,
        "prescribed_holiday_minutes": count.prescribed_holiday,
        "prescribed_holiday_overtime_minutes": count.prescribed_holiday_overtime,
        "statutory_holiday_minutes": count.statutory_holiday,
        "night_minutes": count.night,
        "over_60_minutes": over_60,
        "overtime_and_holiday_minutes": count.overtime_and_holiday,
        "work_minutes": count.work,
        "missing_punches": missing,
    }


def _summary(found: list[Flag], *, several: bool) -> str:
    by_code = {code: [months.text(flag.month) for flag in found if flag.code == code] for code in overtime.FLAGS}
    return ", ".join(f"{code} ({' '.join(when)})" if several else code for code, when in by_code.items() if when)


def _flag(who: Line, flag: Flag) -> FlagRow:
    return FlagRow.model_validate(
        who
        | {
            "month": months.text(flag.month),
            "flag": flag.code,
            "used_minutes": flag.used,
            "limit_minutes": flag.limit,
            "detail": flag.detail,
        }
    )


_RULES = Rules(
    prescribed_day_minutes=overtime.PRESCRIBED_DAY,
    statutory_day_minutes=overtime.STATUTORY_DAY,
    statutory_week_minutes=overtime.STATUTORY_WEEK,
    week_begins="Sunday",
    night="22:00-05:00",
    year_begins_month=overtime.YEAR_BEGINS,
    straddling_weeks="counted whole; each minute over 40 h belongs to the day on which it was worked",
    figures="punches",
    looks_back=True,
)
