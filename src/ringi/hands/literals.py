"""A written value as a person reads it: what could be taken for another value stands in quotation marks. Pure.

One text with a comma in it is not two texts, the word "yes" is not a tick, and a space at the end is a space.
"""

from __future__ import annotations

import json
from functools import lru_cache

from ringi.words import LANGS, say

PLACE = "〔"
"""What begins a place that an earlier result will fill."""
_SEPARATORS = (",", "、")
_SPOKEN = ("yes", "no", "none", "empty")


def spell_text(text: str, *, listed: bool = False) -> str:
    """The text as it stands on a card; `listed` when it stands among others."""
    return json.dumps(text, ensure_ascii=False) if is_ambiguous(text, listed=listed) else text


def spell_piece(text: str) -> str:
    """A piece of a text beside places that results will fill: it must not look like such a place itself."""
    return json.dumps(text, ensure_ascii=False) if PLACE in text else text


def is_ambiguous(text: str, *, listed: bool = False) -> bool:
    """Whether the bare text reads like another value: a word of ours, two items of a list, or quotation marks."""
    return (
        text != text.strip()
        or text in _spoken_words()
        or text.startswith(('"', "[", "{"))
        or PLACE in text
        or (listed and any(separator in text for separator in _SEPARATORS))
    )


@lru_cache(maxsize=1)
def _spoken_words() -> frozenset[str]:
    """What a card says for values that are no texts, in every language."""
    return frozenset(say("values", name, lang) for name in _SPOKEN for lang in LANGS)
