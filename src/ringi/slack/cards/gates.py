"""What the policy card and the plan card share: the buttons of a decision, the record of one, a question, a failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringi.slack.cards.blocks import (
    Block,
    actions,
    bound,
    button,
    confirm,
    context,
    divider,
    header,
    identifier,
    option,
    overflow,
    section,
)
from ringi.slack.cards.text import People, _truncate, bold, escape, or_else, when, who
from ringi.words import say

REASON = 1000
"""Characters of a reason on a card; the whole is in the record."""
QUESTION, CHOICES = 2500, 2500


def decision(
    kind: str,
    subject_id: str,
    shown: list[Block],
    *,
    lang: str,
    approval_id: str = "",
    digest: str = "",
    cut: bool = False,
    struck: bool = False,
    more: bool = False,
) -> list[Block]:
    """The buttons of a gate. What is not shown whole, because it was cut or something in it is struck out here, has no
    Approve: its button opens the whole.
    """
    opens = button(say("slack", "gate.open", lang), f"open_{kind}", subject_id, "primary")
    approves = button(say("slack", "gate.approve", lang), f"approve_{kind}", subject_id, "primary")
    rejects = button(say("slack", "gate.reject", lang), f"reject_{kind}", subject_id, "danger")
    elements = [opens if cut or struck else approves, rejects]
    if more and kind == "process":
        elements.append(button(say("slack", "gate.return", lang), f"return_{kind}", subject_id))
    if more:
        elements.append(_more(kind, subject_id, lang))
    told = not_whole(lang, cut=cut, struck=struck)
    return [*told, actions(*elements, block_id=bound(approval_id, digest, shown))]


def not_whole(lang: str, *, cut: bool, struck: bool) -> list[Block]:
    """Why a card cannot be approved where it stands."""
    reasons = [name for name, holds in (("gate.struck", struck), ("gate.cut", cut)) if holds]
    return [context(*(say("slack", name, lang) for name in reasons))] if reasons else []


def _more(kind: str, subject_id: str, lang: str) -> Block:
    """A menu has one confirmation for all of it, so only withdrawing is in it; sending back asks for its reason."""
    options = [option(say("slack", "gate.withdraw", lang), f"withdraw:{subject_id}")]
    keys = ("gate.sure", "gate.sure_withdraw", "gate.yes", "gate.no")
    return overflow(f"more_{kind}", options, confirm(*(say("slack", key, lang) for key in keys)))


def footer(task_id: str, version: Any, lang: str) -> Block:
    task, number = say("slack", "task.id", lang), say("slack", "task.version", lang)
    return context(f"*{task}:* `{identifier(task_id)}` · *{number}:* v{identifier(version)}")


def approved_line(approved_by: str, approved_at: str, lang: str, people: People | None) -> str:
    return say("slack", "gate.approved_by", lang, who=who(approved_by, lang, people), when=when(approved_at))


def refused_line(key: str, by: str, reason: str, lang: str, people: People | None) -> str:
    told = or_else(_truncate(escape(reason), REASON), say("slack", "gate.no_reason", lang))
    return say("slack", key, lang, who=who(by, lang, people), reason=told)


def next_line(version: Any, lang: str) -> str:
    return say("slack", "gate.next_version", lang, version=identifier(version))


def changed(changes: Sequence[str], since: int, lang: str) -> list[Block]:
    """What is new in this version, in escaped lines."""
    if not changes:
        return []
    told = _truncate("\n".join(changes), 1500)
    return [section(f"*{say('slack', 'gate.changed', lang, version=since)}*\n{told}")]


def ended(kind: str, lang: str, notes: Sequence[str] = ()) -> list[Block]:
    """The task ended at this gate: the card of the seed's §4.5, with who and why below it where that is known."""
    told = [header(say("slack", f"{kind}.cancelled", lang)), section(say("slack", "gate.cancelled", lang))]
    return [*told, divider(), context(*notes)] if notes else told


def broken(kind: str, error: str, subject_id: str, task_id: str, version: Any, *, lang: str, more: bool) -> list[Block]:
    """The judgement failed: what went wrong, and the way to try again."""
    cause = or_else(escape(error), say("slack", "error.unsaid", lang))
    elements = [button(say("slack", "gate.retry", lang), f"retry_{kind}", subject_id, "primary")]
    if more:
        elements.append(_more(kind, subject_id, lang))
    return [
        header(say("slack", f"{kind}.failed", lang)),
        section(f"*{say('slack', 'label.error', lang)}*\n{cause}"),
        divider(),
        actions(*elements),
        footer(task_id, version, lang),
    ]


def question_blocks(
    question: str, choices: Sequence[str], subject_id: str, *, lang: str, approval_id: str = "", digest: str = ""
) -> list[Block]:
    """One thing a mind has to know, its choices, and the button that opens the answer."""
    told = [section(_truncate(or_else(escape(question), "—"), QUESTION))]
    if choices:
        told.append(section(_truncate("\n".join(f"• {bold(choice)}" for choice in choices), CHOICES)))
    answer = button(say("slack", "question.answer", lang), "answer_question", subject_id, "primary")
    return [
        *told,
        actions(answer, block_id=bound(approval_id, digest, told)),
        context(say("slack", "question.how", lang)),
    ]
