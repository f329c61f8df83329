"""What the three tools answer: flat records in plain words, no vendor's types, minutes as integers, hours as `45:30`.

Only shapes; `reports` fills them and `server` publishes them as output schemas.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Status = Literal["active", "retired", "all"]


class EmployeeRow(BaseModel):
    """One person of the company."""

    employee_id: str
    name: str
    kana: str
    romaji: str
    department: str
    status: Literal["active", "retired"]
    entry_date: str
    retire_date: str | None
    slack_user_id: str
    email: str


class EmployeeList(BaseModel):
    """Who works, or worked, here."""

    as_of: str = Field(description="The day on which the status was looked at")
    department: str | None
    status: Status
    count: int
    employees: list[EmployeeRow]


class Period(BaseModel):
    """Which months were asked for and how far they reach."""

    period: str = Field(description="`2026-10`, or `2026-08/2026-10` for several months")
    from_month: str
    to_month: str
    period_start: str
    period_end: str = Field(description="The last day counted; today while the month is in progress")
    in_progress: bool = Field(description="True when the last month is not over yet")
    department: str | None


class Who(BaseModel):
    """Whose line it is; first in every record."""

    employee_id: str
    name: str
    romaji: str = Field(description="The name in Latin letters")
    department: str


class Dated(Who):
    """A line about some months: which days they really were."""

    start_date: str = Field(description="The first day counted: a month need not begin on the calendar's first")
    end_date: str = Field(description="The last day of it")


class AttendanceRow(Dated):
    """One person's attendance over the whole period."""

    work_days: int
    work_hours: str
    work_minutes: int
    night_minutes: int
    prescribed_holiday_days: int
    statutory_holiday_days: int
    paid_leave_days: int | float = Field(description="Half a day is 0.5")
    short_days: int
    shortage_minutes: int = Field(description="Minutes missing from the prescribed hours on the short days")
    missing_punches: int = Field(description="Days without a clock-out; their work is unknown and counts as 0")


class DayRow(Who):
    """One person's day."""

    date: str
    day_type: Literal["workday", "prescribed_holiday", "statutory_holiday"]
    status: Literal["worked", "paid_leave", "missing_clock_out"]
    clock_in: str | None = Field(description="`YYYY-MM-DD HH:MM`, local time")
    clock_out: str | None = Field(description="`YYYY-MM-DD HH:MM`; on the next date after midnight")
    break_minutes: int
    work_minutes: int | None = Field(description="null when the clock-out is missing")
    work_hours: str | None
    night_minutes: int | None


class WithoutFigures(Who):
    """Somebody of whom nothing is known in one month: not counted, and not taken for nought."""

    month: str
    reason: Literal["no_closing"] = Field(description="no_closing: the books have no closed or running month for it")


class Attendance(Period):
    """Attendance: a line per person in `employees`, a line per day in `days`."""

    count: int
    day_count: int
    total_work_minutes: int
    total_hours: str
    without_figures_count: int = Field(description="Lines of `without_figures`")
    without_figures: list[WithoutFigures] = Field(description="People and months that the books say nothing about")
    employees: list[AttendanceRow]
    days: list[DayRow]


class OvertimeFigures(Dated):
    """The kinds of overtime, apart. `night_minutes` overlaps the others."""

    overtime_hours: str = Field(description="`overtime_minutes` as hours, such as 45:30")
    overtime_minutes: int = Field(
        description="What the 45 h, 60 h, 360 h and 720 h limits look at: statutory_overtime_minutes + "
        "prescribed_holiday_overtime_minutes; without statutory-holiday work"
    )
    within_statutory_minutes: int = Field(description="Over the prescribed 7 h 30 min but within 8 h and 40 h")
    statutory_overtime_minutes: int = Field(description="Over 8 h a day or 40 h a week, on workdays")
    prescribed_holiday_minutes: int = Field(description="All work on prescribed holidays")
    prescribed_holiday_overtime_minutes: int = Field(description="The part of it over 8 h a day or 40 h a week")
    statutory_holiday_minutes: int = Field(description="Work on statutory holidays (Sundays)")
    night_minutes: int = Field(description="Worked between 22:00 and 5:00")
    over_60_minutes: int = Field(description="Overtime beyond 60 h a month (premium 50 %)")
    overtime_and_holiday_minutes: int = Field(
        description="Overtime + statutory-holiday work: the 80 h and 100 h limits"
    )
    work_minutes: int
    missing_punches: int = Field(description="Days without a clock-out; their work is unknown and counts as 0")


class OvertimeRow(OvertimeFigures):
    """One person's overtime over the whole period."""

    months: int = Field(description="Months of the period in which the person was employed")
    peak_month: str
    peak_overtime_minutes: int
    year_overtime_minutes: int | None = Field(
        description="Since April, the start of the agreement's year, to the last month; null when it was not looked up"
    )
    flags: str = Field(description="Limits passed, such as `45h, 60h`; with their months when there are several")


class MonthRow(OvertimeFigures):
    """One person's overtime in one month."""

    month: str
    year_overtime_minutes: int | None
    flags: str


class FlagRow(Who):
    """One limit that one person passed in one month, with the numbers that say so."""

    month: str
    flag: Literal["45h", "60h", "80h-average", "100h", "360h-year", "720h-year", "45h-months"]
    used_minutes: int = Field(description="What was compared with the limit; for 45h-months a number of months")
    limit_minutes: int = Field(description="The limit; for 45h-months a number of months")
    detail: str = Field(description="The comparison in figures")


class Rules(BaseModel):
    """The numbers the law and the company's rules put into the calculation."""

    prescribed_day_minutes: int | None = Field(description="null where it differs from person to person")
    statutory_day_minutes: int
    statutory_week_minutes: int
    week_begins: str
    night: str
    year_begins_month: int
    straddling_weeks: str
    figures: str = Field(description="What the figures were taken from")
    looks_back: bool = Field(
        description="False when the months before were not read: 80h-average and the year's flags"
        " are then not looked at"
    )


class Overtime(Period):
    """Overtime: a line per person in `employees`, a line per person and month in `monthly`, every passed limit in
    `flags`."""

    threshold_minutes: int | None
    count: int = Field(description="People listed")
    checked_count: int = Field(description="People looked at, before the threshold")
    total_overtime_minutes: int = Field(description="Of the people listed")
    total_hours: str = Field(description="`total_overtime_minutes` as hours")
    checked_overtime_minutes: int = Field(description="Of everyone looked at")
    checked_hours: str
    flag_count: int
    without_figures_count: int = Field(description="Lines of `without_figures`")
    without_figures: list[WithoutFigures] = Field(description="People and months that the books say nothing about")
    employees: list[OvertimeRow]
    monthly: list[MonthRow]
    flags: list[FlagRow]
    rules: Rules
