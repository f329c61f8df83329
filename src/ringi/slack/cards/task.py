"""Card 1, the task: received, read, or why not. Pure functions from words to blocks."""

from __future__ import annotations

from ringi.slack.cards.blocks import (
    Block,
    actions,
    button,
    context,
    divider,
    fields,
    header,
    identifier,
    section,
)
from ringi.slack.cards.text import People, _truncate, escape, line, or_else, when, who
from ringi.words import say

PRIORITIES = {"low": "🟢", "medium": "🟡", "high": "🔴", "urgent": "🚨"}
REASON = 1000


def build_task_card_generating(*, lang: str = "ja") -> list[Block]:
    return [section(say("slack", "task.generating", lang))]


def build_task_card_complete(
    title: str, description: str, priority: str, task_type: str, task_id: str, *, lang: str = "ja"
) -> list[Block]:
    return [
        header(or_else(line(title), say("slack", "task.untitled", lang))),
        divider(),
        section(_labelled("task.description", or_else(escape(description), _none(lang)), lang)),
        fields(
            [
                _labelled("task.priority", priority_words(priority, lang), lang),
                _labelled("task.type", or_else(line(task_type), "—"), lang),
            ]
        ),
        divider(),
        context(f"*{say('slack', 'task.id', lang)}:* `{identifier(task_id)}`"),
    ]


def build_task_card_queued(text: str, task_id: str, *, lang: str = "ja") -> list[Block]:
    """It waits for the task before it in the same thread."""
    return [section(say("slack", "task.queued", lang)), *_told(text, task_id, lang)]


def build_task_card_question(question: list[Block], text: str, task_id: str, *, lang: str = "ja") -> list[Block]:
    """The request cannot be read before somebody has answered one thing."""
    asked = [context(_truncate(escape(text), 500))] if text.strip() else []
    return [header(say("slack", "question.header", lang)), *asked, *question, divider(), _id(task_id, lang)]


def build_task_card_declined(reason: str, suggestion: str, task_id: str, *, lang: str = "ja") -> list[Block]:
    why = or_else(escape(reason), say("slack", "error.unsaid", lang))
    told = [header(say("slack", "task.declined", lang)), section(why)]
    if suggestion.strip():
        told.append(section(_labelled("task.instead", escape(suggestion), lang)))
    return [*told, divider(), _id(task_id, lang)]


def build_task_card_failed(error: str, task_id: str, *, lang: str = "ja") -> list[Block]:
    """The reading broke (which is not a refusal): it can be tried again."""
    return [
        header(say("slack", "task.unreadable", lang)),
        section(_labelled("label.error", or_else(escape(error), say("slack", "error.unsaid", lang)), lang)),
        actions(button(say("slack", "gate.retry", lang), "retry_task", task_id, "primary")),
        _id(task_id, lang),
    ]


def build_task_card_withdrawn(
    text: str,
    withdrawn_by: str,
    withdrawn_at: str,
    task_id: str,
    *,
    lang: str = "ja",
    people: People | None = None,
    reason: str = "",
    removed: bool = False,
) -> list[Block]:
    """Taken back before there was a task, or taken out of the queue."""
    said = say("slack", "gate.withdrawn_by", lang, who=who(withdrawn_by, lang, people), when=when(withdrawn_at))
    told = [header(say("slack", "task.removed" if removed else "task.withdrawn", lang)), *_told(text, task_id, lang)]
    if reason.strip():
        told.insert(-1, section(_labelled("label.reason", _truncate(escape(reason), REASON), lang)))
    return [*told, context(said)]


def priority_words(priority: str, lang: str) -> str:
    """The seed's emoji and word; a priority nobody knows is shown by its own name."""
    if priority in PRIORITIES:
        return f"{PRIORITIES[priority]} {say('slack', f'priority.{priority}', lang)}"
    return f"⚪ {or_else(line(priority), '—')}"


def _told(text: str, task_id: str, lang: str) -> list[Block]:
    quoted = [section(_truncate(escape(text), REASON))] if text.strip() else []
    return [*quoted, divider(), _id(task_id, lang)]


def _id(task_id: str, lang: str) -> Block:
    return context(f"*{say('slack', 'task.id', lang)}:* `{identifier(task_id)}`")


def _labelled(key: str, text: str, lang: str) -> str:
    return f"*{say('slack', key, lang)}*\n{text}"


def _none(lang: str) -> str:
    return say("slack", "task.no_description", lang)
