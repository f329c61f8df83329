"""Access tokens of connected services: lent out fresh, renewed one at a time, kept before they are used.

A refresh token works once, so two who renew at once would lock each other out. Inside a process a lock keeps them
apart; between processes a lease in the connection's own row does, taken by compare-and-set and longer than a question
may take. New tokens are committed before anybody gets to see one.

A crash between the service's answer and the commit cannot be undone: the service has given the new tokens to somebody
who is gone. What is done about it: renewing begins well before the old access token ends (`Provider.early`), so that
work goes on with that one; the next process finds the lease of the one that was cut off, tries the old refresh token
once more (the question may never have arrived), and only if that is refused says so, with a code of its own
(`RINGI-425`), while there is still time to connect again. A commit that fails is tried again with the same tokens,
which are kept in memory meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from ringi.errors import Conflict, NotFound, Refused, RingiError, Unavailable
from ringi.flow import google_account, integrations
from ringi.flow import integrations_revoking as revoking
from ringi.flow.integrations import Json, about, row_of
from ringi.flow.integrations_providers import Provider, provider_of, word
from ringi.hands.config import VENDORS
from ringi.hands.vendors import Account, company_of
from ringi.store.transaction import Tx, dumps
from ringi.store.vault import Place

if TYPE_CHECKING:
    from ringi.flow.office import Office

PATIENCE = 20.0
"""Seconds that a token endpoint may take."""
LEASE = 60.0
"""Seconds for which one who renews is left alone: longer than the question and its commit can take."""
LOOK = 0.2
JUST_NOW = 60.0
"""A token this new that is refused was not refused for its age."""
LIMIT = 64 * 1024
SECRET = ("client_secret", "refresh_token", "code", "code_verifier")
"""What of a question to a token endpoint is nobody else's."""
SAVES = 5


class Denied(Exception):
    """The service says no to what we brought; its word for why."""


class Lost(Exception):
    """Nobody knows whether the service did it: no answer that can be read."""


class Tokens:
    """The tokens of one office. `now` is a clock that tests may turn."""

    def __init__(self, office: Office, *, now: Callable[[], float] = time.time) -> None:
        self.office = office
        self.now = now
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}
        self._unsaved: dict[tuple[str, str], tuple[str, Json, Json]] = {}
        """(the credentials they replace, new ones, new metadata) that could not be committed yet."""

    # -- lending out -----------------------------------------------------------------------------------------------

    async def access(self, tenant: str, name: str, *, company: str = "") -> str:
        """A token that is good now.

        Args:
            company: only if the connection is still with this company.

        Raises:
            NotFound: nobody has connected it (`RINGI-422`).
            Conflict: it is another company's by now (`RINGI-430`).
            Refused: it has to be connected again (`RINGI-424`, `425`).
            Unavailable: not now (`RINGI-423`).
        """
        _, credentials = await self._kept(tenant, name, company)
        if self._lasts(name, credentials) and (tenant, name) not in self._unsaved:
            return str(credentials["access_token"])
        return await self._renewed(tenant, name, company)

    async def refused(self, tenant: str, name: str, token: str, *, company: str = "") -> None:
        """The service did not take a token: a new one is got, unless somebody has one already.

        Raises:
            RingiError: there is none to be got; the connection then says that it has to be made again.
        """
        row, credentials = await self._kept(tenant, name, company)
        if credentials["access_token"] != token:
            return
        if self.now() - float(credentials.get("since") or 0) < JUST_NOW:
            before = str(row["credentials"])
            await self.office.store.awrite(
                lambda tx: integrations.troubled(tx, name, before, "RINGI-424"), tenant=tenant
            )
            raise Refused("RINGI-424", provider=_shown(self.office, name), reason="HTTP 401")
        await self._renewed(tenant, name, company, instead_of=token)

    def _lasts(self, name: str, credentials: Json) -> bool:
        ends = float(credentials.get("expires_at") or 0)
        early = provider_of(self.office.settings, name).early
        # A refresh that has failed for good is not tried at every call: the token is used for as long as it lasts.
        left = ends - self.now()
        return left > (0 if credentials.get("last") else early)

    async def _kept(self, tenant: str, name: str, company: str) -> tuple[Json, Json]:
        found = await self.office.store.aread(lambda tx: _row(tx, name), tenant=tenant)
        if found is None or found["status"] == "disconnected":
            raise NotFound("RINGI-422", provider=_shown(self.office, name))
        told = about(found)
        if company and str(told.get("company_id")) != company:
            shown = str(told.get("name") or told.get("company_id") or "–")
            raise Conflict("RINGI-430", provider=_shown(self.office, name), company=company, now=shown)
        credentials = self.office.vault.open_document(str(found["credentials"]), Place(tenant, name))
        if found["status"] == "error":
            trouble = str(told.get("trouble") or "RINGI-424")
            left = float(credentials.get("expires_at") or 0) - self.now()
            if trouble != "RINGI-425" or left <= 0:
                raise Refused(trouble, provider=_shown(self.office, name), reason="–", company="–", now="–")
            credentials = {**credentials, "last": True}
        return found, credentials

    # -- renewing --------------------------------------------------------------------------------------------------

    async def _renewed(self, tenant: str, name: str, company: str, *, instead_of: str = "") -> str:
        """The present access token after a renewal, whoever made it."""
        async with self._locks.setdefault((tenant, name), asyncio.Lock()):
            await self._save_left(tenant, name)
            lease = secrets.token_hex(8)
            until = time.monotonic() + LEASE + PATIENCE
            while True:
                row, credentials = await self._kept(tenant, name, company)
                mine = credentials["access_token"] != instead_of if instead_of else self._lasts(name, credentials)
                if mine:
                    return str(credentials["access_token"])
                before, now = str(row["credentials"]), self.now()
                taken = await self.office.store.awrite(partial(_lease, row, lease, now), tenant=tenant)
                if taken is not None:
                    break
                if not instead_of and float(credentials.get("expires_at") or 0) > now:
                    return str(credentials["access_token"])  # somebody is at it, and the old one is still good
                if time.monotonic() > until:
                    raise Unavailable("RINGI-423", provider=_shown(self.office, name), reason="busy")
                await asyncio.sleep(LOOK)
            return await self._exchange(tenant, name, credentials, before, cut_off=taken, forced=bool(instead_of))

    async def _exchange(
        self, tenant: str, name: str, credentials: Json, before: str, *, cut_off: bool, forced: bool
    ) -> str:
        provider = provider_of(self.office.settings, name)
        still_good = not forced and float(credentials.get("expires_at") or 0) > self.now()
        form = {"grant_type": "refresh_token", "refresh_token": str(credentials.get("refresh_token") or "")}
        try:
            new, told = await asked(provider, form, self.now())
        except Denied as denied:
            # Refused after somebody was cut off: the one before has used it up, and took the new one along.
            code = "RINGI-425" if cut_off else "RINGI-424"
            await self.office.store.awrite(lambda tx: integrations.troubled(tx, name, before, code), tenant=tenant)
            if cut_off and still_good:
                return str(credentials["access_token"])
            raise Refused(code, provider=provider.shown, reason=str(denied)) from None
        except Lost as lost:
            # The lease stays in the row as a mark, but lets the next one in: it may or may not have arrived.
            await self.office.store.awrite(lambda tx: _let_go(tx, name, before), tenant=tenant)
            if still_good:
                return str(credentials["access_token"])
            raise Unavailable("RINGI-423", provider=provider.shown, reason=str(lost)) from None
        new.setdefault("refresh_token", credentials.get("refresh_token"))
        self._unsaved[tenant, name] = (before, new, told)
        await self._save_left(tenant, name)
        _, kept = await self._kept(tenant, name, "")
        return str(kept["access_token"])

    async def _save_left(self, tenant: str, name: str) -> None:
        """Commit what a service gave; it is used by nobody before that."""
        left = self._unsaved.get((tenant, name))
        if left is None:
            return
        before, new, told = left
        provider = provider_of(self.office.settings, name)
        for attempt in range(SAVES):
            try:
                trouble = await self.office.store.awrite(
                    lambda tx: _save(tx, self.office, provider, before, new, told), tenant=tenant
                )
                break
            except (RingiError, OSError):
                if attempt == SAVES - 1:
                    raise
                await asyncio.sleep(LOOK * 2**attempt)
        del self._unsaved[tenant, name]
        if trouble and trouble.get("ended"):
            # Got for a connection that was ended or made anew meanwhile: nobody may go on having them.
            with contextlib.suppress(revoking.Kept, RingiError):
                await revoking.revoke(self.office, name, new)
            return
        if trouble:
            raise Conflict(trouble["code"], **trouble["values"])


def _row(tx: Tx, name: str) -> Json | None:
    row = row_of(tx, name)
    return dict(row) if row is not None else None


def _lease(row: Json, lease: str, now: float, tx: Tx) -> bool | None:
    """Take the right to renew. None: somebody has it; else whether the one before was cut off in the middle."""
    told = about(row)
    other = told.get("renewing")
    if isinstance(other, dict) and float(other.get("until") or 0) > now:
        return None
    renewing = {"by": lease, "until": now + LEASE}
    same = (row["id"], row["metadata"], row["credentials"])
    kept = dumps({**told, "renewing": renewing})
    if tx.amend("integrations", "id = ? AND metadata = ? AND credentials = ?", same, metadata=kept) != 1:
        return None
    return isinstance(other, dict)


def _let_go(tx: Tx, name: str, before: str) -> None:
    row = row_of(tx, name)
    if row is not None and row["credentials"] == before:
        told = {**about(row), "renewing": {"by": "", "until": 0}}
        tx.amend("integrations", "id = ?", (row["id"],), metadata=dumps(told))


def _save(tx: Tx, office: Office, provider: Provider, before: str, new: Json, told: Json) -> Json | None:
    """New tokens in the place of those they were got for; not over a connection that was made or ended meanwhile."""
    row = row_of(tx, provider.name)
    if row is None or row["credentials"] != before:
        return {"ended": True}
    known = about(row)
    known.pop("renewing", None)
    known.pop("trouble", None)
    known.update(lasting(provider, new))
    status, trouble = "connected", None
    company = str(told.get("company_id") or "")
    if company and known.get("company_id") and company != str(known["company_id"]):
        # Whose books they are was chosen by an admin; the service may not change that under our hands.
        values = {"provider": provider.shown, "company": known.get("name", ""), "now": company}
        status, trouble = "error", {"code": "RINGI-430", "values": values}
        known["trouble"] = "RINGI-430"
    kept = office.vault.seal_document(new, Place(tx.tenant_id, provider.name))
    values = {"credentials": kept, "metadata": dumps(known), "status": status, "updated_at": tx.now}
    tx.amend("integrations", "id = ?", (row["id"],), **values)
    return trouble


# -- asking a service ------------------------------------------------------------------------------------------------


async def exchange(provider: Provider, form: Json) -> tuple[Json, Json]:
    """Tokens for the code that a person brought back from the consent page."""
    try:
        return await asked(provider, {"grant_type": "authorization_code", **form}, time.time())
    except (Denied, Lost) as error:
        raise Unavailable("RINGI-428", provider=provider.shown, reason=str(error)) from None


async def asked(provider: Provider, form: Json, now: float) -> tuple[Json, Json]:
    """One question to the token endpoint: the credentials, and whatever else it said."""
    import aiohttp

    sent = {**form, "client_id": provider.client_id, "client_secret": provider.client_secret}
    waits = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with (
            aiohttp.ClientSession(timeout=waits, trust_env=True) as session,
            session.post(provider.token_url, data=sent, allow_redirects=False) as answer,
        ):
            body = await answer.content.read(LIMIT + 1)
            status = answer.status
        told = json.loads(body) if len(body) <= LIMIT else None
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise Lost(type(error).__name__) from None
    if not isinstance(told, dict) or status >= 500 or status == 429:
        raise Lost(f"HTTP {status}")
    if status != 200 or not isinstance(told.get("access_token"), str) or not told["access_token"]:
        raise Denied(word(told.get("error"), status, *(str(sent.get(name) or "") for name in SECRET)))
    lasts = told.get("expires_in")
    credentials = {
        "access_token": told["access_token"],
        "expires_at": int(now) + (int(lasts) if isinstance(lasts, int | float) else 3600),
        "since": int(now),
    }
    if isinstance(told.get("refresh_token"), str) and told["refresh_token"]:
        credentials["refresh_token"] = told["refresh_token"]
    return credentials, {name: told[name] for name in ("company_id", "scope") if name in told}


def lasting(provider: Provider, credentials: Json) -> Json:
    """Until when the connection holds if nobody uses it."""
    if not provider.refresh_lasts:
        return {}
    ends = datetime.fromtimestamp(int(credentials["since"]) + provider.refresh_lasts, UTC)
    return {"lasts_until": ends.isoformat(timespec="seconds")}


async def identified(office: Office, provider: Provider, credentials: Json, told: Json) -> Json:
    """What may be known about the new connection: with whom it is, asked of the service itself."""
    scopes = str(told.get("scope") or "").split()
    missing = [one for one in provider.scopes if one not in scopes]
    if missing:
        raise Refused("RINGI-440", provider=provider.shown, names=", ".join(missing))
    found: Json = {"scopes": scopes, **lasting(provider, credentials)}
    access = str(credentials["access_token"])
    if provider.name not in VENDORS:
        address = await google_account.whose(provider.api_url, access)
        return {**found, "email": address, "name": address}
    company = str(told.get("company_id") or "")
    if not company:
        raise Unavailable("RINGI-428", provider=provider.shown, reason="company_id")

    async def token() -> str:
        return access

    async def refused(_: str) -> None:
        raise Refused("RINGI-424", provider=provider.shown, reason="HTTP 401")

    mine = await company_of(account(office, provider, company, company, token, refused))
    return {**found, "company_id": company, "name": mine["name"], "role": mine["role"]}


def account(
    office: Office,
    provider: Provider,
    company_id: str,
    company: str,
    token: Callable[[], Awaitable[str]],
    on_refused: Callable[[str], Awaitable[None]],
) -> Account:
    return Account(
        vendor=provider.name,
        api_url=provider.api_url,
        company_id=company_id,
        company=company,
        token=token,
        on_refused=on_refused,
        today=office.today,
    )


def _shown(office: Office, name: str) -> str:
    try:
        return provider_of(office.settings, name).shown
    except RingiError:
        return name
