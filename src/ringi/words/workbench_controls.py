"""What a person can ask of a session's runtime from the panels, and why it cannot be asked just now."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "away": (
        "この実行元はいま接続されていないため、操作は利用できません。見ることはできます。",
        "The runtime of this session is not connected, so its controls are unavailable. Everything can be looked at.",
        "此会话的运行方目前未连接，操作不可用，但仍可查看。",
    ),
    "away_short": ("実行元は未接続", "Runtime not connected", "运行方未连接"),
    "interrupt": ("実行を中断", "Interrupt the run", "中断运行"),
    "close_session": ("セッションを閉じる", "Close the session", "关闭会话"),
    "close_session_what": (
        "実行元に、このセッション全体を終わりにするよう伝えます。進行中の作業も止まります。記録は残り、あとからも見られます。",
        "The runtime is told to end this whole session, and whatever is under way stops. The record stays and can be"
        " looked at later.",
        "将通知运行方结束整个会话，进行中的工作也会停止。记录会保留，之后仍可查看。",
    ),
    "close_session_why": ("理由（なくてもよい）", "Reason (optional)", "原因（可不填）"),
    "actions": ("操作", "Controls", "操作"),
    # -- teammates -----------------------------------------------------------------------------------------------------
    "continue": ("指示を送る", "Tell it something", "发送指示"),
    "continue_of": ("{name} に指示を送る", "Tell {name} something", "向{name}发送指示"),
    "continue_what": ("伝えること", "What to tell", "要告知的内容"),
    "send": ("送信", "Send", "发送"),
    "wait": ("完了を待つ", "Wait for teammates", "等待队员"),
    "wait_for": ("だれを待ちますか", "Whom to wait for", "等待谁"),
    "wait_short": ("待つ", "Wait", "等待"),
    "wait_of": ("{name} を待つ", "Wait for {name}", "等待{name}"),
    "stop": ("停止", "Stop", "停止"),
    "close": ("終了にする", "Close", "关闭"),
    "close_of": ("{name} を終了にする", "Close {name}", "关闭{name}"),
    "delegate": ("作業を任せる", "Delegate work", "委派工作"),
    "delegate_what": ("任せる作業", "The work", "要委派的工作"),
    "delegate_to": ("だれに", "To whom", "交给谁"),
    "delegate_anybody": ("実行元に任せる", "Let the runtime choose", "由运行方决定"),
    # -- artifacts and evidence ----------------------------------------------------------------------------------------
    "review": ("確認を依頼", "Ask for a review", "请求评审"),
    "review_by": ("だれに", "By whom", "由谁评审"),
    "review_note": ("見てほしい点", "What to look at", "希望查看的内容"),
    "review_again": ("もう一度確認を依頼", "Ask for another review", "再次请求评审"),
    "rollback": ("この版に戻す", "Go back to this version", "退回此版本"),
    "rollback_of": ("第{n}版に戻す", "Go back to version {n}", "退回第{n}版"),
    "export": ("書き出しを依頼", "Ask for an export", "请求导出"),
    "export_of": ("{name} の書き出しを依頼", "Ask for an export of {name}", "请求导出{name}"),
    "export_facts": ("記録を書き出す", "Export the record", "导出记录"),
    "export_facts_what": (
        "書き出したファイルは、Ringi がなくても検証できます。",
        "The file can be verified without Ringi.",
        "导出的文件无需 Ringi 即可验证。",
    ),
    # -- what was sent -------------------------------------------------------------------------------------------------
    "sent_continue_agent": ("指示", "What it is told", "指示"),
    "sent_stop": ("停止", "Stop", "停止"),
    "sent_interrupt": ("一時停止", "Pause", "暂停"),
    "sent_close": ("終了", "Close", "关闭"),
    "sent_request_review": ("確認の依頼", "A review", "评审请求"),
    "sent_rollback": ("前の版への差し戻し", "Going back to a version", "退回版本"),
    "sent_export": ("書き出し", "An export", "导出"),
}
