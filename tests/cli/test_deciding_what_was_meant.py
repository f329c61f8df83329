"""A decision is on the one approval that was meant when the command was typed, and on what was shown of it."""

from __future__ import annotations

import io
import itertools
from typing import Any

import pytest
from counter import Counter, Said, counter, plain_environment, typed
from workplace import LOOK_AND_SEND, step

from ringi import clock
from ringi.cli.cards import gate_of, meant_approval
from ringi.cli.screen import Screen
from ringi.cli.story import story
from ringi.minds import Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

__all__ = ["counter", "plain_environment"]


def typed_while(counter: Counter, act: Any, *argv: str, **more: Any) -> Said:
    """A command between whose look and whose decision something else happens; what it sent is kept in `sent`."""

    def opener(settings: Any, as_user: str) -> Any:
        desk = counter._desk(settings, as_user)
        call = desk.call

        def watched(operation: str, /, **arguments: Any) -> dict[str, Any]:
            if operation in ("decide", "resolve"):
                act(arguments)
            return call(operation, **arguments)

        desk.call = watched  # type: ignore[method-assign]
        return desk

    return typed(*argv, opener=opener, **more)


def open_gate(counter: Counter, task_id: str) -> dict[str, Any]:
    return next(row for row in counter.json("show", task_id)["approvals"] if row["state"] == "open")


def test_of_two_identical_commands_one_decides_and_the_other_is_told_so(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    first: list[Any] = []

    def rival(_: dict[str, Any]) -> None:
        first.append(counter.json("approve", task_id))

    said = typed_while(counter, rival, "approve", task_id, "--json")
    assert first[0]["state"] == "plan_pending"
    assert (said.code, said.error["code"]) == (5, "RINGI-211")
    assert counter.json("show", task_id)["state"] == "plan_pending", "the plan must not be approved by the late one"


@pytest.mark.parametrize("command", ["approve", "reject", "return"])
def test_exactly_the_approval_and_the_digest_that_were_shown_are_sent(counter: Counter, command: str) -> None:
    counter.workplace.open()
    task_id, approval = counter.at_plan()
    sent: list[dict[str, Any]] = []
    reason = () if command == "approve" else ("--reason", "wrong month")
    said = typed_while(counter, sent.append, command, task_id, *reason)
    assert said.code == 0
    gate = next(row for row in counter.json("show", task_id)["approvals"] if row["id"] == approval)
    assert [(one["approval_id"], one["digest"], one["decision"]) for one in sent] == [
        (approval, gate["digest"], command)
    ]
    assert "task_id" not in sent[0]
    first = said.out.splitlines()[0]
    assert first.startswith("Plan v1  scripted  Digest ") and "".join(first.split()[-4:]) == gate["digest"][:16]
    assert said.out.count("n = 〔n from") == (command == "reject"), "only the card that waits now is printed in a pipe"


def test_a_digest_that_was_typed_is_sent_instead_also_an_empty_one(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    sent: list[dict[str, Any]] = []
    typed_while(counter, sent.append, "approve", task_id, "--digest", "", "--json")
    typed_while(counter, sent.append, "approve", task_id, "--digest", "0000 0000", "--json")
    assert [one["digest"] for one in sent] == ["", "00000000"]


def test_what_is_said_of_a_lost_call_is_of_the_one_that_was_lost_as_the_command_began(counter: Counter) -> None:
    tried: list[int] = []

    def lost(**_: Any) -> None:
        tried.append(1)
        raise ReplyLost

    place = counter.workplace
    hands = place.hands(functions={"post": (lost, "write", False, {"type": "object"})})
    place.open(hands=hands, steps=[step(1, "post")])
    _, approval = counter.at_plan()
    run = counter.json("approve", approval)["execution_id"]

    def rival(_: dict[str, Any]) -> None:
        assert counter.json("resolve", run, "retry")["state"] == "outcome_unknown"

    said = typed_while(counter, rival, "resolve", run, "retry", "--json")
    assert (said.code, said.error["code"]) == (5, "RINGI-237")
    assert len(tried) == 2, "the late one has not sent it a third time"


def test_on_a_terminal_the_card_stands_before_the_reason_is_asked_for(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("reject", counter.asked(), tty=True, stdin="only April\n")
    assert said.out.index("scripted policy") < said.out.index("Reason:")


def test_the_settled_approval_is_meant_by_its_own_id_and_says_who_decided(counter: Counter) -> None:
    counter.workplace.open()
    counter.asked()
    policy = counter.json("inbox")["approvals"][0]["approval_id"]
    counter.json("approve", policy)
    assert counter.refused("reject", policy, "--reason", "x") == (5, "RINGI-211")
    for command in ("approve", "reject"):
        said = counter(command, policy, tty=True, stdin="y\n")
        assert said.code == 5 and "Approved by aki at" in said.err and "Waiting" not in said.out


def test_what_has_no_gate_of_its_own_never_stands_for_another_one(counter: Counter) -> None:
    counter.workplace.open()
    task_id, _ = counter.at_plan()
    shown = counter.json("show", task_id)
    assert meant_approval(shown, "01NOTHINGOFTHEKIND") is None
    assert meant_approval({**shown, "approvals": []}, task_id) is None


def test_an_answered_question_is_not_taken_for_the_decision_on_the_plan(counter: Counter) -> None:
    counter.workplace.open()
    task_id, approval = counter.at_plan()
    counter.json("reject", approval, "--reason", "wrong month")
    shown = counter.json("show", task_id)
    plan = shown["processes"][0]["id"]
    gate = next(row for row in shown["approvals"] if row["id"] == approval)
    asked = {**gate, "id": "01Q", "kind": "clarification", "state": "approved", "shown": {"question": "Which?"}}
    for order in ([asked, gate], [gate, asked]):
        told = {**shown, "approvals": order, "processes": shown["processes"][:1], "state": "failed"}
        found = gate_of(told, "processes", plan)
        assert found is not None and found["id"] == approval and meant_approval(told, plan) == gate
        out = as_text(told)
        assert "Plan v1  Rejected" in out and "Approved" not in out.partition("Plan v1")[2]
        assert "What will change (1 to write)" in out and "What will be read (1)" in out


def as_text(shown: dict[str, Any]) -> str:
    out = io.StringIO()
    story(Screen("en", out=out, err=io.StringIO()), shown)
    return out.getvalue()


def test_a_question_on_the_way_leaves_the_story_right(counter: Counter) -> None:
    mind = ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="Which one?", choices=("A", "B")))
    counter.workplace.open(mind=mind)
    asked = counter.json("ask", "do it")
    assert counter.refused("approve", asked["task_id"]) == (2, "RINGI-215")
    counter.json("answer", asked["task_id"], "A")
    assert open_gate(counter, asked["task_id"])["kind"] == "prompt"
    assert counter.json("approve", asked["task_id"])["state"] == "plan_pending"


def test_a_beginning_that_a_task_and_its_approvals_share_means_whatever_waits_in_the_task(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids made within a quarter of a second begin alike; what help promises must hold right after asking."""
    made = itertools.count()
    monkeypatch.setattr(clock, "ulid", lambda: f"01M7HF8G{next(made):018d}")
    counter.workplace.open()
    task_id = counter.asked()
    assert counter.json("show", "01M7HF8G")["request"]["id"] == task_id
    assert counter.json("approve", "01M7HF8G")["state"] == "plan_pending"
    assert counter.json("approve", "01M7HF8G")["state"] == "completed"
    other = counter.asked()
    said = counter("show", "01M7HF8G", "--json")
    assert (said.code, said.error["code"]) == (2, "RINGI-135")
    assert task_id in said.error["message"] and other in said.error["message"]
