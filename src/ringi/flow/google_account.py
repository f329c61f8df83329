"""A tenant's Google account as the tools need it, from whoever keeps and renews its tokens.

`office.connect("google", finder(office.store, tokens))` is all that it takes; nothing is imported or asked before.
"""

from __future__ import annotations

import json
from typing import Protocol

from ringi.hands.accounts import GOOGLE, Account, Finder
from ringi.store.writer import Store

PROVIDER = "google"
_CONNECTED = "SELECT metadata FROM integrations WHERE tenant_id = ? AND provider = 'google' AND status = 'connected'"


class Lender(Protocol):
    """Who keeps the tokens: lends one that is good now, and hears of one that Google did not take."""

    async def access(self, tenant: str, name: str, /) -> str: ...

    async def refused(self, tenant: str, name: str, token: str, /) -> None:
        """Get another one, or raise."""
        ...


def finder(store: Store, lender: Lender, api_url: str = "") -> Finder:
    """Where the account of a tenant is; None while nobody has connected one.

    Args:
        api_url: where Sheets and Drive are instead of at Google (a double).
    """
    elsewhere = api_url.rstrip("/") not in ("", GOOGLE["sheets"])
    bases = (api_url.rstrip("/"),) * 2 if elsewhere else (GOOGLE["sheets"], GOOGLE["drive"])

    async def find(tenant: str) -> Account | None:
        owner = tenant or store.tenant_id
        rows = await store.aread(lambda tx: tx.all(_CONNECTED, (owner,)), owner)
        if not rows:
            return None
        told = json.loads(rows[0]["metadata"] or "{}")

        async def token() -> str:
            return await lender.access(owner, PROVIDER)

        async def refused(old: str) -> None:
            await lender.refused(owner, PROVIDER, old)

        return Account(token=token, refused=refused, bases=bases, place=str(told.get("email") or ""))

    return find
