"""Policy as its owner told it: risk, sandbox, mode per teammate, approvals and their source, retention, waivers.

A secret is never here, only where it is kept.
"""

from __future__ import annotations

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
    said = [row["reasoning"] for row in state["permissions"].values() if "reasoning" in row]
    said += [value for name, value in state["team"]["policy"].items() if name == "reasoning"]
    words = [one if isinstance(one, bool) else word(one) in ("allowed", "visible", "shown", "full") for one in said]
    return bool(words) and all(words)
