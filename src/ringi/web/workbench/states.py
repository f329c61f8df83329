"""How something stands, as a word, a tone and a rank: what needs a person comes before what runs. Pure data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.hands.values import who
from ringi.web.workbench.values import plain
from ringi.words import pick
from ringi.words.workbench import WORDS
from ringi.words.workbench_panels import WORDS as PANELS
from ringi.words.workbench_states import WORDS as FALLBACKS
from ringi.words.workbench_told import WORDS as TOLD
from ringi.words.workbench_wire import WORDS as WIRE

NEEDS_YOU = (
    "needs_input",
    "input_required",
    "waiting_input",
    "auth_required",
    "plan_ready",
    "permission_required",
    "waiting_permission",
)
BAD = ("failed", "rejected", "killed", "timed_out", "lost")
RUNNING = ("running", "working", "steering", "reviewing")
WORKING = ("spawning", "waking", "retrying", "preparing", "accepted", "submitted", "cancelling", "shutdown_requested")
GOOD = ("completed", "done")

TASK_TONES: dict[str, str] = {
    **dict.fromkeys(NEEDS_YOU, "needs_you"),
    **dict.fromkeys(BAD, "bad"),
    **dict.fromkeys(RUNNING, "running"),
    **dict.fromkeys(WORKING, "working"),
    **dict.fromkeys(GOOD, "good"),
    "blocked": "bad",
}
_RANKS = {
    **dict.fromkeys(NEEDS_YOU, 0),
    **dict.fromkeys((*BAD, "blocked", "stale"), 1),
    **dict.fromkeys(RUNNING, 2),
    **dict.fromkeys(WORKING, 3),
    **dict.fromkeys((*GOOD, "cancelled", "canceled", "closed", "archived", "removed"), 5),
}


def rank(status: str) -> int:
    """0 needs a person, 1 went wrong, 2 runs, 3 is about to, 4 waits, 5 is over."""
    return _RANKS.get(status.replace("-", "_"), 4)


def decides_words(action: Mapping[str, Any], lang: str) -> str:
    """What a question decides on: its own name, else which of our gates it is, else what type of question."""
    if action.get("title"):
        return str(action["title"])
    own = TOLD.get(f"decides.{action.get('kind')}")
    kind = str(action.get("type") or "unknown")
    if own is None:
        return pick(WORDS.get(f"hitl_{kind}") or WORDS["hitl_unknown"], lang)
    version = action.get("version")
    return f"{pick(own, lang)} v{version}" if isinstance(version, int) else pick(own, lang)


def target_words(target: object, lang: str) -> str:
    """What is reviewed where it is no artifact: a pack of evidence, or whatever its owner named."""
    if isinstance(target, Mapping) and target.get("packRef"):
        return f"{pick(PANELS['pack'], lang)} {plain(target['packRef'])}"
    return plain(target)


def why_words(reason: str, lang: str) -> str:
    """A reason in our words where it is one of those that runtimes name; otherwise as it came."""
    text = PANELS.get(f"why.{reason}") or WIRE.get(f"why.{reason}") or PANELS.get(f"queue.{reason}")
    return pick(text, lang) if text is not None else reason


def task_words(status: str, lang: str) -> str:
    """The word for a status; one that is not known is shown by its own name."""
    key = status.replace("-", "_")
    text = (
        WORDS.get(f"status_{key}")
        or PANELS.get(f"status.{key}")
        or WIRE.get(f"status.{key}")
        or FALLBACKS.get(f"fallback.{key.replace('_', '-')}")
    )
    return pick(text, lang) if text is not None else status


def fact_words(kind: str, lang: str) -> str:
    """What kind of fact it is; one that nobody knows stands by its class."""
    text = PANELS.get(f"line.{kind}")
    return pick(text, lang) if text is not None else kind


def unit_words(unit: str, lang: str) -> str:
    text = PANELS.get(f"unit.{unit}") or WIRE.get(f"unit.{unit}")
    return pick(text, lang) if text is not None else unit


def evidence_words(kind: str, lang: str) -> str:
    """What kind of evidence it is."""
    return pick(PANELS.get(f"evidence.{kind}") or PANELS["evidence.unknown"], lang)


def person_words(identity: str, lang: str) -> str:
    """Who decided: a person by name, whatever they came by; what is no person, by what it is."""
    ours = WIRE.get(f"by.{identity}")
    return pick(ours, lang) if ours is not None else who(identity, lang)
