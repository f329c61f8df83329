"""States as marks: which tone a state wears and how far along the four stages it is. Pure data over `words.core`."""

from __future__ import annotations

from ringi.words import say
from ringi.words.core import ENDED, TONES

__all__ = ["ENDED", "core", "did", "stages", "state_words", "step_words", "tone", "version_tone", "version_words"]

STAGES = ("request", "prompt", "process", "execution")
"""The layers of `words.core`, in the order in which a task goes through them."""

_AT = {
    **dict.fromkeys(("received", "queued", "asking", "declined", "unreadable", "removed"), 0),
    **dict.fromkeys(("policy_writing", "policy_pending", "policy_failed"), 1),
    **dict.fromkeys(("plan_writing", "plan_pending", "plan_failed"), 2),
    **dict.fromkeys(
        ("starting", "running", "step_pending", "outcome_unknown", "failed", "driving", "paused", "action_pending"), 3
    ),
    "completed": 4,
}

_VERSION_TONES = {
    "generating": "working",
    "pending_approval": "needs_you",
    "approved": "good",
    "rejected": "bad",
    "returned": "bad",
    "failed": "bad",
    "cancelled": "stopped",
    "pending": "running",
    "running": "running",
    "waiting": "needs_you",
    "outcome_unknown": "needs_you",
    "completed": "good",
}
_VERSION_WORDS = {
    "pending_approval": "approval.open",
    "approved": "approval.approved",
    "rejected": "approval.rejected",
    "returned": "approval.returned",
    "failed": "state.failed",
    "cancelled": "state.cancelled",
    "pending": "state.starting",
    "running": "state.running",
    "waiting": "state.step_pending",
    "outcome_unknown": "state.outcome_unknown",
    "completed": "state.completed",
}


def core(key: str, lang: str, otherwise: str = "") -> str:
    """A word of the glossary; what it does not know is shown by its own name, never as something it is not."""
    try:
        return say("core", key, lang)
    except KeyError:
        return otherwise or key.rpartition(".")[2]


def did(action: str, lang: str) -> str:
    """What was done by the audit log, in words; what has none stands by its name."""
    try:
        return say("web", f"did_{action.replace('.', '_')}", lang)
    except KeyError:
        return action


def step_words(step_id: str, lang: str) -> str:
    """A step of a plan by its number, where its id is one of ours."""
    number = step_id.removeprefix("step-")
    return say("web", "step_number", lang, n=number) if number != step_id and number.isdigit() else step_id


def state_words(state: str, lang: str) -> str:
    """The one word for a state, the same on every surface."""
    return core(f"state.{state}", lang)


def tone(state: str) -> str:
    return TONES.get(state, "stopped")


def version_tone(status: str) -> str:
    return _VERSION_TONES.get(status, "stopped")


def version_words(status: str, layer: str, lang: str) -> str:
    """What became of a policy version, a plan version or a run."""
    if status == "generating":
        return core("state.policy_writing" if layer == "policy" else "state.plan_writing", lang)
    return core(_VERSION_WORDS.get(status, status), lang)


def stages(state: str, reached: int, *, asking: bool = False) -> tuple[tuple[str, str], ...]:
    """Each stage with its tone, `done` or `todo`. `reached`: how far the records got, where the state does not say."""
    at = reached if asking else _AT.get(state, reached)
    return tuple(
        (name, "done" if number < at else tone(state) if number == at else "todo") for number, name in enumerate(STAGES)
    )
