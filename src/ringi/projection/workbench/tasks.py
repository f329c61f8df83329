"""Delegated, waiting and background work, by the runtime's own five entities. A retry stands beside what failed."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart, RuntimeEntity
from ringi.projection.workbench import agents, board, conversation, parts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import ATTENTION, FAILED, HELD_UP, TASK_OVER, task_word
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]
_ENTITIES = frozenset(one.value for one in RuntimeEntity)


def active(task: Json) -> bool:
    return task["status"] not in TASK_OVER


def changed(d: Draft, told: Told) -> None:
    entity = word(told.say("runtimeEntity"))
    if entity == RuntimeEntity.WORK_ITEM or told.id("workItemId"):
        board.item(d, told, told.payload)
        return
    task_id = told.id("taskId") or told.id("remoteTaskId")
    if not task_id:
        note(d, told, "fact_without_id", field="taskId")
        return
    before: Json | None = d.state["tasks"].get(task_id)
    row = _row(told, task_id, entity, before)
    d.put("tasks", task_id, row, windows.TASKS, active)
    if entity == RuntimeEntity.EXTERNAL_TASK or told.id("remoteTaskId"):
        agents.remote(d, told, row["status"])
        kind = MessagePart.REMOTE_AGENT_STATUS
    else:
        kind = MessagePart.AGENT_TASK
        if entity == RuntimeEntity.AUTOMATION_JOB:
            agents.background(d, told, row)
    _own_record(d, told)
    parts.add(d, told, kind, f"task:{task_id}", open=active(row))


def _row(told: Told, task_id: str, entity: str, before: Json | None) -> Json:
    row: Json = {**(before or _fresh(task_id)), **told.ids, "at": told.at}
    moved = told.body("record")
    said = text_in(moved, "status") or told.say("status", "runtimeStatus", "taskStatus", "state")
    status = task_word(said) or task_word(told.phase if told.phase in ("failed", "cancelled", "completed") else "")
    row["title"] = told.say("title", "name", "taskTitle") or row["title"]
    row["entity"] = entity if entity in _ENTITIES else row["entity"]
    if status:
        _tried(told, row, status, before)
        row["status"] = status
        row["attention"] = status in ATTENTION
    if status == "unknown":
        row["said"] = said
    for ours, theirs in _FIELDS:
        value = told.get(*theirs)
        if value is not None:
            row[ours] = value
    if status in HELD_UP:
        row.setdefault("blocker", told.say("reason", "queueReason") or status)
    elif status and told.get("blocker") is None:
        row.pop("blocker", None)
    problem = told.problem()
    if problem and (status in FAILED or status in HELD_UP):
        row["reason"] = problem[: windows.PREVIEW]
    elif status and status not in ATTENTION:
        row.pop("reason", None)
    return row


_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("blocker", ("blocker",)),
    ("wake", ("wake", "wakeReason", "trigger")),
    ("schedule", ("schedule",)),
    ("nextWake", ("nextWake",)),
    ("lastRun", ("lastRun", "lastRunRef")),
    ("retryable", ("retryable",)),
    ("failureCategory", ("failureCategory",)),
    ("progress", ("progress",)),
    ("priority", ("priority",)),
    ("summary", ("summary", "taskSummary")),
    ("resultRef", ("resultRef",)),
    ("runtimeStatus", ("runtimeStatus",)),
)


def _fresh(task_id: str) -> Json:
    return {
        "id": task_id,
        "title": "",
        "entity": "",
        "status": "unknown",
        "attempt": 1,
        "attempts": [],
        "attention": False,
    }


def _tried(told: Told, row: Json, status: str, before: Json | None) -> None:
    """A failed attempt is put aside before the next one takes its place."""
    number = told.whole("attempt", "attemptNumber")
    again = row["status"] in FAILED and status not in TASK_OVER
    if (number is not None and number > row["attempt"] and row["status"] != "unknown") or (again and number is None):
        kept = ("attempt", "status", "reason", "at", "attemptId", "resultRef", "failureCategory")
        tried = {name: before[name] for name in kept if before is not None and name in before}
        row["attempts"] = [*row["attempts"][-(windows.ATTEMPTS - 1) :], tried]
        for name in ("reason", "resultRef", "failureCategory"):
            row.pop(name, None)
        row["attempt"] += 1
    if number is not None:
        row["attempt"] = number
    listed = told.get("attempts")
    if isinstance(listed, list):
        row["attempts"] = [one for one in listed if isinstance(one, dict)][-windows.ATTEMPTS :]
        row["attempt"] = max(row["attempt"], len(listed))


def _own_record(d: Draft, told: Told) -> None:
    """A task of our own house: its title, and the words it began with."""
    moved = told.body("record")
    table = moved.get("table")
    if table == "requests":
        said = told.say("text")
        if said and moved.get("status") == "received":
            conversation.asked(d, told, said, f"asked:{told.id('taskId')}", told.say("requester"))
        answer = told.say("answer")
        if answer:
            conversation.asked(d, told, answer, f"answered:{told.sequence}", told.say("by"))
    if table == "tasks" and told.say("title"):
        d.state["title"] = told.say("title")
