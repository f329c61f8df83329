"""A plan's steps as lines of a card: what is going to happen, or how far it has come. Pure.

Progress is by step id; a tool's name is understood too, because the seed's cards are called with those.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ringi.slack.cards.text import _truncate, bold, code, measure, or_else
from ringi.words import say

Step = Mapping[str, Any]

TITLE, TOOL = 200, 100
WAITING, LOST, STOPPED = "⏸️", "❓", "⏹️"
LINES = 3000


def title(step: Step) -> str:
    """A step without a title shows its description."""
    return bold(step.get("title") or step.get("description") or "")


def line(step: Step, *, whole: bool = False) -> str:
    """`1. *title* — ˋtoolˋ`, whatever the two are; `whole` leaves nothing out."""
    name, tool = or_else(title(step), "—"), or_else(code(step.get("tool", "")), "—")
    if not whole:
        name, tool = _truncate(name, TITLE), _truncate(tool, TOOL)
    return f"{_truncate(code(step.get('order', '?')), 12)}. *{name}* — `{tool}`"


def _human(step: Step) -> str:
    return " 🔍" if step.get("requiresHumanCheck") else ""


def _format_steps_text(steps: Sequence[Step]) -> str:
    """The plan in short: number, title, tool; 🔍 where a person is asked again."""
    return "\n".join(f"{line(step)}{_human(step)}" for step in steps)


def planned(
    steps: Sequence[Step],
    *,
    lang: str = "ja",
    inputs: Sequence[Sequence[str]] | None = None,
    writes: Collection[str] = (),
    done: Collection[str] = (),
    whole: bool = False,
) -> list[str]:
    """One text per step: its line, whether it writes or has run already, and below it what it is given.

    `inputs` has one entry per step, in the same order; `writes` and `done` are step ids.
    """
    texts = []
    for step, given in zip(steps, inputs if inputs is not None else [()] * len(steps), strict=True):
        step_id = str(step.get("stepId", ""))
        mark = ""
        if step_id in done:
            mark = f" {say('slack', 'step.done', lang)}"
        elif step_id in writes:
            mark = f" {say('slack', 'step.writes', lang)}"
        texts.append("\n".join([f"{line(step, whole=whole)}{_human(step)}{mark}", *given]))
    return texts


def is_cut(step: Step) -> bool:
    """Whether the step's own line leaves something out."""
    return measure(title(step)) > TITLE or measure(code(step.get("tool", ""))) > TOOL


# -- progress --------------------------------------------------------------------------------------------------------


def _build_step_lines(
    steps: Sequence[Step],
    completed_tools: Sequence[str] | None = None,
    current_tool: str | None = None,
    failed_tool: str | None = None,
    *,
    lang: str = "ja",
    waiting: str | None = None,
    lost: str | None = None,
    stopped: str | None = None,
    notes: Mapping[str, str] | None = None,
) -> str:
    """Every step with its mark. When they are too many, those around the present one, and how many more there are."""
    done = set(completed_tools or [])
    ids = {str(step.get("stepId")) for step in steps if step.get("stepId")}
    lines: list[str] = []
    present = 0
    for number, step in enumerate(steps):
        mark, words = _mark(step, ids, done, current_tool, failed_tool, waiting, lost, stopped)
        if mark != "⬜":
            present = number
        said = say("slack", words, lang) if words else ""
        note = (notes or {}).get(str(step.get("stepId", "")), "")
        lines.append(" ".join(part for part in (mark, line(step), said, note) if part))
    return "\n".join(_around(lines, present, lang))


def _mark(
    step: Step,
    ids: Collection[str],
    done: Collection[str],
    current: str | None,
    failed: str | None,
    waiting: str | None,
    lost: str | None,
    stopped: str | None,
) -> tuple[str, str]:
    names = {str(step.get("stepId", ""))}
    tool = str(step.get("tool", ""))
    if tool not in ids:
        names.add(tool)
    if failed in names:
        return "❌", ""
    if lost in names:
        return LOST, "run.lost"
    if waiting in names:
        return WAITING, "run.waits"
    if current in names:
        return "🔄", "run.now"
    if stopped in names:
        return STOPPED, "run.stopped"
    return ("✅", "") if names & set(done) else ("⬜", "")


def _around(lines: list[str], present: int, lang: str, limit: int = LINES) -> list[str]:
    if sum(measure(one) + 1 for one in lines) <= limit:
        return lines
    room = limit - 120
    first = last = min(present, len(lines) - 1)
    room -= measure(lines[first]) + 1
    while True:
        grown = False
        if last + 1 < len(lines) and measure(lines[last + 1]) < room:
            last, grown = last + 1, True
            room -= measure(lines[last]) + 1
        if first > 0 and measure(lines[first - 1]) < room:
            first, grown = first - 1, True
            room -= measure(lines[first]) + 1
        if not grown:
            break
    shown = lines[first : last + 1]
    if first:
        shown = [say("slack", "run.more_before", lang, n=first), *shown]
    if last + 1 < len(lines):
        shown = [*shown, say("slack", "run.more_after", lang, n=len(lines) - last - 1)]
    return shown
