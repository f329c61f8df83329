"""What is to be forgotten is forgotten everywhere, or it is named as left."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from workplace import Workplace, step

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
