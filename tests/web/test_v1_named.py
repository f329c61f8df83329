"""What a program says over `/v1` is about the one thing it has seen: sent late or twice, it never falls on the next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from test_v1_sessions import Program
from webhouse import PATIENCE, House, house, small_hands, small_mind, step

from ringi.minds import Brief, Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost


def test_an_answer_names_its_question_and_said_twice_it_does_not_answer_the_next(tmp_path: Path) -> None:
    class Asking(ScriptedMind):
        async def extract(self, brief: Brief) -> Question:
            return Question(text="Spend more?", topic="budget") if brief.comments else Question(text="All of them?")

    with house(tmp_path, hands=small_hands(), mind=Asking()) as up:
        program = Program(up, up.add("mei", "requester", "approver"))
        task_id = program.post("/v1/tasks", {"text": "please"})["task_id"]
        asked = _until(up, task_id, lambda shown: shown["state"] == "asking")["approvals"][0]["id"]
        place, said = f"/v1/tasks/{task_id}/answer", {"text": "Yes", "approval_id": asked}
        for nothing in ({"text": "Yes"}, {"text": "Yes", "approval_id": ""}):
            assert program.refused("POST", place, nothing) == (422, "RINGI-132")
        assert program.post(place, said)["approval_id"] == asked
        _until(up, task_id, lambda shown: len(shown["approvals"]) == 2)
        assert program.refused("POST", place, said) == (409, "RINGI-239")
        assert program.refused("POST", place, {"text": "Yes"}) == (422, "RINGI-132")
        assert up.show(task_id)["approvals"][1]["state"] == "open", "nobody has said what may be spent"


def test_a_lost_call_is_named_and_said_twice_it_is_not_sent_a_third_time(tmp_path: Path) -> None:
    tried: list[str] = []

    def pay(recipient: str, text: str) -> None:
        tried.append(text)
        raise ReplyLost("gone")

    hands = small_hands(pay=(pay, "write", False, {"type": "object"}))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "pay", recipient="E001", text="x")])) as up:
        program = Program(up, up.add("mei", "requester", "approver"))
        task_id = up.at_plan()
        up.decide(task_id)
        run = up.until(task_id, "outcome_unknown")["executions"][0]
        place, call = f"/v1/executions/{run['id']}/resolve", run["results"][0]["toolCallId"]
        assert program.refused("POST", place, {"verdict": "retry"}) == (422, "RINGI-132")
        said = {"verdict": "retry", "call_id": call}
        program.post(place, said)
        _until(up, task_id, lambda shown: shown["state"] == "outcome_unknown" and len(tried) == 2)
        assert program.refused("POST", place, said) == (409, "RINGI-237")
        assert len(tried) == 2


def _until(up: House, task_id: str, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The task as soon as this is true of it."""
    news = threading.Event()
    stop = up.office.store.subscribe(lambda _: news.set())
    try:
        while not true(shown := up.show(task_id)):
            assert news.wait(PATIENCE), shown["state"]
            news.clear()
        return shown
    finally:
        stop()
