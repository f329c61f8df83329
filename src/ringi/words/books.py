"""Whose books a plan reads, said to whoever approves it, where a company's own service is connected."""

from __future__ import annotations

from ringi.words import Text, pick, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

WORDS: dict[str, Text] = {
    "line": ("{label}: {companies}", "{label}: {companies}", "{label}：{companies}"),
    "company": ("{name}（{server}、ID {id}）", "{name} ({server}, id {id})", "{name}（{server}，ID {id}）"),
    "comma": ("、", ", ", "、"),
}


def whose(tools: Iterable[Mapping[str, Any]], lang: str, spell: Callable[[str], str] = str) -> str:
    """The companies of an approval's tools, as they stand in its digest; empty where none is anybody's.

    Args:
        spell: how the surface writes what came from outside.
    """
    found = {
        (str(one["company"]), str(one.get("server") or ""), str(one.get("companyId") or ""))
        for one in tools
        if one.get("company")
    }
    told = [
        pick(WORDS["company"], lang).format(name=spell(name), server=spell(server), id=spell(number))
        for name, server, number in sorted(found)
    ]
    return pick(WORDS["comma"], lang).join(told)


def whose_line(tools: Iterable[Mapping[str, Any]], lang: str, spell: Callable[[str], str] = str) -> str:
    """The same with its label."""
    told = whose(tools, lang, spell)
    return pick(WORDS["line"], lang).format(label=say("web", "whose_books", lang), companies=told) if told else ""
