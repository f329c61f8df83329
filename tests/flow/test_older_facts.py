"""Tasks from before facts carried everything are still shown whole; what is not vouched for is shown as what it is."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from workplace import OBJECT, Workplace, step

LATER = ("route", "labels", "prompt", "stepId", "input", "why")
"""What facts did not say before: a gate its route and its step, a plan its labels and its policy."""
STEPS = [step(1, "look"), {**step(2, "send", recipient="E001", text="hello"), "requiresHumanCheck": True}]
ROWS = {"rows": [{"id": number, "hours": 10} for number in range(200)]}


@pytest.fixture
def place(tmp_path: Path) -> Any:
    place = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}")
    hands = place.hands(functions={"look": (lambda: ROWS, "read", True, OBJECT)})
    hands.metas = {"send": {"ringi/labels": {"recipient": ["宛先", "Recipient", "收件人"]}}}
    yield place.open(hands=hands, steps=STEPS)
    place.close()


def grow_old(place: Workplace) -> None:
    """The facts as they were told before: nothing else is changed."""
    db = sqlite3.connect(place.url.removeprefix("sqlite:///"))
    facts = "SELECT header, payload, thread_id, sequence FROM facts JOIN fact_payloads USING (thread_id, sequence)"
    with db:
        for header, text, thread_id, sequence in db.execute(facts).fetchall():
            kind, payload = json.loads(header)["type"], json.loads(text)
            gone = LATER[:3] if kind == "run.status" else LATER
            payload = {key: value for key, value in payload.items() if key not in gone or kind.startswith("tool")}
            if len(payload.get("preview", "")) > 2_000:
                payload["sha256"] = hashlib.sha256(payload["preview"].encode()).hexdigest()
                payload["preview"] = payload["preview"][:2_000]
            written = (json.dumps(payload, ensure_ascii=False), thread_id, sequence)
            db.execute("UPDATE fact_payloads SET payload = ? WHERE thread_id = ? AND sequence = ?", written)
    db.close()


def test_what_older_facts_leave_out_is_taken_from_the_records(place: Workplace) -> None:
    task_id = place.at_plan()
    assert place.decide(task_id) == "step_pending"
    before = place.show(task_id)
    grow_old(place)
    after = place.show(task_id)
    for part in ("prompts", "processes", "comments", "artifacts", "decisions", "history", "state"):
        assert after[part] == before[part], part
    assert [one["route"] for one in after["approvals"]] == [one["route"] for one in before["approvals"]]
    for new, old in zip(before["approvals"], after["approvals"], strict=True):
        assert {key: old["shown"][key] for key in new["shown"]} == new["shown"]
    assert after["approvals"][1]["shown"]["labels"]["send"]["recipient"][1] == "Recipient"
    assert after["executions"][0]["results"][0]["result"] == ROWS


def test_a_long_answer_of_an_older_fact_is_shown_only_if_the_fact_vouches_for_it(place: Workplace) -> None:
    task_id = place.at_plan()
    place.decide(task_id)
    grow_old(place)
    with sqlite3.connect(place.url.removeprefix("sqlite:///")) as db:
        db.execute('UPDATE executions SET results = replace(results, \'"id":199,"hours":10\', \'"id":199,"hours":99\')')
    db.close()
    entry = place.show(task_id)["executions"][0]["results"][0]
    assert entry["result"] is None and len(entry["preview"]) == 2_000 and "99}" not in entry["preview"]
