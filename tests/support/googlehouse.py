"""A Google on loopback in a thread of its own, with one connected account, for code that has event loops of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from ringi.hands.accounts import Account
from ringi.testing.google import Double
from ringi.testing.google.books import Book


class Aside:
    """An event loop in a thread of its own, for a server that outlives the loops of those who call it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(120)
        self._loop.close()


class GoogleHouse:
    """The double, and the account of the company in it. `tenants` says whose account it is: None means everybody's."""

    def __init__(self) -> None:
        self.double = Double()
        self.grant = self.double.tokens.allow(self.double.person)
        self.connected = True
        self.refused: list[str] = []
        """Tokens that Google did not take."""
        self.asked_for: list[str] = []
        """Tenants whose account was looked for."""
        self._token = ""
        self._aside = Aside()

    def start(self) -> None:
        self._aside.run(self.double.start())

    def stop(self) -> None:
        self._aside.run(self.double.stop())
        self._aside.stop()

    async def find(self, tenant: str) -> Account | None:
        """What `flow` gives the tools: an account whose token is renewed when Google has refused it."""
        self.asked_for.append(tenant)
        url = self.double.url
        return self.account(url) if self.connected else None

    def account(self, url: str = "") -> Account:
        base = url or self.double.url
        return Account(
            token=self.token,
            refused=self.on_refused,
            bases=(base, base),
            pause=self.double.pause,
            place=self.double.person,
        )

    async def token(self) -> str:
        if not self._token:
            answer = self.double.tokens.exchange(
                {
                    "client_id": "ringi-double.apps.googleusercontent.com",
                    "client_secret": "double-client-secret",
                    "grant_type": "refresh_token",
                    "refresh_token": self.grant.refresh_token,
                }
            )
            self._token = str(answer["access_token"])
        return self._token

    async def on_refused(self, token: str) -> None:
        self.refused.append(token)
        self._token = ""

    def book(self, title: str) -> Book:
        found = [one for one in self.double.books.values() if one.title == title]
        assert len(found) == 1, [one.title for one in self.double.books.values()]
        return found[0]

    def table(self, title: str, sheet: str) -> list[list[Any]]:
        found = self.book(title).sheet(sheet)
        assert found is not None, [one.title for one in self.book(title).sheets]
        return found.table()


@pytest.fixture
def google() -> Iterator[GoogleHouse]:
    house = GoogleHouse()
    house.start()
    yield house
    house.stop()
