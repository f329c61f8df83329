"""How the flow's moves are told as facts: one place that knows which class, owner, scope and ids each of them has.

Called by the transitions only. Every fact that moves a record names it (`record`), so that the fold of the facts and
the rows can be compared at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringi.facts.envelope import Fact
from ringi.facts.redact import safe_payload
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
}
PREVIEW = 2_000
"""Characters of a tool's answer that a fact shows; the whole is kept by reference."""


def record(table: str, subject_id: str, status: str, version: int | None = None) -> Payload:
    stanza: Payload = {"table": table, "id": subject_id, "status": status}
    if version is not None:
        stanza["version"] = version
    return stanza


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a transition takes place: the session, the task's own thread, and the turn that set it off."""

    session_id: str
    task_id: str
    turn_id: str

    def _tell(
        self,
        tx: Tx,
        kind: EventClass,
        owner: Owner,
        scope: Scope,
        phase: Phase,
        ours: Payload,
        theirs: Payload | None = None,
        **ids: Any,
    ) -> None:
        """`ours` are the flow's own words, ids and numbers; `theirs` is whatever people, minds and tools said: it is
        cleared of secrets and lifted into what canonical form can spell. The fact itself checks both.
        """
        tx.tell(
            Fact(
                type=kind,
                owner=owner,
                scope=scope,
                phase=phase,
                timestamp=tx.now,
                session_id=self.session_id,
                thread_id=self.task_id,
                task_id=self.task_id,
                turn_id=self.turn_id,
                payload={**ours, **safe_payload(theirs)} if theirs else ours,
                **ids,
            )
        )

    # -- session, queue, task ------------------------------------------------------------------------------------

    def opened(self, tx: Tx, source: str, requester: str) -> None:
        self._tell(
            tx,
            EventClass.SESSION_OPENED,
            Owner.SESSION,
            Scope.SESSION,
            Phase.SUBMITTED,
            {"source": source},
            {"requester": requester},
        )

    def request(self, tx: Tx, status: str, phase: Phase, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.TASK_CHANGED,
            Owner.TASK,
            Scope.TASK,
            phase,
            {"record": record("requests", self.task_id, status)},
            payload,
        )

    def queue(self, tx: Tx, status: str, request_status: str, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.QUEUE_CHANGED,
            Owner.RUNTIME,
            Scope.SESSION,
            Phase.WAITING if status == "queued" else Phase.SUBMITTED,
            {"status": status, "record": record("requests", self.task_id, request_status)},
            payload,
            control=Control.QUEUE,
        )

    def steered(self, tx: Tx, text: str, by: str, layer: str) -> None:
        self._tell(
            tx,
            EventClass.QUEUE_CHANGED,
            Owner.RUNTIME,
            Scope.RUN,
            Phase.SUBMITTED,
            {"status": "steered", "layer": layer},
            {"text": text, "by": by},
            control=Control.STEER,
        )

    def task(self, tx: Tx, status: str, phase: Phase, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.TASK_CHANGED,
            Owner.TASK,
            Scope.TASK,
            phase,
            {"record": record("tasks", self.task_id, status)},
            payload,
        )

    # -- judgements and executions -------------------------------------------------------------------------------

    def run_started(self, tx: Tx, run_id: str, layer: str, moved: Payload | None, **payload: Any) -> None:
        self._run(tx, EventClass.RUN_STARTED, Phase.ACCEPTED, run_id, layer, "accepted", moved, payload)

    def run_status(
        self, tx: Tx, run_id: str, layer: str, phase: Phase, status: str, moved: Payload | None, **payload: Any
    ) -> None:
        self._run(tx, EventClass.RUN_STATUS, phase, run_id, layer, status, moved, payload)

    def run_finished(
        self, tx: Tx, run_id: str, layer: str, phase: Phase, moved: Payload | None, **payload: Any
    ) -> None:
        self._run(tx, EventClass.RUN_FINISHED, phase, run_id, layer, str(phase), moved, payload)

    def run_failed(self, tx: Tx, run_id: str, layer: str, moved: Payload | None, **payload: Any) -> None:
        self._run(tx, EventClass.RUN_FAILED, Phase.FAILED, run_id, layer, "failed", moved, payload)

    def _run(
        self,
        tx: Tx,
        kind: EventClass,
        phase: Phase,
        run_id: str,
        layer: str,
        status: str,
        moved: Payload | None,
        payload: Payload,
    ) -> None:
        body: Payload = {"runtimeEntity": RuntimeEntity.AGENT_TURN._value_, "runtimeStatus": status, "layer": layer}
        if moved is not None:
            body["record"] = moved
        ids = {"run_id": run_id, "surface": Surface.RUNTIME_STATUS}
        self._tell(tx, kind, Owner.RUNTIME, Scope.RUN, phase, body, payload, **ids)

    def plan(self, tx: Tx, run_id: str, kind: str, moved: Payload, digest: str, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.PLAN_FINAL,
            Owner.MODEL,
            Scope.RUN,
            Phase.PLANNING,
            {"kind": kind, "record": moved, "version": moved["version"], "digest": digest},
            payload,
            run_id=run_id,
        )

    def plan_moved(self, tx: Tx, run_id: str, kind: str, moved: Payload, phase: Phase, **payload: Any) -> None:
        """A version that is not in the running any more, or not yet: said on the plan's own class."""
        self._tell(
            tx,
            EventClass.PLAN_DELTA,
            Owner.RUNTIME,
            Scope.RUN,
            phase,
            {"kind": kind, "record": moved, "version": moved["version"]},
            payload,
            run_id=run_id,
        )

    # -- people's decisions --------------------------------------------------------------------------------------

    def action_required(
        self, tx: Tx, approval_id: str, kind: str, run_id: str, digest: str, version: int, **payload: Any
    ) -> None:
        self._tell(
            tx,
            EventClass.ACTION_REQUIRED,
            Owner.ACTION,
            Scope.ACTION_REQUEST,
            Phase.WAITING,
            {"actionType": HITL[kind]._value_, "kind": kind, "digest": digest, "version": version},
            payload,
            action_id=approval_id,
            run_id=run_id,
            surface=Surface.HITL,
        )

    def action_resolved(self, tx: Tx, approval_id: str, kind: str, run_id: str, state: str, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.ACTION_RESOLVED,
            Owner.ACTION,
            Scope.ACTION_REQUEST,
            Phase.COMPLETED,
            {"actionType": HITL[kind]._value_, "kind": kind, "state": state},
            payload,
            action_id=approval_id,
            run_id=run_id,
            surface=Surface.HITL,
        )

    # -- steps ---------------------------------------------------------------------------------------------------

    def tool_started(self, tx: Tx, run_id: str, call_id: str, step_id: str, tool: str, key: str, args: Any) -> None:
        """The intent: on disk before the call leaves."""
        self._tell(
            tx,
            EventClass.TOOL_STARTED,
            Owner.TOOL,
            Scope.TOOL_CALL,
            Phase.ACTING,
            {"stepId": step_id, "tool": tool, "idempotencyKey": key},
            run_id=run_id,
            tool_call_id=call_id,
        )
        self._tell(
            tx,
            EventClass.TOOL_ARGS,
            Owner.TOOL,
            Scope.TOOL_CALL,
            Phase.ACTING,
            {"stepId": step_id, "state": "input-available"},
            {"input": args},
            run_id=run_id,
            tool_call_id=call_id,
        )

    def tool_ended(self, tx: Tx, run_id: str, call_id: str, entry: Payload, phase: Phase, **payload: Any) -> None:
        done = entry["status"] == "completed"
        self._tell(
            tx,
            EventClass.TOOL_RESULT if done else EventClass.TOOL_FAILED,
            Owner.TOOL,
            Scope.TOOL_CALL,
            phase,
            {"stepId": entry["stepId"], "tool": entry["tool"], "status": entry["status"]},
            payload,
            run_id=run_id,
            tool_call_id=call_id,
        )

    def artifact(self, tx: Tx, run_id: str, row: Payload) -> None:
        self._tell(
            tx,
            EventClass.ARTIFACT_CREATED,
            Owner.ARTIFACT,
            Scope.ARTIFACT,
            Phase.PRODUCING,
            {key: row[key] for key in ("kind", "media_type", "sha256", "size", "step_id")},
            {"title": row["title"], "path": row["path"]},
            run_id=run_id,
            artifact_id=row["id"],
            persistence=Persistence.ARTIFACT_STORE,
        )

    def said(self, tx: Tx, run_id: str, message_id: str, text: str, **payload: Any) -> None:
        self._tell(
            tx,
            EventClass.TEXT_FINAL,
            Owner.RUNTIME,
            Scope.MESSAGE,
            Phase.PRODUCING,
            {},
            {"text": text, **payload},
            run_id=run_id,
            message_id=message_id,
            surface=Surface.CONVERSATION,
        )

    def permission(self, tx: Tx, **payload: Any) -> None:
        self._tell(tx, EventClass.PERMISSION_CHANGED, Owner.POLICY, Scope.TASK, Phase.ACTING, {}, payload)
