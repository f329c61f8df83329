"""AG-UI 1.0 events as facts of a foreign session. Pure: events in, facts (as on the wire, without sequence) out.

Nothing is read from prose: a tool has failed only when the event or its metadata says so. An event that carries one of
our envelopes in `metadata.agentui` is that fact, as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ringi.errors import RingiError
from ringi.facts.envelope import from_wire
from ringi.facts.vocabulary import EventClass
from ringi.web.ag_ui.shapes import Event

Wire = dict[str, Any]

# class → owner, scope, phase
_KINDS: dict[str, tuple[str, str, str]] = {
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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Inward:
    """One foreign stream, event by event."""

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

    # -- making a fact ------------------------------------------------------------------------------------------------

    def _fact(self, kind: str, event: Mapping[str, Any], body: Wire, /, phase: str = "", **ids: Any) -> Wire:
        owner, scope, usual = _KINDS[kind]
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

    # -- runs ---------------------------------------------------------------------------------------------------------

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

    # -- text ---------------------------------------------------------------------------------------------------------

    def _text(self, event: Event) -> Iterator[Wire]:
        kind, message_id = str(event["type"]), str(event.get("messageId") or "")
        if kind == "TEXT_MESSAGE_CHUNK":
            message_id = message_id or self._chunk[1]
            self._chunk = (kind, message_id)
        if kind == "TEXT_MESSAGE_START" or (kind == "TEXT_MESSAGE_CHUNK" and message_id not in self._texts):
            self._texts[message_id] = ""
            self._roles[message_id] = str(event.get("role") or "assistant")
            self._owners[message_id] = str(event.get("subagentRunId") or "")
        delta = str(event.get("delta") or "")
        if delta:
            self._texts[message_id] = self._texts.get(message_id, "") + delta
        if kind == "TEXT_MESSAGE_END":
            yield from self._said(message_id, event)
        elif delta and self._roles.get(message_id, "assistant") == "assistant":
            yield self._fact("text.delta", self._tagged(message_id, event), {"delta": delta}, messageId=message_id)

    def _tagged(self, entity_id: str, event: Event) -> Event:
        owner = self._owners.get(entity_id)
        return {**event, "subagentRunId": owner} if owner and "subagentRunId" not in event else event

    def _said(self, message_id: str, event: Event) -> Iterator[Wire]:
        """A message is whole. A worker's word in a user's role is a notification, never a user's."""
        known = message_id in self._roles
        text, role = self._texts.pop(message_id, ""), self._roles.pop(message_id, "assistant")
        event = self._tagged(message_id, event)
        if not known:
            # Its beginning came another day: what it said is not known here, and an empty text would be a lie.
            yield self._fact("diagnostic.changed", event, {"code": "message_end_without_start", "of": message_id})
            return
        owner = event.get("subagentRunId")
        self._owners.pop(message_id, None)
        if role == "assistant":
            yield self._fact("text.final", event, {"text": text, "role": role}, messageId=message_id)
        elif role == "user" and isinstance(owner, str):
            body = {"summary": text, "status": "unknown", "workerNotificationId": message_id}
            yield self._fact("worker.notification", event, body, taskId=owner)
        elif role == "user":
            fact = self._fact("text.final", event, {"text": text, "role": "user"}, "submitted", messageId=message_id)
            yield {**fact, "owner": "session"}
        else:
            body = {"code": f"{role}_message", "text": text, "messageId": message_id}
            yield self._fact("diagnostic.changed", event, body)

    def _message(self, one: Event, event: Event) -> Iterator[Wire]:
        """A whole message of a request, as if it had been streamed; once."""
        message_id, content = one.get("id"), one.get("content")
        if not isinstance(message_id, str) or message_id in self._requested:
            return
        self._requested.add(message_id)
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
        self._texts[message_id], self._roles[message_id] = "\n".join(texts), "user"
        self._owners[message_id] = str(one.get("subagentRunId") or "")
        yield from self._said(message_id, event)

    def _reasoned(self, event: Event) -> Iterator[Wire]:
        kind, message_id = str(event["type"]), str(event.get("messageId") or "")
        if kind == "REASONING_MESSAGE_CHUNK":
            message_id = message_id or self._chunk[1]
            self._chunk = (kind, message_id)
        key = f"reasoning {message_id}"
        delta = str(event.get("delta") or "")
        if kind == "REASONING_MESSAGE_START":
            self._owners[key] = str(event.get("subagentRunId") or "")
        if delta:
            body = {"delta": delta}
            yield self._fact("reasoning.delta", self._tagged(key, event), body, messageId=message_id, partId=key)
        if kind == "REASONING_MESSAGE_END":
            yield self._fact("reasoning.summary", self._tagged(key, event), {}, messageId=message_id, partId=key)

    def _encrypted(self, event: Event) -> Iterator[Wire]:
        """What only its provider can read is not kept here: a reference says that it was there."""
        subtype, entity = str(event.get("subtype")), str(event.get("entityId"))
        fact = self._fact(
            "diagnostic.changed", event, {"code": "reasoning_encrypted", "of": entity, "subtype": subtype}
        )
        yield {**fact, "rawEventRef": f"ag-ui:encrypted:{subtype}:{entity}"}

    # -- tools --------------------------------------------------------------------------------------------------------

    def _tool(self, event: Event) -> Iterator[Wire]:
        kind, call_id = str(event["type"]), str(event.get("toolCallId") or "")
        if kind == "TOOL_CALL_CHUNK":
            call_id = call_id or self._chunk[1]
            self._chunk = (kind, call_id)
        if kind == "TOOL_CALL_START" or (kind == "TOOL_CALL_CHUNK" and call_id not in self._args):
            self._args[call_id] = ""
            self._owners[call_id] = str(event.get("subagentRunId") or "")
            yield self._fact(
                "tool.started", event, {"tool": event.get("toolCallName") or "unknown"}, toolCallId=call_id
            )
        delta = str(event.get("delta") or "")
        if delta:
            self._args[call_id] = self._args.get(call_id, "") + delta
            body = {"state": "input-streaming", "delta": delta}
            yield self._fact("tool.args", self._tagged(call_id, event), body, toolCallId=call_id)
        if kind == "TOOL_CALL_END":
            yield self._argued(call_id, event)

    def _argued(self, call_id: str, event: Event) -> Wire:
        text = self._args.pop(call_id, "")
        try:
            given: Any = json.loads(text) if text.strip() else {}
        except ValueError:
            given = text  # a model may write arguments that are no JSON; they are shown as they are
        body = {"state": "input-available", "input": given}
        return self._fact("tool.args", self._tagged(call_id, event), body, toolCallId=call_id)

    def _tool_result(self, event: Event) -> Iterator[Wire]:
        call_id = str(event.get("toolCallId") or "")
        content = event.get("content")
        said = content if isinstance(content, str) else _told(content)
        metadata = event.get("metadata")
        marked = metadata if isinstance(metadata, dict) else {}
        error = event.get("error") or marked.get("error") or (marked.get("isError") is True and said)
        tagged = self._tagged(call_id, event)
        ids: dict[str, Any] = {"toolCallId": call_id, "messageId": event.get("messageId")}
        if error:
            body = {"error": error if isinstance(error, str) else said or "error", "preview": said, "status": "failed"}
            yield self._fact("tool.failed", tagged, body, **ids)
        else:
            yield self._fact("tool.result", tagged, {"preview": said, "status": "unknown"}, **ids)

    # -- the rest -----------------------------------------------------------------------------------------------------

    def _state(self, event: Event) -> Iterator[Wire]:
        whole = event["type"] == "STATE_SNAPSHOT"
        body = {"snapshot": event.get("snapshot")} if whole else {"delta": event.get("delta")}
        yield self._fact("state.snapshot" if whole else "state.delta", event, body)

    def _messages(self, event: Event) -> Iterator[Wire]:
        found = event.get("messages")
        told = []
        for one in found if isinstance(found, list) else ():
            if isinstance(one, dict) and one.get("role") in ("user", "assistant") and one.get("content"):
                worker = one.get("role") == "user" and one.get("subagentRunId")
                if not worker:
                    content = one["content"]
                    text = content if isinstance(content, str) else _told(content)
                    told.append({"id": one.get("id"), "role": one["role"], "text": text, "final": True})
        yield self._fact("messages.snapshot", event, {"messages": told})

    def _activity(self, event: Event) -> Iterator[Wire]:
        activity = str(event.get("activityType"))
        kind = _ACTIVITIES.get(activity, "task.changed")
        content = event.get("content", {"patch": event.get("patch")})
        body = dict(content) if isinstance(content, dict) else {}
        named = body.get("event")
        if isinstance(named, str) and named in _KINDS and named.partition(".")[0] == kind.partition(".")[0]:
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

    def _closed_chunk(self, kind: str, event: Event) -> list[Wire]:
        """A message that came in chunks is whole when something else comes, or another one begins."""
        chunk, own = self._chunk
        named = event.get("toolCallId" if kind == "TOOL_CALL_CHUNK" else "messageId")
        if not chunk or (kind == chunk and named in (None, "", own)):
            return []
        self._chunk = ("", "")
        if chunk == "TEXT_MESSAGE_CHUNK":
            return list(self._said(own, {}))
        if chunk == "TOOL_CALL_CHUNK":
            return [self._argued(own, {})]
        return [self._fact("reasoning.summary", {}, {}, messageId=own, partId=f"reasoning {own}")]


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


def _told(parts: Any) -> str:
    """The text of a list of parts; of media, that they are there."""
    said = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict):
            said.append(str(part["text"]) if isinstance(part.get("text"), str) else f"[{part.get('type')}]")
    return "\n".join(said)


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
