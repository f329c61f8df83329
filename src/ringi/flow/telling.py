"""How the flow's moves are told as facts: one place that knows which class, owner, scope and ids each of them has.

Called by the transitions only. Every fact that moves a record names it (`record`), so that the fold of the facts and
the rows can be compared at any time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ringi.facts.forms import Form
from ringi.facts.vocabulary import (
    Control,
    EventClass,
    HitlType,
    Owner,
    Persistence,
    Phase,
    RuntimeEntity,
    Scope,
    Surface,
)
from ringi.store.transaction import Tx

Payload = dict[str, Any]

HITL: dict[str, HitlType] = {
    "prompt": HitlType.PLAN_DECISION,
    "process": HitlType.PLAN_DECISION,
    "step": HitlType.TOOL_APPROVAL,
    "clarification": HitlType.CLARIFICATION,
    "action": HitlType.TOOL_APPROVAL,
    "rule": HitlType.PERMISSION_GRANT,
}
SHOWN = 16_384
"""Characters of a tool's answer that a fact shows: as much as a record carries itself. More is kept by reference."""

_PEOPLE = frozenset({"by", "edited_by", "requester"})
"""Where a fact names the person who did it; with the admin behind them, if there is one."""
_AGENT_TURN = RuntimeEntity.AGENT_TURN.value

# What the flow tells: class, owner, scope, the fact's own ids.
_OPENED = Form(EventClass.SESSION_OPENED, Owner.SESSION, Scope.SESSION)
_TASK = Form(EventClass.TASK_CHANGED, Owner.TASK, Scope.TASK)
_QUEUE = Form(EventClass.QUEUE_CHANGED, Owner.RUNTIME, Scope.SESSION, control=Control.QUEUE)
_STEER = Form(EventClass.QUEUE_CHANGED, Owner.RUNTIME, Scope.RUN, control=Control.STEER)
_RUN_STARTED, _RUN_STATUS, _RUN_FINISHED, _RUN_FAILED = (
    Form(kind, Owner.RUNTIME, Scope.RUN, "run_id", surface=Surface.RUNTIME_STATUS)
    for kind in (EventClass.RUN_STARTED, EventClass.RUN_STATUS, EventClass.RUN_FINISHED, EventClass.RUN_FAILED)
)
_PLAN = Form(EventClass.PLAN_FINAL, Owner.MODEL, Scope.RUN, "run_id")
_PLAN_MOVED = Form(EventClass.PLAN_DELTA, Owner.RUNTIME, Scope.RUN, "run_id")
_REQUIRED, _RESOLVED = (
    Form(kind, Owner.ACTION, Scope.ACTION_REQUEST, "action_id", "run_id", surface=Surface.HITL)
    for kind in (EventClass.ACTION_REQUIRED, EventClass.ACTION_RESOLVED)
)
_TOOL_STARTED, _TOOL_ARGS, _TOOL_RESULT, _TOOL_FAILED = (
    Form(kind, Owner.TOOL, Scope.TOOL_CALL, "run_id", "tool_call_id")
    for kind in (EventClass.TOOL_STARTED, EventClass.TOOL_ARGS, EventClass.TOOL_RESULT, EventClass.TOOL_FAILED)
)
_ARTIFACT = Form(
    EventClass.ARTIFACT_CREATED,
    Owner.ARTIFACT,
    Scope.ARTIFACT,
    "run_id",
    "artifact_id",
    persistence=Persistence.ARTIFACT_STORE,
)
_SPENT = Form(EventClass.METRIC_CHANGED, Owner.DIAGNOSTICS, Scope.RUN, "run_id", surface=Surface.DIAGNOSTICS)
_CONTEXT = Form(EventClass.CONTEXT_CHANGED, Owner.CONTEXT, Scope.RUN, "run_id")
_NOTED = Form(EventClass.DIAGNOSTIC_CHANGED, Owner.DIAGNOSTICS, Scope.RUN, "run_id", surface=Surface.DIAGNOSTICS)
_SAID = Form(EventClass.TEXT_FINAL, Owner.RUNTIME, Scope.MESSAGE, "run_id", "message_id", surface=Surface.CONVERSATION)


def record(table: str, subject_id: str, status: str, version: int | None = None) -> Payload:
    stanza: Payload = {"table": table, "id": subject_id, "status": status}
    if version is not None:
        stanza["version"] = version
    return stanza


class Scene(NamedTuple):
    """Where a transition takes place: the session, the task's own thread, and the turn that set it off."""

    session_id: str
    task_id: str
    turn_id: str

    def _tell(
        self,
        tx: Tx,
        form: Form,
        phase: Phase,
        ours: Payload,
        theirs: Payload | None = None,
        *,
        whole: bool = False,
        **ids: Any,
    ) -> None:
        """`ours` are the flow's own words; `theirs` is whatever people, minds and tools said. With `whole` it is what
        somebody decides on, and told to the letter or not at all (see `Form.fact`).
        """
        if tx.behind and theirs and not _PEOPLE.isdisjoint(theirs):
            theirs = {**theirs, "asBy": tx.behind}
        ids["timestamp"] = tx.now
        ids["session_id"] = self.session_id
        ids["thread_id"] = ids["task_id"] = self.task_id
        ids["turn_id"] = self.turn_id
        tx.tell(form.fact(phase, ours, theirs, ids, whole=whole))

    # -- session, queue, task ------------------------------------------------------------------------------------

    def opened(self, tx: Tx, source: str, requester: str, lang: str = "") -> None:
        """`lang` is the language that was asked for, if one was."""
        body = {"source": source, "lang": lang} if lang else {"source": source}
        self._tell(tx, _OPENED, Phase.SUBMITTED, body, {"requester": requester})

    def request(self, tx: Tx, status: str, phase: Phase, **payload: Any) -> None:
        self._tell(tx, _TASK, phase, {"record": record("requests", self.task_id, status)}, payload)

    def queue(self, tx: Tx, status: str, request_status: str, **payload: Any) -> None:
        phase = Phase.WAITING if status == "queued" else Phase.SUBMITTED
        moved = record("requests", self.task_id, request_status)
        self._tell(tx, _QUEUE, phase, {"status": status, "record": moved}, payload)

    def steered(self, tx: Tx, text: str, by: str, layer: str) -> None:
        self._tell(tx, _STEER, Phase.SUBMITTED, {"status": "steered", "layer": layer}, {"text": text, "by": by})

    def task(self, tx: Tx, status: str, phase: Phase, **payload: Any) -> None:
        self._tell(tx, _TASK, phase, {"record": record("tasks", self.task_id, status)}, payload)

    # -- judgements and executions -------------------------------------------------------------------------------

    def run_started(self, tx: Tx, run_id: str, layer: str, moved: Payload | None, **payload: Any) -> None:
        self._run(tx, _RUN_STARTED, Phase.ACCEPTED, run_id, layer, "accepted", moved, payload)

    def run_status(
        self, tx: Tx, run_id: str, layer: str, phase: Phase, status: str, moved: Payload | None, **payload: Any
    ) -> None:
        self._run(tx, _RUN_STATUS, phase, run_id, layer, status, moved, payload)

    def run_finished(
        self, tx: Tx, run_id: str, layer: str, phase: Phase, moved: Payload | None, **payload: Any
    ) -> None:
        self._run(tx, _RUN_FINISHED, phase, run_id, layer, phase._value_, moved, payload)

    def run_failed(self, tx: Tx, run_id: str, layer: str, moved: Payload | None, **payload: Any) -> None:
        self._run(tx, _RUN_FAILED, Phase.FAILED, run_id, layer, "failed", moved, payload)

    def _run(
        self,
        tx: Tx,
        form: Form,
        phase: Phase,
        run_id: str,
        layer: str,
        status: str,
        moved: Payload | None,
        payload: Payload,
    ) -> None:
        body: Payload = {"runtimeEntity": _AGENT_TURN, "runtimeStatus": status, "layer": layer}
        if moved is not None:
            body["record"] = moved
        self._tell(tx, form, phase, body, payload, run_id=run_id)

    def plan(self, tx: Tx, run_id: str, kind: str, moved: Payload, digest: str, **payload: Any) -> None:
        body = {"kind": kind, "record": moved, "version": moved["version"], "digest": digest}
        self._tell(tx, _PLAN, Phase.PLANNING, body, payload, whole=True, run_id=run_id)

    def plan_moved(self, tx: Tx, run_id: str, kind: str, moved: Payload, phase: Phase, **payload: Any) -> None:
        """A version that is not in the running any more, or not yet: said on the plan's own class."""
        body = {"kind": kind, "record": moved, "version": moved["version"]}
        self._tell(tx, _PLAN_MOVED, phase, body, payload, run_id=run_id)

    # -- what a judgement used and was not given -----------------------------------------------------------------

    def spent(self, tx: Tx, run_id: str, layer: str, spent: Payload, **payload: Any) -> None:
        """`spent` is what the budgets are counted by; `metrics` what people are shown."""
        self._tell(tx, _SPENT, Phase.PLANNING, {"layer": layer, "spent": spent}, payload, run_id=run_id)

    def context(self, tx: Tx, run_id: str, layer: str, **payload: Any) -> None:
        self._tell(tx, _CONTEXT, Phase.PLANNING, {"layer": layer}, payload, run_id=run_id)

    def noted(self, tx: Tx, run_id: str, layer: str, code: str, severity: str, **payload: Any) -> None:
        body = {"layer": layer, "code": code, "severity": severity}
        self._tell(tx, _NOTED, Phase.PLANNING, body, payload, run_id=run_id)

    # -- people's decisions --------------------------------------------------------------------------------------

    def action_required(
        self,
        tx: Tx,
        approval_id: str,
        kind: str,
        run_id: str,
        digest: str,
        version: int,
        route: Payload,
        **payload: Any,
    ) -> None:
        """`route` says who may decide, as it stands when it is opened."""
        body = {"actionType": HITL[kind]._value_, "kind": kind, "digest": digest, "version": version, "route": route}
        self._tell(tx, _REQUIRED, Phase.WAITING, body, payload, whole=True, action_id=approval_id, run_id=run_id)

    def action_resolved(self, tx: Tx, approval_id: str, kind: str, run_id: str, state: str, **payload: Any) -> None:
        body = {"actionType": HITL[kind]._value_, "kind": kind, "state": state}
        self._tell(tx, _RESOLVED, Phase.COMPLETED, body, payload, action_id=approval_id, run_id=run_id)

    # -- steps ---------------------------------------------------------------------------------------------------

    def tool_started(self, tx: Tx, run_id: str, call_id: str, step_id: str, tool: str, key: str, args: Any) -> None:
        """The intent: on disk before the call leaves."""
        body = {"stepId": step_id, "tool": tool, "idempotencyKey": key}
        self._tell(tx, _TOOL_STARTED, Phase.ACTING, body, run_id=run_id, tool_call_id=call_id)
        body = {"stepId": step_id, "state": "input-available"}
        self._tell(tx, _TOOL_ARGS, Phase.ACTING, body, {"input": args}, whole=True, run_id=run_id, tool_call_id=call_id)

    def tool_ended(self, tx: Tx, run_id: str, call_id: str, entry: Payload, phase: Phase, **payload: Any) -> None:
        form = _TOOL_RESULT if entry["status"] == "completed" else _TOOL_FAILED
        body = {"stepId": entry["stepId"], "tool": entry["tool"], "status": entry["status"]}
        self._tell(tx, form, phase, body, payload, run_id=run_id, tool_call_id=call_id)

    def artifact(self, tx: Tx, run_id: str, row: Payload) -> None:
        body = {key: row[key] for key in ("kind", "media_type", "sha256", "size", "step_id")}
        theirs = {"title": row["title"], "path": row["path"]}
        self._tell(tx, _ARTIFACT, Phase.PRODUCING, body, theirs, run_id=run_id, artifact_id=row["id"])

    def said(self, tx: Tx, run_id: str, message_id: str, text: str, **payload: Any) -> None:
        self._tell(tx, _SAID, Phase.PRODUCING, {}, {"text": text, **payload}, run_id=run_id, message_id=message_id)
