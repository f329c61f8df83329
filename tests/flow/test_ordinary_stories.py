"""The ordinary request over the bundled tools: two approvals, no third stop, in three languages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from workplace import Workplace, step

from ringi.hands.mcp_hands import McpHands
from ringi.minds.rules import RulesMind
from ringi.testing.minds import ScriptedMind

TODAY = date(2026, 11, 18)
REQUESTS = {
    "ja": "2026年10月の残業が45時間以上の人を調べて表にまとめ、結果を私にDMして",
    "en": "List everyone with 45 hours of overtime or more in October 2026, put them in a sheet and DM me the result",
    "zh": "查一下2026年10月加班45小时以上的员工，写入表格，并私信告诉我结果",
}


def opened(workplace: Workplace, mind: Any) -> None:
    workplace.open(hands=McpHands.configured(workplace.home, {}, TODAY), mind=mind)


@pytest.mark.parametrize("lang", REQUESTS)
def test_the_ordinary_plan_runs_after_its_two_approvals(workplace: Workplace, lang: str) -> None:
    opened(workplace, RulesMind())
    task_id = workplace.ask(REQUESTS[lang], lang=lang)
    assert workplace.decide(task_id) == "plan_pending"
    tools = {one["tool"] for one in workplace.show(task_id)["processes"][-1]["steps"]}
    assert {"calculate_overtime", "write_rows_to_google_sheet", "send_slack_dm"} <= tools
    assert workplace.decide(task_id) == "completed"
    assert [one["kind"] for one in workplace.show(task_id)["approvals"]] == ["prompt", "process"]


def test_a_recipient_that_comes_late_is_shown_before_anybody_is_written_to(workplace: Workplace) -> None:
    who = {"$from": "step-1", "path": "employees[0].employee_id"}
    steps = [step(1, "list_employees"), step(2, "send_slack_dm", recipient=who, text="hello")]
    opened(workplace, ScriptedMind(steps=steps))
    task_id = workplace.at_plan()
    (foretold,) = workplace.show(task_id)["approvals"][-1]["shown"]["late"]
    assert (foretold["path"], foretold["from"]) == ("recipient", [{"step": "step-1", "path": who["path"]}])
    assert workplace.decide(task_id) == "step_pending"
    asked = workplace.show(task_id)["approvals"][-1]["shown"]
    assert asked["input"]["recipient"].startswith("E") and "recipient ← step-1" in asked["why"]
    assert [one["stepId"] for one in workplace.show(task_id)["executions"][-1]["results"]] == ["step-1"]
    assert workplace.decide(task_id) == "completed"
