"""python spectra_killed.py PLACE COUNT SEED: the kills of `spectra_kills`, in a process that can be forked from."""

from __future__ import annotations

import sys
from pathlib import Path

from spectra_kills import kills

from ringi.projection import disagreements

if __name__ == "__main__":
    place = Path(sys.argv[1])
    ran, closed = kills(place, int(sys.argv[2]), int(sys.argv[3]))
    wrong = disagreements(f"sqlite:///{place / 'home' / 'ringi.db'}")
    sys.stdout.write(f"{ran} commands, {closed} goals\n")
    if wrong:
        sys.exit(f"records and facts disagree: {wrong}")
