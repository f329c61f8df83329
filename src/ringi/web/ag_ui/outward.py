"""Our facts as AG-UI 1.0 events. Pure: facts in, events out, in the order in which a stock client can take them.

The first event of a fact carries the whole envelope in `metadata.agentui`, so that nothing is lost between two of our
ends; further events of the same fact only name it. What AG-UI has no event for is an activity or a custom event.
Inside one run (`run_id` given) the caller opens and closes it and our own runs are its steps; without it every run of
the facts is a run of the stream, and what belongs to no run gets one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from ringi.facts.redact import redact
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.conversation import Conversation, spoken
from ringi.web.ag_ui.shapes import Event

Fact = Mapping[str, Any]

STEPS = {"L1": "request", "L2": "policy", "L3": "plan", "L4": "execution"}
"""What the layers of our own work are called where a stock client shows a step."""
_NO_FACT = {"metadata": {"agentui": {"of": 0}}}
"""What the protocol asks for and no fact says; our other end does not take it for one."""
_ENDED_BADLY = frozenset({"failed", "killed", "error", "rejected"})
_ACTIVITIES = {
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
}
"""Facts that are shown beside the conversation: the activity they belong to, and the id that tells one from another."""


def milliseconds(timestamp: Any) -> int | None:
    """Our time as theirs: an integer; ISO text is refused by AG-UI."""
    try:
        return round(datetime.fromisoformat(str(timestamp)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None


class Outward:
    """One stream of events, fact by fact."""

    def __init__(self, thread_id: str, run_id: str = "", messages: Iterable[Event] = ()) -> None:
        self.thread_id = thread_id
        self.conversation = Conversation(messages)
        self.state: Any = {}
        """What a snapshot says; the caller puts the newest here."""
        self._enclosed = run_id
        self._run = run_id
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

    def events(self, fact: Fact) -> list[Event]:
        """What this fact is on the wire."""
        self._fact, self._first = redact(dict(fact)), True
        kind = str(fact.get("type", ""))
        payload = self._fact.get("payload")
        body: dict[str, Any] = payload if isinstance(payload, dict) else {}
        handler = _HANDLERS.get(kind)
        before: list[Event] = []
        if not self._run and kind != "run.started":
            before = self._begun(f"facts-{fact.get('sequence', 'live')}")
        if handler is not None:
            return [*before, *handler(self, body)]
        if kind in _ACTIVITIES:
            return [*before, *self._activity(body)]
        return [*before, self._custom(body)]

    # -- one event ----------------------------------------------------------------------------------------------------

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
        activity, named = _ACTIVITIES[kind]
        own = fact.get(named) or body.get(named) or fact.get("taskId") or fact.get("threadId") or self.thread_id
        content = {**_spoken_ids(fact), **body, "event": kind, **more}
        whose = self._agents.get(str(fact.get("agentId")))
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

    # -- runs ---------------------------------------------------------------------------------------------------------

    def begin(self, **more: Any) -> list[Event]:
        """RUN_STARTED of the one run that everything is told in."""
        self._fact = {}
        event = {"type": "RUN_STARTED", "threadId": self.thread_id, "runId": self._run}
        return [{**event, "protocolVersion": shapes.PROTOCOL, **more}]

    def _begun(self, run_id: str) -> list[Event]:
        """A run for what belongs to none, because nothing may be said outside of one."""
        self._run = run_id
        started = {"type": "RUN_STARTED", "threadId": self.thread_id, "runId": run_id, **_NO_FACT}
        return [{**started, "protocolVersion": shapes.PROTOCOL}]

    def _run_started(self, body: Mapping[str, Any]) -> list[Event]:
        run_id = str(self._fact.get("runId") or self._fact.get("turnId") or self.thread_id)
        if not self._enclosed and not self._run:
            self._run = run_id
            return [self._event("RUN_STARTED", threadId=self.thread_id, runId=run_id, protocolVersion=shapes.PROTOCOL)]
        if not self._enclosed and self._run.startswith("facts-"):
            return [*self.ended(), *self._run_started(body)]
        if run_id in self._steps or run_id == self._run:
            return [self._custom(body)]
        name = STEPS.get(str(body.get("layer")), f"run {run_id}")
        if name in self._steps.values():
            name = f"{name} {run_id}"
        self._steps[run_id] = name
        return [self._event("STEP_STARTED", stepName=name)]

    def _run_ended(self, body: Mapping[str, Any]) -> list[Event]:
        run_id = str(self._fact.get("runId") or self._run)
        failed = self._fact.get("type") == "run.failed"
        if run_id in self._steps:
            said = self._status(body) if failed else []
            return [*said, self._event("STEP_FINISHED", stepName=self._steps.pop(run_id))]
        if self._enclosed or run_id != self._run:
            return self._status(body)
        open_still = self.close()
        self._run = ""
        if failed:
            return [*open_still, self._failed(body)]
        phase = str(self._fact.get("phase") or body.get("status") or "completed")
        outcome = {"type": "cancelled"} if phase in ("cancelled", "canceled") else {"type": "success"}
        if phase == "interrupted" and self._actions:
            return [*open_still, *self._interrupted(run_id)]
        return [*open_still, self._over(outcome, run_id, result=body.get("result"))]

    def _status(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        own = fact.get("runId") or self.thread_id
        content = {**_spoken_ids(fact), **body, "event": fact["type"]}
        message_id = f"{own}.run_status"
        return [self._event("ACTIVITY_SNAPSHOT", messageId=message_id, activityType="RUN_STATUS", content=content)]

    def _failed(self, body: Mapping[str, Any]) -> Event:
        said = str(body.get("error") or body.get("message") or body.get("reason") or "failed")
        code = said.partition(":")[0] if said.startswith("RINGI-") else body.get("code")
        return self._event("RUN_ERROR", message=said, code=code if isinstance(code, str) else None)

    def _over(self, outcome: Event, run_id: str = "", **more: Any) -> Event:
        event = self._event(
            "RUN_FINISHED",
            threadId=self.thread_id,
            runId=run_id or self._run or self._enclosed,
            outcome=outcome,
            usage=self.usage,
            **more,
        )
        self._run = ""
        return event

    @property
    def run_id(self) -> str:
        return self._enclosed or self._run

    @property
    def usage(self) -> list[Event] | None:
        return [dict(self._usage)] if self._usage else None

    def close(self) -> list[Event]:
        """Ends of everything that is open, so that the run can end."""
        closing: list[Event] = [
            *({"type": "TEXT_MESSAGE_END", "messageId": one} for one in self._texts),
            *(
                {"type": kind, "messageId": one}
                for one in self._reasoning
                for kind in ("REASONING_MESSAGE_END", "REASONING_END")
            ),
            *({"type": "TOOL_CALL_END", "toolCallId": one} for one in self._tools),
            *({"type": "STEP_FINISHED", "stepName": name} for name in self._steps.values()),
            *(
                {"type": "SUBAGENT_FINISHED", "subagentRunId": one, "outcome": {"type": "suspended"}}
                for one in reversed(self._agents.values())
            ),
        ]
        for opened in (self._texts, self._reasoning, self._tools, self._steps, self._agents):
            opened.clear()
        return [{**event, **_NO_FACT} for event in closing]

    def ended(self) -> list[Event]:
        """The stream is over, whatever the facts were in the middle of: the run is left where it is."""
        if not self._run:
            return []
        over = {"type": "RUN_FINISHED", "threadId": self.thread_id, "runId": self._run, **_NO_FACT}
        closing, self._run = self.close(), ""
        return [*closing, over]

    def snapshots(self) -> list[Event]:
        """The state and the whole conversation, as they are before a run is interrupted."""
        return [
            {"type": "STATE_SNAPSHOT", "snapshot": self.state, **_NO_FACT},
            {"type": "MESSAGES_SNAPSHOT", "messages": self.conversation.messages(), **_NO_FACT},
        ]

    # -- text and reasoning -------------------------------------------------------------------------------------------

    def _text(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        message_id = str(fact.get("messageId") or fact.get("runId") or self.thread_id)
        final = fact["type"] == "text.final"
        text = spoken(body)
        if final and message_id not in self._texts and message_id in self.conversation:
            return self._settled_again(message_id, text, body)
        events = self._opened(message_id, body)
        streamed = self._texts[message_id]
        if not final:
            self._texts[message_id] += text
            self.conversation.said(message_id, streamed + text)
            return [*events, self._event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=text)]
        if text.startswith(streamed) and len(text) > len(streamed):
            events.append(self._event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=text[len(streamed) :]))
        events.append(self._event("TEXT_MESSAGE_END", messageId=message_id))
        del self._texts[message_id]
        self.conversation.said(message_id, text)
        if not text.startswith(streamed):
            events.append(self._event("MESSAGES_SNAPSHOT", messages=self.conversation.messages()))
        return events

    def _opened(self, message_id: str, body: Mapping[str, Any]) -> list[Event]:
        if message_id in self._texts:
            return []
        role = body.get("role") if body.get("role") in shapes.TEXT_ROLES else "assistant"
        name = body.get("agentName")
        name = name if isinstance(name, str) else None
        self._texts[message_id] = ""
        whose = self._agents.get(str(self._fact.get("agentId")))
        self.conversation.begin(message_id, str(role), name, whose)
        given = {"messageId": message_id, "role": role, "name": name, "subagentRunId": whose}
        return [self._event("TEXT_MESSAGE_START", **given)]

    def _settled_again(self, message_id: str, text: str, body: Mapping[str, Any]) -> list[Event]:
        """A final text for a message that is settled: nothing when it is the same, else the corrected conversation."""
        if self.conversation.text(message_id) == text:
            return [self._custom(body)]
        self.conversation.said(message_id, text)
        return [self._event("MESSAGES_SNAPSHOT", messages=self.conversation.messages())]

    def _reasoned(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        own = fact.get("messageId") or fact.get("partId") or fact.get("runId") or self.thread_id
        message_id = f"{own}.reasoning"
        text, summary = spoken(body), fact["type"] == "reasoning.summary"
        whose = self._agents.get(str(fact.get("agentId")))
        events = []
        if message_id not in self._reasoning:
            self._reasoning[message_id] = None
            events = [
                self._event("REASONING_START", messageId=message_id, subagentRunId=whose),
                self._event("REASONING_MESSAGE_START", messageId=message_id, role="reasoning", subagentRunId=whose),
            ]
        if text:
            events.append(self._event("REASONING_MESSAGE_CONTENT", messageId=message_id, delta=text))
        if summary:
            del self._reasoning[message_id]
            events += [self._event(kind, messageId=message_id) for kind in ("REASONING_MESSAGE_END", "REASONING_END")]
        return events

    # -- tools --------------------------------------------------------------------------------------------------------

    def _tool(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        call_id, kind = str(fact["toolCallId"]), fact["type"]
        if kind == "tool.started":
            return self._tool_opened(call_id, body) or [self._custom(body)]
        if kind == "tool.args":
            return self._tool_args(call_id, body)
        events = self._tool_opened(call_id, body)
        if call_id in self._tools:
            del self._tools[call_id]
            events.append(self._event("TOOL_CALL_END", toolCallId=call_id))
        said = self.conversation.answered(call_id, body, failed=kind == "tool.failed")
        message_id = f"{call_id}.result"
        return [*events, self._event("TOOL_CALL_RESULT", messageId=message_id, toolCallId=call_id, content=said)]

    def _tool_opened(self, call_id: str, body: Mapping[str, Any]) -> list[Event]:
        if call_id in self._known_tools:
            return []
        self._known_tools.add(call_id)
        self._tools[call_id] = None
        name = str(body.get("tool") or body.get("toolName") or body.get("name") or "unknown")
        whose = self._agents.get(str(self._fact.get("agentId")))
        self.conversation.called(call_id, name, whose)
        return [self._event("TOOL_CALL_START", toolCallId=call_id, toolCallName=name, subagentRunId=whose)]

    def _tool_args(self, call_id: str, body: Mapping[str, Any]) -> list[Event]:
        events = self._tool_opened(call_id, body)
        if call_id not in self._tools:
            return [self._custom(body)]
        delta = self.conversation.argued(call_id, body)
        events.append(self._event("TOOL_CALL_ARGS", toolCallId=call_id, delta=delta))
        if body.get("state") != "input-streaming" and "delta" not in body:
            del self._tools[call_id]
            events.append(self._event("TOOL_CALL_END", toolCallId=call_id))
        return events

    # -- people -------------------------------------------------------------------------------------------------------

    def _asked(self, body: Mapping[str, Any]) -> list[Event]:
        """Theirs ends where ours waits. Inside one run the caller knows who may answer, and interrupts it."""
        fact = self._fact
        self._actions[str(fact["actionId"])] = asked(fact, body)
        if self._enclosed:
            return [self._custom(body)]
        run_id, closing = self._run, [self._custom(body), *self.close()]
        return [*closing, *self._interrupted(run_id)]

    def _interrupted(self, run_id: str) -> list[Event]:
        outcome = {"type": "interrupt", "interrupts": list(self._actions.values())}
        return [*self.snapshots(), self._over(outcome, run_id)]

    def _answered(self, body: Mapping[str, Any]) -> list[Event]:
        self._actions.pop(str(self._fact["actionId"]), None)
        return [self._custom(body)]

    # -- agents -------------------------------------------------------------------------------------------------------

    def _spawned(self, body: Mapping[str, Any]) -> list[Event]:
        agent_id = str(self._fact["agentId"])
        if agent_id in self._agents:
            return [self._custom(body)]
        said = body.get("task") or body.get("reason") or body.get("spawnReason")
        return [self._invoke(agent_id, body, description=said if isinstance(said, str) else None)]

    def _invoke(self, agent_id: str, body: Mapping[str, Any], **more: Any) -> Event:
        """An id of AG-UI's is for one invocation; an agent of ours may be called several times."""
        number = self._invoked[agent_id] = self._invoked.get(agent_id, 0) + 1
        self._agents[agent_id] = f"{agent_id}#{number}"
        parent = self._agents.get(str(body.get("parentAgentId")))
        name = str(body.get("agentName") or body.get("name") or agent_id)
        given = {"subagentRunId": self._agents[agent_id], "name": name, "parentSubagentRunId": parent}
        return self._event("SUBAGENT_STARTED", **given, **more)

    def _agent_ended(self, body: Mapping[str, Any]) -> list[Event]:
        agent_id = str(self._fact["agentId"])
        invoked = self._agents.pop(agent_id, None)
        if invoked is None:
            return [self._custom(body)]
        if self._fact.get("phase") == "failed" or body.get("status") in _ENDED_BADLY:
            said = str(body.get("error") or body.get("summary") or body.get("status") or "failed")
            return [self._event("SUBAGENT_ERROR", subagentRunId=invoked, message=said)]
        return [self._event("SUBAGENT_FINISHED", subagentRunId=invoked, outcome={"type": "success"})]

    def _agent_changed(self, body: Mapping[str, Any]) -> list[Event]:
        events = self._activity(body)
        agent_id = str(self._fact["agentId"])
        status = str(body.get("status") or body.get("runtimeStatus") or "")
        if status == "needs_input" and agent_id in self._agents:
            outcome = {"type": "suspended"}
            events.append(self._event("SUBAGENT_FINISHED", subagentRunId=self._agents.pop(agent_id), outcome=outcome))
        elif status == "running" and agent_id in self._invoked and agent_id not in self._agents:
            events.append(self._invoke(agent_id, body))
        return events

    # -- artifacts, states, numbers -----------------------------------------------------------------------------------

    def _artifact(self, body: Mapping[str, Any]) -> list[Event]:
        artifact_id = str(self._fact["artifactId"])
        content = {**body, "artifactId": artifact_id, "event": self._fact["type"]}
        given: dict[str, Any] = {"messageId": artifact_id, "activityType": "ARTIFACT"}
        if artifact_id not in self._artifacts:
            self._artifacts.add(artifact_id)
            return [self._event("ACTIVITY_SNAPSHOT", **given, content=content)]
        patch = [{"op": "add", "path": f"/{_pointer(name)}", "value": value} for name, value in content.items()]
        return [self._event("ACTIVITY_DELTA", **given, patch=patch)]

    def _snapshot(self, body: Mapping[str, Any]) -> list[Event]:
        kind = self._fact["type"]
        if kind == "messages.snapshot":
            return [self._event("MESSAGES_SNAPSHOT", messages=self.conversation.replaced(body.get("messages")))]
        self.state = body.get("snapshot", body.get("state", dict(body)))
        return [self._event("STATE_SNAPSHOT", snapshot=self.state)]

    def _delta(self, body: Mapping[str, Any]) -> list[Event]:
        event = self._event("STATE_DELTA", delta=body.get("delta", body.get("patch")))
        if "delta" in event and not list(shapes.wrong(event)):
            return [event]
        self._first = True
        return [self._custom(body)]

    def _metric(self, body: Mapping[str, Any]) -> list[Event]:
        for name in ("inputTokens", "outputTokens", "totalTokens"):
            value = body.get(name)
            if type(value) is int and value >= 0:
                self._usage[name] = self._usage.get(name, 0) + value
        return [self._custom(body)]


def asked(fact: Fact, body: Mapping[str, Any]) -> Event:
    """A question to a person as an interrupt: what it is about goes with it, so that a decision can be bound to it."""
    kind = str(body.get("actionType") or body.get("type") or "unknown")
    answers = kind in ("clarification", "structured_input", "credential_request")
    reason = "tool_call" if fact.get("toolCallId") else "input_required" if answers else "confirmation"
    interrupt: Event = {"id": str(fact["actionId"]), "reason": reason, "metadata": {"agentui": dict(fact)}}
    said = body.get("question") or body.get("title") or body.get("explanation")
    if isinstance(said, str):
        interrupt["message"] = said
    if isinstance(body.get("schema"), dict):
        interrupt["responseSchema"] = body["schema"]
    for theirs, ours in (("toolCallId", fact.get("toolCallId")), ("expiresAt", body.get("expiresAt"))):
        if isinstance(ours, str):
            interrupt[theirs] = ours
    return interrupt


def _spoken_ids(fact: Fact) -> dict[str, Any]:
    names = ("runId", "taskId", "agentId", "toolCallId", "artifactId", "evidenceId", "phase")
    return {name: fact[name] for name in names if name in fact}


def _pointer(name: str) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


_HANDLERS: dict[str, Callable[[Outward, Mapping[str, Any]], list[Event]]] = {
    "run.started": Outward._run_started,
    "run.finished": Outward._run_ended,
    "run.failed": Outward._run_ended,
    "text.delta": Outward._text,
    "text.final": Outward._text,
    "reasoning.delta": Outward._reasoned,
    "reasoning.summary": Outward._reasoned,
    "tool.started": Outward._tool,
    "tool.args": Outward._tool,
    "tool.result": Outward._tool,
    "tool.failed": Outward._tool,
    "action.required": Outward._asked,
    "action.resolved": Outward._answered,
    "agent.spawned": Outward._spawned,
    "agent.completed": Outward._agent_ended,
    "agent.changed": Outward._agent_changed,
    "session.hydrated": Outward._snapshot,
    "state.snapshot": Outward._snapshot,
    "messages.snapshot": Outward._snapshot,
    "state.delta": Outward._delta,
    "metric.changed": Outward._metric,
    **{
        f"artifact.{name}": Outward._artifact
        for name in (
            *("created", "updated", "preview.ready", "version.created", "diff.ready", "export.started"),
            *("export.completed", "failed", "deleted", "changed"),
        )
    },
}
