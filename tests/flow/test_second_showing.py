"""What older facts hid from those who decide is shown whole and asked for anew, and it is said why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from workplace import Workplace, step

from ringi.errors import RingiError
from ringi.facts import forms
from ringi.facts.redact import innocent, safe_payload
from ringi.minds import Brief, Policy
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind

Json = dict[str, Any]
CARD = "4111111111111111"
TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"


class Spelling(ScriptedMind):
    """Puts a number that looks like a card's into the policy."""

    async def policy(self, brief: Brief) -> Any:
        return Policy(content=f"Send {CARD} to E001.")


@contextmanager
def older_facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As facts were told before: cleared of all that looks like a secret, whatever the records keep."""
    with monkeypatch.context() as patched:
        patched.setattr(forms, "is_clean", innocent)
        patched.setattr(forms, "_lifted", lambda theirs, whole: safe_payload(theirs))
        yield


def sending(text: str, **more: Any) -> list[Json]:
    return [{**step(1, "send", recipient="E001", text=text), **more}]


def reopened(place: Workplace, mind: Any = None, steps: Any = None) -> None:
    place.close()
    place.open(mind, steps=steps)


def open_gate(place: Workplace, task_id: str) -> Json:
    gates: list[Json] = [one for one in place.show(task_id)["approvals"] if one["state"] == "open"]
    (gate,) = gates
    return gate


def test_a_waiting_plan_is_opened_anew_with_all_of_it(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = sending(f"pay {CARD}")
    with older_facts(monkeypatch):
        workplace.open(steps=steps)
        task_id = workplace.at_plan()
        old = open_gate(workplace, task_id)
        assert CARD not in str(workplace.show(task_id))
    reopened(workplace, steps=steps)
    assert workplace.carry_on(task_id) == "plan_pending"
    shown = workplace.show(task_id)
    new = open_gate(workplace, task_id)
    assert new["id"] != old["id"] and CARD in str(shown["processes"])
    (closed,) = [one for one in shown["approvals"] if one["id"] == old["id"]]
    (said,) = [one for one in shown["decisions"] if one["approval_id"] == old["id"]]
    assert closed["state"] == "expired" and "RINGI" not in said["reason"] and said["reason"]
    assert workplace.decide(task_id) == "completed" and workplace.sent[0]["text"] == f"pay {CARD}"


def test_a_waiting_policy_is_opened_anew_with_all_of_it(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    with older_facts(monkeypatch):
        workplace.open(Spelling(steps=sending("x")))
        task_id = workplace.ask()
        assert CARD not in str(workplace.show(task_id)["prompts"])
    reopened(workplace, Spelling(steps=sending("x")))
    assert workplace.carry_on(task_id) == "policy_pending"
    assert CARD in str(workplace.show(task_id)["prompts"])
    assert workplace.decide(task_id) == "plan_pending" and workplace.decide(task_id) == "completed"


def test_a_step_that_waits_asks_again_with_the_real_values(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = [step(1, "look"), {**sending({"$text": f"pay {CARD}"})[0], "stepId": "step-2", "order": 2}]  # type: ignore[arg-type]
    hidden[1]["requiresHumanCheck"] = True
    workplace.open(steps=hidden)
    task_id = workplace.at_plan()
    with older_facts(monkeypatch):
        assert workplace.decide(task_id) == "step_pending"
        old = open_gate(workplace, task_id)
    reopened(workplace, steps=hidden)
    assert workplace.carry_on(task_id) == "step_pending"
    new = open_gate(workplace, task_id)
    assert new["id"] != old["id"] and new["shown"]["input"]["text"] == f"pay {CARD}"
    assert workplace.decide(task_id) == "completed" and len(workplace.sent) == 1
    workplace.by_hand = True  # the gate that was closed still says what it hid


def test_a_run_under_an_approval_that_hid_something_comes_back_as_a_plan(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = sending(f"pay {CARD}")
    with older_facts(monkeypatch):
        workplace.open(steps=steps)
        task_id = workplace.at_plan()
        # The older release approved by the record alone.
        monkeypatch.setattr("ringi.flow.gates.same_plan", lambda *_: True)
        workplace.decided(task_id)
        monkeypatch.undo()
    reopened(workplace, steps=steps)
    assert workplace.carry_on(task_id) == "plan_pending" and not workplace.sent
    assert CARD in str(workplace.show(task_id)["processes"][-1]["steps"])
    assert workplace.decide(task_id) == "completed" and len(workplace.sent) == 1
    assert not disagreements(workplace.url)
    workplace.by_hand = True  # the version before still stands there as it was told


def test_a_waiting_plan_with_a_certain_secret_is_refused_with_its_place(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = sending(f"use {TOKEN}")
    with older_facts(monkeypatch):
        workplace.open(steps=steps)
        monkeypatch.setattr("ringi.hands.validation.find_in_step", lambda *_, **__: ())
        task_id = workplace.at_plan()
        monkeypatch.undo()
    reopened(workplace, steps=steps)
    assert workplace.carry_on(task_id) == "plan_failed" and not workplace.sent
    error = workplace.show(task_id)["view"]["plans"][-1]["error"]
    assert "toolInput.text" in error and TOKEN not in error
    workplace.by_hand = True  # the old version still stands in the records as it was


def test_nobody_approves_what_its_fact_hides(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., RingiError]
) -> None:
    with older_facts(monkeypatch):
        workplace.open(steps=sending(f"pay {CARD}"))
        task_id = workplace.at_plan()
    refused("RINGI-213", lambda: workplace.decided(task_id))
    assert not workplace.sent
    workplace.by_hand = True
