"""How the rows of one older task are told as facts, and what of it is taken up again. Pure: rows in, rows out.

Every fact says that it was imported, and names the record and the state it speaks of. Called by `importing` only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ringi import clock
from ringi.errors import Invalid
from ringi.facts.canonical import plain
from ringi.facts.digests import plan_digest, policy_digest
from ringi.facts.envelope import Fact
from ringi.facts.secrets import mask_secrets
from ringi.facts.vocabulary import EventClass, HitlType, Owner, Phase, RuntimeEntity, Scope, Surface
from ringi.store.migrations.times import instant

Row = Mapping[str, Any]

ENDED = frozenset({"completed", "failed", "cancelled"})
UNDER_WAY = frozenset({"pending", "running"})
TASK_PHASE = {
    "extracted": Phase.ACCEPTED,
    "running": Phase.ACTING,
    "completed": Phase.COMPLETED,
    "failed": Phase.FAILED,
    "cancelled": Phase.CANCELLED,
}
PLAN_PHASE = {
    "generating": Phase.PLANNING,
    "pending_approval": Phase.WAITING,
    "approved": Phase.COMPLETED,
    "rejected": Phase.CANCELLED,
}
RUN = {
    "completed": (EventClass.RUN_FINISHED, Phase.COMPLETED),
    "cancelled": (EventClass.RUN_FINISHED, Phase.CANCELLED),
    "failed": (EventClass.RUN_FAILED, Phase.FAILED),
}
KINDS = {"prompts": ("policy", "prompt", "policy"), "processes": ("process", "process", "plan")}
"""Table → `payload.kind` of its facts, kind of its approvals, kind of its jobs."""


@dataclass(slots=True)
class History:
    """All that an older file knows about one task. Without the task's own row, the others are orphans."""

    task_id: str
    task: Row | None = None
    prompts: list[Row] = field(default_factory=list)
    processes: list[Row] = field(default_factory=list)
    executions: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class Retold:
    """What is to be written for it."""

    session_id: str
    created_at: str
    facts: list[Fact] = field(default_factory=list)
    request: dict[str, Any] | None = None
    approvals: list[dict[str, Any]] = field(default_factory=list)
    jobs: list[dict[str, Any]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    stalled: bool = False


def retell(history: History, tenant_id: str, now: str) -> Retold:
    """The facts of one task in the order of its layers, and its open ends."""
    return _Teller(history, tenant_id, now).told()


class _Teller:
    def __init__(self, history: History, tenant_id: str, now: str) -> None:
        self.history, self.tenant_id, self.now = history, tenant_id, now
        task = history.task or {}
        place = text(task.get("slack_channel")), text(task.get("slack_thread_ts"))
        session = f"slack:{place[0]}:{place[1]}" if any(place) else f"imported:{history.task_id}"
        self.out = Retold(session, instant(task.get("created_at")) or now)
        self.open = history.task is not None and text(task.get("status")) not in ENDED
        self.policies = {
            text(row["id"]): policy_digest(history.task_id, row["version"], text(row["content"]))
            for row in history.prompts
        }

    def told(self) -> Retold:
        if self.history.task is not None:
            self._task(self.history.task)
        for row in self.history.prompts:
            body = {"content": text(row["content"])}
            self._version("prompts", row, self.policies[text(row["id"])], body, {"changes": ""})
        for row in self.history.processes:
            self._process(row)
        for row in self.history.executions:
            self._execution(row)
        self.out.stalled = self.open and not (self.out.approvals or self.out.jobs or self.out.unknown)
        return self.out

    def _process(self, row: Row) -> None:
        """A plan as the file has it. Which tools and people it meant was never recorded, so none are named."""
        steps = listed(row["steps"])
        meant: dict[str, Any] = {
            "policy": self.policies.get(text(row["prompt_id"]), ""),
            "tools": [],
            "people": [],
            "executor": "direct",
        }
        told = [text(row["steps"])] if steps is None else steps
        digest = plan_digest(task_id=self.history.task_id, version=row["version"], steps=told, **meant)
        body = meant if steps is None else {"steps": steps, **meant}
        self._version("processes", row, digest, body, {**meant, "changes": ""})

    def _fact(
        self, kind: EventClass, owner: Owner, scope: Scope, phase: Phase, at: Any, payload: dict[str, Any], **ids: Any
    ) -> None:
        self.out.facts.append(
            Fact(
                type=kind,
                owner=owner,
                scope=scope,
                phase=phase,
                timestamp=instant(at) or self.now,
                session_id=self.out.session_id,
                thread_id=self.history.task_id,
                task_id=self.history.task_id,
                turn_id=self.history.task_id,
                payload=plain(mask_secrets({"imported": True, **payload})),
                **ids,
            )
        )

    def _task(self, task: Row) -> None:
        title, description, status = text(task["title"]), text(task.get("description")), text(task["status"])
        source = text(task.get("source")) or "channel"
        said = f"{title}\n{description}" if description else title
        self.out.request = {
            "id": self.history.task_id,
            "tenant_id": self.tenant_id,
            "session_id": self.out.session_id,
            "source": source,
            "requester": "",
            "user_id": "",
            "text": said,
            "status": "accepted",
            "slack_channel": text(task.get("slack_channel")),
            "slack_thread_ts": text(task.get("slack_thread_ts")),
            "created_at": self.out.created_at,
            "updated_at": instant(task.get("updated_at")) or self.out.created_at,
        }
        request = {"record": record("requests", task["id"], "accepted"), "text": said, "source": source}
        self._fact(EventClass.TASK_CHANGED, Owner.TASK, Scope.TASK, Phase.ACCEPTED, task.get("created_at"), request)
        self._fact(
            EventClass.TASK_CHANGED,
            Owner.TASK,
            Scope.TASK,
            TASK_PHASE.get(status, Phase.WAITING),
            task.get("created_at"),
            {
                "record": record("tasks", task["id"], status),
                "title": title,
                "description": description,
                "priority": text(task.get("priority")),
                "taskType": text(task.get("task_type")),
                "source": source,
            },
        )

    def _version(self, table: str, row: Row, digest: str, body: dict[str, Any], shown: dict[str, Any]) -> None:
        """One version of the policy or the plan, and its gate if it was waiting at one."""
        kind, approval_kind, job_kind = KINDS[table]
        subject, status, version = text(row["id"]), text(row["status"]), row["version"]
        payload = {"kind": kind, "record": record(table, subject, status, version), "version": version}
        payload |= {name: text(row[name]) for name in ("approved_by", "rejected_by", "rejection_reason") if row[name]}
        if status != "generating":
            payload |= {"digest": digest, **body}
        self._fact(
            EventClass.PLAN_DELTA if status == "generating" else EventClass.PLAN_FINAL,
            Owner.MODEL,
            Scope.RUN,
            PLAN_PHASE.get(status, Phase.WAITING),
            row["created_at"],
            payload,
            run_id=subject,
        )
        if status not in ("generating", "pending_approval"):
            return
        newest = max(other["version"] for other in getattr(self.history, table))
        if not self.open or version != newest:
            self.out.left.append(subject)
        elif status == "generating":
            self.out.jobs.append(self._job(job_kind, subject))
        else:
            self._gate(approval_kind, subject, digest, row, shown)

    def _job(self, kind: str, subject: str) -> dict[str, Any]:
        return {
            "id": clock.ulid(),
            "kind": kind,
            "task_id": self.history.task_id,
            "subject_id": subject,
            "dedupe_key": f"{kind}:{subject}",
            "created_at": self.now,
        }

    def _gate(self, kind: str, subject: str, digest: str, row: Row, shown: dict[str, Any]) -> None:
        """An open approval, with the default route (an empty one) and no requester: the file does not say who asked."""
        approval, version = clock.ulid(), row["version"]
        self.out.approvals.append(
            {
                "id": approval,
                "tenant_id": self.tenant_id,
                "task_id": self.history.task_id,
                "kind": kind,
                "subject_id": subject,
                "version": version,
                "digest": digest,
                "route": "{}",
                "requester": "",
                "shown": json.dumps(shown, ensure_ascii=False, separators=(",", ":")),
                "opened_at": instant(row["created_at"]) or self.now,
            }
        )
        self._fact(
            EventClass.ACTION_REQUIRED,
            Owner.ACTION,
            Scope.ACTION_REQUEST,
            Phase.WAITING,
            row["created_at"],
            {"actionType": HitlType.PLAN_DECISION.value, "kind": kind, "digest": digest, "version": version},
            action_id=approval,
            run_id=subject,
            surface=Surface.HITL,
        )

    def _execution(self, row: Row) -> None:
        """What became of an execution; of one that was under way nobody can know, and that is what is said."""
        subject, status = text(row["id"]), text(row["status"])
        payload: dict[str, Any] = {
            "runtimeEntity": RuntimeEntity.AGENT_TURN.value,
            "layer": "L4",
            "currentStep": row["current_step"],
            "steps": [_result(entry) for entry in listed(row["results"]) or []],
        }
        payload |= {name: text(row[name]) for name in ("error", "cancelled_by") if row[name]}
        at = row["completed_at"] or row["cancelled_at"] or row["started_at"]
        if status in UNDER_WAY:
            payload["was"], status, at = status, "outcome_unknown", self.now
            self.out.unknown.append(subject)
        kind, phase = RUN.get(status, (EventClass.RUN_STATUS, Phase.WAITING))
        payload |= {"runtimeStatus": status, "record": record("executions", subject, status)}
        self._fact(kind, Owner.RUNTIME, Scope.RUN, phase, at, payload, run_id=subject, surface=Surface.RUNTIME_STATUS)


def _result(entry: Any) -> Any:
    """Which step, which tool, what state. The outputs stay in the row: they can be large."""
    if not isinstance(entry, dict):
        return {}
    return {name: text(entry[name]) for name in ("stepId", "tool", "status") if name in entry}


def record(table: str, subject_id: str, status: str, version: int | None = None) -> dict[str, Any]:
    stanza: dict[str, Any] = {"table": table, "id": subject_id, "status": status}
    if version is not None:
        stanza["version"] = version
    return stanza


def text(value: Any) -> str:
    """A column's text, whatever an untyped column was given."""
    if value is None:
        return ""
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def listed(value: Any) -> list[Any] | None:
    """The JSON array in a column, or None when it cannot be read as one: then only the row can say what it was."""
    try:
        found = json.loads(text(value))
        plain([[[[found]]]])  # as deep as the payload of a fact will hold it
    except (ValueError, RecursionError, Invalid):
        return None
    return found if isinstance(found, list) else None
