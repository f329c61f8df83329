"""A catalogue like the one the bundled servers give, written out, and a way to ask the mind without an event loop."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from typing import Any

from ringi.catalog import Catalog, Department, Person, Tool
from ringi.minds import Brief, Comment, Declined, Extracted, Plan, Policy, Question
from ringi.minds.rules import RulesMind

TODAY = date(2026, 11, 16)
MONTH = {"type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"}
DEPARTMENT = {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
PEOPLE = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None}


def _rows(array: str, /, **fields: str) -> dict[str, Any]:
    record = {"type": "object", "properties": {field: {"type": kind} for field, kind in fields.items()}}
    return {
        "type": "object",
        "properties": {array: {"type": "array", "items": record}, "count": {"type": "integer"}},
    }


def make_tool(name: str, title: str, keywords: str, properties: dict[str, Any], **rest: Any) -> Tool:
    optional = {key for key, schema in properties.items() if "default" in schema}
    meta = {"ringi/keywords": keywords.split("/"), **rest.pop("meta", {})}
    return Tool(
        name=name,
        server="test",
        title=title,
        description=rest.pop("description", name.replace("_", " ")),
        input_schema={
            "type": "object",
            "properties": properties,
            "required": [k for k in properties if k not in optional],
        },
        meta=meta,
        **rest,
    )


LABELS = {
    "employee_id": ["従業員ID", "Employee ID", "员工编号"],
    "name": ["氏名", "Name", "姓名"],
    "department": ["部署", "Department", "部门"],
    "overtime_hours": ["時間外労働", "Overtime", "加班时间"],
}
STAFF = make_tool(
    "list_employees",
    "従業員一覧 / List employees / 员工列表",
    "従業員/社員/名簿/在籍/退職者/employee/staff/roster/员工/名单/离职",
    {"department": DEPARTMENT, "status": {"type": "string", "enum": ["active", "retired", "all"], "default": "active"}},
    effect="read",
    output_schema=_rows("employees", employee_id="string", name="string", department="string"),
    meta={"ringi/labels": LABELS, "ringi/rows": "employees"},
)
ATTENDANCE = make_tool(
    "list_attendance",
    "勤怠一覧 / List attendance / 考勤列表",
    "勤怠/出勤/打刻/attendance/timesheet/考勤/打卡",
    {"from_month": MONTH, "to_month": MONTH, "department": DEPARTMENT, "employee_ids": PEOPLE},
    effect="read",
    output_schema=_rows("employees", employee_id="string", name="string", work_days="integer"),
    meta={"ringi/labels": LABELS, "ringi/rows": "employees"},
)
OVERTIME = make_tool(
    "calculate_overtime",
    "残業時間の計算 / Calculate overtime / 计算加班时间",
    "残業/時間外/36協定/overtime/加班",
    {
        "from_month": MONTH,
        "to_month": MONTH,
        "department": DEPARTMENT,
        "employee_ids": PEOPLE,
        "threshold_hours": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
    },
    effect="read",
    output_schema=_rows("employees", employee_id="string", name="string", overtime_hours="string"),
    meta={"ringi/labels": LABELS, "ringi/rows": "employees"},
)
SHEET = make_tool(
    "write_rows_to_google_sheet",
    "シートへの書き込み / Write rows to a sheet / 写入表格",
    "シート/スプレッドシート/エクセル/sheet/spreadsheet/excel/表格",
    {
        "spreadsheet": {"type": "string"},
        "sheet": {"type": "string"},
        "header": {"type": "array", "items": {"type": "string"}},
        "rows": {"type": "array", "items": {"type": "array"}},
    },
    output_schema={"type": "object", "properties": {"path": {"type": "string"}, "url": {"type": "string"}}},
)
MESSAGE = make_tool(
    "send_slack_dm",
    "Slack DM / Slack DM / Slack 私信",
    "DM/ダイレクトメッセージ/slack/私信",
    {"recipient": {"type": "string", "description": "an id, or `requester`"}, "text": {"type": "string"}},
)
FIVE = (STAFF, ATTENDANCE, OVERTIME, SHEET, MESSAGE)

COMPANY = (
    Department(name="営業部", names=("営業", "Sales", "销售部")),
    Department(name="開発部", names=("開発", "Engineering", "研发部")),
    Department(name="人事部", names=("人事", "HR", "人力资源部")),
    Department(name="経理部", names=("経理", "Accounting", "财务部")),
    Department(name="カスタマーサポート部", names=("CS", "Customer Support", "客服部")),
)
EVERYONE = (
    Person(id="E001", name="佐藤 健", names=("サトウ ケン", "Ken Sato"), department="営業部", slack_user_id="U0AAA001"),
    Person(id="E002", name="佐藤 美咲", names=("サトウ ミサキ", "Misaki Sato"), department="開発部"),
    Person(id="E003", name="田中 由美", names=("タナカ ユミ", "Yumi Tanaka", "田中由美"), department="営業部"),
    Person(id="E004", name="陳 偉", names=("チン ウェイ", "Wei Chen", "陈伟"), department="開発部"),
)
CATALOG = Catalog(tools=FIVE, people=EVERYONE, departments=COMPANY)


class Asking:
    """One person with one request: what the mind makes of it, and after comments."""

    def __init__(self, catalog: Catalog = CATALOG) -> None:
        self.mind = RulesMind()
        self.catalog = catalog

    def brief(self, text: str, *comments: Comment, today: date = TODAY, **rest: Any) -> Brief:
        return Brief(text=text, today=today, catalog=self.catalog, comments=comments, **rest)

    def extract(self, text: str, *comments: Comment, **rest: Any) -> Extracted | Question | Declined:
        return asyncio.run(self.mind.extract(self.brief(text, *comments, **rest)))

    def policy(self, text: str, *comments: Comment, **rest: Any) -> Policy | Question | Declined:
        return asyncio.run(self.mind.policy(self.brief(text, *comments, **rest)))

    def plan(self, text: str, *comments: Comment, **rest: Any) -> Plan | Question | Declined:
        return asyncio.run(self.mind.plan(self.brief(text, *comments, **rest)))

    def calls(self, text: str, *comments: Comment, **rest: Any) -> list[tuple[str, dict[str, Any]]]:
        """The planned calls, without what was left empty and without bound values."""
        plan = self.plan(text, *comments, **rest)
        assert isinstance(plan, Plan), plan
        return [(step["tool"], literals(step["toolInput"])) for step in plan.steps]

    def question(self, text: str, *comments: Comment, **rest: Any) -> Question:
        found, again = self.extract(text, *comments, **rest), self.policy(text, *comments, **rest)
        assert isinstance(found, Question), found
        assert found == again
        return found

    def declined(self, text: str, *comments: Comment, **rest: Any) -> Declined:
        found = self.extract(text, *comments, **rest)
        assert isinstance(found, Declined), found
        return found

    def answered(self, text: str, *answers: str, **rest: Any) -> list[tuple[str, dict[str, Any]]]:
        """Answer the questions one after the other, as `ringi answer` would."""
        comments: list[Comment] = []
        for answer in answers:
            question = self.question(text, *comments, **rest)
            comments.append(Comment(kind="answer", text=answer, question=question.text))
        return self.calls(text, *comments, **rest)


def literals(given: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in given.items()
        if value is not None and not isinstance(value, dict) and name not in ("header", "spreadsheet", "sheet")
    }


def with_tools(*tools: Tool) -> Asking:
    """Somebody whose tools are these."""
    return Asking(replace(CATALOG, tools=tools))
