"""What a shell command may do, part by part, before it runs: its programs, what they touch, and how risky that is.

Pure, and on the safe side: the whole is as risky as its worst part, a program that nobody knows is not harmless, and
what cannot be taken apart with certainty is high. It informs whoever approves; it lets nothing pass by itself.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ringi.hands.characters import code_point, hidden
from ringi.spectra.acting import programs
from ringi.spectra.acting.grammar import DEEPEST, MOST, Redirect, Simple, Unreadable, Word, read
from ringi.spectra.acting.knowing import Notes, look

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


ANYWHERE = Place(directory="/")
"""For taking a command apart only."""


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
        state = _State(place, {place.directory})
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


def covered(command: str, granted: Iterable[str], place: Place) -> bool:
    """Whether a standing grant covers it: this very command, or each of its parts on its own and nothing else.

    A part that is only known when it runs is never covered, whatever comes before or after it.
    """
    known = {one.strip(BLANKS) for one in granted}
    if command.strip(BLANKS) in known - {""}:
        return True
    for one in tuple(known):
        alone = judge(one, place).parts
        known |= {alone[0].text} if len(alone) == 1 else set()
    found = judge(command, place)
    if not found.readable or not found.parts or any(simple.looped for simple in read(command)):
        return False  # a loop gives a variable values that a granted command may look at
    return all(part.text and part.text in known for part in found.parts)


@dataclass(slots=True)
class _State:
    """What the parts so far have changed for those after them."""

    place: Place
    cwds: set[str]
    """Every directory that a part may find itself in; the empty one = nobody knows."""
    parts: list[Part] = field(default_factory=list)
    depth: int = 0

    def simple(self, simple: Simple) -> None:
        notes = Notes(risk="low")
        for name, _ in simple.assigns:
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
        globbed = first.glob and first.text != "["
        if not first.known or globbed or not first.text or first.text.startswith(("~", "-")):
            notes.add("high", "dynamic", "")
            self._part("", "", notes)
            return
        name = _called(first.text)
        if first.text in self.place.replaced:
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
            look(name, words[1:], notes, self.where, piped=simple.piped, sandboxed=self.place.sandboxed)
        for word in words[1:] if name == "export" else ():
            self._variable(word.text.partition("=")[0], notes, given=not word.text.startswith("-"))
        self._part(name, _written(simple), notes)

    # -- programs that run others --------------------------------------------------------------------------------

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
        if not words or simple.piped or simple.redirects:
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
            if any(word.text.startswith("-a") for word in words):
                notes.add("high", "wrapper", name)
            rest = [*(rest or [Word("echo")]), Word("", known=False)]
        if rest:
            self.depth += 1
            self.program(rest, Notes(risk="low"), replace_words(simple, rest))
            self.depth -= 1

    def _find(self, words: Sequence[Word], notes: Notes, simple: Simple) -> None:
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            if not word.known:
                notes.add("high", "dynamic", "find")
            elif word.text in ("-exec", "-execdir", "-ok", "-okdir"):
                end = next((n for n in range(at, len(words)) if words[n].text in (";", "+")), len(words))
                inner = [Word("", known=False) if "{}" in one.text else one for one in words[at:end]]
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
                notes.write(words[at].text if at < len(words) else "?")
                notes.add("high", "writes_outside", word.text)
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
        """`inside`, `outside`, `own`, `git`, `nothing` (such as /dev/null), `network` or `unknown`.

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
        own = {f"{root}/{name}" for name in self.place.own}
        if any(one == mine or one.startswith(mine + "/") for one in found for mine in own):
            return "own"
        if word.glob and any(posixpath.dirname(one) == root for one in found):
            return "own" if text.startswith(("*", "?", "[")) else "inside"
        return "git" if any(".git" in one[len(root) :].split("/") for one in found) else "inside"

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

    def _part(self, name: str, text: str, notes: Notes) -> None:
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
            )
        )


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
    said = [f"{name}={shlex.quote(value.text.partition('=')[2])}" for name, value in simple.assigns]
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
