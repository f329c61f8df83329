"""What a shell command may do, part by part, before it runs: its programs, what they touch, and how risky that is.

Pure, and on the safe side: the whole is as risky as its worst part, a program that nobody knows is not harmless, and
what cannot be taken apart with certainty is high. It informs whoever approves; it lets nothing pass by itself.
"""

from __future__ import annotations

import contextlib
import fnmatch
import posixpath
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ringi.hands.characters import code_point, hidden
from ringi.spectra.acting import programs, repositories
from ringi.spectra.acting.grammar import (
    BELOW,
    DEEPEST,
    MOST,
    NUMBER,
    RESERVED,
    Redirect,
    Simple,
    Unreadable,
    Word,
    read,
)
from ringi.spectra.acting.knowing import Notes, Setting, look
from ringi.spectra.acting.usages import named

Risk = Literal["low", "medium", "high"]
RISKS: tuple[Risk, ...] = ("low", "medium", "high")
Reason = tuple[str, str]
"""A key of words (`reason.…`), and what it is about."""
PLACES = 8
"""Directories that a part may find itself in; with more of them nobody knows where it is."""
BLANKS = " \t\n"
"""What a shell passes over; every other blank belongs to a word, and makes it the name of another file."""
_COMMANDING, _HARMLESS = re.compile(programs.COMMANDING), re.compile(programs.HARMLESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a command would run."""

    directory: str
    sandboxed: bool = False
    network: bool = True
    """Whether it could reach the network at all."""
    own: tuple[str, ...] = ("logs", "spectra.toml", "spectra.sock")
    """Names in the directory that are SPECTRA's own."""
    real: Callable[[str, bool], str] = lambda path, pattern: posixpath.normpath(path)
    """Where a path, or a pattern, really leads (see `ground`): a link takes whatever is done with it elsewhere."""
    replaced: frozenset[str] = frozenset()
    """Programs that are not the system's here: one in the directory stands in their place."""
    git_runs: Callable[[str], str] = lambda directory: ""
    """What the configuration of a directory's repository runs that no option shuts off (see `repositories`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One program of a command."""

    program: str
    """Empty: only the run tells."""
    text: str
    """The part, written out plainly: what a grant names. Empty when not all of it is known before it runs."""
    risk: Risk
    reasons: tuple[Reason, ...] = ()
    writes: tuple[str, ...] = ()
    network: bool = False
    deletes: bool = False
    outside: bool = False
    runs: tuple[str, ...] = ()
    """Files that it may carry out, whole paths: they are not looked into. `/?`: one that only the run tells."""

    @property
    def unsure(self) -> bool:
        """Whether only its run tells what it runs."""
        return any(key in ("dynamic", "stdin", "wrapper", "computes") for key, _ in self.reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A whole command."""

    parts: tuple[Part, ...] = ()
    risk: Risk = "low"
    reasons: tuple[Reason, ...] = ()
    """All parts' reasons, the worst first, each once."""
    readable: bool = True

    @property
    def programs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.program for part in self.parts if part.program))

    @property
    def changes(self) -> bool:
        """Whether it may change anything at all."""
        return self.risk != "low" or any(part.writes or part.deletes for part in self.parts)


def judge(command: str, place: Place) -> Judged:
    """The command as a whole; never raises."""
    if odd := hidden(command):
        return _unreadable(("hidden", code_point(odd)))
    try:
        simples = read(command)
        assigned = _assigned(simples)
        state = _State(place, {place.directory}, assigned=assigned, texts=_texts(assigned))
        for simple in simples:
            state.simple(simple)
    except Unreadable as error:
        return _unreadable((f"unreadable.{error}", ""))
    except RecursionError:
        return _unreadable(("unreadable.too_long", ""))
    if not state.parts:
        return _unreadable(("unreadable.syntax", ""))
    return gathered(state.parts)


def gathered(parts: Sequence[Part]) -> Judged:
    risk = worst(part.risk for part in parts)
    ordered = sorted(parts, key=lambda part: -RISKS.index(part.risk))
    reasons = tuple(dict.fromkeys(reason for part in ordered for reason in part.reasons))
    return Judged(parts=tuple(parts), risk=risk, reasons=reasons)


def worst(risks: Iterable[Risk]) -> Risk:
    return max(risks, key=RISKS.index, default="low")


def _unreadable(reason: Reason) -> Judged:
    return Judged(risk="high", reasons=(reason,), readable=False)


_BY_OTHERS = named("declare typeset local readonly let mapfile readarray getopts")
PATTERN_AND_FILE = 2
_NUMBER = re.compile(r"-?\d+")


def _assigned(simples: Sequence[Simple]) -> dict[str, list[Word]]:
    """Every value that a variable may be given here. The name `*`: variables are set in ways that nobody looks into."""
    found: dict[str, list[Word]] = {}
    for simple in simples:
        for name, value in simple.assigns:
            found.setdefault(name, []).append(value)
        first = simple.words[0].text if simple.words else ""
        if first in _BY_OTHERS:
            found["*"] = []
        if first in ("read", "export"):
            for word in simple.words[1:]:
                found.setdefault(word.text.partition("=")[0], []).append(Word("", known=False))
    return found


def _is_plain_number(word: Word) -> bool:
    if word.known:
        return bool(_NUMBER.fullmatch(word.text))
    return word.name in ("?", NUMBER) or (word.made_by is not None and _prints_number(word.made_by))


def _texts(assigned: dict[str, list[Word]]) -> frozenset[str]:
    """The variables that may hold something else than a number, by themselves or from another."""
    given_to: dict[str, list[str]] = {}
    todo: list[str] = []
    for name, values in assigned.items():
        for value in values:
            if _is_plain_number(value):
                continue
            if value.name and not value.known and value.made_by is None:
                given_to.setdefault(value.name, []).append(name)
            else:
                todo.append(name)
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += given_to.get(name, [])
    return frozenset(found)


@dataclass(slots=True)
class _State:
    """What the parts so far have changed for those after them."""

    place: Place
    cwds: set[str]
    """Every directory that a part may find itself in; the empty one = nobody knows."""
    parts: list[Part] = field(default_factory=list)
    depth: int = 0
    assigned: dict[str, list[Word]] = field(default_factory=dict)
    texts: frozenset[str] = frozenset()
    """Variables that may hold something else than a number."""

    def simple(self, simple: Simple) -> None:
        notes = Notes(risk="low")
        if simple.computes:
            self._computed(simple.computes, notes)
            return
        reads = bool(simple.words) and simple.words[0].text == "read"
        for name, _ in simple.assigns:
            if not (reads and name == "IFS"):
                self._variable(name, notes, given=bool(simple.words))
        for redirect in simple.redirects:
            self._redirect(redirect, notes)
        if not simple.words:
            if notes.reasons or simple.redirects:
                self._part("", _written(simple), notes)
            elif simple.assigns and not simple.looped:
                self._part("=", _written(simple), notes)
            return
        self.program(simple.words, notes, simple)

    def _computed(self, names: Sequence[str], notes: Notes) -> None:
        """The shell evaluates what a variable holds, down to commands in the brackets of an index."""
        for name in names:
            if not self._is_number(Word("", known=False, name=name)):
                notes.add("high", "computes", f"${name}")
        if notes.reasons:
            self._part("", "", notes)

    def _is_number(self, word: Word) -> bool:
        if _is_plain_number(word):
            return True
        if word.known or word.made_by is not None:
            return False
        return bool(word.name) and not self.depth and "*" not in self.assigned and word.name not in self.texts

    def _variable(self, name: str, notes: Notes, *, given: bool) -> None:
        """One that is set; `given`: a program gets to see it, and nobody knows what it makes of it."""
        if _COMMANDING.fullmatch(name):
            notes.add("high", "variable", name)
        elif given and not _HARMLESS.fullmatch(name):
            notes.add("medium" if self.place.sandboxed else "high", "variable_unknown", name)

    def program(self, words: Sequence[Word], notes: Notes, simple: Simple) -> None:
        """One program with its words, however many others it is wrapped in."""
        if self.depth > DEEPEST or len(self.parts) > MOST:
            raise Unreadable("too_long")
        first = words[0]
        globbed = first.glob and first.text not in ("[", "[[")
        if not first.known or globbed or not first.text or first.text.startswith(("~", "-")):
            notes.add("high", "dynamic", "")
            self._part("", "", notes)
            return
        name = _called(first.text)
        if first.text in self.place.replaced and name in programs.TRUSTED:
            notes.add("medium" if self.place.sandboxed else "high", "replaced", name)
        if name == "cd":
            self._moved(words[1:], notes)
        if name in programs.SHELLS:
            self._shell(name, words[1:], notes, simple)
        elif name in programs.WRAPPERS:
            self._wrapper(name, words[1:], notes, simple)
        elif name == "find":
            self._find(words[1:], notes, simple)
        else:
            look(name, words[1:], notes, self._setting(simple, first.text in self.place.replaced))
            if name in programs.INTERPRETERS and any(self.where(one.target) == "network" for one in simple.redirects):
                notes.add("high", "stdin", name)
            if any(key in ("code", "unknown", "network", "network_shut") for key, _ in notes.reasons) or notes.reaches:
                self._handed(words[1:], simple)
        for word in words[1:] if name == "export" else ():
            self._variable(word.text.partition("=")[0], notes, given=not word.text.startswith("-"))
        fed = [one.target for one in simple.redirects if one.sign in ("<", "<>")]
        self._part(name, _written(simple), notes, words, fed)

    def _setting(self, simple: Simple, replaced: bool) -> Setting:
        return Setting(self.where, simple.piped, self.place.sandboxed, self._is_number, self._git_runs, replaced)

    def _git_runs(self) -> str:
        return next(filter(None, (self.place.git_runs(one) for one in sorted(self.cwds) if one)), "")

    # -- programs that run others --------------------------------------------------------------------------------

    def _handed(self, words: Sequence[Word], simple: Simple) -> None:
        """What a program that nobody knows is given may be a command for it to run: where it would be dangerous as one,
        it counts as one.
        """
        for at, word in enumerate(words):
            if word.known and _called(word.text) in _DANGEROUS:
                self._as_if([replace_words(simple, words[at:])])
                return
            text = word.text.lstrip(":! ")  # as an editor is told to
            if word.known and " " in text and _called((text.split() or [""])[0]) in _DANGEROUS:
                with contextlib.suppress(Unreadable):
                    self._as_if(read(text, self.depth + 1))

    def _as_if(self, simples: Sequence[Simple]) -> None:
        """Takes in what the parts of it that are high say."""
        before, depth, cwds = len(self.parts), self.depth, set(self.cwds)
        self.depth += 1
        with contextlib.suppress(Unreadable):
            for one in simples:
                self.simple(one)
        self.depth, self.cwds = depth, cwds
        self.parts[before:] = [one for one in self.parts[before:] if one.risk == "high"]

    def _shell(self, name: str, words: Sequence[Word], notes: Notes, simple: Simple) -> None:
        for at, word in enumerate(words):
            if not re.fullmatch(r"-[a-z]+", word.text) or not word.known:
                break
            if "c" in word.text:
                script = words[at + 1] if at + 1 < len(words) else None
                if script is None or not script.known:
                    notes.add("high", "dynamic", name)
                else:
                    self._inner(script.text, simple)
                return
        fed = any(one.sign in ("<", "<<", "<<<", "<>") for one in simple.redirects)
        if any(word.text.startswith("/dev/") for word in words):
            notes.add("high", "stdin", name)
        if words and (words[0].glob or not words[0].known):
            notes.add("high", "dynamic", name)
        if (
            not words
            or "-s" in [word.text for word in words]
            or ((simple.piped or fed) and words[-1].text.startswith("-"))
        ):
            notes.add("high", "stdin", name)
        else:
            notes.add("high" if not self.place.sandboxed else "medium", "code", name)

    def _inner(self, script: str, simple: Simple) -> None:
        self.depth += 1
        for inner in read(script, self.depth, piped=simple.piped):
            self.simple(inner)
        self.depth -= 1

    def _wrapper(self, name: str, words: Sequence[Word], notes: Notes, simple: Simple) -> None:
        rest = _behind_options(name, words)
        if name == "command" and words and words[0].text in ("-v", "-V"):
            return
        if name == "time":
            self._timed(words, rest or [], notes)
        if rest is None:
            notes.add("high", "wrapper", name)
            return
        if name == "env":
            while rest and rest[0].known and re.match(r"\w+=", rest[0].text):
                self._variable(rest[0].text.partition("=")[0], notes, given=True)
                rest = rest[1:]
        if name == "timeout":
            rest = rest[1:]
        if name == "xargs":
            if any(word.text.startswith(("-a", "--arg")) for word in words):
                notes.add("high", "wrapper", name)
            rest = _fed_by_xargs(words, rest)
        if rest:
            self.depth += 1
            self.program(rest, Notes(risk="low"), replace_words(simple, rest))
            self.depth -= 1

    def _timed(self, words: Sequence[Word], rest: Sequence[Word], notes: Notes) -> None:
        """Its own options: where it writes, and that the shell's word of this name takes more than a program."""
        own = words[: len(words) - len(rest)]
        for at, word in enumerate(own):
            if word.text.startswith("--output="):
                notes.written(word.text.partition("=")[2], self.where(Word(word.text.partition("=")[2], word.known)))
            elif re.fullmatch(r"-[apvV]*o", word.text) and at + 1 < len(own):
                notes.written(own[at + 1].text, self.where(own[at + 1]))
            elif found := re.fullmatch(r"-[apvV]*o(.+)", word.text):
                notes.written(found[1], self.where(Word(found[1], word.known)))
        if rest and (rest[0].text in RESERVED or "=" in rest[0].text):
            notes.add("high", "wrapper", "time")

    def _find(self, words: Sequence[Word], notes: Notes, simple: Simple) -> None:
        at = 0
        starts = []
        for word in words:
            if not word.known or word.text.startswith("-") or word.text in ("(", "!"):
                break
            starts.append(word)
        outside = [one for one in starts if self.where(one) == "outside"]
        found = Word((outside or starts or [Word(".")])[0].text, known=False, name=BELOW)
        while at < len(words):
            word = words[at]
            at += 1
            if word.text in _FIND_VALUES and word.known:
                at += 1
            elif not word.known:
                notes.add("high", "dynamic", "find")
            elif word.text in ("-exec", "-execdir", "-ok", "-okdir"):
                end = next((n for n in range(at, len(words)) if words[n].text in (";", "+")), len(words))
                inner = [_in_place_of_braces(one, found, n) for n, one in enumerate(words[at:end])]
                if not inner:
                    raise Unreadable("syntax")
                self.depth += 1
                self.program(inner, Notes(risk="low"), replace_words(simple, inner))
                self.depth -= 1
                at = end + 1
            elif word.text == "-delete":
                notes.add("high", "deletes", "find")
                notes.deletes = True
            elif word.text.startswith(("-fprint", "-fls")):
                target = words[at] if at < len(words) else Word("", known=False)
                at += 1
                notes.written(target.text, self.where(target))
            elif word.text.startswith("-files0"):
                notes.add("high", "dynamic", "find")
            elif not word.text.startswith("-") and self.where(word) == "outside":
                notes.leave(word.text)

    # -- places --------------------------------------------------------------------------------------------------

    def _moved(self, words: Sequence[Word], notes: Notes) -> None:
        goal = [word for word in words if word.text not in ("-P", "-L", "--")]
        if len(goal) != 1 or not goal[0].known or goal[0].glob or goal[0].text in ("", "-"):
            self.cwds.add("")
        elif goal[0].text.startswith("~"):
            self.cwds.add("/~")
        else:
            self.cwds |= {self.place.real(posixpath.join(one, goal[0].text), False) for one in self.cwds if one}
            if len(self.cwds) > PLACES:
                self.cwds = {""}
        if any(not self._inside(one) for one in self.cwds):
            notes.leave(goal[0].text if goal else "~")

    def _inside(self, path: str) -> bool:
        root = self.place.directory
        return bool(path) and (path == root or path.startswith(root.rstrip("/") + "/"))

    def where(self, word: Word, *, itself: bool = False) -> str:
        """`inside`, `outside`, `own`, `git`, `tools`, `nothing` (such as /dev/null), `network` or `unknown`.

        Args:
            itself: not what a link leads to is meant, but the link.
        """
        text = word.text
        if text.startswith(("/dev/tcp/", "/dev/udp/")):
            return "network"
        if re.fullmatch(r"/dev/(?:null|stdin|stdout|stderr|zero|full|u?random|fd/\d+)", text) and word.known:
            return "nothing"
        if text.startswith("~"):
            return "outside"
        if "" in self.cwds and not text.startswith("/"):
            return "outside"
        found = {self._led(posixpath.join(one, text), word.glob, itself) for one in self.cwds}
        if not all(self._inside(one) for one in found):
            return "outside"
        if not word.known:
            return "unknown"
        root = self.place.directory.rstrip("/")
        if any(one[len(root) :].strip("/").split("/")[0] in _TAKEN_UP for one in found if not word.glob):
            return "tools"
        own = {f"{root}/{name}" for name in self.place.own}
        if any(one == mine or one.startswith(mine + "/") for one in found for mine in own):
            return "own"
        if word.glob and any(posixpath.dirname(one) == root and self._matches_own(one) for one in found):
            return "own"
        return "git" if any(".git" in one[len(root) :].split("/") for one in found) else "inside"

    def _matches_own(self, path: str) -> bool:
        pattern = posixpath.basename(path)
        return any(fnmatch.fnmatchcase(name, pattern) for name in self.place.own)

    def _led(self, path: str, pattern: bool, itself: bool) -> str:
        if not itself or path.endswith("/"):
            return self.place.real(path, pattern)
        return posixpath.join(self.place.real(posixpath.dirname(path), pattern), posixpath.basename(path))

    def _redirect(self, redirect: Redirect, notes: Notes) -> None:
        if redirect.sign in ("<<", "<<<"):
            return
        where = self.where(redirect.target)
        if where == "network":
            notes.reach(redirect.target.text, self.place)
        elif redirect.sign in ("<", "<&"):
            if where == "outside":
                notes.leave(redirect.target.text)
        elif where != "nothing":
            notes.written(redirect.target.text, where)

    def _part(self, name: str, text: str, notes: Notes, words: Sequence[Word] = (), fed: Sequence[Word] = ()) -> None:
        if notes.reaches:
            notes.reach(name, self.place)
        self.parts.append(
            Part(
                program=name,
                text=text,
                risk=notes.risk,
                reasons=tuple(dict.fromkeys(notes.reasons)),
                writes=tuple(notes.writes),
                network=notes.network,
                deletes=notes.deletes,
                outside=notes.outside,
                runs=tuple(self._runs(name, words, notes, fed)),
            )
        )

    def _runs(self, name: str, words: Sequence[Word], notes: Notes, fed: Sequence[Word]) -> Iterable[str]:
        """Files that a program may carry out, as far as its words name any: itself when it is called by its place;
        else, when nobody knows what it does, whatever it is given. An interpreter's script is its first word.
        """
        given = [Word(name)] if "/" in name else []
        if not given and any(key in _UNLOOKED for key, _ in notes.reasons):
            given = [Word(one) for one in programs.IMPLIED.get(name, ())] + [*words[1:], *fed]
            given += [Word(word.text.partition("=")[2], word.known) for word in words[1:]]
            script = words[1] if len(words) > 1 and not words[1].text.startswith("-") else None
            if script is not None and (name in programs.INTERPRETERS or name in programs.SHELLS):
                given = [script]
        for word in given:
            for one in self.cwds:
                if not word.known or word.glob or not one or word.text.startswith("~"):
                    yield "/?"
                elif word.text:
                    yield posixpath.normpath(posixpath.join(one, word.text))


_DANGEROUS = programs.DELETES | programs.SHELLS | frozenset({"sudo", "su", "doas", "eval", "dd", "mkfs"})
_UNLOOKED = frozenset(
    {"code", "unknown", "option", "system", "network", "network_shut", "git_runs", "git_names", "wrapper"}
)
_TAKEN_UP = frozenset(repositories.TOOLS)
_FIND_VALUES = named(
    "-name -iname -path -ipath -wholename -regex -iregex -type -size -perm -user -group -mtime -mmin -atime -amin"
    " -ctime -cmin -maxdepth -mindepth -newermt -links -inum -printf -regextype -lname -fstype -uid -gid -xtype"
)
"""Tests of find whose value is no file that it goes to."""


def _prints_number(simple: Simple) -> bool:
    """Whether a command prints nothing but numbers, whatever it reads."""
    words = [word.text for word in simple.words]
    if not words or not all(word.known for word in simple.words[:2]):
        return False
    if words[0] == "wc":
        return all(word.startswith("-") for word in words[1:])
    if words[0] == "grep":  # of one file: of several it prints their names, too
        plain = [word for word in simple.words[1:] if not word.text.startswith("-")]
        named = len(plain) <= PATTERN_AND_FILE and not any(word.glob or not word.known for word in plain)
        return named and words[1] == "-c" and not any(word.startswith(("-r", "-R", "-H", "--")) for word in words[2:])
    if words[0] == "date":
        return len(words) == 2 and bool(re.fullmatch(r"\+%[sYmdHMSju]", words[1]))
    return words == ["nproc"]


def _fed_by_xargs(words: Sequence[Word], rest: Sequence[Word]) -> list[Word]:
    """The command with what only the run tells in it."""
    for at, word in enumerate(words):
        if word.text.startswith("-I"):
            sign = word.text[2:] or (words[at + 1].text if at + 1 < len(words) else "")
            return [Word("", known=False) if not sign or sign in one.text else one for one in rest]
    return [*(rest or [Word("echo")]), Word("", known=False)]


def _in_place_of_braces(word: Word, found: Word, at: int) -> Word:
    """`{}` is what was found; around it, or as a program, only the run tells."""
    if "{}" not in word.text:
        return word
    return found if word.text == "{}" and at else Word("", known=False)


def replace_words(simple: Simple, words: Sequence[Word]) -> Simple:
    """The same command with a wrapper taken off; where its output goes was judged with the wrapper."""
    return Simple(words=list(words), assigns=[], redirects=[], piped=simple.piped)


def _called(text: str) -> str:
    """A program's name; one that is called by its place in the system is the same program."""
    for place in ("/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"):
        if text.startswith(place) and "/" not in text[len(place) :]:
            return text[len(place) :]
    return text


def _written(simple: Simple) -> str:
    """The part written out plainly; empty when not all of it is known. A pipe before it belongs to its meaning."""
    every = [*simple.words, *(one for _, one in simple.assigns), *(one.target for one in simple.redirects)]
    if any(not one.known or one.glob for one in every):
        return ""
    if any(one.sign == "<<" for one in simple.redirects):
        return ""  # its body is not part of the words
    said = [f"{name}={shlex.quote(value.text)}" for name, value in simple.assigns]
    said += [
        shlex.quote(one.text) if not one.text.startswith("~") or not one.bare else one.text for one in simple.words
    ]
    said += [f"{one.sign}{shlex.quote(one.target.text)}" for one in simple.redirects]
    return ("| " if simple.piped else "") + " ".join(said)


def _behind_options(name: str, words: Sequence[Word]) -> list[Word] | None:
    """The words after a wrapper's own options; None when that cannot be told."""
    plain, valued = programs.WRAPPERS[name]
    rest = list(words)
    while rest and rest[0].text.startswith("-"):
        word = rest.pop(0)
        if word.known and re.fullmatch(programs.WRAPPED_LONG.get(name, r"\Z "), word.text):
            continue
        if word.known and name == "time" and word.text.startswith("--output="):
            continue
        if not word.known:
            return None
        if word.text == "--":
            break
        if word.text == "-" and name == "env":
            continue
        if name == "nice" and re.fullmatch(r"-\d+", word.text):
            continue
        ends = _ends_with_value(word.text[1:], plain, valued)
        if ends is None or (ends and (not rest or not rest[0].known)):
            return None
        if ends:
            rest.pop(0)
    if rest and not rest[0].known:
        return [Word("", known=False)]
    return rest


def _ends_with_value(letters: str, plain: str, valued: str) -> bool | None:
    """Whether the value of these options is the next word; None when one of them is not known."""
    if not letters:
        return None
    for at, letter in enumerate(letters):
        if letter in valued:
            return at == len(letters) - 1
        if letter not in plain:
            return None
    return False
