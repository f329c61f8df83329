"""The `hr` MCP server: people, attendance and overtime of the sample company. Only reads; `build` makes it.

Argument checks and figures come from `reports`; this file is the contract with an agent: names, schemas, descriptions.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from ringi.servers.hr import months, reports, words
from ringi.servers.hr.company import DEPARTMENTS, EMPLOYEES
from ringi.servers.hr.ledger import Ledger
from ringi.servers.hr.records import Attendance, EmployeeList, Overtime, Status
from ringi.servers.publish import hints, serve, tool

_T = TypeVar("_T")
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

# The pattern and the names are published but checked by `reports`, whose refusal says what to give instead.
Month = Annotated[
    str,
    Field(
        json_schema_extra={"pattern": months.PATTERN, "examples": ["2026-03"]},
        description="A month as YYYY-MM. Both months are included; give the same month twice for one month.",
    ),
]
DepartmentName = Annotated[
    Annotated[str, Field(json_schema_extra={"enum": [one.name for one in DEPARTMENTS]})] | None,
    Field(description="Only this department, by its Japanese name. Leave out for the whole company."),
]
EmployeeIds = Annotated[
    list[str] | None,
    Field(description="Only these people, by employee id such as E001. An empty list is nobody; leave out for all."),
]
Threshold = Annotated[
    Annotated[float, Field(ge=0, le=10_000)] | None,
    Field(
        description="Only people whose overtime in the period is this many hours or more (45 = 45時間以上, >= 45:00)."
    ),
]


def build(today: date | None = None) -> MCPServer:
    """The server as of `today`; without one, of the day on which each call is made."""

    def ledger() -> Ledger:
        return Ledger(today or date.today())

    server = serve(
        "hr",
        title="HR (sample company)",
        instructions="People, attendance and overtime of a sample company, for the last 24 months. Read-only.",
        tools=[_employees_tool(ledger), _attendance_tool(ledger), _overtime_tool(ledger)],
    )
    for uri, name, description, listing in (
        (
            "directory://people",
            "people",
            "Everyone a request may name, under every spelling",
            lambda: _people(ledger()),
        ),
        ("directory://departments", "departments", "The departments and what people call them", _departments),
    ):
        server.add_resource(
            FunctionResource(uri=uri, name=name, description=description, mime_type="application/json", fn=listing)
        )
    return server


def _employees_tool(ledger: Callable[[], Ledger]) -> Tool:
    def list_employees(
        department: DepartmentName = None,
        status: Annotated[
            Status, Field(description="active = employed today, retired = has left, all = both")
        ] = "active",
    ) -> EmployeeList:
        return _answer(lambda: reports.list_employees(ledger(), department, status))

    return tool(
        list_employees,
        title="従業員一覧 / List employees / 员工列表",
        description=(
            "List the employees of the company or of one department: employee id, name, kana, department, status "
            "(active or retired), entry and retirement date, Slack user id, e-mail. "
            "従業員・社員の一覧（部署別、在籍・退職別）。列出员工（可按部门、在职或离职）。"
        ),
        annotations=_READS,
        meta=hints(
            keywords=words.EMPLOYEE_KEYWORDS,
            labels=words.labels("as_of", "count", "employees", "slack_user_id", "romaji", *words.EMPLOYEE_COLUMNS),
            rows="employees",
            columns=words.EMPLOYEE_COLUMNS,
        ),
    )


def _attendance_tool(ledger: Callable[[], Ledger]) -> Tool:
    def list_attendance(
        from_month: Month, to_month: Month, department: DepartmentName = None, employee_ids: EmployeeIds = None
    ) -> Attendance:
        return _answer(
            lambda: reports.list_attendance(reports.ask(ledger(), from_month, to_month, department, employee_ids))
        )

    return tool(
        list_attendance,
        title="勤怠一覧 / List attendance / 考勤列表",
        description=(
            "Attendance of the months from_month to to_month: per person the days and hours worked, night and holiday "
            "work, paid leave, short days and missing punches (`employees`), and every day's clock-in and clock-out "
            "(`days`). For overtime use calculate_overtime. "
            "勤怠・出退勤・打刻の一覧と集計。考勤、出勤、打卡记录与汇总。"
        ),
        annotations=_READS,
        meta=hints(
            keywords=words.ATTENDANCE_KEYWORDS,
            labels=words.labels(
                "romaji",
                *_arguments(Attendance, "employee_ids"),
                *words.ATTENDANCE_COLUMNS,
                *words.ATTENDANCE_DETAILS["columns"],
                "work_minutes",
            )
            | {"status": words.DAY_STATUS},
            rows="employees",
            columns=words.ATTENDANCE_COLUMNS,
            details=words.ATTENDANCE_DETAILS,
        ),
    )


def _overtime_tool(ledger: Callable[[], Ledger]) -> Tool:
    def calculate_overtime(
        from_month: Month,
        to_month: Month,
        department: DepartmentName = None,
        employee_ids: EmployeeIds = None,
        threshold_hours: Threshold = None,
    ) -> Overtime:
        return _answer(
            lambda: reports.calculate_overtime(
                reports.ask(ledger(), from_month, to_month, department, employee_ids), threshold_hours
            )
        )

    return tool(
        calculate_overtime,
        title="残業時間の計算 / Calculate overtime / 计算加班时间",
        description=(
            "Overtime of the months from_month to to_month under Japanese law: one record per person for the whole "
            "period (`employees`), one per person and month (`monthly`), and every passed limit with the numbers used "
            "(`flags`: 45 h, 60 h, 80 h average, 100 h, 360 h, 720 h). Within-statutory, statutory, "
            "prescribed-holiday, statutory-holiday and night minutes are kept apart. threshold_hours keeps only people "
            "whose overtime (the kind the 45 h limit looks at, without statutory-holiday work) in the period is that "
            "many hours or more; the totals of everyone checked stay in the answer. "
            "残業・時間外労働の計算（45時間以上などの基準で絞り込み可）。计算加班时间（可按小时数筛选）。"
        ),
        annotations=_READS,
        meta=hints(
            keywords=words.OVERTIME_KEYWORDS,
            labels=words.labels(
                "romaji",
                *_arguments(Overtime, "employee_ids", "threshold_hours"),
                *words.OVERTIME_COLUMNS,
                *words.OVERTIME_DETAILS["columns"],
                *("over_60_minutes", "overtime_and_holiday_minutes", "work_minutes", "missing_punches", "months"),
                *("peak_month", "peak_overtime_minutes", "year_overtime_minutes"),
                *("flag", "used_minutes", "limit_minutes", "detail"),
            )
            | words.LIMITS,
            rows="employees",
            columns=words.OVERTIME_COLUMNS,
            details=words.OVERTIME_DETAILS,
        ),
    )


def _arguments(answer: type[BaseModel], *further: str) -> list[str]:
    """The arguments and the plain top-level fields of an answer, for labels."""
    return [field for field in (*answer.model_fields, *further) if field in words.LABELS]


def _answer(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except reports.Unusable as unusable:
        raise ToolError(str(unusable)) from None


def _people(ledger: Ledger) -> str:
    people: list[dict[str, Any]] = [
        {
            "id": one.employee_id,
            "name": one.name,
            "names": list(one.names()),
            "department": one.department,
            "slack_user_id": one.slack_user_id,
            "active": one.employed_on(ledger.today),
        }
        for one in EMPLOYEES
    ]
    return json.dumps(people, ensure_ascii=False)


def _departments() -> str:
    return json.dumps([{"name": one.name, "names": list(one.names)} for one in DEPARTMENTS], ensure_ascii=False)
