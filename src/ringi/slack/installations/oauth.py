"""Installing by OAuth: one-time states of our own, and Bolt's flow over our store of tokens."""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from ringi.slack.installations.abilities import INSTALL_PATH, REDIRECT_PATH, SCOPES
from ringi.slack.installations.tokens import Installations
from ringi.store.transaction import Tx
from ringi.store.writer import Store

LASTS = 600
"""Seconds in which an installation that was begun must be finished."""
_quiet = logging.getLogger("ringi.slack.oauth")
_quiet.setLevel(logging.ERROR)  # below that Bolt writes states and codes into the log


MOST = 1_000
"""Installations that may be under way at once: anybody can begin one, and the oldest make room."""
_TRIM = (
    "DELETE FROM oauth_states WHERE state IN (SELECT state FROM oauth_states WHERE provider = 'slack'"
    " ORDER BY created_at DESC, state LIMIT 100 OFFSET ?)"
)


class States(AsyncOAuthStateStore):
    """Each is good once, for ten minutes; only its hash is kept."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    @property
    def logger(self) -> logging.Logger:
        return _quiet

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        state = secrets.token_urlsafe(32)
        ends, now = _stamp(self._now() + LASTS), _stamp(self._now())

        def keep(tx: Tx) -> None:
            tx.db.execute("DELETE FROM oauth_states WHERE expires_at <= ?", (now,))
            tx.insert("oauth_states", state=_hashed(state), provider="slack", expires_at=ends, created_at=tx.now)
            tx.aside(_TRIM, (MOST,))

        await self._store.awrite(keep)
        return state

    async def async_consume(self, state: str) -> bool:
        now = _stamp(self._now())
        sql = "DELETE FROM oauth_states WHERE state = ? AND provider = 'slack' AND expires_at > ?"
        taken = await self._store.awrite(lambda tx: tx.db.execute(sql, (_hashed(state), now)))
        return taken == 1


def flow(installations: Installations, *, now: Callable[[], float] = time.time) -> AsyncOAuthFlow:
    """`/slack/install` and `/slack/oauth_redirect`. Only for a configuration that has client id and secret."""
    config = installations.config
    settings = AsyncOAuthSettings(
        client_id=config.client_id,
        client_secret=config.client_secret,
        scopes=sorted(SCOPES),
        user_scopes=[],
        redirect_uri=config.redirect_url or None,
        install_path=INSTALL_PATH,
        redirect_uri_path=REDIRECT_PATH,
        authorization_url=config.authorize_url,
        installation_store=installations,
        state_store=States(installations.office.store, now=now),
        state_expiration_seconds=LASTS,
        logger=_quiet,
    )
    return AsyncOAuthFlow(client=installations.client(), logger=_quiet, settings=settings)


def _hashed(state: str) -> str:
    return hashlib.sha256(b"ringi.oauth.state.v1\0" + state.encode("utf-8", "replace")).hexdigest()


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
