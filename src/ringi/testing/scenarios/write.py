"""Writes every script's recording, in three languages, into `recorded/`: `python -m ringi.testing.scenarios.write`."""

from __future__ import annotations

import json
from pathlib import Path

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts import SCRIPTS
from ringi.words import LANGS

RECORDED = Path(__file__).parent / "recorded"


def recorded(name: str, lang: str) -> Recording:
    """The script played into a new recording."""
    script, topology = SCRIPTS[name]
    recording = Recording(name, lang, topology=topology)
    script(recording)
    return recording


def as_lines(recording: Recording) -> str:
    return "".join(json.dumps(fact, ensure_ascii=False, separators=(",", ":")) + "\n" for fact in recording.facts)


def as_cues(recording: Recording) -> str:
    return json.dumps(recording.cues, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    for name in SCRIPTS:
        for lang in LANGS:
            recording = recorded(name, lang)
            (RECORDED / f"{name}.{lang}.jsonl").write_text(as_lines(recording), encoding="utf-8")
            if recording.cues:
                (RECORDED / f"{name}.{lang}.cues.json").write_text(as_cues(recording), encoding="utf-8")


if __name__ == "__main__":
    main()
