"""A plan's direct messages go out through the workspace that the request came from, to the one who is on the card."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from slackhouse import APPROVER, CHANNEL, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import Workplace, step

from ringi.projection import disagreements
from ringi.slack.installations.direct import finder

STEPS = [
    step(1, "send_slack_dm", recipient="requester", text="あなたへ"),
    step(2, "send_slack_dm", recipient="wilson@sample-kk.example", text="ウィルソンさんへ <!channel>"),
]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open(steps=STEPS)
    assert workplace.office is not None
    workplace.office._hands = None  # the configured ones: the bundled servers in this process
    await workplace.office.hands.catalog()  # connected before there is a Slack, as when a server starts
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


async def test_the_card_names_who_is_reached_and_those_get_it_once(house: SlackHouse) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "お願いします")
    await house.settled()
    await house.press(APPROVER, house.card(thread, "prompt"), "approve_prompt")
    plan = house.card(thread, "process")
    shown = str(plan["message"]["attachments"])
    assert "田中 さくら" in shown and REQUESTER in shown and "Emma Wilson" in shown and "U0OTHER" in shown
    await house.press(APPROVER, plan, "approve_process")
    assert house.workplace.state(house.requests()[0]["id"]) == "completed"
    assert [one["text"] for one in house.dms(REQUESTER)] == ["あなたへ"]
    assert [one["text"] for one in house.dms("U0OTHER")] == ["ウィルソンさんへ &lt;!channel&gt;"]
    assert not (house.workplace.home / "outbox.jsonl").exists()
    assert house.double.errors == []


async def test_a_tenant_without_a_workspace_has_no_account(house: SlackHouse) -> None:
    find = finder(house.running.installations)
    own = await find("")
    assert own is not None and own.place == TEAM and await own.token() == house.double.bot_token()
    assert house.double.bot_token() not in repr(own)
    assert await find("another") is None
