"""Does each connection really work? Asked of the services themselves, for `ringi doctor`. Changes nothing but what a
renewal changes.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from ringi.errors import Refused, RingiError, Unavailable
from ringi.flow.integrations import about, row_of
from ringi.flow.integrations_providers import SHOWN, Provider, provider_of, word
from ringi.flow.integrations_revoking import slack_api
from ringi.flow.integrations_tokens import account
from ringi.hands.vendors import company_of
from ringi.settings import SERVICES
from ringi.store.vault import Place

if TYPE_CHECKING:
    from ringi.flow.office import Office

Found = tuple[str, RingiError | None, str]
"""Which service, what is wrong with it, and what was found."""
PATIENCE = 20.0
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
    shown = str(told.get("name") or "")
    try:
        if name == "slack":
            return name, None, await _slack(office, tenant)
        if name not in SERVICES:
            return name, None, shown or str(row["status"])
        provider = provider_of(office.settings, name)
        if name == "google":
            await _google(provider, await office.tokens.access(tenant, name))
            return name, None, shown

        async def access() -> str:
            return await office.tokens.access(tenant, name)

        async def refused(old: str) -> None:
            await office.tokens.refused(tenant, name, old)

        mine = await company_of(account(office, provider, str(told.get("company_id") or ""), shown, access, refused))
        if row["status"] != "connected":
            raise Refused(
                str(told.get("trouble") or "RINGI-424"), provider=provider.shown, reason="–", company="–", now="–"
            )
        return name, None, mine["name"]
    except RingiError as error:
        return name, error, ""


async def _google(provider: Provider, token: str) -> None:
    """A spreadsheet that there is none of: whoever is let in hears that it is not there."""
    status, told = await _asked("GET", f"{provider.api_url}/v4/spreadsheets/ringi-doctor", token)
    if status == 404:
        return
    error = told.get("error")
    reason = word(error.get("status") if isinstance(error, dict) else error, status, token)
    if status in (401, 403):
        raise Refused("RINGI-424", provider=provider.shown, reason=reason)
    raise Unavailable("RINGI-423", provider=provider.shown, reason=reason)


async def _slack(office: Office, tenant: str) -> str:
    api_url = slack_api(office)
    if not api_url:
        return ""  # only the double on this machine was ever connected, and it does not run now
    row = await office.store.aread(lambda tx: row_of(tx, "slack"), tenant=tenant)
    credentials = office.vault.open_document(str(row["credentials"]) if row else "{}", Place(tenant, "slack"))
    url = f"{api_url.rstrip('/')}/auth.test"
    token = str(credentials.get("bot_token") or "")
    status, told = await _asked("POST", url, token)
    if told.get("ok"):
        return str(told.get("team") or "")
    reason = word(told.get("error"), status, token)
    if status == 200:
        raise Refused("RINGI-424", provider=SHOWN["slack"], reason=reason)
    raise Unavailable("RINGI-752", where=api_url)


async def _asked(method: str, url: str, token: str) -> tuple[int, dict[str, Any]]:
    import aiohttp

    waits = aiohttp.ClientTimeout(total=PATIENCE)
    headers = {"Authorization": f"Bearer {token}"}
    try:
        async with (
            aiohttp.ClientSession(timeout=waits, trust_env=True) as session,
            session.request(method, url, headers=headers, allow_redirects=False) as answer,
        ):
            body = await answer.content.read(64 * 1024)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return 0, {"error": type(error).__name__}
    try:
        told = json.loads(body)
    except ValueError:
        told = {}
    return answer.status, told if isinstance(told, dict) else {}
