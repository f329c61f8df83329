"""The recorded scenarios as they lie in `recorded/`: their names, and one of them whole."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringi.errors import NotFound
from ringi.words import say
from ringi.words.demo import WORDS

Wire = dict[str, Any]

RECORDED = Path(__file__).parent / "recorded"
NAMES = tuple(key.removeprefix("scenario_") for key in WORDS if key.startswith("scenario_"))
"""The long session first, then the acceptance list's order."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A recording in one language: its facts in order, and what depends on which decision."""

    name: str
    lang: str
    title: str
    facts: tuple[Wire, ...]
    cues: dict[str, Wire]
    """By action id: `auto`, the seconds after which it goes on by itself (absent: never); `then`, the part of the
    facts that depends on it; `approve` and `reject`, what happens instead; `ends`, whether a refusal ends it all.
    """


def scenario(name: str, lang: str = "ja") -> Scenario:
    """One recording, or a refusal that names those there are."""
    if name not in NAMES:
        raise NotFound("RINGI-930", name=name[:40], names=", ".join(NAMES))
    lines = (RECORDED / f"{name}.{lang}.jsonl").read_text(encoding="utf-8").splitlines()
    cues = RECORDED / f"{name}.{lang}.cues.json"
    return Scenario(
        name,
        lang,
        say("demo", f"scenario_{name}", lang),
        tuple(json.loads(line) for line in lines),
        json.loads(cues.read_text(encoding="utf-8")) if cues.exists() else {},
    )
