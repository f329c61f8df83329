"""Slack beside the page of `ringi up`: the configured workspace, or the double when nobody has set anything up.

Loaded with the page; everything heavy is imported in a thread after the page is served, so that nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError, Unavailable
from ringi.flow import people
from ringi.flow.office import Office
from ringi.settings import Settings
from ringi.store.transaction import Tx, dumps
from ringi.web.door import is_loopback
from ringi.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send

    from ringi.slack.installations.config import SlackConfig
    from ringi.slack.running import Running
    from ringi.testing.slack import Double
    from ringi.testing.slack.keeping import Keeper

PORTS = 40
"""How many ports are tried for the double, from the configured one on."""
PAUSES = (2.0, 5.0, 15.0, 60.0)
"""Seconds before Slack is tried again; the last one goes on."""
APPROVER, ADMIN = "U0APPROVER", "U0ADMIN"
_REAL = "SELECT 1 AS one FROM slack_teams WHERE tenant_id = ? AND team_id <> ? LIMIT 1"
DOUBLE_TEAM = "T0RINGI"


class SlackSide:
    """What `ringi.web.beside.Beside` asks for. `tell` is called with (key of `words.slack_setup`, values)."""

    def __init__(
        self, settings: Settings, config: SlackConfig, tell: Callable[..., None], host: str = "127.0.0.1"
    ) -> None:
        self.settings = settings
        self.config = config
        self._tell = tell
        self._host = host
        self._running: Running | None = None
        self._double: Double | None = None
        self._keeper: Keeper | None = None
        self.port = 0
        self.key = secrets.token_hex(12)

    @property
    def wants_double(self) -> bool:
        """Slack is not set up: the newcomer sees it on the double. One of its made-up people approves: it is only for
        a machine that nobody reaches from outside.
        """
        return not self.config.begun and not self.is_public

    @property
    def is_public(self) -> bool:
        return bool(self.settings.public_url) or not is_loopback(self._host)

    def reserve(self) -> str:
        """The address that the double will have."""
        self.port = free_port(self.settings.slack_double_port)
        return f"http://127.0.0.1:{self.port}/?key={self.key}"

    async def start(self, office: Office, address: str) -> None:
        if self.is_public and not self.config.begun:
            self._tell("no_double")
            return
        try:
            if self.wants_double:
                if await asyncio.to_thread(_has_real_workspace, office):
                    return  # it was set up once; a double would only confuse
                await self._start_double()
            elif not self.config.runs:
                raise Unavailable("RINGI-748", names=", ".join(self.config.missing()))
            await self._start(office, address)
        except RingiError as error:
            self._tell("not_started", reason=f"{error.code}: {error.message(self.settings.lang)}")

    async def _start_double(self) -> None:
        from ringi.slack.installations.config import SlackConfig

        module = await asyncio.to_thread(import_module, "ringi.testing.slack")
        keeping = await asyncio.to_thread(import_module, "ringi.testing.slack.keeping")
        # Names of deliveries must not come again in a later run: one that was worked on already is not worked on twice.
        double: Double = module.Double(key=self.key, first=int(time.time()))
        double.shortcuts[0]["name"] = say("slack_setup", "shortcut", self.settings.lang)
        await double.start(port=self.port or free_port(self.settings.slack_double_port))
        self._double = double
        self._keeper = keeping.Keeper(double, self.settings.home / "slack-double.json")
        self._keeper.start()
        self.config = SlackConfig(
            bot_token=double.bot_token(),
            app_token=double.app_token,
            signing_secret=double.signing_secret,
            api_url=double.api_url,
        )

    async def _start(self, office: Office, address: str) -> None:
        module = await asyncio.to_thread(import_module, "ringi.slack.running")
        running: Running = module.Running(office, self.config, page=address)
        self._running = running
        told = ""
        for tries in range(10**9):
            try:
                await running.start()
                break
            except Unavailable as error:
                if error.code != told:
                    self._tell("not_started", reason=f"{error.code}: {error.message(self.settings.lang)}")
                told = error.code
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
        if self._double is not None:
            await office.store.awrite(_seed(self._double, self.settings.user))
            self._tell("double", address=f"{self._double.address}/?key={self.key}")
        elif self.config.socket:
            mode = say("slack_setup", "mode.socket", self.settings.lang)
            self._tell("connected", team=await _name(office, running.team), mode=mode)
        else:
            self._tell("listening", address=address)

    async def stop(self) -> None:
        if self._running is not None:
            with contextlib.suppress(RingiError):
                await self._running.stop()
            self._running = None
        if self._keeper is not None:
            await self._keeper.stop()
            self._keeper = None
        if self._double is not None:
            await self._double.stop()
            self._double = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What Slack sends over HTTP. Before we are ready Slack is asked to come again, which it does."""
        if self._running is not None and self.config.http:
            await self._running.asgi(scope, receive, send)
            return
        status = 503 if self.config.http else 404
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


def free_port(first: int) -> int:
    """The first port from `first` on that nobody listens at; 0 stays 0."""
    if first == 0:
        return 0
    for port in range(first, min(first + PORTS, 65_536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Unavailable("RINGI-753", first=first, last=min(first + PORTS, 65_536) - 1)


def _has_real_workspace(office: Office) -> bool:
    found = office.store.write(lambda tx: tx.one(_REAL, (office.store.tenant_id, DOUBLE_TEAM)))
    return found is not None


async def _name(office: Office, team_id: str) -> str:
    sql = "SELECT name FROM slack_teams WHERE team_id = ?"
    row = await office.store.awrite(lambda tx: tx.one(sql, (team_id,)))
    return str(row["name"]) if row is not None else team_id


def _seed(double: Double, owner: str) -> Callable[[Tx], None]:
    """The people of the double who have a part to play: an approver, and the person who runs this."""
    persons: dict[str, Any] = double.teams[DOUBLE_TEAM].people

    def seed(tx: Tx) -> None:
        known = {row["slack_user_id"] for row in tx.all("SELECT slack_user_id FROM users")}
        if APPROVER not in known:
            one = persons[APPROVER]
            actor = people.enter_slack(tx, APPROVER, one.name, one.locale[:2], display_name=one.real_name)
            tx.set("users", actor.user_id, roles=dumps(("requester", "approver")), updated_at=tx.now)
        if ADMIN not in known:
            mine = people.enter(tx, owner, "cli")
            if not mine.slack_user_id:
                people.link_slack(tx, owner, ADMIN)

    return seed
