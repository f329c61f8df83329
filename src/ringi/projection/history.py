"""Who did what and when, one line for every fact that a person would put into a history. Pure; part of `task.fold`.

The words are those of the audit log, which is written in the same transactions and checked against the facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Payload = Mapping[str, Any]
Line = dict[str, Any]
_DECIDED = {"approve": "approved", "reject": "rejected", "return": "rejected"}
_RESOURCES = {"prompts": "prompt", "processes": "process"}
_REQUEST = {"declined": "request.declined", "withdrawn": "task.withdrawn", "received": "request.retried"}
_KEPT = ("by", "asBy", "version", "tool", "digest", "reason", "note", "error", "verdict")


def noted(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Line | None:
    """The line that this fact adds; None for most of them. `view` is how the task stood before it."""
    teller = _TELLERS.get(fact["type"])
    told = teller(view, fact, payload) if teller else None
    if told is None:
        return None
    action, more = told
    line: Line = {"at": fact.get("timestamp", ""), "action": action}
    given = {**payload, **more}
    return {**line, **{key: given[key] for key in _KEPT if given.get(key)}}


Told = tuple[str, Payload] | None


def _moved(payload: Payload) -> tuple[str, str]:
    record = payload.get("record") or {}
    return str(record.get("table", "")), str(record.get("status", ""))


def _task(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    table, status = _moved(payload)
    by = bool(payload.get("by"))
    if table == "requests":
        word = _REQUEST.get(status)
        if word and status == "withdrawn":
            word = str(payload.get("why") or word)
        return (word, {}) if word and (by or status == "declined") else None
    if status == "extracted":
        return "task.created", {"asBy": view["asBy"]}
    if status == "cancelled":
        return "task.withdrawn" if payload.get("why") == "task.withdrawn" else "task.cancelled", {}
    return ("execution.retried", {}) if status == "running" and by else None


def _queue(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    if payload.get("edited_by"):
        return "request.edited", {"by": payload["edited_by"]}
    word = {"removed": "request.removed", "steered": "task.steered"}.get(str(payload.get("status")))
    return (word, {"reason": payload.get("text", "")}) if word else None


def _resolved(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    if payload.get("kind") in ("action", "rule"):  # SPECTRA's gate
        return f"action.{payload.get('state')}", {}
    word = _DECIDED.get(str(payload.get("decision")))
    return (f"{payload.get('kind')}.{word}", {}) if word else None


def _begun(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    table, _ = _moved(payload)
    if table not in _RESOURCES or not payload.get("by"):
        return None
    return f"{_RESOURCES[table]}.retried", {"version": payload["record"].get("version")}


def _status(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    if payload.get("verdict"):
        return "execution.resolved", {}
    if payload.get("managedSession"):
        return "session.opened", {}
    table, status = _moved(payload)
    run: Payload = next((one for one in view["runs"] if one["id"] == fact.get("runId")), {})
    if table != "executions":
        return None
    if status == "running" and not run.get("startedAt"):
        plan: Payload = next((one for one in view["plans"] if one["id"] == run.get("plan")), {})
        return "execution.started", {"digest": plan.get("digest")}
    if status == "waiting" and str(payload.get("why") or "").startswith("drift"):
        return "execution.drift", {"reason": payload["why"].partition(":")[2].strip()}
    return ("execution.outcome_unknown", {}) if status == "outcome_unknown" else None


def _failed(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    table, _ = _moved(payload)
    if table in _RESOURCES:
        return f"{_RESOURCES[table]}.failed", {"version": payload["record"].get("version")}
    return ("execution.failed", {}) if table == "executions" else None


def _finished(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    table, status = _moved(payload)
    return (f"execution.{status}", {}) if table == "executions" and status in ("completed", "cancelled") else None


def _called(view: Mapping[str, Any], fact: Mapping[str, Any], payload: Payload) -> Told:
    """A call that came to its end; one that was cut off has none."""
    return ("tool.called", {}) if "durationMs" in payload else None


_TELLERS = {
    "task.changed": _task,
    "queue.changed": _queue,
    "action.resolved": _resolved,
    "run.started": _begun,
    "run.status": _status,
    "run.failed": _failed,
    "run.finished": _finished,
    "tool.result": _called,
    "tool.failed": _called,
}
