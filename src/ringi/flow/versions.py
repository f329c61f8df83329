"""The next version of a policy, of a plan, or the next run of a plan: a row, its first fact, its job."""

from __future__ import annotations

from typing import Any

from ringi import clock
from ringi.flow.telling import Scene, record
from ringi.store.transaction import Tx, dumps


def new_prompt(tx: Tx, scene: Scene, version: int) -> str:
    """The next policy version, being written."""
    prompt_id = clock.ulid()
    tx.insert(
        "prompts",
        id=prompt_id,
        task_id=scene.task_id,
        version=version,
        content="",
        status="generating",
        created_at=tx.now,
    )
    scene.run_started(tx, prompt_id, "L2", record("prompts", prompt_id, "generating", version))
    tx.enqueue("policy", scene.task_id, prompt_id, {"turn": scene.turn_id})
    return prompt_id


def new_process(tx: Tx, scene: Scene, prompt_id: str, given: dict[str, Any] | None = None) -> str:
    """The next plan version, being written."""
    version = _last_plan(tx, scene.task_id) + 1
    process_id = clock.ulid()
    tx.insert(
        "processes",
        id=process_id,
        task_id=scene.task_id,
        prompt_id=prompt_id,
        version=version,
        steps="[]",
        status="generating",
        created_at=tx.now,
    )
    scene.run_started(tx, process_id, "L3", record("processes", process_id, "generating", version), prompt=prompt_id)
    tx.enqueue("plan", scene.task_id, process_id, {"turn": scene.turn_id, **(given or {})})
    return process_id


def _last_plan(tx: Tx, task_id: str) -> int:
    """The version of the newest plan; 0 when there was none yet."""
    if tx.all_of("processes", task_id) == ():
        return 0
    last = tx.one("SELECT MAX(version) AS version FROM processes WHERE task_id = ?", (task_id,), about=task_id)
    return (last["version"] if last else 0) or 0


def new_execution(tx: Tx, scene: Scene, process_id: str, results: list[dict[str, Any]]) -> str:
    """One run of an approved plan; what has already succeeded comes along and is not run again."""
    clock.after(_newest_run(tx, scene.task_id))
    execution_id = clock.ulid()
    tx.insert(
        "executions",
        id=execution_id,
        task_id=scene.task_id,
        process_id=process_id,
        status="pending",
        current_step=len(results),
        results=dumps([{**entry, "carried": True} for entry in results]),
    )
    scene.run_started(
        tx,
        execution_id,
        "L4",
        record("executions", execution_id, "pending"),
        process=process_id,
        carried=[entry["stepId"] for entry in results],
    )
    tx.enqueue("execute", scene.task_id, execution_id)
    return execution_id


def _newest_run(tx: Tx, task_id: str) -> str:
    """The greatest id of an execution; empty when there was none yet."""
    known = tx.all_of("executions", task_id)
    if known is not None:
        return max(known, default="")
    newest = tx.one("SELECT MAX(id) AS id FROM executions WHERE task_id = ?", (task_id,), about=task_id)
    return (newest["id"] if newest else None) or ""
