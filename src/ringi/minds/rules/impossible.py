"""Times that no calendar has: 2025年13月, February 30, 第5四半期. Whoever says one is asked, not guessed at. Pure."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator

from ringi.minds.rules.language import rx

_YEAR = r"(?:(?<!\d)(?P<y>20\d\d)\s?年?\s?[の的]?\s?)?"
_MONTH = rx(rf"{_YEAR}(?<![\d.~-])(?P<m>\d{{1,2}})月(?!\s?\d)|(?<![\d/-])(?P<iso>20\d\d)[-/](?P<i>\d\d)(?![\d/-])")
_DAY = rx(
    rf"{_YEAR}(?<![\d.])(?P<m>\d{{1,2}})月\s?(?P<d>\d{{1,2}})[日号]"
    r"|(?<![\d/-])(?P<iso>20\d\d)[-/](?P<i>\d{1,2})[-/](?P<j>\d{1,2})(?![\d/-])"
)
_QUARTER = rx(
    r"(?:20\d\d\s?年?[の的]?\s?)?第(?:0|[5-9]|\d\d)(?:四半期|季度)|20\d\d\s?年?[の的]?\s?q[05-9](?!\d)"
    r"|\bq[05-9],?\s(?:of |in )?(?:the )?20\d\d"
)
_ENGLISH = rx(
    r"\bmonth (?:no\.? |number )?(?:0+|1[3-9]|[2-9]\d)\b(?:,? (?:of|in) 20\d\d)?"
    r"|\bfeb(?:ruary)?\.? (?:the )?3[01](?:st|th)?\b(?:,? 20\d\d)?"
    r"|\b(?:apr(?:il)?|june?|sept?(?:ember)?|nov(?:ember)?)\.? (?:the )?31(?:st)?\b(?:,? 20\d\d)?"
)


def impossible(text: str) -> Iterator[tuple[int, int]]:
    """Where the text speaks of a month, a day or a quarter that there is not."""
    for match in _MONTH.finditer(text):
        month = int(match["m"] or match["i"])
        spans_two_years = match["iso"] and month == int(match["iso"][2:]) + 1  # 2025-26
        if not 1 <= month <= 12 and not spans_two_years:
            yield match.span()
    for match in _DAY.finditer(text):
        year = int(match["y"] or match["iso"] or 2024)  # a year with a 29 February, when none was said
        month, day = int(match["m"] or match["i"]), int(match["d"] or match["j"])
        if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
            yield match.span()
    for pattern in (_QUARTER, _ENGLISH):
        for match in pattern.finditer(text):
            yield match.span()
