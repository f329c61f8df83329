"""Which workspace a delivery belongs to, for Bolt: from our own store of tokens, and remembered for a moment."""

from __future__ import annotations

import time
from typing import Any

from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore

AUTHORIZED_SECONDS = 10.0
"""How long a workspace is taken to be installed without asking the store. Handlers ask again by themselves."""


class Authorize(AsyncAuthorize):
    """The workspace's token from our own store. Slack is not asked: an acknowledgement must not wait for it."""

    def __init__(self, installations: AsyncInstallationStore) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._installations = installations
        self._known: dict[tuple[str | None, str | None], tuple[AuthorizeResult, float]] = {}

    def forget(self) -> None:
        self._known.clear()

    async def __call__(self, *, enterprise_id: str | None, team_id: str | None, **_: Any) -> AuthorizeResult | None:
        found, at = self._known.get((enterprise_id, team_id), (None, 0.0))
        if found is not None and time.monotonic() - at < AUTHORIZED_SECONDS:
            return found
        bot = await self._installations.async_find_bot(enterprise_id=enterprise_id, team_id=team_id)
        if bot is None or not bot.bot_token:
            return None
        found = AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_id=bot.bot_id,
            bot_user_id=bot.bot_user_id,
            bot_token=bot.bot_token,
        )
        self._known[enterprise_id, team_id] = (found, time.monotonic())
        return found
