"""How an approved plan is carried out, as transitions: begin, intent, result, wait, unknown, done. Calls no tool.

The intent of a step and the result of the one before it share a transaction: a crash finds each step either finished,
never started, or in flight, and never has to guess which.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ringi import clock
from ringi.facts.digests import step_digest
from ringi.facts.vocabulary import Phase
from ringi.flow import config, ending
from ringi.flow.approvals import approved_plan, open_approval
from ringi.flow.gates import as_shown
from ringi.flow.intake import promote, request_of, scene_of
from ringi.flow.letting_go import let_go
from ringi.flow.people import Actor
from ringi.flow.proposals import policy_altered, read_plan, same_plan
from ringi.flow.telling import SHOWN, Scene, record
from ringi.flow.told_runs import check_run
from ringi.flow.versions import new_process
from ringi.store.engine import Row
from ringi.store.moves import Lost
from ringi.store.transaction import Job, Tx, dumps

Entry = dict[str, Any]


@dataclass(slots=True)
class Run:
    """An execution as its runner holds it: the approved plan, what has been done, and what it may still take."""

    job: Job
    execution_id: str
    process_id: str
    process_version: int
    scene: Scene
    requester: str
    steps: list[dict[str, Any]]
    results: list[Entry]
    plan_digest: str
    tools: list[dict[str, Any]]
    timeout: float
    auto_approve: bool
    lang: str
    text: str = ""
    executor: str = "direct"
    """How it is carried out, as approved: by us, or `managed:` and the model."""
    whereabouts: dict[str, dict[str, str]] = field(default_factory=dict)
    """Where the servers of its tools ran when it was shown, by their names; the digests of it are in `tools`."""
    approved_at: str = ""
    people: list[dict[str, Any]] = field(default_factory=list)
    """Whom the approved plan's ids meant when it was shown."""
    token: str = ""
    """The worker's; a worker that was superseded may not go on."""
    secrets: tuple[str, ...] = ()
    """Values of the tenant's vault, which no result may carry on."""
    unbound: bool = False
    """What stands in the record is not what was approved."""
    loaded: dict[str, Any] = field(default_factory=dict)
    """Whole results that were kept by reference."""
    spelt: dict[str, tuple[Entry, str]] = field(default_factory=dict)
    """The texts of entries that will not change any more."""

    def entry(self, step_id: str) -> Entry | None:
        for entry in self.results:
            if entry["stepId"] == step_id:
                return entry
        return None

    def written(self) -> str:
        """The entries as the record keeps them. One that is done with is spelt once, not again at every step."""
        texts = []
        for entry in self.results:
            known = self.spelt.get(entry["stepId"])
            if known is None or known[0] is not entry:
                known = (entry, dumps(entry))
                if entry["status"] == "completed":
                    self.spelt[entry["stepId"]] = known
            texts.append(known[1])
        return f"[{','.join(texts)}]"

    def spent(self) -> float:
        """Seconds of the time limit used up: the steps' own time; waiting for people does not count."""
        return sum(entry.get("duration_ms") or 0 for entry in self.results if not entry.get("carried")) / 1000


class Intent(NamedTuple):
    """A step about to be called."""

    step: dict[str, Any]
    arguments: dict[str, Any]
    call_id: str
    key: str
    repeatable: bool
    """Its tool only reads, or can be called again with the same key."""
    people: Sequence[dict[str, Any]] = ()
    """Whom or what it reaches, as far as only the results of earlier steps could say."""


def idempotency_key(run: Run, step_id: str) -> str:
    """One key per step of an approved plan, the same in every retry: a tool that honours it acts once."""
    return f"{run.process_id}:{step_id}"


class Superseded(Exception):
    """Another worker has taken over this database: this one may not start another step."""


def only_worker(tx: Tx, token: str) -> None:
    """Two data directories, or a removed lock file, can give one database two workers; only the newest may act."""
    rows = tx.settled("workers", "SELECT token FROM workers WHERE id = 'worker'")
    if token and rows and rows[0]["token"] != token:
        raise Superseded


def begin(tx: Tx, job: Job, token: str = "") -> Run | None:
    """Take up an execution, for the first time or after a crash. None when there is nothing left to do."""
    only_worker(tx, token)
    execution = tx.locked("executions", job.subject_id)
    if execution is None or execution["status"] not in ("pending", "running"):
        tx.finish(job)
        return None
    tx.check_seals(job.task_id)
    check_run(tx, execution)
    process = tx.row("processes", execution["process_id"])
    approval = approved_plan(tx, job.task_id, execution["process_id"])
    request = request_of(tx, job.task_id)
    assert process is not None
    settings = config.read(tx)
    scene = scene_of(request)
    shown = json.loads(approval["shown"]) if approval else {}
    proposal = read_plan(tx, process)
    shown_so = approval is not None and as_shown(process, approval) and not policy_altered(tx, process)
    bound = shown_so and approval is not None and same_plan(proposal, process, approval["digest"])
    if approval is not None and not bound and shown_so:
        from ringi.flow.second_showing import run_again  # only for what was approved by older facts

        run_again(tx, job, execution, process, approval)
        return None
    run = Run(
        job=job,
        execution_id=execution["id"],
        process_id=process["id"],
        process_version=process["version"],
        scene=scene,
        requester=request["requester"],
        steps=proposal.steps if proposal is not None and bound else [],
        results=json.loads(execution["results"]),
        plan_digest=approval["digest"] if approval else "",
        tools=proposal.tools if proposal is not None else [],
        people=proposal.people if proposal is not None else [],
        whereabouts={one["server"]: one["whereabouts"] for one in shown.get("described", []) if "whereabouts" in one},
        approved_at=str(approval["decided_at"] or "") if approval else "",
        executor=proposal.executor if proposal is not None else "direct",
        token=token,
        timeout=float(settings["l4_timeout_seconds"]),
        auto_approve=bool(settings["auto_approve_tools"]),
        lang=request["lang"],
        text=request["text"],
        secrets=tx.secrets(),
        unbound=not bound,
    )
    if execution["status"] == "pending":
        tx.move("executions", run.execution_id, "pending", "running", started_at=tx.now)
        moved = record("executions", run.execution_id, "running")
        scene.run_status(tx, run.execution_id, "L4", Phase.ACTING, "running", moved)
        tx.audit("execution.started", "execution", run.execution_id, details={"digest": run.plan_digest})
        return run
    return run if _after_crash(tx, run) else None


def _after_crash(tx: Tx, run: Run) -> bool:
    """A step that was in flight runs again only if that cannot do harm; otherwise a person says what happened."""
    flying = next((entry for entry in run.results if entry["status"] == "running"), None)
    if flying is None:
        return True
    if flying.get("repeatable"):
        run.results.remove(flying)
        flying = {**flying, "status": "failed"}
        run.scene.tool_ended(tx, run.execution_id, flying["toolCallId"], flying, Phase.INTERRUPTED, error="interrupted")
        tx.set("executions", run.execution_id, results=run.written())
        return True
    unknown(tx, run, flying, "RINGI-401")
    return False


def unknown(tx: Tx, run: Run, entry: Entry, error: str) -> None:
    """The reply was lost: it may or may not have happened. Said so, and a person decides (law 5)."""
    entry.update(status="outcome_unknown", error=error, completed_at=tx.now)
    _upsert(run.results, entry)
    tx.move("executions", run.execution_id, "running", "outcome_unknown", results=run.written(), error=error)
    took = entry["duration_ms"]
    more = {} if took is None else {"waitedMs": took}  # no end of a call: nobody knows whether it has one
    run.scene.tool_ended(tx, run.execution_id, entry["toolCallId"], entry, Phase.INTERRUPTED, error=error, **more)
    run.scene.run_status(
        tx,
        run.execution_id,
        "L4",
        Phase.WAITING,
        "outcome_unknown",
        record("executions", run.execution_id, "outcome_unknown"),
        stepId=entry["stepId"],
        error=error,
    )
    tx.audit(
        "execution.outcome_unknown", "execution", run.execution_id, details={"step": entry["stepId"], "error": error}
    )
    tx.finish(run.job)


def _upsert(results: list[Entry], entry: Entry) -> None:
    for index, one in enumerate(results):
        if one["stepId"] == entry["stepId"]:
            results[index] = entry
            return
    results.append(entry)


def _finished(tx: Tx, run: Run, entry: Entry, artifacts: list[dict[str, Any]]) -> None:
    """A step's result, its artifacts and its audit entry."""
    _upsert(run.results, entry)
    for row in artifacts:
        tx.insert("artifacts", **row)
        run.scene.artifact(tx, run.execution_id, row)
    preview = entry.get("preview") or dumps(entry.get("result"))
    more: dict[str, Any] = {}
    if len(preview) > SHOWN:
        # What the fact does not show it still vouches for.
        more = {"sha256": hashlib.sha256(preview.encode()).hexdigest()}
        preview = preview[:SHOWN]
    run.scene.tool_ended(
        tx,
        run.execution_id,
        entry["toolCallId"],
        entry,
        Phase.COMPLETED if entry["status"] == "completed" else Phase.FAILED,
        durationMs=entry["duration_ms"],
        **({"preview": preview, **more} if entry["status"] == "completed" else {"error": entry.get("error", "")}),
        **({"artifactId": entry["artifact"], "size": entry["size"]} if entry.get("artifact") else {}),
        **({"late": True} if entry.get("late") else {}),
        **({"struck": entry["struck"]} if entry.get("struck") else {}),
    )
    tx.audit(
        "tool.called",
        "execution",
        run.execution_id,
        actor_type="agent",
        details={
            "tool": entry["tool"],
            "step": entry["stepId"],
            "status": entry["status"],
            "key": entry["key"],
            "duration_ms": entry["duration_ms"],
        },
    )


def settings_changed(tx: Tx, run: Run) -> bool:
    """What an admin changed during the run counts from the next step on; the run takes it up."""
    settings = config.read(tx)
    present = (bool(settings["auto_approve_tools"]), float(settings["l4_timeout_seconds"]))
    changed = present != (run.auto_approve, run.timeout)
    run.auto_approve, run.timeout = present
    return changed


def advance(tx: Tx, run: Run, entry: Entry | None, artifacts: list[dict[str, Any]], intent: Intent | None) -> bool:
    """Keep the last step's result and note the next one's intent. False when a steer stops the run here."""
    only_worker(tx, run.token)
    if entry is not None:
        _finished(tx, run, entry, artifacts)
    steer = ending.pending_steer(tx, run.scene.task_id, run.process_version)
    if steer is not None:
        _stop_for_steer(tx, run, steer)
        return False
    if intent is not None:
        started: Entry = {
            "stepId": intent.step["stepId"],
            "tool": intent.step["tool"],
            "status": "running",
            "result": None,
            "duration_ms": None,
            "started_at": tx.now,
            "completed_at": None,
            "toolCallId": intent.call_id,
            "key": intent.key,
            "repeatable": intent.repeatable,
        }
        tried = run.entry(intent.step["stepId"])
        if tried is not None and tried.get("attempt"):
            started["attempt"] = tried["attempt"]
        _upsert(run.results, started)
        run.scene.tool_started(
            tx,
            run.execution_id,
            intent.call_id,
            intent.step["stepId"],
            intent.step["tool"],
            intent.key,
            intent.arguments,
        )
    current = intent.step["order"] if intent else len(run.steps)
    tx.set("executions", run.execution_id, while_="running", results=run.written(), current_step=current)
    return True


def _stop_for_steer(tx: Tx, run: Run, steer: Row) -> None:
    """The rest of the plan comes back as a new version, with what the person said."""
    execution = tx.locked("executions", run.execution_id)
    process = tx.row("processes", run.process_id)
    assert execution is not None and process is not None
    if execution["status"] != "running":
        raise Lost("executions", run.execution_id, "running", execution["status"])
    tx.set("executions", run.execution_id, results=run.written())
    execution = tx.locked("executions", run.execution_id)
    assert execution is not None
    surface, _, name = steer["made_by"].rpartition(":")
    actor = Actor(user_id="", name=name, roles=(), surface=surface or "slack", slack_user_id=steer["made_by"])
    scene = Scene(run.scene.session_id, run.scene.task_id, steer["id"])
    ending.cancel_execution(tx, scene, execution, actor, steer["text"], why="steered")
    tx.finish(run.job)
    new_process(tx, scene, process["prompt_id"])


def ask_about_step(
    tx: Tx, run: Run, entry: Entry | None, artifacts: list[dict[str, Any]], intent: Intent, why: str
) -> None:
    """This step asks a person first, with the real values on the card."""
    if entry is not None:
        _finished(tx, run, entry, artifacts)
    request = request_of(tx, run.scene.task_id)
    settings = config.read(tx)
    order = intent.step["order"]
    tx.move("executions", run.execution_id, "running", "waiting", results=run.written(), current_step=order)
    digest = _step_digest(run, intent)
    shown: dict[str, Any] = {"step": intent.step, "input": intent.arguments, "why": why}
    asks = {"stepId": intent.step["stepId"], "input": intent.arguments, "why": why}
    if intent.people:
        shown["people"] = asks["people"] = list(intent.people)
    run_id = run.execution_id
    open_approval(tx, run.scene, "step", run_id, run_id, order, digest, shown, settings, request, asks)
    run.scene.run_status(
        tx,
        run.execution_id,
        "L4",
        Phase.WAITING,
        "waiting",
        record("executions", run.execution_id, "waiting"),
        stepId=intent.step["stepId"],
        input=intent.arguments,
        why=why,
    )
    tx.finish(run.job)


def _step_digest(run: Run, intent: Intent) -> str:
    """Exactly this step with exactly these values, in this attempt of this run."""
    tried = run.entry(intent.step["stepId"])
    attempt = (tried or {}).get("attempt", 1)
    return step_digest(
        plan=run.plan_digest,
        execution_id=run.execution_id if attempt == 1 else f"{run.execution_id}#{attempt}",
        step_id=intent.step["stepId"],
        tool_input=intent.arguments,
    )


def step_allowed(tx: Tx, run: Run, intent: Intent, about: str = "") -> bool:
    """Has a person already approved exactly this step with exactly these values, in this run? With `about`: and was it
    for a reason of this kind that they were asked?
    """
    tx.check_seals(run.scene.task_id)
    rows = tx.all(
        "SELECT shown FROM approvals WHERE kind = 'step' AND subject_id = ? AND digest = ? AND state = 'approved'",
        (run.execution_id, _step_digest(run, intent)),
    )
    return any(str(json.loads(row["shown"]).get("why") or "").startswith(about) for row in rows)


def failed(tx: Tx, run: Run, entry: Entry | None, artifacts: list[dict[str, Any]], error: str) -> None:
    if entry is not None:
        _finished(tx, run, entry, artifacts)
    ending.fail_execution(tx, run.scene, run.execution_id, "running", error, results=run.written())
    tx.finish(run.job)


def completed(tx: Tx, run: Run, summary: str, mind: str, whose: Mapping[str, Any] | None = None) -> None:
    """All steps are done: the answer, the ends of run and task – unless somebody said something meanwhile."""
    steer = ending.pending_steer(tx, run.scene.task_id, run.process_version)
    if steer is not None:
        _stop_for_steer(tx, run, steer)
        return
    tx.move("executions", run.execution_id, "running", "completed", results=run.written(), completed_at=tx.now)
    if run.executor != "direct":  # who carries a plan out is in its approval: ours never had a session elsewhere
        let_go(tx, run.scene.task_id, run.execution_id, "completed")
    run.scene.said(tx, run.execution_id, clock.ulid(), summary, mind=mind, **(whose or {}))
    run.scene.run_finished(
        tx, run.execution_id, "L4", Phase.COMPLETED, record("executions", run.execution_id, "completed")
    )
    tx.move("tasks", run.scene.task_id, "running", "completed")
    run.scene.task(tx, "completed", Phase.COMPLETED)
    tx.audit("execution.completed", "execution", run.execution_id, details={"steps": len(run.steps)})
    tx.finish(run.job)
    promote(tx, request_of(tx, run.scene.task_id))


def broken(tx: Tx, job: Job, error: str) -> None:
    """Something in our own house went wrong on the way. Said on the record, not tried for ever."""
    run = begin(tx, job)
    if run is not None:
        failed(tx, run, None, [], error)


def late(tx: Tx, run: Run, entry: Entry, artifacts: list[dict[str, Any]]) -> None:
    """A step finished although its run had been ended meanwhile: the truth is kept, nothing goes on."""
    execution = tx.locked("executions", run.execution_id)
    if execution is None or execution["status"] == "running":
        return
    run.results = json.loads(execution["results"])
    _finished(tx, run, {**entry, "late": True}, artifacts)
    tx.set("executions", run.execution_id, results=run.written())
