"""HR services of companies, as servers of this process: which there are, and what `flow` has to give them.

A vendor gets a way to a fresh token and never the credentials behind it. Everything heavy is imported when it is made.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ringi.hands.config import Server


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One company at one service."""

    vendor: str
    api_url: str
    company_id: str
    company: str
    token: Callable[[], Awaitable[str]]
    """The present access token, or the reason why there is none."""
    on_refused: Callable[[str], Awaitable[None]]
    """Told of a token that the service did not take."""
    today: Callable[[], date]


def instead_of_sample(servers: Sequence[Server], vendor: str) -> tuple[Server, ...]:
    """The same servers with a company's own books in place of the sample company: never both, nobody should have to
    ask whose figures these are. Somebody's own server of that name stays theirs.
    """
    if any(one.name == vendor for one in servers):
        return tuple(servers)
    others = [one for one in servers if not (one.name == "hr" and one.kind == "memory")]
    return (Server(name=vendor), *others)


def server_of(account: Account) -> Callable[[], Any]:
    """A factory of the MCP server over this account."""
    from ringi.servers.hr.vendor import build

    books = _books(account)  # one for all connections: it remembers the service's limits
    return lambda: build(books)


async def company_of(account: Account) -> dict[str, str]:
    """Id, name and our part of the company, asked of the service itself."""
    from ringi.servers.hr.vendors.freee import Freee

    books = _books(account)
    assert isinstance(books, Freee)
    return await books.company_now()


def _books(account: Account) -> Any:
    from ringi.servers.hr.vendors.freee import Freee

    makers = {"freee": Freee}
    return makers[account.vendor](
        company_id=account.company_id,
        company=account.company,
        base=account.api_url,
        token=account.token,
        on_refused=account.on_refused,
        today=account.today,
    )
