"""Who somebody is here who has proven elsewhere who they are. Called with what a provider has signed, nothing less.

A person is known by issuer and subject alone. A verified address only opens what an admin has opened for it: an
invitation, or a whole domain, whose people come in as requesters.
"""

from __future__ import annotations

import re
from typing import Any

from ringi import clock
from ringi.errors import Invalid, NotFound, Refused
from ringi.flow import people
from ringi.flow.people import Actor
from ringi.store.engine import Row
from ringi.store.transaction import Tx

EMAIL = re.compile(r"[^\s@<>\"(),:;\\]{1,64}@[^\s@<>\"(),:;\\]{1,185}\.[^\s@<>\"(),:;\\.]{2,}")
_BY_SUBJECT = "SELECT * FROM identities WHERE issuer = ? AND subject = ?"
_INVITED = ""
"""The issuer of an invitation: nobody has proven anything yet."""


def invite(tx: Tx, actor: Actor, name: str, email: str) -> dict[str, Any]:
    """From now on whoever proves to have this address is that user."""
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)
    email = email.strip().lower()
    user = _user(tx, "name", name)
    if user is None:
        raise NotFound("RINGI-208", who=name[:64])
    if not EMAIL.fullmatch(email) or len(email) > 254:
        raise Invalid("RINGI-920", email=email[:100])
    there = tx.one(_BY_SUBJECT, (_INVITED, _place(tx, email)))
    if there is not None and there["user_id"] != user["id"]:
        raise Invalid("RINGI-920", email=email[:100])
    if there is None:
        _keep(tx, user["id"], _INVITED, _place(tx, email), email)
        _note(tx, actor.identity, user["id"], {"name": name, "invited": email})
    return {"name": user["name"], "email": email}


def come_in(
    tx: Tx, *, issuer: str, subject: str, email: str, shown_name: str, domains: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The user behind a proven identity: known already, invited, or of a domain that is open here."""
    known = tx.one(_BY_SUBJECT, (issuer, subject))
    if known is not None and known["tenant_id"] == tx.tenant_id:
        return _confirmed(tx, _user(tx, "id", known["user_id"]), email or subject)
    if known is not None or not issuer:
        raise Refused("RINGI-918", who=email or subject[:40])
    invited = tx.one(_BY_SUBJECT, (_INVITED, _place(tx, email))) if email else None
    if invited is not None:
        user_id = str(invited["user_id"])
        _active(_user(tx, "id", user_id), email)
        tx.remove("identities", "id = ?", (invited["id"],))
    elif email and EMAIL.fullmatch(email) and email.rpartition("@")[2] in domains:
        name = people.free_name(tx, email.partition("@")[0], clock.ulid()[-8:])
        user_id = people.add_user(tx, name, ("requester",), display_name=people.shown_name(shown_name) or name)
    else:
        raise Refused("RINGI-918", who=email or subject[:40])
    _keep(tx, user_id, issuer, subject, email)
    _note(tx, f"web:{email}", user_id, {"identity": issuer, "email": email})
    return _confirmed(tx, _user(tx, "id", user_id), email)


def come_in_from_slack(tx: Tx, slack_user_id: str, *, shown_name: str) -> dict[str, Any]:
    """A person of an installed workspace; the caller has found the workspace, and runs this in its tenant."""
    actor = people.enter_slack(tx, slack_user_id, shown_name or slack_user_id, "", display_name=shown_name)
    return _confirmed(tx, _user(tx, "id", actor.user_id), slack_user_id)


def _user(tx: Tx, column: str, value: str) -> Row | None:
    return tx.one(f"SELECT * FROM users WHERE tenant_id = ? AND {column} = ?", (tx.tenant_id, value))


def _confirmed(tx: Tx, user: Row | None, who: str) -> dict[str, Any]:
    """The user, who has just shown who they are: a key that an administrator has seen is theirs no more."""
    found = _active(user, who)
    if user is not None:
        people.confirm_key(tx, user)
        found = _active(_user(tx, "id", found["id"]), who)
    return found


def _active(user: Row | None, who: str) -> dict[str, Any]:
    if user is None or not user["active"]:
        raise Refused("RINGI-207", who=who[:100])
    return dict(user)


def _place(tx: Tx, email: str) -> str:
    """Where an invitation waits: an address may be invited by several tenants."""
    return f"{tx.tenant_id}:{email}"


def _keep(tx: Tx, user_id: str, issuer: str, subject: str, email: str) -> None:
    row = {"issuer": issuer, "subject": subject, "email": email or None, "created_at": tx.now}
    tx.insert("identities", id=clock.ulid(), tenant_id=tx.tenant_id, user_id=user_id, **row)


def _note(tx: Tx, who: str, user_id: str, details: dict[str, Any]) -> None:
    tx.audit("settings.updated", "settings", user_id, actor_type="user", actor_id=who, details=details)
