"""Archives: what a call of tar, zip, unzip, gzip and their like reads, writes and unpacks, and where to. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ringi.spectra.acting.grammar import Word
from ringi.spectra.acting.usages import named

KNOWN = named("tar gtar bsdtar zip unzip gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd compress uncompress")
_TAR_LETTERS = frozenset("cxtruAvzjJakpmhnOSwWMl")
_TAR_VALUED = {"f": "file", "C": "into", "T": "read", "X": "read", "b": "", "N": "", "V": "", "K": "", "H": "", "L": ""}
_TAR_MODES = frozenset("cxtruA")
_TAR_LONG = re.compile(
    r"--(?:create|extract|get|list|append|update|verbose|gzip|gunzip|bzip2|xz|zstd|lzma|auto-compress|keep-old-files"
    r"|preserve-permissions|same-permissions|no-same-owner|no-same-permissions|same-owner|dereference|to-stdout|sparse"
    r"|wildcards|no-wildcards|anchored|no-recursion|numeric-owner|skip-old-files|keep-newer-files|overwrite|touch"
    r"|force-local|totals|ignore-failed-read|one-file-system|exclude-vcs|exclude-vcs-ignores|exclude-backups"
    r"|no-overwrite-dir|recursion|utc|full-time|null|format=\w+"
    r"|(?:exclude|transform|xform|strip-components|owner|group|mode|mtime|sort|warning|after-date|newer|label|level"
    r"|blocking-factor|record-size|checkpoint|suffix|backup)(?:=.*)?)"
)
_TAR_LONG_VALUES = named("--exclude --transform --xform --strip-components --owner --group --mode --mtime --sort")
_TAR_NAMED = {"--file": "f", "--directory": "C", "--files-from": "T", "--exclude-from": "X"}
_TAR_VERBS = {"--create": "c", "--extract": "x", "--get": "x", "--list": "t", "--append": "r", "--update": "u"}


@dataclass(slots=True)
class ArchiveCall:
    """What one call touches."""

    reads: list[Word] = field(default_factory=list)
    writes: list[Word] = field(default_factory=list)
    into: list[Word] = field(default_factory=list)
    """Directories into which something is unpacked."""
    deletes: list[Word] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Options that may run or overwrite something, or that nobody has looked into."""


def read_call(name: str, words: Sequence[Word]) -> ArchiveCall:
    if name in ("tar", "gtar", "bsdtar"):
        return _Tar(words).found
    return _zip(words) if name == "zip" else _unzip(words) if name == "unzip" else _gzip(name, words)


class _Tar:
    def __init__(self, words: Sequence[Word]) -> None:
        self.found = ArchiveCall()
        self.mode, self.quiet = "", False
        self.values: dict[str, list[Word]] = {}
        self.plain: list[Word] = []
        rest = list(words)
        if rest and rest[0].known and not rest[0].text.startswith("-"):
            self._letters(rest.pop(0).text, rest, old=True)
        while rest:
            word = rest.pop(0)
            if word.text.startswith("--") and word.text != "--":
                self._long(word, rest)
            elif word.text.startswith("-") and word.text not in ("-", "--"):
                self._letters(word.text[1:], rest, old=False, known=word.known)
            else:
                self.plain.append(word)
        self._sum_up()

    def _letters(self, letters: str, rest: list[Word], *, old: bool, known: bool = True) -> None:
        for at, letter in enumerate(letters):
            if letter in _TAR_VALUED:
                tail = "" if old else letters[at + 1 :]
                value = Word(tail, known) if tail else rest.pop(0) if rest else Word("", known=False)
                self.values.setdefault(letter, []).append(value)
                if not old:
                    return
            elif letter in _TAR_LETTERS:
                self.mode = letter if letter in _TAR_MODES else self.mode
                self.quiet = self.quiet or letter == "O"
            else:
                self.found.odd.append(f"-{letter}")
                return

    def _long(self, word: Word, rest: list[Word]) -> None:
        given, equals, value = word.text.partition("=")
        if given in _TAR_NAMED:
            found = Word(value, word.known) if equals else rest.pop(0) if rest else Word("", known=False)
            self.values.setdefault(_TAR_NAMED[given], []).append(found)
        elif given in _TAR_VERBS and not equals:
            self.mode = _TAR_VERBS[given]
        elif word.known and _TAR_LONG.fullmatch(word.text):
            self.quiet = self.quiet or given == "--to-stdout"
            if given in _TAR_LONG_VALUES and not equals and rest:
                rest.pop(0)
        else:
            self.found.odd.append(word.text)

    def _sum_up(self) -> None:
        archives = [one for one in self.values.get("f", []) if one.text != "-" or not one.known]
        self.found.odd += [one.text for one in archives if ":" in one.text]  # another machine, by a program of its own
        self.found.reads += [*self.values.get("T", []), *self.values.get("X", [])]
        if self.mode in ("t", "x"):
            self.found.reads += archives
            if self.mode == "x" and not self.quiet:
                self.found.into += self.values.get("C", [Word(".")])
        elif self.mode:
            self.found.writes += archives
            self.found.reads += [*self.values.get("C", []), *self.plain]
        else:
            self.found.odd.append("?")


def _options(words: Sequence[Word], valued: str) -> tuple[str, dict[str, Word], list[Word], list[str]]:
    """Letters, values, plain words, long options."""
    letters, values, plain, long = "", {}, [], []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.text.startswith("--") and word.text != "--":
            long.append(word.text)
        elif word.text.startswith("-") and word.text not in ("-", "--") and word.known:
            for at, letter in enumerate(word.text[1:], start=2):
                letters += letter
                if letter in valued:
                    tail = word.text[at:]
                    values[letter] = Word(tail) if tail else rest.pop(0) if rest else Word("", known=False)
                    break
        else:
            plain.append(word)
    return letters, values, plain, long


def _zip(words: Sequence[Word]) -> ArchiveCall:
    letters, _, plain, long = _options(words, "xinbtTP")
    found = ArchiveCall(odd=[one for one in long if one not in ("--recurse-paths", "--quiet", "--symlinks")])
    found.odd += [f"-{one}" for one in letters if one not in "rqj0123456789uvyx9ie"]
    found.writes += plain[:1]
    found.reads += plain[1:]
    return found


def _unzip(words: Sequence[Word]) -> ArchiveCall:
    letters, values, plain, long = _options(words, "dxP")
    found = ArchiveCall(odd=[*long, *(f"-{one}" for one in letters if one not in "ltpvZoqnjdxuaLCz1")])
    found.reads += plain[:1]
    if not set(letters) & set("ltpvZz"):
        found.into.append(values.get("d", Word(".")))
    return found


def _gzip(name: str, words: Sequence[Word]) -> ArchiveCall:
    letters, values, plain, long = _options(words, "So" if name.startswith(("zstd", "unzstd")) else "S")
    harmless = ("--keep", "--stdout", "--decompress", "--force", "--best", "--fast", "--list", "--test", "--quiet")
    found = ArchiveCall(odd=[one for one in long if one not in (*harmless, "--verbose", "--to-stdout", "--version")])
    found.odd += [f"-{one}" for one in letters if one not in "cdfhklLnNqrtvV0123456789TSeozM"]
    reads = bool(set(letters) & set("ctl") or {"--stdout", "--list", "--test", "--to-stdout"} & set(long))
    (found.reads if reads else found.writes).extend(plain)
    found.writes += [values["o"]] if "o" in values else []
    if "r" in letters and not reads:
        found.odd.append("-r")
    return found
