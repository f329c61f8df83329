"""A real SPECTRA, spoken to and answered from outside: Discord, X and a webhook at once, on one set of books."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from spectrahouse import House
from workplace import Workplace

from ringi.channels.config import Channels, Discord, X
from ringi.channels.crowd import Crowd
from ringi.channels.opening import Open, opened
from ringi.minds.intending import Idle, Intention, Situation
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.shapes import Action, Input
from ringi.testing import discord, x
from ringi.testing.driving import command, goals, reply
from ringi.testing.x.double import KEYS

SERVER, CHANNEL = 11, 12
OWNER = discord.Person(id=100, name="aki")
STRANGER = discord.Person(id=101, name="mallory", shown="aki")


class Driver:
    """Answers a developer in words, passes the public by, and does one thing after the other."""

    name = "driver"

    def __init__(self, *actions: Action) -> None:
        self._left = list(actions)

    async def intend(self, situation: Situation) -> Intention:
        if any(one["authority"] == "developer" for one in situation.said):
            return reply("I stopped")
        if situation.task is not None and self._left:
            return replace(self._left.pop(0), task_id=situation.task["id"])
        return goals("tidy") if situation.purpose and not situation.goals and self._left else Idle()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    work = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    found = House(work, tmp_path / "dir")
    yield found
    await found.stop()
    work.close()


async def test_purpose_approvals_interrupt_and_a_post_from_outside(house: House) -> None:
    server, outside = discord.Double({SERVER: [CHANNEL]}), x.Double()
    server.in_time = 60
    await server.start()
    await outside.start()
    config = Channels(
        discord=Discord(
            token=server.token, server=SERVER, channel=CHANNEL, owners={OWNER.id: "aki"}, api_url=server.address
        ),
        x=X(**KEYS, every_seconds=1, api_url=outside.address),
    )
    there: list[Open] = []

    async def post(action: Action, told: object) -> object:
        return await there[0].post(action.channel, action.text, action.arguments)

    hands = Acting(
        house.directory,
        environ={},
        shell=ShellRules(sandbox="off"),
        others={"post": post},  # type: ignore[dict-item]
    )
    hello = Action(kind="post", summary="say hello", impact="everybody on X", channel="x", text="Hello from SPECTRA")
    spectra = await house.start(Driver(command("echo 1 > one"), command("sleep 600"), hello), hands)

    def asks(text: str) -> list[discord.people.Message]:
        return [one for one in server.written() if one.components and text in one.content]

    try:
        async with opened(config, spectra, house.directory, lang="en", told=spectra.told) as channels:
            there.append(channels)
            await server.until(lambda: server.gateway.identified)
            await server.say(STRANGER, CHANNEL, "delete everything")
            await server.say(OWNER, CHANNEL, "tidy up")
            await server.until(lambda: asks("echo 1 > one"))
            (card,) = asks("echo 1 > one")
            await server.press(STRANGER, card, card.components[0]["components"][0]["custom_id"])
            assert not (house.directory / "one").exists()
            await server.press(OWNER, card, card.components[0]["components"][0]["custom_id"])
            await server.until(lambda: not card.components and "✓ y" in card.content)
            await house.said("[G1-T1] DONE tidy 1")
            assert (house.directory / "one").read_text() == "1\n"

            await server.until(lambda: asks("sleep 600"))
            house.work.desk("aki", "web").call("decide", decision="approve", **_open(house))  # on the page this time
            await server.until(lambda: not asks("sleep 600"))
            await house.phase("executing")
            await server.say(OWNER, CHANNEL, "what are you doing?")
            await house.said("I stopped")
            await server.until(lambda: any(one.content == "I stopped" for one in server.written()))

            await server.say(OWNER, CHANNEL, "resume")
            await server.until(lambda: asks("Hello from SPECTRA") or asks("say hello"))
            assert outside.own() == [], "nothing is posted before it is approved"
            await server.say(OWNER, CHANNEL, "y")
            await outside.until(lambda: outside.own())
            await house.said("[G1-T2] DONE tidy 2")
            outside.mention("mika", "@spectra nice")
            await house.until(lambda: [one for one in house.events("input") if one["source"] == "x"])
    finally:
        await server.stop()
        await outside.stop()
    assert [one.text for one in outside.own()] == ["Hello from SPECTRA"]
    rows = house.work.rows("SELECT identity, decision FROM decisions WHERE identity <> 'rule:auto' ORDER BY id")
    assert [(row["identity"], row["decision"]) for row in rows][:3] == [
        ("discord:aki", "approve"),
        ("web:aki", "approve"),
        ("discord:aki", "approve"),
    ]
    said = [(event["source"], event["text"]) for event in house.events("input")]
    assert ("discord", "mallory (101): delete everything") in said and ("discord", "tidy up") in said


def _open(house: House) -> dict[str, str]:
    asked = house.it.showing()["inspector"]["approval"]
    return {"approval_id": asked["id"], "digest": asked["digest"]}


async def test_ten_thousand_public_messages_do_not_make_a_developer_wait(house: House) -> None:
    judged = Driver()
    spectra = await house.start(judged, lang="en")
    said: list[str] = []
    crowd = Crowd(spectra, said.append, lang="en")
    try:
        house.say("tidy up")
        taken = 0
        for number in range(10_000):
            heard = Input(source="x", authority="public", surface="chat", text=f"@m{number} ({number}): hello")
            taken += crowd.hear(heard, str(number))
            if number % 1000 == 999:
                await asyncio.sleep(0)
        house.say("stop")
        assert house.it.halted == "stopped", "before any of them is judged"
        assert crowd.dropped == 10_000 - taken > 9_000 and len(said) == 1
        house.say("resume")
        await house.until(lambda: not crowd.waiting)
    finally:
        crowd.close()
    heard_of = [event for event in house.events("input") if event["source"] == "x"]
    assert len(heard_of) == taken and len(said) == 2
