"""What Slack refuses, the double refuses, in Slack's words: lengths, counts, places, scopes, tokens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from doubled import client_of, refused

from ringi.testing.slack import Clock, Double
from ringi.testing.slack.company import BOT_SCOPES
from ringi.testing.slack.limits import LIMITS


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0), tiers=False)
    await double.start()
    yield double
    await double.stop()


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def header(text: str) -> dict[str, Any]:
    return {"type": "header", "text": {"type": "plain_text", "text": text}}


def button(**more: Any) -> dict[str, Any]:
    return {"type": "button", "text": {"type": "plain_text", "text": "承認"}, "action_id": "approve_prompt", **more}


def actions(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements)}


WRONG: list[tuple[dict[str, Any], str]] = [
    (header("あ" * 151), "must be less than 151 characters [json-pointer:/attachments/0/blocks/0/text/text]"),
    (header(""), "must be more than 0 characters [json-pointer:/attachments/0/blocks/0/text/text]"),
    (section("a" * 3001), "must be less than 3001 characters [json-pointer:/attachments/0/blocks/0/text/text]"),
    ({"type": "section"}, "must have a `text` or `fields` [json-pointer:/attachments/0/blocks/0]"),
    (
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "a" * 2001}]},
        "must be less than 2001 characters [json-pointer:/attachments/0/blocks/0/fields/0/text]",
    ),
    (
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "a"}] * 11},
        "no more than 10 items allowed [json-pointer:/attachments/0/blocks/0/fields]",
    ),
    (
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "a"}] * 11},
        "no more than 10 items allowed [json-pointer:/attachments/0/blocks/0/elements]",
    ),
    (actions(), "must have at least 1 item [json-pointer:/attachments/0/blocks/0/elements]"),
    (
        actions(button(), button()),
        "action_id approve_prompt already exists [json-pointer:/attachments/0/blocks/0/elements/1/action_id]",
    ),
    (
        actions(button(value="a" * 2001)),
        "must be less than 2001 characters [json-pointer:/attachments/0/blocks/0/elements/0/value]",
    ),
    (
        actions(button(style="green")),
        "must be one of: primary, danger [json-pointer:/attachments/0/blocks/0/elements/0/style]",
    ),
    (
        actions(button(confirm={"text": {"type": "mrkdwn", "text": "a" * 301}})),
        "must be less than 301 characters [json-pointer:/attachments/0/blocks/0/elements/0/confirm/text/text]",
    ),
    (
        actions({"type": "overflow", "action_id": "more", "options": []}),
        "must have at least 1 item [json-pointer:/attachments/0/blocks/0/elements/0/options]",
    ),
    ({"type": "unheard_of"}, "unsupported type: unheard_of [json-pointer:/attachments/0/blocks/0/type]"),
    (
        {**section("a"), "block_id": "b" * 256},
        "must be less than 256 characters [json-pointer:/attachments/0/blocks/0/block_id]",
    ),
]


@pytest.mark.parametrize(
    ("block", "words"), WRONG, ids=[words.split(" [")[0] + f" {n}" for n, (_, words) in enumerate(WRONG)]
)
async def test_a_card_that_breaks_a_rule_is_refused_with_the_rule_and_its_place(
    double: Double, block: dict[str, Any], words: str
) -> None:
    client = client_of(double)
    answer = await refused(client.chat_postMessage(channel="C0SOUMU", text="x", attachments=[{"blocks": [block]}]))
    assert answer["error"] == "invalid_attachments"
    assert answer["response_metadata"]["messages"] == [f"[ERROR] {words}"]
    at_top = await refused(client.chat_postMessage(channel="C0SOUMU", text="x", blocks=[block]))
    assert at_top["error"] == "invalid_blocks"
    assert double.messages("C0SOUMU") == []


async def test_what_is_just_within_the_limits_is_taken(double: Double) -> None:
    client = client_of(double)
    blocks = [header("あ" * 150), section("い" * 3000), actions(button(value="v" * 2000))]
    await client.chat_postMessage(channel="C0SOUMU", text="x", attachments=[{"blocks": blocks}])
    await client.chat_postMessage(channel="C0SOUMU", text="x", blocks=[section("a")] * 50)
    too_many = await refused(client.chat_postMessage(channel="C0SOUMU", text="x", blocks=[section("a")] * 51))
    assert too_many["errors"] == ["no more than 50 items allowed [json-pointer:/blocks]"]


async def test_the_length_of_the_whole_message_is_only_held_to_when_strict(double: Double) -> None:
    client = client_of(double)
    attachments = [{"blocks": [section("a" * 3000)] * 5}]
    answer = await refused(client.chat_postMessage(channel="C0SOUMU", text="x", attachments=attachments))
    assert answer["error"] == "msg_blocks_too_long" and not LIMITS["blocks.total"].documented
    double.strict = False
    await client.chat_postMessage(channel="C0SOUMU", text="x", attachments=attachments)


async def test_texts_attachments_and_metadata_have_their_own_refusals(double: Double) -> None:
    client = client_of(double)
    ts = (await client.chat_postMessage(channel="C0SOUMU", text="あ" * 40_001))["ts"]
    assert len(double.messages("C0SOUMU")[0]["text"]) == 40_000

    async def error(call: Any) -> str:
        return str((await refused(call))["error"])

    assert await error(client.chat_update(channel="C0SOUMU", ts=ts, text="a" * 4001)) == "msg_too_long"
    assert await error(client.api_call("chat.postMessage", json={"channel": "C0SOUMU"})) == "no_text"
    many = [{"text": "a"}] * 101
    assert await error(client.chat_postMessage(channel="C0SOUMU", text="x", attachments=many)) == "too_many_attachments"
    both = client.api_call("chat.postMessage", json={"channel": "C0SOUMU", "text": "x", "markdown_text": "y"})
    assert await error(both) == "markdown_text_conflict"
    nameless = client.chat_postMessage(channel="C0SOUMU", text="x", metadata={"event_payload": {}})
    assert await error(nameless) == "invalid_metadata_schema"
    large = {"event_type": "ringi_card", "event_payload": {"words": "a" * 9000}}
    assert await error(client.chat_postMessage(channel="C0SOUMU", text="x", metadata=large)) == "metadata_too_large"


async def test_an_update_keeps_what_it_does_not_mention_and_empties_what_it_empties(double: Double) -> None:
    client = client_of(double)
    metadata = {"event_type": "ringi_card", "event_payload": {"task": "t1"}}
    sent = await client.chat_postMessage(
        channel="C0SOUMU", text="x", attachments=[{"color": "#888888", "blocks": [section("a")]}], metadata=metadata
    )
    await client.chat_update(channel="C0SOUMU", ts=sent["ts"], text="y")
    kept = double.messages("C0SOUMU")[0]
    assert kept["text"] == "y" and kept["attachments"] and kept["metadata"] == metadata and kept["edited"]
    await client.chat_update(channel="C0SOUMU", ts=sent["ts"], text="z", attachments=[])
    assert "attachments" not in double.messages("C0SOUMU")[0]
    without = await client.conversations_history(channel="C0SOUMU")
    assert "metadata" not in without["messages"][0]
    found = await client.conversations_history(channel="C0SOUMU", include_all_metadata=True)
    assert found["messages"][0]["metadata"] == metadata


async def test_places_that_are_not_there_or_closed_are_named(double: Double) -> None:
    client = client_of(double)
    team = double.teams["T0RINGI"]
    team.add_channel("C0OUTSIDE", "outside", bot=False)
    team.add_channel("C0OLD", "old").archived = True

    async def error(call: Any) -> str:
        return str((await refused(call))["error"])

    assert await error(client.chat_postMessage(channel="C0NOWHERE", text="x")) == "channel_not_found"
    assert await error(client.chat_postMessage(channel="C0OUTSIDE", text="x")) == "not_in_channel"
    assert await error(client.chat_postMessage(channel="C0OLD", text="x")) == "is_archived"
    assert await error(client.chat_update(channel="C0SOUMU", ts="1.2", text="x")) == "message_not_found"
    theirs = await double.post("U0REQUESTER", "C0SOUMU", "私の発言")
    assert await error(client.chat_update(channel="C0SOUMU", ts=theirs, text="x")) == "cant_update_message"
    assert await error(client.conversations_replies(channel="C0SOUMU", ts="1.2")) == "thread_not_found"
    double.grant("T0RINGI", set(BOT_SCOPES) - {"users:read.email"})
    assert await error(client.users_lookupByEmail(email="suzuki@sample-kk.example")) == "missing_scope"
    double.grant("T0RINGI", set(BOT_SCOPES))
    assert await error(client.users_lookupByEmail(email="nobody@sample-kk.example")) == "users_not_found"
    assert await error(client.api_call("chat.unheardOf")) == "unknown_method"


async def test_a_message_to_a_person_lands_in_the_conversation_with_them(double: Double) -> None:
    client = client_of(double)
    sent = await client.chat_postMessage(channel="U0APPROVER", text="承認待ちがあります")
    opened = await client.conversations_open(users="U0APPROVER")
    assert sent["channel"] == opened["channel"]["id"]
    assert double.messages(sent["channel"])[0]["text"] == "承認待ちがあります"


async def test_a_note_is_for_one_person_and_for_nobody_else(double: Double) -> None:
    client = client_of(double)
    await client.chat_postEphemeral(channel="C0SOUMU", user="U0OTHER", text="You may not decide this.")
    assert len(double.messages("C0SOUMU", user="U0OTHER")) == 1
    assert double.messages("C0SOUMU", user="U0REQUESTER") == []
    assert (await client.conversations_history(channel="C0SOUMU"))["messages"] == []


async def test_a_missing_scope_is_named_with_those_there_are(double: Double) -> None:
    client = client_of(double)
    double.grant("T0RINGI", {"chat:write", "im:history"})
    answer = await refused(client.users_info(user="U0REQUESTER"))
    assert answer["error"] == "missing_scope" and answer["needed"] == "users:read"
    assert answer["provided"] == "chat:write,im:history"
    answer = await refused(client.conversations_history(channel="C0SOUMU"))
    assert answer["needed"] == "channels:history"
    tested = await client.auth_test()
    assert tested.headers["X-OAuth-Scopes"] == "chat:write,im:history"


async def test_tokens_are_told_apart(double: Double) -> None:
    client = client_of(double)

    async def error(call: Any) -> str:
        return str((await refused(call))["error"])

    assert await error(client.auth_test(token="xoxb-made-up")) == "invalid_auth"
    assert await error(client.api_call("auth.test", headers={"Authorization": ""})) == "not_authed"
    assert await error(client.apps_connections_open(app_token=double.bot_token())) == "not_allowed_token_type"
    assert await error(client.chat_postMessage(token=double.app_token, channel="C0SOUMU", text="x")) == (
        "not_allowed_token_type"
    )


async def test_views_are_held_to_their_own_limits(double: Double) -> None:
    client = client_of(double)

    def modal(**more: Any) -> dict[str, Any]:
        return {"type": "modal", "title": {"type": "plain_text", "text": "却下"}, "blocks": [section("a")], **more}

    async def told(view: dict[str, Any]) -> dict[str, Any]:
        trigger = double.triggers.new("T0RINGI", "U0REQUESTER")
        return await refused(client.views_open(trigger_id=trigger, view=view))

    long = await told(modal(title={"type": "plain_text", "text": "あ" * 25}))
    assert long["error"] == "invalid_arguments"
    assert long["response_metadata"]["messages"] == [
        "[ERROR] must be less than 25 characters [json-pointer:/view/title/text]"
    ]
    assert (await told(modal(blocks=[section("a")] * 101)))["errors"] == [
        "no more than 100 items allowed [json-pointer:/view/blocks]"
    ]
    assert (await told(modal(private_metadata="a" * 3001)))["error"] == "invalid_arguments"
    assert (await told(modal(blocks=[section("a" * 3000)] * 90)))["error"] == "view_too_large"
    question = {
        "type": "input",
        "label": {"type": "plain_text", "text": "理由"},
        "element": {"type": "plain_text_input", "action_id": "a"},
    }
    assert (await told(modal(blocks=[question])))["errors"] == ["missing required field: submit [json-pointer:/view]"]
    home = {"type": "home", "blocks": [section("a")]}
    await client.views_publish(user_id="U0REQUESTER", view=home)
    shown = double.home("U0REQUESTER")
    assert shown is not None and shown["blocks"][0]["text"]["text"] == "a"


def test_beside_every_limit_stands_whether_it_is_documented() -> None:
    assert all(limit.where for limit in LIMITS.values())
    assumed = {name for name, limit in LIMITS.items() if not limit.documented}
    assert assumed == {"blocks.total", "context.text", "metadata.bytes", "plain_text_input.max_length"}
