"""What an approval is bound to: the same thing has one digest for ever, and any difference shows."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.facts.digests import plan_digest, policy_digest, question_digest, step_digest

PLAN: dict[str, Any] = {
    "task_id": "T1",
    "version": 1,
    "policy": "ab",
    "steps": [
        {"stepId": "step-1", "tool": "send_slack_dm", "toolInput": {"recipient": "U1", "text": "残業 45.5 時間"}}
    ],
    "tools": [{"tool": "send_slack_dm", "effect": "write"}],
    "people": [{"name": "佐藤", "id": "U1"}],
    "executor": "direct",
}


def test_what_was_approved_before_is_recognised_after_an_update() -> None:
    assert policy_digest("T1", 1, "方針") == "e10c91bff75ab50c6f25244361ca4e7972f6495e43957388bdf0254dacd40bff"
    assert plan_digest(**PLAN) == "9dc03ec0d36b6cfaa996d8f9d8e3966b291b3e626c4c7b3152e9c29db2be62e0"
    assert (
        step_digest(plan="ab", execution_id="X1", step_id="step-1", tool_input={"hours": 1.5})
        == "66dd23cf010616a70f3975e30462c018d169e05ece3f0982c2522b4a6baf71b6"
    )
    assert (
        question_digest("T1", "policy", 1, "どの部署ですか?")
        == "bc1a5e3b5b0425c202a44979727b4bb66c00364682babdc412de788309576807"
    )


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("task_id", "T2"),
        ("version", 2),
        ("policy", "cd"),
        ("steps", []),
        ("tools", []),
        ("people", [{"name": "佐藤", "id": "U2"}]),
        ("executor", "managed"),
    ],
)
def test_a_plan_that_differs_in_anything_needs_another_approval(name: str, other: Any) -> None:
    assert plan_digest(**{**PLAN, name: other}) != plan_digest(**PLAN)


def test_a_policy_and_a_question_with_the_same_words_are_not_the_same_thing() -> None:
    assert policy_digest("T1", 1, "x") != question_digest("T1", "policy", 1, "x")
    assert policy_digest("T1", 1, "x") != policy_digest("T1", 2, "x")
