"""A server that dies is noticed, started again by itself after a while, and what is known of it is said."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from toolbench import hands_on, stdio

from ringi.hands import connections
from ringi.hands.config import Server, Watched
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Standing


async def eventually(look: Callable[[], bool], seconds: float = 60.0) -> None:
    for _ in range(int(seconds * 50)):
        if look():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("never")


def standing(hands: McpHands, name: str) -> Standing:
    return hands._links[name].standing()


def pid_of(hands: McpHands, name: str) -> int:
    kept = hands._links[name]._kept
    assert kept is not None
    return kept.wire.pid


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_COOL_DOWN", (0.05, 300.0))


async def test_a_server_that_dies_is_back_without_anybody_asking(tmp_path: Path, soon: None) -> None:
    async with hands_on(stdio("honest", str(tmp_path / "notes"))) as hands:
        await hands.catalog()
        first = pid_of(hands, "honest")
        os.kill(first, signal.SIGKILL)
        await eventually(lambda: standing(hands, "honest").failures == 1)
        assert "exit" in standing(hands, "honest").reason
        await eventually(lambda: standing(hands, "honest").state == "up")
        assert pid_of(hands, "honest") != first
        assert (await hands.call("greet", {"name": "a"}, key="k", timeout=120)).status == "completed"


async def test_each_pause_is_longer_than_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_COOL_DOWN", (0.01, 300.0))
    async with hands_on(Server(name="gone", command=str(tmp_path / "nothing"))) as hands:
        (problem,) = (await hands.catalog()).problems
        assert problem.code == "RINGI-311"
        await eventually(lambda: standing(hands, "gone").failures >= 4)
        monkeypatch.setattr(connections, "_COOL_DOWN", (1000.0, 100_000.0))
        failed = standing(hands, "gone").failures
        await eventually(lambda: standing(hands, "gone").failures > failed)
        told = (await hands.catalog()).servers[0]
        assert told.state == "down" and told.again_in > 1000 and told.reason


async def test_a_dead_server_of_which_nobody_knows_why_is_said_on_the_catalogue(tmp_path: Path) -> None:
    async with hands_on(stdio("honest", str(tmp_path / "notes"))) as hands:
        await hands.catalog()
        os.kill(pid_of(hands, "honest"), signal.SIGKILL)
        await eventually(lambda: standing(hands, "honest").state == "down")
        catalog = await hands.catalog()
        assert catalog.servers[0].state == "down" and catalog.servers[0].again_in > 0
        assert [one.code for one in catalog.problems] == ["RINGI-311"]


async def test_hands_take_up_and_put_down_servers_as_the_file_says(tmp_path: Path) -> None:
    import sys

    path = tmp_path / "ringi.toml"
    script = Path(__file__).parent / "honest.py"
    path.write_text("[servers.hr]\nbundled = false\n[servers.common]\nbundled = false\n")
    watched = Watched(path, dict(os.environ))
    async with hands_on(*watched.servers, news=watched.news) as hands:
        assert (await hands.catalog()).tools == ()
        before = path.read_text()
        path.write_text(before + f'[servers.one]\ncommand = "{sys.executable}"\nargs = ["{script}", "{tmp_path}/n"]\n')
        assert (await hands.catalog()).tool("greet") is not None
        pid = pid_of(hands, "one")
        path.write_text(path.read_text() + "nonsense = 1\n")
        broken = await hands.catalog()
        assert broken.tool("greet") is not None and [one.code for one in broken.problems] == ["RINGI-621"]
        path.write_text(before)
        assert (await hands.catalog()).tools == ()
        assert (await hands.call("greet", {"name": "a"}, key="k", timeout=120)).code == "RINGI-310"

        def gone() -> bool:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
            return False

        await eventually(gone)
