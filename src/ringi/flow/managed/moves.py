"""What a managed session changes in the records, as transitions: opened, heard, answered, drifted, closed."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ringi.facts.vocabulary import Phase
from ringi.flow import execution
from ringi.flow.execution import Intent, Run
from ringi.flow.intake import request_of, scene_of
from ringi.flow.letting_go import let_go
from ringi.flow.managed import metering
from ringi.flow.managed.hearing import History
from ringi.store.moves import Lost
from ringi.store.transaction import Job, Tx

_HEARD = (
    "INSERT INTO managed_events (session_id, event_id, kind, state, step_id, call_id, seen_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (session_id, event_id) DO UPDATE SET state = excluded.state,"
    " step_id = COALESCE(excluded.step_id, managed_events.step_id),"
    " call_id = COALESCE(excluded.call_id, managed_events.call_id)"
)
LONG_ENOUGH = timedelta(days=1)
_WAITED = "UPDATE managed_sessions SET waited_ms = ?, updated_at = ? WHERE id = ?"


class Standing(NamedTuple):
    """What is known of a run's session when it is taken up: after a restart, everything."""

    session_id: str
    """Empty when there is none that could be gone on with."""
    waited: float
    used: frozenset[str]
    """Sessions that this task had before and does not go back to."""
    steps: dict[str, str]
    """Which step an event was about: what was once begun for it is not begun again for another."""
    budget_cents: int
    earlier: frozenset[str]
    """Runs of this task before this one. A session of theirs that is not on record was made and never heard of."""


def standing(tx: Tx, run: Run, budget_cents: int) -> Standing:
    task_id = run.scene.task_id
    rows = tx.all("SELECT * FROM managed_sessions WHERE task_id = ?", (task_id,))
    mine = [row for row in rows if row["execution_id"] == run.execution_id]
    current = next((row for row in mine if row["state"] == "open"), None)
    runs = tx.all("SELECT id FROM executions WHERE task_id = ?", (task_id,))
    steps: dict[str, str] = {}
    if current is not None:
        heard = tx.all("SELECT event_id, step_id FROM managed_events WHERE session_id = ?", (current["id"],))
        steps = {row["event_id"]: row["step_id"] for row in heard if row["step_id"]}
    return Standing(
        session_id=current["id"] if current else "",
        waited=current["waited_ms"] / 1000 if current else 0.0,
        used=frozenset(row["id"] for row in rows if row is not current),
        steps=steps,
        budget_cents=budget_cents,
        earlier=frozenset(row["id"] for row in runs) - {run.execution_id},
    )


def tenant_of(tx: Tx, *, forget: bool = False) -> dict[str, Any]:
    """The tenant with the names of its agent and environment; with `forget` as if it had none yet."""
    if forget:
        keep_tenant(tx, agent_id=None, environment_id=None)
    tenant = tx.one("SELECT * FROM tenants WHERE id = ?", (tx.tenant_id,))
    assert tenant is not None
    return dict(tenant)


def keep_tenant(tx: Tx, **ids: str | None) -> None:
    """The tenant's agent or environment, by its name over there."""
    values: dict[str, Any] = {**ids, "updated_at": tx.now}
    tx.set("tenants", tx.tenant_id, **values)


def opened(tx: Tx, run: Run, session_id: str) -> None:
    """A session is there and has been told nothing yet: its name is kept before anything is sent to it."""
    execution.only_worker(tx, run.token)
    tx.set("executions", run.execution_id, while_="running", session_id=session_id)
    tx.insert(
        "managed_sessions",
        id=session_id,
        tenant_id=tx.tenant_id,
        task_id=run.scene.task_id,
        execution_id=run.execution_id,
        state="open",
        created_at=tx.now,
        updated_at=tx.now,
    )
    run.scene.run_status(
        tx, run.execution_id, "L4", Phase.ACTING, "running", None, executor=run.executor, managedSession=session_id
    )
    tx.audit("session.opened", "execution", run.execution_id, details={"session": session_id, "executor": run.executor})


def heard(tx: Tx, session_id: str, event: dict[str, Any], state: str, step_id: str = "", call_id: str = "") -> None:
    """What was heard in a session and what became of it, beside whatever it led to."""
    row = (session_id, event["id"], event["type"], state, step_id or None, call_id or None, tx.now)
    tx.aside(_HEARD, row)


def waited(tx: Tx, session_id: str, seconds: float) -> None:
    tx.aside(_WAITED, (int(seconds * 1000), tx.now, session_id))


def drifted(tx: Tx, run: Run, intent: Intent, session_id: str, event: dict[str, Any], how: str, named: str) -> None:
    """The session asked for something else than the next approved step: it is refused and closed, and a person is
    asked whether the approved step goes on.
    """
    execution.only_worker(tx, run.token)
    row = tx.locked("executions", run.execution_id)
    if row is None or row["status"] != "running":
        raise Lost("executions", run.execution_id, "running", row["status"] if row else None)
    heard(tx, session_id, event, "denied")
    step_id = intent.step["stepId"]
    details = {"session": session_id, "event": event["id"], "how": how, "asked": named, "step": step_id}
    tx.audit("execution.drift", "execution", run.execution_id, actor_type="agent", details=details)
    execution.ask_about_step(tx, run, None, [], intent, f"drift: {named}")
    let_go(tx, run.scene.task_id, run.execution_id, "drift")


def gone(tx: Tx, run: Run, session_id: str) -> None:
    """The session is not there any more: nothing of it can be closed, and the run takes another one."""
    tx.aside(
        "UPDATE managed_sessions SET state = 'closed', why = 'gone', updated_at = ? WHERE id = ?", (tx.now, session_id)
    )
    tx.audit("session.lost", "execution", run.execution_id, details={"session": session_id})


def done_for(tx: Tx, job: Job) -> dict[str, dict[str, Any]]:
    """What was done for which call of this session, by the event that asked for it."""
    row = tx.one("SELECT results FROM executions WHERE id = ?", (job.payload.get("execution"),))
    entries = {one["stepId"]: one for one in json.loads(row["results"])} if row else {}
    heard = tx.all("SELECT event_id, step_id FROM managed_events WHERE session_id = ?", (job.subject_id,))
    done = ((one["event_id"], entries.get(one["step_id"])) for one in heard)
    return {event_id: entry for event_id, entry in done if entry is not None and entry["status"] == "completed"}


def given_up(tx: Tx, job: Job) -> bool:
    """Whether it was tried long enough to close a session: it costs nothing while it waits, and nothing can run."""
    row = tx.one("SELECT updated_at FROM managed_sessions WHERE id = ?", (job.subject_id,))
    begun = datetime.fromisoformat(row["updated_at"]) if row else None
    return begun is None or datetime.fromisoformat(tx.now) - begun > LONG_ENOUGH


def closed(tx: Tx, job: Job, denied: list[str], history: History, usage: dict[str, Any], why: str = "") -> None:
    """The session is archived, or there is nothing left to archive; with what it cost, as far as that was told."""
    session_id, run_id = job.subject_id, str(job.payload.get("execution") or "")
    metering.tell(tx, scene_of(request_of(tx, job.task_id)), run_id, session_id, "", history, usage)
    tx.aside("UPDATE managed_sessions SET state = 'closed', updated_at = ? WHERE id = ?", (tx.now, session_id))
    details: dict[str, Any] = {"session": session_id, "why": why or job.payload.get("why", "")}
    if denied:
        details["denied"] = denied
    if usage:
        cost = usage.get("list_cost") or {}
        told = {"input_tokens": usage.get("input_tokens"), "output_tokens": usage.get("output_tokens")}
        details["usage"] = {**told, "list_cost": cost.get("amount"), "currency": cost.get("currency")}
    tx.audit("session.closed", "execution", job.payload.get("execution"), details=details)
    tx.finish(job)
