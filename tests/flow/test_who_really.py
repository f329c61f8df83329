"""Who did it: the admin behind a borrowed name is on every record, and nobody decides on their own by another door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from test_live_worker import live
from workplace import OBJECT, Workplace, step

from ringi.errors import RingiError
from ringi.flow.worker import Worker
from ringi.minds import Brief, Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

Refusal = Callable[..., RingiError]


def audited(workplace: Workplace, action: str) -> list[tuple[Any, Any]]:
    entries = workplace.desk().call("audit", action=action)["entries"]
    return [(one["actor_id"], one["details"].get("as_by")) for one in entries]


def test_the_admin_behind_a_borrowed_name_is_on_every_record(workplace: Workplace) -> None:
    workplace.open()
    workplace.add("bo", "admin", "requester")
    bo = workplace.desk("aki", as_user="bo")
    workplace.desk().call("ask", text="first", session="s")
    queued = bo.call("ask", text="second", session="s")["task_id"]
    bo.call("tool_permit", tool="send", allowed=False)
    bo.call("queue_edit", task_id=queued, text="changed")
    bo.call("queue_remove", task_id=queued)
    asked = bo.call("ask", text="third")["task_id"]
    workplace.carry_on(asked)
    bo.call("steer", task_id=asked, text="shorter")
    for action in ("settings.updated", "request.edited", "request.removed", "task.steered"):
        assert audited(workplace, action)[0] == ("cli:bo", "cli:aki"), action
    assert audited(workplace, "task.created")[0] == (None, "cli:aki")
    for task_id, count in ((queued, 4), (asked, 3)):
        facts = workplace.desk().call("facts", task_id=task_id)["facts"]
        named = [one["payload"] for one in facts if {"by", "requester", "edited_by"} & one["payload"].keys()]
        assert len(named) >= count
        assert {one.get("asBy") for one in named} == {"cli:aki"}


async def test_a_steer_of_a_running_task_names_the_admin_behind_it(workplace: Workplace) -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def slow() -> dict[str, Any]:
        begun.set()
        await go.wait()
        return {"n": 1}

    workplace.open(hands=workplace.hands(functions={"look": (slow, "read", True, OBJECT)}))
    workplace.add("bo", "admin", "requester")

    async def story(worker: Worker, call: Callable[..., Any]) -> None:
        task_id = (await call("ask", text="go"))["task_id"]
        for _ in range(2):
            await worker.parked(task_id)
            await asyncio.to_thread(workplace.decided, task_id)
        await begun.wait()
        bo = workplace.desk("aki", as_user="bo")
        await asyncio.to_thread(lambda: bo.call("steer", task_id=task_id, text="less"))
        go.set()
        await worker.parked(task_id)
        assert await asyncio.to_thread(audited, workplace, "task.steered") == [("cli:bo", "cli:aki")]

    await live(workplace, story)


def test_who_had_a_failed_judgement_made_again_is_on_record(workplace: Workplace) -> None:
    class Broken(ScriptedMind):
        broken = "extract"

        async def extract(self, brief: Brief) -> Any:
            if self.broken == "extract":
                raise ValueError("no")
            return await super().extract(brief)

        async def policy(self, brief: Brief) -> Any:
            if self.broken == "policy":
                raise ValueError("no")
            return await super().policy(brief)

        async def plan(self, brief: Brief) -> Any:
            if self.broken == "plan":
                raise ValueError("no")
            return await super().plan(brief)

    mind = Broken(steps=[step(1, "look")])
    workplace.open(mind=mind)
    assert workplace.office is not None
    workplace.office.log.disabled = True
    task_id = workplace.ask()
    for broken, state in (("policy", "policy_failed"), ("plan", "plan_failed"), ("", "plan_pending")):
        mind.broken = broken
        workplace.desk().call("retry", task_id=task_id)
        if broken == "plan":
            assert workplace.carry_on(task_id) == "policy_pending"
            workplace.decided(task_id)
        assert workplace.carry_on(task_id) == state
    workplace.office.log.disabled = False
    for action in ("request.retried", "prompt.retried", "process.retried"):
        assert audited(workplace, action) == [("cli:aki", None)]


def test_without_self_approval_nobody_settles_an_unknown_outcome_of_their_own(
    workplace: Workplace, refused: Refusal
) -> None:
    tries: list[int] = []

    def pay() -> dict[str, Any]:
        tries.append(1)
        if len(tries) == 1:
            raise ReplyLost
        return {"ok": True}

    workplace.open(hands=workplace.hands(functions={"pay": (pay, "write", False, OBJECT)}), steps=[step(1, "pay")])
    workplace.add("bo", "approver", "requester")
    workplace.set("self_approval", False)
    task_id = workplace.desk("bo").call("ask", text="pay me")["task_id"]
    workplace.carry_on(task_id)
    workplace.decide(task_id)
    assert workplace.decide(task_id) == "outcome_unknown"
    for verdict in ("retry", "done", "failed"):  # what has failed may be tried again by whoever asked
        call = {"execution_id": task_id, "verdict": verdict}
        refused("RINGI-203", lambda call=call: workplace.desk("bo").call("resolve", **call))
    workplace.desk().call("resolve", execution_id=task_id, verdict="retry")
    assert workplace.carry_on(task_id) == "completed" and len(tries) == 2


def test_without_self_approval_nobody_decides_on_words_they_have_put_into_anothers_request(
    workplace: Workplace, refused: Refusal
) -> None:
    workplace.open()
    workplace.add("bo", "requester")
    workplace.add("cy", "approver")
    workplace.set("self_approval", False)
    bo = workplace.desk("bo")
    first = bo.call("ask", text="first", session="s")["task_id"]
    queued = bo.call("ask", text="second", session="s")["task_id"]
    workplace.desk().call("queue_edit", task_id=queued, text="pay aki")
    bo.call("cancel", task_id=first)
    workplace.carry_on(queued)
    refused("RINGI-203", lambda: workplace.decided(queued))
    assert workplace.decide(queued, who="cy") == "plan_pending"


def test_without_self_approval_whoever_wrote_a_plan_does_not_let_its_steps_through_either(
    workplace: Workplace, refused: Refusal
) -> None:
    workplace.open()
    for name in ("bo", "cy"):
        workplace.add(name, "approver", "requester")
    for key in ("self_approval", "auto_approve_tools"):
        workplace.set(key, False)
    task_id = workplace.desk("bo").call("ask", text="please")["task_id"]
    workplace.carry_on(task_id)
    assert workplace.decide(task_id) == "plan_pending"
    workplace.desk("cy").call("plan", task_id=task_id, steps=[step(1, "send", recipient="E001", text="mine")])
    assert workplace.carry_on(task_id) == "plan_pending"
    refused("RINGI-203", lambda: workplace.decided(task_id, who="cy"))
    assert workplace.decide(task_id) == "step_pending"
    refused("RINGI-203", lambda: workplace.decided(task_id, who="cy"))
    assert workplace.sent == []
    assert workplace.decide(task_id) == "completed" and len(workplace.sent) == 1


def test_nothing_is_done_in_the_name_of_somebody_who_was_let_go(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.add("bo", "approver", "requester")
    task_id = workplace.ask()
    workplace.desk().call("user_active", name="bo", active=False)
    bo = workplace.desk("aki", as_user="bo")
    refused("RINGI-207", lambda: bo.call("ask", text="in his name"))
    refused("RINGI-207", lambda: bo.call("inbox"))
    refused("RINGI-207", lambda: workplace.decided(task_id, as_user="bo"))
    assert workplace.decide(task_id) == "plan_pending"


def test_without_self_approval_nobody_says_what_their_own_request_may_spend(
    workplace: Workplace, refused: Refusal
) -> None:
    asks = Question(text="The budget is used up.", choices=("Go on",), topic="budget")
    workplace.open(ScriptedMind(steps=[step(1, "look")], extract=asks))
    workplace.add("bo", "approver", "requester")
    workplace.set("self_approval", False)
    task_id = workplace.desk("bo").call("ask", text="mine")["task_id"]
    assert workplace.carry_on(task_id) == "asking"
    waits = {name: workplace.desk(name).call("inbox")["approvals"][0]["may_decide"] for name in ("bo", "aki")}
    assert waits == {"bo": False, "aki": True}
    refused("RINGI-203", lambda: workplace.answer(task_id, "Go on", "bo"))
    assert workplace.state(task_id) == "asking"
    workplace.answer(task_id, "Go on")
    assert workplace.carry_on(task_id) == "policy_pending"


def test_the_present_setting_for_self_approval_counts_both_ways(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    workplace.set("self_approval", False)
    task_id = workplace.ask()
    refused("RINGI-203", lambda: workplace.decided(task_id))
    assert workplace.show(task_id)["self_approval"] is False
    workplace.set("self_approval", True)
    assert workplace.show(task_id)["self_approval"] is True
    assert workplace.decide(task_id) == "plan_pending"


def test_a_refusal_names_who_is_really_behind_both_names(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    for name in ("bo", "cy"):
        workplace.add(name, "approver", "requester")
    workplace.set("self_approval", False)
    task_id = workplace.desk("aki", as_user="bo").call("ask", text="mine")["task_id"]
    workplace.carry_on(task_id)
    error = refused("RINGI-203", lambda: workplace.decided(task_id, as_user="cy"))
    assert error.values["who"] == "cli:aki (--as cy)"
    assert error.message("en").startswith("aki (--as cy) may not")


def test_an_approval_that_nobody_decided_is_not_said_to_be_somebodys(workplace: Workplace, refused: Refusal) -> None:
    workplace.open()
    task_id = workplace.ask()
    gate = workplace.gate(task_id)
    assert workplace.office is not None
    store = workplace.office.store
    store.write(lambda tx: tx.amend("approvals", "1 = 1", (), state="approved"))
    refused("RINGI-236", lambda: workplace.desk().call("decide", decision="approve", **gate))
    store.write(lambda tx: tx.amend("approvals", "1 = 1", (), state="open"))


# -- whose words are in it -----------------------------------------------------------------------------------------


def without_self_approval(workplace: Workplace, mind: Any = None) -> None:
    workplace.open(mind)
    for name in ("sue", "tom"):
        workplace.add(name, "approver", "requester")
    workplace.add("rei", "requester")
    workplace.set("self_approval", False)


def test_a_plan_that_a_person_wrote_waits_for_another_whatever_gates_are_off(
    workplace: Workplace, refused: Refusal
) -> None:
    without_self_approval(workplace)
    workplace.set("process_approval_required", False)
    task_id = workplace.desk("rei").call("ask", text="please")["task_id"]
    workplace.carry_on(task_id)
    workplace.decided(task_id, who="sue")  # the policy; its plan is not written yet
    workplace.desk("rei").call("plan", task_id=task_id, steps=[step(1, "send", recipient="E001", text="mine")])
    assert workplace.carry_on(task_id) == "plan_pending" and not workplace.sent
    refused("RINGI-201", lambda: workplace.decide(task_id, who="rei"))
    assert workplace.decide(task_id, who="tom") == "completed"


class Obeying(ScriptedMind):
    """Writes into policy and plan whatever was last said about them."""

    async def policy(self, brief: Brief) -> Any:
        from ringi.minds import Policy

        said = brief.comments[-1].text if brief.comments else "nobody"
        return Policy(content=f"Write to {said}." if "@" in said else "Write to E001.")

    async def plan(self, brief: Brief) -> Any:
        from ringi.minds import Plan

        said = brief.comments[-1].text if brief.comments else ""
        return Plan(steps=(step(1, "send", recipient="E001", text=said if "@" in said else "hello"),))


def test_an_approver_whose_words_are_in_it_does_not_approve_it(workplace: Workplace, refused: Refusal) -> None:
    without_self_approval(workplace, Obeying())
    task_id = workplace.desk("rei").call("ask", text="please")["task_id"]
    workplace.carry_on(task_id)
    assert workplace.decide(task_id, "reject", who="sue", reason="evil@x.example") == "policy_pending"
    refused("RINGI-203", lambda: workplace.decide(task_id, who="sue"))
    assert workplace.decide(task_id, who="tom") == "plan_pending"
    refused("RINGI-203", lambda: workplace.decide(task_id, who="sue"))  # their words are in its policy
    assert workplace.decide(task_id, who="tom") == "completed"


def test_an_approver_who_only_refused_may_approve_the_next_version(workplace: Workplace) -> None:
    without_self_approval(workplace, Obeying())
    task_id = workplace.desk("rei").call("ask", text="please")["task_id"]
    workplace.carry_on(task_id)
    assert workplace.decide(task_id, "reject", who="sue", reason="not like this") == "policy_pending"
    assert workplace.decide(task_id, who="sue") == "plan_pending"
    assert workplace.decide(task_id, "reject", who="sue", reason="これでは困ります") == "plan_pending"
    assert workplace.decide(task_id, who="sue") == "completed"


def test_an_approver_who_steered_the_plan_does_not_approve_it(workplace: Workplace, refused: Refusal) -> None:
    without_self_approval(workplace, Obeying())
    task_id = workplace.desk("rei").call("ask", text="please")["task_id"]
    workplace.carry_on(task_id)
    workplace.decide(task_id, who="sue")
    workplace.desk("sue").call("steer", task_id=task_id, text="boss@x.example")
    assert workplace.carry_on(task_id) == "plan_pending"
    refused("RINGI-203", lambda: workplace.decide(task_id, who="sue"))
    assert workplace.decide(task_id, who="tom") == "completed"


def test_where_nobody_else_may_decide_that_is_said_at_once(workplace: Workplace) -> None:
    workplace.open()
    workplace.set("self_approval", False)
    task_id = workplace.ask()
    (gate,) = workplace.show(task_id)["approvals"]
    assert gate["route"]["nobody_else"] is True
    workplace.add("sue", "approver", "requester")
    assert "nobody_else" not in workplace.show(workplace.ask())["approvals"][0]["route"]
    assert workplace.decide(task_id, who="sue") == "plan_pending"


def test_who_renewed_a_key_and_its_owner_decide_as_one_until_the_owner_comes_in_another_way(
    workplace: Workplace, refused: Refusal
) -> None:
    without_self_approval(workplace)
    task_id = workplace.ask()  # aki, the administrator, asks
    workplace.desk("aki").call("user_key", name="sue")
    refused("RINGI-203", lambda: workplace.decide(task_id, who="sue"))
    assert workplace.office is not None
    from ringi.flow import identities

    workplace.desk("aki").call("user_invite", name="sue", email="sue@x.example")
    found = workplace.office.store.write(
        lambda tx: identities.come_in(
            tx, issuer="https://id.example", subject="s1", email="sue@x.example", shown_name="Sue"
        )
    )
    assert (found["key_seen_by"], found["key_hash"]) == ("", None)  # the key that aki has seen opens nothing more
    assert workplace.decide(task_id, who="sue") == "plan_pending"


def test_a_key_that_a_person_renewed_themselves_is_theirs_alone(workplace: Workplace) -> None:
    without_self_approval(workplace)
    task_id = workplace.ask()
    workplace.desk("sue").call("user_key", name="sue")
    assert workplace.decide(task_id, who="sue") == "plan_pending"
