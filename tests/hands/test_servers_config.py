"""What `ringi.toml` may say about tool servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringi.errors import Invalid, RingiError
from ringi.hands.config import Server, read_servers

ENVIRON = {"PATH": "/bin", "HOME": "/home/x", "FILES_TOKEN": "t0ken-value", "RINGI_SECRET": "never"}


def read(tmp_path: Path, text: str) -> dict[str, Server]:
    file = tmp_path / "ringi.toml"
    file.write_text(text, "utf-8")
    return {server.name: server for server in read_servers(file, ENVIRON)}


def refused(tmp_path: Path, text: str) -> RingiError:
    with pytest.raises(RingiError) as error:
        read(tmp_path, text)
    assert all(error.value.message(lang) and error.value.next_step(lang) for lang in ("ja", "en", "zh"))
    return error.value


def test_without_a_file_the_bundled_servers_are_there(tmp_path: Path) -> None:
    assert [server.name for server in read_servers(None, {})] == ["hr", "common"]
    assert [server.kind for server in read_servers(tmp_path / "none.toml", {})] == ["memory", "memory"]


def test_a_server_over_stdio_is_read_whole(tmp_path: Path) -> None:
    files = read(
        tmp_path,
        """
        [servers.files]
        command = "python"
        args = ["-m", "files"]
        env = { TOKEN = "Bearer ${FILES_TOKEN}" }
        cwd = "work"
        tools = ["read", "write"]
        effects = { read = "read" }
        idempotent = ["write"]
        timeout_seconds = 30
        protocol = "legacy"
        directory = false
        """,
    )["files"]
    assert files == Server(
        name="files",
        command="python",
        args=("-m", "files"),
        env={"PATH": "/bin", "HOME": "/home/x", "TOKEN": "Bearer t0ken-value"},
        cwd=str(tmp_path / "work"),
        configured={"env TOKEN": "***"},
        secrets=("t0ken-value",),
        tools=frozenset({"read", "write"}),
        effects={"read": "read"},
        idempotent={"write": True},
        timeout_seconds=30.0,
        protocol="legacy",
        directory=False,
    )
    assert files.kind == "stdio"


def test_a_child_gets_no_more_of_our_environment_than_it_needs(tmp_path: Path) -> None:
    assert "never" not in read(tmp_path, '[servers.x]\ncommand = "x"')["x"].env.values()


def test_a_server_over_http_is_read_whole(tmp_path: Path) -> None:
    text = '[servers.web]\nurl = "http://127.0.0.1:9/mcp"\nheaders = { Authorization = "Bearer ${FILES_TOKEN}" }'
    web = read(tmp_path, text)["web"]
    assert (web.kind, web.headers) == ("http", {"Authorization": "Bearer t0ken-value"})
    assert "t0ken-value" not in repr(web), "a key must not get into a log"


def test_a_bundled_server_can_be_switched_off_or_replaced(tmp_path: Path) -> None:
    assert list(read(tmp_path, "[servers.hr]\nbundled = false")) == ["common"]
    replaced = read(tmp_path, '[servers.hr]\nbundled = false\ncommand = "freee"')
    assert (list(replaced), replaced["hr"].kind) == (["hr", "common"], "stdio")
    assert read(tmp_path, "[servers.hr]\ntimeout_seconds = 5")["hr"].timeout_seconds == 5


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[servers", "RINGI-620"),
        ("[server.x]\ncommand = 'x'", "RINGI-621"),
        ("[servers.x]\ncomand = 'x'", "RINGI-621"),
        ("[servers.x]\ncommand = 'x'\nheaders = {}", "RINGI-621"),
        ("[servers.x]\nurl = 'http://x'\nargs = []", "RINGI-621"),
        ("[servers.hr]\ncwd = 'x'", "RINGI-621"),
        ("servers = 3", "RINGI-622"),
        ("[servers]\nx = 3", "RINGI-622"),
        ("[servers.x]\ncommand = 3", "RINGI-622"),
        ("[servers.x]\ncommand = ''", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\nargs = [1]", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\nenv = { A = 1 }", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\neffects = { a = 'delete' }", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\ntimeout_seconds = 0", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\ntimeout_seconds = true", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\nprotocol = '2024'", "RINGI-622"),
        ("[servers.x]\ncommand = 'x'\ndirectory = 1", "RINGI-622"),
        ("[servers.x]", "RINGI-623"),
        ("[servers.x]\ncommand = 'x'\nurl = 'http://x'", "RINGI-623"),
        ("[servers.hr]\nbundled = true\ncommand = 'x'", "RINGI-623"),
        ("[servers.x]\ncommand = 'x'\nenv = { A = '${NOT_SET}' }", "RINGI-624"),
        ("[servers.'a.b']\ncommand = 'x'", "RINGI-625"),
        ("[servers.'']\ncommand = 'x'", "RINGI-625"),
        ("[servers.x]\nbundled = true", "RINGI-626"),
        ("[servers.x]\nurl = 'ftp://x'", "RINGI-627"),
        ("[servers.x]\nurl = 'http://user:pw@x'", "RINGI-627"),
        ("[servers.x]\nurl = 'http://x:99999'", "RINGI-627"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(tmp_path: Path, text: str, code: str) -> None:
    assert refused(tmp_path, text).code == code


def test_a_missing_variable_is_named_and_nothing_is_sent_without_it(tmp_path: Path) -> None:
    error = refused(tmp_path, "[servers.x]\nurl = 'http://x'\nheaders = { K = '${NOT_SET}' }")
    assert (error.values["name"], error.values["place"]) == ("NOT_SET", "[servers.x] headers.K")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ringi.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(Invalid, match="RINGI-620"):
        read_servers(file, {})
