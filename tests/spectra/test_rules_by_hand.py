"""`spectra.toml` in a developer's own editor: what is changed there holds, is said, is recorded, and can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from spectrahouse import House

from ringi.errors import RingiError
from ringi.spectra.rules import LARGEST, RulesFile, changed, differences
from ringi.testing.driving import ScriptedDriver, command, goals

OPEN = '[shell]\nsandbox = "off"\n'
"""In a sandbox the rules cannot be reached at all."""


def _toml(house: House) -> Path:
    return house.directory / "spectra.toml"


async def test_a_change_by_hand_while_it_runs_holds_at_once_is_said_recorded_and_undone(house: House) -> None:
    _toml(house).write_text("[budget]\nactions = 5\n")
    await house.start(ScriptedDriver([]))
    _toml(house).write_text("[budget]\nactions = 9 # more\n[stuck]\nsame_error = 7\n")
    await house.said("spectra.toml was changed by hand: budget.actions = 9 (before: 5)")
    await house.said("spectra.toml was changed by hand: stuck.same_error = 7 (before: –)")
    assert house.it.rules.budget["actions"] == 9 and house.it.rules.stuck["same_error"] == 7
    hand = [event for event in house.events("exec") if event["approval"] == "hand"]
    assert [event["command"] for event in hand] == ["rule budget.actions = 9", "rule stuck.same_error = 7"]
    for _ in hand:
        house.say("/undo")
    await house.until(lambda: house.it.rules.budget["actions"] == 5 and house.it.rules.stuck["same_error"] == 3)


async def test_a_change_by_hand_while_it_was_away_is_said_at_the_start_and_only_then(house: House) -> None:
    await house.start(ScriptedDriver([]))
    await house.stop()
    _toml(house).write_text('[whitelist]\nkinds = ["reply", "command"]\n')
    for _ in range(2):
        await house.start(ScriptedDriver([]))
        await house.phase("idle")
        await house.stop()
    said = [line for line in house.chat if "by hand" in line]
    assert said == ['spectra.toml was changed by hand: whitelist.kinds = ["reply", "command"] (before: –)']


async def test_what_cannot_be_read_is_said_and_what_held_before_holds_on(house: House) -> None:
    _toml(house).write_text("[budget]\nactions = 5\n")
    await house.start(ScriptedDriver([]))
    _toml(house).write_text("[budget\nactions = 9\n")
    await house.said("RINGI-981")
    house.say("/rule budget.actions 7")
    await house.said("Not changed: budget.actions = 7")
    assert house.it.rules.budget["actions"] == 5 and _toml(house).read_text() == "[budget\nactions = 9\n"


async def test_an_action_that_changes_the_rules_has_changed_nothing(house: House) -> None:
    _toml(house).write_text('[whitelist]\nkinds = ["reply", "command"]\n[budget]\nactions = 50\n' + OPEN)
    sly = command("printf '[budget]\\nactions = 0\\n' > spectra.toml")
    await house.start(ScriptedDriver([goals("x"), sly]))
    house.say("x")
    await house.said("An action has changed spectra.toml; it was put back")
    await house.said("[G1-T1] DONE")
    assert house.it.rules.budget["actions"] == 50 and "actions = 50" in _toml(house).read_text()
    assert (house.directory / "logs" / "rules.refused.toml").read_text() == "[budget]\nactions = 0\n"
    assert not any("by hand" in line for line in house.chat)


async def test_what_a_developer_typed_in_the_shell_is_their_own_hand(house: House) -> None:
    _toml(house).write_text(OPEN)
    await house.start(ScriptedDriver([]))
    house.say("printf '[budget]\\nactions = 4\\n' >> spectra.toml", surface="cli")
    await house.said("spectra.toml was changed by hand: budget.actions = 4")
    assert house.it.rules.budget["actions"] == 4


def test_a_change_leaves_every_other_byte_alone() -> None:
    text = "# über\u2028 uns\r\n[budget]\r\nactions = 5\r\n# end\x85\r\n[stuck]\r\nsame_error = 4\r\n"
    made, before = changed(text, "budget.actions", 6)
    assert (made, before) == (text.replace("actions = 5", "actions = 6"), 5)
    assert differences(text, made) == [("budget.actions", 5, 6)]


def test_a_file_that_is_too_large_is_refused_and_not_written_back_in_part(tmp_path: Path) -> None:
    file = RulesFile(tmp_path)
    file.path.write_text("[budget]\nactions = 5\n" + "#" * LARGEST)
    with pytest.raises(RingiError) as refused:
        file.text()
    assert refused.value.code == "RINGI-981"


async def test_the_known_rules_are_kept_where_no_sandboxed_command_writes(house: House) -> None:
    _toml(house).write_text("[budget]\nactions = 5\n")
    await house.start(ScriptedDriver([]))
    known = house.directory / "logs" / "rules.toml"
    assert known.read_text() == "[budget]\nactions = 5\n" and known.stat().st_mode & 0o077 == 0
