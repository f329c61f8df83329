"""Concurrent decisions on one thing, from many processes: one wins, the others are told who. `make proof-race` is the
long version with 50 processes and 100 rounds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

RACE = Path(__file__).parents[1] / "support" / "race.py"


def test_of_many_processes_exactly_one_decides(tmp_path: Path, database_url: str) -> None:
    command = [sys.executable, str(RACE), database_url, str(tmp_path / "home"), "8", "6"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["winners_per_round"] == {"1": 6}
    assert found["answers"] == {"won": 6, "RINGI-211": 42}
    assert found["told_somebody_else"] == 0 and found["disagreements"] == []
