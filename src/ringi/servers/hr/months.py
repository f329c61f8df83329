"""Months and hours as the tools speak them: `YYYY-MM` and `45:30`. A month is the date of its first day.

Pure arithmetic; which months may be asked for is decided by `reports`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])$"
_MONTH = re.compile(PATTERN)


def parse(text: str) -> date:
    """The month that `YYYY-MM` names; ValueError for anything else."""
    if not _MONTH.match(text) or text.startswith("0000") or text.endswith("\n"):
        raise ValueError(text)
    return date(int(text[:4]), int(text[5:]), 1)


def text(month: date) -> str:
    return f"{month.year:04d}-{month.month:02d}"


def of(day: date) -> date:
    return day.replace(day=1)


def shift(month: date, by: int) -> date:
    years, index = divmod(month.year * 12 + month.month - 1 + by, 12)
    return date(years, index + 1, 1)


def last_day(month: date) -> date:
    return shift(month, 1) - timedelta(days=1)


def span(first: date, last: date) -> Iterator[date]:
    """Every month from `first` to `last`, both included."""
    while first <= last:
        yield first
        first = shift(first, 1)


def hours(minutes: int) -> str:
    """Minutes as a person writes them: 2730 is `45:30`. No float is ever made."""
    return f"{minutes // 60}:{minutes % 60:02d}"
