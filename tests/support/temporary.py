"""Where tests keep what they write: in memory, where there is room for it, else where everybody does.

    python tests/support/temporary.py      → a folder

Tests commit tens of thousands of times, each time with a sync. That a sync is asked for is what tests/recovery watches;
whether the disk obeys it is not ours to test. `make proof-…` and `make bench` use the disk.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3


def folder() -> Path:
    try:
        if shutil.disk_usage(MEMORY).free >= ROOM and _available() >= 2 * ROOM:
            place = MEMORY / "ringi-tests"
            place.mkdir(mode=0o700, exist_ok=True)
            return place
    except OSError:
        pass  # not every system has one
    return Path(tempfile.gettempdir())


def _available() -> int:
    """Octets of memory that nobody needs."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    found = next((line.split()[1] for line in lines if line.startswith("MemAvailable:")), "0")
    return int(found) * 1024


if __name__ == "__main__":
    print(folder())
