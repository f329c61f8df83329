"""The three HR tools as an agent meets them: names, schemas, descriptions. The same whoever keeps the books.

A `Source` answers: the sample company (`server`), or a company's own HR service through `vendor`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from ringi.errors import RingiError
from ringi.servers.hr import months, words
from ringi.servers.hr.records import Attendance, EmployeeList, Overtime, Status
from ringi.servers.hr.reports import Unusable
from ringi.servers.publish import hints, refused, serve, tool

Answer = Callable[..., Any]
Listing = Callable[[], str | Awaitable[str]]
Json = dict[str, Any]
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_DATES = ("start_date", "end_date")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Whoever keeps the books. The answers are functions over the tools' arguments, or coroutine functions."""

    name: str
    """The server's name, which a plan is approved with."""
    title: str
    instructions: str
    employees: Answer
    attendance: Answer
    overtime: Answer
    people: Listing
    departments: Listing
    known_departments: tuple[str, ...] = ()
    """The only names a department may have; empty where they are not known beforehand."""
    waits: bool = False
    """The answers are coroutine functions: somebody else has to be asked."""
    whose: Json = field(default_factory=dict)
    """Whose books they are. Part of every input schema, so that what was approved for one company never runs on
    another's."""
    company: str = ""
    """What that company is called: shown to whoever approves."""
    dated: bool = False
    """A month need not be the calendar's: its real dates stand in every table."""


# The pattern and the names are published but checked by `reports`, whose refusal says what to give instead.
Month = Annotated[
    str,
    Field(
        json_schema_extra={"pattern": months.PATTERN, "examples": ["2026-03"]},
        description="A month as YYYY-MM. Both months are included; give the same month twice for one month.",
    ),
]
DepartmentName = Annotated[
    str | None,
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


def build_from(source: Source) -> MCPServer:
    """The server over these books."""
    server = serve(
        source.name,
        title=source.title,
        instructions=source.instructions,
        tools=[_employees_tool(source), _attendance_tool(source), _overtime_tool(source)],
    )
    for uri, name, description, listing in (
        ("directory://people", "people", "Everyone a request may name, under every spelling", source.people),
        (
            "directory://departments",
            "departments",
            "The departments and what people call them",
            source.departments,
        ),
    ):
        server.add_resource(
            FunctionResource(uri=uri, name=name, description=description, mime_type="application/json", fn=listing)
        )
    return server


def listed_people(people: list[Json]) -> str:
    return json.dumps(people, ensure_ascii=False)


def _employees_tool(source: Source) -> Tool:
    def list_employees(
        department: DepartmentName = None,
        status: Annotated[
            Status, Field(description="active = employed today, retired = has left, all = both")
        ] = "active",
    ) -> EmployeeList:
        raise NotImplementedError

    return _published(
        source,
        list_employees,
        source.employees,
        title="従業員一覧 / List employees / 员工列表",
        description=(
            "List the employees of the company or of one department: employee id, name, kana, department, status "
            "(active or retired), entry and retirement date, Slack user id, e-mail. "
            "従業員・社員の一覧（部署別、在籍・退職別）。列出员工（可按部门、在职或离职）。"
        ),
        meta=hints(
            keywords=words.EMPLOYEE_KEYWORDS,
            labels=words.labels("as_of", "count", "employees", "slack_user_id", "romaji", *words.EMPLOYEE_COLUMNS),
            rows="employees",
            columns=words.EMPLOYEE_COLUMNS,
        ),
    )


def _attendance_tool(source: Source) -> Tool:
    def list_attendance(
        from_month: Month, to_month: Month, department: DepartmentName = None, employee_ids: EmployeeIds = None
    ) -> Attendance:
        raise NotImplementedError

    return _published(
        source,
        list_attendance,
        source.attendance,
        title="勤怠一覧 / List attendance / 考勤列表",
        description=(
            "Attendance of the months from_month to to_month: per person the days and hours worked, night and holiday "
            "work, paid leave, short days and missing punches (`employees`), and every day's clock-in and clock-out "
            "(`days`). For overtime use calculate_overtime. "
            "勤怠・出退勤・打刻の一覧と集計。考勤、出勤、打卡记录与汇总。"
        ),
        meta=hints(
            keywords=words.ATTENDANCE_KEYWORDS,
            labels=words.labels(
                "romaji",
                *_DATES,
                *_arguments(Attendance, "employee_ids"),
                *words.ATTENDANCE_COLUMNS,
                *words.ATTENDANCE_DETAILS["columns"],
                "work_minutes",
            )
            | {"status": words.DAY_STATUS},
            rows="employees",
            columns=_columns(source, words.ATTENDANCE_COLUMNS),
            details=words.ATTENDANCE_DETAILS,
        ),
    )


def _overtime_tool(source: Source) -> Tool:
    def calculate_overtime(
        from_month: Month,
        to_month: Month,
        department: DepartmentName = None,
        employee_ids: EmployeeIds = None,
        threshold_hours: Threshold = None,
    ) -> Overtime:
        raise NotImplementedError

    details = {**words.OVERTIME_DETAILS, "columns": _columns(source, words.OVERTIME_DETAILS["columns"])}
    return _published(
        source,
        calculate_overtime,
        source.overtime,
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
        meta=hints(
            keywords=words.OVERTIME_KEYWORDS,
            labels=words.labels(
                "romaji",
                *_DATES,
                *_arguments(Overtime, "employee_ids", "threshold_hours"),
                *words.OVERTIME_COLUMNS,
                *words.OVERTIME_DETAILS["columns"],
                *("over_60_minutes", "overtime_and_holiday_minutes", "work_minutes", "missing_punches", "months"),
                *("peak_month", "peak_overtime_minutes", "year_overtime_minutes"),
                *("flag", "used_minutes", "limit_minutes", "detail"),
            )
            | words.LIMITS,
            rows="employees",
            columns=_columns(source, words.OVERTIME_COLUMNS),
            details=details,
        ),
    )


def _published(
    source: Source, asked: Callable[..., BaseModel], answer: Answer, *, title: str, description: str, meta: Json
) -> Tool:
    """The tool that takes what `asked` says it takes and is answered by the source."""

    @wraps(asked)
    def at_once(**given: Any) -> Any:
        try:
            return answer(**given)
        except (Unusable, RingiError) as error:
            raise ToolError(refused(error)) from None

    @wraps(asked)
    async def later(**given: Any) -> Any:
        try:
            return await answer(**given)
        except (Unusable, RingiError) as error:
            raise ToolError(refused(error)) from None

    about = f" {source.instructions}" if source.whose else ""
    made = tool(
        later if source.waits else at_once,
        title=title,
        description=description + about,
        annotations=_READS,
        meta={**meta, "ringi/whose": {**source.whose, "name": source.company}} if source.whose else meta,
    )
    department = made.parameters["properties"]["department"]
    if source.known_departments:
        text = next(one for one in department["anyOf"] if one.get("type") == "string")
        text["enum"] = list(source.known_departments)
    if source.whose:
        made.parameters["x-ringi-whose"] = dict(source.whose)
    return made


def _columns(source: Source, columns: tuple[str, ...] | list[str]) -> list[str]:
    """What makes a good table: with the dates of the month, where they are not the calendar's."""
    if not source.dated:
        return list(columns)
    who = columns.index("department") + 1
    return [*columns[:who], *_DATES, *columns[who:]]


def _arguments(answer: type[BaseModel], *further: str) -> list[str]:
    """The arguments and the plain top-level fields of an answer, for labels."""
    return [field for field in (*answer.model_fields, *further) if field in words.LABELS]
