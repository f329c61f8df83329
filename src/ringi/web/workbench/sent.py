"""What people have sent to another runtime and it has not confirmed: shown as sent, never as decided."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from ringi.store.reads import Reads
from ringi.store.schema import tables

MOST = 100


def waiting(reads: Reads, session: str) -> list[str]:
    """The action ids of answers that their runtime has not settled yet."""
    c = tables.control_requests
    query = (
        select(c.c.body)
        .where(c.c.thread_id == session, c.c.tenant_id == reads.tenant_id, c.c.state.in_(("open", "taken")))
        .limit(MOST)
    )
    found = (json.loads(row["body"]).get("action_id") for row in reads.all(query))
    return [str(one) for one in found if one]


def standing(state: Mapping[str, Any], action_ids: Iterable[str]) -> Mapping[str, Any]:
    """The state with those questions as submitted. Pure; the given state stays as it is."""
    actions: Mapping[str, Any] = state.get("actions") or {}
    changed = {
        one: {**actions[one], "state": "submitted"}
        for one in action_ids
        if one in actions and actions[one].get("state") == "open"
    }
    return {**state, "actions": {**actions, **changed}} if changed else state
