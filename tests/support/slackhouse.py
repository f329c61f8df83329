"""A house with Slack in it: real office and worker, real Bolt, the real sender, and the double as Slack.

Both ways in: Socket Mode, and signed HTTP to a server on loopback. The sender's clock runs fast, the double's does not,
so that nobody waits for rate limits and every deadline of Slack's is a real one.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from heard import Heard
from workplace import Workplace

from ringi.flow.office import Office
from ringi.flow.worker import Worker
from ringi.projection import disagreements
from ringi.slack.installations.config import SlackConfig
from ringi.slack.running import Running
from ringi.store.transaction import Tx
from ringi.testing.slack import Clock, Double

Json = dict[str, Any]
TEAM, CHANNEL = "T0RINGI", "C0SOUMU"
REQUESTER, APPROVER, ADMIN, OTHER = "U0REQUESTER", "U0APPROVER", "U0ADMIN", "U0OTHER"


class SlackHouse:
    """One office whose people are in Slack."""

    def __init__(self, workplace: Workplace, mode: str, double: Double | None = None) -> None:
        self.workplace = workplace
        self.mode = mode
        self.double = double or Double(tiers=False)
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def office(self) -> Office:
        assert self.workplace.office is not None
        return self.workplace.office

    async def start(self) -> None:
        if not self.double.address:
            await self.double.start()
        self.heard = Heard(self.workplace)
        self.office.loop = asyncio.get_running_loop()
        self.office.stopping = False
        self.worker = Worker(self.office)
        await self.worker.start()
        double = self.double
        self.running = Running(
            self.office,
            SlackConfig(
                bot_token=double.bot_token(),
                app_token=double.app_token if self.mode == "socket" else "",
                signing_secret=double.signing_secret,
                api_url=double.api_url,
            ),
            clock=Clock(speed=200),
            page="http://127.0.0.1:8750",
        )
        await self.running.start()
        self.office.store.write(self._installed)
        self.sender, self.app = self.running.sender, self.running.app
        if self.mode == "http":
            await self._serve()

    def _installed(self, tx: Tx) -> None:
        """By ADMIN, as if by the install page: the first admin."""
        from ringi.flow import people

        tx.amend("slack_teams", "team_id = ?", (TEAM,), installed_by=ADMIN)
        people.enter_slack(tx, ADMIN, "sato", "", installer=True, display_name="佐藤 美咲")

    async def _serve(self) -> None:
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(self.app.asgi, log_config=None, lifespan="off", ws="none", access_log=False)
        self._server = uvicorn.Server(config)
        self._server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
        self._serving = asyncio.create_task(self._server.serve(sockets=[listener]))
        for _ in range(12_000):
            if self._server.started:
                break
            await asyncio.sleep(0.01)
        self.double.events_url = f"http://127.0.0.1:{listener.getsockname()[1]}/slack/events"

    async def stop(self) -> None:
        """The process ends in an orderly way; Slack itself stays."""
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving
            self._server = self._serving = None
            self.double.events_url = ""
        await self.running.stop()
        await self.worker.stop()
        await self.office.put_down()
        self.office.loop = None

    async def settled(self) -> None:
        """Until Slack shows all there is to show, and nobody is at work."""
        async with asyncio.timeout(120):
            await self._settle()

    async def _settle(self) -> None:
        calm = 0
        while calm < 3:
            await self.app.settled()
            await self.sender.settled()
            await self.double.told()
            rows = self.workplace.rows("SELECT 1 AS one FROM jobs")
            calm = calm + 1 if not rows and self.heard.everything and self.sender.quiet and not self.app.busy else 0
            await asyncio.sleep(0.005)

    # -- what people see -----------------------------------------------------------------------------------------

    def link(self, slack_id: str, *roles: str) -> None:
        """Somebody in Slack who has been given these roles."""

        def write(tx: Tx) -> None:
            from ringi.flow import people
            from ringi.store.transaction import dumps

            actor = people.enter_slack(tx, slack_id, slack_id.lower(), "")
            tx.set("users", actor.user_id, roles=dumps(list(roles)))

        self.office.store.write(write)

    def cards(self, thread: str, channel: str = CHANNEL) -> list[Json]:
        """The cards of a thread: type, version and the ids of what can be pressed."""
        found = []
        for message in self.double.messages(channel, thread):
            told = (message.get("metadata") or {}).get("event_payload")
            if told:
                pressed = [
                    element["action_id"]
                    for attachment in message.get("attachments", [])
                    for block in attachment["blocks"]
                    for element in block.get("elements", [])
                    if "action_id" in element
                ]
                found.append(
                    {**told, "ts": message["ts"], "text": message["text"], "buttons": pressed, "message": message}
                )
        return found

    def card(self, thread: str, kind: str, channel: str = CHANNEL) -> Json:
        return [one for one in self.cards(thread, channel) if one["card"] == kind][-1]

    def notes(self, user: str, channel: str = CHANNEL) -> list[str]:
        """What only this person was told there."""
        return [one["text"] for one in self.double.messages(channel) if one.get("ephemeral_for") == user]

    def dms(self, user: str) -> list[Json]:
        """What the app wrote to this person directly."""
        team = self.double.teams[TEAM]
        return [one for one in self.double.messages(team.im(user).id) if one.get("bot_id")]

    async def press(
        self, user: str, card: Json, action_id: str, value: str | None = None, channel: str = CHANNEL
    ) -> None:
        ack = await self.double.press(user, channel, card["ts"], action_id, value)
        assert ack.ok, ack
        await self.settled()

    async def submit(self, user: str, **values: str) -> None:
        view = self.double.view(user)
        assert view is not None
        await self.double.submit(user, view["id"], values)
        await self.settled()

    def requests(self) -> list[Json]:
        return self.workplace.rows("SELECT * FROM requests ORDER BY id")


@contextlib.asynccontextmanager
async def slack_house(workplace: Workplace, mode: str) -> AsyncIterator[SlackHouse]:
    house = SlackHouse(workplace, mode)
    await house.start()
    house.link(APPROVER, "requester", "approver")
    try:
        yield house
    finally:
        await house.stop()
        await house.double.stop()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[SlackHouse]:
    """A workspace over a socket, on a SQLite store whose records and facts agree at the end."""
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open()
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []
