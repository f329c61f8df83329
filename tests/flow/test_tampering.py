"""Somebody changes the database by hand: what the facts tell is held against it, and it is named."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace, step

from ringi import settings
from ringi.cli import main
from ringi.minds import Question
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind

STEPS = [
    step(1, "look"),
    {**step(2, "send", recipient="E001", text={"$text": "n = {step-1: n}"}), "requiresHumanCheck": True},
]


@pytest.fixture
def finished(tmp_path: Path) -> Workplace:
    """One task that was rejected once, approved twice, asked about a step, and is done."""
    place = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open(steps=STEPS)
    task_id = place.ask()
    place.decide(task_id, "reject", reason="shorter")
    for _ in range(3):
        state = place.decide(task_id)
    assert state == "completed"
    place.close()
    assert disagreements(place.url) == []
    return place


def other_result(results: str) -> str:
    entries = json.loads(results)
    entries[0]["result"] = {"n": 9999}
    return json.dumps(entries)


def other_author(shown: str) -> str:
    return json.dumps({**json.loads(shown), "people": [{"id": "E001", "name": "somebody", "department": "x"}]})


TRICKS: dict[str, tuple[str, str, Callable[[sqlite3.Connection], Any]]] = {
    "the result of a finished step": (
        "content.executions",
        "UPDATE executions SET results = ?",
        lambda db: other_result(db.execute("SELECT results FROM executions").fetchone()[0]),
    ),
    "who decided": ("record.decisions", "UPDATE decisions SET identity = ?", lambda db: "cli:mallory"),
    "why it was rejected": ("record.decisions", "UPDATE decisions SET reason = ?", lambda db: "other words"),
    "a decision": ("record.decisions", "DELETE FROM decisions WHERE decision = ?", lambda db: "reject"),
    "who approved the plan": ("record.processes", "UPDATE processes SET approved_by = ?", lambda db: "cli:mallory"),
    "who approved the policy": ("record.prompts", "UPDATE prompts SET approved_by = ?", lambda db: "cli:mallory"),
    "who settled the approval": ("record.approvals", "UPDATE approvals SET decided_by = ?", lambda db: "cli:mallory"),
    "what was shown": (
        "content.approvals",
        "UPDATE approvals SET shown = ? WHERE kind = 'process'",
        lambda db: other_author(db.execute("SELECT shown FROM approvals WHERE kind = 'process'").fetchone()[0]),
    ),
    "what was shown of a step": (
        "content.approvals",
        "UPDATE approvals SET shown = ? WHERE kind = 'step'",
        lambda db: "{}",
    ),
    "an entry of the audit log": ("record.audit", "DELETE FROM audit_logs WHERE action = ?", lambda db: "tool.called"),
    "who approved, in the log": (
        "record.audit",
        "DELETE FROM audit_logs WHERE action = ?",
        lambda db: "process.approved",
    ),
}


@pytest.mark.parametrize("what", TRICKS)
def test_what_was_changed_by_hand_is_named(finished: Workplace, what: str) -> None:
    rule, sql, value = TRICKS[what]
    with sqlite3.connect(finished.url.removeprefix("sqlite:///")) as db:
        assert db.execute(sql, (value(db),)).rowcount > 0
    db.close()
    assert rule in {one.rule for one in disagreements(finished.url)}
    assert rule in {one.rule for one in disagreements(finished.url, newest=10)}


def test_a_long_answer_is_vouched_for_beyond_what_a_fact_shows_of_it(tmp_path: Path) -> None:
    place = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}")
    rows = [{"id": number, "hours": 10} for number in range(200)]
    hands = place.hands(functions={"look": (lambda: {"rows": rows}, "read", True, {"type": "object"})})
    task_id = place.open(hands=hands, steps=[step(1, "look")]).at_plan()
    assert place.decide(task_id) == "completed"
    place.close()
    assert disagreements(place.url) == []
    with sqlite3.connect(place.url.removeprefix("sqlite:///")) as db:
        results = db.execute("SELECT results FROM executions").fetchone()[0]
        db.execute(
            "UPDATE executions SET results = ?", (results.replace('"id":199,"hours":10', '"id":199,"hours":99'),)
        )
    db.close()
    assert {one.rule for one in disagreements(place.url)} == {"content.executions"}


def test_a_plan_that_was_changed_while_it_waits_is_shown_with_a_warning_and_the_doctor_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    place = Workplace(home, f"sqlite:///{home / 'ringi.db'}").open()
    task_id = place.at_plan()
    assert place.show(task_id)["altered"] == []
    with sqlite3.connect(home / "ringi.db") as db:
        steps = db.execute("SELECT steps FROM processes").fetchone()[0]
        db.execute("UPDATE processes SET steps = ?", (steps.replace("E001", "E666"),))
    db.close()
    assert place.show(task_id)["altered"] == [place.gate(task_id)["approval_id"]]
    records = [one for one in place.desk().call("doctor")["checks"] if one["id"] == "records"]
    assert not records[0]["ok"] and task_id in records[0]["detail"]
    place.close()
    monkeypatch.setattr(settings, "os_user", lambda: "aki")
    main(["--home", str(home), "--lang", "en", "show", task_id])
    assert "not what was put up for approval" in " ".join(capsys.readouterr().out.split())


def test_a_question_about_a_plan_is_no_false_alarm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    asks = ScriptedMind(steps=STEPS, plan=Question(text="to whom?"))
    place = Workplace(home, f"sqlite:///{home / 'ringi.db'}").open(asks)
    task_id = place.ask()
    assert place.decide(task_id) == "asking"
    assert place.show(task_id)["altered"] == []
    place.close()
    monkeypatch.setattr(settings, "os_user", lambda: "aki")
    main(["--home", str(home), "--lang", "en", "show", task_id])
    told = " ".join(capsys.readouterr().out.split())
    assert "to whom?" in told and "not what was put up for approval" not in told


def test_a_tool_that_nobody_has_heard_of_is_not_forbidden(workplace: Workplace, refused: Callable[..., Any]) -> None:
    workplace.open()
    for allowed in (False, True):
        refused("RINGI-136", lambda allowed=allowed: workplace.desk().call("tool_permit", tool="nope", allowed=allowed))
    workplace.desk().call("tool_permit", tool="send", allowed=False)
