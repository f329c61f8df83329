"""The recordings as they lie there: what their scripts write, without a violation, complete, and in three languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ringi.facts.conformance import check_lines
from ringi.facts.envelope import from_wire
from ringi.facts.vocabulary import Control, EventClass, HitlType, Surface, Topology
from ringi.testing.scenarios.library import NAMES, RECORDED, Scenario, scenario
from ringi.testing.scenarios.scripts import SCRIPTS
from ringi.testing.scenarios.write import as_cues, as_lines, recorded
from ringi.words import LANGS

ALL = [(name, lang) for name in NAMES for lang in LANGS]
KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
LATIN = re.compile(r"[A-Za-z]{2,}")
PROSE = ("title", "text", "delta", "summary", "explanation", "reason", "blocker", "words", "message", "detail")


def texts(value: Any, name: str = "") -> Iterator[str]:
    """What people read in a fact."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, name)
    elif isinstance(value, str) and name in PROSE:
        yield value


@pytest.mark.parametrize(("name", "lang"), ALL)
def test_a_recording_breaks_no_rule(name: str, lang: str) -> None:
    lines = (RECORDED / f"{name}.{lang}.jsonl").read_text("utf-8").splitlines()
    assert lines and list(check_lines(lines)) == []
    for line in lines:
        from_wire(json.loads(line))


def test_what_lies_there_is_what_the_scripts_write() -> None:
    wanted = {}
    for name, lang in ALL:
        recording = recorded(name, lang)
        wanted[f"{name}.{lang}.jsonl"] = as_lines(recording)
        if recording.cues:
            wanted[f"{name}.{lang}.cues.json"] = as_cues(recording)
    there = {file.name: file.read_text("utf-8") for file in RECORDED.iterdir()}
    assert there == wanted, "run python -m ringi.testing.scenarios.write"
    assert set(SCRIPTS) == set(NAMES)


def seen(found: Scenario, field: str) -> set[str]:
    return {fact[field] for fact in found.facts if field in fact}


def test_the_long_session_has_every_class_surface_topology_and_kind_of_question() -> None:
    long = scenario("team")
    assert 300 <= len(long.facts) <= 600
    assert seen(long, "type") == {kind.value for kind in EventClass}
    assert seen(long, "surface") == {surface.value for surface in Surface}
    assert seen(long, "topology") == {topology.value for topology in Topology}
    asked = {fact["payload"]["actionType"] for fact in long.facts if fact["type"] == "action.required"}
    assert asked == {kind.value for kind in HitlType}
    assert seen(long, "control") == {control.value for control in Control} - {"reject"}, (
        "nothing is refused as recorded"
    )


def test_each_scenario_of_the_list_is_there_and_shows_its_topology() -> None:
    organised = {topology for _, topology in SCRIPTS.values()}
    assert organised == {topology.value for topology in Topology}
    for name, (_, topology) in SCRIPTS.items():
        assert topology in seen(scenario(name), "topology"), name


@pytest.mark.parametrize("name", NAMES)
def test_the_three_languages_tell_the_same_story(name: str) -> None:
    told = [scenario(name, lang) for lang in LANGS]
    heads = [
        [{key: value for key, value in fact.items() if key not in ("payload", "refs")} for fact in one.facts]
        for one in told
    ]
    assert heads[0] == heads[1] == heads[2]
    shapes = [[(action, sorted(cue), len(cue.get("reject", ()))) for action, cue in one.cues.items()] for one in told]
    assert shapes[0] == shapes[1] == shapes[2]
    for one in told[1:]:
        strange = [text for fact in one.facts for text in texts(fact["payload"]) if KANA.search(text)]
        assert not strange, strange[:3]
    chinese = [text for fact in told[2].facts for text in texts(fact["payload"])]
    english = {text for fact in told[1].facts for text in texts(fact["payload"])}
    same = [text for text in chinese if text in english and LATIN.search(text) and " " in text]
    assert not same, same[:3]


def test_nobody_is_said_to_have_decided() -> None:
    """Recorded answers are the recording's own; a person's name comes in only by a press."""
    for name in NAMES:
        for fact in scenario(name).facts:
            if fact["type"] == "action.resolved" and fact["payload"]["state"] != "expired":
                assert fact["payload"]["by"] == "demo:auto"
