"""A connected service as the tools here need it: its address and a fresh token, nothing of where that is kept.

Whoever builds the server gives a `Finder` for each service; it answers for one tenant, None when nothing is connected.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

Token = Callable[[], Awaitable[str]]
Refused = Callable[[str], Awaitable[None]]


async def _nobody(token: str) -> None:
    """Nobody wants to know that a token was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One tenant's connection to one service. Its token is asked for before every call and is in no representation."""

    token: Token = field(repr=False)
    refused: Refused = field(default=_nobody, repr=False)
    """Told of a token that the service does not take (any more); `token` then has to give another, or raise."""
    bases: tuple[str, ...] = ()
    """The service's addresses, as the tool that uses them has them in order; empty means the real ones."""
    pause: Callable[[float], Awaitable[None]] | None = field(default=None, repr=False)
    """Stands for `asyncio.sleep` between tries, so that a test against a double need not wait."""
    place: str = ""
    """Where the account belongs, by the service's own id: the Slack workspace, the Google address."""


Finder = Callable[[str], Awaitable[Account | None]]
"""From a tenant's id to its account."""
