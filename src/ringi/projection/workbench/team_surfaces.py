"""The ten surfaces of work in company: roster, board, graph, handoff, notifications, review, transcripts, background,
remote, policy. `surfaces` puts them with the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.facts.vocabulary import Surface
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.statuses import priority

Json = dict[str, Any]

_COLUMNS = ("open", "claimed", "running", "blocked", "reviewing", "done", "unknown")


def _roster(state: State) -> Json:
    rows = sorted(state["agents"].values(), key=lambda row: priority(row["status"]))
    needs = any(row["status"] in ("needs_input", "plan_ready", "permission_required") for row in rows)
    return {
        "state": "needs-input" if needs else "ready" if rows else "unavailable",
        "agents": rows,
        "team": state["team"],
    }


def _board(state: State) -> Json:
    columns: dict[str, list[Json]] = {name: [] for name in _COLUMNS}
    for row in state["board"].values():
        columns[row["status"] if row["status"] in columns else "unknown"].append(row)
    return {
        "state": "blocked" if columns["blocked"] else "ready" if state["board"] else "unavailable",
        "columns": columns,
        "fixes": [
            {"reviewId": review["id"], **fix}
            for review in state["reviews"].values()
            for fix in review["fixes"]
            if fix["id"] not in state["board"]
        ],
    }


def _graph(state: State) -> Json:
    """Who was sent by whom, who waits for whom. A failed worker beside others is a partial failure, with a retry."""
    nodes = [
        {
            "id": row["id"],
            "name": row["name"],
            "status": row["status"],
            "taskId": row.get("taskId", ""),
            "controls": ["retry"] if row["status"] in ("failed", "killed") else [],
        }
        for row in state["agents"].values()
    ]
    known = {node["id"] for node in nodes}
    for edge in state["edges"]:
        for end in (edge["from"], edge["to"]):
            if end not in known:
                known.add(end)
                nodes.append({"id": end, "name": "", "status": "unknown", "taskId": "", "controls": []})
    workers = [row for row in state["agents"].values() if row.get("spawned")]
    failed = [row["id"] for row in workers if row["status"] in ("failed", "killed")]
    return {
        "state": "failed" if workers and len(failed) == len(workers) else "ready" if nodes else "unavailable",
        "nodes": nodes,
        "edges": state["edges"],
        "partialFailure": bool(failed) and len(failed) < len(workers),
        "failed": failed,
        "running": [row["id"] for row in workers if row["status"] in ("running", "spawning", "waiting")],
        "facts": state["queue"]["facts"],
    }


def _handoff(state: State) -> Json:
    return {
        "state": "ready" if state["handoffs"] else "unavailable",
        "owner": state["team"]["owner"],
        "handoffs": state["handoffs"],
    }


def _notifications(state: State) -> Json:
    return {"state": "ready" if state["notifications"] else "empty", "rows": state["notifications"]}


def _review(state: State) -> Json:
    rows = list(state["reviews"].values())
    words = {row["verdict"] for row in rows}
    open_ = any(row["status"] in ("requested", "reviewing") for row in rows)
    word = "failed" if "failed" in words else "running" if open_ else "ready" if rows else "unavailable"
    packs = {row["id"]: row.get("packRef") for row in state["evidence"].values() if row.get("packRef") is not None}
    return {"state": word, "reviews": rows, "packs": packs}


def _transcripts(state: State) -> Json:
    found = {row["id"]: row["transcript"] for row in state["agents"].values() if _heard(row["transcript"])}
    return {"state": "ready" if found else "unavailable", "transcripts": found}


def _heard(transcript: Json) -> bool:
    return bool(transcript["recent"] or transcript.get("ref") is not None or transcript.get("pending"))


def _background(state: State) -> Json:
    agents = [row for row in state["agents"].values() if "background" in row]
    jobs = [row for row in state["tasks"].values() if row["entity"] == "automation_job"]
    blocked = any(row["status"] == "blocked" for row in jobs)
    word = "blocked" if blocked else "ready" if agents or jobs else "unavailable"
    return {"state": word, "agents": agents, "jobs": jobs}


def _remote(state: State) -> Json:
    agents = [row for row in state["agents"].values() if "remote" in row]
    tasks = [row for row in state["tasks"].values() if row["entity"] == "external_task" or row.get("remoteTaskId")]
    needs = any(row["remote"].get("needs") for row in agents)
    word = "needs-input" if needs else "ready" if agents or tasks else "unavailable"
    return {"state": word, "agents": agents, "tasks": tasks}


def _policy(state: State) -> Json:
    """`differing` are the teammates whose mode is not the coordinator's."""
    rows = list(state["permissions"].values())
    lead = state["permissions"].get(state["team"].get("coordinator") or state["team"]["owner"]) or {}
    general = lead.get("mode") or (state["permissions"].get("session") or {}).get("mode")
    return {
        "state": "ready" if rows or state["team"]["policy"] else "unavailable",
        "permissions": rows,
        "differing": [row for row in rows if "agentId" in row and row.get("mode") not in (None, general)],
        "policy": state["team"]["policy"],
        "budget": state["team"]["budget"],
    }


SHOWN: dict[str, Callable[[State], Json]] = {
    Surface.TEAM_ROSTER: _roster,
    Surface.WORK_BOARD: _board,
    Surface.DELEGATION_GRAPH: _graph,
    Surface.HANDOFF_LANE: _handoff,
    Surface.WORKER_NOTIFICATIONS: _notifications,
    Surface.REVIEW_LANE: _review,
    Surface.TEAMMATE_TRANSCRIPT: _transcripts,
    Surface.BACKGROUND_TEAMMATE: _background,
    Surface.REMOTE_TEAMMATE: _remote,
    Surface.TEAM_POLICY: _policy,
}
