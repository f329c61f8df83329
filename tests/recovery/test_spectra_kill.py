"""SPECTRA, killed at random moments: its files always load, nothing runs twice, no number is used again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SUPPORT = Path(__file__).parents[1] / "support"


def test_after_every_kill_the_files_load_and_nothing_has_run_twice(tmp_path: Path) -> None:
    """A few here; `make proof-spectra` has five hundred."""
    told = subprocess.run(
        [sys.executable, str(SUPPORT / "spectra_killed.py"), str(tmp_path / "place"), "12", "7"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-3000:]
