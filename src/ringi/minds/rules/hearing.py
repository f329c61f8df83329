"""One utterance, heard: every tool, time, place, person, amount, output and obstacle in it. No decision is taken here.

Requests, answers and comments are all heard alike; `wishes` puts them together and `reading` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from ringi.minds.rules.intents import Hit, Index, chosen, hits, index_of
from ringi.minds.rules.language import TOKEN, Utterance, fold, listen, rx
from ringi.minds.rules.lexicon import (
    ACTION_NAMES,
    ACTIONS,
    ASKED_FOR,
    ENGLISH_QUESTIONS,
    LOOSE_WORDS,
    SEND_VERBS,
    TOPIC_WORDS,
    TOPICS,
)
from ringi.minds.rules.people import Named, find_people
from ringi.minds.rules.periods import Times, spans_for, times_of
from ringi.minds.rules.places import Places, aliases, find_places
from ringi.minds.rules.polarity import Tone, chunks, clause_end, clause_start, tone_of
from ringi.minds.rules.quantities import Threshold, thresholds
from ringi.minds.rules.recipients import IMPLIED_ME, Recipient, find_recipients
from ringi.minds.rules.schema import is_message, is_table

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool
    from ringi.minds.rules.calendar import Span


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something asked for that no connected tool takes part in, in the words of the request."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Heard:
    said: Utterance
    tone: Tone
    topics: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    """Reading tools that are wanted, each with its months."""
    topics_denied: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    """Writing tools other than tables and messages."""
    times: Times = field(default_factory=lambda: Times(()))
    places: Places = field(default_factory=Places)
    people: tuple[Named, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    table_topics: tuple[str, ...] = ()
    """Which of the topics go into the table: those of its own part of the request, or of the one before."""
    table: bool | None = None
    """True = asked for, False = plainly not wanted, None = not spoken of."""
    book: str = ""
    tab: str = ""
    message: bool | None = None
    recipients: tuple[Recipient, ...] = ()
    asks_me: bool = False
    obstacles: tuple[Obstacle, ...] = ()
    suspicious: str = ""


_SUSPICIOUS = rx(
    r"(?:ignore|disregard|forget|override|bypass|skip)\s+(?:all |any |the |your |every )*(?:previous"
    r"|prior|above|earlier|preceding|former|system|safety|approval|existing|original)?\s*(?:instructions?"
    r"|rules?|prompts?|guidelines|approvals?|checks?|restrictions?|policy|policies|polic\w+)"
    r"|(?:これまで|以前|上记|前|先|全て|すべて|今まで|システム|元)の?(?:の|すべての|全ての)?(?:指示|命令"
    r"|ルール|プロンプト|制约|设定|规则)(?:を|は|など)?(?:全て|すべて)?(?:无视|忘れ|破弃|上书き)"
    r"|承认(?:を|は|なし|プロセスを)?(?:なしで|スキップ|飞ばし|省略|无しで|得ずに|不要で|せずに|待たず"
    r"|待たない)|自动承认"
    r"|忽略(?:之前|以上|上面|前面|所有|一切|先前|你)?的?(?:所有|全部)?的?(?:指令|指示|规则|提示|要求"
    r"|命令)|无视(?:之前|以上|所有)的?(?:指令|规则|指示)|(?:跳过|绕过|不经|无需|不用|免|不等"
    r"|不必)(?:过)?(?:审批|批准|审核)|自动(?:审批|批准)"
    r"|system prompt|システムプロンプト|系统提示词?|you are now|act as (?:an? )?(?:admin|root|developer"
    r"|dan)|developer mode|开发者模式|jailbreak|(?:without|skip\w*|no need for|don't (?:wait|ask) for|do "
    r"not (?:wait|ask) for) (?:any |waiting for |the )?approval|no approval needed|auto-?approve|as "
    r"(?:the "
    r")?admin(?:istrator)?\b.{0,20}\b(?:run|execute)|あなたは今から|管理者として|drop table|rm -rf|<script"
)
_TABLE_PHRASE = rx(
    r"(?<![览図图发公代])表(?:に|へ)(?:して|まとめ|书|整理|出力|起こ|记入|入れ|し)|表(?:形式|计算)(?:で"
    r"|に)|エクスポート|(?:做|列|整理|制|汇总|弄|填|写|统计)成(?:一张|一个|个|张)?表|(?:做|制作|生成|建"
    r"|弄|列)(?:一张|一个|个|张)表(?!示|达|现|扬)|表里|到表|导出|\bexport(?:ed)?\b"
)
_READ_TABLE = rx(
    r"(?:シート|スプレッドシート|エクセル|excel)(?:を(?:読|读|见て|参照|开|确认|もとに|元に|基に|集计)"
    r"|から|に(?:ある|书いてある|载って))|(?:read|open|from|in) (?:the|my|our|that|this) (?:\w+ "
    r")?(?:sheet|spreadsheet|excel)(?: (?:file )?and|,| i| we|$)|(?:读取|打开|根据)[^,，。]{0,8}表格"
    r"|表格里的"
)
_NO_OUTPUT = rx(
    r"は(?:间违|まちが|古|もう|既に|すでに|あ[りる]|前回|届)|が(?:あ[りる]|间违|古|壊|届|来)|の?(?:话|件"
    r"|机能|リンク|中身)(?!に)|について|に关して"
    r"|を(?:见て|读|読|开|确认し|もら|受け)|から|\s(?:from|is|was|i got|you sent|feature|function)\b|里的|的功能"
)
_SUFFIX_FORMATS = rx(
    r"\bcsv\b|\bpdf\b|パワポ|パワーポイント|powerpoint|\bppt\b|\bword\b文?|グラフ|チャート(?!ワーク)"
    r"|\bchart\b|\bgraph\b|图表|柱状图|折线图|幻灯片|スライド|slides?\b|\bdashboard\b|ダッシュボード"
    r"|\bjson\b|google ?ドキュメント|google docs?"
)
_FORMAT_VERB = rx(
    r"に|で|を|化|にして|\b(?:as|in|a|an|to|into|make|create|draw|build|generate|with)\b|成|做|画|用|导出|生成|格式"
)
_NAME_OF_BOOK = rx("スプレッドシート|spreadsheet|workbook|ブック|ファイル|file|excel|エクセル|表格|电子表格|文件")
_NAME_OF_TAB = rx("シート|sheet|タブ|tab|工作表")
_NAMED_BEFORE = rx(
    rf"(?:{_NAME_OF_BOOK.pattern}|{_NAME_OF_TAB.pattern})[\s名为叫做称:はの]*"
    r"(?:called|named|titled|entitled|(?:名前|タイトル|名称|标题|名字)?(?:は|を|叫|为|是|:)?)?\s?$"
)


def known_terms(catalog: Catalog) -> frozenset[str]:
    """Quoted words that are still words of the request: 「営業部」, 「先月」, "overtime"."""
    terms = set(aliases(catalog.departments))
    terms |= {word for words in TOPICS.values() for word in words}
    terms |= {fold(name) for one in catalog.people for name in (one.id, one.name, *one.names)}
    for tool in catalog.tools:
        keywords = tool.meta.get("ringi/keywords")
        terms |= {fold(str(word)) for word in keywords} if isinstance(keywords, list | tuple) else set()
    terms |= {
        fold(word)
        for word in (
            "先月",
            "今月",
            "先々月",
            "今年",
            "昨年",
            "今年度",
            "last month",
            "this month",
            "上个月",
            "本月",
            "dm",
            "requester",
        )
    }
    return frozenset(terms)


def hear(text: str, catalog: Catalog, today: date, lang: str = "") -> Heard:
    quoted = any(mark in text for mark in "「『《【\"“'‘＂")
    said = listen(text, lang=lang, keep=known_terms(catalog) if quoted else frozenset())
    tone = tone_of(said)
    found = hits(said, catalog)
    tools = {tool.name: tool for tool in catalog.tools}
    places, people = find_places(said, catalog), find_people(said, catalog)
    people = _no_other_words(
        people, [*((one.start, one.end) for one in places.known), *((hit.start, hit.end) for hit in found)]
    )
    taken = [(one.start, one.end) for one in places.known] + [(one.start, one.end) for one in people]
    found = tuple(hit for hit in found if not any(start <= hit.start < end for start, end in taken))
    message_hits = [
        hit.start
        for hit in found
        if is_message(tools[hit.tool]) and hit.weight >= 2 and not _NO_OUTPUT.match(said.text, hit.end)
    ]
    asked = [place for place in message_hits if tone.wanted(place, output=True) and not tone.aside(place)]
    recipients = find_recipients(said, tone, people, places, slack_asked=bool(asked))
    read = [hit for hit in found if tools[hit.tool].effect == "read" and not tone.aside(hit.start)]
    wanted = _wanted(said, tone, read, catalog)
    recipients = _without_pronouns(recipients)
    table = _table(said, tone, [hit for hit in found if is_table(tools[hit.tool]) and hit.weight >= 2], catalog)
    book, tab = _names(said)
    times = times_of(said, tone, today)
    kept = chosen(wanted)
    everything = [hit for places_ in kept.values() for hit in places_]
    order = sorted(kept, key=lambda name: min(hit.start for hit in kept[name]))
    return Heard(
        said,
        tone,
        topics=tuple((name, spans_for(said, times, kept[name], everything)) for name in order),
        topics_denied=tuple({hit.tool for hit in read if hit.weight >= 2} - set(kept)),
        actions=_actions(said, tone, found, tools, kept),
        times=times,
        places=places,
        people=tuple(one for one in people if not any(who.start == one.start for who in recipients)),
        thresholds=tuple(one for one in thresholds(said.text) if tone.wanted(one.start)),
        table=table,
        table_topics=_table_topics(said, kept, found, tools) if table and len(kept) > 1 else (),
        book=book,
        tab=tab,
        message=_message(said, tone, bool(asked or recipients), bool(message_hits), table),
        recipients=recipients,
        asks_me=bool(asked and IMPLIED_ME.search(said.text)),
        obstacles=tuple(_obstacles(said, tone, catalog, table)),
        suspicious=match.group() if (match := _SUSPICIOUS.search(said.text)) else "",
    )


def _no_other_words(people: tuple[Named, ...], taken: list[tuple[int, int]]) -> tuple[Named, ...]:
    """What looks like an unknown name but is a department or a topic is no name (Engineering's overtime)."""
    return tuple(one for one in people if one.ids or not any(s < one.end and one.start < e for s, e in taken))


def _wanted(said: Utterance, tone: Tone, read: list[Hit], catalog: Catalog) -> list[Hit]:
    """The hits that count. Denied ones count after all when the contrast was about something else (a month, say) and
    nothing else is asked for; so do looser words for a topic when no clear one was used."""
    plain = [hit for hit in read if tone.wanted(hit.start) and not tone.excluded(hit.start)]
    if not chosen(plain):
        plain = [hit for hit in read if tone.contrasted(hit.start)] or plain
    if not chosen(plain):
        index = index_of(catalog)
        plain += [
            Hit(match.start(), match.end(), match.group(), tool, 3)
            for topic, pattern in LOOSE_WORDS.items()
            for match in pattern.finditer(said.text)
            for tool in index.topics.get(topic, ())
            if tone.wanted(match.start()) and not tone.aside(match.start())
        ]
    return _give_way(plain, said)


def _sending_denied(said: Utterance, tone: Tone) -> bool:
    """送らないで, don't send it: no message, though no message was named."""
    verbs = rx(r"送|通知|知らせ|共有|\bsend|\bshare|\bnotify|发|通知")
    return any(one.outputs_only and verbs.search(said.text, one.start, one.end) for one in tone.denied)


def _message(said: Utterance, tone: Tone, asked: bool, named: bool, table: bool | None) -> bool | None:
    """Whether something is to be sent: asked for, plainly not wanted, or not spoken of."""
    if asked:
        return True
    sends = [match.start() for match in SEND_VERBS[said.lang].finditer(said.text) if not tone.aside(match.start())]
    if any(tone.wanted(place, output=True) for place in sends) and not table:
        return True
    return False if named or sends or _sending_denied(said, tone) else None


_PRONOUN = rx(r"他们?|她们?|him|her|them|本人|本人たち|彼|彼女")


def _without_pronouns(found: tuple[Recipient, ...]) -> tuple[Recipient, ...]:
    """Somebody who was named and is then only pointed to (告诉他) is one receiver."""
    named = [one for one in found if one.sort != "group"]
    return tuple(one for one in found if not (named and one.sort == "group" and _PRONOUN.fullmatch(one.words.strip())))


def _give_way(found: list[Hit], said: Utterance) -> list[Hit]:
    """社員の残業 is about overtime: words for people give way to a topic, unless they stand in a list or clause of
    their own (社員一覧と先月の残業)."""
    topical = {hit.tool for hit in found if not hit.people_only and hit.weight >= 2}
    rivals = {hit.tool for hit in found if hit.people_only} - topical
    out = []
    for hit in found:
        if hit.tool in rivals and topical and not _stands_alone(hit, found, said.text):
            continue
        out.append(hit)
    return out


_COORDINATED = rx(
    r"(?:の?(?:一览|リスト|名簿|情报|列表|名单))?(?:'?s?\s(?:list|roster|directory|names"
    r"|data))?(?:を[^、。]{0,10})?\s?(?:と|および|及び|ならびに|、|,|\band\b|和|以及|并|后)"
)


def _stands_alone(hit: Hit, found: list[Hit], text: str) -> bool:
    others = [other for other in found if other.tool != hit.tool and not other.people_only]
    start, end = clause_start(text, hit.start), clause_end(text, hit.end)
    if not any(start <= other.start < end for other in others):
        return bool(
            re.search(r"一览|リスト|名簿|取得|出し|list|名单|列出|get|fetch|show|roster|花名册", text[start:end])
        )
    return bool(_COORDINATED.match(text, hit.end) and any(other.start > hit.end for other in others))


def _table(said: Utterance, tone: Tone, found: list[Hit], catalog: Catalog) -> bool | None:
    if not any(is_table(tool) for tool in catalog.tools):
        return None
    spots = [hit.start for hit in found if not _NO_OUTPUT.match(said.text, hit.end)]
    spots += [match.start() for match in _TABLE_PHRASE.finditer(said.text)]
    live = [place for place in spots if not tone.aside(place)]
    if any(tone.wanted(place, output=True) for place in live):
        return True
    return False if live else None


_ALL_OF_THEM = rx(
    r"両方|それぞれ|どちらも|いずれも|すべてシート|全部シート|\b(?:both|each|all of (?:it|them|this|that)"
    r"|everything)\b|分别|全都|都写|都放|都导"
)


def _table_topics(
    said: Utterance, kept: dict[str, list[Hit]], found: tuple[Hit, ...], tools: dict[str, Tool]
) -> tuple[str, ...]:
    """従業員一覧を取得し、残業を計算してシートに: what is written is the last product, unless all is asked for."""
    if _ALL_OF_THEM.search(said.text):
        return tuple(kept)
    spots = [hit.start for hit in found if is_table(tools[hit.tool])]
    spots += [match.start() for match in _TABLE_PHRASE.finditer(said.text)]
    pieces = chunks(said)
    own = next((at for at, (start, end) in enumerate(pieces) if start <= min(spots, default=0) < end), len(pieces) - 1)
    for index in (*range(own, -1, -1), *range(own + 1, len(pieces))):
        start, end = pieces[index]
        inside = tuple(name for name, places in kept.items() if any(start <= hit.start < end for hit in places))
        if inside:
            return inside
    return tuple(kept)


def _names(said: Utterance) -> tuple[str, str]:
    """The names that were given to a spreadsheet and to a sheet in it. 「X」シート alone names both."""
    book = tab = ""
    for match in re.finditer(f"[{TOKEN}]", said.text):
        token = said.token_at(match.start())
        if not token or token.kind not in ("quote", "name") or not token.text:
            continue
        after = said.text[match.end() : match.end() + 14]
        before = said.text[max(0, match.start() - 22) : match.start()]
        follows = re.match(
            (
                r"(?:という|って(?:いう)?|との|的|と名付けた|\s)*(?:名前|名称|タイトル|题名|名|新しい"
                r"|new)?の?\s?(?P<what>.*)"
            ),
            after,
        )
        rest = follows["what"] if follows else after
        named_before = _NAMED_BEFORE.search(before)
        if _NAME_OF_BOOK.match(rest) or (named_before and _NAME_OF_BOOK.search(before)):
            book = book or token.text
        elif _NAME_OF_TAB.match(rest) or named_before:
            tab = tab or token.text
    return book, tab


def _actions(
    said: Utterance, tone: Tone, found: tuple[Hit, ...], tools: dict[str, Tool], topics: dict[str, list[Hit]]
) -> tuple[str, ...]:
    """Tools that do something of their own (a ticket, an entry): asked for by a clear word of theirs."""
    own = [
        hit
        for hit in found
        if tools[hit.tool].effect == "write" and not is_table(tools[hit.tool]) and not is_message(tools[hit.tool])
    ]
    live = [hit for hit in own if tone.wanted(hit.start, output=True) and not tone.aside(hit.start)]
    return tuple(sorted(chosen(live), key=lambda name: min(hit.start for hit in live if hit.tool == name)))


def _obstacles(said: Utterance, tone: Tone, catalog: Catalog, table: bool | None) -> Iterator[Obstacle]:
    index, text = index_of(catalog), said.text
    for topic in sorted(ASKED_FOR):
        if index.takes_part(topic):
            continue
        for match in TOPIC_WORDS[topic].finditer(text):
            own = index.words.get(match.group(), {})
            if _counts(said, tone, match.start(), match.end()) and max(own.values(), default=0) < 2:
                yield Obstacle(topic, said.cased[match.start() : match.end()])
                break
    for action, patterns in ACTIONS.items():
        for match in patterns[said.lang].finditer(text):
            start = match.start("act") if "act" in match.groupdict() and match["act"] else match.start()
            if _counts(said, tone, start, match.end(), action=True) and not _claimed(action, match, said, index, table):
                yield Obstacle(action, said.cased[start : match.end()])
                break
    if said.lang == "en" and (question := ENGLISH_QUESTIONS.search(text)):
        yield Obstacle("explain", said.cased[question.start() : question.end()].strip())
    for match in _SUFFIX_FORMATS.finditer(text):
        if (
            tone.wanted(match.start(), output=True)
            and not tone.aside(match.start())
            and match.group() not in index.words
        ):
            yield Obstacle("format", said.cased[match.start() : match.end()])
    if reads := _READ_TABLE.search(text):
        yield Obstacle("read-table", said.cased[reads.start() : reads.end()])


_PURPOSE_AFTER = rx(
    r"(?:计算|支払い|処理|处理)?(?:の)?(?:ため|用(?:に|の)|に使|で使|向け|の参考|の前に|缔め|に间に合"
    r"|担当)|\s?(?:run|purposes|processing|prep)\b"
)
_PURPOSE_BEFORE = re.compile(
    r"\b(?:for|before|because of|due to|toward|towards|used in|used for)\s+(?:the |our |my |this |next |month's )*$"
)


def _counts(said: Utterance, tone: Tone, start: int, end: int, *, action: bool = False) -> bool:
    """Whether a thing is really asked for here: wanted, not by the way, not what the rest is for."""
    if not tone.wanted(start, output=True) or tone.excluded(start) or (tone.aside(start) and not action):
        return False
    if action:
        return not tone.aside(start) or said.lang != "ja" or said.text[max(0, end - 1) : end] in "てで"
    return not _PURPOSE_AFTER.match(said.text, end) and not _PURPOSE_BEFORE.search(said.text, 0, start)


def _claimed(action: str, match: re.Match[str], said: Utterance, index: Index, table: bool | None) -> bool:
    """Whether a connected tool takes part in this: changing or adding to the sheet that is to be written, for one."""
    clause = said.text[clause_start(said.text, match.start()) : clause_end(said.text, match.end())]
    if (
        table
        and action in ("change", "register", "post", "approve")
        and re.search(r"シート|表|sheet|excel|エクセル|工作表", clause)
    ):
        return True
    return any(max(index.words[word].values()) >= 2 for word in ACTION_NAMES[action] if word in index.words)
