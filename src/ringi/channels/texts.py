"""Text on its way in and out: cleaned, bounded, and cut without splitting what belongs together. Pure."""

from __future__ import annotations

import re
import unicodedata

MOST = 4000
"""Characters of one message that are taken in; nobody outside decides how much a mind reads."""
_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85\x0b\x0c]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_KEPT = frozenset("\n\t\u200c\u200d")
_NAME = re.compile(r"[^\w.\-]+")


def cleaned(text: object, most: int = MOST) -> str:
    """What was said, without what nobody sees: control characters, escape codes, turned directions."""
    if not isinstance(text, str):
        return ""
    broken = _BREAKS.sub("\n", text[: most * 4])
    seen = "".join(one for one in broken if one in _KEPT or unicodedata.category(one) not in _UNSEEN)
    return bounded(seen.strip(), most)


def bounded(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def sender(name: object, most: int = 32) -> str:
    """A name as one plain word, so that it cannot look like anything but a name."""
    return _NAME.sub("", cleaned(name, most * 2))[:most] or "?"


def pieces(text: str, most: int) -> list[str]:
    """The text in parts that fit, cut at a line or a space where there is one; none of them empty."""
    left, found = text.strip("\n"), []
    while len(left) > most:
        cut = max(left.rfind("\n", 1, most + 1), left.rfind(" ", most // 2, most + 1))
        cut = cut if cut > 0 else most
        found.append(left[:cut].rstrip())
        left = left[cut:].lstrip("\n ")
    return [one for one in (*found, left) if one.strip()]
