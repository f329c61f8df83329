"""What is to be written or sent: whether a table or a message is asked for, what goes in, what it is called. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ringi.minds.rules.intents import Hit
from ringi.minds.rules.language import TOKEN, Utterance, rx
from ringi.minds.rules.lexicon import SEND_VERBS
from ringi.minds.rules.polarity import Tone, chunks
from ringi.minds.rules.recipients import Recipient
from ringi.minds.rules.schema import is_table

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool

_TABLE_PHRASE = rx(
    r"(?<![览図图发公代])表(?:に|へ)(?:して|まとめ|书|整理|出力|起こ|记入|入れ|し)|表(?:形式|计算)(?:で"
    r"|に)|エクスポート|(?:做|列|整理|制|汇总|弄|填|写|统计)成(?:一张|一个|个|张)?表|(?:做|制作|生成|建"
    r"|弄|列|拉|出|搞|来)(?:一张|一个|一份|个|张|份)表(?!示|达|现|扬)|表里|到表|导出|\bexport(?:ed)?\b"
)
NO_OUTPUT = rx(
    r"は(?:间违|まちが|古|もう|既に|すでに|あ[りる]|前回|届)|が(?!欲し|ほし|必要|いい|よい|良い|要|あると|あれば|できたら|完成|出来)|の?(?:话|件"
    r"|机能|リンク|中身)(?!に)|について|に关して"
    r"|を(?:见て|读|読|开|确认し|もら|受け)|から|\s(?:from|is|was|i got|you sent|feature|function)\b|里的|的功能"
)
_NAME_OF_BOOK = rx("スプレッドシート|spreadsheet|workbook|ブック|ファイル|file|excel|エクセル|表格|电子表格|文件")
_NAME_OF_TAB = rx("シート|sheet|タブ|tab|工作表")
_NAMED_BEFORE = rx(
    rf"(?:{_NAME_OF_BOOK.pattern}|{_NAME_OF_TAB.pattern})[\s名为叫做称:はの]*"
    r"(?:called|named|titled|entitled|(?:名前|タイトル|名称|标题|名字)?(?:は|を|叫|为|是|:)?)?\s?$"
)


def _sending_denied(said: Utterance, tone: Tone) -> bool:
    """送らないで, don't send it: no message, though no message was named."""
    verbs = rx(r"送|通知|知らせ|共有|\bsend|\bshare|\bnotify|发|通知")
    return any(one.outputs_only and verbs.search(said.text, one.start, one.end) for one in tone.denied)


def message_wanted(said: Utterance, tone: Tone, asked: bool, named: bool, table: bool | None) -> bool | None:
    """Whether something is to be sent: asked for, plainly not wanted, or not spoken of."""
    if asked:
        return True
    sends = [match.start() for match in SEND_VERBS[said.lang].finditer(said.text) if not tone.aside(match.start())]
    if any(tone.wanted(place, output=True) for place in sends) and not table:
        return True
    return False if named or sends or _sending_denied(said, tone) else None


_PRONOUN = rx(r"他们?|她们?|him|her|them|本人|本人たち|彼|彼女")


def without_pronouns(found: tuple[Recipient, ...]) -> tuple[Recipient, ...]:
    """Somebody who was named and is then only pointed to (告诉他) is one receiver."""
    named = [one for one in found if one.sort != "group"]
    return tuple(one for one in found if not (named and one.sort == "group" and _PRONOUN.fullmatch(one.words.strip())))


_ANOTHER = rx(
    r"\b(?:make|create|prepare|do) (?:another|a new one|the same|a similar one)\b|再(?:做|建|来)一(?:张|份|个)"
    r"|もう(?:1|一)(?:つ|枚)(?:作|お愿い)|同じもの(?:を|で)"
)


def table_wanted(said: Utterance, tone: Tone, found: list[Hit], catalog: Catalog) -> bool | None:
    if not any(is_table(tool) for tool in catalog.tools):
        return None
    spots = [hit.start for hit in found if not NO_OUTPUT.match(said.text, hit.end)]
    spots += [match.start() for match in _TABLE_PHRASE.finditer(said.text)]
    live = [place for place in spots if not tone.aside(place)]
    if any(tone.wanted(place, output=True) for place in live):
        return True
    if spots and _ANOTHER.search(said.text):
        return True
    return False if live else None


_ALL_OF_THEM = rx(
    r"両方|それぞれ|どちらも|いずれも|すべてシート|全部シート|\b(?:both|each|all of (?:it|them|this|that)"
    r"|everything)\b|分别|全都|都写|都放|都导"
)


def table_topics(
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


def names_given(said: Utterance) -> tuple[str, str]:
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
        if _NAME_OF_BOOK.match(rest) or (named_before and _NAME_OF_BOOK.search(named_before.group())):
            book = book or token.text
        elif _NAME_OF_TAB.match(rest) or named_before:
            tab = tab or token.text
    return book, tab
