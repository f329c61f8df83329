"""Secrets of SPECTRA's channels in the vault (`vault:NAME` in `spectra.toml`): sealed in `integrations`, of the house.

Kept by a developer, and on the record; what it is comes out only where a channel is opened.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ringi.errors import Invalid
from ringi.flow.actions import developer
from ringi.flow.people import Actor
from ringi.flow.tool_tokens import kept
from ringi.store.transaction import Tx
from ringi.store.vault import Place

if TYPE_CHECKING:
    from ringi.flow.office import Office

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
LONGEST = 4096
_FIND = "SELECT credentials FROM integrations WHERE tenant_id = ? AND provider = ? AND status = 'connected'"


def provider(name: str) -> str:
    return f"spectra:{name}"


def keep(office: Office, actor: Actor, name: str, value: str) -> None:
    """In place of what was kept under this name."""
    if not NAME.fullmatch(name) or not value or len(value) > LONGEST or not value.isascii() or not value.isprintable():
        raise Invalid("RINGI-372", name=name[:40])
    sealed = office.vault.seal_document({"value": value}, _place(office, name))

    def write(tx: Tx) -> None:
        developer(actor)
        kept(tx, provider(name), sealed)
        _recorded(tx, actor, name, "connected")

    office.store.write(write)


def forget(office: Office, actor: Actor, name: str) -> None:
    def write(tx: Tx) -> None:
        developer(actor)
        gone = {"status": "disconnected", "credentials": "{}", "updated_at": tx.now}
        tx.amend("integrations", "tenant_id = ? AND provider = ?", (tx.tenant_id, provider(name)), **gone)
        _recorded(tx, actor, name, "disconnected")

    office.store.write(write)


def find(office: Office, name: str) -> str:
    """What is kept under this name; empty when nothing is."""
    place = _place(office, name)
    row = office.store.write(lambda tx: tx.one(_FIND, (place.tenant_id, place.provider)))
    return str(office.vault.open_document(row["credentials"], place).get("value", "")) if row is not None else ""


def _recorded(tx: Tx, actor: Actor, name: str, what: str) -> None:
    who = {"actor_type": "user", "actor_id": actor.identity}
    tx.audit(f"integration.{what}", "integration", provider(name), details={"provider": provider(name)}, **who)


def _place(office: Office, name: str) -> Place:
    return Place(office.store.tenant_id, provider(name))
