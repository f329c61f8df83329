"""Servers over streamable HTTP on this machine: good ones, and gateways that lose the reply."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from honest import build
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from toolbench import hands_on, said

from ringi.hands.config import Protocol, Server

Answer = Callable[[dict[str, Any], Request], Awaitable[Response]]


class Running:
    """An ASGI application on a free port of the loopback, in a thread of its own."""

    def __init__(self, app: Any) -> None:
        config = uvicorn.Config(
            app, host="127.0.0.1", port=0, log_level="critical", ws="none", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            self._thread.join(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(120)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def honest(notes: Path) -> Iterator[str]:
    running = Running(build(notes).streamable_http_app())
    yield f"http://127.0.0.1:{running.port}/mcp"
    running.stop()


def crooked(answer: Answer) -> Running:
    """A server that lists one write and one read, and answers calls as it is told to."""

    async def endpoint(request: Request) -> Response:
        message = await request.json()
        method = message.get("method")
        if method == "initialize":
            info = {"name": "crooked", "version": "1"}
            version = message["params"]["protocolVersion"]
            return reply(message, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        if method == "tools/list":
            schema = {"type": "object", "properties": {}}
            reads = {"name": "look", "inputSchema": schema, "annotations": {"readOnlyHint": True}}
            return reply(message, {"tools": [{"name": "work", "inputSchema": schema}, reads]})
        if method == "tools/call":
            return await answer(message, request)
        if "id" in message:
            error = {"code": -32601, "message": "Method not found"}
            return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "error": error})
        return Response(status_code=202)

    return Running(Starlette(routes=[Route("/mcp", endpoint, methods=["POST"])]))


def reply(message: dict[str, Any], result: dict[str, Any]) -> Response:
    return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": result})


async def outcome_of(answer: Answer, tool: str = "work", **more: Any) -> tuple[str, str]:
    running = crooked(answer)
    try:
        server = Server(name="web", url=f"http://127.0.0.1:{running.port}/mcp", effects={"look": "read"}, **more)
        async with hands_on(server) as hands:
            outcome = await hands.call(tool, {}, key="k", timeout=120)
            assert outcome.status == "completed" or outcome.error
            return outcome.status, outcome.code
    finally:
        await asyncio.to_thread(running.stop)


@pytest.mark.parametrize("protocol", ["auto", "legacy"])
async def test_a_call_over_http_is_answered_with_its_key_and_progress(honest: str, protocol: Protocol) -> None:
    async with hands_on(Server(name="web", url=honest, protocol=protocol)) as hands:
        catalog = await hands.catalog()
        assert (len(catalog.people), catalog.problems) == (2, ())
        outcome = await hands.call("greet", {"name": "Aki", "title": None}, key="k-1", timeout=120, requester="U1")
        assert outcome.result == {"text": "Hello Aki", "key": "k-1", "requester": "U1"}
        seen: list[str] = []
        slow = await hands.call(
            "slow", {"steps": 3}, key="k", timeout=120, on_progress=lambda _a, _b, words: seen.append(words)
        )
        assert slow.status == "completed"
        assert seen == ["step 1", "step 2", "step 3"]
        assert (await hands.call("refuse", {}, key="k", timeout=120)).code == "RINGI-312"


async def test_an_argument_that_belongs_in_a_header_is_sent_there_too(honest: str) -> None:
    async with hands_on(Server(name="web", url=honest)) as hands:
        outcome = await hands.call("route", {"region": "東京"}, key="k", timeout=120)
        assert (outcome.status, outcome.result) == ("completed", {"region": "東京"})


async def test_an_answer_of_many_megabytes_still_arrives(honest: str) -> None:
    async with hands_on(Server(name="web", url=honest)) as hands:
        outcome = await hands.call("large", {"megabytes": 15}, key="k", timeout=60)
        assert outcome.status == "completed"
        assert (await hands.call("large", {"megabytes": 21}, key="k", timeout=60)).code == "RINGI-316"
        assert (await hands.call("large", {"megabytes": 60}, key="k", timeout=60)).code == "RINGI-316"


async def test_time_running_out_reaches_the_tool(honest: str, notes: Path) -> None:
    async with hands_on(Server(name="web", url=honest)) as hands:
        outcome = await hands.call("slow", {"steps": 10_000}, key="k", timeout=3.0)
        assert (outcome.status, outcome.code) == ("unknown", "RINGI-314")
        for _ in range(12_000):
            if said(notes):
                break
            await asyncio.sleep(0.01)
        assert said(notes) == ["cancelled"]


async def test_what_cannot_be_reached_was_certainly_not_called() -> None:
    running = crooked(_fine)
    running.stop()
    async with hands_on(Server(name="web", url=f"http://127.0.0.1:{running.port}/mcp")) as hands:
        catalog = await hands.catalog()
        assert [one.code for one in catalog.problems] == ["RINGI-311"]
        assert (await hands.call("work", {}, key="k", timeout=120)).code == "RINGI-310"


async def test_a_server_that_went_away_after_it_was_listed_was_certainly_not_called() -> None:
    running = crooked(_fine)
    async with hands_on(Server(name="web", url=f"http://127.0.0.1:{running.port}/mcp")) as hands:
        await hands.catalog()
        await asyncio.to_thread(running.stop)
        outcome = await hands.call("work", {}, key="k", timeout=120)
        assert (outcome.status, outcome.code) == ("failed", "RINGI-311")


async def _fine(message: dict[str, Any], request: Request) -> Response:
    return reply(message, {"content": [{"type": "text", "text": "ok"}]})


async def test_headers_go_with_every_request_and_are_struck_out_of_answers() -> None:
    async def echo(message: dict[str, Any], request: Request) -> Response:
        words = f"you are {request.headers['authorization']}"
        return reply(message, {"content": [{"type": "text", "text": words}], "isError": True})

    running = crooked(echo)
    server = Server(
        name="web",
        url=f"http://127.0.0.1:{running.port}/mcp",
        headers={"Authorization": "Key abc-very-own"},
        secrets=("abc-very-own",),
    )
    async with hands_on(server) as hands:
        assert (await hands.call("work", {}, key="k", timeout=120)).error == "you are Key ***"
    await asyncio.to_thread(running.stop)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (401, ("failed", "RINGI-313")),
        (403, ("failed", "RINGI-313")),
        (429, ("failed", "RINGI-313")),
        (202, ("unknown", "RINGI-315")),
        (408, ("unknown", "RINGI-315")),
        (500, ("unknown", "RINGI-315")),
        (502, ("unknown", "RINGI-315")),
        (504, ("unknown", "RINGI-315")),
    ],
)
async def test_only_a_refusal_is_certain_a_gateway_that_gave_up_is_not(status: int, expected: tuple[str, str]) -> None:
    async def refuse(message: dict[str, Any], request: Request) -> Response:
        return Response("<html>sorry</html>", status_code=status, media_type="text/html")

    assert await outcome_of(refuse) == expected


async def test_a_redirect_elsewhere_is_not_followed() -> None:
    async def elsewhere(message: dict[str, Any], request: Request) -> Response:
        return RedirectResponse("http://127.0.0.1:9/steal", status_code=307)

    assert await outcome_of(elsewhere) == ("failed", "RINGI-313")


@pytest.mark.parametrize(("tool", "status"), [("work", "unknown"), ("look", "failed")])
async def test_garbage_with_a_friendly_status_is_only_certain_for_a_read(tool: str, status: str) -> None:
    async def garbage(message: dict[str, Any], request: Request) -> Response:
        return Response("{not json", media_type="application/json")

    assert await outcome_of(garbage, tool) == (status, "RINGI-317")


async def test_a_page_instead_of_an_answer_leaves_the_outcome_open() -> None:
    async def page(message: dict[str, Any], request: Request) -> Response:
        return Response("<html>welcome</html>", media_type="text/html")

    assert await outcome_of(page) == ("unknown", "RINGI-315")


async def test_fifty_megabytes_are_not_taken_in() -> None:
    async def flood(message: dict[str, Any], request: Request) -> Response:
        body = {
            "jsonrpc": "2.0",
            "id": message["id"],
            "result": {"content": [{"type": "text", "text": "x" * 50_000_000}]},
        }
        return Response(json.dumps(body), media_type="application/json")

    assert await outcome_of(flood, "look") == ("failed", "RINGI-316")
    assert await outcome_of(flood, "work") == ("unknown", "RINGI-316")


async def test_a_connection_that_breaks_in_the_middle_leaves_the_outcome_open() -> None:
    async def broken(message: dict[str, Any], request: Request) -> Response:
        async def half() -> Any:
            yield b'{"jsonrpc": "2.0", '
            raise ConnectionResetError

        return StreamingResponse(half(), media_type="application/json")

    assert await outcome_of(broken) == ("unknown", "RINGI-315")


async def test_a_stream_that_ends_without_an_answer_leaves_the_outcome_open() -> None:
    async def empty(message: dict[str, Any], request: Request) -> Response:
        async def nothing() -> Any:
            yield b": hello\n\n"

        return StreamingResponse(nothing(), media_type="text/event-stream")

    assert await outcome_of(empty) == ("unknown", "RINGI-315")


async def test_an_error_of_the_servers_own_is_its_answer() -> None:
    async def error(message: dict[str, Any], request: Request) -> Response:
        said_no = {"code": -32000, "message": "not today"}
        return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "error": said_no})

    assert await outcome_of(error) == ("failed", "RINGI-313")
