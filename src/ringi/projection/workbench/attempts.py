"""What a person has tried and nobody has confirmed yet, laid over a state for a screen. Never folded, never kept.

A click is not a fact: it makes a question `submitted`, no more. Only the owner's own fact settles it; a write that
failed leaves every fact as it was, and the control is there to be used again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ringi.projection.workbench.shape import State

Json = dict[str, Any]


def attempted(state: State, attempts: Iterable[Json]) -> State:
    """The state with each attempt shown where it was made: {"control", "actionId" | "ref", "status", "error"?}.

    `status` is `pending` while the owner has not answered and `failed` when the write did not get there.
    """
    actions: Json = {**state["actions"]}
    shown: list[Json] = []
    for one in attempts:
        action = actions.get(str(one.get("actionId", "")))
        told: Json = {
            name: one[name] for name in ("control", "status", "error", "at", "key", "ref", "actionId") if name in one
        }
        shown.append({**told, "recoverable": one.get("status") == "failed"})
        if action is None or action["state"] not in ("open", "submitted"):
            continue  # settled meanwhile: the fact stands
        failed = one.get("status") == "failed"
        actions[action["id"]] = {**action, "state": "open" if failed else "submitted", "attempt": told}
    if not shown:
        return state
    return {**state, "actions": actions, "attempts": shown}
