"""While a workspace's token cannot be read nothing is acknowledged: Slack brings it again, and nobody is sent away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from slackhouse import APPROVER, CHANNEL, REQUESTER, SlackHouse, slack_house
from workplace import Workplace

from ringi.store.vault import Vault
from ringi.store.vault_keys import FileKeys, GivenKeys, new_key


@pytest.fixture(params=["http", "socket"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    async with slack_house(workplace, request.param) as found:
        yield found
    workplace.close()


def cold(house: SlackHouse) -> None:
    """As if it had just been started: nothing is remembered of the workspace."""
    house.running.installations._forget()
    house.app._authorize.forget()


def decided(house: SlackHouse) -> list[str]:
    return [row["decision"] for row in house.workplace.rows("SELECT decision FROM decisions ORDER BY id")]


async def asked(house: SlackHouse) -> str:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    return thread


@pytest.fixture(params=["lost", "unreadable"])
def no_key(request: pytest.FixtureRequest, tmp_path: Path) -> Vault:
    """Another key than the one that the token is sealed with, or a place for keys that cannot be read just now."""
    if request.param == "lost":
        return Vault(GivenKeys(new_key().text))
    (tmp_path / "no-folder").write_text("")
    return Vault(FileKeys(tmp_path / "no-folder" / "vault.key"))


async def test_a_press_while_there_is_no_key_is_not_taken_and_can_be_made_again(
    house: SlackHouse, no_key: Vault
) -> None:
    card = house.card(await asked(house), "prompt")
    before = len(house.double.messages(CHANNEL))
    vault, house.office.vault = house.office.vault, no_key
    cold(house)
    ack = await house.double.press(APPROVER, CHANNEL, card["ts"], "approve_prompt")
    assert not ack.ok and decided(house) == []
    assert len(house.double.messages(CHANNEL)) == before and house.notes(APPROVER) == []
    house.office.vault = vault
    await house.press(APPROVER, card, "approve_prompt")
    assert decided(house) == ["approve"]


async def test_words_said_while_there_is_no_key_come_again_and_count(house: SlackHouse, no_key: Vault) -> None:
    thread = await asked(house)
    vault, house.office.vault = house.office.vault, no_key
    cold(house)
    told = len(house.double.deliveries)
    await house.double.post(APPROVER, CHANNEL, "承認", thread)
    await house.double.told()
    assert not house.double.deliveries[told]["ok"] and decided(house) == []
    house.office.vault = vault
    while not house.double.deliveries[-1]["ok"]:
        await house.double.clock.forward(60)
        await asyncio.sleep(0.01)
    await house.settled()
    assert decided(house) == ["approve"]
