"""RINGI-400 to 499: execution."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-400": (
        (
            "{step} の結果に秘密の値が含まれていた（{place}）ため、次のステップへ渡さず、止めました。",
            "The result of {step} held a secret ({place}); it was not handed to the next step, and the run stopped.",
            "{step} 的结果含有机密值（{place}），未传给下一步，执行已停止。",
        ),
        (
            "そのツールが秘密の値を返さないようにするか、その結果を使わない計画にしてください。",
            "Have the tool leave the secret out of its answer, or plan without that result.",
            "请让该工具不要返回机密值，或改为不使用该结果的计划。",
        ),
    ),
    "RINGI-401": (
        (
            "書き込みの途中で途切れました。実行されたかどうか分かりません。",
            "It broke off in the middle of a write: it may or may not have happened.",
            "写入途中中断，是否已执行未知。",
        ),
        (
            "相手のシステムを確かめ、`ringi resolve` で done・failed・retry を選んでください。",
            "Look in the other system, then `ringi resolve` with done, failed or retry.",
            "请在对方系统确认后，用 `ringi resolve` 选择 done、failed 或 retry。",
        ),
    ),
    "RINGI-402": (
        (
            "承認された計画と記録が一致しないため、実行しませんでした。",
            "The plan in the record is not the one that was approved; nothing was run.",
            "记录中的计划与批准的不一致，未执行。",
        ),
        ("`ringi db verify` を実行してください。", "Run `ringi db verify`.", "请运行 `ringi db verify`。"),
    ),
    "RINGI-403": (
        ("制限時間を超えました。", "The time limit was reached.", "超过时限。"),
        (
            "`ringi retry` で失敗したステップから続けられます(設定 l4_timeout_seconds)。",
            "`ringi retry` goes on from the failed step (setting l4_timeout_seconds).",
            "可用 `ringi retry` 从失败步骤继续（设置 l4_timeout_seconds）。",
        ),
    ),
    "RINGI-404": (
        ("ツールがエラーを返しました。", "The tool answered with an error.", "工具返回了错误。"),
        (
            "内容を確かめて `ringi retry` してください。",
            "Look at what it says, then `ringi retry`.",
            "请查看内容后 `ringi retry`。",
        ),
    ),
    "RINGI-405": (
        (
            "計画のツールが今はつながっていません。",
            "A tool of the plan is not connected now.",
            "计划中的工具当前未连接。",
        ),
        (
            "`ringi tools` で確かめ、つないでから `ringi retry` してください。",
            "See `ringi tools`, connect it, then `ringi retry`.",
            "请用 `ringi tools` 确认并连接后 `ringi retry`。",
        ),
    ),
    "RINGI-406": (
        (
            "承認のあとでツールが変わったため、止めました。",
            "The tool has changed since the approval, so it was not called.",
            "批准之后工具发生了变化，已停止。",
        ),
        ("新しい計画として承認を取り直してください。", "Have a new plan approved.", "请重新提交计划审批。"),
    ),
    "RINGI-407": (
        ("ステップの確認で却下されました。", "The step was refused at its check.", "步骤确认时被驳回。"),
        (
            "理由を見て、必要なら新しく依頼してください。",
            "Read the reason; ask anew if needed.",
            "请查看理由，必要时重新提交。",
        ),
    ),
    "RINGI-408": (
        ("起きていなかったと確認されました。", "A person confirmed that it did not happen.", "经确认未发生。"),
        ("`ringi retry` で続けられます。", "`ringi retry` goes on from there.", "可用 `ringi retry` 继续。"),
    ),
    "RINGI-409": (
        ("ツール {tool} は禁止されています。", "The tool {tool} is forbidden.", "工具 {tool} 已被禁止。"),
        (
            "管理者が `ringi tools allow {tool}` で許可できます。",
            "An admin can allow it: `ringi tools allow {tool}`.",
            "管理员可用 `ringi tools allow {tool}` 允许。",
        ),
    ),
    "RINGI-410": (
        (
            "承認のあとで、宛先の番号が指す人が変わりました。",
            "The person behind an id in the plan has changed since the approval.",
            "批准之后，计划中编号所指的人员发生了变化。",
        ),
        (
            "宛先を確かめ、新しい計画として承認を取り直してください。",
            "Check the recipients and have a new plan approved.",
            "请确认收件人并重新提交计划审批。",
        ),
    ),
    "RINGI-416": (
        (
            "承認のあとでツールサーバー {server} の実行先や設定が変わったため、呼び出しませんでした。"
            "承認時: {before} ／ 現在: {now}",
            "Where or how the tool server {server} runs has changed since the approval, so it was not called."
            " Approved: {before}. Now: {now}.",
            "批准之后，工具服务器 {server} 的运行位置或配置发生了变化，因此没有调用。批准时：{before}；现在：{now}",
        ),
        (
            "元に戻すか、管理者が `ringi tools accept {server}` で確かめ、新しい計画の承認を取り直してください。",
            "Change it back, or have an admin look (`ringi tools accept {server}`) and a new plan approved.",
            "请恢复原状；或由管理员用 `ringi tools accept {server}` 确认后，重新提交计划审批。",
        ),
    ),
    "RINGI-417": (
        (
            "ツールサーバー {server} の実行先や設定が、確認されたときと違います。確認時: {before} ／ 現在: {now}",
            "Where or how the tool server {server} runs is not what was accepted. Accepted: {before}. Now: {now}.",
            "工具服务器 {server} 的运行位置或配置与确认时不同。确认时：{before}；现在：{now}",
        ),
        (
            "意図した変更なら、管理者が `ringi tools accept {server}` で確かめてください。",
            "If this is meant, an admin looks at it and says so: `ringi tools accept {server}`.",
            "若属有意更改，请管理员用 `ringi tools accept {server}` 确认。",
        ),
    ),
}
