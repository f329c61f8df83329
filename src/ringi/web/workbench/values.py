"""Values from outside as people read them: arguments line by line, references by their names, counts in words. Pure.

Nothing here decides anything: what is not understood is shown as it is, short, with the whole a click away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.words import say

LINES = 8
SHORT = 160
LONG = 4000


@dataclass(frozen=True, slots=True)
class Pair:
    """One named value."""

    name: str
    text: str
    code: bool = False

    @property
    def long(self) -> bool:
        return len(self.text) > SHORT


@dataclass(frozen=True, slots=True)
class Told:
    """A value laid out: its lines, how many more there are, and where the whole is when it was too large to keep."""

    pairs: tuple[Pair, ...] = ()
    more: int = 0
    text: str = ""
    ref: str = ""
    size: int | None = None

    def __bool__(self) -> bool:
        return bool(self.pairs or self.text or self.ref)


def told(value: Any, limit: int = LINES) -> Told:
    """Any JSON value for a reader. A body that was left out stands as its reference, size and preview."""
    if value is None or value == "" or value == {} or value == []:
        return Told()
    if isinstance(value, Mapping):
        if value.get("ref") and set(value) <= {"ref", "size", "preview", "kind", "truncated", "hash"}:
            size = value.get("size")
            return Told(
                text=str(value.get("preview") or ""),
                ref=plain(value["ref"]),
                size=size if isinstance(size, int) else None,
            )
        pairs = tuple(Pair(str(name), *_text(one)) for name, one in list(value.items())[:limit])
        return Told(pairs=pairs, more=max(0, len(value) - limit))
    return Told(text=_text(value)[0])


def plain(value: Any) -> str:
    """One short line for a reference, a scope or a reason, whatever shape it came in."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        for name in ("title", "name", "label", "words", "text", "reason", "path", "ref", "id"):
            if isinstance(value.get(name), str) and value[name]:
                return str(value[name])
        if value and all(isinstance(one, str | int | float) and one not in (True, False) for one in value.values()):
            return ", ".join(f"{name}: {one}" for name, one in value.items())[:LONG]
    return _text(value)[0]


def _text(value: Any) -> tuple[str, bool]:
    """The text, and whether it is data rather than words."""
    if isinstance(value, str):
        return value[:LONG], False
    if isinstance(value, bool) or value is None:
        return json.dumps(value), True
    if isinstance(value, int | float):
        return str(value), False
    if isinstance(value, list) and value and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(map(str, value))[:LONG], False
    return json.dumps(value, ensure_ascii=False, default=str)[:LONG], True


def counted(key: str, n: int, lang: str) -> str:
    """“1 step”, “5 steps”."""
    return say("workbench", f"{key}_{'1' if n == 1 else 'n'}", lang, n=n)


def tint(value: Any) -> str:
    """A colour that can only be a colour."""
    text = str(value or "").lower()
    return text if len(text) == 7 and text[0] == "#" and set(text[1:]) <= set("0123456789abcdef") else ""


def pale(colour: str) -> bool:
    """Whether a colour of ours is so light that only dark letters can be read on it."""
    if not colour:
        return False
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150
