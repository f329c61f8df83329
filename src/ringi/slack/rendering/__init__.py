"""From a task's projection to what Slack must show now: one card per slot and version. Pure; the sender calls it.

A task has four slots. A new version takes a slot over with a message of its own, and the old one stays as its record;
a retry keeps its message. Nothing is decided here and nothing is read from prose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.slack.cards.inputs import Labels
from ringi.slack.cards.text import People
from ringi.slack.rendering.requests import task_card
from ringi.slack.rendering.runs import run_cards
from ringi.slack.rendering.scene import Card, Scene, read_along
from ringi.slack.rendering.versions import version_cards
from ringi.slack.rendering.wholes import decide_modal

__all__ = ["Card", "Labels", "People", "decide_modal", "slots"]


def slots(
    view: dict[str, Any],
    lang: str,
    people: People,
    *,
    labels: Labels | None = None,
    live: Mapping[str, Mapping[str, Any]] | None = None,
    page: str = "",
) -> list[Card]:
    """Every card of a task, in the order in which they stand in its thread.

    Args:
        view: the projection of the task's facts.
        lang: the language of the thread.
        people: from an identity to a mention or a name.
        labels: names of tools' arguments and results (tool → field → its name in ja, en, zh).
        live: the newest tick of a running call, by its call id (`{done, total, words}`).
        page: the address of the pages, when whoever looks can reach them.
    """
    shown, struck = read_along(view)
    scene = Scene(shown, lang, people, labels or {}, live or {}, page, struck)
    return [
        task_card(scene),
        *version_cards(scene, "prompt"),
        *version_cards(scene, "process"),
        *run_cards(scene),
    ]
