"""Lines of a pane, as data: wrapped to columns, bounded, searched. No widget here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.cells import cell_len, get_character_cell_size

from ringi.console.harmless import COLOURS, LIMIT, harmless, last_lines

LONGEST = 4000
"""Characters of one line; a longer one goes on in the next."""


@dataclass(slots=True)
class Line:
    """One line: its text, the same with its colours where it has any, how it stands out, and whose block it is."""

    text: str
    coloured: str = ""
    tone: str = ""
    block: int = 0
    key: str = ""
    """What the line is about, for panes whose lines can be chosen."""
    hang: int = 0
    """Columns by which its further rows are set in."""
    label: int = 0
    """Characters at its beginning that only say what the rest is."""


def made_of(text: str, tone: str = "", block: int = 0) -> list[Line]:
    """The lines of one output. A line break at its end ends its last line."""
    lines = []
    for part in harmless(text.removesuffix("\n")).split("\n"):
        coloured = "\x1b" in part
        plain = COLOURS.sub("", part) if coloured else part
        if len(plain) > LONGEST:
            lines += [Line(plain[at : at + LONGEST], "", tone, block) for at in range(0, len(plain), LONGEST)]
        else:
            lines.append(Line(plain, part if coloured else "", tone, block))
    return lines


# -- wrapping --------------------------------------------------------------------------------------------------------

_CLOSING = "、。，．,.!?！？)）」』】》〉]}：；:;ー…%％"


def wrapped(text: str, columns: int, words: bool = True, hang: int = 0) -> list[tuple[int, int]]:
    """Where each row of a line begins and ends, in characters; a row has at most so many columns."""
    columns = max(columns, 2)
    hang = hang if hang < columns - 8 else 0
    if len(text) <= columns and (text.isascii() or cell_len(text) <= columns):
        return [(0, len(text))]
    rows: list[tuple[int, int]] = []
    start = used = space = 0
    for at, ch in enumerate(text):
        size = 1 if ch.isascii() else get_character_cell_size(ch)
        if used + size > columns:
            end = _break(text, start, at, space) if words else at
            columns -= hang if not rows else 0
            rows.append((start, end))
            start = end
            while words and start < at and text[start] == " ":
                start += 1
            used = cell_len(text[start:at])
            space = 0
        if ch == " ":
            space = at + 1
        elif size == 2:
            space = at
        used += size
    return [*rows, (start, len(text))]


def _break(text: str, start: int, at: int, space: int) -> int:
    """Where to break before `at`: after a space or beside a wide character, never before a closing mark."""
    end = space if start < space <= at and not _wide(text[at]) else at
    while end > start + 1 and text[end] in _CLOSING and not text[end - 1].isspace():
        end -= 1
    return end


def _wide(ch: str) -> bool:
    return not ch.isascii() and get_character_cell_size(ch) == 2


# -- what a pane holds -----------------------------------------------------------------------------------------------


class Scrollback:
    """The last lines, the rows they make at a width, and how many fell out."""

    def __init__(self, limit: int = LIMIT, words: bool = True) -> None:
        self.limit = limit
        self.words = words
        self.lines: list[Line] = []
        self.rows: list[tuple[int, int, int]] = []
        """(line, from, to), the line by its position in `lines`."""
        self.fell_out = 0
        self.gone = (0, 0)
        """How many lines and rows were let go at the top since it began."""
        self.columns = 80
        self._blocks = 0
        self._open = False

    def add(self, text: str, tone: str = "") -> None:
        """One output more: a block of its own."""
        self._open = False
        self._blocks += 1
        self._append(made_of(text, tone, self._blocks))

    def add_many(self, texts: list[str]) -> None:
        """Outputs that came together; those nobody would see are only counted."""
        kept, lost = last_lines(texts, self.limit)
        self.fell_out += lost
        for text in kept:
            self._blocks += 1
            self._append(made_of(text, "", self._blocks), trim=False)
        self._trim()

    def stream(self, texts: list[str]) -> None:
        """Pieces of one stream: a piece goes on where the one before it stopped, until the line is closed."""
        whole = "".join(texts)
        if not whole:
            return
        if self._open and self.lines:
            last = self.lines[-1]
            whole = (last.coloured or last.text) + whole
            self._take_back()
        else:
            self._blocks += 1
        kept, lost = last_lines([whole], self.limit)
        self.fell_out += lost
        self._append(made_of(kept[0], "", self._blocks))
        self._open = not whole.endswith("\n") and len(self.lines[-1].text) < LONGEST

    def close(self) -> None:
        """What comes next begins on a line of its own."""
        self._open = False

    def _take_back(self) -> None:
        self.lines.pop()
        while self.rows and self.rows[-1][0] == len(self.lines):
            self.rows.pop()

    def replace(self, lines: list[Line]) -> None:
        self.lines = lines
        self.fold(self.columns)

    def fold(self, columns: int) -> None:
        """Rows anew, for another width."""
        self.columns = columns
        self.rows = [
            (at, start, end)
            for at, line in enumerate(self.lines)
            for start, end in wrapped(line.text, columns, self.words, line.hang)
        ]

    def _append(self, lines: list[Line], trim: bool = True) -> None:
        for line in lines:
            at = len(self.lines)
            self.lines.append(line)
            self.rows += [(at, start, end) for start, end in wrapped(line.text, self.columns, self.words, line.hang)]
        if trim:
            self._trim()

    def _trim(self) -> None:
        """Lets the oldest lines go."""
        over = len(self.lines) - self.limit
        if over <= 0:
            return
        del self.lines[:over]
        self.fell_out += over
        gone = next((at for at, row in enumerate(self.rows) if row[0] >= over), len(self.rows))
        self.rows = [(line - over, start, end) for line, start, end in self.rows[gone:]]
        self.gone = (self.gone[0] + over, self.gone[1] + gone)

    # -- finding and taking --------------------------------------------------------------------------------------

    def find(self, wanted: str) -> list[tuple[int, int, int]]:
        """Every place where it stands: (line, from, to). Upper and lower case are the same."""
        if not wanted:
            return []
        pattern = re.compile(re.escape(wanted), re.IGNORECASE)
        return [(at, *found.span()) for at, line in enumerate(self.lines) for found in pattern.finditer(line.text)]

    def row_of(self, line: int, at: int = 0) -> int:
        """Which row shows this character of this line."""
        best = 0
        for number, (which, start, _) in enumerate(self.rows):
            if which == line and start <= at:
                best = number
            elif which > line:
                break
        return best

    def block(self, number: int) -> str:
        """A whole block as text."""
        return "\n".join(line.text for line in self.lines if line.block == number)

    def taken(self, first: tuple[int, int], last: tuple[int, int] | None) -> str:
        """The text between two places of the rows (row, character); a line that was only wrapped stays one line."""
        if not self.rows or first[0] >= len(self.rows):
            return ""
        end_row, end_at = last if last is not None and last[0] < len(self.rows) else (len(self.rows) - 1, 1 << 30)
        pieces: list[str] = []
        before = -1
        for number in range(first[0], end_row + 1):
            which, start, end = self.rows[number]
            from_ = start + first[1] if number == first[0] else start
            to = min(end, start + end_at) if number == end_row else end
            piece = self.lines[which].text[from_:to]
            if which == before:
                # Spaces at which a line was broken are not in any row.
                pieces[-1] += self.lines[which].text[self.rows[number - 1][2] : start] + piece
            else:
                pieces.append(piece)
            before = which
        return "\n".join(pieces)
