"""What an open approval is about, whole and as data: for programs, which draw their own cards. Pure.

AG-UI sends it with every interrupt and MCP's `status` answers with it; people's surfaces draw the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.projection.asked import KINDS

JsonObject = dict[str, Any]


def decided_on(shown: Mapping[str, Any], approval: Mapping[str, Any]) -> JsonObject:
    """The policy's text and what it will write, the plan's steps with the people they reach, what will be asked about
    and what the policy does not name, the step with its real values, or the action.

    Args:
        shown: the task under the names of its records, as the desk shows it.
        approval: one of its approvals.
    """
    told = approval.get("shown") or {}
    if approval["kind"] == "step":
        return {name: told.get(name) for name in ("step", "input", "why")}
    if approval["kind"] in KINDS:
        return {name: told.get(name) for name in ("lines", "action", "risk")}
    table, part = ("prompts", "content") if approval["kind"] == "prompt" else ("processes", "steps")
    rows: list[JsonObject] = shown.get(table) or []
    subject = next((one for one in rows if one["id"] == approval["subject_id"]), {})
    bound = {name: told[name] for name in ("people", "scope", "late", "beyond") if told.get(name)}
    return {part: subject.get(part), **bound, "changes": told.get("changes") or ""}
