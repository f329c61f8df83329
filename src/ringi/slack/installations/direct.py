"""A tenant's workspace as the tool that sends direct messages needs it: a present token, nothing else."""

from __future__ import annotations

from ringi.hands.accounts import Account, Finder
from ringi.slack.installations.tokens import Installations

_OF_TENANT = (
    "SELECT t.team_id FROM slack_teams t JOIN integrations i ON i.tenant_id = t.tenant_id AND i.provider = 'slack'"
    " WHERE t.tenant_id = ? AND t.active = 1 AND i.status = 'connected' ORDER BY t.created_at LIMIT 1"
)


def finder(installations: Installations) -> Finder:
    """Where the workspace of a tenant is; None while the app is not installed there."""
    store = installations.office.store

    async def find(tenant: str) -> Account | None:
        tenant = tenant or store.tenant_id
        rows = await store.aread(lambda tx: tx.all(_OF_TENANT, (tenant,)), tenant)
        if not rows:
            return None
        team = str(rows[0]["team_id"])

        async def token() -> str:
            return str((await installations.client_of(team)).token)

        return Account(token=token, bases=(installations.config.api_url,), place=team)

    return find
