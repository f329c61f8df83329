"""The client over a plain socket: what it sends, what it takes for an answer, and what it says when there is none."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from answering import answering, chunked, whole
from counter import typed

from ringi.cli import http_desk, wire
from ringi.cli.desks import open_desk, server_desk, server_note
from ringi.cli.http_desk import HttpDesk, quoted
from ringi.errors import RingiError
from ringi.settings import Settings, load


def test_a_call_sends_its_arguments_and_who_is_calling() -> None:
    with answering(whole(b'{"ok": true}')) as (address, got):
        assert HttpDesk(address, "k", "佐藤", "a\r\nX-Evil: 1").call("ask", text="残業 \ud800") == {"ok": True}
    head, _, body = got[0].partition(b"\r\n\r\n")
    lines = head.decode("ascii").split("\r\n")
    assert lines[0] == "POST /api/desk/ask HTTP/1.1"
    assert {"Connection: close", "Authorization: Bearer k", "X-Ringi-User: %E4%BD%90%E8%97%A4"} <= set(lines)
    assert "X-Ringi-As: a%0D%0AX-Evil%3A%201" in lines and not any(line.startswith("X-Evil") for line in lines)
    assert json.loads(body) == {"text": "残業 \ud800"}


def test_an_answer_in_chunks_is_put_together() -> None:
    with answering(chunked(b'{"a":', b" 1}")) as (address, _):
        assert HttpDesk(address, "k", "aki").call("inbox") == {"a": 1}


def test_an_answer_without_a_length_ends_with_the_connection() -> None:
    with answering(b"HTTP/1.0 200 OK\r\n\r\n" + b'{"a": 2}') as (address, _):
        assert HttpDesk(address, "k", "aki").call("inbox") == {"a": 2}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"", "RINGI-611"),
        (b"SSH-2.0-OpenSSH\r\n", "RINGI-611"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "RINGI-611"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}", "RINGI-611"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}", "RINGI-611"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}", "RINGI-611"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 300 + b"\r\n{}", "RINGI-611"),
        (whole(b"<html>welcome</html>"), "RINGI-612"),
        (whole(b"[]"), "RINGI-612"),
        (whole(b"nothing here", "404 Not Found"), "RINGI-612"),
        (whole(b"go away", "401 Unauthorized"), "RINGI-613"),
    ],
)
def test_what_is_no_answer_of_ours_is_said_and_nothing_is_made_up(answer: bytes, code: str) -> None:
    with answering(answer) as (address, _), pytest.raises(RingiError) as caught:
        HttpDesk(address, "k", "aki").call("inbox")
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("status", "exit_code"),
    [("422 U", 2), ("404 N", 3), ("401 U", 4), ("403 F", 4), ("409 C", 5), ("503 S", 6), ("500 I", 1)],
)
def test_an_error_of_the_server_is_the_same_error_here(status: str, exit_code: int) -> None:
    error = {"error": {"code": "RINGI-104", "message": "m", "next": "n", "values": {"id": "X", "code": "odd"}}}
    with answering(whole(json.dumps(error).encode(), status)) as (address, _), pytest.raises(RingiError) as caught:
        HttpDesk(address, "k", "aki").call("show", id="X")
    assert caught.value.code == "RINGI-104" and caught.value.exit_code == exit_code
    assert "X" in caught.value.message("ja")


def test_a_code_that_only_a_newer_server_knows_is_told_in_its_own_words() -> None:
    from ringi.cli.failing import in_words

    error = {"error": {"code": "RINGI-999", "message": "something new", "next": "upgrade", "values": {}}}
    with answering(whole(json.dumps(error).encode(), "409 C")) as (address, _), pytest.raises(RingiError) as caught:
        HttpDesk(address, "k", "aki").call("inbox")
    assert in_words(caught.value, "ja")["message"] == "something new"


def test_a_server_that_does_not_answer_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_desk, "CALL_SECONDS", 0.2)
    quiet = threading.Event()

    def never() -> Iterator[bytes]:
        quiet.wait(10)
        yield b""

    with answering(never()) as (address, _):
        with pytest.raises(RingiError) as caught:
            HttpDesk(address, "k", "aki").call("inbox")
        quiet.set()
    assert caught.value.code == "RINGI-610" and caught.value.exit_code == 6


def test_a_server_that_says_nothing_is_waited_for_aloud(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(http_desk, "CALL_SECONDS", 0.4)
    monkeypatch.setattr(wire, "QUIET_SECONDS", 0.1)
    listener = socket.create_server(("127.0.0.1", 0))  # takes connections, like a server that was stopped
    note = {"address": f"http://127.0.0.1:{listener.getsockname()[1]}", "pid": os.getpid(), "key": "k"}
    (tmp_path / "server.json").write_text(json.dumps(note))
    with listener:
        said = typed("inbox", "--lang", "en", "--home", str(tmp_path))
        assert said.code == 6 and said.err.index("Waiting for the server") < said.err.index("RINGI-610")
        assert typed("inbox", "--json", "--home", str(tmp_path)).error["code"] == "RINGI-610"


def test_events_are_followed_to_their_end_and_a_cut_is_not_taken_for_it() -> None:
    facts = [b'data: {"sequence": 1}\n\n', b": still here\n\nda", b'ta: {"sequence":\ndata:  2}\r\n\r\n']
    with answering(chunked(*facts, b"event: end\ndata: {}\n\n")) as (address, got):
        assert [fact["sequence"] for fact in HttpDesk(address, "k", "aki").follow("T/1", 7)] == [1, 2]
    assert got[0].startswith(b"GET /api/follow/T%2F1?after=7 HTTP/1.1\r\n")
    for cut in (chunked(*facts), chunked(*facts, end=False)):
        with answering(cut) as (address, _), pytest.raises(RingiError) as caught:
            list(HttpDesk(address, "k", "aki").follow("T"))
        assert caught.value.code == "RINGI-611"


def test_an_error_instead_of_a_stream_is_that_error() -> None:
    error = json.dumps({"error": {"code": "RINGI-104", "values": {"id": "T"}}}).encode()
    with answering(whole(error, "404 N")) as (address, _), pytest.raises(RingiError) as caught:
        list(HttpDesk(address, "k", "aki").follow("T"))
    assert caught.value.code == "RINGI-104"


@pytest.mark.parametrize(
    "address", ["https://127.0.0.1:1", "http://127.0.0.1", "http://a b:1", "http://u@h:1", "x", ""]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        wire.place(address)


def test_an_address_of_either_kind_is_taken() -> None:
    assert wire.place("http://127.0.0.1:8750/") == ("127.0.0.1", 8750)
    assert wire.place("http://[::1]:8750") == ("::1", 8750)
    assert HttpDesk("http://[::1]:8750", "k", "aki")._headers["Host"] == "[::1]:8750"


def test_quoting_leaves_nothing_that_could_break_a_header() -> None:
    assert quoted("a b\r\n%/é") == "a%20b%0D%0A%25%2F%C3%A9"


# -- which desk ------------------------------------------------------------------------------------------------------


def note(home: Path, **changes: Any) -> Settings:
    home.mkdir(exist_ok=True)
    found = {"address": "http://127.0.0.1:9", "pid": os.getpid(), "key": "k", **changes}
    (home / "server.json").write_text(json.dumps({key: value for key, value in found.items() if value is not None}))
    return Settings(home, user="aki")


def dead_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_a_server_that_died_is_not_waited_for(tmp_path: Path) -> None:
    settings = note(tmp_path / "a", pid=dead_pid())
    assert server_note(settings) is None
    refusing = socket.create_server(("127.0.0.1", 0))
    port = refusing.getsockname()[1]
    refusing.close()
    stale = note(tmp_path / "b", address=f"http://127.0.0.1:{port}")
    assert server_desk(stale) is None
    desk = open_desk(stale)
    assert desk.call("whoami")["name"] == "aki"
    from ringi.cli.desks import close_desk

    close_desk(desk)


@pytest.mark.parametrize(
    "changes", [{"key": None}, {"pid": "12"}, {"address": 5}, {"address": "ftp://x"}, {"pid": -1}, {"pid": 10**30}]
)
def test_a_note_that_makes_no_sense_is_no_server(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert server_desk(note(tmp_path, **changes)) is None


def test_a_note_that_is_no_json_is_no_server(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text("{")
    assert server_desk(Settings(tmp_path)) is None
    (tmp_path / "server.json").write_bytes(b"\xff\xfe")
    assert server_desk(Settings(tmp_path)) is None


def test_a_server_that_dies_while_it_is_watched_leaves_the_id_of_what_it_took(tmp_path: Path) -> None:
    from counter import typed

    taken = json.dumps({"task_id": "01TASK", "status": "received", "duplicate": False}).encode()
    with answering(whole(taken), chunked(b'data: {"sequence": 1}\n\n', end=False)) as (address, _):
        said = typed("ask", "x", "--json", opener=lambda settings, as_user: HttpDesk(address, "k", "aki", as_user))
    assert said.code == 6 and said.error["code"] == "RINGI-611" and said.error["values"]["task_id"] == "01TASK"


def test_another_database_than_the_servers_is_not_silently_ignored(tmp_path: Path) -> None:
    with answering(whole(b'{"ok": true}')) as (address, _):
        note = {"address": address, "pid": os.getpid(), "key": "k", "database": str(tmp_path / "ringi.db")}
        (tmp_path / "server.json").write_text(json.dumps(note))
        with pytest.raises(RingiError) as refused:
            server_desk(load({"RINGI_DATABASE_URL": f"sqlite:///{tmp_path / 'other.db'}"}, tmp_path))
        assert refused.value.code == "RINGI-614"
        for environ in ({}, {"RINGI_DATABASE_URL": f"sqlite:///{tmp_path / 'ringi.db'}"}):
            desk = server_desk(load(environ, tmp_path))
            assert desk is not None
            desk.close()
