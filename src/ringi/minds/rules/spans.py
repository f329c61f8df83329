"""How a matched time expression becomes a span: the readers that `grammar_cjk` and `grammar_en` share.

A reader answers a `Span`, or a `Bare` when the year was not said, or None when it is no date after all.
Readings: quarters and halves are those of the calendar unless 年度, 会計, fiscal or 财年 is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from ringi.minds.rules.calendar import Month, Span, fiscal_start, fiscal_year, quarter_start
from ringi.minds.rules.language import Pattern


class Bare(NamedTuple):
    """A month (or a stretch that begins with it) whose year was not said."""

    number: int
    width: int = 1
    part: bool = False
    """A fixed part of the year (a quarter, a half) rather than a run of months."""


Reader = Callable[[re.Match[str], date], Span | Bare | None]
Entry = tuple[Pattern, Reader]

NUMBERS = {
    "a": 1, "one": 1, "single": 1, "two": 2, "couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "eighteen": 18, "twenty-four": 24,
}  # fmt: skip
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "final": 4}
YEARS = {
    "一昨年": -2, "おととし": -2, "昨年": -1, "去年": -1, "前年": -1, "今年": 0, "本年": 0, "当年": 0, "来年": 1,
    "明年": 1, "last year": -1, "the previous year": -1, "this year": 0, "the current year": 0, "next year": 1,
    "the year before last": -2,
}  # fmt: skip
_LATER_HALF = frozenset({"下", "后", "second", "latter", "2"})


def months(first: Month, width: int) -> Span:
    return Span(first, first.plus(width - 1))


def count(word: str) -> int:
    return NUMBERS.get(word) or int(word)


def said_year(match: re.Match[str], today: date) -> int | None:
    """The year that the expression itself names (groups `y` = figures or a word, `era` = 令和)."""
    groups = match.groupdict()
    if groups.get("era"):
        return 2018 + int(groups["era"])
    said = groups.get("y")
    if not said:
        return None
    return today.year + YEARS[said] if said in YEARS else int(said) % 2000 + 2000


def said_fiscal_year(match: re.Match[str], today: date) -> int:
    """The fiscal year it names (groups `fy` figures, `era`, `fw` a word such as 昨年度)."""
    groups = match.groupdict()
    if groups.get("era"):
        return 2018 + int(groups["era"])
    if groups.get("fy"):
        return int(groups["fy"]) % 2000 + 2000
    word = groups.get("fw") or ""
    now = fiscal_year(Month.at(today))
    if re.match("昨|前|去|上|last|previous|prior", word):
        return now - 1
    return now + 1 if re.match("来|翌|下|next|coming", word) else now


def month(match: re.Match[str], today: date) -> Span | Bare:
    year, number = said_year(match, today), int(match["m"])
    return months(Month.of(year, number), 1) if year else Bare(number)


def month_run(match: re.Match[str], today: date) -> Span | Bare:
    """4-6月: one 月 for both ends."""
    year, first, last = said_year(match, today), int(match["m"]), int(match["n"])
    width = (last - first) % 12 + 1
    return months(Month.of(year, first), width) if year else Bare(first, width)


def day(match: re.Match[str], today: date) -> Span | None:
    year = said_year(match, today)
    try:
        said = date(year or today.year, int(match["m"]), int(match["d"]))
        if year is None and said > today:
            said = said.replace(year=today.year - 1)
    except ValueError:
        return None
    return Span(Month.at(said), Month.at(said), days=(said, said))


def quarter(match: re.Match[str], today: date) -> Span | Bare:
    number = ORDINALS.get(match["q"]) or int(match["q"])
    if match.groupdict().get("fiscal"):
        return Bare((number * 3) % 12 + 1, 3, part=True)
    year = said_year(match, today)
    return months(Month.of(year, number * 3 - 2), 3) if year else Bare(number * 3 - 2, 3, part=True)


def half(match: re.Match[str], today: date) -> Span | Bare:
    year, later = said_year(match, today), match["h"] in _LATER_HALF
    if match.groupdict().get("fiscal"):
        return months(fiscal_start(year).plus(6 * later), 6) if year else Bare(10 if later else 4, 6, part=True)
    return months(Month.of(year, 7 if later else 1), 6) if year else Bare(7 if later else 1, 6, part=True)


def fiscal_month(match: re.Match[str], today: date) -> Span:
    """昨年度の3月: January to March are the end of a fiscal year, in the calendar's next one."""
    year, number = said_fiscal_year(match, today), int(match["m"])
    return months(Month.of(year + (number < 4), number), 1)


def fiscal(match: re.Match[str], today: date) -> Span:
    """A fiscal year, or its quarter (`q`) or half (`h`)."""
    start, groups = fiscal_start(said_fiscal_year(match, today)), match.groupdict()
    if groups.get("q"):
        return months(start.plus((ORDINALS.get(groups["q"]) or int(groups["q"])) * 3 - 3), 3)
    if groups.get("h"):
        return months(start.plus(6 if groups["h"] in _LATER_HALF else 0), 6)
    return months(start, 12)


def relative(shift: int) -> Reader:
    return lambda match, today: months(Month.at(today).plus(shift), 1)


def months_ago(match: re.Match[str], today: date) -> Span:
    return months(Month.at(today).plus(-count(match["n"])), 1)


def quarters(shift: int) -> Reader:
    return lambda match, today: months(quarter_start(Month.at(today)).plus(3 * shift), 3)


def years(shift: int) -> Reader:
    return lambda match, today: months(Month.of(today.year + shift, 1), 12)


def whole_year(match: re.Match[str], today: date) -> Span:
    return months(Month.of(said_year(match, today) or today.year, 1), 12)


def back(unit: int) -> Reader:
    """過去N: whole months (or quarters) that are over; the current month is not among them."""

    def read(match: re.Match[str], today: date) -> Span | None:
        number = count(match["n"]) if match.groupdict().get("n") else 1
        width = number * unit
        if not 1 <= width <= 120:
            return None
        end = quarter_start(Month.at(today)) if unit == 3 else Month.at(today)
        return months(end.plus(-width), width)

    return read


def ahead(match: re.Match[str], today: date) -> Span:
    return months(Month.at(today).plus(1), max(1, min(120, count(match["n"]))))


def days(first: int, last: int) -> Reader:
    def read(match: re.Match[str], today: date) -> Span:
        start, end = today + timedelta(first), today + timedelta(last)
        return Span(Month.at(start), Month.at(end), days=(start, end))

    return read


def week(shift: int) -> Reader:
    def read(match: re.Match[str], today: date) -> Span:
        monday = today - timedelta(today.weekday()) + timedelta(7 * shift)
        return Span(Month.at(monday), Month.at(monday + timedelta(6)), days=(monday, monday + timedelta(6)))

    return read
