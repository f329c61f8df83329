"""The hands of each workspace: with its own company's books where it has connected them, with the sample company else.

Used by `office` only where a service is set up at all; whose work is done is known from `store.tenancy`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from ringi.flow import google_account
from ringi.flow.integrations import about
from ringi.flow.integrations_providers import configured, provider_of
from ringi.flow.integrations_tokens import account
from ringi.hands.accounts import Finder
from ringi.hands.config import VENDORS
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Catalog, JsonObject, Outcome, Progress
from ringi.hands.vendors import instead_of_sample, server_of
from ringi.store.tenancy import PRESENT
from ringi.store.transaction import Tx

if TYPE_CHECKING:
    from ringi.flow.office import Office

Key = tuple[str, str, str, str]
_NONE: Key = ("", "", "", "")
_BOOKS = (
    "SELECT provider, metadata FROM integrations WHERE tenant_id = ? AND status <> 'disconnected' ORDER BY provider"
)


class ConnectedHands:
    """One `Hands` for all workspaces, each with what is its own."""

    def __init__(self, office: Office, keep: Any) -> None:
        self._office = office
        self._keep = keep
        self._kept: dict[Key, McpHands] = {}
        self._lately: dict[str, McpHands] = {}
        self._busy: Counter[McpHands] = Counter()
        self._leaving: set[McpHands] = set()
        """Of books that were changed, while a call of theirs is still under way."""

    async def catalog(self) -> Catalog:
        return await (await self._hands()).catalog()

    def renew(self, server: str) -> None:
        """A bundled server offers something else from now on: an account has come or gone."""
        for hands in self._kept.values():
            hands.renew(server)

    def latest(self) -> Catalog | None:
        hands = self._lately.get(self._tenant())
        return hands.latest() if hands is not None else None

    async def call(
        self,
        tool: str,
        arguments: JsonObject,
        *,
        key: str,
        timeout: float,  # noqa: ASYNC109 - kept by whoever acts
        on_progress: Progress | None = None,
        requester: str = "",
    ) -> Outcome:
        hands = await self._hands()
        self._busy[hands] += 1
        try:
            return await hands.call(
                tool, arguments, key=key, timeout=timeout, on_progress=on_progress, requester=requester
            )
        finally:
            self._busy[hands] -= 1
            await self._let_go(hands)

    async def close(self) -> None:
        await asyncio.gather(*(hands.close() for hands in {*self._kept.values(), *self._leaving}))
        self._leaving.clear()

    def _tenant(self) -> str:
        return PRESENT.get() or self._office.store.tenant_id

    async def _hands(self) -> McpHands:
        """Those of whoever's work is being done, as they are connected now."""
        tenant = self._tenant()
        key = await self._office.store.aread(lambda tx: _books_of(tx, tenant), tenant=tenant)
        if key[1] and key[1] not in configured(self._office.settings):
            key = _NONE
        hands = self._kept.get(key)
        if hands is None:
            hands = self._kept[key] = self._made(key)
        if self._lately.get(tenant) is not hands:
            # A workspace that has changed its books needs the others no more, once nothing is under way with them.
            for old in [one for one in self._kept if one[0] == tenant and one != key]:
                self._leaving.add(self._kept[old])
                await self._let_go(self._kept.pop(old))
            self._lately[tenant] = hands
        return hands

    async def _let_go(self, hands: McpHands) -> None:
        if hands in self._leaving and not self._busy[hands]:
            self._leaving.discard(hands)
            await hands.close()

    def _made(self, key: Key) -> McpHands:
        office = self._office
        tenant, vendor, company_id, company = key
        place = (office.home, office.settings.environ, office.settings.today, self._keep)
        if not vendor:
            return McpHands.configured(*place, accounts=office.accounts)
        provider = provider_of(office.settings, vendor)

        async def token() -> str:
            return await office.tokens.access(tenant, vendor, company=company_id)

        async def refused(old: str) -> None:
            await office.tokens.refused(tenant, vendor, old, company=company_id)

        books = account(office, provider, company_id, company, token, refused)
        return McpHands.configured(
            *place,
            accounts=office.accounts,
            in_process={vendor: server_of(books)},
            instead=lambda servers: instead_of_sample(servers, vendor),
        )


def google_finder(office: Office) -> Finder:
    """Where the tools find a workspace's Google account, once it has connected one."""
    return google_account.finder(office.store, office.tokens, provider_of(office.settings, "google").api_url)


def _books_of(tx: Tx, tenant: str) -> Key:
    for row in tx.settled("integrations", _BOOKS, (tenant,)):
        told = about(row)
        if row["provider"] in VENDORS and told.get("company_id"):
            return tenant, str(row["provider"]), str(told["company_id"]), str(told.get("name") or told["company_id"])
    return _NONE
