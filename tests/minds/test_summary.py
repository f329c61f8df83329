"""The closing words come from the results, in the language of the request, and claim nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import Asking, make_tool, with_tools

from ringi.minds import Finished, Plan

asking = Asking()
PEOPLE = [
    {"employee_id": f"E{n:03d}", "name": f"社員{n}", "overtime_hours": f"{n}:{'30' if n == 1 else '00'}"}
    for n in range(1, 15)
]


def summary(text: str, results: list[dict[str, Any]], **rest: Any) -> str:
    plan = asking.plan(text)
    assert isinstance(plan, Plan)
    finished = Finished(brief=asking.brief(text), steps=plan.steps, results=tuple(results), **rest)
    return asyncio.run(asking.mind.summarise(finished))


def done(step: str, result: Any) -> dict[str, Any]:
    return {"stepId": step, "status": "completed", "result": result}


@pytest.mark.parametrize(
    ("text", "words", "hours", "flags"),
    [
        ("先月の残業", "14 件", ("1時間30分", "2時間"), "注意：over_45 2 件"),
        ("overtime last month", "14 records", ("1 h 30 m", "2 h"), "Attention: over_45 (2)"),
        ("上个月的加班", "14 条", ("1小时30分", "2小时"), "注意：over_45 2 件"),
    ],
)
def test_it_counts_and_quotes_the_first_records(text: str, words: str, hours: tuple[str, str], flags: str) -> None:
    said = summary(text, [done("step-1", {"employees": PEOPLE, "flags": [{"flag": "over_45"}, {"flag": "over_45"}]})])
    assert words in said
    assert f"社員1 {hours[0]}\n" in said and f"社員2 {hours[1]}\n" in said
    assert "社員14" not in said
    assert flags in said
    assert "ringi show" in said, "whoever wants the other four must know where they are"


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


def test_the_sheet_that_was_really_written_is_named_once() -> None:
    where = {"spreadsheet": "月報", "sheet": "残業時間 2026-10 (2)", "url": None, "path": "sheets/月報.xlsx"}
    said = summary(
        "先月の残業をシートに書いて",
        [done("step-1", {"employees": PEOPLE}), done("step-2", where)],
        artifacts=({"name": "月報.xlsx", "path": "sheets/月報.xlsx", "step_id": "step-2"},),
    )
    assert "「月報」のシート「残業時間 2026-10 (2)」に書きました（同じ名前のシートがあったため" in said
    assert said.count("月報") == 1, "files are listed beside the answer"
    assert "ほか 4 件（全件をシートに書きました）" in said


def test_a_file_that_no_step_speaks_of_is_named() -> None:
    said = summary(
        "先月の残業",
        [done("step-1", {"employees": []})],
        artifacts=({"name": "a.xlsx", "path": "sheets/a.xlsx"},) * 2,
    )
    assert said.count("a.xlsx (sheets/a.xlsx)") == 1


def test_blocks_of_two_departments_say_which_is_which() -> None:
    said = summary(
        "先月の営業部と開発部の残業", [done("step-1", {"employees": PEOPLE}), done("step-2", {"employees": PEOPLE})]
    )
    assert "（2026-10 営業部）：14 件" in said and "（2026-10 開発部）：14 件" in said


def test_people_are_named_in_the_readers_script() -> None:
    people = [{"employee_id": "E001", "name": "佐藤 健", "overtime_hours": "1:00"}]
    assert "- Ken Sato 1 h" in summary("overtime last month", [done("step-1", {"employees": people})])
    assert "・佐藤 健 1時間" in summary("先月の残業", [done("step-1", {"employees": people})])


@pytest.mark.parametrize("result", [None, "text", 3, [], {}, {"employees": None}, {"employees": [1, None]}])
def test_an_odd_answer_of_a_tool_does_no_harm(result: Any) -> None:
    assert "1 / 1" in summary("先月の残業", [done("step-1", result)])


@pytest.mark.parametrize(
    ("answer", "told", "left_out"),
    [
        ('[{"id": "A-1", "stock": 3}, {"id": "A-2", "stock": 0}]', ["2 件", "A-1 3", "A-2 0"], []),
        ('{"items": [{"id": "A-1", "stock": 3}], "of": "today"}', ["1 件", "A-1 3"], []),
        ({"result": '[{"id": "A-1"}]'}, ["1 件", "A-1"], []),
        ({"result": "在庫は 3 個です"}, ["在庫は 3 個です"], []),
        ('{"stock": 3, "place": "倉庫"}', ["stock：3", "place：倉庫"], []),
        ("在庫は 3 個です\n次は月曜日です", ["在庫は 3 個です", "次は月曜日です"], []),
        ("{not json", ["{not json"], []),
        ("\n".join(f"row {n}." for n in range(500)), ["row 0.", "row 9.", "…"], ["row 10."]),
        ([{"id": f"A-{n}."} for n in range(500)], ["500 件", "A-9.", "ほか 490 件"], ["A-10."]),
        ("x" * 100_000, ["x" * 150], ["x" * 300]),
    ],
)
def test_what_a_tool_answers_without_a_shape_is_told_as_far_as_it_goes(
    answer: Any, told: list[str], left_out: list[str]
) -> None:
    tool = make_tool("flaky_inventory", "flaky_inventory", "在庫", {}, effect="read")
    stock = with_tools(tool)
    plan = stock.plan("在庫を見せて")
    assert isinstance(plan, Plan), plan
    finished = Finished(brief=stock.brief("在庫を見せて"), steps=plan.steps, results=(done("step-1", answer),))
    said = asyncio.run(stock.mind.summarise(finished))
    assert all(words in said for words in told), said
    assert not any(words in said for words in left_out), said


def test_what_a_message_tool_answers_is_not_the_news() -> None:
    said = summary(
        "先月の残業を田中さんにDMして", [done("step-1", {"employees": PEOPLE}), done("step-2", "ok 1731.0001")]
    )
    assert "送りました" in said and "1731" not in said
