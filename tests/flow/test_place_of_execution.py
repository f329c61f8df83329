"""Where a tool server runs, and how it was configured, is part of what was approved: a change stops the run and is told
from both sides; what is no change does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from olderhouse import ADMIN, APPROVER, COMMAND, SECRET, SERVER, OlderHouse, at_plan, posting, settle_in, unpack

from ringi.flow import pins
from ringi.words.errors import message

Change = Callable[[OlderHouse], Any]
TEXT = "Post October"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OlderHouse]:
    house = OlderHouse(tmp_path / "home").open()
    settle_in(house)
    yield house
    house.close()


def configure(house: OlderHouse, *pairs: tuple[str, str]) -> None:
    """An administrator's editor: `ringi.toml` with other words in it."""
    file = house.home / "ringi.toml"
    text = file.read_text("utf-8")
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text, "utf-8")


def another_program(house: OlderHouse, folder: str = "bin") -> Path:
    """A file of the command's name that is somebody else's."""
    path = house.outside / folder / COMMAND
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(f'#!/bin/sh\nTARGET=elsewhere exec "{sys.executable}" "{SERVER}"\n')
    path.chmod(0o755)
    return path


def repoint(house: OlderHouse) -> None:
    """The command is a symbolic link, and the link leads elsewhere now."""
    link = house.outside / "bin" / COMMAND
    link.unlink()
    link.symlink_to(another_program(house, "other"))


def earlier_in_path(house: OlderHouse) -> None:
    another_program(house, "first")
    house.environ = {"PATH": f"{house.outside / 'first'}:{house.outside / 'bin'}:/usr/bin:/bin"}


CHANGES: dict[str, tuple[Change, str, str]] = {
    "a value": (lambda one: configure(one, ('"books"', '"prod"')), "env TARGET: books", "env TARGET: prod"),
    "a value more": (
        lambda one: configure(one, ("TARGET", 'REGION = "eu", TARGET')),
        "env REGION: –",
        "env REGION: eu",
    ),
    "a value less": (lambda one: configure(one, ('TARGET = "books", ', "")), "env TARGET: books", "env TARGET: –"),
    "an argument": (
        lambda one: configure(one, ("env =", 'args = ["--all"]\nenv =')),
        "arguments: –",
        "arguments: --all",
    ),
    "a directory": (lambda one: configure(one, ("env =", 'cwd = "/"\nenv =')), "directory: –", "directory: /"),
    "a program earlier in PATH": (earlier_in_path, "bin/ringi-test-ledger", "first/ringi-test-ledger"),
    "a link that leads elsewhere": (repoint, "program file: –", "other/ringi-test-ledger"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_server_that_runs_elsewhere_since_the_approval_is_not_called(house: OlderHouse, change: str) -> None:
    act, before, now = CHANGES[change]
    task_id = at_plan(house, posting(10), TEXT)
    house.approve(task_id, work=False)
    house.close()
    act(house)
    house.open()
    house.desk().carry_on(task_id)
    assert house.state(task_id) == "failed" and house.calls() == []
    error = str(house.desk().call("show", id=task_id)["executions"][-1]["error"])
    assert error.startswith("RINGI-416") and "ledger" in error and before in error and now in error
    assert SECRET not in error


@pytest.mark.parametrize("change", ["a value", "a program earlier in PATH"])
def test_nothing_is_planned_with_a_server_that_runs_elsewhere_until_an_admin_has_looked(
    house: OlderHouse, change: str
) -> None:
    house.close()
    CHANGES[change][0](house)
    house.open()
    assert quarantined(house) == {"read_balance", "post_entry", "close_book"}
    shown = house.desk().call("tool_show", tool="post_entry")
    assert CHANGES[change][1] in shown["accepted"]["place"] and CHANGES[change][2] in shown["place"]
    house.desk().call("tool_trust", tool="ledger")
    assert quarantined(house) == set()
    task_id = at_plan(house, posting(10), TEXT)
    assert house.approve(task_id) == "completed" and len(house.calls()) == 1


def quarantined(house: OlderHouse) -> set[str]:
    return {one["name"] for one in house.desk(ADMIN).call("tools")["tools"] if one["quarantined"]}


def renew_key(house: OlderHouse) -> None:
    house.environ = {"LEDGER_TOKEN": "ledger-test-token-0002"}


def inherit_something_else(house: OlderHouse) -> None:
    house.environ = {"TERM": "vt100", "LANG": "C", "PATH": f"{house.outside / 'bin'}:/usr/bin:/bin:/nowhere"}


def begin_to_write_a_secret_otherwise(house: OlderHouse) -> None:
    configure(house, ("${LEDGER_TOKEN}", "Token ${LEDGER_TOKEN}"))


@pytest.mark.parametrize("change", [renew_key, inherit_something_else, begin_to_write_a_secret_otherwise])
def test_a_renewed_key_and_what_is_inherited_stop_nothing(house: OlderHouse, change: Change) -> None:
    task_id = at_plan(house, posting(10), TEXT)
    house.approve(task_id, work=False)
    house.close()
    change(house)
    house.open()
    house.desk().carry_on(task_id)
    assert house.state(task_id) == "completed" and [one["amount"] for one in house.calls()] == [10]


def test_a_change_between_two_steps_stops_before_the_second(house: OlderHouse) -> None:
    """The server goes away in the middle and comes back as another program."""
    steps = [*posting(10), {**posting(20)[1], "stepId": "step-3", "order": 3, "requiresHumanCheck": True}]
    task_id = at_plan(house, steps, TEXT)
    assert house.approve(task_id) == "step_pending"
    another_program(house)
    configure(house, ('"books"', '"prod"'))
    assert house.approve(task_id) == "failed"
    assert [one["amount"] for one in house.calls()] == [10]


def test_an_older_approval_and_older_pins_are_carried_over_and_bound_from_then_on(tmp_path: Path) -> None:
    """Of an earlier release it is not known how a server was configured; that its command is the same is."""
    house = unpack(tmp_path).open()
    try:
        assert quarantined(house) == set()
        assert house.office is not None
        was = house.office.store.write(lambda tx: pins.place_of(tx, "ledger"))
        assert was is not None and was["env TARGET"] == "books" and was["env LEDGER_TOKEN"] == "***"
        before = len(house.calls())
        house.close()
        configure(house, ('"books"', '"prod"'))
        house.open()
        for task_id in house.tasks():
            house.desk().carry_on(task_id)
        (ready,) = [one for one in house.tasks() if "not begun" in title(house, one)]
        error = str(house.desk().call("show", id=ready)["executions"][-1]["error"])
        assert error.startswith("RINGI-417") and "TARGET: books" in error and "TARGET: prod" in error
        house.desk().call("tool_trust", tool="ledger")
        house.desk(APPROVER).call("retry", task_id=ready)
        house.desk().carry_on(ready)
        assert house.state(ready) == "failed", "it was approved for the other place"
        assert len(house.calls()) == before
    finally:
        house.close()


def title(house: OlderHouse, task_id: str) -> str:
    return str((house.desk().call("show", id=task_id).get("task") or {}).get("title"))


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
@pytest.mark.parametrize("code", ["RINGI-416", "RINGI-417"])
def test_both_sides_are_told_in_three_languages(code: str, lang: str) -> None:
    said = message(code, lang, {"server": "ledger", "before": "TARGET: books", "now": "TARGET: prod"})
    assert all(part in said for part in ("ledger", "TARGET: books", "TARGET: prod"))
