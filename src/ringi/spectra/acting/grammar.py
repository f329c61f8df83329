"""Shell text taken apart into the simple commands that it may run, wherever in it they stand. Pure; runs nothing.

Not all of the shell's language is known here, and does not have to be: what is not certainly understood is
`Unreadable`, and whoever judges takes that for the worst.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LONGEST, DEEPEST, MOST = 20_000, 12, 200
"""Characters, brackets within brackets, and commands that are looked at; nobody approves what nobody can read."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=")
_SUBSCRIPTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\[")
_NUMBERS_ONLY = re.compile(r"[0-9+\-*/%() <>=!&|^~?:\t]*")
_GO_ON = frozenset({"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "!", "{", "}", "time"})
_NOT_KNOWN = frozenset({"case", "esac", "function", "coproc", "[[", "]]", "select", "in"})
_ENDS_WORD = frozenset(" \t\n;&|<>()")


class Unreadable(Exception):
    """This is not certainly understood. Says why, as a key of words."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word as far as it is known before it runs."""

    text: str
    """Without its quotation marks; what only the run tells is left out."""
    known: bool = True
    """All of it is known."""
    glob: bool = False
    """It stands for whatever files match."""
    bare: bool = True
    """Nothing of it was quoted."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where output goes to or input comes from."""

    sign: str
    target: Word


@dataclass(slots=True)
class Simple:
    """One program with its words, before any wrapper is looked through."""

    words: list[Word] = field(default_factory=list)
    assigns: list[tuple[str, Word]] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    piped: bool = False
    """It may be given its input by a program before it."""
    looped: bool = False
    """It belongs to a loop's head: words that it goes through, no program."""


def read(text: str, depth: int = 0, *, piped: bool = False) -> list[Simple]:
    """Every simple command of the text, in the order written, those in substitutions included.

    Raises:
        Unreadable: some of it is not certainly understood.
    """
    if depth > DEEPEST or len(text) > LONGEST:
        raise Unreadable("too_long")
    if "\0" in text or ("\\\n" in text and "<<" in text):
        raise Unreadable("syntax")  # where a body's lines go on, its end is not where it seems
    reader = _Reader(text, depth, piped)
    reader.commands("")
    return reader.found


class _Reader:
    def __init__(self, text: str, depth: int, piped: bool) -> None:
        self.text, self.depth, self.piped = text, depth, piped
        self.at = 0
        self.found: list[Simple] = []
        self._bodies: list[tuple[str, bool, bool]] = []

    def _next(self, count: int = 1) -> str:
        return self.text[self.at : self.at + count]

    def _take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    # -- lists of commands -----------------------------------------------------------------------------------------

    def commands(self, until: str) -> None:
        """Up to the closing sign, or the end of the text."""
        while True:
            self._blanks()
            here = self._next()
            if not here:
                if until or self._bodies:
                    raise Unreadable("syntax")
                return
            if here == ")":
                if until != ")" or self._bodies:
                    raise Unreadable("syntax")
                self.at += 1
                return
            if here == "(":
                self._subshell()
            elif self._take(";;"):
                raise Unreadable("syntax")
            elif self._take("&&") or self._take("||") or self._take(";"):
                pass
            elif self._take("|&") or self._take("|"):
                self.piped = True
            elif here == "\n":
                self.at += 1
                self._read_bodies()
            elif here == "&" and self._next(2) != "&>":
                self.at += 1
            else:
                self._simple()

    def _subshell(self) -> None:
        if self._next(2) == "((":
            raise Unreadable("arithmetic")
        if self.depth + 1 > DEEPEST:
            raise Unreadable("too_long")
        self.depth += 1
        self.at += 1
        self.commands(")")
        self.depth -= 1

    def _blanks(self) -> None:
        while self._next() in (" ", "\t") or self._next(2) == "\\\n":
            self.at += 1 if self._next() != "\\" else 2
        if self._next() == "#":
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    # -- one command -----------------------------------------------------------------------------------------------

    def _simple(self) -> None:
        if len(self.found) >= MOST:
            raise Unreadable("too_long")
        simple = Simple(piped=self.piped)
        self.found.append(simple)
        while True:
            self._blanks()
            here = self._next()
            if not here or here in ";|\n)" or (here == "&" and self._next(2) != "&>"):
                break
            if here == "(":
                raise Unreadable("function")
            if self._redirected(simple):
                continue
            word, raw = self._word()
            if word.known and raw.isascii() and raw.isdecimal() and self._next() in ("<", ">"):
                continue  # the number of what is redirected
            if (
                not simple.words
                and not simple.redirects
                and not simple.assigns
                and word.bare
                and self._reserved(word.text)
            ):
                if self._loop_head(word.text, simple):
                    break
                continue
            self._add(simple, word, raw)
        if not (simple.words or simple.assigns or simple.redirects):
            self.found.remove(simple)

    def _reserved(self, word: str) -> bool:
        if word in _NOT_KNOWN:
            raise Unreadable("syntax")
        return word in _GO_ON or word == "for"

    def _loop_head(self, word: str, simple: Simple) -> bool:
        """`for NAME in …`: what it goes through is no program."""
        if word != "for":
            return False
        self._blanks()
        name, raw = self._word()
        if not (name.known and _PLAIN_NAME.fullmatch(raw)):
            raise Unreadable("syntax")
        self._blanks()
        if self._next() and self._next() not in ";\n" and self._word()[1] != "in":
            raise Unreadable("syntax")
        simple.looped = True
        simple.assigns.append((name.text, Word("", known=False)))
        while True:
            self._blanks()
            if not self._next() or self._next() in ";\n":
                return True
            if self._next() in _ENDS_WORD:
                raise Unreadable("syntax")
            self._word()

    def _add(self, simple: Simple, word: Word, raw: str) -> None:
        if not simple.words:
            if _SUBSCRIPTED.match(raw):
                raise Unreadable("arithmetic")
            if (assigned := _ASSIGNED.match(raw)) is not None:
                simple.assigns.append((assigned[1], word))
                return
        simple.words.append(word)

    def _redirected(self, simple: Simple) -> bool:
        for sign in ("&>>", "&>", "<<<", "<<-", "<<", "<>", ">>", ">|", ">&", "<&", ">", "<"):
            if not self.text.startswith(sign, self.at) or self._next(2) in ("<(", ">("):
                continue
            self.at += len(sign)
            self._blanks()
            if not self._next() or self._next() in _ENDS_WORD - {"<", ">"}:
                raise Unreadable("syntax")
            word, raw = self._word()
            if not raw:
                raise Unreadable("syntax")
            if sign in ("<<", "<<-"):
                self._bodies.append((word.text, sign == "<<-", word.bare and "\\" not in raw))
                if not word.known:
                    raise Unreadable("syntax")
                simple.redirects.append(Redirect("<<", Word("")))
            elif sign not in (">&", "<&") or raw[0] not in "-0123456789":
                simple.redirects.append(Redirect(sign, word))
            elif not re.fullmatch(r"\d+-?|-", raw):
                raise Unreadable("syntax")  # `<&-word` is two things to the shell
            return True
        return False

    def _read_bodies(self) -> None:
        """The texts that were announced with `<<`; what is not quoted in them is carried out."""
        for end, tabs, expanded in self._bodies:
            body = []
            while True:
                if self.at >= len(self.text):
                    raise Unreadable("syntax")
                stop = self.text.find("\n", self.at)
                line = self.text[self.at :] if stop < 0 else self.text[self.at : stop]
                self.at = len(self.text) if stop < 0 else stop + 1
                if (line.lstrip("\t") if tabs else line) == end:
                    break
                body.append(line)
            if expanded:
                _Inside("\n".join(body), self).all()
        self._bodies.clear()

    # -- one word --------------------------------------------------------------------------------------------------

    def _word(self) -> tuple[Word, str]:
        """The next word, and how it is written."""
        start, text, known, glob, bare = self.at, "", True, False, True
        while self._next() and (self._next() not in _ENDS_WORD or self._next(2) in ("<(", ">(")):
            here = self._next()
            if self._next(2) in ("<(", ">("):
                self.at += 2
                self._substituted()
                known = False
            elif here == "'":
                text, bare = text + self._single(), False
            elif here == '"':
                piece, sure = self._double()
                text, known, bare = text + piece, known and sure, False
            elif here == "\\":
                after = self.text[self.at + 1 : self.at + 2]
                text, bare = text + ("" if after == "\n" else after), False
                self.at += 2
            elif here in "$`":
                piece, sure = self.dollar() if here == "$" else self.ticks()
                text, known = text + piece, known and sure
            else:
                glob = glob or here in "*?["
                known = known and not (here == "{" and self._next(2) != "{}" and self._braced())
                text += here
                self.at += 1
        raw = self.text[start : self.at]
        if not raw:
            raise Unreadable("syntax")
        return Word(text, known, glob, bare), raw

    def _braced(self) -> bool:
        """Whether a brace may make several words out of one. Where it ends is not looked for: blanks can be quoted."""
        return self.text.find(",", self.at) >= 0 or self.text.find("..", self.at) >= 0

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Unreadable("quotes")
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        return text

    def _double(self) -> tuple[str, bool]:
        self.at += 1
        text, known = "", True
        while True:
            here = self._next()
            if not here:
                raise Unreadable("quotes")
            if here == '"':
                self.at += 1
                return text, known
            if here == "\\":
                after = self.text[self.at + 1 : self.at + 2]
                text += after if after in '$`"\\' else "" if after == "\n" else here + after
                self.at += 2
            elif here in "$`":
                piece, sure = self.dollar(quoted=True) if here == "$" else self.ticks()
                text, known = text + piece, known and sure
            else:
                text += here
                self.at += 1

    # -- what only the run tells ------------------------------------------------------------------------------------

    def dollar(self, *, quoted: bool = False) -> tuple[str, bool]:
        """`$…`: a value that is not known, and the commands that make it. Stands for itself before a space."""
        rest = self.text[self.at + 1 : self.at + 2]
        if self._next(3) == "$((":
            end = self.text.find("))", self.at)
            if end < 0 or not _NUMBERS_ONLY.fullmatch(self.text[self.at + 3 : end]):
                raise Unreadable("arithmetic")
            self.at = end + 2
        elif rest == "(":
            self.at += 2
            self._substituted()
        elif rest == "{":
            name = re.compile(r"\{(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?#@*$!-])\}").match(self.text, self.at + 1)
            if name is None:
                raise Unreadable("expansion")
            self.at = name.end()
        elif rest == "[":
            raise Unreadable("arithmetic")
        elif rest == "'" and not quoted:
            spelt = re.compile(r"'(?:[^'\\]|\\.)*'", re.DOTALL).match(self.text, self.at + 1)
            if spelt is None:
                raise Unreadable("quotes")
            self.at = spelt.end()
        elif rest == '"' and not quoted:
            self.at += 1
            return self._double()
        elif name := re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9?#@*$!-]").match(self.text, self.at + 1):
            self.at = name.end()
        else:
            self.at += 1
            return "$", True
        return "", False

    def ticks(self) -> tuple[str, bool]:
        at, code = self.at + 1, ""
        while True:
            here = self.text[at : at + 1]
            if not here:
                raise Unreadable("quotes")
            if here == "`":
                break
            if here == "\\" and self.text[at + 1 : at + 2] in ("`", "\\", "$", '"'):
                at += 1
                here = self.text[at]
            code += here
            at += 1
        self.at = at + 1
        self.found += read(code, self.depth + 1, piped=self.piped)
        return "", False

    def _substituted(self) -> None:
        """The commands up to the closing bracket, which stands where the last of them ends."""
        if self.depth + 1 > DEEPEST:
            raise Unreadable("too_long")
        inside = _Reader(self.text[self.at :], self.depth + 1, self.piped)
        inside.commands(")")
        self.found += inside.found
        self.at += inside.at


class _Inside(_Reader):
    """A text that is not commands but may hold some: the body of a here-document."""

    def __init__(self, text: str, outer: _Reader) -> None:
        super().__init__(text, outer.depth + 1, outer.piped)
        self.found = outer.found

    def all(self) -> None:
        while self.at < len(self.text):
            here = self._next()
            if here == "\\":
                self.at += 2
            elif here == "$":
                self.dollar(quoted=True)
            elif here == "`":
                self.ticks()
            else:
                self.at += 1
