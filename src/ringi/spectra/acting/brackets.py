"""Where a bracket expression of a regular expression ends: `[^]/]`, `[[:alpha:]/]`. Pure, and in one pass."""

from __future__ import annotations

_CLASSES = ("[:", "[.", "[=")


def bracket_end(text: str, at: int, *, escapes: bool) -> int:
    """The place behind the bracket that opens here; -1 when it does not end on its line.

    Args:
        escapes: whether a backslash inside takes the next character with it, as awk has it and sed has not.
    """
    at += 2 if text.startswith("[^", at) else 1
    at += text.startswith("]", at)
    while at < len(text) and text[at] != "\n":
        if text[at] == "]":
            return at + 1
        if text[at : at + 2] in _CLASSES:
            end = text.find(f"{text[at + 1]}]", at + 2)
            if end < 0 or "\n" in text[at:end]:
                return -1
            at = end + 2
        else:
            at += 2 if escapes and text[at] == "\\" else 1
    return -1
