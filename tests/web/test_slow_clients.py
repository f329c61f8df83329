"""A client that does not say what it wants is let go after a bounded time; those who listen are not."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from webhouse import PATIENCE, House, house, small_hands, small_mind

from ringi.web import pace
from ringi.web.client_address import trusted_networks
from ringi.web.pace import Admission, most_connections

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@pytest.fixture
def up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name, seconds in (("HEADERS", 2.0), ("BODY", 2.0), ("QUIET", 600.0)):
        monkeypatch.setattr(pace, name, seconds)
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


def begun(up: House, sent: bytes) -> socket.socket:
    one = socket.create_connection((up.host, up.port), timeout=PATIENCE)
    one.sendall(sent)
    return one


def until_closed(one: socket.socket) -> bytes:
    """What came before the server closed it; waits as long as a test may wait at all."""
    found = b""
    with one:
        while True:
            try:
                piece = one.recv(4096)
            except ConnectionResetError:
                return found
            if not piece:
                return found
            found += piece


def test_half_sent_headers_are_closed_and_a_listener_stays(up: House) -> None:
    link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
    link.request("GET", "/api/events", headers={"Cookie": up.cookie()})
    stream = link.getresponse()
    assert stream.readline() == b"retry: 1000\n"
    slow = [begun(up, sent) for sent in (HALF, b"", b"G", b"POST /v1/tasks HTTP/1.1\r\n") for _ in range(20)]
    for one in slow:
        assert until_closed(one).startswith(b"HTTP/1.1 408")
    task = up.started("still here")
    told = b""
    while task.encode() not in told:
        told += stream.readline()
    link.close()


def test_headers_that_trickle_on_a_used_connection_are_closed_too(up: House) -> None:
    one = begun(up, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert one.recv(4096).startswith(b"HTTP/1.1 200")
    one.sendall(HALF)
    assert b"408" in until_closed(one)


@pytest.mark.parametrize(
    "path", ["/v1/tasks", "/api/desk/ask", "/mcp", "/signin", "/ag-ui", "/nowhere", "/slack/events"]
)
def test_a_body_that_never_ends_is_closed_wherever_it_is_sent(up: House, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {up.bearer}\r\nContent-Length: 5000\r\n"
    one = begun(up, head.encode() + b"Content-Type: application/json\r\n\r\n{")
    until_closed(one)


def test_a_runtime_that_streams_may_be_quiet(up: House) -> None:
    key = up.add("mei", "requester")
    lines = [json.dumps({"type": "RUN_STARTED", "threadId": "t", "runId": "r"}).encode() + b"\n"] * 2
    head = (
        f"POST /ag-ui/ingest HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
        f"Content-Type: application/x-ndjson\r\nContent-Length: {sum(map(len, lines))}\r\n\r\n"
    )
    one = begun(up, head.encode() + lines[0])
    slow = begun(up, HALF)
    until_closed(slow)  # longer than any other body may take
    until_closed(begun(up, HALF))
    one.sendall(lines[1])
    found = one.recv(65536)
    one.close()
    assert found.startswith(b"HTTP/1.1 200"), found


# -- how many --------------------------------------------------------------------------------------------------------


def admitted(most: int, warned: list[str] | None = None) -> tuple[Admission, Any]:
    admission = Admission(
        most, trusted_networks(["10.0.0.5", "fd00::/8"]), (warned if warned is not None else []).append
    )

    class Client:
        """What of a connection counts here."""

    def come(address: str, *, silent: bool = True) -> Any:
        one: Any = Client()
        one.address, one.gone = address, []
        one.transport = SimpleNamespace(abort=lambda: one.gone.append(True))
        one.admitted = admission.enter(one)
        if one.admitted:
            admission.wait_for(one, silent)
        return one

    return admission, come


def test_when_all_places_are_taken_the_oldest_silent_one_makes_room() -> None:
    warned: list[str] = []
    _, come = admitted(3, warned)
    first, busy, second = come("127.0.0.1"), come("127.0.0.1", silent=False), come("127.0.0.1")
    assert come("127.0.0.1").admitted and first.gone and not second.gone
    assert come("127.0.0.1").admitted and second.gone and not busy.gone
    assert len(warned) == 1


def test_nobody_who_is_served_is_let_go_for_a_newcomer() -> None:
    _, come = admitted(2)
    served = [come("127.0.0.1", silent=False) for _ in range(2)]
    assert not come("127.0.0.1").admitted and not any(one.gone for one in served)


def test_one_address_has_so_many_connections_and_a_proxy_is_not_one_client() -> None:
    admission, come = admitted(10_000)
    outside = [come("203.0.113.9") for _ in range(pace.PER_ADDRESS)]
    assert all(one.admitted for one in outside)
    late = come("203.0.113.9")
    assert not late.admitted and come("203.0.113.10").admitted
    admission.leave(late)
    admission.leave(outside[0])
    assert come("203.0.113.9").admitted
    for number in range(pace.PER_ADDRESS):
        assert come(f"2001:db8::{number:x}").admitted
    assert not come("2001:db8::ffff").admitted, "one customer has a whole network"
    for near in ("10.0.0.5", "127.0.0.1", "fd00::5", "::1"):
        assert all(come(near).admitted for _ in range(pace.PER_ADDRESS + 5))


def test_some_descriptors_are_left_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((64, 32), (1024, 768), (1 << 20, 4096)):
        monkeypatch.setattr("resource.getrlimit", lambda _, files=files: (files, files))
        assert most_connections() == most
