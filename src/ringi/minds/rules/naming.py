"""What things are called for whoever reads: departments and people in the reader's own script, months as people say
them, and what a tool is about without the verb of its title. Known from the directory and the titles. Pure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ringi.minds.rules.calendar import Span
from ringi.minds.rules.outcome import title_of

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Department, Person, Tool

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_JAPANESE_ONLY = re.compile(r"[営業開発経総務済験\u3041-\u30ff]")
_VERB = {
    "ja": re.compile(r"の(?:計算|取得|集計|確認|検索|照会)$"),
    "en": re.compile(r"^(?:calculate|compute|list|get|fetch|show|read|look up|find|search|query)\s+(?=\w)", re.I),
    "zh": re.compile(r"^(?:计算|查询|获取|统计|读取|列出)(?=.)"),
}
BESIDE = {"ja": "・", "en": ", ", "zh": "、"}
COMMA = {"ja": "、", "en": ", ", "zh": "、"}


def thing(tool: Tool, lang: str) -> str:
    """What a reading tool is about: Overtime, not Calculate overtime."""
    title = title_of(tool, lang)
    bare = _VERB[lang].sub("", title) or title
    return bare[:1].upper() + bare[1:]


def department(catalog: Catalog, name: str, lang: str) -> str:
    """A department as the reader would call it; its own name when the directory knows no other."""
    found = next((one for one in catalog.departments if one.name == name), None)
    return _local(found, lang) if found else name


def official(catalog: Catalog, name: str, lang: str) -> str:
    """Sales (営業部): the reader's name, and the one the tools take where it differs."""
    local = department(catalog, name, lang)
    if local == name:
        return name
    return f"{local} ({name})" if lang == "en" else f"{local}（{name}）"


def _local(found: Department, lang: str) -> str:
    if lang == "en":
        latin = [one for one in found.names if one.isascii() and one[:1].isupper()]
        return next((one for one in latin if len(one) > 2), latin[0] if latin else found.name)
    if lang == "zh" and _JAPANESE_ONLY.search(found.name + "".join(found.names)):
        chinese = [one for one in found.names if one.endswith("部") and not one[0].isascii()]
        return next((one for one in chinese if not _JAPANESE_ONLY.search(one)), found.name)
    return found.name


def person(one: Person, lang: str) -> str:
    """Nao Ogawa, 小川 奈緒: a name in letters for those who read letters."""
    latin = [name for name in one.names if name.isascii() and " " in name]
    return latin[0] if lang == "en" and latin and not one.name.isascii() else one.name


def introduced(one: Person, lang: str) -> str:
    """A person with what makes them certain: the written name and the id."""
    local = person(one, lang)
    if lang == "en":
        return f"{local} ({one.name}, {one.id})" if local != one.name else f"{one.name} ({one.id})"
    return f"{one.name}（{one.id}）"


def months(span: Span, lang: str, *, short: bool = False) -> str:
    """October 2026, April to June 2026; 2026年4月〜6月; 2026年4月至6月."""
    first, last = span.first, span.last
    if lang == "en":
        names = [name[:3] if short else name for name in _MONTHS]
        begin, end = names[first.number - 1], f"{names[last.number - 1]} {last.year}"
        if first == last:
            return end
        return f"{begin} to {end}" if first.year == last.year else f"{begin} {first.year} to {end}"
    head = f"{first.year}年{first.number}月"
    if first == last:
        return head
    tail = f"{last.number}月" if first.year == last.year else f"{last.year}年{last.number}月"
    return f"{head}{'〜' if lang == 'ja' else '至'}{tail}"
