"""What arrives, made harmless and counted: plain text functions that every mode uses, with Textual or without.

What is shown is as it came, except for what would steer the terminal: colours may stay, everything else is taken out.
"""

from __future__ import annotations

import re

LIMIT = 5000
"""Lines a pane keeps; what falls out is counted."""

COLOURS = re.compile(r"\x1b\[[0-9;:]*m")
_ESCAPES = re.compile(
    r"\x1b\[[0-9;:]*m"  # colours, kept
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # titles, clipboard and other strings for the terminal
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"  # moving, clearing, modes
    r"|\x1b[ -/]*[0-~]?"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff"
    r"\ud800-\udfff\U000e0000-\U000e007f]"
)
_ODD = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)


def harmless(text: str) -> str:
    """Text that cannot steer a terminal; colours stay."""
    if not _ODD.search(text):
        return text
    text = text.replace("\r\n", "\n")
    text = _ESCAPES.sub(lambda found: found[0] if COLOURS.fullmatch(found[0]) else "", text)
    if "\r" in text:
        text = "\n".join(part.rstrip("\r").rpartition("\r")[2] for part in text.split("\n"))
    return text.expandtabs(8) if "\t" in text else text


def without_colours(text: str) -> str:
    """The same without colours as well."""
    return COLOURS.sub("", harmless(text))


def count(text: str) -> int:
    """How many lines an output has."""
    return text.count("\n") + (not text.endswith("\n"))


def last_lines(texts: list[str], limit: int = LIMIT) -> tuple[list[str], int]:
    """The outputs that can still be seen once all are shown, and how many lines are not among them."""
    kept: list[str] = []
    room, at = limit, len(texts)
    while at and room > 0:
        at -= 1
        text, lines = texts[at], count(texts[at])
        if lines > room:
            cut = len(text.removesuffix("\n"))
            for _ in range(room):
                cut = text.rfind("\n", 0, cut)
            return [text[cut + 1 :], *kept[::-1]], lines - room + sum(map(count, texts[:at]))
        kept.append(text)
        room -= lines
    return kept[::-1], sum(map(count, texts[:at]))
