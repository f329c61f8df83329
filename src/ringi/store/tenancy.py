"""Whose work is being done. Each workspace is a tenant of its own; a transition runs in exactly one.

The worker says it once per job and the Desk once per call; what runs inside need not hand it on, and cannot forget it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ringi.errors import NotFound

if TYPE_CHECKING:
    from ringi.store.writer import Store

PRESENT: ContextVar[str] = ContextVar("ringi_tenant", default="")
"""The tenant of what runs now; empty means the house's first one."""


_NAMED = (
    "SELECT tenant_id AS id FROM slack_teams WHERE team_id = ? UNION SELECT id FROM tenants WHERE slug = ? OR id = ?"
)


def workspace(store: Store, named: str) -> str:
    """The tenant that is meant by a workspace's id or short name."""
    rows = store.write(lambda tx: tx.all(_NAMED, (named, named, named)))
    if not rows:
        raise NotFound("RINGI-757", name=named[:64])
    return str(rows[0]["id"])


def workspace_of_team(store: Store, team_id: str) -> str:
    """The tenant of an installed Slack workspace, or nothing."""
    sql = "SELECT tenant_id AS id FROM slack_teams WHERE team_id = ? AND active = 1"
    rows = store.write(lambda tx: tx.all(sql, (team_id,)))
    return str(rows[0]["id"]) if rows else ""


@contextmanager
def within(tenant_id: str) -> Iterator[None]:
    """Every transition and look begun inside belongs to this tenant."""
    token = PRESENT.set(tenant_id)
    try:
        yield
    finally:
        PRESENT.reset(token)
