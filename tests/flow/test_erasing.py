"""What is to be forgotten is forgotten everywhere, or it is named as left."""

from __future__ import annotations

import base64
from datetime import date
from pathlib import Path

import pytest
from workplace import Workplace, step

from ringi.errors import Conflict
from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.projection import disagreements
from ringi.settings import Settings
from ringi.testing.minds import ScriptedMind

SECRETS = (b"SECRETTEXT", b"SECRETREASON")


def found(home: Path) -> list[str]:
    return sorted(
        path.name for path in home.rglob("*") if path.is_file() and any(one in path.read_bytes() for one in SECRETS)
    )


def test_nothing_of_an_erased_task_is_left_in_the_data_directory(tmp_path: Path) -> None:
    steps = [step(1, "send_slack_dm", recipient="E001", text="SECRETTEXT salary")]
    office = open_office(Settings(tmp_path, user="aki", today=date(2026, 11, 16)), mind=ScriptedMind(steps=steps))
    desk = LocalDesk(office, "aki")

    def decide(task_id: str, decision: str, **more: str) -> None:
        gate = [one for one in desk.call("show", id=task_id)["approvals"] if one["state"] == "open"][-1]
        desk.call("decide", decision=decision, approval_id=gate["id"], digest=gate["digest"], **more)
        desk.carry_on(task_id)

    task_id = desk.call("ask", text="ask SECRETTEXT")["task_id"]
    desk.carry_on(task_id)
    decide(task_id, "reject", reason="SECRETREASON about Tanaka")
    decide(task_id, "approve")
    decide(task_id, "approve")
    assert desk.call("show", id=task_id)["state"] == "completed"
    assert "outbox.jsonl" in found(tmp_path)
    desk.reads.close()
    told = desk.call("erase", task_id=task_id, reason="asked to")
    desk.close()
    assert told["left"] == [] and told["erased"] > 0
    assert found(tmp_path) == []
    assert (tmp_path / "outbox.jsonl").read_text().count('"erased": true') == 1
    office.close()
    assert disagreements(office.store.url) == []


def test_what_other_tasks_sent_stays(tmp_path: Path) -> None:
    from ringi.hands.forgetting import forget_messages
    from ringi.servers.common.outbox import Outbox

    outbox = Outbox(tmp_path)
    for key in ("P1:step-1", "P2:step-1", "P1:step-2"):
        outbox.send("E001", f"words of {key}", requester="cli:aki", key=key)
    assert forget_messages(tmp_path, ["P1"]) == 2
    said = (tmp_path / "outbox.jsonl").read_text()
    assert "words of P2:step-1" in said and "words of P1" not in said and said.count("\n") == 3


def test_reasons_go_from_the_audit_log_and_who_decided_stays(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.ask()
    workplace.decide(task_id, "reject", reason="SECRETREASON")
    workplace.desk().call("cancel", task_id=task_id, reason="SECRETREASON too")
    told = workplace.desk().call("erase", task_id=task_id, reason="asked to")
    entries = workplace.desk().call("audit")["entries"]
    assert "SECRETREASON" not in str(entries)
    assert {("prompt.rejected", "cli:aki"), ("task.cancelled", "cli:aki")} <= {
        (one["action"], one["actor_id"]) for one in entries
    }
    assert bool(told["left"]) == workplace.url.startswith("postgres")


def test_names_of_files_and_digests_that_say_what_was_said_go_too(workplace: Workplace) -> None:
    """A digest of a few letters is found by trying; only salted ones may stay."""
    workplace.open()
    files = [{"name": "SECRETNAME.csv", "content": base64.b64encode(b"a,b").decode()}]
    desk = workplace.desk()
    given = {"text": "first", "files": files, "key": "once"}
    task_id = desk.call("ask", **given)["task_id"]
    workplace.carry_on(task_id)
    desk.call("withdraw", task_id=task_id)
    desk.call("erase", task_id=task_id, reason="asked to")
    [kept] = workplace.rows("SELECT title, sha256 FROM artifacts")
    [key] = workplace.rows("SELECT answer, fingerprint FROM control_keys")
    assert (kept["title"], kept["sha256"], key["fingerprint"]) == ("", "", "")
    with pytest.raises(Conflict, match="RINGI-814"):
        desk.call("ask", **given)


def test_events_of_an_erased_session_are_known_only_by_ids_their_producer_gave(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    one = {"type": "text.final", "messageId": "m", "payload": {"text": "7"}}
    facts = [
        {"timestamp": "2026-01-01T00:00:00Z", **one, "eventId": "e-1"},
        {"timestamp": "2026-01-01T00:00:01Z", **one},
    ]
    given = {"facts": facts[:1], "session": "s"}
    session = desk.call("post_facts", facts=facts, session="s")["session"]
    desk.call("erase", task_id=session, reason="asked to")
    [row] = workplace.rows("SELECT event_id, digest FROM foreign_events")
    assert (row["event_id"], row["digest"]) == ("id:e-1", "")
    again = desk.call("post_facts", **given)
    assert (again["accepted"], again["duplicates"]) == (0, 1), "what was erased does not come back"
