"""The story of a request in Slack, over both ways in: mention, cards, a rejection with its reason, approvals, done."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from slackhouse import APPROVER, CHANNEL, REQUESTER, SlackHouse, slack_house
from workplace import Workplace, streams_conform

from ringi.projection import disagreements


@pytest.fixture(params=["socket", "http"])
async def house(request: pytest.FixtureRequest, tmp_path: Path, database_url: str) -> AsyncIterator[SlackHouse]:
    workplace = Workplace(tmp_path / "home", database_url).open()
    async with slack_house(workplace, request.param) as found:
        yield found
        assert streams_conform(workplace) == []
    workplace.close()
    assert disagreements(database_url) == []


async def test_a_request_is_rejected_with_a_reason_and_its_second_version_runs(house: SlackHouse) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    assert [one["card"] for one in house.cards(thread)] == ["task", "prompt"]

    first = house.card(thread, "prompt")
    await house.press(APPROVER, first, "reject_prompt")
    await house.submit(APPROVER, rejection_reason_input="総務部だけにしてください")
    assert [(one["card"], one["version"]) for one in house.cards(thread)] == [("task", 1), ("prompt", 1), ("prompt", 2)]
    assert house.cards(thread)[1]["buttons"] == []
    second = house.card(thread, "prompt")
    assert "総務部だけにしてください" in str(second["message"]["attachments"])

    await house.press(APPROVER, second, "approve_prompt")
    plan = house.card(thread, "process")
    assert plan["buttons"][:2] == ["approve_process", "reject_process"]
    await house.press(APPROVER, plan, "approve_process")
    assert [one["card"] for one in house.cards(thread)] == ["task", "prompt", "prompt", "process", "execution"]
    (request,) = house.requests()
    done = house.card(thread, "execution")
    assert done["buttons"] == ["open_page"]
    assert f"http://127.0.0.1:8750/tasks/{request['id']}" in str(done["message"]["attachments"])

    assert house.workplace.state(request["id"]) == "completed"
    assert house.workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
    decisions = house.workplace.show(request["id"])["decisions"]
    assert [(one["identity"], one["surface"], one["decision"]) for one in decisions] == [
        (APPROVER, "slack", "reject"),
        (APPROVER, "slack", "approve"),
        (APPROVER, "slack", "approve"),
    ]
    assert (request["source"], request["slack_channel"], request["slack_thread_ts"]) == ("channel", CHANNEL, thread)
    assert house.double.errors == []
