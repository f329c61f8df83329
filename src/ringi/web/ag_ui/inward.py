"""AG-UI 1.0 events as facts of a foreign session. Pure: events in, facts (as on the wire, without sequence) out.

Nothing is read from prose: a tool has failed only when the event or its metadata says so. An event that carries one of
our envelopes in `metadata.agentui` is that fact, as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ringi.errors import RingiError
from ringi.facts.envelope import from_wire
from ringi.facts.vocabulary import EventClass
from ringi.web.ag_ui.foreign_facts import KINDS, Wire
from ringi.web.ag_ui.foreign_pieces import Pieces, told
from ringi.web.ag_ui.shapes import Event

__all__ = ["Inward", "Wire"]

_ACTIVITIES = {
    "PLAN": "plan.delta",
    "RUN_STATUS": "run.status",
    "TASK": "task.changed",
    "AGENT": "agent.changed",
    "HANDOFF": "agent.handoff",
    "WORKER_NOTIFICATION": "worker.notification",
    "REVIEW": "review.completed",
    "EVIDENCE": "evidence.changed",
    "ARTIFACT": "artifact.changed",
    "TOOL_PROGRESS": "tool.progress",
}
_CUSTOM = frozenset(
    {
        *("queue.changed", "team.changed", "context.changed", "permission.changed", "metric.changed"),
        *("diagnostic.changed", "session.opened", "session.updated", "session.closed"),
    }
)
_FAMILY = {
    "agent.changed": "agentId",
    "agent.handoff": "agentId",
    "task.changed": "taskId",
    "worker.notification": "taskId",
    "evidence.changed": "evidenceId",
    "artifact.changed": "artifactId",
    "tool.progress": "toolCallId",
}


class Inward(Pieces):
    """One foreign stream, event by event."""

    def facts(self, event: Event) -> list[Wire]:
        """What this event says, as facts. An event that is none of the protocol's is a diagnostic, never a guess."""
        ours = _envelope(event)
        kind = event.get("type")
        closing = self._closed_chunk(str(kind), event)
        if ours is not None:
            if kind == "RUN_STARTED":
                self._at_run(event)
            return [*closing, *([ours] if "type" in ours else [])]
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            return [
                *closing,
                self._fact("diagnostic.changed", event, {"code": "unknown_event", "type": str(kind)[:80]}),
            ]
        return [*closing, *handler(self, event)]

    def ended(self) -> list[Wire]:
        """The stream is over: what a last chunk left open is final."""
        return list(self._closed_chunk("", {}))

    def _at_run(self, event: Event) -> None:
        self.thread_id = self.thread_id or str(event.get("threadId") or "")
        self.run_id = str(event.get("runId") or "")

    def _run_started(self, event: Event) -> Iterator[Wire]:
        self._at_run(event)
        given = event.get("input")
        asked = given.get("messages") if isinstance(given, dict) else None
        for one in asked if isinstance(asked, list) else ():
            if isinstance(one, dict) and one.get("role") == "user":
                yield from self._message(one, event)
        body = {"runtimeEntity": "agent_turn", "runtimeStatus": "accepted", "parentRunId": event.get("parentRunId")}
        yield self._fact("run.started", event, body)

    def _run_finished(self, event: Event) -> Iterator[Wire]:
        outcome = event.get("outcome")
        how = outcome.get("type") if isinstance(outcome, dict) else "success"
        if how == "interrupt" and isinstance(outcome, dict):
            yield from self._asked(event, outcome)
            yield self._fact("run.status", event, {"runtimeStatus": "waiting"}, phase="waiting")
            return
        phase = "cancelled" if how == "cancelled" else "completed"
        body = {"result": event.get("result"), "status": phase, "usage": event.get("usage")}
        yield self._fact("run.finished", event, body, phase=phase)

    def _asked(self, event: Event, outcome: Wire) -> Iterator[Wire]:
        asked = outcome.get("interrupts")
        for one in asked if isinstance(asked, list) else ():
            if not isinstance(one, dict) or not isinstance(one.get("id"), str):
                continue
            reason = str(one.get("reason") or "unknown")
            kinds = {
                "tool_call": "tool_approval",
                "input_required": "structured_input",
                "confirmation": "plan_decision",
            }
            body = {
                "actionType": kinds.get(reason, "unknown"),
                "reason": reason,
                "title": one.get("message"),
                "schema": one.get("responseSchema"),
                "expiresAt": one.get("expiresAt"),
            }
            ids = {"actionId": one["id"], "toolCallId": one.get("toolCallId")}
            source = {**event, "subagentRunId": one["subagentRunId"]} if "subagentRunId" in one else event
            yield self._fact("action.required", source, body, **ids)

    def _run_error(self, event: Event) -> Iterator[Wire]:
        body = {"error": event.get("message"), "code": event.get("code"), "usage": event.get("usage")}
        yield self._fact("run.failed", event, body)

    def _step(self, event: Event) -> Iterator[Wire]:
        status = "started" if event["type"] == "STEP_STARTED" else "finished"
        yield self._fact("run.status", event, {"step": event.get("stepName"), "status": status})

    def _state(self, event: Event) -> Iterator[Wire]:
        whole = event["type"] == "STATE_SNAPSHOT"
        body = {"snapshot": event.get("snapshot")} if whole else {"delta": event.get("delta")}
        yield self._fact("state.snapshot" if whole else "state.delta", event, body)

    def _messages(self, event: Event) -> Iterator[Wire]:
        found = event.get("messages")
        rows = []
        for one in found if isinstance(found, list) else ():
            if isinstance(one, dict) and one.get("role") in ("user", "assistant") and one.get("content"):
                worker = one.get("role") == "user" and one.get("subagentRunId")
                if not worker:
                    content = one["content"]
                    text = content if isinstance(content, str) else told(content)
                    rows.append({"id": one.get("id"), "role": one["role"], "text": text, "final": True})
        yield self._fact("messages.snapshot", event, {"messages": rows})

    def _activity(self, event: Event) -> Iterator[Wire]:
        activity = str(event.get("activityType"))
        kind = _ACTIVITIES.get(activity, "task.changed")
        content = event.get("content", {"patch": event.get("patch")})
        body = dict(content) if isinstance(content, dict) else {}
        named = body.get("event")
        if isinstance(named, str) and named in KINDS and named.partition(".")[0] == kind.partition(".")[0]:
            kind = named
        ids: dict[str, Any] = {}
        if kind in _FAMILY:
            own = body.get(_FAMILY[kind])
            ids[_FAMILY[kind]] = own if isinstance(own, str) and own else str(event.get("messageId"))
        yield self._fact(kind, event, {**body, "activityType": activity}, **ids)

    def _custom(self, event: Event) -> Iterator[Wire]:
        name, value = str(event.get("name")), event.get("value")
        kind = name.removeprefix("agentui.")
        if kind in _CUSTOM and isinstance(value, dict):
            yield self._fact(kind, event, value)
        else:
            yield self._fact("diagnostic.changed", event, {"code": "custom", "name": name, "value": value})

    def _raw(self, event: Event) -> Iterator[Wire]:
        """Another runtime's own event may hold anything: that it came is told, not what was in it."""
        source = str(event.get("source") or "unknown")
        fact = self._fact("diagnostic.changed", event, {"code": "raw_event", "source": source})
        yield {**fact, "rawEventRef": f"ag-ui:raw:{source[:80]}"}

    def _subagent(self, event: Event) -> Iterator[Wire]:
        subagent, kind = str(event.get("subagentRunId")), event["type"]
        agent_id = self._agent(subagent)
        if kind == "SUBAGENT_STARTED":
            parent = event.get("parentSubagentRunId")
            body: Wire = {
                "agentName": event.get("name"),
                "spawnReason": event.get("description"),
                "status": "running",
                "subagentId": subagent,
                "parentAgentId": self._agent(parent) if isinstance(parent, str) else None,
            }
            self._agents[subagent] = {"agentName": event.get("name")}
            yield self._fact("agent.spawned", event, body, agentId=agent_id, toolCallId=event.get("parentToolCallId"))
            return
        body = {**self._agents.get(subagent, {}), "subagentId": subagent}
        if kind == "SUBAGENT_ERROR":
            body |= {"status": "failed", "error": event.get("message"), "code": event.get("code")}
            yield self._fact("agent.completed", event, body, phase="failed", agentId=agent_id)
            return
        outcome = event.get("outcome")
        if isinstance(outcome, dict) and outcome.get("type") == "suspended":
            body |= {"status": "needs_input", "interruptIds": outcome.get("interruptIds")}
            yield self._fact("agent.changed", event, body, phase="waiting", agentId=agent_id)
            return
        body |= {"status": "completed", "result": event.get("result")}
        yield self._fact("agent.completed", event, body, agentId=agent_id)

    def _quiet(self, event: Event) -> Iterator[Wire]:
        """The outer bracket of a span of reasoning says nothing that its messages do not."""
        return iter(())


def _envelope(event: Event) -> Wire | None:
    """Our own fact inside the event; an empty one for a further event of the same fact; None when there is none."""
    metadata = event.get("metadata")
    ours = metadata.get("agentui") if isinstance(metadata, dict) else None
    if not isinstance(ours, dict):
        return None
    if "type" not in ours:
        return {} if "of" in ours else None
    if ours.get("type") not in _CLASSES:
        return None
    try:
        from_wire(ours)
    except (RingiError, TypeError):
        return None
    return dict(ours)


_CLASSES = frozenset(kind.value for kind in EventClass)


_HANDLERS: dict[str, Callable[[Inward, Event], Iterator[Wire]]] = {
    "RUN_STARTED": Inward._run_started,
    "RUN_FINISHED": Inward._run_finished,
    "RUN_ERROR": Inward._run_error,
    "STEP_STARTED": Inward._step,
    "STEP_FINISHED": Inward._step,
    **{f"TEXT_MESSAGE_{name}": Inward._text for name in ("START", "CONTENT", "END", "CHUNK")},
    **{f"TOOL_CALL_{name}": Inward._tool for name in ("START", "ARGS", "END", "CHUNK")},
    "TOOL_CALL_RESULT": Inward._tool_result,
    **{f"REASONING_MESSAGE_{name}": Inward._reasoned for name in ("START", "CONTENT", "END", "CHUNK")},
    "REASONING_START": Inward._quiet,
    "REASONING_END": Inward._quiet,
    "REASONING_ENCRYPTED_VALUE": Inward._encrypted,
    "STATE_SNAPSHOT": Inward._state,
    "STATE_DELTA": Inward._state,
    "MESSAGES_SNAPSHOT": Inward._messages,
    "ACTIVITY_SNAPSHOT": Inward._activity,
    "ACTIVITY_DELTA": Inward._activity,
    "CUSTOM": Inward._custom,
    "RAW": Inward._raw,
    **{f"SUBAGENT_{name}": Inward._subagent for name in ("STARTED", "FINISHED", "ERROR")},
}
