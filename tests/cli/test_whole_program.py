"""The installed program itself: what it loads, how it ends, and that its parts find each other."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from answering import answering, whole
from counter import plain_environment, typed

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")
RINGI = [sys.executable, "-c", "import sys; from ringi.cli import main; sys.exit(main())"]
HEAVY = (
    "typing",
    "dataclasses",
    "asyncio",
    "http",
    "urllib",
    "email",
    "ssl",
    "sqlite3",
    "sqlalchemy",
    "mcp",
    "pathlib",
)
LOADED = """
import sys
from ringi.cli import main
code = main(sys.argv[1:])
print("\\n".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def loaded(*argv: str) -> tuple[str, set[str]]:
    """Output of a command, and every module that it loaded beyond what Python itself does."""
    bare = subprocess.run([sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True)
    run = subprocess.run([sys.executable, "-c", LOADED, *argv], capture_output=True, text=True, check=True)
    return run.stdout, set(run.stderr.split()) - set(bare.stdout.split())


def test_help_loads_next_to_nothing() -> None:
    out, modules = loaded("--help")
    assert "ringi" in out
    assert not {name for name in modules if name.startswith((*HEAVY, "argparse", "json", "socket", "ringi.flow"))}


def test_the_inbox_of_a_running_server_loads_only_what_it_needs(tmp_path: Path) -> None:
    row = {
        "approval_id": "01A",
        "kind": "prompt",
        "version": 1,
        "opened_at": "2026-11-16T02:36:00.123Z",
        "requester": "cli:aki",
        "title": "残業",
        "task_id": "01T",
    }
    body = json.dumps({"approvals": [row], "total": 1, "attention": []}).encode()
    with answering(whole(body)) as (address, _):
        note = {"address": address, "pid": os.getpid(), "key": "k"}
        (tmp_path / "server.json").write_text(json.dumps(note))
        out, modules = loaded("inbox", "--home", str(tmp_path))
    assert "残業" in out
    ours = {name for name in modules if name.startswith("ringi.") and not name.startswith(("ringi.cli", "ringi.words"))}
    assert ours == {"ringi.settings"}
    assert not {name for name in modules if name.split(".")[0] in HEAVY}


def test_up_is_found_by_commands_and_leaves_nothing_behind(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with subprocess.Popen([*RINGI, "up", "--port", "0", "--json", "--home", str(home)], stdout=subprocess.PIPE) as up:
        try:
            assert up.stdout is not None
            told = json.loads(up.stdout.readline())
            assert told["pid"] == up.pid and "/?key=" in told["address"]
            assert typed("inbox", "--json", "--home", str(home)).data["approvals"] == []
            assert typed("up", "--port", "0", "--json", "--home", str(home)).error["code"] == "RINGI-653"
            assert typed("db", "restore", "x", "--json", "--home", str(home)).error["code"] == "RINGI-635"
        finally:
            up.send_signal(signal.SIGTERM)
        assert up.wait(120) == 0
    assert not (home / "server.json").exists()
    assert typed("inbox", "--json", "--home", str(home)).data["approvals"] == []


def test_a_reader_that_leaves_early_is_no_error() -> None:
    script = f"{' '.join(map(repr, RINGI))} explain --json | head -c 10 >/dev/null; echo ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert run.stdout.strip() in ("141", "0") and run.stderr == ""


# -- the database ----------------------------------------------------------------------------------------------------


def test_a_home_that_cannot_be_written_is_named_when_it_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = str(tmp_path / "home")
    typed("db", "upgrade", "--json", "--home", home)

    def unwritable(url: str, **more: Any) -> list[Any]:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("ringi.projection.disagreements", unwritable)
    assert typed("db", "verify", "--json", "--home", home).error["code"] == "RINGI-505"


def test_a_database_is_made_verified_copied_and_put_back(tmp_path: Path) -> None:
    home, copy = str(tmp_path / "home"), str(tmp_path / "copy.db")
    assert typed("db", "verify", "--json", "--home", home).error["code"] == "RINGI-514"
    assert typed("db", "upgrade", "--json", "--home", home).data["changed"] is True
    assert typed("db", "upgrade", "--json", "--home", home).data["changed"] is False
    assert typed("db", "verify", "--json", "--home", home).data == {"ok": True, "problems": []}
    assert typed("db", "backup", copy, "--json", "--home", home).data["path"] == copy
    again = typed("db", "backup", copy, "--json", "--home", home)
    assert again.code == 5 and again.error["code"] == "RINGI-512"
    restored = typed("db", "restore", copy, "--json", "--home", home).data
    assert Path(restored["kept"]).exists()
    assert typed("db", "verify", "--home", home).out == "Facts and records agree.\n"


def test_a_store_that_cannot_be_opened_is_said_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "ringi.db").write_bytes(b"not a database at all")
    said = typed("inbox", "--json", "--home", str(tmp_path))
    assert said.code == 6 and said.error["code"] == "RINGI-502"
    doctor = typed("doctor", "--json", "--home", str(tmp_path))
    assert doctor.code == 1 and doctor.data["ok"] is False
    assert (tmp_path / "ringi.db").read_bytes() == b"not a database at all"
    file = tmp_path / "file"
    file.write_text("x")
    assert typed("ask", "x", "--json", "--home", str(file)).code == 6


# -- scoring and measuring -------------------------------------------------------------------------------------------


def test_the_score_is_printed_and_never_judged(tmp_path: Path) -> None:
    case = {"lang": "ja", "today": "2026-11-16", "text": "先月の残業を計算して"}
    cases = [
        {"id": "right", **case, "expect": {"steps": [{"tool": "calculate_overtime", "input": {}}], "writes": "any"}},
        {"id": "wrong", **case, "expect": {"declined": True}},
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in cases), "utf-8")
    said = typed("eval", str(file), "--json")
    assert said.code == 0 and said.data["total"] == 2 and said.data["passed"] == 1
    assert [one.keys() for one in said.data["cases"]] == [{"id", "passed", "got"}] * 2
    shown = typed("eval", str(file))
    assert shown.code == 0 and "ja   1/2" in shown.out
    file.write_text("{}", "utf-8")
    assert typed("eval", str(file), "--json").code == 2


def test_an_unexpected_fault_is_told_in_one_line_with_its_place() -> None:
    def broken(settings: object, as_user: str) -> None:
        raise ZeroDivisionError("a fault of ours")

    said = typed("inbox", "--json", opener=broken)
    assert said.code == 1 and said.error["code"] == "RINGI-100"
    plain = typed("inbox", opener=broken)
    assert "ZeroDivisionError: a fault of ours (test_whole_program.py:" in plain.err and "Traceback" not in plain.err


def test_a_second_ctrl_c_leaves_at_once_even_if_the_tool_will_not_stop(tmp_path: Path) -> None:
    stubborn = [sys.executable, str(Path(__file__).parents[1] / "support" / "stubborn.py"), str(tmp_path)]
    task_id = json.loads(subprocess.check_output([*stubborn, "ask", "x", "--json"]))["task_id"]
    subprocess.run([*stubborn, "approve", task_id, "--json"], check=True, capture_output=True)
    with subprocess.Popen([*stubborn, "approve", task_id], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as run:
        assert run.stderr is not None
        for word in (b"started\n", b"told\n"):
            assert run.stderr.readline() == word
            run.send_signal(signal.SIGINT)
        assert run.wait(120) == 130
    shown = json.loads(subprocess.check_output([*stubborn, "show", task_id, "--json"]))
    assert shown["state"] == "cancelled"
