"""The `hr` server as an agent meets it: over MCP, in memory."""

from __future__ import annotations

import json
import logging
from datetime import date
from typing import Any

import jmespath
import jsonschema
import pytest
from mcp import Client

from ringi.hands.tools import Department, Person
from ringi.servers.hr.server import build

TODAY = date(2026, 11, 16)


async def ask(tool: str, /, **arguments: Any) -> Any:
    async with Client(build(TODAY)) as client:
        answer = await client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        return answer.structured_content


async def refusal(tool: str, /, **arguments: Any) -> str:
    async with Client(build(TODAY)) as client:
        answer = await client.call_tool(tool, arguments)
        assert answer.is_error
        return str(getattr(answer.content[0], "text", ""))


async def test_three_read_only_tools_say_what_they_take_and_what_they_answer() -> None:
    async with Client(build(TODAY)) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == {"list_employees", "list_attendance", "calculate_overtime"}
    taken = {name: list(tool.input_schema["properties"]) for name, tool in tools.items()}
    assert taken == {
        "list_employees": ["department", "status"],
        "list_attendance": ["from_month", "to_month", "department", "employee_ids"],
        "calculate_overtime": ["from_month", "to_month", "department", "employee_ids", "threshold_hours"],
    }
    for tool in tools.values():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint and tool.annotations.idempotent_hint
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None and tool.output_schema["type"] == "object"
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    month = tools["calculate_overtime"].input_schema["properties"]["from_month"]
    assert month["pattern"] == "^[0-9]{4}-(0[1-9]|1[0-2])$"


async def test_every_argument_and_every_field_of_a_record_has_a_name_in_three_languages() -> None:
    async with Client(build(TODAY)) as client:
        for tool in (await client.list_tools()).tools:
            assert tool.meta is not None and tool.output_schema is not None
            labels, rows = tool.meta["ringi/labels"], tool.meta["ringi/rows"]
            details = tool.meta.get("ringi/details", {"rows": rows, "columns": []})
            record = tool.output_schema["properties"][rows]["items"]["properties"]
            detail = tool.output_schema["properties"][details["rows"]]["items"]["properties"]
            assert {*tool.input_schema["properties"], *record, *detail} <= set(labels)
            assert set(tool.meta["ringi/columns"]) <= set(record)
            assert set(details["columns"]) <= set(detail)
            assert all(len(label) == 3 and all(label) for label in labels.values())


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("list_employees", {"従業員", "employees", "员工"}),
        ("list_attendance", {"勤怠", "attendance", "考勤"}),
        ("calculate_overtime", {"残業", "時間外", "overtime", "加班"}),
    ],
)
async def test_a_planner_finds_each_tool_by_words_of_each_language(tool: str, words: set[str]) -> None:
    async with Client(build(TODAY)) as client:
        (found,) = (one for one in (await client.list_tools()).tools if one.name == tool)
    assert found.meta is not None
    assert words <= set(found.meta["ringi/keywords"])


async def test_active_people_are_listed_unless_others_are_asked_for() -> None:
    active = await ask("list_employees")
    retired = await ask("list_employees", status="retired")
    everyone = await ask("list_employees", status="all")
    assert [active["count"], retired["count"], everyone["count"]] == [39, 3, 42]
    assert [one["employee_id"] for one in retired["employees"]] == ["E010", "E023", "E036"]
    assert active["employees"][0] == {
        "employee_id": "E001",
        "name": "佐藤 健",
        "kana": "サトウ ケン",
        "romaji": "Ken Sato",
        "department": "営業部",
        "status": "active",
        "entry_date": "2012-04-01",
        "retire_date": None,
        "slack_user_id": "U0SAMPLE001",
        "email": "ken.sato@example.com",
    }


async def test_a_department_is_listed_alone() -> None:
    listed = await ask("list_employees", department="経理部", status="all")
    assert {one["department"] for one in listed["employees"]} == {"経理部"}
    assert listed["count"] == 5


async def test_rows_for_a_sheet_can_be_taken_from_the_answer_by_a_path() -> None:
    answer = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", threshold_hours=45)
    rows = jmespath.search("employees[].[employee_id, name, overtime_hours]", answer)
    assert ["E029", "遠藤 勇気", "45:00"] in rows
    assert len(rows) == answer["count"]


async def test_forty_five_hours_or_more_includes_exactly_forty_five() -> None:
    answer = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", threshold_hours=45)
    listed = {one["employee_id"]: one for one in answer["employees"]}
    assert listed["E029"]["overtime_minutes"] == 2700
    assert listed["E029"]["flags"] == ""
    assert min(one["overtime_minutes"] for one in listed.values()) == 2700
    more = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", threshold_hours=45.01)
    assert "E029" not in {one["employee_id"] for one in more["employees"]}
    assert more["threshold_minutes"] == 2701


async def test_the_totals_of_everyone_checked_stay_when_a_threshold_lists_few() -> None:
    few = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", threshold_hours=60)
    everyone = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10")
    assert few["checked_count"] == everyone["count"] == 39
    assert few["checked_overtime_minutes"] == everyone["total_overtime_minutes"]
    assert few["total_overtime_minutes"] == sum(one["overtime_minutes"] for one in few["employees"])
    assert few["count"] < few["checked_count"]


async def test_exactly_a_hundred_hours_is_flagged_with_the_numbers_used() -> None:
    answer = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", employee_ids=["E016"])
    (person,) = answer["employees"]
    assert (person["overtime_minutes"], person["statutory_holiday_minutes"]) == (5520, 480)
    assert person["overtime_and_holiday_minutes"] == 6000
    (flag,) = (one for one in answer["flags"] if one["flag"] == "100h")
    assert (flag["used_minutes"], flag["limit_minutes"]) == (6000, 6000)
    assert flag["detail"] == "2026-10 100:00 >= 100:00"
    assert answer["rules"]["statutory_week_minutes"] == 2400


async def test_several_months_give_one_record_a_person_and_keep_the_months_apart() -> None:
    answer = await ask("calculate_overtime", from_month="2026-08", to_month="2026-10", employee_ids=["E018"])
    (person,) = answer["employees"]
    assert answer["period"] == "2026-08/2026-10"
    assert [line["month"] for line in answer["monthly"]] == ["2026-08", "2026-09", "2026-10"]
    assert [line["overtime_hours"] for line in answer["monthly"]] == ["84:00", "98:30", "72:00"]
    assert person["overtime_minutes"] == sum(line["overtime_minutes"] for line in answer["monthly"])
    assert person["over_60_minutes"] == (24 + 12) * 60 + 38 * 60 + 30
    assert (person["months"], person["peak_month"], person["peak_overtime_minutes"]) == (3, "2026-09", 5910)
    assert "45h (2026-08 2026-09 2026-10)" in person["flags"]
    assert "80h-average (2026-09 2026-10)" in person["flags"]
    assert "100h (2026-09)" in person["flags"]


async def test_people_who_joined_or_left_in_the_month_are_counted_for_their_part_of_it() -> None:
    joined = await ask("list_attendance", from_month="2026-09", to_month="2026-09", employee_ids=["E022"])
    assert joined["count"] == 1
    assert min(day["date"] for day in joined["days"]) >= "2026-09-14"
    left = await ask("calculate_overtime", from_month="2026-08", to_month="2026-09", employee_ids=["E036"])
    assert left["employees"][0]["months"] == 1
    gone = await ask("calculate_overtime", from_month="2026-09", to_month="2026-09", employee_ids=["E036"])
    assert (gone["count"], gone["employees"]) == (0, [])


async def test_attendance_gives_a_line_a_person_and_a_line_a_day_that_agree() -> None:
    answer = await ask("list_attendance", from_month="2026-10", to_month="2026-10", department="営業部")
    assert answer["count"] == 10 == len(answer["employees"])
    assert answer["day_count"] == len(answer["days"])
    for person in answer["employees"]:
        days = [day for day in answer["days"] if day["employee_id"] == person["employee_id"]]
        assert person["work_minutes"] == sum(day["work_minutes"] or 0 for day in days)
        assert person["work_days"] + person["paid_leave_days"] == len(days)


async def test_attendance_and_overtime_agree_on_the_minutes_worked() -> None:
    arguments = {"from_month": "2026-10", "to_month": "2026-10", "department": "人事部"}
    attendance, counted = await ask("list_attendance", **arguments), await ask("calculate_overtime", **arguments)
    for here, there in zip(attendance["employees"], counted["employees"], strict=True):
        assert here["work_minutes"] == there["work_minutes"]


async def test_a_missing_clock_out_is_said_not_guessed() -> None:
    answer = await ask("list_attendance", from_month="2026-10", to_month="2026-10", employee_ids=["E007"])
    (day,) = (one for one in answer["days"] if one["status"] == "missing_clock_out")
    assert day["date"] == "2026-10-14"
    assert (day["clock_in"], day["clock_out"], day["work_minutes"]) == ("2026-10-14 08:56", None, None)
    assert answer["employees"][0]["missing_punches"] == 1
    counted = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", employee_ids=["E007"])
    assert counted["employees"][0]["missing_punches"] == 1


async def test_work_past_midnight_is_clocked_out_on_the_next_date() -> None:
    answer = await ask("list_attendance", from_month="2026-10", to_month="2026-10", employee_ids=["E013"])
    (day,) = (one for one in answer["days"] if one["clock_out"] and one["clock_out"][:10] > one["date"])
    assert (day["date"], day["clock_out"]) == ("2026-10-08", "2026-10-09 02:30")
    assert (day["work_minutes"], day["night_minutes"]) == (900, 270)


async def test_the_month_in_progress_reaches_to_today_and_says_so() -> None:
    answer = await ask("list_attendance", from_month="2026-11", to_month="2026-11")
    assert (answer["in_progress"], answer["period_end"]) == (True, "2026-11-16")
    assert max(day["date"] for day in answer["days"]) == "2026-11-16"


async def test_an_empty_list_of_people_is_nobody_not_everybody() -> None:
    answer = await ask("calculate_overtime", from_month="2026-10", to_month="2026-10", employee_ids=[])
    assert (answer["count"], answer["employees"], answer["total_hours"]) == (0, [], "0:00")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"department": "Sales"}, ["no department 'Sales'", "営業部", "カスタマーサポート部"]),
        ({"from_month": "2026-13"}, ["from_month '2026-13'", "YYYY-MM"]),
        ({"to_month": "10月"}, ["to_month '10月'", "YYYY-MM"]),
        ({"from_month": "2026-10\n"}, ["YYYY-MM"]),
        ({"from_month": "2026-10", "to_month": "2026-09"}, ["2026-10 is after to_month 2026-09"]),
        ({"from_month": "2024-11"}, ["outside", "2024-12 to 2026-11"]),
        ({"to_month": "2026-12"}, ["outside", "2024-12 to 2026-11"]),
        ({"employee_ids": ["E001", "E999"]}, ["'E999'", "E001 to E042", "list_employees"]),
        ({"threshold_hours": -1}, ["threshold_hours", "greater than or equal to 0"]),
        ({"treshold_hours": 45}, ["treshold_hours", "not permitted"]),
    ],
)
async def test_what_cannot_be_answered_is_refused_in_words_an_agent_can_act_on(
    arguments: dict[str, Any], words: list[str]
) -> None:
    text = await refusal("calculate_overtime", **({"from_month": "2026-08", "to_month": "2026-10"} | arguments))
    for word in words:
        assert word in text


async def test_the_directory_is_there_as_context_for_whoever_plans() -> None:
    async with Client(build(TODAY)) as client:
        people, departments = [
            json.loads(getattr((await client.read_resource(uri)).contents[0], "text", ""))
            for uri in ("directory://people", "directory://departments")
        ]
    known = [Person(**one | {"names": tuple(one["names"])}) for one in people]
    assert len(known) == 42
    assert [one.id for one in known if "佐藤" in one.names] == ["E001", "E012"]
    assert sum(one.active for one in known) == 39
    sales = Department(**departments[0])
    assert sales.name == "営業部"
    assert {"営業", "Sales", "销售部"} <= set(sales.names)


async def test_someone_who_joins_later_is_not_known_yet() -> None:
    async with Client(build(date(2026, 9, 1))) as client:
        answer = await client.call_tool("list_employees", {"status": "all"})
    assert answer.structured_content is not None
    assert "E022" not in {one["employee_id"] for one in answer.structured_content["employees"]}


def test_making_a_server_leaves_the_log_of_the_process_alone() -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    build(TODAY)
    assert (list(root.handlers), root.level) == before


async def test_without_a_date_the_server_answers_for_the_real_today() -> None:
    async with Client(build()) as client:
        answer = await client.call_tool("list_employees", {})
    assert answer.structured_content is not None
    assert date.fromisoformat(answer.structured_content["as_of"]) <= date.today()
