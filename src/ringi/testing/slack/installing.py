"""Installing and removing the app, as the person does who may: consent, a code, tokens; and their end."""

from __future__ import annotations

import html
import re
from abc import abstractmethod
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
from aiohttp import web

from ringi.testing.slack import company
from ringi.testing.slack.refusal import Json, Refusal
from ringi.testing.slack.submitting import Submitting

if TYPE_CHECKING:
    from ringi.testing.slack.company import Team
    from ringi.testing.slack.tokens import Token, Tokens


class Installing(Submitting):
    """The part of the double that hands tokens out and takes them back."""

    address: str
    client_id: str
    tokens: Tokens

    @abstractmethod
    def hand_out(self, team: str, token: Token) -> None: ...

    @property
    def authorize_url(self) -> str:
        """Where an app sends people to consent."""
        return f"{self.address}/oauth/v2/authorize"

    def code(self, user: str, scopes: set[str] | None = None, redirect_uri: str = "") -> str:
        """A code as consent gives it, good once and for ten minutes."""
        team = self.team_of(user)
        wanted = scopes or set(company.BOT_SCOPES)
        code = self.whole.ids.secret("{0:d}.code.{1}")
        self.tokens.codes[code] = (team.id, user, wanted, redirect_uri, self.clock.now())
        return code

    async def consent(self, request: web.Request) -> web.Response:
        """The page on which a person chooses the workspace and allows the app; the links are the consent."""
        asked = dict(request.query)
        if asked.get("client_id") != self.client_id:
            return web.Response(status=400, text="invalid_client_id")
        team = self.teams.get(asked.pop("allow", ""))
        if team is not None:
            user = next((one.id for one in team.people.values() if one.admin), "") or next(iter(team.people))
            return web.HTTPFound(self._back(asked, user))
        links = "".join(
            f'<li><a href="?{html.escape(urlencode({**asked, "allow": one.id}))}">{html.escape(one.name)}</a></li>'
            for one in self.teams.values()
        )
        page = f"<!doctype html><meta charset=utf-8><title>OAuth</title><h1>Ringi</h1><ul>{links}</ul>"
        return web.Response(text=page, content_type="text/html")

    def _back(self, asked: dict[str, str], user: str) -> str:
        scopes = {one for one in asked.get("scope", "").split(",") if one}
        redirect = asked.get("redirect_uri", "")
        code = self.code(user, scopes, redirect)
        target = redirect or self.whole.redirect_url
        return f"{target}{'&' if '?' in target else '?'}{urlencode({'code': code, 'state': asked.get('state', '')})}"

    async def install(self, user: str, install_url: str = "") -> Json:
        """Install the app into this person's workspace.

        With the app's own install address the whole way is walked as a browser would: its page, consent, redirect.
        Without, the workspace simply has it afterwards. The answer is {team, token} and the status the app ended with.
        """
        team = self.team_of(user)
        if not install_url:
            token, _ = self.tokens.mint(team.id, team.bot, set(company.BOT_SCOPES), rotating=self.whole.rotation)
            self.hand_out(team.id, token)
            team.installed = True
            self.changes.tell()
            return {"team": team.id, "token": token.value, "status": 200}
        status, text = await self._walk(install_url, user)
        return {
            "team": team.id,
            "token": self.whole.bot_token(team.id) if team.installed else "",
            "status": status,
            "page": text,
        }

    async def _walk(self, install_url: str, user: str) -> tuple[int, str]:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
            async with browser.get(install_url, allow_redirects=False) as first:
                cookies = {name: morsel.value for name, morsel in first.cookies.items()}
                target = first.headers.get("Location", "") or _link(await first.text(), self.authorize_url)
            if not target.startswith(self.authorize_url):
                raise Refusal("no_authorize_url")
            asked = {key: values[0] for key, values in parse_qs(urlsplit(target).query).items()}
            if asked.get("client_id") != self.client_id:
                raise Refusal("invalid_client_id")
            back = self._back(asked, user)
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
            async with browser.get(back, headers=headers, allow_redirects=False) as last:
                return last.status, await last.text()

    async def uninstall(self, team: str) -> None:
        """A person removes the app from the workspace: its tokens die, and it is told so (`told` waits for that)."""
        self.leave(self.teams[team])

    def leave(self, team: Team) -> None:
        self.tokens.revoke(team.id, "account_inactive")
        team.installed = False
        self.changes.tell()
        revoked = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [team.bot]}, "event_ts": self.ids.ts()}
        self.tell_app(team, revoked)
        self.tell_app(team, {"type": "app_uninstalled", "event_ts": self.ids.ts()})


def _link(page: str, address: str) -> str:
    """The consent address an install page points to."""
    for found in re.findall(r'href="([^"]+)"', page):
        if html.unescape(found).startswith(address):
            return html.unescape(found)
    return ""
