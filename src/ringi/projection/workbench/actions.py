"""Questions to people. One is settled only by its owner's `action.resolved`; all else is noted, no more.

A question whose run was stopped is `stale`: nobody waits for the answer, and still only its owner settles it.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import HitlType, MessagePart
from ringi.projection.workbench import lineage, parts, process, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import DECISIONS, HITL_ALIASES
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

PENDING = frozenset({"open", "submitted"})
UNSETTLED = PENDING | {"stale"}
_NOBODY = frozenset({"ui_projection", "model", "diagnostics"})
"""Owners whose word settles nothing: a screen, a model's text, a log."""
_PLANS = (HitlType.PLAN_DECISION, HitlType.TEAMMATE_PLAN_DECISION)
_SUBSTANCE = ("title", "explanation", "scope", "input", "plan", "toolName")
_OF_ANOTHER = ("digest", "risk")
"""What was said of one thing and does not hold for another that is asked under the same name."""
_KINDS = {"prompt": "plan_decision", "process": "plan_decision", "step": "tool_approval"}


def pending(action: Json) -> bool:
    return action.get("state") in PENDING


def required(d: Draft, told: Told) -> None:
    action_id = told.id("actionId")
    if not action_id:
        note(d, told, "fact_without_id", field="actionId")
        return
    before: Json | None = d.state["actions"].get(action_id)
    if before is not None and before["state"] not in PENDING and told.late:
        return  # the question came after its answer: it has been settled
    row = _asked(d, told, action_id, before)
    if told.late and any(run["id"] == row.get("runId") and stopped(run) for run in d.state["runs"]):
        row["state"] = "stale"
    d.put("actions", action_id, row, windows.ACTIONS, pending)
    _doing(d, action_id, row.get("runId", ""), pending(row))
    parts.add(d, told, MessagePart.ACTION_REQUIRED, f"action:{action_id}")


def _asked(d: Draft, told: Told, action_id: str, before: Json | None) -> Json:
    kind = word(told.say("actionType", "type", "requestType", "kind"))
    given = told.get("input", "safeInput", "toolInput", "args", "arguments")
    said = HITL_ALIASES.get(kind) or _KINDS.get(kind) or HITL_ALIASES.get(word(told.say("kind"))) or "unknown"
    agent_id = told.id("agentId")
    row: Json = {
        "id": action_id,
        **told.ids,
        "type": said,
        "kind": told.say("kind") or kind,
        "title": told.say("title", "label"),
        "explanation": told.say("explanation", "question", "description", "message", "prompt", "reason"),
        "risk": told.say("risk", "severity", "riskLevel"),
        "scope": told.get("scope", "policyScope"),
        "input": _names_only(given) if said == HitlType.CREDENTIAL_REQUEST else given,
        "choices": told.rows("choices", "options", "responses", "availableResponses", "decisionKind"),
        "schema": told.get("schema", "inputSchema", "responseSchema"),
        "version": told.get("version"),
        "digest": told.say("digest"),
        "route": told.get("route", "parentRouting"),
        "respondTo": _respond_to(told, agent_id),
        "state": "submitted" if word(told.say("state")) == "submitted" and before is not None else "open",
        "openedAt": before["openedAt"] if before is not None and pending(before) else told.at,
        "sequence": told.sequence,
    }
    steps = _steps(told) if said in _PLANS else []
    if steps:
        row["plan"] = steps
    for ours, theirs in (
        ("toolName", ("toolName", "tool")),
        ("expiresAt", ("expiresAt", "deadline")),
        ("secretRef", ("secretRef",)),
    ):
        if told.say(*theirs):
            row[ours] = told.say(*theirs)
    difference = told.get("diff", "difference", "diffPreview")
    if isinstance(difference, str) and difference.strip():
        row["diff"] = difference[: windows.BODY]
    team = d.state["team"]
    held_by = team["owner"] or team.get("coordinator", "")
    if agent_id:
        row["agentName"] = lineage.name_of(d, told)
    elif held_by:  # as it was then: a later handoff changes nothing of who asked
        row["heldBy"] = held_by
    source = told.say("delegatedFrom", "requestingAgent", "requestingTeammate", "requestedBy")
    if source or said in (HitlType.DELEGATED_PERMISSION, HitlType.TEAMMATE_PLAN_DECISION):
        row["delegatedFrom"] = source or agent_id
    if row["type"] == HitlType.TOOL_APPROVAL and "toolCallId" not in row:
        row["toolCall"] = "unavailable"
    if before is not None and pending(before):  # asked again: what is not said anew still stands
        gone = _OF_ANOTHER if any(row.get(one) and row[one] != before.get(one) for one in _SUBSTANCE) else ()
        row |= {
            name: value for name, value in before.items() if row.get(name) in (None, "", [], {}) and name not in gone
        }
    elif before is not None:
        told_before = {name: before[name] for name in ("state", "by", "resolvedAt", "reason") if name in before}
        row["earlier"] = [*before.get("earlier", [])[-windows.ATTEMPTS :], told_before]
    return row


def _steps(told: Told) -> list[Json]:
    """What is to be decided on, step by step, where the question brings it along."""
    plan = told.body("plan")
    listed = plan.get("steps") if plan else None
    given = listed if isinstance(listed, list) else told.rows("plan", "steps")
    return [process.step(one) for one in given[: windows.TIMELINE]]


def _respond_to(told: Told, agent_id: str) -> Json:
    """Where the answer goes: to the teammate that asks, not to the conversation it works for."""
    if agent_id:
        found = {"agentId": agent_id}
        for name in ("threadId", "taskId", "parentThreadId"):
            if name in told.ids:
                found[name] = told.ids[name]
        return found
    return {name: told.ids[name] for name in ("runId", "turnId") if name in told.ids}


def _names_only(given: Any) -> Any:
    """What is asked for, never a value of it."""
    if isinstance(given, dict):
        return dict.fromkeys(given, "")
    return None


def resolved(d: Draft, told: Told) -> None:
    action_id = told.id("actionId")
    before: Json | None = d.state["actions"].get(action_id) if action_id else None
    wrong = _refused(told, before) if action_id else "fact_without_id"
    if wrong or before is None:
        note(d, told, wrong or "action_unknown")
        return
    decision = told.say("state", "decision", "status", "outcome", "resolution")
    row: Json = {
        **before,
        "state": DECISIONS.get(word(decision), "unknown"),
        "resolvedAt": told.at,
        "audit": {"sequence": told.sequence, "at": told.at, "decision": decision, "surface": told.say("surface")},
    }
    if row["state"] == "unknown" and told.get("approved") in (True, False):
        row["state"] = "approved" if told.get("approved") else "rejected"
    for ours, theirs in (
        ("by", ("by", "decidedBy", "resolvedBy", "actor")),
        ("reason", ("reason", "comment", "why")),
        ("asBy", ("asBy",)),
        ("answer", ("answer",)),
        ("grantedUntil", ("grantedUntil", "validUntil", "until", "expiresAt")),
    ):
        if told.say(*theirs):
            row[ours] = told.say(*theirs)[: windows.PREVIEW]
            row["audit"][ours] = row[ours]
    for name in ("evidenceId", "replayRef"):
        if name in told.ids:
            row["audit"][name] = told.ids[name]
    row.pop("attempt", None)
    d.put("actions", action_id, row, windows.ACTIONS, pending)
    _doing(d, action_id, "", False)
    known = parts.find(d, f"action:{action_id}")
    if known is not None:
        parts.add(d, told, MessagePart.ACTION_REQUIRED, f"action:{action_id}", open=False, ref=known["ref"])


def _refused(told: Told, before: Json | None) -> str:
    """Why this resolution does not count, or nothing."""
    if told.owner in _NOBODY:
        return "action_not_confirmed"
    if before is None:
        return "action_unknown"
    if before["state"] not in UNSETTLED:
        return "action_resolved_twice"
    expires = before.get("expiresAt", "")
    late = parts.seconds(expires, told.at) if expires and told.at else None
    decided = DECISIONS.get(word(told.say("state", "decision", "status", "outcome", "resolution")))
    if late is not None and late > 0 and decided not in ("expired", "withdrawn"):
        return "action_expired"
    for name in ("version", "digest"):
        given, asked = told.get(name), before[name]
        if (
            given not in (None, "")
            and asked not in (None, "")
            and text_in({"v": given}, "v") != text_in({"v": asked}, "v")
        ):
            return "action_stale"
    return ""


def stopped(run: Json) -> bool:
    """It was stopped or broke off, and cannot be gone on with. One that ended well, or that paused, may have ended with
    its question: that one still waits for the answer.
    """
    return run["status"] in ("cancelled", "failed") and not run.get("resumable")


def run_ended(d: Draft, run: Json) -> None:
    """The questions of a run that was stopped: nobody waits for their answers any more."""
    mine = [key for key, owner in d.state["doing"]["actions"].items() if owner == run["id"]]
    if not mine or not stopped(run):
        return
    rows = d.table("actions")
    for key in mine:
        if key in rows:
            rows[key] = {**rows[key], "state": "stale"}
        _doing(d, key, "", False)


def _doing(d: Draft, action_id: str, run_id: str, going: bool) -> None:
    doing = d.state["doing"]
    if going == (action_id in doing["actions"]):
        return
    kept = {key: mine for key, mine in doing["actions"].items() if key != action_id}
    if going:
        kept[action_id] = run_id
    d.state["doing"] = {**doing, "actions": kept}
