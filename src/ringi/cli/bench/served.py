"""A server to measure, in a process of its own: ours, or a bare Starlette that sends the same facts to everybody, as
they are (`bare`) or after one row and one commit for each (`keeping`).

    python -m ringi.cli.bench.served '{"side": "ours", "home": "…"}'      → a line with its address, then one per order

Orders are lines of JSON on standard input: `open` a session with so many facts, `emit` facts one by one.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from ringi.store.transaction import Committed

PERSON = "aki"
WORDS = 10
"""Streamed words in one answer, as a model sends them."""
CHUNK = 500
FEW = 20
"""Facts of this size that fit into what the server takes on its event loop (`Site.deliver`)."""
MARK = "t{:019d}"
"""Every fact carries the time at which it was told."""

Wire = dict[str, Any]
_PAGE = """<!doctype html><meta charset="utf-8"><title>bare</title><main id="main"></main><script type="module">
let waiting = [];
let planned = false;
const main = document.getElementById("main");
function draw() {
  planned = false;
  const sheet = document.createElement("template");
  const row = ({ type, payload }) => `<section><b>${type}</b> <p>${payload.text}</p></section>`;
  sheet.innerHTML = waiting.map(row).join("");
  waiting = [];
  main.append(sheet.content);
}
const source = new EventSource("/stream");
source.addEventListener("hello", () => (main.dataset.ready = "yes"));
source.addEventListener("fact", (event) => {
  waiting.push(JSON.parse(event.data));
  if (!planned) requestAnimationFrame(draw);
  planned = true;
});
</script>"""


def fact(number: int, text: str, *, kind: str = "text.delta") -> Wire:
    return {
        "type": kind,
        "owner": "model",
        "scope": "message",
        "phase": "producing",
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + f".{number % 1_000_000:06d}Z",
        "runId": "run-1",
        "messageId": f"m-{number // WORDS}",
        "payload": {"text": text},
    }


def opening() -> list[Wire]:
    return [
        {**fact(0, ""), "type": "session.opened", "owner": "session", "payload": {"title": "Bench"}},
        {**fact(0, ""), "type": "run.started", "owner": "runtime", "payload": {"status": "streaming"}},
    ]


class Ours:
    """The office with its page, its stream and its store, as `ringi up` runs it."""

    def __init__(self, home: str) -> None:
        from ringi.cli.bench.ours import open_for_bench
        from ringi.flow.desk import LocalDesk
        from ringi.store.reads import Reads
        from ringi.web.live import hub

        hub.LINGER = 0.0  # whoever comes again comes to a server that does not remember the session
        self.office = open_for_bench(Path(home))
        self.desk = LocalDesk(
            self.office, PERSON, "cli", reads=Reads(self.office.store.url, self.office.store.tenant_id)
        )
        self.desk.call("whoami")
        self.there = 0
        """When the last facts were on disk and everybody was told so."""
        self.office.store.subscribe(self._committed)

    def _committed(self, committed: Committed) -> None:
        if committed.facts:
            self.there = time.time_ns()

    async def serve(self, listener: socket.socket, up: asyncio.Future[Wire]) -> None:
        from ringi.web.app import run

        def ready(address: str) -> None:
            card = json.loads((self.office.home / "server.json").read_text())
            up.set_result({"address": card["address"], "key": card["key"], "signin": address})

        await run(self.office, listener, ready=ready)

    def open(self, name: str, count: int) -> Wire:
        """A session of so many facts; its thread."""
        told: Wire = self.desk.call("post_facts", facts=opening(), session=name)
        for first in range(2, count, CHUNK):
            facts = [fact(number, f"word {number} ") for number in range(first, min(first + CHUNK, count))]
            told = self.desk.call("post_facts", facts=facts, session=name)
        return {"session": told["session"], "sequence": told["sequence"]}

    async def tell(self, name: str, facts: list[Wire]) -> None:
        """As `POST /v1/facts` takes them: few on the event loop, many beside it."""
        if len(facts) <= FEW:
            await self.desk.deliver(facts=facts, session=name)
        else:
            await asyncio.to_thread(self.desk.call, "post_facts", facts=facts, session=name)


class Bare:
    """A queue per client and a loop that writes it out: what anybody would write first."""

    def __init__(self) -> None:
        self.queues: set[asyncio.Queue[bytes]] = set()
        self.there = 0

    async def serve(self, listener: socket.socket, up: asyncio.Future[Wire]) -> None:
        import uvicorn

        app = Starlette(routes=[Route("/", self.page), Route("/stream", self.stream)])
        config = uvicorn.Config(app, loop="asyncio", http="h11", ws="none", access_log=False, log_config=None)
        up.set_result({"address": f"http://127.0.0.1:{listener.getsockname()[1]}", "key": ""})
        await uvicorn.Server(config).serve(sockets=[listener])

    async def page(self, request: Request) -> Response:
        return HTMLResponse(_PAGE)

    async def stream(self, request: Request) -> Response:
        async def events() -> AsyncIterator[bytes]:
            queue: asyncio.Queue[bytes] = asyncio.Queue()
            self.queues.add(queue)
            try:
                yield b"event: hello\ndata: {}\n\n"
                while True:
                    yield await queue.get()
            finally:
                self.queues.discard(queue)

        return StreamingResponse(events(), media_type="text/event-stream")

    def open(self, name: str, count: int) -> Wire:
        return {"session": name, "sequence": 0}

    async def tell(self, name: str, facts: list[Wire]) -> None:
        self.there = time.time_ns()
        for one in facts:
            event = f"event: fact\ndata: {json.dumps(one, ensure_ascii=False)}\n\n".encode()
            for queue in self.queues:
                queue.put_nowait(event)


class Keeping(Bare):
    """The same with the least that anybody would do who must not lose what was told: a row and a commit each."""

    def __init__(self, home: str) -> None:
        super().__init__()
        self._db = sqlite3.connect(Path(home) / "kept.db", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("CREATE TABLE facts (number INTEGER PRIMARY KEY, fact TEXT NOT NULL)")

    async def tell(self, name: str, facts: list[Wire]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT INTO facts (fact) VALUES (?)", [(json.dumps(one),) for one in facts])
        self._db.execute("COMMIT")
        await super().tell(name, facts)


class Obeying:
    """Carries out what the driver says, one line each."""

    def __init__(self, side: Ours | Bare) -> None:
        self.side = side
        self.number = 1_000_000
        self._said: list[str] = []

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        listener.setblocking(False)
        up: asyncio.Future[Wire] = loop.create_future()
        self.serving = asyncio.create_task(self.side.serve(listener, up))
        _say(await up)
        orders: asyncio.Queue[str] = asyncio.Queue()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(orders.put_nowait, line)
            loop.call_soon_threadsafe(orders.put_nowait, "")

        threading.Thread(target=read, daemon=True).start()
        while line := await orders.get():
            order = json.loads(line)
            _say(await getattr(self, order.pop("do"))(**order))
        os._exit(0)  # nothing here is worth an orderly end

    async def open(self, name: str, count: int) -> Wire:
        return await asyncio.to_thread(self.side.open, name, count)

    async def emit(self, name: str, count: int, rate: float, batch: int = 1) -> Wire:
        """So many facts, each with the time at which it was told, at a steady pace, one by one or some at a time."""
        cpu, begun = time.process_time(), time.perf_counter()
        for at in range(0, count, batch):
            await asyncio.sleep(max(0.0, begun + at / rate - time.perf_counter()))
            facts = []
            for _ in range(min(batch, count - at)):
                facts.append(self._word(MARK.format(time.time_ns()) + " "))
            await self.side.tell(name, facts)
        return {"cpu": time.process_time() - cpu, "seconds": time.perf_counter() - begun}

    def _word(self, word: str) -> Wire:
        """The next word of an answer; with its last one the answer is told whole, as a model ends what it streams."""
        self.number += 1
        self._said.append(word)
        if (self.number + 1) % WORDS:
            return fact(self.number, word)
        said, self._said = self._said, []
        return fact(self.number, "".join(said), kind="text.final")

    async def burst(self, name: str, count: int) -> Wire:
        """All of them at once; when they had been told."""
        facts = [fact(self.number + at + 1, f"word {at} " if at < count - 1 else "the-last ") for at in range(count)]
        self.number += count
        begun = time.time_ns()
        await self.side.tell(name, facts)
        return {"begun": begun, "told": self.side.there}

    async def spent(self) -> Wire:
        return {"cpu": time.process_time()}


def _say(value: Wire) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


class Child:
    """The driver's end."""

    def __init__(self, side: str, home: Path) -> None:
        words = json.dumps({"side": side, "home": str(home)})
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ringi.cli.bench.served", words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        card = self._line()
        self.address: str = card["address"]
        self.key: str = card["key"]
        self.signin: str = card.get("signin", "")

    def _line(self) -> Wire:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError("the server that was to be measured has gone")
        found: Wire = json.loads(line)
        return found

    def do(self, order: str, **given: Any) -> Wire:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": order, **given}) + "\n")
        self._process.stdin.flush()
        return self._line()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    sides: dict[str, Callable[[], Ours | Bare]] = {
        "ours": lambda: Ours(given["home"]),
        "bare": Bare,
        "keeping": lambda: Keeping(given["home"]),
    }
    measured = sides[given["side"]]()
    asyncio.run(Obeying(measured).run())
