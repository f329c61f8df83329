"""The page about the console says what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringi.console import keys
from ringi.console.keys import HOUSE, SPECTRA, table
from ringi.console.themes import READABLE, THEMES, contrast
from ringi.words.console import WORDS
from ringi.words.core import COLOURS

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "console.md"


def test_the_table_of_keys_is_made_from_the_code() -> None:
    assert PAGE.read_text("utf-8").partition("<!-- keys -->\n")[2] == table()


def test_every_action_has_a_key_of_its_own_and_a_word() -> None:
    for console in (SPECTRA, HOUSE):
        assert all(f"key.{key.word}" in WORDS and f"where.{key.where}" in WORDS for key in console)
        bound = [one for key in console if key.bound for one in key.keys.split(",")]
        assert len(bound) == len(set(bound))
    assert keys.SPECTRA[0].action == "help"


@pytest.mark.parametrize("name", THEMES)
def test_every_state_can_be_read_in_every_theme(name: str) -> None:
    from textual.color import Color

    theme = THEMES[name]
    ground = Color.parse(str(theme.background))
    for tone in (*COLOURS, "dim", "accent"):
        assert contrast(Color.parse(theme.variables[f"tone-{tone}"]), ground) >= READABLE, tone
