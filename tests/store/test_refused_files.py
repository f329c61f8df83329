"""What cannot be opened is refused with a clear error, and stays byte for byte as it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from prototype_files import TABLES_2, everything, fetch, make, planned, run

from ringi.errors import RingiError
from ringi.store import migrations
from ringi.store.migrations import opening
from ringi.store.migrations.detection import CURRENT

NOBODY = 65534


def contents(directory: Path) -> dict[str, tuple[bytes, int]]:
    return {one.name: (one.read_bytes(), one.stat().st_mtime_ns) for one in directory.iterdir() if one.is_file()}


def refused(path: Path, **options: Any) -> RingiError:
    """The refusal of an upgrade, after checking that nothing in the directory was touched or added."""
    before = contents(path.parent)
    with pytest.raises(RingiError) as refusal:
        migrations.upgrade(path, **options)
    assert contents(path.parent) == before
    for lang in ("ja", "en", "zh"):
        assert "?" not in refusal.value.message(lang).replace(str(path), "").replace("?)", "")
        assert refusal.value.next_step(lang)
    return refusal.value


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ringi.db"


@contextmanager
def no_privilege() -> Iterator[Path]:
    """A directory made by somebody who may then do only what its permissions say, also when the tests run as root."""
    directory = Path(tempfile.mkdtemp(prefix="ringi-closed-"))
    root = os.geteuid() == 0
    try:
        if root:
            os.chown(directory, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield directory
    finally:
        if root:
            os.seteuid(0)
        directory.chmod(0o700)
        shutil.rmtree(directory)


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_from_the_future_is_refused_and_gains_no_companions(path: Path, journal: str) -> None:
    migrations.upgrade(path)
    run(str(path), [f"PRAGMA journal_mode = {journal}", f"PRAGMA user_version = {CURRENT + 1}"])
    assert [one.name for one in path.parent.iterdir()] == ["ringi.db"]
    refusal = refused(path)
    assert (refusal.code, refusal.values["found"], refusal.values["known"]) == ("RINGI-501", CURRENT + 1, CURRENT)


def test_a_current_file_in_wal_mode_is_recognised_without_companions(path: Path) -> None:
    migrations.upgrade(path)
    run(str(path), ["PRAGMA journal_mode = wal"])
    before = contents(path.parent)
    assert not migrations.upgrade(path).changed
    assert contents(path.parent) == before


def test_an_old_file_in_wal_mode_is_upgraded(path: Path) -> None:
    make(str(path), 1)
    run(str(path), ["PRAGMA journal_mode = wal"])
    assert migrations.upgrade(path).found == 1
    assert fetch(str(path), "SELECT version FROM schema_version") == [(CURRENT,)]


@pytest.mark.parametrize("version", [3, 4, 5, 6, 7, 8])
def test_a_version_3_that_is_not_ours_is_refused(path: Path, version: int) -> None:
    make(str(path), 2)
    run(str(path), [f"PRAGMA user_version = {version}"])
    assert refused(path).code == "RINGI-501"


def test_another_program_s_file_is_refused_whatever_number_it_has(path: Path) -> None:
    run(str(path), ["CREATE TABLE moz_places (id INTEGER)", "PRAGMA user_version = 2"])
    refusal = refused(path)
    assert refusal.code == "RINGI-503"
    assert "moz_places" in refusal.message("en")


def test_a_file_with_a_number_and_no_tables_is_refused(path: Path) -> None:
    run(str(path), ["CREATE TABLE x (y)", "DROP TABLE x", "PRAGMA user_version = 2"])
    assert refused(path).code == "RINGI-503"


@pytest.mark.parametrize("octets", [b"hello " * 4000, b"x", b"SQLite format 3\0 and no more", b"\0" * 8192])
def test_a_file_that_is_not_sqlite_is_refused(path: Path, octets: bytes) -> None:
    path.write_bytes(octets)
    assert refused(path).code == "RINGI-502"


@pytest.mark.parametrize("keep", [0.25, 0.5, 0.9])
@pytest.mark.parametrize("version", [1, 2])
def test_a_truncated_file_is_refused(path: Path, version: int, keep: float) -> None:
    make(str(path), version)
    octets = path.read_bytes()
    path.write_bytes(octets[: int(len(octets) * keep)])
    assert refused(path).code == "RINGI-502"


def test_a_file_with_a_damaged_page_is_refused(path: Path) -> None:
    make(str(path), 2)
    [(page,)] = fetch(str(path), "SELECT rootpage FROM sqlite_master WHERE name = 'executions'")
    [(size,)] = fetch(str(path), "PRAGMA page_size")
    octets = bytearray(path.read_bytes())
    octets[(page - 1) * size : page * size] = b"\xa5" * size
    path.write_bytes(octets)
    assert refused(path).code == "RINGI-502"


def test_duplicate_versions_leave_the_file_untouched(path: Path) -> None:
    make(str(path), 2)
    run(str(path), ["UPDATE prompts SET version = 1 WHERE task_id = 'T-asking'"])
    refusal = refused(path)
    assert refusal.code == "RINGI-504"
    assert "T-asking" in refusal.message("ja")


def test_a_directory_is_no_database(path: Path) -> None:
    path.mkdir()
    assert refused(path).code == "RINGI-505"


@pytest.mark.parametrize("parent", ["nowhere", "file"])
def test_a_place_that_cannot_exist_is_refused(tmp_path: Path, parent: str) -> None:
    (tmp_path / "file").write_text("a file, not a directory")
    before = contents(tmp_path)
    with pytest.raises(RingiError) as refusal:
        migrations.upgrade(tmp_path / parent / "ringi.db")
    assert refusal.value.code == "RINGI-505"
    assert contents(tmp_path) == before


def test_a_new_store_in_a_read_only_directory_is_refused() -> None:
    with no_privilege() as directory:
        directory.chmod(0o555)
        assert refused(directory / "ringi.db").code == "RINGI-505"


@pytest.mark.parametrize("mode", [0o444, 0o644])
def test_an_old_store_in_a_read_only_directory_is_refused(mode: int) -> None:
    with no_privilege() as directory:
        path = directory / "ringi.db"
        make(str(path), 2)
        path.chmod(mode)
        directory.chmod(0o555)
        assert refused(path).code == "RINGI-505"


def test_a_file_that_may_not_be_read_is_refused() -> None:
    with no_privilege() as directory:
        path = directory / "ringi.db"
        make(str(path), 2)
        path.chmod(0o000)
        with pytest.raises(RingiError) as refusal:
            migrations.upgrade(path)
        assert refusal.value.code == "RINGI-505"


def small_disk(pages: int) -> Callable[..., sqlite3.Connection]:
    """SQLite itself, on a disk with room for so many pages."""
    real = sqlite3.connect

    def connect(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*args, **options)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    return connect


@pytest.mark.parametrize("room", [0, 3, 30])
def test_a_full_disk_undoes_the_whole_upgrade(path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    make(str(path), 2)
    before = path.read_bytes(), everything(str(path), TABLES_2)
    [(pages,)] = fetch(str(path), "PRAGMA page_count")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", small_disk(pages + room))
        with pytest.raises(RingiError) as refusal:
            migrations.upgrade(path)
    assert refusal.value.code == "RINGI-506"
    assert (path.read_bytes(), everything(str(path), TABLES_2)) == before
    assert migrations.upgrade(path).changed


def test_a_write_that_the_system_refuses_undoes_the_whole_upgrade(path: Path) -> None:
    make(str(path), 2)
    before = path.read_bytes()
    script = (
        "import resource, sys; from ringi.store import migrations; from ringi.errors import RingiError\n"
        "import ringi.store.migrations.carrying_out\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 4096}, {len(before) + 4096}))\n"
        "try: migrations.upgrade(sys.argv[1])\n"
        "except RingiError as error: print(error.code)"
    )
    said = subprocess.check_output([sys.executable, "-c", script, str(path)], text=True)
    assert said.strip() == "RINGI-506"
    assert path.read_bytes() == before


def test_a_file_that_another_program_holds_is_left_to_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(str(path), 2)
    monkeypatch.setattr(opening, "WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        before = path.read_bytes()
        with pytest.raises(RingiError) as refusal:
            migrations.upgrade(path)
        assert refusal.value.code == "RINGI-508"
        assert path.read_bytes() == before
        other.execute("ROLLBACK")


def interrupted(path: Path) -> None:
    """An upgrade killed just before its commit, when part of it has already reached the file."""
    make(str(path), 2)
    run(str(path), [one for number in range(400) for one in planned(f"more-{number:03}", "completed")])
    run(str(path), ["UPDATE prompts SET content = content || hex(zeroblob(4000)) WHERE task_id LIKE 'T-more%'"])
    script = (
        "import os, signal, sys\n"
        "from ringi.store import migrations\n"
        "from ringi.store.migrations import carrying_out\n"
        "real = carrying_out.import_rows\n"
        "def killed(connection, report):\n"
        "    real(connection, report)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "carrying_out.import_rows = killed\n"
        "migrations.upgrade(sys.argv[1])\n"
    )
    whole = path.read_bytes()
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == -9
    assert path.with_name("ringi.db-journal").exists()
    assert path.read_bytes() != whole


def test_an_upgrade_that_was_killed_is_undone_and_done_again(path: Path) -> None:
    interrupted(path)
    assert migrations.look(path) == 2
    report = migrations.upgrade(path)
    assert (report.found, report.tasks) == (2, 411)
    assert not path.with_name("ringi.db-journal").exists()
    assert fetch(str(path), "PRAGMA integrity_check") == [("ok",)]


def test_looking_at_a_killed_upgrade_does_not_touch_it(path: Path) -> None:
    interrupted(path)
    before = contents(path.parent)
    assert migrations.look(path) == 2
    assert contents(path.parent) == before


def test_a_wal_file_whose_process_was_killed_is_read_with_its_log(path: Path) -> None:
    migrations.upgrade(path)
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        f"c.execute('PRAGMA journal_mode = wal'); c.execute('PRAGMA user_version = {CURRENT + 1}'); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    before = path.read_bytes(), path.with_name("ringi.db-wal").read_bytes()
    with pytest.raises(RingiError) as refusal:
        migrations.upgrade(path)
    assert refusal.value.code == "RINGI-501"
    assert (path.read_bytes(), path.with_name("ringi.db-wal").read_bytes()) == before


def test_an_address_is_never_shown_with_its_password() -> None:
    assert opening.public_name("postgresql://ann:geheim@host:5432/db?x=1") == "postgresql://ann@host:5432/db"


def test_a_server_that_is_not_there_is_said_to_be_unreachable(tmp_path: Path) -> None:
    with pytest.raises(RingiError) as refusal:
        migrations.upgrade(f"postgresql://ann:geheim@/ringi?host={tmp_path}")
    assert refusal.value.code == "RINGI-509"
    assert "geheim" not in str(refusal.value)


@pytest.mark.parametrize("name", ["a b.db", "100%.db", "what?.db", "#1.db", "稟議.db"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert migrations.upgrade(path).changed
    assert [one.name for one in tmp_path.iterdir()] == [name]
    assert path.stat().st_mode & 0o777 == 0o600
