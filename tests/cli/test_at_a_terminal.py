"""A person at a terminal: the card before the decision, questions with safe defaults, progress, hints, Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import Any

import pytest
from counter import Counter, counter, plain_environment
from workplace import LOOK_AND_SEND, step

from ringi.hands.tools import Person
from ringi.minds import Question
from ringi.testing.minds import ScriptedMind

__all__ = ["counter", "plain_environment"]


def test_asking_says_the_id_first_then_what_waits_and_the_next_command(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("ask", "hello", tty=True)
    task_id = said.out.splitlines()[0].split()[-1]
    approval = counter.json("inbox")["approvals"][0]
    assert approval["task_id"] == task_id
    assert "scripted policy" in said.out and f"ringi approve {approval['approval_id']}" in said.out
    assert "✓" in said.err and "Writing the policy v1" in said.err
    piped = counter("ask", "hello")
    assert piped.out.splitlines()[0] != task_id and "ringi approve" not in piped.out and piped.err == ""


def test_the_card_shows_writes_before_reads_with_recipients_by_name(counter: Counter) -> None:
    place = counter.workplace
    steps = [step(1, "look"), step(2, "send", recipient="E001", text={"$text": "n = {step-1: n}"})]
    people = [Person(id="E001", name="佐藤 健", department="営業部")]
    place.open(hands=place.hands(people=people), mind=ScriptedMind(steps=steps))
    task_id, approval = counter.at_plan()
    said = counter("approve", approval, "--no-color", tty=True, stdin="\n")
    assert said.out.index("What will change") < said.out.index("What will be read")
    assert "佐藤 健 (営業部, E001)" in said.out and "n = 〔n from the result of step 1〕" in said.out
    assert "aki" in said.out and "cli:aki" not in said.out and "Digest" in said.out and "Approver, Admin" in said.out
    assert "Approve? [y/N]" in said.out and "Nothing was decided" in said.out
    assert counter.json("show", task_id)["state"] == "plan_pending" and place.sent == []


@pytest.mark.parametrize("answer", ["", "\n", "n\n", "yess\n", "approve\n"])
def test_anything_but_yes_leaves_it_waiting(counter: Counter, answer: str) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    assert counter("approve", task_id, tty=True, stdin=answer).code == 0
    assert counter.json("show", task_id)["state"] == "policy_pending"


def test_yes_approves_what_was_shown_and_follows_the_run(counter: Counter) -> None:
    counter.workplace.open()
    _, approval = counter.at_plan()
    said = counter("approve", approval, tty=True, stdin="y\n")
    assert said.code == 0 and len(counter.workplace.sent) == 1
    assert "1/2 look 1" in said.err and "2/2 send 2" in said.err and " s" in said.err
    assert "Completed" in said.out and "done" in said.out


def test_yes_by_option_asks_nothing(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("approve", counter.asked(), "--yes", tty=True)
    assert said.code == 0 and "[y/N]" not in said.out and "Plan v1" in said.out


def test_a_second_decision_is_told_who_decided(counter: Counter) -> None:
    counter.workplace.open()
    asked = counter.json("ask", "hello")
    counter.json("approve", asked["approval_id"])
    said = counter("approve", asked["approval_id"], tty=True, stdin="y\n")
    assert said.code == 5 and "Approved by aki at" in said.err and "[y/N]" not in said.out


def test_a_reason_is_asked_for_where_a_person_sits(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    said = counter("reject", task_id, tty=True, stdin="only April\n")
    assert said.code == 0 and "Reason:" in said.out and "only April" in said.out
    assert "What changed since the last version" in said.out


def test_a_step_that_asks_shows_its_real_values(counter: Counter) -> None:
    place = counter.workplace
    steps = [step(1, "look"), {**LOOK_AND_SEND[1], "requiresHumanCheck": True}]
    place.open(steps=steps)
    _, approval = counter.at_plan()
    waits = counter.json("approve", approval)
    assert waits["state"] == "step_pending" and waits["next_kind"] == "step"
    said = counter("approve", waits["next_approval_id"], "--no-color", tty=True, stdin="y\n")
    assert "text: n = 42" in said.out and "asks before it runs" in said.out
    assert len(place.sent) == 1


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_every_state_is_told_in_the_readers_language(counter: Counter, lang: str) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    words = {"ja": ("方針", "承認待ち", "次のコマンド"), "zh": ("方针", "待批准", "下一步")}[lang]
    said = counter("show", task_id, "--lang", lang, tty=True)
    assert all(word in said.out for word in words)


def test_the_whole_story_of_a_task(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked("まとめて")
    counter.json("reject", task_id, "--reason", "too wide")
    counter.json("approve", task_id)
    counter.json("approve", task_id)
    said = counter("show", task_id, "--no-color", tty=True).out
    for part in (
        "まとめて",
        "Policy v1",
        "Rejected",
        "too wide",
        "Policy v2",
        "Approved",
        "Plan v1",
        "Run",
        "look 1",
        "done",
    ):
        assert part in said
    assert said.index("Policy v1") < said.index("Policy v2") < said.index("Plan v1") < said.index("Run")


def test_an_empty_house_says_what_belongs_there(counter: Counter) -> None:
    counter.workplace.open()
    for argv in (("inbox",), ("show",), ("queue",)):
        said = counter(*argv, tty=True)
        assert said.code == 0 and said.err
    assert 'ringi ask "…"' in counter("inbox", tty=True).out


def test_ctrl_c_in_the_foreground_cancels_the_task_and_reaches_the_tool(counter: Counter) -> None:
    place = counter.workplace
    stopped: list[str] = []

    async def slow() -> dict[str, Any]:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append("stopped")
            raise
        return {}

    place.open(
        hands=place.hands(functions={"slow": (slow, "read", True, {"type": "object"})}),
        steps=[step(1, "slow"), *[{**LOOK_AND_SEND[1], "toolInput": {"recipient": "E001", "text": "x"}}]],
    )
    task_id, approval = counter.at_plan()
    said = counter("approve", approval, "--yes", tty=True)
    assert said.code == 130
    if counter.address:
        # With a server only the watching ends; the work is the server's.
        assert "ringi cancel" in said.err and counter.json("show", task_id)["state"] == "running"
        counter.json("cancel", task_id)
    else:
        assert "Cancelled." in said.err and stopped == ["stopped"]
    assert counter.json("show", task_id)["state"] == "cancelled"
    assert place.sent == []


def test_not_waiting_returns_at_once_and_says_who_carries_on(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("ask", "later", "--no-wait", tty=True)
    assert said.code == 0
    assert ("ringi up" in said.err) == (not counter.address)


def test_the_card_of_a_step_that_writes_says_that_something_will_change(counter: Counter) -> None:
    place = counter.workplace
    steps = [{**step(1, "send", recipient="E001", text="hello"), "requiresHumanCheck": True}]
    place.open(mind=ScriptedMind(steps=steps))
    task_id, approval = counter.at_plan()
    counter.json("approve", approval)
    said = counter("show", task_id, "--no-color", tty=True)
    card = said.out[said.out.rindex("Step  Waiting") :]
    assert "What will change (1 to write)" in card and "✎ 1. send 1" in card


def test_a_question_waits_for_an_answer_not_for_an_approval(counter: Counter) -> None:
    counter.workplace.open(ScriptedMind(extract=Question(text="which month?", choices=("2026-10",))))
    said = counter("ask", "overtime")
    assert "Question  Waiting for an answer" in said.out
