"""The words of the cards: every one exists in three languages, and every one is used."""

from __future__ import annotations

import re
from pathlib import Path

from ringi.slack import cards
from ringi.words.slack import WORDS

BUILT = re.compile(
    r"priority\.\w+|text\.(prompt|process|run)\.\w+|prompt\.[123]\.(title|message)|task\.(withdrawn|removed)"
    r"|(prompt|process)\.(cancelled|failed|generating)|gate\.(approve|reject|return)"
    r"|modal\.(reject|return|step)(_submit|_what|_example)?|modal\.decide_(prompt|process|step|action|rule)"
)
"""Keys that are put together from what a card is about."""


def test_every_word_that_exists_is_used() -> None:
    room = Path(cards.__file__).parents[1]
    files = [*(room / "cards").glob("*.py"), *(room / "rendering").glob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    unused = {key for key in WORDS if f'"{key}"' not in text and f"'{key}'" not in text}
    assert {key for key in unused if not BUILT.fullmatch(key)} == set()


BUTTONS = {
    *("gate.approve", "gate.reject", "gate.return", "gate.withdraw", "gate.retry", "gate.open", "run.cancel"),
    *("run.retry", "run.was_done", "run.was_not", "run.give_up", "question.answer", "home.look", "home.thread"),
}
TITLES = {"modal.reject", "modal.return", "modal.step", "modal.answer", "modal.close", "modal.done"}


def test_buttons_and_titles_are_not_cut_in_any_language() -> None:
    for key, texts in WORDS.items():
        title = key in TITLES or key.endswith("_submit") or key.startswith("modal.decide_")
        limit = 75 if key in BUTTONS else 24 if title else 3000
        assert all(len(text) <= limit for text in texts), key
