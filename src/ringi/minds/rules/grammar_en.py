"""Time expressions in English."""

from __future__ import annotations

import re
from datetime import date

from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.language import rx
from ringi.minds.rules.spans import (
    NUMBERS,
    ORDINALS,
    Bare,
    Entry,
    Reader,
    ahead,
    back,
    days,
    fiscal,
    half,
    months,
    months_ago,
    quarter,
    quarters,
    relative,
    said_year,
    week,
    whole_year,
    years,
)

_NAMES = (
    "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug",
    "september|sept|sep", "october|oct", "november|nov", "december|dec",
)  # fmt: skip
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split("|")}
_NAME = "(?P<m>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_N = "(?P<n>\\d{1,2}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
_ORDINAL = "(?P<q>" + "|".join(ORDINALS) + ")"
_YEAR = (
    r"(?P<y>20\d\d|(?<=')\d\d|last year|this year|next year|the year before last|the current year|the previous year)\b"
)
_OF_YEAR = rf"(?:,?\s?(?:of |in |')?{_YEAR})"
_FISCAL = (
    r"(?:(?:fy|fiscal(?: year)?|financial year) ?'?(?P<fy>20\d\d|\d\d)\b|(?P<fw>this|the current|current"
    r"|last|the last|previous|the previous|next)"
    r" (?:fiscal|financial) year)"
)
_LAST = "(?:last|past|previous|recent|trailing|preceding|prior|most recent|latest)"
_FULL = "(?:full |complete |whole |calendar |completed )?"


def _month(match: re.Match[str], today: date) -> Span | Bare:
    number, groups = MONTHS[match["m"]], match.groupdict()
    if groups.get("y"):
        return months(Month.of(said_year(match, today) or today.year, number), 1)
    now, before = Month.at(today), groups.get("before")
    if before == "next":
        return months(Month.of(now.year + (number <= now.number), number), 1)
    if before == "last":
        return months(Month.of(now.year - (number >= now.number), number), 1)
    return months(Month.of(now.year, number), 1) if before == "this" else Bare(number)


def _day(match: re.Match[str], today: date) -> Span | None:
    year = said_year(match, today)
    try:
        said = date(year or today.year, MONTHS[match["m"]], int(match["d"]))
        if year is None and said > today:
            said = said.replace(year=today.year - 1)
    except ValueError:
        return None
    return Span(Month.at(said), Month.at(said), days=(said, said))


_TABLE: tuple[tuple[str, Reader], ...] = (
    (rf"\b(?:(?P<before>last|this|next) )?{_NAME}{_OF_YEAR}?", _month),
    (rf"\b(?P<y>20\d\d),? {_NAME}", _month),
    (rf"\b{_NAME} (?P<d>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<y>20\d\d))?", _day),
    (rf"\b(?P<d>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)? (?:of )?{_NAME}(?:,? (?P<y>20\d\d))?", _day),
    (r"\b(?:this|the current|current) (?:calendar )?month\b|\bmonth[- ]to[- ]date\b|\bmtd\b", relative(0)),
    (rf"\b(?:the )?{_LAST} {_FULL}month\b", relative(-1)),
    (r"\b(?:the )?month before (?:last|that)\b", relative(-2)),
    (r"\b(?:the )?(?:next|following|coming|upcoming) (?:calendar )?month\b", relative(1)),
    (r"\b(?:the )?month after next\b", relative(2)),
    (rf"\b{_N} months? (?:ago|back|earlier)\b", months_ago),
    (
        r"\b(?:the )?same month (?:of |in )?(?:last year|a year ago|the previous year)\b|\ba year ago this month\b",
        relative(-12),
    ),
    (rf"\b(?:the |these )?{_LAST} {_N} {_FULL}months?\b", back(1)),
    (rf"\b{_N} {_LAST} months\b", back(1)),
    (rf"\b{_N} months?(?:'s?)? (?:of|worth)\b", back(1)),
    (rf"\b(?:the )?{_LAST} {_N} {_FULL}quarters\b", back(3)),
    (rf"\b(?:the )?{_LAST} {_N} {_FULL}years\b", back(12)),
    (rf"\b(?:the )?{_LAST} (?:half[- ]year|half a year)\b", back(6)),
    (r"\b(?:the |this )?(?:past|trailing) year\b", back(12)),
    (rf"\b(?:the )?(?:next|coming|following|upcoming) {_N} months?\b", ahead),
    (rf"\b(?:the )?(?P<fiscal>fiscal )?{_ORDINAL} quarter\b{_OF_YEAR}?", quarter),
    (rf"\b{_YEAR}(?:'s)? (?:the )?{_ORDINAL} quarter\b", quarter),
    (rf"\b{_YEAR}(?:'s)? q(?P<q>[1-4])\b", quarter),
    (rf"\b{_YEAR}(?:'s)? (?:the )?(?P<h>first|second|latter) half\b", half),
    (rf"\b(?P<fiscal>fiscal )?q(?P<q>[1-4])\b{_OF_YEAR}?", quarter),
    (r"\b(?P<q>[1-4])q\b(?:\s?(?P<y>20\d\d))?", quarter),
    (r"\b(?P<y>20\d\d)[ \-/]?q(?P<q>[1-4])\b", quarter),
    (rf"\b{_FISCAL} ?q(?P<q>[1-4])\b", fiscal),
    (rf"\bq(?P<q>[1-4]) ?(?:of |in )?(?:the )?{_FISCAL}", fiscal),
    (rf"\b(?:the )?{_ORDINAL} quarter (?:of |in )?(?:the )?{_FISCAL}", fiscal),
    (rf"\b(?:the )?(?P<h>first|second) half (?:of |in )?(?:the )?{_FISCAL}", fiscal),
    (rf"\b(?:the )?{_FISCAL}", fiscal),
    (r"\b(?:this|the current|current) quarter\b", quarters(0)),
    (r"\b(?:the )?(?:last|previous|prior|past) (?:full |calendar )?quarter\b", quarters(-1)),
    (r"\b(?:the )?(?:next|coming) quarter\b", quarters(1)),
    (rf"\b(?:the )?(?P<h>first|second|latter) half{_OF_YEAR}?", half),
    (r"\b(?:the )?(?P<h>first|second|latter) half of the year\b", half),
    (rf"\bh(?P<h>[12])\b{_OF_YEAR}?", half),
    (r"(?<![\w.-])(?P<y>20[0-4]\d)\b(?!\s?(?:hours|people|employees|-\d))", whole_year),
    (
        r"\b(?:this|the current|current) (?:calendar )?year(?: so far| to date)?\b|\byear[- ]to[- ]date\b|\bytd\b",
        years(0),
    ),
    (r"\b(?:the )?(?:last|previous|prior) (?:calendar )?year\b", years(-1)),
    (r"\b(?:the )?year before last\b", years(-2)),
    (r"\b(?:the )?(?:next|coming) (?:calendar )?year\b", years(1)),
    (r"\byesterday\b", days(-1, -1)),
    (r"\btoday\b", days(0, 0)),
    (r"\bday before yesterday\b", days(-2, -2)),
    (r"\btomorrow\b", days(1, 1)),
    (r"\b(?:the )?(?:last|previous|past) week\b", week(-1)),
    (r"\b(?:this|the current|current) week\b", week(0)),
    (r"\b(?:the )?(?:next|coming) week\b", week(1)),
)

GRAMMAR: tuple[Entry, ...] = tuple((rx(pattern), reader) for pattern, reader in _TABLE)
