"""What a command really finds where it runs: where links lead, which programs stand in the place of the system's, and
what is in the files that it runs.

Looks at the disk; `judging`, which is pure, is given the answers.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import stat
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from ringi.spectra.acting.programs import TRUSTED, VERSIONED

MATCHES = 1000
"""Files of a pattern that are looked at, at most."""
LARGEST = 100_000_000
"""Bytes of a file that a standing yes can be bound to."""


def real(path: str, pattern: bool, directory: str) -> str:
    """Where a path leads when every link is followed; of a pattern the first of its files that is not inside."""
    if pattern:
        for one in islice(glob.iglob(path, include_hidden=True), MATCHES):  # noqa: PTH207 - `Path` takes no whole path
            led = os.path.realpath(one)
            if not Path(led).is_relative_to(directory):
                return led
    return os.path.realpath(path)


def replaced(path: str, directory: Path) -> frozenset[str]:
    """Programs that are known by their names, of which the PATH finds one in the directory first: whatever ran there
    before may have put it there.
    """
    found: set[str] = set()
    for entry in path.split(os.pathsep):
        place = directory / entry  # an empty one is the directory itself, as for a shell
        if place.resolve().is_relative_to(directory):
            found |= {one for one in TRUSTED | VERSIONED if (place / one).is_file() and os.access(place / one, os.X_OK)}
    return frozenset(found)


def contents(paths: Iterable[str], named: Iterable[str], path: str, directory: Path) -> dict[str, str] | None:
    """The files among these, by their names from the directory, with the digests of what is in them; None = one cannot
    be known.

    Args:
        paths: what a command may run, whole.
        named: programs that are looked for on the PATH, which count where they are found in the directory.
    """
    found: dict[str, str] = {}
    looked_up = [at for name in named if (at := shutil.which(name, path=path))]
    inside = [at for at in looked_up if Path(directory, at).resolve().is_relative_to(directory)]
    for one in (*paths, *inside):
        place = Path(directory, one)
        if one.startswith("/?"):
            return None
        try:
            about = place.stat()
        except (OSError, ValueError):
            continue
        if not stat.S_ISREG(about.st_mode):
            continue
        if about.st_size > LARGEST or (digest := _digest(place)) is None:
            return None
        found[os.path.relpath(place, directory) if place.is_relative_to(directory) else str(place)] = digest
    return dict(sorted(found.items()))


def _digest(place: Path) -> str | None:
    try:
        with place.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
