"""Connecting a workspace with a service outside, and what becomes of the connection: plain transitions, and the moves
of OAuth around them.

Whoever begins must finish: the state that goes out is kept only as a hash over the person, the workspace and the
browser, is taken once, and ends after ten minutes. Credentials go into `integrations` sealed, and nowhere else; what
may be known about a connection is in its `metadata`. Tokens are lent out by `integrations_tokens`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ringi import clock
from ringi.errors import NotFound, Refused
from ringi.flow.integrations_providers import Provider, provider_of
from ringi.flow.people import Actor
from ringi.hands.config import VENDORS
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps
from ringi.store.vault import Place, Vault

if TYPE_CHECKING:
    from ringi.flow.office import Office

Json = dict[str, Any]
LASTS = 600
"""Seconds in which a connection that was begun must be finished."""
SAMPLE = "hr"
ROW = "SELECT * FROM integrations WHERE tenant_id = ? AND provider = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A person on their way to a service's consent page."""

    address: str
    state: str
    browser: str
    """A secret for this browser alone, which has to bring it back."""


async def begin(office: Office, actor: Any, provider_name: str, redirect_uri: str, *, tenant: str) -> Begun:
    """Send an admin off to the service. `actor` is a function of a transaction: who is there.

    Raises:
        NotFound, Invalid: there is no such service, or it is not set up (`RINGI-420`, `421`).
        Refused: only admins connect (`RINGI-205`).
    """
    provider = provider_of(office.settings, provider_name)
    state, browser = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

    def keep(tx: Tx) -> None:
        who: Actor = actor(tx)
        _admin(who)
        tx.db.execute("DELETE FROM oauth_states WHERE expires_at <= ?", (_stamp(time.time()),))
        kept = _hashed(tx.tenant_id, who, provider_name, state, browser)
        ends = _stamp(time.time() + LASTS)
        tx.insert("oauth_states", state=kept, provider=provider_name, expires_at=ends, created_at=tx.now)

    await office.store.awrite(keep, tenant=tenant)
    address = provider.address(
        state=state, challenge=challenge(_verifier(office, state, browser)), redirect_uri=redirect_uri
    )
    return Begun(address=address, state=state, browser=browser)


async def finish(
    office: Office, actor: Any, provider_name: str, redirect_uri: str, given: Json, browser: str, *, tenant: str
) -> Json:
    """The person is back from the consent page with `state` and `code`, or with `error`.

    Raises:
        Refused: the state was used, is too old, or is somebody else's (`RINGI-426`); they said no (`RINGI-427`); only
            admins connect.
        Unavailable: the service did not give tokens for the code (`RINGI-428`).
    """
    from ringi.flow import integrations_tokens as tokens

    provider = provider_of(office.settings, provider_name)
    state = str(given.get("state") or "")

    def take(tx: Tx) -> bool:
        who: Actor = actor(tx)
        _admin(who)
        sql = "DELETE FROM oauth_states WHERE state = ? AND provider = ? AND expires_at > ?"
        kept = _hashed(tx.tenant_id, who, provider_name, state, browser)
        return tx.db.execute(sql, (kept, provider_name, _stamp(time.time()))) == 1

    if not state or not browser or not await office.store.awrite(take, tenant=tenant):
        raise Refused("RINGI-426", provider=provider.shown)
    if given.get("error") or not given.get("code"):
        raise Refused("RINGI-427", provider=provider.shown, reason=str(given.get("error") or "code")[:60])
    verifier = _verifier(office, state, browser)
    credentials, told = await tokens.exchange(
        provider, {"code": str(given["code"]), "redirect_uri": redirect_uri, "code_verifier": verifier}
    )
    metadata = await tokens.identified(office, provider, credentials, told)
    vault = office.vault
    return await office.store.awrite(
        lambda tx: connected(tx, vault, actor(tx), provider, credentials, metadata), tenant=tenant
    )


async def access_token(office: Office, tenant_id: str, provider: str) -> str:
    """A token of a connected service that is good now, for whoever acts with it (see `Tokens.access`)."""
    return await office.tokens.access(tenant_id, provider)


# -- transitions -----------------------------------------------------------------------------------------------------


def connected(tx: Tx, vault: Vault, actor: Actor, provider: Provider, credentials: Json, metadata: Json) -> Json:
    """The service let us in: kept sealed, and on the record who connected what."""
    _admin(actor)
    row = row_of(tx, provider.name)
    before = about(row)
    kept = vault.seal_document(credentials, Place(tx.tenant_id, provider.name))
    values = {
        "status": "connected",
        "credentials": kept,
        "metadata": dumps({**metadata, "connected_by": actor.identity}),
        "connected_at": tx.now,
        "updated_at": tx.now,
    }
    if row is None:
        tx.insert("integrations", id=clock.ulid(), tenant_id=tx.tenant_id, provider=provider.name, **values)
    else:
        tx.amend("integrations", "id = ?", (row["id"],), **values)
    details = {"provider": provider.name, "company": metadata.get("name", ""), "company_id": metadata.get("company_id")}
    if row is not None and row["status"] != "disconnected":
        details["again"] = True
        details["company_before"] = before.get("name", "")
    _looked_at(tx, provider.name)
    _note(tx, actor, "integration.connected", provider.name, details)
    return {"provider": provider.name, "status": "connected", "name": metadata.get("name", "")}


def disconnected(tx: Tx, actor: Actor, provider: str) -> Json:
    """Its credentials are removed and it acts no more; what was done through it stays on the record."""
    _admin(actor)
    row = row_of(tx, provider)
    if row is None or row["status"] == "disconnected":
        raise NotFound("RINGI-872", provider=provider[:40])
    gone = {"status": "disconnected", "credentials": "{}", "updated_at": tx.now}
    if provider == "slack":
        tx.amend("slack_teams", "tenant_id = ?", (tx.tenant_id,), active=0, updated_at=tx.now)
    else:
        gone["metadata"] = "{}"
    tx.amend("integrations", "id = ?", (row["id"],), **gone)
    _looked_at(tx, provider)
    _note(tx, actor, "integration.disconnected", provider, {"provider": provider, "reason": "by_admin"})
    return {"provider": provider, "status": "disconnected"}


def given_back(tx: Tx, actor: Actor, provider: str, became: Json) -> Json:
    """Whether the service has taken the tokens back, on the record."""
    if became["revoked"]:
        _note(tx, actor, "integration.revoked", provider, {"provider": provider})
    else:
        details = {"provider": provider, "code": became["code"], "reason": became["values"]["reason"]}
        _note(tx, actor, "integration.error", provider, details)
    return became


def troubled(tx: Tx, provider: str, before: str, code: str) -> bool:
    """The service does not let us in any more: said, not hidden. Only if nobody has connected anew meanwhile."""
    row = row_of(tx, provider)
    if row is None or row["credentials"] != before or row["status"] == "disconnected":
        return False
    told = {**about(row), "trouble": code}
    told.pop("renewing", None)
    tx.amend("integrations", "id = ?", (row["id"],), status="error", metadata=dumps(told), updated_at=tx.now)
    if row["status"] != "error":
        details = {"provider": provider, "code": code}
        tx.audit("integration.error", "integration", provider, details=details)
    return True


def row_of(tx: Tx, provider: str) -> Row | None:
    return tx.one(ROW, (tx.tenant_id, provider))


def about(row: Any) -> Json:
    """What may be known about a connection."""
    try:
        found = json.loads(row["metadata"] or "{}") if row is not None else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _looked_at(tx: Tx, provider: str) -> None:
    """Whose books the HR tools read changes here, by an admin's own hand: they need not be looked at a second time.
    What was approved before stays bound to the tools as they were, and does not run on the new books.
    """
    if provider in VENDORS:
        tx.remove("tool_pins", "tenant_id = ? AND server IN (?, ?)", (tx.tenant_id, SAMPLE, provider))


def _admin(actor: Actor) -> None:
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)


def _note(tx: Tx, actor: Actor, action: str, provider: str, details: Json) -> None:
    known = {"actor_type": "user", "actor_id": actor.identity}
    tx.audit(action, "integration", provider, details=details, **known)


# -- state and proof -------------------------------------------------------------------------------------------------


def challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _verifier(office: Office, state: str, browser: str) -> str:
    """The proof for the token endpoint (PKCE): made anew from what only this house knows, so it is kept nowhere."""
    secret = office.vault.keys.all()[0].octets
    made = hmac.new(secret, b"ringi.connect.verifier.v1\0" + f"{state}\0{browser}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def _hashed(tenant_id: str, who: Actor, provider: str, state: str, browser: str) -> str:
    bound = "\0".join(("ringi.connect.state.v1", tenant_id, who.user_id, provider, browser, state))
    return hashlib.sha256(bound.encode()).hexdigest()


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
