"""Everything a process needs to work: the store, the hands, the mind, the clock. Opened once, closed once.

Heavy parts are loaded on first use: opening the store and claiming the first job needs neither tools nor a planner.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringi import clock
from ringi.errors import RingiError, Unavailable
from ringi.flow import locks
from ringi.flow.config import DEFAULTS
from ringi.flow.holding import bell_of
from ringi.flow.vault_values import VaultValues
from ringi.flow.views import Views
from ringi.hands.tools import PATIENCE, Catalog, Hands, Progress
from ringi.minds import Mind
from ringi.private_files import private_folder
from ringi.settings import Settings
from ringi.store.engine import is_postgres, sqlite_path
from ringi.store.migrations import upgrade
from ringi.store.transaction import Committed, Tx, dumps
from ringi.store.vault_keys import keys_of
from ringi.store.writer import Store

if TYPE_CHECKING:
    from ringi.flow.drafts import Draft
    from ringi.flow.integrations_tokens import Tokens
    from ringi.hands.accounts import Finder
    from ringi.store.vault import Vault

Tick = Callable[[str, dict[str, Any]], None]


class Office:
    """One data directory, open. `hands` and `mind` may be given (tests, benchmarks); else the configured ones."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        hands: Hands | None = None,
        mind: Mind | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.home = settings.home
        self.log = logging.getLogger("ringi")
        self.stopping = False
        self.token = ""
        """This process's right to act as the database's one worker."""
        self.working = False
        """A worker runs in this very process."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """Set while a server runs this office: calls from other threads go there."""
        self.state_words: dict[str, tuple[int, str]] = {}
        """The state of tasks in a list, and after which fact: nobody folds them again until another one comes."""
        self.views = Views()
        self.followed: set[str] = set()
        """Threads that somebody in this process folds as their facts come, and leaves the snapshots of."""
        self.accounts: dict[str, Finder] = {}
        """Where a tenant's Google account and Slack workspace are found; filled before the hands are first used."""
        self.slack_api = ""
        """Where the Slack is that runs in this process."""
        self._hands = hands
        self._own_hands = False
        self._mind = mind
        self.given_mind = mind
        """The mind this office was opened with (tests, benchmarks); else the tenant's settings decide."""
        self.model_retries: int | None = None
        """How often a provider's SDK tries again by itself; none = as usual."""
        self.drafts: dict[str, Draft] = {}
        """Policies that are being written in this process, by their task: for whoever comes in the middle."""
        self._ticks: list[Tick] = []
        self._vault: Vault | None = None
        store.subscribe(self._wake)
        store.open_secrets_with(VaultValues(lambda: self.vault))
        self._tokens: Tokens | None = None

    @property
    def tokens(self) -> Tokens:
        """The access tokens of connected services."""
        if self._tokens is None:
            from ringi.flow.integrations_tokens import Tokens

            self._tokens = Tokens(self)
        return self._tokens

    @property
    def vault(self) -> Vault:
        """Where credentials are sealed and opened. Its key is looked for when something is."""
        if self._vault is None:
            from ringi.store.vault import Vault

            self._vault = Vault(self.store.ledger.keys)
        return self._vault

    @vault.setter
    def vault(self, vault: Vault) -> None:
        self._vault = vault

    @property
    def hands(self) -> Hands:
        if self._hands is None:
            from ringi.flow import tool_tokens
            from ringi.hands.mcp_hands import McpHands

            keep = tool_tokens.keep(self)
            if self.settings.services:
                from ringi.flow.connected_hands import ConnectedHands, google_finder

                if "google" in self.settings.services:
                    self.accounts.setdefault("google", google_finder(self))
                self._hands = ConnectedHands(self, keep)
            else:
                self._hands = McpHands.configured(
                    self.home, self.settings.environ, self.settings.today, keep, accounts=self.accounts
                )
            self._own_hands = True
        return self._hands

    def connect(self, service: str, finder: Finder) -> None:
        """From now on the bundled tools find a tenant's account of `google` or `slack` here."""
        self.accounts[service] = finder
        if self._own_hands and self._hands is not None:
            renew = getattr(self._hands, "renew", None)
            if renew is not None:
                renew("common")

    async def ready(self) -> None:
        """Load what `hands` and `mind` need beside the event loop: a first use must not hold up everybody's work."""
        if self._hands is None:
            await asyncio.to_thread(importlib.import_module, "ringi.hands.mcp_hands")
        if self._mind is None:
            await asyncio.to_thread(importlib.import_module, "ringi.minds.rules")

    async def put_down(self) -> None:
        """Close the hands; the next use takes up fresh ones (a connection belongs to the event loop that made it)."""
        if self._hands is not None:
            await self._hands.close()
            if self._own_hands:
                self._hands = None

    @property
    def mind(self) -> Mind:
        """The offline planner, unless another one was given; see `flow.minding` for who judges."""
        if self._mind is None:
            from ringi.minds.rules import RulesMind

            self._mind = RulesMind()
        return self._mind

    @cached_property
    def bell(self) -> Path:
        """Where whoever works on this database is rung; every write of a process that does not work itself rings."""
        return bell_of(self.store.url, self.home)

    def today(self) -> date:
        return self.settings.today or date.today()

    def catalog(self, *, patience: float = 0.0) -> Catalog:
        """The connected tools, for code that is not async. `patience`: seconds that a server may take to start, where
        nobody else waits for this listing; not for a running server, in which it goes on starting meanwhile.
        """
        if self.loop is not None and self.loop.is_running():
            return asyncio.run_coroutine_threadsafe(self.hands.catalog(), self.loop).result(60)

        async def once() -> Catalog:
            PATIENCE.set(patience)
            try:
                return await self.hands.catalog()
            finally:
                await self.put_down()

        return asyncio.run(once())

    def _wake(self, news: Committed) -> None:
        for thread_id in news.woken:
            locks.ring(locks.spectra_bell(self.home, thread_id))

    # -- live-only ticks -----------------------------------------------------------------------------------------

    def on_tick(self, listener: Tick) -> Callable[[], None]:
        self._ticks.append(listener)
        return lambda: self._ticks.remove(listener)

    def progress(self, task_id: str, call_id: str) -> Progress | None:
        """Shown while it runs, never stored: the final fact reconciles it."""
        if not self._ticks:
            return None

        def tick(done: float, total: float | None, words: str) -> None:
            fact = {
                "type": "tool.progress",
                "live": True,
                "threadId": task_id,
                "toolCallId": call_id,
                "payload": {"done": done, "total": total, "words": words[:200]},
            }
            for listener in tuple(self._ticks):
                listener(task_id, fact)

        return tick

    def writing(self, task_id: str, run_id: str) -> Callable[[str], None] | None:
        """The policy as it is being written: shown, never stored. The fact of the whole version replaces it."""
        if not self._ticks:
            return None
        from ringi.flow.drafts import Draft

        draft = self.drafts[task_id] = Draft(task_id, run_id)

        def piece(text: str) -> None:
            if (fact := draft.grown(text)) is not None:
                for listener in tuple(self._ticks):
                    listener(task_id, fact)

        return piece

    def close(self) -> None:
        self.store.close()


def open_office(settings: Settings, *, hands: Hands | None = None, mind: Mind | None = None) -> Office:
    """Open the data directory: made on first start, upgraded when older, refused when it is from the future."""
    try:
        private_folder(settings.home)
    except OSError as error:
        raise Unavailable("RINGI-505", where=str(settings.home), reason=error.strerror) from error
    upgrade(settings.database_url)
    store = Store(settings.database_url, settings.home, "", keys_of(settings.home, settings.vault_key))
    try:
        store.tenant_id = store.write(_tenant)
    except RingiError:
        store.close()
        raise
    return Office(store, settings, hands=hands, mind=mind)


def _tenant(tx: Tx) -> str:
    for table in ("requests", "executions", "comments", "approvals", "audit_logs"):
        newest = tx.one(f"SELECT MAX(id) AS id FROM {table}")
        clock.after((newest["id"] if newest else None) or "")
    row = tx.one("SELECT id FROM tenants ORDER BY created_at, id LIMIT 1")
    tenant_id = str(row["id"]) if row else clock.ulid()
    if row is None:
        tx.insert(
            "tenants",
            id=tenant_id,
            name=DEFAULTS["name"],
            slug=DEFAULTS["slug"],
            created_at=tx.now,
            updated_at=tx.now,
        )
    if tx.one("SELECT 1 AS one FROM settings WHERE tenant_id = ?", (tenant_id,)) is None:
        tx.insert("settings", id=clock.ulid(), tenant_id=tenant_id, config=dumps(DEFAULTS), updated_at=tx.now)
    return tenant_id


def database_place(url: str) -> str:
    """Where the records are, for people."""
    return url.rsplit("@", 1)[-1] if is_postgres(url) else str(sqlite_path(url))
