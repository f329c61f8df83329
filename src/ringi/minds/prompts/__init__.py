"""The prompts: one file per judgement, version and language. A file that was used is never changed: the next version
stands beside it.

`tests/minds/test_prompt_files.py` keeps the digest of every file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

CURRENT = {"common": "v1", "extract": "v1", "policy": "v2", "plan": "v2", "intend": "v1"}
LANGS = ("ja", "en", "zh")
Judgement = Literal["extract", "policy", "plan", "intend"]
_WHOLE = frozenset({"intend"})
"""Those that say all of their rules themselves: nobody has made a request there."""


@cache
def prompt(judgement: Judgement, lang: str) -> str:
    """The rules that hold for every judgement, then those of this one."""
    lang = lang if lang in LANGS else "en"
    if judgement in _WHOLE:
        return _file(judgement, lang)
    return f"{_file('common', lang)}\n{_file(judgement, lang)}"


def called(judgement: Judgement, lang: str) -> str:
    """The name under which a fact says which prompt was used."""
    return f"{judgement}.{CURRENT[judgement]}.{lang if lang in LANGS else 'en'}"


def _file(name: str, lang: str) -> str:
    return (files(__package__) / CURRENT[name] / f"{name}.{lang}.md").read_text("utf-8").strip() + "\n"
