"""What signing in to a tool server gave, sealed by the vault in `integrations` (provider `mcp:NAME`), of the house."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ringi import clock
from ringi.flow.people import Actor, admin
from ringi.store.transaction import Tx
from ringi.store.vault import Place

if TYPE_CHECKING:
    from ringi.flow.office import Office

JsonObject = dict[str, Any]
_FIND = "SELECT id, credentials FROM integrations WHERE tenant_id = ? AND provider = ? AND status = 'connected'"


def provider(server: str) -> str:
    return f"mcp:{server}"


class _Kept:
    """`signing.Keep` over an office: loaded without the MCP library."""

    def __init__(self, office: Office) -> None:
        self.load = partial(load, office)
        self.save = partial(save, office)


def keep(office: Office) -> Any:
    return _Kept(office)


async def load(office: Office, server: str) -> JsonObject | None:
    place = _place(office, server)
    row = await office.store.aread(lambda tx: tx.one(_FIND, (place.tenant_id, place.provider)), place.tenant_id)
    return office.vault.open_document(row["credentials"], place) if row is not None else None


async def save(office: Office, server: str, tokens: JsonObject) -> None:
    """A token that was fetched anew; it is there before it is used."""
    sealed = office.vault.seal_document(tokens, _place(office, server))
    await office.store.awrite(lambda tx: kept(tx, provider(server), sealed), office.store.tenant_id)


def signed_in(tx: Tx, actor: Actor, server: str, sealed: str) -> None:
    """An admin has signed in."""
    admin(actor)
    kept(tx, provider(server), sealed)
    who = {"actor_type": "user", "actor_id": actor.identity}
    tx.audit("integration.connected", "integration", provider(server), details={"provider": provider(server)}, **who)


def forget(tx: Tx, server: str) -> None:
    gone = {"status": "disconnected", "credentials": "{}", "updated_at": tx.now}
    tx.amend("integrations", "tenant_id = ? AND provider = ?", (tx.tenant_id, provider(server)), **gone)


def sealed(office: Office, server: str, tokens: JsonObject) -> str:
    return office.vault.seal_document(tokens, _place(office, server))


def _place(office: Office, server: str) -> Place:
    return Place(office.store.tenant_id, provider(server))


def kept(tx: Tx, name: str, credentials: str) -> None:
    """Under this provider's name, in place of what was there."""
    row = tx.one("SELECT id FROM integrations WHERE tenant_id = ? AND provider = ?", (tx.tenant_id, name))
    if row is not None:
        values = {"status": "connected", "credentials": credentials, "connected_at": tx.now, "updated_at": tx.now}
        tx.amend("integrations", "id = ?", (row["id"],), **values)
        return
    tx.insert(
        "integrations",
        id=clock.ulid(),
        tenant_id=tx.tenant_id,
        provider=name,
        status="connected",
        credentials=credentials,
        metadata="{}",
        connected_at=tx.now,
        updated_at=tx.now,
    )
