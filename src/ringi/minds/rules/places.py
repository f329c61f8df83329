"""Departments in a request: those there are, under all the names people use, and those there are not. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ringi.minds.rules.language import Utterance, fold, rx, words

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Department

# What people call a department of a kind; a connected department that bears one of the names answers to all of them.
_KINDS = (
    (
        "営業/セールス/営業チーム/営業メンバー/sales/sales team/sales department/sales staff/salespeople/"
        "sales reps/sales division/营业/销售/销售团队/业务部"
    ),
    (
        "開発/エンジニアリング/技術/エンジニア/開発チーム/dev/development/engineering/engineers/engineering "
        "team/r&d/eng/dev team/developers/开发/研发/技术/工程部/研发团队/技术团队"
    ),
    (
        "人事/ヒューマンリソース/人事チーム/hr/human resources/personnel department/people team/hr team/"
        "人力资源/人力/人力部"
    ),
    (
        "経理/会計/財務/経理チーム/acctg/accounting/finance/accountants/finance team/accounting team/"
        "财务/会计/财会"
    ),
    "総務/総務チーム/庶務/general affairs/administration/admin department/admin team/ga team/总务/行政/庶务",
    (
        "カスタマーサポート/カスサポ/カスタマーサービス/サポート/サポートチーム/cs/csチーム/cs部門/"
        "コールセンター/customer support/customer service/customer success/support/support team/cs team/help "
        "desk/客服/客户支持/客户服务/客服团队/售后"
    ),
    "法務/リーガル/legal/法务",
    "広報/pr/public relations/公关",
    "マーケティング/マーケ/marketing/市场/市场营销/营销",
    "企画/経営企画/planning/corporate planning/企划/策划",
    "製造/生産/manufacturing/production/生产/制造",
    "購買/調達/資材/procurement/purchasing/采购",
    "情報システム/情シス/社内se/it/it department/信息技术/信息部/it部",
    "物流/logistics/仓储",
    "品質管理/品質保証/品管/qa/quality assurance/质检/品质",
    "研究/research/研究所",
    "監査/内部監査/internal audit/审计部",
    "デザイン/design/设计",
    "秘書/secretariat/秘书",
    "海外事業/国際/international/海外",
)  # fmt: skip
_SUFFIXES = ("部", "課", "室", "本部", "部門", "チーム", "グループ", "部署", "团队")
_NOT_AFTER = rx(
    "(?:日(?!本)|时间|所|额|成绩|成績|利益|利润|收入|中(?!の)|环境|费|评价|异动|考课|制度|绩效|业绩|数据"
    "|量|书类|报告书|"
    r"して|する|をお愿|いただ|が必要|できる| figures| numbers| results| revenue| target| data\b| report\b"
    r"| tickets?\b| plan\b| costs?\b| agent\b| ai\b| tools?\b| policy| system)"
)
_WHOLE = rx(
    r"全社(?:员|的|で|の|分|を)?|会社全体|社内全体|全体で?の?|全部署|全部门|すべての部署|全ての部署|全员"
    r"|全从业员|全スタッフ|みんな|company[- ]?wide|(?:the )?(?:whole|entire) (?:company|firm"
    r"|organi[sz]ation|staff)"
    r"|all (?:departments|teams|divisions|staff|employees|of us)|every(?:one|body)|across (?:all|the "
    r"company|departments)|全公司|整个公司|公司全体|所有部门|全体员工|所有员工|所有人|大家"
)
_OWN = rx(
    r"(?:うち|私|自分|俺|僕|わたし|弊|当|自)の?(?:部署|部门|部(?![下长])|课|チーム)|my (?:own )?(?:team"
    r"|department|dept|division|group)|our (?:team|department|dept|division|group)|(?:我们?|本)的?(?:部门"
    r"|团队|组)"
)
_UNIT = (
    "(?:事业部|本部|部门|部|课|室|支店|支社|工场|营业所|事业所|分公司|分店|分部|办事处|团队|チーム|グループ"
    "|オフィス|拠点)"
)
_UNKNOWN_CJK = rx(
    rf"(?P<head>[\u4e00-\u9fff]{{1,6}}?|[ァ-ヶー]{{2,12}}?"
    rf"|[a-z]{{2,10}}?)(?P<unit>{_UNIT})(?![长下内外品位署门分数员活屋])"
)
_NO_HEAD = words(
    "全 一 内 外 本 干 各 他 同 当 支 上 下 大 部 我 我们 本部 该 这个 哪个 每个 某 学 自 弊 所有 所属 配属 "
    "这 那 各个 此 其他 会议 教 在 仮 居 个 班 分 营业 开発 両 别 按 和 的 全体 休憩"
)
_UNKNOWN_EN = re.compile(
    r"\b(?P<head>[a-z&]+) (?P<unit>department|dept|division|team|branch|office|factory"
    r"|plant)s?\b"
)
_NO_HEAD_EN = words(
    "the this that my our your their whole entire each every all by per a an one any same which other "
    "his her and or in of for to from with single what no both several these those "
    "head main back whole team hi hello hey dear thanks good great"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A department that is named. `name` is what the tools take; empty = there is no such department."""

    start: int
    end: int
    words: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Places:
    known: tuple[Place, ...] = ()
    unknown: tuple[Place, ...] = ()
    whole: tuple[int, ...] = ()
    """Where the whole company is named."""
    own: bool = False
    """`my team`: the department of whoever asks."""


def own_place(said: Utterance, home: str) -> Place | None:
    """うちの部署, my team: where whoever writes has said which department is theirs."""
    match = _OWN.search(said.text)
    return Place(match.start(), match.end(), said.written(match.start(), match.end()), home) if match else None


def find_places(said: Utterance, catalog: Catalog) -> Places:
    known = _known(said, catalog)
    taken = [(one.start, one.end) for one in known]
    unknown = [one for one in _unknown(said, catalog) if not _overlaps(one.start, one.end, taken)]
    unknown += [one for one in known if not one.name]
    known = [one for one in known if one.name and not _TO_PERSON.match(said.text, one.end)]
    own = bool(_OWN.search(said.text))
    whole = tuple(match.start() for match in _WHOLE.finditer(said.text))
    return Places(tuple(known), tuple(unknown), whole, own and not known)


_TO_PERSON = rx("长|部长|の?(?:部长|课长|マネージャー|责任者|担当者|上司)")
"""総務部長 is somebody, not the department."""


def _overlaps(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in taken)


def aliases(departments: tuple[Department, ...]) -> dict[str, str]:
    """Every way to name a department, folded. What two departments would answer to belongs to neither, except by
    their own published names."""
    own = {fold(word): one.name for one in departments for word in (one.name, *one.names)}
    extra: dict[str, set[str]] = {}
    for kind in _KINDS:
        names = [fold(word) for word in kind.split("/")]
        bearers = {own[word] for word in (*names, *(word + fold("部") for word in names)) if word in own}
        for word in names:
            extra.setdefault(word, set()).update(bearers)
    for word, bearers in extra.items():
        if len(bearers) == 1:
            own.setdefault(word, next(iter(bearers)))
    for word, name in list(own.items()):
        if not word.isascii() and not word.endswith(tuple(fold(suffix) for suffix in _SUFFIXES)):
            for suffix in _SUFFIXES:
                own.setdefault(word + fold(suffix), name)
    return own


@lru_cache(maxsize=16)
def _matcher(departments: tuple[Department, ...]) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    names = aliases(departments)
    ordered = sorted(names, key=len, reverse=True)
    parts = [rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else _latin_edge(word) for word in ordered]
    return (re.compile("|".join(parts)) if parts else None), names


def _latin_edge(word: str) -> str:
    return rf"(?<![a-z]){re.escape(word)}" if word[0].isascii() else re.escape(word)


_SECTION = rx(
    r"(?:[第一二三四五六七八九十\d]{1,3}|企画|推进|管理|支援|统括|战略|事务|运用|基盘|企划|支持)[课室部组]"
    r"|(?:企画|推进|统括|战略)(?:グループ|チーム)"
)
"""営業企画課, 開発一課: a part of a department or another one, which the directory does not hold."""


def _known(said: Utterance, catalog: Catalog) -> list[Place]:
    pattern, names = _matcher(catalog.departments)
    found: list[Place] = []
    for match in pattern.finditer(said.text) if pattern else ():
        word = match.group()
        if said.lang == "zh" and word == "经理":  # a manager
            continue
        if _NOT_AFTER.match(said.text, match.end()) and not word.endswith("部"):
            continue
        section = _SECTION.match(said.text, match.end())
        end = match.end() + (len(section.group()) if section else 0)
        found.append(Place(match.start(), end, said.written(match.start(), end), "" if section else names[word]))
    return found


def _unknown(said: Utterance, catalog: Catalog) -> list[Place]:
    known_names = _matcher(catalog.departments)[1]
    found: list[Place] = []
    for match in _UNKNOWN_CJK.finditer(said.text):
        head = match["head"]
        if head not in _NO_HEAD and not head.endswith(("各", "の", "全", "每", "把", "将")):
            found.append(Place(match.start(), match.end(), said.written(match.start(), match.end())))
    for match in _UNKNOWN_EN.finditer(said.text):
        if match["head"] not in _NO_HEAD_EN:
            found.append(Place(match.start(), match.end(), said.written(match.start(), match.end())))
    for word in _absent(frozenset(known_names)):
        pattern = (
            rf"(?:\b(?:for|in|of|the|and|by)\s){word}(?=\s*(?:'s|$|[,.?!]|last|this|in|for|during|from"
            r"|team|staff|people|overtime|attendance|employees))"
            if word.isascii()
            else rf"{word}(?=の|的|部|课|チーム|と|、|和|さん|メンバー|团队|も|は|だけ|のみ|$)"
        )
        for match in re.finditer(pattern, said.text):
            if not _overlaps(match.start(), match.end(), [(one.start, one.end) for one in found]):
                found.append(Place(match.start(), match.end(), word if word.isascii() else said.written(*match.span())))
    return found


@lru_cache(maxsize=16)
def _absent(known: frozenset[str]) -> tuple[str, ...]:
    """Names of departments that other companies have and this one has not."""
    out: list[str] = []
    for kind in _KINDS:
        names = [fold(word) for word in kind.split("/")]
        if not any(word in known for word in names):
            out += [word for word in names if len(word) > 2 or not word.isascii()]
    return tuple(out)
