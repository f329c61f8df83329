"""What an administrator has confirmed about a tool of another's server, and what the server claims, in words."""

from __future__ import annotations

from ringi.words import Text, pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

WORDS: dict[str, Text] = {
    "nothing": (
        "なし（書き込みとみなし、実行中に決まる値は毎回確認）",
        "nothing (counts as a write; every value found at run time is asked about)",
        "无（按写入处理，执行中确定的值每次都确认）",
    ),
    "reads": ("読み取りのみ", "only reads", "只读取"),
    "repeatable": ("繰り返し可", "can be repeated", "可重复"),
    "labels": ("表示名", "its labels", "显示名称"),
    "content": ("内容: {paths}", "content: {paths}", "内容：{paths}"),
    "comma": ("、", ", ", "、"),
    "argument.asked": (
        "実行中に決まる値は確認します",
        "asked about when it is found at run time",
        "执行中确定时会确认",
    ),
    "argument.claimed": (
        "確認します（サーバーは内容だと言っています）",
        "asked about (the server says it is content)",
        "会确认（服务器声称是内容）",
    ),
    "argument.target": (
        "常に確認します（相手・金額・場所などの名前）",
        "always asked about (named like a recipient, an amount or a place)",
        "始终确认（名称表示对象、金额或位置）",
    ),
    "argument.confirmed": ("確認しません（内容）", "not asked about (content)", "不确认（内容）"),
}


def confirmed_words(said: Mapping[str, Any], lang: str) -> str:
    """What is confirmed, or claimed, on one line."""
    told = [pick(WORDS[name], lang) for name in ("reads", "repeatable", "labels") if said.get(name)]
    if content := said.get("content"):
        told.append(pick(WORDS["content"], lang).format(paths=pick(WORDS["comma"], lang).join(map(str, content))))
    return pick(WORDS["comma"], lang).join(told) or pick(WORDS["nothing"], lang)


def argument_words(one: Mapping[str, Any], lang: str) -> str:
    """What happens when an argument is only known at run time."""
    kinds = ("confirmed", "target", "claimed")
    return pick(WORDS[f"argument.{next((kind for kind in kinds if one.get(kind)), 'asked')}"], lang)
