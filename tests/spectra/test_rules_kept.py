"""Rules 22–48 and readings as they show in a running SPECTRA: the plan, the panes, the files, and coming back."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path

import pytest
from spectrahouse import House
from workplace import Workplace

from ringi.errors import RingiError
from ringi.minds.intending import Action, Idle, Situation
from ringi.projection import disagreements
from ringi.spectra.state_file import StateFile
from ringi.testing.driving import ScriptedDriver, command, goals, reply


async def test_rule_26_tasks_run_one_after_the_other_and_c15_goals_oldest_first(house: House) -> None:
    (house.directory / "spectra.toml").write_text('[whitelist]\nkinds = ["reply", "command"]\n')
    await house.start(ScriptedDriver([goals("a", "b"), *(command("true") for _ in range(10)), Idle()]))
    house.say("x")
    await house.said("[G2] DONE b / 100%")
    assert [event["task"] for event in house.events("exec")] == [f"G{g}-T{t}" for g in (1, 2) for t in range(1, 6)]
    for one in house.heard:
        if one.surface == "task":
            active = [task for goal in one.data["goals"] for task in goal["tasks"] if task["status"] == "active"]
            assert len(active) <= 1


async def test_rule_32_33_each_result_is_one_line_in_the_chat_and_in_the_pane(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("true")]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] DONE x 1")
    assert sum("[G1-T1]" in line and "DONE" in line for line in house.chat) == 1
    pane = [one.data for one in house.heard if one.surface == "task"][-1]
    assert pane["goals"][0]["tasks"][0] == {"id": "G1-T1", "name": "x 1", "status": "done"}


async def test_rule_34_to_37_the_pane_has_active_goals_with_all_their_tasks_oldest_first(house: House) -> None:
    await house.start(ScriptedDriver([goals("a", "b"), Idle()]))
    house.say("x")
    await house.said("Goals:")
    shown = house.it.showing()["task"]
    assert [goal["id"] for goal in shown["goals"]] == ["G1", "G2"]
    assert [task["id"] for task in shown["goals"][0]["tasks"]] == [f"G1-T{n}" for n in range(1, 6)]


async def test_rule_38_41_the_file_is_written_before_the_pane_is_told(house: House) -> None:
    seen: list[bool] = []
    await house.start(ScriptedDriver([goals("x"), command("true")]))
    house.it.listen(
        lambda one: seen.append(house.state["goals"] == one.data["goals"]) if one.surface == "task" else None
    )
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] DONE")
    assert seen and all(seen)


async def test_rule_48_a_write_that_fails_stops_it_says_so_and_leaves_the_pane(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("true")]))
    house.say("x")
    await house.asked()
    before = house.it.showing()["task"]
    logs = house.directory / "logs"
    (logs / "state.json").unlink()
    (logs / "state.json").mkdir()
    house.it.answer((await house.asked())["id"], True, "", "aki")
    await house.until(lambda: house.ended)
    with pytest.raises(RingiError) as stopped:
        await house.stop()
    assert stopped.value.code == "RINGI-975"
    assert house.it.showing()["task"] == before and house.it.halted == "RINGI-975"
    assert any("RINGI-975" in line for line in house.chat)


async def test_rule_43_situation_intent_action_and_result_are_written_at_their_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, ...]] = []
    real = StateFile.write

    def noted(self: StateFile, state: dict[str, object]) -> None:
        current = state["current"]
        assert isinstance(current, dict)
        phase = (current.get("action") or {}).get("phase", "")
        written.append((*(key for key in ("situation_summary", "intent", "last_result") if current.get(key)), phase))
        real(self, state)

    await house.start(ScriptedDriver([goals("x"), command("true"), Idle()]))
    house.say("x")
    await house.asked()
    monkeypatch.setattr(StateFile, "write", noted)
    written.clear()
    await house.answer()
    await house.said("[G1-T1] DONE")
    everything = ("situation_summary", "intent")
    assert written[:2] == [(*everything, "executing"), (*everything, "last_result", "")]
    kinds = [event["type"] for event in house.events() if event["type"] != "output"]
    assert kinds[:4] == ["input", "intent", "intent", "input"] and kinds[4] == "exec"


async def test_rule_43_the_situation_stands_in_the_file_before_it_is_judged_and_the_intent_after(house: House) -> None:
    seen: list[dict[str, object]] = []

    def looks(situation: Situation) -> Idle:
        seen.append({**house.state["current"], "shown": situation.summary})
        return Idle(reason="nothing to do")

    await house.start(ScriptedDriver([looks, looks]))
    house.say("a purpose")
    await house.until(lambda: seen and house.it.phase == "idle")
    assert seen[0]["situation_summary"] == seen[0]["shown"] and "intent" not in seen[0]
    assert house.state["current"]["intent"] == "Idle: nothing to do"
    house.say("and now?")
    await house.until(lambda: len(seen) == 2)
    assert seen[1]["situation_summary"] == seen[1]["shown"] != seen[0]["shown"]


async def test_rule_44_fault_1_a_done_goal_leaves_the_state_and_is_in_the_log(house: House) -> None:
    (house.directory / "spectra.toml").write_text('[whitelist]\nkinds = ["command"]\n')
    await house.start(ScriptedDriver([goals("x"), *(command("true") for _ in range(5)), Idle()]))
    house.say("x")
    await house.said("[G1] DONE x / 100%")
    assert house.state["goals"] == []
    (event,) = house.events("goal_done")
    assert list(event) == ["time", "type", "goal"] and event["goal"]["id"] == "G1"


async def test_c2_a_goal_that_was_all_but_closed_is_closed_once_at_the_next_start(house: House) -> None:
    tasks = [{"id": f"G4-T{n}", "name": "x", "status": "done"} for n in range(1, 6)]
    goal = {"id": "G4", "name": "x", "tasks": tasks, "status": "active"}
    (house.directory / "logs").mkdir()
    (house.directory / "logs" / "state.json").write_text(json.dumps({"purpose": "p", "goals": [goal], "current": {}}))
    done = {"time": "2026-01-01T00:00:00Z", "type": "goal_done", "goal": {**goal, "status": "done"}}
    (house.directory / "logs" / "events.jsonl").write_text(json.dumps(done, separators=(",", ":")) + "\n")
    await house.start(ScriptedDriver([goals("new"), Idle()]))
    await house.said("Goals: G5 new")
    assert len(house.events("goal_done")) == 1, "the log had it already"


async def test_c7_after_a_crash_in_the_middle_nothing_runs_again_by_itself(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("echo once >> ran; sleep 600"), command("echo twice >> ran")])
    await house.start(mind)
    house.say("x")
    await house.answer()
    ran = house.directory / "ran"
    await house.until(lambda: ran.exists() and ran.read_text())
    await house.crash()
    await house.start(mind)
    await house.said("outcome unknown")
    await house.phase("interrupted")
    assert (house.directory / "ran").read_text() == "once\n"
    assert house.state["goals"][0]["tasks"][0]["status"] == "active" and house.state["current"]["action"] is None
    assert house.events("exec")[-1]["status"] == "unknown"
    house.say("y")
    await house.answer()
    await house.said("[G1-T1] DONE")


async def test_restart_with_an_open_approval_asks_for_the_same_one(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("touch made")])
    await house.start(mind)
    house.say("x")
    before = await house.asked()
    await house.crash()
    await house.start(mind)
    after = await house.asked()
    assert (after["id"], after["digest"]) == (before["id"], before["digest"])
    await house.answer()
    await house.said("[G1-T1] DONE")
    assert (house.directory / "made").exists() and len(house.work.rows("SELECT id FROM approvals")) == 1


async def test_what_was_decided_while_it_was_away_counts_and_runs_once(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("echo ran >> made"), Idle()])
    await house.start(mind)
    house.say("x")
    asked = await house.asked()
    await house.crash()
    web = house.work.desk("aki", "web")
    web.call("decide", decision="approve", approval_id=asked["id"], digest=asked["digest"])
    await house.start(mind)
    await house.said("[G1-T1] DONE")
    assert (house.directory / "made").read_text() == "ran\n"


async def test_answered_on_another_surface_it_goes_on_without_being_told(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("touch made"), Idle()]))
    house.say("x")
    asked = await house.asked()
    web = house.work.desk("aki", "web")
    await asyncio.to_thread(web.call, "decide", decision="approve", approval_id=asked["id"], digest=asked["digest"])
    await house.said("[G1-T1] DONE")
    assert house.it.inspector()["settled"]["by"] == "web:aki"


async def test_a_session_cancelled_on_another_surface_is_a_stop(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("sleep 600")]))
    house.say("x")
    await house.answer()
    await house.phase("executing")
    task_id = house.work.rows("SELECT id FROM tasks")[0]["id"]
    await asyncio.to_thread(house.work.desk("aki", "web").call, "cancel", task_id=task_id)
    await house.phase("halted")


async def test_two_spectras_on_one_directory_are_refused(house: House) -> None:
    await house.start(ScriptedDriver([]))
    other = House(house.work, house.directory)
    await other.start(ScriptedDriver([]))
    with pytest.raises(RingiError) as refused:
        await other.stop()
    assert refused.value.code == "RINGI-985"


async def test_c17_the_inspector_is_logged_at_each_change_of_phase_and_vitals_once_a_minute(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("true"), Idle()]))
    house.say("x")
    for _ in range(20):
        house.it.vital({"cpu": {"percent": 1}})
    await house.answer()
    await house.said("[G1-T1] DONE")
    shown = house.events("output")
    phases = [one["data"]["phase"] for one in shown if one["surface"] == "inspector"]
    assert {"judging", "approving", "executing", "observing"} <= set(phases)
    assert all(one != two for one, two in itertools.pairwise(phases))
    assert sum(one["surface"] == "vitals" for one in shown) == 1
    assert sum(one.surface == "vitals" for one in house.heard) == 20


async def test_c19_the_approval_is_made_from_the_action_itself_and_nothing_is_tried_before(house: House) -> None:
    sly = Action(kind="command", summary="list the files", impact="nothing", command="touch made; rm -rf x")
    await house.start(ScriptedDriver([goals("x"), sly]))
    house.say("x")
    asked = await house.asked()
    assert len(asked["lines"]) == 2 and "rm -rf x" in asked["lines"][0], "fault 4: two lines, and what really runs"
    assert not (house.directory / "made").exists()


async def test_always_is_a_grant_for_exactly_this_that_ends_and_can_be_taken_back(house: House) -> None:
    again = [command("echo a >> f")] * 2
    mind = ScriptedDriver([goals("x"), *again, command("echo a >> f && echo b"), Idle()])
    await house.start(mind)
    house.say("x")
    await house.asked()
    house.say("/always")
    await house.said("[G1-T2] DONE")
    assert "echo b" in (await house.asked())["lines"][0], "not more than exactly that"
    (grant,) = house.it.rules.grants
    assert grant.command == "echo a >> f" and grant.until > "2026"
    house.say(f"/revoke {grant.name}")
    await house.until(lambda: not house.it.rules.grants)
    kinds = [row["kind"] for row in house.work.rows("SELECT kind FROM approvals WHERE state = 'approved'")]
    assert kinds.count("rule") == 2, "both are on the books"


async def test_a_flood_of_public_messages_neither_hurts_nor_is_lost(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("sleep 600"), reply("stopped for you"), Idle()])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.phase("executing")
    for n in range(10_000):
        house.say(f"m{n}", source="roblox", authority="public")
    house.say("are you there?")
    await house.said("stopped for you")
    assert len(house.it.public) <= 200
    assert sum(event["source"] == "roblox" for event in house.events("input")) == 10_000


async def test_watched_files_are_part_of_the_situation(house: House) -> None:
    (house.directory / "spectra.toml").write_text('[watch]\npaths = ["inbox.txt"]\n')
    mind = ScriptedDriver([goals("x"), Idle(), command("true")])
    await house.start(mind)
    house.say("x")
    await house.judged(mind, 2)
    (house.directory / "other.txt").write_text("nothing to us")
    (house.directory / "inbox.txt").write_text("news")
    await house.asked()
    assert mind.asked[2].trigger == "file"


async def test_an_idle_spectra_does_not_wake_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    mind = ScriptedDriver([Idle()])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    woken: list[int] = []
    real = house.it._news.wait

    async def waited() -> bool:
        woken.append(1)
        return await real()

    monkeypatch.setattr(house.it._news, "wait", waited)
    cycle = house.it.cycle
    await asyncio.sleep(0.3)
    assert (len(woken), house.it.cycle, len(mind.asked)) == (0, cycle, 1)


async def test_rule_39_the_files_alone_are_the_truth_and_losing_the_books_loses_no_plan(
    house: House, tmp_path: Path
) -> None:
    await house.start(ScriptedDriver([goals("x"), command("true"), Idle()]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] DONE")
    await house.stop()
    kept = house.state["goals"]
    elsewhere = Workplace(tmp_path / "other", f"sqlite:///{tmp_path / 'other.db'}").open()
    moved = House(elsewhere, house.directory)
    await moved.start(ScriptedDriver([command("touch two"), Idle()]))
    assert moved.state["goals"] == kept
    await moved.answer()
    await moved.said("[G1-T2] DONE")
    await moved.stop()
    elsewhere.close()
    assert disagreements(f"sqlite:///{tmp_path / 'other.db'}") == []


async def test_rule_42_goals_tasks_and_the_present_have_the_seeds_fields_and_no_others(house: House) -> None:
    """Fault 10: nothing is hidden in a task."""
    await house.start(ScriptedDriver([goals("x"), command("true"), Idle()]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] DONE")
    (goal,) = house.state["goals"]
    assert list(house.state) == ["purpose", "goals", "current"] and list(goal) == ["id", "name", "tasks", "status"]
    assert all(list(task) == ["id", "name", "status"] for task in goal["tasks"])
    assert set(house.state["current"]) == {"situation_summary", "intent", "action", "last_result"}


async def test_fault_2_events_of_one_moment_are_all_told_and_no_screen_reads_the_log(house: House) -> None:
    mind = ScriptedDriver([Idle(), *(reply(f"answer {n}") for n in range(3))])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    for n in range(3):
        house.say(f"question {n}")
    await house.said("answer 2")
    numbers = [one for one, _ in house.it.records.log.since(0)]
    assert numbers == list(range(1, house.it.records.log.last + 1)), "by number, not by second"


async def test_fault_5_the_developer_is_heard_while_it_thinks_and_while_it_acts(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("sleep 600"), reply("heard"), Idle()])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.phase("executing")
    house.say("can you hear me?")
    await house.said("heard")
    assert house.events("exec")[-1]["status"] == "interrupted"
