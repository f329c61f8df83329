"""Socket Mode: tickets, websockets, envelopes, and who has acknowledged which."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from ringi.testing.slack.company import APP
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json, Refusal

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double


class Sockets:
    def __init__(self, double: Double) -> None:
        self.double = double
        self.open: list[web.WebSocketResponse] = []
        self._tickets: set[str] = set()
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._turn = 0
        self._joined = asyncio.Event()

    def invite(self) -> str:
        """An address good for one connection, as apps.connections.open hands out."""
        if len(self.open) >= most("sockets"):
            raise Refusal("too_many_websockets")
        ticket = self.double.ids.secret("{1}")
        self._tickets.add(ticket)
        return f"{self.double.address.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={APP}"

    async def joined(self) -> None:
        """Wait until an app is connected."""
        while not self.open:
            await self._joined.wait()
            self._joined.clear()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=403)
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json(
            {
                "type": "hello",
                "num_connections": len(self.open) + 1,
                "debug_info": {"host": "double", "build_number": 1, "approximate_connection_time": 18060},
                "connection_info": {"app_id": APP},
            }
        )
        self.open.append(socket)
        self._joined.set()
        self.double.changes.tell()
        try:
            async for frame in socket:
                if frame.type == WSMsgType.TEXT:
                    self._heard(frame.data)
        finally:
            self.open.remove(socket)
            self.double.changes.tell()
        return socket

    def _heard(self, text: str) -> None:
        try:
            said = json.loads(text)
        except json.JSONDecodeError:
            return
        waiting = self._waiting.get(str(said.get("envelope_id"))) if isinstance(said, dict) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(said.get("payload"))

    async def send(self, kind: str, payload: Json, *, attempt: int, reason: str) -> Any:
        """Send an envelope to one connection and wait for its acknowledgement; TimeoutError when none comes."""
        envelope = self.double.ids.secret("{1}")
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[envelope] = answered
        body: Json = {
            "envelope_id": envelope,
            "payload": payload,
            "type": kind,
            "accepts_response_payload": kind == "slash_commands" or payload.get("type") == "view_submission",
        }
        if kind == "events_api":
            body.update(retry_attempt=attempt, retry_reason=reason)
        self._turn += 1
        socket = self.open[self._turn % len(self.open)]
        late = asyncio.ensure_future(self.double.clock.sleep(most("ack.seconds")))
        try:
            with contextlib.suppress(ConnectionError):
                await socket.send_json(body)
            await asyncio.wait({answered, late}, return_when=asyncio.FIRST_COMPLETED)
            if not answered.done():
                raise TimeoutError
            return answered.result()
        finally:
            late.cancel()
            del self._waiting[envelope]

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask every app to come back over a new connection, as Slack does now and then, and close the old ones."""
        for socket in list(self.open):
            with contextlib.suppress(ConnectionError):
                await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "double"}})

    async def close(self) -> None:
        for socket in list(self.open):
            await socket.close()
