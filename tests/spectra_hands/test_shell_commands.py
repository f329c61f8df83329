"""A command of SPECTRA's: what it prints, how it ends, and that nothing of it is left. Sandboxed and not."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ringi.cli.driving import hidden_books
from ringi.errors import Invalid
from ringi.settings import Settings
from ringi.spectra.acting import Acting, ShellRules, shell
from ringi.spectra.acting.sandbox import find
from ringi.spectra.acting.tree import marked
from ringi.spectra.shapes import Action, Outcome

SECRET = {
    "ANTHROPIC_API_KEY": "sk-ant-0123456789abcdef",
    "RINGI_SLACK_BOT_TOKEN": "xoxb-1",
    "AWS_SECRET_ACCESS_KEY": "aws-0123456789abcdef",
}
WAYS = ["auto", "off"]


def environ(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/root"), "LANG": "C.UTF-8", **SECRET, **more}


def boxed(tmp_path: Path) -> bool:
    return bool(find("auto", tmp_path, environ(), network=False, read=()))


@pytest.fixture(params=WAYS)
def acting(request: pytest.FixtureRequest, tmp_path: Path) -> Acting:
    """Each test of a command holds inside the sandbox and without one."""
    if request.param == "auto" and not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    return made(tmp_path, sandbox=request.param)


def made(directory: Path, **rules: Any) -> Acting:
    return Acting(directory, environ=environ(), shell=ShellRules(**rules))


def ordered(command: str, **more: Any) -> Action:
    return Action(kind="command", summary=command, impact="", command=command, **more)


async def ran(acting: Acting, command: str, told: Callable[[str], None] = lambda _: None, **more: Any) -> Outcome:
    return await acting.run(ordered(command, **more), told)


async def test_it_says_what_was_printed_and_with_which_code_it_ended(acting: Acting, tmp_path: Path) -> None:
    heard: list[str] = []
    outcome = await ran(acting, "pwd; echo wrong >&2; exit 3", heard.append)
    assert outcome == Outcome(status="fail", output=f"{tmp_path}\nwrong\n", exit_code=3, cause="exit 3")
    assert "".join(heard) == outcome.output
    assert (await ran(acting, "true")) == Outcome(status="done", exit_code=0)


async def test_it_has_no_keyboard_and_no_key_of_ours(acting: Acting) -> None:
    assert (await ran(acting, "cat; read x || echo nobody there")).output == "nobody there\n"
    seen = (await ran(acting, "env; cat /proc/self/environ | tr '\\0' '\\n'")).output
    assert "PATH=" in seen
    for name, value in SECRET.items():
        assert name not in seen
        assert value not in seen


async def test_a_variable_that_the_developer_named_is_seen(tmp_path: Path) -> None:
    acting = Acting(
        tmp_path, environ=environ(DEPLOY_STAGE="test"), shell=ShellRules(sandbox="off", env=("DEPLOY_STAGE",))
    )
    assert (await ran(acting, "echo $DEPLOY_STAGE")).output == "test\n"


async def test_what_takes_too_long_is_ended_and_said(tmp_path: Path) -> None:
    acting = made(tmp_path, sandbox="off", seconds=0.3)
    outcome = await ran(acting, "sleep 300")
    assert (outcome.status, outcome.cause, outcome.exit_code) == ("fail", "timed out after 0.3 s", None)


async def test_a_signal_and_a_missing_program_are_told_apart(tmp_path: Path) -> None:
    acting = made(tmp_path, sandbox="off")
    assert (await ran(acting, "kill -SEGV $$")).cause == "ended by signal 11"
    assert (await ran(acting, "no-such-program-here")).exit_code == 127
    assert (await ran(acting, "  ")).cause == "empty or unusable command"
    assert (await ran(acting, "echo a\0b")).cause == "empty or unusable command"


# -- nothing is left -------------------------------------------------------------------------------------------------

FLEEING = {
    "plain": "sleep 300",
    "a pipe": "sleep 300 | sleep 300",
    "background": "sleep 300 & sleep 300 & wait",
    "its own session": "setsid sleep 300 & sleep 300",
    "double fork": "(setsid sh -c 'sleep 300 & sleep 300 &' &); sleep 300",
    "daemon": "setsid -f sh -c 'trap \"\" TERM INT HUP; sleep 300; sleep 300'; sleep 300",
    "without environment": "env -i setsid -f sleep 300; sleep 300",
    "ignoring signals": "trap '' TERM INT HUP; while :; do sleep 1; done",
    "forking on": "f() { sleep 0.05; f & f; }; f",
    "flooding": "yes",
}


@pytest.mark.parametrize("how", FLEEING)
async def test_stopping_a_command_ends_all_that_it_started(acting: Acting, tmp_path: Path, how: str) -> None:
    """However they tried to get away: when `run` has returned they are gone."""
    lock = tmp_path / "held"
    lock.touch()
    command = f"exec 9<held; flock -s 9; touch begun; {FLEEING[how]}"  # whoever is alive holds the lock
    running = asyncio.ensure_future(acting.run(ordered(command), lambda _: None))
    await begun(tmp_path, running.done)
    assert locked(lock)
    await asyncio.sleep(0.2)  # time to get away
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not locked(lock)


async def begun(directory: Path, over: Callable[[], bool]) -> None:
    while not (directory / "begun").exists():
        assert not over()
        await asyncio.sleep(0.02)


def locked(path: Path) -> bool:
    import fcntl

    with path.open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


async def test_what_a_command_leaves_in_the_background_ends_with_it(acting: Acting, tmp_path: Path) -> None:
    (tmp_path / "held").touch()
    outcome = await ran(acting, "exec 9<held; flock -s 9; setsid -f sleep 300; echo done")
    assert outcome.output == "done\n"
    assert not locked(tmp_path / "held")


async def test_stopping_twice_stops_once_and_waits(tmp_path: Path) -> None:
    (tmp_path / "held").touch()
    acting = made(tmp_path, sandbox="off")
    running = asyncio.ensure_future(
        acting.run(ordered("exec 9<held; flock -s 9; touch begun; sleep 300"), lambda _: None)
    )
    await begun(tmp_path, running.done)
    running.cancel()
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not locked(tmp_path / "held")


async def test_a_command_that_kills_its_keeper_does_not_get_away(tmp_path: Path) -> None:
    """Only without a sandbox: in one, nothing outside can be seen."""
    (tmp_path / "held").touch()
    outcome = await ran(
        made(tmp_path, sandbox="off"), "exec 9<held; flock -s 9; setsid -f sleep 300; kill -9 $PPID; sleep 300"
    )
    assert (outcome.status, outcome.cause) == ("fail", "killed from outside")
    assert not locked(tmp_path / "held")


async def test_should_we_be_killed_the_command_goes_with_us(tmp_path: Path) -> None:
    """The keeper hears that nobody holds its pipe any more."""
    import sys

    (tmp_path / "held").touch()
    script = (
        "import asyncio, os, sys\nfrom pathlib import Path\nfrom ringi.spectra.acting import Acting, ShellRules\n"
        "from ringi.spectra.shapes import Action\n"
        "acting = Acting(Path(sys.argv[1]), environ=os.environ, shell=ShellRules(sandbox='off'))\n"
        "command = 'exec 9<held; flock -s 9; setsid -f sleep 300; touch begun; sleep 300'\n"
        "asyncio.run(acting.run(Action(kind='command', summary='', impact='', command=command), print))\n"
    )
    us = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(tmp_path))
    await begun(tmp_path, lambda: us.returncode is not None)
    us.send_signal(signal.SIGKILL)
    await us.wait()
    for _ in range(6_000):
        if not locked(tmp_path / "held"):
            break
        await asyncio.sleep(0.02)
    assert not locked(tmp_path / "held")


# -- much output, and evil output ------------------------------------------------------------------------------------


async def test_a_flood_is_counted_cut_and_does_not_keep_the_loop_busy(acting: Acting) -> None:
    heard: list[str] = []
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.005)
            beats += 1

    heart = asyncio.ensure_future(beat())
    outcome = await ran(acting, "echo FIRST; yes | head -c 100000000; echo LAST", heard.append)
    heart.cancel()
    assert outcome.status == "done"
    assert outcome.output.startswith("FIRST\n")
    assert outcome.output.endswith("\nLAST\n")
    assert "bytes left out" in outcome.output
    assert len(outcome.output) < 40_000
    assert beats > 10, "everybody else stood still"
    assert sum(map(len, heard)) < 2_000_000
    assert heard[-1].endswith("LAST\n")


async def test_escape_codes_of_a_command_do_nothing(acting: Acting) -> None:
    evil = r"printf '\033]0;owned\007\033[2J\033[31mred\033[0m \033P+q\033\\x\r\nab\bc\a 10%%\r20%%\rdone\n\342\200\256txt\n\033]8;;http://x\n'"
    heard: list[str] = []
    outcome = await ran(acting, evil, heard.append)
    assert outcome.output == "red x\ndone\n\\u202etxt\n␛]8;;http://x\n"
    assert "\x1b" not in "".join(heard)


async def test_a_secret_that_is_printed_is_struck_out(acting: Acting) -> None:
    heard: list[str] = []
    outcome = await ran(acting, "echo token=ghp_0123456789abcdefghijklmnopqrstuvwxyz", heard.append)
    assert "ghp_0123" not in outcome.output + "".join(heard)


# -- limits ----------------------------------------------------------------------------------------------------------

LIMITS = {"processes": 20, "memory_mb": 100, "file_mb": 5}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("command", "cause"),
    [
        ("for i in $(seq 60); do sleep 600 & done; wait", "ended: more than 20 processes at once"),
        (":(){ :|:& };:; sleep 600", "ended: more than 20 processes at once"),
        ("python3 -c 'import time; a = bytearray(300_000_000); time.sleep(600)'", "ended: more than 100 MB of memory"),
        ("head -c 20000000 /dev/zero > big", "ended: a file of more than 5 MB"),
    ],
)
async def test_what_goes_over_a_limit_is_ended_and_it_is_said_which(
    tmp_path: Path, way: str, command: str, cause: str
) -> None:
    if way == "auto" and not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    acting = made(tmp_path, sandbox=way, read=(sys.base_prefix,), **LIMITS)
    outcome = await ran(acting, command)
    assert (outcome.status, outcome.cause) == ("fail", cause)
    assert not (tmp_path / "big").exists() or (tmp_path / "big").stat().st_size <= 5_000_000


async def test_the_sandboxs_own_places_have_an_end(tmp_path: Path) -> None:
    if not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    acting = made(tmp_path, sandbox="required", **LIMITS)
    for place in ("/tmp", "/dev/shm", "$HOME"):
        printed = await ran(acting, f"for i in 1 2 3; do head -c 3000000 /dev/zero > {place}/$i; done; df {place}")
        assert "No space left" in printed.output


# -- the sandbox -----------------------------------------------------------------------------------------------------


async def test_in_the_sandbox_only_the_directory_can_be_written_and_home_is_not_there(tmp_path: Path) -> None:
    if not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    acting = made(tmp_path, sandbox="required")
    home = environ()["HOME"]
    told = await ran(
        acting,
        f"echo in > here; echo x > /usr/x; echo x > /etc/x; ls -A {home}; ls -A ~; ls /proc | grep -c '^[0-9]'; id -u",
    )
    assert (tmp_path / "here").read_text() == "in\n"
    assert told.output.count("Read-only file system") >= 1
    assert not os.path.exists("/usr/x")  # noqa: ASYNC240, PTH110
    assert not os.path.exists("/etc/x")  # noqa: ASYNC240, PTH110
    assert ".ssh" not in told.output
    other = tmp_path.parent / "outside-of-it"
    other.write_text("not yours")
    assert "not yours" not in (await ran(acting, f"cat {other}; ls /tmp")).output


async def test_in_the_sandbox_there_is_a_network_only_by_rule(tmp_path: Path) -> None:
    if not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    with socket.create_server(("127.0.0.1", 0)) as door:
        reach = f"(echo > /dev/tcp/127.0.0.1/{door.getsockname()[1]}) 2>/dev/null && echo reached || echo not"
        assert (await ran(made(tmp_path), reach)).output == "not\n"
        assert (await ran(made(tmp_path, network=True), reach)).output == "reached\n"


async def test_in_the_sandbox_a_command_can_neither_rewrite_the_log_nor_answer_for_itself(tmp_path: Path) -> None:
    if not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "state.json").write_text("{}")
    (tmp_path / "spectra.toml").write_text("[whitelist]\n")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "spectra.sock"))
        door.listen()
        told = await ran(
            made(tmp_path),
            "echo x > logs/state.json; rm -rf logs; echo x >> spectra.toml; mv spectra.toml y;"
            " python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('spectra.sock')\"; cat logs/state.json",
        )
    assert told.output.endswith("{}")
    assert "refused" in told.output or "Permission denied" in told.output
    assert (tmp_path / "logs" / "state.json").read_text() == "{}"
    assert (tmp_path / "spectra.toml").read_text() == "[whitelist]\n"


async def test_in_the_sandbox_a_command_makes_no_rules_where_there_are_none(tmp_path: Path) -> None:
    if not boxed(tmp_path):
        pytest.skip("bubblewrap cannot be used here")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "vault.key").write_text("secret")
    acting = Acting(tmp_path, environ=environ(), hidden=("spectra.sock", "data"))
    told = await ran(acting, "echo '[whitelist]' > spectra.toml; mv spectra.toml x; ls -A data; cat data/vault.key")
    assert told.status == "fail"
    assert "secret" not in told.output
    assert (tmp_path / "spectra.toml").read_text() == ""
    assert (tmp_path / "data" / "vault.key").read_text() == "secret"
    assert acting.said() == "sandboxed, no network"


async def test_in_the_sandbox_the_books_are_not_there_wherever_they_lie(tmp_path: Path) -> None:
    if not find("auto", tmp_path, environ(), network=False, read=()):
        pytest.skip("bubblewrap cannot be used here")
    work, away = tmp_path / "work", tmp_path / "away"
    for folder in (work, away / "home"):
        folder.mkdir(parents=True)
    for file in (work / "ringi.db", work / "ringi.db-wal", away / "home" / "server.json"):
        file.write_text("a ledger")
    settings = Settings(away / "home", database_url=f"sqlite:///{work / 'ringi.db'}")
    rules = ShellRules(read=(str(tmp_path / "linked"),))
    (tmp_path / "linked").symlink_to(away)
    acting = Acting(work, environ=environ(), shell=rules, hidden=hidden_books(settings, work))
    told = await ran(acting, f"cat ringi.db* {tmp_path}/linked/home/*; ls {tmp_path}/linked; echo x > ringi.db")
    assert "a ledger" not in told.output and "home" in told.output
    assert (work / "ringi.db").read_text() == "a ledger"


async def test_without_a_sandbox_it_is_said_and_when_it_is_required_nothing_runs(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    bare = {"PATH": str(tmp_path / "bin")}
    missing = find("auto", tmp_path, bare, network=False, read=())
    assert not missing
    assert missing.said("en") == "NOT sandboxed (bubblewrap is not installed)"
    refusing = tmp_path / "bin" / "bwrap"
    refusing.write_text("#!/bin/sh\nexit 1\n")
    refusing.chmod(0o755)
    assert find("auto", tmp_path, bare, network=False, read=()).reason == "refused"
    acting = Acting(tmp_path, environ=bare, shell=ShellRules(sandbox="required"))
    outcome = await ran(acting, "touch ran")
    assert outcome.status == "fail"
    assert "sandbox" in outcome.cause
    assert not (tmp_path / "ran").exists()


# -- the check -------------------------------------------------------------------------------------------------------


async def test_done_is_what_the_check_says(acting: Acting, tmp_path: Path) -> None:
    believed = await ran(acting, "echo all done!", check="test -s report.txt")
    assert (believed.status, believed.exit_code) == ("fail", 1)
    assert believed.cause == "the check says no: exit 1"
    real = await ran(acting, "echo 1 > report.txt", check="test -s report.txt")
    assert real.status == "done"
    assert (await ran(acting, "exit 4", check="touch checked")).status == "fail"
    assert not (tmp_path / "checked").exists(), "what failed is not checked"


async def test_other_kinds_go_to_whoever_was_given_for_them(tmp_path: Path) -> None:
    posted: list[str] = []

    async def post(action: Action, told: Callable[[str], None]) -> Outcome:
        posted.append(action.text)
        return Outcome(status="done", output="id 7")

    acting = Acting(tmp_path, environ=environ(), others={"post": post})
    outcome = await acting.run(Action(kind="post", summary="", impact="", channel="x", text="hello"), lambda _: None)
    assert (outcome.status, posted) == ("done", ["hello"])
    nobody = await acting.run(Action(kind="restart", summary="", impact=""), lambda _: None)
    assert (nobody.status, nobody.cause) == ("fail", "nothing is connected that does this (restart)")


@pytest.mark.parametrize(
    "table",
    [
        {"sandbox": "maybe"},
        {"seconds": 0},
        {"seconds": True},
        {"env": ["A B"]},
        {"x": 1},
        {"read": ["a"]},
        {"processes": 0},
        {"memory_mb": 1.5},
    ],
)
def test_a_rule_that_is_not_known_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ShellRules.of(table)


def test_rules_as_the_file_has_them() -> None:
    table = {"sandbox": "off", "network": True, "seconds": 5, "env": ["CI"], "read": ["/opt"], "undo": False}
    assert ShellRules.of(table) == ShellRules(
        sandbox="off", network=True, seconds=5, env=("CI",), read=("/opt",), undo=False
    )


def test_nothing_bears_a_mark_that_nobody_gave() -> None:
    assert marked(shell.MARK, "nobody") == set()
    assert shutil.which("flock"), "these tests need util-linux"
