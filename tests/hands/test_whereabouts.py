"""What counts of where a server runs: what a person configured and what it leads to, and no secret."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from toolbench import HERE, hands_on

from ringi.hands.config import Server, parse_servers
from ringi.hands.whereabouts import HIDDEN, differences, locate, whereabouts_digest

KEY = "Zx81fQ0pLm77aTr2Yb9WcD4e"
"""Of no format that anybody knows."""


def place(table: dict[str, Any], environ: dict[str, str] | None = None, folder: Path | None = None) -> dict[str, str]:
    servers = parse_servers({"servers": {"one": table}}, {"PATH": os.defpath, **(environ or {})}, folder)
    return locate(next(server for server in servers if server.name == "one"))


def over_http(headers: dict[str, str], environ: dict[str, str] | None = None) -> dict[str, str]:
    return place({"url": "https://tools.example/mcp", "headers": headers}, environ)


def started(environ: dict[str, str] | None = None, **env: Any) -> dict[str, str]:
    return place({"command": "sh", "env": env}, environ)


def test_an_address_and_the_headers_that_were_configured_count() -> None:
    found = over_http({"X-Tenant": "acme", "Authorization": "Bearer ${T}", "X-Api-Key": "${K}"}, {"T": "t1", "K": "k1"})
    assert found == {
        "address": "https://tools.example/mcp",
        "header X-Tenant": "acme",
        "header Authorization": HIDDEN,
        "header X-Api-Key": HIDDEN,
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("API_KEY", "${K}"), ("LEDGER_TOKEN", "${K}"), ("DB_PASSWORD", "${K}"), ("X", "Bearer ${TOKEN}")),
        *(("OPENAI_KEY", "${K}"), ("GH_PAT", "${K}"), ("SERVICE_AUTH", "${K}"), ("SETTING", "${OPENAI_KEY}")),
        ("DATABASE_URL", "postgres://app:${TOKEN}@db/books"),
    ],
)
def test_renewing_a_secret_changes_nothing(name: str, text: str) -> None:
    first = started({"K": KEY, "TOKEN": KEY, "OPENAI_KEY": KEY}, **{name: text})
    other = KEY[::-1]
    assert first == started({"K": other, "TOKEN": other, "OPENAI_KEY": other}, **{name: text})
    assert KEY not in str(first)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        *(("TARGET", "prod", "staging"), ("REGION", "eu-west-1", "us-east-1"), ("ACCOUNT", "1234567890", "1234567891")),
        *(("SORT_KEY", "name", "date"), ("API", "https://a.example/v1", "https://b.example/v1")),
        *(("BASE", "/srv/books", "/srv/other"), ("MODE", KEY, KEY[::-1])),
        ("DATABASE_URL", "postgres://app:one@db/books", "postgres://app:one@elsewhere/books"),
    ],
)
def test_another_setting_is_another_place(name: str, before: str, after: str) -> None:
    """Written in the file or taken from the environment."""
    in_file = started(None, **{name: before}), started(None, **{name: after})
    written = {name: "${V}"}
    expanded = started({"V": before}, **written), started({"V": after}, **written)
    for was, now in (in_file, expanded):
        ((what, _, _),) = differences(was, now)
        assert what == f"env {name}" and whereabouts_digest(was) != whereabouts_digest(now)
    assert KEY not in str(started(MODE=KEY)), "what nobody chose is compared and not shown"


def test_a_command_is_looked_for_in_the_childs_own_path(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tool").write_text("#!/bin/sh\n")
        (tmp_path / folder / "tool").chmod(0o755)
    first = place({"command": "tool"}, {"PATH": f"{tmp_path}/a:{tmp_path}/b"})
    assert first["program"] == str(tmp_path / "a" / "tool")
    assert place({"command": "tool"}, {"PATH": f"{tmp_path}/b:{tmp_path}/a"})["program"] == str(tmp_path / "b" / "tool")
    given = {"command": "tool", "env": {"PATH": f"{tmp_path}/b"}}
    assert place(given, {"PATH": f"{tmp_path}/a"})["program"] == str(tmp_path / "b" / "tool")


def test_a_relative_command_and_script_are_those_of_the_directory(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "serve").write_text("#!/bin/sh\n")
        (tmp_path / folder / "serve").chmod(0o755)
    table = {"command": "./serve", "args": ["server.py", "--config=./x.toml", "-v"]}
    found = place({**table, "cwd": "a"}, folder=tmp_path)
    assert found["program"] == str(tmp_path / "a" / "serve")
    assert found["file server.py"] == str(tmp_path / "a" / "server.py")
    assert found["file ./x.toml"] == str(tmp_path / "a" / "x.toml")
    changed = {what for what, _, _ in differences(found, place({**table, "cwd": "b"}, folder=tmp_path))}
    assert changed == {"directory", "program", "file server.py", "file ./x.toml"}


def test_a_directory_that_is_handed_over_counts_by_where_it_leads(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    link = tmp_path / "books"
    link.symlink_to(tmp_path / "a")
    table = {"command": "sh", "args": [str(link)]}
    first = place(table)
    link.unlink()
    link.symlink_to(tmp_path / "b")
    ((_, was, now),) = differences(first, place(table))
    assert (was, now) == (str(tmp_path / "a"), str(tmp_path / "b"))


@pytest.mark.parametrize(
    "text", ["@scope/server", "https://x.example/y", "owner/package", "--flag", "example.com", "1.2"]
)
def test_what_is_no_file_does_not_depend_on_where_ringi_was_started(text: str, tmp_path: Path) -> None:
    table = {"command": "sh", "args": ["-y", text]}
    before = place(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert place(table) == before


def test_a_file_that_a_server_makes_itself_is_no_change(tmp_path: Path) -> None:
    table = {"command": "sh", "args": ["./data.sqlite", "data/log.txt", "cache.db"], "cwd": str(tmp_path)}
    (tmp_path / "data").mkdir()
    before = place(table)
    for name in ("data.sqlite", "data/log.txt", "cache.db"):
        (tmp_path / name).touch()
    assert place(table) == before


def test_a_secret_among_the_arguments_is_not_shown() -> None:
    found = place({"command": "sh", "args": ["--api-key=abcdefgh12345678", "--region=eu"]})
    assert "abcdefgh12345678" not in str(found) and "--region=eu" in found["arguments"]


async def test_a_server_that_came_back_as_another_program_is_not_called(tmp_path: Path) -> None:
    """It was listed as one and has been started anew since: the call is not sent."""
    script, notes = HERE / "servers" / "ledger.py", tmp_path / "ledger.jsonl"
    link = tmp_path / "serve"
    for name in ("one", "two"):
        (tmp_path / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}"\n')
        (tmp_path / name).chmod(0o755)
    link.symlink_to(tmp_path / "one")
    async with hands_on(Server(name="ledger", command=str(link), env={"HOME": str(tmp_path)})) as hands:
        await hands.catalog()
        link.unlink()
        link.symlink_to(tmp_path / "two")
        hands.renew("ledger")
        outcome = await hands.call("close_book", {"book": "x"}, key="1", timeout=60)
        assert (outcome.status, outcome.code) == ("failed", "RINGI-416") and not notes.exists()
        assert str(tmp_path / "one") in outcome.error and str(tmp_path / "two") in outcome.error
        assert (await hands.catalog()).tool("close_book") is not None
        again = await hands.call("close_book", {"book": "x"}, key="1", timeout=60)
        assert again.status == "completed" and notes.exists(), "what is listed is what is called"


def test_what_runs_in_this_process_is_nowhere_else() -> None:
    servers = parse_servers({}, {})
    assert [locate(server) for server in servers] == [{}, {}] and whereabouts_digest({}) == ""
