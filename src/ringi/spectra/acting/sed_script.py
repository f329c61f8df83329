"""A sed script taken apart: which files it reads and writes, and whether it runs something. Pure; runs nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ringi.spectra.acting.brackets import bracket_end

_PLAIN = frozenset("pPdDnNgGhHxlFz=")
_ADDRESS = re.compile(r"\s*(?:\d+(?:~\d+)?|\$|\+\d+|~\d+)")
_EXIT = re.compile(r"[ \t]*\d*")
_LABEL = re.compile(r"[ \t]*[\w.-]*")
_FLAGS = re.compile(r"[gpiImM0-9]*")


class Unsure(Exception):
    """This script is not certainly understood."""


@dataclass(slots=True)
class SedScript:
    """What a script touches beside the files that sed is given."""

    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    runs: bool = False


def read_sed(text: str) -> SedScript:
    """Takes a script apart. Whether a mark inside of brackets (`s/[/]/x/`) ends a pattern, seds do not agree: where
    both ways are a script, it touches what either does.

    Raises:
        Unsure: some of it is not certainly understood.
    """
    ways: list[SedScript] = []
    for brackets in (True, False):
        reader = _Reader(text, brackets)
        try:
            reader.commands()
        except Unsure:
            continue
        ways.append(reader.found)
    if not ways:
        raise Unsure
    return SedScript(
        reads=[name for way in ways for name in way.reads],
        writes=[name for way in ways for name in way.writes],
        runs=any(way.runs for way in ways),
    )


class _Reader:
    def __init__(self, text: str, brackets: bool) -> None:
        self.text, self.at = text, 0
        self.brackets = brackets
        self.found = SedScript()
        self.open = 0

    def _here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _line(self) -> str:
        """The rest of the line: a file's name, or a text."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        line, self.at = self.text[self.at : end], end
        return line.strip()

    def commands(self) -> None:
        while True:
            while self._here() and self._here() in " \t\n;":
                self.at += 1
            if not self._here():
                if self.open:
                    raise Unsure
                return
            if self._address():
                while self._here() in (" ", "\t"):
                    self.at += 1
                if self._here() == ",":
                    self.at += 1
                    if not self._address():
                        raise Unsure
            while self._here() and self._here() in " \t!":
                self.at += 1
            self._command()

    def _address(self) -> bool:
        plain = _ADDRESS.match(self.text, self.at)
        if plain is not None:
            self.at = plain.end()
            return True
        rest = self.text[self.at :].lstrip(" \t")
        if rest[:1] == "/" or (rest[:1] == "\\" and rest[1:2] not in ("", "\n")):
            self.at = len(self.text) - len(rest) + (1 if rest[0] == "/" else 2)
            self._until(rest[0] if rest[0] == "/" else rest[1])
            while self._here() and self._here() in "IM":
                self.at += 1
            return True
        return False

    def _until(self, mark: str, *, pattern: bool = True) -> None:
        """Behind the next mark that is not escaped; only a pattern has brackets."""
        while True:
            here = self._here()
            if not here or here == "\n":
                raise Unsure
            if here == "[" and pattern and self.brackets:
                self.at = bracket_end(self.text, self.at, escapes=False)
                if self.at < 0:
                    raise Unsure
                continue
            self.at += 2 if here == "\\" else 1
            if here == mark:
                return

    def _command(self) -> None:
        letter = self._here()
        self.at += 1
        if not letter:
            raise Unsure
        if letter in "{}":
            self.open += 1 if letter == "{" else -1
            if self.open < 0:
                raise Unsure
        elif letter in "#rRwWe":
            self._to_the_end(letter, self._line())
        elif letter == "s":
            self._substitute()
        elif letter == "y":
            mark = self._mark()
            self._until(mark, pattern=False)
            self._until(mark, pattern=False)
        elif letter in "aic":
            self._text()
        elif letter in ":btT":
            label = _LABEL.match(self.text, self.at)
            self.at = label.end() if label is not None else self.at
        elif letter in "qQ":
            self.at = len(self.text) - len(_EXIT.sub("", self.text[self.at :], count=1))
        elif letter not in _PLAIN:
            raise Unsure
        if letter not in "{aicrRwWe#" and self._here() and self._here() not in " \t\n;}#":
            raise Unsure

    def _to_the_end(self, letter: str, rest: str) -> None:
        """A command that takes the rest of its line."""
        if letter in "rR":
            self.found.reads.append(rest)
        elif letter in "wW":
            self.found.writes.append(rest)
        elif letter == "e":
            self.found.runs = True

    def _mark(self) -> str:
        mark = self._here()
        if not mark or mark in "\\\n":
            raise Unsure
        self.at += 1
        return mark

    def _substitute(self) -> None:
        mark = self._mark()
        self._until(mark)
        self._until(mark, pattern=False)
        while True:
            self.at = len(self.text) - len(_FLAGS.sub("", self.text[self.at :], count=1))
            if self._here() == "e":
                self.found.runs = True
                self.at += 1
            elif self._here() == "w":
                self.at += 1
                self.found.writes.append(self._line())
                return
            else:
                return

    def _text(self) -> None:
        """A text that goes on where a line ends in a backslash."""
        while True:
            line = self._line()
            if not line.endswith("\\") or not self._here():
                return
            self.at += 1
