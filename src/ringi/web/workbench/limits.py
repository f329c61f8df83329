"""What makes things wait: a queue, a limit at the provider, an overload. A limit is told, and is no failure. Pure."""

from __future__ import annotations

from typing import Any

from ringi.web.workbench.drawing import NOTHING, Item, State
from ringi.web.workbench.head import ENDED, status_of
from ringi.web.workbench.states import task_words
from ringi.web.workbench.values import plain
from ringi.words import pick, say
from ringi.words.workbench_panels import WORDS as PANELS
from ringi.words.workbench_told import WORDS
from ringi.words.workbench_wire import WORDS as WIRE

NAMES = tuple(key.partition(".")[2] for key in WORDS if key.startswith("limit."))
_WAITS = frozenset({"queued", "retrying"})
_LONGEST = 120


def line(state: State, lang: str) -> tuple[str, ...]:
    """Why something waits just now and what is shared with others while a run goes on; nothing when nothing is held."""
    facts = _facts(state)
    run: Item = state.get("run") or NOTHING
    held, going = _held(state, facts, run), bool(run) and status_of(run) not in ENDED
    said: list[str] = []
    if held and facts.get("queueReason"):
        said.append(f"{say('workbench_told', 'limit.queueReason', lang)}: {_reason(facts['queueReason'], lang)}")
    if held and facts.get("retryableOverload") is True:
        said.append(say("workbench_told", "limit_overloaded", lang))
    waiting = facts.get("queuedTurnCount")
    if not _queued(state) and type(waiting) is int and waiting > 0:
        said.append(say("workbench_told", "limit_waiting", lang, n=waiting))
    if held or going:
        said += _shared(facts, lang)
    return tuple(said)


def told(state: State, lang: str) -> list[tuple[str, str]]:
    """Everything that was told of queues and limits, as last said, in words."""
    facts = _facts(state)
    return [
        (say("workbench_told", f"limit.{name}", lang), _value(name, facts[name], lang))
        for name in NAMES
        if facts.get(name) not in (None, "")
    ]


def _facts(state: State) -> Item:
    found = (state.get("queue") or NOTHING).get("facts") or NOTHING
    return found if isinstance(found, dict) else NOTHING


def _queued(state: State) -> bool:
    items = (state.get("queue") or NOTHING).get("items") or ()
    return any(one.get("status") == "queued" for one in items)


def _held(state: State, facts: Item, run: Item) -> bool:
    counted = (facts.get(name) for name in ("teamQueuedCount", "queuedTurnCount"))
    return (
        _queued(state)
        or any(type(one) is int and one > 0 for one in counted)
        or run.get("status") in _WAITS
        or bool(run.get("blocked"))
    )


def _shared(facts: Item, lang: str) -> list[str]:
    group, budget = plain(facts.get("providerConcurrencyGroup"))[:_LONGEST], facts.get("providerParallelBudget")
    if type(budget) is int:
        key = "limit_at_a_time" if group else "limit_at_a_time_unnamed"
        return [say("workbench_told", key, lang, n=budget, name=group)]
    return [say("workbench_told", "limit_group", lang, name=group)] if group else []


def _reason(value: Any, lang: str) -> str:
    text = plain(value)[:_LONGEST]
    known = next((words[f"queue.{text}"] for words in (WORDS, PANELS, WIRE) if f"queue.{text}" in words), None)
    return pick(known, lang) if known is not None else text


def _value(name: str, value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return say("workbench", "yes" if value else "no", lang)
    if name == "teamPhase":
        found = PANELS.get(f"status.{plain(value)}")
        return pick(found, lang) if found is not None else task_words(plain(value), lang)[:_LONGEST]
    return _reason(value, lang) if name == "queueReason" else plain(value)[:_LONGEST]
