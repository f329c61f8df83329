"""Rules 1–21 of the seed and the readings about approval, interrupts and failure: one test each, by its number."""

from __future__ import annotations

import asyncio
import json

import pytest
from spectrahouse import House, lets_pass

from ringi.minds import Spent
from ringi.minds.intending import Action, Idle, Situation
from ringi.spectra.rules import read
from ringi.spectra.shapes import SURFACES
from ringi.testing.driving import ScriptedDriver, command, goals, reply


async def test_rule_1_a_mind_only_judges_and_its_word_completes_nothing(house: House) -> None:
    """Fault 9: it claims success in prose; the exit code says otherwise."""
    boast = command("echo 'all done, success'; exit 1")
    await house.start(ScriptedDriver([goals("x"), boast, reply("I have done it.")]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] FAIL x 1 / exit 1")
    await house.said("only talked about")
    assert house.state["goals"][0]["tasks"][1]["status"] == "active"
    house.say("n")
    await house.said("[G1-T2] FAIL x 2 / not done")


async def test_rule_1_a_check_command_decides_whatever_the_action_said(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("true", check="test -e nowhere")]))
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] FAIL")


async def test_rule_2_one_mind_hears_everybody_told_apart_by_source_and_surface(house: House) -> None:
    mind = ScriptedDriver([Idle(), reply("answer one"), reply("answer two")])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    house.say("hello", source="x", authority="public")
    await house.said("answer one")
    house.say("hi", source="discord")
    await house.said("answer two")
    heard = [situation.said[0] for situation in mind.asked if situation.said]
    assert [(one["source"], one["authority"]) for one in heard] == [("x", "public"), ("discord", "developer")]


async def test_rule_3_c20_judgement_runs_when_something_changes_and_never_by_itself(house: House) -> None:
    mind = ScriptedDriver([Idle()])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    house.it.vital({"cpu": {"percent": 99}})
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(mind.asked) == 1, "neither time nor vitals ask a mind"
    house.say("something new")
    await house.until(lambda: len(mind.asked) == 2)
    assert mind.asked[1].purpose == "a purpose", "the purpose is part of every situation"
    await house.judged(mind, 2)
    house.say("/purpose another")
    await house.judged(mind, 3)
    mind.script = [goals("made"), Idle(), Idle()]
    house.say("resume")
    await house.until(lambda: len(mind.asked) == 5)
    assert [goal["id"] for goal in mind.asked[4].goals] == ["G1"], "and so are the goals"


async def test_rule_4_the_situation_is_one_sentence(house: House) -> None:
    mind = ScriptedDriver([goals("x\ny", tasks=5), Idle()])
    await house.start(mind)
    house.say("many\nlines. And. Dots.")
    await house.until(lambda: len(mind.asked) == 2)
    summary = house.state["current"]["situation_summary"]
    assert summary == mind.asked[1].summary and "\n" not in summary and summary.endswith(".")


async def test_rule_5_6_an_unknown_authority_or_surface_is_the_publics_in_the_chat(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("echo hello")]))
    house.say("x")
    await house.asked()
    house.say("y", authority="admin", source="mail", surface="anywhere")
    house.say("stop", authority="public", source="roblox")
    house.say("y", authority="public", source="discord")
    await house.answer(by="console:aki")
    await house.said("[G1-T1] DONE")
    (row,) = house.work.rows("SELECT state, decided_by FROM approvals WHERE kind = 'action'")
    assert row == {"state": "approved", "decided_by": "console:aki"}, "nobody but a developer answers, or stops it"
    said = house.events("input")[1:4]
    assert [(one["source"], one["surface"], one["text"]) for one in said] == [
        ("mail", "chat", "y"),
        ("roblox", "chat", "stop"),
        ("discord", "chat", "y"),
    ]
    assert set(said[0]) == {"time", "type", "source", "surface", "text"}


async def test_rule_7_8_9_outputs_are_surface_and_data_and_there_are_five(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("echo hello")]))
    house.say("x")
    house.it.vital({"cpu": {"percent": 1.0}, "memory": {}, "network": {}})
    await house.answer()
    await house.said("[G1-T1] DONE")
    assert {one.surface for one in house.heard} == set(SURFACES)
    shown = house.it.showing()
    assert shown["task"] == {"goals": house.state["goals"]} and all(isinstance(one, str) for one in shown["chat"])
    assert {"situation", "intent", "action", "result", "phase", "approval", "llm"} <= set(shown["inspector"])
    assert list(shown["cli"]) == ["hello\n"]
    logged = house.events("output")
    assert all(set(one) == {"time", "type", "surface", "data"} for one in logged), (
        "C16: only the log adds time and type"
    )


async def test_rule_10_a_reply_is_approved_by_itself_and_everything_else_is_asked_for(house: House) -> None:
    mind = ScriptedDriver([Idle(), reply("hello to you"), command("touch made"), Idle()])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    house.say("hello")
    await house.said("hello to you")
    house.say("do it")
    await house.asked()
    assert not (house.directory / "made").exists()
    (auto,) = house.work.rows("SELECT * FROM approvals WHERE state = 'approved'")
    assert json.loads(auto["shown"])["action"]["kind"] == "reply" and auto["decided_by"] == "rule:auto"


@pytest.mark.parametrize("text", ["echo a > f && rm -r x", "ls; rm x", "ls"])
def test_rule_11_c4_fault_8_no_first_word_of_a_command_ever_allows_it(text: str) -> None:
    rules = read('[whitelist]\nkinds = ["reply", "tool"]\n[grants.a]\ncommand = "echo a"\nuntil = "2999-01-01"\n')
    assert not lets_pass(rules, command(text))
    assert lets_pass(rules, command("echo a"))


async def test_rule_12_c9_it_is_asked_once_just_before_it_runs(house: House) -> None:
    await house.start(ScriptedDriver([goals("x"), command("touch made")]))
    house.say("x")
    await house.asked()
    entered = house.state["current"]["action"]
    assert entered["phase"] == "approving" and house.state["goals"][0]["tasks"][0]["status"] == "pending"
    assert len(house.work.rows("SELECT id FROM approvals WHERE state = 'open'")) == 1
    await house.answer()
    await house.said("[G1-T1] DONE")
    assert len(house.work.rows("SELECT id FROM approvals WHERE kind = 'action'")) == 1


async def test_rule_15_c6_no_ends_the_task_and_nothing_runs_until_the_developer_speaks(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("touch made"), command("touch other")])
    await house.start(mind)
    house.say("x")
    await house.answer(False, "not today")
    await house.said("[G1-T1] FAIL x 1 / rejected: not today")
    await house.phase("idle")
    asked = len(mind.asked)
    house.say("hello?", source="x", authority="public")
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(mind.asked) == asked and not (house.directory / "made").exists() and not house.ended
    house.say("go on")
    await house.until(lambda: len(mind.asked) > asked)
    (refused,) = house.events("exec")
    assert (refused["approval"], refused["status"], refused["cause"]) == ("n", "fail", "rejected")


async def test_rule_16_c5_waiting_is_idle_but_hears_logs_and_shows(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("touch made")])
    await house.start(mind)
    house.say("x")
    asked = await house.asked()
    before = len(mind.asked)
    for n in range(300):
        house.say(f"public {n}", source="roblox", authority="public")
    house.it.vital({"cpu": {}})
    assert len(house.events("input")) == 301 and len(mind.asked) == before
    assert house.it.inspector()["queue"] == 200, "bounded: the oldest are only in the log"
    house.it.answer(asked["id"], True, "", "aki")
    await house.said("[G1-T1] DONE")
    (row,) = house.work.rows("SELECT id, state FROM approvals WHERE kind = 'action'")
    assert row == {"id": asked["id"], "state": "approved"}, "fault 6: no public word takes an approval away"


async def test_rule_17_c13_the_developer_overrides_purpose_and_goals_at_any_time(house: House) -> None:
    mind = ScriptedDriver([goals("first"), command("sleep 600"), goals("second"), Idle()])
    await house.start(mind)
    house.say("one")
    await house.answer()
    await house.phase("executing")
    house.say("/purpose two")
    await house.said("Goals: G2 second")
    assert "[G1-T1] FAIL first 1 / overridden" in house.chat and "[G1] DONE first / 0%" in house.chat
    assert [goal["id"] for goal in house.state["goals"]] == ["G2"] and house.state["purpose"] == "two"


async def test_rule_18_c5_c7_words_take_back_an_open_approval_and_ask_resume_or_discard(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("touch made"), reply("yes?"), Idle()])
    await house.start(mind)
    house.say("x")
    asked = await house.asked()
    house.say("what is that?")
    await house.said("Resume or discard?")
    await house.said("yes?")
    assert house.it.inspector()["settled"] == {"id": asked["id"], "answer": "withdrawn", "by": "console:aki"}
    (row,) = house.work.rows("SELECT state FROM approvals WHERE id = ?", asked["id"])
    assert row["state"] == "withdrawn"
    house.say("discard")
    await house.said("[G1-T1] FAIL x 1 / discarded")


async def test_rule_18_a_judgement_is_dropped_too(house: House) -> None:
    mind = ScriptedDriver([])
    mind.slow = True
    await house.start(mind)
    house.say("a purpose")
    await asyncio.wait_for(mind.thinking.wait(), 60)
    mind.slow = False
    house.say("never mind")
    await house.until(lambda: len(mind.asked) >= 2)
    assert mind.asked[1].said[0]["text"] == "never mind"


async def test_the_stop_word_works_before_any_mind_and_holds_until_resume(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("sleep 600"), command("touch made")])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.phase("executing")
    asked = len(mind.asked)
    house.say("ストップ")
    await house.phase("halted")
    house.say("what now?")
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(mind.asked) == asked and house.it.inspector()["halted_reason"] == "stopped"
    house.say("resume")
    assert "touch made" in (await house.asked())["lines"][0], "resume is a new approval"


async def test_rule_19_c1_after_a_failure_the_whitelist_is_suspended_for_one_action(house: House) -> None:
    (house.directory / "spectra.toml").write_text('[whitelist]\nkinds = ["reply", "command"]\n')
    mind = ScriptedDriver([goals("x"), command("false"), command("touch two"), command("touch three")])
    await house.start(mind)
    house.say("x")
    await house.said("[G1-T1] FAIL x 1 / exit 1")
    assert "touch two" in (await house.asked())["lines"][0], "whitelisted, and asked for after a failure"
    await house.answer()
    await house.said("[G1-T3] DONE x 3")
    assert [event["approval"] for event in house.events("exec")] == ["auto", "y", "auto"]


async def test_c1_a_failed_task_is_tried_again_only_by_the_developers_word(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("false"), Idle(), command("true")])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] FAIL x 1 / exit 1")
    await house.phase("idle")
    house.say("/retry G1-T1")
    await house.answer()
    await house.said("[G1-T1] DONE x 1")


async def test_rule_20_c22_self_correction_is_for_settings_only_asked_for_and_undone(house: House) -> None:
    fix = Action(kind="setting", summary="look further back", impact="spectra.toml", key="settings.tail", value=400)
    code = Action(kind="setting", summary="x", impact="y", key="shell.sandbox", value="off")
    await house.start(ScriptedDriver([goals("x"), fix, code, Idle()]))
    house.say("x")
    assert "settings.tail" in (await house.asked())["lines"][0]
    assert house.it.rules.settings["tail"] == 200
    await house.answer()
    await house.until(lambda: house.it.rules.settings["tail"] == 400)
    await house.answer()
    await house.said("only settings.* may be corrected")
    house.say("/undo")
    await house.until(lambda: house.it.rules.settings["tail"] == 200)
    assert read((house.directory / "spectra.toml").read_text()).settings["tail"] == 200


async def test_rule_21_c23_a_rule_change_is_asked_for_kept_and_holds_at_once(house: House) -> None:
    change = Action(kind="rule", summary="fewer", impact="spectra.toml", key="budget.actions", value=7)
    (house.directory / "spectra.toml").write_text("# mine\n[budget] # keep this\ntokens = 5000\n")
    await house.start(ScriptedDriver([goals("x"), change, Idle()]))
    house.say("x")
    await house.asked()
    assert house.work.rows("SELECT kind FROM approvals WHERE state = 'open'") == [{"kind": "rule"}]
    await house.answer()
    await house.until(lambda: house.it.rules.budget["actions"] == 7)
    text = (house.directory / "spectra.toml").read_text()
    assert "# mine" in text and "# keep this" in text and "tokens = 5000" in text


async def test_c23_a_rule_that_cannot_hold_at_once_offers_a_restart_which_is_asked_for(house: House) -> None:
    change = Action(kind="rule", summary="watch", impact="spectra.toml", key="watch.paths", value=["notes"])
    await house.start(ScriptedDriver([goals("x"), change, Idle()]))
    house.say("x")
    await house.answer()
    await house.said("/restart")
    assert "Start anew" in (await house.asked())["lines"][0]
    await house.answer()
    await house.until(lambda: house.ended)
    assert house.it.restart


async def test_c18_a_typed_command_is_its_own_approval(house: House) -> None:
    mind = ScriptedDriver([Idle()])
    await house.start(mind)
    house.say("echo typed > typed.txt; echo out", surface="cli")
    await house.until(lambda: house.events("exec"))
    (event,) = house.events("exec")
    assert (event["approval"], event["status"], event["output"]) == ("y", "done", "out\n")
    assert (house.directory / "typed.txt").read_text() == "typed\n" and mind.asked == []
    (row,) = house.work.rows("SELECT decided_by FROM approvals")
    assert row["decided_by"] == "console:aki"


async def test_c11_rule_46_a_mind_is_shown_the_end_of_the_log_only_after_a_failure(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("true"), command("false"), Idle()])
    await house.start(mind)
    house.say("x")
    await house.answer()
    await house.said("[G1-T1] DONE")
    await house.answer()
    await house.said("[G1-T2] FAIL")
    await house.until(lambda: len(mind.asked) == 4)
    shown = [bool(situation.log) for situation in mind.asked]
    assert shown == [False, False, False, True] and len(mind.asked[3].log) <= 500


@pytest.mark.parametrize("tasks", [3, 40])
async def test_c21_a_wrong_number_of_tasks_is_asked_about_once_then_goal_setting_fails(
    house: House, tasks: int
) -> None:
    mind = ScriptedDriver([goals("x", tasks=tasks), goals("x", tasks=tasks)])
    await house.start(mind)
    house.say("x")
    await house.said("No goals could be made")
    assert [situation.problem != "" for situation in mind.asked] == [False, True]
    assert house.state["goals"] == [] and house.state["current"]["last_result"]["status"] == "fail"


@pytest.mark.parametrize(
    "nonsense",
    [
        "words",
        None,
        goals("again"),
        Action(kind="fly", summary="x", impact="y"),  # type: ignore[arg-type]
        Action(kind="command", summary="", impact="", command="ls"),
        Action(kind="tool", summary="x", impact="y", tool="no.such"),
        ValueError("broken"),
    ],
)
async def test_a_mind_that_returns_nonsense_does_nothing_and_is_said(house: House, nonsense: object) -> None:
    await house.start(ScriptedDriver([goals("x"), nonsense, nonsense]))  # type: ignore[list-item]
    house.say("x")
    await house.until(lambda: any("[G1-T1] FAIL" in line or "No judgement" in line for line in house.chat))
    assert house.events("exec") == []


async def test_a_budget_is_a_hard_cap_that_pauses_and_asks_also_after_a_restart(house: House) -> None:
    """Fault 7: a limit that is only shown is none."""
    (house.directory / "spectra.toml").write_text("[budget]\ntokens = 100\n")

    def dear(situation: Situation) -> Idle:
        situation.beside.spent.append(Spent(model="m", prompt="p", input_tokens=90, output_tokens=20))
        return Idle()

    mind = ScriptedDriver([dear, reply("go"), reply("on")])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    house.say("hello")
    await house.said("budget is used up")
    assert len(mind.asked) == 1
    await house.stop()
    await house.start(mind)
    await house.until(lambda: house.it.question is not None)
    assert len(mind.asked) == 1, "a restart makes no budget new"
    house.say("y")
    await house.until(lambda: len(mind.asked) > 1)


async def test_going_in_circles_pauses_and_asks(house: House) -> None:
    (house.directory / "spectra.toml").write_text("[stuck]\nsame_error = 3\n")
    mind = ScriptedDriver([goals("x"), *(command(f"exit 7 # {n}") for n in range(5))])
    await house.start(mind)
    house.say("x")
    for _ in range(3):
        await house.answer()
    await house.said("The same failure again and again")
    await house.phase("interrupted")
    assert len(mind.asked) == 4
