"""What people have sent to another runtime and it has not confirmed: shown as sent, never as done, to everybody.

A request stands where it was pressed (its card, its turn in the queue, its steer beside the run) or, where there is no
such place, in a line of its own. What its owner refused or nobody took is told for a while, so that it can be asked
again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import and_, or_, select

from ringi import clock
from ringi.flow.control_requests import before, is_connected
from ringi.store import session_reads
from ringi.store.reads import Reads
from ringi.store.schema import tables
from ringi.web.workbench.drawing import NOTHING, Item, State, interned, memo

MOST = 100
TOLD_SECONDS = 600
"""So long it is told that something came to nothing."""
WAITS = ("open", "taken")
FAILED = ("failed", "unavailable")
_MARKED = (
    ("board", "work_item_id", ("assign",)),
    ("agents", "agent_id", ("interrupt", "stop", "close", "continue_agent")),
    ("tasks", "task_id", ("interrupt", "stop", "close")),
    ("tools", "of", ("retry",)),
    ("artifacts", "artifact_id", ("rollback", "export")),
    ("artifacts", "target", ("request_review",)),
)
"""Whose row says that something was asked of it: table, the field of the request that names it, the controls."""
_SAID = ("steer", "queue", "send")


def waiting(reads: Reads, session: str) -> list[Item]:
    """What was asked of this session's runtime and is not settled, and what came to nothing a moment ago."""
    c = tables.control_requests
    lately = before(clock.now(), TOLD_SECONDS)
    query = (
        select(c.c.id, c.c.control, c.c.body, c.c.asked_by, c.c.state, c.c.created_at)
        .where(
            c.c.thread_id == session,
            c.c.tenant_id == reads.tenant_id,
            or_(c.c.state.in_(WAITS), and_(c.c.state.in_(FAILED), c.c.updated_at >= lately)),
        )
        .order_by(c.c.id)
        .limit(MOST)
    )
    return [
        {
            "id": str(row["id"]),
            "control": str(row["control"]),
            "body": json.loads(row["body"]),
            "by": str(row["asked_by"]),
            "failed": row["state"] in FAILED,
            "at": str(row["created_at"]),
        }
        for row in reads.all(query)
    ]


def link(reads: Reads, session: str) -> str:
    """Whether the session's runtime is there to take what is asked of it: `there` or `away`."""
    return "there" if is_connected(session_reads.seen_at(reads, session), clock.now()) else "away"


def standing(state: State, asked: Sequence[Item], link: str = "", title: str = "") -> State:
    """The state with what was sent in its places, whether anybody is there to take more, and what lists call it where
    no fact does. Pure; the given state stays as it is.
    """
    if title and not state.get("title"):
        state = {**state, "title": title}
    if link:
        state = {**state, "link": link}
    if not asked:
        return state
    changed: dict[str, Any] = {}
    going = [one for one in asked if not one["failed"]]
    answered = {str(one["body"].get("action_id")) for one in going if one["body"].get("action_id")}
    actions: Item = state.get("actions") or NOTHING
    told = {one: "submitted" for one in sorted(answered) if (actions.get(one) or NOTHING).get("state") == "open"}
    if told:
        changed["actions"] = _with(actions, "state", told)
    for table, name, controls in _MARKED:
        marks = {str(one["body"].get(name)): one["control"] for one in going if one["control"] in controls}
        rows: Item = state.get(table) or NOTHING
        if marks := {key: control for key, control in marks.items() if key in rows}:
            changed[table] = _with(rows, "sent", marks)
    queue: Item = state.get("queue") or NOTHING
    items = interned(tuple(one["id"] for one in going))
    changed["queue"] = memo.of(("sent-queue", items), (queue, *going), partial(_queue, state, queue, going))
    lines = tuple(one for one in asked if _alone(one, answered))
    changed["asked"] = memo.of(("sent-lines",), lines, lambda: lines)
    return {**state, **changed}


def _with(table: Item, name: str, marks: Mapping[str, str]) -> Item:
    """The same rows, these ones marked; the same object for the same table and marks."""
    made = {key: {**table[key], name: mark} for key, mark in marks.items()}
    found: Item = memo.of((f"sent-{name}", interned(tuple(marks.items()))), (table,), lambda: {**table, **made})
    return found


def _queue(state: State, queue: Item, going: Sequence[Item]) -> Item:
    """The queue with what should become of its turns, and with the steers that are on their way."""
    items, steers = [*(queue.get("items") or ())], [*(queue.get("steers") or ())]
    run: Item = state.get("run") or NOTHING
    for one in going:
        body: Item = one["body"]
        if one["control"] == "edit" and isinstance(patch := body.get("patch"), Mapping) and patch.get("queueId"):
            wish = {"sent": "remove" if patch.get("remove") else "edit", "wanted": str(patch.get("text") or "")}
            items = [{**item, **wish} if item.get("id") == patch["queueId"] else item for item in items]
        elif one["control"] == "steer" and not _come(steers, one):
            text = str(body.get("text") or "")
            row = {"id": f"sent:{one['id']}", "text": text, "status": "pending", "at": one["at"], "by": one["by"]}
            steers.append({**row, "runId": body.get("run_id") or run.get("id") or ""})
    return {**queue, "items": items, "steers": steers}


def _come(rows: Sequence[Item], request: Item) -> bool:
    """Whether its owner has told of it already, under a name of its own."""
    text = str(request["body"].get("text") or "")
    return any(row.get("text") == text and str(row.get("at") or "") >= request["at"][:19] for row in rows)


def _alone(one: Item, answered: set[str]) -> bool:
    """Whether it needs a line of its own: no other place on the page says that it was sent."""
    body: Item = one["body"]
    if one["failed"]:
        return str(body.get("action_id")) not in answered
    patch = body.get("patch")
    in_queue = one["control"] == "edit" and isinstance(patch, Mapping) and bool(patch.get("queueId"))
    return one["control"] != "steer" and not body.get("action_id") and not in_queue
