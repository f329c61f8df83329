"""The hands that act over MCP: bundled servers in this process, all others over stdio or streamable HTTP.

Lists what is connected, makes one call per request, and says truly what came of it. Used by `flow` through the `Hands`
protocol; belongs to the event loop it is first used in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, repeat
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ringi.errors import RingiError
from ringi.hands.answers import (
    MAX_RESULT,
    MOST_STEPS,
    clean,
    is_quickly_read,
    read_answer,
    read_checked,
    read_error,
    read_refusal,
    result_of,
    size_of,
    spell,
    struck,
    tell,
    too_large,
    unreadable,
)
from ringi.hands.config import Server, Watched
from ringi.hands.connections import Connection, Link, Unreachable
from ringi.hands.listing import (
    DEPARTMENTS,
    MAX_TOOLS,
    PEOPLE,
    Listing,
    Route,
    add_tools,
    merge,
    read_departments,
    read_people,
)
from ringi.hands.pace import shared_effort
from ringi.hands.tools import PATIENCE, Catalog, JsonObject, Outcome, Problem, Progress, Standing, Tool
from ringi.hands.whereabouts import told
from ringi.store.tenancy import PRESENT
from ringi.striking import differences

if TYPE_CHECKING:
    from mcp import Client

    from ringi.hands.accounts import Finder
    from ringi.hands.signing import Keep

LIST_SECONDS = 10.0
"""How long one server may keep a listing waiting; it goes on opening meanwhile."""
START_SECONDS = 25.0
"""The same for one that is started for the first time: without it a request would be judged without its tools."""
PROMPT_SECONDS = 1.0
"""How long everybody waits for a server that has listed itself before."""
PROBATION_SECONDS = (30.0, 3_600.0)
"""How long nobody waits for a server that was late, and at most when it is late again and again."""
REST_BYTES = 100_000
"""What a list may come to before its server is asked more seldom than at every judgement."""
REST_PER_BYTE = 1e-5
"""Seconds of rest for each byte of a longer list, so that reading it takes a hundredth of the time at most."""
AGAIN_SECONDS = (5.0, 15.0, 60.0, 300.0)
"""Pauses before a server that did not list itself in time is asked again."""
MAX_PAGES = 50
MAX_RECEIVED = 4_000_000
"""Bytes that may come in answer to a request for a list: all servers are asked at every judgement."""
_AT_ONCE = 50_000
"""Bytes of definitions that are read before everybody else has a turn."""
_SETTLE_SECONDS = 1.0
"""How long a call that was given up gets to tell its server so."""

T = TypeVar("T")
_CLOSED = Catalog(problems=(Problem(server="", code="RINGI-324"),))


@dataclass(slots=True)
class Offer:
    """What a server has offered last, and how it keeps its time."""

    listing: Listing | None = None
    overdue: bool = False
    """It is being asked beside; nobody waits for it."""
    probation: float = 0.0
    """How long it was not waited for, the last time that it was late."""
    trusted_at: float = 0.0
    """When it is waited for again."""
    rested_at: float = 0.0
    """When it is asked again."""


class TooMuch(Exception):
    """A server offers more than is read."""


@dataclass(slots=True)
class _Attempt:
    """How far one call has come: what is not known to have been sent has certainly not happened."""

    connection: Connection | None = None
    over: bool = False


class McpHands:
    """All configured servers behind one `Hands`. Connections are opened when first needed and ended by `close`.

    After `close` it can be used again, in another event loop too: whatever is needed is opened anew.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        *,
        data_dir: Path,
        today: date | Callable[[], date] | None = None,
        in_process: Mapping[str, Callable[[], Any]] | None = None,
        accounts: Mapping[str, Finder] | None = None,
        news: Callable[[], Sequence[Server] | None] | None = None,
        keep: Keep | None = None,
    ) -> None:
        """Prepare; nothing is opened or imported yet.

        Args:
            servers: from `config.read_servers`.
            data_dir: where the bundled servers keep what they make.
            today: the sample company's present, for repeatable runs; None = the calendar's.
            in_process: further servers of this process by name, as factories of `mcp.server.MCPServer`.
            accounts: where the bundled tools find a tenant's account of `google` and `slack`; see `hands.accounts`.
            keep: where the tokens of servers that ask for a sign-in are.
            news: the servers, when others are configured than before (`config.Watched.news`); asked at each listing.
        """
        self._makers: dict[str, Callable[[], Any]] = {
            "hr": lambda: _hr(today),
            "common": lambda: _common(data_dir, accounts),
            **(in_process or {}),
        }
        self._news = news
        self._keep = keep
        self._links = {server.name: self._link(server) for server in servers}
        self._let_go: set[asyncio.Task[None]] = set()
        self._routes: dict[str, Route] = {}
        self._latest: Catalog | None = None
        self._owners: dict[str, str] = {}
        self._listing: asyncio.Task[Catalog] | None = None
        self._offers: dict[Link, Offer] = {}
        self._askings: set[asyncio.Task[Any]] = set()
        self._strays: set[asyncio.Task[Outcome]] = set()
        self._closing = False

    @classmethod
    def configured(
        cls,
        home: Path,
        environ: Mapping[str, str],
        today: date | Callable[[], date] | None = None,
        keep: Keep | None = None,
        *,
        accounts: Mapping[str, Finder] | None = None,
        in_process: Mapping[str, Callable[[], Any]] | None = None,
        instead: Callable[[Sequence[Server]], Sequence[Server]] = tuple,
    ) -> McpHands:
        """The hands of a data directory: the bundled servers and those of its `ringi.toml`, or what is to stand
        `instead` of them.
        """
        watched = Watched(home / "ringi.toml", environ)

        def news() -> Sequence[Server] | None:
            found = watched.news()
            return None if found is None else instead(found)

        servers = instead(watched.servers)
        return cls(servers, data_dir=home, today=today, in_process=in_process, accounts=accounts, news=news, keep=keep)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def catalog(self) -> Catalog:
        """Everything that is connected, as it is now. A server that cannot be reached is one of the `problems`."""
        if self._closing:
            return _CLOSED
        if self._listing is None or self._listing.done():
            self._listing = asyncio.create_task(self._list_all())
        try:
            return await asyncio.shield(self._listing)  # one who leaves does not take it from the others
        except asyncio.CancelledError:
            if self._closing and self._listing.cancelled():
                return _CLOSED
            raise

    def latest(self) -> Catalog | None:
        return self._latest

    def renew(self, server: str) -> None:
        """A bundled server offers something else from now on: an account has come or gone."""
        if server in self._links:
            self._links[server].renew()

    async def call(
        self,
        tool: str,
        arguments: JsonObject,
        *,
        key: str,
        timeout: float,  # noqa: ASYNC109 - a lost reply is not a lost call, so the limit is kept here
        on_progress: Progress | None = None,
        requester: str = "",
    ) -> Outcome:
        """Call once; see `Hands.call`."""
        if self._closing:
            return tell("failed", "RINGI-324")
        route = self._routes.get(tool)
        if route is None:
            await self.catalog()
            route = self._routes.get(tool)
        if route is None:
            return tell("failed", "RINGI-310", values={"tool": tool[:200]})
        if size_of(arguments) > MAX_RESULT:
            return tell("failed", "RINGI-320", values={"tool": tool, "reason": f"JSON ≤ {MAX_RESULT} bytes"})
        meta = {"ringi/idempotencyKey": key, "ringi/requester": requester}
        attempt = _Attempt()
        link = self._links.get(route.server)
        if link is None:
            return tell("failed", "RINGI-310", values={"tool": tool[:200]})
        if link.server.kind == "memory":  # whose account is used is nobody else's business
            meta["ringi/tenant"] = PRESENT.get()
        limit = min(timeout, link.server.timeout_seconds or timeout)
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Outcome | None] = loop.create_future()
        work = loop.create_task(self._answer(answered, link, route, arguments, meta, on_progress, attempt))
        timer = loop.call_later(limit, _give, answered, None)
        try:
            outcome = await answered
            if outcome is not None:
                return outcome
            await self._stop(work)
        except asyncio.CancelledError:
            await self._stop(work)
            raise
        finally:
            timer.cancel()
            attempt.over = True
        if work.done() and not work.cancelled():
            return work.result()
        return self._late(link, route.tool, limit, attempt)

    async def close(self) -> None:
        """End every connection and process; a call that is still running ends as unknown."""
        self._closing = True
        try:
            if self._listing is not None and not self._listing.done():
                self._listing.cancel()
                await asyncio.wait({self._listing})
            for asking in self._askings:
                asking.cancel()
            if self._askings:
                await asyncio.wait(set(self._askings))
            self._offers.clear()
            await asyncio.gather(*(link.close() for link in self._links.values()))
            if self._let_go:
                await asyncio.wait(set(self._let_go))
            if self._strays:
                await asyncio.wait(set(self._strays), timeout=_SETTLE_SECONDS)
        finally:
            self._listing = None
            self._closing = False

    async def _answer(self, answered: asyncio.Future[Outcome | None], *what: Any) -> Outcome:
        """Make the attempt and hand over what came of it at once: whoever waits need not wait for this task's end."""
        try:
            outcome = await self._attempt(*what)
        except BaseException as error:
            if not answered.done() and not isinstance(error, asyncio.CancelledError):
                answered.set_exception(error)
            raise
        _give(answered, outcome)
        return outcome

    async def _attempt(
        self,
        link: Link,
        route: Route,
        arguments: JsonObject,
        meta: JsonObject,
        on_progress: Progress | None,
        attempt: _Attempt,
    ) -> Outcome:
        server, tool = link.server, route.tool
        try:
            connection = await link.borrow()
        except Unreachable as error:
            return tell("failed", "RINGI-311", values={"server": server.name, "reason": clean(str(error), server)})
        if connection.whereabouts != tool.whereabouts:  # started anew since it was listed, and not the same
            link.give_back(connection)
            sides = {"server": server.name, **told(tool.whereabouts, connection.whereabouts)}
            return tell("failed", "RINGI-416", values=sides)
        broken = True
        attempt.connection = connection

        async def tick(progress: float, total: float | None, message: str | None) -> None:
            if on_progress is not None and not attempt.over:
                on_progress(progress, total, clean(message or "", server))

        try:
            reply = await connection.request_tool(route.name, arguments, meta, tick if on_progress else None)
            broken = False
        except Exception as error:  # whatever goes wrong on the way, the outcome says how much is known
            outcome = await _failed(error, connection, server, tool)
            broken = outcome.code == "RINGI-315"
            return outcome
        finally:
            link.give_back(connection, broken=broken and server.kind != "memory")
        refused = read_refusal(tool, server, reply)
        if refused is not None:
            return refused
        answered = result_of(reply)
        result = struck(answered, server)
        with nullcontext() if server.kind == "memory" else shared_effort().spending():
            size = size_of(result)
        structured = reply.structured_content is not None
        if is_quickly_read(tool, result, structured, size):
            outcome = read_answer(tool, result, structured, size)
        else:
            spelt, schema = spell(result if structured else None), tool.output_schema
            assert spelt is not None and schema is not None, "else it is quickly read"
            outcome = read_checked(tool, result, await link.checker().first_flaw(schema, spelt, MOST_STEPS))
        return outcome if result is answered else replace(outcome, struck=tuple(differences(answered, result)))

    async def _stop(self, work: asyncio.Task[Outcome]) -> None:
        """Give a call up: its server is told, and what does not listen is left behind and ended with its connection."""
        work.cancel()
        self._strays.add(work)
        work.add_done_callback(self._forget)
        await asyncio.wait({work}, timeout=_SETTLE_SECONDS)

    def _forget(self, work: asyncio.Task[Outcome]) -> None:
        self._strays.discard(work)
        if not work.cancelled():
            work.exception()

    def _late(self, link: Link, tool: Tool, limit: float, attempt: _Attempt) -> Outcome:
        if attempt.connection is None:
            values = {"server": link.server.name, "reason": f"{limit:g} s"}
            return tell("failed", "RINGI-311", values=values)
        if attempt.connection.wire.babble:
            values = {"tool": tool.name, "reason": "not JSON"}
            return tell("unknown", "RINGI-317", values=values)
        return tell("unknown", "RINGI-314", values={"tool": tool.name, "seconds": f"{limit:g}"})

    def _link(self, server: Server) -> Link:
        return Link(server, self._makers.get(server.name, _nothing), self._relist, self._keep)

    def _relist(self) -> None:
        """A server is back: what it offers now counts from now on."""
        if not self._closing and (self._listing is None or self._listing.done()):
            self._listing = asyncio.create_task(self._list_all())

    def _configure(self) -> list[Problem]:
        """Take up other servers than before, if others are configured now. While the file cannot be read, all stays as
        it was and it is said.
        """
        try:
            servers = self._news() if self._news is not None else None
        except RingiError as error:
            return [Problem(server="", code=error.code, values=error.values)]
        if servers is None:
            return []
        old, self._links = self._links, {}
        for server in servers:
            known = old.pop(server.name, None)
            same = known is not None and known.server == server
            self._links[server.name] = known if known is not None and same else self._link(server)
            if known is not None and not same:
                self._offers.pop(known, None)
                self._leave(known)
        for link in old.values():
            self._owners = {tool: owner for tool, owner in self._owners.items() if owner != link.server.name}
            self._offers.pop(link, None)
            self._leave(link)
        return []

    def _leave(self, link: Link) -> None:
        task = asyncio.create_task(link.close())
        self._let_go.add(task)
        task.add_done_callback(self._let_go.discard)

    async def _list_all(self) -> Catalog:
        problems = self._configure()
        links = list(self._links.values())
        listings = await asyncio.gather(*(self._list_one(link) for link in links))
        found, self._routes = merge(listings, self._owners)
        standing = tuple(_cleaned(link) for link in links)
        self._latest = replace(found, problems=(*problems, *found.problems), servers=standing)
        return self._latest

    async def _list_one(self, link: Link) -> Listing:
        """One server's offer. One that cannot list itself does not take the others down, and one that takes its time
        is not waited for: what it offered last counts until it has answered.
        """
        offer = self._offers.setdefault(link, Offer())
        now = monotonic()
        if offer.listing is not None and (offer.overdue or now < offer.rested_at):
            return offer.listing
        limit = LIST_SECONDS if link.was_open else PATIENCE.get() or START_SECONDS
        asking = self._beside(self._ask_server(link, limit), link)
        if offer.listing is None or (now >= offer.trusted_at and not offer.listing.rest and not link.is_busy):
            await asyncio.wait({asking}, timeout=None if offer.listing is None else PROMPT_SECONDS)
            if asking.done():
                offer.listing, in_time = asking.result()
                offer.rested_at = monotonic() + offer.listing.rest
                if in_time:
                    return offer.listing
            offer.probation = min(max(2 * offer.probation, PROBATION_SECONDS[0]), PROBATION_SECONDS[1])
            offer.trusted_at = monotonic() + offer.probation
        offer.overdue = True
        self._beside(self._wait_beside(link, offer, asking), link)
        assert offer.listing is not None
        return offer.listing

    async def _wait_beside(self, link: Link, offer: Offer, asking: asyncio.Task[tuple[Listing, bool]]) -> None:
        """Until it lists itself in time, or is gone from the configuration; after a longer pause each time."""
        for pause in chain(AGAIN_SECONDS, repeat(AGAIN_SECONDS[-1])):
            offer.listing, in_time = await asking
            offer.rested_at = monotonic() + offer.listing.rest
            if in_time:
                self._relist()
            await asyncio.sleep(pause)
            if in_time or self._links.get(link.server.name) is not link:
                break
            asking = self._beside(self._ask_server(link, LIST_SECONDS), link)
        offer.overdue = False

    def _beside(self, what: Coroutine[Any, Any, T], link: Link) -> asyncio.Task[T]:
        task = asyncio.create_task(what, name=f"listing:{link.server.name}")
        self._askings.add(task)
        task.add_done_callback(self._askings.discard)
        return task

    async def _ask_server(self, link: Link, limit: float) -> tuple[Listing, bool]:
        """What a server offers, or its problem; and whether it has answered within its time and size."""
        server = link.server
        listing, connection, broken, in_time = Listing(server), None, True, True
        try:
            async with asyncio.timeout(limit):
                connection = await link.borrow(patiently=True)
                listing.whereabouts = connection.whereabouts
                before = connection.wire.received
                await _ask(connection, listing)
            received = connection.wire.received - before
            listing.rest = REST_PER_BYTE * received if received > REST_BYTES else 0.0
            broken = False
            return listing, True
        except TimeoutError:
            reason, in_time = f"no answer within {limit:g} s", False
        except TooMuch:
            reason, in_time = f"more than {MAX_PAGES} pages or {MAX_RECEIVED // 1_000_000} MB", False
        except Unreachable as error:
            reason = str(error)
        except Exception as error:
            assert connection is not None
            await connection.gone(_SETTLE_SECONDS)
            reason, in_time = connection.wire.reason or str(error) or type(error).__name__, False
        finally:
            if connection is not None:
                link.give_back(connection, broken=broken)
        values = {"server": server.name, "reason": clean(reason, server)}
        code = "RINGI-679" if link.asks_sign_in else "RINGI-311"
        return Listing(server, problems=[Problem(server=server.name, code=code, values=values)]), in_time


def _give(answered: asyncio.Future[Outcome | None], outcome: Outcome | None) -> None:
    if not answered.done():
        answered.set_result(outcome)


def _cleaned(link: Link) -> Standing:
    found = link.standing()
    return replace(found, reason=clean(found.reason, link.server))


async def _ask(connection: Connection, listing: Listing) -> None:
    client, before, read = connection.client, connection.wire.received, 0
    tools: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if connection.wire.received - before > MAX_RECEIVED:
            raise TooMuch
        if cursor is None or len(tools) >= MAX_TOOLS or not page.tools:
            break
    else:
        raise TooMuch
    for size in add_tools(listing, tools[:MAX_TOOLS]):
        read += size
        if read > _AT_ONCE:
            read = 0
            await asyncio.sleep(0)
    if listing.server.directory and client.server_capabilities.resources is not None:
        offered = {str(one.uri) for one in (await client.list_resources()).resources}
        if PEOPLE in offered:
            await _read_directory(client, listing, PEOPLE)
        if DEPARTMENTS in offered:
            await _read_directory(client, listing, DEPARTMENTS)


async def _read_directory(client: Client, listing: Listing, uri: str) -> None:
    from mcp.shared.exceptions import MCPError

    try:
        contents = (await client.read_resource(uri)).contents
        text = struck(str(getattr(contents[0], "text", "")) if contents else "", listing.server)
        if uri == PEOPLE:
            listing.people = read_people(text)
        else:
            listing.departments = read_departments(text)
    except (ValueError, MCPError) as error:
        values = {"server": listing.server.name, "uri": uri, "reason": clean(str(error), listing.server)}
        listing.problems.append(Problem(server=listing.server.name, code="RINGI-323", values=values))


async def _failed(error: Exception, connection: Connection, server: Server, tool: Tool) -> Outcome:
    from mcp.shared.exceptions import MCPError
    from pydantic import ValidationError

    if isinstance(error, MCPError):
        wire = connection.wire
        alive, statuses = connection.alive, wire.statuses
        told = read_error(tool, server, error.code, error.message, alive=alive, statuses=statuses)
        if wire.too_large:
            return too_large(tool)
        if told is not None:
            return told
        await connection.gone(_SETTLE_SECONDS)
        reason = connection.why() if server.kind == "stdio" else error.message
    elif isinstance(error, ValidationError):
        return tell(unreadable(tool), "RINGI-317", values={"tool": tool.name, "reason": "not an MCP result"})
    else:
        reason = f"{type(error).__name__}: {error}"
    return tell("unknown", "RINGI-315", values={"tool": tool.name, "reason": clean(reason, server)})


def _hr(today: date | Callable[[], date] | None) -> Any:
    from ringi.servers.hr.server import build

    day = today() if callable(today) else today
    return build(None if day == date.today() else day)  # a server that runs past midnight goes with the calendar


def _common(data_dir: Path, accounts: Mapping[str, Finder] | None) -> Any:
    from ringi.servers.common.server import build

    return build(data_dir, accounts)


def _nothing() -> Any:
    raise LookupError("no such server in this process")
