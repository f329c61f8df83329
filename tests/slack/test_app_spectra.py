"""SPECTRA's approvals in Slack: developers get them as direct messages, answer y or n there, and see them settle."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from driven import CLEAN, asking, session
from slackhouse import ADMIN, APPROVER, OTHER, SlackHouse, house

from ringi.projection.asked import asked
from ringi.slack.cards import build_asked_card, build_asked_modal, wrap_in_attachment
from ringi.slack.limits import message_breaches, view_breaches
from ringi.spectra.gate import Book, whole
from ringi.spectra.shapes import Action

__all__ = ["house"]
Json = dict[str, Any]


async def asks(house: SlackHouse, book: Book, action: Action = CLEAN) -> Any:
    found = await asking(book, action)
    await house.settled()
    return found


def pressable(message: Json) -> list[str]:
    return [one["action_id"] for block in message["blocks"] for one in block.get("elements", []) if "action_id" in one]


async def press(house: SlackHouse, user: str, message: Json, action_id: str) -> None:
    channel = house.double.teams["T0RINGI"].im(user).id
    assert (await house.double.press(user, channel, message["ts"], action_id)).ok
    await house.settled()


async def test_a_developer_is_asked_directly_and_answers_there(house: SlackHouse, tmp_path: Path) -> None:
    book = await session(house.office, tmp_path, lang="ja")
    first = await asks(house, book)
    assert house.dms(APPROVER) == [] == house.dms(OTHER), "only developers are asked"
    (message,) = house.dms(ADMIN)
    told = str(message["blocks"])
    for text in (CLEAN.summary, CLEAN.impact, "危険度: 🔴 高", "-delete &amp;&amp; echo done", CLEAN.check):
        assert text in told, text
    assert pressable(message) == ["approve_action", "reject_action", "open_action"]
    await press(house, ADMIN, message, "approve_action")
    assert (await book.settled(first.id)).answer == "y"
    (message,) = house.dms(ADMIN)
    assert pressable(message) == [] and "承認済み" in message["text"]

    second = await asks(house, book)
    await press(house, ADMIN, house.dms(ADMIN)[-1], "reject_action")
    assert (await book.settled(second.id)).answer == "n"

    third = await asks(house, book)
    await press(house, ADMIN, house.dms(ADMIN)[-1], "open_action")
    await house.submit(ADMIN, decision_input="reject", rejection_reason_input="まだ早い")
    answer = await book.settled(third.id)
    assert (answer.answer, answer.why) == ("n", "まだ早い")


async def test_what_was_decided_elsewhere_settles_and_a_late_press_is_explained(
    house: SlackHouse, tmp_path: Path
) -> None:
    book = await session(house.office, tmp_path, lang="ja")
    open_ = await asks(house, book)
    message = house.dms(ADMIN)[-1]
    await asyncio.to_thread(
        lambda: house.workplace.desk("aki", "web").call(
            "decide", decision="approve", approval_id=open_.id, digest=open_.digest
        )
    )
    await house.settled()
    assert pressable(house.dms(ADMIN)[-1]) == []
    channel = house.double.teams["T0RINGI"].im(ADMIN).id
    assert (await house.double.press(ADMIN, channel, message["ts"], "reject_action", late=True)).ok
    await house.settled()
    assert (await book.settled(open_.id)).by == "web:aki"
    assert "承認済み" in house.dms(ADMIN)[-1]["text"] and len(house.dms(ADMIN)) == 2


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("x" * 9000, False),
        ("```\n<!channel> & <@U1>\n" * 100, False),
        ("```\n<!channel> & <@U1>\n" * 10, True),
        ("あ" * 2400, True),
        ("\u202e" * 900, False),
    ],
)
def test_whatever_an_action_says_slack_takes_it_and_nobody_approves_what_is_cut(text: str, fits: bool) -> None:
    action = {**whole(CLEAN), "command": text, "arguments": {"a": text[:500]}}
    told = asked({"lines": [text[:400], text[:400]], "action": action, "risk": {"level": "?"}}, "ja")
    named = {"approval_id": "A" * 26, "digest": "d" * 64, "lang": "ja"}
    words, blocks = build_asked_card(told, "action", "S" * 26, "T" * 26, **named)
    assert words and message_breaches({"text": words, **wrap_in_attachment(blocks, "running")}) == []
    modal = build_asked_modal(told, "action", "S" * 26, "T" * 26, **named)
    assert view_breaches(modal) == []
    shown = "".join(block["text"]["text"] for block in blocks if block["type"] == "section")
    offered = any(one.get("action_id") == "approve_action" for block in blocks for one in block.get("elements", []))
    assert "<!" not in shown and "<@" not in shown
    assert offered == ("submit" in modal) == fits
