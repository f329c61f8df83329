"""Amounts in a request: hours from which somebody counts (45時間以上), and how many (上位5名). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ringi.minds.rules.language import Pattern, rx

_NUMBER = r"(?P<n>\d{1,4}(?:\.\d{1,2})?)"
_HOURS = r"\+?\s?(?:时间|h(?:ours?|rs?|r)?\b|小时|个?小时|钟头)"
_AT_LEAST = rx(
    rf"(?:{_NUMBER}{_HOURS}(?:以上|\+|\s?or (?:more|over|above)|\s?(?:and|&) (?:up|over|above)"
    r"|\s?plus\b|及以上|或以上|或更多))"
)
_MORE_HOURS = rx(rf"{_NUMBER}\s?(?:or more|or over|or above|and up|and more|plus)\s(?:overtime )?(?:hours?|hrs?|h)\b")
_AT_LEAST_BEFORE = rx(
    r"(?:at least|no less than|not less than|minimum of|>=|≥|min\.?|不少于|不低于|至少|满|达到?|大于等于"
    rf"|月に?)\s?(?:了)?{_NUMBER}(?:{_HOURS}(?!未满|以下|以内|まで|未満)|\s?(?:个|以上))"
)
_OVER = rx(
    rf"{_NUMBER}{_HOURS}?(?:を|も)?(?:超|越え|越して|こえ|オーバー|突破|上回)"
    rf"|{_NUMBER.replace('P<n>', 'P<n2>')}{_HOURS}(?:を)?(?:超|こえ)"
)
_OVER_BEFORE = rx(
    r"(?:over|more than|above|exceed(?:s|ed|ing)?|greater than|in excess of|beyond|north of|past|>|超过"
    rf"|多于|大于|高于|超出|超|逾)\s?(?:了|the )?{_NUMBER}(?:{_HOURS}|-hour|\+|(?=\s|$|[,.。,、的]))"
)
_UNDER = rx(
    rf"{_NUMBER}{_HOURS}(?:以下|未満|未满|以内|まで|を下回|に満たない|に满たない|に届かない)|(?:under|less "
    r"than|below|fewer than|at most|no more than|up to|<|(?<!不)少于|(?<!不)低于|不超过|不到|不足"
    rf"|(?<!不)小于)\s?{_NUMBER.replace('P<n>', 'P<n2>')}{_HOURS}"
)
_PLAIN = rx(rf"(?<![\d.:]){_NUMBER}{_HOURS}(?!前|後|后|以内|ごと|おき|制|ago|\s?a\b|\s?per\b|勤務|勤务)")
_NAMED = rx(
    r"(?:threshold|cut-?off|しきい値|閾値|基准(?:时间|值)?|阈值|门槛|闽值)(?:\s?(?:of|is|at|=|:|は|を|为"
    rf"|是|设为))?\s?{_NUMBER}"
)
_LIFTED = rx(
    r"(?:という|の|的)?(?:条件|基准|しばり|缚り|限制)(?:は|を)?(?:外|不要|なし|やめ|无し|いらない|取り|去掉"
    r"|不用)"
)
_AGREEMENT = rx(r"36协定|三六协定|サブロク协定|article 36|36 agreement|saburoku")
_BREACH = rx(r"超|违反|上限|over|exceed|breach|violat|limit|违")
_DEATH_LINE = rx(r"过劳死ライン|过劳死线|karoshi line")
_TOP = rx(
    r"(?:上位|トップ|top|worst|ワースト|前|最多的?|排名前)\s?(?P<n>\d{1,3})\s?(?:名|人|位|people"
    r"|employees|个)?(?!\s?(?:か月|ヶ月|个月|月|months?|quarters?|年|years?|时间|小时|hours?))"
)


@dataclass(frozen=True, slots=True)
class Threshold:
    """Hours from which somebody counts, as said."""

    hours: float
    sense: Literal["at_least", "over", "under"]
    start: int
    end: int
    reason: str = ""
    """`agreement` or `karoshi` when the number is the meaning of a legal word."""


def _number(match: re.Match[str]) -> float:
    return float(match.group("n") or match.groupdict().get("n2") or 0)


def thresholds(text: str) -> tuple[Threshold, ...]:
    """Every threshold that is said, in order; a plain amount counts as 'or more' only when no other is said."""
    found: list[Threshold] = []
    senses: tuple[tuple[Pattern, Literal["at_least", "over", "under"]], ...] = (
        (_UNDER, "under"),
        (_AT_LEAST, "at_least"),
        (_MORE_HOURS, "at_least"),
        (_OVER, "over"),
        (_OVER_BEFORE, "over"),
        (_AT_LEAST_BEFORE, "at_least"),
    )
    for pattern, sense in senses:
        for match in pattern.finditer(text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Threshold(_number(match), sense, match.start(), match.end()))
    if not found:
        found += [Threshold(_number(m), "at_least", m.start(), m.end()) for m in _PLAIN.finditer(text)]
    if not found:
        found += [Threshold(_number(m), "at_least", m.start(), m.end()) for m in _NAMED.finditer(text)]
    if not found and (legal := _AGREEMENT.search(text)) and _BREACH.search(text):
        found.append(Threshold(45.0, "over", legal.start(), legal.end(), "agreement"))
    if not found and (line := _DEATH_LINE.search(text)):
        found.append(Threshold(80.0, "over", line.start(), line.end(), "karoshi"))
    return tuple(sorted((one for one in found if not _LIFTED.match(text, one.end)), key=lambda one: one.start))


def top(text: str) -> int | None:
    """上位5名, top 5."""
    match = _TOP.search(text)
    return int(match["n"]) if match else None


def figure(hours: float) -> int | float:
    """45, not 45.0: as a person would write it."""
    return int(hours) if hours == int(hours) else hours
