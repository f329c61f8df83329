"""What `ringi demo` says, what its runtime answers to a press, and the names of the recorded scenarios."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the command -------------------------------------------------------------------------------------------------
    "playing": (
        "「{title}」を再生します（ファクト {n} 件）。",
        "Playing “{title}” ({n} facts).",
        "正在播放“{title}”（{n} 条事实）。",
    ),
    "page": ("画面: {address}", "Page: {address}", "页面：{address}"),
    "page_later": (
        "サーバーが動いていません。`ringi up` の後、{path} で見られます。",
        "No server is running. After `ringi up` the session is at {path}.",
        "服务器未运行。执行 `ringi up` 后可在 {path} 查看。",
    ),
    "asks": (
        "決裁待ち: {title}（{seconds} 秒後に自動で進みます）",
        "Waiting for a decision: {title} (goes on by itself in {seconds} s)",
        "等待审批：{title}（{seconds} 秒后自动继续）",
    ),
    "asks_person": (
        "決裁待ち: {title}（人が決めるまで待ちます）",
        "Waiting for a decision: {title} (waits for a person)",
        "等待审批：{title}（等待人工决定）",
    ),
    "went_on": (
        "自動で進みました: {title}（demo:auto）",
        "Went on by itself: {title} (demo:auto)",
        "已自动继续：{title}（demo:auto）",
    ),
    "over": (
        "再生が終わりました。ファクト {n} 件を記録しました。",
        "The recording is over. {n} facts were recorded.",
        "播放结束。已记录 {n} 条事实。",
    ),
    "stays": (
        "操作に応答し続けます。終わるには Ctrl-C を押してください。",
        "Still answering what is pressed. Ctrl-C ends it.",
        "继续响应操作。按 Ctrl-C 结束。",
    ),
    "stopped": (
        "再生を止めました。ここまでの {n} 件は残っています。",
        "Stopped. The {n} facts so far are kept.",
        "已停止。到目前为止的 {n} 条事实已保留。",
    ),
    "name": ("名前", "Name", "名称"),
    "what": ("内容", "What it shows", "内容"),
    "facts": ("ファクト", "Facts", "事实"),
    "runtime": ("デモの実行環境", "Demo runtime", "演示运行环境"),
    # -- what the demo's runtime answers -----------------------------------------------------------------------------
    "not_open": (
        "この問いはもう開いていません。",
        "This question is not open any more.",
        "此询问已不再开放。",
    ),
    "no_run": (
        "今は実行中の作業がありません。",
        "Nothing is running just now.",
        "目前没有正在运行的工作。",
    ),
    "cannot": (
        "デモの実行環境にはこの操作の相手がありません。",
        "The demo runtime has nothing this control could act on.",
        "演示运行环境没有此操作的对象。",
    ),
    "refused": ("却下されました", "Refused", "已驳回"),
    "stopped_by": ("{by} が中止しました", "Stopped by {by}", "由 {by} 中止"),
    "only_a_demo": (
        "これは記録の再生です。新しい依頼には取り組めませんが、依頼は届きました。",
        "This is a recording being played. It cannot take on new work, but your request has arrived.",
        "这是录制内容的播放，无法处理新的请求，但请求已送达。",
    ),
    "helper": ("応援", "Helper", "支援"),
    "helper_role": ("手伝い", "Help", "协助"),
    "delegated": ("頼まれた作業", "Delegated work", "委派的工作"),
    "review_waits": (
        "確認を受け付けました。確認役が決めるまで結果はありません。",
        "The review was requested. There is no verdict until the reviewer gives one.",
        "已受理复核。复核员作出决定前没有结论。",
    ),
    # -- the scenarios -----------------------------------------------------------------------------------------------
    "scenario_team": ("10月の月次決算（全員）", "The October closing, with everybody", "10月月结（全员）"),
    "scenario_solo": (
        "一人の実行：ツール・成果物・根拠",
        "A solo run: tools, artifact, evidence",
        "单人运行：工具、成果、依据",
    ),
    "scenario_separation": ("回答と思考の分離", "Answer and reasoning kept apart", "回答与思考分离"),
    "scenario_interleaved": (
        "思考・ツール・文章が入り交じる実行",
        "Reasoning, tools and text in turn",
        "思考、工具、文本交错的运行",
    ),
    "scenario_reconciliation": (
        "途中の文章と最終文の突き合わせ",
        "Streamed text and final text reconciled",
        "流式文本与最终文本的核对",
    ),
    "scenario_hitl": ("九種の問い", "All nine kinds of question", "九种人工询问"),
    "scenario_queue": ("順番待ちと軌道修正", "Queue and steer", "队列与调整方向"),
    "scenario_artifacts": (
        "成果物：版・差分・書き出し・失敗・削除",
        "Artifacts: versions, diff, export, failure, deletion",
        "成果：版本、差异、导出、失败、删除",
    ),
    "scenario_evidence": ("根拠・確認・再生", "Evidence, review and replay", "依据、复核与回放"),
    "scenario_recovery": ("古いセッションの復元", "An old session comes back", "恢复旧会话"),
    "scenario_missing": ("足りないファクト", "Missing facts", "缺失的事实"),
    "scenario_coordinator": ("進行役とチーム", "A coordinator and its team", "协调员与团队"),
    "scenario_parallel": (
        "並行する担当：失敗と再試行",
        "Parallel workers: one failure, one retry",
        "并行成员：一次失败与重试",
    ),
    "scenario_handoff": ("専門担当への引き継ぎ", "Handoff to a specialist", "移交给专员"),
    "scenario_review": ("確認：修正の依頼と合格", "Review: changes requested, then passed", "复核：要求修改后通过"),
    "scenario_board": ("人とエージェントの作業板", "A board of people and agents", "人与智能体的工作板"),
    "scenario_background": ("目を覚ます担当", "A teammate that wakes", "定时唤醒的成员"),
    "scenario_remote": ("認証を求める遠隔の担当", "A remote teammate needing sign-in", "需要认证的远程成员"),
    "scenario_compaction": ("文脈と圧縮", "Context and compaction", "上下文与压缩"),
    "scenario_diagnostics": ("診断と計測", "Diagnostics and metrics", "诊断与指标"),
    "scenario_profile": ("実行環境の型", "Runtime profile", "运行环境规范"),
}
