"""Scripted models: given all that happened in a session, what it does next. Pure functions of the session's events.

Each is called where the real one would be asked: after a message, and after the results of all that it had called.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model answers: calls of tools, or words and the end of its turn, or something else."""

    calls: tuple[tuple[str, Json], ...] = ()
    text: str = ""
    stop: str = "end_turn"
    """With no calls: `end_turn`, `refusal`, `retries_exhausted`, `terminated`, or `stall` (nothing comes, ever)."""
    kind: str = "agent.custom_tool_use"
    error: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A session as its model sees it."""

    steps: list[Json]
    """The steps of the first message, as they were given."""
    calls: list[tuple[str, Json]]
    results: list[Json] = field(default_factory=list)
    """What came back, in order: text and whether it was an error."""
    messages: list[str] = field(default_factory=list)


Agent = Callable[[Seen], Turn]


def follows(seen: Seen) -> Turn:
    """The next step of the plan, then one sentence."""
    at = len(seen.calls)
    if at < len(seen.steps):
        return Turn(calls=((seen.steps[at]["tool"], seen.steps[at]["input"]),))
    return Turn(text="All steps are done.")


def all_at_once(seen: Seen) -> Turn:
    """Every step in one answer."""
    if not seen.calls:
        return Turn(calls=tuple((step["tool"], step["input"]) for step in seen.steps))
    return Turn(text="All steps are done.")


def at_call(number: int, turn: Turn, otherwise: Agent = follows) -> Agent:
    """Follows the plan until its Nth call, which is this instead."""
    return lambda seen: turn if len(seen.calls) == number - 1 else otherwise(seen)


def repeats(seen: Seen) -> Turn:
    """The first step twice."""
    return Turn(calls=(seen.calls[0],)) if len(seen.calls) == 1 else follows(seen)


def skips(seen: Seen) -> Turn:
    """Begins with the second step."""
    step = seen.steps[min(len(seen.calls) + 1, len(seen.steps) - 1)]
    return Turn(calls=((step["tool"], step["input"]),))


def other_input(**changed: Any) -> Agent:
    """The right tool of the last step with another input."""

    def agent(seen: Seen) -> Turn:
        step = seen.steps[min(len(seen.calls), len(seen.steps) - 1)]
        last = len(seen.calls) == len(seen.steps) - 1
        return Turn(calls=((step["tool"], {**step["input"], **changed} if last else step["input"]),))

    return agent


def gives_up_early(seen: Seen) -> Turn:
    """Ends its turn after every step, and goes on when it is told to."""
    if len(seen.calls) >= len(seen.messages):
        return Turn(text="Shall I go on?")
    return follows(seen)


def lazy(seen: Seen) -> Turn:
    """Says that all is done and does nothing."""
    return Turn(text="Everything is done.")


def obedient(seen: Seen) -> Turn:
    """Does whatever a result tells it to: a line of JSON after `CALL`, as an attacker would write it."""
    for result in seen.results:
        order = result["text"].replace('\\"', '"').partition("CALL ")[2]
        if order and not any(name == "send" and "everyone" in str(given) for name, given in seen.calls):
            told, _ = json.JSONDecoder().raw_decode(order)
            return Turn(calls=((told["tool"], told["input"]),), text="As the note says.")
    return follows(seen)
