"""A purpose that is written out, from its first word to its last task, with no model: asked, run, checked, said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

import pytest
from spectrahouse import House
from workplace import Workplace

from ringi.flow import config, minding
from ringi.minds.rules import RulesMind
from ringi.spectra.acting import Acting, Described

PURPOSE = """Tidy up

## Order
- make a list: `ls > list.txt` (check: `test -s list.txt`)
- pretend: `echo all done` (check: `test -s never-made.txt`)
- two steps: `echo 1 > one.txt`, `cat one.txt`
- fail: `cat nowhere.txt`
- look: `ls && cat list.txt`
"""


async def test_it_is_worked_through_and_nobody_is_believed(workplace: Workplace, tmp_path: Path) -> None:
    workplace.open()
    house = House(workplace, tmp_path / "spectra")
    acting = Acting(house.directory, environ={"PATH": os.environ["PATH"]})
    await house.start(Described(RulesMind(), acting), acting)
    house.say(f"/purpose {PURPOSE}")
    lines = []
    for _ in range(6):
        asked = await house.asked()
        lines.append(asked["lines"])
        assert len(asked["lines"]) == 2
        await house.answer()
    await house.said("[G1] DONE")
    assert [line for line in house.chat if line.startswith("[")] == [
        "[G1-T1] DONE make a list",
        "[G1-T2] FAIL pretend / the check says no: exit 1",
        "[G1-T3] DONE two steps",
        "[G1-T4] FAIL fail / exit 1",
        "[G1-T5] DONE look",
        "[G1] DONE Order / 60%",
    ]
    assert lines[0][0] == "$ ls > list.txt ✓ $ test -s list.txt – make a list"
    assert lines[0][1].startswith("Risk medium · writes list.txt · ")
    assert lines[5][1].startswith("Risk low · only reads the working directory · ")
    assert (house.directory / "one.txt").read_text() == "1\n"
    await house.said("All goals of the purpose are finished")
    await house.stop()


async def test_an_interrupted_task_is_taken_up_again_when_the_developer_says_so(
    workplace: Workplace, tmp_path: Path
) -> None:
    workplace.open()
    house = House(workplace, tmp_path / "spectra")
    acting = Acting(house.directory, environ={"PATH": os.environ["PATH"]})
    await house.start(Described(RulesMind(), acting), acting)
    tasks = "".join(f"- t{number}: `echo {number}`\n" for number in range(4))
    house.say(f"/purpose Wait\n\n## Slowly\n- wait: `echo . >> begun; sleep 300`\n{tasks}")
    await house.answer()
    begun = house.directory / "begun"
    await house.until(lambda: begun.exists() and begun.read_text())
    house.say("hello there")
    await house.said("Hello.")
    house.say("y")
    asked = await house.asked()
    assert "sleep 300" in asked["lines"][0], "asked for anew, although somebody was answered meanwhile"
    await house.answer(yes=False)
    await house.said("[G1-T1] FAIL wait / rejected")
    assert begun.read_text() == ".\n"
    await house.stop()


async def test_too_few_tasks_start_nothing_and_it_is_said(workplace: Workplace, tmp_path: Path) -> None:
    workplace.open()
    house = House(workplace, tmp_path / "spectra")
    acting = Acting(house.directory, environ={"PATH": os.environ["PATH"]})
    await house.start(Described(RulesMind(), acting), acting)
    house.say("/purpose Clean\n\n## Only three\n- a: `rm -rf x`\n- b: `true`\n- c: `true`")
    await house.said("The goal “Only three” has 3 tasks; it needs 5 to 10")
    assert house.state["goals"] == []
    assert house.it.asked is None
    await house.stop()


async def test_the_mind_of_the_settings_drives_and_one_that_cannot_leaves_it_to_the_rules(workplace: Workplace) -> None:
    workplace.open()
    assert workplace.office is not None
    settings = workplace.office.store.write(config.read)
    assert (await minding.driver_of(workplace.office, settings)).name == "rules", "a scripted mind cannot drive"
    workplace.office.given_mind = None
    assert (await minding.driver_of(workplace.office, settings)).name == "rules"
    pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
    cast("dict[str, str]", workplace.office.settings.models)["anthropic_key"] = "sk-ant-0123456789abcdef0123"
    chosen = {**settings, "model": "anthropic:claude-sonnet-4-6"}
    assert (await minding.driver_of(workplace.office, chosen)).name == "model:anthropic:claude-sonnet-4-6"
