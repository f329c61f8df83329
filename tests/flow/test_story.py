"""The life of a request, from words to an executed and recorded plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workplace import LOOK_AND_SEND, Workplace, step

from ringi.errors import RingiError
from ringi.minds import Brief, Declined, Extracted, Policy, Question
from ringi.testing.minds import ScriptedMind

Refusal = Callable[..., RingiError]


def test_nothing_runs_before_the_plan_is_approved_and_then_each_step_runs_once(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.ask("先月の残業をまとめて")
    assert workplace.state(task_id) == "policy_pending"
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.looked == 0 and workplace.sent == []
    assert workplace.decide(task_id) == "completed"
    assert workplace.looked == 1
    assert workplace.sent == [{"recipient": "E001", "text": "n = 42"}]


def test_the_records_are_the_seeds(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    workplace.decide(task_id)
    shown = workplace.show(task_id)
    assert shown["task"]["status"] == "completed" and shown["task"]["source"] == "cli"
    assert shown["prompts"][0]["approved_by"] == "cli:aki"
    assert [one["stepId"] for one in shown["processes"][0]["steps"]] == ["step-1", "step-2"]
    execution = shown["executions"][0]
    assert execution["status"] == "completed" and execution["current_step"] == 2
    first = execution["results"][0]
    assert first["stepId"] == "step-1" and first["tool"] == "look" and first["status"] == "completed"
    assert first["result"] == {"n": 42, "who": "E001"} and first["duration_ms"] >= 0
    assert workplace.actions(task_id) == [
        "task.created",
        "prompt.approved",
        "process.approved",
        "execution.started",
        "tool.called",
        "tool.called",
        "execution.completed",
    ]


def test_a_redelivered_request_is_one_request(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    first = desk.call("ask", text="once", delivery_id="Ev123")
    again = desk.call("ask", text="once", delivery_id="Ev123")
    assert again == {"task_id": first["task_id"], "status": "received", "duplicate": True}
    assert len(workplace.rows("SELECT id FROM requests")) == 1


def test_a_question_waits_and_its_answer_is_used(workplace: Workplace) -> None:
    workplace.open(ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="which month?", choices=("2026-10",))))
    task_id = workplace.ask()
    assert workplace.state(task_id) == "asking"
    waiting = workplace.desk().call("inbox")["approvals"]
    assert [(one["kind"], one["question"]) for one in waiting] == [("clarification", "which month?")]
    workplace.answer(task_id, "October")
    assert workplace.carry_on(task_id) == "policy_pending"
    assert "answer: October" in workplace.show(task_id)["prompts"][0]["content"]


def test_an_answer_names_the_question_it_is_for(workplace: Workplace, refused: Refusal) -> None:
    """Sent twice by a program, the second one must not say yes to whatever is asked next: that may be money."""

    class Asking(ScriptedMind):
        async def extract(self, brief: Brief) -> Question:
            spends = bool(brief.comments)
            return Question(text="Spend more?", topic="budget") if spends else Question(text="All of them?")

    workplace.open(Asking())
    task_id = workplace.ask()
    desk, first = workplace.desk(), workplace.show(task_id)["approvals"][0]["id"]
    refused("RINGI-132", lambda: desk.call("answer", task_id=task_id, text="Yes"))
    desk.call("answer", task_id=first, text="Yes")
    assert workplace.carry_on(task_id) == "asking"
    refused("RINGI-132", lambda: desk.call("answer", task_id=task_id, text="Yes"))
    for named in ({"task_id": first}, {"task_id": task_id, "approval_id": first}):
        refused("RINGI-239", lambda named=named: desk.call("answer", text="Yes", **named))
    assert workplace.show(task_id)["approvals"][-1]["state"] == "open"


def test_a_question_about_the_plan_waits_too(workplace: Workplace) -> None:
    workplace.open(ScriptedMind(steps=LOOK_AND_SEND, plan=Question(text="to whom?")))
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "asking"
    workplace.answer(task_id, "E001")
    assert workplace.carry_on(task_id) == "plan_pending"


def test_what_cannot_be_done_is_declined_with_a_reason(workplace: Workplace) -> None:
    workplace.open(ScriptedMind(extract=Declined(reason="no tool can fly", suggestion="ask for a list")))
    task_id = workplace.ask("fly")
    shown = workplace.show(task_id)
    assert shown["state"] == "declined" and shown["task"] is None
    assert shown["request"]["reason"] == "no tool can fly" and shown["request"]["suggestion"] == "ask for a list"
    assert workplace.rows("SELECT action FROM audit_logs") == [{"action": "request.declined"}]


def test_a_mind_that_breaks_leaves_nothing_generating_and_can_be_retried(workplace: Workplace) -> None:
    mind = ScriptedMind(steps=LOOK_AND_SEND, extract=RuntimeError("boom"))
    workplace.open(mind)
    task_id = workplace.ask()
    assert workplace.state(task_id) == "unreadable"
    mind._instead["extract"] = None
    workplace.desk().call("retry", task_id=task_id)
    assert workplace.carry_on(task_id) == "policy_pending"
    mind._instead["plan"] = RuntimeError("boom again")
    assert workplace.decide(task_id) == "plan_failed"
    assert "process.failed" in workplace.actions(task_id)
    assert [one["state"] for one in workplace.desk().call("inbox")["attention"]] == ["plan_failed"]
    mind._instead["plan"] = None
    workplace.desk().call("retry", task_id=task_id)
    assert workplace.carry_on(task_id) == "plan_pending"


def test_a_plan_with_an_unknown_tool_is_never_shown_as_runnable(workplace: Workplace) -> None:
    workplace.open(steps=[step(1, "fly")])
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_failed"
    assert workplace.show(task_id)["processes"][0]["steps"] == []


def test_gates_that_are_switched_off_are_still_recorded(workplace: Workplace) -> None:
    workplace.open()
    workplace.set("prompt_approval_required", False)
    workplace.set("process_approval_required", "false")
    task_id = workplace.ask()
    shown = workplace.show(task_id)
    assert shown["state"] == "completed"
    assert shown["prompts"][0]["approved_by"] == shown["processes"][0]["approved_by"] == "rule:auto"
    assert [one["identity"] for one in shown["decisions"]] == ["rule:auto", "rule:auto"]


def test_a_large_result_is_kept_by_reference_and_still_bound(workplace: Workplace) -> None:
    rows = [{"id": f"E{n:05}", "name": "あ" * 20} for n in range(2_000)]

    def read_all() -> dict[str, Any]:
        return {"rows": rows, "count": len(rows)}

    steps = [step(1, "read_all"), step(2, "send", recipient="E001", text={"$text": "{step-1: rows[1999].id}"})]
    workplace.open(
        steps=steps, hands=workplace.hands(functions={"read_all": (read_all, "read", True, {"type": "object"})})
    )
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "completed"
    assert workplace.sent[0]["text"] == "E01999"
    entry = workplace.show(task_id)["executions"][0]["results"][0]
    assert entry["result"] is None and entry["size"] > 100_000 and len(entry["preview"]) <= 2_000
    artifact = workplace.desk().call("artifact", artifact_id=entry["artifact"])
    assert (workplace.home / artifact["path"]).stat().st_size == artifact["size"]


def test_a_queued_request_starts_when_the_one_before_it_ends(workplace: Workplace) -> None:
    workplace.open()
    first = workplace.ask("first", session="room")
    second = workplace.ask("second", session="room")
    third = workplace.ask("third", session="room")
    assert workplace.state(second) == "queued"
    workplace.desk().call("queue_edit", task_id=second, text="second, better")
    workplace.desk().call("queue_remove", task_id=third)
    assert [one["text"] for one in workplace.desk().call("queue")["queued"]] == ["second, better"]
    workplace.decide(first)
    workplace.decide(first)
    assert workplace.carry_on(second) == "policy_pending"
    assert workplace.state(third) == "removed"


def test_secrets_do_not_reach_facts_or_results(workplace: Workplace) -> None:
    secret = "xoxb-" + "123456789012-abcdefABCDEF"

    def leak() -> dict[str, Any]:
        return {"token": secret, "note": f"use {secret}"}

    hands = workplace.hands(functions={"leak": (leak, "read", True, {"type": "object"})})
    workplace.open(steps=[step(1, "leak")], hands=hands)
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "completed"
    for table, column in (("fact_payloads", "payload"), ("executions", "results"), ("audit_logs", "details")):
        for row in workplace.rows(f"SELECT {column} AS text FROM {table}"):
            assert secret not in (row["text"] or "")


class Pressing(ScriptedMind):
    """Takes the priority from the words of the request."""

    async def extract(self, brief: Brief) -> Extracted:
        priority: Any = "urgent" if "now" in brief.text else "medium"
        return Extracted(title=brief.text, description="", lang="en", priority=priority)


def test_what_is_urgent_comes_first_however_much_has_waited_longer(workplace: Workplace) -> None:
    workplace.open(Pressing(steps=LOOK_AND_SEND))
    for text in ("first", "second", "third", "now", "last", "now too"):
        workplace.ask(text)
    desk = workplace.desk()
    assert [one["title"] for one in desk.call("inbox")["approvals"]] == [
        *("now", "now too", "first", "second", "third", "last")
    ]
    cut = desk.call("inbox", limit=1)
    assert [(one["title"], one["priority"]) for one in cut["approvals"]] == [("now", "urgent")] and cut["total"] == 6


class Renaming(ScriptedMind):
    """Calls the task by another name as soon as somebody has said something about it."""

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        said = brief.comments[-1].text if brief.comments else "sales"
        return Policy(content=f"overtime of {said}", title=f"overtime of {said}")


def test_a_task_bears_the_name_of_its_newest_version_on_every_list(workplace: Workplace) -> None:
    workplace.open(Renaming(steps=LOOK_AND_SEND, title="overtime of sales"))
    task_id = workplace.ask()
    workplace.decide(task_id, "reject", reason="sales and development")
    shown, desk = workplace.show(task_id), workplace.desk()
    assert shown["task"]["title"] == shown["view"]["title"] == "overtime of sales and development"
    assert [one["title"] for one in desk.call("inbox")["approvals"]] == ["overtime of sales and development"]
    assert [one["title"] for one in desk.call("tasks")["tasks"]] == ["overtime of sales and development"]
