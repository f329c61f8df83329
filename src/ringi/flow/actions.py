"""The gate of SPECTRA: one action, two lines, y or n. The same approvals, decisions and audit as everywhere else.

Plain transitions. Only users with the developer role decide; the first answer on any surface wins. An action that the
rules allow, and one that a developer typed themselves, leave the same records, decided in the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Refused
from ringi.facts.digests import action_digest
from ringi.flow import people
from ringi.flow.approvals import RULE, audit_decision, settle, still_open
from ringi.flow.intake import request_of, scene_of
from ringi.flow.people import Actor
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

KINDS = ("action", "rule")
DEVELOPER = "developer"
Json = dict[str, Any]


def run_of(task_id: str) -> str:
    """The one run of a SPECTRA session, taken up again at each start."""
    return f"{task_id}.spectra"


def ask(tx: Tx, task_id: str, lines: list[str], action: Json, risk: Json) -> Json:
    """Open the approval of exactly this action."""
    request = request_of(tx, task_id)
    kind = "rule" if action["kind"] == "rule" else "action"
    approval_id, subject_id = clock.ulid(), clock.ulid()
    digest = action_digest(task_id, subject_id, lines, action)
    route = {"roles": [DEVELOPER], "mode": "any", "self_approval": True}
    tx.insert(
        "approvals",
        id=approval_id,
        tenant_id=tx.tenant_id,
        task_id=task_id,
        kind=kind,
        subject_id=subject_id,
        version=1,
        digest=digest,
        route=dumps(route),
        requester=request["requester"],
        shown=dumps({"lines": lines, "action": action, "risk": risk}),
        state="open",
        opened_at=tx.now,
    )
    told: Json = {"title": lines[0], "explanation": lines[1], "lines": lines, "risk": str(risk.get("level", ""))}
    told |= {"input": action, "subject": subject_id, "risks": risk}
    scene_of(request).action_required(tx, approval_id, kind, run_of(task_id), digest, 1, route, **told)
    return {"approval_id": approval_id, "digest": digest, "opened_at": tx.now}


def as_shown(approval: Mapping[str, Any]) -> bool:
    """Whether an approval, as read, still keeps the very action that its digest is of."""
    shown = json.loads(approval["shown"]) if isinstance(approval["shown"], str) else approval["shown"]
    digest = action_digest(approval["task_id"], approval["subject_id"], shown["lines"], shown["action"])
    return bool(digest == approval["digest"])


def ask_and_allow(tx: Tx, actor: Actor | None, task_id: str, lines: list[str], action: Json, risk: Json) -> Json:
    """What the rules allow (nobody is named: `rule:auto`), or what this developer typed: asked and answered."""
    asked = ask(tx, task_id, lines, action, risk)
    approval = tx.locked("approvals", asked["approval_id"])
    assert approval is not None
    if actor is not None:
        developer(actor)
    _settled(tx, actor or RULE, approval, request_of(tx, task_id), "", "approved", "approve")
    return asked


def withdraw(tx: Tx, actor: Actor, approval_id: str, reason: str) -> bool:
    """SPECTRA no longer asks: the developer has said something else. False when it was decided before."""
    approval = tx.locked("approvals", approval_id)
    if approval is None or approval["state"] != "open":
        return False
    _settled(tx, actor, approval, request_of(tx, approval["task_id"]), reason, "withdrawn", "withdraw")
    return True


def developer(actor: Actor) -> None:
    """Refuses whoever is not a developer, as the gate does."""
    people.a_person(actor)
    if not actor.has(DEVELOPER):
        raise Refused("RINGI-201", who=actor.identity, roles=DEVELOPER)


def approve(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> Json:
    if not as_shown(approval):
        raise Conflict("RINGI-213", id=approval["id"])
    told, shown = tx.asked(approval["task_id"], approval["id"]), json.loads(approval["shown"])
    if (told.get("lines"), told.get("input")) != (shown["lines"], shown["action"]):
        raise Conflict("RINGI-241", id=approval["task_id"])
    _settled(tx, actor, approval, request, "", "approved", "approve")
    return {"status": "approved", "next": "action"}


def reject(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str) -> Json:
    _settled(tx, actor, approval, request, reason, "rejected", "reject")
    return {"status": "rejected", "next": "stopped"}


def _settled(tx: Tx, actor: Actor, approval: Row, request: Row, reason: str, state: str, decision: str) -> None:
    still_open(approval)
    settle(tx, scene_of(request), approval, run_of(request["id"]), state, decision, actor, reason)
    audit_decision(tx, actor, f"action.{state}", "action", approval["subject_id"], approval, reason)
    tx.wake(request["id"])


DECISIONS: dict[tuple[str, str], Callable[[Tx, Actor, Row, Row, str], Json]] = {
    (kind, decision): act for kind in KINDS for decision, act in (("approve", approve), ("reject", reject))
}
