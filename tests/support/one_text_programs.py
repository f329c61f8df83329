"""What programs are told of a task: `/v1` of the real application, and MCP by its real client, both in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from workplace import Workplace

from ringi.web.agents.offered import Agent
from ringi.web.agents.server import build as build_mcp
from ringi.web.app import build as build_web

Json = dict[str, Any]
BEARER = "one-text"


class Programs:
    """A reader of the API and an agent over MCP at one workplace, as long as it is open."""

    def __init__(self, place: Workplace) -> None:
        assert place.office is not None
        self._web = build_web(place.office, bearer=BEARER)
        self._agent = Agent(place.desk(surface="mcp").call, lambda: "http://127.0.0.1:8383")
        self._loop = asyncio.new_event_loop()
        self._ready, self._leave = asyncio.Event(), asyncio.Event()
        self._living = self._loop.create_task(self._live())
        self._asked(self._ready.wait())

    def api(self, path: str) -> Json:
        """What `GET` of an address of `/v1` answers."""
        answer = self._asked(self._http.get(path))
        assert answer.status_code == 200, answer.text
        found: Json = json.loads(answer.content)
        return found

    def post(self, path: str, body: Json, key: str) -> tuple[int, Json]:
        answer = self._asked(self._http.post(path, json=body, headers={"Idempotency-Key": key}))
        return answer.status_code, json.loads(answer.content)

    def mcp(self, tool: str, **given: Any) -> Json:
        """What a tool of ours answers an agent: the words that its model reads, which are the same data."""
        answer = self._asked(self._client.call_tool(tool, given))
        assert not answer.is_error, answer
        found: Json = json.loads(answer.content[0].text)
        assert found == answer.structured_content
        return found

    def close(self) -> None:
        self._leave.set()
        self._loop.run_until_complete(self._living)
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._web.state.site.reads.close()
        self._loop.close()

    async def _live(self) -> None:
        import httpx2
        from mcp import Client

        async def enter(_: Any) -> Agent:
            return self._agent

        headers = {"Authorization": f"Bearer {BEARER}"}
        over = httpx2.ASGITransport(app=self._web)
        async with (
            httpx2.AsyncClient(transport=over, base_url="http://127.0.0.1", headers=headers) as self._http,
            Client(build_mcp(enter)) as self._client,
        ):
            self._ready.set()
            await self._leave.wait()

    def _asked(self, question: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(question)
