"""Asks anew where an older fact hid a part of what a person was to decide on, and says why.

Facts used to be cleared of all that looked like a secret while the records kept it, so that a decider was shown less
than what would run. Such a gate is closed, shown whole and opened again; such a run comes back as a plan.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ringi.facts.digests import policy_digest
from ringi.facts.redact import REDACTED
from ringi.facts.secrets import find_secrets, mask_secrets
from ringi.facts.vocabulary import Phase
from ringi.flow import config, ending
from ringi.flow.approvals import RULE, approved, open_approval, settle
from ringi.flow.gates import LAYERS, as_shown
from ringi.flow.intake import request_of, scene_of
from ringi.flow.proposals import read_plan, same_plan, same_policy
from ringi.flow.telling import Scene, record
from ringi.flow.versions import new_process, new_prompt
from ringi.store.engine import Row
from ringi.store.transaction import Job, Tx
from ringi.words.errors import message

if TYPE_CHECKING:
    from ringi.flow.office import Office

_SUSPECTS = (
    "SELECT DISTINCT a.id, a.tenant_id FROM approvals a JOIN facts f ON f.thread_id = a.task_id"
    " JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE a.state = 'open' AND a.kind IN ('prompt', 'process', 'step')"
    " AND f.type IN ('plan.final', 'action.required') AND p.payload LIKE ?"
)


async def reopen_hidden(office: Office) -> int:
    """Asks anew for every open gate whose fact hides something. Returns how many there were."""
    rows = await office.store.aread(lambda tx: list(tx.all(_SUSPECTS, (f"%{REDACTED}%",))))
    count = 0
    for row in rows:
        approval_id, tenant = str(row["id"]), str(row["tenant_id"])
        count += await office.store.awrite(partial(show_again, approval_id=approval_id), tenant=tenant)
    return count


def show_again(tx: Tx, approval_id: str) -> bool:
    """Closes an open gate whose fact hides something and opens it with all of it. False when nothing is hidden."""
    approval = tx.locked("approvals", approval_id)
    if approval is None or approval["state"] != "open":
        return False
    return _AGAIN[approval["kind"]](tx, approval, request_of(tx, approval["task_id"]))


def _policy_again(tx: Tx, approval: Row, request: Row) -> bool:
    prompt = tx.locked("prompts", approval["subject_id"])
    assert prompt is not None
    told = tx.proposal(prompt["task_id"], prompt["id"])
    if told is None or same_policy(tx, prompt, approval["digest"]) or not _recorded(prompt, approval):
        return False
    content, shown = mask_secrets(prompt["content"], tx.secrets()), json.loads(approval["shown"])
    bound = {"scope": shown["scope"]} if "scope" in shown else {}
    digest = policy_digest(prompt["task_id"], prompt["version"], content, bound.get("scope"))
    tx.set("prompts", prompt["id"], content=content)
    scene = _close(tx, approval, request)
    moved = record("prompts", prompt["id"], "pending_approval", prompt["version"])
    changes = mask_secrets(shown.get("changes", ""), tx.secrets())
    mind = str(told.get("mind", ""))
    scene.plan(tx, prompt["id"], "policy", moved, digest, content=content, changes=changes, mind=mind, **bound)
    _open(tx, scene, approval, request, digest, {**shown, "changes": changes})
    return True


def _recorded(prompt: Row, approval: Row) -> bool:
    """Whether the record still has the very words that the approval was opened for."""
    scope = json.loads(approval["shown"]).get("scope")
    return bool(policy_digest(prompt["task_id"], prompt["version"], prompt["content"], scope) == approval["digest"])


def _plan_again(tx: Tx, approval: Row, request: Row) -> bool:
    process = tx.locked("processes", approval["subject_id"])
    assert process is not None
    told = tx.proposal(process["task_id"], process["id"])
    if told is None or not as_shown(process, approval):
        return False
    if same_plan(read_plan(tx, process), process, approval["digest"]):
        return False
    steps, shown = json.loads(process["steps"]), json.loads(approval["shown"])
    scene = _close(tx, approval, request)
    if find_secrets([steps, shown], tx.secrets()):
        _propose_again(tx, scene, process, steps, shown)
        return True
    moved = record("processes", process["id"], "pending_approval", process["version"])
    more = {name: shown[name] for name in _TOLD_WITH if name in shown}
    more |= {"author": shown["author"]} if shown.get("author") else {}
    kept = {"steps": steps, "changes": shown.get("changes", ""), "mind": str(told.get("mind", "")), **more}
    scene.plan(tx, process["id"], "process", moved, approval["digest"], **kept)
    _open(tx, scene, approval, request, approval["digest"], shown)
    return True


_TOLD_WITH = ("form", "policy", "tools", "people", "executor", "labels", "late", "beyond", "done")


def _propose_again(tx: Tx, scene: Scene, process: Row, steps: list[Any], shown: dict[str, Any]) -> None:
    """As the next version, which the gate looks at like any plan: one with a secret in it is refused with its place."""
    tx.move("processes", process["id"], "pending_approval", "cancelled")
    moved = record("processes", process["id"], "cancelled", process["version"])
    scene.run_finished(tx, process["id"], "L3", Phase.CANCELLED, moved, why="replaced")
    new_process(tx, scene, process["prompt_id"], {"steps": steps, "author": shown.get("author", "")})


def _step_again(tx: Tx, approval: Row, request: Row) -> bool:
    """The run takes its step up again and asks with the real values."""
    if json.loads(approval["shown"])["input"] == tx.asked(approval["task_id"], approval["id"]).get("input"):
        return False
    scene, execution_id = _close(tx, approval, request), approval["subject_id"]
    tx.move("executions", execution_id, "waiting", "running")
    scene.run_status(tx, execution_id, "L4", Phase.ACTING, "running", record("executions", execution_id, "running"))
    tx.enqueue("execute", request["id"], execution_id)
    return True


_AGAIN: dict[str, Callable[[Tx, Row, Row], bool]] = {
    "prompt": _policy_again,
    "process": _plan_again,
    "step": _step_again,
}


def _reason(request: Row) -> str:
    return message("RINGI-241", request["lang"] or "ja", {"id": request["id"]})


def _close(tx: Tx, approval: Row, request: Row) -> Scene:
    scene = scene_of(request)
    settle(tx, scene, approval, approval["subject_id"], "expired", "expire", RULE, _reason(request))
    return scene


def _open(tx: Tx, scene: Scene, approval: Row, request: Row, digest: str, shown: dict[str, Any]) -> None:
    subject, kind, version = approval["subject_id"], approval["kind"], approval["version"]
    open_approval(tx, scene, kind, subject, subject, version, digest, shown, config.read(tx), request)
    scene.run_status(tx, subject, LAYERS[kind], Phase.WAITING, "waiting", None)


# -- what was approved before its whole was shown ---------------------------------------------------------------------


def run_again(tx: Tx, job: Job, execution: Row, process: Row, approval: Row) -> None:
    """A run under an approval whose fact hid something stops; its steps come back as a plan that shows them all."""
    request = request_of(tx, job.task_id)
    scene, shown = scene_of(request), json.loads(approval["shown"])
    ending.cancel_execution(tx, scene, execution, RULE, _reason(request), why="shown_again")
    tx.finish(job)
    given = {"steps": json.loads(process["steps"]), "author": shown.get("author", "")}
    new_process(tx, scene, process["prompt_id"], given)


def policy_hidden(tx: Tx, prompt: Row) -> bool:
    """Whether a policy was approved by a fact that hid a part of the words that stand in the record."""
    approval = approved(tx, prompt["task_id"], "prompt", prompt["id"])
    return approval is not None and not same_policy(tx, prompt, approval["digest"]) and _recorded(prompt, approval)


def policy_again(tx: Tx, job: Job) -> None:
    """The policy is written anew, as its next version, before anything is planned by it."""
    process = tx.locked("processes", job.subject_id)
    request = request_of(tx, job.task_id)
    assert process is not None
    scene = scene_of(request)
    tx.move("processes", process["id"], "generating", "cancelled")
    moved = record("processes", process["id"], "cancelled", process["version"])
    reason = _reason(request)
    scene.run_finished(tx, process["id"], "L3", Phase.CANCELLED, moved, why="shown_again", reason=reason)
    tx.finish(job)
    newest = ending.latest(tx, "prompts", job.task_id)
    new_prompt(tx, scene, (newest["version"] if newest else 0) + 1)
