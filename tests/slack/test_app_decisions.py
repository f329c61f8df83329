"""Who may press, and what becomes of presses that come twice, too late, from the wrong person or on an old card."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from slackhouse import ADMIN, APPROVER, CHANNEL, OTHER, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import Workplace

from ringi.projection import disagreements

Json = dict[str, Any]


@pytest.fixture(params=["socket", "http"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open()
    async with slack_house(workplace, request.param) as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


async def asked(house: SlackHouse) -> str:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    return thread


def decisions(house: SlackHouse) -> list[tuple[str, str]]:
    rows = house.workplace.rows("SELECT identity, decision FROM decisions ORDER BY id")
    return [(row["identity"], row["decision"]) for row in rows]


async def test_whoever_may_not_decide_is_told_privately_and_in_their_language(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(OTHER, house.card(thread, "prompt"), "approve_prompt")
    await house.press(OTHER, house.card(thread, "prompt"), "reject_prompt")
    assert house.notes(OTHER) == ["Only an approver or admin may decide this. What you did changed nothing."] * 2
    assert house.double.view(OTHER) is None
    assert decisions(house) == []
    assert house.notes(APPROVER) == house.notes(REQUESTER) == []


async def test_of_two_presses_at_once_one_decides_and_the_other_is_told_who_and_when(house: SlackHouse) -> None:
    thread = await asked(house)
    card = house.card(thread, "prompt")
    await asyncio.gather(
        house.double.press(APPROVER, CHANNEL, card["ts"], "approve_prompt"),
        house.double.press(ADMIN, CHANNEL, card["ts"], "approve_prompt"),
    )
    await house.settled()
    ((who, decision),) = decisions(house)
    late = ADMIN if who == APPROVER else APPROVER
    assert decision == "approve"
    (note,) = house.notes(late)
    assert f"<@{who}>" in note and "<!date^" in note and "承認済み" in note
    assert house.notes(who) == []


async def test_a_press_after_the_page_decided_is_explained_and_the_card_tells_the_truth(house: SlackHouse) -> None:
    thread = await asked(house)
    card = house.card(thread, "prompt")
    (request,) = house.requests()
    await asyncio.to_thread(
        lambda: house.workplace.desk("aki", "web").call(
            "decide", decision="approve", **house.workplace.gate(request["id"])
        )
    )
    await house.settled()
    assert house.card(thread, "prompt")["buttons"] == []
    ack = await house.double.press(APPROVER, CHANNEL, card["ts"], "approve_prompt", late=True)
    await house.settled()
    assert ack.ok
    (note,) = house.notes(APPROVER)
    assert "aki" in note and "承認済み" in note
    assert decisions(house) == [("web:aki", "approve")]


async def test_a_reason_given_too_late_is_given_back(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(APPROVER, house.card(thread, "prompt"), "reject_prompt")
    await house.press(ADMIN, house.card(thread, "prompt"), "approve_prompt")
    await house.submit(APPROVER, rejection_reason_input="総務部だけに\n<!channel>")
    (note,) = house.notes(APPROVER)
    assert f"<@{ADMIN}>" in note and "総務部だけに" in note and "<!channel>" not in note
    assert decisions(house) == [(ADMIN, "approve")]


async def test_the_old_versions_buttons_decide_nothing_about_the_new_one(house: SlackHouse) -> None:
    thread = await asked(house)
    old = house.card(thread, "prompt")
    await house.press(APPROVER, old, "reject_prompt")
    await house.submit(APPROVER, rejection_reason_input="もっと短く")
    await house.double.press(ADMIN, CHANNEL, old["ts"], "approve_prompt", late=True)
    await house.settled()
    assert decisions(house) == [(APPROVER, "reject")]
    (note,) = house.notes(ADMIN)
    assert "却下" in note


async def test_the_same_press_twice_by_one_person_is_one_decision(house: SlackHouse) -> None:
    thread = await asked(house)
    card = house.card(thread, "prompt")
    await asyncio.gather(
        *(house.double.press(APPROVER, CHANNEL, card["ts"], "approve_prompt", late=True) for _ in range(3))
    )
    await house.settled()
    assert decisions(house) == [(APPROVER, "approve")]
    assert house.notes(APPROVER) == [note for note in house.notes(APPROVER) if "あなたが" in note]


async def test_a_plan_is_sent_back_and_the_policy_comes_anew(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
    plan = house.card(thread, "process")
    await house.press(APPROVER, plan, "return_process")
    await house.submit(APPROVER, rejection_reason_input="方針から見直してください")
    assert decisions(house)[-1] == (APPROVER, "return")
    assert house.card(thread, "prompt")["version"] == 2


async def test_only_the_requester_withdraws(house: SlackHouse) -> None:
    thread = await asked(house)
    card = house.card(thread, "prompt")
    await house.press(OTHER, card, "more_prompt", f"withdraw:{card['subject']}")
    assert house.notes(OTHER) == ["Only the requester may take this back. What you did changed nothing."]
    await house.press(REQUESTER, card, "more_prompt", f"withdraw:{card['subject']}")
    (request,) = house.requests()
    assert house.workplace.state(request["id"]) == "withdrawn"
    assert house.card(thread, "prompt")["buttons"] == []


async def test_a_modal_without_a_reason_stays_open_and_says_so(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(APPROVER, house.card(thread, "prompt"), "reject_prompt")
    await house.submit(APPROVER, rejection_reason_input="   ")
    view = house.double.view(APPROVER)
    assert view is not None and view["errors"] == {"rejection_reason_block": "理由を入力してください。"}
    assert decisions(house) == []


@pytest.mark.parametrize("way", ["press", "install"])
async def test_a_press_or_an_installation_lets_stale_cards_catch_up(house: SlackHouse, way: str) -> None:
    thread = await asked(house)
    (request,) = house.requests()
    house.sender.cards.closed[TEAM, ""] = math.inf  # Slack has kept us out, and nobody has told us of the end of it
    desk = house.workplace.desk("aki", "web")
    gate = house.workplace.gate(request["id"])
    await asyncio.to_thread(lambda: desk.call("decide", decision="approve", **gate))
    await house.settled()
    stale = house.card(thread, "prompt")
    assert "approve_prompt" in stale["buttons"]
    if way == "press":
        await house.press(APPROVER, stale, "approve_prompt")
    else:
        await house.running.installations.connect_configured()
        await house.settled()
    assert house.card(thread, "prompt")["buttons"] == []
    assert house.card(thread, "process")["text"]
