"""The prompts: one file per judgement, version and language. A file that was used is never changed: the next is v2.

`tests/minds/test_prompt_files.py` keeps the digest of every file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

CURRENT = "v1"
LANGS = ("ja", "en", "zh")
Judgement = Literal["extract", "policy", "plan", "intend"]
_WHOLE = frozenset({"intend"})
"""Those that say all of their rules themselves: nobody has made a request there."""


@cache
def prompt(judgement: Judgement, lang: str, version: str = CURRENT) -> str:
    """The rules that hold for every judgement, then those of this one."""
    lang = lang if lang in LANGS else "en"
    if judgement in _WHOLE:
        return _file(judgement, lang, version)
    return f"{_file('common', lang, version)}\n{_file(judgement, lang, version)}"


def called(judgement: Judgement, lang: str, version: str = CURRENT) -> str:
    """The name under which a fact says which prompt was used."""
    return f"{judgement}.{version}.{lang if lang in LANGS else 'en'}"


def _file(name: str, lang: str, version: str) -> str:
    return (files(__package__) / version / f"{name}.{lang}.md").read_text("utf-8").strip() + "\n"
