"""Who may decide, on what, and only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workplace import Workplace

from ringi.errors import RingiError

Refusal = Callable[..., RingiError]


def test_a_second_click_is_told_who_decided_and_when(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "approver")
    task_id = workplace.at_plan()
    shown = workplace.gate(task_id)
    workplace.decide(task_id)
    late = refused("RINGI-211", lambda: workplace.desk("mei").call("decide", decision="approve", **shown))
    assert late.values["who"] == "cli:aki" and late.values["state"] == "approved"
    assert workplace.looked == 1


def test_a_decision_on_something_else_than_was_shown_is_refused(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    waiting = workplace.desk().call("inbox")["approvals"][0]
    refused("RINGI-212", lambda: workplace.decided(task_id, digest="0" * 64))
    refused("RINGI-232", lambda: workplace.decided(task_id, digest=waiting["digest"][:7]))
    refused("RINGI-232", lambda: workplace.decided(task_id, digest=""))
    refused("RINGI-233", lambda: workplace.decided(task_id, approval_id=task_id))
    assert workplace.decide(task_id, digest=waiting["digest"][:8]) == "completed"


def test_a_requester_without_the_role_cannot_decide(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "requester")
    task_id = workplace.at_plan()
    refused("RINGI-201", lambda: workplace.decided(task_id, "approve", "mei"))
    refused("RINGI-202", lambda: workplace.desk("mei").call("cancel", task_id=task_id))
    refused("RINGI-204", lambda: workplace.desk("mei").call("withdraw", task_id=task_id))
    assert workplace.state(task_id) == "plan_pending" and workplace.looked == 0


def test_without_self_approval_the_requester_needs_somebody_else(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "approver")
    workplace.set("self_approval", False)
    task_id = workplace.ask()
    refused("RINGI-203", lambda: workplace.decided(task_id, "approve"))
    assert workplace.desk().call("inbox")["approvals"][0]["may_decide"] is False
    assert workplace.decide(task_id, who="mei") == "plan_pending"


def test_self_approval_cannot_be_got_round_on_another_surface(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.set("self_approval", False)
    task_id = workplace.ask()
    refused(
        "RINGI-203", lambda: workplace.desk("aki", "web").call("decide", decision="approve", **workplace.gate(task_id))
    )


def test_acting_as_somebody_is_for_admins_and_recorded(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "approver")
    workplace.add("ken", "requester")
    task_id = workplace.ask()
    refused("RINGI-206", lambda: workplace.decided(task_id, who="ken", as_user="mei"))
    workplace.decided(task_id, as_user="mei")
    workplace.carry_on(task_id)
    shown = workplace.show(task_id)
    assert shown["prompts"][0]["approved_by"] == "cli:mei"
    assert shown["decisions"][0]["on_behalf_by"] == "cli:aki"
    assert next(e for e in shown["audit_logs"] if e["action"] == "prompt.approved")["details"]["as_by"] == "cli:aki"


def test_a_rejection_makes_a_new_version_that_takes_the_reason_in(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.ask()
    for nothing in ("  ", "\u200b\u2060", "\u3164", "\u2800\n"):
        refused("RINGI-214", lambda nothing=nothing: workplace.decided(task_id, "reject", reason=nothing))
    assert workplace.decide(task_id, "reject", reason="only sales") == "policy_pending"
    first, second = workplace.show(task_id)["prompts"]
    assert (first["status"], first["rejection_reason"], first["rejected_by"]) == ("rejected", "only sales", "cli:aki")
    assert second["version"] == 2 and "reject: only sales" in second["content"]
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.decide(task_id, "reject", reason="fewer steps") == "plan_pending"
    assert [one["version"] for one in workplace.show(task_id)["processes"]] == [1, 2]
    assert workplace.actions(task_id).count("process.rejected") == 1


def test_at_the_last_version_a_rejection_ends_the_task(workplace: Workplace) -> None:
    workplace.open()
    workplace.set("max_versions", 2)
    task_id = workplace.ask()
    assert workplace.decide(task_id, "reject", reason="no") == "policy_pending"
    assert workplace.decide(task_id, "reject", reason="still no") == "cancelled"
    shown = workplace.show(task_id)
    assert [one["status"] for one in shown["prompts"]] == ["rejected", "rejected"]
    assert shown["task"]["status"] == "cancelled" and "task.cancelled" in workplace.actions(task_id)


def test_a_return_goes_from_the_plan_back_to_the_policy(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.ask()
    refused("RINGI-218", lambda: workplace.decided(task_id, "return", reason="not here"))
    workplace.decide(task_id)
    assert workplace.decide(task_id, "return", reason="wrong month") == "policy_pending"
    shown = workplace.show(task_id)
    assert [one["state"] for one in shown["approvals"]] == ["approved", "returned", "open"]
    assert "return: wrong month" in shown["prompts"][1]["content"]
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.decide(task_id) == "completed"


def test_withdrawing_closes_everything_that_was_open(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    shown = workplace.gate(task_id)
    workplace.desk().call("withdraw", task_id=task_id, reason="not needed")
    assert workplace.state(task_id) == "withdrawn"
    assert workplace.desk().call("inbox")["approvals"] == []
    refused("RINGI-211", lambda: workplace.desk().call("decide", decision="approve", **shown))
    refused("RINGI-221", lambda: workplace.desk().call("withdraw", task_id=task_id))
    assert "task.withdrawn" in workplace.actions(task_id) and workplace.sent == []


def test_a_request_can_be_withdrawn_while_it_is_still_a_question(workplace: Workplace) -> None:
    from ringi.minds import Question
    from ringi.testing.minds import ScriptedMind

    workplace.open(ScriptedMind(extract=Question(text="which?")))
    task_id = workplace.ask()
    workplace.desk().call("withdraw", task_id=task_id)
    assert workplace.state(task_id) == "withdrawn"
    assert workplace.desk().call("inbox")["approvals"] == []


def test_the_same_command_twice_does_not_decide_the_next_gate(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.ask()
    shown = workplace.gate(task_id)
    workplace.desk().call("decide", decision="approve", **shown)
    assert workplace.carry_on(task_id) == "plan_pending"
    refused("RINGI-211", lambda: workplace.desk().call("decide", decision="approve", **shown))
    assert workplace.state(task_id) == "plan_pending"


def test_nobody_gets_round_self_approval_by_another_name(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("bob", "requester", "approver")
    workplace.set("self_approval", False)
    mine = workplace.ask("mine")
    refused("RINGI-203", lambda: workplace.decided(mine, as_user="bob"))
    in_his_name = workplace.desk(as_user="bob").call("ask", text="in his name")["task_id"]
    workplace.carry_on(in_his_name)
    refused("RINGI-203", lambda: workplace.decided(in_his_name))
    assert workplace.decide(mine, who="bob") == "plan_pending"
    own = [{"stepId": "a", "order": 1, "tool": "look", "toolInput": {}, "description": "his own"}]
    workplace.desk("bob").call("plan", task_id=mine, steps=own)
    workplace.carry_on(mine)
    refused("RINGI-203", lambda: workplace.decided(mine, who="bob"))


def test_nobody_gets_round_self_approval_by_being_linked_after_asking(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("rin", "requester")
    workplace.add("bob", "approver")
    workplace.set("self_approval", False)
    aki = workplace.desk()
    aki.call("user_link", name="rin", slack_user_id="U0RIN")
    task_id = workplace.desk("rin", "slack").call("ask", text="asked in Slack")["task_id"]
    workplace.carry_on(task_id)
    aki.call("user_link", name="bob", slack_user_id="U0RIN")
    assert workplace.desk("bob").call("inbox")["approvals"][0]["may_decide"] is False
    refused("RINGI-203", lambda: workplace.decided(task_id, who="bob"))
    assert workplace.decide(task_id) == "plan_pending"


def test_a_requester_sees_only_their_own_work(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "requester")
    task_id = workplace.ask("somebody's salary")
    mei = workplace.desk("mei")
    for operation in ("show", "facts", "audit"):
        argument = {"id": task_id} if operation == "show" else {"task_id": task_id}
        refused("RINGI-104", lambda operation=operation, argument=argument: mei.call(operation, **argument))
    refused("RINGI-235", lambda: mei.call("audit"))
    refused("RINGI-235", lambda: mei.call("users"))
    assert mei.call("inbox")["approvals"] == [] and mei.call("inbox")["total"] == 0
    assert mei.call("tasks")["tasks"] == []
    own = mei.call("ask", text="mine")["task_id"]
    workplace.carry_on(own)
    assert [one["task_id"] for one in mei.call("tasks")["tasks"]] == [own]
    assert mei.call("show", id=own)["state"] == "policy_pending"


def test_one_persons_delivery_id_does_not_swallow_anothers_request(workplace: Workplace) -> None:
    workplace.open()
    workplace.add("mei", "requester")
    first = workplace.desk("mei").call("ask", text="hers", delivery_id="1")
    second = workplace.desk().call("ask", text="mine", delivery_id="1")
    assert first["task_id"] != second["task_id"] and not second["duplicate"]


def test_a_plan_changed_in_the_record_cannot_be_approved(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    assert workplace.office is not None
    kept = workplace.rows("SELECT steps FROM processes")[0]["steps"]

    def write(steps: str) -> None:
        assert workplace.office is not None
        workplace.office.store.write(lambda tx: tx.db.execute("UPDATE processes SET steps = ?", (steps,)))

    write(kept.replace("E001", "E666"))
    refused("RINGI-213", lambda: workplace.decided(task_id, "approve"))
    write(kept)
    assert workplace.decide(task_id) == "completed"


def test_unknown_and_foreign_ids_are_said_plainly(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.ask()
    for bad in ("", "01", "x" * 200, "'; DROP TABLE tasks; --", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "%%%%%%%%"):
        refused("RINGI-104", lambda bad=bad: workplace.desk().call("show", id=bad))
    assert workplace.desk().call("show", id=task_id[:20].lower())["request"]["id"] == task_id


def test_arguments_from_outside_are_checked(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    call: Any = workplace.desk().call
    refused("RINGI-133", lambda: call("_write"))
    refused("RINGI-133", lambda: call("close"))
    refused("RINGI-132", lambda: call("ask"))
    refused("RINGI-131", lambda: call("ask", text=1))
    refused("RINGI-130", lambda: call("ask", text="x", admin=True))
    refused("RINGI-101", lambda: call("ask", text=" \u200e\x00\x1b \n"))
    refused("RINGI-102", lambda: call("ask", text="あ" * 100_000))


def test_settings_are_checked_audited_and_for_admins(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("mei", "approver")
    call = workplace.desk().call
    refused("RINGI-105", lambda: call("settings_set", key="colour", value="red"))
    refused("RINGI-106", lambda: call("settings_set", key="auto_approve_tools", value="perhaps"))
    refused("RINGI-106", lambda: call("settings_set", key="l4_timeout_seconds", value=1.5))
    refused("RINGI-107", lambda: call("settings_set", key="l4_timeout_seconds", value="0"))
    refused("RINGI-205", lambda: workplace.desk("mei").call("settings_set", key="name", value="Ours"))
    assert call("settings_set", key="name", value="Ours")["config"]["name"] == "Ours"
    entry = call("audit", action="settings.updated")["entries"][0]
    assert entry["details"] == {"key": "name", "from": "HR AI Agent", "to": "Ours"} and entry["actor_id"] == "cli:aki"


def test_the_last_admin_stays_admin(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    refused("RINGI-209", lambda: workplace.desk().call("user_roles", name="aki", roles=["requester"]))
    assert workplace.desk().call("whoami")["roles"] == ["requester", "approver", "admin", "developer"]
