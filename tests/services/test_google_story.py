"""The same approved step kinds on a Google account: request, policy, plan, run, facts, over real HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from googlehouse import GoogleHouse
from workplace import Workplace, step

from ringi.hands.accounts import Finder
from ringi.hands.config import parse_servers
from ringi.hands.mcp_hands import McpHands

ROWS: list[list[Any]] = [["佐藤 健", 12.5], ['=HYPERLINK("https://evil.example","給与")', -3], ["+81", None]]
TABLE = {"spreadsheet": "残業集計 2026", "sheet": "10月", "header": ["氏名", "時間"], "rows": ROWS}


def open_with(workplace: Workplace, steps: list[dict[str, Any]], **accounts: Finder) -> Workplace:
    hands = McpHands(parse_servers({}, {}), data_dir=workplace.home, accounts=accounts)
    return workplace.open(hands=hands, steps=steps)


def at_plan(workplace: Workplace, steps: list[dict[str, Any]], **accounts: Finder) -> str:
    open_with(workplace, steps, **accounts)
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_pending", workplace.show(task_id)["error"]
    return task_id


def shown(workplace: Workplace, task_id: str) -> dict[str, Any]:
    last = max((one for one in workplace.show(task_id)["approvals"]), key=lambda one: str(one["id"]))
    return dict(last["shown"])


def test_an_approved_table_is_in_google_once_and_linked(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    assert shown(workplace, task_id)["people"] == [
        {"id": TABLE["spreadsheet"], "name": google.double.person, "department": "", "via": "google"}
    ]
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    table = google.table("残業集計 2026", "10月")
    assert table == [["氏名", "時間"], ["佐藤 健", 12.5], [ROWS[1][0], -3], ["+81", ""]]
    kinds = {next(iter(cell)) for cell in google.book("残業集計 2026").sheets[0].cells.values()}
    assert kinds == {"stringValue", "numberValue"}, "a formula in the data stays text"
    (artifact,) = workplace.show(task_id)["artifacts"]
    assert artifact["kind"] == "sheet" and artifact["title"] == "残業集計 2026"
    assert artifact["path"].startswith(
        f"https://docs.google.com/spreadsheets/d/{google.book('残業集計 2026').id}/edit#gid="
    )
    assert not (workplace.home / "sheets").exists()


def test_without_an_account_the_same_step_writes_a_file(workplace: Workplace, google: GoogleHouse) -> None:
    google.connected = False
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    assert shown(workplace, task_id)["people"] == []
    assert workplace.decide(task_id) == "completed"
    assert (workplace.home / "sheets" / "残業集計 2026.xlsx").exists()
    assert google.double.calls == []


@pytest.mark.parametrize("first", [True, False])
def test_an_account_that_comes_or_goes_after_the_approval_stops_the_run(
    workplace: Workplace, google: GoogleHouse, first: bool
) -> None:
    google.connected = first
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    google.connected = not first
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-467" in json.dumps(workplace.show(task_id))
    assert google.double.books == {} and not (workplace.home / "sheets").exists()


def test_the_account_of_the_tenant_that_works_is_looked_for(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    workplace.decide(task_id)
    assert workplace.office is not None
    assert set(google.asked_for) <= {"", workplace.office.store.tenant_id} and google.asked_for
