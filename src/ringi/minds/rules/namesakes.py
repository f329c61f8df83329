"""A name that goes on: 鈴木 健一 is nobody when the directory has only 鈴木 明子, not another of the name. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ringi.minds.rules.language import Utterance, fold, rx, words

if TYPE_CHECKING:
    from ringi.catalog import Department, Person

_IN_NAMES = "".join(
    sorted(
        set(
            fold(
                "一二三太郎朗子美香恵絵江枝奈菜里理梨沙紗佳加代世由有結優裕祐佑雄夫男樹輝介助翔大輔哉也弥真誠正和幸宏博浩洋"
                "治司史志仁信伸之行幹彦久明昭晃彰光秀英栄茂隆孝貴崇敬文武剛強健賢謙憲康泰保守実咲花愛葵陽悠蓮湊樹凛桜莉央"
                "心結衣乃音千春夏秋冬雪智知聡哲徹徳勝勇拓匠亮良涼遼瞳静京玲麗敏淳純潤充満進昇清澄直弘広寛義吉喜嘉善次郎"
                "伟芳娜丽静敏强磊军洋勇艳杰娟涛超霞平刚桂英华建国梅红玉兰婷雪琳鹏飞浩宇欣怡梓涵子轩雨泽"
            )
        )
    )
)
_NO_NAME = words(
    "一人 二人 三人 一同 本人 大至急 明日 明年 正社员 子会社 文书 信用 知人 良 保守 英语 实 实绩 有给 有休 平日 平均 勇"
)
_ENDS_JA = (
    r"(?=さん|氏|様|样|くん|君|ちゃん|殿|先辈|部长|课长|主任|系长|の|に|へ|は|を|と|が|も|宛|だけ|から|[、。,.!?)\n]|$)"
)
_ENDS_ZH = (
    r"(?=的|先生|女士|小姐|上+个?月|本月|这个?月|当月|今年|去年|前年|\d|第|在|于|从|最近|过去|发|私信|[、。,.!?)\n]|$)"
)
_GOES_ON = {
    "ja": rx(rf" ?(?P<rest>[{_IN_NAMES}]{{1,3}}){_ENDS_JA}"),
    "zh": rx(rf" ?(?P<rest>(?![和与])[{_IN_NAMES}]{{1,3}}){_ENDS_ZH}"),
}
_BEFORE_EN = re.compile(r"(?:^|(?<=[\s(]))(?P<rest>[A-Z][a-z]{1,14}) $")
_AFTER_EN = re.compile(
    r" (?P<rest>[A-Z][a-z]{1,14})(?='s\b|[,.?!;:)]|$|\s(?:in|for|from|last|this|during|on|since|and|by|over|only|worked"
    r"|work|has|did|was|via|about|with|as|please)\b)"
)
_STARTS_SENTENCE = re.compile(r"(?:^|[.!?\n:;]\s*)$")
_BY_THE_NAME = words(
    "mr ms mrs miss dr prof sir madam dear hi hello hey thanks thank and or also cc add only just the for of to from "
    "by about with manager director boss chief lead president employee colleague teammate is was has did does do can "
    "could sales hr finance accounting engineering support marketing legal operations general affairs customer human "
    "resources"
)


@dataclass(frozen=True, slots=True)
class Known:
    """Words that are somebody's name, and capitalised words that are nobody's."""

    parts: frozenset[str]
    families: frozenset[str]
    """Latin family names: Send Ogawa Tanaka's overtime names two people."""
    others: frozenset[str]


@lru_cache(maxsize=16)
def known(people: tuple[Person, ...], departments: tuple[Department, ...], others: frozenset[str]) -> Known:
    names = [fold(name).split() for one in people for name in (one.name, *one.names)]
    places = frozenset(part for one in departments for name in (one.name, *one.names) for part in fold(name).split())
    return Known(
        frozenset(part for name in names for part in name),
        frozenset(name[-1] for name in names if len(name) > 1 and name[-1].isascii()),
        _BY_THE_NAME | places | others,
    )


def goes_on(said: Utterance, start: int, end: int, known: Known) -> tuple[int, int]:
    """Where the name really begins and ends: more than was found when it goes on to be nobody's."""
    word = said.text[start:end]
    if not word.isascii():
        found = _GOES_ON["zh" if said.lang == "zh" else "ja"].match(said.text, end)
        return (start, found.end("rest")) if found and found["rest"] not in _NO_NAME else (start, end)
    if not word.isalpha():
        return start, end
    before = _BEFORE_EN.search(said.cased, 0, start)
    # The first word of a sentence is capitalised whatever it is.
    opens = before is not None and bool(_STARTS_SENTENCE.search(said.cased, 0, before.start()))
    first = before["rest"].lower() if before else ""
    if before and _belongs(first, word, known) and (first in known.parts or not opens):
        return before.start("rest"), end
    after = _AFTER_EN.match(said.cased, end)
    if after and _belongs(after["rest"].lower(), word, known):
        return start, after.end("rest")
    return start, end


def _belongs(other: str, word: str, known: Known) -> bool:
    """Whether a capitalised neighbour is the rest of this name."""
    return other not in known.others and not (other in known.families and word in known.families)
