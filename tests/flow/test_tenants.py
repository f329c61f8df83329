"""Each workspace is a house of its own: what one tenant has, no other can find, count, change or stop."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest
from workplace import Workplace, step

from ringi import clock
from ringi.errors import RingiError
from ringi.flow import gates, people
from ringi.flow.config import DEFAULTS
from ringi.flow.desk import LocalDesk
from ringi.flow.intake import l1_run, scene_of
from ringi.flow.worker import Worker
from ringi.store.tenancy import within, workspace
from ringi.store.transaction import Tx, dumps

THEIRS = "01TENANTOFTHEOTHERS0000000"
SECRET = "給与一覧を人事部へ"
SESSIONS = ("session", "window", "refs", "timeline", "state", "export", "session_facts", "session_verified")


@pytest.fixture
def other(workplace: Workplace) -> LocalDesk:
    """A second house in the same store, with its own people; its first person has the same name as ours."""
    workplace.open()
    assert workplace.office is not None

    def make(tx: Tx) -> None:
        times = {"created_at": "2099-01-01T00:00:00.000Z", "updated_at": tx.now}
        tx.insert("tenants", id=THEIRS, name="others", slug="others", **times)
        tx.insert("settings", id=clock.ulid(), tenant_id=THEIRS, config=dumps(DEFAULTS), updated_at=tx.now)

    workplace.office.store.write(make)
    desk = LocalDesk(workplace.office, "aki", reads=workplace.desk().reads, tenant=THEIRS)
    desk.call("whoami")
    return desk


def their_task(workplace: Workplace, other: LocalDesk) -> dict[str, Any]:
    """A task of the other house that waits for the decision on its plan."""
    task_id: str = other.call("ask", text=SECRET, session="same-session", delivery_id="d1")["task_id"]
    workplace.desk().carry_on(task_id)
    for _ in range(2):
        shown = other.call("show", id=task_id)
        gate = next(one for one in shown["approvals"] if one["state"] == "open")
        if gate["kind"] == "process":
            break
        other.call("decide", decision="approve", approval_id=gate["id"], digest=gate["digest"])
        workplace.desk().carry_on(task_id)
    return {**other.call("show", id=task_id), "gate": gate, "task_id": task_id}


def test_nothing_that_can_be_asked_of_a_desk_tells_of_another_tenant(workplace: Workplace, other: LocalDesk) -> None:
    theirs = their_task(workplace, other)
    theirs_finished = finished(workplace, other)
    before = everything(workplace)
    task_id, gate = theirs["task_id"], theirs["gate"]
    execution_id = theirs_finished["executions"][0]["id"]
    abroad, asked = their_session(other)
    decided = {"approval_id": gate["id"], "digest": gate["digest"]}
    by_id: dict[str, list[dict[str, Any]]] = {
        "answer": [{"task_id": task_id, "text": "x"}],
        "steer": [{"task_id": task_id, "text": "x"}],
        "plan": [{"task_id": task_id, "steps": [step(1, "look")]}],
        "queue_edit": [{"task_id": task_id, "text": "x"}],
        "queue_remove": [{"task_id": task_id}],
        "decide": [{"decision": word, "reason": "x", **decided} for word in ("approve", "reject", "return")],
        "withdraw": [{"task_id": task_id}],
        "cancel": [{"task_id": task_id}],
        "retry": [{"task_id": task_id}],
        "resolve": [{"execution_id": execution_id, "verdict": "failed"}],
        "show": [{"id": one} for one in (task_id, task_id[:20], gate["id"], gate["subject_id"], execution_id)],
        "facts": [{"task_id": task_id}],
        "artifact": [{"artifact_id": theirs_finished["artifacts"][0]["id"]}],
        "erase": [{"task_id": one, "reason": "x"} for one in (theirs_finished["request"]["id"], abroad)],
        **{name: [{"id": one} for one in (task_id, abroad)] for name in SESSIONS},
        "detail": [{"id": one, "kind": "fact", "ref": "1"} for one in (task_id, abroad)],
        "control": [{"control": "stop", "session": one, "key": "k", "body": {}} for one in (task_id, abroad)],
        "take_controls": [{"session": abroad}],
        "control_request": [{"session": abroad, "request": asked}],
    }
    of_the_house: dict[str, dict[str, Any]] = {
        "queue": {"session": ""},
        "inbox": {},
        "tasks": {},
        "audit": {},
        "settings": {},
        "whoami": {},
        "called": {"identity": "cli:mei"},
        "users": {},
        "tools": {},
        "doctor": {},
        "sessions": {},
        **{name: {} for name in ("search", "figures", "audit_log", "verified", "integrations", "connections")},
    }
    changes = {"ask", "settings_set", "user_add", "user_roles", "user_key", "user_link", "tool_permit", "tool_trust"}
    changes |= {
        "server_add",
        "server_remove",
        "server_signed_in",
        "tool_show",
        "user_invite",
        "user_active",
        "integration_disconnect",
        "post_facts",
    }
    ours = workplace.desk()
    for operation, attempts in by_id.items():
        for arguments in attempts:
            with pytest.raises(RingiError) as raised:
                ours.call(operation, **arguments)
            assert raised.value.code in ("RINGI-104", "RINGI-233"), operation
    told = {name: ours.call(name, **arguments) for name, arguments in of_the_house.items() if name != "doctor"}
    with pytest.raises(RingiError):
        ours.call("audit", task_id=task_id)
    spoken = json.dumps(told, ensure_ascii=False)
    assert SECRET not in spoken and task_id not in spoken and THEIRS not in spoken
    assert told["inbox"]["total"] == 0 and told["inbox"]["attention"] == []
    assert list(ours.follow(task_id)) == []
    assert everything(workplace) == before
    known = {name for name, method in inspect.getmembers(LocalDesk) if getattr(method, "is_operation", False)}
    assert known <= {*by_id, *of_the_house, *changes}, "an operation that nobody tried against another tenant"


def their_session(other: LocalDesk) -> tuple[str, str]:
    """A session that a runtime of the other house has told of, and something that was asked of it."""
    fact = {"type": "run.started", "sessionId": "same-session", "runId": "r", "payload": {"title": SECRET}}
    session: str = other.call("post_facts", facts=[fact], title=SECRET)["session"]
    other.call("take_controls", session=session)
    asked = other.call("control", control="stop", session=session, key="k", body={"reason": SECRET})
    return session, asked["request_id"]


def finished(workplace: Workplace, other: LocalDesk) -> dict[str, Any]:
    """A task of theirs that ran to its end and left something large behind."""
    assert workplace.office is not None
    shown = their_task(workplace, other)
    gate = shown["gate"]
    other.call("decide", decision="approve", approval_id=gate["id"], digest=gate["digest"])
    workplace.desk().carry_on(shown["task_id"])

    def leave(tx: Tx) -> None:
        row = {"task_id": shown["task_id"], "kind": "file", "title": SECRET, "media_type": "text/plain"}
        row |= {"id": clock.ulid(), "sha256": "", "size": 0, "path": "outbox/x", "created_at": tx.now}
        tx.insert("artifacts", **row)
        request = tx.row("requests", shown["task_id"])
        assert request is not None
        scene_of(request).artifact(tx, l1_run(shown["task_id"]), {**row, "step_id": None})

    workplace.office.store.write(leave)
    return other.call("show", id=shown["task_id"])


def everything(workplace: Workplace) -> dict[str, Any]:
    tables = ("requests", "tasks", "prompts", "processes", "executions", "approvals", "decisions", "comments", "jobs")
    return {name: workplace.rows(f"SELECT * FROM {name} ORDER BY id") for name in tables}


def test_what_one_tenant_changes_changes_nothing_for_another(workplace: Workplace, other: LocalDesk) -> None:
    ours = workplace.desk()
    other.call("settings_set", key="self_approval", value=False)
    other.call("tool_permit", tool="send", allowed=False)
    other.call("user_add", name="mei", roles=["approver"])
    assert ours.call("settings")["config"]["self_approval"] is True
    assert all(tool["allowed"] for tool in ours.call("tools")["tools"])
    assert [user["name"] for user in ours.call("users")["users"]] == ["aki"]
    assert {user["name"] for user in other.call("users")["users"]} == {"aki", "mei"}
    with pytest.raises(RingiError, match="RINGI-208"):
        ours.call("user_roles", name="mei", roles=["admin"])
    with pytest.raises(RingiError, match="RINGI-209"):
        other.call("user_roles", name="aki", roles=["requester"])
    assert {row["tenant_id"] for row in workplace.rows("SELECT * FROM audit_logs")} == {THEIRS}
    with pytest.raises(RingiError, match="RINGI-208"):
        LocalDesk(ours.office, "aki", as_user="mei", reads=ours.reads).call("whoami")


def test_two_tenants_with_the_same_session_and_delivery_do_not_meet(workplace: Workplace, other: LocalDesk) -> None:
    ours = workplace.desk()
    first = other.call("ask", text=SECRET, session="s", delivery_id="d")
    second = ours.call("ask", text="please", session="s", delivery_id="d")
    assert (first["status"], second["status"]) == ("received", "received")
    assert not second["duplicate"]
    assert ours.call("ask", text="please", session="s", delivery_id="d")["task_id"] == second["task_id"]
    waiting = ours.call("ask", text="and then", session="s")
    assert waiting["status"] == "queued"
    assert other.call("queue")["queued"] == []
    workplace.desk().carry_on(first["task_id"])
    other.call("withdraw", task_id=first["task_id"])
    assert ours.call("queue", session="cli:s")["queued"][0]["id"] == waiting["task_id"]


def test_a_job_is_carried_out_in_the_tenant_of_its_task(workplace: Workplace, other: LocalDesk) -> None:
    other.call("settings_set", key="prompt_approval_required", value=False)
    other.call("settings_set", key="process_approval_required", value=False)
    task_id: str = other.call("ask", text=SECRET)["task_id"]
    workplace.desk().carry_on(task_id)
    shown = other.call("show", id=task_id)
    assert shown["state"] == "completed"
    assert {one["tenant_id"] for one in shown["audit_logs"]} == {THEIRS}
    for table in ("tasks", "approvals", "tool_pins"):
        assert {row["tenant_id"] for row in workplace.rows(f"SELECT * FROM {table}")} == {THEIRS}
    ours: str = workplace.desk().call("ask", text="please")["task_id"]
    assert workplace.carry_on(ours) == "policy_pending"


def test_work_of_several_tenants_side_by_side_stays_apart(workplace: Workplace, other: LocalDesk) -> None:
    office = workplace.office
    assert office is not None
    other.call("settings_set", key="prompt_approval_required", value=False)
    asked = {
        str(desk.call("ask", text="please")["task_id"]): desk.tenant_id
        for _ in range(10)
        for desk in (other, workplace.desk())
    }

    async def work() -> None:
        worker = Worker(office)
        with within(THEIRS):  # whoever starts it: a job belongs to its task's tenant
            await worker.start()
        try:
            for task_id in asked:
                await worker.parked(task_id)
        finally:
            await worker.stop()

    asyncio.run(work())
    for task_id, tenant_id in asked.items():
        wanted = "plan_pending" if tenant_id == THEIRS else "policy_pending"
        desk = other if tenant_id == THEIRS else workplace.desk()
        (task,) = workplace.rows("SELECT * FROM tasks WHERE id = ?", task_id)
        assert (desk.call("show", id=task_id)["state"], task["tenant_id"]) == (wanted, tenant_id)


def test_a_transition_called_past_the_desk_still_finds_only_its_own(workplace: Workplace, other: LocalDesk) -> None:
    theirs = their_task(workplace, other)
    office = workplace.office
    assert office is not None

    def decide(tx: Tx) -> Any:
        actor = people.enter(tx, "aki", "cli")
        return gates.decide(tx, actor, theirs["gate"]["id"], "approve", digest=theirs["gate"]["digest"])

    refused: list[Callable[[], Any]] = [lambda: office.store.write(decide)]
    for attempt in refused:
        with pytest.raises(RingiError, match="RINGI-210"):
            attempt()
    office.store.write(decide, tenant=THEIRS)


def test_the_admin_of_the_house_may_put_another_workspace_in_order_and_it_is_on_the_record(
    workplace: Workplace, other: LocalDesk
) -> None:
    office = workplace.office
    assert office is not None
    assert workspace(office.store, "others") == workspace(office.store, THEIRS) == THEIRS
    with pytest.raises(RingiError, match="RINGI-757"):
        workspace(office.store, "nobody")
    desk = LocalDesk(office, "aki", reads=other.reads, tenant=THEIRS, from_house=True)
    assert desk.call("whoami")["identity"] == "cli:aki@house"
    desk.call("user_add", name="mei", roles=["approver"])
    assert "mei" not in str(workplace.desk().call("users"))
    assert {entry["actor_id"] for entry in desk.call("audit")["entries"]} == {"cli:aki@house"}
    workplace.add("ken", "approver")
    with pytest.raises(RingiError, match="RINGI-758"):
        LocalDesk(office, "ken", reads=other.reads, tenant=THEIRS, from_house=True).call("users")
    with pytest.raises(RingiError, match="RINGI-758"):
        LocalDesk(office, "nobody", reads=other.reads, tenant=THEIRS, from_house=True).call("users")
