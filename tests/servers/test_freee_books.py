"""The HR tools over freee: the same records as the sample company's, whatever freee answers. Over real HTTP."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import pytest
from mcp import Client

from ringi.servers.hr import server as sample
from ringi.servers.hr import vendor
from ringi.servers.hr.vendors.freee import Freee
from ringi.testing.freee import Company, Double
from ringi.testing.freee.company import crowd, usual

TODAY = date(2026, 11, 16)
OCTOBER = {"from_month": "2026-10", "to_month": "2026-10"}
SUPPORT = "カスタマーサポート部"


class Desk:
    """A freee, and the tools over it with a token that is always good."""

    def __init__(self, double: Double, company: Company) -> None:
        self.double = double
        self.company = company
        self.paused: list[float] = []
        self.refused: list[str] = []
        self.now = time.time()
        self.token = double.oauth._issue(type_grant(company.id))["access_token"]
        self.books = Freee(
            company_id=str(company.id),
            company=company.name,
            base=f"{double.address}/hr",
            token=self._token,
            on_refused=self._refused,
            today=lambda: TODAY,
            now=lambda: self.now,
            pause=self._pause,
        )
        self.server = vendor.build(self.books)

    async def _token(self) -> str:
        return str(self.token)

    async def _refused(self, old: str) -> None:
        self.refused.append(old)
        self.token = self.double.oauth._issue(type_grant(self.company.id))["access_token"]

    async def _pause(self, seconds: float) -> None:
        self.paused.append(seconds)
        self.now += seconds

    async def ask(self, tool: str, /, **arguments: Any) -> Any:
        async with Client(self.server) as client:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer.content
            return answer.structured_content

    async def refusal(self, tool: str, /, **arguments: Any) -> str:
        async with Client(self.server) as client:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            return str(getattr(answer.content[0], "text", ""))

    def asked(self, part: str) -> list[str]:
        return [path for _, path in self.double.asked if part in path]


def type_grant(company_id: int) -> Any:
    from ringi.testing.freee.oauth import Grant

    return Grant(company_id, 0)


@asynccontextmanager
async def desk(company: Company | None = None, **given: Any) -> AsyncIterator[Desk]:
    company = company or usual()
    async with Double(company, today=TODAY, **given) as double:
        yield Desk(double, company)


async def test_the_tools_and_their_answers_have_the_shape_of_the_sample_company() -> None:
    async with desk() as here, Client(here.server) as ours, Client(sample.build(TODAY)) as theirs:
        mine = {one.name: one for one in (await ours.list_tools()).tools}
        known = {one.name: one for one in (await theirs.list_tools()).tools}
    assert set(mine) == set(known)
    for name, tool in mine.items():
        assert tool.output_schema == known[name].output_schema
        assert set(tool.input_schema["properties"]) == set(known[name].input_schema["properties"])
        assert tool.input_schema["x-ringi-whose"] == {"vendor": "freee", "company": str(here.company.id)}


async def test_people_come_page_by_page_with_their_main_department_and_nothing_nobody_needs() -> None:
    async with desk(crowd(250)) as here:
        found = await here.ask("list_employees", status="all")
    assert found["count"] == 250 and len({one["employee_id"] for one in found["employees"]}) == 250
    assert len(here.asked("/employees")) == 3 and len(here.asked("employee_group_memberships")) == 3
    assert {one["department"] for one in found["employees"]} >= {SUPPORT, "営業部"}
    assert "birth" not in json.dumps(found) and "gender" not in json.dumps(found)


async def test_october_is_what_is_closed_in_october_whenever_it_is_paid() -> None:
    async with desk() as here:
        found = await here.ask("calculate_overtime", **OCTOBER)
        punched = await _sample("calculate_overtime", **OCTOBER)
    rows = {one["employee_id"]: one for one in found["employees"]}
    for one in punched["employees"]:
        row = rows[str(1000 + int(one["employee_id"][1:]))]
        if one["department"] == SUPPORT:
            assert (row["start_date"], row["end_date"]) == ("2026-09-16", "2026-10-15")
        else:
            assert (row["start_date"], row["end_date"]) == ("2026-10-01", "2026-10-31")
            for name in ("statutory_overtime_minutes", "within_statutory_minutes", "night_minutes", "work_minutes"):
                assert row[name] == one[name], (name, one["name"])
            assert row["overtime_minutes"] == one["statutory_overtime_minutes"] + one["prescribed_holiday_minutes"]
    assert found["rules"]["looks_back"] and "total_overtime_except_normal_work_mins" in found["rules"]["figures"]


async def _sample(tool: str, **arguments: Any) -> Any:
    async with Client(sample.build(TODAY)) as client:
        return (await client.call_tool(tool, arguments)).structured_content


async def test_a_pay_month_that_is_not_as_set_is_found_by_the_dates_of_the_answer() -> None:
    """The settings say `this_month`, and freee pays the month after all the same."""
    async with desk() as here:
        async with here.books.opened() as books:
            staff = await books.staff()
            here.books._paid_after.update({one.employee_id: 0 for one in staff})
        async with here.books.opened() as books:
            month = await books.month(staff[0], date(2026, 10, 1))
            assert month is not None and month.end == date(2026, 10, 31)
            asked = len(here.asked("work_record_summaries"))
            assert await books.month(staff[0], date(2026, 9, 1)) is not None
            assert len(here.asked("work_record_summaries")) == asked + 1, "what was learnt is remembered"


async def test_a_month_in_progress_is_counted_to_today_and_says_so() -> None:
    async with desk() as here:
        found = await here.ask("calculate_overtime", from_month="2026-11", to_month="2026-11", department="人事部")
    assert found["in_progress"] and found["period_end"] == TODAY.isoformat()


async def test_a_month_without_a_closing_is_not_taken_for_nought() -> None:
    company = usual()
    company.not_closed.add((1001, 2026, 11))
    company.calculating.add((1002, 2026, 11))
    async with desk(company) as here:
        found = await here.ask("calculate_overtime", **OCTOBER, department="営業部")
    assert {one["employee_id"] for one in found["without_figures"]} == {"1001", "1002"}
    assert found["without_figures_count"] == 2 and found["without_figures"][0]["reason"] == "no_closing"
    assert not {"1001", "1002"} & {one["employee_id"] for one in found["employees"]}


async def test_a_month_that_nobody_has_closed_is_said_instead_of_an_empty_table() -> None:
    company = usual()
    company.not_closed |= {(one.id, 2026, month) for one in company.staff for month in (10, 11)}
    async with desk(company) as here:
        assert "RINGI-437" in await here.refusal("calculate_overtime", **OCTOBER)
        assert "RINGI-437" in await here.refusal("list_attendance", **OCTOBER)


async def test_attendance_has_every_day_and_the_sums_of_freee() -> None:
    async with desk() as here:
        found = await here.ask("list_attendance", **OCTOBER, department="人事部")
        punched = await _sample("list_attendance", **OCTOBER, department="人事部")
    assert found["day_count"] == punched["day_count"]
    assert [one["work_minutes"] for one in found["employees"]] == [one["work_minutes"] for one in punched["employees"]]
    days = [
        [one[name] for name in ("date", "clock_in", "clock_out", "work_minutes", "status")] for one in found["days"]
    ]
    assert days == [
        [one[name] for name in ("date", "clock_in", "clock_out", "work_minutes", "status")] for one in punched["days"]
    ]


async def test_ten_thousand_people_are_listed_and_a_table_of_them_all_is_refused_before_it_is_begun() -> None:
    async with desk(crowd(10_000)) as here:
        found = await here.ask("list_employees", status="all")
        assert found["count"] == 10_000
        refusal = await here.refusal("calculate_overtime", **OCTOBER)
        assert "RINGI-436" in refusal and not here.asked("work_record_summaries")
        few = [one["employee_id"] for one in found["employees"][:5]]
        assert (await here.ask("calculate_overtime", **OCTOBER, employee_ids=few))["checked_count"] > 0


async def test_a_table_too_long_to_look_back_says_that_it_did_not() -> None:
    async with desk() as here:
        here.books.at_most = 45
        found = await here.ask("calculate_overtime", **OCTOBER)
    assert found["rules"]["looks_back"] is False
    assert {one["year_overtime_minutes"] for one in found["employees"]} == {None}
    assert all("/2026/11" in path for path in here.asked("work_record_summaries"))


async def test_a_limit_that_soon_ends_is_waited_for_and_a_long_one_is_told() -> None:
    async with desk() as here:
        here.double.fail("users/me", 429, Retry_After="3")
        assert (await here.ask("list_employees"))["count"] > 0
        assert here.paused == [3.0]
        here.double.fail("users/me", 429, X_Ratelimit_Reset=str(int(here.now) + 1800))
        assert "RINGI-434" in await here.refusal("list_employees")
        before = len(here.double.asked)
        assert "RINGI-434" in await here.refusal("list_employees")
        assert len(here.double.asked) == before, "nothing is asked while the limit lasts"


async def test_the_doubles_own_hourly_limit_is_freees() -> None:
    async with desk(hourly=20) as here:
        refusal = await here.refusal("calculate_overtime", **OCTOBER)
        assert "RINGI-434" in refusal


async def test_whoever_is_shut_out_leaves_freee_alone_for_ten_minutes() -> None:
    async with desk() as here:
        here.double.fail("users/me", 403)
        assert "RINGI-435" in await here.refusal("list_employees")
        before = len(here.double.asked)
        assert "RINGI-435" in await here.refusal("list_employees")
        assert len(here.double.asked) == before
        here.now += 601
        assert (await here.ask("list_employees"))["count"] > 0


async def test_a_burst_shuts_the_double_and_nothing_knocks_on() -> None:
    async with desk(burst=15) as here:
        assert "RINGI-435" in await here.refusal("calculate_overtime", **OCTOBER)
        asked = len(here.double.asked)
        assert "RINGI-435" in await here.refusal("list_employees")
        assert len(here.double.asked) == asked


async def test_a_token_that_is_refused_is_replaced_once() -> None:
    async with desk() as here:
        here.double.oauth.access.clear()
        assert (await here.ask("list_employees"))["count"] > 0
        assert len(here.refused) == 1
        here.double.fail("users/me", 401, times=2)
        assert "RINGI-432" in await here.refusal("list_employees")


@pytest.mark.parametrize("status", [0, 500, 503])
async def test_what_fails_on_the_way_is_tried_again_and_then_said(status: int) -> None:
    async with desk() as here:
        here.double.fail("work_record_summaries", status, times=2)
        found = await here.ask("calculate_overtime", **OCTOBER, employee_ids=["1001"])
        assert found["count"] == 1
        here.double.faults.clear()
        here.double.fail("users/me", status, times=12)  # a connection that is hung up on may be tried twice below us
        assert "RINGI-433" in await here.refusal("list_employees")


async def test_an_answer_that_nobody_can_read_is_said() -> None:
    async with desk() as here:
        here.double.fail("users/me", 200, body={"companies": "many"})
        assert "RINGI-433" in await here.refusal("list_employees")
        here.double.fail("/employees", 200, body={"nothing": []})
        assert "RINGI-433" in await here.refusal("list_employees")


async def test_a_company_or_a_right_that_is_gone_stops_everything_before_it_is_read() -> None:
    async with desk() as here:
        here.company.role = "self_only"
        assert "RINGI-431" in await here.refusal("calculate_overtime", **OCTOBER)
        del here.double.companies[here.company.id]
        here.double.companies[5] = usual(5, "株式会社よそ")
        refusal = await here.refusal("calculate_overtime", **OCTOBER)
        assert "RINGI-430" in refusal and "株式会社よそ" in refusal
        assert not here.asked("work_record_summaries") and not here.asked("/5/employees")


async def test_departments_and_people_that_do_not_exist_are_named() -> None:
    async with desk() as here:
        assert "営業部" in await here.refusal("list_employees", department="宇宙部")
        assert "'9'" in await here.refusal("calculate_overtime", **OCTOBER, employee_ids=["9"])


async def test_the_directory_is_read_once_for_many_plans() -> None:
    async with desk() as here, Client(here.server) as client:
        for _ in range(3):
            people = (await client.read_resource("directory://people")).contents[0]
            await client.read_resource("directory://departments")
        listed = json.loads(str(getattr(people, "text", "")))
    assert len(listed) == 42 and len(here.asked("users/me")) == 1
    assert {"id": "1001", "name": "佐藤 健"}.items() <= listed[0].items()
