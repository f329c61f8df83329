"""What is asked, as data, read out of the inspector. For every mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.console.harmless import harmless
from ringi.words import say
from ringi.words.console import WORDS

RISKS = {"low": "good", "medium": "working", "high": "bad"}
MARKS = {"low": "●", "medium": "▲", "high": "■"}
"""A risk has a word, a shape and a colour; the shape is for those who see no colours."""
QUESTION = "?"
"""How the id of a question begins; an approval's never does."""
LOOK = 0.5
"""Seconds for which a new approval takes no answer: what comes so soon was meant for the one before it."""


@dataclass(frozen=True, slots=True)
class Approval:
    """What is asked, as it was shown."""

    id: str
    lines: tuple[str, ...]
    risk: str = ""
    digest: str = ""
    waiting_s: float = 0.0
    heading: str = ""
    """A question of another kind, asked because somebody pressed a key for it."""
    keys: str = ""
    """What answers it, when it is not y and n."""
    answers: tuple[str, str] = ("", "")
    """What y and n mean to it, where that is not to approve and to reject."""

    @property
    def question(self) -> bool:
        """A question of SPECTRA's: it is answered in words, and approves nothing."""
        return self.id.startswith(QUESTION)


def approval_of(inspector: Any) -> Approval | None:
    """The open approval that the inspector tells of."""
    told = inspector.get("approval") if isinstance(inspector, Mapping) else None
    if not isinstance(told, Mapping) or not told.get("id"):
        return None
    waited, risk = told.get("waiting_s"), told.get("risk")
    risk = risk.get("level") if isinstance(risk, Mapping) else risk
    return Approval(
        str(told["id"]),
        tuple(str(line) for line in told.get("lines") or ()),
        str(risk or ""),
        str(told.get("digest") or ""),
        float(waited) if isinstance(waited, int | float) else 0.0,
    )


def question_of(inspector: Mapping[str, Any], lang: str) -> Approval | None:
    """What SPECTRA wants to know before it goes on, or that it was told to stop: it stands where an approval would, so
    that nobody has to look for it in what was said.
    """

    def word(key: str) -> str:
        return say("console", key, lang)

    told = inspector.get("question")
    if isinstance(told, Mapping) and told.get("text"):
        kind = str(told.get("kind") or "")
        yes, no = (f"ask.{kind}.{answer}" for answer in ("yes", "no"))
        named = (word(yes), word(no)) if yes in WORDS else (word("ask.yes"), word("ask.no"))
        heading = word("phase.halted" if inspector.get("halted_reason") else "asks.you")
        return Approval(f"{QUESTION}{kind}:{told['text']}", (str(told["text"]),), heading=heading, answers=named)
    if inspector.get("halted_reason") == "stopped":
        named = (word("ask.resume.yes"), "")
        return Approval(f"{QUESTION}stopped", (word("ask.stopped"),), heading=word("phase.halted"), answers=named)
    return None


def risk_word(approval: Approval, lang: str) -> str:
    key = f"risk.{approval.risk}"
    return say("console", key, lang) if key in WORDS else harmless(approval.risk) or "—"


def waits_for_a_word(inspector: Mapping[str, Any]) -> bool:
    """Whether y and n mean something although no approval is open: a question, or going on after a stop."""
    return bool(inspector.get("question") or inspector.get("halted_reason") or inspector.get("phase") == "interrupted")
