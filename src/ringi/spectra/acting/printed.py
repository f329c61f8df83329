"""What a command printed: its beginning and its end in bounded memory, made harmless before anybody reads it.

Pure but for the counting: bytes go in, text that a terminal cannot be tricked with comes out.
"""

from __future__ import annotations

import re

from ringi.facts.redact import redact
from ringi.words import say

HEAD, TAIL = 16_000, 16_000
"""Bytes that are kept of the beginning and of the end."""
LIVE = 8_000
"""Bytes that whoever watches is told at once; of a flood only the newest."""
_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)"  # titles, links, clipboard, device strings
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_UNFINISHED = re.compile(rb"\x1b[^\x07]{0,64}\Z|[\xc0-\xff][\x80-\xbf]{0,2}\Z|\r\Z")
"""An escape, a letter or a line's end whose rest comes with the next piece."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TURNING = re.compile("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
"""Characters that turn or hide the text around them."""


def harmless(text: str) -> str:
    """The text without anything that acts on a terminal or on a reader's eye; of a line drawn over, its last state."""
    text = _SEQUENCE.sub("", text).replace("\r\n", "\n")
    if "\r" in text:
        text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = _CONTROL.sub(lambda one: "␛" if one[0] == "\x1b" else "", text)
    return _TURNING.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


def readable(data: bytes) -> str:
    return str(redact(harmless(data.decode("utf-8", "replace"))))


class Printed:
    """The output of one command while it comes."""

    def __init__(self, head: int = HEAD, tail: int = TAIL) -> None:
        self.count = 0
        """Bytes that were printed, kept or not."""
        self._most, self._last = head, tail
        self._head, self._tail = bytearray(), bytearray()
        self._live = bytearray()
        self._untold = 0

    def take(self, data: bytes) -> None:
        self.count += len(data)
        room = self._most - len(self._head)
        self._head += data[:room]
        self._tail += data[max(room, 0) :]
        if len(self._tail) > 2 * self._last:
            del self._tail[: -self._last]
        self._live += data
        if len(self._live) > 2 * LIVE:
            self._untold += len(self._live) - LIVE
            del self._live[:-LIVE]

    def skip(self, count: int) -> None:
        """So much was thrown away unread: what is kept of the end begins after it."""
        self.count += count
        self._untold += count + len(self._live)
        self._tail.clear()
        self._live.clear()

    def news(self, lang: str, *, last: bool = False) -> str:
        """What nobody has been told yet, for whoever watches; a part that is not whole waits for its rest."""
        keep = b""
        if not last and (part := _UNFINISHED.search(self._live)):
            keep = bytes(self._live[part.start() :])
            del self._live[part.start() :]
        text = readable(bytes(self._live))
        self._live = bytearray(keep)
        if self._untold and text:
            text = f"{say('acting', 'not_shown', lang, count=f'{self._untold:,}')}\n{text}"
            self._untold = 0
        return text

    def text(self, lang: str) -> str:
        """All of it, or its beginning and its end with what was left out between them counted."""
        tail = bytes(self._tail[-self._last :]) if self._last else b""
        left_out = self.count - len(self._head) - len(tail)
        if left_out <= 0:
            return readable(bytes(self._head) + tail)
        first = bytes(self._head).rpartition(b"\n")[0] or bytes(self._head)
        rest = tail.partition(b"\n")[2] or tail
        between = self.count - len(first) - len(rest)
        return f"{readable(first)}\n{say('acting', 'left_out', lang, count=f'{between:,}')}\n{readable(rest)}"
