"""What the facts of older tasks do not say, taken from the records: here and nowhere else.

Three kinds of task are older: one that came from a file of the prototype (its facts only say that it was imported), one
whose facts were erased, and one whose gates were opened before facts carried their route.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ringi.store.reads import Reads
from ringi.store.transaction import dumps

Json = dict[str, Any]
TABLES = ("prompts", "processes", "executions", "approvals", "decisions", "comments", "artifacts")


def filled(told: Json, view: Json, reads: Reads) -> Json:
    """What the facts tell of a task, and where they are older ones what the records say besides."""
    task_id = str(view["taskId"] or told["request"]["id"])
    if view["imported"] or view["erased"]:
        rows: Json = {name: reads.rows(name, task_id) for name in TABLES}
        return {"request": reads.one("requests", task_id), "task": reads.one("tasks", task_id), **rows}
    if all("route" in one for one in view["actions"]):
        return told
    return _completed(told, {name: reads.rows(name, task_id) for name in ("approvals", "processes", "executions")})


def history(view: Json, logged: list[Json]) -> list[Json]:
    """Who did what and when: as the facts tell it, or for a task whose facts do not, as the audit log does."""
    if not (view["imported"] or view["erased"]):
        told: list[Json] = view["history"]
        return told
    kept = ("version", "tool", "digest", "reason", "note", "error", "verdict")
    lines = []
    for row in sorted(logged, key=lambda one: (str(one["timestamp"]), str(one["id"]))):
        details = row["details"] or {}
        line = {"at": row["timestamp"], "action": row["action"], "by": row["actor_id"], "asBy": details.get("as_by")}
        lines.append({**line, **{key: details[key] for key in kept if details.get(key)}})
    return lines


def _completed(told: Json, rows: dict[str, list[Json]]) -> Json:
    kept = {name: {one["id"]: one for one in found} for name, found in rows.items()}
    approvals = [_gate(one, kept["approvals"].get(one["id"], {})) for one in told["approvals"]]
    processes = [
        {**one, "prompt_id": one["prompt_id"] or kept["processes"].get(one["id"], {}).get("prompt_id")}
        for one in told["processes"]
    ]
    executions = [_run(one, kept["executions"].get(one["id"], {})) for one in told["executions"]]
    return {**told, "approvals": approvals, "processes": processes, "executions": executions}


def _gate(told: Json, row: Json) -> Json:
    """Its route, and what was shown with it that no fact carried: what arguments are called, whom a step reaches."""
    if told["route"] is not None:
        return told
    return {**told, "route": row.get("route") or {}, "shown": {**(row.get("shown") or {}), **told["shown"]}}


def _run(told: Json, row: Json) -> Json:
    """A long answer whose beginning the fact shows and whose hash it vouches for."""
    kept = {one.get("toolCallId"): one for one in row.get("results") or []}
    return {**told, "results": [_vouched(one, kept.get(one["toolCallId"], {})) for one in told["results"]]}


def _vouched(told: Json, row: Json) -> Json:
    if "sha256" not in told or hashlib.sha256(dumps(row.get("result")).encode()).hexdigest() != told["sha256"]:
        return told
    return {**{key: value for key, value in told.items() if key != "preview"}, "result": row["result"]}
