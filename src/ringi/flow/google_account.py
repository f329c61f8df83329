"""A tenant's Google account as the tools need it, from whoever keeps and renews its tokens; and whose account it is.

`office.connect("google", finder(office.store, tokens))` is all that it takes; nothing is imported or asked before.
"""

from __future__ import annotations

import json
from typing import Protocol

from ringi.errors import Refused, Unavailable
from ringi.hands.accounts import GOOGLE, Account, Finder
from ringi.store.writer import Store

PROVIDER = "google"
PATIENCE = 20.0
LIMIT = 64 * 1024
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
    bases = bases_of(api_url)

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


def bases_of(api_url: str) -> tuple[str, str]:
    """Where Sheets and Drive are: at Google, or both at one address (a double)."""
    elsewhere = api_url.rstrip("/") not in ("", GOOGLE["sheets"])
    return (api_url.rstrip("/"),) * 2 if elsewhere else (GOOGLE["sheets"], GOOGLE["drive"])


async def whose(api_url: str, token: str) -> str:
    """The address of the person whose account a token opens, asked of Drive. An approval holds for that account only.

    Raises:
        Refused: Google does not take the token, or does not let it ask (`RINGI-424`).
        Unavailable: no answer that can be read (`RINGI-428`).
    """
    import aiohttp

    told = {"Authorization": f"Bearer {token}"}
    waits = aiohttp.ClientTimeout(total=PATIENCE)
    url = f"{bases_of(api_url)[1]}/drive/v3/about"
    try:
        async with (
            aiohttp.ClientSession(timeout=waits, trust_env=True) as session,
            session.get(url, params={"fields": "user(emailAddress)"}, headers=told, allow_redirects=False) as answer,
        ):
            body, status = await answer.content.read(LIMIT), answer.status
        found = json.loads(body)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise Unavailable("RINGI-428", provider="Google", reason=type(error).__name__) from None
    if status in (401, 403):
        raise Refused("RINGI-424", provider="Google", reason=f"HTTP {status}")
    user = found.get("user") if isinstance(found, dict) else None
    address = user.get("emailAddress") if isinstance(user, dict) else None
    if status != 200 or not isinstance(address, str) or not address:
        raise Unavailable("RINGI-428", provider="Google", reason=f"HTTP {status}")
    return address[:254]
