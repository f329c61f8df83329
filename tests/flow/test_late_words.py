"""What somebody says late is about what they were shown, never about what came after it."""

from __future__ import annotations

from collections.abc import Callable

from workplace import OBJECT, Workplace, step

from ringi.testing.tools import ReplyLost

Refusal = Callable[[str, Callable[[], object]], object]


def test_what_is_said_of_one_lost_call_does_not_count_for_the_next(workplace: Workplace, refused: Refusal) -> None:
    tries: list[str] = []

    def send(recipient: str, text: str) -> None:
        tries.append(text)
        raise ReplyLost

    steps = [step(1, "send", recipient="E001", text="x")]
    workplace.open(steps=steps, hands=workplace.hands(functions={"send": (send, "write", False, OBJECT)}))
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "outcome_unknown"
    (run,) = workplace.show(task_id)["executions"]
    shown = {"execution_id": run["id"], "call_id": run["results"][0]["toolCallId"]}
    workplace.desk().call("resolve", verdict="retry", **shown)
    assert workplace.carry_on(task_id) == "outcome_unknown" and len(tries) == 2
    refused("RINGI-237", lambda: workplace.desk().call("resolve", verdict="retry", **shown))
    refused("RINGI-237", lambda: workplace.desk().call("resolve", verdict="done", **shown))
    assert workplace.state(task_id) == "outcome_unknown" and len(tries) == 2
    again = workplace.show(task_id)["executions"][0]["results"][0]["toolCallId"]
    workplace.desk().call("resolve", verdict="done", execution_id=run["id"], call_id=again)
    assert workplace.carry_on(task_id) == "completed"


def test_a_retry_that_names_a_run_is_about_that_run_only(workplace: Workplace, refused: Refusal) -> None:
    tries: list[str] = []

    def send(recipient: str, text: str) -> None:
        tries.append(text)
        raise ValueError("refused by the bank")

    steps = [step(1, "send", recipient="E001", text="x")]
    workplace.open(steps=steps, hands=workplace.hands(functions={"send": (send, "write", False, OBJECT)}))
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "failed"
    first = workplace.show(task_id)["executions"][0]["id"]
    refused("RINGI-238", lambda: workplace.desk().call("retry", task_id=task_id, of=task_id))
    workplace.desk().call("retry", task_id=first)
    assert workplace.carry_on(task_id) == "failed" and len(tries) == 2
    refused("RINGI-238", lambda: workplace.desk().call("retry", task_id=task_id, of=first))
    refused("RINGI-238", lambda: workplace.desk().call("retry", task_id=first))
    workplace.desk().call("retry", task_id=task_id)
    assert workplace.carry_on(task_id) == "failed" and len(tries) == 3
