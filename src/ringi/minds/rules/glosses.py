"""A time that is said twice: 第2四半期（7月〜9月）, Q4 2025 (October to December), last month (October). Pure.

Months that are named outright say what the wider word means here, whichever of the two stands in the brackets.
"""

from __future__ import annotations

from dataclasses import replace

from ringi.minds.rules.calendar import Month, Span
from ringi.minds.rules.dates import Mention
from ringi.minds.rules.language import rx

_OPENS = rx(
    r"\s?(?:分|度|份|の分)?\s?(?:\(|\[|[、,]?\s?(?:つまり|すなわち|即ち|要するに|ie,?|that is,?|meaning"
    r"|namely,?|in other words,?"
    r"|即|也就是说?|就是))\s?(?:つまり|すなわち|即ち|ie,?|that is,?|meaning|namely,?|即|也就是|就是"
    r"|=)?\s?(?:from |the )?"
)
_OUTRIGHT = rx(r"\d月|\d月?\s?[-~]\s?\d|20\d\d[-/.]\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b")
_YEAR = rx(r"20\d\d|\b2\d年|年度|令和|fy|昨年|去年|一昨年|前年|(?:last|previous) (?:fiscal )?year|上一?个?财年")


_NARROWS = rx(r"[^、。,.;()\n]{0,12}\(\s?")
_WITHIN = rx(
    r"\s?\)?\s?(?:の?うち|の?中で|のなかで|当中|之中|,? of which)?\s?[、,]?\s?(?:only )?(?:up to |until |through )?"
)


def glossed(text: str, mentions: tuple[Mention, ...], now: Month) -> tuple[Mention, ...]:
    """The mentions, each pair of a time and its gloss made one; 上期のうち7月まで is one stretch too."""
    out: list[Mention] = []
    for one in mentions:
        if out and _OPENS.fullmatch(text, out[-1].end, one.start):
            out[-1] = _either(text, out[-1], one, now)
        elif out and _NARROWS.fullmatch(text, out[-1].end, one.start) and _inside(out[-1], one):
            out[-1] = replace(one, start=out[-1].start)
        elif out and one.spans[0].open_start and _WITHIN.fullmatch(text, out[-1].end, one.start):
            whole = Span(min(out[-1].spans[0].first, one.spans[-1].last), one.spans[-1].last)
            out[-1] = replace(one, start=out[-1].start, spans=(whole,))
        else:
            out.append(one)
    return tuple(out)


def _inside(outer: Mention, inner: Mention) -> bool:
    """今年の夏（7月と8月）: the brackets say which part of it."""
    first, last = outer.spans[0].first, outer.spans[-1].last
    return all(first <= span.first and span.last <= last for span in inner.spans)


def _either(text: str, outer: Mention, inner: Mention, now: Month) -> Mention:
    plain = bool(_OUTRIGHT.search(text, outer.start, outer.end)) and not _OUTRIGHT.search(text, inner.start, inner.end)
    if plain:
        return replace(outer, end=inner.end)
    if not _YEAR.search(text, inner.start, inner.end):
        inner = replace(inner, spans=tuple(_in_year_of(outer.spans[0], span, now) for span in inner.spans))
    return replace(inner, start=outer.start)


def _in_year_of(outer: Span, inner: Span, now: Month) -> Span:
    """The same months of the year that the wider word named, as far as they have come."""
    shifted = [
        replace(inner, first=inner.first.plus(12 * years), last=inner.last.plus(12 * years)) for years in range(-9, 10)
    ]
    begun = [one for one in shifted if one.first <= now] or shifted
    nearest = min(begun, key=lambda one: abs(one.first.index - outer.first.index))
    return replace(nearest, last=now, clipped=True) if nearest.last > now else nearest
