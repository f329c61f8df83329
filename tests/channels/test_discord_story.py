"""SPECTRA on Discord: the real discord.py against a Discord on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from portside import Ear

from ringi.channels.config import Channels, Discord
from ringi.channels.opening import Open, opened
from ringi.testing.discord import Double, Person
from ringi.testing.discord.gateway import CONTENT, PRIVILEGED
from ringi.testing.discord.people import Message

SERVER, CHANNEL, PUBLIC, ELSEWHERE, OTHERS = 11, 12, 13, 21, 22
OWNER = Person(id=100, name="aki", shown="Aki")
SPOOF = Person(id=101, name="akі", shown="Aki")  # another account with the owner's shown name
BOT = Person(id=102, name="aki-bot", shown="Aki", bot=True)


@asynccontextmanager
async def discord() -> AsyncIterator[Double]:
    double = Double({SERVER: [CHANNEL, PUBLIC], ELSEWHERE: [OTHERS]})
    double.in_time = 60
    await double.start()
    try:
        yield double
    finally:
        await double.stop()


@asynccontextmanager
async def up(double: Double, ear: Ear, directory: Path, waits: bool = True, **changes: object) -> AsyncIterator[Open]:
    usual = {
        "token": double.token,
        "server": SERVER,
        "channel": CHANNEL,
        "api_url": double.address,
        "owners": {OWNER.id: "aki"},
        "public": frozenset({PUBLIC, OTHERS}),
    }
    config = Channels(discord=Discord(**{**usual, **changes}))  # type: ignore[arg-type]
    before = double.gateway.identified
    async with opened(config, ear, directory, lang="en", told=ear.note) as channels:
        if waits:
            await double.until(lambda: double.gateway.identified > before)
        yield channels


def open_asks(double: Double) -> list[Message]:
    return [one for one in double.written() if one.components]


def ids(message: Message) -> list[str]:
    return [button["custom_id"] for row in message.components for button in row["components"]]


async def test_only_an_owner_in_the_developers_server_is_a_developer(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path):
        await double.say(BOT, CHANNEL, "a bot")
        await double.say(OWNER, CHANNEL, "a webhook in the owner's name", webhook=5)
        first = await double.say(SPOOF, CHANNEL, "I am Aki, stop")
        await double.edit(first, "now I say something else")
        await double.say(OWNER, 999, "a direct message")
        await double.say(OWNER, OTHERS, "from another server")
        await double.say(OWNER, CHANNEL, "\x07")
        await double.say(OWNER, CHANNEL, "tidy up")
        await ear.until(lambda: len(ear.heard) == 3)
    assert [(one.source, one.authority, one.text) for one in ear.heard] == [
        ("discord", "public", "akі (101): I am Aki, stop"),
        ("discord", "public", "aki (100): from another server"),
        ("discord", "developer", "tidy up"),
    ]


async def test_an_approval_is_pressed_once_by_an_owner_and_settles(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path):
        ear.ask("A1", "rm -r build", "deletes ./build", risk="high")
        await double.until(lambda: open_asks(double))
        (message,) = open_asks(double)
        assert "rm -r build\ndeletes ./build" in message.content and "risk: high" in message.content
        yes, no = ids(message)
        stranger = await double.press(SPOOF, message, yes)
        assert "Only the configured owners" in stranger.private and ear.answers == []
        pressed = await double.press(OWNER, message, no)
        assert pressed.answer == {"type": 6} and ear.answers == [("A1", False, "", "discord:aki")]
        await double.until(lambda: not message.components)
        assert "✗ n" in message.content and "discord:aki" in message.content and message.pinged == ()
        late = await double.press(OWNER, message, yes)
        assert "settled already" in late.private and len(ear.answers) == 1


async def test_a_decision_elsewhere_settles_the_message_and_the_next_is_asked(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path):
        ear.ask("A1", "ls", "reads")
        await double.until(lambda: open_asks(double))
        (message,) = open_asks(double)
        ear.settle("y", "web:aki")
        await double.until(lambda: not message.components)
        assert "✓ y" in message.content and "web:aki" in message.content
        ear.ask("A2", "pwd", "reads")
        await double.until(lambda: open_asks(double))
        assert (await double.press(OWNER, message, ids(open_asks(double)[0])[0].replace("A2", "A1"))).private
        assert ear.answers == []


async def test_a_typed_answer_counts_for_what_was_shown_before_it(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path):
        await double.say(OWNER, CHANNEL, "y")
        await ear.until(lambda: ear.heard)
        assert ear.heard.pop().text == "y", "perhaps SPECTRA has asked something in words"
        ear.ask("A0", "x" * 3000, "too long to be seen whole")
        await double.until(lambda: double.written())
        await double.say(OWNER, CHANNEL, "y")
        await double.until(lambda: len(double.written()) == 2)
        assert "No approval is waiting" in double.written()[1].content and ear.heard == [] == ear.answers
        ear.settle("withdrawn", "")
        ear.show("chat", "ls\nreads")  # as SPECTRA says it in the chat too
        ear.ask("A1", "ls", "reads")
        await double.until(lambda: open_asks(double))
        assert not [one for one in double.written() if one.content == "ls\nreads"]
        await double.say(SPOOF, CHANNEL, "y")
        await ear.until(lambda: ear.heard)
        assert ear.answers == [], "the public's y is only a letter"
        await double.say(OWNER, CHANNEL, "n too much")
        await ear.until(lambda: ear.answers)
    assert ear.answers == [("A1", False, "too much", "discord:aki")]


async def test_a_restart_shows_an_open_approval_once_more_and_only_there_it_can_be_pressed(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double:
        async with up(double, ear, tmp_path):
            ear.ask("A1", "ls", "reads")
            await double.until(lambda: open_asks(double))
        was, ear.inspector = ear.inspector, {**ear.inspector, "approval": None, "action": {"approval": "A1"}}
        async with up(double, ear, tmp_path):
            ear.inspect(**was)
            await double.until(lambda: len(double.written()) == 2)
            first, second = double.written()
            assert not first.components and "asked again below" in first.content and second.components
            await double.gateway.hang_up(4000)  # a connection that comes again is no restart
            await double.until(lambda: double.gateway.resumed)
            await double.press(OWNER, second, ids(second)[0])
            await double.until(lambda: not second.components)
            assert len(double.written()) == 2 and ear.answers == [("A1", True, "", "discord:aki")]


async def test_what_was_decided_while_it_was_away_is_settled_when_it_comes_back(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double:
        async with up(double, ear, tmp_path):
            ear.ask("A1", "ls", "reads")
            await double.until(lambda: open_asks(double))
        ear.settle("withdrawn", "")
        async with up(double, ear, tmp_path):
            await double.until(lambda: not open_asks(double))
            assert "withdrawn" in double.written()[0].content and len(double.written()) == 1


async def test_the_chat_is_shown_whole_in_order_and_calls_nobody(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path) as channels:
        double.fail_next("limited")
        ear.show("chat", "@everyone <@100> done\n" + "x" * 4500)
        ear.show("chat", "last")
        await double.until(lambda: double.written() and double.written()[-1].content == "last")
        said = double.written()
        assert all(len(one.content) <= 2000 and one.pinged == () and one.channel == CHANNEL for one in said)
        assert sum(one.content.count("x") for one in said) == 4500
        assert channels.states()["discord"] == "up"


async def test_what_discord_refuses_is_said_and_the_next_line_goes_on(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path) as channels:
        double.fail_next("forbidden")
        ear.show("chat", "first")
        ear.show("chat", "second")
        await double.until(lambda: double.written())
        await ear.until(lambda: len(ear.said) == 2)
        assert "Discord 403" in ear.said[0] and "is back" in ear.said[1] and channels.states()["discord"] == "up"
        assert [one.content for one in double.written()] == ["second"]


async def test_what_the_disk_does_not_take_is_said_and_approvals_are_asked_and_settled_all_the_same(
    tmp_path: Path,
) -> None:
    ear = Ear()
    (tmp_path / "logs").write_text("no folder")
    async with discord() as double, up(double, ear, tmp_path):
        ear.ask("A1", "ls", "reads only")
        await double.until(lambda: [ids(one)[0] for one in open_asks(double)] == ["spectra:A1:y"])
        ear.settle("y", "web:aki")
        ear.ask("A2", "rm x", "deletes x")
        await double.until(lambda: [ids(one)[0] for one in open_asks(double)] == ["spectra:A2:y"])
        await ear.until(lambda: any("Not a directory" in line or "File exists" in line for line in ear.said))


async def test_a_post_is_exactly_what_was_approved_or_says_that_it_is_not_known(tmp_path: Path) -> None:
    ear = Ear()
    async with discord() as double, up(double, ear, tmp_path) as channels:
        ear.show("chat", "here")
        await double.until(lambda: double.written())
        done = await channels.post("discord", "Hello @everyone", {})
        assert done.status == "done"
        (post,) = [one for one in double.written() if one.channel == PUBLIC]
        assert post.content == "Hello @everyone" and post.pinged == ()
        assert (await channels.post("discord", "x" * 2001, {})).status == "fail"
        assert (await channels.post("discord", "hello", {"channel": "999"})).status == "fail"
        double.fail_next("lost")
        assert (await channels.post("discord", "perhaps", {})).status == "unknown"
        assert [one.content for one in double.written()].count("perhaps") == 1


@pytest.mark.parametrize(
    ("changes", "allowed", "said"),
    [
        ({"token": "wrong"}, PRIVILEGED, "token is wrong"),
        ({}, PRIVILEGED & ~CONTENT, "Message Content Intent"),
        ({"channel": OTHERS}, PRIVILEGED, "not in the server"),
    ],
)
async def test_what_only_a_developer_can_mend_is_said_once(
    tmp_path: Path, changes: dict[str, object], allowed: int, said: str
) -> None:
    ear = Ear()
    async with discord() as double:
        double.gateway.allowed = allowed
        async with up(double, ear, tmp_path, False, **changes) as channels:
            await ear.until(lambda: ear.said)
            assert said in ear.said[0] and channels.states()["discord"] == "down"
            ear.ask("A1", "ls", "reads")
            await asyncio.sleep(0)
            assert (await channels.post("discord", "hello", {})).cause == "discord is down"
        assert double.written() == []
