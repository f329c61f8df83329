"""What stands in the way: things no connected tool can do, and attempts to get round the rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ringi.minds.rules.intents import Index, index_of
from ringi.minds.rules.language import Utterance, rx
from ringi.minds.rules.lexicon import ACTIONS, ASKED_FOR, ENGLISH_QUESTIONS, TOPIC_WORDS
from ringi.minds.rules.polarity import Tone, clause_end, clause_start

if TYPE_CHECKING:
    from ringi.catalog import Catalog


Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something asked for that no connected tool takes part in, in the words of the request."""

    kind: str
    words: str


SUSPICIOUS = rx(
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
_READ_TABLE = rx(
    r"(?:シート|スプレッドシート|エクセル|excel)(?:を(?:読|读|见て|参照|开|确认|もとに|元に|基に|集计)"
    r"|から|に(?:ある|书いてある|载って))|(?:read|open|from|in) (?:the|my|our|that|this) (?:\w+ "
    r")?(?:sheet|spreadsheet|excel)(?: (?:file )?and|,| i| we|$)|(?:读取|打开|根据)[^,，。]{0,8}表格"
    r"|表格里的"
)
_SUFFIX_FORMATS = rx(
    r"\bcsv\b|\bpdf\b|パワポ|パワーポイント|powerpoint|\bppt\b|\bword\b文?|グラフ|チャート(?!ワーク)"
    r"|\bchart\b|\bgraph\b|图表|柱状图|折线图|幻灯片|スライド|slides?\b|\bdashboard\b|ダッシュボード"
    r"|\bjson\b|google ?ドキュメント|google docs?"
)


def obstacles(
    said: Utterance,
    tone: Tone,
    catalog: Catalog,
    table: bool | None,
    told: Place | None = None,
    asked: Sequence[Place] = (),
    named: Sequence[Place] = (),
) -> Iterator[Obstacle]:
    """`told`: the words of a message, which ask nothing of us; nor does the verb that leads up to them. `asked`: words
    that ask for a connected tool. `named`: things that a connected tool is about."""
    said = _without(said, asked)
    if told:
        said = _without(said, [(max(0, told[0] - 24), told[1])])
    yield from _missing_topics(_without(said, named), tone, index_of(catalog))
    yield from _impossible_actions(said, tone, table)
    yield from _unknown_formats(said, tone, index_of(catalog))


def _missing_topics(said: Utterance, tone: Tone, index: Index) -> Iterator[Obstacle]:
    for topic in sorted(ASKED_FOR):
        if index.takes_part(topic):
            continue
        for match in TOPIC_WORDS[topic].finditer(said.text):
            own = index.words.get(match.group(), {})
            if _counts(said, tone, match.start(), match.end()) and max(own.values(), default=0) < 2:
                yield Obstacle(topic, said.written(match.start(), match.end()))
                break


def _impossible_actions(said: Utterance, tone: Tone, table: bool | None) -> Iterator[Obstacle]:
    for action, patterns in ACTIONS.items():
        for match in patterns[said.lang].finditer(said.text):
            start = match.start("act") if "act" in match.groupdict() and match["act"] else match.start()
            ours = _is_of_the_sheet(action, match, said, table)
            if not ours and _counts(said, tone, start, match.end(), action=True):
                yield Obstacle(action, said.written(start, match.end()))
                break
    if said.lang == "en" and (question := ENGLISH_QUESTIONS.search(said.text)):
        yield Obstacle("explain", said.written(question.start(), question.end()).strip())


def _unknown_formats(said: Utterance, tone: Tone, index: Index) -> Iterator[Obstacle]:
    for match in _SUFFIX_FORMATS.finditer(said.text):
        if (
            tone.wanted(match.start(), output=True)
            and not tone.aside(match.start())
            and match.group() not in index.words
        ):
            yield Obstacle("format", said.written(match.start(), match.end()))
    if reads := _READ_TABLE.search(said.text):
        yield Obstacle("read-table", said.written(reads.start(), reads.end()))


def _without(said: Utterance, places: Sequence[Place]) -> Utterance:
    """The same with nothing at these places."""
    text = said.text
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    return replace(said, text=text)


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
    if action and tone.passed(start):
        return False
    if action:
        return not tone.aside(start) or said.lang != "ja" or said.text[max(0, end - 1) : end] in "てで"
    return not _PURPOSE_AFTER.match(said.text, end) and not _PURPOSE_BEFORE.search(said.text, 0, start)


def _is_of_the_sheet(action: str, match: re.Match[str], said: Utterance, table: bool | None) -> bool:
    """Whether the sheet that is to be written anyway is what is changed or added to."""
    if not table or action not in ("change", "register", "post", "approve"):
        return False
    clause = said.text[clause_start(said.text, match.start()) : clause_end(said.text, match.end())]
    return bool(re.search(r"シート|表|sheet|excel|エクセル|工作表", clause))
