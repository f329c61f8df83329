"""Policy as its owner told it: risk, sandbox, mode per teammate, approvals and their source, retention, waivers.

A secret is never here, only where it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.told import Told, word

Json = dict[str, Any]

_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("risk", ("risk", "riskLevel")),
    ("sandbox", ("sandbox", "sandboxMode", "accessMode")),
    ("mode", ("mode", "permissionMode")),
    ("approval", ("approval", "approvalState", "status", "state")),
    ("delegatedFrom", ("delegatedFrom",)),
    ("retention", ("retention",)),
    ("waiver", ("waiver",)),
    ("secretRef", ("secretRef",)),
    ("scope", ("scope", "policyScope")),
    ("tool", ("tool", "toolName")),
    ("reason", ("reason",)),
    ("until", ("until", "expiresAt", "validUntil")),
    ("budget", ("budget",)),
    ("controls", ("controls",)),
    ("reasoning", ("reasoning", "reasoningDetail", "reasoningVisible")),
    ("memoryWrites", ("memoryWrites", "memoryWritesVisible")),
    ("escalation", ("escalation", "escalationRequest")),
)


def changed(d: Draft, told: Told) -> None:
    key = told.say("key", "permissionId", "policyId") or told.id("agentId") or told.id("toolCallId")
    key = key or told.say("tool", "toolName") or told.id("actionId") or "session"
    before: Json = d.state["permissions"].get(key) or {"key": key}
    row: Json = {**before, **told.ids, "at": told.at, "sequence": told.sequence}
    for ours, theirs in _FIELDS:
        value = told.get(*theirs)
        if value is not None:
            row[ours] = value
    d.put("permissions", key, row, windows.PERMISSIONS)


def reasoning_allowed(state: State) -> bool:
    """Whether policy lets reasoning be shown in detail: somebody has said so, and nobody has said no."""
    return _allowed(state, "reasoning")


def _allowed(state: Mapping[str, Any], name: str) -> bool:
    said = [row[name] for row in state["permissions"].values() if name in row]
    said += [value for key, value in state["team"]["policy"].items() if key == name]
    words = [one if isinstance(one, bool) else word(one) in _YES for one in said]
    return bool(words) and all(words)


_YES = ("allowed", "visible", "shown", "full", "required")


def memory_writes(state: Mapping[str, Any]) -> list[Json]:
    """What was remembered and is to be shown: where a policy that people see asks for it, or the write itself does;
    never one that says it is not to be seen.
    """
    rows: list[Json] = (state.get("context") or {}).get("memoryWrites") or []
    asked = bool(rows) and _allowed(state, "memoryWrites")
    return [row for row in rows if row.get("visible", row.get("userVisible", asked)) is True]
