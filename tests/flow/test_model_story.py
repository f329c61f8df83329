"""The whole story with a model that judges: real SDKs over real HTTP against the double, the same gates as ever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from modelled import USUAL, facts_of, open_with, running
from workplace import Workplace

from ringi.testing.models import ModelDouble

MODELS = {"anthropic": "anthropic:claude-sonnet-4-6", "openai": "openai:gpt-5.2"}


@pytest.fixture
def double() -> Iterator[ModelDouble]:
    with running(ModelDouble()) as served:
        served.usually(USUAL)
        yield served


@pytest.mark.parametrize("provider", ["anthropic", "openai", "xai", "ollama", "compatible"])
def test_a_request_is_judged_approved_and_run(workplace: Workplace, double: ModelDouble, provider: str) -> None:
    name = {"anthropic": "claude-sonnet-4-6", "openai": "gpt-5.2", "xai": "grok-4"}.get(provider, "llama3.3")
    open_with(workplace, double.settings(provider), f"{provider}:{name}")  # type: ignore[arg-type]
    task_id = workplace.ask("send the number to E001")
    assert workplace.state(task_id) == "policy_pending", workplace.show(task_id)
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.sent == []
    assert workplace.decide(task_id) == "completed"
    assert workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
    plans = facts_of(workplace, task_id, "plan.final")
    assert [one["payload"]["mind"] for one in plans] == [f"model:{provider}:{name}"] * 2
    assert [sorted(one.offered) for one in double.seen] == [
        ["declined", "question", "task"],
        ["declined", "policy", "question"],
        ["declined", "plan", "question"],
    ]
