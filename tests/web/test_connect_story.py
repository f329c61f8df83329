"""With freee connected, the request of every month end runs on the company's own figures: real HTTP all the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from freeehouse import connect, freee, services
from webhouse import House, house

from ringi.testing.freee import Double

TODAY = date(2026, 11, 16)
REQUEST = "先月の残業時間を確認してシートにまとめて"


@pytest.fixture
def double() -> Iterator[Double]:
    with freee(today=TODAY) as up:
        yield up


@pytest.fixture
def up(double: Double, tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, today=TODAY, settings={"services": services(double)}) as there:
        yield there


def test_last_months_overtime_comes_from_freee_with_the_real_dates(up: House, double: Double) -> None:
    assert connect(up).status == 303
    task_id = up.at_plan(REQUEST)
    up.decide(task_id)
    done = up.until(task_id, "completed", "failed", "outcome_unknown")
    assert done["state"] == "completed", done["executions"]
    step = done["executions"][0]["results"][0]
    assert step["tool"] == "calculate_overtime"
    answer = json.loads((up.office.home / step["path"]).read_text())
    # Paid in November, worked in October; support is closed on the 15th.
    assert (answer["period_start"], answer["period_end"]) == ("2026-09-16", "2026-10-31")
    dates = {
        (one["department"] == "カスタマーサポート部", one["start_date"], one["end_date"]) for one in answer["employees"]
    }
    assert dates == {(True, "2026-09-16", "2026-10-15"), (False, "2026-10-01", "2026-10-31")}
    assert {one["employee_id"] for one in answer["employees"]} <= {str(1000 + number) for number in range(1, 43)}
    asked = [path for _, path in double.asked if "work_record_summaries" in path]
    assert "/hr/api/v1/employees/1001/work_record_summaries/2026/11" in asked
    assert "/hr/api/v1/employees/1001/work_record_summaries/2026/12" not in asked
    sheet = next(one for one in done["artifacts"] if one["kind"] == "sheet")
    assert "集計開始日" in sheet_text(up, sheet["path"])


def sheet_text(up: House, path: str) -> str:
    from openpyxl import load_workbook

    book = load_workbook(up.office.home / path)
    return " ".join(str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row)
