"""`ringi slack doctor`: is all there that the app needs, and if not, what to click. Asks Slack, changes nothing."""

from __future__ import annotations

import json
from typing import Any

from ringi.errors import RingiError, Unavailable
from ringi.flow.office import Office
from ringi.slack.installations import teams
from ringi.slack.installations.abilities import COMMAND, EVENTS, SCOPES, SHORTCUT
from ringi.slack.installations.config import SlackConfig
from ringi.slack.installations.tokens import Installations
from ringi.store.transaction import Tx
from ringi.words import say

Check = dict[str, Any]
SEEN = {"event:said": "app_mention, message.*", "event:app_home_opened": "app_home_opened", "action": "interactivity"}
"""What a delivery proves to be switched on in the app's settings."""


class Doctor:
    """One visit, in one language."""

    def __init__(self, office: Office, config: SlackConfig, lang: str) -> None:
        self.office = office
        self.config = config
        self.lang = lang
        self.installations = Installations(office, config)
        self.app_id = ""

    async def examine(self) -> dict[str, Any]:
        """All checks, each with its verdict and, where it is bad, what to click. `ok` only if none is bad."""
        checks = [self._config()]
        if self.config.bot_token:
            checks += await self._bot_token()
        if self.config.app_token:
            checks.append(await self._app_token())
        if self.config.signing_secret:
            checks.append(self._check("signing_secret", True))
        checks += [await self._workspaces(), await self._vault()]
        if self.config.runs:
            checks.append(await self._events())
        if self.config.config_token and self.app_id:
            checks.append(await self._manifest())
        return {"checks": checks, "ok": all(one["ok"] for one in checks)}

    def _check(self, check_id: str, ok: bool, detail: str = "", click: str = "", **values: Any) -> Check:
        return {
            "id": check_id,
            "ok": ok,
            "unknown": False,
            "words": say("slack_setup", f"check.{check_id}", self.lang),
            "detail": detail,
            "click": say("slack_setup", f"click.{click}", self.lang, **values) if click else "",
        }

    def _say(self, key: str, **values: Any) -> str:
        return say("slack_setup", key, self.lang, **values)

    def _config(self) -> Check:
        config = self.config
        missing = config.missing()
        if missing:
            names = ", ".join(missing)
            return self._check("config", False, self._say("missing", names=names), "config", names=names)
        mode = "socket" if config.socket else "oauth" if config.oauth else "http"
        return self._check("config", True, self._say(f"mode.{mode}"))

    # -- tokens ------------------------------------------------------------------------------------------------------

    async def _bot_token(self) -> list[Check]:
        try:
            answer = await self.installations.asked("auth.test", self.config.bot_token)
        except Unavailable as error:
            return [self._check("bot_token", False, error.message(self.lang), _click(error, "bot_token"))]
        self.app_id = str(answer.get("app_id") or "")
        team = self._say("team", team=answer.get("team", "?"), id=answer.get("team_id", "?"))
        found = {one.strip() for one in str(answer["__scopes"]).split(",") if one.strip()}
        missing = sorted(set(SCOPES) - found)
        checks = [self._check("bot_token", True, team)]
        if found and missing:
            names = ", ".join(missing)
            checks.append(self._check("scopes", False, self._say("missing", names=names), "scopes", names=names))
        elif found:
            checks.append(self._check("scopes", True, f"{len(SCOPES)} / {len(SCOPES)}"))
        return checks

    async def _app_token(self) -> Check:
        try:
            await self.installations.asked("apps.connections.open", self.config.app_token)
        except Unavailable as error:
            return self._check("app_token", False, error.message(self.lang), _click(error, "app_token"))
        return self._check("app_token", True)

    async def _workspaces(self) -> Check:
        rows = await self.office.store.aread(lambda tx: [dict(row) for row in tx.all(teams.EVERYWHERE)])
        active = [row for row in rows if row["active"]]
        names = ", ".join(self._say("team", team=row["name"], id=row["team_id"]) for row in active)
        troubled = [row for row in active if row["status"] != "connected"]
        wanted = self.config.oauth and not self.config.bot_token
        good = not troubled and (bool(active) or not wanted)
        return self._check("workspaces", good, names or self._say("no_team"), "" if good else "workspaces")

    async def _vault(self) -> Check:
        try:
            found = await self.office.store.aread(self.office.vault.inspect)
            key = self.office.vault.keys.all()[0].id if found else "–"
        except RingiError as error:
            return self._check("vault", False, error.message(self.lang), "vault")
        lost = [one["error"] for one in found if one["error"]]
        if lost:
            return self._check("vault", False, self._say("unreadable", code=", ".join(sorted(set(lost)))), "vault")
        return self._check("vault", True, self._say("sealed", count=len(found), by=key))

    # -- what the app's settings switch on -----------------------------------------------------------------------------

    async def _events(self) -> Check:
        """A bot token cannot read the app's settings; what has come in shows what is switched on."""

        def look(tx: Tx) -> set[str]:
            return {str(row["kind"]) for row in tx.all("SELECT DISTINCT kind FROM slack_deliveries")}

        kinds = await self.office.store.aread(look)
        missing = [words for kind, words in SEEN.items() if kind not in kinds]
        if not missing:
            return self._check("events", True, self._say("seen", kinds=", ".join(SEEN.values())))
        # Nothing having come yet is no fault, and no proof either: perhaps nobody has said anything.
        detail = self._say("not_seen", kinds=", ".join(missing))
        return {**self._check("events", True, detail, "events", names=", ".join(EVENTS)), "unknown": True}

    async def _manifest(self) -> Check:
        """With a configuration token the settings themselves can be read."""
        try:
            answer = await self.installations.asked(
                "apps.manifest.export", self.config.config_token, app_id=self.app_id
            )
        except Unavailable as error:
            return self._check("manifest", False, error.message(self.lang))
        given = answer.get("manifest", {})
        differs = differences(json.loads(given) if isinstance(given, str) else given, socket=self.config.socket)
        if not differs:
            return self._check("manifest", True)
        return self._check("manifest", False, ", ".join(differs), "manifest", names=", ".join(differs))


def differences(given: dict[str, Any], *, socket: bool) -> list[str]:
    """What an app's manifest lacks of ours, by the names that Slack's page has for it."""
    features, settings = given.get("features") or {}, given.get("settings") or {}
    events = (settings.get("event_subscriptions") or {}).get("bot_events") or []
    scopes = ((given.get("oauth_config") or {}).get("scopes") or {}).get("bot") or []
    commands = {one.get("command") for one in features.get("slash_commands") or []}
    shortcuts = {one.get("callback_id") for one in features.get("shortcuts") or []}
    home = features.get("app_home") or {}
    found = [*(f"event {one}" for one in EVENTS if one not in events)]
    found += [f"scope {one}" for one in sorted(SCOPES) if one not in scopes]
    for there, words in (
        (COMMAND in commands, f"slash command {COMMAND}"),
        (SHORTCUT in shortcuts, f"shortcut {SHORTCUT}"),
        (bool((settings.get("interactivity") or {}).get("is_enabled")), "Interactivity"),
        (not socket or bool(settings.get("socket_mode_enabled")), "Socket Mode"),
        ("agent_view" in features or "assistant_view" in features, "agent_view"),
        (bool(home.get("home_tab_enabled")), "App Home: Home Tab"),
        (bool(home.get("messages_tab_enabled")), "App Home: Messages Tab"),
    ):
        if not there:
            found.append(words)
    return found


def _click(error: RingiError, click: str) -> str:
    """Nothing can be clicked about a network that is down."""
    return click if error.code == "RINGI-751" else ""
