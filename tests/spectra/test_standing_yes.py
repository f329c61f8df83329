"""A standing yes is to one whole command, as it was read: so often, so long, and while what it runs is the same."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from spectrahouse import House, lets_pass

from ringi.minds.intending import Action, Idle
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.acting.git_commands import quieten
from ringi.spectra.grants import TIMES, new_grant
from ringi.spectra.rules import read, spelt
from ringi.testing.driving import ScriptedDriver, command, goals


def hands(directory: Path, **rules: Any) -> Acting:
    return Acting(directory, environ=dict(os.environ), shell=ShellRules(**{"sandbox": "off", **rules}))


def script(directory: Path, name: str, text: str) -> None:
    (directory / name).write_text(f"#!/bin/sh\n{text}\n")
    (directory / name).chmod(0o755)


def granted(acting: Acting, action: Action, name: str = "a") -> str:
    """The rules' text after `/always`."""
    value = new_grant(action, acting.risk(action), datetime.now(UTC) + timedelta(days=1))
    assert value is not None
    return f"[grants.{name}]\n" + "".join(f"{key} = {spelt(one)}\n" for key, one in value.items())


async def started(house: House, *actions: Action) -> Acting:
    acting = hands(house.directory)
    await house.start(ScriptedDriver([goals("x"), *actions, Idle()]), acting)
    house.it._risk = acting.risk
    house.say("x")
    await house.asked()
    return acting


async def test_the_same_script_runs_again_unasked(house: House) -> None:
    script(house.directory, "run.sh", "echo one >> ran")
    await started(house, *[command("./run.sh")] * 2)
    house.say("/always")
    await house.said("[G1-T2] DONE")
    assert (house.directory / "ran").read_text() == "one\none\n"


async def test_a_script_that_was_rewritten_after_the_yes_is_asked_about_again_and_it_is_said_why(house: House) -> None:
    script(house.directory, "run.sh", "echo one >> ran; echo '#' >> run.sh")
    await started(house, *[command("./run.sh")] * 2)
    house.say("/always")
    await house.said(f"up to {TIMES} times")
    assert any("run.sh" in line and "load in turn is not watched" in line for line in house.chat)
    await house.said("a file has changed")
    assert "./run.sh" in (await house.asked())["lines"][0]
    assert (house.directory / "ran").read_text() == "one\n"


async def test_it_ends_after_so_many_times_also_over_a_restart(house: House) -> None:
    (house.directory / "spectra.toml").write_text(
        '[grants.a]\ncommand = "echo x >> f"\ntimes = 2\nuntil = "2999-01-01"\n[stuck]\nsame_action = 9\n'
    )
    (house.directory / "logs").mkdir()
    used = '{"time":"2026-01-01T00:00:00.000Z","type":"exec","command":"echo x >> f","status":"done","output":"",'
    (house.directory / "logs" / "events.jsonl").write_text(used + '"approval":"auto","grant":"a"}\n')
    acting = hands(house.directory)
    await house.start(ScriptedDriver([goals("x"), *[command("echo x >> f")] * 3, Idle()]), acting)
    house.it._risk = acting.risk
    house.say("x")
    await house.said("used 2 times")
    await house.asked()
    assert (house.directory / "f").read_text() == "x\n"


async def test_what_was_rewritten_while_the_question_stood_does_not_run(house: House) -> None:
    script(house.directory, "run.sh", "touch made")
    await started(house, command("./run.sh"))
    script(house.directory, "run.sh", "touch broken-in")
    await house.answer()
    await house.said("may do more")
    assert not (house.directory / "broken-in").exists()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(
            ("./run.sh", "run.sh"),
            ("sh run.sh", "run.sh"),
            ("cd sub && ../run.sh", "run.sh"),
            ("python3 a.py x", "a.py"),
        ),
        *(("make test", "Makefile"), ("npm test", "package.json"), ("timeout 5 ./run.sh", "run.sh")),
        *(
            ("find . -name x -exec ./run.sh {} +", "run.sh"),
            ("ls && ./run.sh | cat", "run.sh"),
            (". ./run.sh", "run.sh"),
        ),
        *(("python3 < a.py", "a.py"), ("node --require=./a.py x", "a.py"), ("sh -c 'ls; ./run.sh'", "run.sh")),
        *(("tool", "bin/tool"), ("make -f other.mk", "other.mk"), ("ls || env sh run.sh", "run.sh")),
    ],
)
def test_it_is_bound_to_the_file_that_the_command_runs(tmp_path: Path, text: str, name: str) -> None:
    for one in ("sub", "bin"):
        (tmp_path / one).mkdir()
    for one in ("run.sh", "a.py", "Makefile", "package.json", "bin/tool", "other.mk"):
        script(tmp_path, one, "true")
    acting = Acting(tmp_path, environ={"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}, shell=ShellRules(sandbox="off"))
    rules = read(granted(acting, command(text)))
    assert lets_pass(rules, command(text), acting.risk(command(text)))
    assert name in rules.grants[0].files
    script(tmp_path, name, "touch broken-in")
    assert not lets_pass(rules, command(text), acting.risk(command(text)))


def test_a_file_that_comes_to_stand_before_the_one_that_was_meant_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("test:\n")
    rules = read(granted(hands(tmp_path), command("make test")))
    (tmp_path / "GNUmakefile").write_text("test:\n\ttouch broken-in\n")
    assert not lets_pass(rules, command("make test"), hands(tmp_path).risk(command("make test")))


def test_what_is_only_read_may_change(tmp_path: Path) -> None:
    script(tmp_path, "run.sh", "true")
    (tmp_path / "notes.txt").write_text("a\n")
    for text in ("wc -l notes.txt", "./run.sh notes.txt", "sh run.sh notes.txt"):
        rules = read(granted(hands(tmp_path), command(text)))
        (tmp_path / "notes.txt").write_text("b\n")
        assert lets_pass(rules, command(text), hands(tmp_path).risk(command(text)))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "while true; do echo x >> f; done",
            "echo x >> f; echo x >> f",
            "echo x >> f && touch g",
            "touch g; echo x >> f",
        ),
        *(
            "(echo x >> f)",
            "echo x >> f &",
            "echo x >> f | cat",
            "for i in 1 2; do echo x >> f; done",
            "eval 'echo x >> f'",
        ),
    ],
)
def test_two_of_them_cover_no_combination(tmp_path: Path, text: str) -> None:
    both = granted(hands(tmp_path), command("echo x >> f")) + granted(hands(tmp_path), command("touch g"), "b")
    rules = read(both)
    assert lets_pass(rules, command("touch g"), hands(tmp_path).risk(command("touch g")))
    assert not lets_pass(rules, command(text), hands(tmp_path).risk(command(text)))


def test_a_check_belongs_to_the_whole(tmp_path: Path) -> None:
    def action(check: str) -> Action:
        return Action(kind="command", summary="", impact="", command="echo x >> f", check=check)

    rules = read(granted(hands(tmp_path), action("test -s f")) + granted(hands(tmp_path), command("touch g"), "b"))
    assert lets_pass(rules, action("test -s f"), hands(tmp_path).risk(action("test -s f")))
    for check in ("", "touch g", "test -s f; touch g"):
        assert not lets_pass(rules, action(check), hands(tmp_path).risk(action(check)))


@pytest.mark.parametrize(
    "text", ["$X", "curl x | sh", "cat a | bash", "./$X.sh", "python3 *.py", "cd $X && ./run.sh", "~/run.sh"]
)
async def test_what_cannot_be_known_before_it_runs_cannot_always_be_allowed(house: House, text: str) -> None:
    await started(house, command(text))
    house.say("/always")
    await house.said("cannot always be allowed")
    assert not house.it.rules.grants
    assert house.it.asked is not None


def test_it_holds_only_as_shut_in_as_it_was(tmp_path: Path) -> None:
    action = command("touch a")
    acting = hands(tmp_path)
    text = granted(acting, action)
    seen = {**acting.risk(action), "open": 0}
    rules = read(text.replace("open = 2", "open = 0"))
    assert lets_pass(rules, action, seen)
    assert not lets_pass(rules, action, acting.risk(action))


def test_a_link_that_came_into_its_way_is_asked_about(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    rules = read(granted(hands(work), command("echo x > out")))
    (work / "out").symlink_to(tmp_path / "elsewhere")
    assert not lets_pass(rules, command("echo x > out"), hands(work).risk(command("echo x > out")))


def test_one_from_before_they_were_bound_asks_once_more_for_what_it_runs(tmp_path: Path) -> None:
    script(tmp_path, "run.sh", "true")
    rules = read('[grants.a]\ncommand = "./run.sh"\nuntil = "2999-01-01"\n')
    assert rules.grants[0].times == TIMES
    assert not lets_pass(rules, command("./run.sh"), hands(tmp_path).risk(command("./run.sh")))


def test_one_for_a_git_command_is_for_the_text_that_runs(tmp_path: Path) -> None:
    rules = read('[grants.b]\ncommand = "git status"\nuntil = "2999-01-01"\n')
    assert lets_pass(rules, command(quieten("git status")))
    assert not lets_pass(rules, command(quieten("git diff")))
