"""What a program may bring with one key has a bound that is said; nobody else is held up by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from webhouse import Answer, House, house, small_hands, small_mind

from ringi.errors import Invalid
from ringi.settings import QUOTAS, load, quota_variable
from ringi.web.door import Visitor
from ringi.web.quotas import Quotas
from ringi.web.signing.limits import TooOften

SMALL = {"facts_per_minute": 10, "bytes_per_minute": 20_000, "requests_per_minute": 2}
MCP = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind(), settings={"quotas": SMALL}) as found:
        yield found


class Key:
    """A program with a key of its own."""

    def __init__(self, up: House, name: str, *roles: str) -> None:
        self.up = up
        self.headers = {"Authorization": f"Bearer {up.add(name, *(roles or ('requester',)))}"}

    def post(self, path: str, body: Any, kind: str = "application/json") -> Answer:
        text = body if isinstance(body, str) else json.dumps(body)
        return self.up.ask("POST", path, text, {**self.headers, **MCP, "Content-Type": kind})

    def tell(self, many: int, size: int = 0, session: str = "s") -> Answer:
        payload = {"text": "x" * size}
        facts = [{"type": "run.status", "runId": f"r{n}", "payload": payload} for n in range(many)]
        return self.post("/v1/facts", {"facts": facts, "session": session})

    def ask(self) -> Answer:
        return self.post("/v1/tasks", {"text": "please"})


def assert_over(found: Answer, name: str) -> None:
    assert found.status == 429, found.text
    error = found.json()["error"]
    assert (error["code"], error["values"]["setting"]) == ("RINGI-759", quota_variable(name))
    assert 0 < int(found.headers["retry-after"]) <= 60


def test_facts_are_counted_and_refused_as_a_whole(up: House) -> None:
    agent = Key(up, "agent")
    assert agent.tell(6, session="a").status == 201
    assert_over(agent.tell(5, session="b"), "facts_per_minute")
    assert agent.tell(4, session="c").status == 201, "what still fits is taken"
    assert [one["title"] for one in up.desk().call("sessions", kind="foreign")["sessions"]] == ["c", "a"]


def test_their_bytes_are_counted_on_both_addresses(up: House) -> None:
    agent, other = Key(up, "agent"), Key(up, "other")
    assert agent.tell(1, 15_000).status == 201
    assert_over(agent.tell(1, 15_000), "bytes_per_minute")
    event = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "x" * 9_000}
    begin = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
    lines = "\n".join(json.dumps(one) for one in (begin, event, event, event))
    other.tell(1, 5_000)
    assert_over(other.post("/ag-ui/ingest", lines, "application/x-ndjson"), "bytes_per_minute")


def test_requests_are_counted_by_whichever_address_they_come(up: House) -> None:
    agent = Key(up, "agent")
    assert agent.ask().status in (200, 201)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": {"text": "x"}}}
    assert "RINGI-759" not in agent.post("/mcp", call).text
    assert_over(agent.ask(), "requests_per_minute")
    assert "RINGI-759" in agent.post("/mcp", call).text
    run = {"threadId": "t", "runId": "r", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    said = {**run, "messages": [{"id": "m", "role": "user", "content": "please"}]}
    assert "RINGI-759" in agent.post("/ag-ui", said).text


def test_nobody_else_is_held_up_by_a_flood_and_the_owner_of_the_key_neither(up: House) -> None:
    agent, boss = Key(up, "agent"), Key(up, "boss", "requester", "approver")
    page = up.cookie(boss.headers["Authorization"].removeprefix("Bearer "))
    for _ in range(3):
        agent.tell(9, session="flood")
        boss.tell(9, session="flood")
        boss.ask()
    task = up.started("a quiet request")
    approval = up.open_approval(task)
    assert up.post("/ask", page, text="by hand").status == 303, "a person at the page is not counted"
    decided = boss.post(f"/v1/approvals/{approval['id']}", {"decision": "approve", "digest": approval["digest"]})
    assert decided.status == 200, "a decision is never counted"


def test_a_quota_begins_anew_and_one_large_delivery_is_always_taken() -> None:
    now = [0.0]
    quotas = Quotas({**QUOTAS, "facts_per_minute": 5, "facts_per_day": 20}, lambda: now[0])
    agent = Visitor(name="agent", surface="api", tenant_id="t")
    quotas.take(agent, "facts", 9)
    with pytest.raises(TooOften) as refused:
        quotas.take(agent, "facts", 1)
    assert refused.value.seconds == 60
    now[0] = 60.0
    quotas.take(agent, "facts", 5)
    now[0] = 120.0
    quotas.take(agent, "facts", 5)
    now[0] = 180.0
    with pytest.raises(TooOften) as refused:
        quotas.take(agent, "facts", 5)
    assert refused.value.values["limit"] == 20 and refused.value.seconds == 24 * 3600 - 180
    now[0] = 24 * 3600.0
    quotas.take(agent, "facts", 5)
    for other in (
        Visitor(name="aki", surface="cli", tenant_id="t"),
        Visitor(name="b", surface="web", tenant_id="t", session="s"),
    ):
        for _ in range(3):
            quotas.take(other, "facts", 50)


def test_quotas_are_set_by_the_environment_and_nothing_turns_them_off_by_mistake() -> None:
    found = load({"RINGI_QUOTA_FACTS_PER_DAY": "7", "RINGI_QUOTA_REQUESTS_PER_MINUTE": "0"}).quotas
    assert (found["facts_per_day"], found["requests_per_minute"]) == (7, 0)
    assert found["bytes_per_day"] == QUOTAS["bytes_per_day"]
    free = Quotas(found)
    for _ in range(500):
        free.take(Visitor(name="a", surface="api", tenant_id="t"), "requests", 1)
    for wrong in ("many", "-1", "1.5", "1e9"):
        with pytest.raises(Invalid) as refused:
            load({"RINGI_QUOTA_FACTS_PER_DAY": wrong})
        assert refused.value.code == "RINGI-630"
