"""Every scenario by name, in the order of the standard's acceptance list, with what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts import alone
from ringi.words import Text


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario: what writes it, how its work is organised, and its name for people."""

    script: Callable[[Recording], None]
    topology: str
    title: Text


SCRIPTS: dict[str, Script] = {
    "solo": Script(
        alone.solo,
        "solo_run",
        ("一人の実行：ツール・成果物・証跡", "A solo run: tools, artifact, evidence", "单人运行：工具、成果物、证据"),
    ),
    "separation": Script(
        alone.separation, "solo_run", ("回答と思考の分離", "Answer and reasoning kept apart", "回答与思考分离")
    ),
    "interleaved": Script(
        alone.interleaved,
        "solo_run",
        ("思考・ツール・文章が入り交じる実行", "Reasoning, tools and text in turn", "思考、工具、文本交错的运行"),
    ),
    "reconciliation": Script(
        alone.reconciliation,
        "solo_run",
        ("途中の文章と最終文の突き合わせ", "Streamed text and final text reconciled", "流式文本与最终文本的核对"),
    ),
}
