"""Ringi as an MCP server: an agent may ask and look. Nothing that it can reach decides, with whatever key."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from webhouse import house, small_hands, small_mind, until
from workplace import Workplace

from ringi.errors import RingiError
from ringi.flow.desk import LocalDesk
from ringi.web.agents.offered import OFFERED, Agent
from ringi.web.agents.server import build


def agent_at(workplace: Workplace, address: str = "http://127.0.0.1:8383") -> Agent:
    return Agent(workplace.desk().call, lambda: address, workplace.desk().carry_on)


def served(agent: Agent, lang: str = "en") -> Any:
    async def enter(_: Any) -> Agent:
        return agent

    return build(enter, lang)


async def test_an_agent_asks_and_a_person_decides(workplace: Workplace) -> None:
    from mcp import Client

    workplace.open()
    async with Client(served(agent_at(workplace))) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"ask", "status", "inbox", "approve_link", "evidence"}
        asked = (await client.call_tool("ask", {"text": "look at it", "key": "once"})).structured_content
        assert asked is not None
        assert asked["state"] == "policy_pending" and asked["waits_for_people"] and not asked["duplicate"]
        task_id = asked["task_id"]
        again = (await client.call_tool("ask", {"text": "look at it", "key": "once"})).structured_content
        assert again is not None and again["task_id"] == task_id
        waiting = (await client.call_tool("inbox", {})).structured_content
        assert waiting is not None and [one["task_id"] for one in waiting["waiting"]] == [task_id]
        link = (await client.call_tool("approve_link", {"id": task_id})).structured_content
        assert link is not None and link["url"] == f"http://127.0.0.1:8383/tasks/{task_id}"
        # Nothing that a decision needs, and nothing that signs anybody in, is ever told.
        gate = workplace.gate(task_id)
        for told in (asked, waiting, link):
            assert gate["digest"] not in json.dumps(told) and gate["approval_id"] not in json.dumps(told)
            assert "key=" not in json.dumps(told)
        lost = await client.call_tool("status", {"id": "nothing"})
        assert lost.is_error and "RINGI-104" in lost.content[0].text  # type: ignore[union-attr]
        proof = (await client.call_tool("evidence", {"id": task_id, "limit": 5})).structured_content
        assert proof is not None and proof["ok"] and len(proof["facts"]) == 5 and proof["more"]
    assert workplace.show(task_id)["request"]["source"] == "mcp"


def test_what_an_agent_may_call_holds_nothing_that_decides(workplace: Workplace) -> None:
    workplace.open()
    agent = agent_at(workplace)
    operations = {name for name, method in inspect.getmembers(LocalDesk) if getattr(method, "is_operation", False)}
    assert {"decide", "resolve", "control", "settings_set", "user_key", "tool_permit"} <= operations - OFFERED
    for operation in sorted(operations - OFFERED):
        with pytest.raises(RingiError, match="RINGI-683"):
            agent.desk(operation)


def test_the_tools_are_described_in_the_reader_s_language(workplace: Workplace) -> None:
    import asyncio

    workplace.open()
    found = {lang: asyncio.run(served(agent_at(workplace), lang).list_tools()) for lang in ("ja", "en", "zh")}
    described = [{tool.name: tool.description for tool in tools} for tools in found.values()]
    assert described[0].keys() == described[1].keys() == described[2].keys()
    assert all(len({one[name] for one in described}) == 3 for name in described[0])


@pytest.mark.parametrize("how", ["source", "role"])
def test_a_request_that_no_person_wrote_waits_for_one_whatever_the_settings(workplace: Workplace, how: str) -> None:
    workplace.open()
    workplace.add("bot", "agent")
    workplace.set("prompt_approval_required", False)
    workplace.set("process_approval_required", False)
    by_person = workplace.ask()
    assert workplace.state(by_person) == "completed"
    name, source = ("aki", "mcp") if how == "source" else ("bot", "cli")
    task_id = workplace.desk(name).call("ask", text="please", source=source)["task_id"]
    assert workplace.carry_on(task_id) == "policy_pending"
    assert workplace.decide(task_id) == "plan_pending" and len(workplace.sent) == 1
    assert workplace.decide(task_id) == "completed" and len(workplace.sent) == 2


def test_an_agent_cannot_be_made_one_who_decides(workplace: Workplace) -> None:
    workplace.open()
    workplace.add("bot", "agent")
    for roles in (["agent", "approver"], ["agent", "admin"], ["agent", "developer"], ["agent", "auditor"]):
        with pytest.raises(RingiError, match="RINGI-681"):
            workplace.desk().call("user_roles", name="bot", roles=roles)
    task_id = workplace.ask()
    for surface in ("cli", "web", "api"):
        with pytest.raises(RingiError, match="RINGI-682"):
            workplace.desk("bot", surface).call("decide", decision="approve", **workplace.gate(task_id))
    # Not even by hand in the records, nor as an admin who comes by that way.
    assert workplace.office is not None
    workplace.office.store.write(
        lambda tx: tx.amend("users", "name = ?", ("bot",), roles='["admin","agent","approver"]')
    )
    with pytest.raises(RingiError, match="RINGI-682"):
        workplace.desk("bot").call("decide", decision="approve", **workplace.gate(task_id))
    with pytest.raises(RingiError, match="RINGI-682"):
        workplace.desk("aki", "mcp").call("decide", decision="approve", **workplace.gate(task_id))
    assert workplace.state(task_id) == "policy_pending"


def test_the_key_of_an_agent_decides_nothing_through_the_interface(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as there:
        key = there.add("bot", "agent")
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        task_id = there.ask("POST", "/v1/tasks", '{"text": "please"}', headers).json()["task_id"]

        def gate() -> Any:
            shown = there.ask("GET", f"/v1/tasks/{task_id}", headers=headers).json()
            return next((one for one in shown["approvals"] if one["state"] == "open"), None)

        until(gate)
        found = gate()
        body = json.dumps({"decision": "approve", "digest": found["digest"]})
        answer = there.ask("POST", f"/v1/approvals/{found['id']}", body, headers)
        assert answer.status == 403 and answer.json()["error"]["code"] == "RINGI-682"
        for path, sent in (
            ("/v1/users/bot/roles", '{"roles": ["approver"]}'),
            ("/v1/settings/self_approval", '{"value": true}'),
        ):
            assert there.ask("PUT", path, sent, headers).status == 403
        signed_in = there.cookie(key)
        tried = there.post(
            f"/tasks/{task_id}/decide", signed_in, decision="approve", approval_id=found["id"], digest=found["digest"]
        )
        assert "RINGI-682" in tried.text and gate()["id"] == found["id"]
