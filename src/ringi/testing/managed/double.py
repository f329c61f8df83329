"""The double itself: an HTTP server on loopback, in a thread of its own, and one place to ask what happened."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from itertools import count
from types import TracebackType
from typing import Any

from aiohttp import web

from ringi.testing.managed.agents import Agent, follows
from ringi.testing.managed.faults import Faults
from ringi.testing.managed.refusal import Refusal
from ringi.testing.managed.session import Json, Session, now
from ringi.testing.serving import on_loopback

BETA = "managed-agents-2026-04-01"
PAGE = 20
"""Things per page: small, so that whoever forgets the next page is found out."""
PING = 5.0


class Double:
    """Agents, environments and sessions of one workspace. `agent` is the scripted model of all its sessions."""

    def __init__(self, agent: Agent = follows, *, key: str = "sk-ant-double", cents: int = 1) -> None:
        self.agent = agent
        self.key = key
        self.cents = cents
        """What one model request costs."""
        self.priced = True
        """Whether sessions say what they have cost; the real ones do not from the beginning."""
        self.faults = Faults()
        self.agents: dict[str, Json] = {}
        self.environments: dict[str, Json] = {}
        self.sessions: dict[str, Session] = {}
        self.calls: list[str] = []
        self.address = ""
        self._numbers = count(1)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="managed-double", daemon=True)
        self._ready = threading.Event()
        self._stop = asyncio.Event()

    @property
    def environ(self) -> dict[str, str]:
        """What a client needs to come here."""
        return {"ANTHROPIC_API_KEY": self.key, "ANTHROPIC_BASE_URL": self.address}

    @property
    def session(self) -> Session:
        """The only session there is."""
        (one,) = self.sessions.values()
        return one

    def twice(self) -> list[str]:
        """Every call that anybody tried to answer a second time."""
        return [use for session in self.sessions.values() for use in session.twice]

    # -- coming and going ----------------------------------------------------------------------------------------

    def __enter__(self) -> Double:
        self._thread.start()
        self._ready.wait(30)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    def soon(self, act: Callable[[], Any]) -> None:
        """Do something where the sessions live, e.g. `hang_up`."""
        self._loop.call_soon_threadsafe(act)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._until_stopped())
        self._loop.close()

    async def _until_stopped(self) -> None:
        runner, self.address = await on_loopback(self._application(), patience=0.1)
        self._ready.set()
        await self._stop.wait()
        for session in self.sessions.values():
            session.hang_up()
        await runner.cleanup()

    # -- the door ------------------------------------------------------------------------------------------------

    def _application(self) -> web.Application:
        application = web.Application()
        routes: list[tuple[str, str, str, Callable[[web.Request], Awaitable[Any]]]] = [
            ("POST", "/v1/agents", "agents.create", self._create_agent),
            ("GET", "/v1/agents", "agents.list", self._list_agents),
            ("POST", "/v1/environments", "environments.create", self._create_environment),
            ("GET", "/v1/environments", "environments.list", self._list_environments),
            ("POST", "/v1/sessions", "sessions.create", self._create_session),
            ("GET", "/v1/sessions", "sessions.list", self._list_sessions),
            ("GET", "/v1/sessions/{id}", "sessions.retrieve", self._retrieve),
            ("POST", "/v1/sessions/{id}", "sessions.update", self._update),
            ("DELETE", "/v1/sessions/{id}", "sessions.delete", self._delete),
            ("POST", "/v1/sessions/{id}/archive", "sessions.archive", self._archive),
            ("POST", "/v1/sessions/{id}/events", "events.send", self._send),
            ("GET", "/v1/sessions/{id}/events", "events.list", self._list_events),
            ("GET", "/v1/sessions/{id}/events/stream", "events.stream", self._stream),
        ]
        for method, path, name, handler in routes:
            application.router.add_route(method, path, self._door(name, handler))
        return application

    def _door(
        self, name: str, handler: Callable[[web.Request], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def open_for(request: web.Request) -> web.StreamResponse:
            self.calls.append(name)
            fault = self.faults.of(name)
            try:
                if fault.isdigit():
                    raise Refusal(int(fault))
                if fault == "drop":
                    return self._hang_up(request)
                self._admit(request)
                if name == "events.stream" and fault != "slow":
                    return await self._stream(request, fault)
                answer = {} if name == "events.stream" else await handler(request)
            except Refusal as refusal:
                return web.json_response(refusal.body, status=refusal.status)
            if fault == "slow":
                await self._stop.wait()
            if fault in ("lost", "slow"):
                return self._hang_up(request)
            return web.json_response(answer)

        return open_for

    @staticmethod
    def _hang_up(request: web.Request) -> web.StreamResponse:
        if request.transport is not None:  # else the client has hung up first
            request.transport.abort()
        return web.Response()

    def _admit(self, request: web.Request) -> None:
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key not in (bearer, request.headers.get("x-api-key")):
            raise Refusal(401, message="invalid API key")
        if BETA not in request.headers.get("anthropic-beta", "") or "anthropic-version" not in request.headers:
            raise Refusal(400, message="this endpoint needs its beta header and a version")

    # -- agents and environments ---------------------------------------------------------------------------------

    def _id(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers):06d}"

    async def _create_agent(self, request: web.Request) -> Json:
        body = await request.json()
        if not body.get("model") or not body.get("name"):
            raise Refusal(400, message="model and name are needed")
        made = self._agent_shape(self._id("agent"), body)
        self.agents[made["id"]] = made
        return made

    @staticmethod
    def _agent_shape(agent_id: str, body: Json) -> Json:
        model = body["model"]
        return {
            "id": agent_id,
            "type": "agent",
            "name": body["name"],
            "description": body.get("description"),
            "system": body.get("system"),
            "model": model if isinstance(model, dict) else {"id": model, "speed": "standard"},
            "tools": body.get("tools") or [],
            "mcp_servers": body.get("mcp_servers") or [],
            "skills": body.get("skills") or [],
            "metadata": body.get("metadata") or {},
            "multiagent": None,
            "execution_identity": {"type": "service_account"},
            "archived_at": None,
            "created_at": now(),
            "updated_at": now(),
            "version": 1,
        }

    async def _list_agents(self, request: web.Request) -> Json:
        return _page(request, [one for one in self.agents.values() if one["archived_at"] is None])

    async def _create_environment(self, request: web.Request) -> Json:
        body = await request.json()
        if not body.get("name"):
            raise Refusal(400, message="name is needed")
        config = body.get("config") or {"type": "cloud"}
        network = {"allow_mcp_servers": False, "allow_package_managers": False, "allowed_hosts": []}
        packages: Json = {name: [] for name in ("apt", "cargo", "gem", "go", "npm", "pip")}
        made: Json = {
            "id": self._id("env"),
            "type": "environment",
            "name": body["name"],
            "description": body.get("description"),
            "metadata": body.get("metadata") or {},
            "config": {**config, "networking": {**network, **(config.get("networking") or {})}, "packages": packages},
            "archived_at": None,
            "created_at": now(),
            "updated_at": now(),
        }
        self.environments[made["id"]] = made
        return made

    async def _list_environments(self, request: web.Request) -> Json:
        return _page(request, [one for one in self.environments.values() if one["archived_at"] is None])

    # -- sessions ------------------------------------------------------------------------------------------------

    async def _create_session(self, request: web.Request) -> Json:
        body = await request.json()
        named = body.get("agent")
        given: Json = {"id": named} if isinstance(named, str) else dict(named or {})
        agent = self.agents.get(str(given.get("id")))
        environment = self.environments.get(str(body.get("environment_id")))
        if agent is None or environment is None:
            raise Refusal(404, message="no such agent or environment")
        if agent["archived_at"] or environment["archived_at"]:
            raise Refusal(400, message="the agent or the environment is archived")
        if given.get("type") == "agent_with_overrides":
            agent = self._agent_shape(agent["id"], {**agent, **given})
        _check_tools(agent["tools"])
        session = Session(self._id("sesn"), body, agent, self._id)
        session.priced = self.priced
        self.sessions[session.id] = session
        return session.shown()

    async def _list_sessions(self, request: web.Request) -> Json:
        wanted = request.query.get("agent_id")
        found = [
            one.shown()
            for one in reversed(self.sessions.values())
            if one.archived_at is None and wanted in (None, one.agent["id"])
        ]
        return _page(request, found)

    def _of(self, request: web.Request) -> Session:
        session = self.sessions.get(request.match_info["id"])
        if session is None:
            raise Refusal(404, message="no such session")
        return session

    async def _retrieve(self, request: web.Request) -> Json:
        return self._of(request).shown()

    async def _update(self, request: web.Request) -> Json:
        session, body = self._of(request), await request.json()
        if set(body) - {"budget", "metadata", "title"}:
            raise Refusal(400, message="only budget, metadata and title are changed here")
        session.body |= {name: value for name, value in body.items() if name != "budget"}
        if "budget" in body:
            session.allow(body["budget"], self.agent, self.cents)
        return session.shown()

    async def _delete(self, request: web.Request) -> Json:
        session = self._of(request)
        del self.sessions[session.id]
        session.emit("session.deleted")
        return {"id": session.id, "type": "session_deleted"}

    async def _archive(self, request: web.Request) -> Json:
        session = self._of(request)
        if session.status in ("running", "rescheduling"):
            raise Refusal(400, message="a running session cannot be archived; interrupt it first")
        session.archived_at = session.archived_at or now()
        return session.shown()

    # -- events --------------------------------------------------------------------------------------------------

    async def _send(self, request: web.Request) -> Json:
        session = self._of(request)
        events = (await request.json()).get("events")
        if not isinstance(events, list) or not events:
            raise Refusal(400, message="events: at least one is needed")
        return {"data": session.send(events, self.agent, self.cents)}

    async def _list_events(self, request: web.Request) -> Json:
        return _page(request, self._of(request).events)

    async def _stream(self, request: web.Request, fault: str = "") -> web.StreamResponse:
        """From now on; nothing is repeated. `cut`: it ends with the first event; `silent`: nothing is heard of it."""
        session = self._of(request)
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        session.listeners.append(queue)
        response = web.StreamResponse(headers={"content-type": "text/event-stream", "cache-control": "no-cache"})
        try:
            await response.prepare(request)
            if fault == "silent":
                await self._stop.wait()
            await response.write(b'event: ping\ndata: {"type": "ping"}\n\n')
            while True:
                try:
                    event = await asyncio.wait_for(queue.get(), PING)
                except TimeoutError:
                    await response.write(b'event: ping\ndata: {"type": "ping"}\n\n')
                    continue
                if event is None or fault == "cut":
                    return response
                await response.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
                if event["type"] in ("session.deleted", "session.status_terminated"):
                    return response
        except ConnectionError:
            return response
        finally:
            session.listeners.remove(queue)


def _check_tools(tools: list[Json]) -> None:
    names = [tool.get("name", "") for tool in tools if tool.get("type") == "custom"]
    for name in names:
        if not 1 <= len(name) <= 128 or not all(sign.isascii() and (sign.isalnum() or sign in "_-") for sign in name):
            raise Refusal(400, message=f"tools: {name!r} is no name of a tool")
    if len(set(names)) != len(names):
        raise Refusal(400, message="tools: names must be unique")
    if any(tool.get("input_schema", {}).get("type") != "object" for tool in tools if tool.get("type") == "custom"):
        raise Refusal(400, message="tools: input_schema must be an object")


def _page(request: web.Request, found: list[Json]) -> Json:
    at = int(request.query.get("page", "0"))
    size = min(int(request.query.get("limit", str(PAGE))), PAGE)
    more = str(at + size) if at + size < len(found) else None
    return {"data": found[at : at + size], "next_page": more}
