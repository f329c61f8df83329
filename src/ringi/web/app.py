"""`ringi up`: the office with its worker, its pages and its API in one process, on one event loop.

`build` makes the application (tests use it too); `serve` opens the data directory, takes the worker lock and runs it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Generator
from functools import partial
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount

from ringi import settings as machine
from ringi.errors import Conflict, Invalid, Unavailable
from ringi.flow.desk import LocalDesk
from ringi.flow.locks import WorkerLock
from ringi.flow.office import Office, database_place, open_office
from ringi.flow.worker import Worker
from ringi.settings import Settings
from ringi.store.reads import Reads
from ringi.store.tenancy import workspace
from ringi.web import api
from ringi.web.ag_ui import endpoint as ag_ui
from ringi.web.agents import endpoint as agents
from ringi.web.assets import Assets
from ringi.web.beside import Beside, fronted
from ringi.web.client_address import trusted_networks
from ringi.web.connecting import Connecting
from ringi.web.door import Door, is_loopback, kept_secret
from ringi.web.elsewhere import Elsewhere
from ringi.web.guard import Guard, handlers
from ringi.web.layout import STATIC
from ringi.web.live import stream as live
from ringi.web.names import Names
from ringi.web.news import News
from ringi.web.pace import Admission, PacedProtocol, most_connections
from ringi.web.pages import Pages
from ringi.web.quotas import Quotas
from ringi.web.signing.pages import Signing
from ringi.web.signing.providers import providers
from ringi.web.site import Site
from ringi.web.v1.routes import routes as v1_routes
from ringi.words import say

LOCK_TRIES = 50
LOCK_PAUSE = 0.1
GRACEFUL = 1
"""Seconds that answers under way get to finish when the server stops. Event streams end at once."""


def build(office: Office, *, bearer: str = "", launch: str = "", host: str = "127.0.0.1", port: int = 0) -> Starlette:
    """The application over an open office. It listens to the office's news while it runs, and does no work itself."""
    reads = Reads(office.store.url, office.store.tenant_id)
    address = f"http://{_reachable(host)}:{port}"
    known = providers(office.settings, address)
    door = Door(
        secret=kept_secret(office.home),
        owner=office.settings.user,
        reads=reads,
        workspace=partial(workspace, office.store),
        bearer=bearer,
        host=host,
        port=port,
        public=office.settings.public_url.partition("://")[2],
        proxies=trusted_networks(office.settings.proxies),
        offers=tuple((one.name, one.shown) for one in known.values()),
    )
    if launch:
        door.links.make(door.owner, key=launch, lasts=None)
    quotas = Quotas(office.settings.quotas)
    site = Site(office=office, reads=reads, door=door, news=News(office), names=Names(reads), quotas=quotas)
    site.news.tell(Elsewhere(site))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        office.loop = asyncio.get_running_loop()
        site.news.start()
        try:
            yield
        finally:
            site.news.close()
            reads.close()
            office.loop = None

    app = Starlette(
        routes=[
            *Signing(site, known).routes(),
            *Connecting(site, address).routes(),
            *api.routes(site),
            *ag_ui.routes(site),
            *agents.routes(site, address),
            *v1_routes(site),
            *live.routes(site),
            *Pages(site).routes(),
            Mount("/static", Assets(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, door=door, log=office.log)],
        exception_handlers=handlers(door),
        lifespan=lifespan,
    )
    app.state.site = site
    return app


def _no_news_when_leaving(line: logging.LogRecord) -> bool:
    """uvicorn counts what we let go of on purpose; somebody who has just pressed Ctrl-C takes that for a fault."""
    return not str(line.msg).startswith(
        ("ASGI callable returned without", "Cancel %s running task", "Cancel %d running")
    )


class _Server(uvicorn.Server):
    """uvicorn without its own signals: a signal lets go of the event streams first, and never kills half-way."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], let_go: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._let_go = let_go

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not on the main thread (a test's server): whoever started it says when to stop.
            with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
                loop.add_signal_handler(number, self.leave)
        yield

    def leave(self) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True
        logging.getLogger("uvicorn.error").addFilter(_no_news_when_leaving)
        self._let_go()


def serve(
    home: Path,
    host: str = "127.0.0.1",
    port: int = machine.PORT,
    *,
    settings: Settings | None = None,
    ready: Callable[[str], None] | None = None,
    beside: Beside | None = None,
) -> None:
    """Run until a signal says stop. Prints the address with the key that signs its owner in.

    Args:
        home: the data directory; made on first start.
        host: where to listen. Anything but loopback needs the public address of what stands in front of it.
        port: 0 takes a free one.
        settings: of this process, when the caller has read them already.
        ready: called with the sign-in address instead of printing it.
        beside: another surface in this process (Slack), started when the page is served.
    """
    settings = settings or machine.load(home=home)
    if not is_loopback(host) and not settings.public_url:
        raise Invalid("RINGI-910", host=host[:100] or "*")
    office = open_office(settings)
    try:
        with _only_one(office), _listening(host, port) as listener:
            LocalDesk(office, settings.user, "cli").call("whoami")  # the person who starts it is the first admin
            asyncio.run(run(office, listener, host, ready, beside=beside))
    finally:
        office.close()


async def run(
    office: Office,
    listener: socket.socket,
    host: str = "127.0.0.1",
    ready: Callable[[str], None] | None = None,
    leave: asyncio.Event | None = None,
    beside: Beside | None = None,
) -> None:
    """Serve an open office on a listening socket until a signal or `leave` says stop. The caller has the lock."""
    bearer, launch = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    port = listener.getsockname()[1]
    app = build(office, bearer=bearer, launch=launch, host=host, port=port)
    admission = Admission(most_connections(), trusted_networks(office.settings.proxies), office.log.warning)
    config = uvicorn.Config(
        fronted(app, beside),
        loop="asyncio",
        http=partial(PacedProtocol, admission=admission),  # type: ignore[arg-type]
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACEFUL,
    )
    # Its lines have whole addresses in them, and with them keys; a handler that somebody adds must find nothing to say.
    logging.getLogger("uvicorn.access").disabled = True
    address = f"http://{_reachable(host)}:{port}"
    say_ready = partial(ready or _say(office.settings.lang), f"{address}/?key={launch}")
    neighbour = _Neighbour(beside, office, address)

    def served() -> None:
        say_ready()
        neighbour.begin()

    server = _Server(config, served, app.state.site.news.close)
    worker = Worker(office, on_retired=server.leave)
    await worker.start()
    place = database_place(office.store.url)
    written = _write_card(office.home, {"address": address, "pid": os.getpid(), "key": bearer, "database": place})
    leaving = asyncio.create_task(_when(leave, server.leave)) if leave is not None else None
    try:
        await server.serve(sockets=[listener])
    finally:
        if leaving is not None:
            leaving.cancel()
        written.unlink(missing_ok=True)
        await neighbour.end()
        await worker.stop()
        await office.put_down()
    if worker.retired:
        raise Conflict("RINGI-517")


class _Neighbour:
    """The other surface's life beside the page. What goes wrong there does not take the page with it."""

    def __init__(self, beside: Beside | None, office: Office, address: str) -> None:
        self._beside = beside
        self._office = office
        self._address = address
        self._beginning: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._beside is not None:
            self._beginning = asyncio.create_task(self._begin(self._beside))

    async def _begin(self, beside: Beside) -> None:
        try:
            await beside.start(self._office, self._address)
        except Exception as error:
            self._office.log.error("beside the page: %s", type(error).__name__, exc_info=error)

    async def end(self) -> None:
        if self._beside is None or self._beginning is None:
            return
        self._beginning.cancel()
        await asyncio.gather(self._beginning, return_exceptions=True)
        await self._beside.stop()


async def _when(event: asyncio.Event, act: Callable[[], None]) -> None:
    await event.wait()
    act()


def _say(lang: str) -> Callable[[str], None]:
    def said(address: str) -> None:
        print(say("web", "up", lang, address=address), flush=True)

    return said


def _reachable(host: str) -> str:
    """How a browser on this machine gets there."""
    if host in ("", "0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


@contextlib.contextmanager
def _only_one(office: Office) -> Generator[None, None, None]:
    """The worker lock, or a clear word about who has it. A command in the foreground gets a moment to finish."""
    lock = WorkerLock(office.home)
    for _ in range(LOCK_TRIES):
        if lock.acquire():
            break
        other = _card(office.home)
        if other is not None:
            raise Conflict("RINGI-653", address=other["address"], pid=other["pid"])
        time.sleep(LOCK_PAUSE)
    else:
        raise Conflict("RINGI-664", home=str(office.home))
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _listening(host: str, port: int) -> Generator[socket.socket, None, None]:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Unavailable("RINGI-658", host=host[:100], reason=error.strerror or str(error)) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(2048)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise Unavailable("RINGI-652", port=port, reason=error.strerror) from error
        raise Unavailable("RINGI-658", host=host[:100], reason=error.strerror or str(error)) from error
    with listener:
        yield listener


def _card(home: Path) -> dict[str, str] | None:
    """What a running server says about itself, if it is really there."""
    try:
        found = json.loads((home / "server.json").read_text("utf-8"))
        os.kill(int(found["pid"]), 0)
        return {"address": str(found["address"]), "pid": str(found["pid"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_card(home: Path, card: dict[str, object]) -> Path:
    """HOME/server.json: for the command lines of this user only. Written whole or not at all."""
    path = home / "server.json"
    draft = home / f".server.{os.getpid()}.json"
    try:
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            json.dump(card, file)
        draft.replace(path)
    except OSError as error:
        raise Unavailable("RINGI-654", where=str(path), reason=error.strerror or "") from error
    return path
