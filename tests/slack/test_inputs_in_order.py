"""The arguments of a step as whoever decides reads them: who and what is reached first, a table's columns told once."""

from __future__ import annotations

from typing import Any

from ringi.hands.values import Known, inputs
from ringi.slack.cards.inputs import Knowing, given_lines
from ringi.slack.rendering.scene import Scene
from ringi.slack.rendering.versions import what_changes

SHEET: dict[str, Any] = {
    "header": ["氏名", "部署", "時間"],
    "rows": {"$from": "step-1", "path": "employees[].[name, department, hours]"},
    "sheet": "残業 10月",
    "spreadsheet": "月報",
}
LABELS = {
    "look": {"employees": ["従業員"] * 3, "name": ["氏名"] * 3, "department": ["部署"] * 3, "hours": ["時間"] * 3},
    "write": {"header": ["見出し"] * 3, "rows": ["行"] * 3, "sheet": ["シート"] * 3, "spreadsheet": ["表計算"] * 3},
}
STEPS = [
    {"stepId": "step-1", "order": 1, "title": "集める", "tool": "look", "toolInput": {}},
    {"stepId": "step-2", "order": 2, "title": "シートへの書き込み", "tool": "write", "toolInput": SHEET},
]


def test_the_card_names_the_sheet_before_its_columns_and_the_columns_once() -> None:
    lines = given_lines("write", SHEET, Knowing("ja", steps=STEPS, labels=LABELS))
    assert [one.strip("　• ") for one in lines] == [
        "表計算: 月報",
        "シート: 残業 10月",
        "見出し: 氏名、部署、時間",
        "行: 〔ステップ1の結果の従業員それぞれの見出しの列〕",
    ]


def test_other_columns_than_the_headings_are_said_in_full() -> None:
    given = {**SHEET, "rows": {"$from": "step-1", "path": "employees[].[department, name, hours]"}}
    lines = given_lines("write", given, Knowing("ja", steps=STEPS, labels=LABELS))
    assert lines[-1].endswith("〔ステップ1の結果の従業員それぞれの部署、氏名、時間〕")


def test_terminal_and_page_read_in_the_same_order() -> None:
    known = Known(
        lang="ja",
        people={},
        requester="cli:aki",
        orders={"step-1": 1},
        labels=LABELS,
        tools={"step-1": "look"},
    )
    told = inputs("write", {**SHEET, "recipient": "E001"}, known)
    assert [one.name for one in told] == ["recipient", "spreadsheet", "sheet", "header", "rows"]
    assert told[-1].plain == "〔ステップ1の結果の従業員それぞれの見出しの列〕"


def test_what_approving_changes_names_where_it_is_written() -> None:
    plan: dict[str, Any] = {"steps": STEPS, "tools": [{"name": "look", "effect": "read"}]}
    lead = what_changes(Scene({"taskId": "T", "requester": "cli:aki"}, "ja", str), plan, {"step-2"})
    assert "シートへの書き込み → 月報 › 残業 10月" in lead
