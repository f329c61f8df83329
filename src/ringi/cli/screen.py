"""What a command writes on: data to standard output, remarks to the terminal, one JSON document with `--json`.

Colour and remarks (hints, progress) appear only where a person looks; a pipe gets nothing but data.
"""

from __future__ import annotations

import os
import sys

from ringi.cli.text import clean, cut, escape_unseen, pad, width, wrap
from ringi.words import pick, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TextIO

_RESET = "\x1b[0m"
_CLEAR = "\r\x1b[2K"
_UP = "\x1b[1A\x1b[2K"
_STYLES = {"bold": "\x1b[1m", "dim": "\x1b[2m"}
_PALETTE = {
    "working": 221,
    "needs_you": 33,
    "good": 71,
    "bad": 161,
    "running": 25,
    "stopped": 102,
}
"""The nearest of the 256 colours for each token, for terminals that have no more."""
NARROWEST = 40
GROWING = 8
"""Lines of a text that is being written: few enough for any terminal to take back."""


def _signs_in_as(identity: str) -> str:
    return identity.rpartition(":")[2]


class Screen:
    """One command's output."""

    def __init__(
        self,
        lang: str,
        *,
        colour: str = "",
        json_only: bool = False,
        home: str = "",
        out: TextIO | None = None,
        err: TextIO | None = None,
    ) -> None:
        self.lang = lang
        self.json_only = json_only
        self.home = home
        """What relative paths of artifacts are shown under."""
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self.tty = not json_only and self.out.isatty()
        self.live = not json_only and self.err.isatty()
        """Somebody watches: progress and hints may be written."""
        self.colour = colour if self.tty else ""
        self.columns = max(_columns(self.out), NARROWEST) if self.tty else 0
        """0 when nobody looks: nothing is cut or wrapped then."""
        self.called: Callable[[str], str] = _signs_in_as
        """What somebody is called, where there is a desk to ask."""
        self._moving = ("", "")
        self._below = 0

    # -- words ---------------------------------------------------------------------------------------------------

    def say(self, key: str, **values: Any) -> str:
        return say("cli", key, self.lang, **values)

    def word(self, group: str, name: object) -> str:
        """A word of the glossary; an unknown name stands for itself."""
        from ringi.words.core import WORDS

        text = WORDS.get(f"{group}.{name}")
        return pick(text, self.lang) if text else clean(name or "")

    def who(self, identity: object) -> str:
        """Somebody of the records (`cli:aki`, a Slack id, a rule) as a person reads it."""
        given = clean(identity or "")
        if given == "rule:auto":
            return say("values", "by_rule", self.lang)
        return clean(self.called(given)) if given else ""

    # -- paint ---------------------------------------------------------------------------------------------------

    def paint(self, text: str, tone: str) -> str:
        if not self.colour or not tone:
            return text
        if tone in _STYLES:
            return f"{_STYLES[tone]}{text}{_RESET}"
        if self.colour == "true":
            from ringi.words.core import COLOURS

            red, green, blue = (int(COLOURS[tone][at : at + 2], 16) for at in (1, 3, 5))
            return f"\x1b[38;2;{red};{green};{blue}m{text}{_RESET}"
        return f"\x1b[38;5;{_PALETTE[tone]}m{text}{_RESET}"

    def state(self, state: object) -> str:
        """A state's word in its colour; the word alone says everything."""
        from ringi.words.core import TONES

        return self.paint(self.word("state", state), TONES.get(str(state), ""))

    # -- lines ---------------------------------------------------------------------------------------------------

    def line(self, text: str = "") -> None:
        """Data for a person; nothing with `--json`."""
        if not self.json_only:
            self.out.write(text + "\n")

    def lines(self, lines: Iterable[str]) -> None:
        for text in lines:
            self.line(text)

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        return wrap(text, self.columns or 10_000, indent)

    def title(self, text: str) -> None:
        self.line(self.paint(text, "bold"))

    def hint(self, *commands: str) -> None:
        """What to type next, on a terminal only."""
        if self.tty:
            shown = [self.paint(command, "bold") for command in commands]
            self.line()
            self.line(f"{self.paint(self.say('next'), 'dim')}  {shown[0]}")
            for command in shown[1:]:
                self.line(" " * (width(self.say("next")) + 2) + command)

    def remark(self, text: str) -> None:
        """A word on the way, for whoever watches; never data."""
        if self.live:
            self.moving("")
            self.out.flush()
            self.err.write(text + "\n")
            self.err.flush()

    def aside(self, text: str) -> None:
        """A word about the data for whoever runs the command, also when the data goes into a pipe."""
        if not self.json_only:
            self.moving("")
            self.out.flush()
            self.err.write(text + "\n")

    def moving(self, text: str, below: str = "") -> None:
        """The one line that is rewritten: what is being done at this moment. Only where a line can be taken back.
        Of a text that grows `below` it the end is shown.
        """
        if not self.colour or not self.live or (text, below) == self._moving:
            return
        lines = [cut(one, self.columns - 1) for one in self._end_of(below)]
        written = _CLEAR + _UP * self._below + (cut(f"… {text}", self.columns - 1) if text else "")
        self._moving, self._below = (text, below), len(lines)
        self.err.write(written + "".join(f"\n{self.paint(one, 'dim')}" for one in lines))
        self.err.flush()

    def _end_of(self, text: str) -> list[str]:
        return wrap(text, self.columns - 1, "  ")[-GROWING:] if text else []

    def fields(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Names and values in two columns; a value of several lines stays in its column."""
        room = max((width(name) for name, _ in pairs), default=0)
        for name, value in pairs:
            first = f"{self.paint(pad(name, room), 'dim')}  "
            for text in self.wrapped(value, " " * (room + 2)):
                self.line(first + text[room + 2 :] if first else text)
                first = ""

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], *, tones: Sequence[str] = (), flex: int = -1
    ) -> None:
        """Aligned columns. Column `flex` gives way when the terminal is narrow; `tones` colour column 0."""
        if not rows:
            return
        sizes = [max(width(row[at]) for row in rows) for at in range(len(head))]
        if self.tty:
            sizes = [max(size, width(name)) for size, name in zip(sizes, head, strict=True)]
        if self.columns and flex >= 0:
            over = sum(sizes) + 2 * (len(sizes) - 1) - self.columns
            sizes[flex] = max(sizes[flex] - max(over, 0), 12)
        if self.tty:
            self.line(self.paint(_row(head, sizes, flex), "dim"))
        for at, row in enumerate(rows):
            text = _row(row, sizes, flex)
            if tones and tones[at] and self.colour:
                text = self.paint(row[0], tones[at]) + text[len(row[0]) :]
            self.line(text)

    # -- documents -----------------------------------------------------------------------------------------------

    def document(self, value: Any) -> None:
        """The one JSON document of `--json`."""
        self.out.write(document(value, indent=2 if self.out.isatty() else None) + "\n")
        self.out.flush()


def document(value: Any, indent: int | None = None) -> str:
    import json

    return escape_unseen(json.dumps(value, ensure_ascii=False, indent=indent, default=str))


def _row(cells: Sequence[str], sizes: Sequence[int], flex: int) -> str:
    shown = [cut(cell, size) if at == flex else cell for at, (cell, size) in enumerate(zip(cells, sizes, strict=True))]
    return "  ".join(pad(cell, size) for cell, size in zip(shown, sizes, strict=True)).rstrip()


def _columns(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
