"""Every error has its texts, every text its three languages, and the places in them agree."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from ringi.words import LANGS
from ringi.words.errors import ERRORS, advised, in_general, known, message, next_step

SOURCE = Path(__file__).parents[2] / "src" / "ringi"
AREAS = sorted(path.stem for path in (SOURCE / "words").glob("*.py") if path.stem != "__init__")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_code_in_the_source_is_explained() -> None:
    used: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        if path.parent.name != "errors":
            used |= set(re.findall(r"RINGI-\d{3}", path.read_text(encoding="utf-8")))
    assert sorted(code for code in used if not known(code)) == []


def test_every_code_stands_once_in_the_file_of_its_number_and_in_order() -> None:
    files = {int(path.stem.removeprefix("from_")): path for path in (SOURCE / "words" / "errors").glob("from_*.py")}
    starts, found = sorted(files), []
    for start, after in zip(starts, [*starts[1:], 1000], strict=True):
        text = files[start].read_text("utf-8")
        codes = [int(code) for code in re.findall(r'^    "RINGI-(\d{3})": \(', text, re.M)]
        assert codes and all(start <= code < after for code in codes), files[start].name
        found += codes
    assert found == sorted(set(found))
    assert list(ERRORS) == [f"RINGI-{code}" for code in found], "every file is in the catalogue"


def test_every_error_can_be_said_in_every_language() -> None:
    for code, texts in ERRORS.items():
        for text in texts:
            assert len(text) == len(LANGS) and all(text), code
        for lang in LANGS:
            assert message(code, lang, {}) and next_step(code, lang, {}), code


@pytest.mark.parametrize("area", AREAS)
def test_the_places_in_a_text_are_the_same_in_every_language(area: str) -> None:
    words = getattr(import_module(f"ringi.words.{area}"), "WORDS", {})
    for key, text in words.items():
        assert len(text) == len(LANGS), key
        assert len({frozenset(places(one)) for one in text}) == 1, key


def test_an_error_says_states_times_and_kinds_of_values_as_people_do() -> None:
    settled = {"state": "approved", "who": "cli:aki", "when": "2026-11-16T06:03:43.000Z"}
    assert "承認済み" in message("RINGI-211", "ja", settled) and "T06" not in message("RINGI-211", "ja", settled)
    assert "true か false" in message("RINGI-106", "ja", {"key": "k", "value": "maybe", "wanted": "bool"})
    assert "文件不存在" in message("RINGI-607", "zh", {"path": "x", "reason": "No such file or directory"})
    assert "odd" in message("RINGI-607", "ja", {"path": "x", "reason": "odd"})


def test_what_stopped_a_task_is_told_with_what_to_do_about_it() -> None:
    recorded = "RINGI-331: " + message("RINGI-331", "en", {"model": "openai:gpt-5.2", "variable": "OPENAI_API_KEY"})
    assert "OPENAI_API_KEY を設定" in advised(recorded, "ja") and "OPENAI_API_KEY" in advised(recorded, "en")
    assert advised("RINGI-331: of another version's words", "en") == "", "no sentence with a hole in it"
    assert advised("a tool's own words: no", "en") == ""


def test_an_error_of_no_certain_case_names_what_is_to_be_typed_as_commands_do() -> None:
    assert "`ringi tools show TOOL`" in in_general(ERRORS["RINGI-677"][1], "en")
