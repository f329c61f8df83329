"""Does each connection really work? Asked of the services themselves, for `ringi doctor`. Changes nothing but what a
renewal changes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError
from ringi.flow.integrations import about
from ringi.flow.integrations_providers import configured, provider_of
from ringi.flow.integrations_tokens import account
from ringi.hands.config import VENDORS
from ringi.hands.vendors import company_of
from ringi.settings import SERVICES

if TYPE_CHECKING:
    from ringi.flow.office import Office

Found = tuple[str, bool, str]
"""Which service, whether it works, and what was found."""
_ALL = "SELECT tenant_id, provider, status, metadata FROM integrations WHERE status <> 'disconnected' ORDER BY id"


def tried(office: Office) -> list[Found]:
    """Every connection of every workspace, for code that is not async."""
    if office.loop is not None and office.loop.is_running():
        return asyncio.run_coroutine_threadsafe(_tried(office), office.loop).result(120)
    return asyncio.run(_tried(office))


async def _tried(office: Office) -> list[Found]:
    rows = await office.store.aread(lambda tx: [dict(row) for row in tx.all(_ALL)])
    return [await _try(office, row) for row in rows]


async def _try(office: Office, row: dict[str, Any]) -> Found:
    name, tenant, told = str(row["provider"]), str(row["tenant_id"]), about(row)
    if name not in SERVICES:
        return name, row["status"] == "connected", str(told.get("name") or row["status"])
    if name not in configured(office.settings):
        return name, False, "RINGI-421"
    try:
        token = await office.tokens.access(tenant, name)
        if name not in VENDORS:
            return name, bool(token), ""

        async def access() -> str:
            return await office.tokens.access(tenant, name)

        async def refused(old: str) -> None:
            await office.tokens.refused(tenant, name, old)

        provider = provider_of(office.settings, name)
        company_id, company = str(told.get("company_id") or ""), str(told.get("name") or "")
        mine = await company_of(account(office, provider, company_id, company, access, refused))
        return name, row["status"] == "connected", mine["name"]
    except RingiError as error:
        return name, False, str(error)
