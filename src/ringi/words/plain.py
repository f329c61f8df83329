"""What the code calls a thing, said as people say it: states, kinds of values, times and what the system answered.

Used where an error's places are filled in. What is not known here stands as it is; the values themselves, which
programs read, are never changed.
"""

from __future__ import annotations

from ringi.words import Text, pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WORDS: dict[str, Text] = {
    "who.rule:auto": ("設定による自動承認", "the settings (automatic)", "根据设置自动"),
    "wanted.bool": ("true か false", "true or false", "true 或 false"),
    "wanted.int": ("整数", "a whole number", "整数"),
    "wanted.str": ("文字", "text", "文字"),
    "wanted._many": ("1 以上の整数", "a whole number from 1", "不小于 1 的整数"),
    "wanted.list[Any]": ("配列", "an array", "数组"),
    "wanted.text": ("文字", "text", "文字"),
    "wanted.list of texts": ("文字の配列", "a list of texts", "文字数组"),
    "wanted.list of objects": ("オブジェクトの配列", "a list of objects", "对象数组"),
    "wanted.object": ("オブジェクト", "an object", "对象"),
    "wanted.whole number": ("整数", "a whole number", "整数"),
    "wanted.any value": ("任意の値", "any value", "任意值"),
    "wanted.text | steps": ("文字またはステップ", "text or steps", "文字或步骤"),
    "wanted.text, 1..200": ("1〜200 文字", "text of 1 to 200 characters", "1 至 200 个字符"),
    "wanted.table": ("表（[…]）", "a table ([…])", "表（[…]）"),
    "wanted.1..200 characters": ("1〜200 文字", "1 to 200 characters", "1 至 200 个字符"),
    "reason.no content type": ("Content-Type がありません", "no content type", "没有 Content-Type"),
    "reason.a key is given twice": ("同じ名前が2回あります", "a key is given twice", "同一名称出现两次"),
    "reason.NaN is not JSON": ("NaN は JSON ではありません", "NaN is not JSON", "NaN 不是 JSON"),
    "reason.Infinity is not JSON": ("Infinity は JSON ではありません", "Infinity is not JSON", "Infinity 不是 JSON"),
    "reason.-Infinity is not JSON": (
        "-Infinity は JSON ではありません",
        "-Infinity is not JSON",
        "-Infinity 不是 JSON",
    ),
    "reason.not an object": ("オブジェクトではありません", "it is not an object", "不是对象"),
    "reason.nested too deeply": ("入れ子が深すぎます", "nested too deeply", "嵌套过深"),
    "reason.not UTF-8": ("UTF-8 ではありません", "it is not UTF-8", "不是 UTF-8"),
    "reason.too many fields": ("項目が多すぎます", "too many fields", "字段过多"),
    "reason.No such file or directory": ("ファイルがありません", "there is no such file", "文件不存在"),
    "reason.Permission denied": ("権限がありません", "no permission", "没有权限"),
    "reason.Is a directory": (
        "ファイルではなくフォルダーです",
        "it is a directory, not a file",
        "这是文件夹，不是文件",
    ),
    "reason.Not a directory": ("フォルダーではありません", "it is not a directory", "不是文件夹"),
    "reason.Read-only file system": ("読み取り専用です", "the file system is read-only", "文件系统为只读"),
    "reason.No space left on device": ("空き容量がありません", "no space is left", "磁盘空间不足"),
    "reason.File name too long": ("名前が長すぎます", "the name is too long", "文件名过长"),
    "reason.Connection refused": ("接続を拒否されました", "the connection was refused", "连接被拒绝"),
    "reason.Address already in use": ("すでに使われています", "it is in use already", "已被占用"),
}
_GLOSSARY = {"state": ("approval", "state"), "status": ("state",), "kind": ("layer",), "decision": ("action",)}


def plain(values: dict[str, Any], lang: str) -> dict[str, Any]:
    """The same values for a sentence in this language. Whom a desk has named (`called`) is named so."""
    said = {key: _said(key, value, lang) if isinstance(value, str) else value for key, value in values.items()}
    return {**said, "who": said["called"]} if "called" in said else said


def _said(key: str, value: str, lang: str) -> str:
    if f"{key}.{value}" in WORDS:
        return pick(WORDS[f"{key}.{value}"], lang)
    if key == "when":
        return _local(value)
    if key in _GLOSSARY:
        from ringi.words import core

        found = next((core.WORDS[name] for group in _GLOSSARY[key] if (name := f"{group}.{value}") in core.WORDS), None)
        return pick(found, lang) if found else value
    return value


def _local(iso: str) -> str:
    """A recorded time on this machine's clock."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return iso
