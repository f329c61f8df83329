"""`ringi.toml` as a command changes it: one table, whole or not at all, and every other byte as it was."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ringi.errors import RingiError
from ringi.hands import servers_file
from ringi.hands.config import Watched

FILE = """# our tools, reviewed in March
[slack]
client_id = "1.2"

[servers.crm]   # sales
url = "http://127.0.0.1:9/mcp"
headers = { Authorization = "Bearer ${CRM}" }

[servers.crm.effects]
find = "read"

# the ticket desk
[servers.tickets]
command = "tickets"
"""


def test_a_server_is_written_at_the_end_and_nothing_else_moves() -> None:
    table: dict[str, Any] = {
        "command": "/opt/x y/run",
        "args": ['say "hi"', "a\\b", "残業", "\x7f\n"],
        "env": {"A": "${A}", "B.C": "1"},
        "effects": {"drop": "destructive"},
        "timeout_seconds": 2.5,
    }
    made = servers_file.with_server(FILE, "time", table)
    assert made.startswith(FILE)
    assert tomllib.loads(made)["servers"]["time"] == table
    assert servers_file.without_server(made, "time").rstrip("\n") == FILE.rstrip("\n")


def test_a_server_leaves_with_its_own_tables_and_no_other_comment() -> None:
    left = servers_file.without_server(FILE, "crm")
    assert tomllib.loads(left) == {"slack": {"client_id": "1.2"}, "servers": {"tickets": {"command": "tickets"}}}
    assert "# our tools, reviewed in March" in left and "# the ticket desk" in left and "# sales" not in left


def test_what_is_there_is_not_written_over_and_what_is_not_cannot_leave() -> None:
    for name in ("crm", "hr"):
        with pytest.raises(RingiError, match="RINGI-670"):
            servers_file.with_server(FILE, name, {"command": "x"})
    for text, name, code in (
        (FILE, "time", "RINGI-671"),
        ('servers = { crm = { command = "x" } }\n', "crm", "RINGI-672"),
        ('servers.crm.command = "x"\n', "crm", "RINGI-672"),
    ):
        with pytest.raises(RingiError, match=code):
            servers_file.without_server(text, name)


def _with_new(table: dict[str, Any], text: str) -> str:
    return servers_file.with_server(text, "new", table)


def test_a_file_that_would_not_be_understood_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "ringi.toml"
    path.write_text(FILE)
    for table in ({"command": "x", "url": "http://127.0.0.1/"}, {"command": "x", "colour": "red"}, {}):
        with pytest.raises(RingiError):
            servers_file.change(path, {"CRM": "k"}, partial(_with_new, table))
    with pytest.raises(RingiError) as raised:  # the key is not set here, so the server could never be reached
        servers_file.change(path, {}, lambda text: servers_file.with_server(text, "new", {"command": "x"}))
    assert raised.value.code == "RINGI-624" and path.read_text() == FILE
    assert [one.name for one in tmp_path.iterdir() if "draft" in one.name] == []


def test_a_change_is_taken_back_unless_somebody_has_gone_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "ringi.toml"
    servers, back = servers_file.change(path, {}, lambda text: servers_file.with_server(text, "a", {"command": "a"}))
    assert [one.name for one in servers] == ["hr", "common", "a"] and path.stat().st_mode & 0o077 == 0
    back()
    assert path.read_text() == ""
    _, back = servers_file.change(path, {}, lambda text: servers_file.with_server(text, "a", {"command": "a"}))
    path.write_text(path.read_text() + "# mine\n")
    back()
    assert "# mine" in path.read_text() and "[servers.a]" in path.read_text()


def test_the_file_is_read_again_when_it_changes_and_only_then(tmp_path: Path) -> None:
    path = tmp_path / "ringi.toml"
    watched = Watched(path, {})
    assert watched.news() is None
    path.write_text('[servers.a]\ncommand = "a"\n')
    found = watched.news()
    assert found is not None and [one.name for one in found] == ["hr", "common", "a"] and watched.news() is None
    path.write_text("[servers.a]\nnonsense = 1\n")
    for _ in range(2):  # said until it is right
        with pytest.raises(RingiError):
            watched.news()
    path.unlink()
    assert [one.name for one in watched.news() or ()] == ["hr", "common"]
