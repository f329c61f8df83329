"""Modals, homes and menus with real Bolt: what an app may answer, and what a person then sees."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from doubled import until
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from ringi.testing.slack import Clock, Double, Refusal

OPTIONS = [
    {"text": {"type": "plain_text", "text": words}, "value": value}
    for words, value in (("差し戻し", "return:p1"), ("取り下げ", "withdraw:p1"))
]


def words(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def modal(callback: str, *blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    held = list(blocks) or [{"type": "section", "text": {"type": "mrkdwn", "text": callback}}]
    return {
        "type": "modal",
        "callback_id": callback,
        "title": words("確認"),
        "submit": words("送信"),
        "blocks": held,
        **more,
    }


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0))
    await double.start()
    yield double
    await double.stop()


@pytest.fixture
async def app(double: Double) -> AsyncIterator[AsyncApp]:
    app = AsyncApp(client=AsyncWebClient(token=double.bot_token(), base_url=double.api_url))
    handler = AsyncSocketModeHandler(app, double.app_token)
    await handler.connect_async()  # type: ignore[no-untyped-call]
    await double.sockets.joined()
    yield app
    await handler.close_async()  # type: ignore[no-untyped-call]


async def opened(double: Double, app: AsyncApp, view: dict[str, Any]) -> dict[str, Any]:
    """The person's modal, after the app was asked for it by a shortcut on the workspace."""

    @app.shortcut(view["callback_id"])
    async def asked(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    assert (await double.shortcut("U0REQUESTER", None, None, view["callback_id"])).ok
    await until(lambda: double.view("U0REQUESTER") is not None)
    return shown(double)


def shown(double: Double) -> dict[str, Any]:
    view = double.view("U0REQUESTER")
    assert view is not None
    return view


async def test_an_answer_may_push_change_or_clear_what_is_open(double: Double, app: AsyncApp) -> None:
    @app.view("first")
    async def first(ack: Any) -> None:
        await ack(response_action="push", view=modal("second"))

    @app.view("second")
    async def second(ack: Any) -> None:
        await ack(response_action="update", view=modal("third"))

    @app.view("third")
    async def third(ack: Any) -> None:
        await ack(response_action="clear")

    bottom = await opened(double, app, modal("first", private_metadata='{"id": "p1"}'))
    await double.submit("U0REQUESTER", bottom["id"])
    above = shown(double)
    assert above["callback_id"] == "second"
    assert (above["root_view_id"], above["previous_view_id"]) == (bottom["id"], bottom["id"])
    with pytest.raises(Refusal, match="not_found"):
        await double.submit("U0REQUESTER", bottom["id"])
    await double.submit("U0REQUESTER", above["id"])
    assert (shown(double)["callback_id"], shown(double)["id"]) == ("third", above["id"])
    await double.submit("U0REQUESTER", above["id"])
    assert double.view("U0REQUESTER") is None
    assert double.errors == []


async def test_closing_is_told_only_to_an_app_that_asked(double: Double, app: AsyncApp) -> None:
    heard: list[dict[str, Any]] = []

    @app.view_closed("asks")
    async def closed(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        heard.append(body)

    view = await opened(double, app, modal("asks", notify_on_close=True))
    assert (await double.close("U0REQUESTER", view["id"])).ok
    assert double.view("U0REQUESTER") is None
    await until(lambda: heard)
    assert heard[0]["view"]["id"] == view["id"] and heard[0]["is_cleared"] is False and "trigger_id" not in heard[0]
    quiet = await opened(double, app, modal("does not"))
    assert (await double.close("U0REQUESTER", quiet["id"])).ok and len(heard) == 1


async def test_a_bad_answer_to_a_form_leaves_it_open_with_the_trouble(double: Double, app: AsyncApp) -> None:
    @app.view("form")
    async def form(ack: Any) -> None:
        await ack(response_action="update", view=modal("form", title=words("あ" * 25)))

    view = await opened(double, app, modal("form"))
    await double.submit("U0REQUESTER", view["id"])
    assert shown(double)["problem"] == "invalid_arguments"
    assert double.errors[-1]["what"] == "submit"


async def test_every_kind_of_input_is_told_in_its_own_form(double: Double, app: AsyncApp) -> None:
    heard: list[dict[str, Any]] = []

    @app.view("form")
    async def form(ack: Any, view: dict[str, Any]) -> None:
        await ack()
        heard.append(view["state"]["values"])

    def asked(block: str, kind: str, **more: Any) -> dict[str, Any]:
        return {
            "type": "input",
            "block_id": block,
            "optional": True,
            "label": words(block),
            "element": {"type": kind, "action_id": "a", **more},
        }

    view = await opened(
        double,
        app,
        modal(
            "form",
            asked("reason", "plain_text_input", initial_value="最初の言葉"),
            asked("choice", "static_select", options=OPTIONS),
            asked("several", "checkboxes", options=OPTIONS),
            asked("who", "users_select"),
            asked("day", "datepicker", initial_date="2026-11-16"),
        ),
    )
    given = {"choice": "return:p1", "several": ["withdraw:p1"], "who": "U0APPROVER"}
    await double.submit("U0REQUESTER", view["id"], given)
    await until(lambda: heard)
    values = heard[0]
    assert values["reason"]["a"] == {"type": "plain_text_input", "value": "最初の言葉"}
    assert values["choice"]["a"]["selected_option"]["value"] == "return:p1"
    assert [one["value"] for one in values["several"]["a"]["selected_options"]] == ["withdraw:p1"]
    assert values["who"]["a"] == {"type": "users_select", "selected_user": "U0APPROVER"}
    assert values["day"]["a"] == {"type": "datepicker", "selected_date": "2026-11-16"}


async def test_a_menu_on_a_message_and_a_button_at_home_are_pressed_alike(double: Double, app: AsyncApp) -> None:
    heard: list[dict[str, Any]] = []

    @app.action("more_prompt")
    async def chosen(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        heard.append(body)

    @app.action("open")
    async def pressed(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        heard.append(body)

    menu = {"type": "actions", "elements": [{"type": "overflow", "action_id": "more_prompt", "options": OPTIONS}]}
    sent = await app.client.chat_postMessage(channel="C0SOUMU", text="x", blocks=[menu])
    await double.press("U0APPROVER", "C0SOUMU", sent["ts"], "more_prompt", "withdraw:p1")
    button = {"type": "button", "text": words("開く"), "action_id": "open", "value": "t1"}
    home = {"type": "home", "blocks": [{"type": "actions", "elements": [button]}]}
    await app.client.views_publish(user_id="U0APPROVER", view=home)
    await double.press("U0APPROVER", None, None, "open")
    await until(lambda: len(heard) == 2)
    on_message, at_home = heard
    assert on_message["actions"][0]["selected_option"]["value"] == "withdraw:p1"
    assert on_message["container"]["type"] == "message"
    assert at_home["container"] == {"type": "view", "view_id": at_home["view"]["id"]}
    assert at_home["view"]["type"] == "home" and "response_url" not in at_home
    with pytest.raises(Refusal, match="no_such_option"):
        await double.press("U0APPROVER", "C0SOUMU", sent["ts"], "more_prompt", "not offered")


async def test_a_shortcut_on_a_message_carries_the_message(double: Double, app: AsyncApp) -> None:
    heard: list[dict[str, Any]] = []

    @app.shortcut("ask_ringi")
    async def asked(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        heard.append(body)

    ts = await double.post("U0OTHER", "C0GENERAL", "mail a@example.com & see https://example.com/x?a=1&b=2.")
    await double.shortcut("U0REQUESTER", "C0GENERAL", ts, "ask_ringi")
    await until(lambda: heard)
    assert heard[0]["type"] == "message_action" and heard[0]["message"]["user"] == "U0OTHER"
    assert heard[0]["message"]["text"] == (
        "mail <mailto:a@example.com|a@example.com> &amp; see <https://example.com/x?a=1&amp;b=2>."
    )


async def test_nobody_can_press_for_an_app_that_was_removed(double: Double, app: AsyncApp) -> None:
    await double.uninstall("T0RINGI")
    ack = await double.command("U0REQUESTER", "C0SOUMU", "/ringi", "")
    assert (ack.ok, ack.reason) == (False, "not_installed")
