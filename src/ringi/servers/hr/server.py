"""The `hr` MCP server: people, attendance and overtime of the sample company. Only reads; `build` makes it.

Argument checks and figures come from `reports`; the contract with an agent is in `tools`.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from mcp.server import MCPServer

from ringi.servers.hr import reports
from ringi.servers.hr.company import DEPARTMENTS, EMPLOYEES
from ringi.servers.hr.ledger import Ledger
from ringi.servers.hr.tools import Source, build_from, listed_people


def build(today: date | None = None) -> MCPServer:
    """The server as of `today`; without one, of the day on which each call is made."""

    def ledger() -> Ledger:
        return Ledger(today or date.today())

    def overtime(*, threshold_hours: float | None = None, **asked: Any) -> Any:
        return reports.calculate_overtime(reports.ask(ledger(), **asked), threshold_hours)

    return build_from(
        Source(
            name="hr",
            title="HR (sample company)",
            instructions="People, attendance and overtime of a sample company, for the last 24 months. Read-only.",
            employees=lambda **asked: reports.list_employees(ledger(), **asked),
            attendance=lambda **asked: reports.list_attendance(reports.ask(ledger(), **asked)),
            overtime=overtime,
            people=lambda: _people(ledger()),
            departments=_departments,
            known_departments=tuple(one.name for one in DEPARTMENTS),
        )
    )


def _people(ledger: Ledger) -> str:
    return listed_people(
        [
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
    )


def _departments() -> str:
    return json.dumps([{"name": one.name, "names": list(one.names)} for one in DEPARTMENTS], ensure_ascii=False)
