"""What nobody sees, and what looks like something else, made to be seen: for all that a person decides on. Pure.

Every surface uses the same marks, such as ⟨U+202E⟩. Imports nothing but the standard library.
"""

from __future__ import annotations

import re
from unicodedata import category

from ringi.lookalikes import mark_lookalikes

_FIRST = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Control and format characters, fillers and blanks that are letters in name only, selectors and tags, surrogates."""
_JOINER = "\u200d"
_PICTURE = "\ufe0f"


def seen(text: str) -> str:
    """The text as a person may take it: every unseen character named, and a mark behind what looks like another
    address. Everything that is drawn for people goes through here.
    """
    return mark_lookalikes(name_unseen(text))


def name_unseen(text: str) -> str:
    """The same text with every unseen character named. Line breaks and tabs stay; so does what makes an emoji whole."""
    if text.isascii() and text.isprintable():
        return text
    return _FIRST.sub(_named, text.replace("\r\n", "\n"))


def blank(text: str) -> bool:
    """Whether a reader sees nothing of it at all."""
    return not _FIRST.sub("", text).strip()


def _named(match: re.Match[str]) -> str:
    mark, text, at = match[0], match.string, match.start()
    before = text[at - 1 : at]
    if mark == _JOINER and _pictures(text[:at]) and category(text[at + 1 : at + 2] or " ") == "So":
        return mark
    if mark == _PICTURE and before and (category(before) in ("So", "Sm", "Po") or before in "0123456789#*"):
        return mark
    if 0xE0100 <= ord(mark) <= 0xE01EF and before and category(before) == "Lo":
        return mark  # which form of a Chinese character is meant: names are written with them
    return f"⟨U+{ord(mark):04X}⟩"


def _pictures(text: str) -> bool:
    """Whether this ends in an emoji, with its skin colour or selector."""
    return bool(text) and category(text.rstrip(_PICTURE)[-1:] or " ") in ("So", "Sk")
