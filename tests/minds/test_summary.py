"""The closing words come from the results, in the language of the request, and claim nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import Asking

from ringi.minds import Finished, Plan

asking = Asking()
PEOPLE = [{"employee_id": f"E{n:03d}", "name": f"社員{n}", "overtime_hours": f"{n}:00"} for n in range(1, 15)]


def summary(text: str, results: list[dict[str, Any]], **rest: Any) -> str:
    plan = asking.plan(text)
    assert isinstance(plan, Plan)
    finished = Finished(brief=asking.brief(text), steps=plan.steps, results=tuple(results), **rest)
    return asyncio.run(asking.mind.summarise(finished))


def done(step: str, result: Any) -> dict[str, Any]:
    return {"stepId": step, "status": "completed", "result": result}


@pytest.mark.parametrize(
    ("text", "words"), [("先月の残業", "14 件"), ("overtime last month", "14 records"), ("上个月的加班", "14 条")]
)
def test_it_counts_and_quotes_the_first_records(text: str, words: str) -> None:
    said = summary(text, [done("step-1", {"employees": PEOPLE, "flags": [{"flag": "over_45"}, {"flag": "over_45"}]})])
    assert words in said
    assert "社員1 1:00" in said
    assert "社員14" not in said
    assert "over_45 x2" in said


def test_a_step_without_a_result_is_not_claimed() -> None:
    said = summary("先月の残業をシートに書いて", [done("step-1", {"employees": []})])
    assert "1 / 2" in said
    assert "シートへの書き込み" not in said


def test_failures_and_unknown_outcomes_are_said() -> None:
    said = summary(
        "先月の残業をシートに書いて",
        [
            {"stepId": "step-1", "status": "failed", "error": "接続できません"},
            {"stepId": "step-2", "status": "outcome_unknown"},
        ],
    )
    assert "接続できません" in said
    assert "結果が分かっていません" in said
    assert "0 / 2" in said


def test_where_the_sheet_is_and_the_artifacts_are_named() -> None:
    said = summary(
        "先月の残業をシートに書いて",
        [done("step-1", {"employees": PEOPLE}), done("step-2", {"url": None, "path": "sheets/a.xlsx"})],
        artifacts=({"name": "a.xlsx", "path": "sheets/a.xlsx"},),
    )
    assert said.count("sheets/a.xlsx") == 2


@pytest.mark.parametrize("result", [None, "text", 3, [], {}, {"employees": None}, {"employees": [1, None]}])
def test_an_odd_answer_of_a_tool_does_no_harm(result: Any) -> None:
    assert "1 / 1" in summary("先月の残業", [done("step-1", result)])
