"""What judging may cost: how much a task and a day have used, what is left, and the question when nothing is.

The facts are the account (`metric.changed` with `spent`): what was told there was spent, whatever came of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ringi import clock
from ringi.minds import Comment, Question
from ringi.store.engine import Row
from ringi.store.transaction import Tx
from ringi.words import LANGS, say
from ringi.words.money import money

MICROS_IN_A_CENT = 10_000
_TASK = (
    "SELECT p.payload FROM facts f JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE f.thread_id = ? AND f.type = 'metric.changed'"
)
_DAY = (
    "SELECT p.payload FROM threads t JOIN facts f ON f.thread_id = t.id"
    " JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE t.tenant_id = ? AND t.origin = 'own' AND f.type = 'metric.changed' AND f.timestamp >= ?"
)
_ANSWERS = (
    "SELECT a.shown, d.reason FROM approvals a JOIN decisions d ON d.approval_id = a.id"
    " WHERE a.task_id = ? AND a.kind = 'clarification' AND d.decision = 'answer'"
)


_STEPS = "SELECT a.shown FROM approvals a WHERE a.task_id = ? AND a.kind = 'step' AND a.state = 'approved'"


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens and millionths of a US dollar. What nobody knows the price of is counted in tokens only."""

    tokens: int = 0
    micros: int = 0


@dataclass(frozen=True, slots=True)
class Account:
    """Where a task stands before a judgement."""

    task: Used
    day: Used
    extensions: int = 0
    """How often somebody has allowed this task as much again."""
    offline: bool = False
    """Somebody has said that the offline planner shall go on."""
    questions: frozenset[str] = frozenset()
    """What was asked about the budget: the answers are for the house, not for the mind."""


def read(tx: Tx, task_id: str) -> Account:
    today = clock.now()[:10]
    extensions, offline, questions = 0, False, set[str]()
    for row in tx.all(_ANSWERS, (task_id,)):
        shown = json.loads(row["shown"])
        if shown.get("topic") != "budget":
            continue
        questions.add(shown["question"])
        meant = _meant(row["reason"] or "")
        extensions += meant == "go_on"
        offline = offline or meant == "rules"
    for row in tx.all(_STEPS, (task_id,)):  # whoever let a step run beyond the budget allowed as much again
        extensions += str(json.loads(row["shown"]).get("why") or "").startswith("budget_")
    return Account(
        _sum(tx.all(_TASK, (task_id,))),
        _sum(tx.all(_DAY, (tx.tenant_id, today))),
        extensions,
        offline,
        frozenset(questions),
    )


def _meant(answer: str) -> str:
    """Only the offered words count: anything else spends nothing."""
    said = answer.strip().casefold()
    for choice in ("go_on", "rules"):
        if any(said == say("model", f"budget.{choice}", lang).casefold() for lang in LANGS):
            return choice
    return ""


def _sum(rows: Sequence[Row]) -> Used:
    tokens = micros = 0
    for row in rows:
        spent = json.loads(row["payload"] or "{}").get("spent") or {}
        tokens += int(spent.get("tokens") or 0)
        micros += int(spent.get("micros") or 0)
    return Used(tokens, micros)


def tokens_left(account: Account, config: Mapping[str, Any]) -> int | None:
    """Tokens that the next judgement may use; none = no limit."""
    rests = [meter.allowed - meter.used for meter in _meters(account, config) if meter.unit == "tokens"]
    return min(rests, default=None)


class _Meter(NamedTuple):
    """One limit: of the task or the day, in tokens or in money (in micros)."""

    of: str
    unit: str
    used: int
    allowed: int


def _meters(account: Account, config: Mapping[str, Any]) -> Iterator[_Meter]:
    """Every limit that is set. Whoever allowed a task as much again meant it beyond the day's budget too."""
    for unit, factor in (("tokens", 1), ("cents", MICROS_IN_A_CENT)):
        task, day = (config[f"budget_{of}_{unit}"] * factor for of in ("task", "day"))
        used = (account.task.tokens, account.day.tokens) if factor == 1 else (account.task.micros, account.day.micros)
        if task:
            yield _Meter("task", unit, used[0], task * (1 + account.extensions))
        if day:
            yield _Meter("day", unit, used[1], day + account.extensions * (task or day))


def used_up(account: Account, config: Mapping[str, Any]) -> str:
    """Which budget is, with its figures, as the reason for asking about a step; empty as long as none is."""
    over = _over(account, config)
    if over is None:
        return ""
    if over.unit == "tokens":
        return f"budget_{over.of}: {over.used:,} / {over.allowed:,} tokens"
    return f"budget_{over.of}: USD {over.used / 1_000_000:.2f} / {over.allowed / 1_000_000:.2f}"


def _over(account: Account, config: Mapping[str, Any]) -> _Meter | None:
    return next((meter for meter in _meters(account, config) if meter.used >= meter.allowed), None)


def question(account: Account, config: Mapping[str, Any], lang: str) -> Question | None:
    """What a decider is asked when a budget is used up; none as long as there is some left."""
    over = _over(account, config)
    if over is None:
        return None
    worded = _tokens if over.unit == "tokens" else _money
    text = say("model", f"budget.{over.of}", lang, used=worded(over.used, lang), limit=worded(over.allowed, lang))
    choices = tuple(say("model", f"budget.{one}", lang) for one in ("go_on", "rules"))
    return Question(text=text, choices=choices, topic="budget")


def _tokens(count: int, lang: str) -> str:
    return say("model", "budget.tokens", lang, count=f"{count:,}")


def _money(micros: int, lang: str) -> str:
    return money(micros / 1_000_000, "USD", lang)


def without(comments: tuple[Comment, ...], account: Account) -> tuple[Comment, ...]:
    """What people said about the task itself."""
    return tuple(one for one in comments if not (one.kind == "answer" and one.question in account.questions))
