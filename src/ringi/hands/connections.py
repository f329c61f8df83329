"""Open lines to tool servers: one client in a task of its own, so that its scopes are entered and left in one place.

A `Link` belongs to one configured server and lends `Connection`s. In memory and over stdio one connection is kept; over
HTTP every use gets a fresh one, so that a lost reply can only be this call's. A connection that failed is never reused.
A server that died or could not be reached is tried again by itself, each time after a longer pause.
`mcp` is imported when the first one is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from ringi.hands.config import Server
from ringi.hands.tools import Standing
from ringi.hands.whereabouts import locate

if TYPE_CHECKING:
    from anyio import CancelScope
    from mcp import Client
    from mcp.client._transport import TransportStreams
    from mcp.shared.dispatcher import ProgressFnT
    from pydantic import TypeAdapter

    from ringi.hands.checker import Checker
    from ringi.hands.signing import Keep
    from ringi.hands.stdio import Wire

OPEN_SECONDS = 30.0
FIRST_SECONDS = 120.0
"""The same for a program that was never started before: `npx` and its like fetch it first."""
_CLOSE_SECONDS = 8.0
_COOL_DOWN = (5.0, 300.0)
_STEADY_SECONDS = 60.0
"""A server that lived this long has not failed in a row when it dies."""


class Unreachable(Exception):
    """There is no connection, so nothing was sent. The text says why."""


class Connection:
    """One client. Calls are made from the callers' tasks; opening and closing happen in its own."""

    def __init__(
        self,
        server: Server,
        make_server: Callable[[], Any],
        on_gone: Callable[[Connection], None] = lambda _: None,
        auth: Any = None,
    ) -> None:
        from ringi.hands.stdio import Wire

        self._on_gone = on_gone
        self._auth = auth

        self._server = server
        self._make_server = make_server
        self._stop = asyncio.Event()
        self._opened: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._scope: CancelScope | None = None
        self._client: Client | None = None
        self._task: asyncio.Task[None] | None = None
        self._failure = ""
        self.wire: Wire = Wire(on_end=self._stop.set)
        self.whereabouts = locate(server)
        """Where the server ran when this connection was made, which is where its calls go."""
        self.users = 0
        self.generation = 0
        self.retired = False

    @property
    def alive(self) -> bool:
        return self._client is not None and not self.retired and not self._stop.is_set()

    @property
    def client(self) -> Client:
        assert self._client is not None, "opened before it is lent"
        return self._client

    async def open(self, seconds: float | None = None) -> None:
        """Connect and negotiate, or raise `Unreachable`; a half-open connection is cleaned up behind our back."""
        seconds = seconds or OPEN_SECONDS
        self._task = asyncio.create_task(self._run(), name=f"tools:{self._server.name}")
        either: set[asyncio.Future[Any]] = {self._task, self._opened}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if self._opened.done() and self._opened.result():
            return
        timed_out = not self._task.done()
        self.give_up()
        await asyncio.wait({self._task}, timeout=_CLOSE_SECONDS)
        raise Unreachable(f"no answer within {seconds:g} s" if timed_out else self.why())

    def why(self) -> str:
        """Why it is gone, as far as anybody knows."""
        return self.wire.reason or self._failure or "connection closed"

    def give_up(self) -> None:
        """Nothing good comes from it any more: end it at once, without goodbye."""
        self.retired = True
        self.wire.hurry = True
        if self._scope is not None:
            self._scope.cancel()

    async def close(self) -> None:
        """End it in good order; returns when its process and sockets are gone."""
        self.retired = True
        self._stop.set()
        if self._task is None:
            return
        await asyncio.wait({self._task}, timeout=_CLOSE_SECONDS)
        if not self._task.done():
            self.give_up()
            await asyncio.wait({self._task}, timeout=_CLOSE_SECONDS)

    async def gone(self, seconds: float) -> None:
        """Wait a moment for a dying connection to be dead, so that its reason is known."""
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)

    async def request_tool(
        self, name: str, arguments: dict[str, Any], meta: dict[str, Any], on_progress: ProgressFnT | None
    ) -> Any:
        """Send one `tools/call` and give back the reply as the protocol has it, unchecked against the tool's schema."""
        import mcp_types as types
        from mcp.shared.exceptions import MCPError

        stamped = cast("types.RequestParamsMeta", meta)
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=name, arguments=arguments, _meta=stamped)
        )
        reply = _reply()
        send = self.client.session.send_request
        try:
            return await send(request, reply, progress_callback=on_progress)
        except MCPError as error:
            if error.code != types.HEADER_MISMATCH:
                raise
        # The server refused it unread because the tool was not listed on this connection: list, and send it once more.
        await self.client.list_tools()
        return await send(request, reply, progress_callback=on_progress)

    async def _run(self) -> None:
        import anyio
        from mcp import Client

        try:
            with anyio.CancelScope() as self._scope:
                if self.retired:
                    return
                async with Client(self._target(), mode=self._server.protocol, cache=None) as self._client:
                    self._opened.set_result(True)
                    await self._stop.wait()
        except Exception as error:  # whatever a transport throws, the connection is over and this is why
            self._failure = _reason(error)
        finally:
            self._stop.set()
            if not self._opened.done():
                self._opened.set_result(False)
            elif not self.retired:
                self._on_gone(self)

    def _target(self) -> Any:
        if self._server.kind == "memory":
            return _quietly(self._make_server)
        if self._server.kind == "http":
            from ringi.hands.http import web_streams

            return web_streams(self._server, self.wire, self._auth)
        from ringi.hands.stdio import child_streams

        streams: AbstractAsyncContextManager[TransportStreams] = child_streams(self._server, self.wire)
        return streams


class Link:
    """The way to one server, whatever becomes of the single connections."""

    def __init__(
        self,
        server: Server,
        make_server: Callable[[], Any],
        on_back: Callable[[], None] = lambda: None,
        keep: Keep | None = None,
    ) -> None:
        """`on_back` is called when a server that was down answers again; `keep` has the tokens of those that ask."""
        self.server = server
        self._keep = keep
        self._auth: Any = None
        self._make_server = make_server
        self._on_back = on_back
        self._again: asyncio.Task[None] | None = None
        self._opened_at = 0.0
        self._leaving = False
        self.asks_sign_in = False
        """The server has answered that nobody is signed in."""
        self._checker: Checker | None = None
        self._kept: Connection | None = None
        self._opening: asyncio.Task[Connection] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._generation = 0
        self._failures = 0
        self._quiet_until = 0.0
        self._last_failure = ""

    async def borrow(self, *, patiently: bool = False) -> Connection:
        """A connection that was alive a moment ago; give it back with `give_back`.

        Args:
            patiently: do not try again so soon after a failure, but repeat what was wrong (for listings, which are
                asked for again and again).

        Raises:
            Unreachable: nothing was sent.
        """
        if patiently and asyncio.get_running_loop().time() < self._quiet_until:
            raise Unreachable(self._last_failure)
        if self.server.kind == "http":
            connection = await self._open()
        else:
            connection = await self._kept_connection()
        connection.users += 1
        return connection

    def give_back(self, connection: Connection, *, broken: bool = False) -> None:
        """After use. A broken one is lent to nobody any more, and closed when its last user is done with it."""
        connection.users -= 1
        if connection is self._kept and (broken or not connection.alive):
            self._kept = None
        if connection is self._kept:
            return
        connection.retired = True
        if broken:
            connection.wire.hurry = True
        if connection.users <= 0:
            self._close_behind(connection)

    def renew(self) -> None:
        """What the server offers is about to change: whoever comes next gets a fresh connection. Those who have the
        old one finish with it.
        """
        self._generation += 1

    def checker(self) -> Checker:
        """The process that checks this server's answers."""
        from ringi.hands.checker import Checker

        if self._checker is None:
            self._checker = Checker()
        return self._checker

    @property
    def is_busy(self) -> bool:
        """Whether a call or another listing is on its way: many servers do one thing after the other."""
        return self._kept is not None and self._kept.users > 0

    @property
    def was_open(self) -> bool:
        """Whether it has been reached before, or has been found not to be."""
        return bool(self._opened_at) or self._failures > 0

    def standing(self) -> Standing:
        """How it is, as far as is known without asking it."""
        left = self._quiet_until - asyncio.get_running_loop().time()
        down = bool(self._quiet_until) and not (self._kept is not None and self._kept.alive)
        return Standing(
            server=self.server.name,
            kind=self.server.kind,
            state="down" if down else "up",
            reason=self._last_failure,
            failures=self._failures,
            again_in=max(0.0, round(left, 1)) if down else 0.0,
        )

    async def close(self) -> None:
        """End everything that is open or being opened."""
        self._leaving = True
        try:
            for task in (self._again, self._opening):
                if task is not None:
                    task.cancel()
                    await asyncio.wait({task})
            if self._kept is not None:
                self._close_behind(self._kept)
                self._kept = None
            if self._closing:
                await asyncio.wait(self._closing)
            if self._checker is not None:
                await self._checker.close()
        finally:
            self._leaving, self._again, self._checker = False, None, None

    async def _kept_connection(self) -> Connection:
        if self._kept is not None and self._kept.alive and self._kept.generation == self._generation:
            return self._kept
        if self._kept is not None:
            if self._kept.users == 0:
                self._close_behind(self._kept)
            self._kept = None
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open_kept())
            self._opening.add_done_callback(_seen)
        return await asyncio.shield(self._opening)  # one who leaves does not take it from the others

    async def _open_kept(self) -> Connection:
        self._kept = await self._open()
        return self._kept

    async def _open(self) -> Connection:
        connection = Connection(self.server, self._make_server, self._gone, self._signed())
        connection.generation = self._generation
        try:
            await connection.open(FIRST_SECONDS if self.server.kind == "stdio" and not self.was_open else None)
        except Unreachable as error:
            self.asks_sign_in = any(status == 401 for status, _ in connection.wire.statuses)
            self._failed(str(error))
            raise
        except asyncio.CancelledError:
            connection.give_up()
            self._close_behind(connection)
            raise
        self.asks_sign_in = False
        was_down, self._quiet_until = bool(self._quiet_until), 0.0
        self._opened_at = asyncio.get_running_loop().time()
        if self.server.kind == "http":
            self._failures = 0  # each use is a connection of its own, so having got one says all there is to say
        if was_down:
            self._on_back()
        return connection

    def _signed(self) -> Any:
        """The sign-in of a server at an address that was given no key of its own; one for all its connections."""
        own = any(name.lower() == "authorization" for name in self.server.headers)
        if self._auth is None and self._keep is not None and self.server.kind == "http" and not own:
            from ringi.hands.signing import Signed

            self._auth = Signed(self.server, self._keep)
        return self._auth

    def _gone(self, connection: Connection) -> None:
        """A connection has ended that nobody here has closed."""
        if connection is not self._kept:
            return
        if asyncio.get_running_loop().time() - self._opened_at >= _STEADY_SECONDS:
            self._failures = 0
        self._failed(connection.why())

    def _failed(self, reason: str) -> None:
        """Remember it, and try again by itself: after a while, and after a longer one each time."""
        pause = min(_COOL_DOWN[0] * 2 ** min(self._failures, 16), _COOL_DOWN[1])
        self._failures += 1
        self._quiet_until = asyncio.get_running_loop().time() + pause
        self._last_failure = reason
        if self._leaving:
            return
        if self._again is None or self._again.done():
            self._again = asyncio.create_task(self._try_again(), name=f"again:{self.server.name}")
            self._again.add_done_callback(_seen)

    async def _try_again(self) -> None:
        """Until it is there: by our trying, or because somebody needed it sooner and it was."""
        while self._quiet_until:
            await asyncio.sleep(max(0.0, self._quiet_until - asyncio.get_running_loop().time()))
            if self._quiet_until:
                with contextlib.suppress(Unreachable):  # then there is a later time to wait for
                    self.give_back(await self.borrow())

    def _close_behind(self, connection: Connection) -> None:
        task = asyncio.create_task(connection.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


@lru_cache(maxsize=1)
def _reply() -> TypeAdapter[Any]:
    """What may come back from `tools/call`; made once, because making it costs more than a call."""
    import mcp_types as types
    from pydantic import TypeAdapter

    return TypeAdapter(types.CallToolResult | types.InputRequiredResult)


def _seen(task: asyncio.Task[Any]) -> None:
    """Take note of a failure that everybody who waited may have left before it came."""
    if not task.cancelled():
        task.exception()


def _reason(error: BaseException) -> str:
    """The first real cause inside whatever groups a task group wrapped around it, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, OSError) and error.strerror:
        return error.strerror + (f": {error.filename}" if error.filename else "")
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text and text[0] else type(error).__name__


def _quietly(make_server: Callable[[], Any]) -> Any:
    """Build a server in this process without letting it install its log handlers in our root logger."""
    root, guard = logging.getLogger(), logging.NullHandler()
    root.addHandler(guard)
    try:
        return make_server()
    finally:
        root.removeHandler(guard)


# Crashes of a tool reach the person as an outcome; without a handler they would also be dumped on the terminal.
logging.getLogger("mcp").addHandler(logging.NullHandler())
