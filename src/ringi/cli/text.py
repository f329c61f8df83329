"""Text on a terminal: made safe, measured in columns, cut, wrapped; times and durations as people write them.

Pure functions over strings. Whatever came from outside goes through `clean` or `clean_lines` before it is shown.
"""

from __future__ import annotations

from ringi.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from datetime import datetime

# What steers a terminal or reorders what a reader sees: control and escape characters, C1 controls, bidirectional
# marks, overrides and isolates, invisible separators and tags, lone surrogates.
_UNSEEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_BREAKS = "\r\n?|[\x0b\x0c\x85\u2028\u2029]"


def clean_lines(text: object) -> str:
    """Text of several lines, without anything that could paint or reorder the terminal; what looks like another address
    is marked.
    """
    shown = str(text)
    if not shown.isprintable():
        import re  # its patterns are made here, because most text does not need them

        shown = re.sub(_UNSEEN, "", re.sub(_BREAKS, "\n", shown)).replace("\t", "    ")
    if "@" not in shown and "--" not in shown and (shown.isascii() or _is_plain_cjk(shown)):
        return shown
    from ringi.lookalikes import mark_lookalikes

    return mark_lookalikes(shown)


def _is_plain_cjk(text: str) -> bool:
    """Whether it is Japanese or Chinese without anything that could be part of an address: nothing is loaded for it."""
    return "." not in text and all(ch < "\x80" or "\u3000" <= ch <= "\u9fff" for ch in text)


def clean(text: object) -> str:
    """The same on one line."""
    return " ".join(clean_lines(text).split())


def escape_unseen(document: str) -> str:
    """The same JSON document with every unseen character written as an escape: data, but not paint."""
    if document.isprintable():
        return document
    import re

    return re.sub(_UNSEEN, _escaped, document)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def width(text: str) -> int:
    """Columns that a terminal gives to this text: two for a full-width character, none for a combining one."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(ch) in ("Mn", "Me", "Cf") else 2 if east_asian_width(ch) in ("W", "F") else 1 for ch in text
    )


def pad(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """At most so many columns, with an ellipsis where something is left out."""
    if width(text) <= columns:
        return text
    kept, used = [], 1
    for ch in text:
        used += width(ch)
        if used > columns:
            break
        kept.append(ch)
    return "".join(kept).rstrip() + "…"


_CLOSING = "、。，．,.!?！？)）」』】》〉]｝}：；:;ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…”’%％"
_ATOM = r"(?s)[!-~]+|\s+|."


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Lines of at most so many columns. Latin words stay whole, and no line begins with a closing mark."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _wrap_one(paragraph.rstrip(), max(columns - width(indent), 8))
    return [f"{indent}{line}".rstrip() for line in lines]


def _wrap_one(text: str, columns: int) -> list[str]:
    if width(text) <= columns:
        return [text]
    lines: list[str] = []
    line, used = "", 0
    for atom in _atoms(text, columns):
        size = width(atom)
        if used + size > columns and line.strip() and not (atom[0] in _CLOSING and used + size <= columns + 2):
            lines.append(line.rstrip())
            line, used = "", 0
            if atom.isspace():
                continue
        line += atom
        used += size
    return [*lines, line.rstrip()] if line.strip() else lines


def _atoms(text: str, columns: int) -> list[str]:
    """Words and single wide characters; a word longer than a line is split."""
    import re

    atoms: list[str] = []
    for atom in re.findall(_ATOM, text):
        atoms += [atom[at : at + columns] for at in range(0, len(atom), columns)]
    return atoms


# -- times ---------------------------------------------------------------------------------------------------------


def _moment(iso: str) -> datetime | None:
    from datetime import datetime

    try:
        return datetime.fromisoformat(iso).astimezone()
    except ValueError:
        return None


def local(iso: object) -> str:
    """A recorded time on this machine's clock, to the second."""
    moment = _moment(str(iso or ""))
    return moment.strftime("%Y-%m-%d %H:%M:%S") if moment else clean(iso or "")


def ago(iso: object, lang: str) -> str:
    """How long ago, up to a day; the date and time after that."""
    from datetime import UTC, datetime

    moment = _moment(str(iso or ""))
    if moment is None:
        return clean(iso or "")
    seconds = (datetime.now(UTC) - moment).total_seconds()
    if not -60 < seconds < 86_400:
        return moment.strftime("%Y-%m-%d %H:%M")
    unit, n = ("s", 0) if seconds < 60 else ("m", int(seconds // 60)) if seconds < 3600 else ("h", int(seconds // 3600))
    return say("cli", f"ago.{unit}", lang, n=n)


def took(milliseconds: float, lang: str) -> str:
    """How long something took."""
    seconds = milliseconds / 1000
    unit = "s" if seconds < 60 else "m" if seconds < 3600 else "h"
    whole = int(seconds)
    parts = {"s": f"{seconds:.1f}", "m": whole // 60, "r": whole % 60, "h": whole // 3600, "q": whole % 3600 // 60}
    return say("cli", f"took.{unit}", lang, **parts)
