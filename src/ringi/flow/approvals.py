"""The approval record: opened bound to a digest, settled once, with what people said beside it. Used by every gate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringi import clock
from ringi.errors import Conflict
from ringi.flow import people
from ringi.flow.people import Actor
from ringi.flow.telling import Scene
from ringi.store.engine import Row
from ringi.store.moves import Lost
from ringi.store.transaction import Tx, dumps

RULE = Actor(user_id="", name="auto", roles=("admin",), surface="rule")
"""The setting that says no gate is needed; recorded as `rule:auto`."""


def open_approval(
    tx: Tx,
    scene: Scene,
    kind: str,
    subject_id: str,
    run_id: str,
    version: int,
    digest: str,
    shown: dict[str, Any],
    settings: dict[str, Any],
    request: Row,
    asks: dict[str, Any] | None = None,
) -> str:
    """`asks` is told with the gate where no fact before it says what it is about."""
    approval_id = clock.ulid()
    route = people.route(settings)
    if not settings["self_approval"] and people.nobody_else(tx, request, shown):
        route["nobody_else"] = True
    tx.insert(
        "approvals",
        id=approval_id,
        tenant_id=tx.tenant_id,
        task_id=scene.task_id,
        kind=kind,
        subject_id=subject_id,
        version=version,
        digest=digest,
        route=dumps(route),
        requester=request["requester"],
        shown=dumps(shown),
        state="open",
        opened_at=tx.now,
    )
    scene.action_required(tx, approval_id, kind, run_id, digest, version, route, **(asks or {}))
    return approval_id


def approved_plan(tx: Tx, task_id: str, process_id: str) -> Row | None:
    """The approval under which a plan runs."""
    return approved(tx, task_id, "process", process_id)


def approved(tx: Tx, task_id: str, kind: str, subject_id: str) -> Row | None:
    """The approval of a policy or a plan, if it was approved."""
    known = tx.all_of("approvals", task_id)
    if known is None:
        return tx.one(
            "SELECT * FROM approvals WHERE kind = ? AND subject_id = ? AND state = 'approved'",
            (kind, subject_id),
            about=subject_id,
        )
    wanted = (kind, subject_id, "approved")
    rows = [row for one in known if (row := tx.row("approvals", one)) is not None]
    return next((row for row in rows if (row["kind"], row["subject_id"], row["state"]) == wanted), None)


def still_open(approval: Row) -> None:
    """A second decision is told who decided and when."""
    state, who, when = approval["state"], approval["decided_by"], approval["decided_at"]
    if state == "open":
        return
    if not who or not when:
        # No decision of ours leaves these out.
        raise Conflict("RINGI-236", id=approval["id"], state=state)
    raise Conflict("RINGI-211", id=approval["id"], state=state, who=who, when=when)


def settle(
    tx: Tx, scene: Scene, approval: Row, run_id: str, state: str, decision: str, actor: Actor, reason: str = ""
) -> None:
    """Close the approval for every surface at once, and keep who, where, when and why."""
    try:
        tx.move("approvals", approval["id"], "open", state, decided_at=tx.now, decided_by=actor.identity)
    except Lost:
        settled = tx.one("SELECT * FROM approvals WHERE id = ?", (approval["id"],))
        if settled is not None:
            still_open(settled)
        raise
    tx.insert(
        "decisions",
        id=clock.ulid(),
        approval_id=approval["id"],
        task_id=approval["task_id"],
        user_id=actor.user_id,
        identity=actor.identity,
        on_behalf_by=actor.behind or None,
        surface=actor.surface,
        decision=decision,
        reason=reason or None,
        digest=approval["digest"],
        decided_at=tx.now,
    )
    scene.action_resolved(
        tx,
        approval["id"],
        approval["kind"],
        run_id,
        state,
        decision=decision,
        by=actor.identity,
        surface=actor.surface,
        reason=reason,
        digest=approval["digest"],
        version=approval["version"],
    )


def comment(
    tx: Tx, actor: Actor, task_id: str, layer: str, version: int, kind: str, text: str, *, question: str = ""
) -> str:
    """What a person said on the way; the next judgement takes it in. Its id is the turn it starts."""
    comment_id = clock.ulid()
    tx.insert(
        "comments",
        id=comment_id,
        task_id=task_id,
        layer=layer,
        version=version,
        kind=kind,
        text=text,
        question=question or None,
        made_by=actor.identity,
        made_at=tx.now,
    )
    return comment_id


def comments_of(tx: Tx, task_id: str) -> Sequence[Row]:
    """What people have said about this task, in the order they said it."""
    if tx.all_of("comments", task_id) == ():
        return ()
    return tx.settled("comments", "SELECT * FROM comments WHERE task_id = ? ORDER BY id", (task_id,))


def audit_decision(
    tx: Tx, actor: Actor, action: str, resource: str, resource_id: str, approval: Row, reason: str = ""
) -> None:
    tx.audit(
        action,
        resource,
        resource_id,
        actor_type="system" if actor is RULE else "user",
        actor_id=actor.identity,
        details={
            "digest": approval["digest"],
            "version": approval["version"],
            "surface": actor.surface,
            **({"reason": reason} if reason else {}),
        },
    )
