"""Many workspaces by OAuth: each is a house of its own, from install page to removal. Real Bolt, on the double."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
import uvicorn
from heard import Heard
from workplace import Workplace

from ringi.flow import people
from ringi.flow.desk import LocalDesk
from ringi.flow.worker import Worker
from ringi.slack.installations import oauth
from ringi.slack.installations.abilities import SCOPES
from ringi.slack.installations.config import SlackConfig
from ringi.slack.installations.oauth import LASTS, States
from ringi.slack.running import Running
from ringi.testing.slack import Clock, Double
from ringi.testing.slack.company import Team


class Site:
    """Ringi as an app that anybody may install, served on loopback."""

    def __init__(self, workplace: Workplace, double: Double) -> None:
        self.workplace = workplace
        self.double = double
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    async def start(self) -> None:
        office = self.workplace.office
        assert office is not None
        config = SlackConfig(
            client_id=self.double.client_id,
            client_secret=self.double.client_secret,
            signing_secret=self.double.signing_secret,
            api_url=self.double.api_url,
            redirect_url=f"{self.address}/slack/oauth_redirect",
        )
        self.heard = Heard(self.workplace)
        self.running = Running(office, config, clock=Clock(speed=200))
        office.loop = asyncio.get_running_loop()
        self.worker = Worker(office)
        await self.worker.start()
        await self.running.start()
        served = uvicorn.Config(self.running.asgi, log_config=None, lifespan="off", ws="none", access_log=False)
        self.server = uvicorn.Server(served)
        self.server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
        self.serving = asyncio.create_task(self.server.serve(sockets=[self.listener]))
        for _ in range(12_000):
            if self.server.started:
                break
            await asyncio.sleep(0.01)
        self.double.events_url = f"{self.address}/slack/events"

    async def stop(self) -> None:
        self.server.should_exit = True
        await self.serving
        await self.running.stop()
        await self.worker.stop()
        assert self.workplace.office is not None
        self.workplace.office.loop = None

    async def settled(self) -> None:
        calm = 0
        while calm < 3:
            await self.running.app.settled()
            await self.running.sender.settled()
            await self.double.told()
            working = self.workplace.rows("SELECT 1 AS one FROM jobs") or not self.heard.everything
            calm = 0 if working else calm + 1
            await asyncio.sleep(0.01)

    def team(self, team_id: str) -> dict[str, Any]:
        return self.workplace.rows("SELECT * FROM slack_teams WHERE team_id = ?", team_id)[0]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    double = Double(tiers=False)
    await double.start()
    double.teams["T0RINGI"].installed = False
    other = Team(id="T0OTHER", name="Other Inc.", domain="other", installed=False)
    for person in ("U0FIRST", "U0SECOND"):
        other.add_person(person, person.lower(), person.title(), admin=person == "U0FIRST", locale="en-US")
    other.add_person(other.bot, "ringi", "Ringi", bot=True)
    other.add_channel("C0OTHER", "general")
    double.add_team(other)
    site = Site(workplace, double)
    await site.start()
    yield site
    await site.stop()
    await double.stop()
    workplace.close()


async def install(site: Site, user: str) -> None:
    done = await site.double.install(user, f"{site.address}/slack/install")
    assert done["status"] == 200, done


async def test_two_workspaces_install_it_and_never_meet(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await install(site, "U0ADMIN")
    await install(site, "U0FIRST")
    first, second = site.team("T0RINGI")["tenant_id"], site.team("T0OTHER")["tenant_id"]
    house = site.workplace.desk().tenant_id
    assert len({first, second, house}) == 3
    await site.double.mention("U0REQUESTER", "C0SOUMU", "給与を確認して")
    await site.double.mention("U0SECOND", "C0OTHER", "check the stock")
    await site.settled()
    for tenant, words, stranger in ((first, "給与", "stock"), (second, "stock", "給与")):
        office = site.workplace.office
        assert office is not None
        office.store.write(lambda tx: people.add_user(tx, "ito", ("auditor",)), tenant=tenant)
        desk = LocalDesk(office, "ito", tenant=tenant)
        told = str(desk.call("tasks")) + str(desk.call("inbox")) + str(desk.call("users")) + str(desk.call("audit"))
        assert words in str(desk.reads.tasks(10, "")) and stranger not in told
        desk.close()
    assert site.workplace.desk().call("tasks")["tasks"] == []
    assert [one["text"] for one in site.double.messages("C0SOUMU") if "stock" in str(one)] == []
    for team in ("T0RINGI", "T0OTHER"):
        assert site.double.bot_token(team) not in caplog.text
    assert site.double.client_secret not in caplog.text
    assert site.double.errors == []


async def test_the_installer_is_the_admin_of_that_workspace_only(site: Site) -> None:
    await install(site, "U0FIRST")
    users = site.workplace.rows("SELECT * FROM users WHERE slack_user_id IS NOT NULL")
    assert [(row["slack_user_id"], "admin" in row["roles"]) for row in users] == [("U0FIRST", True)]
    assert users[0]["tenant_id"] == site.team("T0OTHER")["tenant_id"]


async def test_installing_it_again_makes_nobody_an_admin_and_is_on_the_record(site: Site) -> None:
    await install(site, "U0FIRST")
    await install(site, "U0SECOND")
    await site.double.mention("U0SECOND", "C0OTHER", "check the stock")
    await site.settled()
    tenant = site.team("T0OTHER")["tenant_id"]
    users = site.workplace.rows("SELECT * FROM users WHERE tenant_id = ? ORDER BY id", tenant)
    assert [(row["slack_user_id"], "admin" in row["roles"], "approver" in row["roles"]) for row in users] == [
        ("U0FIRST", True, True),
        ("U0SECOND", False, False),
    ]
    assert site.team("T0OTHER")["installed_by"] == "U0FIRST"
    audited = site.workplace.rows("SELECT * FROM audit_logs WHERE action = 'integration.connected' ORDER BY id")
    assert [(row["actor_id"], '"again":true' in row["details"]) for row in audited] == [
        ("U0FIRST", False),
        ("U0SECOND", True),
    ]


async def test_a_member_who_installs_it_where_a_token_had_connected_it_does_not_take_the_house_over(site: Site) -> None:
    from dataclasses import replace

    installations = site.running.installations
    site.double.teams["T0RINGI"].installed = True
    installations.config = replace(installations.config, bot_token=site.double.bot_token())
    await installations.connect_configured()
    await install(site, "U0OTHER")
    await site.double.mention("U0OTHER", "C0SOUMU", "check the stock")
    await site.settled()
    assert site.team("T0RINGI")["tenant_id"] == site.workplace.desk().tenant_id
    rows = site.workplace.rows("SELECT roles FROM users WHERE slack_user_id = 'U0OTHER'")
    assert [row["roles"] for row in rows] == ['["requester"]']


async def test_after_a_removal_nothing_of_the_token_is_left_and_nothing_runs(site: Site) -> None:
    await install(site, "U0FIRST")
    await site.double.uninstall("T0OTHER")
    await site.settled()
    assert site.team("T0OTHER")["active"] == 0
    (kept,) = site.workplace.rows("SELECT * FROM integrations")
    assert (kept["status"], kept["credentials"]) == ("disconnected", "{}")
    actions = [row["action"] for row in site.workplace.rows("SELECT * FROM audit_logs ORDER BY id")]
    assert actions.count("integration.connected") == actions.count("integration.disconnected") == 1
    before = site.workplace.rows("SELECT id FROM requests")
    site.double.teams["T0OTHER"].installed = True  # an event that was on its way all the same
    await site.double.mention("U0SECOND", "C0OTHER", "check the stock")
    await site.settled()
    assert site.workplace.rows("SELECT id FROM requests") == before


async def test_installing_it_again_finds_the_same_house(site: Site) -> None:
    await install(site, "U0FIRST")
    tenant = site.team("T0OTHER")["tenant_id"]
    await site.double.uninstall("T0OTHER")
    await site.settled()
    await install(site, "U0SECOND")
    again = site.team("T0OTHER")
    assert (again["tenant_id"], again["active"], again["installed_by"]) == (tenant, 1, "U0FIRST")
    await site.double.mention("U0SECOND", "C0OTHER", "check the stock")
    await site.settled()
    assert len(site.workplace.rows("SELECT id FROM requests WHERE tenant_id = ?", tenant)) == 1


# -- the state of an installation under way ----------------------------------------------------------------------------


async def begun(site: Site, browser: aiohttp.ClientSession) -> tuple[str, str]:
    """(state, cookie) of an installation that somebody has begun."""
    async with browser.get(f"{site.address}/slack/install", allow_redirects=False) as page:
        text = await page.text()
        cookie = page.headers["Set-Cookie"]
    link = next(part for part in text.split('"') if part.startswith(site.double.authorize_url))
    asked = parse_qs(urlsplit(link.replace("&amp;", "&")).query)
    assert set(asked["scope"][0].split(",")) == set(SCOPES)
    assert "HttpOnly" in cookie and "Secure" in cookie
    return asked["state"][0], cookie.split(";")[0]


async def come_back(site: Site, browser: aiohttp.ClientSession, state: str, cookie: str, code: str) -> int:
    headers = {"Cookie": cookie} if cookie else {}
    query = {"state": state, "code": code}
    async with browser.get(f"{site.address}/slack/oauth_redirect", params=query, headers=headers) as page:
        await page.read()
        return page.status


async def test_a_state_is_good_once_and_only_for_the_browser_that_began(site: Site) -> None:
    redirect = f"{site.address}/slack/oauth_redirect"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        state, cookie = await begun(site, browser)
        code = site.double.code("U0FIRST", redirect_uri=redirect)
        assert await come_back(site, browser, state, "", code) == 400
        assert await come_back(site, browser, "made-up", "slack-app-oauth-state=made-up", code) == 401
        assert await come_back(site, browser, state, cookie, code) == 200
        again = site.double.code("U0FIRST", redirect_uri=redirect)
        assert await come_back(site, browser, state, cookie, again) == 401
        kept = str(site.workplace.rows("SELECT * FROM oauth_states"))
        assert state not in kept


async def test_a_state_ends_after_ten_minutes(site: Site) -> None:
    clock = Clock(speed=0)
    office = site.workplace.office
    assert office is not None
    states = States(office.store, now=clock.now)
    late, intime = await states.async_issue(), await states.async_issue()
    await clock.forward(LASTS - 1)
    assert await states.async_consume(intime)
    assert not await states.async_consume(intime)
    await clock.forward(2)
    assert not await states.async_consume(late)
    await states.async_issue()
    assert len(site.workplace.rows("SELECT * FROM oauth_states")) == 1, "those that have ended are tidied away"


async def test_whoever_begins_without_end_fills_no_disk(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oauth, "MOST", 5)
    assert site.workplace.office is not None
    states = States(site.workplace.office.store)
    issued = [await states.async_issue() for _ in range(20)]
    assert len(site.workplace.rows("SELECT * FROM oauth_states WHERE provider = 'slack'")) == 5
    assert await states.async_consume(issued[-1])
