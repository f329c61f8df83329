"""A running Ringi for the web's tests: a real office, worker and server on a loopback port, in a thread of its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from premade import lay_down

from ringi.flow import control_requests
from ringi.flow.desk import LocalDesk
from ringi.flow.locks import WorkerLock
from ringi.flow.office import Office, open_office
from ringi.hands.tools import Person
from ringi.settings import Settings
from ringi.store.reads import Reads
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands
from ringi.web.app import run

PATIENCE = 120.0
"""Seconds after which a test that waits gives up; nothing is measured by it."""
OWN = {"Sec-Fetch-Site": "same-origin"}
OBJECT = {"type": "object"}
MESSAGE = {
    "type": "object",
    "properties": {"recipient": {"type": "string"}, "text": {"type": "string"}},
    "required": ["recipient", "text"],
    "additionalProperties": False,
}


def until(true: Callable[[], Any]) -> None:
    """Waits for something on our side, as long as a test may wait at all."""
    waiting = threading.Event()
    for _ in range(int(PATIENCE * 20)):
        if true():
            return
        waiting.wait(0.05)
    raise AssertionError("it never came")


def step(number: int, tool: str, title: str = "", /, **tool_input: Any) -> dict[str, Any]:
    return {
        "stepId": f"step-{number}",
        "order": number,
        "title": title or f"{tool} {number}",
        "tool": tool,
        "toolInput": tool_input,
        "description": title or f"{tool} {number}",
    }


PLAN = [
    step(1, "look", "Look into the ledger"),
    step(2, "send", "Tell Ken", recipient="E001", text={"$text": "n = {step-1: n}"}),
]
KEN = Person(id="E001", name="佐藤 健", department="営業部")
LABELS = {"ringi/labels": {"recipient": ["宛先", "Recipient", "收件人"], "text": ["本文", "Message", "正文"]}}


def small_hands(**functions: Any) -> FunctionHands:
    """A ledger to read and a message to send; further tools as (function, effect, idempotent, schema)."""
    known = {
        "look": (lambda: {"n": 42, "who": "E001"}, "read", True, OBJECT),
        "send": (lambda recipient, text: {"sent": True}, "write", False, MESSAGE),
        **functions,
    }
    return FunctionHands(known, people=[KEN], metas={"send": {**LABELS, "ringi/content": ["text"]}})


def small_mind(steps: list[dict[str, Any]] | None = None, **more: Any) -> ScriptedMind:
    return ScriptedMind(
        steps=PLAN if steps is None else steps, title="Monthly report", policy="Look, then tell.", **more
    )


@dataclass(slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class House:
    """One office that is up."""

    def __init__(self, office: Office, address: str) -> None:
        self.office = office
        self.reads = Reads(office.store.url, office.store.tenant_id)
        self.base = address.partition("/?")[0]
        parts = urlsplit(self.base)
        self.host, self.port = parts.hostname or "", parts.port or 0
        self.key = address.partition("key=")[2]
        self.bearer: str = json.loads((office.home / "server.json").read_text())["key"]

    def ask(self, method: str, path: str, body: bytes | str = b"", headers: dict[str, str] | None = None) -> Answer:
        """One request, with exactly the headers given."""
        link = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            link.request(method, path, body, headers or {})
            found = link.getresponse()
            return Answer(
                found.status,
                {name.lower(): value for name, value in found.getheaders()},
                found.read(),
                found.headers.get_all("set-cookie") or [],
            )
        finally:
            link.close()

    def cookie(self, key: str = "") -> str:
        """The cookie of somebody who signed in with this key; the owner's, by a link of its own, when none is given."""
        found = self.ask("GET", f"/?key={key or self.link()}")
        assert found.status == 303, found.text
        return found.cookies[0].partition(";")[0]

    def link(self) -> str:
        """The key of a new link for the owner, as `ringi link` gets it."""
        headers = {"Authorization": f"Bearer {self.bearer}"}
        return str(self.ask("POST", "/api/link", headers=headers).json()["key"])

    @property
    def signin(self) -> str:
        """An address that signs the owner in; a new one each time, because each works once."""
        return f"{self.base}/?key={self.link()}"

    def page(self, path: str, cookie: str = "", lang: str = "en", **headers: str) -> Answer:
        return self.ask("GET", path, headers={"Cookie": cookie or self.cookie(), "Accept-Language": lang, **headers})

    def post(
        self,
        path: str,
        cookie: str = "",
        headers: dict[str, str] | None = None,
        given: Mapping[str, str] | None = None,
        **fields: str,
    ) -> Answer:
        """A form, from our own page unless other headers are given."""
        sent = {
            "Cookie": cookie or self.cookie(),
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept-Language": "en",
            **(OWN if headers is None else headers),
        }
        return self.ask("POST", path, urlencode({**(given or {}), **fields}), sent)

    def call(self, operation: str, arguments: Any = None, **headers: str) -> Answer:
        """The API, as the command line uses it."""
        given = {
            "Authorization": f"Bearer {self.bearer}",
            "X-Ringi-User": "aki",
            "Content-Type": "application/json",
            **headers,
        }
        body = arguments if isinstance(arguments, bytes) else json.dumps(arguments or {})
        return self.ask("POST", f"/api/desk/{operation}", body, given)

    def desk(self, name: str = "aki") -> LocalDesk:
        return LocalDesk(self.office, name, "web", reads=self.reads)

    def add(self, name: str, *roles: str) -> str:
        """Somebody else; their sign-in key."""
        key: str = self.desk().call("user_add", name=name, roles=list(roles))["key"]
        return key

    def show(self, task_id: str) -> dict[str, Any]:
        return self.desk().call("show", id=task_id)

    def until(self, task_id: str, *states: str, version: int = 0) -> dict[str, Any]:
        """The task once it is in one of these states, with at least this version of its policy."""
        waiting = threading.Event()
        stop = self.office.store.subscribe(lambda _: waiting.set())
        try:
            while (shown := self.show(task_id))["state"] not in states or len(shown["prompts"]) < version:
                assert waiting.wait(PATIENCE), shown["state"]
                waiting.clear()
            return shown
        finally:
            stop()

    def started(self, text: str = "please", *states: str) -> str:
        """A new request, waiting at its first gate unless other states are named."""
        task_id: str = self.desk().call("ask", text=text)["task_id"]
        self.until(task_id, *(states or ("policy_pending",)))
        return task_id

    def at_plan(self, text: str = "please") -> str:
        task_id = self.started(text)
        self.decide(task_id)
        self.until(task_id, "plan_pending")
        return task_id

    def decide(self, task_id: str, decision: str = "approve", name: str = "aki", **more: str) -> dict[str, Any]:
        """Somebody decides on the gate that is open now."""
        approval = self.open_approval(task_id)
        given = {"approval_id": approval["id"], "digest": approval["digest"], **more}
        return self.desk(name).call("decide", decision=decision, **given)

    def open_approval(self, task_id: str) -> dict[str, Any]:
        return next(one for one in self.show(task_id)["approvals"] if one["state"] == "open")


@contextmanager
def house(home: Path, port: int = 0, **office_parts: Any) -> Iterator[House]:
    """Up while the block runs. `office_parts`: hands, mind; `today` and `settings` for the machine's settings, `beside`
    for another surface in the same process. A runtime may be silent for as long as a busy machine takes for a page.
    """
    more, beside = office_parts.pop("settings", {}), office_parts.pop("beside", None)
    settings = Settings(home, user="aki", today=office_parts.pop("today", None), **more)
    lay_down(settings.database_url)
    silent, control_requests.CONNECTED_SECONDS = control_requests.CONNECTED_SECONDS, int(PATIENCE) * 10
    office = open_office(settings, **office_parts)
    lock = WorkerLock(home)
    assert lock.acquire()
    LocalDesk(office, "aki", "cli").call("whoami")
    listener = socket.create_server(("127.0.0.1", port))
    listener.setblocking(False)
    up, told = threading.Event(), [""]
    doors: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def ready(address: str) -> None:
        told[0] = address
        up.set()

    async def serving() -> None:
        leave = asyncio.Event()
        doors.append((asyncio.get_running_loop(), leave))
        await run(office, listener, ready=ready, leave=leave, beside=beside)

    thread = threading.Thread(target=lambda: asyncio.run(serving()))
    thread.start()
    try:
        assert up.wait(PATIENCE)
        there = House(office, told[0])
        try:
            yield there
        finally:
            there.reads.close()
    finally:
        loop, leave = doors[0]
        loop.call_soon_threadsafe(leave.set)
        thread.join(PATIENCE)
        listener.close()
        lock.release()
        office.close()
        control_requests.CONNECTED_SECONDS = silent
        assert not thread.is_alive()
