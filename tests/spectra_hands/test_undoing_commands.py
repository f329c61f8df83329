"""What a command did to small files can be taken back; what cannot is said, and nobody's later work is lost."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from spectrahouse import House
from workplace import Workplace

from ringi.minds.rules import RulesMind
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.acting.undoing import EACH, POINTS
from ringi.spectra.shapes import Action, Outcome


@pytest.fixture
def acting(tmp_path: Path) -> Acting:
    (tmp_path / "logs").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.txt").write_text("b\n")
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / "a.txt").chmod(0o640)
    return Acting(tmp_path, environ={"PATH": os.environ["PATH"]}, shell=ShellRules(sandbox="off"))


async def ran(acting: Acting, command: str) -> Outcome:
    return await acting.run(Action(kind="command", summary="", impact="", command=command), lambda _: None)


def files(directory: Path) -> dict[str, str]:
    found = (one for one in directory.rglob("*") if one.is_file() and "logs" not in one.parts)
    return {str(one.relative_to(directory)): one.read_text() for one in found}


async def test_files_come_back_as_they_were(acting: Acting, tmp_path: Path) -> None:
    before = files(tmp_path)
    outcome = await ran(acting, "echo x > a.txt; chmod 600 a.txt; rm -r sub; echo new > c.txt; mkdir d; echo e > d/e")
    assert outcome.status == "done"
    point = outcome.undo.split("`")[1].removeprefix("/undo ")
    assert outcome.undo == f"`/undo {point}` puts these back: a.txt, sub/b.txt, c.txt, d/e"
    undone = await acting.undo(point)
    assert undone.status == "done", undone
    assert files(tmp_path) == before
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640
    assert (await acting.undo(point)).cause == "no command that can be undone"


async def test_the_last_command_is_undone_first_and_each_once(acting: Acting, tmp_path: Path) -> None:
    for number in range(3):
        await ran(acting, f"echo {number} > a.txt")
    seen = []
    for _ in range(3):
        await acting.undo()
        seen.append((tmp_path / "a.txt").read_text())
    assert seen == ["1\n", "0\n", "a\n"]
    assert (await acting.undo()).status == "fail"


async def test_what_somebody_changed_since_is_left_alone(acting: Acting, tmp_path: Path) -> None:
    await ran(acting, "echo x > a.txt; echo y > sub/b.txt; echo z > c.txt")
    (tmp_path / "a.txt").write_text("my own work\n")
    (tmp_path / "c.txt").write_text("mine too\n")
    outcome = await acting.undo()
    assert (outcome.status, outcome.cause) == ("fail", "changed since, so left as they are: a.txt, c.txt")
    assert files(tmp_path) == {"a.txt": "my own work\n", "sub/b.txt": "b\n", "c.txt": "mine too\n"}


async def test_a_command_that_was_stopped_can_be_undone_too(acting: Acting, tmp_path: Path) -> None:
    running = asyncio.ensure_future(ran(acting, "echo half > a.txt; touch begun; sleep 300"))
    while not (tmp_path / "begun").exists():
        assert not running.done()
        await asyncio.sleep(0.02)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await acting.undo()).status == "done"
    assert (tmp_path / "a.txt").read_text() == "a\n"
    assert not (tmp_path / "begun").exists()


async def test_what_is_not_kept_is_said(acting: Acting, tmp_path: Path) -> None:
    (tmp_path / "big.bin").write_bytes(b"x" * (EACH + 1))
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("before")
    outcome = await ran(acting, "echo > big.bin; echo after > .git/config")
    assert outcome.undo == "Not kept, so it cannot be put back: big.bin"
    assert (await acting.undo()).status == "fail"


async def test_reading_keeps_nothing_and_a_rule_switches_it_off(acting: Acting, tmp_path: Path) -> None:
    assert (await ran(acting, "cat a.txt; ls")).undo == ""
    assert not (tmp_path / "logs" / "undo").exists()
    acting.rules = ShellRules(sandbox="off", undo=False)
    assert (await ran(acting, "echo x > a.txt")).undo == ""
    assert not (tmp_path / "logs" / "undo").exists()


async def test_a_link_planted_meanwhile_leads_nowhere(acting: Acting, tmp_path: Path) -> None:
    other = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    other.mkdir()
    await ran(acting, "rm -r sub")
    (tmp_path / "sub").symlink_to(other)
    assert (await acting.undo()).status == "fail"
    assert list(other.iterdir()) == []


async def test_only_so_many_are_kept(acting: Acting, tmp_path: Path) -> None:
    for number in range(POINTS + 3):
        await ran(acting, f"echo {number} > a.txt")
    assert len(list((tmp_path / "logs" / "undo").glob("*/point.json"))) == POINTS


async def test_a_developer_takes_a_command_back_by_its_point(workplace: Workplace, tmp_path: Path) -> None:
    """From the word to the file, through SPECTRA itself: it is on the books like any other change."""
    workplace.open()
    house = House(workplace, tmp_path / "spectra")
    (tmp_path / "spectra" / "a.txt").write_text("a\n")
    await house.start(RulesMind())
    house.say("echo x > a.txt", surface="cli")
    await house.until(lambda: any(event.get("undo") for event in house.events()))
    words = next(event["undo"] for event in house.events() if event.get("undo"))
    house.say(words.split("`")[1])
    await house.until(lambda: (tmp_path / "spectra" / "a.txt").read_text() == "a\n")
    await house.said("a.txt")
    await house.stop()


async def test_what_an_interrupted_command_had_printed_is_on_record(workplace: Workplace, tmp_path: Path) -> None:
    workplace.open()
    house = House(workplace, tmp_path / "spectra")
    await house.start(RulesMind())
    house.say("echo half way; touch begun; sleep 300", surface="cli")
    await house.until(lambda: (house.directory / "begun").exists())
    house.say("hello")
    await house.until(lambda: any(event["status"] == "interrupted" for event in house.events("exec")))
    (event,) = [event for event in house.events("exec") if event["status"] == "interrupted"]
    assert event["output"] == "half way\n"
    await house.stop()
