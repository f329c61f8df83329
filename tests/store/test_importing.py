"""Rows of an older database get their facts, requests, approvals and jobs; unknown is said, nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from prototype_files import STEPS, fetch, make, prompt, run

from ringi.facts.chain import verify_chain
from ringi.facts.digests import plan_digest, policy_digest
from ringi.projection import fold_all
from ringi.store import migrations
from ringi.store.verify import verify

pytestmark = pytest.mark.unmade
STATEFUL = ("requests", "tasks", "prompts", "processes", "executions")


def records(url: str) -> dict[tuple[str, str], str]:
    """The state of every record, by the last fact that speaks of it."""
    found = {}
    for (payload,) in fetch(url, "SELECT payload FROM fact_payloads ORDER BY thread_id, sequence"):
        body = json.loads(payload)
        assert body["imported"] is True
        if "record" in body:
            found[body["record"]["table"], body["record"]["id"]] = body["record"]["status"]
    return found


def test_the_chains_of_imported_facts_verify(database_url: str) -> None:
    make(database_url, 2)
    report = migrations.upgrade(database_url)
    threads = fetch(database_url, "SELECT id, origin, last_sequence, head FROM threads ORDER BY id")
    assert len(threads) == report.tasks == 11
    assert report.facts == sum(last for _, _, last, _ in threads)
    for thread, origin, last, head in threads:
        rows = fetch(
            database_url,
            "SELECT f.sequence, f.header, p.salt, p.payload, f.commitment, f.hash FROM facts f JOIN fact_payloads p"
            f" ON p.thread_id = f.thread_id AND p.sequence = f.sequence WHERE f.thread_id = '{thread}' ORDER BY 1",
        )
        assert verify_chain(rows) == []
        assert origin == "imported"
        assert (rows[-1][0], bytes(rows[-1][-1])) == (last, bytes(head))


@pytest.mark.parametrize("version", [1, 2])
def test_facts_and_records_agree_after_an_upgrade(database_url: str, version: int) -> None:
    make(database_url, version)
    migrations.upgrade(database_url)
    told = records(database_url)
    rows = {
        (table, key): status
        for table in STATEFUL
        for key, status in fetch(database_url, f"SELECT id, status FROM {table}")
    }
    assert told == rows


@pytest.mark.parametrize("version", [1, 2])
def test_the_store_s_own_check_finds_nothing_wrong_after_an_upgrade(database_url: str, version: int) -> None:
    make(database_url, version)
    migrations.upgrade(database_url)
    assert verify(database_url, lambda view, fact: fold_all([fact], view)) == []


def test_imported_facts_are_told_layer_by_layer_at_the_rows_times(database_url: str) -> None:
    make(database_url, 2)
    migrations.upgrade(database_url)
    facts = fetch(
        database_url, "SELECT type, timestamp, header FROM facts WHERE thread_id = 'T-running' ORDER BY sequence"
    )
    assert [kind for kind, *_ in facts] == [
        *("task.changed", "task.changed", "plan.final", "plan.final", "run.failed", "run.status")
    ]
    assert [at for _, at, _ in facts][:5] == [f"2026-04-18T14:3{minute}:00.123Z" for minute in (0, 0, 1, 2, 4)]
    header = json.loads(facts[-1][2])
    assert (header["sessionId"], header["threadId"], header["taskId"]) == (
        "slack:C01:17133.running",
        "T-running",
        "T-running",
    )
    assert header["runId"] == "X-running-2"
    assert fetch(database_url, "SELECT session_id FROM threads WHERE id = 'T-asking'") == [("imported:T-asking",)]


def test_what_waited_for_a_decision_still_waits_for_it(database_url: str) -> None:
    make(database_url, 2)
    report = migrations.upgrade(database_url)
    assert sorted(report.approvals) == ["P-asking-2", "Q-gate-1"]
    rows = fetch(database_url, "SELECT kind, subject_id, version, task_id, state, digest FROM approvals ORDER BY kind")
    policy = policy_digest("T-gate", 1, "方針 gate v1")
    plan = plan_digest(task_id="T-gate", version=1, policy=policy, steps=STEPS, tools=[], people=[], executor="direct")
    assert rows == [
        ("process", "Q-gate-1", 1, "T-gate", "open", plan),
        ("prompt", "P-asking-2", 2, "T-asking", "open", policy_digest("T-asking", 2, "方針 asking v2")),
    ]
    required = fetch(database_url, "SELECT header FROM facts WHERE type = 'action.required'")
    ids = fetch(database_url, "SELECT id FROM approvals")
    assert {json.loads(header)["actionId"] for (header,) in required} == {key for (key,) in ids}


def test_what_was_being_generated_is_taken_up_again(database_url: str) -> None:
    make(database_url, 1)
    report = migrations.upgrade(database_url)
    jobs = fetch(
        database_url, "SELECT kind, subject_id, task_id, dedupe_key, payload, attempts FROM jobs ORDER BY kind"
    )
    assert jobs == [
        ("plan", "Q-planning-2", "T-planning", "plan:Q-planning-2", "{}", 0),
        ("policy", "P-writing-1", "T-writing", "policy:P-writing-1", "{}", 0),
    ]
    assert sorted(report.jobs) == ["P-writing-1", "Q-planning-2"]


def test_nothing_of_an_ended_task_is_opened_again(database_url: str) -> None:
    make(database_url, 2)
    report = migrations.upgrade(database_url)
    assert report.left == ["P-dropped-1"]
    assert report.stalled == ["T-idle"]


def test_every_old_task_has_its_request(database_url: str) -> None:
    make(database_url, 2)
    migrations.upgrade(database_url)
    rows = fetch(database_url, "SELECT id, status, source, text FROM requests WHERE id = 'T-done'")
    assert rows == [("T-done", "accepted", "agent_container", "done の残業確認\n先月分")]
    assert fetch(database_url, "SELECT count(*) FROM requests") == fetch(database_url, "SELECT count(*) FROM tasks")


def test_rows_that_lead_nowhere_are_kept_and_named(tmp_path: Path) -> None:
    url = str(tmp_path / "ringi.db")
    make(url, 2)
    run(
        url, [prompt("lost", 1, "approved"), "UPDATE prompts SET content = CAST(x'ff41' AS TEXT) WHERE id = 'P-done-1'"]
    )
    report = migrations.upgrade(url)
    assert report.orphans == ["prompts:P-lost-1"]
    assert records(url)["prompts", "P-lost-1"] == "approved"
    assert fetch(url, "SELECT CAST(content AS BLOB) FROM prompts WHERE id = 'P-done-1'") == [(b"\xffA",)]


@pytest.mark.parametrize(
    "steps", ["not json", '{"a": 1}', "[NaN]", "[" * 300 + "]" * 300, "[1.5, 99999999999999999999]"]
)
def test_a_plan_that_cannot_be_read_does_not_stop_the_upgrade(tmp_path: Path, steps: str) -> None:
    url = str(tmp_path / "ringi.db")
    make(url, 2)
    run(url, [f"UPDATE processes SET steps = '{steps}' WHERE id = 'Q-gate-1'"])
    assert "Q-gate-1" in migrations.upgrade(url).approvals
    assert fetch(url, "SELECT steps FROM processes WHERE id = 'Q-gate-1'") == [(steps,)]
