"""Somebody who can write every table, and compute every hash in it, has no key: what they change is neither decided
on nor run, and is named.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace

from ringi import settings
from ringi.cli import main
from ringi.errors import RingiError
from ringi.projection import disagreements
from ringi.store.backup import backup, restore
from ringi.store.seal_heads import append_head, latest_head, read_heads
from ringi.store.vault_keys import FILE, keys_of


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Workplace]:
    home = tmp_path / "home"
    opened = Workplace(home, f"sqlite:///{home / 'ringi.db'}").open()
    yield opened
    opened.close()


@contextmanager
def by_hand(place: Workplace) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(place.home / "ringi.db")
    db.row_factory = sqlite3.Row
    with db:
        yield db
    db.close()


def wrong(place: Workplace, **more: Any) -> set[str]:
    return {one.rule for one in disagreements(place.url, keys=keys_of(place.home, ""), **more)}


def refusal(act: Callable[[], Any]) -> str:
    with pytest.raises(RingiError) as caught:
        act()
    return caught.value.code


def test_a_route_that_was_changed_lets_nobody_decide(place: Workplace) -> None:
    place.set("self_approval", False)
    task_id = place.ask()
    with by_hand(place) as db:
        db.execute("UPDATE approvals SET route = ?", (json.dumps({"roles": ["requester"], "self_approval": True}),))
    assert refusal(lambda: place.decided(task_id)) == "RINGI-520"
    assert "seal.approvals" in wrong(place)
    assert place.rows("SELECT state FROM approvals") == [{"state": "open"}]


@pytest.mark.parametrize(
    ("sql", "rule"),
    [
        ("UPDATE users SET roles = '[\"requester\",\"approver\"]' WHERE name = 'bo'", "seal.users"),
        ("UPDATE users SET key_hash = 'x' WHERE name = 'aki'", "seal.users"),
        (
            "UPDATE settings SET config = replace(config, '\"self_approval\":false', '\"self_approval\":true')",
            "seal.settings",
        ),
        ("DELETE FROM users WHERE name = 'bo'", "seal.missing"),
        (
            "INSERT INTO tool_permissions (id, tenant_id, tool_name) SELECT 'x', id, 'send' FROM tenants",
            "seal.tool_permissions",
        ),
    ],
)
def test_who_decides_and_what_may_run_is_checked_before_a_decision(place: Workplace, sql: str, rule: str) -> None:
    place.set("self_approval", False)
    place.add("bo", "requester")
    place.add("chi", "approver")
    task_id = place.ask()
    shown = place.gate(task_id)
    with by_hand(place) as db:
        assert db.execute(sql).rowcount == 1
    refused = refusal(lambda: place.desk("chi").call("decide", decision="approve", **shown))
    assert refused in ("RINGI-520", "RINGI-522")
    assert rule in wrong(place)


def test_a_role_that_was_taken_back_does_not_come_back_with_its_old_seal(place: Workplace) -> None:
    place.add("bo", "requester", "approver")
    with by_hand(place) as db:
        old = dict(db.execute("SELECT * FROM users WHERE name = 'bo'").fetchone())
    place.desk().call("user_roles", name="bo", roles=["requester"])
    task_id = place.ask()
    with by_hand(place) as db:
        columns = ", ".join(f"{name} = ?" for name in old)
        db.execute(f"UPDATE users SET {columns} WHERE id = ?", (*old.values(), old["id"]))
    assert refusal(lambda: place.decided(task_id, who="bo")) == "RINGI-522"
    assert "seal.replayed" in wrong(place)


def test_an_approval_an_execution_and_a_job_that_nobody_made_do_not_run(place: Workplace) -> None:
    task_id = place.at_plan()
    with by_hand(place) as db:
        db.execute("UPDATE approvals SET state = 'approved', decided_by = 'cli:aki', decided_at = opened_at")
        db.execute("UPDATE processes SET status = 'approved'")
        db.execute("UPDATE tasks SET status = 'running'")
        process = db.execute("SELECT id FROM processes").fetchone()[0]
        db.execute("INSERT INTO executions (id, task_id, process_id) VALUES ('E1', ?, ?)", (task_id, process))
        db.execute(
            "INSERT INTO jobs (id, kind, task_id, subject_id, dedupe_key, created_at)"
            " VALUES ('J1', 'execute', ?, 'E1', 'execute:E1', '2026')",
            (task_id,),
        )
    assert place.office is not None
    from ringi.flow.execution import begin
    from ringi.flow.worker import job_of

    rows = place.rows("SELECT j.*, r.tenant_id FROM jobs j JOIN requests r ON r.id = j.task_id")
    store = place.office.store
    assert refusal(lambda: store.write(lambda tx: begin(tx, job_of(rows[0])))) == "RINGI-520"
    assert place.sent == [] and "seal.executions" in wrong(place)


def test_a_finished_run_that_is_put_back_by_hand_does_not_run_again(place: Workplace) -> None:
    from ringi.flow.execution import begin
    from ringi.store.transaction import Job

    task_id = place.at_plan()
    assert place.decide(task_id) == "completed" and len(place.sent) == 1
    with by_hand(place) as db:
        db.execute("UPDATE executions SET status = 'pending', results = '[]'")
    assert place.office is not None
    store, run = place.office.store, place.rows("SELECT id FROM executions")[0]["id"]
    job = Job("J1", "execute", task_id, run, {}, store.tenant_id)
    assert refusal(lambda: store.write(lambda tx: begin(tx, job))) == "RINGI-530"


def test_a_chain_that_was_computed_anew_is_not_taken_for_the_sealed_one(place: Workplace) -> None:
    task_id = place.ask()
    with by_hand(place) as db:
        db.execute(
            "UPDATE threads SET last_sequence = last_sequence - 1, head = (SELECT hash FROM facts f WHERE"
            " f.thread_id = threads.id AND f.sequence = threads.last_sequence - 1)"
        )
    assert refusal(lambda: place.decided(task_id)) == "RINGI-524"
    assert "seal.threads" in wrong(place)


def test_what_was_taken_away_and_called_erased_is_named(place: Workplace) -> None:
    place.ask()
    with by_hand(place) as db:
        db.execute("UPDATE fact_payloads SET payload = NULL, salt = NULL, erased_at = '2026', erased_by = 'cli:aki'")
    assert "seal.erased" in wrong(place)


def test_an_entry_of_the_log_and_a_task_that_are_gone_are_missed(place: Workplace) -> None:
    task_id = place.ask()
    place.set("self_approval", False)
    with by_hand(place) as db:
        assert db.execute("DELETE FROM audit_logs WHERE action = 'settings.updated'").rowcount
        db.execute("DROP TRIGGER facts_no_delete")
        for table in ("facts", "fact_payloads"):
            db.execute(f"DELETE FROM {table} WHERE thread_id = ?", (task_id,))
        for table in ("jobs", "approvals", "prompts"):
            db.execute(f"DELETE FROM {table} WHERE task_id = ?", (task_id,))
        for table in ("threads", "tasks", "requests"):
            db.execute(f"DELETE FROM {table} WHERE id = ?", (task_id,))
    found = [one for one in disagreements(place.url, keys=keys_of(place.home, "")) if one.rule == "seal.missing"]
    assert {one.thread for one in found} == {"audit_logs", "threads"}


def test_a_machine_with_another_key_refuses_and_says_which_to_bring(place: Workplace) -> None:
    task_id = place.ask()
    shown = place.gate(task_id)
    place.close()
    key = place.home / FILE
    key.rename(place.home / "away")
    place.open()
    with pytest.raises(RingiError) as caught:
        place.desk().call("decide", decision="approve", **shown)
    assert caught.value.code == "RINGI-518" and not key.exists()
    assert keys_of(place.home, "").where in str(caught.value)
    place.close()
    assert wrong(place) == {"seal.key"} and not key.exists()


def test_seals_that_were_stripped_off_are_not_made_anew(place: Workplace) -> None:
    task_id = place.ask()
    shown = place.gate(task_id)
    place.close()
    with by_hand(place) as db:
        db.execute("DELETE FROM seals")
        db.execute("DELETE FROM heads")
        for table in ("users", "approvals", "threads"):
            db.execute(f"UPDATE {table} SET seal = NULL")
    place.open()
    assert refusal(lambda: place.desk().call("decide", decision="approve", **shown)) == "RINGI-519"
    place.by_hand = True


def test_rotation_erasure_and_restore_raise_no_alarm(place: Workplace, tmp_path: Path) -> None:
    task_id = place.at_plan()
    assert place.decide(task_id) == "completed"
    office = place.office
    assert office is not None
    office.vault.rotate(office.store.write, office.store.reseal, forget=True)
    assert wrong(place) == set()
    place.desk().call("erase", task_id=task_id, reason="asked to")
    assert wrong(place) == set()
    backup(place.home / "ringi.db", tmp_path / "copy.db")
    later = place.ask()
    place.close()
    restore(tmp_path / "copy.db", place.home / "ringi.db")
    place.open()
    assert wrong(place) == set()
    assert place.decide(place.ask()) == "plan_pending" and later


def test_a_whole_store_that_was_put_back_is_found_by_a_head_that_was_kept_elsewhere(
    place: Workplace, tmp_path: Path
) -> None:
    kept = tmp_path / "heads.jsonl"
    place.ask()
    append_head(kept, latest_head(place.url))
    backup(place.home / "ringi.db", tmp_path / "copy.db")
    place.ask()
    append_head(kept, latest_head(place.url))
    heads = read_heads(str(kept))
    assert len(heads) == 2 and wrong(place, heads=heads) == set()
    place.close()
    restore(tmp_path / "copy.db", place.home / "ringi.db")
    assert wrong(place) == set()
    assert wrong(place, heads=heads) == {"heads.rollback"}
    place.open()
    for _ in range(4):
        place.ask()
    assert wrong(place, heads=heads) == {"heads.rollback"}


def test_the_commands_say_how_it_is_sealed_and_keep_heads(
    place: Workplace, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "os_user", lambda: "aki")
    place.ask()
    kept = tmp_path / "heads.jsonl"
    assert main(["--home", str(place.home), "--lang", "en", "db", "heads", "--append", str(kept)]) == 0
    assert main(["--home", str(place.home), "--lang", "en", "db", "verify", "--heads", str(kept)]) == 0
    assert main(["--home", str(place.home), "--lang", "en", "db", "seal"]) == 0
    assert "Sealed with key" in capsys.readouterr().out
    with by_hand(place) as db:
        db.execute("UPDATE users SET roles = '[\"admin\"]'")
    assert main(["--home", str(place.home), "--lang", "en", "db", "verify"]) == 1
    assert main(["--home", str(place.home), "--lang", "en", "db", "seal", "--trust"]) == 0
    assert main(["--home", str(place.home), "--lang", "en", "db", "verify"]) == 0
