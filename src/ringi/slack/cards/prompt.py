"""Card 2, the policy, in each of its states. Pure functions from words to blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringi.slack.cards import gates
from ringi.slack.cards.blocks import Block, context, divider, header, section, spread
from ringi.slack.cards.text import MRKDWN, People, literal, measure, or_else
from ringi.words import say

ROOM, SECTIONS = 2_900, 2
"""Characters and sections that a policy's writes may take; what has more of them opens in a modal."""


def build_prompt_card_generating(*, lang: str = "ja") -> list[Block]:
    return [header(say("slack", "prompt.header", lang)), section(say("slack", "prompt.generating", lang))]


def is_prompt_cut(prompt_content: str) -> bool:
    """Whether a card cannot show all of it. Of nothing at all there is nothing to approve either."""
    return measure(literal(prompt_content)) > MRKDWN or not prompt_content.strip()


def build_prompt_card_pending(
    prompt_content: str,
    task_id: str,
    prompt_id: str,
    version: int,
    *,
    lang: str = "ja",
    approval_id: str = "",
    digest: str = "",
    changes: Sequence[str] = (),
    since: int = 0,
    notes: Sequence[str] = (),
    more: bool = False,
    struck: bool = False,
    writes: Sequence[str] = (),
) -> list[Block]:
    """`writes`: what the policy says will be written, in escaped texts."""
    texts, left_out = spread(writes, budget=ROOM, most=SECTIONS)
    shown = [header(say("slack", "prompt.header", lang)), _content(prompt_content, lang), *map(section, texts)]
    shown += gates.changed(changes, since, lang)
    buttons = gates.decision(
        "prompt",
        prompt_id,
        shown,
        lang=lang,
        approval_id=approval_id,
        digest=digest,
        cut=is_prompt_cut(prompt_content) or left_out,
        struck=struck,
        more=more,
    )
    footer = gates.footer(task_id, version, lang)
    return [*shown, divider(), *buttons, footer, *([context(*notes)] if notes else [])]


def build_prompt_card_approved(
    prompt_content: str, approved_by: str, approved_at: str, *, lang: str = "ja", people: People | None = None
) -> list[Block]:
    return [
        header(say("slack", "prompt.approved", lang)),
        _content(prompt_content, lang),
        divider(),
        context(gates.approved_line(approved_by, approved_at, lang, people)),
    ]


def build_prompt_card_rejected(
    prompt_content: str,
    rejected_by: str,
    rejection_reason: str,
    next_version: Any,
    *,
    lang: str = "ja",
    people: People | None = None,
) -> list[Block]:
    return [
        header(say("slack", "prompt.rejected", lang)),
        _content(prompt_content, lang),
        divider(),
        context(
            gates.refused_line("gate.rejected_by", rejected_by, rejection_reason, lang, people),
            gates.next_line(next_version, lang),
        ),
    ]


def build_prompt_card_replaced(
    prompt_content: str,
    steered_by: str,
    steer: str,
    next_version: Any,
    *,
    lang: str = "ja",
    people: People | None = None,
) -> list[Block]:
    """Somebody asked for a change before it was decided: the next version takes it in."""
    said = [gates.refused_line("gate.replaced_by", steered_by, steer, lang, people)] if steered_by else []
    return [
        header(say("slack", "prompt.replaced", lang)),
        _content(prompt_content, lang),
        divider(),
        context(*said, gates.next_line(next_version, lang)),
    ]


def build_prompt_card_cancelled(*, lang: str = "ja", notes: Sequence[str] = ()) -> list[Block]:
    """The task ended here and nothing more is made (§4.5)."""
    return gates.ended("prompt", lang, notes)


def build_prompt_card_failed(
    error: str, task_id: str, prompt_id: str, version: int, *, lang: str = "ja", more: bool = False
) -> list[Block]:
    return gates.broken("prompt", error, prompt_id, task_id, version, lang=lang, more=more)


def build_prompt_card_question(question: list[Block], task_id: str, version: int, *, lang: str = "ja") -> list[Block]:
    return [header(say("slack", "prompt.question", lang)), *question, gates.footer(task_id, version, lang)]


def _content(prompt_content: str, lang: str) -> Block:
    return section(or_else(literal(prompt_content), say("slack", "prompt.empty", lang)))
