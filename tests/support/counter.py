"""The command line as a person meets it, run in this process: what was typed, what came out, and the exit code.

The same commands go through either desk: our own over the open office, or HTTP to a real server over it.
"""

from __future__ import annotations

import asyncio
import io
import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from workplace import Workplace

from ringi.cli import main
from ringi.cli.http_desk import HttpDesk
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office
from ringi.settings import Settings

KEY = "key-of-the-command-line"


class Terminal(io.StringIO):
    """A stream that a person sits at."""

    def isatty(self) -> bool:
        return True


@dataclass
class Said:
    """What one command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON document, which must be all there is."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        assert self.out == ""
        error: dict[str, Any] = json.loads(self.err)["error"]
        return error


class Counter:
    """Types commands in the name of one person."""

    def __init__(self, workplace: Workplace, name: str = "aki", address: str = "") -> None:
        self.workplace = workplace
        self.name = name
        self.address = address
        """Of the server to go to; empty = our own desk."""

    def __call__(self, *argv: str, stdin: str = "", tty: bool = False) -> Said:
        return typed(*argv, stdin=stdin, tty=tty, opener=self._desk)

    def json(self, *argv: str, stdin: str = "") -> Any:
        said = self(*argv, "--json", stdin=stdin)
        assert said.code == 0, said
        return said.data

    def refused(self, *argv: str, stdin: str = "") -> tuple[int, str]:
        """Exit code and error code of something that must not work."""
        said = self(*argv, "--json", stdin=stdin)
        assert said.code != 0, said
        return said.code, said.error["code"]

    def asked(self, text: str = "please") -> str:
        task_id: str = self.json("ask", text)["task_id"]
        return task_id

    def at_plan(self) -> tuple[str, str]:
        """(task, open approval) of a task whose plan waits."""
        task_id = self.asked()
        return task_id, self.json("approve", task_id)["next_approval_id"]

    def _desk(self, settings: Settings, as_user: str) -> HttpDesk | LocalDesk:
        if self.address:
            return HttpDesk(self.address, KEY, self.name, as_user)
        assert self.workplace.office is not None
        return _Borrowed(self.workplace.office, self.name, "cli", as_user)


class _Borrowed(LocalDesk):
    """A desk in an office that stays open after the command."""

    @property
    def office(self) -> Any:
        return _Kept(self._office)

    @office.setter
    def office(self, office: Office) -> None:
        self._office = office


class _Kept:
    def __init__(self, office: Office) -> None:
        self._office = office

    def __getattr__(self, name: str) -> Any:
        return (lambda: None) if name == "close" else getattr(self._office, name)


def typed(*argv: str, stdin: str = "", tty: bool = False, opener: Any = None) -> Said:
    """Run one command with streams of its own."""
    out, err = (Terminal(), Terminal()) if tty else (io.StringIO(), io.StringIO())
    given = Terminal(stdin) if tty else io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogateescape")))
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = given, out, err
    try:
        code = main(list(argv), opener)
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    return Said(code, out.getvalue(), err.getvalue())


@contextmanager
def served(office: Office) -> Iterator[str]:
    """A real server over an open office, with its worker; its address."""
    import uvicorn

    from ringi.flow.worker import Worker
    from ringi.web.app import build

    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = build(office, bearer=KEY, launch="launch", port=port)
    config = uvicorn.Config(app, loop="asyncio", http="h11", ws="none", lifespan="on", log_config=None)
    server = uvicorn.Server(config)
    ready = threading.Event()

    async def run() -> None:
        worker = Worker(office)
        await worker.start()
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        ready.set()
        try:
            await serving
        finally:
            await worker.stop()
            await office.put_down()

    thread = threading.Thread(target=asyncio.run, args=(run(),), daemon=True)
    thread.start()
    assert ready.wait(120)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        app.state.site.news.close()
        server.should_exit = True
        thread.join(120)


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A machine about which nothing is known, speaking English, with a home directory that is nobody's."""
    for name in ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_MESSAGES", "RINGI_DATABASE_URL", "RINGI_TODAY", "RINGI_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("RINGI_LANG", "en")
    monkeypatch.setenv("RINGI_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(params=["own desk", "server"])
def counter(request: pytest.FixtureRequest, plain_environment: None, tmp_path: Any) -> Iterator[Counter]:
    """The same test through both desks. The office is opened by the test (`counter.workplace.open(…)`)."""
    from ringi.projection import disagreements

    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    place = Workplace(tmp_path / "home", url)
    found = Counter(place)
    stack = []
    opened = place.open

    def open_and_serve(*args: Any, **more: Any) -> Workplace:
        opened(*args, **more)
        if request.param == "server":
            assert place.office is not None
            serving = served(place.office)
            found.address = serving.__enter__()
            stack.append(serving)
        return place

    place.open = open_and_serve  # type: ignore[method-assign]
    yield found
    for serving in stack:
        serving.__exit__(None, None, None)
    if place.office is not None:
        place.close()
        assert disagreements(url) == []
