"""A session of SPECTRA as a page and a list need it, at the same cost however long it has run. Changes nothing.

What it said and did is folded by the workbench, which keeps snapshots; here is only what is decided: the newest
approvals with their decisions, from the records that the facts are held against.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import EventClass
from ringi.flow import gates
from ringi.flow.driving import SOURCE
from ringi.flow.older import TABLES
from ringi.projection import new_view
from ringi.projection.task import state_word
from ringi.store.reads import Reads

Json = dict[str, Any]
NEWEST = 100
"""Of each kind of record; the open approval is the last of its kind."""
AFTER = 20
"""Facts that may follow its being stopped: the approval that was open is answered, and nobody is there to tell more."""


def is_driven(request: Json) -> bool:
    return bool(request.get("source") == SOURCE)


def shown(reads: Reads, request: Json) -> Json:
    """The same parts that any other task has."""
    task_id = str(request["id"])
    # Approvals first: work goes on while we read.
    approvals = reads.newest("approvals", task_id, NEWEST)
    rows = {name: approvals if name == "approvals" else reads.newest(name, task_id, NEWEST) for name in TABLES}
    view = _view(reads, request, approvals)
    logged = reads.audit_of([task_id], NEWEST)[::-1]
    return {
        "request": request,
        "task": reads.one("tasks", task_id),
        **rows,
        "history": [],
        "altered": gates.altered(rows),
        "audit_logs": logged,
        "state": view["state"],
        "view": view,
    }


def state_of(reads: Reads, request: Json) -> str:
    return str(_view(reads, request, reads.newest("approvals", str(request["id"]), 1))["state"])


def _view(reads: Reads, request: Json, approvals: list[Json]) -> Json:
    task_id = str(request["id"])
    task, thread = reads.one("tasks", task_id) or {}, reads.one("threads", task_id) or {}
    view: Json = {
        **new_view(task_id),
        **{name: request.get(name) or "" for name in ("requester", "text", "lang", "source")},
        "sessionId": request.get("session_id") or "",
        "request": request.get("status") or "unknown",
        "task": task.get("status"),
        "title": task.get("title") or "",
        "sequence": int(thread.get("last_sequence") or 0),
        "actions": [{"id": one["id"], "kind": one["kind"], "state": one["state"]} for one in approvals],
        "paused": _paused(reads, task_id),
    }
    return {**view, "state": state_word(view)}


def _paused(reads: Reads, task_id: str) -> bool:
    """As the fold has it, from the newest facts alone."""
    ends = {EventClass.RUN_STARTED.value: False, EventClass.RUN_FINISHED.value: True}
    return next((ends[kind] for kind in reads.newest_types(task_id, AFTER) if kind in ends), False)
