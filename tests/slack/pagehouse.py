"""The double with a small real Bolt app in it, in a thread of its own, for the tests that look at its page."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Double

PATIENCE = 60.0
"""Seconds after which a test that waits gives up; nothing is measured by it."""
HERE = "C0SOUMU"
T = TypeVar("T")


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def marked(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def button(text: str, action_id: str, value: str = "p1", **more: Any) -> dict[str, Any]:
    return {"type": "button", "text": plain(text), "action_id": action_id, "value": value, **more}


CONFIRM = {
    "title": plain("実行を中止しますか?"),
    "text": plain("元に戻せません。"),
    "confirm": plain("中止する"),
    "deny": plain("やめる"),
}
MENU = {
    "type": "overflow",
    "action_id": "more_prompt",
    "options": [
        {"text": plain("差し戻し"), "value": "return:p1"},
        {"text": plain("取り下げ"), "value": "withdraw:p1"},
    ],
}
PICK = {
    "type": "static_select",
    "action_id": "pick",
    "placeholder": plain("部署"),
    "options": [{"text": plain("営業部"), "value": "sales"}, {"text": plain("開発部"), "value": "dev"}],
}
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "rejection_reason_modal",
    "title": plain("却下理由"),
    "submit": plain("送信して再生成"),
    "close": plain("閉じます"),
    "blocks": [
        {"type": "section", "text": marked("*理由*を書いてください。")},
        {
            "type": "input",
            "block_id": "reason",
            "label": plain("却下理由"),
            "element": {"type": "plain_text_input", "action_id": "text", "multiline": True, "max_length": 1000},
        },
    ],
}


def card(color: str, *blocks: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"color": color, "blocks": list(blocks)}]


def gate() -> list[dict[str, Any]]:
    return card(
        "#2196f3",
        {"type": "header", "text": plain("📝 実行方針")},
        {"type": "section", "text": marked("営業部の *残業* を集計します")},
        {"type": "section", "fields": [marked("*優先度*\n🟡 Medium"), marked("*承認者*\n<@U0APPROVER>")]},
        {"type": "divider"},
        {
            "type": "actions",
            "block_id": "gate",
            "elements": [
                button("✅ 承認", "approve_prompt", style="primary"),
                button("❌ 却下", "reject_prompt", style="danger"),
                button("⏹️ 中止", "cancel_execution", style="danger", confirm=CONFIRM),
                MENU,
                PICK,
            ],
        },
        {"type": "context", "elements": [marked("*タスクID:* `01JSGX`")]},
    )


class Workspace:
    """The double that is up, what its app heard, and the way to both from a test's own thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, double: Double) -> None:
        self.loop = loop
        self.double = double
        self.heard: list[tuple[str, Any]] = []
        self.client = AsyncWebClient(token=double.bot_token(), base_url=double.api_url)
        self.app = AsyncApp(client=self.client)
        self.address = double.address
        _listen(self)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def says(self, text: str = "", channel: str = HERE, **more: Any) -> str:
        """The app writes something; the ts."""
        return str(self.run(self.client.chat_postMessage(channel=channel, text=text or "card", **more))["ts"])

    def writes(self, user: str, text: str, channel: str = HERE, thread_ts: str | None = None) -> str:
        return self.run(self.double.post(user, channel, text, thread_ts))

    def messages(self, channel: str = HERE) -> list[dict[str, Any]]:
        return self.double.messages(channel)

    def heard_of(self, what: str) -> list[Any]:
        return [given for name, given in self.heard if name == what]


def _listen(at: Workspace) -> None:
    """What the app does: enough to see every part of the page at work."""
    _events(at)
    _presses(at)
    _forms(at)


def _events(at: Workspace) -> None:
    app, heard = at.app, at.heard

    @app.event("app_mention")
    async def mentioned(event: dict[str, Any], client: AsyncWebClient) -> None:
        heard.append(("mention", event))
        await client.chat_postMessage(
            channel=event["channel"], thread_ts=event["ts"], text="方針です", attachments=gate()
        )

    @app.event("message")
    async def written(event: dict[str, Any], client: AsyncWebClient) -> None:
        heard.append(("message", event))

    @app.event("app_home_opened")
    async def opened(event: dict[str, Any], client: AsyncWebClient) -> None:
        heard.append(("opened", event))
        if event["tab"] == "home":
            blocks = [
                {"type": "header", "text": plain("あなたの承認待ち")},
                {"type": "actions", "elements": [button("開く", "open")]},
            ]
            await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})
            return
        prompts = [{"title": "残業確認", "message": "先月の残業時間を確認して"}]
        await client.assistant_threads_setSuggestedPrompts(channel_id=event["channel"], thread_ts="", prompts=prompts)


def _presses(at: Workspace) -> None:
    app, heard = at.app, at.heard

    @app.action("approve_prompt")
    async def approved(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        heard.append(("approve", body))
        words = f"✅ 承認: <@{body['user']['id']}>"
        done = card("#36a64f", {"type": "context", "elements": [marked(words)]})
        await client.chat_update(channel=HERE, ts=body["message"]["ts"], text="承認済み", attachments=done)

    @app.action("reject_prompt")
    async def rejecting(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    for action in ("cancel_execution", "more_prompt", "pick", "open"):

        @app.action(action)
        async def pressed(ack: Any, body: dict[str, Any]) -> None:
            await ack()
            heard.append((body["actions"][0]["action_id"], body))

    @app.action("silent")
    async def silent(body: dict[str, Any]) -> None:
        heard.append(("silent", body))


def _forms(at: Workspace) -> None:
    app, heard = at.app, at.heard

    @app.view("rejection_reason_modal")
    async def rejected(ack: Any, view: dict[str, Any]) -> None:
        reason = view["state"]["values"]["reason"]["text"]["value"]
        if len(reason) < 5:
            await ack(response_action="errors", errors={"reason": "もう少し詳しく書いてください。"})
            return
        await ack()
        heard.append(("reason", reason))

    @app.command("/ringi")
    async def command(ack: Any, body: dict[str, Any]) -> None:
        await ack(f"受け付けました: {body['text']}")
        heard.append(("command", body))

    @app.shortcut("ask_ringi")
    async def shortcut(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        heard.append(("shortcut", body))


class Wire:
    """A line to the double that can be cut and mended at the same address."""

    def __init__(self, at: Workspace, port: int) -> None:
        self.at = at
        self.port = port
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def mend(self) -> str:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        return f"http://127.0.0.1:{self.port}"

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = int(self.at.address.rpartition(":")[2])
        there, back = await asyncio.open_connection("127.0.0.1", port)
        self._open |= {writer, back}
        await asyncio.gather(_pipe(reader, back), _pipe(there, writer))
        self._open -= {writer, back}


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def workspace() -> Iterator[Workspace]:
    """Up while the block runs, its app connected over Socket Mode."""
    up = threading.Event()
    found: list[Workspace] = []
    ended: list[asyncio.Event] = []

    async def serving() -> None:
        double = Double(tiers=False)
        await double.start()
        here = Workspace(asyncio.get_running_loop(), double)
        handler = AsyncSocketModeHandler(here.app, double.app_token)
        await handler.connect_async()  # type: ignore[no-untyped-call]
        over = asyncio.Event()
        found.append(here)
        ended.append(over)
        up.set()
        await over.wait()
        await handler.close_async()  # type: ignore[no-untyped-call]
        await double.stop()

    thread = threading.Thread(target=lambda: asyncio.run(serving()))
    thread.start()
    try:
        assert up.wait(PATIENCE)
        yield found[0]
    finally:
        if found:
            found[0].loop.call_soon_threadsafe(ended[0].set)
        thread.join(PATIENCE)
        assert not thread.is_alive()
