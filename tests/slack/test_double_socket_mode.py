"""Real Bolt over Socket Mode against the double: what people do arrives, and what the app does is seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from doubled import client_of, refused, until
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Clock, Double, Refusal

CARD = [
    {
        "color": "#2196f3",
        "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": "実行方針"}},
            {
                "type": "actions",
                "block_id": "gate",
                "elements": [
                    {
                        "type": "button",
                        "text": {"type": "plain_text", "text": "承認"},
                        "action_id": "approve_prompt",
                        "value": "p1",
                        "style": "primary",
                    }
                ],
            },
        ],
    }
]
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "rejection_reason_modal",
    "title": {"type": "plain_text", "text": "却下理由"},
    "submit": {"type": "plain_text", "text": "送信"},
    "blocks": [
        {
            "type": "input",
            "block_id": "reason",
            "label": {"type": "plain_text", "text": "理由"},
            "element": {"type": "plain_text_input", "action_id": "text", "multiline": True, "max_length": 1000},
        }
    ],
}


class Bolt:
    """An app with everything it heard."""

    def __init__(self, double: Double) -> None:
        self.app = AsyncApp(client=AsyncWebClient(token=double.bot_token(), base_url=double.api_url))
        self.handler = AsyncSocketModeHandler(self.app, double.app_token)
        self.heard: list[dict[str, Any]] = []


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0))
    await double.start()
    yield double
    await double.stop()


@pytest.fixture
async def bolt(double: Double) -> AsyncIterator[Bolt]:
    bolt = Bolt(double)
    yield bolt
    await bolt.handler.close_async()  # type: ignore[no-untyped-call]


async def connect(bolt: Bolt, double: Double) -> None:
    await bolt.handler.connect_async()  # type: ignore[no-untyped-call]
    await double.sockets.joined()


async def test_a_mention_is_answered_with_a_card_and_a_press_on_it_updates_the_card(double: Double, bolt: Bolt) -> None:
    @bolt.app.event("app_mention")
    async def mentioned(event: dict[str, Any], client: AsyncWebClient) -> None:
        await client.chat_postMessage(
            channel=event["channel"], thread_ts=event["ts"], text="確認してください", attachments=CARD
        )

    @bolt.app.action("approve_prompt")
    async def approved(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        bolt.heard.append(body)
        await client.chat_update(
            channel=body["channel"]["id"], ts=body["container"]["message_ts"], text="承認済み", attachments=[]
        )

    await connect(bolt, double)
    ts = await double.mention("U0REQUESTER", "C0SOUMU", "先月の残業時間を確認して")
    await until(lambda: len(double.messages("C0SOUMU", ts)) == 2)
    card = double.messages("C0SOUMU", ts)[-1]
    assert card["thread_ts"] == ts and card["attachments"][0]["color"] == "#2196f3"

    assert (await double.press("U0APPROVER", "C0SOUMU", card["ts"], "approve_prompt")).ok
    await until(lambda: double.messages("C0SOUMU", ts)[-1]["text"] == "承認済み")
    body = bolt.heard[0]
    assert body["container"] == {
        "type": "message_attachment",
        "message_ts": card["ts"],
        "attachment_id": 1,
        "channel_id": "C0SOUMU",
        "is_ephemeral": False,
        "is_app_unfurl": False,
        "thread_ts": ts,
    }
    assert body["actions"][0]["value"] == "p1" and body["actions"][0]["block_id"] == "gate"
    assert body["message"]["attachments"][0]["color"] == "2196f3"
    assert "attachments" not in double.messages("C0SOUMU", ts)[-1]
    with pytest.raises(Refusal, match="no_such_action"):
        await double.press("U0APPROVER", "C0SOUMU", card["ts"], "approve_prompt")
    assert (await double.press("U0APPROVER", "C0SOUMU", card["ts"], "approve_prompt", late=True)).ok
    assert double.errors == []


async def test_a_modal_is_opened_refused_by_the_app_and_then_taken(double: Double, bolt: Bolt) -> None:
    @bolt.app.command("/ringi")
    async def asked(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack("受け付けました")
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @bolt.app.view("rejection_reason_modal")
    async def submitted(ack: Any, view: dict[str, Any]) -> None:
        words = view["state"]["values"]["reason"]["text"]["value"]
        if len(words) < 3:
            await ack(response_action="errors", errors={"reason": "短すぎます"})
        else:
            await ack()
            bolt.heard.append(view)

    await connect(bolt, double)
    await double.command("U0REQUESTER", "C0SOUMU", "/ringi", "")
    await until(lambda: double.view("U0REQUESTER") is not None)
    note = double.messages("C0SOUMU")[-1]
    assert note["text"] == "受け付けました" and note["ephemeral_for"] == "U0REQUESTER"

    view = double.view("U0REQUESTER")
    assert view is not None
    empty = await double.submit("U0REQUESTER", view["id"], {})
    assert not empty.ok and empty.reason == "not_filled_in" and bolt.heard == []
    refused = await double.submit("U0REQUESTER", view["id"], {"reason": {"text": "短"}})
    assert refused.ok and (double.view("U0REQUESTER") or {})["errors"] == {"reason": "短すぎます"}
    await double.submit("U0REQUESTER", view["id"], {"text": "期間が違います"})
    assert double.view("U0REQUESTER") is None
    assert bolt.heard[0]["callback_id"] == "rejection_reason_modal"


async def test_what_is_not_acknowledged_within_three_seconds_is_told_to_the_one_who_pressed(
    double: Double, bolt: Bolt
) -> None:
    @bolt.app.command("/ringi")
    async def silent(body: dict[str, Any]) -> None:
        bolt.heard.append(body)

    await connect(bolt, double)
    asked = asyncio.ensure_future(double.command("U0REQUESTER", "C0SOUMU", "/ringi", ""))
    await until(lambda: bolt.heard)
    assert not asked.done()
    await double.clock.forward(3.1)
    assert (await asked).reason == "timeout"
    assert double.errors[-1]["error"] == "timeout"


async def test_a_trigger_opens_one_modal_within_three_seconds(double: Double, bolt: Bolt) -> None:
    @bolt.app.command("/ringi")
    async def asked(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        bolt.heard.append(body)

    await connect(bolt, double)
    for _ in range(2):
        await double.command("U0REQUESTER", "C0SOUMU", "/ringi", "")
    await until(lambda: len(bolt.heard) == 2)
    client = client_of(double)

    async def told(trigger: str) -> str:
        return str((await refused(client.views_open(trigger_id=trigger, view=MODAL)))["error"])

    await client.views_open(trigger_id=bolt.heard[0]["trigger_id"], view=MODAL)
    assert await told(bolt.heard[0]["trigger_id"]) == "exchanged_trigger_id"
    assert await told("1.2.made-up") == "invalid_trigger_id"
    await double.clock.forward(3.5)
    assert await told(bolt.heard[1]["trigger_id"]) == "expired_trigger_id"


async def test_an_event_that_was_not_acknowledged_comes_again_and_says_so(double: Double, bolt: Bolt) -> None:
    @bolt.app.middleware
    async def refuse_first(req: Any, next: Any) -> None:
        bolt.heard.append(dict(req.headers))
        if len(bolt.heard) > 1:
            await next()
        else:
            raise RuntimeError("not now")

    @bolt.app.event("app_home_opened")
    async def opened(event: dict[str, Any]) -> None:
        bolt.heard.append(event)

    await connect(bolt, double)
    await double.open_home("U0REQUESTER")
    await until(lambda: bolt.heard)
    await double.clock.forward(3.1)
    await until(lambda: len(bolt.heard) == 3)
    assert bolt.heard[1]["x-slack-retry-num"] == ["1"] and bolt.heard[1]["x-slack-retry-reason"] == ["timeout"]
    await until(lambda: double.deliveries[-1]["ok"])
    first, second = double.deliveries
    assert first["payload"]["event_id"] == second["payload"]["event_id"]


async def test_an_app_that_is_asked_to_reconnect_is_reached_again(double: Double, bolt: Bolt) -> None:
    @bolt.app.event("app_home_opened")
    async def opened(event: dict[str, Any]) -> None:
        bolt.heard.append(event)

    await connect(bolt, double)
    before = double.sockets.open[0]
    await double.disconnect()
    await until(lambda: double.sockets.open and double.sockets.open != [before] and before.closed)
    await double.open_home("U0REQUESTER", tab="messages")
    await until(lambda: bolt.heard)
    assert bolt.heard[0]["tab"] == "messages" and bolt.heard[0]["channel"].startswith("D")
