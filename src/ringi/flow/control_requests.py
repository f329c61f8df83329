"""What people ask of another runtime: kept until it takes it, settled by the facts that it brings, never done here.

A runtime is connected while it asks for its requests (`take`); nobody is told that something was sent to nobody.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Refused
from ringi.facts.canonical import natural
from ringi.facts.redact import safe_payload
from ringi.flow import config, foreign, people
from ringi.flow.control_seals import settle, verify_waiting
from ringi.flow.people import Actor
from ringi.store.engine import Row
from ringi.store.reads import Record
from ringi.store.transaction import Tx, dumps

CONNECTED_SECONDS = 30
"""A runtime that has not asked for so long is not there."""
AGAIN_SECONDS = 60
"""What was taken and not answered is offered again: whoever took it may have been killed."""
STALE_SECONDS = 300
"""What nobody took for so long was meant for another moment."""
MOST = 100
QUESTIONS = ("structured_input", "clarification", "credential_request")
"""What is asked for is told, not decided: the owner of the session may tell it."""
_LINK = (
    "INSERT INTO runtime_links (thread_id, tenant_id, seen_at) VALUES (?, ?, ?)"
    " ON CONFLICT (thread_id) DO UPDATE SET seen_at = excluded.seen_at"
)
_WAITING = "SELECT * FROM control_requests WHERE thread_id = ? AND state IN ('open', 'taken') ORDER BY id"


def is_connected(seen_at: str, now: str) -> bool:
    return bool(seen_at) and not older(seen_at, now, CONNECTED_SECONDS)


def older(moment: str, now: str, seconds: int) -> bool:
    """Whether it was longer ago. A moment that lies as far ahead is of a clock that was set back since: nobody knows
    how long ago it was, and what was meant then is not handed out as meant now.
    """
    return moment < before(now, seconds) or before(moment, seconds) > now


def before(now: str, seconds: int) -> str:
    """So many seconds earlier, as the records write it."""
    moment = datetime.fromisoformat(now) - timedelta(seconds=seconds)
    return f"{moment.strftime('%Y-%m-%dT%H:%M:%S')}.{moment.microsecond // 1000:03d}Z"


def decides(control: str, action: dict[str, Any] | None) -> bool:
    """Whether this control on that question is a decision, which not everybody may make."""
    if control == "approve" or (control == "rollback" and action is not None):
        return True
    # An approval's own choices are pressed as answers; what kind of question it is must be known to be none.
    return control in ("answer", "reject") and (action or {}).get("type") not in QUESTIONS


def may_decide(tx: Tx, actor: Actor, row: Row, action: dict[str, Any] | None) -> None:
    """The same as for our own tasks: somebody whom the route names, and not the owner unless that is allowed."""
    people.a_person(actor)
    roles = people.deciders((action or {}).get("route"))
    if not actor.has(*roles):
        raise Refused("RINGI-201", who=actor.identity, roles=", ".join(roles))
    if not config.read(tx)["self_approval"]:
        people.not_their_own(actor, {**row, "behind": "", "requester": ""}, {})


def ask(
    tx: Tx,
    actor: Actor,
    thread_id: str,
    control: str,
    body: dict[str, Any],
    action: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Put a control where the session's runtime will take it; refused when that is not there. `action`: the question
    that it is about, as the session's facts have it.
    """
    row = foreign.visible(tx, actor, thread_id)
    people.own_or_decider(actor, row)
    if decides(control, action):
        may_decide(tx, actor, row, action)
    link = tx.one("SELECT seen_at FROM runtime_links WHERE thread_id = ?", (thread_id,))
    if not is_connected(link["seen_at"] if link else "", tx.now):
        raise NotConnected("RINGI-812", control=control, seconds=CONNECTED_SECONDS)
    tx.head(thread_id)  # one at a time: of two answers to one question the second is told of the first
    if action_id := body.get("action_id"):
        for waiting in tx.all(_WAITING, (thread_id,)):
            if json.loads(waiting["body"]).get("action_id") == action_id:
                raise Conflict("RINGI-819", id=str(action_id)[:64], control=waiting["control"])
    request_id = put(tx, actor, thread_id, control, body)
    tx.touch(thread_id)
    return {"status": "requested", "request_id": request_id, "control": control, "session": thread_id}


def put(tx: Tx, actor: Actor, thread_id: str, control: str, body: dict[str, Any]) -> str:
    """Where its owner will find it; its id."""
    request_id = clock.ulid()
    tx.insert(
        "control_requests",
        id=request_id,
        tenant_id=tx.tenant_id,
        thread_id=thread_id,
        control=control,
        body=dumps(natural(safe_payload(body))),
        asked_by=actor.identity,
        state="open",
        answer="",
        created_at=tx.now,
        updated_at=tx.now,
    )
    details = {"control": control, "request": request_id}
    tx.audit("control.requested", "session", thread_id, actor_type="user", actor_id=actor.identity, details=details)
    return request_id


def take(tx: Tx, actor: Actor, thread_id: str) -> dict[str, Any]:
    """What this session's runtime has to do, each thing once (again only if it was never answered)."""
    row = foreign.visible(tx, actor, thread_id)
    foreign.runtime_of(actor, row)
    link = tx.one("SELECT seen_at FROM runtime_links WHERE thread_id = ?", (thread_id,))
    if not is_connected(link["seen_at"] if link else "", tx.now):
        tx.touch(thread_id)  # it is there again: whoever watches may press what they could not before
    tx.aside(_LINK, (thread_id, tx.tenant_id, tx.now))
    sequence = tx.head(thread_id)
    given: list[dict[str, Any]] = []
    for waiting in verify_waiting(tx, tx.all(_WAITING, (thread_id,))):
        again = waiting["state"] == "open" or older(waiting["updated_at"], tx.now, AGAIN_SECONDS)
        if older(waiting["created_at"], tx.now, STALE_SECONDS):
            settle(tx, waiting, "unavailable")
        elif again and len(given) < MOST:
            settle(tx, waiting, "taken")
            given.append(
                {
                    "id": waiting["id"],
                    "control": waiting["control"],
                    "body": json.loads(waiting["body"]),
                    "asked_by": waiting["asked_by"],
                    "asked_at": waiting["created_at"],
                }
            )
    return {"session": thread_id, "requests": given, "sequence": sequence}


def request_shown(row: Record) -> dict[str, Any]:
    """How far it is, for whoever asked."""
    return {
        "id": row["id"],
        "session": row["thread_id"],
        "control": row["control"],
        "asked_by": row["asked_by"],
        "status": row["state"],
        "answer": json.loads(row["answer"]) if row["answer"] else None,
        "created_at": row["created_at"],
        "updated_at": row["updated_at"],
    }


class NotConnected(Conflict):
    """Whoever owns this is not there: said, never pretended."""
