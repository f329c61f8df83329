"""What one program with its words may do, as far as `programs` knows it. Pure; `judging` asks.

Rules lean to the safe side: an option that is not certainly harmless is not taken for harmless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ringi.spectra.acting import awk_script, git_commands, programs, sed_script, unpacking, usages
from ringi.spectra.acting.grammar import BELOW, Word
from ringi.spectra.acting.usages import named

Risk = Literal["low", "medium", "high"]
_ORDER = ("low", "medium", "high")
Where = Callable[..., str]
_PLAIN_SET = re.compile(r"[-+][euxo]+|pipefail|errexit|nounset|xtrace|--")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN_WAIT = re.compile(r"-[nf]+|%?\d+")
_SED_OPTION = re.compile(
    r"-[nErsuz]+|--(?:quiet|silent|regexp-extended|null-data|zero-terminated|separate|unbuffered|posix|sandbox|debug"
    r"|follow-symlinks)|--line-length=\d+"
)
_IN_PLACE = re.compile(r"-[nErsuz]*i(?P<short>.*)|--in-place(?:=(?P<long>.*))?")
_ASKS_VERSION = (["--version"], ["-V"], ["-version"], ["version"])
_BECOMES_ANOTHER = re.compile(r"(?s:.*[+=][rwxXt]*s.*)|0*[2-7][0-7]{3}")
"""Modes with which a program runs as its owner."""
_FILE_TESTS = named("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S -nt -ot -ef")
_COMPUTED_TESTS = named("-eq -ne -lt -le -gt -ge")


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
        elif where in ("own", "git", "tools"):
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


@dataclass(frozen=True, slots=True)
class Setting:
    """What a program's judgement has to know beside its words."""

    where: Where
    piped: bool
    sandboxed: bool
    is_number: Callable[[Word], bool]
    """Whether a word is certainly a number, or a variable that holds one."""
    git_runs: Callable[[], str] = lambda: ""
    """What the repository's configuration runs here that no option shuts off."""
    replaced: bool = False
    """A program of the directory stands in the place of the system's."""

    @property
    def unlooked(self) -> Risk:
        """How risky code is that nobody has looked into: shut in, it can spoil the directory; not shut in, anything."""
        return "medium" if self.sandboxed else "high"


def look(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """Adds to the notes what this program may do with these words."""
    special = _SPECIAL.get(name)
    if special is not None:
        special(name, words, notes, setting)
    elif name in programs.VERSIONED and not setting.replaced and [word.text for word in words] in _ASKS_VERSION:
        pass
    elif name in usages.WRITERS or name in usages.READERS:
        _used(name, words, notes, setting)
    elif name in programs.SYSTEM or name.startswith(("mkfs.", "systemd-")):
        notes.add("high", "system", name)
    elif name in programs.READS:
        if usages.usage(name) is not None:
            _used(name, words, notes, setting)
        else:
            _reads(name, words, notes, setting)
    elif name in programs.DELETES:
        _deletes(name, words, notes, setting)
    elif name in programs.NETWORK:
        _network(name, words, notes, setting)
    elif name in programs.QUIET_BUILTINS or name == "cd":
        pass
    else:
        _unknown(name, words, notes, setting)


def _used(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """A program whose usage is known: each word for what it is."""
    how = usages.usage(name)
    assert how is not None
    into, sources = "", []
    for used in usages.spread(how, words):
        role, word = used.role, used.word
        if role == "/":
            into = word.text or "?"
            notes.written(into, setting.where(word))
        elif role in ("m", "l") or (role in ("r", "r?") and how.last):
            sources.append((role, word))
            _source(role, word, notes, setting)
        elif role in ("r", "r?", "<"):
            _read_one(name, word, notes, setting)
        elif role in ("w", ">"):
            notes.written(word.text, setting.where(word))
        elif role == "M":
            _mode(name, word, notes, setting)
        elif role == "i" and name in ("chmod", "install") and _BECOMES_ANOTHER.fullmatch(word.text):
            notes.add("high", "option", f"{name} {word.text}")
        elif role in ("!", "~", "unknown"):
            notes.add("high", "option", f"{name} {word.text}".strip())
        elif role == "?" or (role in ("^",) and not word.known):
            notes.add("medium", "unknown_words", name)
    if name in usages.WRITERS and not notes.writes:
        notes.add("medium", "writes", sources[0][1].text if sources else name)
        notes.write(sources[0][1].text if sources else name)


def _source(role: str, word: Word, notes: Notes, setting: Setting) -> None:
    """What is copied, moved away or linked to."""
    if role == "m":
        where = setting.where(word, itself=True)
        if where in ("outside", "own", "git", "unknown"):
            notes.outside = notes.outside or where == "outside"
            notes.add(
                "high", "deletes_outside" if where == "outside" else "own" if where == "own" else "moves", word.text
            )
        else:
            notes.add("medium", "moves", word.text)
    elif role == "l":
        if setting.where(word) in ("outside", "own", "git", "unknown"):
            notes.add("high", "links", word.text)
    else:
        _read_one("", word, notes, setting)


def _mode(name: str, word: Word, notes: Notes, setting: Setting) -> None:
    where = setting.where(word)
    notes.write(word.text or "?")
    risky: Risk = "medium" if where == "inside" and name != "chown" else "high"
    notes.outside = notes.outside or where == "outside"
    notes.add(risky, "mode" if name == "chmod" else "owner", word.text or "?")


def _read_one(name: str, word: Word, notes: Notes, setting: Setting) -> None:
    if word.name == BELOW and setting.where(word) != "outside":
        return
    if not word.known and not word.text.startswith(("/", "~")):
        notes.add("medium", "unknown_words", name)
    elif word.text and setting.where(word) == "outside":
        notes.leave(word.text)


def _unknown(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """Nobody has looked into it."""
    runs_code = name in programs.INTERPRETERS or bool(re.fullmatch(r"(?:python|perl|ruby|php|lua)[\d.]+", name))
    fed = setting.piped and not any(not word.text.startswith("-") for word in words)
    if runs_code and (fed or any(word.text.startswith("/dev/") for word in words)):
        notes.add("high", "stdin", name)
    if runs_code and words and (words[0].glob or not words[0].known):
        notes.add("high", "dynamic", name)
    notes.add(setting.unlooked, "code" if runs_code else "unknown", name)
    _beyond(words, notes, setting)


def _network(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """One that talks to others; where it is told to run something or to write elsewhere, that counts as much."""
    notes.reaches = True
    running = programs.RUNNING.get(name, ())
    letters = {one[1] for one in running if re.fullmatch(r"-\w", one)}
    for at, word in enumerate(words):
        given = word.text.partition("=")[0]
        cluster = re.match(r"-\w*", given) if letters & set(given) else None
        if given.startswith(tuple(running) or ("\0",)) or (cluster and letters & set(cluster[0])):
            notes.add("high", "option", f"{name} {word.text}")
        elif given in programs.DISCARDING.get(name, ()):
            notes.add("high", "deletes_many", f"{name} {word.text}")
        elif at and words[at - 1].text in ("-o", "-O", "--output", "--output-document"):
            notes.written(word.text, setting.where(word))
    _beyond(words, notes, setting)


def _beyond(words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """Whatever it is given outside of the directory, it may change."""
    for word in words:
        path = _path_in(word)
        if path and setting.where(Word(path, word.known, word.glob)) in ("outside", "own"):
            notes.outside = True
            notes.add("high", "outside", word.text)


def _reads(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    for word in words:
        if _loud(word, programs.LOUD.get(name, ())):
            notes.add("high", "option", f"{name} {word.text}")
    if name in programs.NO_PATHS:
        return
    for word in words:
        path = _path_in(word)
        if path or not word.known:
            _read_one(name, Word(path, word.known, word.glob, name=word.name), notes, setting)


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


def _deletes(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    notes.deletes = True
    targets = _named(words)
    many = any(re.fullmatch(r"-[^\WrR]*[rR]\w*|--r.*", word.text) for word in words)
    for word in targets:
        place = setting.where(word, itself=True)
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


def _git(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    call = git_commands.GitCall(words)
    way, what, may_run = git_commands.judge_git(words)
    outside = [word for word in call.words if _path_in(word) and setting.where(_as_path(word)) == "outside"]
    if call.directory is not None and setting.where(call.directory) not in ("inside", "git"):
        notes.add("high", "option", f"git -C {call.directory.text}")
    if way == "system":
        notes.add("high", "code" if what == call.sub else "option", f"git {what}".strip())
    elif way == "deletes":
        notes.deletes = True
        notes.add("high", "deletes_many", f"git {what}")
    elif way == "network":
        notes.reaches = True
        notes.write(".git")
    elif way == "writes":
        notes.add("medium", "writes", ".git")
        notes.write(".git")
    elif way == "reads" and outside:
        notes.leave(f"git {what}")
    if way in ("reads", "runs") and any(not word.known for word in call.words):
        notes.add("medium", "unknown_words", f"git {what}")
    if way == "runs" or (way == "reads" and may_run):
        notes.add(setting.unlooked, "git_runs", f"git {what}".strip())
    if way == "runs" and not call.reads:
        notes.write(".git")
    runs = setting.git_runs() if way in ("reads", "writes") else ""
    if runs:
        notes.add(setting.unlooked, "git_names", runs)


def _as_path(word: Word) -> Word:
    return Word(_path_in(word), word.known, word.glob)


def _sed(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    scripts: list[Word] = []
    files: list[Word] = []
    changes, rest = False, list(words)
    while rest:
        word = rest.pop(0)
        if re.fullmatch(r"-[nErsuz]*e|--expression", word.text) and rest:
            scripts.append(rest.pop(0))
        elif word.text.startswith("--expression="):
            scripts.append(Word(word.text.partition("=")[2], word.known))
        elif word.text == "-l" and rest:
            rest.pop(0)
        elif in_place := _IN_PLACE.fullmatch(word.text) if word.known else None:
            changes = True
            if re.search(r"[/*]", in_place["short"] or in_place["long"] or ""):
                notes.add("high", "option", f"sed {word.text}")
        elif not word.text.startswith("-") or word.text == "-":
            files.append(word)
        elif not (word.known and _SED_OPTION.fullmatch(word.text)):
            notes.add("high", "option", f"sed {word.text}")
    if not scripts:
        scripts, files = files[:1], files[1:]
    _sed_script(scripts, notes, setting)
    for word in files:
        if changes:
            notes.written(word.text, setting.where(word))
        else:
            _read_one(name, word, notes, setting)


def _sed_script(scripts: Sequence[Word], notes: Notes, setting: Setting) -> None:
    try:
        if not scripts or not all(one.known for one in scripts):
            raise sed_script.Unsure
        found = sed_script.read_sed("\n".join(one.text for one in scripts))
    except sed_script.Unsure:
        notes.add("high", "code", "sed")
        return
    if found.runs:
        notes.add("high", "code", "sed")
    _touched(found.reads, found.writes, "sed", notes, setting)


def _touched(reads: Sequence[str], writes: Sequence[str], name: str, notes: Notes, setting: Setting) -> None:
    """Files that a script names; the empty name = only the run tells."""
    for one in reads:
        _read_one(name, Word(one, known=bool(one)), notes, setting)
    for one in writes:
        where = setting.where(Word(one, known=bool(one)))
        if where != "nothing":
            notes.written(one, where)


def _awk(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    rest = list(words)
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0)
        if option.text == "--":
            break
        if option.text in ("-F", "-v") and rest:
            rest.pop(0)
        elif not re.fullmatch(
            r"-F.*|-v\w+=.*|--field-separator=.*|--assign=\w+=.*|--version|--posix|--re-interval", option.text
        ):
            notes.add("high", "option", f"{name} {option.text}")
            return
    try:
        if not rest or not rest[0].known:
            raise awk_script.Unsure
        found = awk_script.read_awk(rest[0].text)
    except awk_script.Unsure:
        if not any(word.text == "--version" for word in words):
            notes.add("high", "code", name)
        return
    if found.runs:
        notes.add("high", "code", name)
    _touched(found.reads, found.writes, name, notes, setting)
    for word in rest[1:]:
        if not re.fullmatch(r"\w+=.*", word.text):
            _read_one(name, word, notes, setting)


def _test(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """`test`, `[` and `[[`: what they compare is no file; what stands behind a test of a file is."""
    for at, word in enumerate(words):
        before = words[at - 1] if at else Word("")
        if not word.known and word.bare and name != "[[" and not setting.is_number(word):
            notes.add("medium", "unknown_words", name)  # it may become several words, tests among them
        elif word.known and word.bare and word.text in ("-v", "-R"):
            after = words[at + 1] if at + 1 < len(words) else Word("")
            if not (after.known and _PLAIN_NAME.fullmatch(after.text)):
                notes.add("high", "option", f"{name} {word.text}")
        elif name == "[[" and word.known and word.bare and word.text in _COMPUTED_TESTS:
            beside = [before, *words[at + 1 : at + 2]]
            if not all(setting.is_number(one) for one in beside):
                notes.add("high", "computes", " ".join(one.text or f"${one.name}" for one in beside))
        elif before.text in _FILE_TESTS and before.bare and word.known and setting.where(word) == "outside":
            notes.leave(word.text)


def _dd(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    for word in words:
        key, _, value = word.text.partition("=")
        path = Word(value, word.known, word.glob)
        if key == "of" and setting.where(path) != "nothing":
            notes.written(value, setting.where(path))
        elif key == "if":
            _read_one(name, path, notes, setting)
        elif key not in ("bs", "count", "skip", "seek", "conv", "status", "iflag", "oflag", "ibs", "obs", "cbs", "of"):
            notes.add("high", "option", f"dd {word.text}")


def _pack(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """tar, zip and their like."""
    found = unpacking.read_call(name, words)
    for text in found.odd:
        notes.add("high", "option", f"{name} {text}")
    for word in found.reads:
        _read_one(name, word, notes, setting)
    for word in found.writes:
        notes.written(word.text, setting.where(word))
    for word in found.into:
        where = setting.where(word)
        whole = where == "inside" and posix_root(word.text)
        if where == "inside" and not (whole and not setting.sandboxed):
            notes.add("medium", "unpacks", word.text)
            notes.write(word.text)
        elif whole:
            notes.add("high", "unpacks", word.text)
            notes.write(word.text)
        else:
            notes.written(word.text, where)
    for word in found.deletes:
        _deletes(name, [Word("--"), word], notes, setting)


def posix_root(path: str) -> bool:
    """Whether it is the directory itself, where SPECTRA's own files lie."""
    return path in (".", "./", "")


def _set(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    if not all(word.known and _PLAIN_SET.fullmatch(word.text) for word in words):
        notes.add("high", "system", name)


def _wait(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """`wait -p 'a[$(…)]'` runs what stands in the brackets."""
    for word in words:
        if not word.known:
            notes.add("medium", "unknown_words", name)
        elif not _PLAIN_WAIT.fullmatch(word.text):
            notes.add("high", "option", f"wait {word.text}")


def _names(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """`export`, `unset`, `read`: only plain names, and none that makes other programs run."""
    for word in words:
        plain, equals, _ = word.text.partition("=")
        if word.text in ("-r", "--", "-s", "-a") and not equals:
            continue
        if re.fullmatch(programs.COMMANDING, plain):
            notes.add("high", "variable", plain)
        elif not _PLAIN_NAME.fullmatch(plain):
            notes.add("high", "system", name)


def _declare(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    """`declare`, `local`, `readonly`, `mapfile`: with plain names and nothing that is computed or called back."""
    for word in words:
        if not re.fullmatch(r"-[aAgrxt]+", word.text):
            _names(name, [word], notes, setting)


def _hostname(name: str, words: Sequence[Word], notes: Notes, setting: Setting) -> None:
    if any(not word.known or not word.text.startswith("-") for word in words):
        notes.add("high", "system", name)


_SPECIAL: dict[str, Callable[[str, Sequence[Word], Notes, Setting], None]] = {
    "git": _git,
    "sed": _sed,
    "gsed": _sed,
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), _awk),
    **dict.fromkeys(("test", "[", "[["), _test),
    **dict.fromkeys(unpacking.KNOWN, _pack),
    "dd": _dd,
    "set": _set,
    "export": _names,
    "unset": _names,
    "read": _names,
    "wait": _wait,
    **dict.fromkeys(("declare", "typeset", "local", "readonly", "mapfile", "readarray"), _declare),
    "hostname": _hostname,
}
