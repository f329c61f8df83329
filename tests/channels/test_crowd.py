"""However many of the public speak, so many wait; a developer never does."""

from __future__ import annotations

import asyncio

from portside import Ear

from ringi.channels.crowd import ROOM, Crowd
from ringi.spectra.shapes import Authority, Input


def said(text: str, authority: Authority = "public", source: str = "x") -> Input:
    return Input(source=source, authority=authority, surface="chat", text=text)


async def test_ten_thousand_public_messages_are_bounded_counted_and_said_once_each_way() -> None:
    ear = Ear()
    crowd = Crowd(ear, ear.note, lang="en", waiting=200, each=20)
    taken = sum(crowd.hear(said(f"m{n}"), sender=str(n)) for n in range(10_000))
    assert len(ear.heard) == ROOM and crowd.waiting == 200 and taken == ROOM + 200
    assert crowd.dropped == 10_000 - taken and len(ear.said) == 1 and "Too many" in ear.said[0]
    while crowd.waiting:
        ear.inspect(queue=0)  # the loop has read what lay before it
    assert [one.text for one in ear.heard] == [f"m{n}" for n in range(taken)], "in order, none lost"
    assert len(ear.said) == 2 and str(crowd.dropped) in ear.said[1]


async def test_a_developer_goes_straight_through_a_full_line() -> None:
    ear = Ear()
    crowd = Crowd(ear, ear.note, lang="en", waiting=5, each=5)
    for n in range(100):
        crowd.hear(said(f"m{n}"), sender=str(n))
    assert crowd.hear(said("stop", "developer", "discord"))
    assert ear.heard[-1].text == "stop"


async def test_one_sender_cannot_take_the_whole_line() -> None:
    ear = Ear()
    ear.inspector["queue"] = ROOM
    crowd = Crowd(ear, ear.note, lang="en", waiting=100, each=3)
    assert [crowd.hear(said("again"), sender="loud") for _ in range(5)] == [True] * 3 + [False] * 2
    assert crowd.hear(said("hello"), sender="quiet")


async def test_the_public_waits_while_the_loop_has_no_room_and_nothing_wakes_meanwhile() -> None:
    ear = Ear()
    ear.inspector["queue"] = ROOM
    crowd = Crowd(ear, ear.note, lang="en")
    waiting = asyncio.ensure_future(crowd.passed_on(said("later"), "a"))
    await asyncio.sleep(0)
    assert not waiting.done() and ear.heard == []
    ear.inspect(queue=ROOM - 1)
    await waiting
    assert [one.text for one in ear.heard] == ["later"]
