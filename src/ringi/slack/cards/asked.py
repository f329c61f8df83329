"""An action of SPECTRA in Slack: its two lines, its risk, exactly what runs, and y or n. Pure.

What does not fit whole carries no y: it says where it can be read and answered.
"""

from __future__ import annotations

from ringi.projection.asked import Asked
from ringi.slack.cards.blocks import Block, actions, bound, button, context, section, spread
from ringi.slack.cards.modals import build_decide_modal
from ringi.slack.cards.text import _truncate, bold, code, escape, literal, measure
from ringi.words import in_fours, say

MARKS = {"low": "🟢", "medium": "🟡", "high": "🔴"}
CARD, SECTIONS = 9_000, 12
PART = 2_500
"""Characters of one part; a block of code is not cut in two."""


def asked_texts(told: Asked, lang: str) -> tuple[list[str], bool]:
    """What stands on the card, escaped; and whether all of it is there."""
    risk = f"{say('asked', 'risk', lang)}: {MARKS.get(told.risk, '⚪')} {told.risk_words}"
    reasons = [f"• {literal(one)}" for one in told.reasons]
    texts = [f"*{bold(told.lines[0])}*\n{literal(told.lines[1])}", "\n".join([risk, *reasons])]
    texts.append(f"*{say('asked', 'exactly', lang)}* · {told.what}")
    whole = True
    for part in told.parts:
        block = escape(part.text).replace("```", "ˋˋˋ")
        if measure(block) > PART:
            whole, block = False, _truncate(block, PART)
        texts.append(f"{part.label}\n```\n{block}\n```")
    return texts, whole


def build_asked_card(
    told: Asked, kind: str, subject_id: str, task_id: str, *, approval_id: str, digest: str, lang: str = "ja"
) -> tuple[str, list[Block]]:
    """The words of its notification, and its blocks."""
    texts, whole = asked_texts(told, lang)
    shown, cut = spread(texts, budget=CARD, most=SECTIONS)
    named = " · ".join(filter(None, ("SPECTRA", told.task_id, in_fours(digest))))
    blocks = [section(text) for text in shown] + [context(code(named))]
    if cut or not whole:
        told_where = say("slack", "modal.too_long", lang, id=_truncate(code(task_id), 100))
        return _heading(told, kind, lang), [*blocks, section(told_where)]
    buttons = (
        button(say("asked", "yes", lang), f"approve_{kind}", subject_id, "primary"),
        button(say("asked", "no", lang), f"reject_{kind}", subject_id, "danger"),
        button(say("asked", "no_because", lang), f"open_{kind}", subject_id),
    )
    return _heading(told, kind, lang), [*blocks, actions(*buttons, block_id=bound(approval_id, digest, blocks))]


def build_asked_modal(
    told: Asked, kind: str, subject_id: str, task_id: str, *, approval_id: str, digest: str, lang: str = "ja"
) -> Block:
    """The same with a place for the reason."""
    texts, whole = asked_texts(told, lang)
    return build_decide_modal(
        kind,
        subject_id,
        task_id,
        texts,
        lang=lang,
        approval_id=approval_id,
        digest=digest,
        notes=[in_fours(digest)],
        complete=whole,
    )


def _heading(told: Asked, kind: str, lang: str) -> str:
    return f"{say('web', f'decide_{kind}', lang)}: {_truncate(bold(told.lines[0]), 200)}"
