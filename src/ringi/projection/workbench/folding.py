"""The fold itself (first stage: shell, sequence and timeline; the surfaces follow one by one)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.shape import State


def fold(state: State, fact: Mapping[str, Any]) -> State:
    sequence = fact.get("sequence")
    number = sequence if type(sequence) is int else 0
    line = {
        "sequence": number,
        "at": str(fact.get("timestamp", "")),
        "type": str(fact.get("type", "")),
        "owner": str(fact.get("owner", "")),
        "phase": str(fact.get("phase", "")),
        "words": {"key": str(fact.get("type", ""))},
        "ref": {},
    }
    return {
        **state,
        "sequence": max(state["sequence"], number),
        "threadId": state["threadId"] or str(fact.get("threadId", "")),
        "updatedAt": line["at"],
        "timeline": [*state["timeline"][-(windows.TIMELINE - 1) :], line],
    }


def snapshot(state: State) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def hydrate(text: str) -> State:
    state: State = json.loads(text)
    return state
