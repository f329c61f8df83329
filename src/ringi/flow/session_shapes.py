"""How a session is shown by reference: a line of a list, the shell of a page, the references of stage 4. Pure."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]

_COMPACT = 40
_TITLE = 80
_OPEN = ("open", "submitted")


def title_of(title: str | None, text: str) -> str:
    """What a task is called in a list: its title, or the beginning of its request, with dots where that is cut."""
    return title or (text if len(text) <= _TITLE else text[: _TITLE - 1] + "…")


def listed_own(row: JsonObject, word: str) -> JsonObject:
    return {
        "id": row["id"],
        "kind": "own",
        "title": title_of(row["title"], row["text"]),
        "source": row["source"],
        "status": word,
        "requester": row["requester"],
        "conversation": row["session_id"],
        "created_at": row["created_at"],
        "updated_at": row["task_updated_at"] or row["updated_at"],
    }


def listed_foreign(row: JsonObject, status: str, pending: int, may: bool, risk: str) -> JsonObject:
    """`may`: what it asks is for whoever looks at the list. `risk`: the highest of what it asks, theirs if there is."""
    return {
        "id": row["thread_id"],
        "kind": "foreign",
        "title": row["title"],
        "source": row["source"],
        "status": status,
        "pending": pending,
        "may": may,
        "risk": risk,
        "waiting_since": min((row["summary"].get("asked") or {}).values(), default=""),
        "owner": row["user_id"],
        "conversation": row["session_id"],
        "sequence": row["last_sequence"],
        "created_at": row["created_at"],
        "updated_at": row["updated_at"],
    }


def shell(thread_id: str, row: JsonObject | None, state: JsonObject) -> JsonObject:
    """Stages 1 and 3. `token` marks the view it belongs to: an answer that comes for another one is dropped."""
    agents = state["agents"].values()
    return {
        "id": thread_id,
        "kind": "own" if row is None else "foreign",
        "title": (row["title"] if row else "") or state["title"],
        "source": row["source"] if row else state["session"]["source"],
        "sequence": state["sequence"],
        "token": f"{thread_id}:{state['sequence']}",
        "session": state["session"],
        "run": state["run"],
        "queue": state["queue"],
        "pending": [one for one in state["actions"].values() if one["state"] in _OPEN],
        "tasks": [one for one in state["tasks"].values() if one["attention"]][:_COMPACT],
        "team": {
            **state["team"],
            "agents": [{"id": one["id"], "name": one["name"], "status": one["status"]} for one in agents][:_COMPACT],
            "count": len(state["agents"]),
        },
        "counts": state["counts"],
    }


def references(state: JsonObject) -> JsonObject:
    """Stage 4: what there is, so that it can be opened; no body is in it."""
    return {
        "sequence": state["sequence"],
        "runs": state["runs"],
        "process": state["process"][-_COMPACT:],
        "artifacts": list(state["artifacts"].values()),
        "evidence": list(state["evidence"].values()),
        "reviews": list(state["reviews"].values()),
        "handoffs": state["handoffs"],
        "edges": state["edges"],
        "board": list(state["board"].values()),
        "agents": list(state["agents"].values()),
        "notifications": state["notifications"],
        "timeline": state["timeline"][-_COMPACT:],
        "counts": state["counts"],
    }
