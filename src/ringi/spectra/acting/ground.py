"""What a command really finds where it runs: where links lead, and which programs stand in the place of the system's.

Looks at the disk; `judging`, which is pure, is given the answers.
"""

from __future__ import annotations

import glob
import os
from itertools import islice
from pathlib import Path

from ringi.spectra.acting.programs import TRUSTED

MATCHES = 1000
"""Files of a pattern that are looked at, at most."""


def real(path: str, pattern: bool, directory: str) -> str:
    """Where a path leads when every link is followed; of a pattern the first of its files that is not inside."""
    if pattern:
        for one in islice(glob.iglob(path, include_hidden=True), MATCHES):  # noqa: PTH207 - `Path` takes no whole path
            led = os.path.realpath(one)
            if not Path(led).is_relative_to(directory):
                return led
    return os.path.realpath(path)


def replaced(path: str, directory: Path) -> frozenset[str]:
    """Programs that are trusted for their names, of which the PATH finds one in the directory first: whatever ran there
    before may have put it there.
    """
    found: set[str] = set()
    for entry in path.split(os.pathsep):
        place = directory / entry  # an empty one is the directory itself, as for a shell
        if place.resolve().is_relative_to(directory):
            found |= {one for one in TRUSTED if (place / one).is_file() and os.access(place / one, os.X_OK)}
    return frozenset(found)
