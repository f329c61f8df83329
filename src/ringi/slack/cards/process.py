"""Card 3, the plan: every step with its tool and what it is given, writes marked. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ringi.slack.cards import gates
from ringi.slack.cards.blocks import Block, context, divider, header, section, spread
from ringi.slack.cards.steps import Step, is_cut, planned
from ringi.slack.cards.text import People
from ringi.words import say

ROOM, SECTIONS = 6_500, 8
"""Characters and sections that the steps of one card may take; the rest is for what stands around them."""
RECORD = 2_900
"""Characters of a plan that is no longer waiting: what was decided, in short."""


def build_process_card_generating(*, lang: str = "ja") -> list[Block]:
    return [header(say("slack", "process.header", lang)), section(say("slack", "process.generating", lang))]


def build_process_card_pending(
    steps: Sequence[Step],
    task_id: str,
    process_id: str,
    version: int,
    *,
    lang: str = "ja",
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
    done: Collection[str] = (),
    approval_id: str = "",
    digest: str = "",
    changes: Sequence[str] = (),
    since: int = 0,
    lead: str = "",
    notes: Sequence[str] = (),
    more: bool = False,
    struck: bool = False,
) -> list[Block]:
    """`lead`: what approving changes in the world, in one line before the steps."""
    texts, left_out = spread(
        planned(steps, lang=lang, inputs=inputs, writes=writes, done=done), budget=ROOM, most=SECTIONS
    )
    shown = [header(say("slack", "process.header", lang))]
    shown += [*([context(lead)] if lead else []), *_sections(texts, lang)]
    shown += gates.changed(changes, since, lang)
    buttons = gates.decision(
        "process",
        process_id,
        shown,
        lang=lang,
        approval_id=approval_id,
        digest=digest,
        cut=left_out or not steps or any(is_cut(step) for step in steps),
        struck=struck,
        more=more,
    )
    footer = gates.footer(task_id, version, lang)
    return [*shown, divider(), *buttons, footer, *([context(*notes)] if notes else [])]


def build_process_card_approved(
    steps: Sequence[Step],
    approved_by: str,
    approved_at: str,
    *,
    lang: str = "ja",
    people: People | None = None,
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
) -> list[Block]:
    return [
        header(say("slack", "process.approved", lang)),
        *_record(steps, lang, inputs, writes),
        divider(),
        context(gates.approved_line(approved_by, approved_at, lang, people)),
    ]


def build_process_card_rejected(
    steps: Sequence[Step],
    rejected_by: str,
    rejection_reason: str,
    next_version: Any,
    *,
    lang: str = "ja",
    people: People | None = None,
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
) -> list[Block]:
    return [
        header(say("slack", "process.rejected", lang)),
        *_record(steps, lang, inputs, writes),
        divider(),
        context(
            gates.refused_line("gate.rejected_by", rejected_by, rejection_reason, lang, people),
            gates.next_line(next_version, lang),
        ),
    ]


def build_process_card_returned(
    steps: Sequence[Step],
    returned_by: str,
    reason: str,
    *,
    lang: str = "ja",
    people: People | None = None,
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
    next_policy: int = 0,
    ended: bool = False,
) -> list[Block]:
    """差し戻し: it goes back to the policy, with the reason. `next_policy` is the version that came of it, once it is
    written; when the task has `ended` without one, nothing is being written any more.
    """
    if next_policy:
        follows = [say("slack", "gate.new_policy", lang, version=next_policy)]
    else:
        follows = [] if ended else [say("slack", "gate.next_policy", lang)]
    return [
        header(say("slack", "process.returned", lang)),
        *_record(steps, lang, inputs, writes),
        divider(),
        context(
            gates.refused_line("gate.returned_by", returned_by, reason, lang, people),
            *follows,
        ),
    ]


def build_process_card_replaced(
    steps: Sequence[Step],
    steered_by: str,
    steer: str,
    next_version: Any,
    *,
    lang: str = "ja",
    people: People | None = None,
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
) -> list[Block]:
    said = [gates.refused_line("gate.replaced_by", steered_by, steer, lang, people)] if steered_by else []
    return [
        header(say("slack", "process.replaced", lang)),
        *_record(steps, lang, inputs, writes),
        divider(),
        context(*said, gates.next_line(next_version, lang)),
    ]


def build_process_card_cancelled(*, lang: str = "ja", notes: Sequence[str] = ()) -> list[Block]:
    return gates.ended("process", lang, notes)


def build_process_card_failed(
    error: str, task_id: str, process_id: str, version: int, *, lang: str = "ja", more: bool = False
) -> list[Block]:
    return gates.broken("process", error, process_id, task_id, version, lang=lang, more=more)


def build_process_card_question(question: list[Block], task_id: str, version: int, *, lang: str = "ja") -> list[Block]:
    return [header(say("slack", "process.question", lang)), *question, gates.footer(task_id, version, lang)]


def _sections(texts: Sequence[str], lang: str) -> list[Block]:
    return [section(text) for text in texts] or [section(say("slack", "process.empty", lang))]


def _record(
    steps: Sequence[Step], lang: str, inputs: Sequence[Sequence[str]] | None, writes: Collection[str]
) -> list[Block]:
    """A plan that was decided on; what does not fit is on the page and in the record."""
    texts, _ = spread(planned(steps, lang=lang, inputs=inputs, writes=writes), budget=RECORD, most=1)
    return _sections(texts, lang)
