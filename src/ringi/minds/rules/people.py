"""People in a request: found in the directory by any spelling, shared by several, or not there at all. Pure.

Nobody is ever made up: a name that the directory does not hold is reported as unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ringi.minds.rules.language import Utterance, fold, rx, words
from ringi.minds.rules.namesakes import goes_on, known

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Person

HONORIFIC = "(?:さん|氏|様|样|くん|君|ちゃん|殿|先辈|部长|课长|主任|系长|社长|先生|女士|小姐|-san|-sama|主管|经理|总)"
_HONOURED = rx(
    r"(?P<head>[\u4e00-\u9fff々ヶ]{1,5}|[ァ-ヶー・]{2,14}|[ぁ-ん]{2,8}|[a-z]{2,15})\s?(?:さん"
    r"|氏(?!名)|様|样(?!式)|くん|君|ちゃん|殿|先辈|-san\b|-sama\b)"
)
_MISTER = re.compile(r"\b(?:mr|ms|mrs|miss|dr)\.?\s(?P<head>[a-z]{2,15})\b")
_POSSESSIVE = re.compile(r"\b(?P<head>[A-Z][a-z]{2,14}(?: [A-Z][a-z]{2,14})?)'s?\b")
_FULL_NAME = re.compile(
    r"\b(?:for|of|by|about)\s(?P<head>[A-Z][a-z]{1,14} [A-Z][a-z]{1,14})(?=\s(?:in|for|last|this|during"
    r"|from|on|since)\b|[,.?!]|$)"
)
# attendance for Johnson in June, did Johnson work: where only somebody can stand.
_ONE_NAME = re.compile(
    r"\b(?:for|of|by|about)\s(?P<head>[A-Z][a-z]{2,14})(?=\s(?:in|for|last|this|during|from|on|since|and|over"
    r"|between)\b|[,.?!;:]|$)"
    r"|\b(?:[Dd]id|[Dd]oes|[Hh]as|[Ww]as|[Ii]s)\s(?P<doer>[A-Z][a-z]{2,14})\s(?:work|have|do|log|clock|take"
    r"|put|worked|been|absent|late|come|show|miss)"
)
_NOT_NAMES = words(
    "皆 みな みんな たく 社员 从业员 担当者 担当 お客 客 患者 人事 营业 经理 总务 开发 上司 方 お疲れ 奥 娘 "
    "息子 お母 お父 业者 取引先 ご苦劳 同僚 部下 新人 先方 お嬢 贵 诸 何 多 仕 同 対象者 责任者 王子 神 本人 "
    "各 全员 社长 部长 课长 店长 お疲れ様 ご苦労 一 二 お世话になっております お疲れ 组合 法务 广报"
)
_NOT_ENGLISH = words(
    "let it that what here there who how today yesterday tomorrow month year week quarter company team "
    "department everyone everybody japan monday friday "
    "january february march april may june july august september october november december please show "
    "give list overtime attendance sheet slack google excel last this next don it's all both each every any "
    "tuesday wednesday thursday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec christmas "
    "summer winter spring autumn fall golden obon fiscal employees staff people reference example instance the "
    "dm spreadsheet sheets employee timesheet timesheets punches department payroll records people hours ringi"
)
_TIME_ZH = (
    r"上+个?月|本月|这个?月|当月|今年|去年|前年|20\d\d年?(?:的?\d{1,2}月)?|(?:今年|去年|前年)?的?\d{1,2}月|第?[1-4]季度"
    r"|上个?季度|本季度|上半年|下半年|(?:最近|过去|近)\d个?月|上上?周|本周"
)
_SURNAMED = (
    r"(?P<head>[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾"
    r"丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武"
    r"乔贺赖龚文]"
    r"[\u4e00-\u9fff]{1,2}?)"
)
_CHINESE_NAME = rx(
    _SURNAMED + r"(?=的(?:加班|考勤|出勤|工时|打卡|工作)|(?:上个?月|本月|这个月|今年|去年|\d+月)?的?(?:加班|考勤|出勤))"
)
# 查询李明四月份的加班时间: a family name where somebody stands, behind the verb and before the time.
_ASKED_ABOUT = rx(
    r"(?:^|(?<=[,。;:!\n、和与跟及查看算把将下询计出解供析知道]))"
    + _SURNAMED
    + rf"(?=(?:在|于|从)?(?:{_TIME_ZH})(?:份|度)?的?"
    + r"(?:整体|全部|总|平均)?(?:加|考勤|出勤|工时|打卡|迟到|缺勤|工作|上班))"
)
_NO_CHINESE_NAME = rx(
    r"高管|任何|白班|文员|方案|马上|常驻|常日|金融|江苏|任职|高层|方面|文职|万人|石油|程序|龙头|钟点|于是|高级|易于|史上|夏季?|金牌|贺|田间|计"
)
# Family names that are common in Japan: somebody, though without honorific and not in the directory (高木の残業).
_FAMILY_NAME = rx(
    r"(?<![\u4e00-\u9fff々])(?P<head>高木|野口|石川|前田|藤田|后藤|後藤|村上|近江|石井|西田|森田|原口|柴田|酒井"
    r"|工藤|宫崎|宮崎|内田|上田|横山|宫本|宮本"
    r"|大野|小野|菅原|武田|丸山|今井|千叶|岩崎|桜井|樱井|野村|松井|木下|菊地|佐野|大塚|平野|新井|久保|小岛|和田"
    r"|上野|増田|增田|杉山|菅野|渡部|水野|高田"
    r"|河野|古川|西川|安藤|岛田|谷口|中川|小泽|小沢|黒田|黑田|永井|松尾|中岛|石原|大西|片山|川口|浜田|荒木"
    r"|久保田|吉川|本田|川崎|矢野|大久保|市川|早川"
    r"|小山|三宅|星野|関|广瀬|樋口|土屋|平田|岩田|须藤|秋山|安田|森本|川上|小松|八木|西|堀|辻|森)"
    r"(?=の(?:\d|先|今|昨|去|前|直近|过去|残业|勤怠|出勤|打刻|时间外)|(?:は|って)(?:\d+月|先月|今月)|(?:\d+月份?"
    r"|上+个?月|本月|这个?月|今年|去年)的?(?:加班|考勤|出勤|打卡))"
)
# 约翰逊, 史密斯: three or more characters that foreign names are spelt with.
_FOREIGN_NAME = rx(
    r"(?P<head>[阿艾安奥巴贝本比伯勃布查达戴丹德迪蒂多厄恩尔法菲费弗福戈格古哈汉赫亨霍基吉加杰卡凯科克库拉莱兰劳勒雷里丽利琳卢鲁路伦罗洛马玛麦曼梅米密默姆"
    r"纳娜内尼诺帕佩皮普乔切琼萨塞桑瑟莎史斯丝苏索塔泰汤特托瓦威韦维温沃西希翰逊约森顿登坦伊茨亚朗宾蒙兹耶露娅妮珍詹·]{3,9})(?=的"
    r"|\d+月|上个?月|本月|这个?月|今年|去年|在)"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A person (or several who share the name) who is named. `ids` empty = not in the directory."""

    start: int
    end: int
    words: str
    ids: tuple[str, ...] = ()


@lru_cache(maxsize=16)
def _matcher(people: tuple[Person, ...]) -> tuple[re.Pattern[str] | None, dict[str, tuple[str, ...]]]:
    owners: dict[str, list[str]] = {}
    for person in people:
        for word in _spellings(person):
            holders = owners.setdefault(word, [])
            if person.id not in holders:
                holders.append(person.id)
    ordered = sorted(owners, key=len, reverse=True)
    parts = [_edges(word) for word in ordered]
    return (re.compile("|".join(parts)) if parts else None), {word: tuple(ids) for word, ids in owners.items()}


def _edges(word: str) -> str:
    escaped = re.escape(word)
    if word.isascii():
        return rf"(?<![a-z0-9]){escaped}(?![a-z0-9])"
    if re.fullmatch("[ァ-ヶー・ ]+", word):
        return rf"(?<![ァ-ヶー]){escaped}(?![ァ-ヶー])"
    if re.fullmatch("[ぁ-ん ]+", word):
        return rf"(?<![ぁ-ん]){escaped}(?=[\sさにのへをくちと、。]|$)"
    return escaped + (rf"(?={HONORIFIC})".translate({}) if len(word) == 1 else "")


def _spellings(person: Person) -> set[str]:
    found = {fold(person.id)}
    for name in (person.name, *person.names):
        folded = fold(name).strip()
        bare = re.sub(r"(?:さん|先生|女士)$", "", folded)
        parts = folded.split()
        found |= {folded, bare, folded.replace(" ", "")}
        if len(parts) == 2:
            found |= {f"{parts[1]} {parts[0]}", parts[0], parts[1]} if len(parts[0]) > 1 else {parts[0], parts[1]}
            if not folded.isascii():
                found.add(folded.replace(" ", "・"))
    # One Chinese character stands alone only before an honorific; two Latin letters never do.
    return {word for word in found if len(word) >= 2 or re.fullmatch("[\u4e00-\u9fff]", word)}


def find_people(said: Utterance, catalog: Catalog) -> tuple[Named, ...]:
    """Everyone who is named, in order; Slack ids are in the tokens and come separately."""
    found = [*_ids(said, catalog), *_listed(said, catalog)]
    taken = [(one.start, one.end) for one in found]
    for match in (*_HONOURED.finditer(said.text), *_MISTER.finditer(said.text)):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        if match["head"] not in _NOT_NAMES and not match["head"].endswith(
            tuple(word for word in _NOT_NAMES if len(word) > 1)
        ):
            found.append(Named(match.start("head"), match.end(), said.written(*match.span("head"))))
    if said.lang == "en":
        for match in (
            *_POSSESSIVE.finditer(said.cased),
            *_FULL_NAME.finditer(said.cased),
            *_ONE_NAME.finditer(said.cased),
        ):
            group = "head" if match["head"] else "doer"
            start, end = match.span(group)
            if match[group].lower().split()[0] not in _NOT_ENGLISH and not any(s < end and start < e for s, e in taken):
                found.append(Named(start, end, match[group]))
                taken.append((start, end))
    for match in _FAMILY_NAME.finditer(said.text) if said.lang != "en" else ():
        if not any(s < match.end() and match.start() < e for s, e in taken):
            found.append(Named(match.start("head"), match.end("head"), said.written(*match.span("head"))))
    if said.lang == "zh":
        asked_about = (one for one in _ASKED_ABOUT.finditer(said.text) if not _NO_CHINESE_NAME.match(one["head"]))
        for match in (*_CHINESE_NAME.finditer(said.text), *_FOREIGN_NAME.finditer(said.text), *asked_about):
            if not any(s < match.end() and match.start() < e for s, e in taken):
                found.append(Named(match.start("head"), match.end("head"), said.written(*match.span("head"))))
                taken.append(match.span("head"))
    return tuple(sorted(found, key=lambda one: one.start))


def _listed(said: Utterance, catalog: Catalog) -> list[Named]:
    pattern, owners = _matcher(catalog.people)
    found: list[Named] = []
    names = known(catalog.people, catalog.departments, _NOT_ENGLISH)
    for match in pattern.finditer(said.text) if pattern else ():
        word = match.group()
        if word.isascii() and word.isalpha() and not _is_called(said, match):
            continue
        start, end = goes_on(said, match.start(), match.end(), names)
        if found and start < found[-1].end:
            continue  # the rest of a name that was taken whole
        ids = owners[word] if (start, end) == match.span() else ()
        found.append(Named(start, end, said.written(start, end), ids))
    return found


def _is_called(said: Utterance, match: re.Match[str]) -> bool:
    """A Latin word is a name when it is written like one or used like one."""
    if said.cased[match.start()].isupper():
        return True
    after, before = said.text[match.end() : match.end() + 5], said.text[: match.start()]
    return after.startswith(("-san", "さん", "'s", "氏", "様")) or bool(
        re.search(r"(?:\b(?:mr|ms|mrs|dm|to|for)\.?\s)$", before)
    )


def _ids(said: Utterance, catalog: Catalog) -> list[Named]:
    """Ids of the shape that the directory uses (E012) and that it does not hold."""
    shapes = {
        (match[1], len(match[2])) for one in catalog.people if (match := re.fullmatch(r"([a-z]+)-?(\d+)", fold(one.id)))
    }
    known = {fold(one.id) for one in catalog.people}
    found: list[Named] = []
    for letters, digits in shapes:
        for match in re.finditer(
            rf"(?<![a-z0-9]){letters}-?(\d{{{max(1, digits - 1)},{digits + 2}}})(?![a-z0-9])", said.text
        ):
            if match.group() not in known:
                found.append(Named(match.start(), match.end(), match.group().upper()))
    return found


def candidates(catalog: Catalog, ids: tuple[str, ...]) -> tuple[Person, ...]:
    """Whom a name can mean: those who work here come before those who have left."""
    people = [person for identity in ids if (person := catalog.person(identity))]
    return tuple(sorted(people, key=lambda one: not one.active))
