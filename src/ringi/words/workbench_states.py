"""What is said where facts are missing, and what the workbench's fold notes about a fact it could not use as it came.

`fallback.…` are the eight honest states of a surface; `note.…` are the codes of `diagnostics` with source `projection`.
"""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- fallback states -----------------------------------------------------------------------------------------
    "fallback.unknown": ("不明", "Unknown", "不明"),
    "fallback.unavailable": ("利用不可", "Unavailable", "不可用"),
    "fallback.stale": ("古い情報", "Stale", "过期"),
    "fallback.blocked": ("停滞", "Blocked", "受阻"),
    "fallback.loading": ("読み込み中", "Loading", "加载中"),
    "fallback.needs-input": ("入力待ち", "Needs input", "需要输入"),
    "fallback.failed": ("失敗", "Failed", "失败"),
    "fallback.disputed": ("異議あり", "Disputed", "有争议"),
    "fallback.ready": ("利用可", "Ready", "可用"),
    "fallback.running": ("実行中", "Running", "执行中"),
    "fallback.empty": ("なし", "Nothing here", "无"),
    # -- what each of them means ---------------------------------------------------------------------------------
    "why.unknown": (
        "事実が届いていますが、状態を示していません。",
        "Facts have come, but none of them says how it stands.",
        "已收到事实，但没有说明状态。",
    ),
    "why.unavailable": (
        "これを示す事実はまだ届いていません。",
        "No fact has told of this yet.",
        "尚未收到相关事实。",
    ),
    "why.stale": (
        "表示は古い可能性があります。最新の事実を待っています。",
        "What is shown may be out of date; newer facts are awaited.",
        "显示内容可能已过期，正在等待新的事实。",
    ),
    "why.blocked": ("何かを待っていて進めません。", "Something holds it up.", "正在等待，无法继续。"),
    "why.loading": ("履歴を読み込んでいます。", "History is being loaded.", "正在加载历史。"),
    "why.needs-input": ("人の判断か入力を待っています。", "It waits for a person.", "正在等待人的决定或输入。"),
    "why.failed": ("失敗したと報告されました。", "Its owner reported a failure.", "其所属方报告了失败。"),
    "why.disputed": (
        "根拠どうしが食い違っています。",
        "The evidence does not agree with itself.",
        "证据之间存在矛盾。",
    ),
    # -- what the fold noted about a fact ------------------------------------------------------------------------
    "note.fact_not_an_object": (
        "事実として読めないものが届きました。",
        "Something came that is not a fact at all.",
        "收到无法作为事实读取的内容。",
    ),
    "note.fact_malformed": (
        "型の違う項目がある事実でした。その項目は使っていません。",
        "Fields of this fact had the wrong type; they were not used.",
        "此事实有类型错误的字段，未予使用。",
    ),
    "note.fact_unreadable": (
        "読み取れない事実でした。状態は変えていません。",
        "This fact could not be read; it changed nothing.",
        "此事实无法读取，状态未变。",
    ),
    "note.fact_too_deep": (
        "入れ子が深すぎる部分を省きました。",
        "Parts that were nested too deeply were left out.",
        "嵌套过深的部分已省略。",
    ),
    "note.fact_too_large": (
        "大きすぎる部分を省きました。全体は記録にあります。",
        "Parts that were too large were left out; the record has them whole.",
        "过大的部分已省略，完整内容见记录。",
    ),
    "note.fact_without_id": (
        "必要な番号のない事実でした。状態は変えていません。",
        "This fact lacks the id it needs; it changed nothing.",
        "此事实缺少必要的编号，状态未变。",
    ),
    "note.unknown_class": (
        "種類の分からない事実です。履歴にだけ残しました。",
        "A fact of an unknown class; kept in the timeline only.",
        "类型不明的事实，仅保留在时间线中。",
    ),
    "note.screen_state": (
        "画面の状態は作業の事実ではありません。使っていません。",
        "What a screen does with itself is no fact about work; not used.",
        "界面状态不是工作事实，未予使用。",
    ),
    "note.late_fact": (
        "遅れて届いた事実です。順番の窓より古いため、最後に加えました。",
        "A fact came too late for its place; it was added at the end.",
        "此事实迟到，已超出排序窗口，追加在末尾。",
    ),
    "note.sequence_conflict": (
        "同じ番号の別の事実がありました。届いた順に加えました。",
        "Another fact had the same number; added as it came.",
        "有另一事实使用相同编号，已按到达顺序追加。",
    ),
    "refused_decision": ("効力のない判断", "A decision that did not count", "未生效的决定"),
    "note.action_unknown": (
        "知らない依頼への決定でした。状態は変えていません。",
        "A decision on a question nobody asked; it changed nothing.",
        "对未知请求的决定，状态未变。",
    ),
    "note.action_resolved_twice": (
        "すでに決まった依頼への決定でした。最初の決定が有効です。",
        "A second decision on a settled question; the first one stands.",
        "对已决定请求的再次决定，以首次决定为准。",
    ),
    "note.action_expired": (
        "期限を過ぎた決定でした。状態は変えていません。",
        "The decision came after the question had expired; it changed nothing.",
        "决定超过期限，状态未变。",
    ),
    "note.action_stale": (
        "別の版への決定でした。状態は変えていません。",
        "The decision was about another version; it changed nothing.",
        "决定针对其他版本，状态未变。",
    ),
    "note.action_not_confirmed": (
        "持ち主ではない者からの決定でした。状態は変えていません。",
        "Not its owner's word; the question stays open.",
        "并非所属方的确认，请求仍未决定。",
    ),
    "note.message_of_another_role": (
        "人の発言でも回答でもない文でした。会話には出していません。",
        "Neither a person's words nor an answer; not shown in the conversation.",
        "既非人的发言也非答复，未在对话中显示。",
    ),
    "note.text_after_final": (
        "確定した回答の後に届いた文でした。使っていません。",
        "Text that came after the final answer; not used.",
        "最终答复之后到达的文本，未予使用。",
    ),
    "note.stale_hydration": (
        "古い読み込み結果でした。表示は変えていません。",
        "A late answer to an earlier opening; the view stays as it is.",
        "较早加载的迟到结果，视图未变。",
    ),
    "note.artifact_after_deleted": (
        "削除された成果物についての事実でした。使っていません。",
        "A fact about a deleted artifact; not used.",
        "关于已删除成果的事实，未予使用。",
    ),
    "note.external_unfit": (
        "外部の状態に合わない変更でした。状態は変えていません。",
        "A change that does not fit the application's state; it changed nothing.",
        "变更与应用状态不符，状态未变。",
    ),
}
