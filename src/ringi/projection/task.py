"""One task as its facts tell it. Pure and deterministic: folding a snapshot and the rest gives the same as folding all.

The state is plain JSON (it can be kept and sent). Nothing is read from prose: each change is a fact's own `record`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ringi.facts.canonical import natural
from ringi.lookalikes import lookalikes_in
from ringi.projection.answers import authors_of, quote_others
from ringi.projection.history import noted

View = dict[str, Any]
Wire = Mapping[str, Any]
TIMELINE = 500
"""How many lines of history a view keeps; older ones are read page by page."""


def new_view(task_id: str) -> View:
    return {
        "taskId": task_id,
        "sessionId": "",
        "sequence": 0,
        "createdAt": "",
        "extractedAt": "",
        "changedAt": {},
        "imported": False,
        "erased": False,
        "state": "unknown",
        "request": "unknown",
        "task": None,
        "title": "",
        "description": "",
        "priority": "",
        "taskType": "",
        "lang": "",
        "askedIn": "",
        "asBy": "",
        "text": "",
        "masked": False,
        "requester": "",
        "source": "",
        "reason": "",
        "suggestion": "",
        "paused": False,
        "ended": None,
        "answer": None,
        "answerBy": "",
        "answerOthers": [],
        "policies": [],
        "plans": [],
        "runs": [],
        "actions": [],
        "artifacts": [],
        "said": [],
        "history": [],
        "timeline": [],
    }


def fold_all(facts: Iterable[Wire], view: View | None = None) -> View:
    for fact in facts:
        view = fold(new_view(fact["threadId"]) if view is None else view, fact)
    return view if view is not None else new_view("")


def fold(view: View, fact: Wire) -> View:
    """The view after one more fact. A fact seen before changes nothing; the given view is not altered."""
    sequence = fact.get("sequence", 0)
    if sequence <= view["sequence"]:
        return view
    view = {**view, "sequence": sequence, "sessionId": fact.get("sessionId", view["sessionId"])}
    view["createdAt"] = view["createdAt"] or fact.get("timestamp", "")
    payload: Mapping[str, Any] = fact.get("payload") or {}
    for mark in ("imported", "erased"):
        if payload.get(mark) is True:
            view[mark] = True
    line = noted(view, fact, payload)
    if line is not None:
        view["history"] = [*view["history"][-(TIMELINE - 1) :], line]
    handler = _HANDLERS.get(fact["type"])
    if handler is not None:
        handler(view, fact, payload)
    moved = payload.get("record")
    if moved:
        _move(view, fact, payload, moved)
    told = {"sequence": sequence, "type": fact["type"], "at": fact.get("timestamp", ""), "phase": fact.get("phase", "")}
    for key in ("layer", "kind", "decision", "by", "tool", "stepId", "status", "error", "why"):
        if payload.get(key):
            told[key] = payload[key]
    view["timeline"] = [*view["timeline"][-(TIMELINE - 1) :], told]
    view["state"] = state_word(view)
    return view


# -- records ---------------------------------------------------------------------------------------------------------


def _move(view: View, fact: Wire, payload: Mapping[str, Any], moved: Mapping[str, Any]) -> None:
    table, status = moved["table"], moved["status"]
    if table == "requests":
        _request(view, fact, payload, status)
    elif table == "tasks":
        view["task"], view["extractedAt"] = status, view["extractedAt"] or fact.get("timestamp", "")
        view["ended"] = _ended(fact, payload) if status == "cancelled" else None
        _take(view, payload, "title", "description", "priority", "taskType", "lang")
    elif table in ("prompts", "processes"):
        _version(view, "policies" if table == "prompts" else "plans", moved, fact, payload)
        if payload.get("title"):
            view["title"], table = payload["title"], "tasks"
    elif table == "executions":
        _run(view, moved["id"], fact, payload, status)
    if table in ("requests", "tasks"):
        view["changedAt"] = {**view["changedAt"], table: fact.get("timestamp", "")}


def _request(view: View, fact: Wire, payload: Mapping[str, Any], status: str) -> None:
    view["request"] = status
    if status == "received":  # also when it is read once more: what was wrong before is not any more
        view["reason"] = ""
    _take(view, payload, "text", "masked", "requester", "reason", "suggestion")
    if status == "failed" and "error" in payload:
        view["reason"] = payload["error"]
    view["ended"] = _ended(fact, payload) if status in ("withdrawn", "removed") else None


def _take(view: View, payload: Mapping[str, Any], *keys: str) -> None:
    view.update({key: payload[key] for key in keys if key in payload})


def _ended(fact: Wire, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Who ended it before its time, when and why."""
    return {"at": fact.get("timestamp", ""), **{key: payload.get(key) or "" for key in ("by", "why", "reason")}}


def _version(view: View, part: str, moved: Mapping[str, Any], fact: Wire, payload: Mapping[str, Any]) -> None:
    begun = {"id": moved["id"], "version": moved["version"], "createdAt": fact.get("timestamp", "")}
    before = _find(view[part], moved["id"]) or begun
    after = {**before, "status": moved["status"]}
    for key in _OF_A_VERSION:
        if key in payload:
            after[key] = natural(payload[key])
    if alike := lookalikes_in({key: after[key] for key in ("content", "scope", "steps") if key in payload}):
        after["lookalikes"] = alike
    if payload.get("executor") not in (None, "direct"):
        after["executor"] = payload["executor"]
    view[part] = _put(view[part], after)


_OF_A_VERSION = (
    *("content", "steps", "changes", "digest", "tools", "people", "labels", "done", "error", "mind"),
    *("policy", "prompt", "author", "authors", "late", "form", "scope", "beyond"),
)


def _run(view: View, run_id: str, fact: Wire, payload: Mapping[str, Any], status: str) -> None:
    before = _find(view["runs"], run_id) or {"id": run_id, "plan": "", "startedAt": None, "endedAt": None, "steps": []}
    after = {**before, "status": status}
    if "process" in payload:
        after["plan"] = payload["process"]
        after["carried"] = payload.get("carried", [])
    if status == "running":
        after.pop("error", None)  # somebody has said what became of it
        after["startedAt"] = after["startedAt"] or fact["timestamp"]
    if status in ("completed", "failed", "cancelled"):
        after["endedAt"] = fact["timestamp"]
    for key in ("error", "by", "why", "reason", "stepId", "input"):
        if key in payload:
            after[key] = natural(payload[key])
    view["runs"] = _put(view["runs"], after)
    if status == "waiting":
        _asks(view, run_id, payload)


def _asks(view: View, run_id: str, payload: Mapping[str, Any]) -> None:
    """The step that a run waits with, for gates that do not say it themselves: older ones."""
    gates = [one for one in view["actions"] if (one["kind"], one["runId"], one["state"]) == ("step", run_id, "open")]
    for gate in gates[-1:]:
        told = {key: natural(payload[key]) for key in ("stepId", "input", "why") if key in payload}
        view["actions"] = _put(view["actions"], {**told, **gate})


def lookalikes_of(view: Mapping[str, Any], action_id: str) -> list[dict[str, Any]]:
    """The places of what is decided on that a reader may take for something else, with their paths."""
    gate = _find(list(view.get("actions") or ()), action_id) or {}
    part = {"prompt": "policies", "process": "plans"}.get(gate.get("kind", ""))
    subject = _find(list(view.get(part) or ()), gate["runId"]) if part else gate
    return list((subject or {}).get("lookalikes") or ())


def _find(rows: list[dict[str, Any]], row_id: str) -> dict[str, Any] | None:
    return next((row for row in reversed(rows) if row["id"] == row_id), None)


def _put(rows: list[dict[str, Any]], row: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows with this one in its place, or behind them; mostly it is one of the last."""
    for at in range(len(rows) - 1, -1, -1):
        if rows[at]["id"] == row["id"]:
            return [*rows[:at], row, *rows[at + 1 :]]
    return [*rows, row]


# -- other facts -----------------------------------------------------------------------------------------------------


def _opened(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    view["source"] = payload.get("source", "")
    view["requester"] = payload.get("requester", "")
    view["askedIn"], view["asBy"] = payload.get("lang", ""), payload.get("asBy", "")


def _required(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    action = {
        "id": fact["actionId"],
        "kind": payload.get("kind", ""),
        "digest": payload.get("digest", ""),
        "version": payload.get("version", 0),
        "state": "open",
        "openedAt": fact.get("timestamp", ""),
        "runId": fact.get("runId", ""),
    }
    for key in _OF_A_GATE:
        if key in payload:
            action[key] = natural(payload[key])
    if alike := lookalikes_in({key: action[key] for key in ("input", "question", "lines") if key in action}):
        action["lookalikes"] = alike
    view["actions"] = [*view["actions"], action]


_OF_A_GATE = (
    *("question", "choices", "layer", "topic", "route"),
    *("stepId", "input", "why", "people"),
    *("lines", "subject", "risks"),
)
"""What a gate is about: a question, a step with its real values, an action of SPECTRA."""


def _resolved(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    before = _find(view["actions"], fact["actionId"])
    if before is None or before["state"] != "open":
        return
    after = {**before, "state": payload.get("state", "unknown"), "at": fact.get("timestamp", "")}
    for key in ("by", "reason", "decision", "surface", "asBy"):
        if key in payload:
            after[key] = payload[key]
    view["actions"] = _put(view["actions"], after)
    if after.get("decision") in ("answer", "reject", "return") and after["kind"] in _SPOKEN_OF:
        kind = after["decision"]
        _say(view, fact, fact.get("turnId", "") if kind == "answer" else after["id"], kind, after)
    part = {"prompt": "policies", "process": "plans"}.get(after["kind"])
    subject = _find(view[part], before["runId"]) if part else None
    if part and subject is not None:
        said: dict[str, Any] = {key: after[key] for key in ("by", "at", "reason") if key in after}
        view[part] = _put(view[part], {**subject, **said})


_SPOKEN_OF = ("prompt", "process", "clarification")
"""Gates at which people say something that the next judgement takes in."""
_LAYERS = {"prompt": "policies", "process": "plans", "execution": "plans"}


def _say(view: View, fact: Wire, said_id: str, kind: str, of: Mapping[str, Any]) -> None:
    """What a person said on the way, and about which version."""
    layer = of.get("layer") or of.get("kind") or ""
    newest = view[_LAYERS[layer]][-1:] if layer in _LAYERS else []
    said = {
        "id": said_id,
        "kind": kind,
        "layer": layer,
        "version": newest[0]["version"] if newest else 0,
        "text": of.get("text") or of.get("reason") or "",
        "question": of.get("question", ""),
        "by": of.get("by", ""),
        "at": fact.get("timestamp", ""),
    }
    view["said"] = [*view["said"], said]


def _queue(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    if payload.get("status") == "steered":
        _say(view, fact, fact.get("turnId", ""), "steer", payload)


def _tool(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    run = _find(view["runs"], fact.get("runId", ""))
    if run is None:
        return
    call_id = fact["toolCallId"]
    steps: list[dict[str, Any]] = run["steps"]
    before = next((step for step in steps if step["callId"] == call_id), None)
    after = dict(before or {"callId": call_id, "stepId": payload.get("stepId", ""), "tool": "", "status": "running"})
    kind = fact["type"]
    if kind == "tool.started":
        after.update(tool=payload.get("tool", ""), startedAt=fact["timestamp"], key=payload.get("idempotencyKey", ""))
    elif kind == "tool.args":
        after["input"] = natural(payload.get("input"))
    else:
        after.update(status=payload.get("status", "unknown"), endedAt=fact["timestamp"])
        for key in ("preview", "sha256", "artifactId", "size", "durationMs", "waitedMs", "error", "late", "struck"):
            if key in payload:
                after[key] = payload[key]
    kept = [after if step["callId"] == call_id else step for step in steps] if before else [*steps, after]
    view["runs"] = _put(view["runs"], {**run, "steps": kept})


def _settled(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    """A person has said what became of a step whose reply was lost; or where a run is carried out was told."""
    run = _find(view["runs"], fact.get("runId", ""))
    if run is not None and payload.get("managedSession"):
        view["runs"] = _put(view["runs"], {**run, "session": payload["managedSession"]})
    status = {"done": "completed", "failed": "failed", "retry": "retry"}.get(payload.get("verdict", ""))
    if run is None or status is None:
        return
    said = {"status": status, "resolvedBy": payload.get("by", "")}
    if status != "retry":
        said["endedAt"] = fact.get("timestamp", "")
    lost = [step for step in run["steps"] if step["stepId"] == payload.get("stepId")][-1:]
    kept = [{**step, **said} if step in lost else step for step in run["steps"]]
    view["runs"] = _put(view["runs"], {**run, "steps": kept})


def _driven(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    """Whoever drives itself was started, or stopped in good order."""
    if view["source"] == "spectra":
        view["paused"] = fact["type"] == "run.finished"


def _artifact(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    shown = {key: payload.get(key) for key in ("kind", "title", "path", "size", "media_type", "step_id", "sha256")}
    made = {"runId": fact.get("runId", ""), "at": fact.get("timestamp", "")}
    view["artifacts"] = _put(view["artifacts"], {"id": fact["artifactId"], **shown, **made})


def _text(view: View, fact: Wire, payload: Mapping[str, Any]) -> None:
    text, others = payload.get("text"), payload.get("others")
    view["answer"] = quote_others(text, others) if isinstance(text, str) else text
    view["answerBy"], view["answerOthers"] = payload.get("written", ""), authors_of(others)


_HANDLERS: dict[str, Callable[[View, Wire, Mapping[str, Any]], None]] = {
    "session.opened": _opened,
    "queue.changed": _queue,
    "action.required": _required,
    "action.resolved": _resolved,
    "tool.started": _tool,
    "tool.args": _tool,
    "tool.result": _tool,
    "tool.failed": _tool,
    "run.started": _driven,
    "run.finished": _driven,
    "run.status": _settled,
    "artifact.created": _artifact,
    "text.final": _text,
}


# -- one word for a task ---------------------------------------------------------------------------------------------

_REQUEST = {"failed": "unreadable", "accepted": "received"}  # the task follows with the next fact
_RUN = {"pending": "starting", "waiting": "step_pending"}


def state_word(view: View) -> str:
    """Where a task stands, in one word that every surface translates."""
    if view["task"] is None:
        return str(_REQUEST.get(view["request"], view["request"]))
    if view["task"] == "cancelled" and (view["ended"] or {}).get("why") == "task.withdrawn":
        return "withdrawn"
    if view["task"] in ("completed", "failed", "cancelled"):
        return str(view["task"])
    if view["source"] == "spectra":
        if any(one["state"] == "open" for one in view["actions"]):
            return "action_pending"
        return "paused" if view["paused"] else "driving"
    asking = any(action["state"] == "open" and action["kind"] == "clarification" for action in view["actions"])
    if asking:
        return "asking"
    plan = view["plans"][-1] if view["plans"] else None
    policy = view["policies"][-1] if view["policies"] else None
    run = view["runs"][-1] if view["runs"] else None
    if run is not None and run["status"] in ("pending", "running", "waiting", "outcome_unknown"):
        return str(_RUN.get(run["status"], run["status"]))
    newer_policy = policy is not None and policy["status"] in ("generating", "pending_approval", "failed")
    if newer_policy and policy is not None:
        return {"generating": "policy_writing", "pending_approval": "policy_pending"}.get(
            policy["status"], "policy_failed"
        )
    if plan is not None:
        words = {"generating": "plan_writing", "pending_approval": "plan_pending", "failed": "plan_failed"}
        return words.get(plan["status"], "starting")
    # Approved, and the plan follows with the next fact.
    return "plan_writing" if policy is not None and policy["status"] == "approved" else "policy_writing"
