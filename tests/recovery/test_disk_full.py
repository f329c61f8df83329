"""A full disk: a clear error, nothing half done, and work goes on when there is room again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace

from ringi.errors import RingiError
from ringi.projection import disagreements


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few hundred kilobytes of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("may not mount a file system here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def enlarge(place: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=64m", str(place)], check=True)


def fill(place: Path) -> None:
    try:
        with (place / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
    except OSError:
        pass


def test_a_full_disk_loses_nothing_and_is_said(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk / 'ringi.db'}"
    workplace = Workplace(small_disk, url).open()
    kept: list[str] = []
    failed: Any = None
    fill(small_disk)
    for number in range(2_000):
        try:
            kept.append(workplace.desk().call("ask", text=f"request {number} " + "x" * 500)["task_id"])
        except RingiError as error:
            failed = error
            break
    assert failed is not None and failed.code == "RINGI-506"
    assert {row["id"] for row in workplace.rows("SELECT id FROM requests")} == set(kept)
    enlarge(small_disk)
    task_id = workplace.ask("after the flood")
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.decide(task_id) == "completed"
    workplace.close()
    assert disagreements(url) == []
