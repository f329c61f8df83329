"""The gates: a policy or a plan is shown, somebody entitled decides once, and the decision is bound to what was shown.

Plain transitions. The first decision wins by compare-and-set on the approval; every later one is told who and when.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ringi.errors import Conflict, Invalid, NotFound
from ringi.facts.canonical import natural, plain
from ringi.facts.digests import PLAN_FORM, policy_digest, told_plan_digest
from ringi.facts.secrets import mask_secrets
from ringi.facts.vocabulary import Phase
from ringi.flow import actions, config, ending, people, pins
from ringi.flow.approvals import (
    RULE,
    approved,
    approved_plan,
    audit_decision,
    comment,
    open_approval,
    settle,
    still_open,
)
from ringi.flow.authors import authors_of_plan, authors_of_policy
from ringi.flow.intake import request_of, scene_of, take_words
from ringi.flow.people import Actor
from ringi.flow.proposals import policy_altered, read_plan, read_policy, same_plan, same_policy
from ringi.flow.telling import Scene, record
from ringi.flow.versions import new_execution, new_process, new_prompt
from ringi.store.engine import Row
from ringi.store.transaction import Job, Tx, dumps
from ringi.unseen import blank

REASON_LIMIT = 3_000
DIGEST_SHOWN = 8
"""Characters of a digest that a surface shows at least, and that a decision must bring back."""

TABLES = {"prompt": "prompts", "process": "processes"}
LAYERS = {"prompt": "L2", "process": "L3"}
KINDS = {"prompt": "policy", "process": "process"}


# -- a version is ready ----------------------------------------------------------------------------------------------


def policy_ready(
    tx: Tx, job: Job, content: str, changes: str, mind: str, title: str = "", scope: dict[str, Any] | None = None
) -> None:
    """L2 is done: the policy waits for a decision, with what it will write inside its digest."""
    prompt = tx.locked("prompts", job.subject_id)
    assert prompt is not None
    version, known = prompt["version"], tx.secrets()
    content, changes, title, scope = mask_secrets((content, changes, title, scope), known)
    bound = {"scope": natural(plain(scope))} if scope is not None else {}
    digest = policy_digest(job.task_id, version, content, bound.get("scope"))
    tx.move("prompts", prompt["id"], "generating", "pending_approval", content=content)
    request = request_of(tx, job.task_id)
    scene = scene_of(request, job.payload.get("turn", ""))
    moved = record("prompts", prompt["id"], "pending_approval", version)
    named = _renamed(tx, job.task_id, title)
    before = _before(tx, "prompts", job.task_id, version)
    authors = authors_of_policy(tx, request, [content, scope], read_policy(tx, before) if before else None)
    written_by = {"authors": authors} if authors else {}
    told = {"content": content, "changes": changes, "mind": mind, **bound, **named, **written_by}
    scene.plan(tx, prompt["id"], "policy", moved, digest, **told)
    tx.finish(job)
    _open(tx, scene, "prompt", prompt["id"], version, digest, {"changes": changes, **bound, **written_by})


def plan_ready(
    tx: Tx,
    job: Job,
    steps: list[dict[str, Any]],
    changes: str,
    mind: str,
    tools: list[dict[str, Any]],
    identities: list[dict[str, Any]],
    described: list[dict[str, Any]] | None = None,
    done: tuple[str, ...] = (),
    title: str = "",
    labels: dict[str, dict[str, list[str]]] | None = None,
    late: list[dict[str, Any]] | None = None,
    beyond: list[dict[str, Any]] | None = None,
    *,
    unseen: bool = False,
) -> None:
    """L3 is done: the plan waits, with the tools' schemas and the resolved identities inside its digest.

    Args:
        beyond: the writes that its policy does not name (`hands.policy_scope`).
        unseen: it holds something else that nobody who approved the policy has seen: it waits whatever gates are off.
    """
    process = tx.locked("processes", job.subject_id)
    assert process is not None
    prompt = tx.row("prompts", process["prompt_id"])
    assert prompt is not None
    version, known = process["version"], tx.secrets()
    changes, title, labels = mask_secrets((changes, title, labels), known)
    steps = natural(plain(steps))
    policy = read_policy(tx, prompt)
    bound: dict[str, Any] = {
        "form": PLAN_FORM,
        "policy": policy.digest if policy else policy_digest(job.task_id, prompt["version"], ""),
        "tools": tools,
        "people": identities,
        "executor": config.executor(config.read(tx)),
        "labels": labels or {},
    }
    shown = {
        **bound,
        "changes": changes,
        "described": described or [],
        "done": list(done),
        "author": job.payload.get("author", ""),
        "authors": _authors(tx, request_of(tx, job.task_id), prompt, version, steps),
        **({"late": late} if late else {}),
        **({"beyond": beyond} if beyond else {}),
    }
    written = dumps(steps)
    digest = _digest_of(job.task_id, version, written, dumps(shown))
    tx.move("processes", process["id"], "generating", "pending_approval", steps=written)
    scene = scene_of(request_of(tx, job.task_id), job.payload.get("turn", ""))
    moved = record("processes", process["id"], "pending_approval", version)
    told = {**bound, "done": list(done), **_renamed(tx, job.task_id, title)}
    told |= {"author": shown["author"]} if shown["author"] else {}
    told |= {"authors": shown["authors"]} if shown["authors"] else {}
    told |= {"late": late} if late else {}
    told |= {"beyond": beyond} if beyond else {}
    scene.plan(tx, process["id"], "process", moved, digest, steps=steps, changes=changes, mind=mind, **told)
    tx.finish(job)
    _open(tx, scene, "process", process["id"], version, digest, shown, unseen=unseen)


def _authors(tx: Tx, request: Row, prompt: Row, version: int, steps: list[dict[str, Any]]) -> list[str]:
    approval = approved(tx, prompt["task_id"], "prompt", prompt["id"])
    policy = json.loads(approval["shown"]).get("authors", []) if approval is not None else []
    before = _before(tx, "processes", prompt["task_id"], version)
    return authors_of_plan(tx, request, steps, before["steps"] if before else "[]", read_policy(tx, prompt), policy)


def _before(tx: Tx, table: str, task_id: str, version: int) -> Row | None:
    """The version before this one; nothing is read for a first one."""
    if version <= 1:
        return None
    sql = f"SELECT * FROM {table} WHERE task_id = ? AND version < ? ORDER BY version DESC LIMIT 1"
    return tx.one(sql, (task_id, version), about=task_id)


def _renamed(tx: Tx, task_id: str, title: str) -> dict[str, str]:
    """A version that covers something else gives the task its name: nobody decides under a title that is not true."""
    if not title:
        return {}
    tx.set("tasks", task_id, title=title, updated_at=tx.now)
    return {"title": title}


def not_ready(tx: Tx, job: Job, error: str) -> None:
    """The judgement broke or cannot be made. Said, not left `generating`; retry or cancel is offered."""
    kind = "prompt" if job.kind == "policy" else "process"
    row = tx.locked(TABLES[kind], job.subject_id)
    assert row is not None
    tx.move(TABLES[kind], row["id"], "generating", "failed")
    scene = scene_of(request_of(tx, job.task_id), job.payload.get("turn", ""))
    moved = record(TABLES[kind], row["id"], "failed", row["version"])
    scene.run_failed(tx, row["id"], LAYERS[kind], moved, error=error)
    tx.audit(f"{kind}.failed", kind, row["id"], details={"error": error, "version": row["version"]})
    tx.finish(job)


def _open(
    tx: Tx,
    scene: Scene,
    kind: str,
    subject_id: str,
    version: int,
    digest: str,
    shown: dict[str, Any],
    *,
    unseen: bool = False,
) -> None:
    settings = config.read(tx)
    request = request_of(tx, scene.task_id)
    approval_id = open_approval(tx, scene, kind, subject_id, subject_id, version, digest, shown, settings, request)
    scene.run_status(tx, subject_id, LAYERS[kind], Phase.WAITING, "waiting", None)
    # A plan that a person wrote, or that writes more than its policy says, waits for a person whatever gates are off:
    # nobody has seen what it does.
    unseen = unseen or bool(shown.get("author") or shown.get("beyond"))
    if not settings[f"{kind}_approval_required"] and not unseen and not people.asked_by_agent(tx, request):
        approval = tx.locked("approvals", approval_id)
        assert approval is not None
        _DECISIONS[(kind, "approve")](tx, RULE, approval, request, "")


# -- a decision ------------------------------------------------------------------------------------------------------


def decide(
    tx: Tx, actor: Actor, approval_id: str, decision: str, *, reason: str = "", digest: str = ""
) -> dict[str, Any]:
    """One decision on one approval. `digest` is what the person was shown; another one is refused."""
    approval = tx.locked("approvals", approval_id)
    if approval is None or approval["tenant_id"] != tx.tenant_id:
        raise NotFound("RINGI-210", id=approval_id[:64])
    request = request_of(tx, approval["task_id"])
    if approval["kind"] == "clarification":
        raise Invalid("RINGI-215", id=approval["task_id"])
    act = _DECISIONS.get((approval["kind"], decision))
    if act is None:
        raise Invalid("RINGI-218", decision=decision[:32], kind=approval["kind"])
    settings = config.read(tx)
    own = settings["self_approval"] or approval["kind"] in actions.KINDS  # nobody else asked for it
    people.may_decide(actor, approval, request, self_approval=own)
    if approval["kind"] == "step" and not own:
        people.not_their_own(actor, request, _plan_of(tx, approval))
    still_open(approval)
    if len(digest) < DIGEST_SHOWN:
        raise Invalid("RINGI-232")
    if not approval["digest"].startswith(digest):
        raise Conflict("RINGI-212", id=approval_id)
    if decision != "approve":
        if not blank(reason):
            reason = take_words(tx, reason, limit=REASON_LIMIT)
        elif approval["kind"] not in actions.KINDS:
            raise Invalid("RINGI-214")
    outcome = act(tx, actor, approval, request, reason)
    return {"approval_id": approval_id, "task_id": approval["task_id"], "digest": approval["digest"], **outcome}


def _plan_of(tx: Tx, approval: Row) -> dict[str, Any]:
    """What was shown of the plan that a step belongs to: whoever wrote it does not let its steps through either."""
    execution = tx.row("executions", approval["subject_id"])
    plan = approved_plan(tx, approval["task_id"], execution["process_id"]) if execution is not None else None
    return json.loads(plan["shown"]) if plan is not None else {}


def _approve_prompt(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    prompt = tx.locked("prompts", approval["subject_id"])
    assert prompt is not None
    if not same_policy(tx, prompt, approval["digest"]):
        raise Conflict("RINGI-213", id=approval["id"])
    scene = scene_of(request)
    settle(tx, scene, approval, prompt["id"], "approved", "approve", actor)
    tx.move("prompts", prompt["id"], "pending_approval", "approved", approved_by=actor.identity, approved_at=tx.now)
    moved = record("prompts", prompt["id"], "approved", prompt["version"])
    scene.run_finished(tx, prompt["id"], "L2", Phase.COMPLETED, moved)
    audit_decision(tx, actor, "prompt.approved", "prompt", prompt["id"], approval)
    process_id = new_process(tx, scene, prompt["id"])
    return {"status": "approved", "next": "process", "subject_id": process_id}


@lru_cache(maxsize=128)
def _digest_of(task_id: str, version: int, steps: str, shown: str) -> str:
    """The digest of a plan as the records hold it, by their very texts; what is shown, approved and run asks alike."""
    return told_plan_digest(task_id, version, json.loads(steps), json.loads(shown))


def as_shown(process: Row, approval: Row) -> bool:
    """Whether what stands in the record now is what was shown."""
    try:
        found = _digest_of(process["task_id"], process["version"], process["steps"], approval["shown"])
    except (ValueError, KeyError):
        # Steps that are no JSON (an imported file) were never shown as a plan that can run.
        return False
    return bool(found == approval["digest"])


def altered(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The open approvals whose policy, plan or action no longer stands in the records as shown (rows as read)."""
    subjects = {row["id"]: row for table in TABLES.values() for row in rows[table]}
    found = []
    for approval in rows["approvals"]:
        if approval["state"] == "open" and approval["kind"] in actions.KINDS and not actions.as_shown(approval):
            found.append(str(approval["id"]))
        row = subjects.get(approval["subject_id"])
        # A question about a plan and a step that is asked about have contents, and digests, of their own.
        if approval["state"] != "open" or approval["kind"] not in TABLES or row is None:
            continue
        if approval["kind"] == "prompt":
            scope = approval["shown"].get("scope")
            same = policy_digest(row["task_id"], row["version"], row["content"], scope) == approval["digest"]
        else:
            same = as_shown({**row, "steps": dumps(row["steps"])}, {**approval, "shown": dumps(approval["shown"])})
        if not same:
            found.append(str(approval["id"]))
    return found


def _approve_process(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    process = tx.locked("processes", approval["subject_id"])
    assert process is not None
    same = as_shown(process, approval) and same_plan(read_plan(tx, process), process, approval["digest"])
    if not same or policy_altered(tx, process):
        raise Conflict("RINGI-213", id=approval["id"])
    scene = scene_of(request)
    settle(tx, scene, approval, process["id"], "approved", "approve", actor)
    tx.move("processes", process["id"], "pending_approval", "approved", approved_by=actor.identity, approved_at=tx.now)
    moved = record("processes", process["id"], "approved", process["version"])
    scene.run_finished(tx, process["id"], "L3", Phase.COMPLETED, moved)
    audit_decision(tx, actor, "process.approved", "process", process["id"], approval)
    pins.pin(tx, json.loads(approval["shown"]).get("described", []))
    task = tx.locked("tasks", process["task_id"])
    assert task is not None
    if task["status"] == "extracted":
        tx.move("tasks", task["id"], "extracted", "running")
        scene.task(tx, "running", Phase.ACTING)
    execution_id = new_execution(tx, scene, process["id"], ending.carried(tx, process))
    return {"status": "approved", "next": "execution", "subject_id": execution_id}


def _reject(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    kind = approval["kind"]
    row = _refuse(tx, actor, approval, request, reason, "rejected", "reject")
    settings = config.read(tx)
    if row["version"] >= settings["max_versions"]:
        ending.close_task(tx, actor, request, "max_versions", reason=reason)
        return {"status": "rejected", "next": "cancelled"}
    turn = comment(tx, actor, request["id"], kind, row["version"], "reject", reason)
    scene = scene_of(request, turn)
    if kind == "prompt":
        new_prompt(tx, scene, row["version"] + 1)
    else:
        new_process(tx, scene, row["prompt_id"])
    return {"status": "rejected", "next": kind, "version": row["version"] + 1}


def _refuse(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str, state: str, decision: str) -> Row:
    kind = approval["kind"]
    table = TABLES[kind]
    row = tx.locked(table, approval["subject_id"])
    assert row is not None
    scene = scene_of(request)
    settle(tx, scene, approval, row["id"], state, decision, actor, reason)
    tx.move(table, row["id"], "pending_approval", "rejected", rejection_reason=reason, rejected_by=actor.identity)
    moved = record(table, row["id"], "rejected", row["version"])
    scene.run_finished(tx, row["id"], LAYERS[kind], Phase.COMPLETED, moved, outcome=state)
    audit_decision(tx, actor, f"{kind}.rejected", kind, row["id"], approval, reason)
    return row


def _return_to_policy(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    """差し戻し: the plan goes back to its policy, with the comment."""
    row = _refuse(tx, actor, approval, request, reason, "returned", "return")
    last = tx.one("SELECT MAX(version) AS version FROM prompts WHERE task_id = ?", (request["id"],))
    version = (last["version"] if last else 0) or 0
    if version >= config.read(tx)["max_versions"]:
        ending.close_task(tx, actor, request, "max_versions", reason=reason)
        return {"status": "returned", "next": "cancelled"}
    turn = comment(tx, actor, request["id"], "process", row["version"], "return", reason)
    new_prompt(tx, scene_of(request, turn), version + 1)
    return {"status": "returned", "next": "prompt", "version": version + 1}


def _approve_step(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    scene = scene_of(request)
    execution_id = approval["subject_id"]
    if tx.asked(approval["task_id"], approval["id"]).get("input") != json.loads(approval["shown"])["input"]:
        raise Conflict("RINGI-241", id=approval["task_id"])
    settle(tx, scene, approval, execution_id, "approved", "approve", actor)
    tx.move("executions", execution_id, "waiting", "running")
    scene.run_status(tx, execution_id, "L4", Phase.ACTING, "running", record("executions", execution_id, "running"))
    audit_decision(tx, actor, "step.approved", "execution", execution_id, approval)
    tx.enqueue("execute", request["id"], execution_id)
    return {"status": "approved", "next": "execution", "subject_id": execution_id}


def _reject_step(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> dict[str, Any]:
    """The step is refused: it does not run, and the execution ends there."""
    scene = scene_of(request)
    settle(tx, scene, approval, approval["subject_id"], "rejected", "reject", actor, reason)
    audit_decision(tx, actor, "step.rejected", "execution", approval["subject_id"], approval, reason)
    ending.fail_execution(tx, scene, approval["subject_id"], "waiting", f"{ending.REFUSED}: {actor.name}: {reason}")
    return {"status": "rejected", "next": "failed"}


_DECISIONS: dict[tuple[str, str], Callable[[Tx, Actor, Row, Row, str], dict[str, Any]]] = {
    ("prompt", "approve"): _approve_prompt,
    ("prompt", "reject"): _reject,
    ("process", "approve"): _approve_process,
    ("process", "reject"): _reject,
    ("process", "return"): _return_to_policy,
    ("step", "approve"): _approve_step,
    ("step", "reject"): _reject_step,
    **actions.DECISIONS,
}
