"""A connection that somebody ends is ended at the service too: its tokens are given back there, not only erased here.

Erased first, so that nobody acts with them whatever the service answers; a service that cannot be reached is said.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError
from ringi.flow.integrations_providers import SHOWN, Provider, provider_of, word
from ringi.settings import SERVICES
from ringi.store.vault import Place

if TYPE_CHECKING:
    from ringi.flow.office import Office

Json = dict[str, Any]
PATIENCE = 10.0
"""Seconds that a service may take; somebody waits for the answer."""
LIMIT = 64 * 1024
SLACK_API = "https://slack.com/api/"
OVER = frozenset(
    {"invalid_token", "invalid_grant", "token_revoked", "token_expired", "invalid_auth", "account_inactive"}
)
"""What a service says of a token that is worth nothing any more: as good as given back."""


class Kept(Exception):
    """The service did not take it back; why."""


def given_back(office: Office, tenant: str, name: str, sealed: str) -> Json:
    """For code that is not async: what became of the tokens that were sealed there until just now."""
    if office.loop is not None and office.loop.is_running():
        return asyncio.run_coroutine_threadsafe(_given_back(office, tenant, name, sealed), office.loop).result(60)
    return asyncio.run(_given_back(office, tenant, name, sealed))


async def _given_back(office: Office, tenant: str, name: str, sealed: str) -> Json:
    try:
        credentials = office.vault.open_document(sealed, Place(tenant, name))
        await revoke(office, name, credentials)
    except Kept as kept:
        reason = str(kept)
    except RingiError as error:
        reason = error.code  # not set up any more, or sealed with a key that is gone
    else:
        return {"revoked": True}
    shown = {"provider": SHOWN.get(name, name), "reason": reason}
    return {"revoked": False, "code": "RINGI-443", "values": shown}


async def revoke(office: Office, name: str, credentials: Json) -> None:
    """Give back whatever lets anybody in.

    Raises:
        Kept: the service could not be reached, or would not.
        RingiError: it is not set up here.
    """
    if name == "slack":
        api_url = slack_api(office)
        if not api_url:
            raise Kept("not running")
        await _slack(api_url, str(credentials.get("bot_token") or ""))
        return
    provider = provider_of(office.settings, name)
    # The refresh token first: what it is still good for outlives the other by far.
    for kind in ("refresh_token", "access_token"):
        if token := str(credentials.get(kind) or ""):
            await _oauth(provider, token, kind)


def slack_api(office: Office) -> str:
    """Where the Slack is that this house speaks with: the one that runs here, else the one of the settings. Empty where
    there is neither: a token of the double on this machine is nothing for anybody else.
    """
    given = office.settings.slack
    return office.slack_api or (str(given.get("api_url") or SLACK_API) if given else "")


def known(name: str) -> bool:
    """Whether this service says how a token is given back."""
    return name in SERVICES or name == "slack"


async def _oauth(provider: Provider, token: str, kind: str) -> None:
    """RFC 7009, as freee and Google have it; Google wants nothing but the token."""
    form = {"token": token}
    if provider.name != "google":
        form |= {"token_type_hint": kind, "client_id": provider.client_id, "client_secret": provider.client_secret}
    status, told = await _posted(provider.revoke_url, form)
    if status != 200 and str(told.get("error") or "") not in OVER:
        raise Kept(word(told.get("error"), status, token, provider.client_secret))


async def _slack(api_url: str, token: str) -> None:
    if not token:
        return
    status, told = await _posted(f"{api_url.rstrip('/')}/auth.revoke", {}, {"Authorization": f"Bearer {token}"})
    if not (told.get("ok") and told.get("revoked")) and str(told.get("error") or "") not in OVER:
        raise Kept(word(told.get("error"), status, token))


async def _posted(url: str, form: Json, headers: dict[str, str] | None = None) -> tuple[int, Json]:
    import aiohttp

    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE), trust_env=True) as session,
            session.post(url, data=form, headers=headers, allow_redirects=False) as answer,
        ):
            body = await answer.content.read(LIMIT)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Kept(type(error).__name__) from None
    try:
        told = json.loads(body or b"{}")
    except ValueError:
        told = {}
    return answer.status, told if isinstance(told, dict) else {}
