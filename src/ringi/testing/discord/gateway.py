"""The gateway: hello, identify, heartbeats, numbered dispatches, resuming, and the codes it closes connections with.

An event reaches only who asked for its intent; content is empty without the one for content, as the rules have it.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from ringi.testing.discord.people import APPLICATION, ROBOT, Json, server

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1, 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = 1 << 1 | 1 << 8 | CONTENT
HEARTBEAT_MS = 41_250
A_MINUTE = 120
KEPT = 200


class Closed(Exception):
    def __init__(self, code: int) -> None:
        self.code = code


class Session:
    """One identified client; it outlives its connection, so that it can be resumed."""

    def __init__(self, name: str, intents: int) -> None:
        self.name, self.intents = name, intents
        self.sequence = 0
        self.sent: list[Json] = []
        self.socket: Connection | None = None

    async def dispatch(self, kind: str, data: Json) -> None:
        self.sequence += 1
        event = {"op": 0, "t": kind, "s": self.sequence, "d": data}
        self.sent = [*self.sent[-KEPT:], event]
        if self.socket is not None:
            with contextlib.suppress(ConnectionError):
                await self.socket.send(event)


class Connection:
    def __init__(self, socket: web.WebSocketResponse, packed: Callable[[bytes], bytes] | None) -> None:
        self.socket, self._packed = socket, packed
        self.beats = 0
        self.received = 0

    async def send(self, event: Json) -> None:
        text = json.dumps(event)
        if self._packed is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._packed(text.encode()))


class Gateway:
    def __init__(self, token: str, servers: dict[int, list[int]]) -> None:
        self._token, self._servers = token, servers
        self.allowed = PRIVILEGED
        """Privileged intents that are switched on in the application's settings."""
        self.address = ""
        self.sessions: dict[str, Session] = {}
        self.identified, self.resumed = 0, 0
        self._changed = asyncio.Event()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            await socket.close(code=4012)
            return socket
        connection = Connection(socket, _packing(request.query.get("compress", "")))
        await connection.send({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None})
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type == WSMsgType.TEXT:
                    session = await self._heard(connection, session, frame.data)
        except Closed as closed:
            await socket.close(code=closed.code)
        finally:
            if session is not None and session.socket is connection:
                session.socket = None
                self.changed()
        return socket

    async def _heard(self, connection: Connection, session: Session | None, text: str) -> Session | None:
        connection.received += 1
        if connection.received > A_MINUTE:
            raise Closed(4008)
        try:
            said = json.loads(text)
            op, data = said["op"], said.get("d")
        except (ValueError, KeyError, TypeError):
            raise Closed(4002) from None
        if op == 1:
            connection.beats += 1
            await connection.send({"op": 11, "d": None, "s": None, "t": None})
            return session
        if op in (2, 6):
            if session is not None:
                raise Closed(4005)
            return await (self._identify if op == 2 else self._resume)(connection, data)
        if session is None:
            raise Closed(4003)
        if op not in (3, 4, 8, 31):
            raise Closed(4001)
        return session

    async def _identify(self, connection: Connection, data: Any) -> Session:
        if data.get("token") != self._token:
            raise Closed(4004)
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0 or not data.get("properties"):
            raise Closed(4013)
        if intents & PRIVILEGED & ~self.allowed:
            raise Closed(4014)
        session = Session(f"session-{len(self.sessions) + 1}", intents)
        self.sessions[session.name] = session
        session.socket = connection
        ready = {
            "v": 10,
            "user": {**ROBOT.json(), "verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "guilds": [{"id": str(one), "unavailable": True} for one in self._servers],
            "session_id": session.name,
            "session_type": "normal",
            "resume_gateway_url": self.address,
            "application": {"id": str(APPLICATION), "flags": 1 << 19},
        }
        await session.dispatch("READY", ready)
        if intents & GUILDS:
            for number, channels in self._servers.items():
                await session.dispatch("GUILD_CREATE", server(number, channels))
        self.identified += 1
        self.changed()
        return session

    async def _resume(self, connection: Connection, data: Any) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        if session is None or data.get("token") != self._token:
            await connection.send({"op": 9, "d": False, "s": None, "t": None})
            return None
        session.socket = connection
        for event in session.sent:
            if event["s"] > data.get("seq", 0):
                await connection.send(event)
        await session.dispatch("RESUMED", {})
        self.resumed += 1
        self.changed()
        return session

    async def tell(self, kind: str, data: Json, intent: int = 0) -> None:
        """An event to everybody who asked for its kind."""
        for session in self.sessions.values():
            if session.intents & intent == intent:
                await session.dispatch(kind, _content(kind, data, session.intents))

    async def hang_up(self, code: int = 4000, *, forget: bool = False) -> None:
        """Closes every connection; `forget` makes their sessions impossible to resume."""
        open_ = [one.socket for one in self.sessions.values() if one.socket is not None]
        if forget:
            self.sessions.clear()
        for connection in open_:
            await connection.socket.close(code=code)

    def changed(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, there: Callable[[], Any]) -> None:
        async with asyncio.timeout(60):
            while not there():
                await self._changed.wait()


def _content(kind: str, data: Json, intents: int) -> Json:
    """Without the intent for it the content of other people's messages is not told."""
    if kind not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & CONTENT or "guild_id" not in data:
        return data
    if data["author"]["id"] == str(ROBOT.id) or f"<@{ROBOT.id}>" in data["content"]:
        return data
    return {**data, "content": "", "components": []}


def _packing(kind: str) -> Callable[[bytes], bytes] | None:
    """One compressor for the whole connection, flushed after each event."""
    if kind == "zlib-stream":
        whole = zlib.compressobj()
        return lambda text: whole.compress(text) + whole.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        zstd = importlib.import_module("zstandard")
        stream = zstd.ZstdCompressor().compressobj()
        return lambda text: bytes(stream.compress(text) + stream.flush(zstd.COMPRESSOBJ_FLUSH_BLOCK))
    return None
