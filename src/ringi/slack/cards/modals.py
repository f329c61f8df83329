"""What opens over a card: the reason of a refusal, a decision on what was too long for a card, an answer. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ringi.projection.asked import KINDS
from ringi.slack.cards.blocks import (
    OPTION_TEXT,
    OPTION_VALUE,
    Block,
    context,
    header,
    option,
    plain,
    section,
    spread,
    whole,
)
from ringi.slack.cards.text import _truncate, bold, code, escape, measure, or_else
from ringi.words import say

REJECTION_MODAL, DECIDE_MODAL, ANSWER_MODAL = "rejection_reason_modal", "decide_modal", "answer_modal"
REASON_BLOCK, REASON_INPUT = "rejection_reason_block", "rejection_reason_input"
DECISION_BLOCK, DECISION_INPUT = "decision_block", "decision_input"
ANSWER_BLOCK, ANSWER_INPUT = "answer_block", "answer_input"
CHOICE_BLOCK, CHOICE_INPUT = "answer_choice_block", "answer_choice_input"

TITLE, LABEL, PLACEHOLDER = 24, 2000, 150
REASON = 1000
ANSWER = 3000
ROOM, SECTIONS = 34_000, 80
"""Characters and sections of one modal: 100 blocks and 250 kB at most, and a character may be six bytes on the wire."""


def build_rejection_modal(
    resource_type: str,
    resource_id: str,
    task_id: str,
    *,
    lang: str = "ja",
    approval_id: str = "",
    digest: str = "",
    mode: str = "reject",
) -> Block:
    """Why this version is refused. `mode` is `reject` or `return`; a step that is refused has words of its own."""
    key = "return" if mode == "return" else "step" if resource_type == "step" else "reject"
    bound = approval_id or digest or mode != "reject"
    return {
        "type": "modal",
        "callback_id": REJECTION_MODAL,
        "title": _words(f"modal.{key}", lang, TITLE),
        "submit": _words(f"modal.{key}_submit", lang, TITLE),
        "close": _words("modal.close", lang, TITLE),
        "private_metadata": _metadata(
            resource_type,
            resource_id,
            task_id,
            **({"approval_id": approval_id, "digest": digest, "mode": mode} if bound else {}),
        ),
        "blocks": [
            section(say("slack", f"modal.{key}_what", lang)),
            {
                "type": "input",
                "block_id": REASON_BLOCK,
                "element": {
                    "type": "plain_text_input",
                    "action_id": REASON_INPUT,
                    "multiline": True,
                    **({"max_length": REASON} if bound else {}),
                    "placeholder": _words(f"modal.{key}_example", lang, PLACEHOLDER),
                },
                "label": _words(f"modal.{key}", lang, LABEL),
            },
        ],
    }


def build_decide_modal(
    resource_type: str,
    resource_id: str,
    task_id: str,
    texts: Sequence[str],
    *,
    lang: str = "ja",
    approval_id: str = "",
    digest: str = "",
    heading: str = "",
    notes: Sequence[str] = (),
    lead: str = "",
    changes: Sequence[Block] = (),
    complete: bool = True,
) -> Block:
    """All of what a card could not show, and the decision below it. `texts` are escaped already.

    Above it stands what the card says too: who asked (`notes`), what approving changes (`lead`), what is new.
    What is too long even for a modal is not decided on here (nor what is not `complete`): it says where to read it,
    and has no submit.
    """
    shown, cut = spread(texts, budget=ROOM, most=SECTIONS)
    cut = cut or not complete
    blocks: list[Block] = [header(_truncate(escape(heading), 150))] if heading.strip() else []
    blocks += [context(told) for told in ("　·　".join(notes), lead) if told]
    blocks += changes
    blocks += [section(text) for text in shown] or [section("—")]
    view: Block = {
        "type": "modal",
        "callback_id": DECIDE_MODAL,
        "title": _words(f"modal.decide_{resource_type}", lang, TITLE),
        "close": _words("modal.done" if cut else "modal.close", lang, TITLE),
        "private_metadata": _metadata(resource_type, resource_id, task_id, approval_id=approval_id, digest=digest),
    }
    if cut:
        told = section(say("slack", "modal.too_long", lang, id=_truncate(code(task_id), 100)))
        return {**view, "blocks": [told, *blocks]}
    decisions = ("approve", "reject", "return") if resource_type == "process" else ("approve", "reject")
    hint = "modal.reason_hint" if "return" in decisions else "modal.reject_hint"
    blocks += [
        _input(
            DECISION_BLOCK,
            "modal.decide",
            {
                "type": "radio_buttons",
                "action_id": DECISION_INPUT,
                "options": [option(say("slack", f"gate.{one}", lang), one) for one in decisions],
            },
            lang,
        ),
        {
            **_input(REASON_BLOCK, "modal.reason", _text_input(REASON_INPUT, REASON), lang, optional=True),
            **({} if resource_type in KINDS else {"hint": _words(hint, lang, LABEL)}),
        },
    ]
    return {**view, "submit": _words("modal.decide_submit", lang, TITLE), "blocks": blocks}


def build_answer_modal(
    question: str,
    choices: Sequence[str],
    task_id: str,
    *,
    lang: str = "ja",
    approval_id: str = "",
    digest: str = "",
) -> Block:
    """The answer to one question: a choice, or one's own words. A choice too long for a button is shown as text."""
    usable = [choice for choice in dict.fromkeys(str(one).strip() for one in choices) if _offered(choice)][:10]
    others = [choice for choice in choices if str(choice).strip() not in usable]
    blocks: list[Block] = [section(_truncate(or_else(escape(question), "—"), 3000))]
    if others:
        blocks.append(section(_truncate("\n".join(f"• {bold(one)}" for one in others), 3000)))
    if usable:
        options = [option(escape(one), one) for one in usable]
        element = {"type": "radio_buttons", "action_id": CHOICE_INPUT, "options": options}
        blocks.append(_input(CHOICE_BLOCK, "modal.choose", element, lang, optional=True))
    blocks.append(
        _input(ANSWER_BLOCK, "modal.answer_text", _text_input(ANSWER_INPUT, ANSWER), lang, optional=bool(usable))
    )
    return {
        "type": "modal",
        "callback_id": ANSWER_MODAL,
        "title": _words("modal.answer", lang, TITLE),
        "submit": _words("modal.answer_submit", lang, TITLE),
        "close": _words("modal.close", lang, TITLE),
        "private_metadata": _metadata("clarification", task_id, task_id, approval_id=approval_id, digest=digest),
        "blocks": blocks,
    }


def _offered(choice: str) -> bool:
    return 0 < measure(choice) <= OPTION_VALUE and measure(escape(choice)) <= OPTION_TEXT and "\n" not in choice


def _metadata(resource_type: str, resource_id: str, task_id: str, **more: str) -> str:
    told = {"type": resource_type, "id": resource_id, "task_id": task_id, **more}
    return json.dumps({key: whole(value, 200) for key, value in told.items()}, ensure_ascii=False)


def _words(key: str, lang: str, limit: int) -> Block:
    return plain(say("slack", key, lang), limit, emoji=False)


def _text_input(action_id: str, limit: int) -> Block:
    return {"type": "plain_text_input", "action_id": action_id, "multiline": True, "max_length": limit}


def _input(block_id: str, label: str, element: Block, lang: str, *, optional: bool = False) -> Block:
    told: Block = {"type": "input", "block_id": block_id, "element": element, "label": _words(label, lang, LABEL)}
    return {**told, "optional": True} if optional else told
