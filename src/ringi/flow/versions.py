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
    last = tx.one(
        "SELECT MAX(version) AS version FROM processes WHERE task_id = ?", (scene.task_id,), about=scene.task_id
    )
    version = ((last["version"] if last else 0) or 0) + 1
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
    scene.run_started(tx, process_id, "L3", record("processes", process_id, "generating", version))
    tx.enqueue("plan", scene.task_id, process_id, {"turn": scene.turn_id, **(given or {})})
    return process_id


def new_execution(tx: Tx, scene: Scene, process_id: str, results: list[dict[str, Any]]) -> str:
    """One run of an approved plan; what has already succeeded comes along and is not run again."""
    newest = tx.one("SELECT MAX(id) AS id FROM executions WHERE task_id = ?", (scene.task_id,), about=scene.task_id)
    clock.after((newest["id"] if newest else None) or "")
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
