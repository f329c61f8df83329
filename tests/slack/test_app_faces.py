"""Who somebody is, is asked of Slack; but nobody's decision or request waits for a name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from slackhouse import APPROVER, CHANNEL, OTHER, REQUESTER, SlackHouse, slack_house
from workplace import Workplace

from ringi.slack.app import faces


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[SlackHouse]:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()


async def until(true: Callable[[], bool]) -> None:
    for _ in range(12_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


async def test_an_approver_who_is_in_the_books_decides_while_slack_does_not_say_who_they_are(
    house: SlackHouse,
) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.double.post(APPROVER, CHANNEL, "却下", thread)  # they have been here before
    await house.settled()
    house.app._counter.faces._known.clear()  # long ago
    house.double.fail_next("users.info", status=429, retry_after=100_000, times=100)
    await house.double.press(APPROVER, CHANNEL, house.card(thread, "prompt")["ts"], "approve_prompt")
    await until(lambda: house.workplace.rows("SELECT identity FROM decisions") == [{"identity": APPROVER}])


async def test_somebody_new_is_taken_in_by_their_id_and_called_by_name_when_slack_has_said_it(
    house: SlackHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces, "PATIENCE", 0.05)
    house.double.fail_next("users.info", status=429, retry_after=600)
    called = "SELECT display_name FROM users WHERE slack_user_id = ?"
    await house.double.mention(OTHER, CHANNEL, "先月の残業時間を確認して")
    await until(lambda: house.workplace.rows(called, OTHER) == [{"display_name": OTHER}])
    await house.settled()
    assert [one["requester"] for one in house.requests()] == [OTHER]
    await house.double.mention(OTHER, CHANNEL, "今月の残業時間を確認して")
    await house.settled()
    name = house.double.teams["T0RINGI"].people[OTHER].real_name
    assert house.workplace.rows(called, OTHER) == [{"display_name": name}]
