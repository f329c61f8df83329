"""One event of a fact: its time, its envelope, and the two ways in which what AG-UI has no event for is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from ringi.facts.envelope import named_otherwise
from ringi.web.ag_ui.conversation import Conversation
from ringi.web.ag_ui.shapes import Event

Fact = Mapping[str, Any]

STEPS = {"L1": "request", "L2": "policy", "L3": "plan", "L4": "execution"}
"""What the layers of our own work are called where a stock client shows a step."""
NO_FACT = {"metadata": {"agentui": {"of": 0}}}
"""What the protocol asks for and no fact says; our other end does not take it for one."""
_EACH = {"WORKER_NOTIFICATION": "workerNotificationId", "HANDOFF": "handoffId", "REVIEW": "reviewId"}
"""Activities that stand one beside the other: a later one never takes the place of an earlier one."""
ENDED_BADLY = frozenset({"failed", "killed", "error", "rejected"})
ACTIVITIES = {
    "task.changed": ("TASK", "taskId"),
    "agent.changed": ("AGENT", "agentId"),
    "agent.handoff": ("HANDOFF", "agentId"),
    "worker.notification": ("WORKER_NOTIFICATION", "taskId"),
    "review.requested": ("REVIEW", "evidenceId"),
    "review.completed": ("REVIEW", "evidenceId"),
    "evidence.changed": ("EVIDENCE", "evidenceId"),
    "tool.progress": ("TOOL_PROGRESS", "toolCallId"),
    "tool.output.delta": ("TOOL_PROGRESS", "toolCallId"),
    "plan.delta": ("PLAN", "runId"),
    "plan.final": ("PLAN", "runId"),
    "run.status": ("RUN_STATUS", "runId"),
    "run.finished": ("RUN_STATUS", "runId"),
    "run.failed": ("RUN_STATUS", "runId"),
}
"""Facts that are shown beside the conversation: the activity they belong to, and the id that tells one from another."""


def milliseconds(timestamp: Any) -> int | None:
    """Our time as theirs: an integer; ISO text is refused by AG-UI."""
    try:
        return round(datetime.fromisoformat(str(timestamp)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None


class Events:
    """What a stream has open, and how its events are made. `Outward` says which events a fact is."""

    def __init__(self, thread_id: str, run_id: str = "", messages: Iterable[Event] = (), lang: str = "en") -> None:
        self.thread_id = thread_id
        self.lang = lang
        self.conversation = Conversation(messages)
        self.state: Any = {}
        """What a snapshot says; the caller puts the newest here."""
        self._enclosed = run_id
        self._run = run_id
        self._halted = ""
        """A run of the facts that was told as over because it waits for a person; what follows is told in another."""
        self._steps: dict[str, str] = {}
        """Our runs that are open as steps, with the name they were opened under."""
        self._texts: dict[str, str] = {}
        self._reasoning: dict[str, None] = {}
        self._tools: dict[str, None] = {}
        """Calls whose arguments are still open."""
        self._known_tools: set[str] = set()
        self._agents: dict[str, str] = {}
        self._invoked: dict[str, int] = {}
        self._artifacts: set[str] = set()
        self._actions: dict[str, Event] = {}
        self._usage: dict[str, int] = {}
        self._fact: Fact = {}
        self._first = True

    def prime(self, facts: Iterable[Fact]) -> None:
        """What was told before, in an earlier stream: known, and not told again."""
        for fact in facts:
            if fact.get("toolCallId"):
                self._known_tools.add(str(fact["toolCallId"]))
            self.conversation.remember(fact)

    def _event(self, kind: str, **fields: Any) -> Event:
        fact = self._fact
        event: Event = {"type": kind}
        at = milliseconds(fact.get("timestamp"))
        if at is not None:
            event["timestamp"] = at
        event.update((name, value) for name, value in fields.items() if value is not None)
        told = fact if self._first else {"of": fact.get("sequence", 0)}
        self._first = False
        return {**event, "metadata": {"agentui": dict(told)}}

    def _custom(self, body: Mapping[str, Any]) -> Event:
        return self._event("CUSTOM", name=f"agentui.{self._fact.get('type')}", value=dict(body))

    def _activity(self, body: Mapping[str, Any], **more: Any) -> list[Event]:
        fact = self._fact
        kind = str(fact["type"])
        activity, named = ACTIVITIES[kind]
        own = fact.get(named) or body.get(named) or named_otherwise(fact) or fact.get("taskId")
        own = own or fact.get("threadId") or self.thread_id
        content = {**_spoken_ids(fact), **body, "event": kind, **more}
        whose = self._agents.get(str(fact.get("agentId")))
        if activity in _EACH:
            own = fact.get(_EACH[activity]) or body.get(_EACH[activity]) or f"{own}.{fact.get('sequence', 0)}"
        message_id = f"{own}.{activity.lower()}"
        return [
            self._event(
                "ACTIVITY_SNAPSHOT",
                messageId=message_id,
                activityType=activity,
                content=content,
                subagentRunId=whose if activity == "WORKER_NOTIFICATION" else None,
            )
        ]


def _spoken_ids(fact: Fact) -> dict[str, Any]:
    names = ("runId", "taskId", "agentId", "toolCallId", "artifactId", "evidenceId", "phase")
    return {name: fact[name] for name in names if name in fact}
