"""The developer's rules for the shell: `[shell]` in `spectra.toml`, read strictly: what is not known is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from ringi.errors import Invalid
from ringi.hands.config import INHERITED
from ringi.spectra.acting.sandbox import Wanted
from ringi.spectra.acting.shell import Limits

LONGEST = 86_400
_USUAL = Limits()
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NOT_INHERITED = frozenset({"TERM", "SHELL"})
_QUIET = {"TERM": "dumb", "PAGER": "cat", "GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0"}
"""Nobody sits at its keyboard: what would ask or page does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellRules:
    """How commands run."""

    sandbox: Wanted = "auto"
    """`auto`: where the machine can; `required`: or not at all; `off`: never, and it is said."""
    network: bool = False
    seconds: float = 600.0
    """How long one command may take."""
    env: tuple[str, ...] = ()
    """Names of further variables that a command may see."""
    read: tuple[str, ...] = ()
    """Further places that a sandboxed command may read."""
    undo: bool = True
    """Whether small files are kept before a command that may change them."""
    processes: int = _USUAL.processes
    """How many a command and all that it starts may be at once."""
    memory_mb: int = _USUAL.memory_mb
    """How much memory they may use together."""
    file_mb: int = _USUAL.file_mb
    """How large a file may become, and how much fits into the sandbox's own `/tmp`."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> ShellRules:
        """From the file's table.

        Raises:
            Invalid: a name or a value that is not known here.
        """
        for name, value in table.items():
            check = _CHECKS.get(name)
            if check is None or not check(value):
                raise Invalid("RINGI-791", name=str(name)[:40], value=str(value)[:60])
        given: dict[str, Any] = dict(table)
        for name in ("env", "read"):
            if name in given:
                given[name] = tuple(given[name])
        return cls(**given)

    @property
    def limits(self) -> Limits:
        return Limits(processes=self.processes, memory_mb=self.memory_mb, file_mb=self.file_mb)

    def environment(self, environ: Mapping[str, str]) -> dict[str, str]:
        """All that a command sees of ours: what it needs to run, and what the developer has named. No key gets in."""
        names = (*(name for name in INHERITED if name not in _NOT_INHERITED), *self.env)
        return {name: environ[name] for name in names if name in environ} | _QUIET


def _texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


_CHECKS = {
    "sandbox": lambda value: value in get_args(Wanted),
    "network": lambda value: isinstance(value, bool),
    "undo": lambda value: isinstance(value, bool),
    "seconds": lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= LONGEST,
    "processes": lambda value: _whole(value, 10, 100_000),
    "memory_mb": lambda value: _whole(value, 64, 10_000_000),
    "file_mb": lambda value: _whole(value, 1, 10_000_000),
    "env": lambda value: _texts(value) and all(_NAME.fullmatch(one) for one in cast("list[str]", value)),
    "read": lambda value: _texts(value) and all(Path(one).is_absolute() for one in cast("list[str]", value)),
}
