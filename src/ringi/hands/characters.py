"""Which characters an approver would not see, or would take for others. Pure; `validation` asks.

Free text keeps what honest scripts and emoji need, each in its place only; what says who is reached keeps none of it.
"""

from __future__ import annotations

import re
import unicodedata

# Letters, ideographs and punctuation that Japanese, Chinese and European texts are full of; each of them is seen.
_UNDOUBTED = (
    r"\n\t\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u4e00-\u9fff"
    r"\uff01-\uff9f"
)
_DOUBTED = re.compile(f"[^{_UNDOUBTED}]")
_SHOWN_NOTHING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks, by their category, that nevertheless show nothing: fillers, joiners, variation selectors.
_SILENT = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
# Blocks whose code points without a name (yet) are emoji and ideographs: newer than this Python, but seen.
_TO_COME = re.compile("[\U0001f000-\U0001faff\U00020000-\U0002fffd\U00030000-\U0003fffd]")
_EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2300-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
# Scripts in which a (non-)joiner changes the shape of its neighbours: Arabic to N'Ko, Indic, Burmese, Khmer, Mongolian.
_JOINING = re.compile("[\u0620-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\u1820-\u18aa\ufb50-\ufdfb]")
_BLANK = re.compile(r"^\s|\s\s|\s$|[^\S ]|\u2800")
ZWNJ, ZWJ, EMOJI_STYLE, KEYCAP = "\u200c", "\u200d", "\ufe0f", "\u20e3"


def hidden(text: str) -> str:
    """The first character of a free text that a reader would not see; empty if there is none."""
    for match in _DOUBTED.finditer(text):
        if _shows_nothing(match[0]) and not _in_its_place(text, match.start()):
            return match[0]
    return ""


def undoubted(text: str) -> bool:
    """Whether every character of it is of the most usual ones, so that nothing can be hidden."""
    return _DOUBTED.search(text) is None


def doubtful(text: str) -> tuple[str, dict[str, str]] | None:
    """Why a recipient may not be what it looks like: the flaw's rule and values; None if it is exactly what is seen."""
    if found := next((one for one in text if _shows_nothing(one) and not one.isspace()), ""):
        return "hidden_character", {"character": code_point(found)}
    if _BLANK.search(text):
        return "recipient_blank", {}
    plain = unicodedata.normalize("NFKC", text)
    if plain != text:
        other = next((one for one in text if unicodedata.normalize("NFKC", one) != one), "")
        other = other or next((one for one in text if unicodedata.combining(one)), text[0])
        return "recipient_form", {"character": code_point(other), "plain": plain}
    return None


def code_point(char: str) -> str:
    """As a person can look it up."""
    return f"U+{ord(char):04X}"


def _shows_nothing(char: str) -> bool:
    if _SILENT.match(char):
        return True
    category = unicodedata.category(char)
    return category in _SHOWN_NOTHING and not (category == "Cn" and _TO_COME.match(char))


def _in_its_place(text: str, at: int) -> bool:
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char == "\r":
        return after == "\n"
    if char == EMOJI_STYLE:
        return bool(_EMOJI.match(before)) or (before in tuple("0123456789#*") and after == KEYCAP)
    if char == ZWJ and _EMOJI.match(after):
        return bool(_EMOJI.match(before)) or (before == EMOJI_STYLE and _in_its_place(text, at - 1))
    if char in (ZWNJ, ZWJ):
        return bool(_JOINING.match(before) and _JOINING.match(after))
    return "\U000e0100" <= char <= "\U000e01ef" and bool(_IDEOGRAPH.match(before))
