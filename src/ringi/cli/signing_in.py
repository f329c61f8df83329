"""The person's side of signing in to a tool server: a page on this machine that the browser comes back to, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from ringi.errors import Unavailable

if TYPE_CHECKING:
    from ringi.hands.config import Server

WAITS = 600.0
"""Seconds that a person gets to sign in."""


async def signed_in(server: Server, go: Callable[[str], None], thanks: str) -> dict[str, Any]:
    """What is to be kept. Everything that goes wrong is said as a sign-in that did not come to its end."""
    from mcp.shared.auth import AuthorizationCodeResult

    from ringi.hands.signing import sign_in

    came: asyncio.Future[dict[str, list[str]]] = asyncio.get_running_loop().create_future()

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = (await reader.readline()).decode("latin-1").split(" ")
        parts = urlsplit(line[1]) if len(line) > 1 else urlsplit("")
        ours = parts.path == "/callback"
        body = thanks.encode() if ours else b""
        head = f"HTTP/1.1 {'200 OK' if ours else '404 Not Found'}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()
        if ours and not came.done():
            came.set_result(parse_qs(parts.query))

    page = await asyncio.start_server(visited, "127.0.0.1", 0)
    port = page.sockets[0].getsockname()[1]

    async def send(address: str) -> None:
        go(address)

    async def back() -> AuthorizationCodeResult:
        found = await came
        if "error" in found:
            raise PermissionError(found["error"][0][:200])
        first = {name: values[0] for name, values in found.items()}
        return AuthorizationCodeResult(code=first.get("code", ""), state=first.get("state"), iss=first.get("iss"))

    try:
        async with page, asyncio.timeout(WAITS):
            kept = await sign_in(server, f"http://127.0.0.1:{port}/callback", send, back)
    except Exception as error:  # the library, the network and the person may each end it in their own way
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise Unavailable("RINGI-680", server=server.name, reason=reason) from None
    if kept is None:
        raise Unavailable("RINGI-680", server=server.name, reason="the server asks for no sign-in")
    return kept
