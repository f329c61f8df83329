"""Card 4, the run: how far it is, what came of it, and what a person can do about it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    section,
    spread,
)
from ringi.slack.cards.gates import not_whole
from ringi.slack.cards.steps import Step, _build_step_lines, line
from ringi.slack.cards.text import People, _truncate, bold, escape, or_else, prose, seconds, when, who
from ringi.words import say

GIVEN = 3_000
"""Characters of the real input that a step check shows; more than that opens in a modal."""


def build_execution_card_running(
    steps: Sequence[Step],
    current_tool: str | None,
    completed_tools: Sequence[str] | None,
    execution_id: str,
    *,
    lang: str = "ja",
    notes: Mapping[str, str] | None = None,
) -> list[Block]:
    """`notes`: what a running step says of itself, by step id."""
    done = _count(steps, completed_tools)
    lines = _build_step_lines(steps, completed_tools, current_tool, lang=lang, notes=notes)
    return [
        header(say("slack", "run.running", lang)),
        _steps(lines, lang),
        divider(),
        context(say("slack", "run.progress", lang, done=done, all=len(steps))),
        actions(cancel_button(execution_id, lang)),
    ]


def build_execution_card_completed(
    steps: Sequence[Step],
    completed_tools: Sequence[str] | None,
    summary: str,
    elapsed: Any,
    completed_at: str,
    *,
    lang: str = "ja",
    artifacts: Sequence[str] = (),
    page: str = "",
    whose: str = "",
) -> list[Block]:
    """The answer itself, not only that there is one; `page` is where everything that was made can be opened, `whose`
    says whose words the answer holds.
    """
    told = or_else(prose(summary), say("slack", "run.no_summary", lang))
    spent = say("slack", "run.ended", lang, elapsed=seconds(elapsed), when=when(completed_at))
    names = ", ".join(bold(name) for name in artifacts if str(name).strip())
    made = [_truncate(say("slack", "run.artifacts", lang, names=names), 500)] if names else []
    return [
        header(say("slack", "run.completed", lang)),
        _steps(_build_step_lines(steps, completed_tools, lang=lang), lang),
        divider(),
        section(f"*{say('slack', 'run.summary', lang)}*\n{told}"),
        *([actions({**button(say("slack", "run.page", lang), "open_page", "page"), "url": page})] if page else []),
        context(*([escape(whose)] if whose else []), *made, spent),
    ]


def build_execution_card_failed(
    steps: Sequence[Step],
    completed_tools: Sequence[str] | None,
    failed_tool: str | None,
    error: str,
    execution_id: str,
    elapsed: Any,
    failed_at: str,
    *,
    lang: str = "ja",
) -> list[Block]:
    cause = or_else(escape(error), say("slack", "error.unsaid", lang))
    return [
        header(say("slack", "run.failed", lang)),
        _steps(_build_step_lines(steps, completed_tools, None, failed_tool, lang=lang), lang),
        divider(),
        section(f"*{say('slack', 'label.error', lang)}*\n{cause}"),
        actions(button(say("slack", "run.retry", lang), "retry_execution", execution_id, "primary")),
        context(say("slack", "run.broke", lang, elapsed=seconds(elapsed), when=when(failed_at))),
    ]


def build_execution_card_cancelled(
    steps: Sequence[Step],
    completed_tools: Sequence[str] | None,
    cancelled_by: str,
    cancelled_at: str,
    *,
    lang: str = "ja",
    people: People | None = None,
    lost: str | None = None,
    stopped: str | None = None,
    steered: bool = False,
) -> list[Block]:
    said = say("slack", "run.stopped_by", lang, who=who(cancelled_by, lang, people), when=when(cancelled_at))
    more = [say("slack", "run.steered", lang)] if steered else []
    return [
        header(say("slack", "run.cancelled", lang)),
        _steps(_build_step_lines(steps, completed_tools, lang=lang, lost=lost, stopped=stopped), lang),
        divider(),
        context(said, *more),
    ]


def build_execution_card_waiting(
    steps: Sequence[Step],
    waiting: str,
    completed_tools: Sequence[str] | None,
    execution_id: str,
    *,
    lang: str = "ja",
    given: Sequence[str] = (),
    why: str = "",
    approval_id: str = "",
    digest: str = "",
    struck: bool = False,
) -> list[Block]:
    """One step asks just before it runs, with the values it is really going to use."""
    asked = next((step for step in steps if str(step.get("stepId")) == waiting), {})
    texts, cut = spread(["\n".join([line(asked), *given])], budget=GIVEN, most=2)
    shown = [
        header(say("slack", "run.waiting", lang)),
        _steps(_build_step_lines(steps, completed_tools, lang=lang, waiting=waiting), lang),
        divider(),
        section(f"*{say('slack', 'run.check', lang)}*" + (f"\n{_truncate(escape(why), 800)}" if why else "")),
        *[section(text) for text in texts],
    ]
    opens = button(say("slack", "gate.open", lang), "open_step", execution_id, "primary")
    approves = button(say("slack", "gate.approve", lang), "approve_step", execution_id, "primary")
    rejects = button(say("slack", "gate.reject", lang), "reject_step", execution_id, "danger")
    told = not_whole(lang, cut=cut, struck=struck)
    elements = [opens if cut or struck else approves, rejects, cancel_button(execution_id, lang)]
    return [*shown, *told, actions(*elements, block_id=bound(approval_id, digest, shown))]


def build_execution_card_unknown(
    steps: Sequence[Step],
    lost: str,
    completed_tools: Sequence[str] | None,
    execution_id: str,
    *,
    lang: str = "ja",
    given: Sequence[str] = (),
    error: str = "",
    call_id: str = "",
) -> list[Block]:
    """The reply was lost: what to look for in the other system, and then what to press. Each button names the call."""
    asked = next((step for step in steps if str(step.get("stepId")) == lost), None)
    what = "\n".join([line(asked), *given]) if asked is not None else or_else(escape(error), "—")
    verdicts = {"done": "run.was_done", "retry": "run.was_not", "failed": "run.give_up"}
    about = f"{execution_id}:{call_id}" if call_id else execution_id
    elements = [button(say("slack", key, lang), f"resolve_execution_{name}", about) for name, key in verdicts.items()]
    return [
        header(say("slack", "run.unknown", lang)),
        _steps(_build_step_lines(steps, completed_tools, lang=lang, lost=lost), lang),
        divider(),
        section(say("slack", "run.unknown_what", lang)),
        section(f"*{say('slack', 'run.lost_step', lang)}*\n{what}"),
        actions(*elements),
    ]


def cancel_button(execution_id: str, lang: str) -> Block:
    sure = confirm(
        say("slack", "run.cancel_title", lang),
        say("slack", "run.cancel_text", lang),
        say("slack", "run.cancel_yes", lang),
        say("slack", "run.cancel_no", lang),
    )
    return button(say("slack", "run.cancel", lang), "cancel_execution", execution_id, "danger", sure)


def _steps(lines: str, lang: str) -> Block:
    return section(or_else(lines, say("slack", "process.empty", lang)))


def _count(steps: Sequence[Step], completed: Sequence[str] | None) -> int:
    """How many steps are done: one that is known by its id once, one known by its tool wherever that is used."""
    done = set(completed or [])
    ids = {str(step.get("stepId")) for step in steps if step.get("stepId")}
    by_tool = {name for name in done if name not in ids}
    return sum(str(step.get("stepId")) in done or str(step.get("tool")) in by_tool for step in steps)
