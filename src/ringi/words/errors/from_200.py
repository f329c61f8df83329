"""RINGI-200 to 219: who may decide, and decisions."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-201": (
        (
            "{who} さんには、これを決める権限がありません(必要な役割: {roles})。",
            "{who} may not decide this (roles needed: {roles}).",
            "{who} 无权决定此事项（需要角色：{roles}）。",
        ),
        (
            "承認者に依頼してください。管理者は `ringi users roles` で役割を変えられます。",
            "Ask an approver; an admin can change roles with `ringi users roles`.",
            "请联系审批人；管理员可用 `ringi users roles` 更改角色。",
        ),
    ),
    "RINGI-202": (
        (
            "{who} さんは、この依頼の依頼者でも決裁者でもありません。",
            "{who} is neither the requester nor somebody who may decide.",
            "{who} 既不是申请人，也不是审批人。",
        ),
        ("依頼者か承認者に頼んでください。", "Ask the requester or an approver.", "请联系申请人或审批人。"),
    ),
    "RINGI-203": (
        (
            "ご自分の依頼は承認できない設定です({who})。",
            "{who} may not approve their own request here.",
            "当前设置不允许 {who} 审批自己的请求。",
        ),
        (
            "別の承認者に依頼してください(設定 self_approval)。",
            "Ask another approver (setting self_approval).",
            "请由其他审批人处理（设置 self_approval）。",
        ),
    ),
    "RINGI-204": (
        (
            "依頼を取り下げられるのは依頼者本人だけです({who})。",
            "Only the requester may take this back ({who}).",
            "只有申请人本人可以撤回（{who}）。",
        ),
        (
            "終わらせたい場合は承認者が「中止」を使えます。",
            "An approver can cancel it instead.",
            "如需结束，审批人可以使用“中止”。",
        ),
    ),
    "RINGI-205": (
        ("{who} さんは管理者ではありません。", "{who} is not an admin.", "{who} 不是管理员。"),
        ("管理者に依頼してください。", "Ask an admin.", "请联系管理员。"),
    ),
    "RINGI-206": (
        (
            "他の人の名前で操作できるのは管理者だけです({who})。",
            "Only an admin may act as somebody else ({who}).",
            "只有管理员可以代他人操作（{who}）。",
        ),
        ("`--as` を外してください。", "Leave `--as` out.", "请去掉 `--as`。"),
    ),
    "RINGI-207": (
        ("利用者 {who} は停止されています。", "The user {who} is switched off.", "用户 {who} 已停用。"),
        ("管理者に問い合わせてください。", "Ask an admin.", "请联系管理员。"),
    ),
    "RINGI-208": (
        ("利用者 {who} はいません。", "There is no user {who}.", "没有用户 {who}。"),
        ("`ringi users` で確かめてください。", "See `ringi users`.", "请用 `ringi users` 确认。"),
    ),
    "RINGI-209": (
        (
            "最後の管理者から役割を外すことはできません。",
            "The last admin cannot lose that role.",
            "不能取消最后一名管理员的角色。",
        ),
        ("先に別の人を管理者にしてください。", "Make somebody else an admin first.", "请先将另一人设为管理员。"),
    ),
    "RINGI-210": (
        ("承認 {id} は見つかりません。", "There is no approval {id}.", "找不到审批 {id}。"),
        ("`ringi inbox` で確かめてください。", "See `ringi inbox`.", "请用 `ringi inbox` 确认。"),
    ),
    "RINGI-211": (
        (
            "すでに決まっています({state}、{who}、{when})。",
            "This was already decided: {state} by {who} at {when}.",
            "已有决定：{state}（{who}，{when}）。",
        ),
        (
            "何もする必要はありません。`ringi show` で今の状態を見られます。",
            "Nothing to do; `ringi show` tells how it stands.",
            "无需操作；可用 `ringi show` 查看现状。",
        ),
    ),
    "RINGI-212": (
        (
            "表示された内容が変わっています。この決定は受け付けませんでした。",
            "What you were shown has changed; the decision was not taken.",
            "所显示的内容已变更，此决定未被接受。",
        ),
        (
            "今の内容を見てから決めてください(`ringi show`)。",
            "Look at the present version first (`ringi show`).",
            "请先查看当前内容（`ringi show`）再决定。",
        ),
    ),
    "RINGI-213": (
        (
            "記録の内容が、承認を求めたときのものと一致しません。",
            "The record is not what was put up for approval.",
            "记录内容与提交审批时不一致。",
        ),
        (
            "承認せずに `ringi db verify` を実行し、管理者に知らせてください。",
            "Do not approve; run `ringi db verify` and tell an admin.",
            "请勿批准；运行 `ringi db verify` 并通知管理员。",
        ),
    ),
    "RINGI-214": (
        ("理由がありません。", "A reason is needed.", "缺少理由。"),
        (
            "一文で構いません。次の版に反映されます。",
            "One sentence is enough; the next version takes it in.",
            "一句话即可，新版本会据此修改。",
        ),
    ),
    "RINGI-215": (
        ("これは承認ではなく質問です。", "This is a question, not an approval.", "这是提问，不是审批。"),
        (
            '`ringi answer {id} "…"` で答えてください。',
            'Answer it with `ringi answer {id} "…"`.',
            '请用 `ringi answer {id} "…"` 回答。',
        ),
    ),
    "RINGI-216": (
        ("{id} には答えを待つ質問がありません。", "{id} has no open question.", "{id} 没有待回答的问题。"),
        ("`ringi show {id}` で今の状態を確かめてください。", "See `ringi show {id}`.", "请用 `ringi show {id}` 查看。"),
    ),
    "RINGI-217": (
        (
            "{id} は順番待ちではありません({status})。",
            "{id} is not waiting in a queue ({status}).",
            "{id} 不在排队（{status}）。",
        ),
        (
            "始まった依頼には `ringi steer` を使えます。",
            "For work that has begun use `ringi steer`.",
            "已开始的工作请用 `ringi steer`。",
        ),
    ),
    "RINGI-218": (
        (
            "{kind} に対して {decision} はできません。",
            "{decision} cannot be done to a {kind}.",
            "不能对 {kind} 执行 {decision}。",
        ),
        (
            "承認・却下・差し戻し(計画のみ)が使えます。",
            "Approve, reject, or return (plans only).",
            "可用：批准、驳回、退回（仅限计划）。",
        ),
    ),
    "RINGI-219": (
        ("{id} には決めることがありません。", "There is nothing to decide about {id}.", "{id} 没有需要决定的事项。"),
        (
            "`ringi inbox` に待っているものがあります。",
            "`ringi inbox` lists what waits.",
            "`ringi inbox` 列出待办事项。",
        ),
    ),
}
