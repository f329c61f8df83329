"""What each of the 21 surfaces shows of a state. Pure, nothing copied: the rows are the state's own.

Every surface says its `state` in one word: `ready`, `running` or `empty`, or an honest fallback when facts are missing
(unknown, unavailable, stale, blocked, loading, needs-input, failed, disputed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ringi.facts.vocabulary import MessagePart, Surface
from ringi.projection.workbench import team_surfaces
from ringi.projection.workbench.actions import UNSETTLED, pending
from ringi.projection.workbench.permissions import memory_writes, reasoning_allowed
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.statuses import TASK_OVER, priority
from ringi.projection.workbench.tools import active as tool_active

Json = dict[str, Any]

STRONG = frozenset({"action_required", "failed", "permission_required", "plan_ready", "stale_without_activity"})
"""Only these may draw strong attention."""
_ELSEWHERE = frozenset({MessagePart.USER_TEXT, MessagePart.ASSISTANT_TEXT, MessagePart.DIAGNOSTIC})


def surfaces(state: State, *, reasoning: bool = False) -> dict[str, Json]:
    """All 21. `reasoning`: whether the person wants reasoning in detail; policy must allow it as well."""
    shown = {name: show(state) for name, show in _SHOWN.items()}
    shown[Surface.INLINE_PROCESS] = _process(state, reasoning and reasoning_allowed(state))
    return {surface.value: shown[surface] for surface in Surface}


def stands(state: Mapping[str, Any]) -> str:
    """How a session stands, in the one word that its list, its tab and its top say: whether a person is waited for
    (whoever asks), how the session itself ended, else its run's status, `interrupted` where that one can be gone on
    with; `none` where nothing has run.
    """
    if any(pending(row) for row in (state.get("actions") or {}).values()):
        return "action_required"
    session = str((state.get("session") or {}).get("status") or "")
    if session in ("closed", "archived", "suspended"):
        return session
    run = state.get("run")
    if run and run.get("resumable") and run.get("endedAt"):
        return "interrupted"
    return str(run.get("status") or "unknown") if run else "none"


def attention(rows: Iterable[Json]) -> list[Json]:
    """What needs somebody first (input, a plan, a permission, a failure), then what runs, then the rest."""
    return sorted(rows, key=lambda row: priority(row["status"]))


def interleaved(state: State, run_id: str = "") -> list[Json]:
    """A run's parts and its texts in the order in which they happened, for a client that shows them in one column."""
    run = run_id or (state["run"] or {}).get("id", "")
    archive = state["archive"].get(run)
    rows = [part for part in (state["process"] if archive is None else archive) if part["runId"] in (run, "")]
    rows += [part for row in state["messages"] for part in row["parts"] if part["runId"] == run]
    return sorted(rows, key=lambda part: part["order"])


def _composer(state: State) -> Json:
    session, context = state["session"], state["context"]
    shut = session["status"] in ("closed", "archived")
    queue = state["queue"]
    return {
        "state": "blocked" if shut else "stale" if session["stale"] else "ready",
        "queued": [row for row in queue["items"] if row["status"] == "queued"],
        "steers": queue["steers"],
        "context": context["refs"],
        "missing": context["missing"],
        "budget": context.get("budget"),
        "active": state["run"] is not None and not state["run"]["endedAt"],
    }


def _conversation(state: State) -> Json:
    session = state["session"]
    word = "ready" if state["messages"] else "empty"
    if session["stale"]:
        word = "stale"
    elif session["status"] == "restoring" and not state["messages"]:
        word = "loading"
    return {"state": word, "messages": state["messages"], "older": state["counts"]["evicted"].get("messages", 0)}


def _process(state: State, reasoning: bool) -> Json:
    """While a run goes on its parts stand open in order; afterwards only a summary does."""
    run = state["run"]
    rows = [part for part in state["process"] if part["kind"] not in _ELSEWHERE]
    shown = []
    for part in rows:
        if part["kind"] == MessagePart.REASONING_DETAIL:
            if not reasoning:
                continue
            part = {**part, "text": state["thoughts"].get(part["key"], {}).get("text", "")}
        shown.append(part)
    going = run is not None and not run["endedAt"]
    return {
        "state": "running" if going else "ready" if rows else "empty",
        "parts": shown,
        "expanded": going,
        "summaries": [{"runId": one["id"], **one["summary"]} for one in state["runs"] if "summary" in one],
    }


def _status(state: State) -> Json:
    run = state["run"]
    if run is None:
        return {"state": "unavailable", "run": None, "lines": [], "strong": False}
    blocked = run.get("blocked")
    word = "blocked" if blocked else run["status"]
    told = (blocked or {}).get("reason") or run.get("error") or run["detail"]
    return {
        "state": word,
        "run": run,
        "lines": [line for line in str(told).split("\n") if line.strip()][:2],
        "strong": word in STRONG,
        "facts": state["queue"]["facts"],
    }


def _tools(state: State) -> Json:
    rows = list(state["tools"].values())
    going = [row for row in rows if tool_active(row)]
    return {
        "state": "running" if going else "ready" if rows else "empty",
        "active": going,
        "recent": [row for row in rows if not tool_active(row)],
    }


def _hitl(state: State) -> Json:
    waiting = sorted((row for row in state["actions"].values() if pending(row)), key=lambda row: row["openedAt"])
    asked = {(row.get("agentId"), row.get("taskId")) for row in waiting}
    needs = [
        {
            "agentId": one["id"],
            "agentName": one["name"],
            "status": one["status"],
            "needs": one.get("remote", {}).get("needs"),
        }
        for one in state["agents"].values()
        if one["status"] in ("needs_input", "plan_ready", "permission_required")
        and not any(agent == one["id"] for agent, _ in asked)
    ]
    needs += [
        {"taskId": one["id"], "title": one["title"], "status": one["status"]}
        for one in state["tasks"].values()
        if one["status"] in ("needs_input", "waiting_input", "input_required", "auth_required", "waiting_permission")
        and not any(task == one["id"] for _, task in asked)
        and "agentId" not in one
    ]
    return {
        "state": "needs-input" if waiting or needs else "empty",
        "pending": waiting,
        "needs": needs,
        "stale": [row for row in state["actions"].values() if row["state"] == "stale"],
        "settled": [row for row in state["actions"].values() if row["state"] not in UNSETTLED],
    }


def _capsule(state: State) -> Json:
    """Everything that is going on or waits, what needs somebody first. A question makes its task need input."""
    asking = {row.get("taskId") for row in state["actions"].values() if pending(row)}
    rows = []
    for task in state["tasks"].values():
        if task["id"] in asking and task["status"] not in TASK_OVER:
            task = {**task, "status": "needs_input", "attention": True}
        rows.append(task)
    queued = [row for row in state["queue"]["items"] if row["status"] == "queued"]
    steers = [row for row in state["queue"]["steers"] if row["status"] == "pending"]
    waiting = [row for row in state["actions"].values() if pending(row)]
    attentive = [row for row in rows if row["attention"]]
    run = state["run"]
    going = run is not None and not run["endedAt"]
    word = "needs-input" if waiting or attentive else "running" if going else "ready" if rows or queued else "empty"
    return {
        "state": word,
        "items": attention(rows),
        "queued": len(queued),
        "steering": len(steers),
        "needsInput": len(waiting),
        "oldest": min((row["openedAt"] for row in waiting), default=""),
        "facts": state["queue"]["facts"],
    }


def _artifacts(state: State) -> Json:
    rows = list(state["artifacts"].values())
    return {"state": _worst(rows) if rows else "empty", "artifacts": rows}


def _worst(rows: list[Json]) -> str:
    """One dispute is enough; a failure or old age of some is theirs, not the surface's."""
    words = {row["status"] for row in rows if row["status"] != "deleted"}
    if "disputed" in words:
        return "disputed"
    return words.pop() if len(words) == 1 and words <= {"failed", "stale"} else "ready"


def _timeline(state: State) -> Json:
    rows = list(state["evidence"].values())
    return {
        "state": _worst(rows) if rows else "ready" if state["timeline"] else "unavailable",
        "timeline": state["timeline"],
        "evidence": rows,
        "evidenceState": _worst(rows) if rows else "unavailable",
        "replays": [row for row in rows if row.get("replayRef") or row["kind"] == "replay"],
        "archive": state["archive"],
        "older": state["counts"]["evicted"].get("timeline", 0),
    }


def _tabs(state: State) -> Json:
    session, run = state["session"], state["run"]
    return {
        "state": "stale" if session["stale"] else "loading" if session["status"] == "restoring" else session["status"],
        "title": state["title"],
        "session": session,
        "running": run is not None and not run["endedAt"],
        "needsInput": any(pending(row) for row in state["actions"].values()),
    }


def _diagnostics(state: State) -> Json:
    rows = state["diagnostics"]
    return {
        "state": "ready" if rows or state["metrics"] else "empty",
        "rows": rows,
        "metrics": state["metrics"],
        "memoryWrites": memory_writes(state),
        "queue": state["queue"]["facts"],
    }


_SHOWN: dict[str, Callable[[State], Json]] = {
    Surface.COMPOSER: _composer,
    Surface.CONVERSATION: _conversation,
    Surface.RUNTIME_STATUS: _status,
    Surface.TOOL_UI: _tools,
    Surface.HITL: _hitl,
    Surface.TASK_CAPSULE: _capsule,
    Surface.ARTIFACT_WORKSPACE: _artifacts,
    Surface.TIMELINE_EVIDENCE: _timeline,
    Surface.SESSION_TABS: _tabs,
    Surface.DIAGNOSTICS: _diagnostics,
    **team_surfaces.SHOWN,
}
