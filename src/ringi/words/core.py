"""The glossary: words that mean the same on every surface. `docs/glossary.md` is made from this and compared with it.

Keys are `group.name`. `TONES` gives each state the colour token of the look; a colour never stands without its word.
"""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the state of a task -------------------------------------------------------------------------------------
    "state.received": ("受付済み", "Received", "已受理"),
    "state.queued": ("順番待ち", "Queued", "排队中"),
    "state.asking": ("回答待ち", "Waiting for an answer", "待回答"),
    "state.declined": ("対応不可", "Declined", "无法办理"),
    "state.unreadable": ("読み取り失敗", "Could not be read", "读取失败"),
    "state.withdrawn": ("取り下げ済み", "Withdrawn", "已撤回"),
    "state.removed": ("削除済み", "Removed", "已移除"),
    "state.policy_writing": ("方針を作成中", "Writing the policy", "正在拟定方针"),
    "state.policy_pending": ("方針の承認待ち", "Policy waits for approval", "方针待批准"),
    "state.policy_failed": ("方針の作成に失敗", "Policy failed", "方针拟定失败"),
    "state.plan_writing": ("計画を作成中", "Writing the plan", "正在制定计划"),
    "state.plan_pending": ("計画の承認待ち", "Plan waits for approval", "计划待批准"),
    "state.plan_failed": ("計画の作成に失敗", "Plan failed", "计划制定失败"),
    "state.starting": ("実行準備中", "Starting", "准备执行"),
    "state.running": ("実行中", "Running", "执行中"),
    "state.step_pending": ("ステップの承認待ち", "Step waits for approval", "步骤待批准"),
    "state.driving": ("自律動作中", "Driving itself", "自主运行中"),
    "state.paused": ("停止中", "Not running", "未运行"),
    "state.action_pending": ("行動の承認待ち", "Action waits for approval", "行动待批准"),
    "state.outcome_unknown": ("結果不明", "Outcome unknown", "结果不明"),
    "state.completed": ("完了", "Completed", "已完成"),
    "state.failed": ("失敗", "Failed", "失败"),
    "state.cancelled": ("中止", "Cancelled", "已中止"),
    "state.unknown": ("不明", "Unknown", "不明"),
    # -- what people do (buttons and commands) -------------------------------------------------------------------
    "action.ask": ("依頼", "Ask", "提出请求"),
    "action.answer": ("回答", "Answer", "回答"),
    "action.approve": ("承認", "Approve", "批准"),
    "action.reject": ("却下", "Reject", "驳回"),
    "action.return": ("差し戻し", "Return", "退回"),
    "action.withdraw": ("取り下げ", "Withdraw", "撤回"),
    "action.cancel": ("中止", "Cancel", "中止"),
    "action.retry": ("再実行", "Retry", "重试"),
    "action.resolve": ("結果の確定", "Resolve", "确认结果"),
    "action.steer": ("軌道修正", "Steer", "调整方向"),
    "action.plan": ("計画の提出", "Hand in a plan", "提交计划"),
    # -- what became of an approval ------------------------------------------------------------------------------
    "approval.open": ("承認待ち", "Waiting", "待批准"),
    "approval.approved": ("承認済み", "Approved", "已批准"),
    "approval.rejected": ("却下", "Rejected", "已驳回"),
    "approval.returned": ("差し戻し", "Returned", "已退回"),
    "approval.withdrawn": ("取り下げ", "Withdrawn", "已撤回"),
    "approval.expired": ("期限切れ", "Expired", "已过期"),
    # -- the layers and what is decided on -----------------------------------------------------------------------
    "layer.request": ("依頼", "Request", "请求"),
    "layer.prompt": ("方針", "Policy", "方针"),
    "layer.process": ("計画", "Plan", "计划"),
    "layer.execution": ("実行", "Run", "执行"),
    "layer.step": ("ステップ", "Step", "步骤"),
    "layer.action": ("行動", "Action", "行动"),
    "layer.rule": ("規則の変更", "Rule change", "规则变更"),
    "layer.SPECTRA": ("自律動作", "Driving itself", "自主运行"),
    "layer.clarification": ("質問", "Question", "提问"),
    "layer.L1": ("依頼の読み取り", "Reading the request", "理解请求"),
    "layer.L2": ("方針の作成", "Writing the policy", "拟定方针"),
    "layer.L3": ("計画の作成", "Writing the plan", "制定计划"),
    "layer.L4": ("実行", "Run", "执行"),
    # -- one step of a run ---------------------------------------------------------------------------------------
    "step.pending": ("未実行", "Not started", "未执行"),
    "step.running": ("実行中", "Running", "执行中"),
    "step.waiting": ("承認待ち", "Waiting", "待批准"),
    "step.completed": ("完了", "Done", "已完成"),
    "step.failed": ("失敗", "Failed", "失败"),
    "step.cancelled": ("中止", "Cancelled", "已中止"),
    "step.outcome_unknown": ("結果不明", "Outcome unknown", "结果不明"),
    # -- things --------------------------------------------------------------------------------------------------
    "thing.task": ("タスク", "Task", "任务"),
    "thing.approval": ("承認", "Approval", "审批"),
    "thing.version": ("版", "Version", "版本"),
    "thing.digest": ("照合値", "Digest", "摘要值"),
    "thing.tool": ("ツール", "Tool", "工具"),
    "thing.fact": ("記録", "Fact", "事实记录"),
    "thing.artifact": ("成果物", "Artifact", "成果"),
    "thing.audit": ("監査ログ", "Audit log", "审计日志"),
    "thing.session": ("セッション", "Session", "会话"),
    "thing.queue": ("順番待ち", "Queue", "队列"),
    "thing.settings": ("設定", "Settings", "设置"),
    "thing.inbox": ("受信箱", "Inbox", "待办"),
    "thing.reason": ("理由", "Reason", "理由"),
    "thing.answer": ("回答", "Answer", "答复"),
    # -- what a tool does ----------------------------------------------------------------------------------------
    "effect.write": ("書き込み", "Write", "写入"),
    "effect.read": ("読み取り", "Read", "读取"),
    # -- people --------------------------------------------------------------------------------------------------
    "role.requester": ("依頼者", "Requester", "申请人"),
    "role.approver": ("承認者", "Approver", "审批人"),
    "role.admin": ("管理者", "Admin", "管理员"),
    "role.developer": ("開発者", "Developer", "开发者"),
    "role.auditor": ("監査者", "Auditor", "审计员"),
    "role.agent": ("エージェント", "Agent", "智能体"),
    # -- priority ------------------------------------------------------------------------------------------------
    "priority.low": ("低", "Low", "低"),
    "priority.medium": ("中", "Medium", "中"),
    "priority.high": ("高", "High", "高"),
    "priority.urgent": ("緊急", "Urgent", "紧急"),
}

COLOURS: dict[str, str] = {
    "working": "#f2c744",
    "needs_you": "#2196f3",
    "good": "#36a64f",
    "bad": "#e01e5a",
    "running": "#1264a3",
    "stopped": "#888888",
}
"""The state colours of the look, by token."""

TONES: dict[str, str] = {
    "received": "working",
    "queued": "stopped",
    "asking": "needs_you",
    "declined": "bad",
    "unreadable": "bad",
    "withdrawn": "stopped",
    "removed": "stopped",
    "policy_writing": "working",
    "policy_pending": "needs_you",
    "policy_failed": "bad",
    "plan_writing": "working",
    "plan_pending": "needs_you",
    "plan_failed": "bad",
    "starting": "running",
    "running": "running",
    "step_pending": "needs_you",
    "driving": "running",
    "paused": "stopped",
    "action_pending": "needs_you",
    "outcome_unknown": "needs_you",
    "completed": "good",
    "failed": "bad",
    "cancelled": "stopped",
}
"""Which token each state of a task wears."""

PARKED = frozenset(
    {
        "queued",
        "asking",
        "unreadable",
        "policy_pending",
        "policy_failed",
        "plan_pending",
        "plan_failed",
        "step_pending",
        "driving",
        "paused",
        "action_pending",
        "outcome_unknown",
    }
)
"""A person has to do something first, or another task has to end."""
ENDED = frozenset({"declined", "withdrawn", "removed", "completed", "failed", "cancelled"})
"""Nothing more happens by itself. (A failed run may be retried.)"""
