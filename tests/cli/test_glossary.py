"""The same thing has the same word everywhere: the glossary file, the glossary in the code, and every catalogue."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from ringi import words
from ringi.words import LANGS
from ringi.words.core import COLOURS, ENDED, PARKED, TONES, WORDS
from ringi.words.errors import ERRORS
from ringi.words.glossary import AVOID, GROUPS, glossary

DOCS = Path(__file__).parents[2] / "docs"
AREAS = sorted(
    path.stem
    for path in Path(str(words.__file__)).parent.glob("*.py")
    if path.stem not in ("__init__", "errors", "glossary", "money")
)
"""`money` writes figures and has no words of its own."""


def test_the_glossary_file_is_what_the_code_says() -> None:
    assert (DOCS / "glossary.md").read_text("utf-8") == glossary()
    assert {key.partition(".")[0] for key in WORDS} == set(GROUPS)


SEEDS_OWN = {
    *("prompt.cancelled", "process.cancelled", "gate.cancelled", "run.cancel_no", "modal.close"),
    *("text.prompt.cancelled", "text.process.cancelled"),
}
"""Words of the Slack cards in Japanese that the seed itself gives; they stand as they are."""


@pytest.mark.parametrize("area", AREAS)
def test_no_catalogue_uses_another_word_for_the_same_thing(area: str) -> None:
    catalogue = import_module(f"ringi.words.{area}").WORDS
    for key, text in catalogue.items():
        seeds = area == "slack" and key in SEEDS_OWN
        _nothing_avoided(f"{area}.{key}", ("", *text[1:]) if seeds else text)


def test_no_error_uses_another_word_for_the_same_thing() -> None:
    for code, texts in ERRORS.items():
        for text in texts:
            _nothing_avoided(code, text)


def _nothing_avoided(where: str, text: tuple[str, str, str]) -> None:
    for lang, bad, good in AVOID:
        assert bad not in text[LANGS.index(lang)].lower(), f"{where}: {bad} → {good}"


def test_every_state_has_a_word_and_a_colour() -> None:
    states = {key.partition(".")[2] for key in WORDS if key.startswith("state.")} - {"unknown"}
    assert states == set(TONES)
    assert set(TONES.values()) <= set(COLOURS)
    assert states >= PARKED | ENDED and not PARKED & ENDED


def test_the_flow_parks_where_the_glossary_says() -> None:
    from ringi.flow import desk

    assert PARKED | ENDED | {"unknown"} == desk.PARKED
