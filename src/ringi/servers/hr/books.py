"""What Ringi needs of anybody's HR service, in nobody's words: people, and their months. A vendor is one file of these.

`vendor` makes the tools' answers of it; no vendor's type goes further than its own file in `vendors/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

from ringi.servers.hr.overtime import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Colleague:
    """One person of the company, as far as the tools need to know them."""

    employee_id: str
    name: str
    entry_date: date
    kana: str = ""
    romaji: str = ""
    department: str = ""
    retire_date: date | None = None
    """The last day of employment."""
    slack_user_id: str = ""
    email: str = ""

    def employed_on(self, day: date) -> bool:
        return self.entry_date <= day and (self.retire_date is None or day <= self.retire_date)

    def names(self) -> tuple[str, ...]:
        """Other spellings: written together, and the family name alone where it is more than one character."""
        family, _, given = self.name.replace("\u3000", " ").partition(" ")
        found = [family + given, family if given and len(family) > 1 else "", self.kana, self.kana.replace(" ", "")]
        found += [self.romaji, self.email]
        return tuple(one for one in dict.fromkeys(found) if one and one != self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedDay:
    """One day with a punch or a leave on it."""

    date: date
    type: Literal["workday", "prescribed_holiday", "statutory_holiday"]
    status: Literal["worked", "paid_leave", "missing_clock_out"]
    clock_in: str | None = None
    """`YYYY-MM-DD HH:MM`, local time."""
    clock_out: str | None = None
    break_minutes: int = 0
    work_minutes: int | None = None
    night_minutes: int | None = None
    short_minutes: int = 0
    """Late, or left early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedMonth:
    """One person's month as their company closes it."""

    start: date
    end: date
    count: Count
    work_days: int = 0
    paid_leave_days: float = 0
    shortage_minutes: int = 0
    days: tuple[WorkedDay, ...] = ()
    """Only where they were asked for."""


class Reader(Protocol):
    """The books, opened. Everything may raise a `RingiError` that says what is wrong and what to do."""

    async def staff(self) -> Sequence[Colleague]:
        """Everybody, those who have left too."""
        ...

    async def month(self, who: Colleague, month: date, *, daily: bool = False) -> WorkedMonth | None:
        """The month that is closed in `month`; None when the books have none."""
        ...


class Books(Protocol):
    """A company's own HR service."""

    vendor: str
    """Its name in addresses and records: `freee`."""
    company_id: str
    company: str
    figures: str
    """What the figures are taken from, for whoever checks them."""
    at_most: int
    """Months of people that may be asked for in one go."""

    def today(self) -> date: ...

    def opened(self) -> AbstractAsyncContextManager[Reader]:
        """The books, once it is sure that they are still those of this company."""
        ...
