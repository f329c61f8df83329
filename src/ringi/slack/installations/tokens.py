"""The workspaces' tokens, for Bolt and for the sender: found sealed, opened in memory, renewed before they expire.

Bolt's own stores keep tokens in the clear and leave them there when the app is removed; this one does neither.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from ringi.errors import NotFound, RingiError, Unavailable
from ringi.flow.office import Office
from ringi.slack.installations import teams
from ringi.slack.installations.config import SlackConfig
from ringi.slack.installations.teams import Workspace
from ringi.store.transaction import Tx

Json = dict[str, Any]
EARLY = 2 * 60 * 60
"""Seconds before its end at which a token is renewed."""
GONE = frozenset({"account_inactive", "invalid_auth", "token_revoked", "not_authed", "token_expired"})
"""What Slack says of a token that is really no longer good."""
REMEMBERED = 256
SECONDS = 20
"""How long one answer may take."""

_quiet = logging.getLogger("ringi.slack.sdk")
_quiet.setLevel(logging.WARNING)  # below that the SDK writes tokens and messages into the log


class Client(AsyncWebClient):
    """The SDK's client, which exchanges codes in the body: its own way uses what aiohttp is about to drop."""

    async def oauth_v2_access(self, **given: Any) -> AsyncSlackResponse:
        return await self.api_call("oauth.v2.access", data={name: value for name, value in given.items() if value})


class Installations(AsyncInstallationStore):
    """One for the whole app: every workspace that Ringi is installed in."""

    def __init__(self, office: Office, config: SlackConfig, *, now: Callable[[], float] = time.time) -> None:
        self.office = office
        self.config = config
        self.connected: Callable[[str], None] = lambda team_id: None
        """Told of every workspace that lets us in, the first time and again."""
        self._now = now
        self._opened: dict[str, Json] = {}
        self._clients: dict[str, AsyncWebClient] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def logger(self) -> logging.Logger:
        return _quiet

    def client(self, token: str = "") -> AsyncWebClient:
        """A client that speaks with the configured Slack. Its own retries are off: they could post twice."""
        return Client(token=token, base_url=self.config.api_url, logger=_quiet, retry_handlers=[], timeout=SECONDS)

    # -- coming ----------------------------------------------------------------------------------------------------

    async def connect_configured(self) -> str:
        """The workspace of the configured bot token, if there is one: asked of Slack, and kept. Its team id."""
        if not self.config.bot_token:
            return ""
        answer = await self.asked("auth.test", self.config.bot_token)
        scopes = str(answer.get("__scopes", ""))
        await self._connect(
            Workspace(
                team_id=str(answer.get("team_id") or answer.get("enterprise_id") or ""),
                name=str(answer.get("team") or ""),
                enterprise_id=str(answer.get("enterprise_id") or ""),
                bot_user_id=str(answer.get("user_id") or ""),
                bot_id=str(answer.get("bot_id") or ""),
                app_id=str(answer.get("app_id") or ""),
                scopes=tuple(sorted(one.strip() for one in scopes.split(",") if one.strip())),
                api_url=self.config.api_url,
                loopback=self.config.loopback,
                by_tokens=True,
                bot_token=self.config.bot_token,
            )
        )
        return str(answer.get("team_id") or answer.get("enterprise_id") or "")

    async def asked(self, method: str, token: str, **arguments: Any) -> Json:
        """One call with one token; the scopes that Slack names in a header are in the answer as `__scopes`."""
        try:
            answer = await self.client(token).api_call(method, params=arguments)
        except SlackApiError as error:
            raise Unavailable("RINGI-751", method=method, error=_named(error)) from None
        except Exception as error:
            # The texts of these hold addresses and headers; their kind says enough.
            self.office.log.info("slack: %s: %s", method, type(error).__name__)
            raise Unavailable("RINGI-752", where=self.config.api_url) from None
        data = answer.data if isinstance(answer.data, dict) else {}
        headers = {str(name).lower(): str(value) for name, value in answer.headers.items()}
        return {**data, "__scopes": headers.get("x-oauth-scopes", "")}

    async def _connect(self, found: Workspace) -> None:
        house, vault = self.office.store.tenant_id, self.office.vault
        await self.office.store.awrite(lambda tx: teams.connect(tx, vault, found, house), tenant=house)
        self._forget()
        self.connected(found.team_id)

    # -- the token of a workspace ------------------------------------------------------------------------------------

    async def installed(self, team_id: str) -> Json | None:
        """The workspace with its opened credentials, while the app is installed there."""
        if not team_id:
            return None
        row = await self.office.store.aread(lambda tx: _installed(tx, team_id))
        if row is None:
            return None
        sealed = str(row["credentials"])
        credentials = self._opened.get(sealed)
        if credentials is None:
            place = teams.sealed_place(str(row["tenant_id"]))
            credentials = self.office.vault.open_document(sealed, place)
            if len(self._opened) >= REMEMBERED:
                self._opened.clear()
            self._opened[sealed] = credentials
        return {**row, **credentials}

    async def client_of(self, team_id: str) -> AsyncWebClient:
        """A client with the workspace's present token.

        Raises:
            NotFound: the app is not installed there (`RINGI-747`).
        """
        found = await self.installed(team_id)
        if found is not None and self._ends_soon(found):
            found = await self._renew(team_id)
        if found is None or not found["bot_token"]:
            raise NotFound("RINGI-747", team=team_id[:32])
        token = str(found["bot_token"])
        client = self._clients.get(team_id)
        if client is None or client.token != token:
            client = self._clients[team_id] = self.client(token)
        return client

    def _ends_soon(self, found: Json) -> bool:
        ends = float(found.get("expires_at") or 0)
        return bool(ends and found.get("refresh_token")) and ends - self._now() < EARLY

    async def _renew(self, team_id: str) -> Json | None:
        """New tokens for old ones, which are good once: one at a time, and kept before anybody uses them."""
        async with self._locks.setdefault(team_id, asyncio.Lock()):
            found = await self.installed(team_id)
            if found is None or not self._ends_soon(found):
                return found
            try:
                answer = await self.client().oauth_v2_access(
                    client_id=self.config.client_id,
                    client_secret=self.config.client_secret,
                    grant_type="refresh_token",
                    refresh_token=str(found["refresh_token"]),
                )
                new = {
                    "bot_token": str(answer["access_token"]),
                    "refresh_token": str(answer["refresh_token"]),
                    "expires_at": int(self._now()) + int(answer["expires_in"]),
                }
            except Exception as error:
                return await self._not_renewed(found, _named(error))
            vault, tenant, before = self.office.vault, str(found["tenant_id"]), str(found["credentials"])
            kept = await self.office.store.awrite(lambda tx: teams.renewed(tx, vault, tenant, before, new))
            self._opened.pop(before, None)
            if not kept:
                # The app was removed or installed anew while Slack answered: what stands there now counts.
                return await self.installed(team_id)
            return {**found, **new}

    async def _not_renewed(self, found: Json, error: str) -> Json:
        if float(found["expires_at"]) > self._now():
            self.office.log.warning("slack: the token of %s could not be renewed yet: %s", found["team_id"], error)
            return found
        tenant = str(found["tenant_id"])
        await self.office.store.awrite(lambda tx: teams.troubled(tx, tenant))
        raise Unavailable("RINGI-756", team=str(found["team_id"])[:32], error=error)

    # -- Bolt's store ----------------------------------------------------------------------------------------------

    async def async_save(self, installation: Installation) -> None:
        """Somebody has installed the app by OAuth."""
        await self._connect(
            Workspace(
                team_id=str(installation.team_id or installation.enterprise_id or ""),
                name=str(installation.team_name or installation.enterprise_name or ""),
                enterprise_id=str(installation.enterprise_id or ""),
                bot_user_id=str(installation.bot_user_id or ""),
                bot_id=str(installation.bot_id or ""),
                app_id=str(installation.app_id or ""),
                installed_by=str(installation.user_id or ""),
                scopes=tuple(sorted(installation.bot_scopes or ())),
                api_url=self.config.api_url,
                loopback=self.config.loopback,
                bot_token=str(installation.bot_token or ""),
                refresh_token=str(installation.bot_refresh_token or ""),
                expires_at=installation.bot_token_expires_at,
            )
        )

    async def async_save_bot(self, bot: Bot) -> None:
        """Tokens that Bolt renewed itself. Ours are renewed here, so that nobody can be half-way."""
        raise Unavailable("RINGI-756", team=str(bot.team_id or "")[:32], error="renewed elsewhere")

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """The token as it is kept: an acknowledgement must not wait for a new one."""
        installation = await self.async_find_installation(enterprise_id=enterprise_id, team_id=team_id)
        return installation.to_bot() if installation is not None else None

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        found = await self._found(enterprise_id, team_id)
        if found is None or (user_id and user_id != found["installed_by"]):
            return None
        return Installation(
            app_id=found["app_id"],
            enterprise_id=found["enterprise_id"] or None,
            team_id=found["team_id"],
            team_name=found["name"],
            bot_token=found["bot_token"],
            bot_id=found["bot_id"],
            bot_user_id=found["bot_user_id"],
            bot_scopes=found["scopes"],
            bot_refresh_token=found["refresh_token"] or None,
            bot_token_expires_at=found["expires_at"],
            user_id=found["installed_by"],
            installed_at=datetime.fromisoformat(found["updated_at"]),
        )

    async def _found(self, enterprise_id: str | None, team_id: str | None) -> Json | None:
        """A workspace, or the organisation that has the app for all of its workspaces; None only when it is neither.

        A token that cannot be read just now is no reason to acknowledge what came: Slack is to bring it again.
        """
        try:
            return await self.installed(team_id or "") or await self.installed(enterprise_id or "")
        except RingiError as error:
            self.office.log.error("slack: the token of %s cannot be read: %s", team_id or enterprise_id, error.code)
            raise

    # -- going -------------------------------------------------------------------------------------------------------

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        await self._gone(enterprise_id, team_id, "tokens_revoked")

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """One person's own token, of which we keep none; without a person the whole installation."""
        if not user_id:
            await self._gone(enterprise_id, team_id, "tokens_revoked")

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        await self._gone(enterprise_id, team_id, "app_uninstalled")

    async def _gone(self, enterprise_id: str | None, team_id: str | None, reason: str) -> None:
        """Delete the tokens, unless the news is about an earlier installation: word of a removal may come minutes late,
        and the app may be back by then. Slack is asked; only its yes keeps a token.
        """
        for key in (team_id, enterprise_id):
            if key and not await self._still_good(key):
                await self.office.store.awrite(lambda tx, key=key: teams.disconnect(tx, key, reason))  # type: ignore[misc]
                self._forget()

    async def _still_good(self, team_id: str) -> bool:
        try:
            found = await self.installed(team_id)
            if found is None or not found["bot_token"]:
                return False
            await self.asked("auth.test", str(found["bot_token"]))
        except RingiError:
            return False
        return True

    def _forget(self) -> None:
        self._opened.clear()
        self._clients.clear()


def _installed(tx: Tx, team_id: str) -> Json | None:
    """Asked for every delivery and every call, so it is remembered until somebody writes integrations."""
    import json

    rows = tx.settled("integrations", teams.INSTALLED, (team_id,))
    if not rows:
        return None
    told = json.loads(rows[0]["metadata"] or "{}")
    return {**dict(rows[0]), "bot_id": told.get("bot_id", ""), "scopes": told.get("scopes", [])}


def _named(error: Exception) -> str:
    """What Slack calls it; nothing of what was sent."""
    if isinstance(error, SlackApiError):
        answer: Any = error.response
        data = getattr(answer, "data", None)
        return str(data.get("error", "error"))[:64] if isinstance(data, dict) else "error"
    return type(error).__name__
