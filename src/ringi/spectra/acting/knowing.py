"""What one program with its words may do, as far as `programs` knows it. Pure; `judging` asks.

Rules lean to the safe side: an option that is not certainly harmless is not taken for harmless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ringi.spectra.acting import programs
from ringi.spectra.acting.grammar import Word

Risk = Literal["low", "medium", "high"]
_ORDER = ("low", "medium", "high")
Where = Callable[..., str]
_PLAIN_SED = re.compile(
    r"(?:\d+|\$)?(?:,(?:\d+|\$))?[pdq]|s(?P<mark>[/|#,:])(?:(?!(?P=mark))[^\\\n]|\\.)*(?P=mark)"
    r"(?:(?!(?P=mark))[^\\\n]|\\.)*(?P=mark)[gIip0-9]*"
)
_BUSY_AWK = re.compile(r"system|getline|\||>|@|close|fflush|ENVIRON|ARG[CV]|-f\b|nextfile")
_PLAIN_SET = re.compile(r"[-+][euxo]+|pipefail|errexit|nounset|xtrace|--")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN_WAIT = re.compile(r"-[nf]+|%?\d+")


@dataclass(slots=True)
class Notes:
    """What is found out about one part."""

    risk: Risk
    reasons: list[tuple[str, str]] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    network: bool = False
    deletes: bool = False
    outside: bool = False
    reaches: bool = False

    def add(self, risk: Risk, key: str, what: str) -> None:
        if _ORDER.index(risk) > _ORDER.index(self.risk):
            self.risk = risk
        self.reasons.append((key, what))

    def write(self, what: str) -> None:
        self.writes.append(what)

    def leave(self, what: str) -> None:
        """It touches something beyond the working directory, reading."""
        self.outside = True
        self.add("medium", "outside", what)

    def written(self, what: str, where: str) -> None:
        """It writes there."""
        self.write(what or "?")
        if where == "inside":
            self.add("medium", "writes", what)
        elif where in ("own", "git"):
            self.add("high", where, what)
        elif where == "network":
            self.reaches = True
        else:
            self.outside = self.outside or where == "outside"
            self.add("high", "writes_outside" if where == "outside" else "writes_unknown", what)

    def reach(self, what: str, place: Any) -> None:
        self.network = True
        if place.network:
            self.add("high", "network", what)
        else:
            self.add("medium", "network_shut", what)


def look(name: str, words: Sequence[Word], notes: Notes, where: Where, *, piped: bool, sandboxed: bool) -> None:
    """Adds to the notes what this program may do with these words."""
    special = _SPECIAL.get(name)
    if special is not None:
        special(name, words, notes, where)
    elif name in programs.SYSTEM or name.startswith(("mkfs.", "systemd-")):
        notes.add("high", "system", name)
    elif name in programs.READS:
        _reads(name, words, notes, where)
    elif name in programs.WRITES:
        for word in _named(words):
            notes.written(word.text, where(word))
        if not notes.writes:
            notes.add("medium", "writes", name)
    elif name in programs.DELETES:
        _deletes(name, words, notes, where)
    elif name in programs.NETWORK:
        notes.reaches = True
    elif name in programs.QUIET_BUILTINS or name == "cd":
        pass
    else:
        _unknown(name, words, notes, where, piped=piped, sandboxed=sandboxed)


def _unknown(name: str, words: Sequence[Word], notes: Notes, where: Where, *, piped: bool, sandboxed: bool) -> None:
    """Nobody has looked into it: shut in, it can spoil the directory; not shut in, anything."""
    runs_code = name in programs.INTERPRETERS or bool(re.fullmatch(r"(?:python|perl|ruby|php|lua)[\d.]+", name))
    if piped and runs_code:
        notes.add("high", "stdin", name)
    notes.add("medium" if sandboxed else "high", "code" if runs_code else "unknown", name)
    for word in words:
        if _path_in(word) and where(Word(_path_in(word), word.known, word.glob)) in ("outside", "own"):
            notes.outside = True
            notes.add("high", "outside", word.text)


def _reads(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    for word in words:
        if _loud(word, programs.LOUD.get(name, ())):
            notes.add("high", "option", f"{name} {word.text}")
    if name == "uniq" and len(list(_named(words))) > 1:
        notes.add("high", "option", name)
    if name in programs.NO_PATHS:
        return
    for word in words:
        path = _path_in(word)
        if not word.known and not path.startswith(("/", "~")):
            notes.add("medium", "unknown_words", name)
        elif path and where(Word(path, word.known, word.glob)) == "outside":
            notes.leave(word.text)


def _path_in(word: Word) -> str:
    """What of a word could be a path: all of it, or what an option carries."""
    if not word.text.startswith("-"):
        return word.text
    if "=" in word.text:
        return word.text.partition("=")[2]
    at = min((at for at in (word.text.find(one) for one in ("/", "~", "..")) if at >= 0), default=-1)
    return word.text[at:] if at >= 0 else ""


def _loud(word: Word, options: Sequence[str]) -> bool:
    """Whether a word is one of these options, also shortened or run together with others."""
    if not options or not word.text.startswith("-") or word.text in ("-", "--"):
        return False
    if word.text.startswith("--"):
        given = word.text.partition("=")[0]
        return any(one.startswith(given) for one in options)
    return any(one[1] in word.text[1:] for one in options if not one.startswith("--"))


def _named(words: Sequence[Word]) -> list[Word]:
    """Words that are no options, and what an option carries after its sign."""
    found, only = [], False
    for word in words:
        if word.text == "--" and not only:
            only = True
        elif only or not word.text.startswith("-") or not word.known:
            found.append(word)
        elif path := _path_in(word):
            found.append(Word(path, word.known, word.glob))
    return found


def _deletes(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    notes.deletes = True
    targets = _named(words)
    many = any(re.fullmatch(r"-\w*[rR]\w*|--r.*", word.text) for word in words)
    for word in targets:
        place = where(word, itself=True)
        notes.write(word.text or "?")
        if place in ("outside", "unknown", "own", "git"):
            notes.outside = notes.outside or place == "outside"
            notes.add("high", "deletes_outside" if place == "outside" else "deletes", word.text or name)
        elif many or word.glob or word.text in (".", "./"):
            notes.add("high", "deletes_many", word.text)
        else:
            notes.add("medium", "deletes", word.text)
    if not targets:
        notes.add("medium", "deletes", name)


def _git(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    rest = list(words)
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0)
        if option.text in ("--no-pager", "-P") and option.known:
            continue
        notes.add("high", "option", f"git {option.text}")
        return
    sub = rest[0].text if rest and rest[0].known else ""
    if any(_loud(word, programs.GIT_LOUD) if word.text.startswith("--") else word.text == "-O" for word in rest):
        notes.add("high", "option", f"git {sub}")
    if sub in programs.GIT_READS:
        if any(where(Word(_path_in(word), word.known)) == "outside" for word in rest[1:] if _path_in(word)):
            notes.leave(f"git {sub}")
    elif sub in programs.GIT_NETWORK:
        notes.reaches = True
        notes.write(".git")
    elif sub in programs.GIT_DELETES:
        notes.deletes = True
        notes.add("high", "deletes_many", f"git {sub}")
    elif sub in ("add", "init", "tag", "branch", "mv"):
        notes.add("medium", "writes", ".git")
        notes.write(".git")
    else:
        notes.add("high", "code", f"git {sub}".strip())


def _sed(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    scripts = [word for word in words if not word.text.startswith("-")]
    changes = any(re.match(r"-[nErsuz]*i|--in-place", word.text) for word in words)
    for word in words:
        if word.text.startswith("-") and not re.fullmatch(
            r"-[nErsuzi]+(?:\.\w+)?|--in-place|--quiet|--regexp-extended", word.text
        ):
            notes.add("high", "option", f"sed {word.text}")
    if not scripts or not scripts[0].known or not _PLAIN_SED.fullmatch(scripts[0].text):
        notes.add("high", "code", "sed")
    for word in scripts[1:]:
        if changes:
            notes.written(word.text, where(word))
        elif where(word) == "outside":
            notes.leave(word.text)
        elif not word.known:
            notes.add("medium", "unknown_words", name)


def _awk(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    rest = list(words)
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0)
        if not re.fullmatch(r"-F.*|-v\w+=[\w.-]*", option.text) or option.text == "-v":
            notes.add("high", "option", f"{name} {option.text}")
            return
        if option.text == "-F" and rest:
            rest.pop(0)
    if not rest or not rest[0].known or _BUSY_AWK.search(rest[0].text):
        notes.add("high", "code", name)
    _reads("cat", rest[1:], notes, where)


def _set(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    if not all(word.known and _PLAIN_SET.fullmatch(word.text) for word in words):
        notes.add("high", "system", name)


def _wait(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    """`wait -p 'a[$(…)]'` runs what stands in the brackets."""
    for word in words:
        if not word.known:
            notes.add("medium", "unknown_words", name)
        elif not _PLAIN_WAIT.fullmatch(word.text):
            notes.add("high", "option", f"wait {word.text}")


def _names(name: str, words: Sequence[Word], notes: Notes, where: Where) -> None:
    """`export`, `unset`, `read`: only plain names, and none that makes other programs run."""
    for word in words:
        plain, equals, _ = word.text.partition("=")
        if word.text in ("-r", "--") and not equals:
            continue
        if re.fullmatch(programs.COMMANDING, plain):
            notes.add("high", "variable", plain)
        elif not _PLAIN_NAME.fullmatch(plain):
            notes.add("high", "system", name)


_SPECIAL: dict[str, Callable[[str, Sequence[Word], Notes, Where], None]] = {
    "git": _git,
    "sed": _sed,
    "awk": _awk,
    "set": _set,
    "export": _names,
    "unset": _names,
    "read": _names,
    "wait": _wait,
}
