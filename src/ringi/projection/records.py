"""One task under the names of the records, out of the fold of its facts alone: what every surface draws it from. Pure.

`Desk.show` hands this out, so a page, a terminal, Slack and the API show what the facts say, whatever stands in the
rows. What older facts do not say is taken from the rows by `flow.older`, and only there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
View = Mapping[str, Any]
CUT_OFF = "interrupted"
"""The error of a call that a crash cut off and that runs again: it has come to nothing, like one that never began."""


def records(view: View) -> Json:
    """Every part of `Desk.show` that tells what happened."""
    task_id = str(view["taskId"])
    return {
        "request": _request(view),
        "task": _task(view),
        "prompts": [_version(view, one, content=one.get("content", "")) for one in _ordered(view["policies"])],
        "processes": [
            _version(view, one, prompt_id=one.get("prompt"), steps=one.get("steps", []))
            for one in _ordered(view["plans"])
        ],
        "executions": [_execution(view, at) for at in range(len(view["runs"]))],
        "approvals": [_approval(view, one) for one in view["actions"]],
        "decisions": [_decision(task_id, one) for one in view["actions"] if one.get("by")],
        "comments": [_comment(task_id, one) for one in view["said"]],
        "artifacts": [_artifact(task_id, one) for one in view["artifacts"]],
    }


def _request(view: View) -> Json:
    return {
        "id": view["taskId"],
        "session_id": view["sessionId"],
        "source": view["source"],
        "requester": view["requester"],
        "text": view["text"],
        "masked": view["masked"],
        "lang": view["askedIn"] or view["lang"],
        "status": view["request"],
        "reason": view["reason"] or None,
        "suggestion": view["suggestion"] or None,
        "created_at": view["createdAt"],
        "updated_at": view["changedAt"].get("requests", view["createdAt"]),
    }


def _task(view: View) -> Json | None:
    if view["task"] is None:
        return None
    return {
        "id": view["taskId"],
        "title": view["title"],
        "description": view["description"],
        "priority": view["priority"],
        "task_type": view["taskType"],
        "status": view["task"],
        "source": view["source"],
        "created_at": view["extractedAt"],
        "updated_at": view["changedAt"]["tasks"],
    }


def _ordered(versions: list[Json]) -> list[Json]:
    return sorted(versions, key=lambda one: int(one["version"]))


def _version(view: View, one: Json, **content: Any) -> Json:
    """A version of the policy or the plan, with who decided on it."""
    approved, refused = one["status"] == "approved", one["status"] == "rejected"
    return {
        "id": one["id"],
        "task_id": view["taskId"],
        "version": one["version"],
        "status": one["status"],
        **content,
        "created_at": one.get("createdAt", ""),
        "approved_by": one.get("by") if approved else None,
        "approved_at": one.get("at") if approved else None,
        "rejected_by": one.get("by") if refused else None,
        "rejection_reason": one.get("reason") if refused else None,
    }


# -- runs ------------------------------------------------------------------------------------------------------------


def _execution(view: View, at: int) -> Json:
    run = view["runs"][at]
    plan: Json = next((one for one in view["plans"] if one["id"] == run["plan"]), {})
    cancelled = run["status"] == "cancelled"
    results = _results(view, at)
    return {
        "id": run["id"],
        "task_id": view["taskId"],
        "process_id": run["plan"],
        "status": run["status"],
        "current_step": _current(run, plan.get("steps") or [], results),
        "results": results,
        "error": run.get("error"),
        "session_id": run.get("session"),
        "started_at": run["startedAt"],
        "completed_at": run["endedAt"],
        "cancelled_by": run.get("by") if cancelled else None,
        "cancelled_at": run["endedAt"] if cancelled else None,
    }


def _current(run: Json, plan: list[Json], results: list[Json]) -> int:
    """The number of the step at which a run is."""
    if run["status"] == "completed":
        return len(plan)
    orders = {step.get("stepId"): step.get("order", at) for at, step in enumerate(plan, 1)}
    last = run.get("stepId") if run["status"] == "waiting" else results[-1]["stepId"] if results else ""
    return int(orders.get(last, len(results)))


def _results(view: View, at: int) -> list[Json]:
    """The last call of each step; those that an earlier run of the plan had done come first."""
    run = view["runs"][at]
    entries: dict[str, Json] = {}
    for step_id in run.get("carried") or ():
        done = [one for earlier in view["runs"][:at] for one in earlier["steps"] if one["stepId"] == step_id]
        last = next((one for one in reversed(done) if one["status"] == "completed"), {"stepId": step_id})
        entries[step_id] = {**_entry(view, {"status": "completed", **last}), "carried": True}
    for step in run["steps"]:
        if step.get("error") == CUT_OFF:
            entries.pop(step["stepId"], None)
        else:
            entries[step["stepId"]] = _entry(view, step)
    return list(entries.values())


def _entry(view: View, step: Json) -> Json:
    """What became of a step, as the runs keep it."""
    whole, result = _answer(step)
    entry: Json = {
        "stepId": step["stepId"],
        "tool": step.get("tool", ""),
        "status": step["status"],
        "result": result,
        "duration_ms": step.get("durationMs", step.get("waitedMs")),
        "started_at": step.get("startedAt"),
        "completed_at": step.get("endedAt"),
        "toolCallId": step.get("callId", ""),
        "key": step.get("key", ""),
    }
    if not whole:
        entry["preview"] = step["preview"]
    if step.get("artifactId"):
        made: Json = next((one for one in view["artifacts"] if one["id"] == step["artifactId"]), {})
        entry |= {"artifact": step["artifactId"], "size": step.get("size"), "path": made.get("path")}
    told = {"error": "error", "sha256": "sha256", "resolved_by": "resolvedBy", "late": "late", "struck": "struck"}
    return {**entry, **{name: step[key] for name, key in told.items() if step.get(key)}}


def _answer(step: Json) -> tuple[bool, Any]:
    """Whether the fact has all that the tool answered, and what that was."""
    if "preview" not in step:
        return True, None
    if step.get("artifactId") or step.get("sha256"):
        return False, None
    try:
        return True, json.loads(step["preview"])
    except ValueError:  # a secret was taken out of it
        return False, None


# -- gates, words, files ---------------------------------------------------------------------------------------------


def _approval(view: View, action: Json) -> Json:
    run_id = action["runId"]
    return {
        "id": action["id"],
        "task_id": view["taskId"],
        "kind": action["kind"],
        "subject_id": action.get("subject") or (view["taskId"] if run_id == f"{view['taskId']}.l1" else run_id),
        "version": action["version"],
        "digest": action["digest"],
        "route": action.get("route"),
        "requester": view["requester"],
        "shown": _SHOWN[action["kind"]](view, action) if action["kind"] in _SHOWN else {},
        "state": action["state"],
        "opened_at": action["openedAt"],
        "decided_at": action.get("at"),
        "decided_by": action.get("by"),
    }


def _policy_shown(view: View, action: Json) -> Json:
    policy: Json = next((one for one in view["policies"] if one["id"] == action["runId"]), {})
    return {"changes": policy.get("changes", ""), **{key: policy[key] for key in ("scope", "authors") if key in policy}}


def _plan_shown(view: View, action: Json) -> Json:
    plan: Json = next((one for one in view["plans"] if one["id"] == action["runId"]), {})
    kept = ("form", "policy", "tools", "people", "changes", "done", "labels", "author", "authors", "late", "beyond")
    return {"executor": plan.get("executor", "direct"), **{key: plan[key] for key in kept if key in plan}}


def _step_shown(view: View, action: Json) -> Json:
    run: Json = next((one for one in view["runs"] if one["id"] == action["runId"]), {})
    plan: Json = next((one for one in view["plans"] if one["id"] == run.get("plan")), {})
    step: Json = next((one for one in plan.get("steps") or [] if one.get("stepId") == action.get("stepId")), {})
    people = {"people": action["people"]} if "people" in action else {}
    return {"step": step, "input": action.get("input", {}), "why": action.get("why", ""), **people}


def _question_shown(view: View, action: Json) -> Json:
    return {key: action[key] for key in ("question", "choices", "layer", "topic") if key in action}


def _action_shown(view: View, action: Json) -> Json:
    """One action of SPECTRA, with its two lines."""
    told = {"lines": "lines", "action": "input", "risk": "risks"}
    return {name: action[key] for name, key in told.items() if key in action}


_SHOWN = {
    "prompt": _policy_shown,
    "process": _plan_shown,
    "step": _step_shown,
    "clarification": _question_shown,
    "action": _action_shown,
    "rule": _action_shown,
}


def _decision(task_id: str, action: Json) -> Json:
    return {
        "approval_id": action["id"],
        "task_id": task_id,
        "identity": action["by"],
        "on_behalf_by": action.get("asBy"),
        "surface": action.get("surface", ""),
        "decision": action.get("decision", ""),
        "reason": action.get("reason") or None,
        "digest": action["digest"],
        "decided_at": action.get("at"),
    }


def _comment(task_id: str, said: Json) -> Json:
    return {
        "id": said["id"],
        "task_id": task_id,
        "layer": said["layer"],
        "version": said["version"],
        "kind": said["kind"],
        "text": said["text"],
        "question": said["question"] or None,
        "made_by": said["by"],
        "made_at": said["at"],
    }


def _artifact(task_id: str, made: Json) -> Json:
    run_id = made["runId"]
    return {
        "id": made["id"],
        "task_id": task_id,
        "execution_id": None if run_id == f"{task_id}.l1" else run_id,
        "step_id": made.get("step_id"),
        **{key: made.get(key) for key in ("kind", "title", "media_type", "sha256", "size", "path")},
        "created_at": made["at"],
    }
