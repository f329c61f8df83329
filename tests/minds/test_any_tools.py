"""No tool is known by name: others are planned by what they say about themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import CATALOG, FIVE, MESSAGE, OVERTIME, SHEET, Asking, make_tool, with_tools

from ringi.catalog import Catalog, Tool
from ringi.minds import Comment, Declined, Plan, Policy, Question

TICKET = Tool(
    name="create_ticket",
    server="desk",
    description="Create a ticket in the help desk.",
    input_schema={
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "What it is about"},
            "priority": {"type": "string", "enum": ["low", "normal", "high"], "default": "normal"},
        },
        "required": ["title"],
    },
)
SEARCH = Tool(
    name="search_documents",
    server="desk",
    description="Search the company documents and manuals.",
    effect="read",
    input_schema={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


@pytest.mark.parametrize(
    "text",
    [
        "「プリンタが動かない」というチケットを作って",
        'Create a ticket "プリンタが動かない"',
        "创建工单“プリンタが動かない”",
    ],
)
def test_a_tool_nobody_prepared_for_is_planned_from_its_schema(text: str) -> None:
    assert with_tools(TICKET, SEARCH).calls(text) == [
        ("create_ticket", {"title": "プリンタが動かない", "priority": "normal"})
    ]


def test_a_choice_is_read_from_the_words_for_it() -> None:
    calls = with_tools(TICKET).calls('Create a high priority ticket "VPN down"')
    assert calls == [("create_ticket", {"title": "VPN down", "priority": "high"})]


def test_one_missing_argument_is_asked_for() -> None:
    asking = with_tools(TICKET)
    assert "title" in asking.question("チケットを作ってください").text
    assert asking.answered("チケットを作ってください", "画面が真っ暗") == [
        ("create_ticket", {"title": "画面が真っ暗", "priority": "normal"})
    ]


def test_a_search_takes_what_is_searched_for() -> None:
    assert with_tools(SEARCH).calls("Search the documents for travel expenses policy") == [
        ("search_documents", {"query": "travel expenses policy"})
    ]


def test_the_bundled_five_under_other_names_work_as_well() -> None:
    renamed = tuple(replace(tool, name=f"x{number}") for number, tool in enumerate(FIVE))
    asking = Asking(replace(CATALOG, tools=renamed))
    assert [name for name, _ in asking.calls("先月の営業部の残業をシートにまとめて田中さんにDMして")] == [
        "x2",
        "x3",
        "x4",
    ]


def test_arguments_of_other_names_are_found_by_what_they_are() -> None:
    month = {"type": "string", "pattern": r"^\d{4}-\d{2}$"}
    tool = make_tool(
        "worktime",
        "時間外",
        "残業/overtime/加班",
        {
            "start": month,
            "end": month,
            "division": {"type": ["string", "null"], "default": None},
            "min_hours": {"type": ["number", "null"], "default": None},
        },
        effect="read",
    )
    assert with_tools(tool).calls("先月の営業部で45時間以上の残業") == [
        ("worktime", {"start": "2026-10", "end": "2026-10", "division": "営業部", "min_hours": 45})
    ]


def test_dates_are_given_to_a_tool_that_takes_dates() -> None:
    day = {"type": "string", "format": "date"}
    tool = make_tool("list_visits", "Visits", "visit/visits/来訪", {"from_date": day, "to_date": day}, effect="read")
    assert with_tools(tool).calls("list visits last month") == [
        ("list_visits", {"from_date": "2026-10-01", "to_date": "2026-10-31"})
    ]


def test_a_tool_that_takes_one_month_runs_once_a_month() -> None:
    month = {"type": "string", "pattern": r"^\d{4}-\d{2}$"}
    tool = make_tool("monthly_close", "Close", "closing figures/締め", {"month": month}, effect="read")
    assert [given["month"] for _, given in with_tools(tool).calls("closing figures for the last two months")] == [
        "2026-09",
        "2026-10",
    ]


def test_without_a_tool_for_it_nothing_is_planned() -> None:
    assert isinstance(with_tools(OVERTIME).extract("先月の勤怠をまとめて"), Declined | Question)
    assert isinstance(with_tools(OVERTIME).extract("先月の残業をシートに書いて"), Declined | Question) or (
        [name for name, _ in with_tools(OVERTIME).calls("先月の残業をシートに書いて")] == ["calculate_overtime"]
    )
    assert isinstance(with_tools(OVERTIME, SHEET).extract("先月の残業を田中さんに送って"), Declined)
    assert isinstance(with_tools(SHEET, MESSAGE).extract("先月の残業をシートに書いて"), Declined)


def test_with_nothing_connected_it_says_so() -> None:
    declined = Asking(Catalog()).declined("先月の残業を教えて")
    assert "doctor" in declined.suggestion


def test_the_suggestion_names_what_is_connected() -> None:
    assert "残業時間の計算" in Asking().declined("詩を書いて").suggestion


def test_rows_come_from_the_output_schema_when_there_is_no_hint() -> None:
    bare = replace(OVERTIME, meta={"ringi/keywords": ["残業"]})
    plan = with_tools(bare, SHEET).plan("先月の残業をシートに書いて")
    assert isinstance(plan, Plan)
    assert plan.steps[1]["toolInput"]["rows"] == {
        "$from": "step-1",
        "path": "employees[].[employee_id, name, overtime_hours]",
    }
    assert plan.steps[1]["toolInput"]["header"] == ["employee id", "name", "overtime hours"]


def test_headings_are_in_the_language_of_the_request() -> None:
    plan = Asking().plan("把上个月的加班写入表格")
    assert isinstance(plan, Plan)
    assert plan.steps[1]["toolInput"]["header"][0] == "员工编号"


def test_a_message_with_words_of_its_own_needs_nothing_read() -> None:
    assert Asking().calls("田中さんに「15時に会議室へ来てください」とDMして") == [
        ("send_slack_dm", {"recipient": "E003", "text": "15時に会議室へ来てください"})
    ]


def test_an_answer_is_taken_as_the_schema_wants_it() -> None:
    tool = replace(
        TICKET, input_schema={"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
    )
    answer = Comment(kind="answer", text="3件です", question="?")
    assert with_tools(tool).calls("チケットを作って", answer) == [("create_ticket", {"count": 3})]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            'Create a high priority ticket "VPN down"',
            "Write: “Create a ticket in the help desk” (create_ticket) with title “VPN down”, priority “high”",
        ),
        (
            "「VPNが切れる」というチケットを作って",
            "書き込み：「Create a ticket in the help desk」（create_ticket）を次の内容で行います："
            "title「VPNが切れる」、priority「normal」",
        ),
    ],
)
def test_a_policy_says_what_an_unknown_tool_will_be_given(text: str, line: str) -> None:
    policy = with_tools(TICKET).policy(text)
    assert isinstance(policy, Policy)
    assert line in policy.content.splitlines()


def test_a_tool_without_a_title_is_called_by_its_name_as_words_and_is_nobody_s() -> None:
    clock = Tool(
        name="get_current_time",
        server="time",
        description="Get current time in a specific timezone",
        effect="read",
        input_schema={
            "type": "object",
            "properties": {"timezone": {"type": "string", "default": "Asia/Tokyo"}},
        },
    )
    policy = with_tools(clock).policy("What is the current time?")
    assert isinstance(policy, Policy)
    assert policy.title == "Current time"
    assert "the whole company" not in policy.content and "get_current_time" in policy.content
