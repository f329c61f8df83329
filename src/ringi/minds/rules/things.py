"""Where a request names the things that a tool is about, and whether a deed is done to the thing itself. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from ringi.minds.rules.deed_words import THINGS
from ringi.minds.rules.deeds import SpokenDeed
from ringi.minds.rules.language import TOKEN, Utterance, fold
from ringi.minds.rules.lexicon import TOPICS
from ringi.minds.rules.polarity import clause_end, clause_start, sentence_bounds

Place = tuple[int, int]


@lru_cache(maxsize=2048)
def noun_pattern(noun: str) -> re.Pattern[str]:
    """A noun of a tool's name as people say it: its plural, and its words in other languages where they are known."""
    words = {noun, *(fold(word) for word in THINGS.get(noun, "").split())}
    for topic, said in TOPICS.items():
        if noun == topic or noun in said:
            words |= set(said)
    return re.compile("|".join(_form(word) for word in sorted(words, key=len, reverse=True)))


def _form(word: str) -> str:
    if word.isascii() and word[:1].isalpha():
        stem = rf"{re.escape(word[:-1])}(?:y|ies)" if word.endswith("y") else rf"{re.escape(word)}(?:s|es)?"
        return rf"(?<![a-z0-9_/.-]){stem}(?![a-z0-9_/])"
    if re.fullmatch(r"[\u30a1-\u30ff]+", word):
        return rf"(?<![\u30a1-\u30ff]){word}(?![\u30a1-\u30fa])"
    return word


def places_of(noun: str, text: str) -> tuple[Place, ...]:
    return tuple(match.span() for match in noun_pattern(noun).finditer(text))


_FILLERS = {
    "en": re.compile(
        r"\b(?:it|them|this|that|those|these|ones?|all|both|please|pls|now|then|too|also|as well|for (?:me|us)|thanks?"
        r"|thank you|asap|immediately|today|right away|ok|the|of|and|again|afterwards?)\b|[^a-z0-9\ue000-\ue3ff]+"
    ),
    "ja": re.compile(
        r"それ|これ|あれ|全部|全て|すべて|全件|みな|そのあと|その后|それから|そして|また|もう|今すぐ|至急|ください"
        r"|下さい|ので|から|だけ|完全に|いったん|一旦|[をもはがでにと、。,\s!?]+"
    ),
    "zh": re.compile(
        r"它们?|这些?|那些?|全部|都|一下|吧|了|掉|请|再|然后|并|就|也|给|帮我|的话|谢谢|[,，。;；!！?？、\s]+"
    ),
}


def _says_something(said: Utterance, place: Place) -> bool:
    return bool(_FILLERS[said.lang].sub("", said.text[place[0] : place[1]]))


_POINTS_BACK = {
    "en": re.compile(r"\s*(?:it|them|this one|that one|those|these)\b(?! \w+s\b)"),
    "ja": re.compile(r"[、,\s]*(?:それ|これ|そちら|それら|これら)(?:を|は|も)"),
    "zh": re.compile(r"[,，\s]*(?:然后|再|并)?[把将给]?(?:它|其)们?"),
}


def object_of(said: Utterance, deeds: tuple[SpokenDeed, ...], at: int) -> Place:
    """The part of the text that says to what a deed is done: behind the verb in English, before it in Japanese, on
    either side in Chinese; where nothing is said there (delete it, 削除して), the object of the deed before."""
    deed = deeds[at]
    start, end = sentence_bounds(said.text, deed.start)
    before = max((one.end for one in deeds[:at] if one.end <= deed.start and one.start >= start), default=start)
    after = min((one.start for one in deeds[at + 1 :] if one.start >= deed.end and one.start < end), default=end)
    own = _own_object(said, deed, before, after)
    if own is not None and not _POINTS_BACK[said.lang].match(said.text, *own):
        return own
    return object_of(said, deeds, at - 1) if at else (0, deed.start)


_TAKES_BEFORE = re.compile(r"[把将给对]")


def _own_object(said: Utterance, deed: SpokenDeed, before: int, after: int) -> Place | None:
    left, right = (before, deed.start), (deed.end, after)
    if said.lang == "zh":
        clause = (max(before, clause_start(said.text, deed.start)), deed.start)
        behind = (deed.end, min(after, clause_end(said.text, deed.end)))
        if _TAKES_BEFORE.search(said.text, *clause) and _says_something(said, clause):
            return clause
        return next((one for one in (behind, left) if _says_something(said, one)), None)
    own = left if said.lang == "ja" or deed.passive else right
    return own if _says_something(said, own) else None


_ONE_ID = rf"(?:#|no\.? ?|number |id |番号)?+(?:[^\W\d]|[.#-])*+[\d{TOKEN}/][\w./#{TOKEN}-]*"
_ID = rf"(?:\s?{_ONE_ID}(?:\s{_ONE_ID})*)?"
"""Each of them is read in one way only: two ways for each would be a thousand for ten."""
_ENDS = {
    "en": re.compile(
        rf"{_ID}\s*(?:$|[,.;:!?\n(){TOKEN}]|(?:and|or|that|which|who|with|without|from|of|in|on|by|to|for|older|newer"
        r"|before|after|since|called|named|titled|whose|please|now|then|permanently|immediately|too|as|if|because|at"
        r"|right|asap|today|number|id)\b)"
    ),
    "ja": re.compile(rf"{_ID}\s?(?:$|[をはもとや、。,・が!?]|だけ|全部|すべて|全て|全件|および|及び)"),
    "zh": re.compile(rf"{_ID}\s?(?:$|[和与及跟、,，。;；!！?？吧了啊一都全也并再可请给]|然后|以及)"),
}
_LEADS_AWAY = re.compile(r"\b(?:of|on|in|from|for|to|with|about|by|at|into)\b")


def is_object(said: Utterance, deed: SpokenDeed, noun: Place) -> bool:
    """Whether the deed is done to the thing itself, and not to something of it or about it (the ticket's attachment,
    the list of tickets, チケットの添付, 工单的附件)."""
    text = said.text
    if said.lang == "en":
        if deed.end <= noun[0] and _LEADS_AWAY.search(text, deed.end, noun[0]):
            return False
        tail = said.cased[noun[1] : noun[1] + 40]
        return bool(_ENDS["en"].match(text, noun[1]) or re.match(r"\s[A-Z]", tail) or _runs_into(said, noun, deed))
    return bool(_ENDS[said.lang].match(text, noun[1]) or _runs_into(said, noun, deed))


_OF_IT = {
    "en": re.compile(
        r"'s\b|\s(?:lists?|reports?|overviews?|views?|summar(?:y|ies)|histor(?:y|ies)|logs?|counts?|numbers? of|forms?"
        r"|templates?|statistics|totals?)\b"
    ),
    "ja": re.compile(r"\s?の|一览|リスト|件数|历|数"),
    "zh": re.compile(r"\s?[的里中内]|列表|清单|数量|报告|报表|历史"),
}


def is_not_of_it(said: Utterance, deed: SpokenDeed, noun: Place) -> bool:
    """The same, more loosely: nothing shows that the deed is done to something of the thing (a list of tickets)."""
    if said.lang == "en" and deed.end <= noun[0] and _LEADS_AWAY.search(said.text, deed.end, noun[0]):
        return False
    return not _OF_IT[said.lang].match(said.text, noun[1]) or _runs_into(said, noun, deed)


def _runs_into(said: Utterance, noun: Place, deed: SpokenDeed) -> bool:
    """Between the thing and the deed stands nothing but an id and a particle: チケットの削除, 工单5删除."""
    return noun[1] <= deed.start and bool(re.fullmatch(rf"{_ID}\s?(?:の)?\s?", said.text[noun[1] : deed.start]))
