"""Message parts: the seed's table of who writes each, where it is shown and by which rule; and the parts of a run.

A run's parts stand in `process` while it goes on, in the order of the facts, one part for one thing (a tool call, a
question, an artifact keeps its place while it changes). When the run ends they are archived under a short summary.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ringi.facts.vocabulary import MessagePart as Kind
from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft, bounded
from ringi.projection.workbench.told import Told

Json = dict[str, Any]

PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    Kind.USER_TEXT: (("session", "runtime"), ("conversation",), "shown at once, ids reconciled later"),
    Kind.ASSISTANT_TEXT: (("model", "runtime"), ("conversation",), "the final answer only"),
    Kind.REASONING_SUMMARY: (("model", "runtime"), ("inline_process",), "seen while running, folded after"),
    Kind.REASONING_DETAIL: (("model", "runtime"), ("inline_process",), "only if policy and the person allow it"),
    Kind.PLAN: (("model", "runtime"), ("inline_process", "hitl"), "a plan decision when it needs approval"),
    Kind.RUNTIME_STATUS: (("runtime",), ("runtime_status",), "compact, never prose"),
    Kind.TOOL_CALL: (("model", "tool"), ("tool_ui",), "safe input and state"),
    Kind.TOOL_RESULT: (("tool",), ("tool_ui",), "preview and reference, the whole on demand"),
    Kind.ACTION_REQUIRED: (("action", "policy"), ("hitl",), "a clear request with a stable id"),
    Kind.ARTIFACT_REF: (("artifact",), ("artifact_workspace",), "a card; the body is in the workspace"),
    Kind.EVIDENCE_REF: (("evidence",), ("timeline_evidence",), "only what an evidence fact supports"),
    Kind.CONTEXT_EVENT: (("context",), ("inline_process", "diagnostics"), "budget, retrieval, gaps, compaction"),
    Kind.AGENT_TASK: (("task",), ("task_capsule", "work_board"), "a summary of delegated work"),
    Kind.AGENT_ROSTER: (("agent",), ("team_roster",), "who is there, as what, and what they may do"),
    Kind.AGENT_HANDOFF: (("agent",), ("handoff_lane", "delegation_graph"), "never rewrites who wrote what"),
    Kind.WORKER_NOTIFICATION: (
        ("agent", "task"),
        ("worker_notifications", "timeline_evidence"),
        "neither a person's message nor the answer",
    ),
    Kind.REMOTE_AGENT_STATUS: (("agent", "task"), ("remote_teammate",), "the remote's own truth"),
    Kind.FILE_CHANGE: (("artifact", "tool"), ("artifact_workspace", "timeline_evidence"), "a diff, not prose"),
    Kind.ERROR: ((), ("runtime_status", "tool_ui", "task_capsule"), "what can be done next; its owner says it"),
    Kind.DIAGNOSTIC: (("diagnostics",), ("diagnostics",), "hidden from the transcript"),
}
"""Kind → (owners, surfaces with the default first, rule). An error belongs to whichever system it happened in."""

_REFS = (
    "toolCallId",
    "actionId",
    "artifactId",
    "evidenceId",
    "taskId",
    "agentId",
    "messageId",
    "handoffId",
    "reviewId",
)
_STANDING = frozenset({Kind.ARTIFACT_REF, Kind.EVIDENCE_REF, Kind.CONTEXT_EVENT, Kind.AGENT_ROSTER, Kind.FILE_CHANGE})
"""What is there rather than done: told before any run, it is on its own surface and nobody is doing it now."""

_NO_STEP = frozenset({Kind.USER_TEXT, Kind.ASSISTANT_TEXT, Kind.DIAGNOSTIC, Kind.RUNTIME_STATUS})
"""What is said, or stands at the top of a page or with its diagnostics."""


def add(d: Draft, told: Told, kind: str, key: str, **more: Any) -> None:
    """Show a part, or change the one with this key where it stands. Nothing is added to a finished thread of work."""
    run_id = _run_for(d, told)
    if run_id is None or (not run_id and kind in _STANDING):
        return
    part: Json = {
        "key": key,
        "kind": str(kind),
        "sequence": told.sequence,
        "order": d.state["counts"]["facts"],
        "at": told.at,
        "runId": run_id,
        "ref": {**{name: told.ids[name] for name in _REFS if name in told.ids}, **more.pop("ref", {})},
        "open": more.pop("open", True),
        **more,
    }
    archive = d.state["archive"]
    if run_id and run_id in archive:
        parts = bounded(_placed([*archive[run_id]], {**part, "open": False}), windows.ARCHIVED_PARTS)
        d.table("archive")[run_id] = parts
        return
    rows = d.rows("process")
    d.state["process"] = rows = _placed(rows, part)
    if len(rows) > windows.PROCESS:
        _make_room(d, rows)


def find(d: Draft, key: str) -> Json | None:
    for part in reversed(d.state["process"]):
        if part["key"] == key:
            found: Json = part
            return found
    return None


def _placed(rows: list[Json], part: Json) -> list[Json]:
    for at in range(len(rows) - 1, -1, -1):
        if rows[at]["key"] == part["key"]:
            before = rows[at]
            rows[at] = {**before, **part, **{name: before[name] for name in ("sequence", "order", "at", "runId")}}
            return rows
    rows.append(part)
    return rows


def _make_room(d: Draft, rows: list[Json]) -> None:
    """The oldest part that is over goes first; one that still goes on stays."""
    over = len(rows) - windows.PROCESS
    gone = [at for at, part in enumerate(rows) if not part["open"]][:over]
    if len(gone) < over and len(rows) > windows.ACTIVE:
        gone = [0]
    for at in reversed(gone):
        del rows[at]
    if gone:
        d.evicted("process", len(gone))


def _run_for(d: Draft, told: Told) -> str | None:
    """The run a part belongs to; None when work is over and the fact names no run of its own."""
    named = told.id("runId")
    if named and (named in d.state["archive"] or d.state["run"] is None or _known(d, named)):
        return named
    run = d.state["run"]
    if run is None:
        return named
    return None if run["endedAt"] else str(run["id"])


def _known(d: Draft, run_id: str) -> bool:
    return any(run["id"] == run_id for run in d.state["runs"])


def _names(d: Draft, run: Json) -> tuple[str, ...]:
    """Whose parts are the run's: its own, and while no other goes on also those that name none."""
    alone = not any(one["id"] != run["id"] and not one["endedAt"] for one in d.state["runs"])
    return (run["id"], "") if alone else (run["id"],)


def place(d: Draft, run: Json) -> int | None:
    """Where the run's first step stands among all facts, after repair; None when it took none. Asked before its parts
    are archived.
    """
    names = _names(d, run)
    steps = (part["order"] for part in d.state["process"] if part["runId"] in names and part["kind"] not in _NO_STEP)
    return next(steps, None)


def archive(d: Draft, run: Json) -> Json:
    """The run's parts leave the process; what is left of them in the conversation is a summary."""
    rows = d.state["process"]
    names = _names(d, run)
    mine = [part for part in rows if part["runId"] in names]
    d.rows("process")
    d.state["process"] = [part for part in rows if part["runId"] not in names]
    kept = d.table("archive")
    kept.pop(run["id"], None)
    kept[run["id"]] = [{**part, "open": False} if part["open"] else part for part in mine[-windows.ARCHIVED_PARTS :]]
    if len(kept) > windows.ARCHIVED_RUNS:
        del kept[next(iter(kept))]
        d.evicted("archive")
    return summary(d, run)


def summary(d: Draft, run: Json) -> Json:
    tools = [tool for tool in d.state["tools"].values() if tool.get("runId") == run["id"]]
    return {
        "steps": len(tools),
        "seconds": seconds(run["startedAt"], run["endedAt"]),
        "artifacts": sum(1 for one in d.state["artifacts"].values() if one.get("runId") == run["id"]),
        "failed": sum(1 for tool in tools if tool["state"] == "output-error"),
    }


def seconds(start: str, end: str) -> float | None:
    try:
        passed = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
    except (ValueError, TypeError):
        return None
    return round(passed, 3) if passed >= 0 else None
