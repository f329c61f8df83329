"""What developers and the public say, and what it may set going: a no never does, and what is asked is no circle."""

from __future__ import annotations

import pytest
from spectrahouse import House

from ringi.minds.intending import Idle
from ringi.spectra import saying
from ringi.spectra.shapes import Input
from ringi.testing.driving import ScriptedDriver, command, goals, reply


async def test_the_same_answer_to_the_same_question_is_no_circle_that_the_public_could_stop_it_with(
    house: House,
) -> None:
    mind = ScriptedDriver([Idle(), *[reply("hello")] * 6, goals("x"), command("touch made")])
    await house.start(mind)
    house.say("a purpose")
    await house.judged(mind, 1)
    for n in range(1, 7):
        house.say("hi", source="roblox", authority="public")
        await house.judged(mind, 1 + n)
    assert house.chat.count("hello") == 6 and house.it.question is None
    house.say("/purpose another")
    assert "touch made" in (await house.asked())["lines"][0]


@pytest.mark.parametrize("no", ["n", "破棄"])
async def test_a_no_after_a_stop_discards_and_sets_nothing_going(house: House, no: str) -> None:
    (house.directory / "spectra.toml").write_text('[whitelist]\nkinds = ["reply", "command"]\n')
    mind = ScriptedDriver([goals("x"), command("sleep 600"), command("touch made")])
    await house.start(mind)
    house.say("x")
    await house.phase("executing")
    house.say("stop")
    await house.said("Resume or discard?")
    asked = len(mind.asked)
    house.say(no)
    await house.said("[G1-T1] FAIL x 1 / discarded")
    house.say("n")
    await house.until(lambda: house.chat.count("Stopped. Say “resume” to go on.") == 3)
    await house.stop()
    assert len(mind.asked) == asked and not (house.directory / "made").exists()
    await house.start(mind)
    assert house.it.halted == "stopped", "and it holds through a restart"
    house.say("resume")
    await house.said("[G1-T2] DONE x 2")


async def test_after_a_no_the_next_action_is_asked_for_whatever_the_whitelist_says(house: House) -> None:
    mind = ScriptedDriver([goals("x"), command("touch one"), command("touch two")])
    await house.start(mind)
    house.say("x")
    await house.asked()
    house.say('/rule whitelist.kinds ["reply", "command"]')
    await house.said("Changed: whitelist.kinds")
    await house.answer(False)
    await house.said("Nothing runs until you say something. “resume” goes on.")
    house.say("resume")
    assert "touch two" in (await house.asked())["lines"][0], "C1: a task that was refused has failed"


async def test_a_purpose_may_begin_on_the_next_line(house: House) -> None:
    await house.start(ScriptedDriver([Idle(), Idle()]))
    house.say("first")
    await house.said("Purpose: first")
    house.say("/purpose\n# Tidy\n- one")
    await house.said("Purpose: # Tidy")
    assert house.state["purpose"] == "# Tidy\n- one"
    assert saying.command("/") == ("", "")


def test_the_words_on_the_buttons_are_answers_in_every_language() -> None:
    assert [saying.is_answer(word) for word in ("承認", "Approve", "批准", "却下", "Reject", "驳回")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert saying.is_answer("approve it tomorrow") is None


async def test_what_a_developer_said_is_heard_by_every_screen_and_seen_again_after_a_start(house: House) -> None:
    mind = ScriptedDriver([Idle(), reply("well"), reply("oh")])
    await house.start(mind)
    heard: list[Input] = []
    stop = house.it.overhear(heard.append)
    house.say("a purpose")
    await house.judged(mind, 1)
    house.say("how is it?")
    await house.said("well")
    house.say("hello", source="roblox", authority="public")
    await house.said("oh")
    assert [said.text for said in heard] == ["a purpose", "how is it?"], "the crowd does not push the chat away"
    stop()
    await house.stop()
    await house.start(ScriptedDriver([Idle()]))
    chat = house.it.showing()["chat"]
    assert chat[:1] == ["What is the purpose?"] and "hello" not in "".join(chat)
    assert (
        chat.index("› a purpose") < chat.index("Purpose: a purpose") < chat.index("› how is it?") < chat.index("well")
    )
