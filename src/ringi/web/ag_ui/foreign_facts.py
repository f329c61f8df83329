"""Facts of another runtime, made from its AG-UI events: owner, scope, phase, time and ids of each class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from ringi.web.ag_ui.shapes import Event

Wire = dict[str, Any]

# class → owner, scope, phase
KINDS: dict[str, tuple[str, str, str]] = {
    "run.started": ("runtime", "run", "accepted"),
    "run.status": ("runtime", "run", "acting"),
    "run.finished": ("runtime", "run", "completed"),
    "run.failed": ("runtime", "run", "failed"),
    "text.delta": ("model", "message", "producing"),
    "text.final": ("model", "message", "producing"),
    "reasoning.delta": ("model", "part", "reasoning"),
    "reasoning.summary": ("model", "part", "reasoning"),
    "tool.started": ("tool", "tool_call", "acting"),
    "tool.args": ("tool", "tool_call", "acting"),
    "tool.result": ("tool", "tool_call", "acting"),
    "tool.failed": ("tool", "tool_call", "failed"),
    "tool.progress": ("tool", "tool_call", "acting"),
    "plan.delta": ("model", "run", "planning"),
    "plan.final": ("model", "run", "planning"),
    "action.required": ("action", "action_request", "waiting"),
    "state.snapshot": ("runtime", "session", "acting"),
    "state.delta": ("runtime", "session", "acting"),
    "messages.snapshot": ("session", "session", "reconciling"),
    "agent.spawned": ("agent", "agent", "acting"),
    "agent.changed": ("agent", "agent", "acting"),
    "agent.completed": ("agent", "agent", "completed"),
    "agent.handoff": ("agent", "agent", "acting"),
    "task.changed": ("task", "task", "acting"),
    "worker.notification": ("agent", "task", "archived"),
    "review.requested": ("evidence", "evidence", "reviewing"),
    "review.completed": ("evidence", "evidence", "reviewing"),
    "evidence.changed": ("evidence", "evidence", "producing"),
    "artifact.changed": ("artifact", "artifact", "producing"),
    "queue.changed": ("runtime", "session", "submitted"),
    "team.changed": ("agent", "team", "acting"),
    "context.changed": ("context", "session", "acting"),
    "permission.changed": ("policy", "session", "acting"),
    "metric.changed": ("diagnostics", "session", "acting"),
    "diagnostic.changed": ("diagnostics", "session", "acting"),
    "session.opened": ("session", "session", "submitted"),
    "session.updated": ("session", "session", "acting"),
    "session.closed": ("session", "session", "archived"),
}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Made:
    """What has been seen of a foreign stream, and how a fact is made of one of its events."""

    def __init__(self, thread_id: str = "", now: Callable[[], str] = _now) -> None:
        """`now` is for events without a time; where it says nothing, the fact has none."""
        self.thread_id = thread_id
        self.run_id = ""
        self._now = now
        self._texts: dict[str, str] = {}
        self._roles: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        """Whose a message or a call is: the subagent that opened it."""
        self._args: dict[str, str] = {}
        self._agents: dict[str, Wire] = {}
        self._chunk: tuple[str, str] = ("", "")
        self._requested: set[str] = set()
        """Messages of requests that have been told."""

    def _fact(self, kind: str, event: Mapping[str, Any], body: Wire, /, phase: str = "", **ids: Any) -> Wire:
        owner, scope, usual = KINDS[kind]
        fact: Wire = {"type": kind, "owner": owner, "scope": scope, "phase": phase or usual}
        if at := self._time(event):
            fact["timestamp"] = at
        named = {"threadId": self.thread_id, "runId": self.run_id, **ids}
        if "agentId" not in named and isinstance(event.get("subagentRunId"), str):
            named["agentId"] = self._agent(event["subagentRunId"])
        fact.update((name, value) for name, value in named.items() if isinstance(value, str) and value.strip())
        return {**fact, "payload": {name: value for name, value in body.items() if value is not None}}

    def _time(self, event: Mapping[str, Any]) -> str:
        at = event.get("timestamp")
        if type(at) is int:
            try:
                return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
            except (ValueError, OverflowError, OSError):
                pass
        return self._now()

    def _agent(self, subagent: str) -> str:
        """Theirs names one invocation, ours the agent: what we sent out as `agent#2` comes back as `agent`."""
        agent, _, number = subagent.rpartition("#")
        return agent if agent and number.isdigit() else subagent

    def _tagged(self, entity_id: str, event: Event) -> Event:
        owner = self._owners.get(entity_id)
        return {**event, "subagentRunId": owner} if owner and "subagentRunId" not in event else event
