"""A database file that is removed or replaced under a running server is noticed before anything is acknowledged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from workplace import Workplace

from ringi.errors import Unavailable


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    found = Workplace(tmp_path, "").open()
    found.ask("before")
    return found


def beside(path: Path) -> list[Path]:
    return [path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")]


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    for one in beside(path):
        one.unlink()


def remove_log(path: Path) -> None:
    beside(path)[1].unlink()


def replace_by_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def replace_by_empty(path: Path) -> None:
    remove_all(path)
    path.touch()


@pytest.mark.parametrize("harm", [remove, remove_all, remove_log, replace_by_copy, replace_by_empty])
def test_nothing_is_acknowledged_that_would_be_lost(place: Workplace, harm: Callable[[Path], None]) -> None:
    assert place.office is not None
    harm(place.home / "ringi.db")
    for _ in range(3):
        with pytest.raises(Unavailable) as refused:
            place.office.store.write(lambda tx: tx.audit("x", "x", "x", actor_type="user", actor_id="aki", details={}))
        assert refused.value.code == "RINGI-760"


def test_a_file_that_is_put_back_is_used_again(place: Workplace) -> None:
    path = place.home / "ringi.db"
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(Unavailable):
        place.desk().call("ask", text="lost?")
    path.with_name("elsewhere").rename(path)
    task = place.ask("after")
    assert place.show(task)["request"]["text"] == "after"
    assert [one["title"] for one in place.desk().call("tasks")["tasks"]].count("lost?") == 0
