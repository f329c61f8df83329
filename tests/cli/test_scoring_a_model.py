"""`ringi eval --mind model:…`: a model on the same file as the rules, with what that cost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from counter import plain_environment, typed

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from modelled import DECLINED, POLICY, plan, running
from workplace import step

from ringi.testing.models import ModelDouble, Reply, Seen, call, refusal

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")
CASE = {"lang": "en", "today": "2026-11-16"}
WANTED = {"steps": [{"tool": "calculate_overtime", "input": {}}], "writes": "listed"}
GOOD = plan(step(1, "calculate_overtime", from_month="2026-10", to_month="2026-10"))
TASK = call("task", title="Overtime", description="Overtime of October 2026", lang="en")


@pytest.fixture
def file(tmp_path: Path) -> str:
    rows: list[dict[str, Any]] = [{"id": name, **CASE, "expect": WANTED} for name in ("right", "refused", "flawed")]
    rows.append({"id": "declined", **CASE, "expect": {"declined": True}})
    for row in rows:
        row["text"] = f"overtime of last month, {row['id']}"
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return str(path)


def by_case(replies: dict[str, Reply]) -> Callable[[Seen], Reply]:
    """Which case is asked about decides, however often it is asked."""
    return lambda seen: next(reply for name, reply in replies.items() if f", {name}" in seen.said or not name)


def test_a_model_is_scored_and_its_cost_is_said(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    flawed = plan(step(1, "calculate_overtime", nonsense=1))
    first = by_case({"refused": refusal(), "declined": DECLINED, "": TASK})
    with running(ModelDouble()) as double:
        monkeypatch.setenv("ANTHROPIC_API_KEY", double.key)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", double.address)
        double.usually({"task": first, "policy": POLICY, "plan": by_case({"flawed": flawed, "": GOOD})})
        said = typed("eval", file, "--mind", "model:claude-sonnet-4-6", "--json")
        assert (said.code, said.data["total"], said.data["passed"]) == (0, 4, 2), said.data
        assert [one["passed"] for one in said.data["cases"]] == [True, False, False, True]
        assert said.data["cases"][1]["got"] == {"error": "RINGI-341"}
        assert said.data["cases"][2]["got"] == {"error": "RINGI-344"}
        assert said.data["mind"] == "model:anthropic:claude-sonnet-4-6"
        assert said.data["spent"]["judgements"] == 8
        assert said.data["spent"]["cost_usd"] > 0
        double.usually({"task": DECLINED})
        shown = typed("eval", file, "--mind", "model:claude-sonnet-4-6")
        assert "en   1/4" in shown.out
        assert "$0.0" in shown.out
        assert double.key not in shown.out + repr(said.data)


def test_a_key_that_is_refused_ends_it_at_once(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    with running(ModelDouble()) as double:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-another-0123456789")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{double.address}/v1")
        said = typed("eval", file, "--mind", "model:openai:gpt-5.2", "--json")
    assert (said.code, said.error["code"]) == (6, "RINGI-335")
    assert "sk-another" not in repr(said.error)


@pytest.mark.parametrize(("mind", "code"), [("nobody", "RINGI-350"), ("model:", "RINGI-350"), ("model:x", "RINGI-330")])
def test_a_mind_that_cannot_be_named(file: str, mind: str, code: str) -> None:
    said = typed("eval", file, "--mind", mind, "--json")
    assert (said.code, said.error["code"]) == (2, code)


def test_a_model_without_a_key(file: str) -> None:
    said = typed("eval", file, "--mind", "model:openai:gpt-5.2", "--json")
    assert (said.code, said.error["code"]) == (2, "RINGI-331")
