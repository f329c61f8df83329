"""One SPECTRA from its purpose to its end, with a real shell, a real store and real files."""

from __future__ import annotations

from pathlib import Path

from spectrahouse import House
from workplace import Workplace

from ringi.testing.driving import ScriptedDriver, command, goals, reply


async def test_purpose_goals_approvals_commands_done(workplace: Workplace, tmp_path: Path) -> None:
    house = House(workplace.open(), tmp_path / "dir")
    await house.start(ScriptedDriver([goals("tidy"), *(command(f"echo {n} > file{n}") for n in range(1, 6))]))
    house.say("tidy up")
    for _ in range(5):
        await house.answer()
    await house.said("[G1] DONE tidy / 100%")
    assert [line for line in house.chat if line.startswith("[")] == [
        *(f"[G1-T{n}] DONE tidy {n}" for n in range(1, 6)),
        "[G1] DONE tidy / 100%",
    ]
    assert [(house.directory / f"file{n}").read_text() for n in range(1, 6)] == [f"{n}\n" for n in range(1, 6)]
    assert house.state["goals"] == [] and house.state["purpose"] == "tidy up"
    (done,) = house.events("goal_done")
    assert done["goal"]["status"] == "done" and len(done["goal"]["tasks"]) == 5
    assert [event["approval"] for event in house.events("exec")] == ["y"] * 5
    await house.phase("idle")
    await house.stop()


async def test_a_failing_command_fails_its_task_and_the_next_one_is_taken(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("exit 3"), command("true")]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] FAIL x 1 / exit 3")
    await house.answer()
    await house.said("[G1-T2] DONE x 2")


async def test_an_interrupt_stops_the_command_and_asks_resume_or_discard(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("sleep 600; touch late"), reply("yes?"), command("touch again")])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.phase("executing")
    house.say("wait a moment")
    await house.said("Resume or discard?")
    await house.said("yes?")
    await house.phase("interrupted")
    assert house.state["goals"][0]["tasks"][0]["status"] == "active" and house.state["current"]["action"] is None
    house.say("resume")
    asked = await house.asked()
    assert "touch again" in asked["lines"][0]
    await house.answer()
    await house.said("[G1-T1] DONE x 1")
    assert not (house.directory / "late").exists() and (house.directory / "again").exists()
