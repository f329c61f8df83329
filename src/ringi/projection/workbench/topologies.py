"""The eight ways work is organised: which are visible in a session, and which required piece of each is missing.

A topology is visible when a fact names it or when its own facts are there; what it needs and nobody told is
`unavailable`, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.facts.vocabulary import Topology
from ringi.projection.workbench.shape import State

Json = dict[str, Any]
Test = Callable[[State], bool]


def topologies(state: State) -> dict[str, Json]:
    """Each topology: {"visible", "named", "pieces": {piece: "ready" | "unavailable"}, "unavailable": [piece]}."""
    found = {}
    for topology in Topology:
        seen, pieces = _TOPOLOGIES[topology]
        named = topology.value in state["team"]["topology"]
        told = {piece: "ready" if test(state) else "unavailable" for piece, test in pieces.items()}
        found[topology.value] = {
            "visible": named or seen(state),
            "named": named,
            "pieces": told,
            "unavailable": [piece for piece, word in told.items() if word == "unavailable"],
        }
    return found


def _agents(state: State, test: Callable[[Json], bool]) -> bool:
    return any(test(row) for row in state["agents"].values())


def _workers(state: State) -> list[Json]:
    return [row for row in state["agents"].values() if row.get("spawned") and "remote" not in row]


def _has(name: str) -> Test:
    return lambda state: bool(state[name])


def _handoff(*names: str) -> Test:
    return lambda state: any(any(row.get(name) not in (None, "") for name in names) for row in state["handoffs"])


def _review(test: Callable[[Json], bool]) -> Test:
    return lambda state: any(test(row) for row in state["reviews"].values())


def _item(test: Callable[[Json], bool]) -> Test:
    return lambda state: any(test(row) for row in state["board"].values())


def _job(*names: str) -> Test:
    def test(state: State) -> bool:
        jobs = [row for row in state["tasks"].values() if row["entity"] == "automation_job"]
        kept = [row["background"] for row in state["agents"].values() if "background" in row]
        return any(row.get(name) not in (None, "") for row in (*jobs, *kept) for name in names)

    return test


def _remote(test: Callable[[Json], bool]) -> Test:
    return lambda state: any(test(row["remote"]) for row in state["agents"].values() if "remote" in row)


def _remote_ids(state: State) -> set[str]:
    return {row["id"] for row in state["agents"].values() if "remote" in row}


_TOPOLOGIES: dict[str, tuple[Test, dict[str, Test]]] = {
    Topology.SOLO_RUN: (
        lambda state: state["run"] is not None and not state["agents"],
        {
            "run": lambda state: state["run"] is not None,
            "process": lambda state: bool(state["process"] or state["archive"]),
            "tools": _has("tools"),
            "artifacts": _has("artifacts"),
            "evidence": _has("evidence"),
        },
    ),
    Topology.COORDINATOR_TEAM: (
        lambda state: bool(state["team"].get("coordinator")) and bool(_workers(state)),
        {
            "coordinator": lambda state: (
                bool(state["team"].get("coordinator") or state["team"]["owner"])
                or _agents(state, lambda row: not row.get("spawned"))
            ),
            "roster": _has("agents"),
            "worker_tasks": lambda state: any(row.get("taskId") for row in _workers(state)),
            "notifications": _has("notifications"),
            "synthesis": lambda state: any(row["role"] == "assistant" for row in state["messages"]),
        },
    ),
    Topology.PARALLEL_WORKERS: (
        lambda state: len(_workers(state)) > 1,
        {
            "graph": lambda state: any(edge["kind"] == "spawn" for edge in state["edges"]),
            "worker_state": lambda state: any(row["status"] != "unknown" for row in _workers(state)),
            "waiting": lambda state: (
                "teamActiveCount" in state["queue"]["facts"] or any(edge["kind"] == "wait" for edge in state["edges"])
            ),
            "results": lambda state: (
                bool(state["notifications"])
                or any(row["status"] in ("completed", "failed", "killed") for row in _workers(state))
            ),
        },
    ),
    Topology.SPECIALIST_HANDOFF: (
        _has("handoffs"),
        {
            "owner": lambda state: bool(state["team"]["owner"]),
            "reason": _handoff("reason"),
            "resume": _handoff("resume"),
            "boundary": _handoff("boundary"),
        },
    ),
    Topology.REVIEW_TEAM: (
        _has("reviews"),
        {
            "reviewer": _review(lambda row: bool(row["reviewer"])),
            "verdict": _review(lambda row: row["verdict"] not in ("unavailable", "unknown")),
            "evidence": _review(lambda row: bool(row["refs"])),
            "fixes": _review(lambda row: bool(row["fixes"]) or row["verdict"] == "passed"),
        },
    ),
    Topology.HUMAN_AGENT_BOARD: (
        _has("board"),
        {
            "board": _has("board"),
            "assignees": _item(lambda row: bool(row["assignee"])),
            "comments": _item(lambda row: bool(row["comments"])),
            "blockers": _item(lambda row: row["status"] != "blocked" or bool(row.get("blocker"))),
            "progress": _item(lambda row: row["status"] != "unknown"),
        },
    ),
    Topology.BACKGROUND_TEAMMATE: (
        lambda state: (
            _agents(state, lambda row: "background" in row)
            or any(row["entity"] == "automation_job" for row in state["tasks"].values())
        ),
        {
            "wake": _job("wake"),
            "schedule": _job("schedule"),
            "record": _job("lastRun"),
            "sleep": _job("status"),
        },
    ),
    Topology.REMOTE_TEAMMATE: (
        lambda state: bool(_remote_ids(state)),
        {
            "card": _remote(lambda row: bool(row.get("card") or row.get("capabilities"))),
            "lifecycle": _remote(lambda row: row["status"] != "unknown"),
            "needs": _remote(lambda row: row["status"] != "unknown"),
            "messages": lambda state: any(
                row["transcript"]["recent"] or row["remote"].get("messages")
                for row in state["agents"].values()
                if "remote" in row
            ),
            "artifacts": lambda state: any(
                row.get("agentId") in _remote_ids(state) for row in state["artifacts"].values()
            ),
        },
    ),
}
