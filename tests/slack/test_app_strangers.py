"""Somebody of another workspace, met in a shared channel, can ask for nothing: not by shortcut, not by command."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from slackhouse import CHANNEL, OTHER, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import Workplace

from ringi.slack.app.desk import Person
from ringi.testing.slack import payloads


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[SlackHouse]:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()


async def test_a_stranger_makes_no_request_of_a_message(house: SlackHouse) -> None:
    team = house.double.teams[TEAM]
    ts = await house.double.post(REQUESTER, CHANNEL, "経費をまとめて")
    place = team.channels[CHANNEL]
    message = next(one for one in place.messages if one["ts"] == ts)
    payload = payloads.message_shortcut(house.double.whole, team, OTHER, place, message, "ask_ringi")
    payload["user"]["team_id"] = "T0FOREIGN"
    await house.double.send_interaction("interactive", payload, "shortcut")
    await house.settled()
    assert house.requests() == [] and "another workspace" in house.notes(OTHER)[0]
    assert house.workplace.rows("SELECT 1 AS one FROM users WHERE slack_user_id = ?", OTHER) == []


@pytest.mark.parametrize("text", ["ask everybody's pay", "inbox", ""])
async def test_a_strangers_command_does_nothing(house: SlackHouse, text: str) -> None:
    stranger = Person(
        TEAM, house.office.store.tenant_id, OTHER, name="wilson", display_name="Emma", locale="en-US", stranger=True
    )
    house.app._counter.faces._known[TEAM, OTHER] = (stranger, time.monotonic())
    await house.double.command(OTHER, CHANNEL, "/ringi", text)
    await house.settled()
    assert house.requests() == []
    assert len(house.notes(OTHER)) == 1 and "another workspace" in house.notes(OTHER)[0]
