"""Ringi as an MCP server at `/mcp` of a running `ringi up`, driven by the real client of the protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from webhouse import House, house, small_hands, small_mind

HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("mcp"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@asynccontextmanager
async def agent(up: House, key: str, mode: str = "auto", lang: str = "en") -> AsyncIterator[Any]:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {key}", "Accept-Language": lang}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120, trust_env=False) as http,
        Client(streamable_http_client(f"{up.base}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


async def told(client: Any, tool: str, **given: Any) -> Any:
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, answer
    return answer.structured_content


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_agent_asks_a_person_decides_and_the_agent_sees_how_it_went(up: House, mode: str) -> None:
    key = await asyncio.to_thread(up.add, f"bot-{mode}", "agent")
    async with agent(up, key, mode) as client:
        assert {one.name for one in (await client.list_tools()).tools} == {
            *("ask", "status", "inbox", "approve_link", "evidence")
        }
        asked = await told(client, "ask", text="please", key=f"once-{mode}")
        task_id = asked["task_id"]
        again = await told(client, "ask", text="please", key=f"once-{mode}")
        assert again["task_id"] == task_id and again["duplicate"]
        await asyncio.to_thread(up.until, task_id, "policy_pending")
        assert (await told(client, "status", id=task_id))["waits_for_people"]
        assert [one["task_id"] for one in (await told(client, "inbox"))["waiting"]] == [task_id]
        link = await told(client, "approve_link", id=task_id)
        assert link["url"] == f"{up.base}/tasks/{task_id}" and "key=" not in json.dumps(link)
        for state in ("plan_pending", "completed"):
            await asyncio.to_thread(up.decide, task_id)
            await asyncio.to_thread(up.until, task_id, state)
        assert (await told(client, "status", id=task_id))["state"] == "completed"
        proof = await told(client, "evidence", id=task_id)
        assert proof["ok"] and proof["facts"]
    shown = up.show(task_id)
    assert (shown["request"]["source"], shown["request"]["requester"]) == ("mcp", f"mcp:bot-{mode}")


async def test_each_agent_sees_only_its_own_also_at_the_same_time(up: House) -> None:
    keys = [await asyncio.to_thread(up.add, f"one-{number}", "agent") for number in range(4)]

    async def ask(key: str, number: int) -> str:
        async with agent(up, key, lang=["ja", "en", "zh", "en"][number]) as client:
            return str((await told(client, "ask", text=f"please {number}"))["task_id"])

    tasks = await asyncio.gather(*(ask(key, number) for number, key in enumerate(keys)))
    for number, key in enumerate(keys):
        async with agent(up, key) as client:
            mine = await told(client, "status", id=tasks[number])
            assert mine["task_id"] == tasks[number]
            other = await client.call_tool("status", {"id": tasks[number - 1]})
            assert other.is_error and "RINGI-104" in other.content[0].text


async def test_the_descriptions_are_in_the_reader_s_language(up: House) -> None:
    key = await asyncio.to_thread(up.add, "reader", "agent")
    said = set()
    for lang in ("ja", "en", "zh"):
        async with agent(up, key, lang=lang) as client:
            said.add(next(one.description for one in (await client.list_tools()).tools if one.name == "ask"))
    assert len(said) == 3


def test_an_admin_s_key_decides_nothing_there_either(up: House) -> None:
    """The Desk itself refuses whoever comes by this way; and no tool passes anything on that decides."""
    task_id = up.started()
    approval = up.open_approval(task_id)
    key = up.add("boss", "admin", "approver")
    headers = {**JSON, "Authorization": f"Bearer {key}"}
    for tool in ("decide", "approve", "resolve", "settings_set", "user_key", "tool_permit"):
        given = {"decision": "approve", "approval_id": approval["id"], "digest": approval["digest"]}
        call = {**HELLO, "method": "tools/call", "params": {"name": tool, "arguments": given}}
        answer = up.ask("POST", "/mcp", json.dumps(call), headers)
        assert "nknown tool" in answer.text, answer.text
    # Nor by further arguments of a tool that there is.
    call = {**HELLO, "method": "tools/call", "params": {"name": "ask", "arguments": {"text": "x", "source": "cli"}}}
    up.ask("POST", "/mcp", json.dumps(call), headers)
    assert all(one["request"]["source"] == "mcp" for one in shown_of(up, "mcp:boss"))
    assert up.open_approval(task_id)["id"] == approval["id"]


def shown_of(up: House, requester: str) -> list[dict[str, Any]]:
    found = up.office.store.write(lambda tx: tx.all("SELECT id FROM requests WHERE requester = ?", (requester,)))
    return [up.show(row["id"]) for row in found]


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_nobody_comes_in_without_a_user_s_own_key(up: House, method: str) -> None:
    cookie = up.cookie()
    for headers in (
        {},
        {"Cookie": cookie, "Sec-Fetch-Site": "same-origin"},
        {"Authorization": "Bearer nobody"},
        {"Authorization": f"Bearer {up.bearer}", "X-Ringi-User": "aki"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic YWtpOmtleQ=="},
    ):
        answer = up.ask(method, "/mcp", json.dumps(HELLO), {**JSON, **headers})
        assert answer.status == 401 and answer.json()["error"]["code"] == "RINGI-686", headers
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_another_site_s_page_and_another_name_for_this_machine_are_refused(up: House) -> None:
    key = up.add("paged", "agent")
    good = {**JSON, "Authorization": f"Bearer {key}"}
    assert up.ask("POST", "/mcp", json.dumps(HELLO), good).status == 200
    for origin in ("https://evil.example", "null", f"http://127.0.0.1.evil.example:{up.port}", "http://127.0.0.1:1"):
        answer = up.ask("POST", "/mcp", json.dumps(HELLO), {**good, "Origin": origin})
        assert answer.status == 403 and answer.json()["error"]["code"] == "RINGI-656", origin
        assert "access-control-allow-origin" not in answer.headers
    answer = up.ask("POST", "/mcp", json.dumps(HELLO), {**good, "Host": "evil.example"})
    assert answer.status == 421
    assert up.ask("OPTIONS", "/mcp", "", {"Origin": "https://evil.example"}).status in (401, 403, 405)


def test_a_body_that_is_no_message_or_too_large_is_refused(up: House) -> None:
    headers = {**JSON, "Authorization": f"Bearer {up.add('large', 'agent')}"}
    assert up.ask("POST", "/mcp", "{", headers).status == 400
    assert up.ask("POST", "/mcp", b" " * (2**20 + 1), headers).status == 413


def test_a_key_that_was_taken_back_ends_it(up: House) -> None:
    headers = {**JSON, "Authorization": f"Bearer {up.add('leaver', 'agent')}"}
    assert up.ask("POST", "/mcp", json.dumps(HELLO), headers).status == 200
    up.desk().call("user_active", name="leaver", active=False)
    assert up.ask("POST", "/mcp", json.dumps(HELLO), headers).status == 401
