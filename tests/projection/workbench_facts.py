"""Facts for the workbench's fold, numbered as one stream; and the fold over many of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from ringi.projection.workbench import State, fold, new, public

Wire = dict[str, Any]

_NAMES = {
    "run": "runId",
    "turn": "turnId",
    "message": "messageId",
    "part": "partId",
    "task": "taskId",
    "agent": "agentId",
    "tool": "toolCallId",
    "action": "actionId",
    "artifact": "artifactId",
    "evidence": "evidenceId",
    "thread": "threadId",
    "parent_thread": "parentThreadId",
    "parent_session": "parentSessionId",
    "event": "eventId",
}
_START = datetime.fromisoformat("2026-11-16T09:00:00+00:00")


class Stream:
    """One thread of a runtime: each call is its next fact."""

    def __init__(self, thread: str = "t", session: str = "s") -> None:
        self.thread, self.session = thread, session
        self.number = 0

    def __call__(self, kind: str, payload: Any = None, **said: Any) -> Wire:
        self.number += 1
        fact: Wire = {
            "type": kind,
            "sequence": self.number,
            "timestamp": (_START + timedelta(seconds=self.number)).isoformat(),
            "sessionId": self.session,
            "threadId": self.thread,
        }
        for name, value in said.items():
            fact[_NAMES.get(name, name)] = value
        if payload is not None:
            fact["payload"] = payload
        return fact


def told(facts: Iterable[Any], state: State | None = None) -> State:
    state = state if state is not None else new()
    for fact in facts:
        state = fold(state, fact)
    return state


def whole(state: State) -> str:
    """Everything that a state holds, as text."""
    return json.dumps(state, ensure_ascii=False)


def said(state: State) -> str:
    """Everything that the conversation shows (`stream` is the fold's own, about a text that is not whole yet)."""
    shown = [{name: value for name, value in row.items() if name != "stream"} for row in state["messages"]]
    return json.dumps(shown, ensure_ascii=False)


def codes(state: State) -> list[str]:
    return [row["code"] for row in state["diagnostics"]]


def without_notes(state: State) -> State:
    """The state but for what tells that one more fact came by."""
    gone = ("diagnostics", "counts", "sequence", "updatedAt", "timeline")
    return {name: value for name, value in public(state).items() if name not in gone}
