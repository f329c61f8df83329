"""MCP over streamable HTTP: a fresh client per connection that is bounded in size and notes what the other side said.

A transport for `mcp.Client`, opened by `connections` only. The noted statuses tell whether a call certainly never ran.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import httpx2
from mcp.client.streamable_http import streamable_http_client

from ringi.hands.pace import Pace
from ringi.hands.stdio import LARGE_ANSWERS, MAX_LINE, MAX_LISTED_LINE, Wire

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

    from ringi.hands.config import Server

_CONNECT_SECONDS = 10.0
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@asynccontextmanager
async def web_streams(server: Server, wire: Wire, auth: httpx2.Auth | None = None) -> AsyncIterator[TransportStreams]:
    """Speak with the server at its url. How long a reply may take is up to the caller, not to the socket."""

    async def look(response: httpx2.Response) -> None:
        if response.request.method == "POST":
            wire.statuses.append((response.status_code, response.headers.get("content-type", "").lower()))
        # Nothing compressed was asked for; unpacking it anyway would lift the bound.
        response.headers.pop("content-encoding", None)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream, wire, _longest(response.request))

    async with (
        httpx2.AsyncClient(
            headers={**server.headers, "accept-encoding": "identity"},
            timeout=httpx2.Timeout(_CONNECT_SECONDS, read=None),
            event_hooks={"response": [look]},
            auth=auth,
            verify=_certificates(),
            trust_env=through_proxy(server.url),
        ) as client,
        streamable_http_client(server.url, http_client=client, max_sse_event_size=MAX_LINE) as streams,
    ):
        yield streams


def through_proxy(url: str) -> bool:
    """Whether the environment's proxy counts: it is no way to one's own machine."""
    return httpx2.URL(url).host not in _LOOPBACK


def _longest(request: httpx2.Request) -> int:
    """How large the answer to a request may be: what a server says about itself is shorter than a result."""
    asks_result = any(f'"{method}"'.encode() in request.content for method in LARGE_ANSWERS)
    return MAX_LINE if asks_result or request.method != "POST" else MAX_LISTED_LINE


class _Bounded(httpx2.AsyncByteStream):
    """A body that ends in an error instead of in our memory."""

    def __init__(self, body: httpx2.AsyncByteStream, wire: Wire, longest: int) -> None:
        self._body = body
        self._wire = wire
        self._longest = longest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size, pace = 0, Pace()
        async for chunk in self._body:
            size += len(chunk)
            self._wire.received += len(chunk)
            await pace.take(chunk.count(b"data:"))  # the events of a stream; a plain answer hardly has any
            if size > self._longest:
                self._wire.too_large = True
                raise httpx2.StreamError("the answer is too large")
            yield chunk

    async def aclose(self) -> None:
        await self._body.aclose()


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()
