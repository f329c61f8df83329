"""Taking back what was just said: 8月、いや7月; I said August, sorry, I meant July; 不是三月，是四月. The last counts.

Works alike on times, departments and people: anything with a place in the text. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from ringi.minds.rules.language import Utterance, rx


class Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Item = TypeVar("Item", bound=Placed)

_TAKEN_BACK = {
    "ja": rx(
        r"[、。,\s…ー]いや|いえ[、,]|订正|もとい|间违え|间违い|失礼しました|ではなく|じゃなく|でなく|と(?:言い"
        r"|书き|お伝えし|申し)ました"
        r"|と言った|と书いた|正しくは|やっぱり?|ごめん|すみません[、,]"
    ),
    "en": rx(
        r"\b(?:i meant|i mean|meant|make (?:that|it)|correction|scratch that|no,? wait|wait,? no|oops"
        r"|or rather|rather"
        r"|sorry|should (?:be|have been|read)|on second thought|i should have said)\b|[,-]\s?(?:actually|no)\b"
    ),
    "zh": rx(r"不对|不是|其实是|应该是|更正|说错|写错|弄错|搞错|记错|改成|改为|而是|我是说|口误|抱歉[,]?是"),
}
_ADDS = rx(r"\b(?:also|as well|too|both|plus|and)\b|も|加えて|还要|以及|也")
_REACH = 70


def takes_back(said: Utterance, start: int = 0, end: int | None = None) -> bool:
    """Whether something is corrected in this stretch."""
    return bool(_TAKEN_BACK[said.lang].search(said.text, start, len(said.text) if end is None else end))


def corrected(said: Utterance, items: Iterable[Item]) -> tuple[Item, ...]:
    """What is left when everything that was taken back for something of its own sort is gone."""
    ordered = sorted(items, key=lambda one: one.start)
    out: list[Item] = []
    for index, one in enumerate(ordered):
        after = ordered[index + 1] if index + 1 < len(ordered) else None
        if (
            after is not None
            and after.start - one.end <= _REACH
            and takes_back(said, one.end, after.start)
            and not _ADDS.search(said.text, one.end, after.start)
        ):
            continue
        out.append(one)
    return tuple(out)
