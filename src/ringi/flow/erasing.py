"""Erasing what an ended task said: personal data has a right to be forgotten, the chain has a duty to stay whole.

The payloads and the texts go; headers, hashes and who decided what stay, so the thread still verifies.
"""

from __future__ import annotations

import json
from typing import Any

from ringi.errors import Conflict, Refused
from ringi.flow import foreign, snapshots
from ringi.flow.intake import request_of
from ringi.flow.people import Actor
from ringi.store.transaction import Tx, dumps

_SAID = frozenset({"reason", "note", "error", "text"})
"""Keys of an audit entry under which people's or tools' own words stand."""
ENDED = ("declined", "withdrawn", "removed", "completed", "failed", "cancelled")


def erase(tx: Tx, actor: Actor, task_id: str, reason: str) -> dict[str, Any]:
    """For admins, on a task that has ended. Cannot be undone, and is itself on the record."""
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)
    request = request_of(tx, task_id)
    task = tx.locked("tasks", task_id)
    status = task["status"] if task else request["status"]
    if status not in ENDED:
        raise Conflict("RINGI-231", id=task_id, status=status)
    gone = _forget_payloads(tx, actor, task_id)
    tx.set("requests", task_id, text="", reason=None, suggestion=None, updated_at=tx.now)
    tx.amend("tasks", "id = ?", (task_id,), title="", description="", updated_at=tx.now)
    tx.amend("prompts", "task_id = ?", (task_id,), content="", rejection_reason=None)
    tx.amend("processes", "task_id = ?", (task_id,), steps="[]", rejection_reason=None)
    tx.amend("comments", "task_id = ?", (task_id,), text="", question=None)
    tx.amend("decisions", "task_id = ?", (task_id,), reason=None)
    tx.amend("approvals", "task_id = ?", (task_id,), shown="{}")
    for row in tx.all("SELECT id, results FROM executions WHERE task_id = ?", (task_id,)):
        kept = [
            {key: entry.get(key) for key in ("stepId", "tool", "status", "duration_ms", "started_at", "completed_at")}
            for entry in json.loads(row["results"])
        ]
        tx.set("executions", row["id"], results=dumps(kept), error=None)
    tx.seal_erasure(task_id, actor.identity)
    _forget_views(tx, task_id)
    tx.touch(task_id)
    _blank_audit(tx, task_id)
    tx.audit(
        "task.erased",
        "task",
        task_id,
        actor_type="user",
        actor_id=actor.identity,
        details={"reason": reason, "facts": gone},
    )
    made = tx.all("SELECT path FROM artifacts WHERE task_id = ?", (task_id,))
    tx.amend("artifacts", "task_id = ?", (task_id,), title="", sha256="")
    # A workbook may hold other tasks' sheets as well: it is named, and left to a person. So is what Slack shows.
    own = [row["path"] for row in made if row["path"].startswith((f"artifacts/{task_id}/", "outbox/"))]
    left = sorted({row["path"] for row in made} - {*own, "outbox.jsonl"})
    if request["slack_channel"]:
        left.append(f"slack:{request['slack_channel']}/{request['slack_thread_ts']}")
    plans = [row["id"] for row in tx.all("SELECT id FROM processes WHERE task_id = ?", (task_id,))]
    return {"task_id": task_id, "erased": gone, "files": own, "plans": plans, "left": left}


def erase_session(tx: Tx, actor: Actor, thread_id: str, reason: str) -> dict[str, Any]:
    """The same for a session of another runtime, at any time: its producer's numbers stay, its words go."""
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)
    row = foreign.visible(tx, actor, thread_id)
    gone = _forget_payloads(tx, actor, thread_id)
    tx.seal_erasure(thread_id, actor.identity)
    _forget_views(tx, thread_id)
    sql = "UPDATE foreign_sessions SET title = '', summary = '{}', waiting = 0, updated_at = ? WHERE thread_id = ?"
    tx.db.execute(sql, (tx.now, thread_id))
    # An id that its producer gave is kept, so that the event does not come back; one made of its words goes with them.
    tx.db.execute("DELETE FROM foreign_events WHERE thread_id = ? AND substr(event_id, 1, 3) <> 'id:'", (thread_id,))
    made = "DELETE FROM foreign_events WHERE thread_id = ? AND substr(event_id, 1, 9) = 'id:ag-ui#'"
    tx.db.execute(made, (thread_id,))
    tx.db.execute("UPDATE foreign_events SET digest = '' WHERE thread_id = ?", (thread_id,))
    details = {"reason": reason, "facts": gone, "source": row["source"]}
    tx.audit("task.erased", "session", thread_id, actor_type="user", actor_id=actor.identity, details=details)
    tx.touch(thread_id)
    return {"task_id": thread_id, "erased": gone, "files": [], "plans": [], "left": []}


def _forget_payloads(tx: Tx, actor: Actor, thread_id: str) -> int:
    if not tx.db.for_update:
        tx.db.execute("PRAGMA secure_delete = ON")  # what is overwritten here is not left lying in the file
    return tx.db.execute(
        "UPDATE fact_payloads SET salt = NULL, payload = NULL, erased_at = ?, erased_by = ?"
        " WHERE thread_id = ? AND payload IS NOT NULL",
        (tx.now, actor.identity, thread_id),
    )


def _forget_views(tx: Tx, thread_id: str) -> None:
    """What was kept of it to be quick, and what was asked of it through the controls."""
    snapshots.forget(tx, thread_id)
    # A digest of a short text says the text to whoever guesses it; a key without one is still used up.
    tx.db.execute("UPDATE control_keys SET answer = '{}', fingerprint = '' WHERE session_id = ?", (thread_id,))
    tx.amend("control_requests", "thread_id = ?", (thread_id,), body="{}", answer="")


def _blank_audit(tx: Tx, task_id: str) -> None:
    """Who did what and when stays on the record; why they said they did it goes."""
    ids = [task_id]
    for table in ("prompts", "processes", "executions"):
        ids += [row["id"] for row in tx.all(f"SELECT id FROM {table} WHERE task_id = ?", (task_id,))]
    for resource_id in ids:
        for row in tx.all("SELECT id, details FROM audit_logs WHERE resource_id = ?", (resource_id,)):
            details = json.loads(row["details"])
            if not _SAID.isdisjoint(details):
                kept = {key: value for key, value in details.items() if key not in _SAID}
                tx.amend("audit_logs", "id = ?", (row["id"],), details=dumps(kept))
