"""A state of which nothing is known yet."""

from __future__ import annotations

from ringi.projection.workbench.shape import State

FORMAT = 6
"""Changes with the shape: a snapshot of another format is not read, the facts are folded again."""


def new(session_id: str = "") -> State:
    return {
        "format": FORMAT,
        "sessionId": session_id,
        "threadId": "",
        "title": "",
        "sequence": 0,
        "updatedAt": "",
        "session": {
            "status": "unknown",
            "source": "",
            "openedAt": "",
            "unread": 0,
            "pinned": False,
            "stale": False,
            "hydration": {"stage": 0},
        },
        "run": None,
        "runs": [],
        "messages": [],
        "process": [],
        "archive": {},
        "thoughts": {},
        "doing": {"actions": {}, "tools": {}, "texts": {}},
        "plans": {},
        "tools": {},
        "actions": {},
        "queue": {"items": [], "steers": [], "facts": {}},
        "tasks": {},
        "agents": {},
        "team": {"name": "", "phase": "", "topology": [], "owner": "", "budget": {}, "policy": {}, "memory": []},
        "board": {},
        "edges": [],
        "handoffs": [],
        "notifications": [],
        "reviews": {},
        "artifacts": {},
        "evidence": {},
        "context": {
            "refs": [],
            "missing": [],
            "retrieval": [],
            "memoryWrites": [],
            "teamMemory": [],
            "compactions": [],
        },
        "permissions": {},
        "diagnostics": [],
        "metrics": {},
        "timeline": [],
        "external": {},
        "counts": {"facts": 0, "evicted": {}},
        "repair": {"base": None, "marks": [], "facts": [], "chars": 0, "streams": {}, "seen": [], "clock": ""},
    }
