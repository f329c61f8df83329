"""A copy is whole while work goes on, a restore loses nothing, and nothing is ever overwritten."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from prototype_files import fetch, insert, make, run

from ringi.errors import RingiError
from ringi.store import migrations
from ringi.store.backup import backup, restore
from ringi.store.engine import SqliteConnection
from ringi.store.migrations.detection import CURRENT


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    migrations.upgrade(home / "ringi.db")
    run(str(home / "ringi.db"), [insert("tenants", id="default", name="first", slug="default")])
    return home


def names(path: Path) -> list[str]:
    return [name for (name,) in fetch(str(path), "SELECT name FROM tenants ORDER BY id")]


def code(refusal: pytest.ExceptionInfo[RingiError]) -> str:
    assert all(refusal.value.next_step(lang) for lang in ("ja", "en", "zh"))
    return refusal.value.code


def test_a_backup_is_one_complete_file(home: Path, tmp_path: Path) -> None:
    done = backup(home / "ringi.db", tmp_path / "copy.db")
    assert (done.path, done.version, done.size) == (
        tmp_path / "copy.db",
        CURRENT,
        (tmp_path / "copy.db").stat().st_size,
    )
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy.db", "home"]
    assert names(tmp_path / "copy.db") == ["first"]
    assert not migrations.upgrade(tmp_path / "copy.db").changed
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_a_backup_of_a_running_store_is_a_moment_of_it(home: Path, tmp_path: Path) -> None:
    """Every transaction adds a pair of rows; a copy with half a pair would be no moment that ever was."""
    stop, wrote = threading.Event(), threading.Event()

    def work() -> None:
        with closing(SqliteConnection(home / "ringi.db")) as store:
            number = 0
            while not stop.is_set():
                store.begin()
                for half in ("a", "b"):
                    store.execute(insert("tenants", id=f"{number:06}{half}", name="x" * 2000, slug=f"{number}{half}"))
                store.commit()
                number += 1
                wrote.set()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        assert wrote.wait(120)
        for copy in ("one.db", "two.db", "three.db"):
            backup(home / "ringi.db", tmp_path / copy)
    finally:
        stop.set()
        worker.join()
    for copy in ("one.db", "two.db", "three.db"):
        assert fetch(str(tmp_path / copy), "PRAGMA integrity_check") == [("ok",)]
        [(halves,)] = fetch(str(tmp_path / copy), "SELECT count(*) FROM tenants WHERE id <> 'default'")
        assert halves > 0 and halves % 2 == 0


def test_a_backup_takes_what_is_still_in_the_log(home: Path, tmp_path: Path) -> None:
    with closing(SqliteConnection(home / "ringi.db")) as store:
        store.execute("UPDATE tenants SET name = 'second'")
        backup(home / "ringi.db", tmp_path / "copy.db")
        assert names(tmp_path / "copy.db") == ["second"]


def test_a_backup_never_overwrites(home: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(RingiError) as refusal:
        backup(home / "ringi.db", tmp_path / "copy.db")
    assert code(refusal) == "RINGI-512"
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RingiError) as refusal:
        backup(tmp_path / "ringi.db", tmp_path / "copy.db")
    assert code(refusal) == "RINGI-514"
    assert list(tmp_path.iterdir()) == []


def test_a_backup_into_a_place_that_cannot_be_written_leaves_nothing(home: Path, tmp_path: Path) -> None:
    with pytest.raises(RingiError) as refusal:
        backup(home / "ringi.db", tmp_path / "nowhere" / "copy.db")
    assert code(refusal) == "RINGI-505"
    assert [one.name for one in tmp_path.iterdir()] == ["home"]


def test_postgres_is_left_to_its_own_tools(tmp_path: Path) -> None:
    with pytest.raises(RingiError) as refusal:
        backup("postgresql://host/ringi", tmp_path / "copy.db")
    assert code(refusal) == "RINGI-507"
    assert "pg_dump" in refusal.value.next_step("en")
    with pytest.raises(RingiError) as refusal:
        restore(tmp_path / "copy.db", "postgresql+psycopg://host/ringi")
    assert code(refusal) == "RINGI-507"


def test_a_restore_brings_back_the_copy_and_keeps_what_it_replaced(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    with closing(SqliteConnection(home / "ringi.db")) as store:
        store.execute("UPDATE tenants SET name = 'second'")
    done = restore(tmp_path / "copy.db", home / "ringi.db")
    assert done.kept is not None
    assert done.kept.name.startswith("ringi.db.before-restore-20")
    assert (names(home / "ringi.db"), names(done.kept)) == (["first"], ["second"])
    assert sorted(one.name for one in home.iterdir()) == sorted(["ringi.db", done.kept.name, "worker.lock"])
    assert names(tmp_path / "copy.db") == ["first"]


def test_a_restore_into_an_empty_home_makes_the_store(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    done = restore(tmp_path / "copy.db", tmp_path / "other" / "ringi.db")
    assert (done.kept, names(tmp_path / "other" / "ringi.db")) == (None, ["first"])


def test_a_restored_file_of_the_prototype_upgrades(home: Path, tmp_path: Path) -> None:
    make(str(tmp_path / "old.db"), 1)
    assert restore(tmp_path / "old.db", home / "ringi.db").version == 1
    assert migrations.upgrade(home / "ringi.db").found == 1


@pytest.mark.parametrize(
    ("octets", "expected"), [(b"no database", "RINGI-502"), (b"", "RINGI-503"), (None, "RINGI-514")]
)
def test_what_is_no_backup_is_not_restored(home: Path, tmp_path: Path, octets: bytes | None, expected: str) -> None:
    before = (home / "ringi.db").read_bytes()
    if octets is not None:
        (tmp_path / "copy.db").write_bytes(octets)
    with pytest.raises(RingiError) as refusal:
        restore(tmp_path / "copy.db", home / "ringi.db")
    assert code(refusal) == expected
    assert (home / "ringi.db").read_bytes() == before
    assert [one.name for one in home.iterdir()] == ["ringi.db"]


def test_a_backup_from_the_future_is_not_restored(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    run(str(tmp_path / "copy.db"), [f"PRAGMA user_version = {CURRENT + 1}"])
    with pytest.raises(RingiError) as refusal:
        restore(tmp_path / "copy.db", home / "ringi.db")
    assert code(refusal) == "RINGI-501"
    assert names(home / "ringi.db") == ["first"]


def test_nothing_is_restored_under_a_running_worker(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    with (home / "worker.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(RingiError) as refusal:
            restore(tmp_path / "copy.db", home / "ringi.db")
    assert code(refusal) == "RINGI-513"
    assert sorted(one.name for one in home.iterdir()) == ["ringi.db", "worker.lock"]


def test_nothing_is_restored_under_an_open_command(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    with closing(SqliteConnection(home / "ringi.db")) as store:
        store.execute("UPDATE tenants SET name = 'second'")
        with pytest.raises(RingiError) as refusal:
            restore(tmp_path / "copy.db", home / "ringi.db")
        assert code(refusal) == "RINGI-513"
        store.execute("UPDATE tenants SET name = 'third'")
    assert names(home / "ringi.db") == ["third"]
    assert sorted(one.name for one in home.iterdir()) == ["ringi.db", "worker.lock"]


def test_a_damaged_store_can_be_replaced_and_is_kept_as_it_is(home: Path, tmp_path: Path) -> None:
    backup(home / "ringi.db", tmp_path / "copy.db")
    (home / "ringi.db").write_bytes(b"damaged" * 1000)
    (home / "ringi.db-wal").write_bytes(b"its log")
    done = restore(tmp_path / "copy.db", home / "ringi.db")
    assert done.kept is not None
    assert done.kept.read_bytes() == b"damaged" * 1000
    assert names(home / "ringi.db") == ["first"]
    assert not (home / "ringi.db-wal").exists()


def test_a_copy_that_runs_out_of_room_leaves_no_trace(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite3.connect

    def small(*args: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*args, **options)  # type: ignore[call-overload]
        if ".partial" in str(args[0]):
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(RingiError) as refusal:
        backup(home / "ringi.db", tmp_path / "copy.db")
    assert code(refusal) == "RINGI-506"
    assert [one.name for one in tmp_path.iterdir()] == ["home"]
