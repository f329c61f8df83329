"""Every scenario by name, in the order of the standard's acceptance list, with what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts import alone, deciding, recovering, teams, things
from ringi.testing.scenarios.scripts.closing import closing
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
    "hitl": Script(deciding.hitl, "solo_run", ("九種の問い", "All nine kinds of question", "九种人工询问")),
    "queue": Script(deciding.queue, "solo_run", ("待ち行列と割り込み", "Queue and steer", "排队与引导")),
    "artifacts": Script(
        things.artifacts,
        "solo_run",
        (
            "成果物：版・差分・書き出し・失敗・削除",
            "Artifacts: versions, diff, export, failure, deletion",
            "成果物：版本、差异、导出、失败、删除",
        ),
    ),
    "evidence": Script(
        things.evidence, "review_team", ("証跡・確認・再生", "Evidence, review and replay", "证据、复核与回放")
    ),
    "recovery": Script(
        recovering.recovery, "solo_run", ("古いセッションの復元", "An old session comes back", "恢复旧会话")
    ),
    "missing": Script(recovering.missing, "solo_run", ("足りない事実", "Missing facts", "缺失的事实")),
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
    "compaction": Script(recovering.compaction, "solo_run", ("文脈と圧縮", "Context and compaction", "上下文与压缩")),
    "diagnostics": Script(recovering.diagnostics, "solo_run", ("診断と計測", "Diagnostics and metrics", "诊断与指标")),
    "profile": Script(recovering.profile, "solo_run", ("実行環境の型", "Runtime profile", "运行时规范")),
    "team": Script(
        closing,
        "coordinator_team",
        ("10月の月次決算（全員）", "The October closing, with everybody", "10月月结（全员）"),
    ),
}
