"""The scorer of `ringi eval`, and our own score over the real catalogue: printed, not asserted."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from asking import CATALOG

from ringi.catalog import Catalog
from ringi.errors import Invalid
from ringi.flow.judging import scope_of
from ringi.hands.policy_scope import find_excess
from ringi.minds import Brief, Declined, Extracted, Finished, Plan, Policy, Question
from ringi.minds.evaluation import equal, evaluate, parse
from ringi.minds.rules import RulesMind

REQUESTS = Path(__file__).with_name("requests.jsonl")


class Decided:
    """A mind that has already made up its mind."""

    name = "decided"

    def __init__(self, *steps: dict[str, Any], refuses: bool = False, asks: bool = False) -> None:
        self.steps, self.refuses, self.asks = steps, refuses, asks

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        return Declined(reason="no") if self.refuses else Extracted(title="t", description="d")

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        return Question(text="which?") if self.asks else Policy(content="p")

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        return Plan(steps=self.steps)

    async def summarise(self, finished: Finished) -> str:
        return ""


def line(expect: Any, **rest: Any) -> str:
    return json.dumps({"id": "a", "lang": "ja", "today": "2026-11-16", "text": "x", "expect": expect} | rest)


def step(tool: str, **given: Any) -> dict[str, Any]:
    return {"tool": tool, "toolInput": given}


READ = {"tool": "calculate_overtime", "input": {"from_month": "2026-10", "threshold_hours": 45}}
OVERTIME = step("calculate_overtime", from_month="2026-10", to_month="2026-10", threshold_hours=45.0)
SHEET = step("write_rows_to_google_sheet", spreadsheet="x")
STAFF = step("list_employees")


@pytest.mark.parametrize(
    ("steps", "expect", "passes"),
    [
        ([OVERTIME], {"steps": [READ], "writes": "listed"}, True),
        ([STAFF, OVERTIME], {"steps": [READ], "writes": "listed"}, True),
        ([OVERTIME, SHEET], {"steps": [READ], "writes": "listed"}, False),
        ([OVERTIME, SHEET], {"steps": [READ], "writes": "any"}, True),
        ([OVERTIME], {"steps": [READ, {"tool": "write_rows_to_google_sheet", "input": {}}], "writes": "listed"}, False),
        ([SHEET, OVERTIME], {"steps": [READ, {"tool": "write_rows_to_google_sheet"}], "writes": "listed"}, False),
        ([STAFF], {"steps": [{"tool": "list_employees", "input": {"department": None}}]}, True),
        ([STAFF], {"steps": [{"tool": "list_employees", "input": {"status": "active"}}]}, True),
        ([STAFF], {"steps": [{"tool": "list_employees", "input": {"status": "all"}}]}, False),
        ([OVERTIME], {"declined": True}, False),
    ],
)
async def test_a_plan_passes_when_it_does_what_is_expected_and_no_further_write(
    steps: list[dict[str, Any]], expect: dict[str, Any], passes: bool
) -> None:
    told: list[tuple[int, int]] = []
    answer = await evaluate([line(expect)], Decided(*steps), CATALOG, judged=lambda *at: told.append(at))
    assert told == [(1, 1)]
    assert answer["total"] == 1
    assert answer["passed"] == int(passes)
    assert answer["cases"][0]["id"] == "a"
    assert answer["cases"][0]["got"]["steps"]


@pytest.mark.parametrize("mind", [Decided(refuses=True), Decided(asks=True)])
async def test_a_refusal_and_a_question_both_count_as_declined(mind: Decided) -> None:
    assert (await evaluate([line({"declined": True})], mind, CATALOG))["passed"] == 1
    assert (await evaluate([line({"steps": [], "writes": "any"})], mind, CATALOG))["passed"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        "{",
        "[]",
        line({"declined": False}),
        line({"steps": "x"}),
        line({"steps": [{}]}),
        line({"steps": [], "writes": "some"}),
        line(None),
        line({"declined": True}, today="yesterday"),
        line({"declined": True}, lang="fr"),
        line({"declined": True}, extra=1),
        line({"declined": True}, text=None),
    ],
)
def test_a_line_that_cannot_be_used_is_named_by_its_number(wrong: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse([line({"declined": True}), "", wrong])
    assert caught.value.code == "RINGI-171"
    assert caught.value.values["line"] == 3


def test_the_same_id_twice_is_an_error() -> None:
    with pytest.raises(Invalid):
        parse([line({"declined": True})] * 2)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (45, 45.0, True),
        (1, True, False),
        ([1], [1.0], True),
        ({"a": 1}, {"a": 2}, False),
        ("1", 1, False),
        (None, None, True),
    ],
)
def test_numbers_are_equal_by_value_and_nothing_else_is_bent(left: Any, right: Any, same: bool) -> None:
    assert equal(left, right) is same


def test_our_own_file_is_as_varied_as_was_asked() -> None:
    cases = parse(REQUESTS.read_text("utf-8").splitlines())
    languages = Counter(case.lang for case in cases)
    assert len(cases) >= 150
    assert sum(case.declined for case in cases) >= 30
    assert sum("mislead" in case.id for case in cases) >= 20
    assert min(languages.values()) * 4 >= len(cases)
    assert {case.today.month for case in cases} >= {1, 2, 11}


async def connected(folder: Path) -> Catalog:
    """What the bundled servers really offer."""
    from ringi.hands.config import read_servers
    from ringi.hands.mcp_hands import McpHands

    hands = McpHands(read_servers(None, {}), data_dir=folder, today=date(2026, 11, 16))
    try:
        return await hands.catalog()
    finally:
        await hands.close()


async def test_the_offline_plan_writes_what_its_policy_says_and_nothing_else(tmp_path: Path) -> None:
    catalog, mind = await connected(tmp_path), RulesMind()
    written = 0
    for case in parse(REQUESTS.read_text("utf-8").splitlines())[::6]:
        asked = Brief(text=case.text, today=case.today, catalog=catalog, lang=case.lang, requester_name="Aki")
        policy = await mind.policy(asked)
        if not isinstance(policy, Policy):
            continue
        plan = await mind.plan(replace(asked, policy=policy.content))
        assert isinstance(plan, Plan), case.id
        scope = scope_of(policy, catalog)
        assert scope is not None
        written += bool(scope["writes"])
        assert find_excess(scope, plan.steps, catalog) == [], case.id
    assert written > 40


async def test_our_own_file_is_scored_over_what_is_really_connected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = await connected(tmp_path)
    answer = await evaluate(REQUESTS.read_text("utf-8").splitlines(), RulesMind(), catalog)
    with capsys.disabled():
        print(f"\noffline mind: {answer['passed']} of {answer['total']} requests")
    assert answer["total"] == len(answer["cases"])
