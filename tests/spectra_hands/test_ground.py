"""What a command is said to do is what it would do here: links, programs of the directory and variables fool nobody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from spectrahouse import House, lets_pass

from ringi.minds.intending import Action, Idle
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.acting.judging import Place, judge
from ringi.testing.driving import ScriptedDriver, command, goals

HERE = Place(directory="/srv/here")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A place beside the working directory `work`, with a link to it in there."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "yard" / "bin").mkdir(parents=True)
    (tmp_path / "yard" / "link").symlink_to(tmp_path / "outside")
    return tmp_path / "outside"


def acting(directory: Path, path: str = "/usr/bin:/bin") -> Acting:
    return Acting(directory, environ={"PATH": path}, shell=ShellRules(sandbox="off"))


def reasons(hands: Acting, text: str) -> set[str]:
    return {key for key, _ in judge(text, hands.place()).reasons}


def test_a_link_is_judged_by_where_it_leads(outside: Path) -> None:
    hands = acting(outside.parent / "yard")
    assert reasons(hands, "echo x > link/profile") == {"writes_outside"}
    assert reasons(hands, "echo x > link/../yard/a") == {"writes"}
    assert reasons(hands, "cp a l*") == {"writes_outside"}
    assert reasons(hands, "cat link/key") == {"outside"}
    assert reasons(hands, "cd link && touch a") == {"outside", "writes_outside"}
    assert reasons(hands, "rm link/a") == {"deletes_outside"}
    assert reasons(hands, "rm link") == {"deletes"}  # the link goes, and nothing behind it
    (hands.directory / "mine").symlink_to("logs")
    assert reasons(hands, "echo x > mine/state.json") == {"own"}


def test_a_program_of_the_directory_is_not_taken_for_the_systems(outside: Path) -> None:
    work = outside.parent / "yard"
    hands = acting(work, f"bin:{work}/tools:/usr/bin:/bin")
    assert judge("ls", hands.place()).risk == "low"
    (work / "bin" / "ls").write_text("#!/bin/sh\n")
    assert judge("ls", hands.place()).risk == "low"  # nobody can run it
    (work / "bin" / "ls").chmod(0o755)
    assert reasons(hands, "ls && /usr/bin/ls") == {"replaced"} and judge("ls", hands.place()).risk == "high"


@pytest.mark.parametrize(
    "text",
    [
        "XDG_CONFIG_HOME=conf git status",  # its git/config says which program git starts
        "env RIPGREP_CONFIG_PATH=rc rg x",
        "export ANYTHING=x; ls",
        "ANYTHING=x ls",
        "sleep 1 & wait -n -p 'a[$(touch made)]'",
        "echo x >> .git/config",
        "rm .git/hooks/x",
        "awk 'BEGIN { ARGV[1] = \"/etc/passwd\" } 1' a",
    ],
)
def test_what_makes_a_harmless_program_do_something_else_is_high(text: str) -> None:
    assert judge(text, HERE).risk == "high"


def test_what_only_changes_how_a_program_speaks_is_nothing() -> None:
    assert judge("LC_ALL=C sort a; wait; wait -n %1; out=b; echo $out", HERE).risk == "low"


async def test_no_standing_yes_is_to_a_program_that_has_been_put_in_anothers_place(house: House) -> None:
    (house.directory / "bin").mkdir()
    hands = Acting(house.directory, environ={"PATH": f"bin:{os.environ['PATH']}"}, shell=ShellRules(sandbox="off"))
    await house.start(ScriptedDriver([goals("x"), *[command("ls")] * 3, Idle()]), hands)
    house.it._risk = hands.risk
    house.say("x")
    await house.asked()
    house.say("/always")
    await house.said("[G1-T1] DONE")
    listing = Action(kind="command", summary="-", impact="-", command="ls")
    assert lets_pass(house.it.rules, listing, hands.risk(listing))
    stand_in = house.directory / "bin" / "ls"
    stand_in.write_text("#!/bin/sh\ntouch broken-in\n")
    stand_in.chmod(0o755)
    house.say("again")
    await house.asked()
    assert not (house.directory / "broken-in").exists()


async def test_a_link_that_came_after_the_question_is_asked_about(house: House, tmp_path: Path) -> None:
    hands = Acting(house.directory, environ=dict(os.environ), shell=ShellRules(sandbox="off"))
    await house.start(ScriptedDriver([goals("x"), command("echo x > made"), Idle()]), hands)
    house.it._risk = hands.risk
    house.say("x")
    await house.asked()
    (house.directory / "made").symlink_to(tmp_path / "elsewhere")
    await house.answer()
    await house.said("less shut in")
    assert not (tmp_path / "elsewhere").exists()
