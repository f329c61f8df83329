"""Reasoning in detail leaves only where the session's policy allows it; elsewhere the fact says that it was there.

Thoughts come as facts of their own and, from some models, inside an answer (`<think>`), cut into pieces anywhere.
The export is not cut: it is the record itself, which could not be verified otherwise.
"""

from __future__ import annotations

from typing import Any

from ringi.flow import snapshots
from ringi.store.reads import Reads
from ringi.store.writer import Store

Fact = dict[str, Any]
Streams = dict[str, dict[str, Any]]
"""What is to be remembered of an answer that is not whole yet, by its message."""

WITHHELD = {"withheld": "reasoning"}
_DETAIL = "reasoning.delta"
_TEXTS = ("text.delta", "text.final")
_NAMES = ("text", "delta", "content", "finalText")
"""Where a text fact says its text, as the fold reads it."""


def readable(reads: Reads, thread_id: str, facts: list[Fact], store: Store | None = None) -> list[Fact]:
    """The facts, with the words of thoughts only if policy lets them be read. A page without any costs nothing."""
    told = {fact["type"] for fact in facts}
    if told.isdisjoint((_DETAIL, *_TEXTS)) or allowed(reads, thread_id, store):
        return facts
    before = facts[0]["sequence"] - 1
    hidden = Hidden(_begun(reads, thread_id, before) if before and "text.delta" in told else {})
    return [hidden.passed(fact) for fact in facts]


def allowed(reads: Reads, thread_id: str, store: Store | None = None) -> bool:
    from ringi.projection.workbench import reasoning_allowed  # only those who look at a session need the fold

    return reasoning_allowed(snapshots.state_of(reads, thread_id, None, store))


def _begun(reads: Reads, thread_id: str, at: int) -> Streams:
    """The answers that were under way after this fact: a thought may go on for more than a page."""
    messages = snapshots.state_of(reads, thread_id, at)["messages"]
    return {one["id"]: one["stream"] for one in messages if one.get("stream")}


class Hidden:
    """Facts in their order, without their thoughts."""

    def __init__(self, streams: Streams | None = None) -> None:
        self._streams: Streams = dict(streams or {})

    def passed(self, fact: Fact) -> Fact:
        if fact["type"] == _DETAIL:
            return {**fact, "payload": dict(WITHHELD)}
        if fact["type"] not in _TEXTS:
            return fact
        payload = fact.get("payload") or {}
        name = next((one for one in _NAMES if isinstance(payload.get(one), str)), "")
        if not name:
            return fact
        answer, thoughts = self._answer(fact, payload[name])
        if answer == payload[name]:
            return fact
        return {**fact, "payload": {**payload, name: answer, **(WITHHELD if thoughts else {})}}

    def _answer(self, fact: Fact, said: str) -> tuple[str, str]:
        from ringi.projection.workbench import texts

        message = str(fact.get("messageId") or "")
        if fact["type"] == "text.final":
            self._streams.pop(message, None)
            return texts.without_thoughts(said)
        answer, thoughts, stream = texts.split(said, self._streams.get(message) or {})
        self._streams[message] = stream
        return answer, thoughts
