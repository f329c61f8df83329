"""Real Bolt behind HTTP: signed deliveries, Slack's retry schedule, interactions, url_verification, installation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from doubled import until
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import FileInstallationStore
from slack_sdk.oauth.state_store import FileOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Clock, Double
from ringi.testing.slack.company import Team

# The SDK still names its secret to aiohttp the old way, which aiohttp complains of.
SDK_WARNS = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0), echo=False)
    await double.start()
    yield double
    await double.stop()


class Site:
    """A web server of the app's own, answering by a function that a test may change."""

    def __init__(self) -> None:
        self.asked: list[web.Request] = []
        self.bodies: list[bytes] = []
        self.answer: Any = None
        self.address = ""
        self._runner: web.AppRunner | None = None

    async def start(self, app: web.Application | None = None) -> None:
        if app is None:
            app = web.Application()
            app.router.add_route("*", "/{rest:.*}", self._asked)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _asked(self, request: web.Request) -> web.StreamResponse:
        self.bodies.append(await request.read())
        self.asked.append(request)
        answer: web.StreamResponse = await self.answer(len(self.asked))
        return answer


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    site = Site()
    yield site
    await site.stop()


async def ok(_: int) -> web.Response:
    return web.Response()


async def serve(site: Site, double: Double, app: AsyncApp) -> None:
    await site.start(app.web_app(path="/slack/events"))
    double.events_url = f"{site.address}/slack/events"


def bolt(double: Double) -> AsyncApp:
    client = AsyncWebClient(token=double.bot_token(), base_url=double.api_url)
    return AsyncApp(client=client, signing_secret=double.signing_secret)


async def test_events_presses_and_commands_reach_bolt_over_signed_http(double: Double, site: Site) -> None:
    app = bolt(double)
    heard: list[Any] = []

    @app.event("app_mention")
    async def mentioned(event: dict[str, Any], say: Any) -> None:
        heard.append(event["text"])
        await say(
            text="確認",
            thread_ts=event["ts"],
            blocks=[
                {
                    "type": "actions",
                    "elements": [
                        {
                            "type": "button",
                            "text": {"type": "plain_text", "text": "承認"},
                            "action_id": "go",
                            "value": "1",
                        }
                    ],
                }
            ],
        )

    @app.action("go")
    async def pressed(ack: Any, respond: Any) -> None:
        await ack()
        await respond(text="承認しました", replace_original=True)

    @app.command("/ringi")
    async def asked(ack: Any, command: dict[str, Any]) -> None:
        await ack(text=f"受付: {command['text']}", response_type="in_channel")

    @app.event("message")
    async def message() -> None: ...

    await serve(site, double, app)
    ts = await double.mention("U0REQUESTER", "C0SOUMU", "残業 & 休日 <確認>")
    await until(lambda: len(double.messages("C0SOUMU", ts)) == 2)
    assert heard == ["<@U0BOT> 残業 &amp; 休日 &lt;確認&gt;"]
    card = double.messages("C0SOUMU", ts)[-1]
    assert (await double.press("U0APPROVER", "C0SOUMU", card["ts"], "go")).ok
    await until(lambda: double.messages("C0SOUMU", ts)[-1]["text"] == "承認しました")
    assert (await double.command("U0REQUESTER", "C0SOUMU", "/ringi", "一覧")).ok
    last = double.messages("C0SOUMU")[-1]
    assert last["text"] == "受付: 一覧" and "ephemeral_for" not in last
    assert double.errors == []


async def test_an_event_is_tried_at_once_after_one_minute_and_after_five(double: Double, site: Site) -> None:
    async def broken(_: int) -> web.Response:
        return web.Response(status=500)

    site.answer = broken
    await site.start()
    double.events_url = site.address
    await double.open_home("U0REQUESTER")
    await until(lambda: len(double.deliveries) == 2)
    await double.clock.forward(59)
    assert len(site.asked) == 2
    await double.clock.forward(2)
    await until(lambda: len(double.deliveries) == 3)
    await double.clock.forward(301)
    await until(lambda: len(site.asked) == 4)
    numbers = [request.headers.get("X-Slack-Retry-Num") for request in site.asked]
    assert numbers == [None, "1", "2", "3"]
    assert {request.headers.get("X-Slack-Retry-Reason") for request in site.asked[1:]} == {"http_error"}
    assert len({json.loads(body)["event_id"] for body in site.bodies}) == 1


async def test_an_app_that_asks_for_no_retry_is_left_alone(double: Double, site: Site) -> None:
    async def never(_: int) -> web.Response:
        return web.Response(status=500, headers={"x-slack-no-retry": "1"})

    site.answer = never
    await site.start()
    double.events_url = site.address
    await double.open_home("U0REQUESTER")
    await double.told()
    assert len(site.asked) == 1


async def test_an_app_that_is_too_slow_is_tried_again_with_the_reason(double: Double, site: Site) -> None:
    forever = asyncio.Event()

    async def slow(number: int) -> web.Response:
        if number == 1:
            await forever.wait()
        return web.Response()

    site.answer = slow
    await site.start()
    double.events_url = site.address
    await double.open_home("U0REQUESTER")
    await until(lambda: site.asked)
    await double.clock.forward(3.1)
    await until(lambda: len(site.asked) == 2)
    assert site.asked[1].headers["X-Slack-Retry-Reason"] == "http_timeout"
    await until(lambda: double.deliveries[-1]["ok"])
    forever.set()


async def test_an_interaction_is_tried_once_and_the_person_sees_that_it_failed(double: Double, site: Site) -> None:
    async def broken(_: int) -> web.Response:
        return web.Response(status=503)

    site.answer = broken
    await site.start()
    double.events_url = site.address
    assert not (await double.command("U0REQUESTER", "C0SOUMU", "/ringi", "")).ok
    assert len(site.asked) == 1 and double.errors[-1] == {**double.errors[-1], "what": "/ringi", "error": "http_error"}


async def test_bolt_refuses_what_was_not_signed_with_its_secret(double: Double, site: Site) -> None:
    await serve(site, double, bolt(double))
    body = b'{"type":"event_callback"}'
    good, bad = double.delivery.sign(body), double.delivery.sign(body, secret="another")
    old = double.delivery.sign(body, at=1)
    content = {"Content-Type": "application/json"}
    assert (await double.delivery.request(body, {**content, **bad}))[0] == 401
    assert (await double.delivery.request(body, {**content, **old}))[0] == 401
    assert (await double.delivery.request(body + b" ", {**content, **good}))[0] == 401


async def test_the_address_is_verified_by_a_challenge(double: Double, site: Site) -> None:
    await serve(site, double, bolt(double))
    assert await double.verify_url()
    double.events_url = f"{site.address}/elsewhere"
    assert not await double.verify_url()


@SDK_WARNS
async def test_two_workspaces_install_and_each_is_heard_with_its_own_token(
    double: Double, site: Site, tmp_path: Any
) -> None:
    other = Team(id="T0OTHER", name="別の会社", domain="betsu", bot="U1BOT", bot_id="B1RINGI", installed=False)
    other.add_person("U1PERSON", "mori", "森 太郎", admin=True)
    other.add_person("U1BOT", "ringi", "Ringi", bot=True)
    other.add_channel("C1GENERAL", "general")
    double.add_team(other)
    store = FileInstallationStore(base_dir=str(tmp_path / "installs"), client_id=double.client_id)
    settings = AsyncOAuthSettings(
        client_id=double.client_id,
        client_secret=double.client_secret,
        scopes=["app_mentions:read", "chat:write"],
        installation_store=store,
        state_store=FileOAuthStateStore(expiration_seconds=600, base_dir=str(tmp_path / "states")),
        authorization_url=double.authorize_url,
    )
    app = AsyncApp(
        client=AsyncWebClient(base_url=double.api_url), signing_secret=double.signing_secret, oauth_settings=settings
    )
    heard: list[str] = []

    @app.event("app_mention")
    async def mentioned(context: Any, say: Any) -> None:
        heard.append(context.bot_token)
        await say("はい")

    double.subscriptions = {"app_mention"}
    await serve(site, double, app)
    double.redirect_url = f"{site.address}/slack/oauth_redirect"
    for user in ("U0ADMIN", "U1PERSON"):
        done = await double.install(user, f"{site.address}/slack/install")
        assert done["status"] == 200
    assert double.tokens.known[double.bot_token("T0OTHER")].scopes == {"app_mentions:read", "chat:write"}
    await double.mention("U0REQUESTER", "C0SOUMU", "hi")
    await until(lambda: len(double.messages("C0SOUMU")) == 2)
    await double.mention("U1PERSON", "C1GENERAL", "hi")
    await until(lambda: len(double.messages("C1GENERAL")) == 2)
    assert heard == [double.bot_token("T0RINGI"), double.bot_token("T0OTHER")]
    assert double.messages("C1GENERAL")[-1]["user"] == "U1BOT"
