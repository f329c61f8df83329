"""The one place that speaks to the Managed Agents API, with Anthropic's own client. Says things once, never twice.

The client's own repeats are off: whether something arrived before the answer was lost is looked up, not guessed, by
whoever calls (`walk`, `release`). What went wrong becomes one of ours: `Passing` may be tried again, the rest not.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError, Unavailable

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

Json = dict[str, Any]
KEY, ADDRESS = "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
PATIENCE = 30.0
"""Seconds for an answer."""
SILENCE = 75.0
"""Seconds without a byte, not even a heartbeat, after which a stream is taken for lost."""
TENANT, EXECUTION = "ringi_tenant", "ringi_execution"
"""What our agents and sessions are known by, should the answer that named them be lost."""


class Passing(Unavailable):
    """It may be different in a moment: no connection, too busy, a lost answer."""


class Api:
    """An open connection with one key. Events are plain dictionaries, as on the wire."""

    def __init__(self, client: AsyncAnthropic) -> None:
        self._client = client

    async def answers(self) -> None:
        with explained():
            await self._client.beta.agents.list(limit=1)

    # -- what a tenant has once ----------------------------------------------------------------------------------

    async def agent(self, tenant_id: str, name: str, model: str, system: str) -> str:
        """The tenant's agent: the one that is there, or a new one. It has no tools of its own."""
        beta = self._client.beta
        with explained():
            async for one in beta.agents.list():
                if one.metadata.get(TENANT) == tenant_id and one.archived_at is None:
                    return str(one.id)
            made = await beta.agents.create(
                model=model, name=name[:200], system=system, tools=[], metadata={TENANT: tenant_id}
            )
        return str(made.id)

    async def environment(self, tenant_id: str, name: str) -> str:
        """The tenant's environment: a container that reaches nothing. All work is done here, by the hands."""
        beta = self._client.beta
        with explained():
            async for one in beta.environments.list():
                if one.metadata.get(TENANT) == tenant_id and one.archived_at is None:
                    return str(one.id)
            made = await beta.environments.create(
                name=name[:200],
                config={"type": "cloud", "networking": {"type": "limited", "allowed_hosts": []}},
                metadata={TENANT: tenant_id},
            )
        return str(made.id)

    # -- sessions ------------------------------------------------------------------------------------------------

    async def find(self, agent_id: str, executions: frozenset[str], except_: frozenset[str]) -> dict[str, str]:
        """Sessions that were made for these executions before their names could be kept: which for which."""
        found: dict[str, str] = {}
        with explained():
            async for one in self._client.beta.sessions.list(agent_id=agent_id):
                made_for = str(one.metadata.get(EXECUTION) or "")
                if made_for in executions and one.id not in except_:
                    found[str(one.id)] = made_for
        return found

    async def open(
        self, agent: Json, environment_id: str, *, title: str, metadata: dict[str, str], budget_cents: int
    ) -> str:
        limited: Json = {"budget": _limit(budget_cents)} if budget_cents else {}
        with explained():
            made = await self._client.beta.sessions.create(
                agent=agent,
                environment_id=environment_id,
                title=title[:200],
                metadata=metadata,
                **limited,
            )
        return str(made.id)

    async def status(self, session_id: str) -> Json:
        with explained():
            return _wire(await self._client.beta.sessions.retrieve(session_id))

    async def allow(self, session_id: str, cents: int) -> None:
        """What a session may cost from now on; 0 for no limit. One that has stopped for it goes on by itself."""
        with explained():
            await self._client.beta.sessions.update(session_id, budget=_limit(cents) if cents else None)

    async def archive(self, session_id: str) -> None:
        with explained():
            await self._client.beta.sessions.archive(session_id)

    # -- events --------------------------------------------------------------------------------------------------

    async def send(self, session_id: str, events: list[Json]) -> None:
        with explained():
            await self._client.beta.sessions.events.send(session_id, events=events)

    async def history(self, session_id: str) -> list[Json]:
        """All that was said in a session, in its order."""
        with explained():
            listed = self._client.beta.sessions.events.list(session_id, limit=500)
            return [_wire(event) async for event in listed]

    @asynccontextmanager
    async def stream(self, session_id: str) -> AsyncIterator[AsyncIterator[Json]]:
        """What is said from now on. There is no replay: open it first, then ask for the history."""
        with explained():
            # A stream may be silent for a while, but it begins as soon as any other answer does.
            async with asyncio.timeout(PATIENCE):
                opened = await self._client.beta.sessions.events.stream(session_id, timeout=SILENCE)
        try:
            yield _heard(opened)
        finally:
            await opened.close()


def _limit(cents: int) -> Any:
    return {"type": "limit", "max_list_cost": {"amount": str(cents), "currency": "USD"}}


async def _heard(stream: Any) -> AsyncIterator[Json]:
    with explained():
        async for event in stream:
            yield _wire(event)


def _wire(model: Any) -> Json:
    """As it came: a kind of event that is newer than the client is kept as well."""
    found: Json = model.to_dict(mode="json")
    return found


class explained:
    """Turns the client's errors into ours. Nothing of what was sent stands in them, least of all the key."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, Exception) and not isinstance(error, RingiError):
            raise_as_ours(error)


def raise_as_ours(error: Exception) -> None:
    import anthropic
    import httpx2

    status = getattr(error, "status_code", 0)
    if isinstance(error, anthropic.APIStatusError):
        if status in (401, 403):
            raise Unavailable("RINGI-362", status=status) from error
        if status == 404:
            raise Unavailable("RINGI-363") from error
        if status in (408, 409, 429) or status >= 500:
            raise Passing("RINGI-365", reason=f"HTTP {status}") from error
        if status >= 400:
            raise Unavailable("RINGI-364", status=status, reason=str(error.type or "")[:60]) from error
        # An `error` event inside a stream comes with the status of the stream itself.
        raise Passing("RINGI-365", reason=str(error.type or "stream")[:60]) from error
    if isinstance(error, anthropic.APIConnectionError | httpx2.HTTPError | OSError | ValueError):
        raise Passing("RINGI-365", reason=type(error).__name__) from error
    if isinstance(error, anthropic.AnthropicError):
        raise Unavailable("RINGI-364", status=status, reason=type(error).__name__) from error


@asynccontextmanager
async def connected(environ: Mapping[str, str]) -> AsyncIterator[Api]:
    """The API with the key of this machine's environment."""
    key, address = environ.get(KEY, "").strip(), environ.get(ADDRESS, "").strip()
    if not key:
        raise Unavailable("RINGI-361", name=KEY)
    try:
        # Beside the event loop: it takes seconds the first time, and others are at work.
        anthropic = await asyncio.to_thread(importlib.import_module, "anthropic")
    except ImportError:
        raise Unavailable("RINGI-360") from None
    async with anthropic.AsyncAnthropic(
        api_key=key, base_url=address or None, max_retries=0, timeout=PATIENCE
    ) as client:
        yield Api(client)


async def ask(environ: Mapping[str, str]) -> None:
    """Whether anybody answers to our key: raises what would stop a run."""
    async with connected(environ) as api:
        await api.answers()
