"""The double itself: a server on loopback, the workspaces in it, and one place to ask what happened."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from ringi.testing.serving import on_loopback
from ringi.testing.slack import company, door, hooks, payloads, scopes, web_api
from ringi.testing.slack.acting import Acting
from ringi.testing.slack.call import Kept
from ringi.testing.slack.changes import Changes
from ringi.testing.slack.clock import Clock
from ringi.testing.slack.company import Channel, Team
from ringi.testing.slack.delivery import Ack, Delivery
from ringi.testing.slack.faults import Fault, Faults
from ringi.testing.slack.ids import Ids
from ringi.testing.slack.installing import Installing
from ringi.testing.slack.modals import Modals
from ringi.testing.slack.onlookers import Onlookers
from ringi.testing.slack.refusal import Json
from ringi.testing.slack.sockets import Sockets
from ringi.testing.slack.tiers import Tiers
from ringi.testing.slack.tokens import Token, Tokens
from ringi.testing.slack.triggers import Triggers

SUBSCRIPTIONS = frozenset(
    {
        "agent_session_stopped",
        "app_home_opened",
        "app_mention",
        "app_uninstalled",
        "message.channels",
        "message.groups",
        "message.im",
        "tokens_revoked",
    }
)
AREAS = {"channel": "channels", "group": "groups", "im": "im"}


class Double(Acting, Installing):
    """A Slack on loopback. `strict` also enforces the undocumented total length, `tiers` the rate limits."""

    def __init__(
        self,
        clock: Clock | None = None,
        strict: bool = True,
        tiers: bool = True,
        echo: bool = True,
        key: str = "",
        first: int = 1,
    ) -> None:
        super().__init__()
        self.clock = clock or Clock()
        self.strict = strict
        self.tiers_on = tiers
        self.echo = echo
        self.key = key
        """What a person's browser needs for the page; empty in tests."""
        self.agent = True
        self.manifest: Json | None = None
        self.config_token = "xoxe.xoxp-double-configuration"
        self.rotation = False
        self.address = ""
        self.events_url = ""
        self.redirect_url = ""
        # With a key (beside a running Ringi) nobody else on the machine can guess them.
        self.app_token = f"xapp-1-A0RINGI-{key or 'double'}"
        self.signing_secret = f"double-signing-secret{key}"
        self.client_id = "1000.2000"
        self.client_secret = f"double-client-secret{key}"
        self.commands = [{"command": "/ringi"}]
        self.shortcuts = [{"callback_id": "ask_ringi", "name": "Ask Ringi"}]
        self.subscriptions: set[str] = set(SUBSCRIPTIONS)
        self.ids = Ids(self.clock, first, key)
        self.changes = Changes()
        self.tokens = Tokens(self.clock, self.ids)
        self.tiers = Tiers(self.clock)
        self.triggers = Triggers(self.clock, self.ids)
        self.modals = Modals(self.ids, self.changes)
        self.faults = Faults()
        self.hooks = hooks.Hooks(self)
        self.sockets = Sockets(self)
        self.delivery = Delivery(self)
        self.calls: list[Kept] = []
        self.errors: list[Json] = []
        self.deliveries: list[Json] = []
        self.event_contexts: dict[str, str] = {}
        self.teams: dict[str, Team] = {}
        self._current: dict[str, str] = {}
        self._first: set[asyncio.Task[Any]] = set()
        self._later: set[asyncio.Task[Any]] = set()
        self._stopped = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self.tokens.add(Token(self.app_token, "app", "", "", {"connections:write", "authorizations:read"}))
        self.tokens.add(Token(self.config_token, "config", "", ""))
        self.add_team(company.sample())

    # -- the server ----------------------------------------------------------------------------------------------

    async def start(self, port: int = 0) -> str:
        """Listen on loopback; the address is returned."""
        app = web.Application(client_max_size=4 * 1024**2, middlewares=[door.guard(self.key)])
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/link/", self.sockets.serve)
        app.router.add_post("/actions/{name:.+}", self.hooks.answer)
        app.router.add_get("/oauth/v2/authorize", self.consent)
        Onlookers(self).routes(app)
        self._runner, self.address = await on_loopback(app, port)
        return self.address

    async def stop(self) -> None:
        self._stopped.set()
        self.changes.close()
        running = [*self._first, *self._later]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.sockets.close()
        await self.delivery.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def until_stopped(self) -> None:
        await self._stopped.wait()

    async def _api(self, request: web.Request) -> web.StreamResponse:
        return await web_api.answer(self, request)

    @property
    def api_url(self) -> str:
        return f"{self.address}/api/"

    # -- workspaces and tokens -----------------------------------------------------------------------------------

    def add_team(self, team: Team, granted: set[str] | None = None) -> Team:
        """Another workspace; with the app in it, unless `team.installed` is false."""
        self.teams[team.id] = team
        if team.installed:
            token, _ = self.tokens.mint(team.id, team.bot, granted or set(company.BOT_SCOPES), rotating=self.rotation)
            self.hand_out(team.id, token)
        return team

    def hand_out(self, team: str, token: Token) -> None:
        self._current[team] = token.value

    def bot_token(self, team: str = "T0RINGI") -> str:
        """The newest bot token of a workspace."""
        return self._current[team]

    def grant(self, team: str, granted: set[str]) -> None:
        """Give the present bot token exactly these scopes."""
        self.tokens.known[self._current[team]].scopes = set(granted)

    # -- telling the app -----------------------------------------------------------------------------------------

    async def send_event(self, team: Team, inner: Json) -> Ack:
        """Tell the app of an event if it listens to it: the first try is waited for, later ones are not."""
        if not team.installed and inner["type"] not in ("app_uninstalled", "tokens_revoked"):
            return Ack(True)
        if not self._listens(team, inner):
            return Ack(True)
        payload = payloads.event(self, team, inner)
        ack = await self.delivery.once("events_api", payload)
        self.delivered(payload, ack, 0)
        if not ack.ok and not ack.final:
            self._spawn(self.delivery.event(payload, ack), self._later)
        return ack

    def _listens(self, team: Team, inner: Json) -> bool:
        kind = inner["type"]
        channel = team.channels.get(str(inner.get("channel", "")))
        if kind in ("message", "app_mention") and (channel is None or team.bot not in channel.members):
            return False
        name = f"message.{AREAS[channel.kind]}" if kind == "message" and channel else kind
        return name in self.subscriptions and scopes.may_hear(
            self.tokens.known.get(self._current.get(team.id, "")), name
        )

    async def send_interaction(self, kind: str, payload: Json, what: str) -> Ack:
        """Tell the app what a person did. There is one try, and the person sees when it fails."""
        team = self.teams[payload.get("team_id") or payload["team"]["id"]]
        ack = await self.delivery.once(kind, payload) if team.installed else Ack(False, reason="not_installed")
        self.delivered(payload, ack, 0)
        if not ack.ok:
            self.note(what, ack.reason, {})
        return ack

    def tell_app(self, team: Team, inner: Json) -> None:
        if self.sockets.open or self.events_url:
            self._spawn(self.send_event(team, inner), self._first)

    def _tell_of_change(self, team: Team, channel: Channel, message: Json, before: Json, *, deleted: bool) -> None:
        self.tell_app(team, payloads.changed_event(self, channel, message, before, deleted=deleted))

    def _spawn(self, work: Any, among: set[asyncio.Task[Any]]) -> None:
        task = asyncio.ensure_future(work)
        among.add(task)
        task.add_done_callback(among.discard)

    async def told(self) -> None:
        """Wait until all that was to be told in the background has been tried once; retries are not waited for."""
        while self._first:
            await asyncio.wait(self._first)

    # -- what happened -------------------------------------------------------------------------------------------

    def keep(self, kept: Kept) -> None:
        self.calls.append(kept)
        if not kept.answer.get("ok"):
            self.note(kept.method, str(kept.answer.get("error")), {"status": kept.status, **kept.answer})

    def note(self, what: str, error: str, fields: Json) -> None:
        self.errors.append({**fields, "time": self.clock.now(), "what": what, "error": error})

    def delivered(self, payload: Json, ack: Ack, attempt: int) -> None:
        entry = {"time": self.clock.now(), "payload": payload, "attempt": attempt, "ok": ack.ok, "reason": ack.reason}
        self.deliveries.append({**entry, "body": ack.body})
        if not ack.ok and payload.get("type") == "event_callback":
            self.note(str(payload["event"]["type"]), ack.reason, {"attempt": attempt})

    def fail_next(
        self,
        method: str,
        error: str = "",
        *,
        status: int = 0,
        drop: bool = False,
        hang: bool = False,
        lost: bool = False,
        retry_after: int = 1,
        times: int = 1,
    ) -> None:
        """Order trouble for the next calls of a method: an error, a status, a dropped or silent connection.

        `lost` does what was asked and drops the answer: the app cannot know whether it was done.
        """
        fault = Fault(error, status, drop, hang, lost, retry_after, times)
        self.faults.add(method, fault)

    def answer_at(self, team: str, channel: str, user: str, ts: str, given: Json) -> None:
        hooks.reply(self, team, channel, user, ts, given)

    async def verify_url(self) -> bool:
        """Ask `events_url` for the proof that Slack asks for before it sends events there."""
        return await self.delivery.verify()

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Let Slack ask the app to open a new Socket Mode connection."""
        await self.sockets.disconnect(reason)
