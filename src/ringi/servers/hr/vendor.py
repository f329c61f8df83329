"""The tools' answers from a company's own books: judges the arguments, asks for the months, fills the same records.

Knows no vendor; `books.Books` is all it asks of one.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from mcp.server import MCPServer

from ringi.errors import Invalid, Unavailable
from ringi.servers.hr import months, overtime, reports
from ringi.servers.hr.books import Books, Colleague, Reader, WorkedDay, WorkedMonth
from ringi.servers.hr.overtime import Count
from ringi.servers.hr.records import (
    Attendance,
    AttendanceRow,
    DayRow,
    EmployeeList,
    EmployeeRow,
    Overtime,
    Rules,
    Status,
    WithoutFigures,
)
from ringi.servers.hr.reports import Line, Read, Unusable
from ringi.servers.hr.tools import Source, build_from, listed_people

WINDOW = 24
"""Months back that may be asked for."""
FRESH = 300.0
"""Seconds for which the directory of people is not asked for again."""
PATIENCE = 6.0
"""Seconds that a listing waits for it."""
NAMED = 20
"""Names in a refusal."""


def build(books: Books) -> MCPServer:
    """The HR server over a company's own books."""
    desk = _Desk(books)
    return build_from(
        Source(
            name=books.vendor,
            title=f"HR ({books.vendor}: {books.company})",
            instructions=f"Data: {books.vendor}, {books.company} ({books.company_id}). Read-only.",
            employees=desk.employees,
            attendance=desk.attendance,
            overtime=desk.overtime,
            people=desk.people,
            departments=desk.departments,
            waits=True,
            whose={"vendor": books.vendor, "company": books.company_id},
            company=books.company,
            dated=True,
        )
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """The months and people that are meant, once they are known to make sense."""

    first: date
    last: date
    department: str | None
    people: tuple[Colleague, ...]
    today: date

    def months_of(self, one: Colleague) -> list[date]:
        """A month that ends later than the calendar's may still hold somebody's first or last days."""
        left = None if one.retire_date is None else months.shift(months.of(one.retire_date), 1)
        return [
            month
            for month in months.span(self.first, self.last)
            if months.of(one.entry_date) <= month and (left is None or month <= left)
        ]

    def period(self, found: Sequence[WorkedMonth]) -> dict[str, str | bool | None]:
        """The fields of `records.Period`: the months that were asked for, and the days that they really were."""
        first, last = months.text(self.first), months.text(self.last)
        start = min((one.start for one in found), default=self.first)
        end = max((one.end for one in found), default=months.last_day(self.last))
        return {
            "period": first if first == last else f"{first}/{last}",
            "from_month": first,
            "to_month": last,
            "period_start": start.isoformat(),
            "period_end": min(end, self.today).isoformat(),
            "in_progress": self.today < end,
            "department": self.department,
        }


class _Desk:
    """The answers, over one company's books."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self._staff: Sequence[Colleague] = ()
        self._staff_until = 0.0
        self._reading: asyncio.Task[Sequence[Colleague]] | None = None

    # -- people --------------------------------------------------------------------------------------------------

    async def employees(self, department: str | None, status: Status) -> EmployeeList:
        today = self.books.today()
        async with self.books.opened() as books:
            staff = await self._fresh(books)
        _known_department(department, staff)
        rows = [
            _row(one, today)
            for one in staff
            if one.entry_date <= today and (department is None or one.department == department)
        ]
        kept = [row for row in rows if status in ("all", row.status)]
        return EmployeeList(
            as_of=today.isoformat(), department=department, status=status, count=len(kept), employees=kept
        )

    async def people(self) -> str:
        today = self.books.today()
        return listed_people(
            [
                {
                    "id": one.employee_id,
                    "name": one.name,
                    "names": list(one.names()),
                    "department": one.department,
                    "slack_user_id": one.slack_user_id,
                    "active": one.employed_on(today),
                }
                for one in await self._known()
            ]
        )

    async def departments(self) -> str:
        names = sorted({one.department for one in await self._known() if one.department})
        return json.dumps([{"name": one, "names": _called(one)} for one in names], ensure_ascii=False)

    async def _known(self) -> Sequence[Colleague]:
        """The people for a directory, which is asked for at every plan: as they were a few minutes ago. Nobody is kept
        waiting for a long list; it goes on being read, and is there the next time.
        """
        if time.monotonic() > self._staff_until:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read_staff())
            try:
                return await asyncio.wait_for(asyncio.shield(self._reading), PATIENCE)
            except TimeoutError:
                if not self._staff:
                    raise Unavailable("RINGI-439", vendor=self.books.vendor) from None
        return self._staff

    async def _read_staff(self) -> Sequence[Colleague]:
        async with self.books.opened() as books:
            return await self._fresh(books)

    async def _fresh(self, books: Reader) -> Sequence[Colleague]:
        self._staff = await books.staff()
        self._staff_until = time.monotonic() + FRESH
        return self._staff

    # -- months --------------------------------------------------------------------------------------------------

    async def attendance(self, **given: Any) -> Attendance:
        async with self.books.opened() as books:
            asked = await self._asked(books, **given)
            wanted = [(one, month) for one in asked.people for month in asked.months_of(one)]
            self._affordable(asked, len(wanted))
            found = await _read(books, wanted, daily=True)
        rows, days = [], []
        for one in asked.people:
            read = [month for key in asked.months_of(one) if (month := found[one, key]) is not None]
            if read:
                lines = [_day_row(one, day) for month in read for day in month.days if day.date <= asked.today]
                rows.append(_attendance_row(one, read, lines, asked.today))
                days += lines
        without = self._without(asked, found)
        return reports.attendance_of(asked.period(_there(found)), rows, days, without)

    async def overtime(self, *, threshold_hours: float | None = None, **given: Any) -> Overtime:
        async with self.books.opened() as books:
            asked = await self._asked(books, **given)
            wanted = {(one, month) for one in asked.people for month in asked.months_of(one)}
            self._affordable(asked, len(wanted))
            history = {pair for pair in _looked_back_on(wanted) if pair[1] >= months.of(pair[0].entry_date)}
            looks_back = len(history) <= self.books.at_most
            found = await _read(books, sorted(history if looks_back else wanted, key=_order))
        answers = []
        for one in asked.people:
            read = [
                Read(
                    month=month,
                    history=_history(found, one, month, looks_back),
                    dates=_dates(here, here, asked.today),
                    looks_back=looks_back,
                )
                for month in asked.months_of(one)
                if (here := found[one, month]) is not None
            ]
            if read:
                answers.append(reports.rows_of(_who(one), read, several=asked.first != asked.last))
        asked_for = {pair: found[pair] for pair in wanted}
        without = self._without(asked, asked_for)
        rules = _RULES.model_copy(update={"figures": self.books.figures, "looks_back": looks_back})
        return reports.overtime_of(asked.period(_there(asked_for)), answers, threshold_hours, rules, without)

    async def _asked(
        self, books: Reader, from_month: str, to_month: str, department: str | None, employee_ids: list[str] | None
    ) -> _Asked:
        today = self.books.today()
        latest = months.shift(months.of(today), 1)  # a month that is closed before its end may already be running
        first, last = reports.span(from_month, to_month, months.shift(months.of(today), 1 - WINDOW), latest)
        staff = await self._fresh(books)
        _known_department(department, staff)
        wanted = None if employee_ids is None else set(employee_ids)
        strange = sorted((wanted or set()) - {one.employee_id for one in staff})
        if strange:
            shown = ", ".join(map(repr, strange[:10]))
            raise Unusable(f"Unknown employee ids: {shown}. list_employees gives them with names.")
        asked = _Asked(first, last, department, (), today)
        people = tuple(
            one
            for one in staff
            if (department is None or one.department == department)
            and (wanted is None or one.employee_id in wanted)
            and one.entry_date <= today
            and asked.months_of(one)
        )
        return _Asked(first, last, department, people, today)

    def _affordable(self, asked: _Asked, count: int) -> None:
        if count > self.books.at_most:
            raise Invalid(
                "RINGI-436", vendor=self.books.vendor, people=len(asked.people), calls=count, most=self.books.at_most
            )

    def _without(self, asked: _Asked, found: dict[tuple[Colleague, date], WorkedMonth | None]) -> list[WithoutFigures]:
        """Who is not in the table. When nobody is, that is said instead of an empty table."""
        # Whoever had left by then is missing because there is nothing to know, and nobody asks after them.
        missing = [
            (one, month)
            for (one, month), there in sorted(found.items(), key=lambda pair: _order(pair[0]))
            if there is None and (one.retire_date is None or one.retire_date >= month)
        ]
        if missing and not any(found.values()):
            period = months.text(asked.first)
            if asked.first != asked.last:
                period += f" – {months.text(asked.last)}"
            raise Invalid("RINGI-437", vendor=self.books.vendor, month=period, people=len(asked.people))
        return [
            WithoutFigures.model_validate(_who(one) | {"month": months.text(month), "reason": "no_closing"})
            for one, month in missing
        ]


async def _read(
    books: Reader, wanted: Sequence[tuple[Colleague, date]], *, daily: bool = False
) -> dict[tuple[Colleague, date], WorkedMonth | None]:
    """All of them, or the first thing that went wrong: half a table is worse than none."""
    tasks = {pair: asyncio.create_task(books.month(*pair, daily=daily)) for pair in wanted}
    if not tasks:
        return {}
    try:
        done, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    return {pair: task.result() for pair, task in tasks.items()}


def _there(found: dict[tuple[Colleague, date], WorkedMonth | None]) -> list[WorkedMonth]:
    return [one for one in found.values() if one is not None]


def _looked_back_on(wanted: set[tuple[Colleague, date]]) -> set[tuple[Colleague, date]]:
    """The months asked for and those before them that a limit looks at: five, or back to the agreement's year."""
    return {
        (one, past)
        for one, month in wanted
        for past in months.span(min(overtime.year_of(month), months.shift(month, -5)), month)
    }


def _history(
    found: dict[tuple[Colleague, date], WorkedMonth | None], one: Colleague, month: date, looks_back: bool
) -> dict[date, Count]:
    here = found[one, month]
    assert here is not None, "only months that are there are counted"
    if not looks_back:
        return {month: here.count}
    since = min(overtime.year_of(month), months.shift(month, -5))
    return {past: there.count for past in months.span(since, month) if (there := found.get((one, past))) is not None}


def _order(pair: tuple[Colleague, date]) -> tuple[str, date]:
    return pair[0].employee_id, pair[1]


def _known_department(department: str | None, staff: Sequence[Colleague]) -> None:
    known = sorted({one.department for one in staff if one.department})
    if department is not None and department not in known:
        shown = ", ".join(known[:NAMED]) + (" …" if len(known) > NAMED else "")
        raise Unusable(f"There is no department {department!r}. Known departments: {shown or '–'}.")


def _called(department: str) -> list[str]:
    """What else people call it: the same without the ending that says what it is."""
    for ending in ("事業部", "部門", "本部", "部", "課", "室", "チーム"):
        if department.endswith(ending) and len(department) > len(ending) + 1:
            return [department.removesuffix(ending)]
    return []


def _who(one: Colleague) -> Line:
    return {
        "employee_id": one.employee_id,
        "name": one.name,
        "romaji": one.romaji or one.name,
        "department": one.department,
    }


def _row(one: Colleague, today: date) -> EmployeeRow:
    return EmployeeRow.model_validate(
        _who(one)
        | {
            "kana": one.kana,
            "status": "active" if one.employed_on(today) else "retired",
            "entry_date": one.entry_date.isoformat(),
            "retire_date": one.retire_date.isoformat() if one.retire_date else None,
            "slack_user_id": one.slack_user_id,
            "email": one.email,
        }
    )


def _dates(first: WorkedMonth, last: WorkedMonth, today: date) -> dict[str, str]:
    return {"start_date": first.start.isoformat(), "end_date": min(last.end, today).isoformat()}


def _day_row(one: Colleague, day: WorkedDay) -> DayRow:
    work = day.work_minutes
    return DayRow.model_validate(
        _who(one)
        | {
            "date": day.date.isoformat(),
            "day_type": day.type,
            "status": day.status,
            "clock_in": day.clock_in,
            "clock_out": day.clock_out,
            "break_minutes": day.break_minutes,
            "work_minutes": work,
            "work_hours": None if work is None else months.hours(work),
            "night_minutes": day.night_minutes,
        }
    )


def _attendance_row(one: Colleague, read: list[WorkedMonth], lines: list[DayRow], today: date) -> AttendanceRow:
    work = sum(month.count.work for month in read)
    at_work = [line for line in lines if line.status != "paid_leave"]
    return AttendanceRow.model_validate(
        _who(one)
        | _dates(read[0], read[-1], today)
        | {
            "work_days": sum(month.work_days for month in read),
            "work_hours": months.hours(work),
            "work_minutes": work,
            "night_minutes": sum(month.count.night for month in read),
            "prescribed_holiday_days": sum(line.day_type == "prescribed_holiday" for line in at_work),
            "statutory_holiday_days": sum(line.day_type == "statutory_holiday" for line in at_work),
            "paid_leave_days": sum(month.paid_leave_days for month in read),
            "short_days": sum(day.short_minutes > 0 for month in read for day in month.days),
            "shortage_minutes": sum(month.shortage_minutes for month in read),
            "missing_punches": sum(line.status == "missing_clock_out" for line in lines),
        }
    )


_RULES = Rules(
    prescribed_day_minutes=None,
    statutory_day_minutes=overtime.STATUTORY_DAY,
    statutory_week_minutes=overtime.STATUTORY_WEEK,
    week_begins="as set in the service",
    night="22:00-05:00",
    year_begins_month=overtime.YEAR_BEGINS,
    straddling_weeks="as the service counts them",
    figures="",
    looks_back=True,
)
