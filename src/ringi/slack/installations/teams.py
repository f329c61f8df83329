"""A workspace comes and goes: plain transitions over `slack_teams`, `integrations` and `tenants`.

Each workspace is a tenant of its own. The first one that comes by tokens is the house's first tenant, where the command
line and the page are at home; a double on this machine only stands in for it, and steps aside when a real one comes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ringi import clock
from ringi.flow import people
from ringi.flow.config import DEFAULTS
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps
from ringi.store.vault import Place, Vault

PROVIDER = "slack"
TEAM = "SELECT * FROM slack_teams WHERE team_id = ?"
INSTALLED = (
    "SELECT t.*, i.credentials, i.metadata, i.status FROM slack_teams t"
    " JOIN integrations i ON i.tenant_id = t.tenant_id AND i.provider = 'slack'"
    " WHERE t.team_id = ? AND t.active = 1"
)
EVERYWHERE = (
    "SELECT t.team_id, t.name, t.tenant_id, t.active, t.bot_user_id, t.installed_by, i.status, i.metadata"
    " FROM slack_teams t LEFT JOIN integrations i ON i.tenant_id = t.tenant_id AND i.provider = 'slack'"
    " ORDER BY t.created_at, t.team_id"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """One installation, as Slack tells of it. Its tokens are in no representation."""

    team_id: str
    name: str = ""
    enterprise_id: str = ""
    bot_user_id: str = ""
    bot_id: str = ""
    app_id: str = ""
    installed_by: str = ""
    scopes: tuple[str, ...] = ()
    api_url: str = ""
    loopback: bool = False
    by_tokens: bool = False
    bot_token: str = field(default="", repr=False)
    refresh_token: str = field(default="", repr=False)
    expires_at: int | None = None

    def credentials(self) -> dict[str, Any]:
        return {"bot_token": self.bot_token, "refresh_token": self.refresh_token, "expires_at": self.expires_at}

    def metadata(self) -> dict[str, Any]:
        return {
            "team_id": self.team_id,
            "name": self.name,
            "bot_id": self.bot_id,
            "scopes": list(self.scopes),
            "api_url": self.api_url,
            "loopback": self.loopback,
        }


def sealed_place(tenant_id: str) -> Place:
    return Place(tenant_id, PROVIDER)


def connect(tx: Tx, vault: Vault, found: Workspace, house: str) -> str:
    """The app is installed (again): its tokens are sealed, and it is on the record. Returns the tenant.

    `house` is the first tenant.
    """
    known = tx.one(TEAM, (found.team_id,))
    tx.tenant_id = str(known["tenant_id"]) if known else _tenant_for(tx, found, house)
    _step_aside(tx, found)
    row = {
        "enterprise_id": found.enterprise_id,
        "tenant_id": tx.tenant_id,
        "name": found.name or (known["name"] if known else found.team_id),
        "bot_user_id": found.bot_user_id,
        "app_id": found.app_id,
        "installed_by": (known["installed_by"] if known else "") or found.installed_by,
        "active": 1,
        "updated_at": tx.now,
    }
    if known is None:
        tx.insert("slack_teams", team_id=found.team_id, created_at=tx.now, **row)
    else:
        tx.amend("slack_teams", "team_id = ?", (found.team_id,), **row)
    _keep(tx, vault, found, again=known is not None)
    if found.installed_by and known is None:
        # Any member may walk the install page again: that makes nobody an admin of a house that stands already.
        people.enter_slack(tx, found.installed_by, "", "", installer=not people.has_admin(tx))
    return tx.tenant_id


def _tenant_for(tx: Tx, found: Workspace, house: str) -> str:
    """The house's first tenant for the first workspace that comes by tokens, else one of its own."""
    if found.by_tokens:
        # A workspace that has gone counts too: what it left behind is nobody else's.
        others = tx.all("SELECT team_id FROM slack_teams WHERE tenant_id = ?", (house,))
        if not others or _stands_in(tx, house):
            return house
    tenant_id = clock.ulid()
    name, slug = found.name or found.team_id, found.team_id.lower()
    if tx.one("SELECT 1 AS one FROM tenants WHERE slug = ?", (slug,)):
        slug = f"{slug}-{tenant_id.lower()}"
    times = {"created_at": tx.now, "updated_at": tx.now}
    tx.insert("tenants", id=tenant_id, name=name, slug=slug, **times)
    config = dumps({**DEFAULTS, "slug": slug})
    tx.insert("settings", id=clock.ulid(), tenant_id=tenant_id, config=config, updated_at=tx.now)
    return tenant_id


def _stands_in(tx: Tx, tenant_id: str) -> bool:
    """Whether what is installed there is a double on this machine."""
    row = _integration(tx, tenant_id)
    return row is None or bool(json.loads(row["metadata"] or "{}").get("loopback"))


def _step_aside(tx: Tx, found: Workspace) -> None:
    """A real workspace takes a double's place: the people of the double are nobody in it."""
    if tx.remove("slack_teams", "tenant_id = ? AND team_id <> ?", (tx.tenant_id, found.team_id)):
        tx.amend("users", "tenant_id = ?", (tx.tenant_id,), slack_user_id=None)


def _keep(tx: Tx, vault: Vault, found: Workspace, *, again: bool) -> None:
    """The tokens, sealed, and the audit entry; a token that is the same as before is not news.

    Nor is the double's: it has another one at every start. That a person installed it (again) always is.
    """
    row = _integration(tx, tx.tenant_id)
    double = found.loopback and row is not None and _stands_in(tx, tx.tenant_id)
    known = double or _opened(vault, row, tx.tenant_id).get("bot_token") == found.bot_token
    same = known and row is not None and row["status"] == "connected"
    values = {
        "credentials": vault.seal_document(found.credentials(), sealed_place(tx.tenant_id)),
        "metadata": dumps(found.metadata()),
        "connected_at": row["connected_at"] if same and row is not None else tx.now,
        "updated_at": tx.now,
    }
    _put(tx, row, "connected", values)
    if not same or found.installed_by:
        told = {"provider": PROVIDER, "team": found.team_id, "name": found.name, "scopes": list(found.scopes)}
        tx.audit(
            "integration.connected",
            "integration",
            PROVIDER,
            actor_type="user" if found.installed_by else "system",
            actor_id=found.installed_by or None,
            details={**told, "again": True} if again else told,
        )


def _opened(vault: Vault, row: Row | None, tenant_id: str) -> dict[str, Any]:
    """What was kept before, if it can still be read: a lost key must not keep anybody from connecting again."""
    from ringi.errors import RingiError

    if row is None:
        return {}
    try:
        return vault.open_document(row["credentials"], sealed_place(tenant_id))
    except RingiError:
        return {}


def renewed(tx: Tx, vault: Vault, tenant_id: str, before: str, credentials: dict[str, Any]) -> bool:
    """Keep new tokens in the place of those that were read. False when somebody else has changed them meanwhile."""
    tx.tenant_id = tenant_id
    sealed = vault.seal_document(credentials, sealed_place(tenant_id))
    same = "tenant_id = ? AND provider = ? AND credentials = ?"
    values = {"credentials": sealed, "status": "connected", "updated_at": tx.now}
    return tx.amend("integrations", same, (tenant_id, PROVIDER, before), **values) == 1


def troubled(tx: Tx, tenant_id: str) -> None:
    """The tokens do not work any more; said, not hidden."""
    where = (tenant_id, PROVIDER)
    tx.amend("integrations", "tenant_id = ? AND provider = ?", where, status="error", updated_at=tx.now)


def disconnect(tx: Tx, team_id: str, reason: str) -> bool:
    """The app is gone from a workspace: its tokens are, too. What was asked, decided and done there stays."""
    known = tx.one(TEAM, (team_id,))
    if known is None or not known["active"]:
        return False
    tx.tenant_id = str(known["tenant_id"])
    tx.amend("slack_teams", "team_id = ?", (team_id,), active=0, updated_at=tx.now)
    row = _integration(tx, tx.tenant_id)
    if row is not None:
        _put(tx, row, "disconnected", {"credentials": "{}", "updated_at": tx.now})
    details = {"provider": PROVIDER, "team": team_id, "reason": reason}
    tx.audit("integration.disconnected", "integration", PROVIDER, details=details)
    return True


def _integration(tx: Tx, tenant_id: str) -> Row | None:
    return tx.one("SELECT * FROM integrations WHERE tenant_id = ? AND provider = ?", (tenant_id, PROVIDER))


def _put(tx: Tx, row: Row | None, status: str, values: dict[str, Any]) -> None:
    if row is None:
        tx.insert("integrations", id=clock.ulid(), tenant_id=tx.tenant_id, provider=PROVIDER, status=status, **values)
        return
    tx.amend("integrations", "id = ?", (row["id"],), status=status, **values)
