"""Card 1 of a task, from its projection: received, read, declined, taken back. Pure."""

from __future__ import annotations

from ringi.slack import cards
from ringi.slack.cards.blocks import Block, context
from ringi.slack.cards.text import line, or_else
from ringi.slack.rendering.scene import PROGRESS, Card, Scene, said
from ringi.words import say
from ringi.words.errors import explained


def task_card(scene: Scene) -> Card:
    view, lang, task_id = scene.view, scene.lang, scene.task_id
    text, request = said(view, "text"), view.get("request")

    def card(state: str, words: str, blocks: list[Block], urgency: int | None = None) -> Card:
        if view.get("masked"):
            blocks = [*blocks, context(say("values", "request_masked", lang))]
        return scene.card("task", task_id, 1, state, words, blocks, urgency=urgency)

    if view.get("task") is not None:
        title = or_else(line(said(view, "title")), scene.say("task.untitled"))
        blocks = cards.build_task_card_complete(
            said(view, "title"),
            said(view, "description"),
            said(view, "priority"),
            said(view, "taskType"),
            task_id,
            lang=lang,
        )
        return card("completed", scene.say("text.task.complete", title=title), blocks, PROGRESS)
    question = scene.question(f"{task_id}.l1")
    if question is not None:
        blocks = cards.build_task_card_question(scene.asking(question, task_id), text, task_id, lang=lang)
        return card("pending_approval", scene.say("text.task.question"), blocks)
    if request == "queued":
        blocks = cards.build_task_card_queued(text, task_id, lang=lang)
        return card("cancelled", scene.say("task.queued"), blocks, PROGRESS)
    if request == "declined":
        blocks = cards.build_task_card_declined(said(view, "reason"), said(view, "suggestion"), task_id, lang=lang)
        return card("failed", scene.say("task.declined"), blocks)
    if request == "failed":
        blocks = cards.build_task_card_failed(explained(view.get("reason"), lang), task_id, lang=lang)
        return card("failed", scene.say("task.unreadable"), blocks)
    if request in ("withdrawn", "removed"):
        return card("cancelled", scene.say(f"task.{request}"), _taken_back(scene, removed=request == "removed"))
    return card("generating", scene.say("task.generating"), cards.build_task_card_generating(lang=lang))


def _taken_back(scene: Scene, *, removed: bool) -> list[Block]:
    ended = scene.view.get("ended") or {}
    return cards.build_task_card_withdrawn(
        said(scene.view, "text"),
        said(ended, "by"),
        said(ended, "at"),
        scene.task_id,
        lang=scene.lang,
        people=scene.people,
        reason=said(ended, "reason"),
        removed=removed,
    )
