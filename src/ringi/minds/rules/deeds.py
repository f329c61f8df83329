"""Which deeds a request asks for, and which deed a tool says it does. Pure.

A deed counts only where it is asked for: `delete` in "show deleted tickets", 削除済み, 已删除的 asks for nothing, and a
deed that is denied (don't delete, 削除しないで, 不要删除) is known as denied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ringi.minds.rules.deed_words import DEEDS, GRAMMAR, ONLY_FIRST, DeedWords, Kind
from ringi.minds.rules.language import Pattern, Utterance, fold, rx
from ringi.minds.rules.polarity import Tone, clause_start, sentence_bounds

if TYPE_CHECKING:
    from ringi.catalog import Tool

_KINDS: dict[str, Kind] = {one.name: one.kind for one in DEEDS}


@dataclass(frozen=True, slots=True)
class SpokenDeed:
    """A place where a request speaks of doing something. `passive`: its object stands before it in English too."""

    start: int
    end: int
    names: frozenset[str]
    denied: bool = False
    passive: bool = False
    joined: bool = False
    """It hangs on the verb before it by `and`, `or` or `then`."""

    @property
    def reads(self) -> bool:
        return any(_KINDS[name] == "read" for name in self.names)


@dataclass(frozen=True, slots=True)
class ToolDeed:
    """What a tool says that it does, and to what: `names` are deeds, `nouns` the rest of its name."""

    names: frozenset[str]
    kind: Kind
    verb: str
    nouns: tuple[str, ...]


# What a request says


_POLITE_HEAD = (
    r"(?:^|[,.;:!?\n]\s*(?:and |but |or )?|\b(?:please|pls|plz|(?:can|could|would|will) (?:you|u)|also|just|only|simply"
    r"|(?P<joint>and|or|then)|kindly|now|(?:i|we)(?:'d| would| really| also| just)* (?:want|need|like|love|have)"
    r"(?: you| ringi)? to|(?:remember|be sure|make sure|you have|you need) to|help me|help us|let's|i'll|we'll"
    r"|you (?:should|can|must)|go ahead and|hey|hi|hello|ringi|not|don't|never|nor|without)\s+)"
    r"(?:(?:please|also|just|now|then|permanently|immediately|quickly|completely|kindly|simply|actually|go and)\s+)*"
)
_PASSIVE_EN = (
    r"(?:(?:(?:^|[,.;:!?\n]\s*|\b(?:please|you|and|then) )(?:get|have)"
    r"|(?:^|[,.;:!?\n]\s*)(?:i|we)(?:'d| would)? (?:want|need|like|love)(?: to (?:get|have|see))?)\s+\S"
    r"(?:[^,.;:!?\n]|\.(?=\S)){{1,60}}?"
    r"|(?P<modal>\b(?:should|must|needs? to|has to|have to)(?: now)? be ))\b(?P<pp>{forms})\b"
    r"(?=\s*(?:$|[,.;:!?\n]|(?:and|please|now|today|immediately|asap)\b))"
)
_RELATIVE_EN = re.compile(r"\b(?:that|which|who|whose|what|if|whether|when|where|how|to be)\b")
_TE = (
    r"て(?!い(?!ただ)|あ(?!げ)|は|も(?!ら(?!わ))|ほしくな|欲しくな|おかな|しま[っいう]|な[いかく]|る|た|れば|ばかり)"
    r"|と(?:い|き)|ちゃ|、"
)
_SURU = (
    rf"(?:を|も|は|だけ|まで|の)?(?:し(?:{_TE}|ろ|たい|ましょう|ます(?![かが]))|する(?:よう|こと$|べき)|すること。"
    r"|せよ|を?お?(?:願い(?!する|した|され)|頼)|希望|を?(?:ください|下さい|$|[。!！]))"
)
_NO_JA = (
    r"(?:を|も|は|だけ|や|など|まで)?[^、。,\n]{0,6}?(?:し|せ|さ|ら|わ|か|が|た|な|ば|ま|行わ|やら)?"
    r"(?:ないで|なくて|ない|ず|ぬ|ません|まない|るな|すな|禁止|不要)"
)


def _stems(words: str) -> str:
    return "|".join(sorted(words.split(), key=len, reverse=True))


def _japanese(deed: DeedWords) -> str:
    nouns, _, stems = deed.ja.partition("|")
    parts = [rf"(?:{_stems(nouns)}){_SURU}"]
    if stems:
        parts.append(rf"(?:{_stems(stems)})(?:し)?(?:{_TE}|で(?!い|も|は|き))")
    return "|".join(parts)


_OTHER_VERB = r"|\s(?:up|out|off|aside|sense|sure|use|way)\b"
"""Behind a verb these make another one of it: add up, set aside, make sure."""


def _english(deed: DeedWords) -> str:
    verbs = "|".join(verb.replace("/", r"\s+") for verb in deed.en.split())
    return rf"{_POLITE_HEAD}(?P<act>(?:{verbs}))\b(?!-|'{'' if deed.kind == 'read' else _OTHER_VERB})"


def _participles(deed: DeedWords) -> str:
    return "|".join(
        sorted({form for verb in deed.en.split() if verb.isalpha() for form in _past(verb)}, key=len, reverse=True)
    )


def _past(verb: str) -> tuple[str, ...]:
    if verb.endswith("e") and verb not in _PAST:
        return (f"{verb}d",)
    if verb.endswith("y"):
        return (f"{verb[:-1]}ied",)
    return (_PAST.get(verb, f"{verb}ed"), f"{verb}{verb[-1]}ed")


_PAST = {"send": "sent", "write": "written", "make": "made"}
_ZH_NOT_BEFORE = (
    r"(?<!已)(?<!的)(?<!被)(?<!已经)(?<!曾)(?<!未)(?<!谁)(?<!怎么)(?<!如何)(?<!是否)(?<!能否)(?<!刚)(?<!可)(?<!待)"
)
_ZH_NOT_AFTER = r"(?!的|过|了[^吧,，。!！\s]|了吗|了没|吗|记录|日志|历史|权限|功能|按钮|原因|时间|人|者|次数|状态)"


def _chinese(deed: DeedWords) -> str:
    return rf"{_ZH_NOT_BEFORE}(?:{_stems(deed.zh)}){_ZH_NOT_AFTER if deed.kind != 'read' else ''}"


_SAID: dict[str, dict[str, Pattern]] = {
    deed.name: {"ja": rx(_japanese(deed)), "en": rx(_english(deed)), "zh": rx(_chinese(deed))} for deed in DEEDS
}
_PASSIVE = {deed.name: rx(_PASSIVE_EN.format(forms=_participles(deed))) for deed in DEEDS if deed.kind != "read"}
_DENIED_JA = {
    deed.name: rx(rf"(?:{_stems(deed.ja.replace('|', ' '))}){_NO_JA}") for deed in DEEDS if deed.kind != "read"
}
_NOT_EN = re.compile(
    r"\b(?:not|n't|don't|dont|never|without|nobody|no one|nor|neither|avoid|mustn't|shouldn't|can't|cannot|won't)\b"
    r"(?! (?:forget|hesitate|fail))[^,.;:!?\n]{0,40}$"
)
_BUT_EN = re.compile(r"\b(?:but|just|instead|then)\b")
_NOT_ZH = re.compile(
    r"(?:不(?!过|仅|但)|别(?!忘|人|的)|勿|莫|没|未|禁止|避免|无需|无须|免)(?!忘)[^,，。;；!！?？]{0,8}$"
)
_BUT_ZH = re.compile(r"而是|只|就|直接|但")


@lru_cache(maxsize=64)
def spoken_deeds(said: Utterance, tone: Tone) -> tuple[SpokenDeed, ...]:
    """Every deed that is spoken of, in order: asked for, or denied."""
    found = _all_spoken(said, tone)
    out: list[SpokenDeed] = []
    for one in sorted(found, key=lambda one: one.start):
        if _inside_another(one, found) or is_only_asked_about(said, one):
            continue
        if one.joined:
            start, _ = sentence_bounds(said.text, one.start)
            first = out[-1] if out and out[-1].start >= start else None
            if first is None:
                continue
            one = replace(one, denied=one.denied or (first.denied and said.text[first.end : one.start].count(",") == 0))
        out.append(one)
    return tuple(out)


_ASKS_ABOUT = {
    "en": re.compile(r"\b(?:can|could|would|will|won't|can't) (?:you|u)\b|\b(?:please|pls|mind)\b"),
    "zh": re.compile(r"请|帮|麻烦|把|劳驾|能不能给|给我"),
}
_QUESTION = {"en": re.compile(r"\s*\?"), "zh": re.compile(r"\s*[?？]")}
_SUPPOSES_EN = re.compile(r"\bif (?:you|i|we|they|he|she) (?:were|was|had|could)\b")
_TELLS_JA = rx(r"(?:ました|(?<!もらえ)(?<!いただけ)(?<!くれ)(?<!願え)ません|でした|て(?:い)?(?:ます|る|た))か?[。]?$")
_OTHERS_ZH = re.compile(
    r"(?:有人|客户|客人|他们?|她们?|同事|用户|老板|对方|大家)[^,，。]{0,8}?(?:要求|希望|想|要|让|叫|说|打算|准备|申请)"
    r"|哪些?|多少|谁|什么|几[个张条]|有没有|是否|怎么|如何|应该|需不需要"
)
_ASKED_ZH = re.compile(r"(?:吗|没有|是什么|什么意思|流程|方法|步骤|呢)\s*$")


def is_only_asked_about(said: Utterance, deed: SpokenDeed) -> bool:
    """Is it safe to drop the table?, 可以删除工单吗: a question about a deed asks for none, but for a polite one."""
    if deed.reads:
        return False
    start, end = sentence_bounds(said.text, deed.start)
    if said.lang == "ja":
        return bool(_TELLS_JA.search(said.text, deed.end, end))
    if said.lang == "en" and _SUPPOSES_EN.search(said.text, start, end):
        return True
    if said.lang == "zh" and _OTHERS_ZH.search(said.text, clause_start(said.text, deed.start), deed.start):
        return True
    asks = bool(_QUESTION[said.lang].match(said.text, end))
    asks = asks or (said.lang == "zh" and bool(_ASKED_ZH.search(said.text, start, end)))
    return asks and not _ASKS_ABOUT[said.lang].search(said.text, start, deed.end)


def _all_spoken(said: Utterance, tone: Tone) -> list[SpokenDeed]:
    joined: set[tuple[int, int]] = set()
    places: dict[tuple[int, int], set[str]] = {}
    denied: set[tuple[int, int]] = set()
    passive: set[tuple[int, int]] = set()
    for name, patterns in _SAID.items():
        for match in patterns[said.lang].finditer(said.text):
            at = match.span("act") if said.lang == "en" else match.span()
            places.setdefault(at, set()).add(name)
            if said.lang == "en" and match["joint"]:
                joined.add(at)
    if said.lang == "en":
        for name, pattern in _PASSIVE.items():
            for match in pattern.finditer(said.text):
                if not _is_of_something(said, match):
                    places.setdefault(match.span("pp"), set()).add(name)
                    passive.add(match.span("pp"))
    if said.lang == "ja":
        for name, pattern in _DENIED_JA.items():
            for match in pattern.finditer(said.text):
                places.setdefault(match.span(), set()).add(name)
                denied.add(match.span())
    return [
        SpokenDeed(
            *at, frozenset(names), at in denied or is_denied(said, tone, at[0], at[1]), at in passive, at in joined
        )
        for at, names in places.items()
        if not tone.aside(at[0]) or said.lang == "ja"
    ]


def _is_of_something(said: Utterance, match: re.Match[str]) -> bool:
    """Show the tickets that must be closed: a passive that only says which ones are meant."""
    start, _ = sentence_bounds(said.text, match.start())
    before = said.text[start : match.start("pp")]
    if _RELATIVE_EN.search(before):
        return True
    return bool(match["modal"]) and any(patterns["en"].search(before) for patterns in _SAID.values())


def _inside_another(one: SpokenDeed, found: list[SpokenDeed]) -> bool:
    """A shorter word inside a longer one (发 in 发票) says nothing; nor does a verb that only carries a passive."""
    return any(
        other is not one
        and other.start <= one.start
        and one.end <= other.end
        and (other.end - other.start) > (one.end - one.start)
        for other in found
    )


_BEFORE_IT_ZH = re.compile(r"[^,，。;；\n]{0,14}?(?:之前|以前|前[,，])")


def is_denied(said: Utterance, tone: Tone, place: int, end: int) -> bool:
    if not tone.wanted(place, output=True) or tone.excluded(place) or tone.passed(place):
        return True
    before = said.text[max(0, place - 60) : place]
    if said.lang == "en":
        match = _NOT_EN.search(before)
        return bool(match and not _BUT_EN.search(match.group()))
    if said.lang == "zh":
        match = _NOT_ZH.search(before)
        return bool(match and not _BUT_ZH.search(match.group())) or bool(_BEFORE_IT_ZH.match(said.text, end))
    return False


_UNKNOWN = {
    "en": rx(
        rf"{_POLITE_HEAD}(?!(?:of|for|in|on|at|to|from|with|about|by|as|is|are|was|were|do|does|did|has|have|had|what"
        r"|which|who|that|where|when|how|not|all|any|some|i|we|you|they|it|and|or|but|if|want|need|like)\b)[a-z]{3,}"
        r"\s+(?:up |out |down |off )?(?:the|a|an|all|my|our|this|these|those|every|each|both)\b"
    ),
    "ja": rx(
        r"[てで](?:ください|下さい|ほしい|欲しい|もら|いただ|くれ|おい)|お?(?:願いします|願い|願います)[。!]?$"
        r"|[てで][。!]?$"
    ),
    "zh": rx(r"帮我|帮忙|替我|麻烦|请|把"),
}


def has_unknown_verb(said: Utterance, deeds: tuple[SpokenDeed, ...], start: int, end: int) -> bool:
    """Whether this part of the text orders something by a verb that is no known deed."""
    known = [one for one in deeds if start <= one.start < end]
    return not known and bool(_UNKNOWN[said.lang].search(said.text, start, end))


def own_verb(said: Utterance, tone: Tone, verb: str) -> SpokenDeed | None:
    """Where a verb that is no known deed is asked for in so many words."""
    match = re.search(rf"{_POLITE_HEAD}(?P<act>{re.escape(verb)})(?![a-z'-])", said.text, re.ASCII)
    if match is None or match["joint"] or is_denied(said, tone, *match.span("act")):
        return None
    return SpokenDeed(*match.span("act"), frozenset())


# What a tool says


_PARTS = re.compile(r"[_\-.\s/]+|(?<=[a-z0-9])(?=[A-Z])")
_FIRST_SENTENCE = re.compile(r"(?<=[.。!])\s|[。\n]")
_BY_VERB: dict[str, frozenset[str]] = {}
for _deed in DEEDS:
    for _verb in _deed.tools.split():
        _BY_VERB[_verb] = _BY_VERB.get(_verb, frozenset()) | {_deed.name}


def _deed_of(word: str) -> frozenset[str]:
    """The deeds of a verb in any of its forms: delete, deletes, deleting."""
    for form in (word, word.removesuffix("s"), word.removesuffix("es"), _base(word)):
        if form in _BY_VERB:
            return _BY_VERB[form]
    return frozenset()


def _base(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    stem = word.removesuffix("ing")
    return stem if stem in _BY_VERB else f"{stem}e" if stem != word else word


def singular(noun: str) -> str:
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    if noun.endswith(("ses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


@lru_cache(maxsize=1024)
def _tool_deed(name: str, server: str, description: str, more: str, destroys: bool) -> ToolDeed:
    parts = [fold(part) for part in _PARTS.split(name) if part]
    first = re.findall(r"[a-z]+", _FIRST_SENTENCE.split(fold(description).strip(), maxsplit=1)[0])
    at = _verb_at(parts, fold(server))
    if at is not None:
        names = _deed_of(parts[at])
    elif parts and first and first[0] in (parts[0], f"{parts[0]}s", f"{parts[0]}es"):
        at, names = 0, frozenset()  # a verb of its own: defrost_freezer, "Defrosts the freezer"
    else:
        names = _first_deed(first) or _named_deeds(fold(more))
    nouns = tuple(singular(part) for index, part in enumerate(parts) if index != at and part not in GRAMMAR)
    reads = bool(names) and all(_KINDS[one] == "read" for one in names)
    # A name that reads is believed unless the description begins with a verb that destroys.
    said = {_KINDS[one] for word in first[: 2 if reads else 8] for one in _deed_of(word)}
    destroys = destroys or "destroy" in said | {_KINDS[one] for one in names}
    if destroys or (not reads and _DESTROYS.search(fold(more))):
        return ToolDeed(names, "destroy", parts[at] if at is not None else "", nouns)
    return ToolDeed(names, "read" if reads else "write", parts[at] if at is not None else "", nouns)


_DESTROYS = re.compile(
    fold(r"permanent|irreversibl|cannot be undone|削除|消去|破棄|取り消せ|删除|清空|不可恢复|不可撤销")
)


def _named_deeds(text: str) -> frozenset[str]:
    """The deeds that a tool names in Japanese or Chinese, in its title, keywords or description."""
    return frozenset(
        deed.name
        for deed in DEEDS
        if any(len(word) > 1 and fold(word) in text for word in f"{deed.ja.partition('|')[0]} {deed.zh}".split())
    )


def _verb_at(parts: list[str], server: str) -> int | None:
    if parts and parts[0] in _BY_VERB:
        return 0
    if len(parts) > 1 and parts[0] == server and parts[1] in _BY_VERB and parts[1] not in ONLY_FIRST:
        return 1
    if len(parts) > 1 and parts[-1] in _BY_VERB and parts[-1] not in ONLY_FIRST:
        return len(parts) - 1
    return None


def _first_deed(words: list[str]) -> frozenset[str]:
    return next((deeds for word in words[:4] if (deeds := _deed_of(word))), frozenset())


def deed_of(tool: Tool) -> ToolDeed:
    """What a tool does by its name, else by the first sentence of its description, else by its title and keywords. With
    no known verb it has no deed: then only its own verb or its whole name asks for it."""
    keywords = tool.meta.get("ringi/keywords")
    words = " ".join(str(word) for word in keywords) if isinstance(keywords, list | tuple) else ""
    more = f"{tool.title} {tool.description[:500]} {words}"
    return _tool_deed(tool.name, tool.server, tool.description, more, tool.destructive)
