"""`ringi up` as a process: what it leaves on disk, what it refuses, and how it stops."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from webhouse import PATIENCE
from workplace import Workplace

from ringi.errors import Conflict, Unavailable
from ringi.flow.locks import WorkerLock
from ringi.settings import Settings
from ringi.web import app

SERVE = """
import sys
from pathlib import Path
from ringi.web.app import serve
serve(Path(sys.argv[1]), port=int(sys.argv[2]))
"""


@contextmanager
def running(home: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address with the key."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(home), str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        process.stdout.readline()
        yield process, process.stdout.readline().strip()
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()


def stream(address: str, key: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    parts = urlsplit(address)
    link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    link.request("GET", "/api/events", headers={"Authorization": f"Bearer {key}"})
    answer = link.getresponse()
    assert answer.readline().startswith(b"retry")
    return link, answer


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_although_streams_are_open(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as (process, address):
        card = json.loads((tmp_path / "server.json").read_text())
        assert card["address"] == address.partition("/?")[0] and card["pid"] == process.pid
        open_ones = [stream(card["address"], card["key"]) for _ in range(3)]
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0 and said == "", "whoever stopped it reads nothing that looks like a fault"
        assert not (tmp_path / "server.json").exists()
        for link, answer in open_ones:
            answer.read()
            link.close()


def test_a_request_that_never_ends_is_let_go_without_a_traceback(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address):
        card = json.loads((tmp_path / "server.json").read_text())
        parts = urlsplit(address)
        with socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE) as link:
            head = f"POST /api/desk/whoami HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {card['key']}\r\n"
            link.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{".encode())
            stream(card["address"], card["key"])[0].close()  # served after the first one has begun
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0 and said == ""


def test_the_address_with_its_key_lets_its_owner_in(tmp_path: Path) -> None:
    with running(tmp_path) as (_, address):
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        link.request("GET", f"/?{parts.query}")
        assert link.getresponse().status == 303
        link.close()


def test_after_a_kill_the_next_start_is_not_put_off_by_what_was_left(tmp_path: Path) -> None:
    with running(tmp_path) as (process, _):
        process.kill()
        process.wait(PATIENCE)
    assert (tmp_path / "server.json").exists()
    with running(tmp_path) as (process, address):
        assert json.loads((tmp_path / "server.json").read_text())["pid"] == process.pid
        assert address.startswith("http://127.0.0.1:")


def test_a_second_server_on_the_same_home_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address):
        with pytest.raises(Conflict) as refused:
            app.serve(tmp_path, port=0)
        assert refused.value.code == "RINGI-653"
        assert refused.value.values["address"] == address.partition("/?")[0]
        assert process.poll() is None
        assert json.loads((tmp_path / "server.json").read_text())["pid"] == process.pid


def test_a_command_at_work_in_the_foreground_is_waited_for_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "LOCK_TRIES", 2)
    monkeypatch.setattr(app, "LOCK_PAUSE", 0.01)
    lock = WorkerLock(tmp_path)
    assert lock.acquire()
    try:
        with pytest.raises(Conflict) as refused:
            app.serve(tmp_path, port=0)
    finally:
        lock.release()
    assert refused.value.code == "RINGI-664"


def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(Unavailable) as refused:
        app.serve(tmp_path, port=taken.getsockname()[1])
    assert refused.value.code == "RINGI-652"
    assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
def test_a_place_that_is_not_ours_to_listen_on_is_said_plainly(tmp_path: Path, host: str) -> None:
    with pytest.raises(Unavailable) as refused:
        app.serve(tmp_path, host, 0, settings=Settings(tmp_path, public_url="https://ringi.example.co.jp"))
    assert refused.value.code == "RINGI-658"


def test_a_home_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(Unavailable) as refused:
        app.serve(tmp_path / "file" / "home", port=0)
    assert refused.value.code == "RINGI-505"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_said_plainly(tmp_path: Path) -> None:
    with running(tmp_path) as (process, _):
        process.terminate()
        process.wait(PATIENCE)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(Unavailable) as refused:
            app.serve(tmp_path, port=0)
    finally:
        tmp_path.chmod(0o700)
    assert refused.value.code in ("RINGI-505", "RINGI-654")


def test_the_person_who_starts_it_is_the_first_admin(tmp_path: Path) -> None:
    with running(tmp_path) as (_, address):
        card = json.loads((tmp_path / "server.json").read_text())
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {card['key']}", "Content-Type": "application/json"}
        link.request("POST", "/api/desk/whoami", "{}", headers)
        assert "admin" in json.loads(link.getresponse().read())["roles"]
        link.close()


def test_fifty_pages_at_once_do_not_hold_each_other_up(tmp_path: Path) -> None:
    """Blocking work runs beside the event loop: a health check is answered while many pages are drawn."""
    with running(tmp_path) as (_, address):
        card = json.loads((tmp_path / "server.json").read_text())
        parts = urlsplit(address)
        statuses: list[int] = []

        def one(path: str) -> None:
            link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
            link.request("GET", path, headers={"Authorization": f"Bearer {card['key']}"})
            statuses.append(link.getresponse().status)
            link.close()

        threads = [threading.Thread(target=one, args=("/" if n % 5 else "/healthz",)) for n in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert statuses == [200] * 50


async def test_a_server_whose_work_was_taken_over_stops_and_says_so(workplace: Workplace) -> None:
    """It does not go on taking approvals that nothing would come of."""
    workplace.open()
    office = workplace.office
    assert office is not None
    task_id = await asyncio.to_thread(workplace.at_plan)
    up = asyncio.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(app.run(office, listener, ready=lambda address: up.set()))
        await asyncio.wait_for(up.wait(), PATIENCE)
        await asyncio.to_thread(office.store.write, lambda tx: tx.set("workers", "worker", token="another"))
        await asyncio.to_thread(workplace.decided, task_id)
        with pytest.raises(Conflict) as stopped:
            await asyncio.wait_for(serving, PATIENCE)
    assert stopped.value.code == "RINGI-517" and not office.working
    assert not (office.home / "server.json").exists()
    assert await asyncio.to_thread(workplace.carry_on, task_id) == "completed"
