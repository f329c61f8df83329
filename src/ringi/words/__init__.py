"""What Ringi says to people, in Japanese, English and Chinese side by side: a missing translation cannot be written.

Each area is a module with `WORDS: dict[str, tuple[ja, en, zh]]`. The same thing has the same word everywhere (`core`).
Nothing is imported at the top, because every command pays for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LANGS = ("ja", "en", "zh")
Text = tuple[str, str, str]


def pick(text: Text, lang: str) -> str:
    return text[LANGS.index(lang) if lang in LANGS else 1]


def in_fours(digest: str) -> str:
    """The first 16 digits of a digest in groups of four: on every surface the same, to be compared by eye."""
    return " ".join(digest[at : at + 4] for at in range(0, 16, 4))


def say(area: str, key: str, lang: str, **values: Any) -> str:
    """The words for `key` of `ringi.words.<area>`, with `{name}` places filled in."""
    words: dict[str, Text] = __import__(f"ringi.words.{area}", fromlist=["WORDS"]).WORDS
    text = pick(words[key], lang)
    return text.format_map(values) if values else text
