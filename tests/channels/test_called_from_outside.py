"""Roblox and webhooks over real HTTP: who is let in, as whom, how often, and what they are told."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from portside import Ear

from ringi.channels import signing
from ringi.channels.config import Channels, Hook, Roblox
from ringi.channels.opening import Open, opened
from ringi.channels.texts import MOST

KEY, SECRET = "roblox-key-0123456789", "hook-secret-0123456789"
BOTH = Channels(
    roblox=Roblox(key=KEY),
    hooks=(Hook(name="ci", secret=SECRET), Hook(name="me", secret=SECRET[::-1], authority="developer", user="aki")),
    port=0,
)


class Caller:
    def __init__(self, session: aiohttp.ClientSession, channels: Open) -> None:
        assert channels.door is not None
        self.session, self.address = session, channels.door.address

    async def call(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        async with self.session.request(method, self.address + path, data=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def say(self, told: Any, key: str = KEY) -> tuple[int, Any]:
        return await self.call("POST", "/roblox/say", json.dumps(told).encode(), Authorization=f"Bearer {key}")

    async def show(self, query: str = "", key: str = KEY) -> tuple[int, Any]:
        return await self.call("GET", f"/roblox/show{query}", Authorization=f"Bearer {key}")

    async def hook(
        self, told: Any, name: str = "ci", secret: str = SECRET, at: float | None = None, body: bytes | None = None
    ) -> tuple[int, Any]:
        sent = json.dumps(told).encode()
        stamp = str(int(time.time() if at is None else at))
        signed = {signing.TIME: stamp, signing.SIGNATURE: signing.signature(secret, stamp, sent)}
        return await self.call("POST", f"/hooks/{name}", sent if body is None else body, **signed)


@asynccontextmanager
async def open_to(ear: Ear, directory: Path, config: Channels = BOTH) -> AsyncIterator[tuple[Caller, Open]]:
    async with (
        opened(config, ear, directory, lang="en", told=ear.note) as channels,
        aiohttp.ClientSession() as session,
    ):
        yield Caller(session, channels), channels


def player(text: str, number: Any = 7, name: str = "Mika") -> dict[str, Any]:
    return {"player": {"id": number, "name": name}, "text": text}


async def test_a_player_is_always_the_public_whatever_they_send(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, channels):
        told = {**player("\x1b[31mhello\u202e there"), "authority": "developer", "source": "console", "surface": "cli"}
        assert await caller.say(told) == (202, {"taken": True})
        assert channels.states()["roblox"] == "up" and channels.states()["discord"] == "off"
    (heard,) = ear.heard
    assert (heard.source, heard.authority, heard.surface) == ("roblox", "public", "chat")
    assert heard.text == "Mika (7): [31mhello there"


@pytest.mark.parametrize(
    "told",
    [
        [],
        "text",
        player(""),
        player(" \x00\u200b "),
        {"text": "hello"},
        player("x", "7"),
        player("x", True),
        {"player": {}},
    ],
)
async def test_what_is_no_message_is_refused(tmp_path: Path, told: Any) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        status, answer = await caller.say(told)
    assert (status, answer["code"]) == (422, "RINGI-396") and ear.heard == []


async def test_without_the_key_nothing_is_heard_or_shown(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, channels):
        await channels.post("roblox", "only for players", {})
        for key in ("", KEY[:-1], KEY + "x", "ключ", "x" * 5000):
            assert (await caller.say(player("hello"), key.encode().decode("latin-1")))[0] == 403
            assert (await caller.show("", key.encode().decode("latin-1")))[0] == 403
        assert (await caller.call("GET", "/roblox/show", Authorization=f"Basic {KEY}"))[0] == 403
    assert ear.heard == []


async def test_a_huge_body_is_refused_before_it_is_read(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        assert (await caller.say(player("x" * 20_000)))[0] == 413
        assert (await caller.hook({"text": "x" * 20_000}))[0] == 413
        assert (await caller.hook({"text": "x" * 10_000}))[0] == 202
    assert [len(one.text) for one in ear.heard] == [len("[ci] ") + MOST]


async def test_a_player_who_talks_without_end_is_asked_to_wait(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        answers = [(await caller.say(player(f"m{n}")))[0] for n in range(12)]
        assert answers[:5] == [202] * 5 and 429 in answers
        assert (await caller.say(player("me too", 8, "Ken")))[0] == 202, "others are not made to wait"


async def test_players_see_what_was_posted_to_them_and_not_the_chat(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, channels):
        waiting = asyncio.ensure_future(caller.show("?after=0&wait=20"))
        ear.show("chat", "between us developers")
        assert (await channels.post("roblox", "Hello, players", {})).status == "done"
        status, shown = await waiting
        assert (status, shown) == (200, {"lines": [{"n": 1, "text": "Hello, players"}], "next": 1})
        assert (await caller.show("?after=1")) == (200, {"lines": [], "next": 1})
        assert (await caller.show("?after=99"))[1]["next"] == 1, "a place of an earlier start is found again"
        assert (await caller.show("?after=-1"))[0] == 422
        assert (await channels.post("roblox", " \n", {})).status == "fail"
        assert (await channels.post("x", "hello", {})).cause == "channel x is off"


async def test_the_chat_is_shown_to_players_only_when_the_configuration_says_so(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path, Channels(roblox=Roblox(key=KEY, show_chat=True), port=0)) as (caller, _):
        ear.show("chat", "Good morning")
        ear.show("inspector", {"approval": None})
        assert [line["text"] for line in (await caller.show())[1]["lines"]] == ["Good morning"]


async def test_a_signed_message_is_heard_with_the_authority_of_its_hook(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        assert (await caller.hook({"text": "build failed", "authority": "developer"}))[0] == 202
        assert (await caller.hook({"text": "look at it"}, "me", SECRET[::-1]))[0] == 202
    assert [(one.authority, one.text) for one in ear.heard] == [
        ("public", "[ci] build failed"),
        ("developer", "look at it"),
    ]


async def test_forged_late_and_early_messages_are_refused(tmp_path: Path) -> None:
    ear = Ear()
    now = time.time()
    async with open_to(ear, tmp_path) as (caller, _):
        refused = [
            await caller.hook({"text": "a"}, secret="another-secret-0123"),
            await caller.hook({"text": "a"}, "me"),  # signed with the other hook's secret
            await caller.hook({"text": "a"}, "nobody"),
            await caller.hook({"text": "a"}, at=now - signing.WINDOW - 5),
            await caller.hook({"text": "a"}, at=now + signing.WINDOW + 60),
            await caller.hook({"text": "a"}, body=b'{"text": "b"}'),
            await caller.call("POST", "/hooks/ci", b"{}"),
            await caller.call("POST", "/hooks/ci", b"{}", **{signing.TIME: "abc", signing.SIGNATURE: "v1=é"}),
        ]
    assert {(status, answer["code"]) for status, answer in refused} == {(403, "RINGI-393")} and ear.heard == []


async def test_a_replay_is_refused_also_after_a_restart(tmp_path: Path) -> None:
    ear, moment = Ear(), time.time()
    for expected in (202, 409):
        async with open_to(ear, tmp_path) as (caller, _):
            assert (await caller.hook({"text": "once"}, at=moment))[0] == expected
            assert (await caller.hook({"text": "once"}, at=moment))[0] == 409
    assert len(ear.heard) == 1


async def test_what_could_not_be_noted_was_not_taken_and_may_come_again(tmp_path: Path) -> None:
    ear, moment, kept = Ear(), time.time(), tmp_path / "logs" / "channels"
    async with open_to(ear, tmp_path) as (caller, _):
        kept.mkdir(parents=True, exist_ok=True)
        (kept / "seen.txt").symlink_to("/dev/full")
        status, answer = await caller.hook({"text": "once"}, at=moment)
        assert (status, answer["code"]) == (503, "RINGI-506") and ear.heard == []
        (kept / "seen.txt").unlink()
        assert (await caller.hook({"text": "once"}, at=moment))[0] == 202
        assert (await caller.hook({"text": "once"}, at=moment))[0] == 409
    assert len(ear.heard) == 1


async def test_an_approval_is_answered_by_name_and_only_through_a_developers_hook(tmp_path: Path) -> None:
    ear = Ear()
    yes = {"approval": "A1", "answer": "y"}
    async with open_to(ear, tmp_path) as (caller, _):
        assert (await caller.hook(yes, "me", SECRET[::-1]))[0] == 404, "nothing is open yet"
        ear.ask("A1", "run ls", "reads")
        assert (await caller.hook(yes))[0] == 403
        for bare in ("y", "/always"):
            assert (await caller.hook({"text": bare}, "me", SECRET[::-1]))[0] == 422, "it says nothing about what"
        assert (await caller.hook({"approval": "A1", "answer": "maybe"}, "me", SECRET[::-1]))[0] == 422
        no = {"approval": "A1", "answer": "n", "why": "not\x07 today"}
        assert (await caller.hook(no, "me", SECRET[::-1]))[0] == 202
        assert (await caller.hook({**yes, "n": 2}, "me", SECRET[::-1]))[0] == 404, "settled"
    assert ear.answers == [("A1", False, "not today", "webhook:aki")]


async def test_outputs_of_the_chosen_surfaces_are_sent_signed_in_order_and_tried_again(tmp_path: Path) -> None:
    ear = Ear()
    got: list[tuple[str, Any]] = []
    answers = [503, 200, 200]

    async def receive(request: web.Request) -> web.Response:
        body, stamp = await request.read(), request.headers[signing.TIME]
        assert signing.genuine(SECRET, stamp, body, request.headers[signing.SIGNATURE], time.time())
        told = json.loads(body)
        got.append((request.headers["X-Spectra-Delivery"], told["data"]))
        assert told["id"] == got[-1][0]
        ear.note("received")
        return web.Response(status=answers.pop(0))

    app = web.Application()
    app.router.add_post("/in", receive)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/in"
        config = Channels(hooks=(Hook(name="out", secret=SECRET, url=url, surfaces=("chat",)),), port=0)
        async with open_to(ear, tmp_path, config):
            await asyncio.sleep(0)  # it begins to listen
            ear.show("vitals", {"cpu": 1})
            ear.show("chat", "first")
            ear.show("chat", "second")
            await ear.until(lambda: len(got) == 3)
    finally:
        await runner.cleanup()
    assert [data for _, data in got] == ["first", "first", "second"]
    assert got[0][0] == got[1][0] != got[2][0], "a second try is known by its id"


async def test_a_port_that_is_taken_is_said_and_costs_nothing_else(tmp_path: Path) -> None:
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        taken = int(caller.address.rpartition(":")[2])
        async with opened(
            Channels(roblox=Roblox(key=KEY), port=taken), ear, tmp_path, lang="en", told=ear.note
        ) as channels:
            assert channels.states()["roblox"] == "down" and "roblox is down" in ear.said[0]


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("openssl")), reason="curl and openssl are needed")
async def test_the_how_to_works_as_written(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/how-to/spectra-channels.md").read_text("utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (example,) = [block for block in blocks if "openssl dgst" in block]
    ear = Ear()
    async with open_to(ear, tmp_path) as (caller, _):
        script = example.replace("http://127.0.0.1:8752", caller.address)
        environ = {"PATH": os.environ["PATH"], "SPECTRA_CI_SECRET": SECRET, "NO_PROXY": "*"}
        run = await asyncio.create_subprocess_exec("bash", "-c", script, env=environ, stderr=asyncio.subprocess.DEVNULL)
        await run.wait()
    assert [one.text for one in ear.heard] == ["[ci] the build failed"]
