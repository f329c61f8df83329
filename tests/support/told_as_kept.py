"""What the surfaces draw a task from (the fold of its facts) held against the rows: nothing anybody sees is missing."""

from __future__ import annotations

from typing import Any

from ringi.projection import fold_all, new_view, records
from ringi.store.reads import Reads

TABLES = ("prompts", "processes", "executions", "approvals", "decisions", "comments", "artifacts")
HIDDEN = {"repeatable", "attempt", "completed_at"}
"""What a run keeps for itself; and when a step ended, which its fact says as the moment that it was written down."""
_UNTOLD = {
    "executions": {"current_step"},
    "comments": {"id"},
    "artifacts": {"created_at"},
    "request": {"masked"},  # only the fact says it
}


def differences(reads: Reads, task_id: str) -> list[str]:
    """Where the rows of a task say something else than its facts; one that is older or erased is not compared."""
    facts = reads.facts(task_id, 0, 1000)
    view = fold_all(facts, new_view(task_id))
    if view["erased"] or view["imported"] or any("route" not in one for one in view["actions"]):
        return []
    told = records(view)
    found = [*_one("request", reads.one("requests", task_id), told["request"])]
    found += _one("task", reads.one("tasks", task_id), told["task"])
    for table in TABLES:
        rows, shown = _compared(table, reads.rows(table, task_id)), _compared(table, told[table])
        if table == "comments" and (view["ended"] or {}).get("why") == "max_versions":
            shown = shown[: len(rows)]  # the last refusal made no version that could have taken it in
        if len(rows) != len(shown):
            found.append(f"{table}: {len(rows)} rows, {len(shown)} told")
            continue
        for row, one in zip(rows, shown, strict=True):
            found += _one(table, row, one)
    return found


def _compared(table: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """In an order that both have."""
    if table == "decisions":
        return sorted(rows, key=lambda one: str(one["approval_id"]))
    if table == "comments":
        return sorted(rows, key=lambda one: (str(one["made_at"]), one["kind"], one["text"]))
    return sorted(rows, key=lambda one: str(one["id"]))


def _one(table: str, row: Any, told: Any) -> list[str]:
    if row is None or told is None:
        return [] if row is told else [f"{table}: {row!r} / {told!r}"]
    found = []
    for name, value in told.items():
        if name in _UNTOLD.get(table, ()):
            continue
        kept = row.get(name)
        if name == "results":
            found += _results(kept, value)
        elif name == "shown":
            found += [
                f"{table}.shown.{key}: {kept.get(key)!r} / {one!r}"
                for key, one in value.items()
                if not _same(kept.get(key), one)
            ]
        elif not _same(kept, value):
            found.append(f"{table}.{name}: {kept!r} / {value!r}")
    return found


def _results(kept: list[dict[str, Any]], told: list[dict[str, Any]]) -> list[str]:
    steps, shown = ([(one["stepId"], one["status"]) for one in some] for some in (kept, told))
    if [one for one, _ in steps] != [one for one, _ in shown]:
        return [f"results: {steps} / {shown}"]
    found = []
    for row, one in zip(kept, told, strict=True):
        names = ({*row} | {*one}) - HIDDEN
        found += [
            f"results.{name}: {row.get(name)!r} / {one.get(name)!r}"
            for name in sorted(names)
            if not _same(row.get(name), one.get(name))
        ]
    return found


def _same(kept: Any, told: Any) -> bool:
    return bool(kept == told or (not kept and not told))
