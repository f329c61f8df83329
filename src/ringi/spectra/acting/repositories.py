"""git repositories in and around a directory: what their configuration runs, and what of them a command may not change.

Looks at the disk. git runs hooks and programs that a repository names without asking, so what a sandboxed command
writes there would reach the developer's own git, outside of the sandbox. What stands there is bound read-only; what a
command has made is looked through afterwards: plain settings stay, the rest is put aside, where git does not look.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

WALKED, WALKED_AFTER = 20_000, 500_000
"""Folders that are looked into before a command and after it; beyond them repositories are not found."""
SECONDS = 5.0
ASIDE = "set-aside-by-spectra"
_SKIPPED = frozenset({"node_modules", ".venv", "venv", "__pycache__", ".tox", ".mypy_cache", ".pytest_cache"})
_PLAIN = re.compile(
    r"core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol"
    r"|safecrlf|quotepath|abbrev|compression|untrackedcache|sparsecheckout(?:cone)?|worktree|longpaths"
    r"|commentchar|whitespace|preloadindex|trustctime|checkstat|bigfilethreshold|multipackindex|sharedrepository"
    r"|splitindex|commitgraph)"
    r"|(?:user|author|committer)\.(?:name|email|useconfigonly)"
    r"|remote\..*\.(?:fetch|push|tagopt|prune|skipfetchall)|branch\..*\.(?:remote|merge|rebase|description|pushremote)"
    r"|extensions\.(?:objectformat|refstorage|noop)|init\.defaultbranch|submodule\..*\.(?:active|path|branch)"
    r"|submodule\.(?:active|recurse)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|fetch\.prune"
    r"|merge\.(?:conflictstyle|ff|renames|log|stat)|rebase\.(?:autosquash|autostash|updaterefs)"
    r"|diff\.(?:algorithm|renames|colormoved|noprefix|mnemonicprefix|context|renamelimit|indentheuristic)"
    r"|(?:color|column|advice|status|index|i18n|rerere)\..*|gc\.(?!recentobjectshook)\w+|pack\.(?!.*hook)\w+|log\.(?:date|decorate|abbrevcommit|follow)"
    r"|(?:tag|branch)\.sort|lfs\.repositoryformatversion|lfs\..*\.access",
    re.IGNORECASE | re.DOTALL,
)
"""Settings that only say how, never what to run."""
_ADDRESS = re.compile(r"(?:remote|submodule)\..*\.(?:url|pushurl)", re.IGNORECASE | re.DOTALL)
_SHUT_OFF = re.compile(
    r"core\.(?:fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|excludesfile|alternaterefscommand)|pager\..*"
    r"|alias\..*|sequence\.editor|diff\.(?:external|tool|guitool|submodule|ignoresubmodules)"
    r"|diff\..*\.(?:command|textconv|cachetextconv|xfuncname|binary|wordregex)|log\.(?:showsignature|diffmerges)"
    r"|(?:credential|http|url|difftool|mergetool|commit|receive|uploadpack|gui|instaweb|sendemail|interactive)\..*",
    re.IGNORECASE | re.DOTALL,
)
"""Those that no command reads which carries the options of `git_commands`."""
_IN_GIT = frozenset({"objects", "refs", "logs", "hooks", "info", "lfs", "rr-cache"})
"""Folders of a git directory that hold no other; `modules` and `worktrees` do."""
_PARTS = ("config", "config.worktree", "hooks", "info", "commondir")
TOOLS = (
    *(".envrc", ".vscode", ".idea", ".zed", ".devcontainer", ".husky", ".exrc", ".nvim.lua", ".nvimrc", ".vimrc"),
    *(".dir-locals.el", ".gdbinit", ".lldbinit", "mise.toml", ".mise.toml", ".autoenv.zsh", ".mcp.json", ".claude"),
    *(".cursor", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml", "lefthook.toml", ".overcommit.yml"),
)
"""Files that other tools of a developer take up when they stand in the directory."""


def settings_of(config: Path) -> list[tuple[str, str]] | None:
    """The settings of one file, as git itself reads them, without those it includes; None = it cannot be read."""
    try:
        done = subprocess.run(
            ["git", "config", "--no-includes", "--null", "--list", "--file", str(config)],
            cwd="/",
            env={
                "PATH": os.defpath,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "HOME": "/nonexistent",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    pairs = (one.partition("\n") for one in done.stdout.decode("utf-8", "replace").split("\0") if one)
    return [(key, value) for key, _, value in pairs]


def is_plain(key: str, value: str) -> bool:
    """Whether a setting cannot make git run anything."""
    if _ADDRESS.fullmatch(key):
        return "::" not in value and not value.startswith("-")
    return bool(_PLAIN.fullmatch(key))


def read_runs(directory: str, top: str) -> str:
    """What a git command that reads here would run although the options of `git_commands` stand in it: the first such
    setting of the repository, by name; empty = nothing. `top`: above it nobody can see.
    """
    place = repository_of(Path(directory), Path(top))
    if place is None:
        return ""
    common = _common(place)
    for config in (common / "config", place / "config.worktree"):
        if not config.exists():
            continue
        found = settings_of(config)
        if found is None:
            return "config"
        for key, value in found:
            if not is_plain(key, value) and not _SHUT_OFF.fullmatch(key):
                return key
    return ""


def repository_of(directory: Path, top: Path) -> Path | None:
    """The git directory that git would use here."""
    for at in (directory, *directory.parents):
        if (at / ".git").is_file():
            return _redirected(at / ".git")
        if (at / ".git").is_dir():
            return at / ".git"
        if _is_git_dir(at):
            return at
        if at == top:
            return None
    return None


def _is_git_dir(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()


def _redirected(file: Path) -> Path | None:
    """Where a `.git` that is a file leads."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        text = file.read_text("utf-8")[:4096]
        if text.startswith("gitdir:"):
            return (file.parent / text.removeprefix("gitdir:").strip()).resolve()
    return None


def _common(git_dir: Path) -> Path:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (git_dir / (git_dir / "commondir").read_text("utf-8").strip()).resolve()
    return git_dir


# -- what a command may not change -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """The repositories below a directory at one moment."""

    dirs: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    """`.git` files and links, which lead elsewhere."""
    tools: tuple[Path, ...] = ()
    """What other tools of a developer take up when they stand here."""
    beyond: bool = False


@dataclass(slots=True)
class Guarded:
    """What is bound read-only for one command."""

    found: Found = field(default_factory=Found)
    fixed: list[Path] = field(default_factory=list)
    """Stays what and where it is; what is in it may change."""
    unchanged: list[Path] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    """All that is unchanged, by inode: a file by its own, a part of a git directory by that one's and its name."""


def guard(directory: Path) -> Guarded:
    """What of the repositories here a sandboxed command may not change."""
    made = Guarded(found=find(directory))
    for git_dir in made.found.dirs:
        parts = [one for one in _PARTS if (git_dir / one).exists() and not (git_dir / one).is_symlink()]
        made.fixed.append(git_dir)
        made.unchanged += [git_dir / one for one in parts]
        made.marks |= {f"{_mark(git_dir)}/{one}" for one in parts}
        made.unchanged += _named_in(git_dir, directory)
    made.unchanged += [one for one in made.found.files if not one.is_symlink()]
    made.unchanged = list(dict.fromkeys(made.unchanged))
    made.marks |= {_mark(one) for one in made.unchanged}
    return made


def _named_in(git_dir: Path, directory: Path) -> Iterator[Path]:
    """Programs of the directory that a repository's settings name, and its folder of hooks."""
    top = git_dir.parent
    for key, value in settings_of(git_dir / "config") or () if (git_dir / "config").is_file() else ():
        if is_plain(key, value):
            continue
        for word in [value, *value.lstrip("!").split()]:
            with contextlib.suppress(OSError, ValueError):
                path = (top / word.strip("'\"")).resolve()
                inside = path.is_relative_to(directory) and path not in (directory, top)
                if inside and (path.is_file() or (key == "core.hookspath" and path.is_dir())):
                    yield path.parent if path.name == "_" and path.parent not in (directory, top) else path


def find(directory: Path, most: int = WALKED) -> Found:
    """Every repository below, those of submodules and worktrees and bare ones too; the nearest first."""
    dirs: list[Path] = []
    files: list[Path] = []
    tools = [directory / one for one in TOOLS if (directory / one).exists()]
    todo, looked = deque([directory]), 0
    while todo:
        at = todo.popleft()
        looked += 1
        if looked > most:
            return Found(tuple(dirs), tuple(files), tuple(tools), beyond=True)
        try:
            entries = list(os.scandir(at))
        except OSError:
            continue
        names = {entry.name for entry in entries}
        inner = {"HEAD", "objects", "refs"} <= names or {"HEAD", "commondir"} <= names
        if inner and at != directory / ".git" and at not in dirs:
            dirs.append(at)
        for entry in entries:
            if entry.name == ".git":
                if entry.is_dir(follow_symlinks=False):
                    dirs.append(Path(entry.path))
                    todo += [Path(entry.path) / one for one in ("modules", "worktrees")]
                else:
                    files.append(Path(entry.path))
            elif entry.is_dir(follow_symlinks=False) and entry.name not in (_IN_GIT if inner else _SKIPPED):
                todo.append(Path(entry.path))
    return Found(tuple(dict.fromkeys(dirs)), tuple(files), tuple(tools))


def _mark(path: Path) -> str:
    """Which file it is, wherever it was moved; empty = there is none."""
    try:
        found = path.lstat()
    except OSError:
        return ""
    return f"{found.st_dev}:{found.st_ino}"


@dataclass(frozen=True, slots=True)
class Settled:
    """What was found after a command."""

    aside: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """Files that a developer's other tools take up, new or changed."""
    beyond: bool = False


class Guarding:
    """The repositories of one directory, from before a command to after it, also when SPECTRA is killed meanwhile: what
    was there before is noted in `logs`, and what the note was left for is settled before the next command.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._note = directory / "logs" / "git-guard.json"
        self._before: Guarded | None = None
        self._tools: dict[str, tuple[int, int]] = {}
        self._lock = threading.Lock()

    def begin(self) -> Guarded:
        """Looks around, and settles what a command has left that nobody saw end."""
        with self._lock:
            return self._begin()

    def _begin(self) -> Guarded:
        self._finish_last()
        self._before = guard(self._directory)
        self._tools = self._look_at_tools()
        with contextlib.suppress(OSError):
            self._note.parent.mkdir(parents=True, exist_ok=True)
            self._note.write_text(json.dumps(sorted(self._before.marks)), "utf-8")
        return self._before

    def end(self) -> Settled:
        """Puts aside what the command has made for git to run."""
        with self._lock:
            return self._end()

    def _end(self) -> Settled:
        before, self._before = self._before or guard(self._directory), None
        aside, beyond = settle(self._directory, before.marks)
        tools = [name for name, mark in self._look_at_tools().items() if self._tools.get(name) != mark]
        with contextlib.suppress(OSError):
            self._note.unlink(missing_ok=True)
        return Settled(tuple(aside), tuple(tools), beyond or before.found.beyond)

    def _finish_last(self) -> None:
        try:
            marks = {str(one) for one in json.loads(self._note.read_text("utf-8"))}
        except (OSError, ValueError, TypeError):
            return
        settle(self._directory, marks)

    def _look_at_tools(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for name in TOOLS:
            place = self._directory / name
            for one in (place, *sorted(place.iterdir())[:WALKED]) if place.is_dir() else (place,):
                with contextlib.suppress(OSError):
                    about = one.lstat()
                    found[str(one.relative_to(self._directory))] = (about.st_mtime_ns, about.st_size)
        return found


# -- afterwards --------------------------------------------------------------------------------------------------------


def settle(directory: Path, marks: set[str]) -> tuple[list[str], bool]:
    """Puts aside what a command has made in repositories that git would run; what it was, by name from the directory,
    and whether there is more than was looked at.

    What was bound read-only is known by its inode, so that a folder which was moved is no way round.
    """
    now = find(directory, WALKED_AFTER)
    found: list[Path] = []
    dirs = [*now.dirs, *_led_to(now.files, directory, marks, found)]
    for git_dir in dict.fromkeys(dirs):
        found += _settle_dir(git_dir, marks, dirs)
        found += _new_programs(git_dir, directory, marks)
    return list(dict.fromkeys(str(one.relative_to(directory)) for one in found)), now.beyond


def _led_to(files: Iterable[Path], directory: Path, marks: set[str], found: list[Path]) -> Iterator[Path]:
    """The git directories that new `.git` files lead to; one that leads out of the directory is put aside."""
    for file in files:
        if _mark(file) in marks:
            continue
        leads = file.resolve() if file.is_symlink() else _redirected(file)
        if leads is not None and leads.is_relative_to(directory):
            yield leads
        elif leads is not None and _set_aside(file):
            found.append(file)


def _settle_dir(git_dir: Path, marks: set[str], dirs: list[Path]) -> Iterator[Path]:
    held = _mark(git_dir)
    for name in _PARTS:
        path = git_dir / name
        if not _mark(path) or f"{held}/{name}" in marks:
            continue
        if name == "config":
            yield from _settle_config(path)
        elif name == "commondir":
            if _common(git_dir) not in dirs and _set_aside(path):
                yield path
        elif name == "config.worktree" or (path.is_symlink() and name in ("hooks", "info")):
            if _set_aside(path):
                yield path
        else:
            yield from _settle_folder(path, name)


def _settle_folder(folder: Path, name: str) -> Iterator[Path]:
    wanted = "attributes" if name == "info" else ""
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            takes = path.name == wanted if wanted else not path.name.endswith((".sample", ASIDE))
            if takes and _set_aside(path):
                yield path


def _settle_config(config: Path) -> Iterator[Path]:
    """Only plain settings stay; the file as it was is kept beside it."""
    found = settings_of(config)
    if found is not None and not config.is_symlink() and all(is_plain(key, value) for key, value in found):
        return
    if not _set_aside(config):
        return
    for key, value in found or ():
        if is_plain(key, value):
            _set(config, key, value)
    yield config


def _set(config: Path, key: str, value: str) -> None:
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["git", "config", "--file", str(config), "--add", key, value],
            cwd="/",
            env={
                "PATH": os.defpath,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "HOME": "/nonexistent",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )


def _new_programs(git_dir: Path, directory: Path, marks: set[str]) -> Iterator[Path]:
    """A folder of hooks, or a program, that a repository's settings name and that was not there before."""
    for path in list(_named_in(git_dir, directory)):
        within = [one for one in (path, *path.parents) if one.is_relative_to(directory) and one != directory]
        if not any(_mark(one) in marks for one in within) and _set_aside(path):
            yield path


def _set_aside(path: Path) -> bool:
    """Renames it to where git does not look."""
    for number in range(100):
        aside = path.with_name(f"{path.name}.{number}.{ASIDE}" if number else f"{path.name}.{ASIDE}")
        if not aside.exists() and not aside.is_symlink():
            try:
                path.rename(aside)
            except OSError:
                return False
            return True
    return False
