"""What a git command may do, and how one that reads is kept from running anything. Pure; runs nothing.

A repository's own configuration names programs that even `git status` runs. So a git command only reads when the
options that shut them off stand in the command itself; `quieten` writes them into what SPECTRA proposes, before it is
shown, so that what is approved, bound and run is one text. What no option shuts off (filters, programs that check
signatures, fetching of missing objects) is looked for in the configuration (`repositories`) and named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from ringi.spectra.acting.grammar import Simple, Unreadable, Word, read
from ringi.spectra.acting.usages import named

Way = Literal["reads", "writes", "runs", "deletes", "network", "system"]
QUIET = ("--no-pager", "--no-optional-locks", "-c core.fsmonitor=false", "-c core.hooksPath=/dev/null")
"""For every command that reads: no pager, nothing written, no monitor, no hooks."""
_PLAIN_DIFF = ("--no-ext-diff", "--no-textconv")
_DIFF = (*_PLAIN_DIFF, "--submodule=short", "--ignore-submodules=dirty")
_LOG = (*_PLAIN_DIFF, "--submodule=short", "--no-show-signature")
READS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("log", "show", "whatchanged", "reflog", "stash list"), _LOG),
    **dict.fromkeys(("diff", "diff-tree", "diff-index", "diff-files", "stash show"), _DIFF),
    **dict.fromkeys(("blame", "annotate", "grep"), ("--no-textconv",)),
    "status": ("--ignore-submodules=dirty",),
    "shortlog": ("--no-show-signature",),
    **dict.fromkeys(
        named(
            "rev-parse ls-files ls-tree rev-list name-rev describe cat-file for-each-ref show-ref merge-base"
            " count-objects check-ignore check-attr cherry branch tag remote config symbolic-ref version var"
        ),
        (),
    ),
    "worktree list": (),
    "remote get-url": (),
}
"""Commands that only read, and the options that each needs to run nothing."""
_LISTS: dict[str, re.Pattern[str]] = {
    "branch": re.compile(
        r"-[arvqi]+|--(?:all|remotes|list|verbose|show-current|ignore-case|no-color|color|column|no-column)"
        r"|--(?:sort|format|contains|no-contains|merged|no-merged|points-at|abbrev|color)=.*"
    ),
    "tag": re.compile(r"-[lni]+\d*|--(?:list|ignore-case)|--(?:sort|format|contains|merged|no-merged|points-at)=.*"),
    "remote": re.compile(r"-v|--verbose"),
    "config": re.compile(
        r"--(?:get|get-all|get-regexp|list|name-only|show-origin|show-scope|local|global|system|null|includes"
        r"|no-includes|type=\w+|bool|int|path)|-[lz]"
    ),
}
"""Of commands that also write: the options with which they list."""
_LISTING: dict[str, tuple[str, ...]] = {
    "branch": ("-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"),
    "tag": ("-l", "--list", "-n"),
    "config": ("--get", "--get-all", "--get-regexp", "--list", "-l"),
}
"""Those with which a plain word is a pattern."""
_LOUD = (
    *("--output", "--ext-diff", "--textconv", "--show-signature", "--open-files-in-pager", "--exec-path", "--filters"),
    *("--alternate-refs", "--remerge-diff", "--upload-pack", "--recurse-submodules", "--git-dir", "--work-tree"),
)
"""Options with which a read writes or runs something all the same; git takes them shortened, too."""
_NOT_LOUD = frozenset({"--text", "--filter", "--recurse"})
_LOUD_VALUES = re.compile(
    r"--submodule(?:=(?!short$).*)?|--ignore-submodules=(?!dirty$|all$).*|--diff-merges=(?:on|m|r|remerge)|.*%G.*"
)
_LOUD_LETTERS = {"status": re.compile(r"-[^\Wv]*v\w*|--verb.*"), "grep": re.compile(r"-\w*O.*")}
_RUN_ONLY = ("--ext", "--show-s", "--submodule", "--ignore", "--diff-m", "-v", "--verb", "--textc", "--rem", "--rec")
"""Those that only run what the repository names."""
LETTERS = 2
_NOTHING = re.compile(r"(?!)")
_NETWORK = named("fetch pull push clone ls-remote submodule send-email request-pull svn lfs")
_HOOKED = named("commit checkout switch merge cherry-pick revert am rebase stash restore worktree archive apply notes")
"""They write, and run hooks, filters or drivers of the repository on the way."""
_WRITES = named("add init tag branch mv reset rm")
_DISCARDS: dict[str, re.Pattern[str]] = {
    "reset": re.compile(r"--(?:hard|merge|keep)"),
    "checkout": re.compile(r"-f|--force|\.|:/.*|.*\*.*|-[bq]*B"),
    "switch": re.compile(r"-f|--force|--discard-changes|-C"),
    "restore": re.compile(r"\.|:/.*|.*\*.*"),
    "stash": re.compile(r"drop|clear"),
    "branch": re.compile(r"-[dDMC]|--delete|-f|--force"),
    "tag": re.compile(r"-d|--delete|-f|--force"),
    "rm": re.compile(r"-[^\Wrf]*[rf]\w*|\.|.*\*.*"),
    "push": re.compile(r"-f|--force.*|-d|--delete|--mirror|--prune|\+.*|:.+"),
    "worktree": re.compile(r"remove|prune|-f|--force"),
    "notes": re.compile(r"remove|prune"),
    "rebase": re.compile(r"--abort|--skip"),
}
_FETCHING = re.compile(r"--upl.*|--rece.*|--exe.*|ext::.*")
_RUNS: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(("fetch", "pull", "push", "ls-remote", "request-pull", "svn"), _FETCHING),
    "clone": re.compile(r"-u|--upl.*|-c|--conf.*|--templ.*|ext::.*"),
    "init": re.compile(r"--templ.*|--separate.*"),
    "submodule": re.compile(r"foreach|ext::.*"),
    "rebase": re.compile(r"-x.*|--exec.*|-i|--interactive"),
    "archive": re.compile(r"--remote.*|--exe.*"),
    "commit": re.compile(r"-S.*|--gpg-sign.*"),
    "send-email": re.compile(r".*"),
    "apply": re.compile(r"--unsafe-paths|--directory.*"),
}
"""Words with which a command runs a program that they name, or one for each step."""


class GitCall:
    """One git command, taken apart."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.globals: list[str] = []
        self.rest: list[Word] = []
        self.odd = ""
        """A word before the command that nobody has looked into."""
        self.directory: Word | None = None
        todo = list(words)
        while todo and (todo[0].text.startswith("-") or not todo[0].known):
            word = todo.pop(0)
            if word.text in ("-c", "-C") and word.known and todo:
                value = todo.pop(0)
                if word.text == "-C":
                    self.directory = value
                elif value.known and f"-c {value.text}" in QUIET:
                    self.globals.append(f"-c {value.text}")
                else:
                    self.odd = self.odd or f"-c {value.text}"
            elif word.known and word.text in ("-P", "--no-pager", "--no-optional-locks", "--literal-pathspecs"):
                self.globals.append("--no-pager" if word.text == "-P" else word.text)
            elif word.known and word.text in ("--version", "--exec-path") and not todo:
                self.rest = [Word("version")]
            else:
                self.odd = self.odd or word.text or "?"
        self.rest = self.rest or todo
        self.sub = self.rest[0].text if self.rest and self.rest[0].known else ""
        two = f"{self.sub} {self.rest[1].text}" if len(self.rest) > 1 else ""
        self.name = two if two in READS else self.sub

    @property
    def words(self) -> list[Word]:
        """What the command is given."""
        return self.rest[len(self.name.split()) :]

    @property
    def reads(self) -> bool:
        """Whether it is a command that reads, as git understands it."""
        if self.odd or self.name not in READS:
            return False
        texts = [word.text for word in self.words]
        if self.sub in _LISTS and self.name == self.sub:
            options = [one for one in texts if one.startswith("-")]
            plain = len(options) < len(texts)
            listing = any(one.partition("=")[0] in _LISTING.get(self.sub, ()) for one in options)
            return all(_LISTS[self.sub].fullmatch(one) for one in options) and (listing or (not plain and self._bare()))
        if self.sub == "symbolic-ref":
            return len(texts) == 1
        return not (self.sub == "reflog" and texts[:1] and texts[0] in ("expire", "delete"))

    def _bare(self) -> bool:
        """Without any word it lists, except for `config`, which wants one."""
        return self.sub != "config"

    @property
    def loud(self) -> str:
        """An option with which it may run or write something all the same; of several the worst."""
        found = [word.text for word in self.words if self._is_loud(word.text)]
        return next((one for one in found if not one.startswith(_RUN_ONLY)), found[0] if found else "")

    def _is_loud(self, text: str) -> bool:
        given = text.partition("=")[0]
        shortened = given.startswith("--") and len(given) > LETTERS and given not in _NOT_LOUD
        named = shortened and any(one.startswith(given) for one in _LOUD)
        return named or any(one.fullmatch(text) for one in (_LOUD_VALUES, _LOUD_LETTERS.get(self.sub, _NOTHING)))

    @property
    def missing(self) -> tuple[list[str], list[str]]:
        """The options that it lacks to run nothing: before the command, and behind it."""
        given = {word.text for word in self.words if word.known}
        return [one for one in QUIET if one not in self.globals], [one for one in READS[self.name] if one not in given]


def judge_git(words: Sequence[Word]) -> tuple[Way, str, bool]:
    """What it does, what that is said of, and whether it may run something of the repository's on the way."""
    call = GitCall(words)
    if call.odd:
        return "system", call.odd, True
    if call.reads:
        if call.loud:
            named = call.loud.startswith(_RUN_ONLY) or "%G" in call.loud
            return ("runs" if named else "system"), call.loud, True
        return "reads", call.name, call.sub != "version" and any(call.missing)
    texts = [word.text for word in call.words]
    discards = _DISCARDS.get(call.sub)
    if discards is not None and any(discards.fullmatch(one) for one in texts):
        return "deletes", call.sub, True
    if any(_RUNS.get(call.sub, _NOTHING).fullmatch(one) for one in texts):
        return "system", call.sub, True
    if call.sub in _NETWORK or (call.sub == "remote" and texts[:1] in (["update"], ["show"], ["prune"])):
        return "network", call.sub, True
    if call.sub in _HOOKED:
        return "runs", call.sub, True
    if call.sub in _WRITES:
        return "writes", call.sub, False
    return "system", call.sub, True


def quieten(command: str) -> str:
    """The command with everything written into its git commands that keeps those which read from running anything.

    Any other text stays as it is, byte by byte; doing it twice changes nothing more.
    """
    if "git" not in command:
        return command
    try:
        simples = read(command)
    except (Unreadable, RecursionError):
        return command
    put: list[tuple[int, str]] = []
    for simple in simples:
        put += _options_for(simple, command)
    for at, text in sorted(put, reverse=True):
        command = f"{command[:at]} {text}{command[at:]}"
    return command


def _options_for(simple: Simple, command: str) -> list[tuple[int, str]]:
    if not simple.spans or len(simple.spans) != len(simple.words) or simple.words[0].text != "git":
        return []
    call = GitCall(simple.words[1:])
    written = [command[start:end] for start, end in simple.spans]
    if not call.reads or call.loud or written[0] != "git" or call.directory is not None:
        return []
    before, behind = call.missing
    first = len(simple.words) - len(call.rest)
    if call.rest and call.rest[0].text != written[first] and call.sub != "version":
        return []
    if call.sub == "version":
        return []
    found = [(simple.spans[0][1], " ".join(before))] if before else []
    last = first + len(call.name.split()) - 1
    return found + ([(simple.spans[last][1], " ".join(behind))] if behind else [])


Looked = Callable[[str], str]
"""Of a directory: what its repository's configuration runs that no option shuts off; empty = nothing."""
