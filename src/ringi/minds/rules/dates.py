"""Which months (or days) a text speaks of: expressions found by the two grammar tables, joined into ranges and lists.

Pure: text and today's date in, mentions with their places out. Which of them a request is about, `periods` decides.
A month without a year is the latest one that is not in the future. 過去Nか月 ends with last month.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ringi.minds.rules import grammar_cjk, grammar_en
from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.language import rx
from ringi.minds.rules.spans import Bare


@dataclass(frozen=True, slots=True)
class Mention:
    """One time expression: one span, or several that were named side by side (4月と6月)."""

    start: int
    end: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Atom:
    start: int
    end: int
    said: Span | Bare


_BETWEEN = rx(
    r"\s?(?:の?(?:初め|はじめ|初|头|末|月初|月末))?\s?(?:から|より|~|-|\bto\b|\bthrough\b|\bthru\b"
    r"|\buntil\b|\btill\b|\bup to\b|至|到|から翌|→)\s?(?:the )?"
)
_BETWEEN_AND = rx(r"\s?\band\b\s?")
_LIST = rx(
    r"\s?(?:と|および|及び|ならびに|、|,|・|/|和|以及|与|跟|\band\b|&|,\s?and\b|\bplus\b|そして|それから"
    r"|とか|や|または|\bor\b|、と)\s?(?:the )?"
)
_OPEN = rx(
    r"\s?(?:の?(?:初め|はじめ|初|头))?(?:から(?!の?(?:変|变|担当))|以降|以来|以后|之后|起|开始|(?:から|到"
    r"|至|\bto\b|\buntil\b|\btill\b)?\s?(?:今|现在|今まで|これまで|目前|今日|本日|至今|\bnow\b|\btoday\b"
    r"|\bthe present\b|\bdate\b)(?:まで|为止)?|~(?!\d)|\bonwards?\b|\bon\b(?=[\s,.]|$))"
)
_SINCE = rx(r"(?:\bsince\b|\bstarting(?: from| in)?|\bbeginning(?: in)?|自从?|从)\s?(?:the )?$")
_FROM = rx(r"(?:\bfrom\b|\bbetween\b|从|自)\s?(?:the )?$")
_UNTIL = rx(r"\s?(?:の?末)?(?:まで|为止|以前|之前)")
_WITH_CURRENT = rx(
    r"(?:今月|本月|当月)(?:を|も)?含|(?:包括|包含|含)(?:本月|这个月|当月)|includ\w* (?:the )?(?:this|current) month"
)
_RUN = rx("[~到至]|から")
_ENGLISH_MAY = re.compile(
    r"(?:\b(?:in|for|of|from|to|since|until|through|and|last|this|next|during|between|by|or)\s|[-~,(]\s?)$"
)

_MODAL = re.compile(
    r"may\s(?:i|we|you|he|she|they|it|one|this|that|not|also|be|have|want|need|well"
    r"|as well)\b(?!'s)(?!\s(?:overtime|attendance))"
)
_MONTH_OF = re.compile(
    r"(?:'s)?\s?(?:overtime|attendance|timesheets?|figures|numbers|punches|20\d\d|to\b"
    r"|through\b|-|~)"
)


def find(text: str, today: date, cased: str = "") -> tuple[Mention, ...]:
    """Every time expression of the text in the order it is said."""
    atoms = _atoms(text, today, cased or text)
    with_current = _WITH_CURRENT.search(text)
    if with_current:
        atoms = [atom for atom in atoms if not with_current.start() <= atom.start < with_current.end()]
    groups: list[list[_Atom]] = []
    mentions: list[Mention] = []
    for atom in atoms:
        if groups and (_LIST.fullmatch(text, groups[-1][-1].end, atom.start) or _joins(text, groups[-1][-1], atom)):
            groups[-1].append(atom)
        else:
            groups.append([atom])
    for group in groups:
        mentions.append(_mention(text, group, Month.at(today)))
    if with_current and mentions:
        mentions = [replace(one, spans=tuple(_up_to(span, Month.at(today)) for span in one.spans)) for one in mentions]
    return tuple(mentions)


def _up_to(span: Span, now: Month) -> Span:
    """今月を含む過去3か月: the same number of months, ending with this one."""
    if span.last.plus(1) != now or span.first == span.last:
        return span
    return Span(span.first.plus(1), now)


def _joins(text: str, left: _Atom, right: _Atom) -> bool:
    if _BETWEEN.fullmatch(text, left.end, right.start):
        return True
    return bool(_BETWEEN_AND.fullmatch(text, left.end, right.start) and _FROM.search(text, 0, left.start))


def _atoms(text: str, today: date, cased: str) -> list[_Atom]:
    found: list[_Atom] = []
    for pattern, reader in (*grammar_cjk.GRAMMAR, *grammar_en.GRAMMAR):
        for match in pattern.finditer(text):
            if match.end() == match.start() or _is_verb(match, text, cased):
                continue
            said = reader(match, today)
            if said is not None:
                end = match.start() + len(match.group().rstrip(" のは的、,"))
                found.append(_Atom(match.start(), end, said))
    return list(_longest(found))


def _is_verb(match: re.Match[str], text: str, cased: str) -> bool:
    """`may` and `march` are months only when written or used as such."""
    if match.group().strip(" .") not in ("may", "march", "mar"):
        return False
    if _MODAL.match(text, match.start()):
        return True
    if _MONTH_OF.match(text, match.end()):
        return False
    return not _ENGLISH_MAY.search(text, 0, match.start()) and not cased[match.start()].isupper()


def _longest(found: list[_Atom]) -> Iterator[_Atom]:
    end = -1
    for atom in sorted(found, key=lambda one: (one.start, -one.end)):
        if atom.start >= end:
            yield atom
            end = atom.end


def _mention(text: str, group: list[_Atom], now: Month) -> Mention:
    spans = _years_given(group, now)
    out: list[Span] = []
    index = 0
    while index < len(group):
        span, atom = spans[index], group[index]
        ranged = index + 1 < len(group) and not _is_list(text, atom, group[index + 1])
        if ranged:
            last = spans[index + 1]
            span = Span(span.first, last.last, days=_both(span, last)) if last.last >= span.first else span
            index += 1
        elif index + 1 == len(group):
            span = _opened(text, atom, span, now)
        out.append(_clipped(span, now))
        index += 1
    return Mention(group[0].start, group[-1].end, tuple(out))


def _is_list(text: str, left: _Atom, right: _Atom) -> bool:
    return not _joins(text, left, right)


def _both(first: Span, last: Span) -> tuple[date, date] | None:
    return (first.first_day, last.last_day) if first.days or last.days else None


def _opened(text: str, atom: _Atom, span: Span, now: Month) -> Span:
    """4月から, since April: up to now."""
    if _RUN.search(text, atom.start, atom.end):
        return span
    after = _OPEN.match(text, atom.end)
    since = _SINCE.search(text, 0, atom.start)
    if (after or since) and span.last < now and not _UNTIL.match(text, atom.end):
        return Span(span.first, now, open_end=True)
    if _UNTIL.match(text, atom.end) and span.first <= now:
        return replace(span, open_start=True)
    return span


def _clipped(span: Span, now: Month) -> Span:
    if span.first <= now < span.last:
        return replace(span, last=now, clipped=True)
    return span


def _years_given(group: list[_Atom], now: Month) -> list[Span]:
    """Give every bare month its year: from its neighbours when one of them has one, else the latest that is over."""
    spans: list[Span | None] = [atom.said if isinstance(atom.said, Span) else None for atom in group]
    for index, atom in enumerate(group):  # 2026年の4月と6月
        before = spans[index - 1] if index else None
        if spans[index] is None and before is not None and isinstance(atom.said, Bare):
            number, width, _ = atom.said
            first = Month.of(before.first.year, number)
            first = first if first >= before.first else first.plus(12)
            spans[index] = Span(first, first.plus(width - 1))
    for index in range(len(group) - 1, -1, -1):  # from March to May 2026
        said = group[index].said
        if spans[index] is None and isinstance(said, Bare):
            after = spans[index + 1] if index + 1 < len(group) else None
            spans[index] = _latest(said, after.last if after else now, whole=after is None)
    return [span for span in spans if span is not None]


def _latest(said: Bare, limit: Month, *, whole: bool) -> Span:
    """The latest such stretch that has begun (a quarter, a half) or is not in the future (a month, a run of months)."""
    number, width, part = said
    first = Month.of(limit.year, number)
    needed = first if part and whole else first.plus(width - 1)
    if needed > limit:
        first = first.plus(-12)
    return Span(first, first.plus(width - 1))
