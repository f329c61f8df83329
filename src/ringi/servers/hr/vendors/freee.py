"""freee HR: who works in a company and what their months add up to, as `books` has it.

freee counts a month by when it is *paid*: `work_record_summaries/2026/11` is October for whoever is paid the month
after. Which month an answer really is, its own dates say; they are looked at every time, and shown.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime
from typing import Any, Literal

from ringi.errors import Conflict, Refused, Unavailable
from ringi.servers.hr import months
from ringi.servers.hr.books import Colleague, WorkedDay, WorkedMonth
from ringi.servers.hr.overtime import Count
from ringi.servers.hr.vendors.web import Line, Nothing, Service

PAGE = 100
AT_MOST = 3_000
"""Months of people in one answer: freee lets 10,000 questions an hour through, one for each."""
ADMIN = "company_admin"
Json = Mapping[str, Any]
_TYPES: dict[str, Literal["workday", "prescribed_holiday", "statutory_holiday"]] = {
    "normal_day": "workday",
    "prescribed_holiday": "prescribed_holiday",
    "legal_holiday": "statutory_holiday",
}


class Freee:
    """The books of one company at freee."""

    vendor = "freee"
    at_most = AT_MOST
    figures = (
        "freee work_record_summaries; overtime = total_overtime_except_normal_work_mins + "
        "total_overtime_within_normal_work_mins + total_prescribed_holiday_work_mins (all work on prescribed holidays "
        "counts, because freee does not say which part of it is over 8 h or 40 h)"
    )

    def __init__(
        self,
        *,
        company_id: str,
        company: str,
        base: str,
        token: Callable[[], Awaitable[str]],
        on_refused: Callable[[str], Awaitable[None]],
        today: Callable[[], date] = date.today,
        **further: Any,
    ) -> None:
        self.company_id = company_id
        self.company = company
        self.today = today
        self._service = Service(self.vendor, base, token, on_refused, **further)
        self._paid_after: dict[str, int | None] = {}
        """Months between the month that is closed and the one in which it is paid; None: nobody pays them by freee."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Opened]:
        async with self._service.line() as line:
            await self._still_ours(line)
            yield Opened(self, line, self._paid_after)

    async def company_now(self) -> dict[str, str]:
        """The company as the account has it now: id, name and the account's part in it."""
        async with self._service.line() as line:
            return await self._still_ours(line)

    async def _still_ours(self, line: Line) -> dict[str, str]:
        """The account must still be this company's administrator; freee lets a person belong to several."""
        companies = await companies_of(line)
        mine = next((one for one in companies if one["id"] == self.company_id), None)
        if mine is None:
            names = ", ".join(one["name"] for one in companies[:5]) or "–"
            raise Conflict("RINGI-430", provider="freee", company=self.company, now=names)
        if mine["role"] != ADMIN:
            raise Refused("RINGI-431", provider="freee", company=mine["name"], role=mine["role"] or "–")
        return mine


class Opened:
    """One company's books while one answer is made."""

    def __init__(self, books: Freee, line: Line, paid_after: dict[str, int | None]) -> None:
        self._company_id = books.company_id
        self._today = books.today
        self._line = line
        self._paid_after = paid_after

    async def staff(self) -> Sequence[Colleague]:
        departments = await self._departments()
        found = []
        async for one in self._pages(f"/api/v1/companies/{self._company_id}/employees", ""):
            employee_id = _id(one)
            entered = _day(one.get("entry_date"))
            if not employee_id or entered is None:
                continue
            paid = one.get("payroll_calculation") is not False or one.get("closing_day") is not None
            if not paid:
                self._paid_after[employee_id] = None
            elif self._paid_after.get(employee_id) is None:
                self._paid_after[employee_id] = 1 if one.get("month_of_pay_day") == "next_month" else 0
            found.append(
                Colleague(
                    employee_id=employee_id,
                    name=str(one.get("display_name") or one.get("num") or employee_id),
                    department=departments.get(employee_id, ""),
                    entry_date=entered,
                    retire_date=_day(one.get("retire_date")),
                    email=str(one.get("email") or ""),
                )
            )
        return found

    async def month(self, who: Colleague, month: date, *, daily: bool = False) -> WorkedMonth | None:
        """The month whose last day falls into `month`: asked for by when it is paid, and believed by its own dates."""
        after = self._paid_after.get(who.employee_id, 0)
        if after is None:
            return None
        for _ in range(2):
            paid = months.shift(month, after)
            found = await self._summary(who.employee_id, paid, daily)
            if found is None:
                return None
            off = _months_between(month, months.of(found.end))
            if not off:
                self._paid_after[who.employee_id] = after
                return found
            after -= off
        return None

    async def _summary(self, employee_id: str, paid: date, daily: bool) -> WorkedMonth | None:
        path = f"/api/v1/employees/{employee_id}/work_record_summaries/{paid.year}/{paid.month}"
        more = {"work_records": True} if daily else {}
        try:
            told = await self._line.get(path, company_id=self._company_id, **more)
        except Nothing:
            return None
        if not isinstance(told, dict):
            raise Unavailable("RINGI-433", vendor="freee", reason="work_record_summaries")
        start, end = _day(told.get("start_date")), _day(told.get("end_date"))
        if start is None or end is None or told.get("total_work_mins") is None:
            return None  # being calculated: freee answers with nulls then, which are no figures
        return WorkedMonth(
            start=start,
            end=end,
            count=_count(told),
            work_days=round(_number(told, "work_days")),
            paid_leave_days=_whole(_number(told, "num_paid_holidays")),
            shortage_minutes=_minutes(told, "total_lateness_and_early_leaving_mins"),
            days=tuple(day for one in told.get("work_records") or () if (day := _worked(one)) is not None),
        )

    async def _departments(self) -> dict[str, str]:
        """The main department of everybody today; freee knows it only by membership in groups."""
        found = {}
        given = {"company_id": self._company_id, "base_date": self._today().isoformat()}
        async for one in self._pages("/api/v1/employee_group_memberships", "employee_group_memberships", **given):
            groups = [group for group in one.get("group_memberships") or () if isinstance(group, dict)]
            main = next((group for group in groups if group.get("main_duty")), groups[0] if groups else {})
            found[_id(one)] = str(main.get("group_name") or "")
        return found

    async def _pages(self, path: str, inside: str, **given: Any) -> AsyncIterator[Json]:
        """Every entry of a list, a page at a time; a page that is not full is the last."""
        offset = 0
        while True:
            page = await self._line.get(path, limit=PAGE, offset=offset, with_no_payroll_calculation=True, **given)
            listed = page.get(inside) if inside and isinstance(page, dict) else page
            if not isinstance(listed, list):
                raise Unavailable("RINGI-433", vendor="freee", reason=path.rpartition("/")[2])
            for one in listed:
                if isinstance(one, dict):
                    yield one
            if len(listed) < PAGE:
                return
            offset += PAGE


async def companies_of(line: Line) -> list[dict[str, str]]:
    """The companies that the account belongs to, with its part in each."""
    told = await line.get("/api/v1/users/me")
    listed = told.get("companies") if isinstance(told, dict) else None
    if not isinstance(listed, list):
        raise Unavailable("RINGI-433", vendor="freee", reason="users/me")
    return [
        {"id": _id(one), "name": str(one.get("name") or _id(one)), "role": str(one.get("role") or "")}
        for one in listed
        if isinstance(one, dict)
    ]


def _count(told: Json) -> Count:
    holidays = _minutes(told, "total_prescribed_holiday_work_mins")
    return Count(
        work=_minutes(told, "total_work_mins"),
        within_statutory=_minutes(told, "total_excess_statutory_work_mins"),
        statutory_overtime=_minutes(told, "total_overtime_except_normal_work_mins")
        + _minutes(told, "total_overtime_within_normal_work_mins"),
        prescribed_holiday=holidays,
        prescribed_holiday_overtime=holidays,
        statutory_holiday=_minutes(told, "total_holiday_work_mins"),
        night=_minutes(told, "total_latenight_work_mins"),
    )


def _worked(told: Any) -> WorkedDay | None:
    """A day with something on it; an empty one is none."""
    day = _day(told.get("date")) if isinstance(told, dict) else None
    kind = _TYPES.get(str(told.get("day_pattern")), "workday") if day else "workday"
    if day is None:
        return None
    came, left = _moment(told.get("clock_in_at")), _moment(told.get("clock_out_at"))
    short = _minutes(told, "lateness_mins") + _minutes(told, "early_leaving_mins")
    if came is None:
        leave = told.get("paid_holidays") or told.get("paid_holiday")
        return WorkedDay(date=day, type=kind, status="paid_leave", work_minutes=0, night_minutes=0) if leave else None
    clocked_in = came.strftime("%Y-%m-%d %H:%M")
    if left is None:
        return WorkedDay(date=day, type=kind, status="missing_clock_out", clock_in=clocked_in)
    breaks = sum(_between(one) for one in told.get("break_records") or () if isinstance(one, dict))
    segments = [one for one in told.get("work_record_segments") or () if isinstance(one, dict)]
    whole = sum(_between(one) for one in segments) or round((left - came).total_seconds() / 60)
    return WorkedDay(
        date=day,
        type=kind,
        status="worked",
        clock_in=clocked_in,
        clock_out=left.strftime("%Y-%m-%d %H:%M"),
        break_minutes=breaks,
        work_minutes=max(0, whole - breaks),
        night_minutes=_minutes(told, "total_latenight_work_mins"),
        short_minutes=short,
    )


def _between(one: Json) -> int:
    start, end = _moment(one.get("clock_in_at")), _moment(one.get("clock_out_at"))
    return max(0, round((end - start).total_seconds() / 60)) if start and end else 0


def _moment(text: Any) -> datetime | None:
    """A local time, as it was punched: whichever offset it is written with, the clock on the wall counts."""
    try:
        return datetime.fromisoformat(str(text)).replace(tzinfo=None) if text else None
    except ValueError:
        return None


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(str(text)[:10]) if text else None
    except ValueError:
        return None


def _id(one: Json) -> str:
    value = one.get("id")
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _number(told: Json, name: str) -> float:
    value = told.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _minutes(told: Json, name: str) -> int:
    return round(_number(told, name))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def _months_between(first: date, second: date) -> int:
    return (second.year - first.year) * 12 + second.month - first.month
