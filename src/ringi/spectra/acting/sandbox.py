"""Where a command runs: inside bubblewrap with next to nothing around it, or unprotected, which is then said.

Whether bubblewrap works here is tried once, because many a machine has it and may not use it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ringi.errors import Unavailable
from ringi.spectra.acting.repositories import Guarded
from ringi.words import say

Wanted = Literal["auto", "off", "required"]
SECONDS = 5.0
HOME = "/home/spectra"
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_ETC = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "passwd", "group", "nsswitch.conf", "localtime"),
    *("timezone", "ssl", "ca-certificates", "pki", "mime.types", "hosts"),
)
_NET = ("/etc/resolv.conf", "/etc/services", "/etc/protocols", "/run/systemd/resolve")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sandbox:
    """How commands are shut in here."""

    program: str = ""
    """bubblewrap's path; empty = commands run unprotected."""
    network: bool = False
    reason: str = ""
    """Why there is no sandbox, when there is none."""
    read: tuple[str, ...] = ()
    """Further places that a command may read."""
    home: bool = False
    """The directory holds somebody's home, which can then not be hidden."""

    def __bool__(self) -> bool:
        return bool(self.program)

    @property
    def reaches_network(self) -> bool:
        return self.network or not self.program

    @property
    def openness(self) -> int:
        """How little it shuts in: more is worse."""
        return 2 if not self.program else int(self.network)

    def said(self, lang: str) -> str:
        """For the impact line and the status."""
        if not self.program:
            return say("acting", "unsandboxed", lang, reason=say("acting", f"no_sandbox.{self.reason}", lang))
        words = say("acting", "sandboxed.network" if self.network else "sandboxed", lang)
        return f"{words} {say('acting', 'home_visible', lang)}" if self.home else words

    def around(
        self,
        argv: Sequence[str],
        directory: Path,
        *,
        kept: Sequence[str],
        hidden: Sequence[str],
        guarded: Guarded | None = None,
        room_mb: int = 0,
    ) -> list[str]:
        """The command line with the sandbox round it.

        Args:
            kept: names in the directory that a command may read and not change: the logs and the rules.
            hidden: names that it does not get to see: the socket on which answers come in, and the books. Whole paths
                matter only where the rules let it read around them.
            guarded: what of the repositories in the directory it may not change.
            room_mb: how much fits into each of its own temporary places; 0 = as the system has it.
        """
        if not self.program:
            return list(argv)
        place = str(directory)
        found = [self.program, "--unshare-all", *(("--share-net",) if self.network else ()), "--cap-drop", "ALL"]
        found += ["--die-with-parent", "--hostname", "spectra"]
        found += [part for one in _SYSTEM for part in _bound(one)]
        found += [part for one in _ETC for part in ("--ro-bind-try", f"/etc/{one}", f"/etc/{one}")]
        found += [part for one in (*self.read, *(_NET if self.network else ())) for part in ("--ro-bind-try", one, one)]
        size = ("--size", str(room_mb * 1_000_000)) if room_mb else ()
        found += ["--proc", "/proc", "--dev", "/dev"]
        found += [part for one in ("/tmp", "/dev/shm", HOME) for part in (*size, "--tmpfs", one)]
        found += ["--bind", place, place]
        for one in guarded.fixed if guarded is not None else ():
            found += ["--bind-try", str(one), str(one)]
        for one in guarded.unchanged if guarded is not None else ():
            found += ["--ro-bind-try", str(one), str(one)]
        found += [part for name in kept for part in _unchanged(directory / name)]
        found += [part for name in hidden for one in self._seen(directory, name) for part in _nothing(one)]
        return [*found, "--setenv", "HOME", HOME, "--setenv", "TMPDIR", "/tmp", "--chdir", place, "--", *argv]

    def _seen(self, directory: Path, name: str) -> list[Path]:
        """Where a command would find it."""
        if not Path(name).is_absolute():
            return [directory / name]
        places = [(Path(one), Path(one).resolve()) for one in self.read]
        return [place / Path(name).relative_to(real) for place, real in places if Path(name).is_relative_to(real)]


def find(wanted: Wanted, directory: Path, environ: Mapping[str, str], *, network: bool, read: Sequence[str]) -> Sandbox:
    """The sandbox of this machine, tried once with a command that does nothing.

    Raises:
        Unavailable: it is required, and there is none.
    """
    reason = _trouble(wanted, directory, environ, network, read)
    if reason and wanted == "required":
        raise Unavailable("RINGI-790", reason=say("acting", f"no_sandbox.{reason}", "en"))
    if reason:
        return Sandbox(reason=reason, network=network, read=tuple(read))
    program = shutil.which("bwrap", path=environ.get("PATH")) or ""
    home = bool(environ.get("HOME")) and Path(environ["HOME"]).is_relative_to(directory)
    return Sandbox(program=program, network=network, read=tuple(read), home=home)


def _trouble(wanted: Wanted, directory: Path, environ: Mapping[str, str], network: bool, read: Sequence[str]) -> str:
    if wanted == "off":
        return "off"
    program = shutil.which("bwrap", path=environ.get("PATH"))
    if program is None:
        return "absent"
    if str(directory) == "/":
        return "root"
    trial = Sandbox(program=program, network=network, read=tuple(read))
    try:
        done = subprocess.run(
            trial.around(["/bin/sh", "-c", "test -w ."], directory, kept=(), hidden=()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
            env={"PATH": environ.get("PATH", os.defpath)},
        )
    except (OSError, subprocess.TimeoutExpired):
        return "refused"
    return "" if done.returncode == 0 else "refused"


def _bound(path: str) -> list[str]:
    """A part of the system as it is here: many are links into `/usr`."""
    at = Path(path)
    if at.is_symlink():
        return ["--symlink", str(at.readlink()), path]
    return ["--ro-bind", path, path] if at.exists() else []


def _unchanged(path: Path) -> list[str]:
    """As it is. A file that is not there yet could be made, and would then hold: an empty one stands in its place."""
    if path.exists():
        return ["--ro-bind", str(path), str(path)]
    return ["--ro-bind", os.devnull, str(path)] if path.suffix else []


def _nothing(path: Path) -> list[str]:
    if not path.exists():
        return []
    return ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", os.devnull, str(path)]
