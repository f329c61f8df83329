"""What the workbench says of things that stopped half-way, and of the limits that make things wait."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- a run that ended before what it had begun -------------------------------------------------------------------
    "text_left": (
        "ここで止まっています。回答がこれで全部だと伝えられる前に、実行が終わりました。",
        "Stopped here: the run ended before anybody said that the answer was whole.",
        "到此停止：在确认答复完整之前，执行已结束。",
    ),
    "outcome_stale": ("失効", "Stale", "已失效"),
    "stale_asked": ("答えを待たなくなったもの", "No longer waited for", "已不再等待答复"),
    "stale_asked_why": (
        "実行が途中で終わったため、答えは待たれていません。決着をつけられるのは、頼んだ実行環境だけです。",
        "Its run was stopped, so nobody waits for an answer. Only the runtime that asked can settle it.",
        "执行中途结束，已无人等待答复。只有提出请求的运行环境才能了结。",
    ),
    # -- limits ------------------------------------------------------------------------------------------------------
    "limits": ("順番待ちと上限", "Queue and limits", "排队与上限"),
    "limit.queueReason": ("待っている理由", "Why it waits", "等待原因"),
    "limit.queuedTurnCount": ("順番待ちの発言", "Turns waiting", "排队中的发言"),
    "limit.providerConcurrencyGroup": ("同時実行の枠", "Shared limit", "共用的并发额度"),
    "limit.providerParallelBudget": ("モデル側で同時に", "At a time, at the provider", "模型方同时执行"),
    "limit.retryableOverload": ("混雑後の再試行", "Tried again after an overload", "繁忙后重试"),
    "limit.teamPhase": ("チームの状態", "Team state", "团队状态"),
    "limit.teamParallelBudget": ("チームで同時に", "At a time, in the team", "团队同时执行"),
    "limit.teamActiveCount": ("チームで実行中", "Running in the team", "团队执行中"),
    "limit.teamQueuedCount": ("チームで順番待ち", "Waiting in the team", "团队排队中"),
    "limit_at_a_time": ("{name}は同時に {n} まで", "{name}: {n} at a time", "{name}同时最多 {n}"),
    "limit_at_a_time_unnamed": ("同時に {n} まで", "{n} at a time", "同时最多 {n}"),
    "limit_group": ("同時実行の枠 {name}", "shared limit {name}", "共用额度 {name}"),
    "limit_waiting": ("順番待ち {n}", "{n} waiting", "排队 {n}"),
    "limit_overloaded": (
        "混み合っています。時間をおいて自動で再試行します。",
        "It is crowded; it is tried again by itself.",
        "当前繁忙，将自动重试。",
    ),
    "queue.provider_overload": ("モデル側の混雑", "the provider is overloaded", "模型方繁忙"),
    "queue.one_at_a_time": ("一度に一つずつ", "one at a time", "一次一个"),
    # -- what a gate of ours decides on, where the question itself has no name ---------------------------------------
    "decides.prompt": ("方針の承認", "Approval of the policy", "方针的批准"),
    "decides.process": ("計画の承認", "Approval of the plan", "计划的批准"),
    "decides.step": ("ステップの承認", "Approval of a step", "步骤的批准"),
    "decides.action": ("行動の承認", "Approval of an action", "行动的批准"),
    "decides.rule": ("規則の変更の承認", "Approval of a rule change", "规则变更的批准"),
    "decides.clarification": ("質問への回答", "Answer to a question", "对提问的回答"),
    # -- evidence ----------------------------------------------------------------------------------------------------
    "status.verified": ("確認済み", "Verified", "已核实"),
    "status.unverified": ("未確認", "Not verified", "未核实"),
    "status.refuted": ("否定", "Refuted", "已被否定"),
}
