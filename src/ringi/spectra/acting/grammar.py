"""Shell text taken apart into the simple commands that it may run, wherever in it they stand. Pure; runs nothing.

Not all of the shell's language is known here, and does not have to be: what is not certainly understood is
`Unreadable`, and whoever judges takes that for the worst.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ringi.spectra.acting import arithmetic

LONGEST, DEEPEST, MOST = 20_000, 12, 200
"""Characters, brackets within brackets, and commands that are looked at; nobody approves what nobody can read."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=")
_SUBSCRIPTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\[")
_GO_ON = frozenset({"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "!", "{", "}", "time"})
_NOT_KNOWN = frozenset({"esac", "function", "coproc", "]]", "select", "in"})
BELOW = "{}"
"""The name of a word that stands for whatever is found below the place that is its text."""
NUMBER = "#"
"""The name of a word that is what was computed: a number, whatever it is."""
COUNTED = 3
"""Expressions of a counting loop."""
FED = "/dev/fd/63"
"""What a program is given for `<(…)`: a place where it reads what the commands in there print."""
RESERVED = _GO_ON | _NOT_KNOWN | {"for", "case", "[["}
_ENDS_WORD = frozenset(" \t\n;&|<>()")
_PARAMETER = re.compile(r"\{(#)?([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?#@*$!-])(\[[0-9@*]+\])?")
_PORTION = re.compile(r":\s*(?:\d+|\s-\d+)(?:\s*:\s*-?\d+)?\}")
_CASED = re.compile(r"(?:\^\^?|,,?|@[QULu])\}")
_CHANGED = re.compile(r":?[-+?=]|##?|%%?|//?[#%]?")
_ONLY = re.compile(r'(?:\w+=)?"?(?:\$(?P<a>[A-Za-z_]\w*|[?#])|\$\{(?P<b>[A-Za-z_]\w*)\})"?')
_PLAIN_BRACES = re.compile(r"([\w./-]*)\{([\w./-]*,[\w./,-]*)\}([\w./-]*)")
"""A word that stands for several, all of them written out: `a.txt{,.bak}`."""
_COMPUTED = re.compile(r'(?:\w+=)?"?\$\(\((?:[^()"]|\([^()"]*\))*\)\)"?')
_MADE = re.compile(r'(?:\w+=)?(?:"\$\([^"()`;&\n]*\)"|\$\([^"()`;&\n]*\))')
_ESAC = re.compile(r"esac(?=[\s;&|)<>]|$)")


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
    name: str = ""
    """The variable that it is, when it is nothing else; `NUMBER` for an expression, `?` for how a command ended."""
    made_by: Simple | None = None
    """The command whose output it is, when it is nothing else."""


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
    computes: tuple[str, ...] = ()
    """Variables that are computed with: the shell evaluates what they hold."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """Where its words stand in the text; none where the text was made from another."""

    @property
    def empty(self) -> bool:
        """Nothing of it has been read yet."""
        return not (self.words or self.assigns or self.redirects)


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
        self.base: int | None = 0
        """Where this text begins in the whole; None where it is not a part of it as written."""
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
            if here in ("", ")"):
                if until != here or self._bodies:
                    raise Unreadable("syntax")
                self.at += len(here)
                return
            if until == ";;" and (self._took_arm_end() or _ESAC.match(self.text, self.at)):
                return
            if here == "(":
                self._subshell()
            elif self._next(2) in (";;", ";&"):
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

    def _took_arm_end(self) -> bool:
        return self._take(";;&") or self._take(";;") or self._take(";&")

    def _computed(self) -> None:
        """`(( … ))` and `$(( … ))`, from behind the first brackets."""
        end = arithmetic.closing(self.text, self.at)
        names = arithmetic.used_names(self.text[self.at : end]) if end >= 0 else None
        if names is None:
            raise Unreadable("arithmetic")
        self.at = end + 2
        self.found += [Simple(computes=names)] if names else []

    def _subshell(self) -> None:
        if self._next(2) == "((":
            self.at += 2
            self._computed()
            self.found.append(Simple(words=[Word(":")]))
            return
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
                if not simple.empty:
                    raise Unreadable("function")
                break  # behind `if` or `while`
            if self._redirected(simple):
                continue
            began = self.at
            word, raw = self._word()
            if word.known and raw.isascii() and raw.isdecimal() and self._next() in ("<", ">"):
                continue  # the number of what is redirected
            if simple.empty and word.bare and self._reserved(word.text):
                if self._loop_head(word.text, simple) or self._choice(word.text, simple):
                    break
                continue
            self._add(simple, word, raw)
            if simple.words and self.base is not None:
                simple.spans.append((self.base + began, self.base + self.at))
        if simple.empty:
            self.found[:] = [one for one in self.found if one is not simple]

    def _reserved(self, word: str) -> bool:
        if word in _NOT_KNOWN:
            raise Unreadable("syntax")
        if word == "time" and self.text[self.at :].lstrip(" \t").startswith("-"):
            return False  # a program of that name, with options of its own
        return word in _GO_ON or word in ("for", "case", "[[")

    def _choice(self, word: str, simple: Simple) -> bool:
        """`case … esac` and `[[ … ]]`, whole."""
        if word == "[[":
            self._condition(simple)
        elif word == "case":
            self._cases()
        return word in ("[[", "case")

    def _cases(self) -> None:
        if self.depth + 1 > DEEPEST:
            raise Unreadable("too_long")
        self.depth += 1
        self._blanks()
        self._word()
        self._blank_lines()
        if self._word()[1] != "in":
            raise Unreadable("syntax")
        while True:
            self._blank_lines()
            if _ESAC.match(self.text, self.at):
                self.at += len("esac")
                break
            self._take("(")
            while True:
                self._blanks()
                self._word()
                self._blanks()
                if self._take(")"):
                    break
                if not self._take("|"):
                    raise Unreadable("syntax")
            self.commands(";;")
        self.depth -= 1

    def _blank_lines(self) -> None:
        self._blanks()
        while self._next() == "\n":
            self.at += 1
            self._read_bodies()
            self._blanks()

    def _condition(self, simple: Simple) -> None:
        """`[[ … ]]`: nothing in it is split into words or stands for files; the shell computes with some of it."""
        simple.words.append(Word("[["))
        while True:
            self._blank_lines()
            if not self._next() or self._next() == ";":
                raise Unreadable("syntax")
            for sign in ("&&", "||", "(", ")", "<", ">"):
                if self._take(sign):
                    simple.words.append(Word(sign, bare=False))
                    break
            else:
                word, raw = self._word()
                if raw == "]]":
                    return
                simple.words.append(Word(word.text, known=word.known, bare=word.bare, name=word.name))
                if raw == "=~":
                    self._blanks()
                    self._pattern()
                    simple.words.append(Word("", known=False, bare=False))

    def _pattern(self) -> None:
        """A regular expression behind `=~`: brackets and bars belong to it."""
        depth, start = 0, self.at
        while self._next() and (depth or self._next() not in " \t\n"):
            here = self._next()
            if here in ";&<>\n":
                raise Unreadable("syntax")
            if here == "'":
                self._single()
            elif here == '"':
                self._double()
            elif here in "$`" and self.text[self.at + 1 : self.at + 2] not in (" ", ")", "|", "\t", "\n", ""):
                self.dollar() if here == "$" else self.ticks()
            else:
                depth += {"(": 1, ")": -1}.get(here, 0)
                self.at += 2 if here == "\\" else 1
            if depth < 0:
                raise Unreadable("syntax")
        if self.at == start:
            raise Unreadable("syntax")

    def _loop_head(self, word: str, simple: Simple) -> bool:
        """`for NAME in …`: what it goes through is no program."""
        if word != "for":
            return False
        self._blanks()
        if self._take("(("):
            self._counted(simple)
            return True
        name, raw = self._word()
        if not (name.known and _PLAIN_NAME.fullmatch(raw)):
            raise Unreadable("syntax")
        self._blanks()
        if self._next() and self._next() not in ";\n" and self._word()[1] != "in":
            raise Unreadable("syntax")
        simple.looped = True
        while True:
            self._blanks()
            if not self._next() or self._next() in ";\n":
                break
            if self._next() in _ENDS_WORD:
                raise Unreadable("syntax")
            simple.assigns.append((name.text, self._word()[0]))
        if not simple.assigns:
            simple.assigns.append((name.text, Word("", known=False)))
        return True

    def _counted(self, simple: Simple) -> None:
        """`for (( …; …; … ))`."""
        end = arithmetic.closing(self.text, self.at)
        parts = self.text[self.at : end].split(";") if end >= 0 else []
        names = [arithmetic.used_names(part) for part in parts]
        if len(parts) != COUNTED or None in names:
            raise Unreadable("arithmetic")
        self.at = end + 2
        simple.looped = True
        self.found.append(Simple(computes=tuple(name for one in names for name in one or ())))

    def _add(self, simple: Simple, word: Word, raw: str) -> None:
        if not simple.words:
            if _SUBSCRIPTED.match(raw):
                raise Unreadable("arithmetic")
            if (assigned := _ASSIGNED.match(raw)) is not None:
                if raw.endswith("=") and self._next() == "(":
                    self._array(assigned[1], simple)
                    return
                simple.assigns.append((assigned[1], replace(word, text=word.text[assigned.end() :])))
                return
        braced = _PLAIN_BRACES.fullmatch(raw) if simple.words else None
        if braced is None:
            simple.words.append(word)
        else:
            simple.words += [Word(f"{braced[1]}{one}{braced[3]}") for one in braced[2].split(",")]

    def _array(self, name: str, simple: Simple) -> None:
        self.at += 1
        simple.assigns.append((name, Word("", known=False)))
        while True:
            self._blank_lines()
            if self._take(")"):
                return
            if self._next() in "[" or self._word()[0].text.startswith("["):
                raise Unreadable("arithmetic")  # what stands in its brackets is computed

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
        before = len(self.found)
        while self._next() and (self._next() not in _ENDS_WORD or self._next(2) in ("<(", ">(")):
            here = self._next()
            if self._next(2) in ("<(", ">("):
                alone = self.at == start and self._next(2) == "<("
                self.at += 2
                self._substituted()
                known, text = (alone and self._ended(), FED if alone and self._ended() else text)
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
        only = _ONLY.fullmatch(raw)
        name = (only["a"] or only["b"]) if only else NUMBER if _COMPUTED.fullmatch(raw) else ""
        made = self.found[-1] if len(self.found) > before and _MADE.fullmatch(raw) else None
        return Word(text, known, glob, bare, name, made), raw

    def _ended(self) -> bool:
        """Whether a word ends here."""
        return not self._next() or self._next() in _ENDS_WORD

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
            self.at += 3
            self._computed()
        elif rest == "(":
            self.at += 2
            self._substituted()
        elif rest == "{":
            self._parameter()
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

    def _parameter(self) -> None:
        """`${…}`: a variable, as it is or changed. What stands behind its name may hold commands of its own."""
        found = _PARAMETER.match(self.text, self.at + 1)
        if found is None:
            raise Unreadable("expansion")
        self.at = found.end()
        if self._take("}"):
            return
        for known in (_PORTION, _CASED):
            if found[1] is None and (whole := known.match(self.text, self.at)) is not None:
                self.at = whole.end()
                return
        change = _CHANGED.match(self.text, self.at)
        if change is None or found[1] is not None:
            raise Unreadable("expansion")
        self.at = change.end()
        if change[0].endswith("=") and "/" not in change[0]:
            self.found.append(Simple(assigns=[(found[2], Word("", known=False))]))
        self._behind_parameter()

    def _behind_parameter(self) -> None:
        """Up to the closing brace. Where quotation marks could mean one thing or another, it is not understood."""
        while not self._take("}"):
            here = self._next()
            if not here or here in "'{":
                raise Unreadable("expansion")
            if here == '"':
                plain = re.compile(r'"[^"\'\\`${}]*"').match(self.text, self.at)
                if plain is None:
                    raise Unreadable("expansion")
                self.at = plain.end()
            elif here == "\\":
                if self.text[self.at + 1 : self.at + 2] in ("", "'", '"', "}", "\n"):
                    raise Unreadable("expansion")
                self.at += 2
            elif here in "$`":
                self.dollar(quoted=True) if here == "$" else self.ticks()
            else:
                self.at += 1

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
        inner = read(code, self.depth + 1, piped=self.piped)
        for one in inner:
            one.spans.clear()  # what stands in ticks was spelt otherwise
        self.found += inner
        return "", False

    def _substituted(self) -> None:
        """The commands up to the closing bracket, which stands where the last of them ends."""
        if self.depth + 1 > DEEPEST:
            raise Unreadable("too_long")
        inside = _Reader(self.text[self.at :], self.depth + 1, self.piped)
        inside.base = None if self.base is None else self.base + self.at
        inside.commands(")")
        self.found += inside.found
        self.at += inside.at


class _Inside(_Reader):
    """A text that is not commands but may hold some: the body of a here-document."""

    def __init__(self, text: str, outer: _Reader) -> None:
        super().__init__(text, outer.depth + 1, outer.piped)
        self.base = None
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
