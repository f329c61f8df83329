"""Every command through both desks: our own over the store, and HTTP to a running server. The same answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from counter import Counter, counter, plain_environment
from workplace import LOOK_AND_SEND, step

from ringi.minds import Declined, Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

__all__ = ["counter", "plain_environment"]


def test_a_request_goes_from_words_to_an_answer(counter: Counter) -> None:
    counter.workplace.open()
    asked = counter.json("ask", "hello", "there")
    assert asked["state"] == "policy_pending" and asked["status"] == "extracted"
    inbox = counter.json("inbox")["approvals"]
    assert [row["approval_id"] for row in inbox] == [asked["approval_id"]]
    assert {"approval_id", "kind", "subject_id", "task_id", "title", "digest", "opened_at"} <= inbox[0].keys()
    plan = counter.json("approve", asked["approval_id"], "--digest", inbox[0]["digest"][:8])
    assert plan["state"] == "plan_pending" and plan["status"] == "approved" and counter.workplace.sent == []
    done = counter.json("approve", plan["next_approval_id"])
    assert done["state"] == "completed" and done["answer"] == "done"
    assert counter.workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
    shown = counter.json("show", asked["task_id"])
    assert shown["request"]["text"] == "hello there" and shown["task"]["status"] == "completed"
    assert counter.json("show")["tasks"][0]["state"] == "completed"


def test_a_decision_on_what_has_changed_meanwhile_is_refused(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    assert counter.refused("approve", task_id, "--digest", "0" * 64) == (5, "RINGI-212")
    counter.json("approve", task_id)
    prompt = counter.json("show", task_id)["prompts"][0]["id"]
    assert counter.refused("approve", prompt) == (5, "RINGI-211")


def test_unknown_ids_and_unfit_input_have_their_own_exit_codes(counter: Counter) -> None:
    counter.workplace.open()
    assert counter.refused("show", "01NOSUCHTHING")[0] == 3
    assert counter.refused("approve", "nothing!")[0] == 3
    assert counter.refused("ask", " ")[0] == 2
    assert counter.refused("ask", "-", stdin="x" * 120_000) == (2, "RINGI-102")
    assert counter.refused("settings", "set", "max_versions", "many")[0] == 2
    assert counter.refused("answer", counter.asked(), "nobody asked")[0] == 5


def test_text_of_any_kind_is_taken_and_shown_without_painting_the_terminal(counter: Counter) -> None:
    evil = "\x1b[2J\x1b]0;owned\x07 残業 \u202egnp.exe مرحبا 👩‍👩‍👧 \x9b31m"
    counter.workplace.open(mind=ScriptedMind(title=evil, policy=evil, steps=LOOK_AND_SEND))
    task_id = counter.asked(evil)
    for argv in (("inbox",), ("show", task_id), ("show",), ("facts", task_id), ("audit",)):
        said = counter(*argv, "--no-color", tty=True)
        assert said.code == 0
        assert not any(ch in said.out for ch in "\x1b\x07\u202e\x9b"), argv
    assert "残業" in counter("show", task_id, tty=True).out
    raw = counter("show", task_id, "--json").out
    assert "\u202e" not in raw and "\x9b" not in raw and "\x1b" not in raw


def test_a_rejection_needs_a_reason_and_brings_a_version_that_takes_it_in(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    assert counter.refused("reject", task_id) == (2, "RINGI-214")
    again = counter.json("reject", task_id, "--reason", "too wide")
    assert again["decision"] == "reject" and again["state"] == "policy_pending"
    shown = counter.json("show", task_id)
    assert [row["version"] for row in shown["prompts"]] == [1, 2]
    assert "too wide" in shown["prompts"][1]["content"]


def test_a_plan_can_be_returned_to_its_policy(counter: Counter) -> None:
    counter.workplace.open()
    _, approval = counter.at_plan()
    back = counter.json("return", approval, "--reason", "wrong month")
    assert back["state"] == "policy_pending" and back["status"] == "returned"


def test_a_question_is_answered_and_the_work_goes_on(counter: Counter) -> None:
    mind = ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="Which one?", choices=("A", "B")))
    counter.workplace.open(mind=mind)
    asked = counter.json("ask", "do it")
    assert asked["state"] == "asking" and asked["question"] == "Which one?" and asked["choices"] == ["A", "B"]
    said = counter("show", asked["task_id"], tty=True)
    assert "Which one?" in said.out and f"ringi answer {asked['task_id']}" in said.out
    assert counter.json("answer", asked["task_id"], "A")["state"] == "policy_pending"


def test_what_cannot_be_done_is_declined_with_a_reason_and_a_suggestion(counter: Counter) -> None:
    mind = ScriptedMind(extract=Declined(reason="No such tool.", suggestion="Ask for overtime."))
    counter.workplace.open(mind=mind)
    asked = counter.json("ask", "fly me to the moon")
    assert asked["state"] == "declined" and asked["reason"] == "No such tool."
    said = counter("ask", "again", tty=True)
    assert said.code == 0 and "No such tool." in said.out and "Ask for overtime." in said.out


def test_a_persons_own_plan_meets_the_same_gate(counter: Counter, tmp_path: Path) -> None:
    counter.workplace.open(mind=ScriptedMind(steps=LOOK_AND_SEND))
    task_id, _ = counter.at_plan()
    file = tmp_path / "steps.json"
    file.write_text(json.dumps([step(1, "send", recipient="E001", text="mine")]), "utf-8")
    planned = counter.json("plan", task_id, "--file", str(file))
    assert planned["state"] == "plan_pending" and counter.workplace.sent == []
    assert counter.json("approve", planned["approval_id"])["state"] == "completed"
    assert counter.workplace.sent == [{"recipient": "E001", "text": "mine"}]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('[{"stepId": "step-1"', "RINGI-608"),
        ('"steps"', "RINGI-608"),
        ("NaN", "RINGI-608"),
        ('[{"stepId": "s", "toolInput": {"recipient": "E001", "recipient": "E002"}}]', "RINGI-608"),
        ('[{"stepId": "s", "order": 1, "tool": "no_such", "toolInput": {}, "description": "x"}]', "RINGI-300"),
    ],
)
def test_a_plan_that_cannot_run_is_refused_with_every_flaw(
    counter: Counter, tmp_path: Path, content: str, code: str
) -> None:
    counter.workplace.open()
    task_id, approval = counter.at_plan()
    file = tmp_path / "steps.json"
    file.write_text(content, "utf-8")
    assert counter.refused("plan", task_id, "--file", str(file)) == (2, code)
    assert counter.refused("plan", task_id, "--file", str(tmp_path / "gone.json")) == (2, "RINGI-607")
    assert counter.json("inbox")["approvals"][0]["approval_id"] == approval
    if code == "RINGI-300":
        assert "no_such" in counter("plan", task_id, "--file", str(file)).err


@pytest.mark.parametrize("after", ["-1", str(2**53), "1" + "0" * 30, "9" * 5000])
def test_a_place_in_the_facts_that_cannot_be_is_refused(counter: Counter, after: str) -> None:
    counter.workplace.open()
    assert counter.refused("facts", counter.asked(), f"--after={after}") == (2, "RINGI-604")


def test_withdraw_cancel_and_steer(counter: Counter) -> None:
    counter.workplace.open()
    taken_back = counter.json("withdraw", counter.asked())
    assert (taken_back["status"], taken_back["state"]) == ("cancelled", "withdrawn")
    assert counter.json("cancel", counter.asked(), "--reason", "not now")["state"] == "cancelled"
    task_id, _ = counter.at_plan()
    steered = counter.json("steer", task_id, "only April")
    assert steered["state"] == "plan_pending"
    assert [row["version"] for row in counter.json("show", task_id)["processes"]] == [1, 2]


def test_a_failed_run_is_retried_from_its_failed_step(counter: Counter) -> None:
    counter.workplace.open()
    counter.workplace.break_look = True
    task_id, approval = counter.at_plan()
    failed = counter.json("approve", approval)
    assert failed["state"] == "failed" and "ledger" in failed["reason"]
    said = counter("show", task_id, tty=True)
    assert f"ringi retry {task_id}" in said.out
    assert counter.json("inbox")["attention"][0]["task_id"] == task_id
    counter.workplace.break_look = False
    assert counter.json("retry", task_id)["state"] == "completed"


def test_an_unknown_outcome_waits_for_a_person(counter: Counter) -> None:
    def lost(**_: Any) -> None:
        raise ReplyLost

    place = counter.workplace
    hands = place.hands(functions={"post": (lost, "write", False, {"type": "object"})})
    place.open(hands=hands, steps=[step(1, "post")])
    _, approval = counter.at_plan()
    run = counter.json("approve", approval)
    assert run["state"] == "outcome_unknown"
    said = counter("inbox", tty=True)
    assert "Outcome unknown" in said.out
    said = counter("show", run["task_id"], tty=True)
    lines = said.out.replace("\x1b[0m", "").splitlines()
    (told,) = [line.split() for line in lines if "ringi resolve" in line and " done " in line]
    again = told[told.index("resolve") + 1 :]
    assert counter.json("resolve", *again[:1], "retry", *again[2:])["state"] == "outcome_unknown"
    assert counter.refused("resolve", *again)[0] == 5
    assert counter.json("resolve", run["execution_id"], "done", "--note", "seen")["state"] == "completed"
    assert counter.refused("resolve", run["execution_id"], "done")[0] == 5


def test_requests_of_one_session_wait_their_turn(counter: Counter) -> None:
    counter.workplace.open()
    first = counter.json("ask", "one", "--session", "s")["task_id"]
    second = counter.json("ask", "two", "--session", "s")
    assert second["state"] == "queued"
    assert [row["id"] for row in counter.json("queue")["queued"]] == [second["task_id"]]
    assert "two" in counter("queue", tty=True).out
    counter.json("queue", "edit", second["task_id"], "two and a half")
    counter.json("queue", "remove", second["task_id"])
    assert counter.json("queue", "--session", "s")["queued"] == []
    assert (
        counter.json("ask", "again", "--delivery-id", "D1")["task_id"]
        == counter.json("ask", "again", "--delivery-id", "D1")["task_id"]
    )
    assert counter.json("cancel", first)["state"] == "cancelled"


def test_facts_are_exported_and_keep_the_rules(counter: Counter, tmp_path: Path) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    exported = counter("facts", task_id, "--jsonl")
    lines = exported.out.splitlines()
    assert [json.loads(line)["sequence"] for line in lines] == list(range(1, len(lines) + 1))
    assert counter.json("facts", task_id)["facts"] == [json.loads(line) for line in lines]
    assert len(counter("facts", task_id, "--jsonl", "--after", "3", "--follow").out.splitlines()) == len(lines) - 3
    file = tmp_path / "facts.jsonl"
    file.write_text(exported.out, "utf-8")
    judged = counter.json("check", str(file))
    assert (judged["ok"], judged["lines"], judged["violations"], judged["found"]) == (True, len(lines), 0, [])
    assert judged["counts"]["broken"] == 0 and len(judged["points"]) == 19 + 33
    file.write_text("".join(f"{line}\n" for line in [*lines[:2], *lines[3:], "{"]), "utf-8")
    broken = counter("check", str(file), "--json")
    assert broken.code == 1 and broken.data["violations"] >= 2
    assert broken.data["found"][0].keys() == {"line", "rule", "reason", "sequence"}
    few = counter("check", str(file), "--max", "1", "--rules-only")
    assert few.code == 1 and len(few.out.splitlines()) == 1
    assert counter("check", "-", stdin=exported.out).code == 0


def test_settings_users_tools_and_the_audit_log(counter: Counter) -> None:
    counter.workplace.open()
    assert counter.json("settings", "get", "max_versions") == {"key": "max_versions", "value": 5}
    assert counter.json("settings", "set", "max_versions", "3")["config"]["max_versions"] == 3
    assert counter("settings", "get", "max_versions").out == "3\n"
    assert counter.refused("settings", "get", "nothing") == (2, "RINGI-105")
    assert counter.json("settings")["config"]["self_approval"] is True
    added = counter.json("users", "add", "yuki", "--role", "approver", "--role", "requester")
    assert added["key"]
    assert counter.json("users", "roles", "yuki", "auditor")["roles"] == ["auditor"]
    assert counter.json("users", "key", "yuki")["key"] != added["key"]
    assert {row["name"] for row in counter.json("users")["users"]} == {"aki", "yuki"}
    assert counter.json("tools", "forbid", "send") == {"tool": "send", "allowed": False}
    assert [row["allowed"] for row in counter.json("tools")["tools"] if row["name"] == "send"] == [False]
    counter.json("tools", "allow", "send")
    entries = counter.json("audit", "--action", "settings.updated", "--limit", "50")["entries"]
    assert len(entries) >= 5
    for argv in (("settings",), ("users",), ("tools",), ("audit",)):
        assert counter(*argv, tty=True).code == 0


def test_acting_in_another_persons_name_is_for_admins_and_recorded(counter: Counter) -> None:
    counter.workplace.open()
    counter.json("users", "add", "佐藤", "--role", "requester")
    task_id = counter.json("--as", "佐藤", "ask", "for me")["task_id"]
    assert counter.json("show", task_id)["request"]["requester"] == "cli:佐藤"
    assert counter.refused("approve", task_id, "--as", "佐藤")[0] == 4
    counter.name = "佐藤"
    if not counter.address:  # whoever has the server's key is its owner, and may act in any name
        assert counter.refused("ask", "as somebody", "--as", "aki")[0] == 4
    assert counter.refused("settings", "set", "max_versions", "9") == (4, "RINGI-205")


def test_the_doctor_proves_the_gate(counter: Counter) -> None:
    counter.workplace.open()
    found = counter.json("doctor")
    assert found["ok"] is True
    assert {"gate.waiting", "gate.forged", "gate.changed", "gate.approved"} <= {row["id"] for row in found["checks"]}
    said = counter("doctor", tty=True)
    assert "A forged run without an approval does not run" in said.out and "All is well." in said.out
