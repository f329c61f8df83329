"""Our facts as AG-UI 1.0 events. Pure: facts in, events out, in the order in which a stock client can take them.

The first event of a fact carries the whole envelope in `metadata.agentui`, so that nothing is lost between two of our
ends; further events of the same fact only name it. What AG-UI has no event for is an activity or a custom event.
Inside one run (`run_id` given) the caller opens and closes it and our own runs are its steps; without it every run of
the facts is a run of the stream, and what belongs to no run gets one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ringi.facts.redact import redact
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.asking import asked
from ringi.web.ag_ui.events import ACTIVITIES, ENDED_BADLY, NO_FACT, STEPS, Fact, milliseconds
from ringi.web.ag_ui.shapes import Event
from ringi.web.ag_ui.streams import Streams

__all__ = ["Outward", "milliseconds"]

_NO_RUN = "facts-"
"""Before the number of the first fact that belongs to no run, or goes on after one had to be told as over."""


class Outward(Streams):
    """One stream of events, fact by fact."""

    def events(self, fact: Fact) -> list[Event]:
        """What this fact is on the wire."""
        self._fact, self._first = redact(dict(fact)), True
        kind = str(fact.get("type", ""))
        payload = self._fact.get("payload")
        body: dict[str, Any] = payload if isinstance(payload, dict) else {}
        handler = _HANDLERS.get(kind)
        before: list[Event] = []
        if not self._run and kind != "run.started":
            before = self._begun(f"{_NO_RUN}{fact.get('sequence', 'live')}")
        if handler is not None:
            return [*before, *handler(self, body)]
        if kind in ACTIVITIES:
            return [*before, *self._activity(body)]
        return [*before, self._custom(body)]

    def begin(self, **more: Any) -> list[Event]:
        """RUN_STARTED of the one run that everything is told in."""
        self._fact = {}
        event = {"type": "RUN_STARTED", "threadId": self.thread_id, "runId": self._run}
        return [{**event, "protocolVersion": shapes.PROTOCOL, **more}]

    def _begun(self, run_id: str) -> list[Event]:
        """A run for what belongs to none, because nothing may be said outside of one."""
        self._run = run_id
        started = {"type": "RUN_STARTED", "threadId": self.thread_id, "runId": run_id, **NO_FACT}
        return [{**started, "protocolVersion": shapes.PROTOCOL}]

    def _run_started(self, body: Mapping[str, Any]) -> list[Event]:
        run_id = str(self._fact.get("runId") or self._fact.get("turnId") or self.thread_id)
        if not self._enclosed and not self._run:
            self._run, self._halted = run_id, ""
            return [self._event("RUN_STARTED", threadId=self.thread_id, runId=run_id, protocolVersion=shapes.PROTOCOL)]
        if not self._enclosed and self._run.startswith(_NO_RUN):
            return [*self._closed_run(), *self._run_started(body)]
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
            said = self._activity(body) if failed else []
            return [*said, self._event("STEP_FINISHED", stepName=self._steps.pop(run_id))]
        if self._enclosed or run_id not in (self._run, self._halted):
            return self._activity(body)
        open_still, told_as = self.close(), self._run
        self._run = self._halted = ""
        if failed:
            return [*open_still, self._failed(body)]
        ends = {str(one) for one in (self._fact.get("phase"), body.get("status"), body.get("outcome"))}
        if "interrupted" in ends and self._actions:
            return [*open_still, *self._interrupted(told_as)]
        stopped = ends & {"cancelled", "canceled", "interrupted"}  # one with a bookmark is no success either
        outcome = {"type": "cancelled"} if stopped else {"type": "success"}
        return [*open_still, self._over(outcome, told_as, result=body.get("result"))]

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
        return [{**event, **NO_FACT} for event in closing]

    def ended(self) -> list[Event]:
        """The stream is over, whatever the facts were in the middle of: a run that has not ended is not told as one
        that has (an end without an outcome is a success to every client), but left where it is.
        """
        if not self._run:
            return []
        going = self._halted if self._run.startswith(_NO_RUN) else self._run
        if going == self._halted and self._actions:
            return [*self.close(), *self._interrupted(self._run)]  # it still waits, or a teammate outside of any run
        if going:
            left = {"runId": going, "status": "running"}
            return [*self.close(), {"type": "CUSTOM", "name": "agentui.stream_ended", "value": left, **NO_FACT}]
        return self._closed_run()

    def _closed_run(self) -> list[Event]:
        over = {"type": "RUN_FINISHED", "threadId": self.thread_id, "runId": self._run, **NO_FACT}
        closing, self._run, self._halted = self.close(), "", ""
        return [*closing, over]

    def snapshots(self) -> list[Event]:
        """The state and the whole conversation, as they are before a run is interrupted."""
        return [
            {"type": "STATE_SNAPSHOT", "snapshot": self.state, **NO_FACT},
            {"type": "MESSAGES_SNAPSHOT", "messages": self.conversation.messages(), **NO_FACT},
        ]

    def _asked(self, body: Mapping[str, Any]) -> list[Event]:
        """Theirs ends where ours waits. Inside one run the caller knows who may answer, and interrupts it."""
        fact = self._fact
        self._actions[str(fact["actionId"])] = asked(fact, body, self.lang)
        if self._enclosed:
            return [self._custom(body)]
        run_id, closing = self._run, [self._custom(body), *self.close()]
        if not run_id.startswith(_NO_RUN):
            self._halted = run_id
        return [*closing, *self._interrupted(run_id)]

    def _interrupted(self, run_id: str) -> list[Event]:
        outcome = {"type": "interrupt", "interrupts": list(self._actions.values())}
        return [*self.snapshots(), self._over(outcome, run_id)]

    def _answered(self, body: Mapping[str, Any]) -> list[Event]:
        self._actions.pop(str(self._fact["actionId"]), None)
        return [self._custom(body)]

    def _spawned(self, body: Mapping[str, Any]) -> list[Event]:
        agent_id = str(self._fact["agentId"])
        if agent_id in self._agents:
            return [self._custom(body)]
        said = body.get("task") or body.get("reason") or body.get("spawnReason")
        return [self._invoke(agent_id, body, description=said if isinstance(said, str) else None)]

    def _invoke(self, agent_id: str, body: Mapping[str, Any], **more: Any) -> Event:
        """An id of AG-UI's is for one invocation; an agent of ours may be called several times."""
        parent = self._agents.get(str(body.get("parentAgentId")))  # before it is there itself: nobody is their own
        number = self._invoked[agent_id] = self._invoked.get(agent_id, 0) + 1
        self._agents[agent_id] = f"{agent_id}#{number}"
        name = str(body.get("agentName") or body.get("name") or agent_id)
        given = {"subagentRunId": self._agents[agent_id], "name": name, "parentSubagentRunId": parent}
        return self._event("SUBAGENT_STARTED", **given, **more)

    def _agent_ended(self, body: Mapping[str, Any]) -> list[Event]:
        agent_id = str(self._fact["agentId"])
        invoked = self._agents.pop(agent_id, None)
        if invoked is None:
            return [self._custom(body)]
        status, phase = body.get("status") or body.get("runtimeStatus"), self._fact.get("phase")
        if phase in ("failed", "cancelled") or status in ENDED_BADLY:
            said = str(body.get("error") or body.get("summary") or status or phase)
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
        rest = {name: value for name, value in body.items() if name != "messages"}
        told = body.get("snapshot", body.get("state", rest))
        self.state = {} if told is None else told  # a client takes no snapshot without anything in it
        events = [self._event("STATE_SNAPSHOT", snapshot=self.state)]
        if kind == "session.hydrated" and isinstance(body.get("messages"), list):
            replaced = self.conversation.replaced(body["messages"])
            events.append(self._event("MESSAGES_SNAPSHOT", messages=replaced))
        return events

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
