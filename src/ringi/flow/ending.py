"""How work ends or changes course: withdraw, cancel, retry, resolve, steer. Plain transitions, each one transaction."""

from __future__ import annotations

import json
from typing import Any

from ringi.errors import Conflict, Invalid, NotFound
from ringi.facts.vocabulary import Phase
from ringi.flow import config, people, spoken
from ringi.flow.approvals import comment, comments_of, settle
from ringi.flow.driving import SOURCE
from ringi.flow.intake import l1_run, promote, request_of, scene_of, take_words
from ringi.flow.letting_go import let_go
from ringi.flow.people import Actor
from ringi.flow.telling import Scene, record
from ringi.flow.versions import new_execution, new_process, new_prompt
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

LAYERS = {"prompts": "L2", "processes": "L3"}
_APPROVED_PLAN = "SELECT shown FROM approvals WHERE kind = 'process' AND subject_id = ? AND state = 'approved'"
NO_CALL = "none"
REFUSED = "RINGI-407"
"""With which the error of a run begins that ended because a person refused one of its steps."""
UNFINISHED = ("pending", "running", "waiting", "outcome_unknown")


def latest(tx: Tx, table: str, task_id: str) -> Row | None:
    """The newest version of a task's policy or plan, or its newest execution."""
    order = "id" if table == "executions" else "version"
    return tx.one(f"SELECT * FROM {table} WHERE task_id = ? ORDER BY {order} DESC LIMIT 1", (task_id,))


def _note(tx: Tx, actor: Actor, action: str, resource: str, resource_id: str, **details: Any) -> None:
    tx.audit(action, resource, resource_id, actor_type="user", actor_id=actor.identity, details=details)


# -- ending a task ---------------------------------------------------------------------------------------------------


def withdraw(tx: Tx, actor: Actor, task_id: str, *, reason: str = "") -> dict[str, Any]:
    """取り下げ: the requester takes the request back, before anything has run."""
    request = request_of(tx, task_id)
    people.own_or_admin(actor, request)
    task = tx.locked("tasks", task_id)
    if task is not None and task["status"] == "running":
        raise Conflict("RINGI-220", id=task_id, status=task["status"])
    return _end(tx, actor, request, task, "task.withdrawn", reason)


def cancel(tx: Tx, actor: Actor, task_id: str, *, reason: str = "") -> dict[str, Any]:
    """中止: an entitled person ends it, before or during execution."""
    request = request_of(tx, task_id)
    people.own_or_decider(actor, request)
    task = tx.locked("tasks", task_id)
    return _end(tx, actor, request, task, "task.cancelled", reason)


def _end(tx: Tx, actor: Actor, request: Row, task: Row | None, action: str, reason: str) -> dict[str, Any]:
    reason = take_words(tx, reason) if reason.strip() else ""
    task_id = request["id"]
    if task is None:
        if request["status"] not in ("received", "queued", "asking", "failed"):
            raise Conflict("RINGI-221", id=task_id, status=request["status"])
        _withdraw_request(tx, actor, request, action, reason)
        _note(tx, actor, action, "task", task_id, reason=reason)
        return {"task_id": task_id, "status": "withdrawn"}
    if task["status"] not in ("extracted", "running"):
        raise Conflict("RINGI-221", id=task_id, status=task["status"])
    close_task(tx, actor, request, action, reason=reason)
    return {"task_id": task_id, "status": "cancelled"}


def _withdraw_request(tx: Tx, actor: Actor, request: Row, action: str, reason: str) -> None:
    scene = scene_of(request)
    tx.move("requests", request["id"], request["status"], "withdrawn", reason=reason or None)
    _close_approvals(tx, scene, actor, "withdraw", reason)
    if request["status"] in ("received", "asking"):
        scene.run_finished(tx, l1_run(request["id"]), "L1", Phase.CANCELLED, None)
    scene.request(tx, "withdrawn", Phase.CANCELLED, by=actor.identity, reason=reason, why=action)
    tx.drop_jobs(request["id"])
    promote(tx, request)


def close_task(tx: Tx, actor: Actor, request: Row, action: str, *, reason: str = "") -> None:
    """End a task and everything open under it. `action` is the audit action, or `max_versions`."""
    task_id = request["id"]
    scene = scene_of(request)
    _close_approvals(tx, scene, actor, "withdraw" if action == "task.withdrawn" else "cancel", reason)
    for table in ("prompts", "processes"):
        row = latest(tx, table, task_id)
        if row is not None and row["status"] in ("generating", "pending_approval", "failed"):
            tx.move(table, row["id"], row["status"], "cancelled")
            moved = record(table, row["id"], "cancelled", row["version"])
            if row["status"] == "failed":
                scene.plan_moved(tx, row["id"], "policy" if table == "prompts" else "process", moved, Phase.CANCELLED)
            else:
                scene.run_finished(tx, row["id"], LAYERS[table], Phase.CANCELLED, moved)
    execution = latest(tx, "executions", task_id)
    if execution is not None and execution["status"] in UNFINISHED:
        cancel_execution(tx, scene, execution, actor, reason)
    task = tx.locked("tasks", task_id)
    assert task is not None
    tx.move("tasks", task_id, task["status"], "cancelled")
    tx.wake(task_id)
    scene.task(tx, "cancelled", Phase.CANCELLED, by=actor.identity, reason=reason, why=action)
    noted = "task.withdrawn" if action == "task.withdrawn" else "task.cancelled"
    _note(tx, actor, noted, "task", task_id, reason=reason, why=action)
    tx.drop_jobs(task_id)
    promote(tx, request)


def _close_approvals(tx: Tx, scene: Scene, actor: Actor, decision: str, reason: str) -> None:
    for approval in tx.all("SELECT * FROM approvals WHERE task_id = ? AND state = 'open'", (scene.task_id,)):
        run_id = approval["subject_id"]
        if run_id == scene.task_id:
            run_id = l1_run(scene.task_id)
        settle(tx, scene, approval, run_id, "withdrawn", decision, actor, reason)


def cancel_execution(tx: Tx, scene: Scene, execution: Row, actor: Actor, reason: str, why: str = "cancel") -> None:
    """Stop a run. What was in flight is marked: a read is dropped, a write that had left may have happened."""
    results = json.loads(execution["results"])
    for entry in results:
        if entry["status"] == "running":
            entry["status"] = "cancelled" if entry.get("repeatable") else "outcome_unknown"
            entry["completed_at"] = tx.now
            scene.tool_ended(tx, execution["id"], entry["toolCallId"], entry, Phase.CANCELLED)
    tx.move(
        "executions",
        execution["id"],
        execution["status"],
        "cancelled",
        results=dumps(results),
        cancelled_by=actor.identity,
        cancelled_at=tx.now,
        completed_at=tx.now,
    )
    let_go(tx, execution["task_id"], execution["id"], why)
    moved = record("executions", execution["id"], "cancelled")
    scene.run_finished(tx, execution["id"], "L4", Phase.CANCELLED, moved, by=actor.identity, reason=reason, why=why)
    _note(tx, actor, "execution.cancelled", "execution", execution["id"], reason=reason, why=why)


def fail_execution(tx: Tx, scene: Scene, execution_id: str, from_: str, error: str, **values: Any) -> None:
    """The run failed, and the task with it; retry goes on from the failed step."""
    tx.move("executions", execution_id, from_, "failed", error=error, completed_at=tx.now, **values)
    let_go(tx, scene.task_id, execution_id, "failed")
    scene.run_failed(tx, execution_id, "L4", record("executions", execution_id, "failed"), error=error, retryable=True)
    tx.move("tasks", scene.task_id, "running", "failed")
    scene.task(tx, "failed", Phase.FAILED, error=error)
    tx.audit("execution.failed", "execution", execution_id, details={"error": error})
    promote(tx, request_of(tx, scene.task_id))


# -- going on --------------------------------------------------------------------------------------------------------


def retry(tx: Tx, actor: Actor, task_id: str, *, of: str = "") -> dict[str, Any]:
    """Try again what failed: the reading, the policy, the plan, or the execution from its failed step.

    `of` is what was shown as failed (for the reading the task): what failed after it is not meant.
    """
    request = request_of(tx, task_id)
    people.own_or_decider(actor, request)
    scene = scene_of(request)
    if request["status"] == "failed":
        _as_shown(of, task_id)
        tx.move("requests", task_id, "failed", "received", reason=None)
        scene.request(tx, "received", Phase.SUBMITTED, by=actor.identity)
        scene.run_started(tx, l1_run(task_id), "L1", None)
        _note(tx, actor, "request.retried", "task", task_id)
        tx.enqueue("extract", task_id, task_id)
        return {"task_id": task_id, "status": "received", "next": "extract"}
    for table, kind, layer in (("processes", "plan", "L3"), ("prompts", "policy", "L2")):
        row = latest(tx, table, task_id)
        if row is not None and row["status"] == "failed":
            _as_shown(of, row["id"])
            tx.move(table, row["id"], "failed", "generating")
            moved = record(table, row["id"], "generating", row["version"])
            scene.run_started(tx, row["id"], layer, moved, by=actor.identity)
            resource = "prompt" if table == "prompts" else "process"
            _note(tx, actor, f"{resource}.retried", resource, row["id"], version=row["version"])
            tx.enqueue(kind, task_id, row["id"])
            return {"task_id": task_id, "status": "generating", "next": kind}
    execution = latest(tx, "executions", task_id)
    if execution is None or execution["status"] != "failed":
        raise Conflict("RINGI-222", id=task_id)
    _as_shown(of, execution["id"])
    if str(execution["error"] or "").startswith(REFUSED):
        people.a_person(actor)  # what a person has said no to, no agent brings before them again and again
    tx.move("tasks", task_id, "failed", "running")
    scene.task(tx, "running", Phase.ACTING, by=actor.identity)
    done = [entry for entry in json.loads(execution["results"]) if entry["status"] == "completed"]
    execution_id = new_execution(tx, scene, execution["process_id"], done)
    _note(tx, actor, "execution.retried", "execution", execution_id, of=execution["id"], carried=len(done))
    return {"task_id": task_id, "status": "running", "next": "execute", "execution_id": execution_id}


def _as_shown(of: str, failed: str) -> None:
    if of and of != failed:
        raise Conflict("RINGI-238", id=of)


def lost_call(results: list[dict[str, Any]]) -> str:
    """Which call of a run's steps nobody knows the outcome of, as surfaces name it; `NO_CALL` when it is none."""
    entry = next((one for one in results if one["status"] == "outcome_unknown"), {})
    return str(entry.get("toolCallId") or NO_CALL)


def resolve(
    tx: Tx, actor: Actor, execution_id: str, verdict: str, *, note: str = "", call_id: str = ""
) -> dict[str, Any]:
    """A person says what really happened to a step whose reply was lost.

    `call_id` is the call they were shown: a later attempt of the same step is not what they looked for.
    """
    if verdict not in ("done", "failed", "retry"):
        raise Invalid("RINGI-223", verdict=verdict[:32])
    execution = tx.locked("executions", execution_id)
    if execution is None:
        raise NotFound("RINGI-104", id=execution_id[:64])
    request = request_of(tx, execution["task_id"])
    people.decider(actor)
    if execution["status"] != "outcome_unknown":
        raise Conflict("RINGI-224", id=execution_id, status=execution["status"])
    results = json.loads(execution["results"])
    if call_id and call_id != lost_call(results):
        raise Conflict("RINGI-237", id=execution_id)
    if not config.read(tx)["self_approval"]:
        # To say that a write happened, or to let it go out again, is a decision like the one on the plan; and after
        # "it failed" whoever asked may have it tried again.
        plan = tx.one(_APPROVED_PLAN, (execution["process_id"],))
        people.not_their_own(actor, request, json.loads(plan["shown"]) if plan else {})
    entry = next((one for one in results if one["status"] == "outcome_unknown"), None)
    if entry is None:
        # An imported run has no steps to go on from; one whose answer came late after all has.
        if verdict != "failed" and not results:
            raise Conflict("RINGI-225", id=execution_id)
    elif verdict == "done":
        entry.update(status="completed", result=None, resolved_by=actor.identity, completed_at=tx.now)
    elif verdict == "failed":
        entry.update(status="failed", resolved_by=actor.identity, completed_at=tx.now)
    else:
        # Another attempt: what was allowed for the one before does not count for it.
        entry.update(status="retry", attempt=entry.get("attempt", 1) + 1, resolved_by=actor.identity)
    scene = scene_of(request)
    note = take_words(tx, note) if note.strip() else ""
    stopped_at = entry["stepId"] if entry else None
    _note(tx, actor, "execution.resolved", "execution", execution_id, verdict=verdict, step=stopped_at, note=note)
    said = {"verdict": verdict, "by": actor.identity, "stepId": entry["stepId"] if entry else ""}
    said |= {"note": note} if note else {}
    if verdict == "failed":
        tx.set("executions", execution_id, results=dumps(results))
        scene.run_status(tx, execution_id, "L4", Phase.ACTING, "resolved", None, **said)
        fail_execution(tx, scene, execution_id, "outcome_unknown", f"RINGI-408: {actor.name}")
        return {"execution_id": execution_id, "task_id": request["id"], "status": "failed"}
    tx.move("executions", execution_id, "outcome_unknown", "running", results=dumps(results), error=None)
    scene.run_status(
        tx, execution_id, "L4", Phase.ACTING, "running", record("executions", execution_id, "running"), **said
    )
    tx.enqueue("execute", request["id"], execution_id)
    return {"execution_id": execution_id, "task_id": request["id"], "status": "running"}


# -- changing course -------------------------------------------------------------------------------------------------


def steer(tx: Tx, actor: Actor, task_id: str, text: str) -> dict[str, Any]:
    """A comment on the active task: at a gate a new version takes it in; during a run the rest comes back as a plan."""
    request = request_of(tx, task_id)
    if request["source"] == SOURCE:
        return spoken.say(tx, actor, task_id, text)
    text = take_words(tx, text, limit=3_000)
    people.own_or_decider(actor, request)
    task = tx.locked("tasks", task_id)
    if task is None or task["status"] not in ("extracted", "running"):
        raise Conflict("RINGI-226", id=task_id, status=task["status"] if task else request["status"])
    process = latest(tx, "processes", task_id)
    prompt = latest(tx, "prompts", task_id)
    execution = latest(tx, "executions", task_id)
    limit = config.read(tx)["max_versions"]
    if execution is not None and execution["status"] in UNFINISHED:
        assert process is not None
        if process["status"] == "generating":
            raise Conflict("RINGI-227", id=task_id)
        return _steer_execution(tx, actor, request, execution, process, text, limit)
    in_plan = process is not None and prompt is not None and process["prompt_id"] == prompt["id"]
    table, row, layer = ("processes", process, "process") if in_plan else ("prompts", prompt, "prompt")
    if row is None:  # an agent that drives itself has neither, and is spoken to where it runs
        raise Conflict("RINGI-226", id=task_id, status=task["status"])
    if row["status"] not in ("generating", "pending_approval", "failed"):
        raise Conflict("RINGI-226", id=task_id, status=row["status"])
    if row["version"] >= limit:
        raise Conflict("RINGI-228", limit=limit)
    turn = comment(tx, actor, task_id, layer, row["version"], "steer", text)
    _note(tx, actor, "task.steered", "task", task_id, layer=layer, version=row["version"])
    scene = scene_of(request, turn)
    scene.steered(tx, text, actor.identity, layer)
    _close_approvals(tx, scene, actor, "withdraw", text)
    tx.move(table, row["id"], row["status"], "cancelled")
    moved = record(table, row["id"], "cancelled", row["version"])
    if row["status"] == "failed":
        scene.plan_moved(tx, row["id"], "policy" if table == "prompts" else "process", moved, Phase.CANCELLED)
    else:
        scene.run_finished(tx, row["id"], LAYERS[table], Phase.CANCELLED, moved, why="steered")
    tx.drop_jobs(task_id)
    if table == "prompts":
        new_prompt(tx, scene, row["version"] + 1)
    else:
        new_process(tx, scene, row["prompt_id"])
    return {"task_id": task_id, "status": "steered", "layer": layer, "version": row["version"] + 1}


def _steer_execution(
    tx: Tx, actor: Actor, request: Row, execution: Row, process: Row, text: str, limit: int
) -> dict[str, Any]:
    if process["version"] >= limit:
        raise Conflict("RINGI-228", limit=limit)
    turn = comment(tx, actor, request["id"], "execution", process["version"], "steer", text)
    _note(tx, actor, "task.steered", "task", request["id"], layer="execution", version=process["version"])
    scene = scene_of(request, turn)
    scene.steered(tx, text, actor.identity, "execution")
    if execution["status"] in ("waiting", "pending"):
        # Nothing is in flight: stop at once.
        stop_for_steer(tx, scene, execution, actor, text)
        tx.drop_jobs(request["id"])
        new_process(tx, scene, process["prompt_id"])
    elif execution["status"] == "outcome_unknown":
        raise Conflict("RINGI-229", id=execution["id"])
    # A running step finishes first; the runner sees the comment before it starts the next one.
    return {"task_id": request["id"], "status": "steered", "layer": "execution"}


def stop_for_steer(tx: Tx, scene: Scene, execution: Row, actor: Actor, text: str) -> None:
    _close_approvals(tx, scene, actor, "withdraw", "")
    cancel_execution(tx, scene, execution, actor, text, why="steered")


def pending_steer(tx: Tx, task_id: str, process_version: int) -> Row | None:
    """A steer made during this plan's run that no newer plan has taken in yet."""
    for row in comments_of(tx, task_id):
        if row["kind"] == "steer" and row["layer"] == "execution" and row["version"] == process_version:
            return row
    return None


def carried(tx: Tx, process: Row) -> list[dict[str, Any]]:
    """What earlier runs of this task have already done: only when this plan takes over after a steer."""
    execution = latest(tx, "executions", process["task_id"]) if process["version"] > 1 else None
    if execution is None or execution["status"] != "cancelled":
        return []
    kept = {step["stepId"]: step for step in json.loads(process["steps"])}
    return [
        entry
        for entry in json.loads(execution["results"])
        if entry["status"] == "completed" and entry["stepId"] in kept
    ]
