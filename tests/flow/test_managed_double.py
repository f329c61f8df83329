"""The double of the Managed Agents API does what its client expects: shapes, pages, statuses, refusals, streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from ringi.testing.managed import Double, Turn, agents

anthropic = pytest.importorskip(
    "anthropic", reason="anthropic is not installed (extra `model`): no client to test with"
)

PLAN = {"type": "user.message", "content": [{"type": "text", "text": '{"steps": [{"tool": "look", "input": {}}]}'}]}
LOOK = {"type": "custom", "name": "look", "description": "look", "input_schema": {"type": "object"}}


@pytest.fixture
def double() -> Iterator[Double]:
    with Double() as one:
        yield one


@pytest.fixture
async def client(double: Double) -> AsyncIterator[Any]:
    async with anthropic.AsyncAnthropic(api_key=double.key, base_url=double.address, max_retries=0) as one:
        yield one.beta


async def session_of(client: Any, **more: Any) -> Any:
    agent = await client.agents.create(model="claude-sonnet-4-6", name="a", tools=[LOOK])
    environment = await client.environments.create(name="e", config={"type": "cloud"})
    return await client.sessions.create(agent=agent.id, environment_id=environment.id, **more)


def result(use: str) -> dict[str, Any]:
    content = [{"type": "text", "text": "42"}]
    return {"type": "user.custom_tool_result", "custom_tool_use_id": use, "content": content}


async def events(client: Any, session_id: str) -> list[Any]:
    return [event async for event in client.sessions.events.list(session_id, limit=3)]


async def test_a_session_goes_from_a_message_to_the_end_of_its_turn(client: Any) -> None:
    session = await session_of(client)
    assert session.status == "idle" and session.agent.tools[0].name == "look"
    async with await client.sessions.events.stream(session.id) as stream:
        await client.sessions.events.send(session.id, events=[PLAN])
        async for event in stream:
            if event.type == "agent.custom_tool_use":
                await client.sessions.events.send(session.id, events=[result(event.id)])
            if event.type == "session.status_idle" and event.stop_reason.type == "end_turn":
                break
    kinds = [event.type for event in await events(client, session.id)]
    assert kinds.count("session.status_idle") == 2 and kinds[-2:] == ["agent.message", "session.status_idle"]
    assert (await client.sessions.retrieve(session.id)).usage.list_cost.amount == "2"
    assert (await client.sessions.archive(session.id)).archived_at is not None
    assert [one async for one in client.sessions.list()] == []


async def test_a_call_is_answered_once_and_only_if_it_was_made(client: Any, double: Double) -> None:
    session = await session_of(client)
    await client.sessions.events.send(session.id, events=[PLAN])
    (use,) = double.session.pending
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.events.send(session.id, events=[result("sevt_nobody")])
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.events.send(session.id, events=[PLAN])
    await client.sessions.events.send(session.id, events=[result(use)])
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.events.send(session.id, events=[result(use)])
    assert double.twice() == [use] and len(double.session.answers()) == 1


async def test_a_stream_repeats_nothing_of_what_was_before_it(client: Any, double: Double) -> None:
    session = await session_of(client)
    await client.sessions.events.send(session.id, events=[PLAN])
    async with await client.sessions.events.stream(session.id) as stream:
        await client.sessions.events.send(session.id, events=[result(double.session.pending[0])])
        first = await anext(aiter(stream))
    assert first.type == "user.custom_tool_result"


async def test_a_running_session_is_archived_only_after_an_interrupt(client: Any, double: Double) -> None:
    double.agent = lambda seen: Turn(stop="stall")
    session = await session_of(client)
    await client.sessions.events.send(session.id, events=[PLAN])
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.archive(session.id)
    await client.sessions.events.send(session.id, events=[{"type": "user.interrupt"}])
    assert (await client.sessions.archive(session.id)).status == "idle"
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.events.send(session.id, events=[PLAN])


async def test_a_budget_stops_the_next_request_and_a_refusal_says_its_kind(client: Any, double: Double) -> None:
    limit = {"type": "limit", "max_list_cost": {"amount": "1", "currency": "USD"}}
    session = await session_of(client, budget=limit)
    await client.sessions.events.send(session.id, events=[PLAN])
    await client.sessions.events.send(session.id, events=[result(double.session.pending[0])])
    assert (await events(client, session.id))[-1].stop_reason.type == "budget_reached"
    double.agent = agents.at_call(1, Turn(stop="refusal"))
    other = await session_of(client)
    await client.sessions.events.send(other.id, events=[PLAN])
    last = (await events(client, other.id))[-1]
    assert last.stop_reason.type == "refusal" and last.stop_details.category == "general_harms"


async def test_who_has_no_key_and_what_is_not_there_is_refused_in_the_usual_shape(client: Any, double: Double) -> None:
    with pytest.raises(anthropic.NotFoundError) as missing:
        await client.sessions.retrieve("sesn_none")
    assert missing.value.type == "not_found_error"
    async with anthropic.AsyncAnthropic(api_key="wrong", base_url=double.address, max_retries=0) as stranger:
        with pytest.raises(anthropic.AuthenticationError):
            await stranger.beta.sessions.retrieve("sesn_none")
    bad = {**LOOK, "name": "no such name!"}
    agent = await client.agents.create(model="m", name="a", tools=[bad])
    environment = await client.environments.create(name="e")
    with pytest.raises(anthropic.BadRequestError):
        await client.sessions.create(agent=agent.id, environment_id=environment.id)
