"""Every scenario by name, in the order of the standard's acceptance list, with what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts import alone, teams
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
    "coordinator": Script(
        teams.coordinator,
        "coordinator_team",
        ("進行役とチーム", "A coordinator and its team", "协调员与团队"),
    ),
    "parallel": Script(
        teams.parallel,
        "parallel_workers",
        ("並行する担当：失敗とやり直し", "Parallel workers: one failure, one retry", "并行成员：一次失败与重试"),
    ),
    "handoff": Script(
        teams.handoff, "specialist_handoff", ("専門家への引き継ぎ", "Handoff to a specialist", "移交给专家")
    ),
    "review": Script(
        teams.review,
        "review_team",
        ("確認：修正の依頼と合格", "Review: changes requested, then passed", "复核：要求修改后通过"),
    ),
    "board": Script(
        teams.board,
        "human_agent_board",
        ("人とエージェントの作業板", "A board of people and agents", "人与智能体的工作板"),
    ),
    "background": Script(
        teams.background, "background_teammate", ("目を覚ます担当", "A teammate that wakes", "定时唤醒的成员")
    ),
    "remote": Script(
        teams.remote,
        "remote_teammate",
        ("認証を求める遠隔の担当", "A remote teammate needing sign-in", "需要认证的远程成员"),
    ),
}
