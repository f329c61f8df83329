"""SPECTRA on X, against an X on loopback: no mention lost or doubled, no post sent twice."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from portside import Ear

from ringi.channels.config import Channels, X
from ringi.channels.crowd import ROOM
from ringi.channels.opening import Open, opened
from ringi.testing.x import Double
from ringi.testing.x.double import KEYS

MENTIONS = "GET /2/users/9/mentions"


@asynccontextmanager
async def x() -> AsyncIterator[Double]:
    double = Double()
    await double.start()
    try:
        yield double
    finally:
        await double.stop()


@asynccontextmanager
async def up(double: Double, ear: Ear, directory: Path, every: int = 3600, **keys: str) -> AsyncIterator[Open]:
    config = Channels(x=X(**{**KEYS, **keys}, every_seconds=every, api_url=double.address))
    async with opened(config, ear, directory, lang="en", told=ear.note) as channels:
        yield channels


async def ready(double: Double, times: int = 1) -> None:
    await double.until(lambda: double.calls.count(MENTIONS) >= times)


async def test_mentions_since_the_first_start_are_heard_once_in_order_across_restarts(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        old = double.mention("mika", "@spectra from before")
        double.posts[0] = type(old)(old.id - (3600 * 1000 << 22), old.author, old.text)
        async with up(double, ear, tmp_path):
            await ready(double)
        double.page = 2
        for n in range(5):
            double.mention("mika", f"@spectra m{n} &\x1b[31m")
        async with up(double, ear, tmp_path):
            await ear.until(lambda: len(ear.heard) == 5)
        double.mention("ken", "@spectra last")
        double.mention("spectra", "@spectra talking to itself", user="9")
        async with up(double, ear, tmp_path):
            await ear.until(lambda: len(ear.heard) == 6)
    assert {(one.source, one.authority, one.surface) for one in ear.heard} == {("x", "public", "chat")}
    said = [one.text.partition(": ") for one in ear.heard]
    assert [text for _, _, text in said] == [*(f"@spectra m{n} &[31m" for n in range(5)), "@spectra last"]
    assert said[0][0].startswith("@mika (") and said[-1][0].startswith("@ken (")


async def test_a_mention_is_not_doubled_when_the_crash_came_before_it_was_noted(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        async with up(double, ear, tmp_path):
            await ready(double)
        first = double.mention("mika", "@spectra one")
        double.mention("mika", "@spectra two")
        (tmp_path / "logs").mkdir(exist_ok=True)
        heard = {"type": "input", "source": "x", "surface": "chat", "text": f"@mika ({first.id}): @spectra one"}
        (tmp_path / "logs" / "events.jsonl").write_text(json.dumps(heard) + "\n", "utf-8")
        async with up(double, ear, tmp_path):
            await ear.until(lambda: ear.heard)
    assert [one.text.partition(": ")[2] for one in ear.heard] == ["@spectra two"]


async def test_mentions_wait_while_the_loop_is_busy_and_none_is_lost_at_a_stop(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        async with up(double, ear, tmp_path):
            await ready(double)
        for n in range(ROOM + 5):
            double.mention("mika", f"@spectra m{n}")
        async with up(double, ear, tmp_path):
            await ear.until(lambda: len(ear.heard) == ROOM)
        async with up(double, ear, tmp_path):
            await ear.until(lambda: len(ear.heard) == ROOM + 5)
    assert [one.text.partition(": ")[2] for one in ear.heard] == [f"@spectra m{n}" for n in range(ROOM + 5)]


async def test_looking_again_and_again_wakes_nobody(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double, up(double, ear, tmp_path, every=1):
        await ready(double, 3)
    assert ear.heard == [] and ear.said == []


async def test_a_limit_is_waited_for_and_a_break_is_said_once(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        double.fail_next("/mentions", "broken")
        double.fail_next("/mentions", "broken")
        double.fail_next("/mentions", "limited", reset=int(time.time()) + 1)
        async with up(double, ear, tmp_path, every=1) as channels:
            await ear.until(lambda: len(ear.said) == 2)
            assert "x is down" in ear.said[0] and "x is back" in ear.said[1]
            assert channels.states()["x"] == "up" and double.calls.count(MENTIONS) == 4


async def test_keys_that_are_refused_are_said_and_not_tried_again(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double, up(double, ear, tmp_path, every=1, access_secret="wrong") as channels:
        await ear.until(lambda: ear.said)
        assert "does not accept the keys" in ear.said[0] and channels.states()["x"] == "down"
        assert (await channels.post("x", "hello", {})).cause == "x is down"
        assert len(double.calls) == 1


async def test_a_post_is_exactly_the_approved_text_and_says_no_to_what_does_not_fit(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double, up(double, ear, tmp_path) as channels:
        asked = double.mention("mika", "@spectra hello?")
        await ready(double)
        done = await channels.post("x", "Good <morning> https://example.com/a", {})
        assert done.status == "done" and done.output.endswith(str(double.own()[0].id))
        assert (await channels.post("x", "あ" * 141, {})).cause == "length 282, not 1 to 280"
        assert (await channels.post("x", " ", {})).status == "fail"
        assert (await channels.post("x", "hi", {"reply_to": "../1"})).status == "fail"
        assert (await channels.post("x", "hi", {"reply_to": str(asked.id)})).status == "done"
        assert "duplicate" in (await channels.post("x", "hi", {"reply_to": str(asked.id)})).cause
        double.fail_next("/tweets", "limited", reset=1_800_000_000)
        assert "429 until 2027-01-15T08:00:00Z" in (await channels.post("x", "later", {})).cause
    assert [one.text for one in double.own()] == ["Good <morning> https://example.com/a", "hi"]


async def test_a_post_whose_answer_was_lost_is_found_or_unknown_and_never_doubled(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        async with up(double, ear, tmp_path) as channels:
            await ready(double)
            double.fail_next("/2/tweets", "lost")
            assert (await channels.post("x", "did it & arrive? https://example.com", {})).status == "done", (
                "it is found"
            )
            double.fail_next("/2/tweets", "lost")
            double.fail_next("/9/tweets", "broken")
            assert (await channels.post("x", "and this?", {})).status == "unknown"
            double.fail_next("/2/tweets", "dropped")
            assert (await channels.post("x", "never sent", {})).status == "unknown"
        async with up(double, ear, tmp_path) as channels:
            await ready(double, 2)
            assert (await channels.post("x", "never sent", {})).status == "done", "a person asked for it again"
    assert [one.text for one in double.own()].count("and this?") == 1
    assert [one.text for one in double.own()].count("never sent") == 1


async def test_a_post_that_was_unknown_is_found_when_it_is_approved_again(tmp_path: Path) -> None:
    ear = Ear()
    async with x() as double:
        async with up(double, ear, tmp_path) as channels:
            await ready(double)
            double.fail_next("/2/tweets", "lost")
            double.fail_next("/9/tweets", "broken")
            assert (await channels.post("x", "once", {})).status == "unknown"
        async with up(double, ear, tmp_path) as channels:
            await ready(double, 2)
            assert (await channels.post("x", "once", {})).status == "done"
    assert [one.text for one in double.own()] == ["once"] and double.calls.count("POST /2/tweets") == 1
