"""Another surface in the process of the page: what it has to offer, and which requests are its own.

The page does not know Slack; the command line puts the two side by side.
"""

from __future__ import annotations

from typing import Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from ringi.flow.office import Office

PREFIX = "/slack/"


class Beside(Protocol):
    """Started when the page is served, stopped before the work is."""

    async def start(self, office: Office, address: str) -> None: ...

    async def stop(self) -> None: ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers what is sent to `/slack/…`. It has a guard of its own: who sends there has no session here."""
        ...


def fronted(app: ASGIApp, beside: Beside | None) -> ASGIApp:
    """The page, with the other surface's addresses in front of it."""
    if beside is None:
        return app

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and str(scope["path"]).startswith(PREFIX):
            await beside(scope, receive, send)
        else:
            await app(scope, receive, send)

    return front
