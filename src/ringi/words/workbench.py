"""What the workbench's middle says: status, conversation, process, tools, decision cards, composer, tabs, keys.

State words of a task, buttons and roles come from `core`; fallback words from `workbench_states`.
"""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- what a run is doing: the thirteen words -----------------------------------------------------------------
    "run_submitted": ("送信済み", "Submitted", "已提交"),
    "run_binding": ("接続中", "Connecting", "正在连接"),
    "run_queued": ("順番待ち", "Queued", "排队中"),
    "run_routing": ("担当を選択中", "Choosing who works", "正在选择执行者"),
    "run_preparing": ("準備中", "Preparing", "准备中"),
    "run_waiting_provider": ("モデルの応答待ち", "Waiting for the model", "等待模型响应"),
    "run_streaming": ("回答を作成中", "Writing the answer", "正在撰写答复"),
    "run_tool_running": ("ツールを実行中", "Running a tool", "正在运行工具"),
    "run_action_required": ("あなたの判断待ち", "Needs a decision", "等待决定"),
    "run_retrying": ("再試行中", "Trying again", "正在重试"),
    "run_failed": ("失敗", "Failed", "失败"),
    "run_cancelled": ("中止", "Cancelled", "已中止"),
    "run_completed": ("完了", "Completed", "已完成"),
    "run_unknown": ("不明", "Unknown", "不明"),
    "run_none": ("まだ実行はありません", "Nothing has run yet", "尚未运行"),
    "untitled": ("（無題）", "(untitled)", "（无标题）"),
    # -- who speaks ----------------------------------------------------------------------------------------------
    "you": ("依頼者", "Requester", "申请人"),
    "assistant": ("アシスタント", "Assistant", "助手"),
    "being_answered": ("回答を受け取っています", "The answer is coming in", "正在接收答复"),
    "reconciled": ("確定した回答に置き換え済み", "Replaced by the confirmed answer", "已替换为确认的答复"),
    "reconciled_why": (
        "途中で表示した文と、確定した回答が違いました。確定した回答だけを表示しています。",
        "What was shown on the way differed from the confirmed answer. Only the confirmed answer is shown.",
        "途中显示的文字与确认的答复不同。此处仅显示确认的答复。",
    ),
    "no_messages": ("まだ会話はありません。", "Nothing has been said yet.", "还没有对话。"),
    "no_messages_how": (
        "下の欄に書いて送ると、ここから始まります。",
        "Write below and send it; it begins here.",
        "在下方填写并发送，对话将从这里开始。",
    ),
}
