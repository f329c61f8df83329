"""One task told in order, nothing twice: request, questions, versions, runs. Pure; `render` puts it on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringi.hands.values import JsonObject, Known, who
from ringi.projection import changes
from ringi.projection.changes import Line, StepChange
from ringi.web import marks, steps, times
from ringi.web.decision import Scene, in_words, named
from ringi.web.steps import Row, Step
from ringi.words import say
from ringi.words.errors import explained


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that happened in the task. Which fields are filled depends on `kind`."""

    kind: str
    """`request`, `asked`, `steer`, `policy`, `plan`, `run`."""
    key: str
    at: str
    run: str = ""
    """The judgement it comes from, while that is being written."""
    who: str = ""
    text: str = ""
    question: str = ""
    version: int = 0
    status: str = ""
    tone: str = "stopped"
    words: str = ""
    open: bool = True
    by: str = ""
    decided_at: str = ""
    reason: str = ""
    account: str = ""
    previous: int = 0
    lines: tuple[Line, ...] = ()
    step_changes: tuple[StepChange, ...] = ()
    steps: tuple[Step, ...] = ()
    rows: tuple[Row, ...] = ()
    started_at: str = ""
    took: str = ""
    done: int = 0
    error: str = ""
    note: str = ""

    @property
    def told_below(self) -> bool:
        """One of the steps already says what went wrong."""
        return any(row.error for row in self.rows)


def entries(scene: Scene, state: str) -> tuple[Entry, ...]:
    """Everything in the order in which it began."""
    told = [*_said(scene), *_policies(scene, state), *_plans(scene, state), *_runs(scene)]
    return (_request(scene), *sorted(told, key=lambda entry: (entry.at, _RANK[entry.kind])))


_RANK = {"asked": 0, "steer": 1, "policy": 2, "plan": 3, "run": 4}


def _request(scene: Scene) -> Entry:
    request = scene.request
    return Entry(
        kind="request",
        key="request",
        at=str(request.get("created_at") or ""),
        who=who(str(request.get("requester") or ""), scene.lang),
        text=str(request.get("text") or scene.view.get("text") or ""),
        note=say("values", "request_masked", scene.lang) if request.get("masked") else "",
    )


def _said(scene: Scene) -> list[Entry]:
    """Answers and steers. The reason of a refusal stands with the version it refused."""
    return [
        Entry(
            kind="asked" if one["kind"] == "answer" else "steer",
            key=f"said-{one['id']}",
            at=str(one["made_at"]),
            who=who(one.get("made_by"), scene.lang),
            text=str(one["text"]),
            question=str(one.get("question") or ""),
        )
        for one in scene.rows("comments")
        if one["kind"] in ("answer", "steer")
    ]


def _policies(scene: Scene, state: str) -> list[Entry]:
    rows = sorted(scene.rows("prompts"), key=lambda one: int(one["version"]))
    told = []
    for index, row in enumerate(rows):
        before = next((one for one in reversed(rows[:index]) if one.get("content")), None)
        latest = index == len(rows) - 1
        content = str(row.get("content") or "")
        told.append(
            Entry(
                kind="policy",
                key=f"policy-{row['id']}",
                run=str(row["id"]),
                text=content,
                lines=changes.of_text(str(before["content"]), content) if before and content else (),
                previous=int(before["version"]) if before else 0,
                open=latest and state in ("policy_writing", "policy_failed", "plan_writing"),
                **_version(scene, "policies", row, rows),
            )
        )
    return told


def _plans(scene: Scene, state: str) -> list[Entry]:
    rows = sorted(scene.rows("processes"), key=lambda one: int(one["version"]))
    run_plans = {one.get("process_id") for one in scene.rows("executions")}
    told = []
    for index, row in enumerate(rows):
        before = next((one for one in reversed(rows[:index]) if one.get("steps")), None)
        latest = index == len(rows) - 1
        plan = row.get("steps") or []
        told.append(
            Entry(
                kind="plan",
                key=f"plan-{row['id']}",
                steps=_steps(scene, row)[0],
                step_changes=changes.of_steps(before["steps"], plan) if before and plan else (),
                previous=int(before["version"]) if before else 0,
                open=latest and row["id"] not in run_plans and state not in marks.ENDED,
                **_version(scene, "plans", row, rows),
            )
        )
    return told


def _version(scene: Scene, kind: str, row: JsonObject, rows: Sequence[JsonObject]) -> dict[str, Any]:
    """What a policy version and a plan version have in common."""
    layer = "policy" if kind == "policies" else "plan"
    after = min((int(one["version"]) for one in rows if one["version"] > row["version"]), default=0)
    told: JsonObject = next((one for one in scene.view.get(kind) or [] if one.get("id") == row["id"]), {})
    approval = _gate(scene, "prompt" if kind == "policies" else "process", str(row["id"]))
    returned = approval.get("state") == "returned"
    status = str(row["status"])
    return {
        "at": str(row.get("created_at") or ""),
        "version": int(row["version"]),
        "status": "returned" if returned else status,
        "tone": marks.version_tone(status),
        "words": say("web", "version_replaced", scene.lang, n=after)
        if status == "cancelled" and after
        else marks.version_words("returned" if returned else status, layer, scene.lang),
        "by": who(row.get("approved_by") or row.get("rejected_by"), scene.lang)
        if row.get("approved_by") or row.get("rejected_by")
        else "",
        "decided_at": str(row.get("approved_at") or approval.get("decided_at") or ""),
        "reason": str(row.get("rejection_reason") or ""),
        "account": in_words(str(told.get("changes") or ""), ""),
        "error": explained(told.get("error"), scene.lang) if status == "failed" else "",
    }


def _gate(scene: Scene, kind: str, subject_id: str) -> JsonObject:
    """The approval of this version itself. What was asked about it on the way is an approval too, but not its gate."""
    wanted = (kind, subject_id)
    return next((one for one in reversed(scene.rows("approvals")) if (one["kind"], one["subject_id"]) == wanted), {})


def _steps(scene: Scene, process: JsonObject) -> tuple[tuple[Step, ...], Known]:
    """The plan's steps with the tools and people that its approval covers."""
    shown = _gate(scene, "process", str(process["id"])).get("shown") or {}
    told: JsonObject = next((one for one in scene.view.get("plans") or [] if one.get("id") == process["id"]), {})
    plan = process.get("steps") or []
    knowing = steps.known(
        scene.lang,
        str(scene.request.get("requester") or ""),
        shown.get("people") or told.get("people") or [],
        plan,
        named(scene, shown),
    )
    done = shown.get("done") or told.get("done") or ()
    return steps.told(plan, shown.get("tools") or told.get("tools") or [], knowing, done), knowing


def _runs(scene: Scene) -> list[Entry]:
    processes = {one["id"]: one for one in scene.rows("processes")}
    executions = scene.rows("executions")
    told = []
    for index, execution in enumerate(executions):
        process = processes.get(execution.get("process_id"), {})
        rows: tuple[Row, ...] = ()
        if process:
            plan, knowing = _steps(scene, process)
            rows = steps.rows(plan, execution, _sent(scene, execution), knowing)
        latest = index == len(executions) - 1
        status = str(execution["status"])
        started, ended = str(execution.get("started_at") or ""), str(execution.get("completed_at") or "")
        told.append(
            Entry(
                kind="run",
                key=f"run-{execution['id']}",
                at=started or _approved_at(process) or "9999",
                version=int(process.get("version") or 0),
                status=status,
                tone=marks.version_tone(status),
                words=marks.version_words(status, "run", scene.lang),
                open=latest and status != "completed",
                rows=rows,
                started_at=started,
                took=_between(started, ended, scene.lang),
                done=sum(1 for row in rows if row.status == "completed"),
                error=explained(execution.get("error"), scene.lang),
                by=who(execution.get("cancelled_by"), scene.lang) if execution.get("cancelled_by") else "",
            )
        )
    return told


def _sent(scene: Scene, execution: JsonObject) -> dict[str, Any]:
    """What each call of a run really carried, as its intent was written down before it left."""
    run: JsonObject = next((one for one in scene.view.get("runs") or [] if one.get("id") == execution["id"]), {})
    return {str(step.get("callId")): step.get("input") for step in run.get("steps") or []}


def _approved_at(process: JsonObject) -> str:
    return str(process.get("approved_at") or "")


def _between(started: str, ended: str, lang: str) -> str:
    begun, done = times.parse(started), times.parse(ended)
    if begun is None or done is None:
        return ""
    return times.span(int((done - begun).total_seconds() * 1000), lang)
