"""An acknowledgement leaves only after the log has been synced. kill -9 cannot show this (the page cache survives it),
so the system calls are watched.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).parents[1] / "support" / "driver.py"
pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def unsynced_acknowledgements(tmp_path: Path, mode: str) -> tuple[int, int]:
    """(acknowledgements, how many of them were not preceded by a sync of the log since the one before)."""
    home = tmp_path / mode
    home.mkdir()
    trace = tmp_path / f"{mode}.trace"
    watch = ["strace", "-f", "-y", "-e", "trace=fdatasync,write", "-o", str(trace)]
    command = [*watch, sys.executable, str(DRIVER), str(home), f"sqlite:///{home / 'ringi.db'}", mode]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    synced, acknowledged, bare = False, 0, 0
    for line in trace.read_text(errors="replace").splitlines():
        if re.search(r"fdatasync\(\d+<[^>]*ringi\.db-wal>", line):
            synced = True
        elif re.search(r"write\(\d+<[^>]*/acks>", line) and '\\"operation\\": \\"state\\"' not in line:
            acknowledged += 1
            bare += not synced
            synced = False
    return acknowledged, bare


def test_every_acknowledgement_follows_a_sync(tmp_path: Path) -> None:
    acknowledged, bare = unsynced_acknowledgements(tmp_path, "none")
    assert acknowledged == 3 and bare == 0


def test_the_watch_would_notice_a_missing_sync(tmp_path: Path) -> None:
    acknowledged, bare = unsynced_acknowledgements(tmp_path, "unsynced")
    # The first one follows the making of the store itself, which always waits for the disk.
    assert acknowledged == 3 and bare == 2
