"""How the cards of a thread are drawn: in which language, and what people are called. Pure.

The sender draws to send; `app.binding` draws again to know whether what Slack shows is what is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ringi.words import LANGS

_SLACK_ID = re.compile(r"[UW][A-Z0-9_]{2,}")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_PLAIN = "plain:"


def language(view: Mapping[str, Any], lang: str) -> str:
    """The request's own language; until it has been read, that of the thread."""
    found = view["lang"] or lang
    return found if found in LANGS else "ja"


def naming(known: Mapping[str, str]) -> Callable[[str], str]:
    return lambda identity: named(identity, known)


def named(identity: str, known: Mapping[str, str]) -> str:
    """A mention for somebody in Slack, a name for everybody else."""
    if _SLACK_ID.fullmatch(identity):
        return f"<@{identity}>"
    _, colon, name = identity.partition(":")
    shown = known.get(name, name) if colon else identity
    return "".join(_ESCAPES.get(letter, letter) for letter in shown)


def as_text(shown: str) -> str:
    """The mark of a card of which Slack shows only the words above it: not the card, so it says nothing."""
    return _PLAIN + shown
