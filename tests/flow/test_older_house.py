"""A data directory of an earlier release is opened by this one, decided and finished: nothing lost, nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from olderhouse import ADMIN, APPROVER, DEVELOPER, ENTRIES, REQUESTER, TOKENS, OlderHouse, unpack

from ringi.flow import tool_tokens
from ringi.projection import disagreements


@pytest.fixture
def older(tmp_path: Path) -> Iterator[OlderHouse]:
    house = unpack(tmp_path).open()
    yield house
    house.close()


def posted(house: OlderHouse) -> list[int]:
    """The amounts in the ledger."""
    return sorted(one["amount"] for one in house.calls() if one["tool"] == "post_entry")


def work(house: OlderHouse) -> None:
    """What needs nobody is done."""
    for task_id in house.tasks():
        house.desk().carry_on(task_id)


def decide(house: OlderHouse, task_id: str) -> bool:
    """The person whom this task waits for decides or answers; False when it waits for nobody."""
    if house.state(task_id) == "outcome_unknown":
        settle_lost_answer(house, task_id)
        return True
    gates = house.waiting(task_id)
    for gate in gates:
        if gate["kind"] == "clarification":
            answer = {"task_id": task_id, "approval_id": gate["id"], "text": "2026年10月の営業部"}
            house.desk(REQUESTER).call("answer", **answer)
        else:
            shown = {"approval_id": gate["id"], "digest": gate["digest"]}
            house.desk(APPROVER).call("decide", decision="approve", **shown)
    return bool(gates)


def settle_lost_answer(house: OlderHouse, task_id: str) -> None:
    """The administrator looks into the ledger and says what is there."""
    shown = house.desk().call("show", id=task_id)
    wanted = {one["toolInput"].get("amount") for one in shown["processes"][-1]["steps"]}
    verdict = "done" if wanted & set(posted(house)) else "retry"
    house.desk().call("resolve", execution_id=shown["executions"][-1]["id"], verdict=verdict)


def test_everything_that_waited_in_an_older_data_directory_is_decided_and_finished(older: OlderHouse) -> None:
    """Also what was queued, what the process was killed in, and what uses the pinned tools of another's server."""
    tasks = older.tasks()
    assert len(tasks) == 13
    assert posted(older) == sorted([ENTRIES["ended"], ENTRIES["unknown"], ENTRIES["killed"]])
    work(older)
    assert posted(older) == sorted(ENTRIES[one] for one in ("ended", "unknown", "killed", "ready")), "one was approved"
    for _ in range(20):
        decided = [decide(older, task_id) for task_id in tasks]
        if not any(decided):
            break
        work(older)
    assert {task_id: older.state(task_id) for task_id in tasks} == dict.fromkeys(tasks, "completed")
    assert posted(older) == sorted(ENTRIES.values()), "each entry once"
    assert [one["book"] for one in older.calls() if one["tool"] == "close_book"] == ["2026-10"]
    assert {one["target"] for one in older.calls()} == {"books"}
    assert older.tasks() == tasks
    assert older.office is not None
    url = older.office.store.url
    older.close()
    assert disagreements(url) == []


def test_an_older_data_directory_verifies_before_anything_is_done(older: OlderHouse) -> None:
    assert older.office is not None
    assert disagreements(older.office.store.url) == []


async def test_people_settings_permissions_and_secrets_of_an_older_data_directory_are_kept(older: OlderHouse) -> None:
    assert older.office is not None
    people: list[dict[str, Any]] = older.desk().call("users")["users"]
    roles = {one["name"]: set(one["roles"]) for one in people}
    assert roles[APPROVER] == {"approver"} and roles[REQUESTER] == {"requester"} and roles[DEVELOPER] == {"developer"}
    assert "admin" in roles[ADMIN]
    settings = older.desk().call("settings")["config"]
    assert (settings["self_approval"], settings["max_versions"], settings["l4_timeout_seconds"]) == (False, 7, 240)
    assert await tool_tokens.load(older.office, "ledger") == TOKENS


def test_the_pinned_tools_of_an_older_data_directory_are_in_no_quarantine(older: OlderHouse) -> None:
    listed = {one["name"]: one for one in older.desk().call("tools")["tools"]}
    assert {name for name, one in listed.items() if one["server"] == "ledger"} == {
        *("read_balance", "post_entry", "close_book")
    }
    assert not [name for name, one in listed.items() if one.get("quarantined")]
    assert listed["send_slack_dm"]["allowed"] is False
    assert listed["post_entry"]["constraints"]["properties"]["amount"]["maximum"] == 1000


def test_what_spectra_asked_for_in_an_older_data_directory_is_answered_by_a_developer(older: OlderHouse) -> None:
    assert older.office is not None
    (asked,) = older.office.store.write(lambda tx: tx.all("SELECT id, digest FROM approvals WHERE kind = 'action'"))
    shown = {"approval_id": asked["id"], "digest": asked["digest"]}
    assert older.desk(DEVELOPER).call("decide", decision="approve", **shown)["status"] == "approved"
